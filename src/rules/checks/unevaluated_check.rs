//! Rule `unevaluated-check`: a check or condition was passed over.

use crate::facts::{Facts, Fate, Undecided, UndecidedChecks, only_destroys};
use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope, RuleSubject};
use crate::order;

pub(crate) const RULE: Rule = Rule {
    id: "unevaluated-check",
    summary: "a check, condition or validation was not evaluated",
    family: "checks",
    subject: RuleSubject::PlansAndStates,
    level: Level::Warning,
    checks: &[Check::Document(check)],
    scope: RuleScope::Named,
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let facts = context.facts;
    if all_goes(facts) {
        return;
    }
    let undecided = UndecidedChecks::of(facts);
    for row in &facts.checks {
        for result in row.results() {
            let words = undecided.reason(row, &result).and_then(why_and_help);
            findings.extend(words.map(|(says, why, help)| {
                let finding = Finding::about_check(&result, says).why(why).help(help);
                // Engines do not keep of some conditions what came of them while planning.
                if facts.plan().is_some() || row.instances.is_empty() {
                    finding
                } else {
                    finding.at_most(Level::Note)
                }
            }));
        }
    }
}

/// What is said of a check that is passed over, why it is, and what helps; `None` for one that the apply decides.
const fn why_and_help(undecided: Undecided) -> Option<(&'static str, &'static str, &'static str)> {
    let (why, help) = match undecided {
        Undecided::DuringApply => return None,
        Undecided::NoResult => {
            return Some((
                "has no result in this state",
                "the apply that wrote it did not evaluate it, or failed before",
                "plan again: that evaluates it",
            ));
        }
        Undecided::PlanFailed => (
            "the plan failed; the check may not have been reached, or may depend on what is known only after apply",
            "fix what stops the plan, so that the check is evaluated",
        ),
        Undecided::Destroying => (
            "a plan with `-destroy` evaluates no checks",
            "plan without `-destroy`, so that the check is evaluated",
        ),
        Undecided::PutOff => (
            "the engine did not get to it: the plan has targets, or puts off what comes before it",
            "plan without `-target` and `-exclude`, and judge the next plan too: that may evaluate it",
        ),
        Undecided::Refreshing => (
            "a refresh-only plan evaluates nothing of what is still to be created",
            "plan without `-refresh-only`, so that the check is evaluated",
        ),
        Undecided::LeftOut => (
            "the plan has targets, and they leave it out",
            "plan without `-target` and `-exclude`, so that the check is evaluated",
        ),
        Undecided::NotReached => (
            "the engine did not get to it: the plan has targets, or failed before",
            "plan without `-target` and `-exclude`, and fix what stops the plan, so that the check is evaluated",
        ),
    };
    Some(("was not evaluated", why, help))
}

/// Whether nothing is left to check, of which the engine evaluates nothing: every object that there is goes. With
/// targets others stay that no change tells of. A plan that was to destroy, and failed, would check nothing either.
fn all_goes(facts: &Facts<'_>) -> bool {
    if facts.plan().is_some_and(|plan| plan.errored == Some(true)) {
        return only_destroys(facts);
    }
    if facts.plan().is_some_and(|plan| plan.complete == Some(false)) {
        return false;
    }
    let managed = || facts.changes.iter().filter(|change| change.managed());
    if managed().any(|change| change.fate != Fate::Delete) {
        return false;
    }
    let gone = order::set(managed().map(|change| (&*change.address, change.wire.deposed())));
    let mut objects = facts.objects().iter().filter(|object| object.may_be_managed());
    !gone.is_empty() && objects.all(|object| gone.contains(&(&*object.address, object.deposed())))
}
