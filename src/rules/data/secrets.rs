//! What secrets look like: names of attributes, and shapes of tokens, read from `secrets.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{LazyLock, OnceLock};

use aho_corasick::{AhoCorasick, AhoCorasickKind, packed};
use serde::Deserialize;

use crate::facts::attr::MASK;
use crate::facts::command::SIGNS;
use crate::facts::passwords_in_urls;
use crate::rules::embedded;

use super::secret_names::{Endings, Naming, SecretNames};
use super::secret_pairs::Pairs;
use super::secret_stores::{Store, Stores};
use super::secret_texts::{
    begins_in_base64, bits, is_address, is_elsewhere, is_for_scripts, is_label, is_name, may_have_password_in_url,
};
use super::secret_tokens::{Charset, Token};

/// Shorter passwords behind a user are rather words of an example; the place says already that it is one.
const SHORTEST_BEHIND_USER: usize = 6;

/// What people write where there is to be nothing.
const NOTHING: [&str; 27] = [
    "-",
    "0",
    "default",
    "disabled",
    "empty",
    "fake",
    "false",
    "foo",
    "init",
    "initial",
    "manual",
    "mock",
    "n/a",
    "none",
    "not set",
    "null",
    "tbd",
    "temp",
    "temporary",
    "test",
    "todo",
    "true",
    "undefined",
    "unset",
    "unused",
    "value",
    "xxx",
];

/// How many signs of tokens one quick search is given: with more it stops too often.
const SIGNS_AT_ONCE: usize = 44;

/// Bits a character that a text has when its characters are drawn from about six; words and repetitions stay below.
const LEAST_BITS: f64 = 2.5;

/// Where the content of a Kubernetes secret stands in its manifest.
pub(in crate::rules) const CONTENT_OF_SECRET: [&str; 2] = ["data", "stringData"];

/// How such names end, and those of attributes that hold scripts.
const ENDINGS_OF_CONTENT: [&[u8; 3]; 2] = [b"ata", b"e64"];

/// What secrets look like.
pub(in crate::rules) struct SecretShapes {
    names: SecretNames,
    pub(super) pairs: Pairs,
    /// How names end that are asked for when values are looked at.
    endings: Endings,
    sources: BTreeMap<String, BTreeSet<String>>,
    published: BTreeMap<String, BTreeSet<String>>,
    pub(super) stores: Stores,
    /// Options that take the name of a secret, or of a file with one.
    pub(super) options_for_names: BTreeSet<String>,
    placeholders: AhoCorasick,
    tokens: Vec<Token>,
    /// Finds the beginning of each token, or what it contains where it has no beginning; patterns are in the order of
    /// `tokens`.
    signs: AhoCorasick,
    /// Each finds some of them, all together any, quickly; `None` where the processor cannot.
    any_sign: OnceLock<Option<Vec<packed::Searcher>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    names: SecretNames,
    pairs: Pairs,
    sources: BTreeMap<String, BTreeSet<String>>,
    published: BTreeMap<String, BTreeSet<String>>,
    store: Vec<Store>,
    open_in_stores: BTreeSet<String>,
    ids_in_stores: BTreeSet<String>,
    things_in_stores: BTreeSet<String>,
    secrets_in_stores: Vec<String>,
    regions: BTreeSet<String>,
    versioned: BTreeSet<String>,
    aws_ids: BTreeSet<String>,
    options_for_names: BTreeSet<String>,
    placeholders: Vec<String>,
    charset: BTreeMap<String, String>,
    token: Vec<Token>,
}

/// The file as it is read: a constant, parsed once.
static SHAPES: LazyLock<SecretShapes> = LazyLock::new(|| SecretShapes::of(embedded::table(&data_file!("secrets"))));

impl SecretShapes {
    /// Shorter texts are no tokens and no passwords worth the name: too many words are as short.
    pub(in crate::rules) const SHORTEST: usize = 8;

