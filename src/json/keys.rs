//! Keys in JSON texts, found without reading the texts.

use std::sync::LazyLock;

use memchr::memmem::Finder;

/// Whether a letter, digit or sign may be written as an escape somewhere in the text, which a search for it would miss.
#[must_use]
pub fn has_escaped_letter(text: &str) -> bool {
    static ESCAPE: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new("\\u00"));
    static SLASH: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new("\\/"));
    let bytes = text.as_bytes();
    let mut codes = ESCAPE.find_iter(bytes).filter_map(|at| bytes.get(at + 2..at + 6));
    codes.any(is_letter_code) || SLASH.find(bytes).is_some()
}

/// Whether the four digits of an escape may stand for a letter, a digit or a sign: what engines do escape is `<`, `>`
/// and `&`, which are `3c`, `3e` and `26`, control characters below `20`, and line separators.
#[must_use]
pub(crate) fn is_letter_code(code: &[u8]) -> bool {
    matches!(
        code,
        [b'0', b'0', b'4'..=b'7', _]
            | [b'0', b'0', b'3', b'0'..=b'9' | b'a' | b'A' | b'b' | b'B' | b'd' | b'D' | b'f' | b'F']
            | [b'0', b'0', b'2', b'0'..=b'5' | b'7'..=b'9' | b'a'..=b'f' | b'A'..=b'F']
    )
}

/// Every key of every object in the text that ends in three bytes for which `ends` holds, as written between the quotes,
/// in order, each with all that stands behind its colon. Of a shorter key, what stands before it counts: its quotation
/// mark, and the sign or space before that.
///
/// A colon behind a quotation mark ends each of them, and nothing else: inside a string the mark is escaped. Of a key
/// that holds an escaped quotation mark only the end is found.
pub(crate) fn ending(text: &str, ends: impl Fn([u8; 3]) -> bool) -> impl Iterator<Item = (&str, &str)> {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b':', bytes).filter_map(move |colon| {
        let mut end = colon;
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes[..end].last() {
            end -= 1;
        }
        // Most keys go here, before anything is looked for.
        let &[one, two, three, b'"'] = bytes[..end].last_chunk()? else {
            return None;
        };
        if !ends([one, two, three]) {
            return None;
        }
        let inside = text.get(..end - 1)?;
        let backslashes = inside.bytes().rev().take_while(|&byte| byte == b'\\').count();
        if backslashes % 2 == 1 {
            return None;
        }
        let start = memchr::memrchr(b'"', inside.as_bytes())? + 1;
        Some((inside.get(start..)?, text.get(colon + 1..)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_is_missed() {
        for (text, wanted, why) in [
            (
                r#"{"aa":1,"bb" : {"cc":[{"dd":2}]}}"#,
                vec!["aa", "bb", "cc", "dd"],
                "at any depth",
            ),
            (r#"{"aa":"x: y","bb":"zz:"}"#, vec!["aa", "bb"], "colons in values"),
            (r#"{"aa\"bb":1}"#, vec!["bb"], "of an escaped quotation mark the end"),
            (r#"{"aa":"{\"bb\":1}"}"#, vec!["aa"], "what looks so in a string"),
            (r#"{"aa\\":1}"#, vec![r"aa\\"], "a backslash at the end"),
            (
                r#"{"aa":1,"ax":2,"a":3}"#,
                vec!["aa", "a"],
                "another ending, and a single byte",
            ),
            (r#"["aa","bb"]"#, vec![], "no keys"),
            ("", vec![], "nothing"),
        ] {
            let keys: Vec<_> = ending(text, |[.., last]| last != b'x').map(|(key, _)| key).collect();
            assert_eq!(keys, wanted, "{why}");
        }
    }

    #[test]
    fn escapes_of_letters_are_told_from_those_of_engines() {
        for (text, found, why) in [
            (r#"{"\u0061":1}"#, true, "a letter"),
            (r#"{"\u002D":1}"#, true, "a dash"),
            (r#"{"a":"\u0031"}"#, true, "a digit"),
            (r#"{"a":"x\u003a//y\u003Dz"}"#, true, "a sign"),
            (r#"{"a":"x:\/\/y"}"#, true, "a slash, as PHP writes it"),
            (r#"{"a":"\u0022"}"#, true, "a quotation mark, as .NET writes it"),
            (
                r#"{"a":"\u003c\u003e\u0026\u0000\u001f"}"#,
                false,
                "what engines escape",
            ),
            (r#"{"a":"\u2028"}"#, false, "no letter"),
            ("\\u00", false, "cut off"),
        ] {
            assert_eq!(has_escaped_letter(text), found, "{why}");
        }
    }
}
