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
mod tests;
