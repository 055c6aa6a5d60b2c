//! A text read as what stands between the quotation marks of a JSON string, with the way back to where it stood.

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
            if let Some((character, length)) = character(escape) {
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

/// The character that an escape spells, and in bytes how long the escape is; `None` for what is none.
fn character(escape: &str) -> Option<(char, usize)> {
    let simple = |character| Some((character, 2));
    match escape.as_bytes().get(1)? {
        b'"' => simple('"'),
        b'\\' => simple('\\'),
        b'/' => simple('/'),
        b'b' => simple('\u{8}'),
        b'f' => simple('\u{c}'),
        b'n' => simple('\n'),
        b'r' => simple('\r'),
        b't' => simple('\t'),
        b'u' => {
            let first = unit(escape)?;
            let second = escape.get(6..).and_then(unit);
            let mut characters = char::decode_utf16([first].into_iter().chain(second));
            let character = characters.next()?.ok()?;
            Some((character, 6 * character.len_utf16()))
        }
        _ => None,
    }
}

/// The unit of UTF-16 that an escape with four digits at the beginning spells.
fn unit(escape: &str) -> Option<u16> {
    let digits = escape.strip_prefix("\\u")?.get(..4)?;
    // The standard library would take a sign.
    let are_digits = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    are_digits.then(|| u16::from_str_radix(digits, 16).ok()).flatten()
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
