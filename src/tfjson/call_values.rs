//! Constants that are of the types a function takes, and that it does nothing with all the same: a network that is
//! none, an index beyond the end, a format without verbs.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::call_format;
use super::call_texts::{Form, Network, is_no_number};
use super::functions;
use crate::hcljson::Value;

/// In a range; the engines make no more of them.
const MOST: i128 = 1024;

const AS_LONG: &str = "a list as long as the first";
const ELEMENTS: &str = "a list with elements";
const NOT_NEGATIVE: &str = "a number that is not negative";
const SIZE: &str = "a number that the list is long enough for";

/// Whether a function may do nothing with constants of the right types.
pub(super) fn judges(name: &str) -> bool {
    let has_form = |number| functions::parameter(name, number).is_some_and(|parameter| parameter.form.is_some());
    let by_all = [
        "coalesce",
        "coalescelist",
        "format",
        "formatlist",
        "index",
        "join",
        "lookup",
        "matchkeys",
        "one",
        "range",
        "replace",
        "sort",
        "sum",
        "zipmap",
    ];
    by_all.contains(&name) || (0..2).any(has_form)
}

/// The argument of a call that no value comes of, and what the function takes in its place.
pub(super) fn misfit(name: &str, given: &[Value<'_>]) -> Option<(usize, &'static str)> {
    let all_known = !given.contains(&Value::Unknown);
    for (number, value) in given.iter().enumerate() {
        let form = functions::parameter(name, number).and_then(|parameter| parameter.form);
        let form = form.filter(|form| all_known || form.is_read_alone());
        if let Some(form) = form.filter(|form| *value != Value::Unknown && !form.may_be(value)) {
            return Some((number, form.words()));
        }
    }
    let wholly = || given.iter().all(Value::is_constant);
    match (name, given) {
        ("slice", [Value::Tuple(elements), start, end]) => slice(elements.len(), start, end),
        _ if !all_known => None,
        ("one", [Value::Tuple(elements)]) if elements.len() > 1 => Some((0, "a list of one element at most")),
        ("element", [Value::Tuple(elements), _]) if elements.is_empty() => Some((0, ELEMENTS)),
        ("lookup", [Value::Object(entries), key]) => lookup(entries, key),
        ("chunklist", [_, size]) if is_negative(size) => Some((1, NOT_NEGATIVE)),
        ("indent", [spaces, _]) if is_negative(spaces) => Some((0, NOT_NEGATIVE)),
        ("coalescelist", _) if given.iter().all(|list| *list == Value::Tuple(Vec::new())) => {
            given.len().checked_sub(1).map(|last| (last, ELEMENTS))
        }
        ("sum", [Value::Tuple(elements)]) if elements.is_empty() => Some((0, ELEMENTS)),
        ("cidrhost" | "cidrnetmask" | "cidrsubnet" | "cidrsubnets", [network, numbers @ ..]) => {
            in_network(name, network, numbers)
        }
        ("range", _) => range(given),
        ("parseint", [text, base]) => parseint(text, base),
        ("replace", [_, Value::String(pattern), _]) => replace(pattern),
        _ if !wholly() => None,
        ("zipmap", [Value::Tuple(one), Value::Tuple(other)])
        | ("matchkeys", [Value::Tuple(one), Value::Tuple(other), _])
            if one.len() != other.len() =>
        {
            Some((1, AS_LONG))
        }
        ("sum", [Value::Tuple(elements)]) => {
            let is_other = |element: &Value<'_>| *element == Value::Null || is_no_number(element);
            elements.iter().any(is_other).then_some((0, "a list of numbers"))
        }
        ("join", [_, lists @ ..]) => {
            let null = lists.iter().position(has_null);
            null.map(|list| (list + 1, "a list without null"))
        }
        ("sort" | "zipmap", [list, ..]) if has_null(list) => Some((0, "a list without null")),
        ("index", [list, wanted]) => index(list, wanted),
        ("coalesce", _) => {
            let is_nothing = |value: &Value<'_>| match value {
                Value::Null => true,
                Value::String(text) => text.is_empty(),
                _ => false,
            };
            let last = given.len().checked_sub(1).filter(|_| given.iter().all(is_nothing));
            last.map(|last| (last, "a value that is neither null nor empty"))
        }
        ("format" | "formatlist", [format, values @ ..]) if !values.contains(&Value::Null) => {
            written(name, &format.clone().into_string()?, values)
        }
        _ => None,
    }
}

fn whole(value: &Value<'_>) -> Option<i128> {
    value.clone().into_number()?.parse().ok()
}

fn is_negative(value: &Value<'_>) -> bool {
    whole(value).is_some_and(|number| number < 0)
}

fn has_null(list: &Value<'_>) -> bool {
    matches!(list, Value::Tuple(elements) if elements.contains(&Value::Null))
}

/// Each end alone, even where the other is not known. A list of which nobody knows the type is not looked at.
fn slice(length: usize, start: &Value<'_>, end: &Value<'_>) -> Option<(usize, &'static str)> {
    let length = i128::try_from(length).ok();
    let (start, end) = (whole(start), whole(end));
    for (number, index) in [(1, start), (2, end)] {
        let index = index.unwrap_or_default();
        if index < 0 {
            return Some((number, NOT_NEGATIVE));
        }
        if length.is_some_and(|length| index > length) {
            return Some((number, SIZE));
        }
    }
    let is_empty = start.zip(end).is_some_and(|(start, end)| start > end);
    is_empty.then_some((2, "an end behind the start"))
}

