//! What names tell of secrets, where a document is too old to mark all that its providers keep secret.

use std::borrow::Cow;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use foldhash::fast::RandomState;
use indexmap::IndexMap;

use crate::facts::{Facts, Subject};
use crate::json::{Document, Kind, Node, ReadError, keys};
use crate::tofu::{EngineVersion, InstanceObject, Mode, Plan, Raw, State, StateFile, StateFileResource};

use super::assigned::{assignment, gives, taken};
use super::marked::changes;
use super::marks::Marks;
use super::named_pairs::{is_name_beside, is_value_beside};
use super::of_types::OF_TYPES;
use super::quoted::stands_out;
use super::secrets::NESTED;
use super::urls;

// `NAMES`, `NAMES_BESIDE`, `VALUES_BESIDE` and `MADE_OR_KEPT`, of which the rules know, too: `build.rs` reads them from
// `rules/data/secrets.toml`.
include!(concat!(env!("OUT_DIR"), "/named_secrets.rs"));

/// Parts of names of attributes that hold secrets, whatever else such a name says.
const PARTS: [&str; 10] = [
    "bcrypt",
    "credential",
    "passphrase",
    "passwd",
    "password",
    "plaintext",
    "pwd",
    "secret",
    "sensitive",
    "token",
];

/// Further ones, in whatever way their words are put together, unless the name ends in one of `TELLING`.
const FURTHER_PARTS: [&str; 34] = [
    "accesskey",
    "accountkey",
    "apikey",
    "authheader",
    "authkey",
    "clientkey",
    "connectionstring",
    "connectionuri",
    "deploykey",
    "encryptionkey",
    "hmackey",
    "integrationkey",
    "kubeconfig",
    "licensekey",
    "masterkey",
    "mnemonic",
    "primarykey",
    "privatekey",
    "pskkey",
    "rawkey",
    "readonlykey",
    "recoveryanswer",
    "recoverykey",
    "routingkey",
    "sasurl",
    "secondarykey",
    "sharedaccesssignature",
    "sharedkey",
    "signingkey",
    "sshkey",
    "storagekey",
    "totp",
    "unsealkey",
    "wireguardkey",
];

/// Words of which each of those has one, however it is put together.
const IN_FURTHER_PARTS: [&str; 9] = [
    "answer",
    "config",
    "connection",
    "header",
    "key",
    "mnemonic",
    "sas",
    "signature",
    "totp",
];

/// Last words of names of what tells which one it is, or of what kind, and is no secret itself.
pub(super) const TELLING: [&str; 10] = [
    "context", "id", "ids", "link", "name", "names", "path", "spec", "type", "username",
];

/// Further last words of names of what is about a secret: where it comes from, how long it holds. Under them nothing is
/// looked for that stands elsewhere or in a text; in its own place it is hidden, since a source may have it written out,
/// unless it is a number or an ARN.
const ABOUT: [&str; 30] = [
    "age",
    "arn",
    "arns",
    "at",
    "count",
    "date",
    "days",
    "enabled",
    "endpoint",
    "expiration",
    "expiry",
    "file",
    "format",
    "length",
    "limit",
    "max",
    "min",
    "mode",
    "policy",
    "ref",
    "size",
    "source",
    "status",
    "stdin",
    "strategy",
    "time",
    "timeout",
    "ttl",
    "validity",
    "version",
];

/// Last words of names of numbers about a secret: its length, its age. No such number is one.
const MEASURES: [&str; 18] = [
    "age",
    "count",
    "days",
    "expiration",
    "expiry",
    "hours",
    "length",
    "limit",
    "max",
    "min",
    "minutes",
    "seconds",
    "size",
    "time",
    "timeout",
    "ttl",
    "validity",
    "version",
];

/// How names end, in small letters and without signs, that hold nothing but a secret. Where only a part of a name says
/// so, it may be that of an id, a number or another name, which would be hidden wherever it stands: in addresses, too.
pub(super) const ENDS: [&str; 16] = [
    "accesskey",
    "apikey",
    "otp",
    "pass",
    "passcode",
    "passphrase",
    "passwd",
    "password",
    "pin",
    "privatekey",
    "psk",
    "pw",
    "pwd",
    "secret",
    "secretkey",
    "token",
];

