//! Paths of attributes as people write them, `rule[0].tags["a b"]`: written here, and read back.

use std::borrow::Cow;

use crate::tofu::{Step, Text};

use super::address::Key;
use super::member_path::is_attribute_name;

/// A path as people write it: `ebs_block_device[0].size`, `tags["a b"]`.
#[must_use]
pub(crate) fn path_text(path: &[Step<'_>]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Key(key) if is_identifier(key) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(key);
            }
            Step::Key(key) => text.push_str(&quoted_key(key)),
            Step::Index(index) => text.push_str(&Key::Int(*index).to_string()),
            // A step of no kind that engines write: its place in the path is all that can be said.
            Step::Other(_) => text.push_str("[…]"),
        }
    }
    text
}

/// The name of a row, `attribute.key` for an element of a map, as the path that settings take: `tags["a b"]`. All that
/// stands behind the first dot is the key.
#[must_use]
pub(crate) fn row_path(name: &str) -> Cow<'_, str> {
    match name.split_once('.') {
        Some((attribute, key)) if is_attribute_name(attribute) && !is_identifier(key) => {
            Cow::Owned(format!("{attribute}{}", quoted_key(key)))
        }
        _ => Cow::Borrowed(name),
    }
}

/// A name behind a path, as it stands there: `.name`, or `["a name"]`.
#[must_use]
pub(crate) fn name_behind(name: &str) -> String {
    if is_identifier(name) {
        format!(".{name}")
    } else {
        quoted_key(name)
    }
}

fn quoted_key(key: &str) -> String {
    Key::Str(key.into()).to_string()
}

fn is_identifier(word: &str) -> bool {
    !word.is_empty()
        && !word.starts_with(|first: char| first.is_ascii_digit() || first == '-')
        && word
            .chars()
            .all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-')
}

/// A step of a path that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PathStep<'t> {
    /// A name, or a key in quotes.
    Name(Cow<'t, str>),
    /// An element, from 0.
    Index(u64),
    /// `[]`: an element without a number, or each.
    Any,
    /// Here the path goes on in a way that nobody can read; it is the last step.
    Unreadable,
}

/// The steps of a path, each read when it is asked for. Keys may be in quotes as any engine writes them, in addresses
/// or in references. A dot at the beginning is that of a longer path of which this is the rest.
#[derive(Clone, Debug)]
pub(crate) struct PathSteps<'t> {
    rest: &'t str,
    is_first: bool,
}

impl<'t> PathSteps<'t> {
    pub(crate) const fn new(path: &'t str) -> Self {
        Self {
            rest: path,
            is_first: true,
        }
    }

    fn step(&mut self) -> Option<PathStep<'t>> {
        if let Some(rest) = self.rest.strip_prefix("[]") {
            self.rest = rest;
            return Some(PathStep::Any);
        }
        if self.rest.starts_with('[') {
            let (key, rest) = Key::leading(self.rest)?;
            self.rest = rest;
            return match key {
                Key::Str(name) => Some(PathStep::Name(name)),
                Key::Int(index) => Some(PathStep::Index(index)),
                _ => None,
            };
        }
        let name = match self.rest.strip_prefix('.') {
            None if !self.is_first => return None,
            name => name.unwrap_or(self.rest),
        };
        let end = name.bytes().position(|byte| matches!(byte, b'.' | b'['));
        let (name, rest) = name.split_at_checked(end.unwrap_or(name.len()))?;
        self.rest = rest;
        (!name.is_empty()).then_some(PathStep::Name(Cow::Borrowed(name)))
    }
}

impl<'t> Iterator for PathSteps<'t> {
    type Item = PathStep<'t>;

    fn next(&mut self) -> Option<PathStep<'t>> {
        if self.rest.is_empty() {
            return None;
        }
        let step = self.step();
        self.is_first = false;
        Some(step.unwrap_or_else(|| {
            self.rest = "";
            PathStep::Unreadable
        }))
    }
}

/// The steps of a path to one place; `None` for what is none.
pub(in crate::facts) fn path_steps(path: &str) -> Option<Vec<Step<'_>>> {
    PathSteps::new(path).map(one_step).collect()
}

