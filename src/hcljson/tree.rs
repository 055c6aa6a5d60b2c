//! A file in JSON as a flat list of nodes that keep their place, their order and their repeated names.

use std::borrow::Cow;
use std::fmt;
use std::iter::successors;
use std::sync::OnceLock;

use super::read::read;
use super::syntax::{SyntaxError, SyntaxErrorKind};
use super::template::is_template;
use super::text::Text;
use super::way::outer;
use crate::json::Number;
use crate::source::Span;

/// One value, or the name of a property, which stands just before the value.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    pub(super) start: u32,
    pub(super) end: u32,
    /// The slot after this one and all it contains, and above it the kind: files of many megabytes are read, and there
    /// are as many slots as names and values.
    next_and_kind: u32,
}

impl Slot {
    /// How many bits the number of a slot has, and so how many bytes a text may have, of which each begins one at most.
    pub(super) const BITS: u32 = 28;

    pub(super) const fn new(kind: Kind, start: u32, end: u32, next: u32) -> Self {
        let next_and_kind = next | (kind as u32) << Self::BITS;
        Self {
            start,
            end,
            next_and_kind,
        }
    }

    /// The slot after this one and all it contains.
    pub(super) const fn next(self) -> u32 {
        self.next_and_kind & ((1 << Self::BITS) - 1)
    }

    pub(super) const fn kind(self) -> Kind {
        Kind::ALL[(self.next_and_kind >> Self::BITS) as usize % Kind::ALL.len()]
    }
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// `null`.
    Null,
    /// `false`.
    False,
    /// `true`.
    True,
    /// A number.
    Number,
    /// A string without escapes.
    String,
    /// A string with escapes.
    Escaped,
    /// A name without quotation marks, or a text in single ones: an error that was read as a string.
    Bare,
    /// A list.
    Array,
    /// An object.
    Object,
    /// Something that could not be read. It was reported as an error, and nothing more should be said of it.
    Broken,
}

impl Kind {
    /// In the order of their numbers.
    const ALL: [Self; 10] = [
        Self::Null,
        Self::False,
        Self::True,
        Self::Number,
        Self::String,
        Self::Escaped,
        Self::Bare,
        Self::Array,
        Self::Object,
        Self::Broken,
    ];
}

/// A text that was read as JSON, with all that is wrong with it; 12 bytes a value and a name, texts stay in the file.
#[derive(Clone)]
pub struct File<'a> {
    text: &'a str,
    slots: Vec<Slot>,
    errors: Vec<SyntaxError>,
    /// What each slot is in; made when it is asked for.
    outer: OnceLock<Vec<u32>>,
}

impl<'a> File<'a> {
    /// Reads a text (HCL JSON specification, introduction: JSON as in RFC 7159, where names keep their order, may be
    /// repeated, numbers are exact and places are kept). Never fails: see [`errors`](Self::errors).
    #[must_use]
    pub fn read(text: &'a str) -> Self {
        let (slots, errors) = read(text);
        let outer = OnceLock::new();
        Self {
            text,
            slots,
            errors,
            outer,
        }
    }

    /// The outermost value.
    #[must_use]
    pub const fn root(&self) -> Node<'_, 'a> {
        Node { file: self, index: 0 }
    }

    /// What begins last before a place, and what that is in, outwards.
    pub(super) fn outwards(&self, place: usize) -> impl Iterator<Item = Node<'_, 'a>> {
        let outer = self.outer.get_or_init(|| outer(&self.slots));
        let behind = self.slots.partition_point(|slot| slot.start as usize <= place);
        let last = behind.checked_sub(1).and_then(|last| u32::try_from(last).ok());
        let indices = successors(last, |&index| {
            outer.get(index as usize).copied().filter(|&outer| outer < index)
        });
        indices.map(|index| Node { file: self, index })
    }

    /// What is wrong with the text as JSON, in the order of the text.
    #[must_use]
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// Whether errors have hidden parts of the text, so that what seems missing may only be unread.
    #[must_use]
    pub(crate) fn lost_text(&self) -> bool {
        self.errors.iter().any(|error| error.kind.loses_text())
    }

    /// The text that was read.
    #[must_use]
    pub const fn text(&self) -> &'a str {
        self.text
    }
}

/// Of a file that is no text at all more stretches than these are not told.
const MOST_STRETCHES: usize = 100;

