//! A text read as what stands between the quotation marks of a JSON string, with the way back to where it stood.

use crate::json::string;

/// The text that the escapes in another one spell.
///
/// Encoders differ in what they escape: `/` as `\/`, `+` as `\u002B`, all but ASCII as `\u00e4`. What is no escape stays.
pub(super) struct Unescaped {
    text: String,
    /// Behind each escape: the byte in the text, and the one in the text that it was read from.
    behind: Vec<(usize, usize)>,
    /// What it was read from, where that was read itself.
    outside: Option<Box<Self>>,
}

impl Unescaped {
    /// `None` when there is no escape.
    pub(super) fn of(text: &str) -> Option<Self> {
        let mut read = Self {
            text: String::new(),
            behind: Vec::new(),
            outside: None,
        };
        let mut rest = text;
        while let Some(backslash) = memchr::memchr(b'\\', rest.as_bytes()) {
            let (before, escape) = rest.split_at(backslash);
            read.text.push_str(before);
            if let Ok((character, length)) = string::escape(escape.as_bytes(), 0) {
                read.text.push(character);
                rest = &escape[length..];
                read.behind.push((read.text.len(), text.len() - rest.len()));
            } else {
                read.text.push('\\');
                rest = &escape[1..];
            }
        }
        if read.behind.is_empty() {
            return None;
        }
        read.text.push_str(rest);
        Some(read)
    }

    /// The same once more, as of a JSON text inside another.
    pub(super) fn again(self) -> Option<Self> {
        let read = Self::of(&self.text)?;
        Some(Self {
            outside: Some(Box::new(self)),
            ..read
        })
    }

    /// The text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Where in the first text a byte of this one stood: the first of a character, or the one behind the last.
    pub(super) fn origin(&self, at: usize) -> usize {
        let escapes = self.behind.partition_point(|(behind, _)| *behind <= at);
        let last = escapes.checked_sub(1).and_then(|last| self.behind.get(last));
        let origin = last.map_or(at, |(behind, origin)| origin + (at - behind));
        self.outside.as_ref().map_or(origin, |outside| outside.origin(origin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_read_as_json_has_them() {
        // RFC 8259, section 7.
        for (text, wanted, why) in [
            (r"nothing", None, "no escape"),
            (r"C:\Users\x", None, "no escape of JSON"),
            (r"a\/b", Some("a/b"), "a solidus"),
            (r#"\"\\\b\f\n\r\t"#, Some("\"\\\u{8}\u{c}\n\r\t"), "the short ones"),
            (r"\u002B\u002b", Some("++"), "digits of both cases"),
            (r"\u00e4\u20AC", Some("ä€"), "past ASCII"),
            (r"\ud83d\ude00!", Some("😀!"), "a pair"),
            (r"\/\ud83d\u0041", Some("/\\ud83dA"), "half a pair stays"),
            (r"\/\u+041\u00", Some(r"/\u+041\u00"), "no four digits"),
            (r"\/ä\", Some("/ä\\"), "a backslash at the end"),
        ] {
            let read = Unescaped::of(text);
            assert_eq!(read.as_ref().map(Unescaped::text), wanted, "{why}");
        }
    }

    #[test]
    fn each_character_is_found_where_it_stood() {
        let text = r#"ä {\"k\": \"x\\u002By\"} z"#;
        let once = Unescaped::of(text).unwrap();
        assert_eq!(once.text(), r#"ä {"k": "x\u002By"} z"#);
        let start = once.text().find("k\"").unwrap();
        assert_eq!(&text[once.origin(start)..once.origin(start + 2)], r#"k\""#);
        let twice = once.again().unwrap();
        assert_eq!(twice.text(), r#"ä {"k": "x+y"} z"#);
        for (part, origin, why) in [
            ("ä", "ä", "before all escapes"),
            ("k", "k", "behind one"),
            ("+", r"\\u002B", "an escape in an escape"),
            ("x+y", r"x\\u002By", "around it"),
            ("z", "z", "behind all"),
        ] {
            let start = twice.text().find(part).unwrap();
            let origins = twice.origin(start)..twice.origin(start + part.len());
            assert_eq!(&text[origins], origin, "{why}");
        }
    }
}