/// Words with which other names of secrets end: elsewhere in a name they tell of something else, as those of `ENDS` do
/// in `pass_through`.
const LAST_WORDS: [&str; 4] = ["authorization", "bearer", "dsn", "jwt"];

/// Words that end in `pass` and are none.
const NO_PASSWORDS: [&str; 3] = ["bypass", "compass", "trespass"];

/// What a name tells of the value under it, the surer the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Told {
    /// It is a secret if it looks like one: other values under such names are words, which stand everywhere.
    IfItStandsOut,
    /// It is one.
    Surely,
}

/// Which names count as marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::facts) enum Names {
    /// Every name that may be a secret's: the value is masked where it stands.
    Any,
    /// Names of nothing but secrets, and others where the value looks like one: it is looked for everywhere.
    Sure,
}

impl Names {
    pub(in crate::facts) fn has(self, name: &str) -> bool {
        self.tell(name) == Some(Told::Surely)
    }

    fn tell(self, name: &str) -> Option<Told> {
        match self {
            Self::Any => may_be_secret(name).then_some(Told::Surely),
            Self::Sure if is_sure(name) => Some(Told::Surely),
            Self::Sure => (may_be_secret(name) && !is_about(name)).then_some(Told::IfItStandsOut),
        }
    }

    /// What a name marks of the value under it, and the names of its members.
    pub(in crate::facts) fn marks_named<'a>(self, name: &str, value: Raw<'a>) -> Result<Marks<'a>, ReadError> {
        let document = Document::read(value.text())?;
        let told = self.tell(name).filter(|_| !only_tells(name, document.root()));
        Ok(match told {
            Some(Told::Surely) => Marks::On,
            Some(Told::IfItStandsOut) => outstanding(document.root()).or(self.marks_of("", Some(value))?),
            None => self.marks_of("", Some(value))?,
        })
    }

    /// What the names of its members mark in a value.
    pub(in crate::facts) fn marks(self, value: Option<Raw<'_>>) -> Result<Marks<'_>, ReadError> {
        let Some(raw) = value.filter(|raw| !raw.is_null()) else {
            return Ok(Marks::Off);
        };
        let document = Document::read(raw.text())?;
        Ok(self.of(document.root(), false))
    }

    /// What of an object names mark, and what its type, passwords in URLs, and names and options in texts mark beside
    /// them.
    pub(in crate::facts) fn marks_of<'a>(
        self,
        type_name: &str,
        value: Option<Raw<'a>>,
    ) -> Result<Marks<'a>, ReadError> {
        let Some(raw) = value.filter(|raw| !raw.is_null()) else {
            return Ok(Marks::Off);
        };
        let document = Document::read(raw.text())?;
        let marks = self.of(document.root(), self == Self::Any);
        let root = document.root();
        let members: Vec<_> = members_of_type(type_name)
            .map(|path| Marks::of_path(root, path))
            .collect();
        Ok(if members.is_empty() {
            marks
        } else {
            marks.or(Marks::of_members(members))
        })
    }

    /// Gives every text and number that stands under such a name in a value, also where texts in it are JSON.
    pub(in crate::facts) fn each_text(self, value: Raw<'_>, give: &mut dyn FnMut(&str)) -> Result<(), ReadError> {
        let document = Document::read(value.text())?;
        self.texts_below(document.root(), None, NESTED, give);
        Ok(())
    }

    fn texts_below(self, node: Node<'_, '_>, told: Option<Told>, deeper: usize, give: &mut dyn FnMut(&str)) {
        match node.kind() {
            Kind::Array => {
                let taken = self.taken(node);
                for (at, item) in node.items().enumerate() {
                    let taken = taken.binary_search(&at).ok().map(|_| Told::Surely);
                    self.texts_below(item, told.max(taken), deeper, give);
                }
            }
            Kind::Object => {
                let beside = self.told_beside(node);
                for entry in node.entries() {
                    let key = entry.key();
                    let above = told.filter(|told| *told == Told::Surely || !is_about(&key));
                    let told = above.max(self.told_of(&key, beside));
                    self.texts_below(entry.value(), told, deeper, give);
                }
            }
            Kind::Number if told == Some(Told::Surely) => give(node.text()),
            Kind::String => {
                let text = node.as_str().unwrap_or_default();
                let is_secret = match told {
                    Some(Told::Surely) => true,
                    Some(Told::IfItStandsOut) => stands_out(&text),
                    None => false,
                };
                if is_secret {
                    give(&text);
                } else if let Some((_, value)) = assignment(&text).filter(|(name, _)| self.has(name)) {
                    give(value);
                }
                let is_json = text.trim_start().starts_with(['{', '[']);
                if let Some(deeper) = deeper.checked_sub(1).filter(|_| is_json)
                    && let Ok(inside) = Document::read(&text)
                {
                    self.texts_below(inside.root(), told, deeper, give);
                }
            }
            Kind::Null | Kind::Bool | Kind::Number => {}
        }
    }

    /// Whether an object says of the value in it that it is a secret: `{"name": "DB_PASSWORD", "value": …}`.
    pub(super) fn has_name_beside(self, object: Node<'_, '_>) -> bool {
        self.told_beside(object) == Some(Told::Surely)
    }

    /// What an object says of the value in it: `{"name": "DB_PASSWORD", "value": …}`.
    fn told_beside(self, object: Node<'_, '_>) -> Option<Told> {
        let names = object.entries().filter(|entry| is_name_beside(&entry.key()));
        names.filter_map(|entry| self.tell(&entry.value().as_str()?)).max()
    }

    /// What is told of a member, where `beside` is what a name beside it tells.
    fn told_of(self, key: &str, beside: Option<Told>) -> Option<Told> {
        self.tell(key).max(beside.filter(|_| is_value_beside(key)))
    }

    /// Which elements of a list are secrets, where it is that of a command: texts alone.
    pub(super) fn taken(self, list: Node<'_, '_>) -> Vec<usize> {
        let words: Option<Vec<_>> = list.items().map(Node::as_str).collect();
        let words = words.unwrap_or_default();
        let words: Vec<&str> = words.iter().map(|word| &**word).collect();
        taken(&words, |name| self.has(name))
    }

    /// `in_texts` says whether texts tell, too.
    fn of<'a>(self, node: Node<'_, 'a>, in_texts: bool) -> Marks<'a> {
        match node.kind() {
            Kind::Array => {
                let taken = if in_texts { self.taken(node) } else { Vec::new() };
                let items = node
                    .items()
                    .enumerate()
                    .map(|(at, item)| match taken.binary_search(&at) {
                        Ok(_) => Marks::On,
                        Err(_) => self.of(item, in_texts),
                    });
                Marks::of_items(items.collect())
            }
            Kind::Object => {
                let beside = self.told_beside(node);
                let members = node.entries().map(|entry| {
                    let (key, value) = (entry.key(), entry.value());
                    let told = self.told_of(&key, beside).filter(|_| !only_tells(&key, value));
                    let marks = match told {
                        Some(Told::Surely) => Marks::On,
                        Some(Told::IfItStandsOut) => outstanding(value).or(self.of(value, in_texts)),
                        None => self.of(value, in_texts),
                    };
                    (key, marks)
                });
                Marks::of_members(members.collect())
            }
            Kind::String if in_texts => {
                let given = |text: Cow<'_, str>| gives(&text, |name| self.has(name));
                let is_secret = urls::holds_password(node) || node.as_str().is_some_and(given);
                if is_secret { Marks::On } else { Marks::Off }
            }
            Kind::Null | Kind::Bool | Kind::Number | Kind::String => Marks::Off,
        }
    }
}

