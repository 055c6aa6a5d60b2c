//! JSON laid out for people: two spaces a level, what is short on one line, every value as it was written.

use super::syntax::SyntaxError;
use super::tree::{File, Kind, Node, Property};

/// Columns that a line may have before a list or object is broken over several.
const WIDTH: usize = 100;
/// Columns a level.
const INDENT: usize = 2;

/// A file laid out anew, with one line feed at its end.
///
/// - Everything keeps its order: names that stand twice and comments (`"//"`) are members like others.
/// - Numbers and strings keep their text, escapes included: `1e3` stays `1e3`, `\u0024` stays `\u0024`.
/// - A list that holds neither list nor object, and an object with a single such member, stand on one line where that
///   has at most 100 columns, counted in characters; so do empty ones always. All else has a line for each member. The
///   root's own members always stand on lines of their own.
/// - How the text was laid out before never matters, so that what is laid out once stays as it is.
///
/// Bytes that are no UTF-8 are gone from the text before it is read: whoever writes the result back asks
/// [`decode`](super::decode) first.
///
/// # Errors
/// The first thing that is wrong with the text as JSON: nothing is laid out that could not be read whole.
pub fn format(file: &File<'_>) -> Result<String, SyntaxError> {
    if let Some(error) = file.errors().first() {
        return Err(*error);
    }
    let mut layout = Layout {
        text: String::with_capacity(file.text().len() * 2),
        level: 0,
        line: 0,
    };
    layout.value(file.root(), 0);
    layout.text.push('\n');
    Ok(layout.text)
}

struct Layout {
    text: String,
    level: usize,
    /// Where the line begins that is written.
    line: usize,
}

impl Layout {
    /// A value, and behind it `follows` columns that belong on the same line.
    fn value(&mut self, node: Node<'_, '_>, follows: usize) {
        match node.kind() {
            Kind::Array | Kind::Object if node.is_empty() => self.short(node),
            Kind::Array | Kind::Object if self.level > 0 && self.fits(node, follows) => self.short(node),
            Kind::Array => self.lines('[', ']', node.elements(), Self::value),
            Kind::Object => self.lines('{', '}', node.properties(), Self::member),
            _ => self.text.push_str(node.raw()),
        }
    }

    fn member(&mut self, property: Property<'_, '_>, follows: usize) {
        self.text.push_str(property.key().raw());
        self.text.push_str(": ");
        self.value(property.value(), follows);
    }

    fn lines<T>(
        &mut self,
        open: char,
        close: char,
        members: impl Iterator<Item = T>,
        write: impl Fn(&mut Self, T, usize),
    ) {
        self.text.push(open);
        self.level += 1;
        let mut members = members.peekable();
        while let Some(member) = members.next() {
            self.line();
            let comma = members.peek().is_some();
            write(self, member, usize::from(comma));
            if comma {
                self.text.push(',');
            }
        }
        self.level -= 1;
        self.line();
        self.text.push(close);
    }

    fn line(&mut self) {
        self.text.push('\n');
        self.line = self.text.len();
        self.text.extend(std::iter::repeat_n(' ', self.level * INDENT));
    }

    /// Whether a list or object may stand on the line that is written.
    fn fits(&self, node: Node<'_, '_>, follows: usize) -> bool {
        if node.kind() == Kind::Object && node.len() > 1 {
            return false;
        }
        let written = self.text.get(self.line..).unwrap_or_default();
        let mut columns = written.chars().count() + follows;
        // Brackets, and after all but the last element a comma and a space.
        for element in node.elements() {
            columns += width(element) + 2;
            if !element.is_empty() || columns > WIDTH {
                return false;
            }
        }
        // Braces and the spaces inside them, a colon and a space.
        for property in node.properties() {
            columns += width(property.key()) + 2 + width(property.value()) + 4;
            if !property.value().is_empty() {
                return false;
            }
        }
        columns <= WIDTH
    }

