//! Decoding into typed models with `serde_json`, and errors that name the place and never quote the text.

use super::Pointer;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_path_to_error::{Path, Segment, Track};

type Reader<'a> = serde_json::Deserializer<serde_json::de::StrRead<'a>>;

/// Why a text could not be decoded, and where. Neither words nor fields hold a value of the text; the pointer holds
/// keys.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
#[non_exhaustive]
pub struct DecodeError {
    /// What is wrong. Its words go on after the name of the place: "`/actions` must be a list, but is a string".
    pub kind: DecodeErrorKind,
    /// The value that is wrong; the object around it for what is missing or repeated.
    pub pointer: Pointer,
    /// Byte from 0 at which it was noticed: the last one looked at, or the length of a text that ends too early.
    pub offset: usize,
}

/// What is wrong with a text that could not be decoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The text ends inside a value, or before one begins.
    #[error("is cut off: the text ends inside the JSON")]
    Truncated,
    /// More lists and objects inside each other than `serde_json` follows.
    #[error("is nested too deep")]
    TooDeep,
    /// Not JSON.
    #[error("is not valid JSON: {words}")]
    Syntax {
        /// What is wrong, in fixed words.
        words: &'static str,
    },
    /// More text after the value.
    #[error("is followed by more text")]
    TrailingText,
    /// A value of another type than the model has.
    #[error("must be {expected}, but is {found}")]
    WrongType {
        /// What the model has, with its article: `a list`.
        expected: String,
        /// What the text has, with its article: `a string`.
        found: &'static str,
    },
    /// A value of the right type that the model does not allow: an unknown word, a number that does not fit.
    #[error("must be {expected}")]
    WrongValue {
        /// What the model allows: `one of "a", "b"`.
        expected: String,
    },
    /// An object lacks a property.
    #[error("lacks the property `{name}`")]
    MissingField {
        /// The property, as the model names it.
        name: String,
    },
    /// An object has a property twice.
    #[error("has the property `{name}` twice")]
    RepeatedField {
        /// The property, as the model names it.
        name: String,
    },
    /// The model refused it in words that may quote the text, and so are left out. A model that wants to be
    /// understood says `invalid_value` with fixed words for what it expects.
    #[error("does not hold what it must")]
    Custom,
}

/// Decodes a text that holds exactly one value, with JSON's white space around it.
pub fn decode<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, DecodeError> {
    let (value, mut rest) = first(text)?;
    rest.end()
        .map_err(|error| DecodeError::new(text, &error, Pointer::root()))?;
    Ok(value)
}

/// Decodes the first value of a text that may go on behind it, and says one past its last byte.
pub fn decode_first<'a, T: Deserialize<'a>>(text: &'a str) -> Result<(T, usize), DecodeError> {
    let (value, rest) = first(text)?;
    Ok((value, rest.into_iter::<IgnoredAny>().byte_offset()))
}

/// Reads one value, and keeps in mind where it stands. Texts that need to be fast are decoded
/// [quickly](super::decode_quickly) or not at all, so that each model has one more reader and not two.
fn first<'a, T: Deserialize<'a>>(text: &'a str) -> Result<(T, Reader<'a>), DecodeError> {
    let mut track = Track::new();
    let mut reader = Reader::from_str(text);
    match T::deserialize(serde_path_to_error::Deserializer::new(&mut reader, &mut track)) {
        Ok(value) => Ok((value, reader)),
        Err(error) => Err(DecodeError::new(text, &error, pointer(&track.path()))),
    }
}

impl DecodeError {
    fn new(text: &str, error: &serde_json::Error, pointer: Pointer) -> Self {
        let offset = if error.is_eof() {
            text.len()
        } else {
            offset(text, error)
        };
        let kind = DecodeErrorKind::of(error, text.as_bytes().get(offset).copied());
        Self { kind, pointer, offset }
    }
}

/// Paths are taken by their segments: written out, a key with a dot would look like two.
fn pointer(path: &Path) -> Pointer {
    let mut pointer = Pointer::root();
    for segment in path {
        match segment {
            Segment::Seq { index } => pointer.push_index(*index),
            Segment::Map { key } | Segment::Enum { variant: key } => pointer.push_key(key),
            Segment::Unknown => break,
        }
    }
    pointer
}

