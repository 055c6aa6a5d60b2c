//! A JSON text as a flat list of nodes that keep their place, their order and their repeated keys.

use super::pointer::Pointer;
use super::read::{ReadError, Slot, read, read_members};
use super::scan::Member;
use super::{Number, string};
use crate::order;
use crate::source::Span;
use std::borrow::Cow;
use std::{fmt, iter};

/// One JSON value that was read whole; 16 bytes a value and a key, strings and numbers stay in the text.
#[derive(Clone)]
pub struct Document<'a> {
    text: &'a str,
    slots: Vec<Slot>,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number.
    Number,
    /// A string.
    String,
    /// A list.
    Array,
    /// An object.
    Object,
}

/// One value of a document.
#[derive(Clone, Copy)]
pub struct Node<'d, 'a> {
    document: &'d Document<'a>,
    index: u32,
}

/// One member of an object.
#[derive(Clone, Copy)]
pub struct Entry<'d, 'a> {
    key: Node<'d, 'a>,
}

impl<'a> Document<'a> {
    /// Reads a text that holds exactly one value, with JSON's white space around it.
    ///
    /// # Errors
    ///
    /// What is not JSON, or nested deeper than [`MAX_DEPTH`](super::MAX_DEPTH), with its place.
    pub fn read(text: &'a str) -> Result<Self, ReadError> {
        Ok(Self {
            text,
            slots: read(text)?,
        })
    }

    /// Reads a text that holds exactly one value, without white space around it and known to be sound: of an object
    /// only the given members, which [`scan`](super::scan) found in it, as if there were no others.
    pub(crate) fn read_members(text: &'a str, members: &[Member<'_>]) -> Result<Self, ReadError> {
        Ok(Self {
            text,
            slots: read_members(text, members)?,
        })
    }

    /// The outermost value.
    #[must_use]
    pub const fn root(&self) -> Node<'_, 'a> {
        Node {
            document: self,
            index: 0,
        }
    }

    /// The value that a pointer leads to; `None` when there is none. Of repeated keys it takes the last.
    #[cfg(test)]
    pub(crate) fn resolve(&self, pointer: &Pointer) -> Option<Node<'_, 'a>> {
        pointer
            .segments()
            .try_fold(self.root(), |node, segment| match node.kind() {
                Kind::Array => node.at(segment.parse().ok()?),
                _ => node.get(&segment),
            })
    }
}

impl<'d, 'a> Node<'d, 'a> {
    fn slot(self) -> Slot {
        self.document.slots[self.index as usize]
    }

    const fn sibling(self, index: u32) -> Self {
        Self {
            document: self.document,
            index,
        }
    }

