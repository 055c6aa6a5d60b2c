//! What a pattern says literally, and what an address has of that.

use std::borrow::Cow;

use super::{Glob, KeyPattern, Named, Part, Pattern};
use crate::facts::address::{Address, AddressMode, Key, ModulePath};

/// What a text is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::lint) enum Of {
    /// All names on the way to an object and its key; keys of modules are left to the match.
    Instance,
    /// The same without the key.
    Object,
    Name,
    Key,
    Type,
    Module,
    ModuleKey,
    /// The type that a finding says, not that of an address.
    SaidType,
    Provider,
    /// A provider that is not told: all that speak of providers are asked.
    NoProvider,
    /// An address that is none: it is meant by its own text.
    Text,
}

/// How much of the text is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Told {
    All,
    End,
    Start,
}

/// What whatever is meant has to have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::lint) struct Word<'t> {
    pub(super) of: Of,
    pub(super) told: Told,
    pub(super) text: Cow<'t, str>,
}

impl<'t> Word<'t> {
    pub(in crate::lint) fn all(of: Of, text: impl Into<Cow<'t, str>>) -> Self {
        Self {
            of,
            told: Told::All,
            text: text.into(),
        }
    }

    pub(super) fn to_owned(&self) -> Word<'static> {
        Word {
            of: self.of,
            told: self.told,
            text: Cow::Owned(self.text.clone().into_owned()),
        }
    }
}

/// Ways to mean something, of which one is enough: each with words that are all needed. One without words can mean anything.
pub(in crate::lint) type Condition<'t> = Vec<Vec<Word<'t>>>;

impl Glob {
    /// The text, or with stars what it begins and ends with.
    pub(in crate::lint) fn words(&self, of: Of) -> Vec<Word<'_>> {
        let told = match &self.pieces[..] {
            [] => Vec::new(),
            [only] => vec![(Told::All, only)],
            [first, .., last] => vec![(Told::End, last), (Told::Start, first)],
        };
        told.into_iter()
            .filter(|(told, text)| *told == Told::All || !text.is_empty())
            .map(|(told, text)| Word {
                of,
                told,
                text: Cow::Borrowed(text),
            })
            .collect()
    }
}

impl KeyPattern {
    fn words(&self, of: Of) -> Vec<Word<'_>> {
        match self {
            Self::Every | Self::Any => Vec::new(),
            Self::Exact(key) => key_text(key).map(|text| Word::all(of, text)).into_iter().collect(),
            Self::Str(glob) => glob.words(of),
        }
    }

    fn literal(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::Every | Self::Any => None,
            Self::Exact(key) => key_text(key),
            Self::Str(glob) => glob.literal().map(Cow::Borrowed),
        }
    }
}

impl Pattern {
    /// The two ways to be meant: by what the parts say, and by the text of the pattern.
    pub(in crate::lint) fn ways(&self) -> Condition<'_> {
        vec![self.words(), vec![Word::all(Of::Text, &*self.text)]]
    }

    /// The words of its parts, the most telling first.
    pub(in crate::lint) fn words(&self) -> Vec<Word<'_>> {
        let mut words = Vec::new();
        if let Some(way) = self.way() {
            if let Some(Part::Object { key, .. }) = self.parts.last()
                && let Some(key) = key.literal()
            {
                words.push(Word::all(Of::Instance, instance(&way, &key)));
            }
            words.push(Word::all(Of::Object, way));
        }
        for part in self.parts.iter().rev() {
            match part {
                Part::Any => {}
                Part::Module(name, key) => {
                    words.extend(name.words(Of::Module));
                    words.extend(key.words(Of::ModuleKey));
                }
                Part::Object {
                    type_name, name, key, ..
                } => {
                    words.extend(name.words(Of::Name));
                    words.extend(key.words(Of::Key));
                    words.extend(type_name.words(Of::Type));
                }
            }
        }
        words
    }

    /// The words for what is in a module that is meant.
    pub(in crate::lint) fn steps(&self) -> Vec<Word<'_>> {
        let mut words = self.words();
        words.retain(|word| matches!(word.of, Of::Module | Of::ModuleKey));
        words
    }

    /// The names that it means; `None` when it can mean others, too.
    fn way(&self) -> Option<String> {
        let mut names = Vec::new();
        for part in &self.parts {
            match part {
                Part::Any => return None,
                Part::Module(name, _) => names.extend(["module", name.literal()?]),
                Part::Object {
                    mode, type_name, name, ..
                } => names.extend([word(*mode), type_name.literal()?, name.literal()?]),
            }
        }
        Some(names.join("."))
    }
}

impl Named<'_> {
    /// All that a pattern which means it can say.
    pub(super) fn says(&self) -> Vec<(Of, Cow<'_, str>)> {
        match self {
            Self::Address(address) => of_address(address),
            Self::Module(path) => {
                let mut says = vec![(Of::Object, names_of(path).join(".").into())];
                says.extend(of_module(path));
                says
            }
            Self::Other(text) => vec![(Of::Text, Cow::Borrowed(text))],
        }
    }
}

/// The names and keys on the way into a module.
pub(in crate::lint) fn of_module<'p>(path: &'p ModulePath<'_>) -> impl Iterator<Item = (Of, Cow<'p, str>)> {
    path.0.iter().flat_map(|step| {
        let key = key_text(&step.key).map(|key| (Of::ModuleKey, key));
        std::iter::once((Of::Module, Cow::Borrowed(&*step.name))).chain(key)
    })
}

fn of_address<'a>(address: &'a Address<'_>) -> Vec<(Of, Cow<'a, str>)> {
    let mut names = names_of(&address.module);
    names.extend([word(address.mode), &address.type_name, &address.name]);
    let way = names.join(".");
    let mut says = Vec::new();
    if let Some(key) = key_text(&address.key) {
        says.push((Of::Instance, instance(&way, &key).into()));
        says.push((Of::Key, key));
    }
    says.extend([
        (Of::Object, way.into()),
        (Of::Name, Cow::Borrowed(&*address.name)),
        (Of::Type, Cow::Borrowed(&*address.type_name)),
    ]);
    says.extend(of_module(&address.module));
    says
}

fn names_of<'p>(path: &'p ModulePath<'_>) -> Vec<&'p str> {
    path.0.iter().flat_map(|step| ["module", &*step.name]).collect()
}

fn instance(way: &str, key: &str) -> String {
    format!("{way}[{key}")
}

/// A key without its brackets; a number and its text are one here.
fn key_text<'k>(key: &'k Key<'_>) -> Option<Cow<'k, str>> {
    match key {
        Key::None | Key::Wildcard => None,
        Key::Int(number) => Some(number.to_string().into()),
        Key::Number(text) | Key::Str(text) => Some(Cow::Borrowed(text)),
    }
}

fn word(mode: AddressMode) -> &'static str {
    match mode {
        AddressMode::Ephemeral => "ephemeral",
        AddressMode::Data => "data",
        AddressMode::Managed => "resource",
    }
}
