//! Rule `inapplicable-plan`: the engine would refuse to apply the plan.

use crate::facts::ActionKind;
use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "inapplicable-plan",
    summary: "the engine would refuse to apply the plan",
    family: "plan-health",
    level: Level::Note,
    checks: &[Check::Document(check)],
    scope: RuleScope::Whole,
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let Some(plan) = context.facts.plan() else {
        return;
    };
    // An error is `errored-plan`, and that nothing is to be done every report says anyway. Of a plan that only
    // refreshes the engine says so too where nothing but addresses differs, and then writes those; it refuses outputs.
    let facts = context.facts;
    let refreshes_alone = facts.is_refresh_only()
        && facts.outputs.iter().all(|output| output.action() == ActionKind::NoOp)
        && facts.deferred.is_empty()
        && !facts.has_actions();
    let lists_changes = facts.changes_anything() && !refreshes_alone;
    if plan.applyable == Some(false) && plan.errored != Some(true) && lists_changes {
        findings.push(
            Finding::on_property(
                "applyable",
                "the engine would refuse to apply the plan although it lists changes",
            )
            .why("applying it ends with an error, or does less than the list says")
            .help("plan again, and read what the plan command says"),
        );
    }
}