    /// What is built in.
    pub(in crate::rules) fn builtin() -> &'static Self {
        &SHAPES
    }

    fn of(file: File) -> Self {
        let mut tokens = file.token;
        for token in &mut tokens {
            let charset = file.charset.get(&token.charset);
            token.allowed = charset.map_or_else(Charset::default, |charset| Charset::read(charset));
        }
        // Made at every start, and asked for few texts: the kind that is made quickly.
        let mut search = AhoCorasick::builder();
        search.kind(Some(AhoCorasickKind::ContiguousNFA));
        let signs = embedded::search(&search, tokens.iter().map(Token::sign));
        let placeholders = embedded::search(search.ascii_case_insensitive(true), &file.placeholders);
        let names = file.names.indexed();
        let mut endings = names.endings().clone();
        file.pairs.values.iter().for_each(|name| endings.add(name));
        Self {
            names,
            pairs: file.pairs,
            endings,
            sources: file.sources,
            published: file.published,
            stores: Stores {
                all: file.store,
                open: file.open_in_stores,
                ids: file.ids_in_stores,
                things: file.things_in_stores,
                secrets: file.secrets_in_stores,
                regions: file.regions,
                versioned: file.versioned,
                aws_ids: file.aws_ids,
            },
            options_for_names: file.options_for_names,
            placeholders,
            signs,
            any_sign: OnceLock::new(),
            tokens,
        }
    }

    /// Whether a name that ends so may be a secret's, or hold a secret beside or below it; a quick look that says no
    /// for certain.
    pub(in crate::rules) fn may_end(&self, ending: [u8; 3]) -> bool {
        self.endings.has(ending) || ENDINGS_OF_CONTENT.contains(&&ending)
    }

    /// Whether what stands under the name, or below it, may be a secret; `behind` begins with the value.
    pub(in crate::rules) fn may_hold(&self, name: &str, behind: &str) -> bool {
        self.naming(name) != Naming::Other
            || self.is_value_of_pair(name)
            // Most machines have such a name, with nothing there or a plain script, which its text tells.
            || is_for_scripts(name) && begins_in_base64(behind)
            || CONTENT_OF_SECRET.contains(&name) && behind.trim_start().starts_with('{')
    }

    /// What the name of an attribute, key or variable tells about what it holds.
    pub(in crate::rules) fn naming(&self, name: &str) -> Naming {
        self.names.naming(name)
    }

    /// Whether an attribute, argument, key or variable of that name holds a secret.
    pub(in crate::rules) fn is_secret_name(&self, name: &str) -> bool {
        self.names.is_of_secret(name)
    }

    /// What the name of an argument in the configuration tells: there also what is written only, and stands in no
    /// state.
    pub(in crate::rules) fn naming_of_argument(&self, name: &str) -> Naming {
        self.naming(name.strip_suffix("_wo").unwrap_or(name))
    }

    /// What the name of an argument of a provider block says, where keys are credentials.
    pub(in crate::rules) fn naming_of_credential(&self, name: &str) -> Naming {
        if self.names.is_credential(name) {
            Naming::Secret
        } else {
            self.naming(name)
        }
    }

    /// Whether resources of that type make the secret that the attribute holds, whatever its name.
    pub(in crate::rules) fn is_source(&self, type_name: &str, attribute: &str) -> bool {
        has_attribute(&self.sources, type_name, attribute)
    }

    /// Whether what resources of that type hold in the attribute is made to be published, though it is named like a
    /// secret.
    pub(in crate::rules) fn is_published(&self, type_name: &str, attribute: &str) -> bool {
        has_attribute(&self.published, type_name, attribute)
    }

    /// Whether an attribute of that name tells which one a secret is, or where, and is none itself.
    pub(in crate::rules) fn is_about_secrets(&self, attribute: &str) -> bool {
        self.names.is_not_secret(attribute)
    }

    /// What token stands in the text, in words: "a GitHub personal access token". `None` when there is none.
    pub(in crate::rules) fn token(&self, text: &str) -> Option<&str> {
        if text.len() < Self::SHORTEST {
            return None;
        }
        self.signs
            .find_overlapping_iter(text)
            .filter_map(|found| Some((self.tokens.get(found.pattern().as_usize())?, found.start())))
            .find(|(token, at)| token.stands_at(text, *at).is_some_and(|token| self.is_random(token)))
            .map(|(token, _)| token.words.as_str())
    }

    /// Whether a token, or a command that gives a secret to something, may stand in the text; a quick look that says no
    /// for certain.
    pub(in crate::rules) fn may_hold_sign(&self, text: &str) -> bool {
        if text.len() < Self::SHORTEST {
            return false;
        }
        let make = || {
            let of_tokens = self.tokens.iter().map(Token::sign);
            let mut signs: Vec<String> = of_tokens.chain(SIGNS).map(str::to_owned).collect();
            // As the engines write them in a document.
            let escaped = signs
                .iter()
                .filter(|sign| sign.contains('&'))
                .map(|sign| sign.replace('&', "\\u0026"));
            signs.extend(escaped.collect::<Vec<_>>());
            // Signs that begin alike are told from the rest of a text together.
            signs.sort_unstable();
            let search = |signs: &[String]| {
                let mut config = packed::Config::new();
                config.heuristic_pattern_limits(false).builder().extend(signs).build()
            };
            signs.chunks(SIGNS_AT_ONCE).map(search).collect()
        };
        let any = self.any_sign.get_or_init(make).as_ref();
        any.is_none_or(|any| any.iter().any(|some| some.find(text).is_some()))
    }

    /// Whether a text that stands where a secret belongs can be one: not empty, not a placeholder, not a path, name or
    /// reference.
    pub(in crate::rules) fn is_secret_value(&self, text: &str) -> bool {
        let text = text.trim();
        !text.contains(char::is_whitespace)
            && !is_name(text)
            && !is_elsewhere(text)
            && !is_address(text)
            && self.is_random(text)
    }

    /// Whether a text is one where its name and a mark say that a secret stands there: short, common and in several
    /// words, too, as long as it is not nothing, not a placeholder and does not say where the secret is.
    pub(in crate::rules) fn is_weak_secret(&self, text: &str) -> bool {
        let text = text.trim();
        let is_nothing = || NOTHING.iter().any(|nothing| text.eq_ignore_ascii_case(nothing));
        // `planlint redact` writes `(sensitive value 1)`.
        let is_masked = text.starts_with(MASK.trim_end_matches(')'));
        // Objects and lists are judged by what is in them.
        let is_document = text.starts_with(['{', '[', '"', '\'']);
        let is_told = is_masked || is_document || is_nothing() || self.is_placeholder(text) || is_elsewhere(text);
        !text.is_empty() && !is_told
    }

    /// Whether a text is a secret where it stands under such a name.
    pub(in crate::rules) fn is_secret(&self, naming: Naming, text: &str) -> bool {
        match naming {
            Naming::Secret => self.is_secret_value(text),
            Naming::Perhaps => self.is_secret_value(text) && !is_label(text.trim()),
            Naming::Other => false,
        }
    }

    /// Whether a secret may stand in the text whatever its name, in a URL, as a token or given to a name; a quick look
    /// that says no for certain.
    pub(in crate::rules) fn may_be_in(&self, text: &str) -> bool {
        // In a list of arguments an option is a text.
        let may_have_option = || memchr::memmem::find(text.as_bytes(), b"\"-").is_some();
        may_have_password_in_url(text)
            || self.may_hold_sign(text)
            || self.may_assign(text)
            || may_have_option()
            || self.may_name_secret_in_text(text)
    }

    /// Whether a URL with a password for its user stands in the text: `postgres://user:password@host`.
    pub(in crate::rules) fn has_url_with_password(&self, text: &str) -> bool {
        passwords_in_urls(text).any(|password| self.is_password_of_user(password))
    }

    /// Whether it can be a password where it stands behind the name of a user, which says that it is one.
    pub(super) fn is_password_of_user(&self, password: &str) -> bool {
        let bare = password.trim_matches(|letter: char| "%[]{}<>".contains(letter));
        password.chars().nth(SHORTEST_BEHIND_USER - 1).is_some()
            && !is_name(bare)
            && !is_elsewhere(password)
            && !self.is_placeholder(password)
    }

    /// Whether the text is long and mixed enough, and nobody's example.
    fn is_random(&self, text: &str) -> bool {
        text.chars().nth(Self::SHORTEST - 1).is_some() && !self.is_placeholder(text) && bits(text) >= LEAST_BITS
    }

    fn is_placeholder(&self, text: &str) -> bool {
        self.placeholders.is_match(text)
    }
}

