//! Rule `unevaluated-check`: a check or condition was passed over.

use crate::facts::{CheckStatus, Fate};
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
    // Where everything goes there is nothing left to check, and the engine evaluates none.
    let managed = context.facts.changes.iter().filter(|change| change.managed());
    let fates: Vec<Fate> = managed.map(|change| change.fate).collect();
    let errored = context.facts.plan().is_some_and(|plan| plan.errored == Some(true));
    if !errored && !fates.is_empty() && fates.iter().all(|fate| *fate == Fate::Delete) {
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
