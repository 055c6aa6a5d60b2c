//! Declarations and arguments in the native syntax.

use std::ops::Range;

use hcl_edit::Span as _;
use hcl_edit::expr::{Expression, ObjectKey};
use hcl_edit::structure::{Block, BlockLabel, Body};

use super::{ArgumentStep, Holds, Spot, Value, choose};
use crate::source::Span;
use crate::tfjson::declaration::DeclarationKind;

/// Declares what a file declares.
pub(super) fn declarations<'f, 'd: 'f>(
    body: &'f Body,
    shift: usize,
    declare: &mut impl FnMut(DeclarationKind, Vec<String>, Span, Holds<'f, 'd>),
) {
    let place = |span: Option<Range<usize>>| span.map(|span| shifted(&span, shift)).unwrap_or_default();
    for block in body.blocks() {
        let holds = Holds::Native(&block.body, shift);
        let mut values = |kind, body: &'f Body| {
            for attribute in body.attributes() {
                let name = attribute.key.value().as_str().to_owned();
                declare(
                    kind,
                    vec![name],
                    place(attribute.key.span()),
                    Holds::Value(value_of(&attribute.value, shift)),
                );
            }
        };
        match block.ident.value().as_str() {
            "locals" => values(DeclarationKind::Local, &block.body),
            "terraform" => {
                for required in block.body.get_blocks("required_providers") {
                    values(DeclarationKind::RequiredProvider, &required.body);
                }
            }
            "removed" => {
                let from = block.body.get_attribute("from").map(|from| from.value.to_string());
                if let Some(from) = from {
                    declare(
                        DeclarationKind::Removed,
                        vec![from.trim().to_owned()],
                        place(head(block)),
                        holds,
                    );
                }
            }
            kind => {
                let Some(kind) = DeclarationKind::of_block(kind) else {
                    continue;
                };
                let mut labels = labels(block);
                if kind == DeclarationKind::Provider {
                    let alias = block.body.get_attribute("alias").and_then(|alias| alias.value.as_str());
                    labels.extend(alias.map(str::to_owned));
                }
                for data in block.body.get_blocks("data").filter(|_| kind == DeclarationKind::Check) {
                    let holds = Holds::Native(&data.body, shift);
                    declare(DeclarationKind::Data, self::labels(data), place(head(data)), holds);
                }
                declare(kind, labels, place(head(block)), holds);
            }
        }
    }
}

fn labels(block: &Block) -> Vec<String> {
    block.labels.iter().map(|label| label.as_str().to_owned()).collect()
}

/// The type of a block and its labels.
fn head(block: &Block) -> Option<Range<usize>> {
    let kind = block.ident.span()?;
    let end = match block.labels.last() {
        Some(BlockLabel::Ident(label)) => label.span()?.end,
        Some(BlockLabel::String(label)) => label.span()?.end,
        None => kind.end,
    };
    Some(kind.start..end)
}

pub(super) fn shifted(span: &Range<usize>, shift: usize) -> Span {
    Span::new(span.start + shift, span.end + shift)
}

/// The name of the argument, nested block or member that the steps lead to, or the element, as far as it is written.
pub(super) fn argument<'f, 'd: 'f>(body: &'f Body, shift: usize, steps: &[ArgumentStep]) -> Option<Spot<'f, 'd>> {
    let [ArgumentStep::Name(name), rest @ ..] = steps else {
        return None;
    };
    if let Some(attribute) = body.get_attribute(name) {
        let here = || Spot::value(attribute.key.span(), &attribute.value, shift);
        return in_expression(&attribute.value, shift, rest).or_else(here);
    }
    let is_made =
        |block: &Block| block.has_ident("dynamic") && block.labels.first().is_some_and(|label| label.as_str() == name);
    let blocks: Vec<_> = body
        .blocks()
        .filter(|block| block.has_ident(name) || is_made(block))
        .collect();
    let named = |block: &Block| Some(Spot::block(shifted(&head(block)?, shift)));
    let first = *blocks.first()?;
    if rest.is_empty() {
        return named(first);
    }
    let made: Vec<bool> = blocks.iter().map(|block| is_made(block)).collect();
    let (chosen, rest) = choose(&made, rest);
    let Some(block) = chosen.and_then(|chosen| blocks.get(chosen)) else {
        return named(first);
    };
    let block = match block.body.get_blocks("content").next() {
        Some(content) if is_made(block) => content,
        _ => *block,
    };
    argument(&block.body, shift, rest).or_else(|| named(block))
}

fn in_expression<'f, 'd: 'f>(value: &'f Expression, shift: usize, steps: &[ArgumentStep]) -> Option<Spot<'f, 'd>> {
    match (steps, value) {
        ([_, ..], Expression::Parenthesis(inner)) => in_expression(inner.inner(), shift, steps),
        ([ArgumentStep::Name(name), rest @ ..], Expression::Object(object)) => {
            let is_name = |key: &ObjectKey| match key {
                ObjectKey::Ident(ident) => ident.value().as_str() == name,
                ObjectKey::Expression(key) => key.as_str() == Some(name),
            };
            let (key, value) = object.iter().find(|(key, _)| is_name(key))?;
            let key = match key {
                ObjectKey::Ident(ident) => ident.span(),
                ObjectKey::Expression(key) => key.span(),
            };
            let here = || Spot::value(key, value.expr(), shift);
            in_expression(value.expr(), shift, rest).or_else(here)
        }
        ([_, ..], Expression::Array(array)) => {
            let (chosen, rest) = choose(&vec![false; array.len()], steps);
            let element = array.get(chosen?)?;
            let here = || Spot::value(element.span(), element, shift);
            in_expression(element, shift, rest).or_else(here)
        }
        _ => None,
    }
}

impl<'f> Spot<'f, '_> {
    fn value(name: Option<Range<usize>>, value: &'f Expression, shift: usize) -> Option<Self> {
        Some(Self {
            name: shifted(&name?, shift),
            value: value_of(value, shift),
        })
    }
}

fn value_of<'d>(value: &Expression, shift: usize) -> Value<'_, 'd> {
    match value.span() {
        Some(span) => Value::Native(shifted(&span, shift)),
        None => Value::Unknown,
    }
}
