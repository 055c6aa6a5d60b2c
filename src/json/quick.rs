//! Decoding a sound text at the speed of looking at it: values that nobody reads yet are passed over by blocks.
//!
//! It decodes to what `serde_json` decodes to, or says nothing at all: what is wrong with a text, and whatever is unusual
//! about it, is left to [`decode_first`](super::decode_first), whose errors people see.

use std::collections::BTreeSet;
use std::fmt;

use rayon::prelude::*;
use serde::de::value::{BorrowedStrDeserializer, MapDeserializer};
use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::read::MAX_DEPTH;
use super::skip;
use super::string::plain;

/// Shorter texts, in bytes, are decoded before another thread has woken up.
const SHORTEST: usize = 1 << 20;

/// The name by which `serde_json`'s `RawValue` asks for a value as it is written; were it another one, nothing would be
/// decoded here, and a test would fail.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// A value of a text of which every part is sound: [`Document::read`](super::Document::read) reads all of it.
#[derive(Debug, PartialEq)]
pub struct Quick<T> {
    /// The value.
    pub value: T,
    /// One past its last byte.
    pub end: usize,
    /// Whether a letter, digit or sign may be written as an escape somewhere in it.
    pub escaped_letter: bool,
}

/// Decodes the first value of a text that may go on behind it; `None` when that is for
/// [`decode_first`](super::decode_first) to do.
#[must_use]
pub fn decode_quickly<'a, T: Deserialize<'a>>(text: &'a str) -> Option<Quick<T>> {
    let mut reader = Reader::new(text);
    let value = T::deserialize(&mut reader).ok()?;
    Some(Quick {
        value,
        end: reader.at,
        escaped_letter: reader.escaped_letter,
    })
}

/// The same for an object, cut before the members of the names in `cuts` where the text is long: each part is decoded on
/// a thread of its own as an object with fewer members, and `join` makes one value of two.
///
/// `T` must not require any member.
#[must_use]
pub fn decode_quickly_in_parts<'a, T>(text: &'a str, cuts: &[&str], join: impl Fn(T, T) -> T) -> Option<Quick<T>>
where
    T: Deserialize<'a> + Send,
{
    if text.len() < SHORTEST {
        return decode_quickly(text);
    }
    in_parts(text, cuts, join).or_else(|| decode_quickly(text))
}

fn in_parts<'a, T>(text: &'a str, cuts: &[&str], join: impl Fn(T, T) -> T) -> Option<Quick<T>>
where
    T: Deserialize<'a> + Send,
{
    let mut starts = vec![0];
    let mut at = 0;
    for name in cuts {
        if let Some(cut) = cut_before(text, name, at) {
            starts.push(cut);
            at = cut + 1;
        }
    }
    let stops = starts.iter().skip(1).copied().map(Some).chain([None]);
    let parts: Vec<_> = starts.iter().copied().zip(stops).collect();
    let parts: Vec<Option<Part<'a, T>>> = parts
        .into_par_iter()
        .map(|(start, stop)| Part::read(text, start, stop))
        .collect();
    // Which of two members counts, and whether two are allowed, is for the model to say.
    let mut names = BTreeSet::new();
    let mut whole: Option<Quick<T>> = None;
    for part in parts {
        let Part { quick, names: more } = part?;
        if !more.into_iter().all(|name| names.insert(name)) {
            return None;
        }
        whole = Some(match whole {
            None => quick,
            Some(before) => Quick {
                value: join(before.value, quick.value),
                end: quick.end,
                escaped_letter: before.escaped_letter | quick.escaped_letter,
            },
        });
    }
    whole
}

/// Where the comma stands before the first member of that name behind byte `start`, if there is one; whether it belongs
/// to the object that the text is, is not known yet.
fn cut_before(text: &str, name: &str, start: usize) -> Option<usize> {
    let rest = text.get(start..)?;
    let quoted = format!("\"{name}\"");
    let found = find(rest.as_bytes(), quoted.as_bytes(), 1 << 20)?;
    let before = rest.get(..found)?.trim_end_matches([' ', '\n', '\r', '\t']);
    before.ends_with(',').then(|| start + before.len() - 1)
}

