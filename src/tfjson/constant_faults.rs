//! What no engine evaluates whatever the values are: steps into what has no such part, conditionals without a common
//! type, `for` with the same key twice.

use std::collections::BTreeSet;

use super::call_texts::{is_fraction, is_no_number};
use super::common_type::Literal;
use super::known_type::KnownType;
use super::problem::ProblemKind;
use crate::hcljson::Value;
use crate::hcljson::template::{For, Native, NativeKind, Part, Step, StepKind};

/// What stands before a step, in messages.
const VALUE: &str = "this value";

/// The first step that cannot be taken into a value that stands there itself, and why.
pub(super) fn step<'w, 't>(of: &'w Native<'t>, steps: &'w [Step<'t>]) -> Option<(&'w Step<'t>, ProblemKind)> {
    let mut value = of;
    for step in steps {
        match into(value, &step.kind)? {
            Ok(part) => value = part,
            Err(kind) => return Some((step, kind)),
        }
    }
    None
}

/// What steps lead to in a value that stands there itself; `None` where nobody knows, and where there is no such part.
pub(super) fn part<'w, 't>(of: &'w Native<'t>, steps: &'w [Step<'t>]) -> Option<&'w Native<'t>> {
    let mut steps = steps.iter();
    steps.try_fold(of, |value, step| into(value, &step.kind)?.ok())
}

/// The part that a step leads to; `None` where nobody knows.
fn into<'w, 't>(value: &'w Native<'t>, step: &StepKind<'t>) -> Option<Result<&'w Native<'t>, ProblemKind>> {
    let name = match step {
        StepKind::Attribute(name) | StepKind::Index(name) => Value::String((*name).into()),
        StepKind::Key(name) => Value::String(name.clone()),
        StepKind::Computed(index) => Value::of(index),
        StepKind::Splat => return None,
    };
    let missing = |name: String| Some(Err(ProblemKind::NoSuchPart(VALUE.to_owned(), name)));
    let whole = |what| Some(Err(ProblemKind::NoParts(VALUE.to_owned(), what)));
    match &value.kind {
        NativeKind::Parentheses(inside) => into(inside, step),
        NativeKind::Template(parts) => match parts.as_slice() {
            [Part::Interpolation { expression, .. }] => into(expression, step),
            _ => whole("a string"),
        },
        NativeKind::Null => whole("null"),
        NativeKind::Bool(_) => whole("true or false"),
        NativeKind::Number(_) => whole("a number"),
        NativeKind::Tuple(_) if matches!(step, StepKind::Attribute(_)) => whole("a list"),
        NativeKind::Tuple(_) | NativeKind::Object(_) if name == Value::Null => missing("null".to_owned()),
        NativeKind::Tuple(elements) => {
            let is_index = !is_no_number(&name) && !is_fraction(&name);
            let name = name.into_string()?;
            if !is_index {
                return missing(name.into_owned());
            }
            let index: i64 = name.parse().ok()?;
            match usize::try_from(index).ok().and_then(|index| elements.get(index)) {
                Some(element) => Some(Ok(element)),
                None => missing(name.into_owned()),
            }
        }
        NativeKind::Object(entries) => {
            let name = name.into_string()?;
            let keys: Option<Vec<_>> = entries
                .iter()
                .map(|(key, _)| Value::of_key(key).into_string())
                .collect();
            let found = keys?.iter().rposition(|key| *key == name);
            match found.and_then(|found| entries.get(found)) {
                Some((_, value)) => Some(Ok(value)),
                // A number may be written in many ways.
                None if matches!(step, StepKind::Index(_)) && name.parse::<u32>().is_err() => None,
                None => missing(name.into_owned()),
            }
        }
        _ => match KnownType::made(value)? {
            KnownType::List if !matches!(step, StepKind::Attribute(_)) => None,
            KnownType::Map => None,
            what => whole(what.words()),
        },
    }
}

/// Whether the results of a conditional have no type in common.
pub(super) fn are_apart(one: &Native<'_>, other: &Native<'_>) -> bool {
    let types = [Literal::written(one), Literal::written(other)];
    Literal::in_common(&types).is_none()
}

/// Whether two elements of a `for` surely have the same key.
pub(super) fn has_key_twice(for_: &For<'_>) -> bool {
    let Some(key) = for_.key.as_ref().filter(|_| !for_.groups && for_.condition.is_none()) else {
        return false;
    };
    let elements = match Value::of(&for_.collection) {
        Value::Tuple(elements) => elements,
        Value::Object(entries) => entries.into_values().collect(),
        _ => return false,
    };
    let is_element = |root: &str| for_.names.last() == Some(&root);
    match &key.kind {
        NativeKind::Variable(name) if name.steps.is_empty() && is_element(name.root) => {
            let mut seen = BTreeSet::new();
            let mut keys = elements.into_iter().filter_map(Value::into_string);
            keys.any(|key| !seen.insert(key))
        }
        _ => elements.len() > 1 && Value::of(key).is_constant(),
    }
}
