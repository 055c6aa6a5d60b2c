//! Rule `incomplete-plan`: applying this plan would leave changes undone.

use crate::facts::Facts;
use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope};
use crate::words::plural;

pub(crate) const RULE: Rule = Rule {
    id: "incomplete-plan",
    summary: "applying this plan would leave changes undone",
    family: "plan-health",
    level: Level::Warning,
    checks: &[Check::Document(check)],
    scope: RuleScope::Whole,
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let Some(plan) = context.facts.plan() else {
        return;
    };
    let (changes, actions) = (context.facts.deferred.len(), plan.deferred_action_invocations.len());
    let deferred = changes + actions;
    // A plan that was cut short is never complete, and `errored-plan` says so and why.
    if deferred == 0 && plan.errored == Some(true) {
        return;
    }
    let property = if plan.complete == Some(false) {
        "complete"
    } else if changes > 0 {
        "deferred_changes"
    } else if deferred > 0 {
        "deferred_action_invocations"
    } else {
        findings.extend(left_out(context.facts));
        return;
    };
    let finding = Finding::on_property(
        property,
        "the plan is not complete: more changes follow in a later plan",
    );
    findings.push(if deferred == 0 {
        finding
            .why("it was limited with -target, or the engine could not plan everything")
            .help("judge the next plan too; without -target the engine plans everything it can")
    } else {
        let are = if deferred == 1 { "is" } else { "are" };
        let counted = [(changes, "change"), (actions, "action")];
        let counted = counted.into_iter().filter(|(count, _)| *count > 0);
        let counted: Vec<_> = counted.map(|(count, what)| plural(count, what)).collect();
        finding
            .why(format!("{} {are} deferred", counted.join(" and ")))
            .help("apply this plan, plan again, and judge that plan too")
    });
}

/// Of a plan that does not say whether it is complete, what tells that it is not.
fn left_out(facts: &Facts<'_>) -> Option<Finding> {
    let mut missing = facts.unlisted_objects();
    let first = missing.next()?;
    let others = missing.count();
    let objects = match others {
        0 => format!("{}, which exists", first.address),
        1 => format!("{} and another object, which exist", first.address),
        many => format!("{} and {many} other objects, which exist", first.address),
    };
    let says = "the plan is not complete: more changes may follow in a later plan";
    Some(
        Finding::on_property("resource_changes", says)
            .why(format!(
                "it does not mention {objects}: it was limited with -target or -exclude, or changes were taken out of it"
            ))
            .help("judge the next plan too; without -target and -exclude the engine plans everything it can"),
    )
}
