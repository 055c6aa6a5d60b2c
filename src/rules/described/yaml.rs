//! A document in YAML as the value that it stands for: the first one of a text, read without recursion and within
//! limits.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use yaml_rust2::parser::{Event, Parser, Tag};
use yaml_rust2::scanner::TScalarStyle;

use super::joined::joined;

/// What is nested deeper is left out; no cluster takes it, and readers of JSON go little deeper.
const DEEPEST: usize = 96;

/// So many parts are repeated by aliases; a few of them can stand for more than fits in any memory.
const MOST_REPEATED: usize = 1 << 16;

/// The first document, nothing where there is none; `None` when the text cannot be read. Clusters read some texts that
/// this parser does not.
pub(super) fn first_document(text: &str) -> Option<Value> {
    // Clusters take a tab between a name and its value, which this parser does not.
    let without_tabs = || text.contains('\t').then(|| text.replace('\t', " "));
    document(text)
        .or_else(|| document(&without_tabs()?))
        .or_else(|| document(&joined(text)?))
}

fn document(text: &str) -> Option<Value> {
    let mut parser = Parser::new_from_str(text);
    let mut reader = Reader::default();
    loop {
        let (event, _) = parser.next_token().ok()?;
        match event {
            Event::StreamEnd | Event::DocumentEnd => {
                return Some(reader.whole.map_or(Value::Null, |whole| whole.value));
            }
            event => reader.take(event),
        }
    }
}

/// A value with how much of it there is.
#[derive(Clone)]
struct Part {
    value: Value,
    parts: usize,
    depth: usize,
}

impl Part {
    fn leaf(value: Value) -> Self {
        Self {
            value,
            parts: 1,
            depth: 0,
        }
    }
}

/// A list or a mapping whose end has not come yet.
struct Open {
    holds: Holds,
    anchor: usize,
    parts: usize,
    depth: usize,
}

enum Holds {
    List(Vec<Value>),
    Mapping {
        members: Map<String, Value>,
        /// What `<<` takes in.
        merged: Vec<Value>,
        key: Option<Key>,
    },
}

/// What stands before the colon.
enum Key {
    Text(String),
    Merge,
    /// A list or a mapping, which JSON has no place for.
    Complex,
}

#[derive(Default)]
struct Reader {
    open: Vec<Open>,
    /// How many of what is too deep have begun and not ended.
    too_deep: usize,
    anchors: BTreeMap<usize, Part>,
    repeated: usize,
    whole: Option<Part>,
}

impl Reader {
    fn take(&mut self, event: Event) {
        let begins = matches!(event, Event::SequenceStart(..) | Event::MappingStart(..));
        let ends = matches!(event, Event::SequenceEnd | Event::MappingEnd);
        if self.too_deep > 0 || (begins && self.open.len() >= DEEPEST) {
            self.too_deep = (self.too_deep + usize::from(begins)).saturating_sub(usize::from(ends));
            if self.too_deep == 0 {
                self.put(Part::leaf(Value::Null), 0, false);
            }
            return;
        }
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let is_merge = style == TScalarStyle::Plain && text == "<<";
                self.put(Part::leaf(scalar(text, style, tag.as_ref())), anchor, is_merge);
            }
            Event::Alias(anchor) => {
                let part = self.repeat(anchor);
                self.put(part, 0, false);
            }
            Event::SequenceStart(anchor, _) => self.begin(Holds::List(Vec::new()), anchor),
            Event::MappingStart(anchor, _) => {
                let mapping = Holds::Mapping {
                    members: Map::new(),
                    merged: Vec::new(),
                    key: None,
                };
                self.begin(mapping, anchor);
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            _ => {}
        }
    }

    fn begin(&mut self, holds: Holds, anchor: usize) {
        self.open.push(Open {
            holds,
            anchor,
            parts: 1,
            depth: 0,
        });
    }

    fn end(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let value = match open.holds {
            Holds::List(items) => Value::Array(items),
            Holds::Mapping {
                mut members, merged, ..
            } => {
                for value in merged {
                    merge(&mut members, value);
                }
                Value::Object(members)
            }
        };
        let part = Part {
            value,
            parts: open.parts,
            depth: open.depth + 1,
        };
        self.put(part, open.anchor, false);
    }

    /// What an anchor stands for; nothing where that would be too deep, or too much.
    fn repeat(&mut self, anchor: usize) -> Part {
        let known = self.anchors.get(&anchor);
        let fits = |part: &&Part| {
            self.open.len() + part.depth <= DEEPEST && self.repeated.saturating_add(part.parts) <= MOST_REPEATED
        };
        match known.filter(fits) {
            Some(part) => {
                self.repeated += part.parts;
                part.clone()
            }
            None => Part::leaf(Value::Null),
        }
    }

    fn put(&mut self, part: Part, anchor: usize, is_merge: bool) {
        if anchor > 0 && self.repeated.saturating_add(part.parts) <= MOST_REPEATED {
            self.repeated += part.parts;
            self.anchors.insert(anchor, part.clone());
        }
        let Some(open) = self.open.last_mut() else {
            self.whole.get_or_insert(part);
            return;
        };
        open.parts += part.parts;
        open.depth = open.depth.max(part.depth);
        match &mut open.holds {
            Holds::List(items) => items.push(part.value),
            Holds::Mapping { members, merged, key } => match key.take() {
                None if is_merge => *key = Some(Key::Merge),
                None => *key = Some(as_key(part.value)),
                Some(Key::Merge) => merged.push(part.value),
                Some(Key::Text(name)) => _ = members.insert(name, part.value),
                Some(Key::Complex) => {}
            },
        }
    }
}