    /// A list or object on one line; its members are neither, unless they are empty.
    fn short(&mut self, node: Node<'_, '_>) {
        match node.kind() {
            Kind::Array => {
                self.text.push('[');
                for (index, element) in node.elements().enumerate() {
                    if index > 0 {
                        self.text.push_str(", ");
                    }
                    self.short(element);
                }
                self.text.push(']');
            }
            Kind::Object if node.is_empty() => self.text.push_str("{}"),
            Kind::Object => {
                self.text.push_str("{ ");
                for property in node.properties() {
                    self.text.push_str(property.key().raw());
                    self.text.push_str(": ");
                    self.short(property.value());
                }
                self.text.push_str(" }");
            }
            _ => self.text.push_str(node.raw()),
        }
    }
}

/// The columns of a value that holds nothing.
fn width(node: Node<'_, '_>) -> usize {
    match node.kind() {
        Kind::Array | Kind::Object => 2,
        _ => node.raw().chars().count(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn formatted(text: &str) -> String {
        format(&File::read(text)).unwrap()
    }

    /// Without any white space, every token as it is written.
    fn minified(node: Node<'_, '_>, out: &mut String) {
        let (open, close) = match node.kind() {
            Kind::Array => ('[', ']'),
            Kind::Object => ('{', '}'),
            _ => return out.push_str(node.raw()),
        };
        out.push(open);
        for (index, element) in node.elements().enumerate() {
            out.push_str(if index > 0 { "," } else { "" });
            minified(element, out);
        }
        for (index, property) in node.properties().enumerate() {
            out.push_str(if index > 0 { "," } else { "" });
            out.push_str(property.key().raw());
            out.push(':');
            minified(property.value(), out);
        }
        out.push(close);
    }

    fn tokens(text: &str) -> String {
        let file = File::read(text);
        assert!(file.errors().is_empty());
        let mut out = String::new();
        minified(file.root(), &mut out);
        out
    }

    /// What must hold of every text: the same tokens, laid out once and for all, the same from any layout.
    fn laws(text: &str) {
        let once = formatted(text);
        assert_eq!(tokens(&once), tokens(text), "nothing is lost");
        assert_eq!(formatted(&once), once, "it stays");
        assert_eq!(formatted(&tokens(text)), once, "from one line too");
        assert!(once.ends_with('\n') && !once.ends_with("\n\n"));
        assert!(
            once.lines().all(|line| line.trim_end() == line),
            "no white space at ends"
        );
        // Another reader says the same, as far as it takes the text: it knows no `1e400`.
        let read = |text| serde_json::from_str::<serde_json::Value>(text).ok();
        assert_eq!(read(&once), read(text));
    }

    #[test]
    fn values_are_laid_out() {
        let full = "x".repeat(WIDTH - r#"  "a": [""],"#.len());
        let long = format!("{full}x");
        for (text, expected, why) in [
            ("{}", "{}\n".to_owned(), "nothing"),
            (" [ ]\n\n", "[]\n".to_owned(), "nothing in a list"),
            (
                r#"{"a":1}"#,
                "{\n  \"a\": 1\n}\n".to_owned(),
                "the root is broken always",
            ),
            (
                r#"{"b":1e3,"a":"\u0024","b":[]}"#,
                "{\n  \"b\": 1e3,\n  \"a\": \"\\u0024\",\n  \"b\": []\n}\n".to_owned(),
                "order, repeated names, numbers and escapes stay",
            ),
            (
                r#"{"//":{"x":null},"a":[1,"b",[],{}]}"#,
                "{\n  \"//\": { \"x\": null },\n  \"a\": [1, \"b\", [], {}]\n}\n".to_owned(),
                "comments are members; what is short is on one line",
            ),
            (
                "{\"a\":{\n\"b\":{\"c\":1}}}",
                "{\n  \"a\": {\n    \"b\": { \"c\": 1 }\n  }\n}\n".to_owned(),
                "only the innermost",
            ),
            (
                r#"{"a":{"b":1,"c":2}}"#,
                "{\n  \"a\": {\n    \"b\": 1,\n    \"c\": 2\n  }\n}\n".to_owned(),
                "two members have a line each",
            ),
            (
                r#"{"a":[[1],2]}"#,
                "{\n  \"a\": [\n    [1],\n    2\n  ]\n}\n".to_owned(),
                "a list of lists",
            ),
            (
                &format!(r#"{{"a":["{full}"],"b":1}}"#),
                format!("{{\n  \"a\": [\"{full}\"],\n  \"b\": 1\n}}\n"),
                "100 columns with the comma",
            ),
            (
                &format!(r#"{{"a":["{long}"],"b":1}}"#),
                format!("{{\n  \"a\": [\n    \"{long}\"\n  ],\n  \"b\": 1\n}}\n"),
                "101 columns",
            ),
            ("\"x\"", "\"x\"\n".to_owned(), "any value"),
        ] {
            assert_eq!(formatted(text), expected, "{why}");
            laws(text);
        }
    }

    #[test]
    fn what_is_no_json_is_left_alone() {
        use super::super::SyntaxErrorKind;
        for (text, kind, why) in [
            ("", SyntaxErrorKind::Empty, "no value"),
            ("{\"a\": 1,}", SyntaxErrorKind::TrailingComma, "a comma too many"),
            ("{\"a\": 1 // b\n}", SyntaxErrorKind::Comment, "a comment would be lost"),
            ("\u{feff}{}", SyntaxErrorKind::ByteOrderMark, "the engines refuse it"),
            ("{} {}", SyntaxErrorKind::TrailingText, "more text"),
        ] {
            let error = format(&File::read(text)).unwrap_err();
            assert_eq!(error.kind, kind, "{why}");
        }
    }

    #[test]
    fn every_configuration_of_the_fixtures_keeps_what_it_says() {
        let mut folders = vec![std::path::PathBuf::from(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/fixtures"
        ))];
        let mut count = 0;
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.to_string_lossy();
                if path.is_dir() {
                    folders.push(path);
                } else if name.ends_with(".tf.json") || name.ends_with(".tofu.json") {
                    laws(&std::fs::read_to_string(&path).unwrap());
                    count += 1;
                }
            }
        }
        let oracle = include_str!("../../fixtures/config/oracle_terraform.json");
        let oracle: serde_json::Value = serde_json::from_str(oracle).unwrap();
        for case in oracle["cases"].as_array().unwrap() {
            for file in case["files"].as_object().unwrap().values() {
                let Some(text) = file["text"].as_str() else {
                    continue;
                };
                if File::read(text).errors().is_empty() {
                    laws(text);
                    count += 1;
                }
            }
        }
        assert!(count > 100, "{count} files");
    }

    fn json() -> impl Strategy<Value = String> {
        let space = || prop::sample::select(vec!["", " ", "\n", "\r\n\t", "  "]);
        let string = || {
            prop::sample::select(vec!["a", "//", "", "${var.a}", "\\u00e4\\n", "é漢😀", "\\\"", "x y"])
                .prop_map(|inner| format!("\"{inner}\""))
        };
        let leaf = prop_oneof![
            string(),
            prop::sample::select(vec![
                "null",
                "true",
                "false",
                "0",
                "-1.50",
                "1e3",
                "12345678901234567890123"
            ])
            .prop_map(str::to_owned),
        ];
        leaf.prop_recursive(6, 60, 8, move |inner| {
            let element = (space(), inner.clone(), space()).prop_map(|(a, value, b)| format!("{a}{value}{b}"));
            let member = (space(), string(), space(), inner, space())
                .prop_map(|(a, name, b, value, c)| format!("{a}{name}{b}:{c}{value}"));
            prop_oneof![
                (prop::collection::vec(element, 0..8), space())
                    .prop_map(|(elements, space)| format!("[{}{space}]", elements.join(","))),
                (prop::collection::vec(member, 0..8), space())
                    .prop_map(|(members, space)| format!("{{{}{space}}}", members.join(","))),
            ]
        })
    }

    proptest! {
        #[test]
        fn any_json_keeps_what_it_says(text in json()) {
            laws(&text);
        }
    }
}
