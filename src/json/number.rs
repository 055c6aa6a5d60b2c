//! Exact numbers: JSON numbers compared by the value that is written, of any size and precision.

use std::cmp::Ordering;
use std::fmt;

/// A JSON number as it is written, compared by its exact value: `1`, `1.0` and `10e-1` are equal, `-0` is `0`.
///
/// Nothing is rounded and nothing is expanded: `1e999999999999` costs no more than its text.
#[derive(Clone, Copy)]
pub struct Number<'a> {
    text: &'a str,
}

/// Beyond this an exponent only counts as huge: no text is long enough to make up for it.
const HUGE: i128 = 1_000_000_000_000_000_000_000_000_000_000;

impl<'a> Number<'a> {
    /// The number that `text` writes, all of it, by the grammar of RFC 8259 §6; `None` for anything else.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Self> {
        (end_of_number(text.as_bytes(), 0) == Ok(text.len())).then_some(Self { text })
    }

    /// For a text that the reader has already checked.
    pub(super) const fn checked(text: &'a str) -> Self {
        Self { text }
    }

    /// The number as it is written.
    #[must_use]
    pub const fn text(self) -> &'a str {
        self.text
    }

    /// The exact value when it is a whole number from 0 to `u64::MAX`, however it is written.
    #[must_use]
    pub fn as_u64(self) -> Option<u64> {
        let parts = Parts::of(self.text);
        (!parts.negative || parts.is_zero())
            .then(|| parts.magnitude())
            .flatten()
    }

    /// The exact value when it is a whole number from `i64::MIN` to `i64::MAX`, however it is written.
    #[must_use]
    pub fn as_i64(self) -> Option<i64> {
        let parts = Parts::of(self.text);
        let magnitude = i128::from(parts.magnitude()?);
        i64::try_from(if parts.negative { -magnitude } else { magnitude }).ok()
    }

    /// The value in a form that is the same for all ways of writing it, for hashing: digits and exponent. Exponents of
    /// thirty digits and more are not reduced: of two such numbers only those that are written alike are the same.
    #[must_use]
    pub fn canonical(self) -> String {
        let parts = Parts::of(self.text);
        if parts.is_zero() {
            return "0".to_owned();
        }
        let sign = if parts.negative { "-" } else { "" };
        let digits: String = parts.digits().map(|digit| char::from(b'0' + digit)).collect();
        let exponent = parts.exponent_distance(None);
        // Where exponents are clamped, the text has to do.
        let text = if exponent.abs() < HUGE / 2 { "" } else { self.text };
        format!("{sign}{digits}e{exponent}{text}")
    }

    /// The nearest floating point number; lossy. `None` when the value is too large for one.
    #[must_use]
    pub fn as_f64(self) -> Option<f64> {
        self.text.parse().ok().filter(|number: &f64| number.is_finite())
    }
}

/// A number taken apart: `0.d1d2d3… × 10^(exponent + shift)`, the first digit `d1` never 0.
struct Parts<'a> {
    negative: bool,
    /// Digits before the point from the first that is not 0 on; empty when there is none.
    whole: &'a [u8],
    /// Digits after the point, without zeros that say nothing.
    fraction: &'a [u8],
    exponent_negative: bool,
    exponent: &'a [u8],
    shift: i128,
}

impl<'a> Parts<'a> {
    fn of(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let (negative, bytes) = match bytes {
            [b'-', rest @ ..] => (true, rest),
            _ => (false, bytes),
        };
        let (mantissa, exponent) = split(bytes, |byte| matches!(byte, b'e' | b'E'));
        let (exponent_negative, exponent) = match exponent {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            _ => (false, exponent),
        };
        let (whole, fraction) = split(mantissa, |byte| byte == b'.');
        let whole = without_leading_zeros(whole);
        let fraction = without_trailing_zeros(fraction);
        let (whole, fraction, shift) = if whole.is_empty() {
            let significant = without_leading_zeros(fraction);
            (whole, significant, -length(fraction.len() - significant.len()))
        } else if fraction.is_empty() {
            (without_trailing_zeros(whole), fraction, length(whole.len()))
        } else {
            (whole, fraction, length(whole.len()))
        };
        Self {
            negative,
            whole,
            fraction,
            exponent_negative,
            exponent: without_leading_zeros(exponent),
            shift,
        }
    }

