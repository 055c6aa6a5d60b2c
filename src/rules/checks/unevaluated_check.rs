//! Rule `unevaluated-check`: a check or condition was passed over.

use std::collections::BTreeSet;

use crate::facts::address::{Address, AddressMode};
use crate::facts::{CheckResult, CheckStatus, Facts, Fate, Plan};
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
    let waits = waits_for_apply(facts);
    let left_out = LeftOut::of(facts);
    for row in &facts.checks {
        // With `count = 0` a check has no instances either; the engine says that it passes.
        let is_passed_over = row.instances.is_empty();
        let results = row.results().filter(|result| result.status == CheckStatus::Unknown);
        for result in results.filter(|result| is_passed_over || !waits || left_out.holds(result)) {
            findings.push(if let Some(plan) = facts.plan() {
                let (why, help) = reason(facts, plan);
                Finding::about_check(&result, "was not evaluated").why(why).help(help)
            } else {
                let finding = Finding::about_check(&result, "has no result in this state")
                    .why("the apply that wrote it did not evaluate it, or failed before")
                    .help("plan again: that evaluates it");
                // Engines do not keep of some conditions what came of them while planning.
                if is_passed_over {
                    finding
                } else {
                    finding.at_most(Level::Note)
                }
            });
        }
    }
}

/// Why a plan did not evaluate a check, and what helps, as far as the plan tells.
fn reason(facts: &Facts<'_>, plan: &Plan<'_>) -> (&'static str, &'static str) {
    if plan.errored == Some(true) {
        (
            "the plan failed; the check may not have been reached, or may depend on what is known only after apply",
            "fix what stops the plan, so that the check is evaluated",
        )
    } else if plan.errored.is_some() && only_destroys(facts) {
        (
            "a plan with `-destroy` evaluates no checks",
            "plan without `-destroy`, so that the check is evaluated",
        )
    } else if !facts.deferred.is_empty() {
        (
            "the engine did not get to it: the plan has targets, or puts off what comes before it",
            "plan without `-target` and `-exclude`, and judge the next plan too: that may evaluate it",
        )
    } else if plan.complete != Some(false) && facts.is_refresh_only() {
        (
            "a refresh-only plan evaluates nothing of what is still to be created",
            "plan without `-refresh-only`, so that the check is evaluated",
        )
    } else if plan.complete == Some(false) || plan.complete.is_none() && plan.errored.is_some() {
        (
            "the plan has targets, and they leave it out",
            "plan without `-target` and `-exclude`, so that the check is evaluated",
        )
    } else {
        (
            "the engine did not get to it: the plan has targets, or failed before",
            "plan without `-target` and `-exclude`, and fix what stops the plan, so that the check is evaluated",
        )
    }
}

/// Instances that a plan lists among those of their resource, and that nothing of its work is about: so it is with
/// targets that are other instances, and with what a refresh-only plan leaves to be created.
pub(super) struct LeftOut<'f> {
    /// What the plan speaks of; `None` where a plan cannot tell.
    spoken_of: Option<BTreeSet<&'f str>>,
    /// Whether the plan is known to leave something out.
    is_part: bool,
}

impl<'f> LeftOut<'f> {
    /// Those of a plan; of a state none.
    pub(super) fn of(facts: &'f Facts<'_>) -> Self {
        let refreshes = facts.is_refresh_only();
        // Most plans have no checks, and some very many changes.
        let has_list = |plan: &&Plan<'_>| plan.resource_changes.is_some() || refreshes;
        let plan = facts.plan().filter(has_list).filter(|_| !facts.checks.is_empty());
        let deferred = facts.deferred.iter().map(|deferred| &deferred.change);
        let all = facts.changes.iter().chain(deferred);
        Self {
            spoken_of: plan.map(|_| all.map(|change| &*change.address).collect()),
            is_part: refreshes || plan.is_some_and(|plan| plan.complete == Some(false)),
        }
    }

    /// Whether a result is of such an instance. Plans list every object that is managed, and of data sources only those
    /// that are read later.
    pub(super) fn holds(&self, result: &CheckResult<'_>) -> bool {
        let Some(spoken_of) = &self.spoken_of else {
            return false;
        };
        let is_managed = |address: Address<'_>| address.mode == AddressMode::Managed;
        &*result.kind == "resource"
            && !spoken_of.contains(&*result.address)
            && (self.is_part || Address::parse(&result.address).is_ok_and(is_managed))
    }
}

/// Whether what is not known yet is decided by an apply: nothing applies a state, nor a plan that failed.
pub(super) fn waits_for_apply(facts: &Facts<'_>) -> bool {
    facts.plan().is_some_and(|plan| plan.errored != Some(true))
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

/// Whether a plan was made with `-destroy`: whatever else deletes an object that is not left over says why.
fn only_destroys(facts: &Facts<'_>) -> bool {
    let mut current = facts
        .changes
        .iter()
        .filter(|change| change.managed() && change.wire.deposed().is_none())
        .peekable();
    current.peek().is_some() && current.all(|change| change.fate == Fate::Delete && change.wire.action_reason.is_none())
}
