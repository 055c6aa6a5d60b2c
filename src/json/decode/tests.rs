//! What is decoded, and what errors say.

use super::*;
use crate::json::read::MAX_DEPTH;
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

/// The first value as `serde_json` decodes it, and one past its last byte.
fn reference<'a, T: Deserialize<'a>>(text: &'a str) -> Option<(T, usize)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter();
    let value = values.next()?.ok()?;
    Some((value, values.byte_offset()))
}

fn ours<'a, T: Deserialize<'a>>(text: &'a str) -> Option<(T, usize)> {
    decode_first(text).map(|decoded| (decoded.value, decoded.end)).ok()
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
        let in_words = |(value, end): (Model<'_>, usize)| (words(value), end);
        let decoded = ours(text).map(in_words);
        assert!(decoded.is_some(), "{why}");
        assert_eq!(decoded, reference(text).map(in_words), "{why}");
    }
}

#[test]
fn what_is_wrong_is_refused() {
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
        assert!(decode_first::<Model<'_>>(text).is_err(), "{why}");
    }
}

#[test]
fn values_are_no_deeper_than_they_may_be() {
    let text = |depth: usize| format!(r#"{{"raw":{}{}}}"#, "[".repeat(depth), "]".repeat(depth));
    assert!(ours::<Model<'_>>(&text(MAX_DEPTH - 1)).is_some());
    assert!(ours::<Model<'_>>(&text(MAX_DEPTH)).is_none());
    let typed = |depth: usize| r#"{"models":{"a":"#.repeat(depth) + "{}" + &"}}".repeat(depth);
    assert!(ours::<Model<'_>>(&typed(63)).is_some());
    assert!(ours::<Model<'_>>(&typed(64)).is_none());
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
        let parts = parts.map(|parts| (parts.value, parts.end));
        assert_eq!(parts, reference(text), "{why}");
    }
}

#[test]
fn parts_that_do_not_fit_are_none() {
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
    let model = format!(r#"{{"raw":{raw},"list":[{{"raw" : {raw}}},{{"raw":"{{"}}],"models":{{"b":{{"raw"	:[]}}}}}}"#);
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
        let alone = decode_first::<Model<'_>>(text).map(words);
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
    assert!(decode_first::<Model<'_>>(&whole).is_ok_and(|decoded| decoded.escaped_letter));
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
fn nobody_looks_where_the_reader_has_been() {
    let text = r#"{"raw":[1]}         "#.repeat(4);
    let ahead = Arc::new(Ahead::in_stretches(&text, 20));
    let mut cursor = Cursor::new(Arc::clone(&ahead));
    assert_eq!(
        cursor.end_of(27, 1),
        None,
        "nobody has looked yet, and the reader is in the second stretch"
    );
    ahead.look("raw", 0);
    let found = [27, 47, 67].map(|at| cursor.end_of(at, 1).map(|(end, _)| end));
    assert_eq!(found, [None, Some(50), Some(70)]);
}

#[test]
fn help_does_not_hide_that_values_are_too_deep() {
    for depth in [60, MAX_DEPTH - 2, MAX_DEPTH - 1] {
        let text = format!(r#"{{"a":{{"raw":{}{}}}}}"#, "[".repeat(depth), "]".repeat(depth));
        let ahead = Ahead::in_stretches(&text, 1000);
        ahead.look("raw", 0);
        let helped = helped::<BTreeMap<&str, BTreeMap<&str, &RawValue>>>(&text, ahead, "raw", 0);
        assert_eq!(helped.is_ok(), depth <= MAX_DEPTH - 2, "{depth}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn what_is_read_serde_json_reads_alike(
        text in r#"\{("[abd]" ?: ?(1|\[\]|"x\\?"|"\\u0041"|\{"b":1(,"d":2)?\}|nul?l)[ ,x]){0,3}"b":2(,"d":\[[1, ]{0,3}\])?[\}\] ]{1,2}"#
    ) {
        let expected = reference::<Object>(&text);
        prop_assert_eq!(&ours::<Object>(&text), &expected);
        if let Some(parts) = in_parts::<Object>(&text, &["b", "d"], join) {
            prop_assert_eq!(Some((parts.value, parts.end)), expected);
        }
    }

    #[test]
    fn a_model_is_read_alike(
        text in r#"\{("(name|raw|list|number|yes|x)":("a\\?n"|1|-1|true|null|\[(1(,2)?)?\]|\{"y":[12]?\})[,,, ]){0,4}"float":[01](\.5)?\}"#
    ) {
        let expected = serde_json::from_str::<Model<'_>>(&text).map(words);
        prop_assert_eq!(decode::<Model<'_>>(&text).map(words).ok(), expected.ok());
    }
}