/// The first place of some bytes in many, sought by all threads in stretches of so many bytes.
fn find(bytes: &[u8], sought: &[u8], stretch: usize) -> Option<usize> {
    let starts = (0..bytes.len()).into_par_iter().step_by(stretch);
    starts.find_map_first(|start| {
        // What begins in a stretch may end in the next.
        let end = bytes.len().min(start + stretch + sought.len() - 1);
        memchr::memmem::find(bytes.get(start..end)?, sought).map(|found| start + found)
    })
}

/// Some members of an object, decoded as an object.
struct Part<'a, T> {
    quick: Quick<T>,
    /// The names of the members, as written.
    names: Vec<&'a str>,
}

impl<'a, T: Deserialize<'a>> Part<'a, T> {
    /// The members from the bracket or comma at byte `start` to the comma at `stop`, or to the end of the object.
    fn read(text: &'a str, start: usize, stop: Option<usize>) -> Option<Self> {
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
            names: Some(&mut names),
        }));
        let value = value.ok()?;
        let closing = if stop.is_some() { b',' } else { b'}' };
        if reader.peek() != Some(closing) || stop.is_some_and(|stop| stop != reader.at) {
            return None;
        }
        Some(Self {
            quick: Quick {
                value,
                end: reader.at + 1,
                escaped_letter: reader.escaped_letter,
            },
            names,
        })
    }
}

/// That a text is for another reader, for a reason that this one does not tell.
#[derive(Debug)]
struct Left;

impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("left to another reader")
    }
}

impl std::error::Error for Left {}

impl de::Error for Left {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

impl From<serde_json::Error> for Left {
    fn from(_: serde_json::Error) -> Self {
        Self
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
}

impl<'a> Reader<'a> {
    const fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            depth: 0,
            escaped_letter: false,
            passed: ("", 0),
        }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// The first byte of the next value.
    #[inline]
    fn begin(&mut self) -> Result<u8, Left> {
        self.skip_space();
        self.peek().ok_or(Left)
    }

    /// The next value as it is written, unread.
    #[inline]
    fn raw(&mut self) -> Result<&'a str, Left> {
        let first = self.begin()?;
        let rest = self.text.get(self.at..).ok_or(Left)?;
        // What does not change is written twice, one behind the other; and brackets say themselves where they end.
        let (passed, depth) = self.passed;
        if depth == self.depth && !passed.is_empty() && rest.starts_with(passed) {
            self.at += passed.len();
            return rest.get(..passed.len()).ok_or(Left);
        }
        let depth = MAX_DEPTH - self.depth;
        let end = skip::end_of_sound_value(rest, 0, depth, &mut self.escaped_letter).ok_or(Left)?;
        let raw = rest.get(..end).ok_or(Left)?;
        if let b'{' | b'[' = first {
            self.passed = (raw, self.depth);
        }
        self.at += end;
        Ok(raw)
    }