/// Takes in what a mapping does not have itself, from another one or a list of them.
fn merge(members: &mut Map<String, Value>, value: Value) {
    let others = match value {
        Value::Array(others) => others,
        other => vec![other],
    };
    for other in others {
        if let Value::Object(other) = other {
            for (name, value) in other {
                members.entry(name).or_insert(value);
            }
        }
    }
}

fn as_key(value: Value) -> Key {
    match value {
        Value::String(text) => Key::Text(text),
        Value::Array(_) | Value::Object(_) => Key::Complex,
        other => Key::Text(other.to_string()),
    }
}

/// What a scalar means: without quotes and tags it may be something else than a text.
fn scalar(text: String, style: TScalarStyle, tag: Option<&Tag>) -> Value {
    let is_text = tag.is_some_and(|tag| matches!(tag.suffix.as_str(), "str" | "!"));
    if style != TScalarStyle::Plain || is_text {
        return Value::String(text);
    }
    match text.as_str() {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        // Clusters read YAML 1.1.
        "true" | "True" | "TRUE" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" | "y" | "Y" => Value::Bool(true),
        "false" | "False" | "FALSE" | "no" | "No" | "NO" | "off" | "Off" | "OFF" | "n" | "N" => Value::Bool(false),
        other => match other.parse::<i64>() {
            Ok(number) => Value::from(number),
            Err(_) => Value::String(text),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn documents_are_read_as_clusters_read_them() {
        let bound = json!({"roleRef": {"kind": "ClusterRole", "name": "cluster-admin"}});
        for (text, wanted, why) in [
            (
                "roleRef:\n  kind: ClusterRole\n  name: cluster-admin\n",
                Some(bound.clone()),
                "blocks",
            ),
            (
                "roleRef: {kind: ClusterRole, name: cluster-admin}",
                Some(bound.clone()),
                "as JSON has it, without quotes",
            ),
            (
                r#"{"roleRef": {"kind": "ClusterRole", "name": "cluster-admin"}}"#,
                Some(bound.clone()),
                "JSON",
            ),
            (
                "roleRef:\n  kind: 'ClusterRole'\n  name: \"cluster\\x2dadmin\" # ops\n",
                Some(bound.clone()),
                "quotes, an escape and a comment",
            ),
            (
                "roleRef:\r\n  kind: ClusterRole\r\n  name: cluster-admin\r\n",
                Some(bound.clone()),
                "lines as Windows ends them",
            ),
            (
                "---\n# x\nroleRef:\n  kind: ClusterRole\n  name: >-\n    cluster-admin\n---\na: 1\n",
                Some(bound.clone()),
                "the first of two, with a folded text",
            ),
            (
                "x: &role {kind: ClusterRole, name: cluster-admin}\nroleRef: *role\n",
                Some(json!({
                    "x": {"kind": "ClusterRole", "name": "cluster-admin"},
                    "roleRef": {"kind": "ClusterRole", "name": "cluster-admin"}
                })),
                "an alias",
            ),
            (
                "x: &role {kind: ClusterRole, name: view}\nroleRef:\n  <<: *role\n  name: cluster-admin\n",
                Some(json!({
                    "x": {"kind": "ClusterRole", "name": "view"},
                    "roleRef": {"kind": "ClusterRole", "name": "cluster-admin"}
                })),
                "a merge, which does not outweigh what stands there",
            ),
            (
                "- 1\n- true\n- ~\n- '1'\n- !!str 1\n- a: {}\n",
                Some(json!([1, true, null, "1", "1", {"a": {}}])),
                "values of every kind",
            ),
            (
                "- yes\n- On\n- NO\n- off\n- n\n- 'yes'\n- !!str on\n- none\n- yEs\n",
                Some(json!([true, true, false, false, false, "yes", "on", "none", "yEs"])),
                "booleans of YAML 1.1",
            ),
            ("? [a]\n: 1\nb: 2\n", Some(json!({"b": 2})), "a key that is a list"),
            ("a: 1\na: 2\n", Some(json!({"a": 2})), "the last one of two"),
            ("a: [1\n", None, "cut off"),
            ("a: *b\n", None, "an alias of nothing"),
            ("\ta: b: c", None, "no YAML"),
            ("", Some(Value::Null), "nothing"),
        ] {
            assert_eq!(first_document(text), wanted, "{why}");
        }
    }

    #[test]
    fn limits_hold_and_the_rest_is_read() {
        let deep = |depth: usize| format!("a: {}{}\nb: 1\n", "[".repeat(depth), "]".repeat(depth));
        let read = first_document(&deep(200)).unwrap();
        assert_eq!(read["b"], json!(1), "what stands beside something deep is read");
        assert_eq!(first_document(&deep(100_000)), None, "deeper than anybody writes");
        let blocks: Vec<_> = (0..5_000).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
        let blocks = blocks.concat();
        assert!(
            first_document(&format!("{blocks}{}b\n", " ".repeat(5_000))).is_some(),
            "deep blocks"
        );
        let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..60 {
            let before = format!("*a{}, ", level - 1).repeat(9);
            bomb.extend([format!("a{level}: &a{level} [{before}]\n")]);
        }
        let read = first_document(&format!("{bomb}roleRef: {{name: cluster-admin}}\n")).unwrap();
        assert_eq!(
            read["roleRef"]["name"],
            json!("cluster-admin"),
            "what stands behind a bomb is read"
        );
        assert!(read.to_string().len() < 2_000_000, "and the bomb is small");
        let mut chain = "a0: &a0 [x]\n".to_owned();
        for level in 1..2_000 {
            chain.extend([format!("a{level}: &a{level} [[[[*a{}]]]]\n", level - 1)]);
        }
        let read = first_document(&chain).unwrap();
        assert!(
            serde_json::from_str::<Value>(&read.to_string()).is_ok(),
            "aliases make nothing deeper"
        );
    }

    /// What YAML gives a meaning to.
    const PIECES: &[&str] = &[
        "a: ",
        "- ",
        "\n",
        "  ",
        "{",
        "}",
        "[",
        "]",
        ", ",
        "&a ",
        "*a",
        "? ",
        ": ",
        "!!str ",
        "!",
        "|\n",
        ">-\n",
        "'",
        "\"",
        "#",
        "---",
        "...\n",
        "%YAML 1.2\n",
        "<<: ",
        "\t",
        "\r\n",
        "\\x2d",
        "é",
        "\u{2028}",
    ];

    proptest! {
        #[test]
        fn no_text_stops_the_reader(text in "[-a-z0-9:{}\\[\\],&*!|>'\"%@`#?<~. \t\r\n\\\\]{0,80}") {
            first_document(&text);
        }

        #[test]
        fn no_pieces_of_yaml_stop_it_either(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40)) {
            first_document(&pieces.concat());
        }

        #[test]
        fn what_is_json_is_the_same(text in "\\PC{0,24}", number in any::<i32>()) {
            let value = json!({"a": [text, number, {"b": null}], "c": true});
            prop_assert_eq!(first_document(&value.to_string()), Some(value));
        }
    }
}
