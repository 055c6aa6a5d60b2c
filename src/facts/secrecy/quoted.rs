//! Which values a finding may quote that nothing marks: not those that may be secrets all the same.

use super::named::{ENDS, TELLING, ends_with_word, may_be_secret};
use super::urls::passwords_in_urls;
use crate::facts::attr::Attr;
use crate::facts::change::ResourceChange;
use crate::tofu::{Step, Text};

/// Words of so many characters that mix their kinds are drawn at random: tokens, and some ids.
const DRAWN: usize = 16;

/// And so many of small letters and digits; ids of AWS have 17 behind their dash.
const DRAWN_SMALL: usize = 20;

/// And so many of letters of both cases with digits among them.
const DRAWN_MIXED: usize = 8;

/// Last words of names that say nothing of what stands under them: what that is, something beside or around it tells.
const CONTENTS: [&str; 11] = [
    "args", "base64", "body", "command", "content", "data", "default", "json", "payload", "text", "value",
];

/// With more members beside it a value has its name from its own.
const MOST_BESIDE: usize = 256;

/// Longer texts beside a value are not its name.
const LONGEST_NAME: usize = 128;

/// Whether what stands at a path in an object of that type may be a secret because of what stands around it: a name on
/// the way says so, what is beside it names it so, the word before it in a list is an option, or the whole object is a
/// secret.
#[must_use]
pub(crate) fn may_be_secret_at(object: Attr<'_, '_>, type_name: &str, path: &[Step<'_>]) -> bool {
    let holds_secrets = names_secret(type_name);
    let mut around = object;
    for step in path {
        let is_told = match step {
            Step::Key(key) => names_secret(key) || is_content(key) && (holds_secrets || has_secret_name(around, key)),
            Step::Index(index) => index
                .checked_sub(1)
                .and_then(|before| usize::try_from(before).ok())
                .is_some_and(|before| around.at(before).text_is(takes_secret).is_true()),
            Step::Other(_) => false,
        };
        if is_told {
            return true;
        }
        around = around.along(std::slice::from_ref(step));
    }
    false
}

/// Whether the word behind that one in a list may be a secret: `--password`, `requirepass`.
fn takes_secret(word: &str) -> bool {
    word.starts_with('-') || names_secret(word)
}

/// Last words before `key` whose keys are public, or tell where something stands.
const OPEN_KEYS: [&str; 12] = [
    "cache",
    "cluster",
    "foreign",
    "hash",
    "map",
    "metric",
    "partition",
    "public",
    "range",
    "sort",
    "tag",
    "tags",
];

/// Words with which a name may be that of a secret wherever they stand in it, as those of `ENDS` may, beside what makes
/// values of old documents sensitive.
const FURTHER_WORDS: [&str; 14] = [
    "auth",
    "community",
    "cookie",
    "cred",
    "creds",
    "dockerconfigjson",
    "hmac",
    "kennwort",
    "keystore",
    "passwort",
    "pat",
    "pem",
    "pfx",
    "seed",
];

/// Whether a name may be that of a secret, so that what it names is not quoted: no value is told rather than one too
/// many.
fn names_secret(name: &str) -> bool {
    if may_be_secret(name) {
        return true;
    }
    let words = words_of(name);
    let Some(last) = words.last() else { return false };
    if TELLING.contains(&last.as_str()) {
        return false;
    }
    let before = words.len().checked_sub(2).and_then(|before| words.get(before));
    let is_key = last.len() > 3 && last.ends_with("key")
        || last == "key" && before.is_some_and(|before| !OPEN_KEYS.contains(&before.as_str()));
    is_key
        || words.iter().any(|word| {
            FURTHER_WORDS.iter().chain(&ENDS).any(|one| word == one) || word.len() > 2 && word.ends_with("pw")
        })
}

/// The words of a name in small letters, without the digits at their ends: `DB_PW1` is `db` and `pw`.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for letter in name.chars() {
        if !letter.is_ascii_alphanumeric() || was_small && letter.is_ascii_uppercase() {
            words.push(String::new());
        }
        was_small = letter.is_ascii_lowercase() || letter.is_ascii_digit();
        if let Some(word) = words.last_mut().filter(|_| letter.is_ascii_alphanumeric()) {
            word.push(letter.to_ascii_lowercase());
        }
    }
    let of_letters = words
        .iter()
        .map(|word| word.trim_end_matches(|letter: char| letter.is_ascii_digit()).to_owned());
    of_letters.filter(|word| !word.is_empty()).collect()
}

