//! What can be wrong with a text as JSON, and what the engines do about it.

use crate::source::Span;

/// Something that is no JSON, or that JSON allows and a reader should know of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SyntaxError {
    /// What it is.
    pub kind: SyntaxErrorKind,
    /// Where it stands, in bytes of the text; empty where something is missing.
    pub span: Span,
}

/// The kinds of [`SyntaxError`]; the words say what is wrong and how it is made right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// Nothing but white space.
    #[error("the file holds no JSON value")]
    Empty,
    /// The first thing is none that a JSON value begins with: another syntax, or the error message of a generator.
    #[error("this is not JSON")]
    NotJson,
    /// Bytes in another encoding.
    #[error("the file is in UTF-16, and the engines read UTF-8")]
    Utf16,
    /// 256 MiB or more.
    #[error("the file has 256 MiB or more, which is more than is read here")]
    TooLong,
    /// More than [`MAX_DEPTH`](super::MAX_DEPTH) lists and objects inside each other.
    #[error("lists and objects are nested more than 512 deep")]
    TooDeep,
    /// The reader gave up.
    #[error("there are too many errors, the rest of the file was not read")]
    TooManyErrors,
    /// U+FEFF before the text.
    #[error("the file begins with a byte order mark, which JSON does not allow")]
    ByteOrderMark,
    /// Bytes that are no UTF-8, each replaced by U+FFFD.
    #[error("bytes that are not UTF-8 silently become U+FFFD")]
    InvalidUtf8,
    /// An escaped half of a surrogate pair, which becomes U+FFFD.
    #[error("half of a surrogate pair silently becomes U+FFFD")]
    LoneSurrogate,
    /// A comma before `}` or `]`.
    #[error("there is a comma before the closing bracket")]
    TrailingComma,
    /// No comma between two elements.
    #[error("a comma is missing before this")]
    MissingComma,
    /// A comma with nothing before it.
    #[error("there is nothing before this comma")]
    MissingElement,
    /// No value behind a colon or name.
    #[error("a value is missing here")]
    MissingValue,
    /// No colon behind a name.
    #[error("a colon is missing after the property's name")]
    MissingColon,
    /// `=` for `:`.
    #[error("JSON puts a colon between name and value, not an equals sign")]
    EqualsSign,
    /// A name without quotation marks.
    #[error("a property's name must be in double quotes")]
    BareKey,
    /// Something else than a name where one must stand.
    #[error("the name of a property is expected here")]
    KeyExpected,
    /// Something that begins no value.
    #[error("no JSON value begins like this")]
    ValueExpected,
    /// A list or object that does not end.
    #[error("this bracket is never closed")]
    Unclosed,
    /// `]` for `}` or the other way round.
    #[error("this bracket does not match the one that is open")]
    Mismatched,
    /// A string that does not end.
    #[error("this string is never closed")]
    UnclosedString,
    /// `'…'`.
    #[error("strings are written in double quotes")]
    SingleQuotes,
    /// A line feed in a string.
    #[error("a line ends inside a string; write \\n")]
    RawNewline,
    /// A control character in a string.
    #[error("a control character inside a string must be written as an escape")]
    ControlCharacter,
    /// An escape that JSON does not know.
    #[error("JSON knows no such escape")]
    BadEscape,
    /// A number with zeros before it.
    #[error("a number must not begin with a zero")]
    LeadingZero,
    /// `NaN`, `Infinity`.
    #[error("JSON has no such number")]
    NotANumber,
    /// A number with an exponent that no engine takes.
    #[error("the exponent of this number is beyond what the engines take")]
    ExponentTooLarge,
    /// Any other malformed number.
    #[error("this is not a number as JSON writes them")]
    BadNumber,
    /// `True`, `None`, `undefined`: another language's word for one of JSON's.
    #[error("this is another language's word for true, false or null")]
    OtherKeyword,
    /// Any other word.
    #[error("JSON knows no such word")]
    UnknownKeyword,
    /// `// …`, `/* … */` or `# …`.
    #[error("JSON has no comments; put them into a property named \"//\"")]
    Comment,
    /// More text after the value.
    #[error("more text follows the value")]
    TrailingText,
}

impl SyntaxErrorKind {
    /// Whether the engines refuse a file for it; what they silently change, or read deeper than we do, they do not
    /// refuse.
    #[must_use]
    pub const fn engine_rejects(self) -> bool {
        !matches!(
            self,
            Self::InvalidUtf8 | Self::LoneSurrogate | Self::TooDeep | Self::TooLong
        )
    }

    /// Whether values of the file are lost to the reader, so that what seems missing may only be unread.
    #[must_use]
    pub(crate) const fn loses_text(self) -> bool {
        !matches!(
            self,
            Self::ByteOrderMark
                | Self::InvalidUtf8
                | Self::LoneSurrogate
                | Self::TrailingComma
                | Self::MissingComma
                | Self::EqualsSign
                | Self::BareKey
                | Self::SingleQuotes
                | Self::RawNewline
                | Self::ControlCharacter
                | Self::BadEscape
                | Self::OtherKeyword
                | Self::Comment
        )
    }
}
