//! Rule `empty-plan`: the plan changes nothing.

use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "empty-plan",
    summary: "the plan changes nothing",
    family: "plan-health",
    level: Level::Allow,
    checks: &[Check::Document(check)],
    scope: RuleScope::Whole,
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let Some(plan) = context.facts.plan() else {
        return;
    };
    // What an errored plan would have changed nobody knows.
    if plan.errored == Some(true) || context.facts.changes_anything() {
        return;
    }
    findings.push(
        Finding::on_property("resource_changes", "the plan changes nothing")
            .why("if a change was expected, the plan may be for the wrong workspace, backend or variables")
            .help("look at the workspace, the backend and the variables that the plan command was given"),
    );
}