    fn is_zero(&self) -> bool {
        self.whole.is_empty() && self.fraction.is_empty()
    }

    fn digits(&self) -> impl Iterator<Item = u8> {
        self.whole.iter().chain(self.fraction).map(|digit| digit - b'0')
    }

    /// -1, 0 or 1.
    fn sign(&self) -> i8 {
        match (self.is_zero(), self.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }

    /// The digit of the exponent that stands `place` places from its right end, with the exponent's sign.
    fn exponent_digit(&self, place: usize) -> i128 {
        let digit = self
            .exponent
            .len()
            .checked_sub(place + 1)
            .map_or(0, |index| i128::from(self.exponent[index] - b'0'));
        if self.exponent_negative { -digit } else { digit }
    }

    /// This exponent less another's, exact up to `HUGE` and clamped there: from then on every further digit could
    /// only make the distance larger.
    fn exponent_distance(&self, other: Option<&Self>) -> i128 {
        let places = self.exponent.len().max(other.map_or(0, |other| other.exponent.len()));
        let distance = (0..places).rev().fold(0_i128, |distance, place| {
            let digit = self.exponent_digit(place) - other.map_or(0, |other| other.exponent_digit(place));
            (distance * 10 + digit).clamp(-HUGE, HUGE)
        });
        distance + self.shift - other.map_or(0, |other| other.shift)
    }

    /// The value without its sign, when it is a whole number that fits.
    fn magnitude(&self) -> Option<u64> {
        if self.is_zero() {
            return Some(0);
        }
        let point = usize::try_from(self.exponent_distance(None)).ok()?;
        // More than twenty digits before the point never fit, and fewer than there are leave a fraction.
        if point > 20 || point < self.whole.len() + self.fraction.len() {
            return None;
        }
        self.digits()
            .chain(std::iter::repeat(0))
            .take(point)
            .try_fold(0_u64, |value, digit| value.checked_mul(10)?.checked_add(digit.into()))
    }
}

fn length(count: usize) -> i128 {
    i128::try_from(count).unwrap_or(i128::MAX)
}

/// What stands before and after the first byte that `ends` accepts; nothing after when there is none.
fn split(bytes: &[u8], ends: impl Fn(u8) -> bool) -> (&[u8], &[u8]) {
    match bytes.iter().position(|&byte| ends(byte)) {
        Some(at) => (&bytes[..at], &bytes[at + 1..]),
        None => (bytes, &[]),
    }
}

fn without_leading_zeros(digits: &[u8]) -> &[u8] {
    &digits[digits.iter().take_while(|&&digit| digit == b'0').count()..]
}

fn without_trailing_zeros(digits: &[u8]) -> &[u8] {
    &digits[..digits.len() - digits.iter().rev().take_while(|&&digit| digit == b'0').count()]
}

impl Ord for Number<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let (left, right) = (Parts::of(self.text), Parts::of(other.text));
        let by_sign = left.sign().cmp(&right.sign());
        if by_sign.is_ne() || left.is_zero() {
            return by_sign;
        }
        // Zeros at the end are cut, so the longer of two texts with the same beginning is the larger.
        let by_magnitude = left
            .exponent_distance(Some(&right))
            .cmp(&0)
            .then_with(|| left.digits().cmp(right.digits()));
        if left.negative {
            by_magnitude.reverse()
        } else {
            by_magnitude
        }
    }
}

impl PartialOrd for Number<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Number<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text || self.cmp(other).is_eq()
    }
}

