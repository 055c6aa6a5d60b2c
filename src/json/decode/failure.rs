//! Why a value could not be decoded, on the way from the value to the text it stands in.

use std::fmt;

use serde::de::{self, Expected, Unexpected};

use super::error::{DecodeError, DecodeErrorKind};
use crate::json::Pointer;

/// Why a value could not be decoded, and the way that leads to it.
///
/// In a box, so that a result is no larger where nothing fails.
#[derive(Debug)]
pub(super) struct Failure(Box<Reason>);

#[derive(Debug)]
struct Reason {
    /// `None` where the text breaks the grammar, which is looked into when the whole text is at hand.
    kind: Option<DecodeErrorKind>,
    /// Where it was noticed, in bytes from 0, once somebody knew.
    at: Option<usize>,
    /// The way from the inside out.
    steps: Vec<Step>,
}

/// A step on the way to a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// The key that stands between these bytes, in its quotes.
    Key(usize, usize),
    /// An item of a list, from 0.
    Index(usize),
}

impl Failure {
    /// That the text breaks the grammar.
    #[cold]
    pub(super) fn grammar() -> Self {
        Self::new(None)
    }

    #[cold]
    pub(super) fn of(kind: DecodeErrorKind) -> Self {
        Self::new(Some(kind))
    }

    fn new(kind: Option<DecodeErrorKind>) -> Self {
        let (at, steps) = (None, Vec::new());
        Self(Box::new(Reason { kind, at, steps }))
    }

    /// That a value of another type begins with this byte.
    #[cold]
    pub(super) fn wrong_type(first: u8, expected: &dyn Expected) -> Self {
        let Some(found) = kind_of_value(first) else {
            return Self::grammar();
        };
        let expected = in_words(&expected.to_string());
        Self::of(DecodeErrorKind::WrongType { expected, found })
    }

    /// Why the value around it could not be decoded: the one that failed begins at `start`.
    #[cold]
    pub(super) fn behind(mut self, step: Step, start: usize) -> Self {
        self.0.steps.push(step);
        self.noticed(start)
    }

    /// Tells where it was noticed, where nothing more exact is known.
    #[cold]
    pub(super) fn noticed(mut self, at: usize) -> Self {
        self.0.at.get_or_insert(at);
        self
    }

    /// Tells that it was noticed at the key that the text ends with, where it is the key that is wrong.
    #[cold]
    pub(super) fn at_key(self, text: &str) -> Self {
        if let Some(DecodeErrorKind::RepeatedField { .. }) = self.0.kind {
            // The name of a field holds no quotation mark, however it is written.
            let start = text.rfind('"').and_then(|end| text.get(..end)?.rfind('"'));
            return self.noticed(start.unwrap_or_default());
        }
        self
    }

    /// The error that people see.
    pub(super) fn tell(self, text: &str) -> DecodeError {
        let Reason { kind, at, steps } = *self.0;
        let mut pointer = Pointer::root();
        for step in steps.into_iter().rev() {
            match step {
                Step::Index(index) => pointer.push_index(index),
                Step::Key(start, end) => {
                    // A key that is itself what is wrong leads nowhere.
                    let key = text.get(start..end).map(serde_json::from_str::<String>);
                    if let Some(Ok(key)) = key {
                        pointer.push_key(&key);
                    }
                }
            }
        }
        match kind {
            None => DecodeError::of_grammar(text, pointer),
            Some(kind) => DecodeError {
                kind,
                pointer,
                offset: at.unwrap_or_default(),
            },
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not decoded")
    }
}

impl std::error::Error for Failure {}

impl de::Error for Failure {
    /// The words may quote the text.
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::of(DecodeErrorKind::Custom)
    }

    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let (expected, found) = (in_words(&expected.to_string()), found(unexpected));
        Self::of(DecodeErrorKind::WrongType { expected, found })
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let expected = in_words(&expected.to_string());
        Self::of(DecodeErrorKind::WrongValue { expected })
    }

    fn invalid_length(_: usize, expected: &dyn Expected) -> Self {
        Self::invalid_value(Unexpected::Seq, expected)
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        let quoted: Vec<String> = expected.iter().map(|word| format!("`{word}`")).collect();
        let expected = match &quoted[..] {
            [] => return Self::of(DecodeErrorKind::Custom),
            [one] => one.clone(),
            [one, other] => format!("{one} or {other}"),
            more => format!("one of {}", more.join(", ")),
        };
        Self::of(DecodeErrorKind::WrongValue { expected })
    }

    fn missing_field(name: &'static str) -> Self {
        let name = name.to_owned();
        Self::of(DecodeErrorKind::MissingField { name })
    }

    fn duplicate_field(name: &'static str) -> Self {
        let name = name.to_owned();
        Self::of(DecodeErrorKind::RepeatedField { name })
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

/// What a value is, as serde names it.
const fn found(unexpected: Unexpected<'_>) -> &'static str {
    match unexpected {
        Unexpected::Bool(_) => "a boolean",
        Unexpected::Unsigned(_) | Unexpected::Signed(_) | Unexpected::Float(_) => "a number",
        Unexpected::Char(_) | Unexpected::Str(_) => "a string",
        Unexpected::Unit | Unexpected::Option => "null",
        Unexpected::Seq => "a list",
        Unexpected::Map => "an object",
        _ => "something else",
    }
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
        "usize" => "a whole number from 0",
        "isize" => "a whole number",
        "a byte array" | "a borrowed byte array" | "byte array" => "a string",
        "an empty array" => "an empty list",
        _ if expected.starts_with("struct ") => "an object",
        _ if expected.starts_with("tuple ") => "a list",
        _ if expected.contains("enum ") => "a word",
        _ => {
            let sized = ["a tuple of size ", "an array of length "];
            if let Some(size) = sized.iter().find_map(|words| expected.strip_prefix(words)) {
                return format!("a list of {size}");
            }
            return match (expected.get(..1), expected.get(1..).map(str::parse::<u8>)) {
                (Some("u"), Some(Ok(bits))) => format!("a whole number from 0 that fits in {bits} bits"),
                (Some("i"), Some(Ok(bits))) => format!("a whole number that fits in {bits} bits"),
                _ => expected.to_owned(),
            };
        }
    };
    words.to_owned()
}
