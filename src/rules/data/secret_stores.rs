//! Attributes of types that keep secrets, whatever these are called, read from `secrets.toml`, and what in them is none.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::secret_names::{Naming, snake_case};
use super::secret_texts::{is_label, is_loose_label, is_setting};
use super::secrets::SecretShapes;
use crate::facts::assigned::is_uuid;
use crate::facts::named::{is_sure, may_be_secret};
use crate::rules::data::plain;

/// Shorter words that mix letters and digits are rather names of things: `app01`.
const SHORTEST_MIXED: usize = 6;

/// Longer texts are no names, and would be gone through for each value of a list.
const LONGEST_NAME: usize = 512;

/// `3.11`, `22.04.5`: a longer number behind a name is rather a code.
const LONGEST_VERSION: usize = 7;

/// Names end in no longer numbers.
const MOST_DIGITS: usize = 4;

/// An attribute of a type that keeps a secret, whatever it is called.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Store {
    #[serde(rename = "type")]
    pub(super) type_name: String,
    pub(super) attribute: String,
    /// The argument that says how the secret is called; `None` where it is one of those that say it of any value.
    pub(in crate::rules) name: Option<String>,
    /// Whether each member is a secret with a name of its own.
    #[serde(default)]
    pub(in crate::rules) members: bool,
    when: Option<Beside>,
}

/// What is written beside it where it is a secret.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Beside {
    argument: String,
    is: String,
}

/// What keeps secrets, and what it keeps beside them.
pub(super) struct Stores {
    pub(super) all: Vec<Store>,
    /// Last words of names of what anybody may know.
    pub(super) open: BTreeSet<String>,
    /// Last words of names of what may also look as if it were drawn at random.
    pub(super) ids: BTreeSet<String>,
    /// Whole names of what has a password.
    pub(super) things: BTreeSet<String>,
    /// Last words of names of secrets.
    pub(super) secrets: Vec<String>,
    pub(super) regions: BTreeSet<String>,
    /// What has versions behind its name.
    pub(super) versioned: BTreeSet<String>,
    /// How ids of resources of AWS begin.
    pub(super) aws_ids: BTreeSet<String>,
}

/// What a name tells of what a store keeps under it. Of several the first in this order counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::rules) enum Called {
    /// A secret.
    Secret,
    /// An id, which may look as if it were drawn at random.
    Id,
    /// What anybody may know, or can guess: a user, a host.
    Open,
    /// Something that has a password: `DB`.
    Thing,
    /// One of the words that are masked in old documents: a secret, but for what looks like an id.
    Perhaps,
    /// Nothing.
    Untold,
}

impl Called {
    /// What it tells inside of an object with a name: what is in a password is one, unless its own name says otherwise.
    fn below(self, around: Self) -> Self {
        match self {
            Self::Perhaps | Self::Untold if around == Self::Secret => around,
            own => own,
        }
    }
}

/// How sure it is that a store keeps a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rules) enum Kept {
    /// A secret.
    Secret,
    /// A secret, or what is called like one.
    Perhaps,
}

impl SecretShapes {
    /// The store that resources of that type are, in the argument. `is` says whether the one beside it of the first
    /// name is written like the second.
    pub(in crate::rules) fn store(
        &self,
        type_name: &str,
        argument: &str,
        is: impl Fn(&str, &str) -> bool,
    ) -> Option<&Store> {
        let argument = argument.strip_suffix("_wo").unwrap_or(argument);
        let mut stores = self.stores.all.iter();
        stores.find(|store| {
            let beside = store.when.as_ref();
            store.type_name == type_name
                && store.attribute == argument
                && beside.is_none_or(|beside| is(&beside.argument, &beside.is))
        })
    }