fn has_attribute(table: &BTreeMap<String, BTreeSet<String>>, type_name: &str, attribute: &str) -> bool {
    table
        .get(type_name)
        .is_some_and(|attributes| attributes.contains(attribute))
}

#[cfg(test)]
mod tests {
    use crate::facts::named::may_be_secret;

    use super::*;

    fn shapes() -> SecretShapes {
        SecretShapes::of(embedded::table(&data_file!("secrets")))
    }

    #[test]
    fn the_file_reads_and_says_what_it_means() {
        let file: File = serde_json::from_str(&data_file!("secrets")).unwrap();
        assert!(!file.token.is_empty());
        let mut ids = BTreeSet::new();
        for token in &file.token {
            assert!(ids.insert(&token.id), "{} stands twice", token.id);
            assert!(
                file.charset.contains_key(&token.charset),
                "{}: no such charset",
                token.id
            );
            assert!(
                !token.sign().is_empty() && token.min_length >= SecretShapes::SHORTEST,
                "{}",
                token.id
            );
            assert!(
                token.max_length.is_none_or(|most| most >= token.min_length),
                "{}",
                token.id
            );
            assert!(
                token.words.starts_with("a ") || token.words.starts_with("an "),
                "{}",
                token.id
            );
        }
        let names = &file.names;
        let suffixes = names.suffixes.iter().chain(&names.environment_suffixes);
        for name in names.attributes.iter().chain(suffixes.clone()) {
            assert!(
                name.len() - name.rfind('_').map_or(0, |at| at + 1) >= 2,
                "{name} is told by its ending"
            );
        }
        let lists: [&BTreeSet<String>; 10] = [
            &names.attributes,
            &names.perhaps,
            &names.perhaps_many,
            &names.not_secret,
            &file.open_in_stores,
            &file.ids_in_stores,
            &file.things_in_stores,
            &file.regions,
            &file.versioned,
            &file.options_for_names,
        ];
        let lists = lists.into_iter().flatten().chain(suffixes.clone());
        let words = lists.chain(&file.secrets_in_stores).map(String::as_str);
        for word in words.chain(file.aws_ids.iter().flat_map(|id| id.split('-'))) {
            let is_of_word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
            assert!(!word.is_empty() && word.bytes().all(is_of_word), "`{word}` is no word");
        }
        assert!(names.attributes.is_disjoint(&names.not_secret));
        let perhaps = names.perhaps.iter().chain(&names.perhaps_many);
        for name in names.attributes.iter().chain(perhaps).chain(suffixes) {
            assert!(may_be_secret(name), "{name} is shown in documents without marks");
        }
        assert!(file.store.is_sorted_by_key(|store| &store.type_name));
    }