/// `serde_json` counts lines from 1, and columns in bytes up to and with the last one that it looked at.
fn offset(text: &str, error: &serde_json::Error) -> usize {
    let line_start = error
        .line()
        .checked_sub(2)
        .and_then(|line| memchr::memchr_iter(b'\n', text.as_bytes()).nth(line))
        .map_or(0, |line_feed| line_feed + 1);
    line_start
        .saturating_add(error.column())
        .saturating_sub(1)
        .min(text.len())
}

impl DecodeErrorKind {
    /// `byte` is the one at which the error was noticed.
    fn of(error: &serde_json::Error, byte: Option<u8>) -> Self {
        let shown = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = shown.strip_suffix(&place).unwrap_or(&shown);
        if error.is_eof() {
            Self::Truncated
        } else if error.is_data() {
            Self::of_data(message)
        } else {
            Self::of_syntax(message, byte)
        }
    }

    fn of_syntax(message: &str, byte: Option<u8>) -> Self {
        let words = match message {
            "recursion limit exceeded" => return Self::TooDeep,
            "trailing characters" => return Self::TrailingText,
            // This is also how `serde_json` refuses a sound value where an enum's word must stand.
            "expected value" => match byte.and_then(kind_of_value) {
                Some(found) => {
                    let expected = "a word".to_owned();
                    return Self::WrongType { expected, found };
                }
                None => "a value is missing",
            },
            "expected ident" => "a word is none of `true`, `false` and `null`",
            "expected `:`" => "a `:` is missing",
            "expected `,` or `]`" => "a `,` or `]` is missing",
            "expected `,` or `}`" => "a `,` or `}` is missing",
            "expected `\"`" | "key must be a string" => "a key in double quotes is missing",
            "trailing comma" => "a `,` is followed by no value",
            "invalid escape" | "unexpected end of hex escape" => "a string holds an unknown escape",
            "lone leading surrogate in hex escape" | "invalid unicode code point" => {
                "a string holds half of a surrogate pair"
            }
            "control character (\\u0000-\\u001F) found while parsing a string" => {
                "a string holds a control character that is not escaped"
            }
            "invalid number" => "a number is malformed",
            "number out of range" => "a number is too large",
            _ => "it does not follow the grammar",
        };
        Self::Syntax { words }
    }

    /// Messages of `serde::de::Error` begin with fixed words, go on with a value and end with what the model has. A
    /// value can look like any of these, so the end is cut off from the right and the middle is thrown away.
    fn of_data(message: &str) -> Self {
        let expected = || {
            message
                .rsplit_once(", expected ")
                .map(|(_, expected)| in_words(expected))
        };
        let name = |rest: &str| rest.strip_suffix('`').map(str::to_owned);
        let kind = if let Some(rest) = message.strip_prefix("invalid type: ") {
            let found = found(rest);
            expected().map(|expected| Self::WrongType { expected, found })
        } else if message.starts_with("invalid length ") && message.contains(", expected struct ") {
            // Derived models also read lists, field by field; this one was too short.
            let (expected, found) = ("an object".to_owned(), "a list");
            Some(Self::WrongType { expected, found })
        } else if message.starts_with("invalid value: ")
            || message.starts_with("invalid length ")
            || (message.starts_with("unknown variant `") && !message.ends_with(", there are no variants"))
        {
            expected().map(|expected| Self::WrongValue { expected })
        } else if let Some(rest) = message.strip_prefix("missing field `") {
            name(rest).map(|name| Self::MissingField { name })
        } else if let Some(rest) = message.strip_prefix("duplicate field `") {
            name(rest).map(|name| Self::RepeatedField { name })
        } else {
            None
        };
        kind.unwrap_or(Self::Custom)
    }
}

/// What a value is, by its first byte; `None` when none begins so.
const fn kind_of_value(byte: u8) -> Option<&'static str> {
    Some(match byte {
        b'{' => "an object",
        b'[' => "a list",
        b'"' => "a string",
        b't' | b'f' => "a boolean",
        b'n' => "null",
        b'-' | b'0'..=b'9' => "a number",
        _ => return None,
    })
}