/// Whether a name says nothing of what stands under it: `value`, `plaintext_value`, `stringData`.
pub(super) fn is_content(name: &str) -> bool {
    let last = name.rsplit(|letter: char| !letter.is_ascii_alphanumeric()).next();
    let last = last.unwrap_or_default();
    let is_in = |word: &str| {
        let mut contents = CONTENTS.iter();
        contents.any(|content| word.eq_ignore_ascii_case(content) || ends_with_word(word, content))
    };
    is_in(last) || last.strip_suffix('s').is_some_and(is_in)
}

/// Whether a text beside the member names a secret: `name = "DB_PASSWORD"`, `kind = "Secret"`.
fn has_secret_name(object: Attr<'_, '_>, member: &str) -> bool {
    let is_name = |text: &str| text.len() <= LONGEST_NAME && !text.contains(char::is_whitespace) && names_secret(text);
    // An object with more members is no pair but a map, and would be gone through for each of them.
    let mut entries = object.entries();
    object.entries().nth(MOST_BESIDE).is_none()
        && entries.any(|(key, beside)| key != member && beside.text_is(is_name).is_true())
}

/// Whether a text may hold a secret, whatever its name: credentials, the options of a command, or a word that nobody
/// would think of.
#[must_use]
pub(crate) fn may_hold_secret(text: &str) -> bool {
    has_credentials(text)
        || has_options(text)
        || sets_secret(text)
        || text.split(|letter| !is_of_word(letter)).any(is_drawn)
        || text.split(char::is_whitespace).any(mixes_signs)
}

/// Whether a text is no word, name or place, so that whoever finds it elsewhere has found the same secret: it has a
/// password in a URL or a word that looks drawn at random, or mixes three kinds of characters as passwords do.
pub(super) fn stands_out(text: &str) -> bool {
    if passwords_in_urls(text).next().is_some() {
        return true;
    }
    let is_url = text.contains("://") && !text.contains('?');
    if is_url || text.starts_with("arn:") || is_date(text) || is_public(text) {
        return false;
    }
    let kinds: [fn(char) -> bool; 4] = [
        |letter| letter.is_ascii_digit(),
        |letter| letter.is_lowercase(),
        |letter| letter.is_uppercase(),
        |letter| !letter.is_alphanumeric() && !letter.is_whitespace(),
    ];
    let mixes = || kinds.iter().filter(|kind| text.contains(**kind)).count() > 2;
    text.split(|letter| !is_of_word(letter)).any(is_drawn)
        || text.split(char::is_whitespace).any(mixes_signs)
        || !text.contains('/') && mixes()
}

/// Whether a text begins with a day, as times do.
fn is_date(text: &str) -> bool {
    let day = text.as_bytes().get(..10);
    day.is_some_and(|day| {
        day.iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        })
    })
}

/// Whether it is the public half of a key.
fn is_public(text: &str) -> bool {
    let beginnings = ["ssh-", "ecdsa-sha2-", "-----BEGIN CERTIFICATE", "-----BEGIN PUBLIC"];
    !text.contains("PRIVATE") && beginnings.iter().any(|beginning| text.starts_with(beginning))
}