/// The steps of a path up to where it leads to one place, and can be read: all that it leads to is there or below.
pub(in crate::facts) fn readable_steps(path: &str) -> Vec<Step<'_>> {
    PathSteps::new(path).map_while(one_step).collect()
}

fn one_step(step: PathStep<'_>) -> Option<Step<'_>> {
    match step {
        PathStep::Name(name) => Some(Step::Key(Text::from(name))),
        PathStep::Index(index) => Some(Step::Index(index)),
        PathStep::Any | PathStep::Unreadable => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        const LETTERS: [&str; 14] = [
            "a",
            "0",
            "-",
            ".",
            "[",
            "]",
            "\"",
            "\\",
            "$",
            "%",
            "{",
            "\n",
            "é",
            "\u{e0001}",
        ];
        let mut keys = vec![String::new()];
        for length in 0..4 {
            let of_length = keys.iter().filter(|key| key.chars().count() == length);
            let longer = of_length.flat_map(|key| LETTERS.map(|letter| format!("{key}{letter}")));
            keys.extend(longer.collect::<Vec<_>>());
        }
        assert_eq!(keys.len(), 1 + 14 + 196 + 2_744 + 38_416);
        for key in &keys {
            for path in [
                vec![Step::Key(Text::new(key))],
                vec![
                    Step::Key("tags".into()),
                    Step::Key(Text::new(key)),
                    Step::Key("x".into()),
                ],
                vec![
                    Step::Key("l".into()),
                    Step::Index(7),
                    Step::Key(Text::new(key)),
                    Step::Index(0),
                ],
            ] {
                let text = path_text(&path);
                let wanted = path.iter().map(|step| match step {
                    Step::Key(key) => PathStep::Name(key.as_str().into()),
                    Step::Index(index) => PathStep::Index(*index),
                    Step::Other(_) => PathStep::Unreadable,
                });
                assert!(PathSteps::new(&text).eq(wanted), "{text}");
            }
        }
    }

    #[test]
    fn paths_are_read() {
        let name = |name: &'static str| PathStep::Name(name.into());
        for (path, wanted, why) in [
            ("", vec![], "the whole"),
            ("a.b", vec![name("a"), name("b")], "names"),
            (
                ".a[0].b",
                vec![name("a"), PathStep::Index(0), name("b")],
                "what stands behind an object",
            ),
            (
                "a[].b",
                vec![name("a"), PathStep::Any, name("b")],
                "elements without a number",
            ),
            (
                r#"t["a \"]\" b"].c"#,
                vec![name("t"), name(r#"a "]" b"#), name("c")],
                "a key",
            ),
            (r#"t["$${a}"]"#, vec![name("t"), name("${a}")], "as addresses have it"),
            (
                r#"t["${a}\a\x7f"]"#,
                vec![name("t"), name("${a}\u{7}\u{7f}")],
                "as references have it",
            ),
            (
                r#"t["\U000e0001"]"#,
                vec![name("t"), name("\u{e0001}")],
                "beyond the first plane",
            ),
            (r#"t[""]"#, vec![name("t"), name("")], "an empty key"),
            ("a..b", vec![name("a"), PathStep::Unreadable], "an empty name"),
            ("a.", vec![name("a"), PathStep::Unreadable], "at the end"),
            (
                "a[…].b",
                vec![name("a"), PathStep::Unreadable],
                "a step that nobody knows",
            ),
            (
                "a[...].b",
                vec![name("a"), PathStep::Unreadable],
                "what OpenTofu cannot print",
            ),
            (
                "a[*].b",
                vec![name("a"), PathStep::Unreadable],
                "nothing that is written",
            ),
            ("a[-1]", vec![name("a"), PathStep::Unreadable], "no element"),
            (r#"a["x"#, vec![name("a"), PathStep::Unreadable], "an open key"),
            ("a[", vec![name("a"), PathStep::Unreadable], "an open bracket"),
            (
                "a[0]b",
                vec![name("a"), PathStep::Index(0), PathStep::Unreadable],
                "no dot",
            ),
        ] {
            assert_eq!(PathSteps::new(path).collect::<Vec<_>>(), wanted, "{why}: {path}");
        }
    }
}
