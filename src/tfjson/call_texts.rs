//! Constants that functions read: whether one is surely none of what a function takes there.

use super::operands::{Needed, may_be_number};
use crate::hcljson::Value;

/// What a text or a number must be, beyond its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A number without a fraction.
    Whole,
    Json,
    /// A point in time, as RFC 3339 has it.
    Time,
    Duration,
    /// How a point in time is written.
    TimeFormat,
    Base64,
    /// Addresses that begin alike.
    Network,
    /// A regular expression.
    Pattern,
}

impl Form {
    /// The form that a letter of the table of functions stands for.
    pub(super) const fn of(letter: char) -> Option<Self> {
        Some(match letter {
            'w' => Self::Whole,
            'j' => Self::Json,
            't' => Self::Time,
            'd' => Self::Duration,
            'y' => Self::TimeFormat,
            'e' => Self::Base64,
            'i' => Self::Network,
            'r' => Self::Pattern,
            _ => return None,
        })
    }

    /// The type of what has it.
    pub(super) const fn needed(self) -> Needed {
        match self {
            Self::Whole => Needed::Number,
            _ => Needed::Text,
        }
    }

    /// For people, with an article.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Whole => "a whole number",
            Self::Json => "a text of JSON",
            Self::Time => "a time like 2006-01-02T15:04:05Z",
            Self::Duration => "a duration like 1h30m",
            Self::TimeFormat => "a format like YYYY-MM-DD",
            Self::Base64 => "a text in Base64",
            Self::Network => "a network like 10.0.0.0/8",
            Self::Pattern => "a regular expression",
        }
    }

    /// Whether engines look at it before they know the other arguments.
    pub(super) fn is_read_alone(self) -> bool {
        self == Self::Pattern
    }

    /// Whether a value may be one; what is of another type is none of this question.
    pub(super) fn may_be(self, value: &Value<'_>) -> bool {
        if self == Self::Whole {
            return !is_fraction(value);
        }
        value.clone().into_string().is_none_or(|text| match self {
            Self::Whole => true,
            Self::Json => may_be_json(&text),
            Self::Time => may_be_time(&text),
            Self::Duration => may_be_duration(&text),
            Self::TimeFormat => may_be_time_format(&text),
            Self::Base64 => is_base64(&text),
            Self::Network => Network::read(&text).is_some(),
            Self::Pattern => may_be_pattern(&text),
        })
    }
}

/// Whether a value surely becomes a number, and none that is whole.
pub(super) fn is_fraction(value: &Value<'_>) -> bool {
    let number = value.clone().into_number();
    let parts = number.as_ref().and_then(|number| number.split_once('.'));
    parts.is_some_and(|(_, part)| {
        part.bytes().all(|digit| digit.is_ascii_digit()) && part.bytes().any(|digit| digit != b'0')
    })
}

/// Whether a value surely becomes no number.
pub(super) fn is_no_number(value: &Value<'_>) -> bool {
    match value {
        Value::String(text) => !may_be_number(text),
        Value::Bool(_) | Value::Tuple(_) | Value::Object(_) => true,
        _ => false,
    }
}

/// The addresses that begin alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Network {
    /// How many bits an address has.
    pub(super) address: u32,
    /// How many of them are the same.
    pub(super) prefix: u32,
}

impl Network {
    /// Numbers in an address may begin with zeros; of longer addresses only the letters are looked at.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (address, prefix) = text.split_once('/')?;
        let number = |digits: &str| {
            let digits = Some(digits).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()));
            digits.and_then(|digits| digits.parse::<u32>().ok())
        };
        let is_short = || address.split('.').count() == 4 && address.split('.').all(|part| number(part) < Some(256));
        let is_long = || {
            let fits = |byte: u8| byte.is_ascii_hexdigit() || b":.".contains(&byte);
            address.bytes().filter(|byte| *byte == b':').count() > 1 && address.bytes().all(fits)
        };
        let prefix = number(prefix)?;
        let network = |address| (prefix <= address).then_some(Self { address, prefix });
        if address.split('.').all(|part| number(part).is_some()) {
            is_short().then(|| network(32))?
        } else {
            is_long().then(|| network(128))?
        }
    }
}

