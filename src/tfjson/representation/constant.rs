//! Constant values as the engines print them in JSON.

use std::borrow::Cow;

use serde_json::value::RawValue;

use crate::hcljson::Value;

/// A number with more digits than this is left as it is written: nobody wants `1e999999999` in full.
const MAX_DIGITS: i64 = 4_096;

/// A value in JSON; `None` where it is not known.
pub(super) fn print(value: &Value<'_>) -> Option<Box<RawValue>> {
    let mut text = String::new();
    write(value, &mut text)?;
    RawValue::from_string(text).ok()
}

pub(super) fn write(value: &Value<'_>, text: &mut String) -> Option<()> {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Value::Number(number) => text.push_str(&decimal(number)),
        Value::String(string) => text.push_str(&serde_json::to_string(string).ok()?),
        Value::Tuple(elements) => {
            text.push('[');
            for (index, element) in elements.iter().enumerate() {
                text.push_str(if index > 0 { "," } else { "" });
                write(element, text)?;
            }
            text.push(']');
        }
        Value::Object(entries) => {
            text.push('{');
            for (index, (name, entry)) in entries.iter().enumerate() {
                text.push_str(if index > 0 { "," } else { "" });
                text.push_str(&serde_json::to_string(name).ok()?);
                text.push(':');
                write(entry, text)?;
            }
            text.push('}');
        }
        Value::Unknown => return None,
    }
    Some(())
}

/// A number without exponent and without what does not count: `1e3` is `1000`, `1.50` is `1.5`.
pub(super) fn decimal(number: &str) -> Cow<'_, str> {
    if !number.contains(['.', 'e', 'E']) {
        return Cow::Borrowed(number);
    }
    expanded(number).map_or(Cow::Borrowed(number), Cow::Owned)
}

fn expanded(number: &str) -> Option<String> {
    let (mantissa, exponent) = match number.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
        None => (number, 0),
    };
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(mantissa) => ("-", mantissa),
        None => ("", mantissa),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits = format!("{whole}{fraction}");
    // How many of the digits stand before the point.
    let point = i64::try_from(whole.len()).ok()?.checked_add(exponent)?;
    if point.abs() > MAX_DIGITS {
        return None;
    }
    if point < 0 {
        let zeros = usize::try_from(-point).ok()?;
        digits.insert_str(0, &"0".repeat(zeros));
    }
    let point = usize::try_from(point.max(0)).ok()?;
    while digits.len() < point {
        digits.push('0');
    }
    let (whole, fraction) = digits.split_at_checked(point)?;
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let fraction = fraction.trim_end_matches('0');
    let dot = if fraction.is_empty() { "" } else { "." };
    Some(format!("{sign}{whole}{dot}{fraction}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_decimal() {
        for (number, expected, why) in [
            ("12345678901234567890123", "12345678901234567890123", "exact"),
            ("1e3", "1000", "no exponent"),
            ("1.50", "1.5", "nothing that does not count"),
            ("2.0", "2", "a whole number"),
            ("15e-1", "1.5", "a negative exponent"),
            ("-1.5E-3", "-0.0015", "a small one"),
            ("0.05e1", "0.5", "a leading zero"),
            ("0e5", "0", "nothing"),
            ("1e999999999", "1e999999999", "not in full"),
            ("1e99999999999999999999", "1e99999999999999999999", "nor this"),
        ] {
            assert_eq!(decimal(number), expected, "{why}");
        }
    }
}
