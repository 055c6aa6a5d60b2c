//! Why a text could not be decoded: errors that name the place and never quote the text.

use serde::de::{Deserialize as _, IgnoredAny};

use crate::json::read::MAX_DEPTH;
use crate::json::{Document, Pointer, ReadErrorKind, scan};

/// Why a text could not be decoded, and where. Neither words nor fields hold a value of the text; the pointer holds
/// keys.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} {kind} (byte {offset})", pointer.in_words())]
#[non_exhaustive]
pub struct DecodeError {
    /// What is wrong. Its words go on after the name of the place: "`/actions` must be a list, but is a string".
    pub kind: DecodeErrorKind,
    /// The value that is wrong; the object around it for what is missing or repeated.
    pub pointer: Pointer,
    /// Byte from 0: the first of the value, the one that breaks the grammar, or the length of a text that ends too
    /// early.
    pub offset: usize,
}

/// What is wrong with a text that could not be decoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The text ends inside a value, or before one begins.
    #[error("is cut off: the text ends inside the JSON")]
    Truncated,
    /// More lists and objects inside each other than [`MAX_DEPTH`].
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

impl DecodeError {
    /// What breaks the grammar of JSON in a text in which no more was found out than that; `pointer` leads to the
    /// value.
    pub(super) fn of_grammar(text: &str, pointer: Pointer) -> Self {
        let mut reader = serde_json::Deserializer::from_str(text);
        let (kind, offset) = match IgnoredAny::deserialize(&mut reader) {
            Err(error) if error.is_eof() => (DecodeErrorKind::Truncated, text.len()),
            Err(error) => {
                let offset = offset(text, &error);
                let byte = text.as_bytes().get(offset).copied();
                (DecodeErrorKind::of_syntax(&error, byte), offset)
            }
            // It looks neither at depths nor at what an escape stands for.
            Ok(_) => unsound(text),
        };
        Self { kind, pointer, offset }
    }
}

/// What is wrong with a value that follows the grammar, and where.
fn unsound(text: &str) -> (DecodeErrorKind, usize) {
    if let Some(offset) = scan::deeper_than(text, MAX_DEPTH) {
        return (DecodeErrorKind::TooDeep, offset);
    }
    let end = scan::end_of_value(text, 0).unwrap_or(text.len());
    match Document::read(&text[..end]) {
        Err(error) if error.kind == ReadErrorKind::LoneSurrogate => {
            let words = "a string holds half of a surrogate pair";
            (DecodeErrorKind::Syntax { words }, error.offset)
        }
        _ => {
            let words = "it does not follow the grammar";
            (DecodeErrorKind::Syntax { words }, end)
        }
    }
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
    /// What `serde_json` says of a text that breaks the grammar at this byte.
    pub(super) fn of_syntax(error: &serde_json::Error, byte: Option<u8>) -> Self {
        let shown = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = shown.strip_suffix(&place).unwrap_or(&shown);
        let words = match message {
            "expected value" => "a value is missing",
            "expected ident" => "a word is none of `true`, `false` and `null`",
            "expected `:`" => "a `:` is missing",
            "expected `,` or `]`" => "a `,` or `]` is missing",
            "expected `,` or `}`" => "a `,` or `}` is missing",
            "key must be a string" if byte == Some(b'}') => "a `,` is followed by no value",
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
}
