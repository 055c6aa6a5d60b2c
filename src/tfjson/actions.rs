//! What triggers actions of Terraform: events, and the actions themselves, which are named as references are.

use super::decode::Decoder;
use super::problem::ProblemKind;
use crate::hcljson::template::{Met, Native, NativeKind, StepKind, Traversal, is_template};
use crate::hcljson::{Block, Content, Expression, Node, Property};

/// After and before which an action can be triggered.
const EVENTS: &str = "before_create after_create before_update after_update";

/// An `action_trigger`.
pub(super) fn trigger<'f, 'a>(decoder: &mut Decoder<'_, 'f, 'a>, block: &Block<'f, 'a>, content: &Content<'f, 'a>) {
    let named = block.body.node().opening();
    if let Some(events) = content.attribute("events").map(Property::value) {
        let Some(elements) = Expression::new(events).list() else {
            return decoder.reject(ProblemKind::NotList, events.opening());
        };
        if elements.is_empty() {
            decoder.reject(ProblemKind::Trigger("at least one event triggers"), named);
        }
        let mut seen = Vec::new();
        for element in elements {
            match element.keyword() {
                Some(word) if !EVENTS.split(' ').any(|known| known == word) => {
                    decoder.reject(ProblemKind::Keyword { allowed: EVENTS }, element.node().span());
                }
                Some(word) if seen.contains(&word) => {
                    let kind = ProblemKind::Trigger("the event is named a second time");
                    decoder.reject(kind, element.node().span());
                }
                Some(word) => seen.push(word),
                None => decoder.static_error(element.node(), "a word"),
            }
        }
    }
    if let Some(actions) = content.attribute("actions").map(Property::value) {
        let Some(elements) = Expression::new(actions).list() else {
            return decoder.reject(ProblemKind::NotList, actions.opening());
        };
        if elements.is_empty() {
            decoder.reject(ProblemKind::Trigger("at least one action is triggered"), named);
        }
        for element in elements
            .iter()
            .filter(|element| Named::by(element.node()) == Named::Nothing)
        {
            decoder.static_error(element.node(), "an action of the module, as action.type.name,");
        }
    }
}

/// What an element of `actions` names.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// One action, by its type and its name.
    Action(String, String),
    /// What is computed of one.
    Computed,
    /// No action, or several.
    Nothing,
}

impl Named {
    /// What an element names.
    pub(super) fn by(node: Node<'_, '_>) -> Self {
        let text = node.string().filter(|text| !is_template(text.as_str()));
        match text.as_ref().map(|text| Native::parse(text.as_str())) {
            Some(Ok(native)) => Self::in_native(&native),
            _ => Self::Nothing,
        }
    }

    fn in_native(native: &Native<'_>) -> Self {
        let mut actions = Vec::new();
        let mut is_other = false;
        native.walk(|met| {
            if let Met::Reference(traversal) = met {
                match action(traversal) {
                    Some(named) => actions.push(named),
                    // What chooses among the instances of an action.
                    None => is_other |= !matches!(traversal.root, "each" | "count"),
                }
            }
        });
        let is_alone = matches!(&native.kind, NativeKind::Variable(_));
        match (actions.pop(), actions.pop()) {
            (Some((kind, name)), None) if !is_other && is_alone => Self::Action(kind, name),
            (Some(_), None) if !is_other => Self::Computed,
            _ => Self::Nothing,
        }
    }
}

fn action(traversal: &Traversal<'_>) -> Option<(String, String)> {
    let name = |number: usize| match traversal.steps.get(number).map(|step| &step.kind) {
        Some(StepKind::Attribute(name)) => Some((*name).to_owned()),
        _ => None,
    };
    (traversal.root == "action").then_some(())?;
    Some((name(0)?, name(1)?))
}
