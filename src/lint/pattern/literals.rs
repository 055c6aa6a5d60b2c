//! What a pattern says literally, and what an address has of that.

use std::borrow::Cow;

use super::{Glob, KeyPattern, Named, Part, Pattern};
use crate::facts::address::{Address, AddressMode, Key, ModulePath};

/// What a literal is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::lint) enum Field {
    /// All names on the way to an object and its key; keys of modules are left to the match.
    Instance,
    /// All names on the way to an object, without its key.
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

/// How much of a field a literal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Extent {
    Whole,
    Suffix,
    Prefix,
}

/// A text that every address contains which a pattern matches.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::lint) struct Literal<'t> {
    pub(super) field: Field,
    pub(super) extent: Extent,
    pub(super) text: Cow<'t, str>,
}

impl<'t> Literal<'t> {
    pub(in crate::lint) fn whole(field: Field, text: impl Into<Cow<'t, str>>) -> Self {
        Self {
            field,
            extent: Extent::Whole,
            text: text.into(),
        }
    }

    pub(super) fn to_owned(&self) -> Literal<'static> {
        Literal {
            field: self.field,
            extent: self.extent,
            text: Cow::Owned(self.text.clone().into_owned()),
        }
    }
}

/// Alternatives, of which one is enough: each with literals that are all needed. One without literals can match
/// anything.
pub(in crate::lint) type Alternatives<'t> = Vec<Vec<Literal<'t>>>;

impl Glob {
    /// The text, or with stars what it begins and ends with.
    pub(in crate::lint) fn literals(&self, field: Field) -> Vec<Literal<'_>> {
        let pieces = match &self.pieces[..] {
            [] => Vec::new(),
            [only] => vec![(Extent::Whole, only)],
            [first, .., last] => vec![(Extent::Suffix, last), (Extent::Prefix, first)],
        };
        pieces
            .into_iter()
            .filter(|(extent, text)| *extent == Extent::Whole || !text.is_empty())
            .map(|(extent, text)| Literal {
                field,
                extent,
                text: Cow::Borrowed(text),
            })
            .collect()
    }
}

impl KeyPattern {
    fn literals(&self, field: Field) -> Vec<Literal<'_>> {
        match self {
            Self::Every | Self::Any => Vec::new(),
            Self::Exact(key) => key_text(key)
                .map(|text| Literal::whole(field, text))
                .into_iter()
                .collect(),
            Self::Str(glob) => glob.literals(field),
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
    /// The two alternatives: what the parts say, and the text of the pattern.
    pub(in crate::lint) fn alternatives(&self) -> Alternatives<'_> {
        vec![self.literals(), vec![Literal::whole(Field::Text, &*self.text)]]
    }

    /// The literals of its parts, the most selective first.
    pub(in crate::lint) fn literals(&self) -> Vec<Literal<'_>> {
        let mut literals = Vec::new();
        if let Some(way) = self.way() {
            if let Some(Part::Object { key, .. }) = self.parts.last()
                && let Some(key) = key.literal()
            {
                literals.push(Literal::whole(Field::Instance, instance(&way, &key)));
            }
            literals.push(Literal::whole(Field::Object, way));
        }
        for part in self.parts.iter().rev() {
            match part {
                Part::Any => {}
                Part::Module(name, key) => {
                    literals.extend(name.literals(Field::Module));
                    literals.extend(key.literals(Field::ModuleKey));
                }
                Part::Object {
                    type_name, name, key, ..
                } => {
                    literals.extend(name.literals(Field::Name));
                    literals.extend(key.literals(Field::Key));
                    literals.extend(type_name.literals(Field::Type));
                }
            }
        }
        literals
    }

    /// The literals for what is in a module that it matches.
    pub(in crate::lint) fn steps(&self) -> Vec<Literal<'_>> {
        let mut literals = self.literals();
        literals.retain(|literal| matches!(literal.field, Field::Module | Field::ModuleKey));
        literals
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
    /// Every field under which a pattern may be filed that matches it.
    pub(super) fn fields(&self) -> Vec<(Field, Cow<'_, str>)> {
        match self {
            Self::Address(address) => of_address(address),
            Self::Module(path) => {
                let mut fields = vec![(Field::Object, names_of(path).join(".").into())];
                fields.extend(of_module(path));
                fields
            }
            Self::Other(text) => vec![(Field::Text, Cow::Borrowed(text))],
        }
    }
}

/// The names and keys on the way into a module.
pub(in crate::lint) fn of_module<'p>(path: &'p ModulePath<'_>) -> impl Iterator<Item = (Field, Cow<'p, str>)> {
    path.0.iter().flat_map(|step| {
        let key = key_text(&step.key).map(|key| (Field::ModuleKey, key));
        std::iter::once((Field::Module, Cow::Borrowed(&*step.name))).chain(key)
    })
}

fn of_address<'a>(address: &'a Address<'_>) -> Vec<(Field, Cow<'a, str>)> {
    let mut names = names_of(&address.module);
    names.extend([word(address.mode), &address.type_name, &address.name]);
    let way = names.join(".");
    let mut fields = Vec::new();
    if let Some(key) = key_text(&address.key) {
        fields.push((Field::Instance, instance(&way, &key).into()));
        fields.push((Field::Key, key));
    }
    fields.extend([
        (Field::Object, way.into()),
        (Field::Name, Cow::Borrowed(&*address.name)),
        (Field::Type, Cow::Borrowed(&*address.type_name)),
    ]);
    fields.extend(of_module(&address.module));
    fields
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
