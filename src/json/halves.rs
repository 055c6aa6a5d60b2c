//! Decoding one large object on two threads.

use std::collections::BTreeSet;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::decode::{DecodeError, decode_first};
use super::scan;

/// Shorter texts, in bytes, are decoded before another thread has woken up.
const SHORTEST: usize = 1 << 20;

/// As [`decode_first`], on two threads where the text is long: each decodes some members of the object, and `join` makes
/// one value of both.
///
/// A half is read as an object with fewer members, so that `T` must not require any. Whatever is unusual about the text,
/// and all that is wrong with it, is left to `decode_first`.
pub fn decode_first_in_halves<'a, T>(text: &'a str, join: impl Fn(T, T) -> T) -> Result<(T, usize), DecodeError>
where
    T: Deserialize<'a> + Send,
{
    let halves = (text.len() >= SHORTEST).then(|| in_halves(text, join)).flatten();
    halves.map_or_else(|| decode_first(text), Ok)
}

fn in_halves<'a, T>(text: &'a str, join: impl Fn(T, T) -> T) -> Option<(T, usize)>
where
    T: Deserialize<'a> + Send,
{
    let (mut members, end) = members(text)?;
    let names: BTreeSet<_> = members.iter().map(|member| member.key).collect();
    // Which of two counts, and whether two are allowed, is for the model to say; and an escape may hide that they are two.
    if names.len() < members.len() || names.iter().any(|name| name.contains('\\')) {
        return None;
    }
    members.sort_by_key(|member| member.value.len());
    let mut halves = [(0, Vec::new()), (0, Vec::new())];
    for member in members.into_iter().rev() {
        let [one, two] = &mut halves;
        let lighter = if one.0 <= two.0 { one } else { two };
        lighter.0 += member.value.len();
        lighter.1.push(member);
    }
    let [(_, one), (_, two)] = halves;
    let (one, two) = rayon::join(|| T::deserialize(Half(one)).ok(), || T::deserialize(Half(two)).ok());
    Some((join(one?, two?), end))
}

/// A member of an object as it is written; neither the key nor the value is checked yet.
struct Member<'a> {
    /// With its quotation marks.
    key: &'a str,
    value: &'a str,
}

/// The members of the object that the text begins with, and one past its last byte; `None` where anything stands between
/// them that does not belong there.
fn members(text: &str) -> Option<(Vec<Member<'_>>, usize)> {
    let bytes = text.as_bytes();
    let skip_space = |mut at: usize| {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(at) {
            at += 1;
        }
        at
    };
    let mut members = Vec::new();
    let mut at = 0;
    let mut before = b'{';
    while bytes.get(at) == Some(&before) {
        let start = skip_space(at + 1);
        if bytes.get(start) != Some(&b'"') {
            return None;
        }
        let end = scan::end_of_value(text, start)?;
        let key = text.get(start..end)?;
        let colon = skip_space(end);
        if bytes.get(colon) != Some(&b':') {
            return None;
        }
        let start = skip_space(colon + 1);
        let end = scan::end_of_value(text, start)?;
        members.push(Member {
            key,
            value: text.get(start..end)?,
        });
        at = skip_space(end);
        before = b',';
    }
    (bytes.get(at) == Some(&b'}')).then_some((members, at + 1))
}

/// Some members of an object as a deserializer of an object.
struct Half<'a>(Vec<Member<'a>>);

impl<'de> Deserializer<'de> for Half<'de> {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_map(Members {
            rest: self.0.into_iter(),
            value: "",
        })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

struct Members<'a> {
    rest: std::vec::IntoIter<Member<'a>>,
    /// The value of the key that was given out last.
    value: &'a str,
}

impl<'de> MapAccess<'de> for Members<'de> {
    type Error = serde_json::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Self::Error> {
        let Some(member) = self.rest.next() else {
            return Ok(None);
        };
        self.value = member.value;
        whole(member.key, seed).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Self::Error> {
        whole(self.value, seed)
    }
}

/// The one value that the text is.
fn whole<'de, S: DeserializeSeed<'de>>(text: &'de str, seed: S) -> Result<S::Value, serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = seed.deserialize(&mut reader)?;
    reader.end()?;
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// An object as serde reads any, with the keys of both halves.
    type Object = BTreeMap<String, serde_json::Value>;

    fn join(mut one: Object, two: Object) -> Object {
        one.extend(two);
        one
    }

    #[test]
    fn halves_make_the_whole() {
        for (text, end, why) in [
            (r#"{"a":1,"b":[1,{"c":"}"}],"d":null}"#, 34, "plain"),
            (" {}", 0, "white space before is the caller's"),
            (
                "{ \"a\" : 1 ,\n\"b\":2 } rest",
                19,
                "white space, and a text that goes on",
            ),
        ] {
            let halves = in_halves::<Object>(text, join);
            assert_eq!(halves.as_ref().map_or(0, |(_, end)| *end), end, "{why}");
            if let Some((value, end)) = halves {
                assert_eq!((value, end), decode_first(text).unwrap(), "{why}");
            }
        }
    }

    #[test]
    fn what_is_wrong_or_unusual_is_left_alone() {
        for (text, why) in [
            ("{}", "nothing to share"),
            ("", "nothing"),
            ("[1]", "no object"),
            (r#"{"a":1,"a":2}"#, "a repeated name"),
            (r#"{"a":1,"\u0061":2}"#, "the same name in another spelling"),
            (r#"{"a":1,}"#, "a comma too many"),
            (r#"{"a":1 "b":2}"#, "a comma too few"),
            (r#"{"a":1,"b":2"#, "cut off"),
            (r#"{"a":1,"b"}"#, "a key without a value"),
            (r#"{"a":1,b:2}"#, "a bare key"),
            (r#"{"a":[1}}"#, "brackets that do not match"),
            (r#"{"a":1x}"#, "no number"),
            (r#"{"a\x":1}"#, "no escape"),
            ("{\"a\u{1}\":1}", "a control character"),
            (r#"{"a":"b"c,"d":1}"#, "text behind a value"),
        ] {
            assert!(in_halves::<Object>(text, join).is_none(), "{why}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn what_halves_read_serde_reads_alike(text in r#"\{("[ab]" ?: ?(1|\[\]|"x\\?"|\{"a":1\}|nul?l)[ ,x]){0,3}"b":2[\}\] ]{1,2}"#) {
            if let Some(halves) = in_halves::<Object>(&text, join) {
                prop_assert_eq!(Ok(halves), decode_first(&text));
            }
        }
    }
}