impl Eq for Number<'_> {}

/// Without the digits: a number may be a secret.
impl fmt::Debug for Number<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Number({} bytes)", self.text.len())
    }
}

/// Why no number stands at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberFault {
    /// The text ends where a digit must follow.
    Truncated,
    /// The byte at this offset cannot stand there.
    Unexpected(usize),
}

/// One past the number that begins at `start` (RFC 8259 §6). What follows it is not looked at, except for a digit
/// after a leading zero.
pub(super) fn end_of_number(bytes: &[u8], start: usize) -> Result<usize, NumberFault> {
    let first = start + usize::from(bytes.get(start) == Some(&b'-'));
    let mut at = end_of_digits(bytes, first)?;
    if bytes[first] == b'0' && at > first + 1 {
        return Err(NumberFault::Unexpected(first + 1));
    }
    if bytes.get(at) == Some(&b'.') {
        at = end_of_digits(bytes, at + 1)?;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        let signed = matches!(bytes.get(at + 1), Some(b'+' | b'-'));
        at = end_of_digits(bytes, at + 1 + usize::from(signed))?;
    }
    Ok(at)
}

/// One past the digits from `start` on, of which there must be one.
fn end_of_digits(bytes: &[u8], start: usize) -> Result<usize, NumberFault> {
    let digits = bytes.get(start..).unwrap_or_default();
    match digits.iter().take_while(|byte| byte.is_ascii_digit()).count() {
        0 if digits.is_empty() => Err(NumberFault::Truncated),
        0 => Err(NumberFault::Unexpected(start)),
        count => Ok(start + count),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number(text: &str) -> Number<'_> {
        Number::parse(text).unwrap_or_else(|| panic!("{text} is a number"))
    }

    const HUGE_EXPONENT: &str = "1e100000000000000000000000000000000000000000000000000";

    #[test]
    fn one_value_has_one_canonical_form() {
        for (texts, why) in [
            (&["0", "-0", "0.0", "0e9"][..], "zero"),
            (&["1", "1.0", "10e-1", "0.1E+1", "1e0"], "one"),
            (&["-1500", "-1.5e3", "-15e2"], "a negative number"),
            (&["0.001", "1e-3", "100e-5"], "a fraction"),
        ] {
            let forms: std::collections::BTreeSet<String> = texts
                .iter()
                .map(|text| Number::parse(text).unwrap().canonical())
                .collect();
            assert_eq!(forms.len(), 1, "{why}: {forms:?}");
        }
        let others = [
            "0",
            "1",
            "-1",
            "10",
            "0.1",
            "11",
            "1e99999999999999999999999999999999999999999",
            "1e99999999999999999999999999999999999999998",
        ];
        let forms: std::collections::BTreeSet<String> = others
            .iter()
            .map(|text| Number::parse(text).unwrap().canonical())
            .collect();
        assert_eq!(forms.len(), others.len(), "{forms:?}");
    }

    #[test]
    fn values_are_equal_and_not_texts() {
        for (left, right, why) in [
            ("1", "1.0", "a fraction of zero"),
            ("1", "10e-1", "an exponent that moves the point"),
            ("1", "0.1E+1", "capital and plus"),
            ("0", "-0", "zero has no sign"),
            ("0", "-0.00e99999999999999999999", "zero has no exponent"),
            ("100", "1e2", "zeros before the point"),
            ("0.00120", "12e-4", "zeros around the digits"),
            ("1e400", "10e399", "beyond floating point"),
            ("1e007", "1e7", "leading zeros of an exponent"),
            ("1e-0", "1e0", "a negative exponent of zero"),
            (
                HUGE_EXPONENT,
                "10e99999999999999999999999999999999999999999999999999",
                "beyond 128 bits, up",
            ),
            (
                "1e-100000000000000000000000000000000000000000000000000",
                "0.1e-99999999999999999999999999999999999999999999999999",
                "beyond 128 bits, down",
            ),
        ] {
            assert_eq!(number(left), number(right), "{why}");
        }
    }

    #[test]
    fn the_order_is_the_order_of_values() {
        let ascending = [
            "-1e100000000000000000000000000000000000000000000000000",
            "-1e400",
            "-10",
            "-9.5",
            "-9.49",
            "-1e-400",
            "0",
            "1e-100000000000000000000000000000000000000000000000000",
            "1e-400",
            "0.1",
            "0.10000000000000000000000000000001",
            "1",
            "9007199254740992",
            "9007199254740993",
            "18446744073709551616",
            "1e400",
            "1e99999999999999999999999999999999999999999999999999",
            HUGE_EXPONENT,
            "1.1e100000000000000000000000000000000000000000000000000",
        ];
        for (i, left) in ascending.iter().enumerate() {
            for (j, right) in ascending.iter().enumerate() {
                assert_eq!(number(left).cmp(&number(right)), i.cmp(&j), "{left} and {right}");
            }
        }
    }

    #[test]
    fn whole_numbers_are_exact_or_absent() {
        for (text, unsigned, signed, why) in [
            ("0", Some(0), Some(0), "zero"),
            ("-0.0", Some(0), Some(0), "zero, written otherwise"),
            ("10.00", Some(10), Some(10), "whole by value"),
            ("12e2", Some(1200), Some(1200), "an exponent"),
            ("1.5", None, None, "a fraction"),
            ("5e-1", None, None, "a fraction by its exponent"),
            ("-7", None, Some(-7), "negative"),
            ("18446744073709551615", Some(u64::MAX), None, "the largest unsigned"),
            ("18446744073709551616", None, None, "one more"),
            (
                "9223372036854775807",
                Some(i64::MAX.unsigned_abs()),
                Some(i64::MAX),
                "the largest signed",
            ),
            ("-9223372036854775808", None, Some(i64::MIN), "the smallest signed"),
            ("-9223372036854775809", None, None, "one less"),
            (HUGE_EXPONENT, None, None, "huge"),
        ] {
            assert_eq!(
                (number(text).as_u64(), number(text).as_i64()),
                (unsigned, signed),
                "{why}"
            );
        }
        assert_eq!(number("2.5e1").as_f64(), Some(25.0));
        assert_eq!(number("1e400").as_f64(), None);
    }

    #[test]
    fn only_the_grammar_of_the_rfc_is_a_number() {
        for text in [
            "", "-", "+1", "01", "-01", ".5", "1.", "1.e1", "1e", "1e+", "0x1", "NaN", "1 ", " 1", "1_0", "--1",
        ] {
            assert!(Number::parse(text).is_none(), "{text:?}");
        }
    }

    #[test]
    fn debug_does_not_show_the_digits() {
        assert!(!format!("{:?}", number("4711")).contains("4711"));
    }

    proptest! {
        #[test]
        fn whole_numbers_order_as_integers(left in any::<i64>(), right in any::<i64>(), zeros in 0_usize..4) {
            let left_text = format!("{left}{}e-{zeros}", "0".repeat(zeros));
            let right_text = right.to_string();
            prop_assert_eq!(number(&left_text).cmp(&number(&right_text)), left.cmp(&right));
            prop_assert_eq!(number(&left_text).as_i64(), Some(left));
        }

        #[test]
        fn moving_the_point_changes_nothing(digits in "[1-9][0-9]{0,8}", shift in 0_usize..30, exponent in -50_i64..50) {
            let plain = format!("{digits}e{exponent}");
            let longer = format!("{digits}{}.000e{}", "0".repeat(shift), exponent - i64::try_from(shift)?);
            let shorter = format!("0.{}{digits}e{}", "0".repeat(shift), exponent + i64::try_from(shift + digits.len())?);
            prop_assert_eq!(number(&plain), number(&longer));
            prop_assert_eq!(number(&plain), number(&shorter));
        }
    }
}
