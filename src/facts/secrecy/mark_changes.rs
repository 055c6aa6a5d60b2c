//! Attributes that become sensitive, or are so no longer, in words. Of an update that changes no value it is all there
//! is.

use std::collections::BTreeSet;

use super::marks::Marks;
use crate::facts::change::ResourceChange;
use crate::facts::member_path::{Prefixes, member};
use crate::facts::outputs::MarkChange;
use crate::facts::reason::{Part, Told};
use crate::words::shortened;

/// More paths than this are only counted.
const MOST: usize = 6;

impl ResourceChange<'_> {
    /// What becomes of the engine's own marks, in words, with paths as `told` tells them; `None` where they stay, or cannot
    /// be read. It says that the values stay, which whoever asks has to know.
    #[must_use]
    pub(crate) fn marks_alone(&self, told: Told<'_>) -> Option<String> {
        let change = &self.wire.change;
        let before = Marks::read(change.before_sensitive).ok()?;
        let after = Marks::read(change.after_sensitive).ok()?;
        words(&changes(&before, &after, self.marks().unwrap_or(&Marks::Off)), told)
    }
}

/// The paths whose marks change; nothing is told of what is below a mark, be it one of `all`.
fn changes(before: &Marks<'_>, after: &Marks<'_>, all: &Marks<'_>) -> Vec<(String, MarkChange)> {
    let mut found = Vec::new();
    walk(before, after, all, "", &mut Prefixes::default(), &mut found);
    found
}

fn walk(
    before: &Marks<'_>,
    after: &Marks<'_>,
    all: &Marks<'_>,
    path: &str,
    prefixes: &mut Prefixes,
    found: &mut Vec<(String, MarkChange)>,
) {
    if before == after {
        return;
    }
    let names = |marks: &Marks<'_>| match marks {
        Marks::Members(members) => Some(members.iter().map(|(name, _)| name.to_string()).collect()),
        Marks::Off => Some(BTreeSet::new()),
        Marks::On | Marks::Items(_) => None,
    };
    match (names(before), names(after)) {
        (Some(mut names), Some(others)) if !all.is_on() => {
            names.extend(others);
            let prefix = prefixes.of(path).into_owned();
            for name in names {
                let path = member(&prefix, &name);
                walk(
                    before.get(&name),
                    after.get(&name),
                    all.get(&name),
                    &path,
                    prefixes,
                    found,
                );
            }
        }
        _ => {
            let gained = after.is_on() || before.is_off();
            let change = if gained { MarkChange::Gained } else { MarkChange::Lost };
            found.push((path.to_owned(), change));
        }
    }
}

/// `input becomes sensitive, tags.Owner is no longer sensitive; the values stay`
fn words(changes: &[(String, MarkChange)], told: Told<'_>) -> Option<String> {
    let told = changes.iter().map(|(path, change)| {
        let path = match path.as_str() {
            "" => "the whole object".to_owned(),
            path => told(Part::Path(path)),
        };
        match change {
            MarkChange::Gained => format!("{path} becomes sensitive"),
            MarkChange::Lost => format!("{path} is no longer sensitive"),
        }
    });
    let told = shortened(told.collect(), MOST, "and ");
    match told.len() {
        0 => None,
        1 => Some(format!("{}; its value stays", told.join(", "))),
        _ => Some(format!("{}; the values stay", told.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::reason::plain;

    #[test]
    fn what_becomes_of_marks_is_told() {
        let read = |text: &str| -> Marks<'static> {
            let raw = serde_json::from_str(text).unwrap();
            Marks::read([raw]).unwrap().owned()
        };
        for (before, after, elsewhere, wanted, why) in [
            (
                r#"{"input":{},"output":{}}"#,
                r#"{"input":{"x":true},"output":{}}"#,
                "false",
                Some("input.x becomes sensitive; its value stays"),
                "y_sensonly/s2, a: Terraform 1.11.4 warns above `x` in `input`",
            ),
            (
                "{}",
                r#"{"input":true}"#,
                "false",
                Some("input becomes sensitive; its value stays"),
                "y_sensonly/s2, b",
            ),
            (
                r#"{"a":true,"b":true}"#,
                r#"{"b":true,"c":true}"#,
                "false",
                Some("a is no longer sensitive, c becomes sensitive; the values stay"),
                "one each",
            ),
            (
                r#"{"a":{"k":true}}"#,
                r#"{"a":true}"#,
                "false",
                Some("a becomes sensitive; its value stays"),
                "as a whole now",
            ),
            (
                r#"{"a":[false,true]}"#,
                "{}",
                "false",
                Some("a is no longer sensitive; its value stays"),
                "of lists the name",
            ),
            (
                "{}",
                r#"{"a":{"key":true}}"#,
                r#"{"a":true}"#,
                Some("a becomes sensitive; its value stays"),
                "a key that another place marks is not told",
            ),
            (
                "true",
                "false",
                "false",
                Some("the whole object is no longer sensitive; its value stays"),
                "all of it",
            ),
            (r#"{"a":{}}"#, "false", "false", None, "two ways to mark nothing"),
            (r#"{"a":true}"#, r#"{"a":true,"b":[false]}"#, "false", None, "the same"),
        ] {
            let (before, after, elsewhere) = (read(before), read(after), read(elsewhere));
            let all = Marks::any_of([before.clone(), after.clone(), elsewhere]);
            assert_eq!(
                words(&changes(&before, &after, &all), &plain).as_deref(),
                wanted,
                "{why}"
            );
        }
    }
}
