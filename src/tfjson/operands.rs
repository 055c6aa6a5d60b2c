//! What operators and functions need, and the constants that do not become it.

use super::known_type::KnownType;
use crate::hcljson::template::{Met, Native, NativeKind, Operator, Part, Template};
use crate::hcljson::{Expression, Node, Value};

/// What a value must be, or become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needed {
    Bool,
    Number,
    Text,
    /// The same, as a part of a text that has others.
    InText,
    /// What a `for` goes through.
    Many,
    /// A list, a set or a tuple.
    List,
    /// A map or an object.
    Map,
    /// What has a length.
    Countable,
}

impl Needed {
    /// For people, with an article.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Bool => "true or false",
            Self::Number => "a number",
            Self::Text | Self::InText => "a text",
            Self::Many => "a list, a set, a map or an object",
            Self::List => "a list or a set",
            Self::Map => "a map or an object",
            Self::Countable => "a text, a list, a set, a map or an object",
        }
    }

    /// What an operator needs on both sides, where all that it takes is of one type.
    pub(super) const fn by(operator: Operator) -> Option<Self> {
        match operator {
            Operator::And | Operator::Or | Operator::Not => Some(Self::Bool),
            Operator::Equal | Operator::NotEqual => None,
            _ => Some(Self::Number),
        }
    }
}

/// Whether there may be any: in most templates nothing is interpolated but references.
pub(super) fn may_stand_in(parts: &[Part<'_>]) -> bool {
    let is_reference = |expression: &Native<'_>| matches!(expression.kind, NativeKind::Variable(_));
    parts.iter().any(|part| match part {
        Part::Literal(_) => false,
        Part::Interpolation { expression, .. } => !is_reference(expression),
        Part::If { .. } | Part::For { .. } => true,
    })
}

/// Whether an expression is a constant, or made by what always makes the same, that surely does not become what is
/// needed.
pub(super) fn is_other(expression: &Native<'_>, needed: Needed) -> bool {
    use Needed::{Bool, Countable, InText, List, Many, Map, Number, Text};
    match &expression.kind {
        NativeKind::Parentheses(inside) => is_other(inside, needed),
        NativeKind::Tuple(_) => !matches!(needed, Many | List | Countable),
        NativeKind::Object(_) => !matches!(needed, Many | Map | Countable),
        // Where null will do nobody asks.
        NativeKind::Null => true,
        NativeKind::Bool(_) => !matches!(needed, Bool | Text | InText),
        NativeKind::Number(_) => !matches!(needed, Number | Text | InText),
        NativeKind::Template(parts) => match (parts.as_slice(), needed) {
            ([], Bool | Number) => true,
            ([Part::Literal(text)], Bool) => !matches!(text.as_ref(), "true" | "false" | "1" | "0"),
            ([Part::Literal(text)], Number) => !may_be_number(text),
            ([Part::Interpolation { expression, .. }], _) => is_other(expression, needed),
            (_, Text | InText | Countable | Bool | Number) => false,
            // What several parts make is a text, whatever they are.
            (_, Many | List | Map) => true,
        },
        _ => KnownType::made(expression).is_some_and(|made| !made.may_be(needed)),
    }
}

/// Whether a text may read as a number, too large a one perhaps, or one without end.
pub(super) fn may_be_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = digits.split_once(['e', 'E', 'p', 'P']).unwrap_or((digits, "0"));
    let is_whole = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.eq_ignore_ascii_case("inf")
        || is_whole(&mantissa.replacen('.', "", 1)) && is_whole(exponent.strip_prefix(['-', '+']).unwrap_or(exponent))
}

/// Whether a text of several parts may read as what is needed, whatever comes of those that are computed; of any other
/// value nothing is said.
pub(super) fn may_read_as(node: Node<'_, '_>, needed: Needed) -> bool {
    let text = node.string();
    let Some(Ok(template)) = text.as_ref().map(|text| Template::parse(text.as_str())) else {
        return true;
    };
    if template.unwrapped().is_some() {
        return true;
    }
    // White space beside such a marker is perhaps not there.
    let strips = text.as_ref().is_some_and(|text| text.as_str().contains('~'));
    let written = || {
        template.parts.iter().filter_map(|part| match part {
            Part::Literal(text) if strips => Some(text.trim()),
            Part::Literal(text) => Some(text),
            _ => None,
        })
    };
    match needed {
        Needed::Bool => ["true", "false", "1", "0"]
            .iter()
            .any(|word| written().all(|text| word.contains(text))),
        // There are exponents, and numbers without end.
        Needed::Number => {
            let is_of_number = |letter: char| letter.is_ascii_digit() || "+-._eEiInNfFtTyY".contains(letter);
            written().all(|text| text.chars().all(is_of_number))
        }
        _ => true,
    }
}

/// Whether an expression is computed, or a text of which something is.
pub(super) fn has_holes(expression: &Native<'_>) -> bool {
    match &expression.kind {
        NativeKind::Parentheses(inside) => has_holes(inside),
        NativeKind::Template(parts) => parts.iter().any(|part| !matches!(part, Part::Literal(_))),
        _ => KnownType::made(expression).is_some() && !Value::of(expression).is_constant(),
    }
}

/// Whether an expression is `null`.
pub(super) fn is_null(expression: &Native<'_>) -> bool {
    match &expression.kind {
        NativeKind::Parentheses(inside) => is_null(inside),
        kind => matches!(kind, NativeKind::Null),
    }
}

/// Whether anything is referred to in a value that is a template.
pub(super) fn has_references(node: Node<'_, '_>) -> bool {
    let mut found = false;
    Expression::new(node).templates(&mut |_, template| {
        if let Ok(template) = template {
            template.walk(|met| found |= matches!(met, Met::Reference(_)));
        }
    });
    found
}
