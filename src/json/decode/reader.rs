//! A reader of JSON as `serde` asks it: of a value that nobody reads only the end is looked for.

use std::borrow::Cow;

use serde::de::value::{BorrowedStrDeserializer, MapDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Expected, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::Decoded;
use super::ahead::Cursor;
use super::error::DecodeErrorKind;
use super::failure::{Failure, Step};
use crate::json::read::MAX_DEPTH;
use crate::json::string::plain;
use crate::json::{scan, skip};

/// The name by which `serde_json`'s `RawValue` asks for a value as it is written; were it another one, nothing would be
/// decoded here, and a test would fail.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// The first value of a text that may go on behind it, with what others find ahead of the reader.
pub(super) fn value<'a, T: Deserialize<'a>>(text: &'a str, ahead: Option<Cursor<'a>>) -> Result<Decoded<T>, Failure> {
    let mut reader = Reader::new(text);
    reader.ahead = ahead;
    reader.skip_space();
    let start = reader.at;
    let value = T::deserialize(&mut reader).map_err(|failure| failure.noticed(start))?;
    Ok(Decoded {
        value,
        end: reader.at,
        escaped_letter: reader.escaped_letter,
    })
}

/// What the type ignores in the first value of a text, at any depth: the values of members that it does not know.
pub(super) fn noted<'a, T: Deserialize<'a>>(text: &'a str) -> Result<Noted<'a>, Failure> {
    let mut reader = Reader::new(text);
    reader.noted = Some(Noted::default());
    reader.skip_space();
    let start = reader.at;
    T::deserialize(&mut reader).map_err(|failure| failure.noticed(start))?;
    Ok(reader.noted.unwrap_or_default())
}

/// What of a text its type reads, and what nobody asks for.
#[derive(Debug, Default)]
pub(crate) struct Noted<'a> {
    /// Values that nobody asks for, as they are written.
    pub(crate) ignored: Vec<&'a str>,
    /// Keys that are read, by where they begin in the text, in order.
    pub(crate) keys: Vec<usize>,
    /// Texts that are read, by where they begin, each with the key that they or their list stand under, as it is
    /// written without its quotes; in order.
    pub(crate) texts: Vec<(usize, &'a str)>,
    /// The last key.
    key: &'a str,
}

/// Some members of an object, decoded as an object.
pub(super) struct Part<'a, T> {
    pub(super) decoded: Decoded<T>,
    /// The names of the members, as written.
    pub(super) names: Vec<&'a str>,
}

impl<'a, T: Deserialize<'a>> Part<'a, T> {
    /// The members from the bracket or comma at byte `start` to the comma at `stop`, or to the end of the object;
    /// `None` where anything is wrong, which may be the cut.
    pub(super) fn read(text: &'a str, start: usize, stop: Option<usize>) -> Option<Self> {
        let mut reader = Reader::new(text);
        reader.at = start;
        if start == 0 {
            reader.skip_space();
        }
        let opening = if start == 0 { b'{' } else { b',' };
        if reader.peek() != Some(opening) {
            return None;
        }
        reader.at += 1;
        reader.depth = 1;
        let mut names = Vec::new();
        let value = T::deserialize(Object(Members {
            reader: &mut reader,
            stop,
            first: true,
            key: (0, 0),
            names: Some(&mut names),
        }));
        let value = value.ok()?;
        let closing = if stop.is_some() { b',' } else { b'}' };
        if reader.peek() != Some(closing) || stop.is_some_and(|stop| stop != reader.at) {
            return None;
        }
        Some(Self {
            decoded: Decoded {
                value,
                end: reader.at + 1,
                escaped_letter: reader.escaped_letter,
            },
            names,
        })
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// How many lists and objects are open.
    depth: usize,
    escaped_letter: bool,
    /// The last list or object that was passed over, and the depth it stood at.
    passed: (&'a str, usize),
    ahead: Option<Cursor<'a>>,
    /// What is noted of all that is read, when somebody asks for it.
    noted: Option<Noted<'a>>,
}

impl<'a> Reader<'a> {
    const fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            depth: 0,
            escaped_letter: false,
            passed: ("", 0),
            ahead: None,
            noted: None,
        }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    fn skip_space(&mut self) {
        if let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.skip_some_space();
        }
    }

    /// Engines write none, and the loop would stand at each field of each type.
    #[inline(never)]
    fn skip_some_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// The first byte of the next value.
    #[inline]
    fn begin(&mut self) -> Result<u8, Failure> {
        self.skip_space();
        self.peek().ok_or_else(Failure::grammar)
    }

    /// The next value as it is written, unread.
    #[inline]
    fn raw(&mut self) -> Result<&'a str, Failure> {
        let first = self.begin()?;
        let rest = self.text.get(self.at..).ok_or_else(Failure::grammar)?;
        // What does not change is written twice, one behind the other; and brackets say themselves where they end.
        let (passed, depth) = self.passed;
        if depth == self.depth && !passed.is_empty() && rest.starts_with(passed) {
            self.at += passed.len();
            return rest.get(..passed.len()).ok_or_else(Failure::grammar);
        }
        let found = self.ahead.as_mut().and_then(|ahead| ahead.end_of(self.at, self.depth));
        let end = if let Some((end, escaped_letter)) = found {
            self.escaped_letter |= escaped_letter;
            end - self.at
        } else {
            self.end_of_value(rest).ok_or_else(Failure::grammar)?
        };
        let raw = rest.get(..end).ok_or_else(Failure::grammar)?;
        if let b'{' | b'[' = first {
            self.passed = (raw, self.depth);
        }
        self.at += end;
        Ok(raw)
    }

    /// One past the value that begins the text. It is looked through by blocks: what is wrong may stand behind it.
    fn end_of_value(&mut self, rest: &str) -> Option<usize> {
        let depth = MAX_DEPTH - self.depth;
        skip::end_of_sound_value(rest, 0, depth, &mut self.escaped_letter).or_else(|| {
            let value = rest.get(..scan::end_of_value(rest, 0)?)?;
            skip::end_of_sound_value(value, 0, depth, &mut self.escaped_letter).filter(|end| *end == value.len())
        })
    }

    /// The string that begins here.
    fn text(&mut self) -> Result<Cow<'a, str>, Failure> {
        let start = self.at + 1;
        let rest = self.text.as_bytes().get(start..).ok_or_else(Failure::grammar)?;
        let end = start + plain(rest);
        if self.text.as_bytes().get(end) == Some(&b'"') {
            self.at = end + 1;
            return self
                .text
                .get(start..end)
                .map(Cow::Borrowed)
                .ok_or_else(Failure::grammar);
        }
        let written = self.raw()?;
        serde_json::from_str(written)
            .map(Cow::Owned)
            .map_err(|_| Failure::grammar())
    }

    /// The string that must come next.
    fn expected_text(&mut self, expected: &dyn Expected) -> Result<Cow<'a, str>, Failure> {
        match self.begin()? {
            b'"' => {
                if let Some(noted) = &mut self.noted {
                    noted.texts.push((self.at, noted.key));
                }
                self.text()
            }
            first => Err(Failure::wrong_type(first, expected)),
        }
    }

    #[inline]
    fn string<V: Visitor<'a>>(&mut self, visitor: V) -> Result<V::Value, Failure> {
        match self.expected_text(&visitor)? {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    /// The number that begins here.
    fn number<V: Visitor<'a>>(&mut self, visitor: V) -> Result<V::Value, Failure> {
        let number: serde_json::Number =
            serde_json::from_str(self.raw()?).map_err(|error| Failure::of(DecodeErrorKind::of_syntax(&error, None)))?;
        if let Some(number) = number.as_u64() {
            visitor.visit_u64(number)
        } else if let Some(number) = number.as_i64() {
            visitor.visit_i64(number)
        } else {
            visitor.visit_f64(number.as_f64().ok_or_else(Failure::grammar)?)
        }
    }

    /// A value that nobody reads. Not inlined, since every type has places for it.
    #[inline(never)]
    fn pass(&mut self) -> Result<&'a str, Failure> {
        self.raw()
    }

    /// Goes into the brackets that must come next.
    fn open(&mut self, opening: u8, expected: &dyn Expected) -> Result<(), Failure> {
        let first = self.begin()?;
        if first != opening {
            return Err(Failure::wrong_type(first, expected));
        }
        if self.depth == MAX_DEPTH {
            return Err(Failure::of(DecodeErrorKind::TooDeep).noticed(self.at));
        }
        self.depth += 1;
        self.at += 1;
        Ok(())
    }

    /// Goes out of the brackets that close here, with what stood in them.
    #[inline]
    fn close<V>(&mut self, closing: u8, read: Result<V, Failure>) -> Result<V, Failure> {
        match read {
            Ok(_) if self.peek() != Some(closing) => Err(Failure::grammar()),
            Ok(value) => {
                self.depth -= 1;
                self.at += 1;
                Ok(value)
            }
            Err(failure) => Err(failure.at_key(self.text.get(..self.at).unwrap_or_default())),
        }
    }

    fn list<V: Visitor<'a>>(&mut self, visitor: V) -> Result<V::Value, Failure> {
        self.open(b'[', &visitor)?;
        let read = visitor.visit_seq(Items {
            reader: self,
            first: true,
            next: 0,
        });
        self.close(b']', read)
    }

    fn object<V: Visitor<'a>>(&mut self, visitor: V) -> Result<V::Value, Failure> {
        self.open(b'{', &visitor)?;
        let read = visitor.visit_map(Members {
            reader: self,
            stop: None,
            first: true,
            key: (0, 0),
            names: None,
        });
        self.close(b'}', read)
    }
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = Failure;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.begin()? {
            b'"' => self.string(visitor),
            b'{' => self.object(visitor),
            b'[' => self.list(visitor),
            b't' | b'f' => visitor.visit_bool(self.pass()? == "true"),
            b'n' => {
                self.pass()?;
                visitor.visit_unit()
            }
            _ => self.number(visitor),
        }
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        if self.begin()? == b'n' {
            self.pass()?;
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    /// No model is read from a list of its values, which serde would do as well.
    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.deserialize_map(visitor)
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.object(visitor)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.list(visitor)
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.string(visitor)
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_str(visitor)
    }

    /// Variants without values only.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        let word = self.expected_text(&"a word")?;
        visitor.visit_enum(word.into_deserializer())
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Failure> {
        if name == RAW_VALUE {
            let raw = BorrowedStrDeserializer::new(self.raw()?);
            visitor.visit_map(MapDeserializer::new(std::iter::once((RAW_VALUE, raw))))
        } else {
            visitor.visit_newtype_struct(self)
        }
    }

    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        let value = self.pass()?;
        if let Some(noted) = &mut self.noted {
            noted.ignored.push(value);
        }
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit unit_struct tuple tuple_struct
    }
}

