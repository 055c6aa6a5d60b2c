//! Outputs: what others read from this configuration, and what becomes of it.

pub(super) mod output_only_change;
pub(super) mod removed_output;
pub(super) mod retyped_output;
