//! A value as a whole in words, for people who compare two: what is sensitive in it has a mask.

use std::borrow::Cow;
use std::fmt::Write;

use crate::json::Kind;

use super::attr::{Attr, MASK};
use super::secrecy::masked_json::masked;

impl Attr<'_, '_> {
    /// The value with all that is in it. A report must still redact it, as it stands: copies of secrets bear no mark,
    /// and nothing is escaped, so that they are found. Where `by_names` says that the document has no marks, names
    /// are marks in texts of JSON, too.
    #[must_use]
    pub(crate) fn at_length(self, by_names: bool) -> String {
        let mut text = String::new();
        self.write_at_length(by_names, &mut text);
        text
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "what is sensitive has a mask, and a report redacts the rest"
    )]
    fn write_at_length(self, by_names: bool, out: &mut String) {
        if self.is_sensitive() {
            out.push_str(MASK);
            return;
        }
        match self.kind() {
            Some(Kind::Array) => {
                out.push('[');
                for (index, item) in self.items().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    item.write_at_length(by_names, out);
                }
                out.push(']');
            }
            Some(Kind::Object) => {
                out.push('{');
                for (index, (name, member)) in self.entries().enumerate() {
                    // Writing to a string does not fail.
                    let _ = write!(out, "{}{name} = ", if index > 0 { ", " } else { "" });
                    member.write_at_length(by_names, out);
                }
                out.push('}');
            }
            _ => match self.reveal() {
                Some(node) => match node.as_str() {
                    Some(text) => {
                        let masked = by_names.then(|| masked(&text, MASK)).flatten();
                        let text = masked.map_or(text, Cow::Owned);
                        let _ = write!(out, "\"{text}\"");
                    }
                    None => out.push_str(node.text()),
                },
                // Not known, or not set.
                None => {
                    let _ = write!(out, "{self}");
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::facts::attr::Object;
    use crate::tofu::raw;

    #[test]
    fn everything_is_told_but_what_is_marked() {
        for (value, unknown, marks, wanted, why) in [
            (r#"[80, "a"]"#, "false", "false", r#"[80, "a"]"#, "a list"),
            (
                r#"{"a": {"b": 1}, "c": null}"#,
                "false",
                "false",
                "{a = {b = 1}, c = null}",
                "objects; a key with null is one",
            ),
            (
                r#"{"a": "x", "b": 1}"#,
                "false",
                r#"{"a": true}"#,
                "{a = (sensitive value), b = 1}",
                "a mark inside",
            ),
            (r#"["x"]"#, "false", "true", "(sensitive value)", "a mark on all"),
            (
                r#"["x"]"#,
                "[false, true]",
                "false",
                r#"["x", (known after apply)]"#,
                "what is not known",
            ),
            (
                r#""a \"b\"\n""#,
                "false",
                "false",
                "\"a \"b\"\n\"",
                "nothing is escaped",
            ),
            ("1.0", "false", "false", "1.0", "a number as it is written"),
            ("null", "false", "false", "null", "nothing"),
        ] {
            let object = Object::read(Some(raw(value)), Some(raw(unknown)), [raw(marks)]).unwrap();
            assert_eq!(object.root().at_length(false), wanted, "{why}");
        }
    }
}