/// Whether it is a URL with a user in it, or more than a name that speaks of a secret.
fn has_credentials(text: &str) -> bool {
    const WORDS: [&str; 8] = [
        "-----begin",
        "authorization",
        "bearer ",
        "chpasswd",
        "passwd",
        "password",
        "secret",
        "token",
    ];
    let lower = text.to_ascii_lowercase();
    let has_user = lower.split_once("://").is_some_and(|(_, behind)| behind.contains('@'))
        || lower.split(char::is_whitespace).any(has_user_and_password);
    let has_query = lower
        .split_once("://")
        .is_some_and(|(_, behind)| behind.contains('?') && behind.contains('='));
    let is_name = !text.contains(|letter: char| letter.is_whitespace() || matches!(letter, '=' | ':'));
    has_user || has_query || !is_name && WORDS.iter().any(|word| lower.contains(word))
}

/// Whether a word is `user:password@host`; an image that is pinned, `app:1.2@sha256:…`, is none.
fn has_user_and_password(word: &str) -> bool {
    word.split_once('@')
        .is_some_and(|(user, host)| user.contains(':') && !host.starts_with("sha"))
}

/// Whether it gives something to a name of secrets: `DB_PW=…`, `host=a;pwd=…`, `apikey: …`, `login app pw …`.
fn sets_secret(text: &str) -> bool {
    let ends = |letter: char| letter.is_whitespace() || "\"';,&?{}".contains(letter);
    let mut words = text.split(ends).filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        let name = word.split_once(['=', ':']).map(|(name, _)| name);
        if names_secret(name.unwrap_or(word)) && (name.is_some() || words.peek().is_some()) {
            return true;
        }
    }
    false
}

/// Commands give secrets to options of one letter: `mysql -p…`.
fn has_options(text: &str) -> bool {
    let is_option = |word: &str| {
        word.strip_prefix('-')
            .is_some_and(|rest| rest.starts_with(|letter: char| letter == '-' || letter.is_ascii_alphabetic()))
    };
    text.split_whitespace().skip(1).any(is_option)
}

fn is_of_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "_+=&!".contains(letter)
}

/// Whether a word has letters of both cases and digits, or capitals and digits alone, and is long; or a part of it has
/// digits among its letters, and both cases or more letters than ids of clouds have.
fn is_drawn(word: &str) -> bool {
    let has = |word: &str, of: fn(&u8) -> bool| word.as_bytes().iter().any(of);
    if word.len() >= DRAWN && has(word, u8::is_ascii_digit) && has(word, u8::is_ascii_uppercase) {
        return true;
    }
    word.split(|letter: char| !letter.is_ascii_alphanumeric()).any(|part| {
        let pairs = part.as_bytes().windows(2);
        let mixes = pairs
            .filter(|pair| matches!(pair, [b'0'..=b'9', letter] if letter.is_ascii_alphabetic()))
            .count();
        let both = has(part, u8::is_ascii_lowercase) && has(part, u8::is_ascii_uppercase);
        mixes > 0 && (part.len() >= DRAWN_SMALL || both && mixes > 1 && part.len() >= DRAWN_MIXED)
    })
}

/// Whether a word mixes letters, digits and several signs that no name has, as passwords do.
fn mixes_signs(word: &str) -> bool {
    let mut signs = word.matches(|letter| "@#$~*!%^&+|<>?".contains(letter));
    let first = signs.next();
    signs.any(|sign| Some(sign) != first)
        && word.contains(|letter: char| letter.is_ascii_digit())
        && word.contains(|letter: char| letter.is_alphabetic())
}

impl<'a> ResourceChange<'a> {
    /// The id of the object that is imported, as far as it may be told: not where the attribute `id` is sensitive or
    /// another sensitive attribute has the same text, however short, nor one with credentials in it.
    #[must_use]
    pub(crate) fn import_id(&self) -> Option<Text<'a>> {
        let id = self.wire.change.importing.as_ref()?.id?.as_string()?;
        let is_open = self.marks().is_none_or(|marks| marks.get("id").is_off());
        let is_marked = || {
            let objects = [self.before(), self.after()];
            objects.iter().flatten().any(|object| has_marked(object.root(), &id))
        };
        let may_be_told = !has_credentials(&id) && !has_options(&id) && !sets_secret(&id);
        (is_open && may_be_told && !is_marked()).then_some(id)
    }
}

