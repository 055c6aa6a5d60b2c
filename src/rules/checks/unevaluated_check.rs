//! Rule `unevaluated-check`: a check or condition was passed over.

use std::collections::BTreeSet;

use crate::facts::{CheckStatus, Facts, Fate, Mode, Plan};
use crate::lint::{Check, Context, Finding, Level, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "unevaluated-check",
    summary: "a check, condition or validation was not evaluated",
    family: "checks",
    level: Level::Warning,
    since: "0.1.0",
    covers: &[],
    page: include_str!("unevaluated_check.md"),
    options: None,
    checks: &[Check::Document(check)],
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    if all_goes(context.facts) {
        return;
    }
    // With `count = 0` a check has no instances either; the engine says that it passes.
    let passed_over = context
        .facts
        .checks
        .iter()
        .filter(|row| row.instances.is_empty() && row.status == CheckStatus::Unknown);
    for result in passed_over.flat_map(crate::facts::CheckRow::results) {
        findings.push(
            Finding::about_check(&result, "was not evaluated")
                .why("the engine did not get to it: the plan has targets, or failed before")
                .help(
                    "plan without `-target` and `-exclude`, and fix what stops the plan, so that the check is \
                     evaluated",
                ),
        );
    }
}

/// Whether nothing is left to check, of which the engine evaluates nothing: every object that there is goes. With targets
/// others stay that no change tells of.
fn all_goes(facts: &Facts<'_>) -> bool {
    let is_cut_short = |plan: &Plan<'_>| plan.errored == Some(true) || plan.complete == Some(false);
    if facts.plan().is_some_and(is_cut_short) {
        return false;
    }
    let mut gone = BTreeSet::new();
    for change in facts.changes.iter().filter(|change| change.managed()) {
        if change.fate != Fate::Delete {
            return false;
        }
        gone.insert((&*change.address, change.wire.deposed()));
    }
    let mut objects = facts.objects().iter().filter(|object| *object.mode() == Mode::Managed);
    !gone.is_empty() && objects.all(|object| gone.contains(&(&*object.address, object.deposed())))
}
