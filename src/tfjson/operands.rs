//! Constants that are no operands: what no engine converts to a number, to true or false, to text or to what can be gone through.

use crate::hcljson::template::{Met, Native, NativeKind, Operator, Part};
use crate::hcljson::{Expression, Node};

/// What an operator needs on both sides, where all that it takes is of one type.
pub(super) const fn needed_by(operator: Operator) -> Option<&'static str> {
    match operator {
        Operator::And | Operator::Or | Operator::Not => Some(BOOL),
        Operator::Equal | Operator::NotEqual => None,
        _ => Some(NUMBER),
    }
}

pub(super) const BOOL: &str = "true or false";
pub(super) const NUMBER: &str = "a number";
pub(super) const TEXT: &str = "a text";
pub(super) const MANY: &str = "a list, a set, a map or an object";

/// Whether there may be any: in most templates nothing is interpolated but references.
pub(super) fn may_stand_in(parts: &[Part<'_>]) -> bool {
    let is_reference = |expression: &Native<'_>| matches!(expression.kind, NativeKind::Variable(_));
    parts.iter().any(|part| match part {
        Part::Literal(_) => false,
        Part::Interpolation { expression, .. } => !is_reference(expression),
        Part::If { .. } | Part::For { .. } => true,
    })
}

/// Whether an expression is a constant that surely does not become what is needed.
pub(super) fn is_other(expression: &Native<'_>, needed: &str) -> bool {
    match &expression.kind {
        NativeKind::Parentheses(inside) => is_other(inside, needed),
        NativeKind::Tuple(_) | NativeKind::Object(_) => needed != MANY,
        NativeKind::Null => needed == TEXT || needed == MANY,
        NativeKind::Bool(_) => needed == NUMBER || needed == MANY,
        NativeKind::Number(_) => needed == BOOL || needed == MANY,
        NativeKind::Template(parts) => match parts.as_slice() {
            [Part::Literal(text)] => match needed {
                BOOL => !matches!(text.as_ref(), "true" | "false" | "1" | "0"),
                // There are numbers without end, too.
                NUMBER => !text.contains(|letter: char| letter.is_numeric() || letter.eq_ignore_ascii_case(&'i')),
                MANY => true,
                _ => false,
            },
            _ => false,
        },
        _ => false,
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
