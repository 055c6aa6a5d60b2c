//! Texts quoted as the engines quote them, which is Go's way.

use std::borrow::Cow;
use std::fmt::Write;

use crate::facts::address::is_printable;

/// Writes a text in quotes, with escapes for all that does not print.
pub(super) fn quote(out: &mut String, text: &str) {
    out.push('"');
    // Most texts need no escape at all.
    let plain = |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    let start = text.bytes().position(|byte| !plain(byte)).unwrap_or(text.len());
    let (sound, rest) = text.split_at(start);
    out.push_str(sound);
    for letter in rest.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{b}' => out.push_str("\\v"),
            _ if is_printable(letter) => out.push(letter),
            _ => {
                let code = u32::from(letter);
                // Writing to a String cannot fail.
                let _ = match code {
                    0..0x80 => write!(out, "\\x{code:02x}"),
                    0x80..0x10000 => write!(out, "\\u{code:04x}"),
                    _ => write!(out, "\\U{code:08x}"),
                };
            }
        }
    }
    out.push('"');
}

/// The text in quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    quote(&mut out, text);
    out
}

/// A name as it stands in configuration: in quotes unless it is an identifier.
pub(super) fn name(text: &str) -> Cow<'_, str> {
    let mut letters = text.chars();
    let identifier = letters
        .next()
        .is_some_and(|first| first.is_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-'));
    if identifier {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(quoted(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted_as_go_does() {
        for (text, wanted, why) in [
            ("say \"hi\" \\ it's", r#""say \"hi\" \\ it's""#, "quotes"),
            (
                "\u{1b}[31m\u{7}\u{1}\u{7f}",
                r#""\x1b[31m\a\x01\x7f""#,
                "control characters",
            ),
            (
                "\u{85}\u{2028}\u{202e}\u{200b}\u{feff}\u{a0}",
                r#""\u0085\u2028\u202e\u200b\ufeff\u00a0""#,
                "what hides",
            ),
            ("é ü 漢字 🚀 e\u{301}", "\"é ü 漢字 🚀 e\u{301}\"", "what prints"),
            ("\u{10ffff}", r#""\U0010ffff""#, "beyond four digits"),
        ] {
            assert_eq!(quoted(text), wanted, "{why}");
        }
        for (text, wanted) in [
            ("a_b-1", "a_b-1"),
            ("1a", "\"1a\""),
            ("a.b", "\"a.b\""),
            ("", "\"\""),
            ("ä", "ä"),
        ] {
            assert_eq!(name(text), wanted);
        }
    }
}
