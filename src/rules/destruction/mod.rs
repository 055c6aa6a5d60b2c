//! Destruction: objects that are destroyed, replaced or left behind.

pub(super) mod delete;
pub(super) mod delete_stateful;
pub(super) mod forget;
pub(super) mod replace;
pub(super) mod replace_stateful;
