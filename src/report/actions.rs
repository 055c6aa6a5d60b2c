//! Provider actions in a report.

use crate::facts::Facts;
use crate::order;

use super::changes::{Node, ShownPlan};
use super::redact::{Redacted, Redactor};

/// A provider action that an apply invokes, now or later (Terraform 1.14).
#[derive(Clone, Debug)]
pub struct ActionRow {
    /// Address of the action.
    pub address: Redacted,
    /// Action type.
    pub type_name: Option<Redacted>,
    /// Provider as written.
    pub provider_name: Option<Redacted>,
    /// The resource whose change triggers it, or that calls it; `None` when asked for on the command line.
    pub triggered_by: Option<Redacted>,
    /// The engine's word for the moment: `AfterCreate`; `None` when no change triggers it.
    pub event: Option<Redacted>,
    /// The engine's word for why it is put off; `None` when this plan invokes it.
    pub reason: Option<Redacted>,
    /// What it is told; `None` where [`Rows`](super::Rows) did not ask, or where the document has none of it.
    pub arguments: Option<Box<Node>>,
    /// JSON pointer into the document.
    pub pointer: String,
}

/// The invocations of a plan, those that are put off too, in the order of addresses.
pub(super) fn rows<'a>(facts: &Facts<'a>, redactor: &Redactor, shown: Option<&ShownPlan<'_, 'a>>) -> Vec<ActionRow> {
    let mut rows: Vec<_> = facts
        .actions()
        .into_iter()
        .map(|action| {
            let invocation = action.wire;
            let trigger = invocation.lifecycle_action_trigger.as_ref();
            ActionRow {
                address: redactor.address(invocation.address.as_deref().unwrap_or_default()),
                type_name: redactor.address_option(invocation.r#type.as_deref()),
                provider_name: redactor.address_option(invocation.provider_name.as_deref()),
                triggered_by: redactor.address_option(action.invoked_by()),
                event: redactor.option(trigger.and_then(|trigger| trigger.action_trigger_event.as_deref())),
                reason: action
                    .deferred
                    .map(|reason| redactor.word(reason.as_str(), reason.is_listed())),
                arguments: shown.and_then(|shown| shown.arguments(invocation)).map(Box::new),
                pointer: action.pointer.to_string(),
            }
        })
        .collect();
    order::sort_by(&mut rows, |one, two| {
        (&one.address, &one.triggered_by, &one.event).cmp(&(&two.address, &two.triggered_by, &two.event))
    });
    rows
}