    /// What the value is.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self.document.text.as_bytes()[self.slot().start as usize] {
            b'{' => Kind::Object,
            b'[' => Kind::Array,
            b'"' => Kind::String,
            b'n' => Kind::Null,
            b't' | b'f' => Kind::Bool,
            _ => Kind::Number,
        }
    }

    /// Where the value stands in the document's text, quotes and brackets included.
    #[must_use]
    pub fn span(self) -> Span {
        let slot = self.slot();
        Span::new(slot.start as usize, slot.end as usize)
    }

    /// The value as it is written.
    #[must_use]
    pub fn text(self) -> &'a str {
        &self.document.text[self.span().range()]
    }

    /// Whether the value is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// The boolean, if it is one.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        (self.kind() == Kind::Bool).then(|| self.text() == "true")
    }

    /// The number, if it is one.
    #[must_use]
    pub fn as_number(self) -> Option<Number<'a>> {
        (self.kind() == Kind::Number).then(|| Number::checked(self.text()))
    }

    /// What the string means, if it is one; borrowed when it holds no escape.
    #[must_use]
    pub fn as_str(self) -> Option<Cow<'a, str>> {
        self.inner().map(string::decode)
    }

    /// Whether this is a string that means `expected`.
    #[must_use]
    pub fn is_str(self, expected: &str) -> bool {
        self.inner().is_some_and(|inner| string::means(inner, expected))
    }

    /// The text between the quotes of a string.
    fn inner(self) -> Option<&'a str> {
        let slot = self.slot();
        (self.kind() == Kind::String).then(|| &self.document.text[slot.start as usize + 1..slot.end as usize - 1])
    }

    /// How many items or members; 0 for what is neither list nor object.
    #[must_use]
    pub fn len(self) -> usize {
        self.slot().count as usize
    }

    /// Whether there are no items or members.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The items of a list, in order; none for what is no list.
    pub fn items(self) -> impl Iterator<Item = Self> + use<'d, 'a> {
        let count = if self.kind() == Kind::Array { self.len() } else { 0 };
        let mut at = self.index + 1;
        (0..count).map(move |_| {
            let item = self.sibling(at);
            at = item.slot().next;
            item
        })
    }

    /// The members of an object, in order, repeated keys too; none for what is no object.
    pub fn entries(self) -> impl Iterator<Item = Entry<'d, 'a>> + use<'d, 'a> {
        let count = if self.kind() == Kind::Object { self.len() } else { 0 };
        let mut at = self.index + 1;
        (0..count).map(move |_| {
            let key = self.sibling(at);
            at = Entry { key }.value().slot().next;
            Entry { key }
        })
    }

    /// The values inside that are neither lists nor objects, in no order that matters; of such a value itself.
    pub(crate) fn leaves(self) -> impl Iterator<Item = Self> + use<'d, 'a> {
        let mut open = vec![self];
        iter::from_fn(move || {
            loop {
                let node = open.pop()?;
                match node.kind() {
                    Kind::Array => open.extend(node.items()),
                    Kind::Object => open.extend(node.entries().map(Entry::value)),
                    _ => return Some(node),
                }
            }
        })
    }

    /// The value of the last member with this key, as most readers take it; `None` when there is none, or this is no
    /// object.
    ///
    /// Walks over the members: who asks for many of a large object goes through [`entries`](Self::entries) once.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Self> {
        self.entries()
            .filter(|entry| entry.key.is_str(key))
            .last()
            .map(Entry::value)
    }

    /// The item at an index from 0; `None` past the end, or when this is no list. Walks over those before it.
    #[must_use]
    pub fn at(self, index: usize) -> Option<Self> {
        self.items().nth(index)
    }

    /// The way from the outermost value to this one.
    #[must_use]
    pub fn pointer(self) -> Pointer {
        let mut pointer = Pointer::root();
        let mut node = self.document.root();
        let leads_here = |child: Self| child.index <= self.index && self.index < child.slot().next;
        while node.index != self.index {
            if let Some((index, item)) = node.items().enumerate().find(|&(_, item)| leads_here(item)) {
                pointer.push_index(index);
                node = item;
            } else if let Some(entry) = node.entries().find(|entry| leads_here(entry.value())) {
                pointer.push_key(&entry.key());
                node = entry.value();
            } else {
                break;
            }
        }
        pointer
    }

    /// Whether two values mean the same: objects in any order, numbers by exact value, strings as decoded.
    ///
    /// Members with the same key are compared in the order in which they stand. Goes as deep as the values do,
    /// which is [`MAX_DEPTH`](super::MAX_DEPTH) at most.
    #[must_use]
    pub fn same_value(self, other: Node<'_, '_>) -> bool {
        let kind = self.kind();
        if kind != other.kind() || self.len() != other.len() {
            return false;
        }
        match kind {
            Kind::Null => true,
            Kind::Bool => self.text() == other.text(),
            Kind::Number => self.as_number() == other.as_number(),
            Kind::String => self.same_string(other),
            Kind::Array => self
                .items()
                .zip(other.items())
                .all(|(left, right)| left.same_value(right)),
            Kind::Object => self.same_members(other),
        }
    }

    fn same_string(self, other: Node<'_, '_>) -> bool {
        self.text() == other.text() || self.as_str() == other.as_str()
    }

    fn same_members(self, other: Node<'_, '_>) -> bool {
        let in_order = self
            .entries()
            .zip(other.entries())
            .all(|(left, right)| left.key.same_string(right.key));
        if in_order {
            return self
                .entries()
                .zip(other.entries())
                .all(|(left, right)| left.value().same_value(right.value()));
        }
        let (left, right) = (self.sorted_members(), other.sorted_members());
        left.iter().map(|(key, _)| key).eq(right.iter().map(|(key, _)| key))
            && left
                .iter()
                .zip(&right)
                .all(|((_, left), (_, right))| left.same_value(*right))
    }

    fn sorted_members(self) -> Vec<(Cow<'a, str>, Self)> {
        let mut members: Vec<_> = self.entries().map(|entry| (entry.key(), entry.value())).collect();
        order::sort_by(&mut members, |(left, _), (right, _)| left.cmp(right));
        members
    }
}