    #[test]
    fn names_of_secrets_are_told_from_names_like_them() {
        let shapes = shapes();
        for (name, secret, why) in [
            ("password", true, "the name itself"),
            ("DB_PASSWORD", true, "a suffix, in capitals as environments write it"),
            ("adminPassword", true, "as ARM templates write it"),
            ("x-api-key", true, "a header"),
            ("spring.datasource.password", true, "a property"),
            ("ConnectionStrings:Password", true, "a section of settings"),
            ("nginx.ingress.kubernetes.io/auth-url", false, "an annotation"),
            ("DB_PASS", true, "short, as environments write it"),
            ("MYSQL_PWD", true, "shorter"),
            ("PGPASSWORD", true, "as libpq reads it"),
            ("JWT_SECRET", true, "what tokens are signed with"),
            ("DBPassword", true, "an acronym before it"),
            ("Db2Password", true, "a digit before it"),
            ("bypass", false, "another word"),
            ("GITHUB_TOKEN", false, "only perhaps"),
            ("SECRET_IDs", false, "ids"),
            ("passwords", true, "several"),
            ("userPasswords", true, "of several users"),
            ("api_tokens", true, "several tokens"),
            ("private_keys", true, "several keys"),
            ("tokens", false, "several, or how many of them"),
            ("secrets", false, "several, or their names"),
            ("pwd", true, "short, alone"),
            ("pass", true, "another short one, alone"),
            ("psk", true, "a key that both know"),
            ("aws_secret", true, "half of a credential"),
            ("password_length", false, "a number"),
            ("secret_id", false, "an id"),
            ("secret_name", false, "a name"),
            ("password_wo", false, "write-only values are in no file"),
            ("key", false, "too many keys are names"),
            ("tags", false, "nothing of the kind"),
        ] {
            assert_eq!(shapes.is_secret_name(name), secret, "{name}: {why}");
        }
        assert_eq!(shapes.naming_of_argument("password_wo"), Naming::Secret);
        assert_eq!(shapes.naming_of_argument("password_wo_version"), Naming::Other);
        assert_eq!(shapes.naming_of_credential("access_key"), Naming::Secret);
        assert_eq!(shapes.naming("access_key"), Naming::Other);
    }

