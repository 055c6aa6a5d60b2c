//! Destruction: objects that are destroyed, replaced or left behind.

pub(super) mod count_shift;
mod covered;
pub(super) mod delete;
pub(super) mod delete_stateful;
pub(super) mod deposed_leftover;
pub(super) mod destroy_before_create;
pub(super) mod destructive_update;
pub(super) mod forced_destruction;
pub(super) mod forget;
pub(super) mod forget_and_recreate;
mod keeping;
pub(super) mod key_change;
mod made;
pub(super) mod mass_destroy;
pub(super) mod missing_move_target;
pub(super) mod protection_removed;
pub(super) mod replace;
pub(super) mod replace_by_request;
pub(super) mod replace_by_trigger;
pub(super) mod replace_stateful;
pub(super) mod replace_tainted;
pub(super) mod shorter_retention;

use crate::facts::{ActionReason, Fate, ResourceChange};

/// Whether it is replaced, and for this reason.
fn is_replaced_for(change: &ResourceChange<'_>, reason: &ActionReason<'_>) -> bool {
    matches!(change.fate, Fate::Replace(_)) && change.wire.action_reason.as_ref() == Some(reason)
}