/// Marks the texts in a value that look like secrets.
fn outstanding<'a>(node: Node<'_, 'a>) -> Marks<'a> {
    match node.kind() {
        Kind::Array => Marks::of_items(node.items().map(outstanding).collect()),
        Kind::Object => {
            let members = node.entries().filter(|entry| !is_about(&entry.key()));
            Marks::of_members(members.map(|entry| (entry.key(), outstanding(entry.value()))).collect())
        }
        Kind::String if node.as_str().is_some_and(|text| stands_out(&text)) => Marks::On,
        Kind::Null | Kind::Bool | Kind::Number | Kind::String => Marks::Off,
    }
}

/// Whether a name holds nothing but a secret. Names of what is there already tell which one it is.
#[must_use]
pub(crate) fn is_sure(name: &str) -> bool {
    let mut joined: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    joined.make_ascii_lowercase();
    ENDS.iter().any(|end| joined.ends_with(end)) && !joined.starts_with("existing") && may_be_secret(name)
}

/// Whether a name is that of something about a secret: which one it is, where it stands, until when it is valid.
pub(super) fn is_about(name: &str) -> bool {
    ends_with_one_of(name, &TELLING) || ends_with_one_of(name, &ABOUT)
}

fn ends_with_one_of(name: &str, words: &[&str]) -> bool {
    let last = name.rsplit(|letter: char| !letter.is_ascii_alphanumeric()).next();
    let last = last.unwrap_or_default();
    let mut words = words.iter();
    words.any(|word| word.eq_ignore_ascii_case(last) || ends_with_word(last, word))
}