/// Letters beyond ASCII are written in several ways, which the engines take for one.
fn lookup(entries: &BTreeMap<Cow<'_, str>, Value<'_>>, key: &Value<'_>) -> Option<(usize, &'static str)> {
    let key = key.clone().into_string()?;
    let lacks = key.is_ascii() && entries.keys().all(|other| other.is_ascii() && *other != key);
    lacks.then_some((1, "a key that the object has"))
}

/// Only of simple values, whatever type they are of.
fn index(list: &Value<'_>, wanted: &Value<'_>) -> Option<(usize, &'static str)> {
    let Value::Tuple(elements) = list else {
        return None;
    };
    if elements.is_empty() {
        return Some((0, ELEMENTS));
    }
    let wanted = wanted.clone().into_string()?;
    let is_another = |element: &Value<'_>| {
        let text = element.clone().into_string();
        text.is_some_and(|text| text.is_ascii() && text != wanted)
    };
    let lacks = wanted.is_ascii() && elements.iter().all(is_another);
    lacks.then_some((1, "an element of the list"))
}

fn range(given: &[Value<'_>]) -> Option<(usize, &'static str)> {
    let numbers: Option<Vec<_>> = given.iter().map(whole).collect();
    let (start, end, step) = match *numbers? {
        [end] => (0, end, None),
        [start, end] => (start, end, None),
        [start, end, step] => (start, end, Some(step)),
        _ => return None,
    };
    let distance = end.checked_sub(start).filter(|distance| *distance != 0)?;
    let step = step.unwrap_or_else(|| distance.signum());
    if step.signum() != distance.signum() {
        return Some((2, "a step towards the end"));
    }
    let most = step.checked_mul(MOST)?;
    (distance.unsigned_abs() > most.unsigned_abs())
        .then_some((given.len().min(2) - 1, "an end at most 1024 steps away"))
}

fn parseint(text: &Value<'_>, base: &Value<'_>) -> Option<(usize, &'static str)> {
    if matches!(
        text,
        Value::Bool(_) | Value::Number(_) | Value::Tuple(_) | Value::Object(_)
    ) {
        return Some((0, "a text"));
    }
    let base = whole(base)?;
    if !(2..=62).contains(&base) {
        return Some((1, "a number from 2 to 62"));
    }
    // Beyond this one capitals are digits of their own.
    let base = u32::try_from(base).ok().filter(|base| *base <= 36)?;
    let Value::String(text) = text else {
        return None;
    };
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(base));
    (!is_number).then_some((0, "a whole number of that base"))
}

/// What stands between two slashes is a regular expression.
fn replace(pattern: &str) -> Option<(usize, &'static str)> {
    let pattern = pattern.strip_prefix('/')?.strip_suffix('/')?;
    let form = Form::Pattern;
    (!form.may_be(&Value::String(pattern.into()))).then_some((1, form.words()))
}

fn in_network(name: &str, network: &Value<'_>, numbers: &[Value<'_>]) -> Option<(usize, &'static str)> {
    let Value::String(text) = network else {
        return None;
    };
    let Network { address, prefix } = Network::read(text)?;
    let free = i128::from(address - prefix);
    let bits = "a number of bits that the address still has";
    match (name, numbers) {
        // An address of the other kind may be written as one of this.
        ("cidrnetmask", []) if address > 32 && !text.to_ascii_lowercase().contains("ffff") => {
            Some((0, "a network of IPv4"))
        }
        ("cidrhost", [host]) => {
            let host = whole(host).filter(|host| i64::try_from(*host).is_ok())?;
            let far = if host < 0 { -host - 1 } else { host };
            (free < 63 && far >= 1 << free).then_some((1, "the number of an address in the network"))
        }
        ("cidrsubnet", [new, number]) => {
            let new = whole(new)?;
            // The engines count them in 64 bits, and begin anew.
            if new > free && u32::try_from(new).is_ok() {
                return Some((1, bits));
            }
            let number = whole(number).filter(|number| u64::try_from(*number).is_ok())?;
            let fits = !(0..64).contains(&new) || number < 1 << new;
            (!fits).then_some((2, "a number of no more bits than are new"))
        }
        ("cidrsubnets", _) => {
            let is_other = |new: &Value<'_>| whole(new).is_some_and(|new| new < 1 || new > free.min(32));
            numbers.iter().position(is_other).map(|number| (number + 1, bits))
        }
        _ => None,
    }
}

/// Of lists that are written element by element, the first elements.
fn written(name: &str, format: &str, values: &[Value<'_>]) -> Option<(usize, &'static str)> {
    if name == "format" {
        return call_format::misfit(format, &values.iter().collect::<Vec<_>>());
    }
    let lengths = values.iter().enumerate().filter_map(|(number, value)| match value {
        Value::Tuple(elements) => Some((number, elements.len())),
        _ => None,
    });
    let mut lengths = lengths.peekable();
    let first = lengths.peek().map(|(_, length)| *length);
    if let Some((number, _)) = lengths.find(|(_, length)| Some(*length) != first) {
        return Some((number + 1, "a list as long as the others"));
    }
    let firsts: Option<Vec<_>> = values
        .iter()
        .map(|value| match value {
            Value::Tuple(elements) => elements.first().filter(|element| **element != Value::Null),
            value => Some(value),
        })
        .collect();
    call_format::misfit(format, &firsts?)
}