/// The items of a list.
struct Items<'r, 'a> {
    reader: &'r mut Reader<'a>,
    first: bool,
    /// The number of the next one, from 0.
    next: usize,
}

impl Items<'_, '_> {
    /// Goes to where the next item begins, if there is one.
    fn go_on(&mut self) -> Result<bool, Failure> {
        match self.reader.begin()? {
            b']' => return Ok(false),
            b',' if !self.first => self.reader.at += 1,
            _ if self.first => self.first = false,
            _ => return Err(Failure::grammar()),
        }
        self.reader.skip_space();
        Ok(true)
    }
}

impl<'a> SeqAccess<'a> for Items<'_, 'a> {
    type Error = Failure;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, Failure> {
        if !self.go_on()? {
            return Ok(None);
        }
        let (start, index) = (self.reader.at, self.next);
        self.next += 1;
        match seed.deserialize(&mut *self.reader) {
            Ok(item) => Ok(Some(item)),
            Err(failure) => Err(failure.behind(Step::Index(index), start)),
        }
    }
}

/// The members of an object, or some of them.
struct Members<'r, 'a> {
    reader: &'r mut Reader<'a>,
    /// The comma before which they end, where the object does not.
    stop: Option<usize>,
    first: bool,
    /// Where the last key stands, in its quotes.
    key: (usize, usize),
    /// Where the names go, when they are asked for.
    names: Option<&'r mut Vec<&'a str>>,
}