    #[test]
    fn tokens_are_found_where_they_stand_whole() {
        let shapes = shapes();
        let pem = |kind: &str| format!("-----BEGIN {kind}-----\nMIIEowIBAAKCAQEAx7Qh2mP0\n-----END {kind}-----\n");
        let github = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
        for (text, found, why) in [
            (github.clone(), true, "alone"),
            (format!("echo {github}\n"), true, "in a script"),
            (format!("token={github}"), true, "after a sign"),
            (format!("x{github}"), false, "a letter before it"),
            (format!("{github}9"), false, "longer than its kind"),
            (format!("ghp_{}", "x".repeat(36)), false, "a placeholder"),
            (format!("ghp_{}", "0".repeat(36)), false, "no entropy"),
            (format!("AKIA{}", "Q3EGRIB7WXY5TZ2M"), true, "an AWS access key id"),
            ("AKIAIOSFODNN7EXAMPLE".to_owned(), false, "the one of the documentation"),
            (pem("RSA PRIVATE KEY"), true, "a key, over several lines"),
            (pem("CERTIFICATE"), false, "public"),
            (
                "https://a.blob.core.windows.net/p/a.zip?sv=2022-11-02&sp=r&sig=Qk1tZ3h0U2VjcmV0U2lnbmF0dXJl%3D"
                    .to_owned(),
                true,
                "whoever has the URL may read what it leads to",
            ),
            (
                "https://a.blob.core.windows.net/p/a.zip?sv=2022-11-02&sp=r".to_owned(),
                false,
                "without the signature",
            ),
            (
                "ab18Q~c9d8E7f6G5h4I3j2K1l0M9n8O7p6Q5r4S3t".to_owned(),
                false,
                "41 characters are too many",
            ),
            (
                "abc8Q~c9d8E7f6G5h4I3j2K1l0M9n8O7p6Q5r4".to_owned(),
                true,
                "no prefix: to both sides",
            ),
            (String::new(), false, "nothing"),
        ] {
            assert_eq!(shapes.token(&text).is_some(), found, "{why}");
        }
        assert_eq!(shapes.token(&github), Some("a GitHub personal access token"));
    }

    #[test]
    fn the_quick_look_misses_no_sign() {
        let shapes = shapes();
        for token in &shapes.tokens {
            let sign = token.sign();
            let rest = token.min_length - sign.len();
            for (before, behind) in [(0, rest), (rest, 0), (1, rest), (15, rest + 3), (40, 200)] {
                let text = format!("{}{sign}{}", ".".repeat(before), "~".repeat(behind));
                assert!(shapes.may_hold_sign(&text), "{text}");
            }
        }
        assert!(!shapes.may_hold_sign("a plain text, longer than any of the signs is by far"));
    }