    fn string<V: Visitor<'a>>(&mut self, visitor: V) -> Result<V::Value, Left> {
        let start = self.at + 1;
        let rest = self.text.as_bytes().get(start..).ok_or(Left)?;
        let end = start + plain(rest);
        if self.text.as_bytes().get(end) == Some(&b'"') {
            self.at = end + 1;
            return visitor.visit_borrowed_str(self.text.get(start..end).ok_or(Left)?);
        }
        Ok(serde_json::Deserializer::from_str(self.raw()?).deserialize_str(visitor)?)
    }

    /// What stands in the brackets that begin here.
    fn nested<V>(&mut self, closing: u8, read: impl FnOnce(&mut Self) -> Result<V, Left>) -> Result<V, Left> {
        if self.depth == MAX_DEPTH {
            return Err(Left);
        }
        self.depth += 1;
        self.at += 1;
        let value = read(self)?;
        if self.peek() != Some(closing) {
            return Err(Left);
        }
        self.depth -= 1;
        self.at += 1;
        Ok(value)
    }

    fn list<V: Visitor<'a>>(&mut self, visitor: V) -> Result<V::Value, Left> {
        self.nested(b']', |reader| visitor.visit_seq(Items { reader, first: true }))
    }

    fn object<V: Visitor<'a>>(&mut self, visitor: V) -> Result<V::Value, Left> {
        self.nested(b'}', |reader| {
            visitor.visit_map(Members {
                reader,
                stop: None,
                first: true,
                names: None,
            })
        })
    }
}

impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = Left;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Left> {
        match self.begin()? {
            b'"' => self.string(visitor),
            b'{' => self.object(visitor),
            b'[' => self.list(visitor),
            b't' | b'f' => visitor.visit_bool(self.raw()? == "true"),
            b'n' => {
                self.raw()?;
                visitor.visit_unit()
            }
            _ => Ok(serde_json::Deserializer::from_str(self.raw()?).deserialize_any(visitor)?),
        }
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Left> {
        if self.begin()? == b'n' {
            self.raw()?;
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Left> {
        if name == RAW_VALUE {
            let raw = BorrowedStrDeserializer::new(self.raw()?);
            visitor.visit_map(MapDeserializer::new(std::iter::once((RAW_VALUE, raw))))
        } else {
            visitor.visit_newtype_struct(self)
        }
    }

    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Left> {
        self.raw()?;
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct enum identifier
    }
}

/// The items of a list.
struct Items<'r, 'a> {
    reader: &'r mut Reader<'a>,
    first: bool,
}

impl<'a> SeqAccess<'a> for Items<'_, 'a> {
    type Error = Left;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, Left> {
        match self.reader.begin()? {
            b']' => return Ok(None),
            b',' if !self.first => self.reader.at += 1,
            _ if self.first => self.first = false,
            _ => return Err(Left),
        }
        seed.deserialize(&mut *self.reader).map(Some)
    }
}

/// The members of an object, or some of them.
struct Members<'r, 'a> {
    reader: &'r mut Reader<'a>,
    /// The comma before which they end, where the object does not.
    stop: Option<usize>,
    first: bool,
    /// Where the names go, when they are asked for.
    names: Option<&'r mut Vec<&'a str>>,
}

impl<'a> MapAccess<'a> for Members<'_, 'a> {
    type Error = Left;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, Left> {
        match self.reader.begin()? {
            b'}' => return Ok(None),
            b',' if !self.first => match self.stop {
                Some(stop) if stop == self.reader.at => return Ok(None),
                Some(stop) if stop < self.reader.at => return Err(Left),
                _ => {
                    self.reader.at += 1;
                    self.reader.skip_space();
                }
            },
            _ if self.first => self.first = false,
            _ => return Err(Left),
        }
        let start = self.reader.at;
        if self.reader.peek() != Some(b'"') {
            return Err(Left);
        }
        let key = seed.deserialize(&mut *self.reader)?;
        if let Some(names) = &mut self.names {
            let name = self.reader.text.get(start..self.reader.at).ok_or(Left)?;
            // An escape may hide that two are the same.
            if name.contains('\\') {
                return Err(Left);
            }
            names.push(name);
        }
        if self.reader.begin()? != b':' {
            return Err(Left);
        }
        self.reader.at += 1;
        Ok(Some(key))
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, Left> {
        seed.deserialize(&mut *self.reader)
    }
}

/// Some members of an object as a deserializer of an object.
struct Object<'r, 'a>(Members<'r, 'a>);

impl<'de> Deserializer<'de> for Object<'_, 'de> {
    type Error = Left;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Left> {
        visitor.visit_map(self.0)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::super::{decode, decode_first};
    use super::*;
    use proptest::prelude::*;
    use serde_json::value::RawValue;
    use std::borrow::Cow;
    use std::collections::BTreeMap;

    #[derive(Debug, Default, serde::Deserialize)]
    #[serde(default)]
    struct Model<'a> {
        #[serde(borrow)]
        name: Cow<'a, str>,
        #[serde(borrow)]
        raw: Option<&'a RawValue>,
        #[serde(borrow)]
        list: Vec<&'a RawValue>,
        #[serde(borrow)]
        models: BTreeMap<Cow<'a, str>, Model<'a>>,
        number: Option<u64>,
        float: f64,
        yes: bool,
        nothing: (),
    }

    /// What was decoded, in words: the models do not compare.
    fn words<T: fmt::Debug>(value: T) -> String {
        format!("{value:?}")
    }

    #[test]
    fn what_begins_in_one_stretch_and_ends_in_the_next_is_found() {
        let text = b"..\"a\"....\"a\".";
        for stretch in 1..=text.len() + 1 {
            assert_eq!(find(text, b"\"a\"", stretch), Some(2), "{stretch} at once");
            assert_eq!(find(&text[3..], b"\"a\"", stretch), Some(6), "{stretch} at once");
            assert_eq!(find(text, b"\"b\"", stretch), None, "{stretch} at once");
        }
    }

    #[test]
    fn decodes_what_serde_json_decodes() {
        for (text, why) in [
            ("{}", "an empty object"),
            (
                r#" {"name":"a","raw":{"x":[1, 2]},"list":[1,"b",[]],"number":3,"float":2.5,"yes":true,"nothing":null} rest"#,
                "every kind",
            ),
            (
                r#"{"name":"a\n\u0041","other":[{"x":null}]}"#,
                "escapes, and names nobody knows",
            ),
            (
                r#"{"models":{"a\"b":{"models":{"c":{"number":1}}},"d":{}}}"#,
                "objects inside",
            ),
            (
                r#"{"raw":null,"number":null}"#,
                "null is a value of its own for nobody here",
            ),
            (
                "{ \"raw\" : 12345678901234567890.10 ,\n\t\"list\" : [ ] }",
                "white space, and numbers as they are",
            ),
        ] {
            let quick = decode_quickly::<Model<'_>>(text);
            let quick = quick.map(|quick| (words(quick.value), quick.end));
            let slow = decode_first::<Model<'_>>(text).map(|(value, end)| (words(value), end));
            assert_eq!(quick, slow.ok(), "{why}");
        }
    }

    #[test]
    fn what_is_wrong_is_left_alone() {
        for (text, why) in [
            ("", "nothing"),
            ("1", "another kind"),
            (r#"{"name":1}"#, "a wrong type"),
            (r#"{"number":-1}"#, "a number that does not fit"),
            (r#"{"number":1,"number":2}"#, "a repeated name"),
            (r#"{"other":[1,]}"#, "a value that nobody reads is broken"),
            (r#"{"raw":"\ud800"}"#, "so is one that is read later"),
            (r#"{"name":"a" "number":1}"#, "a comma too few"),
            (r#"{"name":"a",}"#, "a comma too many"),
            (r#"{,"name":"a"}"#, "a comma first"),
            (r#"{"list":[1 2]}"#, "in a list too"),
            (r#"{"list":[1,]}"#, "and one too many"),
            (r#"{"list":[[1],[1]2]}"#, "text behind what was passed before"),
            (r#"{"list":[[1],[1]}"#, "and the end of a list missing there"),
            (r#"{"name""a"}"#, "no colon"),
            (r#"{name:"a"}"#, "a bare name"),
            (r#"{"name":"a""#, "cut off"),
            (r#"{"name":"a"#, "cut off in a string"),
            ("{\"name\":\"a\nb\"}", "a control character"),
        ] {
            assert!(decode_quickly::<Model<'_>>(text).is_none(), "{why}");
        }
    }

    #[test]
    fn values_are_no_deeper_than_they_may_be() {
        let text = |depth: usize| format!(r#"{{"raw":{}{}}}"#, "[".repeat(depth), "]".repeat(depth));
        assert!(decode_quickly::<Model<'_>>(&text(MAX_DEPTH - 1)).is_some());
        assert!(decode_quickly::<Model<'_>>(&text(MAX_DEPTH)).is_none());
        let typed = |depth: usize| r#"{"models":{"a":"#.repeat(depth) + "{}" + &"}}".repeat(depth);
        assert!(decode_quickly::<Model<'_>>(&typed(63)).is_some());
        assert!(decode_quickly::<Model<'_>>(&typed(64)).is_none());
    }

    /// An object as serde reads any.
    type Object = BTreeMap<String, serde_json::Value>;

    fn join(mut one: Object, two: Object) -> Object {
        one.extend(two);
        one
    }

    #[test]
    fn parts_make_the_whole() {
        for (text, why) in [
            (r#"{"a":1,"b":[1,{"c":"}"}],"d":null}"#, "plain"),
            (
                "{ \"a\" : 1 ,\n\"b\":2 ,\t\"d\" :{}} rest",
                "white space, and a text that goes on",
            ),
            (r#"{"d":1,"b":2}"#, "another order"),
            (r#"{"a":1}"#, "no place to cut"),
        ] {
            let parts = in_parts::<Object>(text, &["b", "d"], join);
            let parts = parts.map(|quick| (quick.value, quick.end));
            assert_eq!(parts, decode_first(text).ok(), "{why}");
        }
    }

    #[test]
    fn parts_that_do_not_fit_are_left_alone() {
        for (text, why) in [
            (r#"{"a":1,"b":2,"a":3}"#, "a name that is repeated in another part"),
            (r#"{"a":1,"b":2,"\u0061":3}"#, "the same in another spelling"),
            (r#"{"a":{"x":1,"b":2},"b":3}"#, "a cut inside a value"),
            (r#"{"a":1,"b":2"#, "cut off"),
            (r#"{"a":1},"b":2}"#, "an end before the cut"),
            (r#"{"a":1,"b":2,}"#, "a comma too many"),
            (r#"{"a":[1,"b":2]}"#, "no object at the cut"),
            (r#"["a",{"x":1,"b":2}]"#, "no object"),
        ] {
            assert!(in_parts::<Object>(text, &["b"], join).is_none(), "{why}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn what_is_read_serde_json_reads_alike(
            text in r#"\{("[abd]" ?: ?(1|\[\]|"x\\?"|"\\u0041"|\{"b":1(,"d":2)?\}|nul?l)[ ,x]){0,3}"b":2(,"d":\[[1, ]{0,3}\])?[\}\] ]{1,2}"#
        ) {
            let slow = decode_first::<Object>(&text).ok();
            let quick = decode_quickly::<Object>(&text).map(|quick| (quick.value, quick.end));
            prop_assert_eq!(&quick, &slow);
            if let Some(parts) = in_parts::<Object>(&text, &["b", "d"], join) {
                prop_assert_eq!(Some((parts.value, parts.end)), slow);
            }
        }

        #[test]
        fn a_model_is_read_alike(
            text in r#"\{("(name|raw|list|number|yes|x)":("a\\?n"|1|-1|true|null|\[(1(,2)?)?\]|\{"y":[12]?\})[,,, ]){0,4}"float":[01](\.5)?\}"#
        ) {
            let slow = decode::<Model<'_>>(&text).map(words).ok();
            let quick = decode_quickly::<Model<'_>>(&text).filter(|quick| quick.end == text.len());
            prop_assert_eq!(quick.map(|quick| words(quick.value)), slow);
        }
    }
}
