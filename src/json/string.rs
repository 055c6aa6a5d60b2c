//! JSON strings: escapes and what they stand for (RFC 8259 §7).

use std::borrow::Cow;

/// What a string means, given the text between its quotes; borrowed when it holds no escape.
///
/// Total: an escape that JSON does not know, and half of a surrogate pair, become U+FFFD. Texts that went through
/// [`Document::read`](super::Document::read) hold none of these.
#[must_use]
pub(crate) fn decode(inner: &str) -> Cow<'_, str> {
    let Some(first) = memchr::memchr(b'\\', inner.as_bytes()) else {
        return Cow::Borrowed(inner);
    };
    let mut decoded = String::with_capacity(inner.len());
    let (mut copied, mut next) = (0, Some(first));
    while let Some(backslash) = next {
        decoded.push_str(&inner[copied..backslash]);
        let (character, end) =
            escape(inner.as_bytes(), backslash).unwrap_or((char::REPLACEMENT_CHARACTER, backslash + 1));
        decoded.push(character);
        copied = end;
        next = memchr::memchr(b'\\', &inner.as_bytes()[end..]).map(|distance| end + distance);
    }
    decoded.push_str(&inner[copied..]);
    Cow::Owned(decoded)
}

/// A text in JSON in which U+FFFD stands for each half of a surrogate pair, as Go and JavaScript read it; `None` when
/// it holds none.
pub(crate) fn without_half_pairs(text: &str) -> Option<String> {
    let mut whole = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(found) = text.get(at..)?.find('\\') {
        let backslash = at + found;
        at = match escape(text.as_bytes(), backslash) {
            Ok((_, end)) => end,
            Err(EscapeFault::LoneSurrogate) => {
                whole.push_str(text.get(copied..backslash)?);
                whole.push_str("\\ufffd");
                copied = backslash + "\\ud800".len();
                copied
            }
            Err(_) => return None,
        };
    }
    whole.push_str(text.get(copied..)?);
    (copied > 0).then_some(whole)
}

/// The text as a JSON string. Unlike `Debug`, which follows the tables of Unicode that a compiler brings, it is the
/// same with every version of planlint: what is kept in files is written so.
#[must_use]
pub(crate) fn quoted(text: &str) -> String {
    // Writing a text into memory cannot fail.
    serde_json::to_string(text).unwrap_or_default()
}

/// Whether the string whose text between the quotes is `inner` means `expected`; allocates only for escapes.
pub(super) fn means(inner: &str, expected: &str) -> bool {
    // Most differ in the first byte already.
    let first = inner.as_bytes().first();
    if first != expected.as_bytes().first() && first != Some(&b'\\') {
        return false;
    }
    // An escape is longer than what it stands for, so equal texts with a backslash never mean themselves.
    if inner.len() == expected.len() {
        inner == expected && memchr::memchr(b'\\', inner.as_bytes()).is_none()
    } else {
        inner.len() > expected.len() && decode(inner) == expected
    }
}

/// Why an escape stands for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EscapeFault {
    /// The text ends inside it.
    Truncated,
    /// No escape of JSON begins like this.
    Unknown,
    /// Half of a surrogate pair without its other half.
    LoneSurrogate,
}

/// The character that the escape at `backslash` stands for, and one past its last byte.
pub(crate) fn escape(bytes: &[u8], backslash: usize) -> Result<(char, usize), EscapeFault> {
    let character = match bytes.get(backslash + 1).ok_or(EscapeFault::Truncated)? {
        quoted @ (b'"' | b'\\' | b'/') => char::from(*quoted),
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode(bytes, backslash),
        _ => return Err(EscapeFault::Unknown),
    };
    Ok((character, backslash + 2))
}

