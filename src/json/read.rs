//! The reader: checks a text against the grammar of JSON (RFC 8259) and notes where each value stands.
//!
//! It accepts the documents that `serde_json::from_str::<serde_json::Value>` accepts, with one difference: a number may
//! have any size, because it stays text.

use super::number::{NumberFault, end_of_number};
use super::scan::Member;
use super::string::{EscapeFault, escape, plain};

/// How many lists and objects may stand inside each other: as many as `serde_json` reads into a value by default.
pub const MAX_DEPTH: usize = 127;

/// Why a text is no JSON document. Names the place, never the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind} at byte {offset}")]
#[non_exhaustive]
pub struct ReadError {
    /// What is wrong.
    pub kind: ReadErrorKind,
    /// Byte from 0 at which it was noticed; the length of the text when the text ends too early.
    pub offset: usize,
}

/// What is wrong with a text that is no JSON document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// Nothing but white space.
    #[error("there is no JSON value, the text ends")]
    Empty,
    /// The text ends inside a value.
    #[error("the JSON is cut off, the text ends")]
    Truncated,
    /// The text has more bytes than an offset of 32 bits can count.
    #[error("the JSON is longer than 4 GiB, counted")]
    TooLong,
    /// More than [`MAX_DEPTH`] lists and objects inside each other.
    #[error("lists and objects are nested more than {MAX_DEPTH} deep")]
    TooDeep,
    /// A value must stand here.
    #[error("no JSON value begins")]
    ExpectedValue,
    /// A key in double quotes must stand here.
    #[error("a key in double quotes is missing")]
    ExpectedKey,
    /// A colon must stand between key and value.
    #[error("a `:` is missing")]
    ExpectedColon,
    /// A list goes on with a comma or ends.
    #[error("a `,` or `]` is missing")]
    ExpectedCommaOrEndOfArray,
    /// An object goes on with a comma or ends.
    #[error("a `,` or `}}` is missing")]
    ExpectedCommaOrEndOfObject,
    /// A comma before the end of a list or object.
    #[error("a `,` is followed by no value")]
    TrailingComma,
    /// An escape that JSON does not know.
    #[error("a string holds an unknown escape")]
    InvalidEscape,
    /// An escaped half of a surrogate pair without its other half.
    #[error("a string holds half of a surrogate pair")]
    LoneSurrogate,
    /// A control character that is not escaped.
    #[error("a string holds a control character that is not escaped")]
    ControlCharacter,
    /// Something like a number that is none.
    #[error("a number is malformed")]
    InvalidNumber,
    /// More text after the value.
    #[error("more text follows the JSON value")]
    TrailingText,
}

/// One value, or the key of a member, which stands just before the value.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    /// First byte.
    pub(super) start: u32,
    /// One past the last byte.
    pub(super) end: u32,
    /// The slot after this one and all it contains. While the reader is inside: the slot around it.
    pub(super) next: u32,
    /// How many items or members.
    pub(super) count: u32,
}

/// The slots of the one value in `text`, in the order in which they begin; at least one.
pub(super) fn read(text: &str) -> Result<Vec<Slot>, ReadError> {
    if u32::try_from(text.len()).is_err() {
        let offset = text.len();
        return Err(ReadError {
            kind: ReadErrorKind::TooLong,
            offset,
        });
    }
    let mut reader = Reader {
        bytes: text.as_bytes(),
        at: 0,
        // In what engines write a value or key takes some 12 bytes: room for all at once.
        slots: Vec::with_capacity(text.len() / 12 + 1),
        around: None,
        depth: 0,
    };
    reader.document()?;
    Ok(reader.slots)
}

/// The slots of the object in `text` and of the given of its members; of any other value all slots.
pub(super) fn read_members(text: &str, members: &[Member<'_>]) -> Result<Vec<Slot>, ReadError> {
    if !text.starts_with('{') || u32::try_from(text.len()).is_err() {
        return read(text);
    }
    let mut reader = Reader {
        bytes: text.as_bytes(),
        at: 0,
        slots: vec![Slot {
            start: 0,
            end: small(text.len()),
            next: 0,
            count: 0,
        }],
        around: None,
        depth: 1,
    };
    for member in members {
        reader.at = member.key_span.end;
        reader.push(member.key_span.start);
        reader.at = member.value_start;
        reader.values()?;
        reader.slots[0].count += 1;
    }
    reader.slots[0].next = small(reader.slots.len());
    Ok(reader.slots)
}

/// Texts, and so lists of slots, are never longer than `u32::MAX`: `read` has looked.
fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    slots: Vec<Slot>,
    /// The innermost list or object that is still open.
    around: Option<u32>,
    depth: usize,
}

