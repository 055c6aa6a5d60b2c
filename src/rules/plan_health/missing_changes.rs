//! Rule `missing-changes`: the plan can be applied, and lists nothing that an apply would do.

use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "missing-changes",
    summary: "the plan can be applied, and lists nothing that an apply would do",
    family: "plan-health",
    level: Level::Error,
    checks: &[Check::Document(check)],
    scope: RuleScope::Whole,
    instead: Some(super::ANOTHER_PLAN),
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let facts = context.facts;
    let Some(plan) = facts.plan() else { return };
    // A plan that destroys everything deletes the outputs too.
    let prior = plan.prior_values();
    let keeps_outputs = !plan.output_changes.is_empty() || prior.is_some_and(|values| !values.outputs.is_empty());
    // Any other plan says of each object what becomes of it.
    let is_empty = facts.is_refresh_only() && !facts.changes_anything();
    if plan.applyable == Some(true) && is_empty && !keeps_outputs {
        findings.push(
            Finding::on_property(
                "applyable",
                "the plan can be applied, and lists nothing that an apply would do",
            )
            .why("it only refreshes the state, or its changes were taken out of the file: both look the same")
            .help("for plans of -refresh-only allow this rule; for any other judge what `show -json` prints, as it is"),
        );
    }
}