/// Brackets that end nothing are passed over.
fn may_be_json(text: &str) -> bool {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<serde::de::IgnoredAny>();
    let is_read = matches!(values.next(), Some(Ok(_)));
    let rest = text.get(values.byte_offset()..).unwrap_or_default();
    let rest = rest.trim_start_matches([' ', '\t', '\r', '\n']);
    is_read && (rest.is_empty() || rest.starts_with([']', '}']))
}

fn is_base64(text: &str) -> bool {
    let digits: Vec<u8> = text.bytes().filter(|byte| !b"\r\n".contains(byte)).collect();
    let padded = digits.iter().rev().take_while(|byte| **byte == b'=').count();
    let mut written = digits.iter().take(digits.len() - padded);
    digits.len().is_multiple_of(4)
        && padded < 3
        && written.all(|byte| byte.is_ascii_alphanumeric() || b"+/".contains(byte))
}

/// Some functions take a comma before the fraction, an hour of one digit and a zone as far away as it likes, others do
/// not: none of these is refused.
fn may_be_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    if text.contains(',') || bytes.get(12) == Some(&b':') {
        return true;
    }
    let fits = |pattern: &[u8], bytes: &[u8]| {
        let pairs = pattern.iter().zip(bytes);
        let same = |(wanted, given): (&u8, &u8)| match wanted {
            b'0' => given.is_ascii_digit(),
            _ => wanted == given,
        };
        pattern.len() == bytes.len() && pairs.into_iter().all(same)
    };
    let number = |range: std::ops::Range<usize>| text.get(range).and_then(|digits| digits.parse::<u32>().ok());
    let Some((date, rest)) = bytes.split_at_checked(19) else {
        return false;
    };
    let (Some(year), Some(month), Some(day)) = (number(0..4), number(5..7), number(8..10)) else {
        return false;
    };
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    let below = |range, limit| number(range).is_some_and(|number: u32| number < limit);
    let fraction = match rest.strip_prefix(b".") {
        Some(rest) => rest.iter().take_while(|byte| byte.is_ascii_digit()).count() + 1,
        None => 0,
    };
    let zone = rest.get(fraction..).unwrap_or_default();
    let is_zone = zone == b"Z" || fits(b"+00:00", zone) || fits(b"-00:00", zone);
    fits(b"0000-00-00T00:00:00", date)
        && (1..=days).contains(&day)
        && below(11..13, 24)
        && below(14..16, 60)
        && below(17..19, 60)
        && fraction != 1
        && is_zone
}

/// Numbers with units; of how long it is nothing is said.
fn may_be_duration(text: &str) -> bool {
    let mut rest = text.strip_prefix(['-', '+']).unwrap_or(text);
    if rest == "0" {
        return true;
    }
    let is_of_number = |letter: char| letter == '.' || letter.is_ascii_digit();
    while !rest.is_empty() {
        let number = rest.find(|letter| !is_of_number(letter)).unwrap_or(rest.len());
        let (number, behind) = rest.split_at(number);
        let unit = behind.find(is_of_number).unwrap_or(behind.len());
        let (unit, behind) = behind.split_at(unit);
        let is_number = number.contains(|letter: char| letter.is_ascii_digit()) && number.matches('.').count() < 2;
        // The two letters for a millionth are not the same.
        if !is_number || !["ns", "us", "\u{b5}s", "\u{3bc}s", "ms", "s", "m", "h"].contains(&unit) {
            return false;
        }
        rest = behind;
    }
    !text.is_empty() && !["-", "+"].contains(&text)
}