/// Whether what stands under a name is known to only tell of a secret, whatever the name says.
fn only_tells(name: &str, value: Node<'_, '_>) -> bool {
    is_measure(name, value.kind()) || value.as_str().is_some_and(|text| is_arn(name, &text))
}

/// Whether a value of that name is a number about something: its length, its age.
pub(crate) fn is_measure(name: &str, kind: Kind) -> bool {
    kind == Kind::Number && ends_with_one_of(name, &MEASURES)
}

/// Whether a text of that name says which object of AWS it is.
pub(crate) fn is_arn(name: &str, text: &str) -> bool {
    text.starts_with("arn:") && ends_with_one_of(name, &["arn"])
}

/// Whether a document that is too old for marks says of an output that it is a secret, by its name or in its value.
pub(in crate::facts) fn marks_output<'a>(name: &str, values: impl IntoIterator<Item = Option<Raw<'a>>>) -> bool {
    // What cannot be read is shown to nobody.
    let is_secret = |value| urls::is_in(value).unwrap_or(true);
    may_be_secret(name) || values.into_iter().flatten().any(is_secret)
}

/// Whether a value of that name may be a secret, so that nothing should quote it.
#[must_use]
pub(crate) fn may_be_secret(name: &str) -> bool {
    // Old plans ask it of every name, of which few have such a word.
    static ANY: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
        let mut search = AhoCorasick::builder();
        let words = PARTS.iter().chain(&IN_FURTHER_PARTS);
        search.ascii_case_insensitive(true).build(words).ok()
    });
    let is_letter = |letter: char| !matches!(letter, '_' | '-' | '.' | ' ' | ':' | '/');
    let last = name.rsplit(|letter| !is_letter(letter)).next().unwrap_or_default();
    let ends_with = |word: &&str| word.eq_ignore_ascii_case(last) || ends_with_word(last, word);
    if is_password(last) || LAST_WORDS.iter().chain(&ENDS).any(ends_with) {
        return true;
    }
    if ANY.as_ref().is_some_and(|any| !any.is_match(name)) {
        return false;
    }
    let lower = name.to_ascii_lowercase();
    let joined: String = lower.chars().filter(|letter| is_letter(*letter)).collect();
    PARTS.iter().any(|part| lower.contains(part))
        || NAMES.binary_search(&&*joined).is_ok()
        || FURTHER_PARTS.iter().any(|part| joined.contains(part)) && !TELLING.iter().any(ends_with)
}

/// Whether a word ends in `pass`, as `dbpass` does.
fn is_password(word: &str) -> bool {
    let mut others = NO_PASSWORDS.iter();
    end(word, "pass").is_some() && !others.any(|other| end(word, other).is_some())
}

/// The end of a name where it is that word, in whatever case.
fn end<'n>(name: &'n str, word: &str) -> Option<&'n str> {
    let last = name.get(name.len().checked_sub(word.len())?..)?;
    last.eq_ignore_ascii_case(word).then_some(last)
}

/// Whether a name in which capitals begin words ends with that one: `adminPass`.
pub(super) fn ends_with_word(name: &str, word: &str) -> bool {
    let begins = |last: &str| last.starts_with(|letter: char| letter.is_ascii_uppercase());
    end(name, word).is_some_and(begins) && !name.bytes().all(|byte| byte.is_ascii_uppercase())
}