fn unicode(bytes: &[u8], backslash: usize) -> Result<(char, usize), EscapeFault> {
    let unit = four_digits(bytes, backslash + 2)?;
    let end = backslash + 6;
    if !(0xD800..0xDC00).contains(&unit) {
        // Only the second half of a pair is left among the units that are no character.
        return char::from_u32(unit)
            .map(|character| (character, end))
            .ok_or(EscapeFault::LoneSurrogate);
    }
    match (bytes.get(end), bytes.get(end + 1)) {
        (Some(b'\\'), Some(b'u')) => {}
        (None, _) | (Some(b'\\'), None) => return Err(EscapeFault::Truncated),
        _ => return Err(EscapeFault::LoneSurrogate),
    }
    let second = four_digits(bytes, end + 2)?;
    if !(0xDC00..0xE000).contains(&second) {
        return Err(EscapeFault::LoneSurrogate);
    }
    let scalar = 0x1_0000 + ((unit - 0xD800) << 10) + (second - 0xDC00);
    char::from_u32(scalar)
        .map(|character| (character, end + 6))
        .ok_or(EscapeFault::LoneSurrogate)
}

fn four_digits(bytes: &[u8], start: usize) -> Result<u32, EscapeFault> {
    let mut unit = 0;
    for at in start..start + 4 {
        let byte = *bytes.get(at).ok_or(EscapeFault::Truncated)?;
        unit = unit * 16 + char::from(byte).to_digit(16).ok_or(EscapeFault::Unknown)?;
    }
    Ok(unit)
}

/// How many bytes of a string stand for themselves, up to a quotation mark, a backslash or a control character.
///
/// Eight at once: in each byte of the word the highest bit is set by what is looked for, and perhaps in bytes after the
/// first that is.
pub(crate) fn plain(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 0xFF;
    const HIGHEST: u64 = ONES << 7;
    const fn below(word: u64, limit: u8) -> u64 {
        word.wrapping_sub(ONES * limit as u64) & !word & HIGHEST
    }
    let mut at = 0;
    while let Some(chunk) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let word = u64::from_le_bytes(*chunk);
        let is = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
        let found = below(word, b' ') | is(b'"') | is(b'\\');
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    let length = rest
        .iter()
        .take_while(|&&byte| byte >= b' ' && byte != b'"' && byte != b'\\');
    at + length.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_stand_for_what_the_rfc_says() {
        for (inner, meaning, why) in [
            ("", "", "nothing"),
            ("plain é \u{1F600}", "plain é \u{1F600}", "no escape"),
            (r#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{c}\n\r\t", "all short escapes"),
            (r"\u0041\u00e9\u00E9", "Aéé", "digits of either case"),
            (r"\u0000", "\0", "zero is a character"),
            (r"\u003cscript\u003e", "<script>", "as Go writes HTML"),
            (r"\uD83D\uDE00!", "\u{1F600}!", "a surrogate pair"),
            (r"a\\u0041", r"a\u0041", "an escaped backslash begins nothing"),
            (r"\uD83Dx", "\u{FFFD}uD83Dx", "a lone first half"),
            (r"\uDE00", "\u{FFFD}uDE00", "a lone second half"),
            (r"\é\", "\u{FFFD}é\u{FFFD}", "unknown escape, and a cut one"),
        ] {
            assert_eq!(decode(inner), meaning, "{why}");
        }
    }

    #[test]
    fn no_escape_no_copy() {
        assert!(matches!(decode("abc"), Cow::Borrowed(_)));
    }

    #[test]
    fn meaning_is_compared_and_not_spelling() {
        for (inner, expected, same, why) in [
            ("a", "a", true, "plain"),
            ("a", "b", false, "other"),
            (r"\u0061", "a", true, "an escaped letter is the letter"),
            (r"\n", r"\n", false, "two characters are not a line feed"),
            (r"\n", "\n", true, "a line feed"),
            ("a", "ab", false, "shorter"),
            ("ab", "a", false, "longer"),
        ] {
            assert_eq!(means(inner, expected), same, "{why}");
        }
    }

    #[test]
    fn what_ends_a_stretch_is_found_at_every_place() {
        for length in 0..20 {
            for end in [b'"', b'\\', 0, 0x1f] {
                for (filler, why) in [
                    (b'a', "letters"),
                    (b' ', "spaces"),
                    (0xff, "above ASCII"),
                    (b'#', "one above a mark"),
                ] {
                    let mut bytes = vec![filler; length];
                    assert_eq!(plain(&bytes), length, "{why}, nothing to find");
                    bytes.push(end);
                    bytes.extend([b'"'; 9]);
                    assert_eq!(plain(&bytes), length, "{why}, then {end}");
                }
            }
        }
    }
}
