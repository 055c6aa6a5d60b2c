//! Marks of sensitivity that a change takes away.

use crate::json::{Kind, ReadError};

use super::attr::{Attr, Object};
use super::change::ResourceChange;
use super::marks::marks_anything;
use super::member_path::{Prefixes, member};

/// An attribute that was sensitive before the change and is not after it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LostMark {
    /// The attribute, as people write it: `environment[0].variables`.
    pub path: String,
    /// Whether the value after the change is known only after apply.
    pub unknown: bool,
    /// Whether the value itself stays the same.
    pub same: bool,
}

impl ResourceChange<'_> {
    /// The attributes that lose their mark and still hold something, in the order of the document.
    ///
    /// A whole of which only parts stay marked has not lost its mark: engines mark a set as a whole for one element
    /// (§2.4). Of lists that changed their length nobody can say which element became which, so that a list
    /// counts when no mark is left in it.
    #[must_use]
    pub fn lost_marks(&self) -> Vec<LostMark> {
        self.read_lost_marks().unwrap_or_default()
    }

    fn read_lost_marks(&self) -> Result<Vec<LostMark>, ReadError> {
        let wire = &self.wire.change;
        let (Some(marks), Some(_)) = (wire.before_sensitive.filter(|raw| marks_anything(*raw)), wire.after) else {
            return Ok(Vec::new());
        };
        let before = Object::read(wire.before, None, [marks])?;
        let after = Object::read(wire.after, wire.after_unknown, wire.after_sensitive)?;
        let mut lost = Vec::new();
        if after.root().is_unset() {
            return Ok(lost);
        }
        let mut prefixes = Prefixes::default();
        let mut open = vec![(String::new(), before.root(), after.root())];
        while let Some((path, one, two)) = open.pop() {
            if one.is_unset() || two.is_unset() || two.is_sensitive() {
                continue;
            }
            let same_list = one.items().count() == two.items().count();
            if one.is_sensitive() || (one.kind() == Some(Kind::Array) && !same_list && any_mark(one)) {
                if !any_mark(two) && !is_empty(two) {
                    lost.push(LostMark {
                        path,
                        unknown: two.is_unknown(),
                        same: one.same_known_value(two),
                    });
                }
                continue;
            }
            let from = open.len();
            let path = prefixes.of(&path);
            let members = one.beside(two).filter(|(_, below, _)| !below.is_unset());
            open.extend(members.map(|(key, one, two)| (member(&path, &key), one, two)));
            if same_list {
                open.extend(
                    one.items()
                        .zip(two.items())
                        .enumerate()
                        .map(|(index, (one, two))| (format!("{path}[{index}]"), one, two)),
                );
            }
            open[from..].reverse();
        }
        Ok(lost)
    }
}

fn is_empty(attr: Attr<'_, '_>) -> bool {
    match attr.kind() {
        Some(Kind::Array) => attr.items().next().is_none(),
        Some(Kind::Object) => attr.entries().next().is_none(),
        Some(Kind::String) => attr.equals_text("").is_true(),
        _ => false,
    }
}

fn any_mark(attr: Attr<'_, '_>) -> bool {
    let mut open = vec![attr];
    while let Some(attr) = open.pop() {
        if attr.is_sensitive() {
            return true;
        }
        open.extend(attr.items());
        open.extend(attr.entries().map(|(_, below)| below));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::change::Place;
    use crate::facts::marked::Marked;
    use crate::tofu::ResourceChange as Wire;

    #[test]
    #[expect(clippy::too_many_lines, reason = "one table: a row a way to lose a mark")]
    fn only_what_was_marked_and_is_not_is_lost() {
        for (before, marks, after, unknown, marks_after, wanted, why) in [
            (
                r#"{"a":"x"}"#,
                r#"{"a":true}"#,
                r#"{"a":"x"}"#,
                "{}",
                "{}",
                vec![("a", false, true)],
                "the plain case",
            ),
            (
                r#"{"a":"x"}"#,
                r#"{"a":true}"#,
                r#"{"a":"y"}"#,
                "{}",
                "{}",
                vec![("a", false, false)],
                "another value",
            ),
            (
                r#"{"a":"x"}"#,
                r#"{"a":true}"#,
                "{}",
                r#"{"a":true}"#,
                "{}",
                vec![("a", true, false)],
                "not known yet",
            ),
            (
                r#"{"a":"x"}"#,
                r#"{"a":true}"#,
                r#"{"a":"x"}"#,
                "{}",
                r#"{"a":true}"#,
                vec![],
                "still marked",
            ),
            (
                r#"{"a":"x"}"#,
                r#"{"a":true}"#,
                r#"{"a":null}"#,
                "{}",
                "{}",
                vec![],
                "nothing is there",
            ),
            (
                r#"{"a":null}"#,
                r#"{"a":true}"#,
                r#"{"a":"x"}"#,
                "{}",
                "{}",
                vec![],
                "nothing was there",
            ),
            (
                r#"{"a":"x"}"#,
                r#"{"a":true}"#,
                "null",
                "{}",
                "false",
                vec![],
                "the object goes",
            ),
            (
                r#"{"a":{"b":"x","c":"y"}}"#,
                r#"{"a":true}"#,
                r#"{"a":{"b":"x","c":"y"}}"#,
                "{}",
                r#"{"a":{"b":true}}"#,
                vec![],
                "marked more finely",
            ),
            (
                r#"{"a":[{"b":"x"}]}"#,
                r#"{"a":[{"b":true}]}"#,
                r#"{"a":[{"b":"x"}]}"#,
                "{}",
                r#"{"a":[{}]}"#,
                vec![("a[0].b", false, true)],
                "in a block",
            ),
            (
                r#"{"a":["x","y"]}"#,
                r#"{"a":[true,false]}"#,
                r#"{"a":["y"]}"#,
                "{}",
                r#"{"a":[false]}"#,
                vec![("a", false, false)],
                "a list that got shorter: it may be the other",
            ),
            (
                r#"{"a":["x","y"]}"#,
                r#"{"a":[true,false]}"#,
                r#"{"a":["x"]}"#,
                "{}",
                r#"{"a":[true]}"#,
                vec![],
                "a list that keeps a mark",
            ),
        ] {
            let json = format!(
                r#"{{"address":"t.n","change":{{"actions":["update"],"before":{before},"before_sensitive":{marks},
                    "after":{after},"after_unknown":{unknown},"after_sensitive":{marks_after}}}}}"#
            );
            let wire: Wire<'_> = serde_json::from_str(&json).unwrap();
            let lost: Vec<_> = ResourceChange::new(&wire, Place::Change(0), &Marked::default()).lost_marks();
            let lost: Vec<_> = lost
                .iter()
                .map(|lost| (lost.path.as_str(), lost.unknown, lost.same))
                .collect();
            assert_eq!(lost, wanted, "{why}");
        }
    }
}
