//! Rule `incomplete-plan`: applying this plan would leave changes undone.

use crate::lint::{Check, Context, Finding, Level, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "incomplete-plan",
    summary: "applying this plan would leave changes undone",
    family: "plan-health",
    level: Level::Warning,
    page: page!("plan_health/incomplete_plan"),
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let Some(plan) = context.facts.plan() else {
        return;
    };
    let deferred = context.facts.deferred.len() + plan.deferred_action_invocations.len();
    // A plan that was cut short is never complete, and `errored-plan` says so and why.
    if deferred == 0 && plan.errored == Some(true) {
        return;
    }
    let property = if plan.complete == Some(false) {
        "complete"
    } else if !context.facts.deferred.is_empty() {
        "deferred_changes"
    } else if deferred > 0 {
        "deferred_action_invocations"
    } else {
        return;
    };
    let finding = Finding::on_property(
        property,
        "the plan is not complete: more changes follow in a later plan",
    )
    .help("judge the next plan too; without -target the engine plans everything it can");
    findings.push(match deferred {
        0 => finding.why("it was limited with -target, or the engine could not plan everything"),
        1 => finding.why("1 change is deferred"),
        many => finding.why(format!("{many} changes are deferred")),
    });
}