    #[test]
    fn values_of_secrets_are_told_from_names_and_references() {
        let shapes = shapes();
        for (text, secret, why) in [
            ("Tr0ub4dor&3", true, "a password"),
            ("CANARY-SECRET-ATTRIBUTE-NEW", true, "as the fixtures write them"),
            ("aGVsbG8/d29ybGQ=", true, "base64"),
            ("postgres://app:S3cr3tPw@db:5432/app", true, "a URL with a password"),
            ("hunter2", false, "too short to be sure"),
            ("aaaaaaaaaaaa1", false, "no entropy"),
            ("ChangeMe123!", false, "a placeholder"),
            ("disabled", false, "a word"),
            ("prod/db/password", false, "a name in a store"),
            ("GITHUB_TOKEN", false, "a name of a variable"),
            ("${var.password}", false, "a template"),
            ("{{ vault_password }}", false, "somebody else's template"),
            (
                "arn:aws:secretsmanager:eu-central-1:123456789012:secret:db-Ab12",
                false,
                "where it is",
            ),
            ("/run/secrets/Db1", false, "a path"),
            ("keys/Service1.json", false, "a file"),
            ("https://vault.example2.net/v1/Kv", false, "where it is"),
            ("a text of Several words 12", false, "prose"),
            (
                "AQICAHhQ7qkzXxYB1Zl3cm6mXr1JjPqE0Yz0mQeDkT7kq0mJ1Q",
                false,
                "encrypted already",
            ),
            ("env:DB_PASSWORD_1", false, "a variable"),
            ("%DB_PASSWORD_1%", false, "one of Windows"),
            ("env:Tr0ub4dor&3xK", true, "no name"),
            ("%a1B2c3D4e5F6g7%", true, "another"),
            ("4929-1234-5678-9012", true, "digits"),
            ("2024-11-07", false, "a date"),
            ("", false, "nothing"),
        ] {
            assert_eq!(shapes.is_secret_value(text), secret, "{text}: {why}");
        }
    }

    #[test]
    fn variables_of_environments_hold_secrets_or_their_names() {
        let shapes = shapes();
        for (name, text, secret, why) in [
            ("STRIPE_SECRET", "9f86d081884c7d659a2f", true, "drawn from an alphabet"),
            ("GITHUB_TOKEN", "Tr0ub4dor&3-x", true, "a token"),
            ("DB_SECRET", "prod-db-credentials-v2", false, "the name of a secret"),
            ("DB_SECRET", "prod/db01/Credentials", false, "a path in a store"),
            (
                "next_token",
                "9f86d081884c7d659a2f",
                false,
                "no variable of an environment",
            ),
            ("DB_SECRET_ARN", "9f86d081884c7d659a2f", false, "where it is"),
        ] {
            assert_eq!(shapes.is_secret(shapes.naming(name), text), secret, "{name}: {why}");
        }
    }

    #[test]
    fn passwords_in_urls_are_told_from_what_stands_for_them() {
        let shapes = shapes();
        for (text, found, why) in [
            ("postgres://app:hunter2@db:5432/app", true, "short, but a password"),
            (
                "mongodb+srv://app:P%40ss-1234@cluster0.example2.net/x",
                true,
                "another scheme",
            ),
            (
                "run --url=https://ci:Tr0ub4dor@git.acme.io/a.git now",
                true,
                "in a command",
            ),
            (
                "see https://acme.io/ and redis://:Tr0ub4dor@cache",
                true,
                "no user, and not the first",
            ),
            ("postgres://app@db/app", false, "no password"),
            ("postgres://app:password@db/app", false, "a word"),
            ("postgres://postgres:postgres@localhost", false, "the same"),
            ("postgres://app:${DB_PASSWORD}@db/app", false, "a template"),
            ("postgres://app:$PASSWORD@db/app", false, "a variable"),
            ("postgres://app:%PASSWORD%@db/app", false, "another variable"),
            ("postgres://app:<password>@db/app", false, "to be filled in"),
            ("postgres://%s:%s@%s/app", false, "a format"),
            ("postgres://app:****@db/app", false, "masked"),
            ("https://acme.io:8080/@scope/package", false, "a port and a path"),
            (
                "https://acme.io:8443/x?mail=ops:team1@acme.io",
                false,
                "an address of mail",
            ),
            ("git@github.com:acme/app.git", false, "no scheme"),
            ("", false, "nothing"),
        ] {
            assert_eq!(shapes.has_url_with_password(text), found, "{text}: {why}");
            assert!(!found || may_have_password_in_url(text), "{text}: the quick look");
        }
    }
}