/// The text of a file's bytes, and an error for each stretch that is no UTF-8 and became U+FFFD, as the engines do it;
/// one for all of a file in UTF-16.
#[must_use]
pub fn decode(bytes: &[u8]) -> (Cow<'_, str>, Vec<SyntaxError>) {
    if is_utf16(bytes) {
        let error = SyntaxError {
            kind: SyntaxErrorKind::Utf16,
            span: Span::new(0, 0),
        };
        return (String::from_utf8_lossy(bytes), vec![error]);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return (Cow::Borrowed(text), Vec::new());
    }
    let mut text = String::with_capacity(bytes.len());
    let mut errors: Vec<SyntaxError> = Vec::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if chunk.invalid().is_empty() {
            continue;
        }
        let start = text.len();
        text.push(char::REPLACEMENT_CHARACTER);
        let end = text.len();
        if let Some(SyntaxError { span, .. }) = errors.last_mut().filter(|error| error.span.end == start) {
            span.end = end;
        } else if errors.len() < MOST_STRETCHES {
            errors.push(SyntaxError {
                kind: SyntaxErrorKind::InvalidUtf8,
                span: Span::new(start, end),
            });
        }
    }
    (Cow::Owned(text), errors)
}

/// Whether the bytes are UTF-16: they begin with its mark, or with an ASCII character beside a zero.
const fn is_utf16(bytes: &[u8]) -> bool {
    matches!(
        bytes,
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [1..=0x7f, 0, ..] | [0, 1..=0x7f, ..]
    )
}

/// One value of a file, or the name of a property.
#[derive(Clone, Copy)]
pub struct Node<'f, 'a> {
    file: &'f File<'a>,
    index: u32,
}

impl<'f, 'a> Node<'f, 'a> {
    fn slot(self) -> Slot {
        self.file.slots[self.index as usize]
    }

    const fn sibling(self, index: u32) -> Self {
        Self { file: self.file, index }
    }

    /// What the value is.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.slot().kind()
    }

    /// Where the value stands in the file, quotes and brackets included.
    #[must_use]
    pub fn span(self) -> Span {
        let slot = self.slot();
        Span::new(slot.start as usize, slot.end as usize)
    }

    /// The opening bracket of a list or object; of anything else the whole value.
    #[must_use]
    pub fn opening(self) -> Span {
        let span = self.span();
        match self.kind() {
            Kind::Array | Kind::Object => Span::new(span.start, span.start + 1),
            _ => span,
        }
    }

    /// The closing bracket of a list or object, as far as it has one; of anything else the whole value.
    #[must_use]
    pub fn closing(self) -> Span {
        let span = self.span();
        match self.kind() {
            Kind::Array | Kind::Object if self.raw().ends_with(['}', ']']) => Span::new(span.end - 1, span.end),
            _ => self.opening(),
        }
    }

    /// The property that this is the name of; `None` for a value.
    #[must_use]
    pub fn property(self) -> Option<Property<'f, 'a>> {
        let mut way = self
            .file
            .outwards(self.span().start)
            .skip_while(|node| node.index != self.index);
        let is_name = way.nth(1).is_some_and(|outer| outer.kind() == Kind::Object);
        is_name.then_some(Property { name: self })
    }

    /// The value as it is written.
    #[must_use]
    pub fn raw(self) -> &'a str {
        &self.file.text[self.span().range()]
    }

    /// Whether the value is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// Whether the value is a string.
    #[must_use]
    pub fn is_string(self) -> bool {
        matches!(self.kind(), Kind::String | Kind::Escaped | Kind::Bare)
    }

    /// The number, if it is one.
    #[must_use]
    pub fn number(self) -> Option<Number<'a>> {
        (self.kind() == Kind::Number)
            .then(|| Number::parse(self.raw()))
            .flatten()
    }

    /// The boolean, if it is one.
    #[must_use]
    pub fn boolean(self) -> Option<bool> {
        match self.kind() {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    /// What the string means, with the way back to how it is written; `None` for what is no string.
    #[must_use]
    pub fn string(self) -> Option<Text<'a>> {
        let span = self.span();
        let raw = self.raw();
        match self.kind() {
            Kind::String | Kind::Escaped => {
                let inner = raw.get(1..)?;
                // A string that lost its end was read up to the end of its line.
                let inner = inner.strip_suffix('"').unwrap_or(inner);
                let escaped = self.kind() == Kind::Escaped;
                Some(Text::decode(inner, span.start + 1, escaped))
            }
            Kind::Bare => {
                let inner = raw.trim_start_matches('\'');
                let start = span.start + raw.len() - inner.len();
                Some(Text::decode(inner.trim_end_matches('\''), start, false))
            }
            _ => None,
        }
    }

    /// Whether the string may be a template, or hold what looks like one; a quick look at what is written that says no
    /// for certain. `false` for what is no string.
    #[must_use]
    pub(crate) fn may_be_template(self) -> bool {
        match self.kind() {
            Kind::String | Kind::Bare => is_template(self.raw()),
            // The signs of a template are seldom written as escapes.
            Kind::Escaped => is_template(self.raw()) || self.raw().contains("\\u"),
            _ => false,
        }
    }

    /// How many elements or properties; 0 for what is neither list nor object.
    #[must_use]
    pub fn len(self) -> usize {
        match self.kind() {
            Kind::Array => self.elements().count(),
            Kind::Object => self.properties().count(),
            _ => 0,
        }
    }

    /// Whether there are no elements or properties.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.index + 1 == self.slot().next()
    }

    /// The elements of a list, in order; none for what is no list.
    pub fn elements(self) -> impl Iterator<Item = Self> + use<'f, 'a> {
        let slot = self.slot();
        let first = (slot.kind() == Kind::Array).then_some(self.index + 1);
        let within = move |at: &u32| *at < slot.next();
        let starts = successors(first.filter(within), move |&at| {
            Some(self.sibling(at).slot().next()).filter(within)
        });
        starts.map(move |at| self.sibling(at))
    }

    /// The properties of an object, in order, repeated names too; none for what is no object.
    pub fn properties(self) -> impl Iterator<Item = Property<'f, 'a>> + use<'f, 'a> {
        let slot = self.slot();
        let first = (slot.kind() == Kind::Object).then_some(self.index + 1);
        let within = move |at: &u32| *at < slot.next();
        let after_value = move |&name: &u32| Some(self.sibling(name + 1).slot().next()).filter(within);
        let starts = successors(first.filter(within), after_value);
        starts.map(move |at| Property { name: self.sibling(at) })
    }

    /// The value of the first property with this name.
    #[must_use]
    pub fn get(self, name: &str) -> Option<Self> {
        self.properties()
            .find(|property| property.is(name))
            .map(Property::value)
    }
}

