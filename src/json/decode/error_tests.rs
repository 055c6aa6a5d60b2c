//! What errors say, and that they quote nothing.

use crate::json::{DecodeError, DecodeErrorKind, decode, decode_first};
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Unexpected, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// One field for each way of being wrong.
#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "only decoded")]
struct Model<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(default)]
    actions: Vec<Word>,
    #[serde(default)]
    words: Vec<String>,
    #[serde(borrow, default)]
    raw: Option<&'a RawValue>,
    #[serde(borrow, default)]
    values: BTreeMap<Cow<'a, str>, &'a RawValue>,
    #[serde(borrow, default)]
    pairs: Pairs<'a>,
    #[serde(default)]
    small: u8,
    #[serde(default)]
    count: usize,
    #[serde(default)]
    shift: isize,
    #[serde(default)]
    inner: BTreeMap<String, Inner>,
    #[serde(default)]
    refused: Option<Refused>,
    #[serde(default)]
    version: Option<Version>,
    #[serde(default)]
    nobody: Option<Nobody>,
    #[serde(default)]
    strict: Option<Strict>,
    #[serde(default)]
    pair: Option<(u8, u8)>,
    #[serde(default)]
    value: serde_json::Value,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    Create,
    Delete,
}

#[derive(Debug, Deserialize)]
enum Nobody {}

#[derive(Debug, Deserialize)]
struct Inner {
    flag: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Strict {}

/// Quotes what it was given, as careless models do.
#[derive(Debug)]
struct Refused;

impl<'de> Deserialize<'de> for Refused {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Err(D::Error::custom(format_args!("cannot take {text}, expected {text}")))
    }
}

#[derive(Debug)]
struct Version;

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Err(D::Error::invalid_value(
            Unexpected::Str(&text),
            &"a version such as 1.2",
        ))
    }
}

/// A map in the order of the text, read by a visitor of its own.
#[derive(Debug, Default)]
struct Pairs<'a>(#[expect(dead_code, reason = "only decoded")] Vec<(Cow<'a, str>, u32)>);

impl<'de: 'a, 'a> Deserialize<'de> for Pairs<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Pairs<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of numbers")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

fn failure(text: &str) -> DecodeError {
    decode::<Model<'_>>(text).map(|_| ()).expect_err(text)
}

