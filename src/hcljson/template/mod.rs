//! Templates and expressions of the native syntax, as strings of JSON hold them.
//!
//! Read by a parser of our own and not by `hcl-edit`: that refuses some of what the engines take (`{a=1, a=2}`,
//! `1e400`, more than 64 brackets), takes some of what they refuse (a line feed in a quoted string), and needs a
//! millisecond for 25 kB of literal text. Its verdicts stand beside ours in `fixtures/config/templates.tsv`.

mod error;
mod expression;
mod letters;
mod lex;
mod parse;
mod parts;
mod plain;

pub use self::error::{TemplateError, TemplateErrorKind};
pub use self::expression::{Call, For, Met, Native, NativeKind, Operator, Part, Step, StepKind, Traversal};

pub(crate) use self::lex::name as name_length;
pub(crate) use self::plain::is_names;

use self::expression::Walk;
use self::parse::Parser;
use crate::source::Span;
use std::borrow::Cow;

/// A text with interpolations and directives (HCL native syntax specification, "Templates"), which a string in full
/// expression mode is (HCL JSON specification, "Strings").
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Template<'t> {
    /// In order; literals are never empty.
    pub parts: Vec<Part<'t>>,
}

impl<'t> Template<'t> {
    /// Reads a decoded text.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place in the text.
    pub fn parse(text: &'t str) -> Result<Self, TemplateError> {
        if !is_template(text) {
            let literal = (!text.is_empty()).then_some(Part::Literal(Cow::Borrowed(text)));
            return Ok(Self {
                parts: literal.into_iter().collect(),
            });
        }
        let inside = text
            .len()
            .checked_sub(1)
            .filter(|end| *end > 2 && text.starts_with("${") && text.ends_with('}'));
        if let Some(expression) = inside.and_then(|end| plain::native(text, 2, end)) {
            let span = Span::new(0, text.len());
            let strips = false;
            let part = Part::Interpolation {
                expression,
                span,
                strips,
            };
            return Ok(Self { parts: vec![part] });
        }
        Parser::new(text).template().map(|parts| Self { parts })
    }

    /// The one expression that the template is, so that its value is taken as it is and not made a string ("Template
    /// Interpolation Unwrapping").
    #[must_use]
    pub fn unwrapped(&self) -> Option<&Native<'t>> {
        match self.parts.as_slice() {
            [Part::Interpolation { expression, .. }] => Some(expression),
            _ => None,
        }
    }

    /// Meets every reference and every call, from left to right.
    pub fn walk<'w>(&'w self, meet: impl FnMut(Met<'w, 't>)) {
        walk(meet).parts(&self.parts);
    }
}

impl<'t> Native<'t> {
    /// Reads a decoded text as one expression.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place in the text.
    pub fn parse(text: &'t str) -> Result<Self, TemplateError> {
        match plain::native(text, 0, text.len()) {
            Some(native) => Ok(native),
            None => Parser::new(text).whole_expression(),
        }
    }

    /// Meets every reference and every call, from left to right.
    pub fn walk<'w>(&'w self, meet: impl FnMut(Met<'w, 't>)) {
        walk(meet).expression(self);
    }
}

impl<'t> Traversal<'t> {
    /// Reads a decoded text as a traversal in which nothing is computed (HCL JSON specification, "Static Traversal"):
    /// names with dots between them, and numbers or quoted strings in brackets.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place in the text.
    pub fn parse(text: &'t str) -> Result<Self, TemplateError> {
        match plain::traversal(text, 0, text.len()) {
            Some(traversal) => Ok(traversal),
            None => Parser::new(text).whole_traversal(),
        }
    }
}

/// Whether a text has anything that is not literal: `${` or `%{`, which escapes have too.
#[must_use]
pub(crate) fn is_template(text: &str) -> bool {
    memchr::memchr_iter(b'{', text.as_bytes())
        .any(|at| at > 0 && matches!(text.as_bytes().get(at - 1), Some(b'$' | b'%')))
}

fn walk<'w, 't: 'w, F: FnMut(Met<'w, 't>)>(meet: F) -> Walk<'w, 't, F> {
    Walk {
        bound: Vec::new(),
        meet,
        marker: std::marker::PhantomData,
    }
}

#[cfg(test)]
mod tests;