impl Members<'_, '_> {
    /// Goes to where the next key begins, if there is one.
    fn go_on(&mut self) -> Result<bool, Failure> {
        match self.reader.begin()? {
            b'}' => return Ok(false),
            b',' if !self.first => match self.stop {
                Some(stop) if stop == self.reader.at => return Ok(false),
                Some(stop) if stop < self.reader.at => return Err(Failure::grammar()),
                _ => {
                    self.reader.at += 1;
                    self.reader.skip_space();
                }
            },
            _ if self.first => self.first = false,
            _ => return Err(Failure::grammar()),
        }
        if self.reader.peek() == Some(b'"') {
            Ok(true)
        } else {
            Err(Failure::grammar())
        }
    }

    /// Goes behind the colon that follows the key that began here.
    fn end_key(&mut self, start: usize) -> Result<(), Failure> {
        self.key = (start, self.reader.at);
        if let Some(noted) = &mut self.reader.noted {
            // It has been noted as a text.
            noted.texts.pop_if(|(at, _)| *at == start);
            noted.keys.push(start);
            noted.key = self.reader.text.get(start + 1..self.reader.at - 1).unwrap_or_default();
        }
        if let Some(names) = &mut self.names {
            let name = self
                .reader
                .text
                .get(start..self.reader.at)
                .ok_or_else(Failure::grammar)?;
            // An escape may hide that two are the same.
            if name.contains('\\') {
                return Err(Failure::grammar());
            }
            names.push(name);
        }
        if self.reader.begin()? != b':' {
            return Err(Failure::grammar());
        }
        self.reader.at += 1;
        Ok(())
    }
}

impl<'a> MapAccess<'a> for Members<'_, 'a> {
    type Error = Failure;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, Failure> {
        if !self.go_on()? {
            return Ok(None);
        }
        let start = self.reader.at;
        match seed.deserialize(&mut *self.reader) {
            Ok(key) => self.end_key(start).map(|()| Some(key)),
            Err(failure) => Err(failure.behind(Step::Key(start, self.reader.at), start)),
        }
    }

    /// Not inlined, so that what a type needs stands in the program once, and not in every field.
    #[inline(never)]
    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, Failure> {
        self.reader.skip_space();
        let start = self.reader.at;
        match seed.deserialize(&mut *self.reader) {
            Ok(value) => Ok(value),
            Err(failure) => Err(failure.behind(Step::Key(self.key.0, self.key.1), start)),
        }
    }
}

/// Some members of an object as a deserializer of an object.
struct Object<'r, 'a>(Members<'r, 'a>);

impl<'de> Deserializer<'de> for Object<'_, 'de> {
    type Error = Failure;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_map(self.0)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