    /// What the name tells under which a store keeps something: `/prod/db/password`.
    pub(in crate::rules) fn called_in_store(&self, written: &str) -> Called {
        if written.len() > LONGEST_NAME {
            return Called::Untold;
        }
        let own = written.rsplit(['/', '.', ':']).next().unwrap_or_default();
        let name = snake_case(own);
        let last = name.rsplit('_').next().unwrap_or_default();
        let ends_in = |words: &String| {
            let before = name.strip_suffix(words.as_str());
            before.is_some_and(|before| before.is_empty() || before.ends_with('_'))
        };
        if self.stores.things.contains(&*name) {
            Called::Thing
        } else if self.stores.ids.contains(last) {
            Called::Id
        } else if self.stores.open.contains(last) || self.is_about_secrets(&name) {
            Called::Open
        } else if self.naming(own) != Naming::Other || is_sure(own) || self.stores.secrets.iter().any(ends_in) {
            Called::Secret
        } else if may_be_secret(own) {
            Called::Perhaps
        } else {
            Called::Untold
        }
    }

    /// What the name of a map tells about a member whose own name tells nothing: `passwords = {app = …}`. Beside
    /// secrets stand the ids and names of what they are for, so that only the value tells.
    pub(in crate::rules) fn naming_in_map(&self, map: &str, key: &str) -> Naming {
        let ends = |words: &str| {
            let last = map.len().checked_sub(words.len()).and_then(|start| map.get(start..));
            last.is_some_and(|last| last.eq_ignore_ascii_case(words))
        };
        // Credentials are a user as well, and `pass` is one.
        let is_of_many = ends("s") && !ends("ss") && !ends("credentials") && map.len() <= LONGEST_NAME;
        if !is_of_many || self.naming(map) == Naming::Other {
            return Naming::Other;
        }
        match self.called_in_store(key) {
            Called::Id | Called::Open => Naming::Other,
            _ => Naming::Perhaps,
        }
    }

    /// What a text is that a store keeps under such a name. Where the provider marks it, words are secrets, too.
    pub(in crate::rules) fn kept(&self, called: Called, text: &str, is_marked: bool) -> Option<Kept> {
        let text = text.trim();
        let is_strong = self.is_secret_value(text);
        if !(is_strong || is_marked && self.is_weak_secret(text)) {
            return None;
        }
        let is_of = |kinds: fn(char) -> bool| text.chars().all(kinds);
        let is_number = is_of(|letter| letter.is_ascii_digit());
        let is_word = is_of(|letter| letter.is_alphabetic() || letter == ' ');
        // As databases, users and accounts of storage are: `acmeprod01`, `AppUser2`.
        let stem = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let is_numbered = text.len() - stem.len() <= MOST_DIGITS && stem.bytes().all(|byte| byte.is_ascii_alphabetic());
        let is_mixed = text.len() >= SHORTEST_MIXED && is_of(|letter| letter.is_ascii_alphanumeric());
        // No user, host or region is written with one of these, and no id with any other sign than these.
        let has_sign = text.contains(['!', '$', '^']) && !text.contains("://");
        let is_of_id = is_of(|letter| letter.is_ascii_alphanumeric() || "-_.:".contains(letter))
            || is_of(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "-_./".contains(letter));
        let is_name = is_uuid(text) || parts(text).all(is_label);
        let is_open = || is_setting(text) || parts(text).all(|part| is_setting(part) || self.is_known(part));
        let kept = |is_secret: bool| is_secret.then_some(Kept::Secret);
        let perhaps = |is_secret: bool| is_secret.then_some(Kept::Perhaps);
        match called {
            Called::Id | Called::Open | Called::Thing | Called::Untold if is_open() => None,
            Called::Id => kept(is_strong && !is_of_id && !is_name || has_sign),
            Called::Open if is_name || is_word || parts(text).all(is_loose_label) => None,
            Called::Open => kept(is_strong && !is_number && !is_numbered || has_sign),
            // Databases are called in small letters.
            Called::Thing if is_name || is_word => perhaps(is_strong && text.contains(char::is_uppercase)),
            Called::Thing if is_number || is_numbered || !is_strong && !has_sign => perhaps(is_mixed),
            Called::Perhaps if is_name => Some(Kept::Perhaps),
            Called::Untold if is_name => perhaps(is_strong || is_phrase(text)),
            Called::Untold if is_word || is_number => Some(Kept::Perhaps),
            Called::Secret | Called::Thing | Called::Perhaps | Called::Untold => Some(Kept::Secret),
        }
    }

