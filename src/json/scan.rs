//! Finding single values in huge texts without reading the rest: no allocation, no recursion, no checking.
//!
//! Only brackets, commas and strings are looked at. On a text that is no JSON the answers mean nothing (but never
//! panic), so whoever must know reads or decodes the text as well.

use super::blocks::{Bytes, Strings};
use super::string;
use crate::source::Span;
use std::borrow::Cow;
use std::cmp::Ordering;
use wide::u8x16;

/// One past the value that begins at byte `start` (or after white space there); `None` when the text ends before it
/// does.
#[must_use]
pub fn end_of_value(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let start = skip_space(bytes, start);
    match bytes.get(start)? {
        b'"' => end_of_string(bytes, start),
        b'{' | b'[' => end_of_brackets(bytes, start),
        _ => {
            let ends = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b',' | b':' | b']' | b'}');
            let rest = &bytes[start..];
            let length = rest.iter().position(ends).unwrap_or(rest.len());
            (length > 0).then_some(start + length)
        }
    }
}

/// The members of the object that begins at byte `start`, in order; none when no object does.
///
/// A member is given out before its value is skipped, so that looking only at the first ones costs nothing for the
/// rest. Ends without a word where the text is cut off or is no JSON.
#[must_use]
pub const fn members(text: &str, start: usize) -> Members<'_> {
    Members {
        steps: Steps {
            text,
            brackets: [b'{', b'}'],
            state: State::Before(start),
        },
    }
}

/// The members of two objects, each the first thing in its text, that are not written alike in both: those of the one
/// and those of the other, in order. Members that `also` names are among them in any case.
///
/// Both are walked in step. Where their orders differ, more is named than differs, and never less.
#[must_use]
pub fn differing<'a>(one: &'a str, two: &'a str, also: impl Fn(&str) -> bool) -> (Vec<Member<'a>>, Vec<Member<'a>>) {
    let (mut ones, mut twos) = (members(one, 0), members(two, 0));
    let (mut left, mut right) = (ones.next(), twos.next());
    let (mut of_one, mut of_two) = (Vec::new(), Vec::new());
    loop {
        let order = match (&left, &right) {
            (Some(left), Some(right)) => left.key.cmp(&right.key),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return (of_one, of_two),
        };
        let alike = match (&left, &right) {
            (Some(left), Some(right)) if order == Ordering::Equal => {
                let alike = ones
                    .steps
                    .pass_alike(left.value_start, &mut twos.steps, right.value_start);
                alike && !also(&left.key)
            }
            _ => false,
        };
        if order != Ordering::Greater {
            of_one.extend(left.filter(|_| !alike));
            left = ones.next();
        }
        if order != Ordering::Less {
            of_two.extend(right.filter(|_| !alike));
            right = twos.next();
        }
    }
}

/// The first bytes of the items of the list that begins at byte `start`, in order; none when no list does.
///
/// As lazy, and as silent, as [`members`].
#[must_use]
pub const fn elements(text: &str, start: usize) -> Elements<'_> {
    Elements {
        steps: Steps {
            text,
            brackets: [b'[', b']'],
            state: State::Before(start),
        },
    }
}

/// How many lists and objects stand inside each other at most; 0 when there is none.
#[must_use]
pub fn depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for block in Blocks::new(text.as_bytes(), 0) {
        if depth + block.opened() > deepest {
            deepest = deepest.max(block.walk(depth).map(|(_, depth)| depth).max().unwrap_or(0));
        }
        depth = block.depth_after(depth);
    }
    deepest
}

/// The byte, from 0, of the first bracket that stands inside `limit` others; `None` when nothing is nested so deep.
#[must_use]
pub fn deeper_than(text: &str, limit: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for block in Blocks::new(text.as_bytes(), 0) {
        if depth + block.opened() > limit
            && let Some((offset, _)) = block.walk(depth).find(|&(_, depth)| depth > limit)
        {
            return Some(offset);
        }
        depth = block.depth_after(depth);
    }
    None
}

/// One member of an object, its value not yet looked at.
#[derive(Clone)]
#[non_exhaustive]
pub struct Member<'a> {
    /// What the key means; borrowed when it holds no escape.
    pub key: Cow<'a, str>,
    /// Where the key stands, quotes included.
    pub key_span: Span,
    /// First byte of the value.
    pub value_start: usize,
}

/// Members of an object; see [`members`].
#[derive(Clone)]
pub struct Members<'a> {
    steps: Steps<'a>,
}

/// First bytes of the items of a list; see [`elements`].
#[derive(Clone)]
pub struct Elements<'a> {
    steps: Steps<'a>,
}