/// Text, pointer, message.
#[rustfmt::skip]
const FAILURES: &[(&str, &str, &str)] = &[
    ("[]", "", "must be an object, but is a list"),
    (r#"{"actions":[]}"#, "", "lacks the property `name`"),
    (r#"{"name":"a","name":"b"}"#, "", "has the property `name` twice"),
    (r#"{"name":null}"#, "/name", "must be a string, but is null"),
    (r#"{"name":"a","actions":"create"}"#, "/actions", "must be a list, but is a string"),
    (r#"{"name":"a","actions":["create","x"]}"#, "/actions/1", "must be `create` or `delete`"),
    (r#"{"name":"a","actions":[7]}"#, "/actions/0", "must be a word, but is a number"),
    (r#"{"name":"a","actions":[null]}"#, "/actions/0", "must be a word, but is null"),
    (r#"{"name":"a","words":["x",{}]}"#, "/words/1", "must be a string, but is an object"),
    (r#"{"name":"a","small":1.5}"#, "/small", "must be a whole number from 0 that fits in 8 bits, but is a number"),
    (r#"{"name":"a","small":256}"#, "/small", "must be a whole number from 0 that fits in 8 bits"),
    (r#"{"name":"a","small":true}"#, "/small", "must be a whole number from 0 that fits in 8 bits, but is a boolean"),
    (r#"{"name":"a","count":-1}"#, "/count", "must be a whole number from 0"),
    (r#"{"name":"a","count":"x"}"#, "/count", "must be a whole number from 0, but is a string"),
    (r#"{"name":"a","shift":9e99}"#, "/shift", "must be a whole number, but is a number"),
    (r#"{"name":"a","inner":{"a.b/c~d":{"flag":1}}}"#, "/inner/a.b~1c~0d/flag", "must be a boolean, but is a number"),
    (r#"{"name":"a","inner":{"x":{}}}"#, "/inner/x", "lacks the property `flag`"),
    (r#"{"name":"a","pairs":[]}"#, "/pairs", "must be an object of numbers, but is a list"),
    (r#"{"name":"a","pairs":{"a":1,"b.\n":"x"}}"#, "/pairs/b.\n", "must be a whole number from 0 that fits in 32 bits, but is a string"),
    (r#"{"name":"a","raw":{"b":[1,}}"#, "/raw", "is not valid JSON: a value is missing"),
    (r#"{"name":"a","values":{"k":1,"l":[trve]}}"#, "/values/l", "is not valid JSON: a word is none of `true`, `false` and `null`"),
    (r#"{"name":"a","refused":"x"}"#, "/refused", "does not hold what it must"),
    (r#"{"name":"a","version":"x"}"#, "/version", "must be a version such as 1.2"),
    (r#"{"name":"a","strict":{"b":1}}"#, "/strict/b", "does not hold what it must"),
    (r#"{"name":"a","pair":[1]}"#, "/pair", "must be a list of 2"),
    (r#"{"name":"a","unknown":[1 2]}"#, "/unknown", "is not valid JSON: a `,` or `]` is missing"),
    (r#"{"name":"a","inner":{"x\qy":1}}"#, "/inner", "is not valid JSON: a string holds an unknown escape"),
    (r#"{"name":"a","inner":{"x":{"flag":true,"flag":false}}}"#, "/inner/x", "has the property `flag` twice"),
    (r#"{"name":"a","raw":["\udc00"]}"#, "/raw", "is not valid JSON: a string holds half of a surrogate pair"),
    (r#"{"name":"a","raw":[1],"unknown":"\q"}"#, "/unknown", "is not valid JSON: a string holds an unknown escape"),
    (r#"{"name":"a","raw":{"b":1}x}"#, "", "is not valid JSON: a `,` or `}` is missing"),
    (r#"{"name":"a"} x"#, "", "is followed by more text"),
    (r#"{"name":"a",}"#, "", "is not valid JSON: a `,` is followed by no value"),
    ("", "", "is cut off: the text ends inside the JSON"),
    (r#"{"name":"a","raw":{"b":"#, "/raw", "is cut off: the text ends inside the JSON"),
];

#[test]
fn errors_name_the_place_and_the_fault() {
    for &(text, pointer, message) in FAILURES {
        let error = failure(text);
        assert_eq!(
            (error.pointer.as_str(), error.kind.to_string().as_str()),
            (pointer, message),
            "{text}"
        );
    }
}

#[test]
fn the_offset_counts_bytes_from_zero() {
    for (text, offset, why) in [
        ("{\"name\":\"a\",}", 12, "the byte that is wrong"),
        (
            "{\n\"name\":\"é\",\n\n \"small\": x}",
            26,
            "lines before, and characters of two bytes",
        ),
        ("{\"name\":\"a\"}\n x", 14, "text behind"),
        ("{\"name\": 1}", 9, "the first byte of a value of another type"),
        (
            "{\"name\":\"a\",\"inner\":{\"x\": {}}}",
            26,
            "the object that lacks a property",
        ),
        ("{\"name\":\"a\",\"name\" : \"b\"}", 12, "a key that stands there twice"),
        (
            "{\"name\":\"a\", \"n\\u0061me\":\"b\"}",
            13,
            "a key that stands there twice, with an escape",
        ),
        ("{\"name\":\"a\"", 11, "the end of a text that is cut off"),
        ("", 0, "an empty text"),
        ("\n", 1, "only a line feed"),
    ] {
        assert_eq!(failure(text).offset, offset, "{why}");
    }
}

#[test]
fn depth_has_an_end_wherever_it_is() {
    let deep = "[".repeat(500) + &"]".repeat(500);
    for name in ["raw", "value"] {
        let text = format!(r#"{{"name":"a","{name}":{deep}}}"#);
        let error = failure(&text);
        assert_eq!(error.kind, DecodeErrorKind::TooDeep, "{name}");
        assert!(
            error.pointer.as_str().starts_with(&format!("/{name}")),
            "{}",
            error.pointer
        );
    }
}

#[test]
fn no_message_quotes_the_text() {
    for secret in [
        "hunter2",
        "hunter2, expected hunter2",
        "hunter2` at line 3 column 99999",
        "`hunter2`, expected `hunter2`",
    ] {
        let string = serde_json::to_string(secret).unwrap();
        let number = "48151623";
        let texts = [
            string.clone(),
            format!("[7,{string}]"),
            format!("{{{string}:1}}"),
            format!("{{\"name\":\"a\",{string}:1"),
            format!("{{\"name\":\"a\",{string} 1}}"),
            format!("{{\"name\":\"a\",\"actions\":{string}}}"),
            format!("{{\"name\":\"a\",\"actions\":[{string}]}}"),
            format!("{{\"name\":\"a\",\"actions\":[{{{string}:1}}]}}"),
            format!("{{\"name\":\"a\",\"small\":{string}}}"),
            format!("{{\"name\":\"a\",\"small\":{number}}}"),
            format!("{{\"name\":\"a\",\"small\":-{number}.5}}"),
            format!("{{\"name\":\"a\",\"words\":[{number}]}}"),
            format!("{{\"name\":{number}}}"),
            format!("{{\"name\":\"a\",\"inner\":{{{string}:{string}}}}}"),
            format!("{{\"name\":\"a\",\"inner\":{{{string}:{{}}}}}}"),
            format!("{{\"name\":\"a\",\"pairs\":{{\"x\":{string}}}}}"),
            format!("{{\"name\":\"a\",\"refused\":{string}}}"),
            format!("{{\"name\":\"a\",\"version\":{string}}}"),
            format!("{{\"name\":\"a\",\"nobody\":{string}}}"),
            format!("{{\"name\":\"a\",\"strict\":{{{string}:1}}}}"),
            format!("{{\"name\":\"a\",\"raw\":{string}{string}}}"),
            format!("{{\"name\":\"a\"}}{string}"),
            format!("{{\"name\":{string}"),
            secret.to_owned(),
        ];
        for text in texts {
            let error = failure(&text);
            let shown = format!("{} {:?}", error.kind, error.kind);
            assert!(!shown.contains("hunter2") && !shown.contains(number), "{text}: {shown}");
            assert!(error.offset <= text.len(), "{text}");
        }
    }
}

#[test]
fn the_words_of_an_error_name_its_place() {
    let error = failure(r#"{"name":"a","inner":[]}"#);
    assert_eq!(error.to_string(), "`/inner` must be an object, but is a list (byte 20)");
}

#[test]
fn the_first_of_several_values() {
    let text = "  {\"flag\":true}\n{\"flag\":false} x";
    let first = decode_first::<Inner>(text).unwrap();
    assert!(first.value.flag);
    assert_eq!(&text[first.end..], "\n{\"flag\":false} x");
    for (text, message) in [
        ("", "is cut off: the text ends inside the JSON"),
        ("{\"flag\":", "is cut off: the text ends inside the JSON"),
        ("{\"flag\":0} {}", "must be a boolean, but is a number"),
    ] {
        assert_eq!(
            decode_first::<Inner>(text).unwrap_err().kind.to_string(),
            message,
            "{text:?}"
        );
    }
}