/// Whether a text in the value is sensitive and the same.
fn has_marked(root: Attr<'_, '_>, text: &str) -> bool {
    let mut open = vec![(root, false)];
    while let Some((attr, inside)) = open.pop() {
        let is_sensitive = inside || attr.is_sensitive();
        if is_sensitive && attr.text_is(|own| own == text).is_true() {
            return true;
        }
        open.extend(attr.items().map(|item| (item, is_sensitive)));
        open.extend(attr.entries().map(|(_, below)| (below, is_sensitive)));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_may_be_secrets_are_not_quoted() {
        for (text, may_hold, why) in [
            ("postgres://app:hunter2@db.example/app", true, "a URL with a user"),
            ("https://db.example/app", false, "one without"),
            ("CREATE USER app PASSWORD='hunter2'", true, "a statement"),
            ("--token=abc", true, "an argument"),
            ("app-secrets", false, "a name"),
            ("eu-west-1", false, "nothing of the kind"),
            ("mysql -u root -phunter2", true, "options of a command"),
            ("a - b", false, "a dash"),
            ("curl -H \"Authorization: Basic YTpi\"", true, "a header"),
            ("ghp_aB3dE5gH7jK9mN1pQ3sT5vX7zA2cD4fG6hJ8", true, "a token"),
            ("AKIAQ3EGRIB7WXY5TZ2M", true, "half of a key"),
            ("Tr0ub4dor&3xK!9z", true, "a password"),
            ("ami-0abcd1234ef567890", false, "an id"),
            ("8f14e45f-ceea-467f-9b0d-1c2d3e4f5a6b", false, "another"),
            ("arn:aws:iam::123456789012:role/AppServer2", false, "a name of AWS"),
            ("Standard_D4s_v5", false, "a size"),
            ("\"pw=hunter2\"", true, "in quotes, as it is told"),
            ("Server=db;Uid=sa;Pwd=hunter2", true, "a connection string"),
            ("user=app,pin=4711", true, "one of several"),
            ("apikey: hunter2", true, "as YAML has it"),
            ("sha256:abcdef", false, "a digest"),
            (
                "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",
                true,
                "a token of small letters",
            ),
            ("glpat-x3Jq9LmZt7-Wp4Rv8KsY", true, "one in parts"),
            ("x3/Jq9LmZt7/Wp4Rv8KsY", true, "base64"),
            ("P@ss#w0rd$2024", true, "signs"),
            ("app:hunter22@db:5432/app", true, "a user without a scheme"),
            ("https://x.example/y?access_code=hunter22", true, "a query"),
            ("machine h login bob pw hunter22", true, "a word before it"),
            ("registry.example/app:1.2@sha256:0a1b", false, "an image"),
            ("subnet-0bb1c79de3a1b2c3d", false, "the longest ids of AWS"),
            ("m5d.24xlarge", false, "another size"),
            ("2001:db8::/32", false, "a network"),
            ("arn:aws:s3:::logs/*", false, "a pattern"),
            ("Managed by Terraform 1.5", false, "words"),
        ] {
            assert_eq!(may_hold_secret(text), may_hold, "{text}: {why}");
        }
    }

    #[test]
    fn names_of_what_may_be_a_secret() {
        for name in [
            "APP_KEY",
            "aes_key",
            "privkey",
            "DB_CREDS",
            "pw1",
            "DB_PW1",
            "bindpw",
            "DB_PASS_PROD",
            "GITHUB_PAT",
            "basic_auth",
            "registryAuth",
            "NPM_AUTH",
            "erlang_cookie",
            ".dockerconfigjson",
            "snmp_community",
            "passwort",
            "password",
            "pass2",
        ] {
            assert!(names_secret(name), "{name}");
        }
        for name in [
            "key",
            "hash_key",
            "public_key",
            "key_name",
            "auth_type",
            "instance_type",
            "name",
            "path",
            "pattern",
            "availability_zone",
        ] {
            assert!(!names_secret(name), "{name}");
        }
    }

    #[test]
    fn what_stands_around_a_value_tells_that_it_may_be_a_secret() {
        for (type_name, object, path, may_be, why) in [
            ("t", r#"{"password":"x"}"#, r#"["password"]"#, true, "its own name"),
            (
                "t",
                r#"{"env":[{"name":"DB_PASSWORD","value":"x"}]}"#,
                r#"["env",0,"value"]"#,
                true,
                "the name beside it",
            ),
            (
                "t",
                r#"{"env":[{"name":"DB_HOST","value":"x"}]}"#,
                r#"["env",0,"value"]"#,
                false,
                "another one",
            ),
            (
                "t",
                r#"{"args":["--pw","x"]}"#,
                r#"["args",1]"#,
                true,
                "behind an option",
            ),
            (
                "t",
                r#"{"args":["requirepass","x"]}"#,
                r#"["args",1]"#,
                true,
                "behind a word that takes one",
            ),
            (
                "t",
                r#"{"args":["serve","x"]}"#,
                r#"["args",1]"#,
                false,
                "behind another",
            ),
            (
                "kubernetes_secret_v1",
                r#"{"data":{"a":"x"}}"#,
                r#"["data","a"]"#,
                true,
                "the content of a secret",
            ),
            (
                "kubernetes_secret_v1",
                r#"{"metadata":[{"name":"x"}]}"#,
                r#"["metadata",0,"name"]"#,
                false,
                "its name",
            ),
            (
                "t",
                r#"{"m":{"kind":"Secret","stringData":{"a":"x"}}}"#,
                r#"["m","stringData","a"]"#,
                true,
                "by its kind",
            ),
            (
                "t",
                r#"{"name":"token-rotator","security_context":[{"run_as_user":"1"}]}"#,
                r#"["security_context",0,"run_as_user"]"#,
                false,
                "no content, but a context",
            ),
            (
                "aws_instance",
                r#"{"ami":"ami-1"}"#,
                r#"["ami"]"#,
                false,
                "nothing around it",
            ),
        ] {
            let object =
                crate::facts::attr::Object::read(Some(serde_json::from_str(object).unwrap()), None, []).unwrap();
            let path: Vec<Step<'_>> = serde_json::from_str(path).unwrap();
            assert_eq!(may_be_secret_at(object.root(), type_name, &path), may_be, "{why}");
        }
    }

    #[test]
    fn ids_that_are_secrets_are_not_told() {
        for (id, told, why) in [
            ("db-1", true, "an id"),
            ("pw", false, "what another attribute holds, which is sensitive"),
            ("in", false, "and a part of one"),
            ("postgres://app:hunter2@db1/app", false, "a URL with a user"),
        ] {
            let wire = format!(
                r#"{{"address":"t.n","change":{{"actions":["no-op"],"before":{{"result":"pw","a":[{{"b":"in"}}],"c":"db-1"}},
                "after":{{"result":"pw","a":[{{"b":"in"}}],"c":"db-1"}},"importing":{{"id":"{id}"}},
                "before_sensitive":{{"result":true,"a":[{{"b":true}}]}},"after_sensitive":{{"result":true,"a":[{{"b":true}}]}}}}}}"#
            );
            let plan = format!(r#"{{"format_version":"1.2","resource_changes":[{wire}]}}"#);
            let plan = serde_json::from_str(&plan).unwrap();
            let facts = crate::facts::Facts::of_plan(&plan, None).unwrap();
            assert_eq!(facts.changes[0].import_id().is_some(), told, "{why}");
        }
    }
}
