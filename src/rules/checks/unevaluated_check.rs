//! Rule `unevaluated-check`: a check or condition was passed over.

use std::collections::BTreeSet;

use crate::facts::{CheckStatus, Facts, Fate, Plan};
use crate::lint::{Check, Context, Finding, Level, Rule, RuleSubject};

pub(crate) const RULE: Rule = Rule {
    id: "unevaluated-check",
    summary: "a check, condition or validation was not evaluated",
    family: "checks",
    subject: RuleSubject::PlansAndStates,
    level: Level::Warning,
    page: page!("checks/unevaluated_check"),
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    if all_goes(context.facts) {
        return;
    }
    let waits = waits_for_apply(context.facts);
    for row in &context.facts.checks {
        // With `count = 0` a check has no instances either; the engine says that it passes.
        let is_passed_over = row.instances.is_empty();
        let results = row.results().filter(|result| result.status == CheckStatus::Unknown);
        for result in results.filter(|_| is_passed_over || !waits) {
            findings.push(if context.facts.plan().is_none() {
                let finding = Finding::about_check(&result, "has no result in this state")
                    .why("the apply that wrote it did not evaluate it, or failed before")
                    .help("plan again: that evaluates it");
                // Engines do not keep of some conditions what came of them while planning.
                if is_passed_over {
                    finding
                } else {
                    finding.at_most(Level::Note)
                }
            } else if is_passed_over {
                Finding::about_check(&result, "was not evaluated")
                    .why("the engine did not get to it: the plan has targets, or failed before")
                    .help(
                        "plan without `-target` and `-exclude`, and fix what stops the plan, so that the check is \
                         evaluated",
                    )
            } else {
                Finding::about_check(&result, "was not evaluated")
                    .why("the plan failed before it was decided")
                    .help("fix what stops the plan, so that the check is evaluated")
            });
        }
    }
}

/// Whether what is not known yet is decided by an apply: nothing applies a state, nor a plan that failed.
pub(super) fn waits_for_apply(facts: &Facts<'_>) -> bool {
    facts.plan().is_some_and(|plan| plan.errored != Some(true))
}

/// Whether nothing is left to check, of which the engine evaluates nothing: every object that there is goes. With
/// targets others stay that no change tells of.
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
    let mut objects = facts.objects().iter().filter(|object| object.may_be_managed());
    !gone.is_empty() && objects.all(|object| gone.contains(&(&*object.address, object.deposed())))
}
