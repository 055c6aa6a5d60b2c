//! A text read as what stands between quotation marks, with the way back to where it stood.

use std::rc::Rc;

use crate::json::string;

use super::secrets::NESTED;

/// How the configuration language writes `${` and `%{` where they begin no template, in addresses too.
const DOUBLED: [(&str, char); 2] = [("$${", '$'), ("%%{", '%')];

/// The text that the escapes in another one spell.
///
/// Encoders differ in what they escape: `/` as `\/`, `+` as `\u002B`, all but ASCII as `\u00e4`. What is no escape
/// stays.
pub(in crate::facts) struct Unescaped {
    text: String,
    /// Behind each escape: the byte in the text, and the one in the text that it was read from.
    behind: Vec<(usize, usize)>,
    /// What it was read from, where that was read itself.
    outside: Option<Rc<Self>>,
}

/// All that a text can spell: read as a JSON string as many times as JSON texts may stand inside each other, and each
/// of these also as one of the configuration language.
pub(in crate::facts) fn spelled(text: &str) -> impl Iterator<Item = Rc<Unescaped>> {
    let inside = |read: Unescaped, outside: &Rc<Unescaped>| {
        Rc::new(Unescaped {
            outside: Some(Rc::clone(outside)),
            ..read
        })
    };
    let once = Unescaped::of(text).map(Rc::new);
    let json = std::iter::successors(once, move |read| Some(inside(Unescaped::of(&read.text)?, read)));
    let both = json.take(NESTED).flat_map(move |read| {
        let undoubled = Unescaped::undoubled(&read.text).map(|undoubled| inside(undoubled, &read));
        std::iter::once(read).chain(undoubled)
    });
    Unescaped::undoubled(text).map(Rc::new).into_iter().chain(both)
}

impl Unescaped {
    /// `None` when there is no escape.
    fn of(text: &str) -> Option<Self> {
        Self::read(
            text,
            |bytes| memchr::memchr(b'\\', bytes),
            |rest| {
                let of_json = string::escape(rest.as_bytes(), 0).ok();
                of_json.or_else(|| long_escape(rest))
            },
        )
    }

    /// `None` when nothing is doubled.
    fn undoubled(text: &str) -> Option<Self> {
        if DOUBLED.iter().all(|(doubled, _)| !text.contains(doubled)) {
            return None;
        }
        Self::read(
            text,
            |bytes| memchr::memchr2(b'$', b'%', bytes),
            |rest| {
                let doubled = DOUBLED.iter().find(|(doubled, _)| rest.starts_with(doubled));
                doubled.map(|(_, sign)| (*sign, 2))
            },
        )
    }

    /// `next` finds where an escape may begin; `escape` gives the character and the length of one, in bytes.
    fn read(
        text: &str,
        next: impl Fn(&[u8]) -> Option<usize>,
        escape: impl Fn(&str) -> Option<(char, usize)>,
    ) -> Option<Self> {
        let mut read = Self {
            text: String::new(),
            behind: Vec::new(),
            outside: None,
        };
        let mut rest = text;
        while let Some(at) = next(rest.as_bytes()) {
            let (before, from) = rest.split_at(at);
            read.text.push_str(before);
            if let Some((character, length)) = escape(from) {
                read.text.push(character);
                rest = &from[length..];
                read.behind.push((read.text.len(), text.len() - rest.len()));
            } else {
                // The sign is ASCII.
                read.text.push_str(&from[..1]);
                rest = &from[1..];
            }
        }
        if read.behind.is_empty() {
            return None;
        }
        read.text.push_str(rest);
        Some(read)
    }

    /// The text.
    pub(in crate::facts) fn text(&self) -> &str {
        &self.text
    }

    /// Where in the first text a byte of this one stood: the first of a character, or the one behind the last.
    pub(in crate::facts) fn origin(&self, at: usize) -> usize {
        let escapes = self.behind.partition_point(|(behind, _)| *behind <= at);
        let last = escapes.checked_sub(1).and_then(|last| self.behind.get(last));
        let origin = last.map_or(at, |(behind, origin)| origin + (at - behind));
        self.outside.as_ref().map_or(origin, |outside| outside.origin(origin))
    }
}

/// The character past the first 65,536 that the configuration language writes as `\U` and eight digits, and its length.
fn long_escape(text: &str) -> Option<(char, usize)> {
    let digits = text.strip_prefix("\\U")?.get(..8)?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let code = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
    Some((char::from_u32(code)?, "\\U".len() + digits.len()))
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
            (
                r"\U000e0041",
                Some("\u{e0041}"),
                "as the configuration language writes it",
            ),
            (r"\U0001F60", None, "too short"),
            (r"\U+0001F600", None, "a sign is no digit"),
            (r"\Uffffffff", None, "no character"),
        ] {
            let read = Unescaped::of(text);
            assert_eq!(read.as_ref().map(Unescaped::text), wanted, "{why}");
        }
    }

    #[test]
    fn texts_are_read_in_every_way_that_spells_something() {
        for (text, wanted, why) in [
            ("a", vec![], "as it stands"),
            ("$${a}", vec!["${a}"], "doubled alone"),
            ("%%{a}$%{b", vec!["%{a}$%{b"], "and what is not"),
            (
                r"\u000c$${a}",
                vec![r"\u000c${a}", "\u{c}$${a}", "\u{c}${a}"],
                "with an escape, either or both",
            ),
            (r"\\u002b", vec![r"\u002b", "+"], "an escape in an escape"),
        ] {
            let read: Vec<String> = spelled(text).map(|read| read.text().to_owned()).collect();
            assert_eq!(read, wanted, "{why}");
        }
        let text = r"x\u000c$${a}y";
        let last = spelled(text).last().unwrap();
        let start = last.text().find("${a}").unwrap();
        assert_eq!(&text[last.origin(start)..last.origin(start + 4)], "$${a}");
    }

    #[test]
    fn each_character_is_found_where_it_stood() {
        let text = r#"ä {\"k\": \"x\\u002By\"} z"#;
        let [once, twice] = &spelled(text).collect::<Vec<_>>()[..] else {
            panic!("two readings");
        };
        assert_eq!(once.text(), r#"ä {"k": "x\u002By"} z"#);
        let start = once.text().find("k\"").unwrap();
        assert_eq!(&text[once.origin(start)..once.origin(start + 2)], r#"k\""#);
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
