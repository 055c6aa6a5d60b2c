//! Instance keys and how they are quoted.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use crate::tofu::InstanceKey;

/// Which instance of a resource or of a module call, printed with its brackets (§2.6).
///
/// Declared in the engines' order: no key, then indexes by value, then strings by their bytes. The wildcard comes
/// last, for the engines never sort it among the others.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Key<'a> {
    /// The single instance of a block without `count` and `for_each`; also the block as a whole.
    #[default]
    None,
    /// An index of `count`, from 0. Engines hold it in a Go `int`, so all of theirs fit.
    Int(u64),
    /// A number that is no [`Key::Int`], as written; no engine writes one. Sorted by its text.
    Number(Cow<'a, str>),
    /// A key of `for_each`, unescaped.
    Str(Cow<'a, str>),
    /// `[*]`: instances whose keys are not known yet, in Terraform's deferred changes.
    Wildcard,
}

impl Key<'_> {
    /// The key with a copy of the text.
    #[must_use]
    pub fn into_owned(self) -> Key<'static> {
        match self {
            Self::None => Key::None,
            Self::Int(index) => Key::Int(index),
            Self::Number(text) => Key::Number(Cow::Owned(text.into_owned())),
            Self::Str(text) => Key::Str(Cow::Owned(text.into_owned())),
            Self::Wildcard => Key::Wildcard,
        }
    }
}

impl<'a> From<&'a InstanceKey<'_>> for Key<'a> {
    fn from(key: &'a InstanceKey<'_>) -> Self {
        match key {
            InstanceKey::Int(index) => Self::Int(*index),
            InstanceKey::Number(text) => Self::Number(Cow::Borrowed(text)),
            InstanceKey::Str(text) => Self::Str(Cow::Borrowed(text)),
        }
    }
}

impl fmt::Display for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => Ok(()),
            Self::Int(index) => write!(f, "[{index}]"),
            Self::Number(text) => write!(f, "[{text}]"),
            Self::Str(text) => {
                f.write_str("[\"")?;
                write_escaped(f, text)?;
                f.write_str("\"]")
            }
            Self::Wildcard => f.write_str("[*]"),
        }
    }
}

/// Escapes as HCL reads it in a quoted template, choosing the same escapes as the engines (§2.6).
fn write_escaped(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            // A doubled introducer followed by a brace is no template.
            '$' | '%' if chars.peek() == Some(&'{') => {
                f.write_char(c)?;
                f.write_char(c)?;
            }
            _ if is_printable(c) => f.write_char(c)?,
            _ if c <= '\u{ffff}' => write!(f, "\\u{:04x}", u32::from(c))?,
            _ => write!(f, "\\U{:08x}", u32::from(c))?,
        }
    }
    Ok(())
}

/// Go's `unicode.IsPrint`: letters, marks, numbers, punctuation, symbols and the ASCII space.
///
/// The standard library escapes by the same definition, but of a newer Unicode: a character that is younger than the
/// engine's tables (Unicode 15.0 in Go 1.21 to 1.26) is escaped by the engine and not here.
pub(crate) fn is_printable(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    // Alone a combining mark is escaped too; behind a letter only what is not printable.
    c.escape_debug().len() == 1 || format!("a{c}").escape_debug().count() == 2
}

#[cfg(test)]
mod tests {
    use crate::facts::address::Address;

    use super::*;

    fn text_key(text: &str) -> Key<'_> {
        Key::Str(text.into())
    }

    #[test]
    fn keys_are_printed_as_the_engines_print_them() {
        // Expectations follow `toHCLQuotedString` of OpenTofu 1.12 and the fixture `create-only`.
        for (key, expected, reason) in [
            (Key::None, "", "no key, no brackets"),
            (Key::Int(0), "[0]", "zero is a key"),
            (Key::Int(10), "[10]", "decimal"),
            (Key::Wildcard, "[*]", "deferred changes"),
            (text_key(""), r#"[""]"#, "the empty string is a key"),
            (text_key("0"), r#"["0"]"#, "a string of digits is not an index"),
            (text_key(r#"quote"inside"#), r#"["quote\"inside"]"#, "quote"),
            (text_key(r"back\slash"), r#"["back\\slash"]"#, "backslash"),
            (
                text_key("a\nb\rc\td"),
                r#"["a\nb\rc\td"]"#,
                "the controls that have a letter",
            ),
            (
                text_key("${a}%{b}"),
                r#"["$${a}%%{b}"]"#,
                "template introducers are doubled",
            ),
            (text_key("$${"), r#"["$$${"]"#, "only the last sign before the brace is"),
            (text_key("$a%b{$"), r#"["$a%b{$"]"#, "signs without a brace stay"),
            (text_key("a.b[0]"), r#"["a.b[0]"]"#, "dots and brackets need no escape"),
            (
                text_key("it's\u{7}\u{0}\u{7f}"),
                r#"["it's\u0007\u0000\u007f"]"#,
                "other controls, four lower-case digits",
            ),
            (text_key("ü漢字🚀"), r#"["ü漢字🚀"]"#, "printable characters stay"),
            (
                text_key("\u{301}e\u{301}"),
                "[\"\u{301}e\u{301}\"]",
                "a combining mark is printable anywhere",
            ),
            (
                text_key("\u{200b}\u{a0}\u{2028}"),
                r#"["\u200b\u00a0\u2028"]"#,
                "invisible: format, space, separator",
            ),
            (
                text_key("\u{feff}\u{fffd}"),
                "[\"\\ufeff\u{fffd}\"]",
                "byte order mark; the replacement is a symbol",
            ),
            (
                text_key("\u{202e}\u{ad}"),
                r#"["\u202e\u00ad"]"#,
                "a key cannot turn the direction of writing",
            ),
            (
                text_key("\u{e0001}\u{f0000}"),
                r#"["\U000e0001\U000f0000"]"#,
                "eight digits beyond the first plane",
            ),
        ] {
            assert_eq!(key.to_string(), expected, "{reason}");
        }
    }

    #[test]
    fn keys_of_entries_keep_their_kind() {
        for (json, expected, reason) in [
            ("0", "[0]", "count"),
            (r#""0""#, r#"["0"]"#, "for_each, not an index"),
            (
                r#""a\"b\n""#,
                r#"["a\"b\n"]"#,
                "JSON's escapes are resolved before HCL's are made",
            ),
            ("18446744073709551616", "[18446744073709551616]", "exact beyond 64 bits"),
            ("-1.50", "[-1.50]", "as written"),
        ] {
            let key: InstanceKey<'_> = serde_json::from_str(json).unwrap();
            let key = Key::from(&key);
            assert_eq!(key.to_string(), expected, "{reason}");
            let text = format!("t.n{expected}");
            let address = Address::parse(&text).unwrap();
            assert_eq!(address.key, key, "{reason}");
        }
    }
}