/// Without the text, which is the document's.
impl std::fmt::Debug for Members<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Members").finish_non_exhaustive()
    }
}

/// Without the text, which is the document's.
impl std::fmt::Debug for Elements<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Elements").finish_non_exhaustive()
    }
}

/// The way through a list or an object, from comma to comma.
#[derive(Clone)]
struct Steps<'a> {
    text: &'a str,
    brackets: [u8; 2],
    state: State,
}

#[derive(Clone, Copy)]
enum State {
    /// The bracket stands here, perhaps after white space.
    Before(usize),
    /// The value that begins here was given out and is to be skipped.
    Value(usize),
    /// The value that ends here was skipped.
    After(usize),
    Done,
}

impl Steps<'_> {
    /// Where the next key or item begins. Whoever calls it sets the state to go on.
    fn next(&mut self) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let [opening, closing] = self.brackets;
        let (before, expected) = match std::mem::replace(&mut self.state, State::Done) {
            State::Before(start) => (skip_space(bytes, start), opening),
            State::Value(start) => (skip_space(bytes, end_of_value(self.text, start)?), b','),
            State::After(end) => (skip_space(bytes, end), b','),
            State::Done => return None,
        };
        let at = skip_space(bytes, before + 1);
        (bytes.get(before) == Some(&expected) && *bytes.get(at)? != closing).then_some(at)
    }

    /// Whether the values that begin there are written alike; then both are passed, else the first.
    fn pass_alike(&mut self, start: usize, other: &mut Self, other_start: usize) -> bool {
        let Some(end) = end_of_value(self.text, start) else {
            return false;
        };
        self.state = State::After(end);
        let value = &self.text.as_bytes()[start..end];
        let rest = other.text.as_bytes().get(other_start..).unwrap_or_default();
        // A number may go on.
        let ends = |byte: &u8| !matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-');
        let alike = rest.starts_with(value) && rest.get(value.len()).is_none_or(ends);
        if alike {
            other.state = State::After(other_start + value.len());
        }
        alike
    }
}

impl<'a> Iterator for Members<'a> {
    type Item = Member<'a>;

    fn next(&mut self) -> Option<Member<'a>> {
        let text = self.steps.text;
        let bytes = text.as_bytes();
        let start = self.steps.next()?;
        let end = (bytes[start] == b'"').then(|| end_of_string(bytes, start)).flatten()?;
        let colon = skip_space(bytes, end);
        if bytes.get(colon) != Some(&b':') {
            return None;
        }
        let value_start = skip_space(bytes, colon + 1);
        self.steps.state = State::Value(value_start);
        Some(Member {
            key: string::decode(text.get(start + 1..end - 1)?),
            key_span: Span::new(start, end),
            value_start,
        })
    }
}

impl Iterator for Elements<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let start = self.steps.next()?;
        self.steps.state = State::Value(start);
        Some(start)
    }
}

/// Places only: keys come from the text.
impl std::fmt::Debug for Member<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Span { start, end } = self.key_span;
        write!(f, "Member(key at {start}..{end}, value from {})", self.value_start)
    }
}

fn skip_space(bytes: &[u8], start: usize) -> usize {
    let space = |byte: &&u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
    start + bytes.get(start..).unwrap_or_default().iter().take_while(space).count()
}

fn end_of_string(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b'"' {
            return Some(at + 1);
        }
        at += 2;
    }
}

fn end_of_brackets(bytes: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for block in Blocks::new(bytes, start) {
        if depth <= block.closed()
            && let Some((offset, _)) = block.walk(depth).find(|&(_, depth)| depth == 0)
        {
            return Some(offset + 1);
        }
        depth = block.depth_after(depth);
    }
    None
}

/// The brackets outside strings among 64 bytes, one bit a byte.
#[derive(Clone, Copy)]
struct Block {
    start: usize,
    opening: u64,
    closing: u64,
}

impl Block {
    const fn opened(self) -> usize {
        self.opening.count_ones() as usize
    }

    const fn closed(self) -> usize {
        self.closing.count_ones() as usize
    }

    const fn depth_after(self, depth: usize) -> usize {
        (depth + self.opened()).saturating_sub(self.closed())
    }

    /// Each bracket's offset and the depth after it, given the depth before the block.
    fn walk(self, mut depth: usize) -> impl Iterator<Item = (usize, usize)> {
        let mut left = self.opening | self.closing;
        std::iter::from_fn(move || {
            let bit = left.trailing_zeros();
            if bit == u64::BITS {
                return None;
            }
            left &= left - 1;
            depth = if self.opening >> bit & 1 == 1 {
                depth + 1
            } else {
                depth.saturating_sub(1)
            };
            Some((self.start + bit as usize, depth))
        })
    }
}

