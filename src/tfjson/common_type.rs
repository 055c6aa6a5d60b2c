//! The type that several literals have in common, as the engines find it for lists and maps of any type.

use std::collections::BTreeMap;

use super::known_type::KnownType;
use crate::hcljson::Value;
use crate::hcljson::template::{Native, NativeKind, Part};
use crate::order;

/// The type of a literal, or of what it converts to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Literal {
    /// Nothing is known: a value that is computed, or a mix that only the engines judge.
    Unknown,
    /// That of `null`, which converts to any.
    Null,
    String,
    Number,
    Bool,
    List(Box<Self>),
    Set(Box<Self>),
    Map(Box<Self>),
    Tuple(Vec<Self>),
    Object(BTreeMap<String, Self>),
}

impl Literal {
    /// The type of a literal as it is written.
    pub(super) fn of(value: &Value<'_>) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(_) => Self::Bool,
            Value::Number(_) => Self::Number,
            Value::String(_) => Self::String,
            Value::Tuple(elements) => Self::Tuple(elements.iter().map(Self::of).collect()),
            Value::Object(entries) => {
                let entries = entries.iter();
                Self::Object(order::map(
                    entries.map(|(name, value)| (name.to_string(), Self::of(value))),
                ))
            }
            Value::Unknown => Self::Unknown,
        }
    }

    /// The type of an expression, as far as that can be told from how it is written.
    pub(super) fn written(native: &Native<'_>) -> Self {
        match &native.kind {
            NativeKind::Null => Self::Null,
            NativeKind::Bool(_) => Self::Bool,
            NativeKind::Number(_) => Self::Number,
            NativeKind::Template(parts) => match parts.as_slice() {
                [Part::Interpolation { expression, .. }] => Self::written(expression),
                _ => Self::String,
            },
            NativeKind::Parentheses(inside) => Self::written(inside),
            NativeKind::Tuple(elements) => Self::Tuple(elements.iter().map(Self::written).collect()),
            NativeKind::Object(entries) => {
                let entry = |(key, value): &(Native<'_>, Native<'_>)| {
                    let key = Value::of_key(key).into_string()?;
                    Some((key.into_owned(), Self::written(value)))
                };
                let entries: Option<Vec<_>> = entries.iter().map(entry).collect();
                entries.map_or(Self::Unknown, |entries| Self::Object(order::map(entries)))
            }
            _ => match KnownType::made(native) {
                Some(KnownType::String) => Self::String,
                Some(KnownType::Number) => Self::Number,
                Some(KnownType::Bool) => Self::Bool,
                Some(KnownType::List) => Self::List(Box::new(Self::Unknown)),
                Some(KnownType::Set | KnownType::SetOfOthers) => Self::Set(Box::new(Self::Unknown)),
                Some(KnownType::Map) => Self::Map(Box::new(Self::Unknown)),
                None => Self::Unknown,
            },
        }
    }

    /// The type that all of them convert to; `None` when there is none.
    ///
    /// Simple types have text in common when one of them is text, and nothing otherwise. Objects with other attributes
    /// are maps then, and tuples of other lengths are lists. What `null` makes of a mix of objects or lists is more
    /// than is looked at: it counts for nothing.
    pub(super) fn in_common<'l>(types: impl IntoIterator<Item = &'l Self>) -> Option<Self> {
        let mut types: Vec<_> = types.into_iter().filter(|one| **one != Self::Null).collect();
        if types.contains(&&Self::Unknown) {
            return Some(Self::Unknown);
        }
        types.dedup();
        let Some((first, rest)) = types.split_first() else {
            return Some(Self::Null);
        };
        if rest.is_empty() {
            return Some((*first).clone());
        }
        if let Some(objects) = all(&types, Self::attributes) {
            return of_objects(&objects);
        }
        if let Some(tuples) = all(&types, Self::elements) {
            return of_tuples(&tuples);
        }
        if let Some(alike) = all(&types, |one| one.element_beside(first)) {
            let element = Box::new(Self::in_common(alike)?);
            return Some(match first {
                Self::List(_) => Self::List(element),
                Self::Set(_) => Self::Set(element),
                _ => Self::Map(element),
            });
        }
        let kind = first.kind();
        match kind {
            _ if rest.iter().any(|one| one.kind() != kind) => None,
            Kind::Simple => types.contains(&&Self::String).then_some(Self::String),
            Kind::Many | Kind::Named => Some(Self::Unknown),
        }
    }

    fn kind(&self) -> Kind {
        match self {
            Self::List(_) | Self::Set(_) | Self::Tuple(_) => Kind::Many,
            Self::Map(_) | Self::Object(_) => Kind::Named,
            _ => Kind::Simple,
        }
    }

    fn attributes(&self) -> Option<&BTreeMap<String, Self>> {
        match self {
            Self::Object(attributes) => Some(attributes),
            _ => None,
        }
    }

    fn elements(&self) -> Option<&[Self]> {
        match self {
            Self::Tuple(elements) => Some(elements),
            _ => None,
        }
    }

    /// The type of the elements, where both are lists, sets or maps.
    fn element_beside(&self, other: &Self) -> Option<&Self> {
        match (self, other) {
            (Self::List(of), Self::List(_)) | (Self::Set(of), Self::Set(_)) | (Self::Map(of), Self::Map(_)) => Some(of),
            _ => None,
        }
    }
}

/// What converts to what, roughly.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Simple,
    Many,
    Named,
}

/// A part of each, when each has it.
fn all<'l, T: ?Sized>(types: &[&'l Literal], part: impl Fn(&'l Literal) -> Option<&'l T>) -> Option<Vec<&'l T>> {
    types.iter().map(|one| part(one)).collect()
}

fn of_objects(objects: &[&BTreeMap<String, Literal>]) -> Option<Literal> {
    let (first, rest) = objects.split_first()?;
    if rest.iter().any(|other| !other.keys().eq(first.keys())) {
        let every = objects.iter().flat_map(|attributes| attributes.values());
        return Literal::in_common(every).map(|of| Literal::Map(Box::new(of)));
    }
    let common = |name: &String| Literal::in_common(objects.iter().filter_map(|attributes| attributes.get(name)));
    let attributes: Option<Vec<_>> = first.keys().map(|name| Some((name.clone(), common(name)?))).collect();
    attributes.map(|attributes| Literal::Object(order::map(attributes)))
}

fn of_tuples(tuples: &[&[Literal]]) -> Option<Literal> {
    let (first, rest) = tuples.split_first()?;
    if rest.iter().any(|other| other.len() != first.len()) {
        let every = tuples.iter().flat_map(|elements| elements.iter());
        return Literal::in_common(every).map(|of| Literal::List(Box::new(of)));
    }
    let common = |index: usize| Literal::in_common(tuples.iter().filter_map(|elements| elements.get(index)));
    let elements: Option<Vec<_>> = (0..first.len()).map(common).collect();
    elements.map(Literal::Tuple)
}
