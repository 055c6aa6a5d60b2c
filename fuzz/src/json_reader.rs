//! Our readers of JSON against `serde_json`: the same texts are accepted, and they mean the same.

use std::collections::{BTreeMap, BTreeSet};

use planlint::json::{self, Document, Kind, MAX_DEPTH, Node, Number, keys, scan};
use planlint::tofu::Plan;
use serde::de::IgnoredAny;
use serde_json::Value;

/// An object as serde reads any.
type Object = BTreeMap<String, Value>;

/// From so many bytes on a text is decoded in parts.
const LONG: usize = 1 << 20;

/// Reads the text with every reader.
pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let theirs = serde_json::from_str::<Value>(text);
    match (Document::read(text), &theirs) {
        (Ok(document), Ok(value)) => {
            assert!(same(document.root(), value), "another value than serde_json's");
            places(&document, text);
        }
        (Ok(document), Err(error)) => {
            // The one documented difference: numbers stay text, and so have any size.
            let is_size = error.to_string().starts_with("number out of range");
            assert!(is_size, "read, and serde_json says: {error}");
            places(&document, text);
        }
        (Err(error), Ok(_)) => panic!("serde_json reads it, and we say: {error}"),
        (Err(error), Err(_)) => assert!(error.offset <= text.len(), "a place behind the text"),
    }
    decoded(text);
    model(text);
    if let Some(number) = Number::parse(text) {
        assert!(matches!(theirs, Ok(Value::Number(_)) | Err(_)), "{text:?} is no number");
        let canonical = Number::parse(text).map(Number::canonical);
        assert_eq!(Some(number.canonical()), canonical);
    }
}

fn same(node: Node<'_, '_>, value: &Value) -> bool {
    match (node.kind(), value) {
        (Kind::Null, Value::Null) => true,
        (Kind::Bool, Value::Bool(flag)) => node.as_bool() == Some(*flag),
        (Kind::Number, Value::Number(theirs)) => node.as_number().is_some_and(|ours| same_number(ours, theirs)),
        (Kind::String, Value::String(text)) => node.as_str().as_deref() == Some(text) && node.is_str(text),
        (Kind::Array, Value::Array(items)) => {
            node.len() == items.len() && node.items().zip(items).all(|(node, item)| same(node, item))
        }
        (Kind::Object, Value::Object(members)) => {
            // Of repeated names theirs is the last.
            let ours: BTreeMap<_, _> = node.entries().map(|entry| (entry.key(), entry.value())).collect();
            ours.len() == members.len()
                && (ours.len() == node.len()) != repeats_a_key(node)
                && ours
                    .iter()
                    .all(|(key, node)| members.get(&**key).is_some_and(|member| same(*node, member)))
        }
        _ => false,
    }
}

fn same_number(ours: Number<'_>, theirs: &serde_json::Number) -> bool {
    if let Some(whole) = theirs.as_u64() {
        return ours.as_u64() == Some(whole);
    }
    if let Some(whole) = theirs.as_i64() {
        return ours.as_i64() == Some(whole);
    }
    // Theirs may be off by a bit in the last place.
    match (ours.as_f64(), theirs.as_f64()) {
        (Some(ours), Some(theirs)) => (ours - theirs).abs() <= theirs.abs() * 1e-14 + f64::MIN_POSITIVE,
        _ => false,
    }
}

/// Whether a key of an object stands twice in it, compared as strings and not as spelled.
fn repeats_a_key(node: Node<'_, '_>) -> bool {
    let mut seen = BTreeSet::new();
    !node.entries().all(|entry| seen.insert(entry.key()))
}

