//! The reader: one walk over a text that notes where each value stands, says all that is wrong, and goes on.

use super::exponent;
use super::parts;
use super::syntax::{SyntaxError, SyntaxErrorKind as Fault};
use super::tree::{Kind, Slot};
use crate::json::{Number, scan, string};
use crate::order;
use crate::source::Span;

/// How many lists and objects may stand inside each other; what is deeper is an error and stays unread.
///
/// The engines know no limit. Files that people or generators write stay below 40.
pub const MAX_DEPTH: usize = 512;

/// After so many errors the rest of a text stays unread: it is something else than JSON.
const MAX_ERRORS: usize = 100;

/// The slots of the value in `text`, in the order in which they begin, and what is wrong in the order of the text.
pub(super) fn read(text: &str) -> (Vec<Slot>, Vec<SyntaxError>) {
    if let Some(slots) = parts::read(text) {
        return (slots, Vec::new());
    }
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        at: 0,
        slots: Vec::with_capacity(text.len() / 16 + 1),
        open: Vec::new(),
        after: After::Opening,
        errors: Vec::new(),
    };
    if text.len() < 1 << Slot::BITS {
        reader.document();
    } else {
        reader.error(Fault::TooLong, 0, 0);
        reader.push(Kind::Broken, 0);
    }
    order::sort_by_key(&mut reader.errors, |error| error.span.start);
    (reader.slots, reader.errors)
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    slots: Vec<Slot>,
    /// The lists and objects that are still open, as numbers of slots.
    open: Vec<u32>,
    after: After,
    errors: Vec<SyntaxError>,
}

/// What stood last inside the innermost list or object.
#[derive(Clone, Copy)]
enum After {
    Opening,
    Element,
    /// With its place.
    Comma(usize),
}

/// Lengths of texts that are read fit: `read` has looked.
pub(super) fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Whether an expression in the native syntax goes on with that byte behind a value.
const fn is_operator(byte: u8) -> bool {
    matches!(
        byte,
        b'(' | b')' | b'?' | b'=' | b'!' | b'<' | b'>' | b'&' | b'|' | b'+' | b'*' | b'/' | b'%' | b':'
    )
}

/// How many spaces the bytes begin with, eight at once: most white space stands before what is deep inside.
pub(super) fn spaces(bytes: &[u8]) -> usize {
    const EIGHT: u64 = u64::from_le_bytes([b' '; 8]);
    let mut at = 0;
    while let Some(chunk) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let others = u64::from_le_bytes(*chunk) ^ EIGHT;
        if others != 0 {
            return at + others.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|&&byte| byte == b' ').count()
}