fn may_be_time_format(text: &str) -> bool {
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = rest.chars().take_while(|letter| *letter == first).count();
        rest = match first {
            '\'' => match behind_quoted(rest) {
                Some(behind) => behind,
                // Two that are meant pass for the end.
                None => return rest.len() > 1 && rest.ends_with('\''),
            },
            _ => rest.trim_start_matches(first),
        };
        let fits = match first {
            'Y' => [2, 4].contains(&length),
            'M' => length <= 4,
            'E' => [3, 4].contains(&length),
            'A' | 'a' => length == 2,
            'D' | 'h' | 'H' | 'm' | 's' => length <= 2,
            'Z' => [1, 3, 4, 5].contains(&length),
            _ => !first.is_ascii_alphabetic(),
        };
        if !fits {
            return false;
        }
    }
    true
}

/// What stands behind a text in quotation marks, of which two are one that is meant.
fn behind_quoted(text: &str) -> Option<&str> {
    let mut rest = text.strip_prefix('\'')?;
    if let Some(behind) = rest.strip_prefix('\'') {
        return Some(behind);
    }
    loop {
        let (_, behind) = rest.split_once('\'')?;
        match behind.strip_prefix('\'') {
            Some(more) => rest = more,
            None => return Some(behind),
        }
    }
}

/// What stands before a letter of a regular expression.
enum Before {
    /// The beginning, or that of another choice.
    Nothing,
    Parenthesis,
    Something,
    /// A repetition, which may be one of as little as possible.
    Repeated,
    Lazy,
}

/// Whether a regular expression may be one that the engines read: not if it looks ahead, behind or back, lacks a
/// bracket, or repeats nothing or what is repeated.
fn may_be_pattern(text: &str) -> bool {
    let mut open = 0_usize;
    let mut rest = text;
    let mut before = Before::Nothing;
    while let Some(first) = rest.chars().next() {
        let behind = rest.get(first.len_utf8()..).unwrap_or_default();
        rest = behind;
        let preceding = std::mem::replace(&mut before, Before::Something);
        match first {
            '*' | '+' | '?' => match (first, preceding) {
                (_, Before::Something) => before = Before::Repeated,
                // It says what the parenthesis is, and how much the repetition takes.
                ('?', Before::Parenthesis) => {}
                ('?', Before::Repeated) => before = Before::Lazy,
                _ => return false,
            },
            '|' => before = Before::Nothing,
            '\\' => match behind.chars().next() {
                // What follows is quoted.
                Some('Q') => return true,
                None | Some('8' | '9') => return false,
                // More digits are the number of a letter.
                Some('1'..='7')
                    if !behind
                        .get(1..)
                        .unwrap_or_default()
                        .starts_with(|next: char| next.is_digit(8)) =>
                {
                    return false;
                }
                Some(escaped) => rest = behind.get(escaped.len_utf8()..).unwrap_or_default(),
            },
            '(' if ["?=", "?!", "?<=", "?<!", "?>"]
                .iter()
                .any(|looks| behind.starts_with(looks)) =>
            {
                return false;
            }
            '(' => {
                open += 1;
                before = Before::Parenthesis;
            }
            ')' => match open.checked_sub(1) {
                Some(left) => open = left,
                None => return false,
            },
            '[' => match behind_class(behind) {
                Some(behind) => rest = behind,
                None => return false,
            },
            _ => {}
        }
    }
    open == 0
}

/// What stands behind the name of a class in a class: `[:alpha:]`.
fn behind_name(text: &str) -> Option<&str> {
    let name = text.strip_prefix(":^").or_else(|| text.strip_prefix(':'))?;
    name.trim_start_matches(|letter: char| letter.is_ascii_alphabetic())
        .strip_prefix(":]")
}

/// What stands behind a class of letters, of which the first may be the bracket that ends it elsewhere.
fn behind_class(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('^').unwrap_or(text);
    let mut rest = inside.strip_prefix(']').unwrap_or(inside);
    loop {
        let first = rest.chars().next()?;
        let behind = rest.get(first.len_utf8()..)?;
        rest = match first {
            ']' => return Some(behind),
            '\\' => behind.get(behind.chars().next()?.len_utf8()..)?,
            '[' => behind_name(behind).unwrap_or(behind),
            _ => behind,
        };
    }
}
