//! Decoding a sound text at the speed of looking at it: values that nobody reads yet are passed over by blocks.
//!
//! It decodes to what `serde_json` decodes to, or says nothing at all: what is wrong with a text, and whatever is
//! unusual about it, is left to [`decode_first`](super::decode_first), whose errors people see.

mod ahead;
mod reader;

use std::collections::BTreeSet;
use std::sync::Arc;

use rayon::prelude::*;
use serde::de::Deserialize;

use ahead::{Ahead, Cursor};
use reader::Part;

/// Shorter texts, in bytes, are decoded before another thread has woken up.
const SHORTEST: usize = 1 << 20;

/// In shorter texts, in bytes, help comes too late.
const LONG: usize = 8 << 20;

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
    reader::value(text, None)
}

/// The same, while other threads pass over values that stand under the name in the rest of a text that is long.
#[must_use]
pub fn decode_quickly_with_help<'a, T: Deserialize<'a> + Send>(text: &'a str, name: &str) -> Option<Quick<T>> {
    let others = rayon::current_num_threads().saturating_sub(1);
    if text.len() < LONG || others == 0 {
        return decode_quickly(text);
    }
    let ahead = Ahead::new(text);
    let first = ahead.share(others);
    helped(text, ahead, name, first)
}

fn helped<'a, T>(text: &'a str, ahead: Ahead<'a>, name: &str, first: usize) -> Option<Quick<T>>
where
    T: Deserialize<'a> + Send,
{
    let ahead = Arc::new(ahead);
    let read = || {
        let value = reader::value(text, Some(Cursor::new(Arc::clone(&ahead))));
        ahead.end();
        value
    };
    rayon::join(read, || ahead.look(name, first)).0
}

/// The same for an object, cut before the members of the names in `cuts` where the text is long: each part is decoded
/// on a thread of its own as an object with fewer members, and `join` makes one value of two.
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

#[cfg(test)]
mod tests {
    use super::super::read::MAX_DEPTH;
    use super::super::{decode, decode_first};
    use super::*;
    use proptest::prelude::*;
    use serde_json::value::RawValue;
    use std::borrow::Cow;
    use std::collections::BTreeMap;
    use std::fmt;

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

    #[test]
    fn help_changes_nothing() {
        let raw = r#"{"x":[1,"\u0041\n",{"raw":{"y":null}}],"raw":[]}"#;
        let model =
            format!(r#"{{"raw":{raw},"list":[{{"raw" : {raw}}},{{"raw":"{{"}}],"models":{{"b":{{"raw"	:[]}}}}}}"#);
        let models: Vec<String> = (0..20).map(|number| format!(r#""{number}":{model}"#)).collect();
        let whole = format!(
            r#"{{"name":"a","x":"\"raw\":{{","models":{{{}}},"raw":1}} rest"#,
            models.join(",")
        );
        let broken = [
            whole.replace("null", "nul"),
            whole.replace(":[1", ":[é"),
            whole.replace("]}", "}]"),
        ];
        let cases = [
            &*whole,
            &whole[..whole.len() / 2],
            "",
            "{}",
            r#"{"raw":{"raw":{"raw":1}}}"#,
        ];
        for text in cases.into_iter().chain(broken.iter().map(String::as_str)) {
            let alone = decode_quickly::<Model<'_>>(text).map(words);
            for stretch in 1..100 {
                let ahead = Ahead::in_stretches(text, stretch);
                ahead.look("raw", 0);
                assert_eq!(
                    helped::<Model<'_>>(text, ahead, "raw", 0).map(words),
                    alone,
                    "{stretch} at once"
                );
            }
        }
        assert!(decode_quickly::<Model<'_>>(&whole).is_some_and(|quick| quick.escaped_letter));
    }

    #[test]
    fn help_is_made_use_of() {
        let text = format!(r#"{{"list":[1],"raw":[{}]}}"#, vec!["1"; 100].join(","));
        let ahead = Ahead::in_stretches(&text, 150);
        ahead.look("raw", 0);
        let mut cursor = Cursor::new(Arc::new(ahead));
        let start = text.find(":[1,").unwrap() + 1;
        for (at, depth, found, why) in [
            (9, 1, None, "a list under another name"),
            (start, 33, None, "too deep in the text"),
            (start, 1, Some((text.len() - 1, false)), "a value under the name"),
            (start + 1, 2, None, "inside of it"),
        ] {
            assert_eq!(cursor.end_of(at, depth), found, "{why}");
        }
    }

    #[test]
    fn help_does_not_hide_that_values_are_too_deep() {
        for depth in [60, MAX_DEPTH - 2, MAX_DEPTH - 1] {
            let text = format!(r#"{{"a":{{"raw":{}{}}}}}"#, "[".repeat(depth), "]".repeat(depth));
            let ahead = Ahead::in_stretches(&text, 1000);
            ahead.look("raw", 0);
            let helped = helped::<BTreeMap<&str, BTreeMap<&str, &RawValue>>>(&text, ahead, "raw", 0);
            assert_eq!(helped.is_some(), depth <= MAX_DEPTH - 2, "{depth}");
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
