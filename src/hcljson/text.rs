//! A string as it means and as it is written: places in the one found in the other.

use std::borrow::Cow;

use crate::json::string;
use crate::source::Span;

/// What a JSON string means, with the way back from each byte to the escape that wrote it.
///
/// The engines count in the decoded text from the raw beginning, and so point beside the place in every string with an
/// escape. Here a place in the decoded text is one in the file.
#[derive(Clone, PartialEq, Eq)]
pub struct Text<'a> {
    decoded: Cow<'a, str>,
    /// Byte of the file at which the string's text begins, behind its quotation mark.
    start: usize,
    /// Of each escape the end of what it stands for, and the end of how it is written, from the beginning of each.
    escapes: Vec<(usize, usize)>,
}

impl<'a> Text<'a> {
    /// The text between quotation marks that begins at byte `start` of the file. What JSON does not know as an escape,
    /// and half of a surrogate pair, stand for U+FFFD.
    pub(super) fn decode(inner: &'a str, start: usize, escaped: bool) -> Self {
        let mut text = Self {
            decoded: Cow::Borrowed(inner),
            start,
            escapes: Vec::new(),
        };
        if !escaped {
            return text;
        }
        let bytes = inner.as_bytes();
        let mut decoded = String::with_capacity(inner.len());
        let mut copied = 0;
        while let Some(distance) = memchr::memchr(b'\\', &bytes[copied..]) {
            let backslash = copied + distance;
            decoded.push_str(&inner[copied..backslash]);
            let (character, end) = match string::escape(bytes, backslash) {
                Ok(escape) => escape,
                Err(string::EscapeFault::LoneSurrogate) => (char::REPLACEMENT_CHARACTER, backslash + 6),
                Err(_) => {
                    let follows = inner[backslash + 1..].chars().next().map_or(0, char::len_utf8);
                    (char::REPLACEMENT_CHARACTER, backslash + 1 + follows)
                }
            };
            decoded.push(character);
            text.escapes.push((decoded.len(), end));
            copied = end;
        }
        decoded.push_str(&inner[copied..]);
        text.decoded = Cow::Owned(decoded);
        text
    }

    /// What the string means.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.decoded
    }

    /// What the string means, without the way back.
    #[must_use]
    pub fn into_inner(self) -> Cow<'a, str> {
        self.decoded
    }

    /// Where in the file stands what the decoded text has at `part`: from the first byte of the escape or character
    /// that it begins with to the last of the one that it ends with.
    #[must_use]
    pub fn span(&self, part: Span) -> Span {
        Span::new(self.raw(part.start), self.raw(part.end))
    }

    /// Where in the file the character at a byte of the decoded text begins, which is where the one before it ends.
    fn raw(&self, at: usize) -> usize {
        let before = self.escapes.partition_point(|&(end, _)| end <= at);
        let (decoded, raw) = before.checked_sub(1).map_or((0, 0), |index| self.escapes[index]);
        self.start + raw + (at - decoded)
    }
}

/// The place only: configuration may hold secrets.
impl std::fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Text({} bytes from {})", self.decoded.len(), self.start)
    }
}