impl Facts<'_> {
    /// Whether the document is too old to mark all that its providers keep secret, so that names do.
    #[must_use]
    pub(crate) fn names_are_marks(&self) -> bool {
        *self.names_are_marks.get_or_init(|| match self.subject {
            Subject::Plan(plan) => in_plan(plan),
            Subject::State(state) => in_state(state),
            Subject::StateFile(file) => in_state_file(file),
        })
    }
}

/// Whether the writer is older than marks (T0.15), or than those of providers (T0.15.2).
pub(in crate::facts) fn in_plan(plan: &Plan<'_>) -> bool {
    if EngineVersion::is_in(plan.terraform_version.as_deref(), "<0.15.2") == Some(true) {
        return true;
    }
    let of_resources = changes(plan).map(|wire| &wire.change);
    let mut all = of_resources.chain(plan.output_changes.values()).peekable();
    if all.peek().is_none() {
        return plan.format_version.as_deref() == Some("0.1");
    }
    all.any(|change| change.after_sensitive.is_none())
}

/// Whether the writer is older than the marks of providers in what `show -json` prints of a state (T1.5). Of an empty
/// state nobody needs to know.
pub(in crate::facts) fn in_state(state: &State<'_>) -> bool {
    let Some(values) = &state.values else {
        return false;
    };
    let mut resources = values.root_module.walk().flat_map(|module| &module.resources);
    EngineVersion::is_in(state.terraform_version.as_deref(), ">=1.5") != Some(true)
        || resources.any(|resource| resource.sensitive_values.is_none())
}

/// Whether the writer is older than the marks of providers in raw states (T1.8, O1.8).
pub(in crate::facts) fn in_state_file(file: &StateFile<'_>) -> bool {
    EngineVersion::is_in(file.terraform_version.as_deref(), ">=1.8") != Some(true)
}

/// Where names count as marks in what a raw state holds of a resource.
pub(in crate::facts) struct StoredNames<'a> {
    always: bool,
    has_plain_letters: bool,
    /// Whether names so far tell of a secret: all instances have the same ones.
    asked: IndexMap<&'a str, bool, RandomState>,
}

impl<'a> StoredNames<'a> {
    /// In older files, and in data sources, of which OpenTofu (1.12) writes no marks of providers, whatever its version.
    pub(in crate::facts) fn of(file: &StateFile<'_>, resource: &StateFileResource<'_>) -> Self {
        let is_of_type = || members_of_type(&resource.r#type).next().is_some();
        Self {
            always: in_state_file(file) || resource.mode == Mode::Data || is_of_type(),
            has_plain_letters: file.plain_letters,
            asked: IndexMap::default(),
        }
    }

    /// Whether they count in this object of it. Both engines keep one that they do not touch as an older engine wrote it,
    /// in a file that names the newer one alone (O1.12, T1.11): it has no marks, and perhaps an attribute with such a
    /// name. Most have none, and need not be read.
    pub(in crate::facts) fn count_in(&mut self, object: &InstanceObject<'a>) -> bool {
        self.always || object.sensitive_attributes.is_empty() && object.attributes.is_some_and(|raw| self.may_tell(raw))
    }

    fn may_tell(&mut self, raw: Raw<'a>) -> bool {
        let text = raw.text();
        let holds_something = |behind: &str| !behind.trim_start().starts_with(['n', 't', 'f']);
        let named = keys::ending(text, |_| true).filter(|(_, behind)| holds_something(behind));
        let mut tells = named.map(|(name, _)| *self.asked.entry(name).or_insert_with(|| may_be_secret(name)));
        tells.any(|tells| tells) || !self.has_plain_letters && keys::has_escaped_letter(text)
    }
}

/// The attributes in which objects of a type hold a secret, whatever they are called.
fn members_of_type(type_name: &str) -> impl Iterator<Item = &'static str> {
    let of_type = OF_TYPES
        .iter()
        .chain(MADE_OR_KEPT)
        .filter(move |(of, _)| *of == type_name);
    of_type.flat_map(|(_, attributes)| attributes.iter().copied())
}

#[cfg(test)]
mod tests;
