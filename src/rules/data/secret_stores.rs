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
mod tests;