impl<'d, 'a> Entry<'d, 'a> {
    /// What the key means; borrowed when it holds no escape.
    #[must_use]
    pub fn key(self) -> Cow<'a, str> {
        self.key.as_str().unwrap_or_default()
    }

    /// Where the key stands, quotes included.
    #[must_use]
    pub fn key_span(self) -> Span {
        self.key.span()
    }

    /// The member's value.
    #[must_use]
    pub fn value(self) -> Node<'d, 'a> {
        self.key.sibling(self.key.index + 1)
    }
}

/// Kind and place of the outermost value, never the text.
impl fmt::Debug for Document<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Document({:?})", self.root())
    }
}

/// Kind and place, never the text.
impl fmt::Debug for Node<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = self.span();
        write!(f, "{:?} at {}..{}", self.kind(), span.start, span.end)
    }
}

/// Places of key and value, never the text.
impl fmt::Debug for Entry<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = self.key_span();
        write!(f, "Entry(key at {}..{}, {:?})", key.start, key.end, self.value())
    }
}

#[cfg(test)]
mod tests {
    use crate::json::scan;

    use super::*;

    const TEXT: &str = r#" {"\u0061": true, "é": null, "a": [1, {"b~/c": "x\ny"}, []], "n": -1.50} "#;

    fn read_whole(text: &str) -> Document<'_> {
        Document::read(text).unwrap_or_else(|error| panic!("{error}"))
    }

    fn pointer(text: &str) -> Pointer {
        Pointer::parse(text).unwrap()
    }

    #[test]
    fn pointers_lead_to_values_and_back() {
        let document = read_whole(TEXT);
        for (path, kind, text) in [
            ("", Kind::Object, TEXT.trim()),
            ("/a/0", Kind::Number, "1"),
            ("/a/1", Kind::Object, r#"{"b~/c": "x\ny"}"#),
            ("/a/1/b~0~1c", Kind::String, r#""x\ny""#),
            ("/a/2", Kind::Array, "[]"),
            ("/é", Kind::Null, "null"),
            ("/n", Kind::Number, "-1.50"),
        ] {
            let node = document.resolve(&pointer(path)).unwrap();
            assert_eq!((node.kind(), node.text()), (kind, text), "{path}");
            assert_eq!(&TEXT[node.span().range()], text, "{path}");
            assert_eq!(node.pointer(), pointer(path));
        }
        assert_eq!(
            document.root().entries().count(),
            4,
            "the first of repeated keys is there, and the last counts"
        );
        for path in ["/x", "/a/3", "/a/-", "/a/0/0", "/é/a", "/a/b"] {
            assert!(document.resolve(&pointer(path)).is_none(), "{path}");
        }
    }

    #[test]
    fn values_answer_only_for_their_kind() {
        let document = read_whole(r#"[null, true, 1, "a\u0062", [1, 2], {"k": 0}]"#);
        let nodes: Vec<_> = document.root().items().collect();
        let kinds: Vec<_> = nodes.iter().map(|node| node.kind()).collect();
        let all = [
            Kind::Null,
            Kind::Bool,
            Kind::Number,
            Kind::String,
            Kind::Array,
            Kind::Object,
        ];
        assert_eq!(kinds, all);
        for (index, node) in nodes.iter().enumerate() {
            assert_eq!(node.is_null(), index == 0);
            assert_eq!(node.as_bool(), (index == 1).then_some(true));
            assert_eq!(node.as_number().map(Number::text), (index == 2).then_some("1"));
            assert_eq!(node.as_str().as_deref(), (index == 3).then_some("ab"));
            assert_eq!(node.is_str("ab"), index == 3);
            assert_eq!(node.items().count(), if index == 4 { 2 } else { 0 });
            assert_eq!(node.entries().count(), usize::from(index == 5));
            assert_eq!(node.len(), [0, 0, 0, 0, 2, 1][index]);
            assert_eq!(node.is_empty(), index < 4);
            assert_eq!(node.get("k").is_some(), index == 5);
            assert_eq!(node.at(1).is_some(), index == 4);
        }
    }

    #[test]
    fn only_members_that_are_kept_are_read() {
        const TEXT: &str = r#"{"a":{"x":[1,2]},"b":"}","c":[{"y":3}],"a":4}"#;
        for (keep, wanted, why) in [
            (
                &["a", "c"][..],
                r#"{"a":{"x":[1,2]},"c":[{"y":3}],"a":4}"#,
                "two, one of them twice",
            ),
            (&["b"], r#"{"b":"}"}"#, "one"),
            (&[], "{}", "none"),
            (&["a", "b", "c"], TEXT, "all"),
        ] {
            let members: Vec<_> = scan::members(TEXT, 0)
                .filter(|member| keep.contains(&&*member.key))
                .collect();
            let some = Document::read_members(TEXT, &members).unwrap();
            assert!(some.root().same_value(read_whole(wanted).root()), "{why}");
            let whole = read_whole(TEXT);
            for (one, other) in some
                .root()
                .entries()
                .zip(whole.root().entries().filter(|entry| keep.contains(&&*entry.key())))
            {
                assert_eq!(one.value().span(), other.value().span(), "{why}: places stay");
            }
        }
        let list = Document::read_members("[1,2]", &[]).unwrap();
        assert_eq!(list.root().len(), 2, "what is no object is read whole");
    }

    #[test]
    fn equality_is_of_meaning() {
        for (left, right, same, why) in [
            ("null", " null ", true, "white space"),
            ("null", "false", false, "kinds"),
            ("true", "false", false, "booleans"),
            ("1", "1.0e0", true, "numbers by value"),
            ("9007199254740993", "9007199254740992", false, "beyond floating point"),
            (r#""a""#, r#""\u0061""#, true, "strings as decoded"),
            (r#""a""#, r#""b""#, false, "strings"),
            ("1", r#""1""#, false, "a number is no string"),
            ("[1,2]", "[2,1]", false, "lists have an order"),
            ("[1]", "[1,1]", false, "lists have a length"),
            (
                r#"{"a":1,"b":[{"c":2}]}"#,
                r#"{"b":[{"c":2}],"\u0061":1}"#,
                true,
                "objects have no order",
            ),
            (
                r#"{"a":1,"b":2}"#,
                r#"{"b":1,"a":2}"#,
                false,
                "values belong to their keys",
            ),
            (r#"{"a":1}"#, r#"{"b":1}"#, false, "keys"),
            (
                r#"{"a":1,"b":1}"#,
                r#"{"a":1,"a":1}"#,
                false,
                "a repeated key is no other key",
            ),
            ("{}", "[]", false, "empty, but of two kinds"),
        ] {
            let (left, right) = (read_whole(left), read_whole(right));
            assert_eq!(left.root().same_value(right.root()), same, "{why}");
            assert_eq!(right.root().same_value(left.root()), same, "the other way: {why}");
        }
    }

    #[test]
    fn debug_shows_places_and_no_text() {
        let document = read_whole(r#"{"hunter1": "hunter2"}"#);
        let entry = document.root().entries().next().unwrap();
        assert_eq!(format!("{document:?}"), "Document(Object at 0..22)");
        assert_eq!(format!("{entry:?}"), "Entry(key at 1..10, String at 12..21)");
    }

    #[test]
    fn a_slot_is_small() {
        assert_eq!(size_of::<Slot>(), 16);
    }
}