impl Reader<'_> {
    fn document(&mut self) {
        const MARK: &str = "\u{feff}";
        if self.text.starts_with(MARK) {
            self.at = MARK.len();
            self.error(Fault::ByteOrderMark, 0, MARK.len());
        }
        self.space();
        match self.peek() {
            None => {
                self.error(Fault::Empty, self.at, self.at);
                self.push(Kind::Broken, self.at);
                return;
            }
            Some(b'{' | b'[' | b'"' | b'-' | b'0'..=b'9' | b'+' | b'}' | b']' | b',' | b':') => {}
            Some(_) => {
                let word = self.word();
                if !matches!(word, "true" | "false" | "null") {
                    let end = self.at + self.character();
                    self.error(Fault::NotJson, self.at, end);
                    self.push(Kind::Broken, self.at);
                    return;
                }
            }
        }
        self.value();
        while let Some(&open) = self.open.last() {
            if self.errors.len() >= MAX_ERRORS {
                self.at = self.bytes.len();
                while let Some(open) = self.open.pop() {
                    self.finish(open);
                }
                self.error(Fault::TooManyErrors, self.at, self.at);
                return;
            }
            self.element(open);
        }
        self.space();
        if self.at < self.bytes.len() {
            self.error(Fault::TrailingText, self.at, self.bytes.len());
        }
    }

    /// One step inside the innermost list or object: an element, a comma, or its end.
    fn element(&mut self, open: u32) {
        let object = self.slots[open as usize].kind() == Kind::Object;
        self.space();
        let Some(byte) = self.peek() else {
            let start = self.slots[open as usize].start as usize;
            self.error(Fault::Unclosed, start, start + 1);
            self.open.pop();
            self.finish(open);
            self.after = After::Element;
            return;
        };
        match (byte, self.after) {
            (b'}' | b']', after) => self.closing(open, byte, after),
            (b',', After::Element) => {
                self.after = After::Comma(self.at);
                self.at += 1;
            }
            (b',', _) => {
                self.error(Fault::MissingElement, self.at, self.at + 1);
                self.after = After::Comma(self.at);
                self.at += 1;
            }
            (_, after) => {
                if matches!(after, After::Element) {
                    self.error(Fault::MissingComma, self.at, self.at + self.character());
                    if object && byte != b'"' && self.at > 0 && self.bytes[self.at - 1] == b'"' {
                        self.rest_of_string();
                        return;
                    }
                    if object && is_operator(byte) {
                        self.rest_of_expression();
                        return;
                    }
                }
                self.after = After::Element;
                if object && !self.key() {
                    return;
                }
                self.value();
            }
        }
    }

    /// Passes over what follows the end of a string without a space: it is the rest of one with a quotation mark that
    /// lacks its backslash, and neither a name nor to be told.
    fn rest_of_string(&mut self) {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|byte| matches!(byte, b',' | b'}' | b'\n' | b'\r'));
        self.at += length.unwrap_or(rest.len());
    }

    /// Passes over the rest of an expression in the native syntax, up to where JSON goes on: the texts in it are no
    /// names, and not to be told either.
    fn rest_of_expression(&mut self) {
        let (mut at, mut depth) = (self.at, 0usize);
        let mut line = None;
        while let Some(byte) = self.bytes.get(at) {
            match byte {
                b'"' => {
                    let inside = self.bytes.get(at + 1..).unwrap_or_default();
                    let mut is_escape = false;
                    let end = inside.iter().position(|byte| {
                        let ends = matches!(byte, b'\n') || *byte == b'"' && !is_escape;
                        is_escape = *byte == b'\\' && !is_escape;
                        ends
                    });
                    at += end.unwrap_or(inside.len());
                    at += usize::from(self.bytes.get(at + 1) == Some(&b'"'));
                }
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                b',' | b'}' | b']' | b'\n' if depth == 0 => break,
                b'\n' => _ = line.get_or_insert(at),
                _ => {}
            }
            at += 1;
        }
        // A parenthesis that nobody closes takes its line with it, and not the rest of the file.
        let is_open = depth > 0 && at >= self.bytes.len();
        self.at = line.filter(|_| is_open).unwrap_or(at).min(self.bytes.len());
    }

    fn closing(&mut self, open: u32, byte: u8, after: After) {
        let object = self.slots[open as usize].kind() == Kind::Object;
        if let After::Comma(comma) = after {
            self.error(Fault::TrailingComma, comma, comma + 1);
        }
        self.after = After::Element;
        self.open.pop();
        if object == (byte == b'}') {
            self.at += 1;
        } else {
            self.error(Fault::Mismatched, self.at, self.at + 1);
            let other = if object { Kind::Array } else { Kind::Object };
            if !self
                .open
                .iter()
                .any(|&outer| self.slots[outer as usize].kind() == other)
            {
                self.at += 1;
            }
        }
        self.finish(open);
    }

    fn finish(&mut self, open: u32) {
        let next = small(self.slots.len());
        let slot = &mut self.slots[open as usize];
        *slot = Slot::new(slot.kind(), slot.start, small(self.at), next);
    }

    /// A name and its colon; `false` when there is none, and something was passed over.
    fn key(&mut self) -> bool {
        let start = self.at;
        match self.peek() {
            Some(b'"') => self.string(),
            Some(b'\'') => self.single_quoted(),
            Some(byte) if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'$') || byte >= 0x80 => {
                self.at += self.word().len().max(self.character());
                self.error(Fault::BareKey, start, self.at);
                self.push(Kind::Bare, start);
            }
            _ => {
                self.pass_over();
                self.error(Fault::KeyExpected, start, self.at);
                return false;
            }
        }
        self.space();
        match self.peek() {
            Some(b':') => self.at += 1,
            Some(b'=') => {
                let length = if self.bytes.get(self.at + 1) == Some(&b'>') {
                    2
                } else {
                    1
                };
                self.error(Fault::EqualsSign, self.at, self.at + length);
                self.at += length;
            }
            Some(b',' | b'}' | b']') | None => {
                // A text alone may be the value of the name before it, with a comma in the place of the colon: no name,
                // and not to be told.
                self.error(Fault::MissingValue, self.at, self.at);
                self.slots.pop();
                return false;
            }
            Some(b'"' | b'{' | b'[' | b'-' | b'+' | b'.') => self.error(Fault::MissingColon, start, self.at),
            Some(byte) if byte.is_ascii_alphanumeric() => self.error(Fault::MissingColon, start, self.at),
            Some(_) => {
                // A text in an expression is no name.
                self.error(Fault::MissingColon, self.at, self.at);
                self.slots.pop();
                self.rest_of_expression();
                return false;
            }
        }
        true
    }

    fn value(&mut self) {
        self.space();
        let start = self.at;
        match self.peek() {
            Some(b'"') => self.string(),
            Some(b'{') => self.enter(Kind::Object),
            Some(b'[') => self.enter(Kind::Array),
            Some(b'\'') => self.single_quoted(),
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => self.number(),
            Some(b',' | b'}' | b']') | None => {
                self.error(Fault::MissingValue, start, start);
                self.push(Kind::Broken, start);
            }
            Some(_) => self.keyword(),
        }
    }

    fn enter(&mut self, kind: Kind) {
        let start = self.at;
        if self.open.len() == MAX_DEPTH {
            self.error(Fault::TooDeep, start, start + 1);
            self.at = scan::end_of_value(self.text, start).unwrap_or(self.bytes.len());
            self.push(Kind::Broken, start);
            return;
        }
        self.open.push(small(self.slots.len()));
        self.after = After::Opening;
        self.at += 1;
        self.push(kind, start);
    }

    fn string(&mut self) {
        let start = self.at;
        let mut kind = Kind::String;
        self.at += 1;
        loop {
            self.at += string::plain(&self.bytes[self.at..]);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    break;
                }
                Some(b'\\') => {
                    kind = Kind::Escaped;
                    self.escape();
                }
                Some(b'\n' | b'\r') if self.runs_away(start) => {
                    self.error(Fault::UnclosedString, start, self.at);
                    break;
                }
                Some(byte) => {
                    let fault = if matches!(byte, b'\n' | b'\r') {
                        Fault::RawNewline
                    } else {
                        Fault::ControlCharacter
                    };
                    self.error(fault, self.at, self.at + 1);
                    self.at += 1;
                }
                None => {
                    self.error(Fault::UnclosedString, start, start + 1);
                    break;
                }
            }
        }
        self.push(kind, start);
    }

    /// Whether the quotation mark that would end the string from `start` rather begins the next: the string lost its
    /// own.
    fn runs_away(&self, start: usize) -> bool {
        let rest = &self.bytes[self.at..];
        let end = memchr::memchr(b'"', rest).map(|distance| self.at + distance);
        let behind = |end: usize| {
            let follows = self.bytes[end + 1..].iter().find(|byte| !byte.is_ascii_whitespace());
            matches!(follows, None | Some(b',' | b':' | b'}' | b']'))
        };
        debug_assert!(start < self.at, "inside the string");
        !end.is_some_and(behind)
    }

    fn escape(&mut self) {
        let start = self.at;
        match string::escape(self.bytes, start) {
            Ok((_, end)) => self.at = end,
            Err(string::EscapeFault::LoneSurrogate) => {
                self.at = start + 6;
                self.error(Fault::LoneSurrogate, start, self.at);
            }
            Err(_) => {
                self.at += 1;
                let length = match self.peek() {
                    // What ends the string or the line must not be passed over.
                    None | Some(b'\n' | b'\r') => 0,
                    Some(_) => self.character(),
                };
                self.at += length;
                self.error(Fault::BadEscape, start, self.at);
            }
        }
    }

    fn single_quoted(&mut self) {
        let start = self.at;
        let rest = &self.bytes[start + 1..];
        let length = rest
            .iter()
            .position(|byte| matches!(byte, b'\'' | b'\n'))
            .unwrap_or(rest.len());
        self.at = start + 1 + length;
        if self.peek() == Some(b'\'') {
            self.at += 1;
        }
        self.error(Fault::SingleQuotes, start, self.at);
        self.push(Kind::Bare, start);
    }

    fn number(&mut self) {
        let start = self.at;
        let run = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'-' | b'_');
        let length = self.bytes[start..].iter().take_while(run).count();
        self.at = start + length;
        if Number::parse(&self.text[start..self.at]).is_some() {
            if !exponent::fits(&self.text[start..self.at]) {
                self.error(Fault::ExponentTooLarge, start, self.at);
            }
            return self.push(Kind::Number, start);
        }
        let text = &self.text[start..self.at];
        let fault = match text.trim_start_matches(['-', '+']) {
            "NaN" | "Infinity" => Fault::NotANumber,
            digits if digits.len() > 1 && digits.starts_with('0') && digits.as_bytes()[1].is_ascii_digit() => {
                Fault::LeadingZero
            }
            _ => Fault::BadNumber,
        };
        self.error(fault, start, self.at);
        self.push(Kind::Broken, start);
    }

    fn keyword(&mut self) {
        let start = self.at;
        let word = self.word();
        let (kind, fault) = match word {
            "true" => (Kind::True, None),
            "false" => (Kind::False, None),
            "null" => (Kind::Null, None),
            "True" | "TRUE" => (Kind::True, Some(Fault::OtherKeyword)),
            "False" | "FALSE" => (Kind::False, Some(Fault::OtherKeyword)),
            "None" | "Null" | "NULL" | "nil" | "undefined" => (Kind::Null, Some(Fault::OtherKeyword)),
            "NaN" | "Infinity" => (Kind::Broken, Some(Fault::NotANumber)),
            "" => (Kind::Broken, Some(Fault::ValueExpected)),
            _ => (Kind::Broken, Some(Fault::UnknownKeyword)),
        };
        let word_is_none = word.is_empty();
        if word_is_none {
            self.at += self.character();
        } else {
            self.at += word.len();
        }
        if let Some(fault) = fault {
            self.error(fault, start, self.at);
        }
        self.push(kind, start);
        let is_called = self.peek().is_some_and(is_operator) || self.peek() == Some(b'.');
        if kind == Kind::Broken && (word_is_none || is_called) {
            self.rest_of_expression();
        }
    }

    /// The letters, digits, `_`, `-` and `$` from here on.
    fn word(&self) -> &str {
        let rest = &self.text[self.at..];
        let end = rest.find(|character: char| !(character.is_alphanumeric() || matches!(character, '_' | '-' | '$')));
        &rest[..end.unwrap_or(rest.len())]
    }

    /// How many bytes the character here has; 0 at the end.
    fn character(&self) -> usize {
        self.text[self.at..].chars().next().map_or(0, char::len_utf8)
    }

    /// Goes on to where something may begin again: at least one character.
    fn pass_over(&mut self) {
        self.at += self.character();
        let rest = &self.bytes[self.at..];
        let stop = |byte: &u8| matches!(byte, b',' | b'{' | b'}' | b'[' | b']' | b'"' | b'\n');
        self.at += rest.iter().position(stop).unwrap_or(rest.len());
    }

    /// White space, and comments, which are errors.
    fn space(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' => self.at += spaces(&self.bytes[self.at..]),
                b'\n' | b'\r' | b'\t' => self.at += 1,
                b'#' => self.comment("\n"),
                b'/' if self.bytes.get(self.at + 1) == Some(&b'/') => self.comment("\n"),
                b'/' if self.bytes.get(self.at + 1) == Some(&b'*') => self.comment("*/"),
                _ => return,
            }
        }
    }

    fn comment(&mut self, end: &str) {
        let start = self.at;
        let rest = &self.text[start..];
        let block = usize::from(end == "*/") * 2;
        let length = rest[block..].find(end).map_or(rest.len(), |length| length + 2 * block);
        self.at += length;
        // Whoever reads on is told that there were too many; between two values nobody would.
        if self.errors.len() < MAX_ERRORS {
            self.error(Fault::Comment, start, self.at);
        }
    }

    fn push(&mut self, kind: Kind, start: usize) {
        let next = small(self.slots.len() + 1);
        self.slots.push(Slot::new(kind, small(start), small(self.at), next));
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn error(&mut self, kind: Fault, start: usize, end: usize) {
        self.errors.push(SyntaxError {
            kind,
            span: Span::new(start, end),
        });
    }
}