/// What serde says it has found, by the fixed words before the value.
fn found(rest: &str) -> &'static str {
    [
        ("boolean", "a boolean"),
        ("integer", "a number"),
        ("floating point", "a number"),
        ("number", "a number"),
        ("string", "a string"),
        ("character", "a string"),
        ("null", "null"),
        ("unit value", "null"),
        ("Option value", "null"),
        ("sequence", "a list"),
        ("map", "an object"),
        ("unit variant", "a word"),
        ("newtype variant", "an object"),
        ("tuple variant", "an object"),
        ("struct variant", "an object"),
    ]
    .into_iter()
    .find_map(|(begins, words)| rest.starts_with(begins).then_some(words))
    .unwrap_or("something else")
}

/// What a model expects, in the words of JSON instead of those of Rust and serde.
fn in_words(expected: &str) -> String {
    let words = match expected {
        "a sequence" => "a list",
        "a map" => "an object",
        "unit" => "null",
        "a borrowed string" => "a string without escapes",
        "variant identifier" => "a word",
        "f32" | "f64" => "a number",
        _ if expected.starts_with("struct ") => "an object",
        _ if expected.starts_with("enum ") => "a word",
        _ => {
            return match (expected.get(..1), expected.get(1..).map(str::parse::<u8>)) {
                (Some("u"), Some(Ok(bits))) => format!("a whole number from 0 that fits in {bits} bits"),
                (Some("i"), Some(Ok(bits))) => format!("a whole number that fits in {bits} bits"),
                _ => expected.to_owned(),
            };
        }
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
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
        (r#"{"name":"a","inner":{"a.b/c~d":{"flag":1}}}"#, "/inner/a.b~1c~0d/flag", "must be a boolean, but is a number"),
        (r#"{"name":"a","inner":{"x":{}}}"#, "/inner/x", "lacks the property `flag`"),
        (r#"{"name":"a","pairs":[]}"#, "/pairs", "must be an object of numbers, but is a list"),
        (r#"{"name":"a","pairs":{"a":1,"b.\n":"x"}}"#, "/pairs/b.\n", "must be a whole number from 0 that fits in 32 bits, but is a string"),
        (r#"{"name":"a","raw":{"b":[1,}}"#, "/raw", "is not valid JSON: a value is missing"),
        (r#"{"name":"a","values":{"k":1,"l":[trve]}}"#, "/values/l", "is not valid JSON: a word is none of `true`, `false` and `null`"),
        (r#"{"name":"a","refused":"x"}"#, "/refused", "does not hold what it must"),
        (r#"{"name":"a","version":"x"}"#, "/version", "must be a version such as 1.2"),
        (r#"{"name":"a","strict":{"b":1}}"#, "/strict/b", "does not hold what it must"),
        (r#"{"name":"a","pair":[1]}"#, "/pair", "must be a tuple of size 2"),
        (r#"{"name":"a","unknown":[1 2]}"#, "/unknown", "is not valid JSON: a `,` or `]` is missing"),
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
                (error.pointer.as_str(), error.to_string().as_str()),
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
            ("{\"name\":\"a\"", 11, "the end of a text that is cut off"),
            ("", 0, "an empty text"),
            ("\n", 1, "only a line feed"),
        ] {
            assert_eq!(failure(text).offset, offset, "{why}");
        }
    }

    #[test]
    fn depth_has_an_end_only_where_serde_json_has_one() {
        let deep = "[".repeat(500) + &"]".repeat(500);
        let text = format!(r#"{{"name":"a","raw":{deep},"value":{deep}}}"#);
        let error = failure(&text);
        assert_eq!(error.kind, DecodeErrorKind::TooDeep);
        assert!(
            error.pointer.as_str().starts_with("/value"),
            "raw values are skipped at any depth: {}",
            error.pointer
        );
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
                let shown = format!("{error} {:?}", error.kind);
                assert!(!shown.contains("hunter2") && !shown.contains(number), "{text}: {shown}");
                assert!(error.offset <= text.len(), "{text}");
            }
        }
    }

    #[test]
    fn the_first_of_several_values() {
        let text = "  {\"flag\":true}\n{\"flag\":false} x";
        let (first, end) = decode_first::<Inner>(text).unwrap();
        assert!(first.flag);
        assert_eq!(&text[end..], "\n{\"flag\":false} x");
        for (text, message) in [
            ("", "is cut off: the text ends inside the JSON"),
            ("{\"flag\":", "is cut off: the text ends inside the JSON"),
            ("{\"flag\":0} {}", "must be a boolean, but is a number"),
        ] {
            assert_eq!(
                decode_first::<Inner>(text).unwrap_err().to_string(),
                message,
                "{text:?}"
            );
        }
    }
}