    /// Whether a document in JSON that a store keeps has a secret in it: under the name of one, or under any where it is
    /// long and mixed. `None` for what is no document.
    pub(in crate::rules) fn keeps_in_document(&self, text: &str, is_marked: bool) -> Option<bool> {
        self.keeps_in_document_called(Called::Untold, text, is_marked)
    }

    fn keeps_in_document_called(&self, called: Called, text: &str, is_marked: bool) -> Option<bool> {
        if !text.trim_start().starts_with(['{', '[']) {
            return None;
        }
        // The reader has a limit of depth, so that no text can exhaust the stack.
        let mut open: Vec<(Called, Value)> = vec![(called, serde_json::from_str(text).ok()?)];
        while let Some((called, value)) = open.pop() {
            match value {
                Value::Array(items) => open.extend(items.into_iter().map(|item| (called, item))),
                Value::Object(members) => {
                    let of_pair = self.called_in_pair(&members);
                    open.extend(members.into_iter().map(|(name, below)| {
                        let own = of_pair.filter(|_| self.is_value_of_pair(&name));
                        let own = own.unwrap_or_else(|| self.called_in_store(&name));
                        (own.below(called), below)
                    }));
                }
                Value::String(text) => {
                    let inside = text.starts_with(['{', '[']).then(|| serde_json::from_str(&text).ok());
                    match inside.flatten() {
                        Some(inside) => open.push((called, inside)),
                        None if self.keeps_called(called, &text, is_marked) => return Some(true),
                        None => {}
                    }
                }
                // A password may be a number; elsewhere numbers are settings.
                Value::Number(number)
                    if called == Called::Secret && self.keeps_called(called, &number.to_string(), is_marked) =>
                {
                    return Some(true);
                }
                _ => {}
            }
        }
        Some(false)
    }

    /// What the name among the members of an object tells of the value beside it.
    fn called_in_pair(&self, members: &Map<String, Value>) -> Option<Called> {
        let names = members.iter().filter(|(key, _)| self.is_name_of_pair(key));
        let told = names.filter_map(|(_, name)| Some(self.called_in_store(name.as_str()?)));
        told.min()
    }

    /// Whether a member of what a store keeps is a secret. Beside secrets stand their settings, so that words are some
    /// only under the names of secrets.
    pub(in crate::rules) fn keeps_as_member(&self, name: &str, text: &str, is_marked: bool) -> bool {
        let called = self.called_in_store(name);
        let in_document = self.keeps_in_document_called(called, text, is_marked);
        in_document.unwrap_or_else(|| self.keeps_called(called, text, is_marked))
    }

    fn keeps_called(&self, called: Called, text: &str, is_marked: bool) -> bool {
        self.kept(called, text, is_marked && called == Called::Secret) == Some(Kept::Secret)
    }

    /// Whether it is a region, the id of a resource of AWS, or something with its version: `westeurope`, `vpc-0a1b2c3d`,
    /// `python3.11`.
    fn is_known(&self, text: &str) -> bool {
        let is_id = |(kind, id): (&str, &str)| {
            self.stores.aws_ids.contains(kind)
                && matches!(id.len(), 8 | 17)
                && id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        };
        let last = text.rsplit('/').next().unwrap_or_default();
        let is_versioned = || {
            let word = last.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
            let version = last.get(word.len()..).unwrap_or_default();
            let word = word.trim_end_matches(['v', '-', ':', '_']);
            (1..=LONGEST_VERSION).contains(&version.len()) && self.stores.versioned.contains(&word.to_ascii_lowercase())
        };
        self.stores.regions.contains(&plain(text))
            || text.rsplit_once('-').is_some_and(is_id)
            || is_versioned() && (last == text || is_loose_label(text))
    }
}

/// What stands between the commas of a list; the text itself where there are none.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim)
}