/// Every value stands where it says, and its pointer leads to it.
fn places(document: &Document<'_>, text: &str) {
    let root = document.root();
    assert_eq!(text.get(root.span().range()), Some(root.text()));
    assert_eq!(scan::end_of_value(text, root.span().start), Some(root.span().end));
    let depth = scan::depth(text);
    assert!(depth <= MAX_DEPTH, "{depth} deep");
    assert_eq!(scan::deeper_than(text, MAX_DEPTH), None);
    if depth > 0 {
        let opening = scan::deeper_than(text, depth - 1);
        assert!(opening.is_some_and(|at| matches!(text.as_bytes()[at], b'{' | b'[')));
    }
    let mut open = vec![(root, true)];
    let mut seen = 0;
    while let Some((node, unique)) = open.pop() {
        seen += 1;
        if seen > 60 {
            break;
        }
        let span = node.span();
        assert_eq!(text.get(span.range()), Some(node.text()));
        if unique {
            let pointer = node.pointer();
            let led_to = pointer.segments().try_fold(root, |node, segment| match node.kind() {
                Kind::Array => node.at(segment.parse().ok()?),
                _ => node.get(&segment),
            });
            assert_eq!(led_to.map(Node::span), Some(span), "{pointer:?} leads back");
        }
        let unique = unique && !repeats_a_key(node);
        open.extend(node.items().map(|item| (item, unique)));
        open.extend(node.entries().map(|entry| (entry.value(), unique)));
    }
}

/// Whether a letter is written as an escape; behind a backslash that is itself escaped none is.
fn has_escaped_letter(text: &str) -> bool {
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find('\\')) {
        let backslash = at + found;
        let escape = text.get(backslash..backslash + 6).or(text.get(backslash..));
        if escape.is_some_and(|escape| {
            escape.starts_with("\\/") || escape.starts_with("\\u") && keys::has_escaped_letter(escape)
        }) {
            return true;
        }
        at = backslash + 2;
    }
    false
}

/// What is decoded is what `serde_json` decodes, of a text that can be read to its end.
fn decoded(text: &str) {
    let ours = json::decode_first::<Value>(text).ok();
    if let Some(decoded) = &ours {
        let read = text.get(..decoded.end).expect("an end inside the text");
        assert!(Document::read(read).is_ok(), "what is decoded can be read");
        assert!(
            decoded.escaped_letter || !has_escaped_letter(read),
            "an escaped letter was not seen"
        );
    }
    let mut theirs = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let value = theirs.next().and_then(Result::ok);
    let expected = value.map(|value| (value, theirs.byte_offset()));
    let ours = ours.map(|decoded| (decoded.value, decoded.end));
    // Of a word or a number that other JSON follows without anything between, serde_json takes the beginning.
    let is_apart = expected.as_ref().is_some_and(|(_, end)| {
        let behind = text.as_bytes().get(*end);
        behind.is_none_or(|byte| b" \n\r\t,]}".contains(byte))
    });
    if ours.is_some() || is_apart {
        assert_eq!(ours, expected, "another value than serde_json's");
    }
    if let Ok(decoded) = json::decode_first::<IgnoredAny>(text) {
        let read = text.get(..decoded.end).expect("an end inside the text");
        assert!(Document::read(read).is_ok(), "what is passed over can be read");
    }
    let whole = json::decode_first::<Object>(text).map(|decoded| (decoded.value, decoded.end));
    // Too short to be decoded in parts, were there no space behind it.
    if text.len() < LONG {
        let long = text.to_owned() + &" ".repeat(LONG);
        let join = |mut one: Object, two: Object| {
            one.extend(two);
            one
        };
        let parts = json::decode_in_parts(&long, &["b", "resource_changes", "prior_state"], join);
        let parts = parts.map(|decoded| (decoded.value, decoded.end));
        assert_eq!(parts.ok(), whole.ok(), "another value than decoded whole");
    }
}

/// A model takes what it takes from `serde_json`, of a text that can be read; its errors name a place inside the text.
fn model(text: &str) {
    let can_be_read = Document::read(text).is_ok();
    match (json::decode::<Plan<'_>>(text), serde_json::from_str::<Plan<'_>>(text)) {
        // Raw values print their length alone, which is all that could differ.
        (Ok(ours), Ok(theirs)) => assert_eq!(format!("{ours:?}"), format!("{theirs:?}"), "another plan"),
        (Ok(_), Err(error)) => panic!("decoded, and serde_json says: {error}"),
        (Err(error), Ok(_)) => assert!(!can_be_read, "serde_json decodes it, and we say: {error:?}"),
        (Err(error), Err(_)) => assert!(error.offset <= text.len(), "a place behind the text: {error}"),
    }
}