/// One property of an object.
#[derive(Clone, Copy)]
pub struct Property<'f, 'a> {
    name: Node<'f, 'a>,
}

impl<'f, 'a> Property<'f, 'a> {
    /// What the name means; borrowed when it holds no escape.
    #[must_use]
    pub fn name(self) -> Cow<'a, str> {
        // Nearly all names stand in the file as they are, and every walk asks for them.
        let (slot, text) = (self.name.slot(), self.name.file.text);
        let (start, end) = (slot.start as usize + 1, (slot.end as usize).saturating_sub(1));
        if slot.kind() == Kind::String
            && text.as_bytes().get(end) == Some(&b'"')
            && let Some(plain) = text.get(start..end)
        {
            return Cow::Borrowed(plain);
        }
        self.name.string().map(Text::into_inner).unwrap_or_default()
    }

    /// Whether the name is this one. Most are of another length, which shows without a look into the file.
    #[must_use]
    pub fn is(self, name: &str) -> bool {
        let slot = self.name.slot();
        let length = (slot.end - slot.start) as usize;
        // With both quotation marks, or without the second where the text is broken.
        let may_be = slot.kind() != Kind::String || matches!(length.checked_sub(name.len()), Some(1 | 2));
        may_be && self.name() == name
    }

    /// The name as a node: names of objects are templates where the object is an expression.
    #[must_use]
    pub const fn key(self) -> Node<'f, 'a> {
        self.name
    }

    /// Where the name stands, quotes included.
    #[must_use]
    pub fn name_span(self) -> Span {
        self.name.span()
    }

    /// The property's value.
    #[must_use]
    pub const fn value(self) -> Node<'f, 'a> {
        self.name.sibling(self.name.index + 1)
    }
}

/// Places only: configuration may hold secrets.
impl fmt::Debug for File<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "File({} bytes, {} errors)", self.text.len(), self.errors.len())
    }
}

impl fmt::Debug for Node<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Span { start, end } = self.span();
        write!(f, "{:?}({start}..{end})", self.kind())
    }
}

impl fmt::Debug for Property<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {:?}", self.name, self.value())
    }
}
