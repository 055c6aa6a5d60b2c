//! Destruction: objects that are destroyed, replaced or left behind.

pub(super) mod delete;
pub(super) mod delete_stateful;
pub(super) mod deposed_leftover;
pub(super) mod forget;
pub(super) mod forget_and_recreate;
pub(super) mod mass_destroy;
pub(super) mod missing_move_target;
pub(super) mod replace;
pub(super) mod replace_by_request;
pub(super) mod replace_by_trigger;
pub(super) mod replace_stateful;
pub(super) mod replace_tainted;