/// What the grammar wants next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// A value.
    Value,
    /// A comma or the end of what is around; when nothing is, the end of the text.
    Rest,
}

impl Reader<'_> {
    fn document(&mut self) -> Result<(), ReadError> {
        self.skip_space();
        if self.peek().is_none() {
            return Err(self.fail(ReadErrorKind::Empty));
        }
        self.values()?;
        self.skip_space();
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.fail(ReadErrorKind::TrailingText)),
        }
    }

    /// One value with all that stands inside.
    fn values(&mut self) -> Result<(), ReadError> {
        let mut next = Next::Value;
        loop {
            next = match (next, self.around) {
                (Next::Value, _) => self.value()?,
                (Next::Rest, Some(around)) => self.rest(around)?,
                (Next::Rest, None) => return Ok(()),
            };
        }
    }

    fn value(&mut self) -> Result<Next, ReadError> {
        self.skip_space();
        let start = self.at;
        match self.peek() {
            Some(b'"') => self.string()?,
            Some(b'{') => return self.open(b'}'),
            Some(b'[') => return self.open(b']'),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b't') => self.word(b"true")?,
            Some(b'f') => self.word(b"false")?,
            Some(b'n') => self.word(b"null")?,
            Some(_) => return Err(self.fail(ReadErrorKind::ExpectedValue)),
            None => return Err(self.fail(ReadErrorKind::Truncated)),
        }
        self.push(start);
        Ok(Next::Rest)
    }

    /// Enters a list or an object, and leaves it at once when it is empty.
    fn open(&mut self, closing: u8) -> Result<Next, ReadError> {
        if self.depth == MAX_DEPTH {
            return Err(self.fail(ReadErrorKind::TooDeep));
        }
        self.depth += 1;
        let index = small(self.slots.len());
        self.slots.push(Slot {
            start: small(self.at),
            end: 0,
            next: self.around.unwrap_or(u32::MAX),
            count: 0,
        });
        self.around = Some(index);
        self.at += 1;
        self.skip_space();
        if self.peek() == Some(closing) {
            self.close(index);
            return Ok(Next::Rest);
        }
        if closing == b'}' {
            self.key()?;
        }
        Ok(Next::Value)
    }

    /// What follows an item or a member.
    fn rest(&mut self, around: u32) -> Result<Next, ReadError> {
        let slot = &mut self.slots[around as usize];
        slot.count += 1;
        let object = self.bytes[slot.start as usize] == b'{';
        self.skip_space();
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                self.skip_space();
                match self.peek() {
                    Some(b'}') if object => return Err(self.fail(ReadErrorKind::TrailingComma)),
                    Some(b']') if !object => return Err(self.fail(ReadErrorKind::TrailingComma)),
                    _ if object => self.key()?,
                    _ => {}
                }
                Ok(Next::Value)
            }
            Some(b'}') if object => {
                self.close(around);
                Ok(Next::Rest)
            }
            Some(b']') if !object => {
                self.close(around);
                Ok(Next::Rest)
            }
            Some(_) if object => Err(self.fail(ReadErrorKind::ExpectedCommaOrEndOfObject)),
            Some(_) => Err(self.fail(ReadErrorKind::ExpectedCommaOrEndOfArray)),
            None => Err(self.fail(ReadErrorKind::Truncated)),
        }
    }

    fn close(&mut self, index: u32) {
        self.at += 1;
        self.depth -= 1;
        let next = small(self.slots.len());
        let slot = &mut self.slots[index as usize];
        slot.end = small(self.at);
        let around = std::mem::replace(&mut slot.next, next);
        self.around = (around != u32::MAX).then_some(around);
    }

    /// A key and its colon.
    fn key(&mut self) -> Result<(), ReadError> {
        let start = self.at;
        match self.peek() {
            Some(b'"') => self.string()?,
            Some(_) => return Err(self.fail(ReadErrorKind::ExpectedKey)),
            None => return Err(self.fail(ReadErrorKind::Truncated)),
        }
        self.push(start);
        self.skip_space();
        match self.peek() {
            Some(b':') => self.at += 1,
            Some(_) => return Err(self.fail(ReadErrorKind::ExpectedColon)),
            None => return Err(self.fail(ReadErrorKind::Truncated)),
        }
        Ok(())
    }

    fn string(&mut self) -> Result<(), ReadError> {
        self.at += 1;
        loop {
            self.at += plain(&self.bytes[self.at..]);
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => match escape(self.bytes, self.at) {
                    Ok((_, end)) => self.at = end,
                    Err(EscapeFault::Truncated) => return Err(self.cut_off()),
                    Err(EscapeFault::Unknown) => return Err(self.fail(ReadErrorKind::InvalidEscape)),
                    Err(EscapeFault::LoneSurrogate) => return Err(self.fail(ReadErrorKind::LoneSurrogate)),
                },
                Some(_) => return Err(self.fail(ReadErrorKind::ControlCharacter)),
                None => return Err(self.cut_off()),
            }
        }
        self.at += 1;
        Ok(())
    }

    fn number(&mut self) -> Result<(), ReadError> {
        self.at = end_of_number(self.bytes, self.at).map_err(|fault| match fault {
            NumberFault::Truncated => self.cut_off(),
            NumberFault::Unexpected(offset) => ReadError {
                kind: ReadErrorKind::InvalidNumber,
                offset,
            },
        })?;
        Ok(())
    }

    fn word(&mut self, word: &[u8]) -> Result<(), ReadError> {
        let rest = &self.bytes[self.at..];
        if rest.starts_with(word) {
            self.at += word.len();
            Ok(())
        } else if word.starts_with(rest) {
            Err(self.cut_off())
        } else {
            Err(self.fail(ReadErrorKind::ExpectedValue))
        }
    }

    /// A value without others inside, from `start` up to here.
    fn push(&mut self, start: usize) {
        self.slots.push(Slot {
            start: small(start),
            end: small(self.at),
            next: small(self.slots.len() + 1),
            count: 0,
        });
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn fail(&self, kind: ReadErrorKind) -> ReadError {
        ReadError { kind, offset: self.at }
    }

    fn cut_off(&self) -> ReadError {
        ReadError {
            kind: ReadErrorKind::Truncated,
            offset: self.bytes.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::json::{Document, Kind, Node, Number};

    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;
    use std::path::Path;

    /// What `serde_json` reads; `None` where the one permitted difference begins, a number out of range.
    fn reference(text: &str) -> Option<Result<Value, ()>> {
        match serde_json::from_str(text) {
            Ok(value) => Some(Ok(value)),
            Err(error) if error.to_string().starts_with("number out of range") => None,
            Err(_) => Some(Err(())),
        }
    }

    fn value(node: Node<'_, '_>) -> Value {
        match node.kind() {
            Kind::Object => node
                .entries()
                .map(|entry| (entry.key().into_owned(), value(entry.value())))
                .collect(),
            Kind::Array => node.items().map(value).collect(),
            Kind::String => node.as_str().unwrap_or_default().into(),
            _ => serde_json::from_str(node.text()).unwrap_or_else(|error| panic!("{error}: {}", node.text())),
        }
    }

    fn agrees(text: &str) -> Result<(), String> {
        let ours = Document::read(text);
        match (reference(text), &ours) {
            (Some(Ok(reference)), Ok(document)) if value(document.root()) == reference => Ok(()),
            (Some(Err(())), Err(_)) | (None, _) => Ok(()),
            (reference, _) => Err(format!("{text:?}: serde_json {reference:?}, we {ours:?}")),
        }
    }

    #[rustfmt::skip]
    const DOCUMENTS: &[&str] = &[
        "null", "true", "false", " 1 ", "\t\r\n\"a\"\n", "[]", "{}", "[ ]", "{ }", "[1,2]", "[ 1 , 2 ]", "[[],[[]]]",
        r#"{"a":1}"#, r#" { "a" : { "b" : [ null ] } , "c" : "d" } "#, r#"{"a":1,"a":2}"#, r#"{"":""}"#,
        r#""\"\\\/\b\f\n\r\tA""#, r#""\uD83D\uDE00""#, r#""\ud83d\ude00\u0000""#, "\"é\u{1F600}\u{7f}\u{2028}\"",
        r#"{"\u0061":"\u003c"}"#, "0", "-0", "-1", "1.5", "1e5", "1E+5", "1e-5", "0.0", "0e0", "-0.0E-0", "123456789",
        "18446744073709551616", "1e-400", "0e999999999", "3.141592653589793238462643383279", "[1,[2,{\"a\":[3]}],4]",
        r#"[{"a":{"b":{}}},{"a":[]},"x",-1.5e3,true,false,null]"#,
    ];

    #[rustfmt::skip]
    const NO_DOCUMENTS: &[&str] = &[
        "", " ", "\u{feff}1", "\u{a0}1", "nul", "nulll", "True", "NaN", "Infinity", "-Infinity", "undefined", "'a'",
        "01", "-01", "00", "+1", ".5", "1.", "1.e1", "1e", "1e+", "-", "--1", "0x10", "1 2", "1,", "1a", "[", "]",
        "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1,,2]", "[1}", "{", "}", "{]", "{\"a\"", "{\"a\":", "{\"a\":1",
        "{\"a\":1,", "{\"a\":1,}", "{,}", "{\"a\" 1}", "{\"a\",1}", "{a:1}", "{1:1}", "{'a':1}", "{\"a\":1 \"b\":2}",
        "{\"a\":1]", "{\"a\":}", "{null:1}", "\"", "\"a", "\"\\", "\"\\\"", r#""\x""#, r#""\u12""#, r#""\u12G4""#,
        r#""\u+123""#, r#""\uD83D""#, r#""\uDE00""#, r#""\uD83D\uD83D""#, r#""\uD83Dx""#, r#""\uD83D\n""#,
        r#""\uD83D\u0041""#, "\"\n\"", "\"\t\"", "\"\u{0}\"", "\"\u{1f}\"", "// c\n1", "1 // c", "/* */1", "[1] x",
        "{} {}", "\"a\" \"b\"", "1\u{0}", "\u{c}1", "\u{b}1", "[\"a\":1]", "[1:2]", "{\"a\":1:2}", "truefalse",
    ];

    #[test]
    fn what_json_is_and_is_not() {
        for text in DOCUMENTS {
            assert!(Document::read(text).is_ok(), "RFC 8259 accepts {text:?}");
            agrees(text).unwrap();
        }
        for text in NO_DOCUMENTS {
            assert!(Document::read(text).is_err(), "RFC 8259 refuses {text:?}");
            agrees(text).unwrap();
        }
    }

    #[test]
    fn every_beginning_of_a_document_is_cut_off() {
        for text in DOCUMENTS.iter().filter(|text| text.starts_with(['[', '{', '"'])) {
            for end in (1..text.trim_end().len()).filter(|&end| text.is_char_boundary(end)) {
                let error = Document::read(&text[..end]).map(|_| ()).unwrap_err();
                let expected = ReadError {
                    kind: ReadErrorKind::Truncated,
                    offset: end,
                };
                assert_eq!(error, expected, "{:?}", &text[..end]);
            }
        }
    }

    #[test]
    fn errors_name_the_fault_and_its_byte() {
        use ReadErrorKind as Fault;
        for (text, kind, offset) in [
            ("  ", Fault::Empty, 2),
            ("[1,x]", Fault::ExpectedValue, 3),
            ("[trve]", Fault::ExpectedValue, 1),
            ("{1:2}", Fault::ExpectedKey, 1),
            ("{\"a\" 1}", Fault::ExpectedColon, 5),
            ("[1 2]", Fault::ExpectedCommaOrEndOfArray, 3),
            ("{\"a\":1]", Fault::ExpectedCommaOrEndOfObject, 6),
            ("[1, ]", Fault::TrailingComma, 4),
            ("{\"a\":1,}", Fault::TrailingComma, 7),
            (r#"["a\q"]"#, Fault::InvalidEscape, 3),
            (r#"["\udc00"]"#, Fault::LoneSurrogate, 2),
            ("\"a\nb\"", Fault::ControlCharacter, 2),
            ("[-x]", Fault::InvalidNumber, 2),
            ("[01]", Fault::InvalidNumber, 2),
            ("{} x", Fault::TrailingText, 3),
        ] {
            let error = Document::read(text).map(|_| ()).unwrap_err();
            assert_eq!((error.kind, error.offset), (kind, offset), "{text:?}");
            assert!(error.to_string().ends_with(&format!(" at byte {offset}")), "{error}");
        }
    }

    #[test]
    fn the_depth_is_that_of_serde_json() {
        for (opening, inner, closing) in [("[", "", "]"), ("{\"a\":", "1", "}"), ("[{\"a\":", "[]", "}]")] {
            for levels in [60, 63, 64, 126, 127, 128, 129, 300] {
                let text = format!("{}{inner}{}", opening.repeat(levels), closing.repeat(levels));
                agrees(&text).unwrap();
            }
        }
        let deepest = format!("{}{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
        assert!(Document::read(&deepest).is_ok());
        let error = Document::read(&format!("[{deepest}]")).map(|_| ()).unwrap_err();
        assert_eq!((error.kind, error.offset), (ReadErrorKind::TooDeep, MAX_DEPTH));
        assert!(
            Document::read(&format!("[{}]", "[],".repeat(1000) + "[]")).is_ok(),
            "wide is not deep"
        );
    }

    #[test]
    fn numbers_of_any_size_stay_as_written() {
        for text in ["1e400", "-1e400", "1e99999999999999999999"] {
            assert!(reference(text).is_none(), "serde_json has no place for {text}");
            let document = Document::read(text).unwrap();
            assert_eq!(document.root().as_number().map(Number::text), Some(text));
        }
    }

    #[test]
    fn real_output_reads_the_same() {
        fn walk(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    walk(&path, files);
                } else {
                    files.push(path);
                }
            }
        }
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"));
        let mut files = Vec::new();
        walk(folder, &mut files);
        let mut documents = 0;
        for file in files {
            let Ok(text) = std::fs::read_to_string(&file) else {
                continue;
            };
            assert!(agrees(&text).is_ok(), "{}", file.display());
            documents += usize::from(Document::read(&text).is_ok());
            for line in text.lines().filter(|line| line.starts_with('{')).take(200) {
                assert!(agrees(line).is_ok(), "a line of {}", file.display());
            }
        }
        assert!(documents > 0 || !folder.exists(), "a folder of fixtures holds JSON");
    }

    fn json() -> impl Strategy<Value = String> {
        let leaf = prop::sample::select(DOCUMENTS).prop_map(str::to_owned);
        leaf.prop_recursive(4, 32, 4, |inner| {
            let space = prop::sample::select(vec!["", " ", "\n\t", "\r\n"]);
            (prop::collection::vec(inner, 0..4), space, any::<bool>()).prop_map(|(parts, space, object)| {
                if object {
                    let members: Vec<_> = parts.iter().map(|part| format!("\"k\\n\"{space}:{part}")).collect();
                    format!("{{{space}{}}}", members.join(&format!("{space},")))
                } else {
                    format!("[{}{space}]", parts.join(","))
                }
            })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn edited_documents_get_the_same_verdict(
            text in json(),
            edits in prop::collection::vec((any::<prop::sample::Index>(), 0_u8..4, any::<prop::sample::Index>()), 0..4),
        ) {
            let alphabet: Vec<char> = "{}[]:,\"\\ud8dD0019-+.eE tfnal\n\t\u{0}\u{1f}é\u{feff}/".chars().collect();
            let mut characters: Vec<char> = text.chars().collect();
            for (place, edit, with) in edits {
                let place = place.index(characters.len() + 1);
                let with = *with.get(&alphabet);
                match edit {
                    0 => characters.insert(place, with),
                    1 => if let Some(old) = characters.get_mut(place) { *old = with },
                    2 => drop((place < characters.len()).then(|| characters.remove(place))),
                    _ => characters.truncate(place),
                }
            }
            let edited: String = characters.into_iter().collect();
            prop_assert!(agrees(&edited).is_ok(), "{:?}", agrees(&edited));
        }

        #[test]
        fn strings_are_read_as_serde_json_reads_them(inner in r#"([a-c"\\]|\\u[dD][89cC][0-9]{2}|\\[nu"\\]|\\u00[0-9a-f]{2}){0,6}"#) {
            let text = format!("\"{inner}\"");
            prop_assert!(agrees(&text).is_ok(), "{:?}", agrees(&text));
        }

        #[test]
        fn numbers_are_read_as_serde_json_reads_them(text in r"[-+]?[01]{0,3}(\.[0-9]{0,2})?([eE][-+]?[0-9]{0,2})?") {
            prop_assert!(agrees(&text).is_ok(), "{:?}", agrees(&text));
        }
    }
}