/// Whether the text is so many words that it is rather a password of words than a name.
fn is_phrase(text: &str) -> bool {
    const WORDS: usize = 4;
    const LETTERS: usize = 4;
    let mut words = text.split(['-', '_', '.', ':', '/']);
    let is_word = |word: &str| word.len() >= LETTERS && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    words.clone().count() >= WORDS && words.all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_stores_tell_of_secrets_and_of_what_anybody_may_know() {
        let shapes = SecretShapes::builtin();
        for (name, wanted, why) in [
            ("/prod/db/password", Called::Secret, "the last part of a path"),
            ("db-password", Called::Secret, "with dashes"),
            ("GITHUB_TOKEN", Called::Secret, "a token"),
            ("admin-pw", Called::Secret, "a short word for one"),
            ("pwd", Called::Secret, "another, alone"),
            ("access_key", Called::Secret, "a key that is nothing else"),
            (
                "encryption_key",
                Called::Secret,
                "as environments write it, in small letters",
            ),
            ("kafka-keytab-secret-file", Called::Perhaps, "a word that is masked"),
            ("compass", Called::Untold, "no word for one"),
            ("payments", Called::Untold, "it does not say"),
            ("DB", Called::Thing, "of a database only that it is one"),
            ("/prod/db", Called::Thing, "of one in production"),
            ("orders-db", Called::Open, "which one it is"),
            ("db-username", Called::Open, "half of a login"),
            ("DB_HOST", Called::Open, "where it is"),
            ("token-url", Called::Open, "where tokens are"),
            ("/app/logLevel", Called::Open, "a setting"),
            ("ARM_CLIENT_ID", Called::Id, "an id"),
            ("tfstate-bucket", Called::Id, "a name that often has one in it"),
        ] {
            assert_eq!(shapes.called_in_store(name), wanted, "{name}: {why}");
        }
    }

    #[test]
    fn maps_of_many_secrets_tell_about_members_that_tell_nothing() {
        let shapes = SecretShapes::builtin();
        for (map, key, wanted, why) in [
            ("passwords", "app", Naming::Perhaps, "whose password it is"),
            ("tokens", "db", Naming::Perhaps, "what it is for"),
            ("DB_PASSWORDS", "orders", Naming::Perhaps, "in capitals"),
            ("tokens", "user_id", Naming::Other, "an id"),
            ("secrets", "arn", Naming::Other, "where it is"),
            ("secrets", "secret_name", Naming::Other, "a name"),
            ("password", "app", Naming::Other, "one, with what belongs to it"),
            ("credentials", "app", Naming::Other, "a user, too"),
            ("db_pass", "app", Naming::Other, "one of them, though it ends so"),
            ("subnets", "app", Naming::Other, "no secrets"),
        ] {
            assert_eq!(shapes.naming_in_map(map, key), wanted, "{map}.{key}: {why}");
        }
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "one table: a row a text, under names of each kind")]
    fn what_stores_keep_is_a_secret_unless_it_is_a_setting() {
        let shapes = SecretShapes::builtin();
        let (sure, perhaps, none) = (Some(Kept::Secret), Some(Kept::Perhaps), None);
        // Under the name of a secret, of something that has one, of what anybody may know, and under one that tells nothing.
        for (text, of_secret, of_thing, open, untold, why) in [
            ("westeurope", sure, none, none, none, "a region of Azure"),
            ("West Europe", sure, none, none, none, "as people write it"),
            ("westeurope7", sure, perhaps, none, sure, "no region"),
            ("us-gov-west-1", sure, none, none, none, "a region of AWS"),
            ("europe-west1-b", sure, none, none, none, "a zone of Google"),
            ("localhost", sure, none, none, none, "a host"),
            ("localhost:5432", sure, none, none, none, "with its port"),
            ("localhost:hunter2", sure, sure, sure, sure, "no port"),
            ("subnet-0bb1c79de3a1b2c3d", sure, none, none, none, "an id of AWS"),
            ("tgw-attach-0bb1c79d", sure, none, none, none, "an old one"),
            ("subnet-0bb1c79de3a1b2c3", sure, sure, sure, sure, "too short for one"),
            (
                "horse-0bb1c79de3a1b2c3d",
                sure,
                sure,
                sure,
                sure,
                "of nothing that AWS has",
            ),
            ("v1.27.3", sure, none, none, none, "a version"),
            ("1.29.0-rc.1", sure, none, none, none, "another"),
            ("v1.Xk29fjqP", sure, sure, sure, sure, "none"),
            ("ops@acme.io", sure, none, none, none, "an address of mail"),
            ("Jane.Doe@Acme.io", sure, none, none, none, "with capitals"),
            ("P@Ssw0rd.Co", sure, sure, sure, sure, "no user of one letter"),
            (
                "kafka-1:9092,kafka-2:9092",
                sure,
                none,
                none,
                perhaps,
                "names in a list",
            ),
            ("acme.io,www.acme.io", sure, none, none, perhaps, "hosts in one"),
            ("10.0.0.0/8, 192.168.0.0/16", sure, none, none, none, "networks in one"),
            (
                "acme.io,Xk29fjqPlsP0",
                sure,
                sure,
                sure,
                sure,
                "one of which is a secret",
            ),
            ("30s", sure, none, none, none, "a duration"),
            ("100Mi", sure, none, none, none, "a size"),
            ("100Mx", sure, none, none, sure, "no unit"),
            ("RS256", sure, none, none, none, "an algorithm"),
            ("RS2567", sure, perhaps, none, sure, "none"),
            ("TLSv1.2", sure, none, none, none, "a protocol"),
            ("python3.11", sure, none, none, none, "a runtime"),
            ("node18", sure, none, none, none, "another"),
            ("Xk29fjqPlsP0/node18", sure, sure, sure, sure, "none alone"),
            ("python3.11.7391", sure, sure, none, sure, "no version"),
            ("linux/amd64", sure, none, none, none, "a platform"),
            ("linux/Xk29fjqPlsP0", sure, sure, sure, sure, "none"),
            ("fra1", sure, none, none, none, "a region of DigitalOcean"),
            ("2024-01-01T00:00:00Z", sure, none, none, none, "a time"),
            ("2024-01-01TXk29fjqPl", sure, sure, sure, sure, "none"),
            ("Standard_D2s_v3", sure, sure, none, sure, "a size of a machine"),
            ("7731", sure, none, none, perhaps, "a PIN"),
            ("8443", sure, none, none, none, "no PIN but a port"),
            ("2024", sure, none, none, none, "a year"),
            ("4829-7731-0042-9981", sure, none, none, perhaps, "a recovery code"),
            ("4829-77-31", sure, none, none, none, "no such groups"),
            (
                "a1:b2:c3:d4:e5:f6:07:18:29:3a:4b:5c:6d:7e:8f:90",
                sure,
                none,
                none,
                perhaps,
                "a key",
            ),
            ("a1:b2:c3:d4:e5:f6", sure, none, none, none, "an address of hardware"),
            ("P@ss1word.x", sure, sure, sure, sure, "none"),
            (
                "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5",
                sure,
                none,
                none,
                none,
                "a public key",
            ),
            ("5432", sure, none, none, none, "a port"),
            ("123456789012", sure, perhaps, none, perhaps, "an account, or a code"),
            ("739105", sure, perhaps, none, perhaps, "a code"),
            ("orders", sure, none, none, perhaps, "a word"),
            ("orders-prod-01", sure, none, none, perhaps, "a name"),
            ("prod-orders", sure, none, none, none, "one of words alone"),
            (
                "correct-horse-battery-staple",
                sure,
                none,
                none,
                perhaps,
                "so many are none",
            ),
            ("Summer-2024", sure, perhaps, none, perhaps, "with a capital"),
            ("app01", sure, none, none, sure, "a short one"),
            ("hunter2", sure, perhaps, none, sure, "a word with a digit"),
            ("acmeprod01", sure, perhaps, none, sure, "a longer one"),
            ("AppUser01", sure, perhaps, none, sure, "with capitals"),
            ("acme2prod01", sure, sure, sure, sure, "with digits inside"),
            ("P@ss1!", sure, sure, sure, sure, "a sign that no name has"),
            ("Xk29fjqPlsP0", sure, sure, sure, sure, "drawn from an alphabet"),
            ("changeme", none, none, none, none, "a placeholder"),
            (
                "arn:aws:iam::123456789012:role/App",
                none,
                none,
                none,
                none,
                "where it is",
            ),
        ] {
            let kept = [Called::Secret, Called::Thing, Called::Open, Called::Untold]
                .map(|called| shapes.kept(called, text, true));
            assert_eq!(kept, [of_secret, of_thing, open, untold], "{text}: {why}");
        }
        let digest = format!("sha256:{}", "8f14e45fceea167a".repeat(4));
        for image in [digest.clone(), format!("ghcr.io/acme/app@{digest}")] {
            assert_eq!(shapes.kept(Called::Untold, &image, true), none, "what anybody may pull");
        }
        let short = digest.trim_end_matches('a');
        assert_eq!(shapes.kept(Called::Untold, short, true), sure, "no digest");
        let client = "aB3dE5fG7hI9jK1lM3nO5pQ7";
        assert_eq!(shapes.kept(Called::Id, client, true), none, "ids are drawn, too");
        assert_eq!(shapes.kept(Called::Id, "acme/orders1", true), none, "a path");
        assert_eq!(shapes.kept(Called::Id, "P@ssw0rd", true), sure, "no id has such a sign");
        assert_eq!(
            shapes.kept(Called::Id, "S3cr3t!Pass9", true),
            sure,
            "no id has such a sign"
        );
        assert_eq!(
            shapes.kept(Called::Untold, "hunter2", false),
            none,
            "what nobody marks is a word"
        );
    }

    #[test]
    fn documents_in_stores_are_judged_by_their_members() {
        let shapes = SecretShapes::builtin();
        for (text, marked, wanted, why) in [
            (
                r#"{"AWS_REGION":"eu-west-1","DB":"orders1"}"#,
                true,
                Some(false),
                "settings",
            ),
            (
                r#"{"username":"app","password":"hunter2"}"#,
                true,
                Some(true),
                "a word under the name of a secret",
            ),
            (
                r#"{"username":"app","password":"hunter2"}"#,
                false,
                Some(false),
                "which nobody marks",
            ),
            (r#"{"payments":"Xk29fjqPlsP0"}"#, false, Some(true), "whatever its name"),
            (r#"{"payments":"hunter2"}"#, true, Some(false), "a setting rather"),
            (
                r#"{"db":{"hosts":["db1.acme.io:5432"]}}"#,
                true,
                Some(false),
                "further inside",
            ),
            (
                r#"{"username":"app","password":12345678}"#,
                true,
                Some(true),
                "a number there",
            ),
            (
                r#"{"port":15432,"payments":12345678}"#,
                true,
                Some(false),
                "no password",
            ),
            (r#"{"pass":"hunter2"}"#, true, Some(true), "by another name"),
            (r#"{"admin_pw":"hunter2"}"#, true, Some(true), "by a short one"),
            (r#"{"compass":"hunter2"}"#, true, Some(false), "no name of one"),
            (
                r#"{"password":{"value":"hunter2"}}"#,
                true,
                Some(true),
                "the name around it",
            ),
            (r#"{"credentials":{"app":"hunter2"}}"#, true, Some(true), "of each"),
            (
                r#"{"credentials":{"username":"app","type":"basic","password_policy":"strong"}}"#,
                true,
                Some(false),
                "names of their own",
            ),
            (
                r#"[{"name":"DB_PASSWORD","value":"hunter2"}]"#,
                true,
                Some(true),
                "the name beside it",
            ),
            (
                r#"{"config":"{\"db\":{\"host\":\"db1\"}}"}"#,
                true,
                Some(false),
                "a document inside",
            ),
            (
                r#"{"config":"{\"db\":{\"password\":\"letmein\"}}"}"#,
                true,
                Some(true),
                "with a secret in it",
            ),
            (
                r#"[{"name":"DB_USER","value":"hunter2"},{"key":"hunter2"}]"#,
                true,
                Some(false),
                "none of a secret",
            ),
            ("{Xk29fjq!lsP0", true, None, "no document"),
        ] {
            assert_eq!(shapes.keeps_in_document(text, marked), wanted, "{why}");
        }
        for (name, text, wanted, why) in [
            (
                "config.json",
                r#"{"region":"eu-west-1","replicas":[3]}"#,
                false,
                "settings",
            ),
            ("config.json", r#"{"pin":7731}"#, true, "a PIN among them"),
            ("passwords", r#"{"app":"hunter2"}"#, true, "what the member is called"),
            ("config.json", "{Xk29fjqPlsP0", true, "no document"),
        ] {
            assert_eq!(shapes.keeps_as_member(name, text, true), wanted, "{name}: {why}");
        }
    }
}
