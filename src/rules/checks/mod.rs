//! Checks: conditions, validations and check blocks that do not hold or could not be evaluated.

pub(super) mod failed_check;
pub(super) mod unevaluated_check;
pub(super) mod unknown_check;
