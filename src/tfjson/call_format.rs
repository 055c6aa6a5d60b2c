//! Formats that values are written by: `%s`, `%5.2f`, `%[1]d`.

use super::call_texts::{Form, is_fraction, is_no_number};
use super::operands::Needed;
use crate::hcljson::Value;

/// Why a format surely does not write some values: the number of the argument, of which the format is that of number 0,
/// and what is needed there. Values that are not known are taken for any.
pub(super) fn misfit(format: &str, values: &[&Value<'_>]) -> Option<(usize, &'static str)> {
    let (mut next, mut highest) = (1, 0);
    let mut rest = format;
    while let Some((_, behind)) = rest.split_once('%') {
        if let Some(behind) = behind.strip_prefix('%') {
            rest = behind;
            continue;
        }
        let Some((argument, letter, behind)) = verb(behind, next) else {
            return Some((0, "a format in which each % begins a verb, or stands twice"));
        };
        let Some(value) = argument.checked_sub(1).and_then(|number| values.get(number)) else {
            return Some((0, "a format of as many verbs as there are values"));
        };
        match needed(letter, value) {
            Ok(None) => {}
            Ok(Some(words)) => return Some((argument, words)),
            Err(words) => return Some((0, words)),
        }
        (next, highest, rest) = (argument.saturating_add(1), highest.max(argument), behind);
    }
    (highest < values.len()).then_some((0, "a format of as many verbs as there are values"))
}

/// The value that a verb writes, its letter, and what stands behind it.
fn verb(text: &str, next: usize) -> Option<(usize, char, &str)> {
    let digits = |text: &'_ str| text.bytes().take_while(u8::is_ascii_digit).count();
    let text = text.trim_start_matches(['0', '#', '-', '+', ' ']);
    let text = text.get(digits(text)..)?;
    let text = match text.strip_prefix('.') {
        Some(text) => text.get(digits(text)..)?,
        None => text,
    };
    let (argument, text) = match text.strip_prefix('[') {
        Some(text) => {
            let (number, text) = text.split_once(']')?;
            let is_number = number.bytes().all(|digit| digit.is_ascii_digit()) && !number.starts_with('0');
            (is_number.then(|| number.parse().ok())??, text)
        }
        None => (next, text),
    };
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    Some((argument, letter, text.get(1..)?))
}

/// What a verb needs, where a value is surely something else; an error for what is no verb.
fn needed(letter: char, value: &Value<'_>) -> Result<Option<&'static str>, &'static str> {
    let needed = match letter {
        'v' => return Ok(None),
        't' => Needed::Bool,
        's' | 'q' => Needed::Text,
        'b' | 'd' | 'o' | 'x' | 'X' if is_fraction(value) => return Ok(Some(Form::Whole.words())),
        'b' | 'd' | 'o' | 'x' | 'X' | 'e' | 'E' | 'f' | 'g' | 'G' => Needed::Number,
        _ => return Err("a format with verbs that there are"),
    };
    let is_other = match (needed, value) {
        (_, Value::Unknown | Value::Null) => false,
        (Needed::Bool, value) => value.clone().into_bool().is_none(),
        (Needed::Number, value) => is_no_number(value),
        (_, value) => matches!(value, Value::Tuple(_) | Value::Object(_)),
    };
    Ok(is_other.then(|| needed.words()))
}
