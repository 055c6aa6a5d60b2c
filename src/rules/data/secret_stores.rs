//! Attributes of types that keep secrets, whatever these are called, read from `secrets.toml`, and what in them is none.

use std::collections::BTreeSet;
use std::rc::Rc;

use serde::Deserialize;
use serde_json::Value;

use super::secret_names::{Naming, snake_case};
use super::secret_texts::{is_label, is_setting, is_uuid};
use super::secrets::SecretShapes;
use crate::facts::named::may_be_secret;
use crate::rules::data::plain;

/// Shorter words that mix letters and digits are rather names of things: `app01`.
const SHORTEST_MIXED: usize = 6;

/// Longer texts are no names, and would be gone through for each value of a list.
const LONGEST_NAME: usize = 512;

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
    pub(super) azure_regions: BTreeSet<String>,
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
        if self.stores.things.contains(&*name) {
            Called::Thing
        } else if self.stores.ids.contains(last) {
            Called::Id
        } else if self.stores.open.contains(last) || self.is_about_secrets(&name) {
            Called::Open
        } else if self.naming(own) != Naming::Other {
            Called::Secret
        } else if may_be_secret(own) {
            Called::Perhaps
        } else {
            Called::Untold
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
        let is_name = is_label(text) || is_uuid(text);
        let is_open = || is_setting(text) || self.is_region_or_id(text);
        let kept = |is_secret: bool| is_secret.then_some(Kept::Secret);
        let perhaps = |is_secret: bool| is_secret.then_some(Kept::Perhaps);
        match called {
            Called::Id | Called::Open | Called::Thing | Called::Untold if is_open() => None,
            Called::Id => kept(is_strong && !is_of_id && !is_name || has_sign),
            Called::Open if is_name || is_word => None,
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
        if !text.trim_start().starts_with(['{', '[']) {
            return None;
        }
        // The reader has a limit of depth, so that no text can exhaust the stack.
        let mut open: Vec<(Rc<str>, Value)> = vec![("".into(), serde_json::from_str(text).ok()?)];
        while let Some((name, value)) = open.pop() {
            match value {
                Value::Array(items) => open.extend(items.into_iter().map(|item| (Rc::clone(&name), item))),
                Value::Object(members) => open.extend(members.into_iter().map(|(name, below)| (name.into(), below))),
                Value::String(text) if self.keeps_as_member(&name, &text, is_marked) => return Some(true),
                _ => {}
            }
        }
        Some(false)
    }

    /// Whether a member of what a store keeps is a secret. Beside secrets stand their settings, so that words are some
    /// only under the names of secrets.
    pub(in crate::rules) fn keeps_as_member(&self, name: &str, text: &str, is_marked: bool) -> bool {
        let called = self.called_in_store(name);
        self.kept(called, text, is_marked && called == Called::Secret) == Some(Kept::Secret)
    }

    /// Whether it is a region of Azure, or the id of a resource of AWS: `westeurope`, `vpc-0a1b2c3d`.
    fn is_region_or_id(&self, text: &str) -> bool {
        let is_id = |(kind, id): (&str, &str)| {
            self.stores.aws_ids.contains(kind)
                && matches!(id.len(), 8 | 17)
                && id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        };
        self.stores.azure_regions.contains(&plain(text)) || text.rsplit_once('-').is_some_and(is_id)
    }
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
            ("admin-pw", Called::Perhaps, "a word that is masked"),
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
            ("{Xk29fjq!lsP0", true, None, "no document"),
        ] {
            assert_eq!(shapes.keeps_in_document(text, marked), wanted, "{why}");
        }
    }
}
