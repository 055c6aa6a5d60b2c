//! Plan health: plans that do not say all that an apply would do.

pub(super) mod errored_plan;
pub(super) mod incomplete_plan;
pub(super) mod newer_format;
pub(super) mod unrecognized_action;
