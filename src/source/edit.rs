//! Edits of a text: what is put where, and what that is good for.

use std::borrow::Cow;

use super::Span;

/// One change of a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    /// What goes away, in bytes of the text before any edit; empty where something is put in.
    pub span: Span,
    /// What comes in its place. It never holds anything of the text, which may be a secret.
    pub text: Cow<'static, str>,
}

impl Edit {
    /// Puts a text in the place of what stands in `span`.
    pub fn new(span: Span, text: impl Into<Cow<'static, str>>) -> Self {
        Self {
            span,
            text: text.into(),
        }
    }

    /// Puts in a text before the byte `at`.
    pub fn insert(at: usize, text: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Span::new(at, at), text)
    }

    /// Takes away what stands in `span`.
    #[must_use]
    pub fn delete(span: Span) -> Self {
        Self::new(span, "")
    }
}

/// What makes one thing right: edits that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// What is done, as an instruction.
    pub description: &'static str,
    /// In the order of the text; none begins before the one before it ends.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// From the first byte of its first edit to the end of its last.
    #[must_use]
    pub fn span(&self) -> Span {
        match self.edits.as_slice() {
            [] => Span::default(),
            [first, ..] => Span::new(
                first.span.start,
                self.edits.last().map_or(first.span.end, |last| last.span.end),
            ),
        }
    }
}

/// A text after its edits; `None` where they are not in the order of the text, or stand outside of it.
pub fn edited<'e>(text: &str, edits: impl IntoIterator<Item = &'e Edit>) -> Option<String> {
    let mut edited = String::with_capacity(text.len());
    let mut copied = 0;
    for edit in edits {
        edited.push_str(text.get(copied..edit.span.start)?);
        edited.push_str(&edit.text);
        text.get(edit.span.range())?;
        copied = edit.span.end;
    }
    edited.push_str(text.get(copied..)?);
    Some(edited)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_made_in_order_or_not_at_all() {
        for (edits, expected, why) in [
            (vec![], Some("aébc"), "none"),
            (
                vec![Edit::insert(0, "["), Edit::insert(5, "]")],
                Some("[aébc]"),
                "around all",
            ),
            (
                vec![Edit::new(Span::new(1, 3), "e")],
                Some("aebc"),
                "a character of two bytes",
            ),
            (
                vec![Edit::insert(3, "x"), Edit::delete(Span::new(3, 4))],
                Some("aéxc"),
                "beside each other",
            ),
            (
                vec![Edit::delete(Span::new(0, 3)), Edit::delete(Span::new(1, 4))],
                None,
                "over each other",
            ),
            (vec![Edit::delete(Span::new(2, 3))], None, "inside of a character"),
            (vec![Edit::insert(6, "x")], None, "behind the end"),
        ] {
            assert_eq!(edited("aébc", &edits).as_deref(), expected, "{why}");
        }
    }
}
