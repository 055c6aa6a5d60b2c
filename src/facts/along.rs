//! Marks behind paths into a block as it is written.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::tofu::{Step, Text};

use super::secrecy::marks::Marks;

/// What is marked at a place of a block as it is written, of whichever instance and element: blocks of a set have no
/// place, and one `dynamic` block makes many.
///
/// What is found below it is kept, since a block may have thousands of expressions whose paths differ in an index
/// alone.
pub(super) struct AlongWritten<'a> {
    marks: Arc<Marks<'a>>,
    /// Where these are marks of a list: those of any of its elements.
    any_item: Option<Box<Self>>,
    members: BTreeMap<Text<'a>, Self>,
}

impl<'a> AlongWritten<'a> {
    pub(super) fn new(marks: Marks<'a>) -> Self {
        Self {
            marks: Arc::new(marks),
            any_item: None,
            members: BTreeMap::new(),
        }
    }

    /// The marks behind a path from here.
    pub(super) fn get(&mut self, path: &[Step<'a>]) -> &Arc<Marks<'a>> {
        let mut at = self;
        for step in path {
            if at.marks.is_off() || at.marks.is_on() {
                break;
            }
            if at.marks.items() > 0 {
                let marks = &at.marks;
                at = at
                    .any_item
                    .get_or_insert_with(|| Box::new(Self::new(marks.of_any_item())));
            }
            if let Step::Key(key) = step {
                let marks = &at.marks;
                at = at
                    .members
                    .entry(key.clone())
                    .or_insert_with(|| Self::new(marks.get(key).clone()));
            }
        }
        &at.marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_those_of_any_element() {
        for (marks, path, wanted, why) in [
            ("{}", r#"["a"]"#, "false", "nothing is marked"),
            ("true", r#"["a",0,"b"]"#, "true", "all is"),
            (r#"{"a":{"b":true}}"#, r#"["a","b"]"#, "true", "a member of a member"),
            (r#"{"a":{"b":true}}"#, r#"["a","c"]"#, "false", "another one"),
            (
                r#"{"a":[{"b":true},{"c":true}]}"#,
                r#"["a"]"#,
                r#"[{"b":true},{"c":true}]"#,
                "a whole list",
            ),
            (
                r#"{"a":[{"b":true},{"c":true}]}"#,
                r#"["a",0]"#,
                r#"{"b":true,"c":true}"#,
                "an element: any of them",
            ),
            (
                r#"{"a":[{"b":true},{"c":true}]}"#,
                r#"["a",7,"c"]"#,
                "true",
                "a member of any element",
            ),
            (
                r#"{"a":[{"b":true},{"c":true}]}"#,
                r#"["a","c"]"#,
                "true",
                "of a single block as it is written",
            ),
            (
                r#"{"a":[[{"b":true}]]}"#,
                r#"["a",0,"b"]"#,
                "true",
                "of lists in a list",
            ),
            (
                r#"{"a":[[[{"b":true}]]]}"#,
                r#"["a",0,"b"]"#,
                "false",
                "deeper than that",
            ),
            (
                r#"{"a":{"b":true}}"#,
                r#"["a",0,"b"]"#,
                "true",
                "an element of what is no list",
            ),
        ] {
            let [read, wanted] = [marks, wanted].map(|text| Marks::read(serde_json::from_str(text).ok()).unwrap());
            let path: Vec<Step<'_>> = serde_json::from_str(path).unwrap();
            let mut along = AlongWritten::new(read);
            for _ in 0..2 {
                assert_eq!(**along.get(&path), wanted, "{why}");
            }
        }
    }
}