/// A text in blocks of 64 bytes, the brackets of each found.
struct Blocks<'a> {
    bytes: &'a [u8],
    at: usize,
    strings: Strings,
}

impl<'a> Blocks<'a> {
    fn new(bytes: &'a [u8], at: usize) -> Self {
        Self {
            bytes,
            at,
            strings: Strings::default(),
        }
    }
}

impl Iterator for Blocks<'_> {
    type Item = Block;

    #[inline]
    fn next(&mut self) -> Option<Block> {
        let start = self.at;
        let bytes = Bytes::at(self.bytes, start)?;
        self.at += Bytes::COUNT;
        let strings = self.strings.next(&bytes).inside;
        // `[` and `{`, and `]` and `}`, differ in one bit.
        Some(Block {
            start,
            opening: bytes.places(|part| (part | u8x16::splat(0x20)).simd_eq(u8x16::splat(b'{'))) & !strings,
            closing: bytes.places(|part| (part | u8x16::splat(0x20)).simd_eq(u8x16::splat(b'}'))) & !strings,
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use crate::json::{Document, Entry, Kind, Node};

    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_end_where_they_end() {
        for (text, start, end, why) in [
            ("1", 0, Some(1), "a number at the end"),
            (" 12 ", 0, Some(3), "white space around"),
            ("[1,2]", 1, Some(2), "a comma ends a number"),
            ("{\"a\":null}", 5, Some(9), "a bracket ends a word"),
            (r#""a\"]b" "#, 0, Some(7), "an escaped quote"),
            (r#""a\\""#, 0, Some(5), "an escaped backslash"),
            (r#"[{"]":"}"},[]] x"#, 0, Some(14), "brackets in strings"),
            ("", 0, None, "nothing"),
            ("  ", 0, None, "only white space"),
            ("[1", 0, None, "a list that is cut off"),
            ("\"a", 0, None, "a string that is cut off"),
            ("\"a\\", 0, None, "an escape that is cut off"),
            ("[\"]", 0, None, "a bracket in a string that is cut off"),
            ("[1]", 9, None, "past the end"),
            ("]", 0, None, "no value"),
        ] {
            assert_eq!(end_of_value(text, start), end, "{why}");
        }
    }

    #[test]
    fn members_are_given_out_before_their_values_are_read() {
        let text = r#" { "a\n" : [1, {"x": 2}] , "b":"}", "c": [cut"#;
        let found: Vec<_> = members(text, 0).collect();
        let keys: Vec<_> = found.iter().map(|member| member.key.as_ref()).collect();
        assert_eq!(keys, ["a\n", "b", "c"]);
        for (member, key, value) in [
            (&found[0], r#""a\n""#, "[1"),
            (&found[1], "\"b\"", "\"}"),
            (&found[2], "\"c\"", "[c"),
        ] {
            assert_eq!(&text[member.key_span.range()], key);
            assert!(text[member.value_start..].starts_with(value));
        }
        assert_eq!(
            format!("{:?}", found[1]),
            "Member(key at 27..30, value from 31)",
            "no key"
        );
        assert_eq!(elements("[ 1 ,[2], {} ]", 0).collect::<Vec<_>>(), [2, 5, 10]);
        for text in ["", "{}", "[]", " { } ", "1", "{", "{\"a\"", "{\"a\" 1}", "{1:2}", "[1]"] {
            assert_eq!(members(text, 0).count(), 0, "{text:?}");
        }
        for text in ["", "[", "[]", "[ ]", "{}", "{\"a\":1}", "\"[1]\""] {
            assert_eq!(elements(text, 0).count(), 0, "{text:?}");
        }
    }

    #[test]
    fn members_that_differ_are_found_in_step() {
        for (one, two, wanted, why) in [
            (r#"{"a":1,"b":[2]}"#, r#"{"a":1,"b":[2]}"#, "|", "all alike"),
            (r#"{"a":1,"b":2}"#, r#"{"a":1,"b":3}"#, "b|b", "one differs"),
            (r#"{"a":1}"#, r#"{"a":12}"#, "a|a", "a number that goes on"),
            (r#"{"a":12}"#, r#"{"a":1}"#, "a|a", "and one that ends before"),
            (r#"{"a":"x"}"#, r#"{"a":"xy"}"#, "a|a", "a string that goes on"),
            (r#"{"a":1,"b":2,"c":3}"#, r#"{"a":1,"c":3}"#, "b|", "one is gone"),
            (r#"{"a":1,"c":3}"#, r#"{"a":1,"b":2,"c":3}"#, "|b", "one is new"),
            (r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1}"#, "a|a", "another order: too much"),
            (r#"{"a":1, "b" : 2 }"#, r#"{ "a":1,"b":2}"#, "|", "white space between"),
            (r#"{"a":1,"z":1}"#, r#"{"a":1,"z":1}"#, "z|z", "asked for"),
            ("null", r#"{"a":1}"#, "|a", "no object"),
            (r#"{"a":[1"#, r#"{"a":[1"#, "a|a", "cut off"),
        ] {
            let (of_one, of_two) = differing(one, two, |key| key == "z");
            let names =
                |members: Vec<Member<'_>>| members.iter().map(|member| member.key.to_string()).collect::<String>();
            assert_eq!(format!("{}|{}", names(of_one), names(of_two)), wanted, "{why}");
        }
    }

    #[test]
    fn depth_counts_brackets_outside_strings() {
        for (text, deepest, why) in [
            ("", 0, "nothing"),
            ("1", 0, "a scalar"),
            ("[]", 1, "one list"),
            ("[{},{\"a\":[]},[]]", 3, "lists and objects"),
            (r#"["[[[[\"[[[[\\"]"#, 1, "brackets in a string"),
        ] {
            assert_eq!(depth(text), deepest, "{why}");
        }
        for padding in 0..130 {
            let text = format!(
                "{}[\"{}\\\\\\\"[\",[[]],[]]",
                " ".repeat(padding),
                "\\n".repeat(padding)
            );
            assert_eq!(depth(&text), 3, "wherever the blocks begin: {padding}");
            assert_eq!(deeper_than(&text, 2), text.find("[[]]").map(|at| at + 1));
            assert_eq!(deeper_than(&text, 3), None);
            assert_eq!(end_of_value(&text, 0), Some(text.len()));
        }
        let deep = "[".repeat(100_000);
        assert_eq!((depth(&deep), deeper_than(&deep, 127)), (100_000, Some(127)));
    }

    fn slow_depth(node: Node<'_, '_>) -> usize {
        let below = node
            .items()
            .chain(node.entries().map(Entry::value))
            .map(slow_depth)
            .max();
        below.unwrap_or(0) + usize::from(matches!(node.kind(), Kind::Array | Kind::Object))
    }

    pub(in super::super) fn json() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            "[1-9][0-9]{0,2}",
            r#""([\[\]{}:, a-cé]|\\["\\n/]){0,40}""#,
            Just("null".to_owned())
        ];
        leaf.prop_recursive(6, 64, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(|items| format!("[{} ]", items.join(" ,"))),
                prop::collection::vec((r"([a-c~/]|\\n|\\\\){0,3}", inner), 0..5).prop_map(|members| {
                    let members: Vec<_> = members
                        .iter()
                        .map(|(key, value)| format!("\"{key}\": {value}"))
                        .collect();
                    format!("{{{}\n}}", members.join(","))
                }),
            ]
        })
    }

    proptest! {
        #[test]
        fn scanning_finds_what_reading_finds(text in json(), padding in 0_usize..70) {
            let text = format!("{}{text}", " ".repeat(padding));
            let document = Document::read(&text).map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(depth(&text), slow_depth(document.root()));
            prop_assert_eq!(deeper_than(&text, slow_depth(document.root())), None);
            let mut nodes = vec![document.root()];
            while let Some(node) = nodes.pop() {
                prop_assert_eq!(end_of_value(&text, node.span().start), Some(node.span().end));
                let (one, two) = differing(node.text(), node.text(), |_| false);
                prop_assert!(one.is_empty() && two.is_empty(), "a value is written like itself");
                let starts: Vec<_> = node.items().map(|item| item.span().start).collect();
                prop_assert_eq!(elements(&text, node.span().start).collect::<Vec<_>>(), starts);
                let found: Vec<_> = members(&text, node.span().start)
                    .map(|member| (member.key.into_owned(), member.key_span, member.value_start))
                    .collect();
                let expected: Vec<_> = node
                    .entries()
                    .map(|entry| (entry.key().into_owned(), entry.key_span(), entry.value().span().start))
                    .collect();
                prop_assert_eq!(found, expected);
                nodes.extend(node.items().chain(node.entries().map(Entry::value)));
            }
        }

        #[test]
        fn nothing_panics_on_any_text(text in r#"[\[\]{}":,\\ a1é]{0,80}"#, start in 0_usize..90) {
            let _ = (end_of_value(&text, start), depth(&text), deeper_than(&text, 2));
            let _ = (members(&text, start).count(), elements(&text, start).count());
        }
    }
}
