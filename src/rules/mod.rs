//! What is bad: every rule of planlint, one file each, beside the page that documents and tests it.

mod checks;
mod data;
mod destruction;
mod plan_health;

use crate::lint::Rule;

/// Every rule, in the order of families and names. A test holds the list against the folder.
pub const RULES: &[Rule] = &[
    checks::failed_check::RULE,
    checks::unknown_check::RULE,
    destruction::delete::RULE,
    destruction::delete_stateful::RULE,
    destruction::forget::RULE,
    destruction::replace::RULE,
    destruction::replace_stateful::RULE,
    plan_health::errored_plan::RULE,
    plan_health::incomplete_plan::RULE,
    plan_health::newer_format::RULE,
    plan_health::unrecognized_action::RULE,
];
