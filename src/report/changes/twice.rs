//! Names that stand twice in one object of a text of JSON. JSON leaves open what that means; the engines take the last.

use crate::facts::attr::{Attr, Kind};
use crate::json::string::quoted;
use crate::json::{Document, Node};
use crate::order;

/// Whether a name stands twice in one object in there.
pub(super) fn has_any(attr: Attr<'_, '_>) -> bool {
    match attr.kind() {
        Some(Kind::Array) => attr.items().any(has_any),
        Some(Kind::Object) => {
            let mut names: Vec<_> = attr.entries().map(|(name, _)| name).collect();
            names.sort_unstable();
            names.windows(2).any(|two| matches!(two, [one, two] if one == two))
                || attr.entries().any(|(_, member)| has_any(member))
        }
        _ => false,
    }
}

/// The same value with the last of each name alone; `None` where it cannot be read.
pub(super) fn last_alone(text: &str) -> Option<String> {
    let document = Document::read(text).ok()?;
    let mut out = String::with_capacity(text.len());
    write(document.root(), &mut out);
    Some(out)
}

fn write(node: Node<'_, '_>, out: &mut String) {
    match node.kind() {
        Kind::Array => {
            out.push('[');
            for (index, item) in node.items().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        Kind::Object => {
            // Behind each other in the order of names, those of one name as they stand.
            let mut members: Vec<_> = node.entries().collect();
            order::sort_by_key(&mut members, |member| member.key());
            out.push('{');
            let mut first = true;
            for same in members.chunk_by(|one, two| one.key() == two.key()) {
                let Some(last) = same.last() else { continue };
                if !std::mem::replace(&mut first, false) {
                    out.push(',');
                }
                out.push_str(&quoted(&last.key()));
                out.push(':');
                write(last.value(), out);
            }
            out.push('}');
        }
        _ => out.push_str(node.text()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::attr::Object;

    #[test]
    fn the_last_of_a_name_is_the_one() {
        for (text, wanted, why) in [
            (r#"{"a":1,"b":2}"#, None, "each name once"),
            (r#"{"a":1,"b":{"a":2}}"#, None, "in two objects"),
            (r#"{"a":1,"a":2}"#, Some(r#"{"a":2}"#), "twice"),
            (
                r#"[{"b":1,"a":1,"\u0061":[2.0]}]"#,
                Some(r#"[{"a":[2.0],"b":1}]"#),
                "spelled in two ways",
            ),
            (
                r#"{"q\"":{"x":1,"x":"y\n"}}"#,
                Some(r#"{"q\"":{"x":"y\n"}}"#),
                "further in",
            ),
        ] {
            let object = Object::read(serde_json::from_str(text).unwrap(), None, []).unwrap();
            assert_eq!(has_any(object.root()), wanted.is_some(), "{why}");
            if let Some(wanted) = wanted {
                assert_eq!(last_alone(text).as_deref(), Some(wanted), "{why}");
            }
        }
    }
}
