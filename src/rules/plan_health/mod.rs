//! Plan health: plans that do not say all that an apply would do.

pub(super) mod action_invocation;
pub(super) mod deferred_change;
pub(super) mod empty_plan;
pub(super) mod engine_version;
pub(super) mod errored_plan;
pub(super) mod inapplicable_plan;
pub(super) mod incomplete_plan;
mod milder;
pub(super) mod missing_changes;
pub(super) mod newer_format;
pub(super) mod rewritten_plan;
pub(super) mod stale_plan;
pub(super) mod unexpected_plan;
pub(super) mod unreadable_text;
pub(super) mod unrecognized_action;

/// What to do where a plan that was cut short, lost its changes or was not expected cannot be permitted: what else it
/// would have said nobody can tell, and of the next plan it says nothing.
const ANOTHER_PLAN: &str =
    "it is about the plan as a whole: make another plan; `planlint explain` tells more of the rule";
