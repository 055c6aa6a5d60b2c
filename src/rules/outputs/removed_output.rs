//! Rule `removed-output`: an output is removed, or becomes null.

use crate::facts::ActionKind;
use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "removed-output",
    summary: "an output is removed, or becomes null",
    family: "outputs",
    level: Level::Warning,
    checks: &[Check::Document(check)],
    scope: RuleScope::Named,
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let Some(plan) = context.facts.plan() else {
        return;
    };
    for output in &context.facts.outputs {
        let is_null = output.wire.after.is_some_and(|after| after.is_null());
        let had_value = output.wire.before.is_some_and(|before| !before.is_null());
        let goes = match output.action() {
            ActionKind::Delete => true,
            ActionKind::Update => is_null && had_value,
            _ => false,
        };
        if !goes {
            continue;
        }
        let declared = plan
            .configuration
            .as_ref()
            .is_some_and(|configuration| configuration.root_module.outputs.get(output.name).is_some());
        let planned = plan
            .planned_values
            .as_ref()
            .is_some_and(|values| values.outputs.get(output.name).is_some());
        let (says, why) = match (declared, planned || is_null && output.action() == ActionKind::Update) {
            (false, _) => (
                "is removed",
                "whoever reads it from this state gets an error from now on",
            ),
            (true, true) => (
                "becomes null",
                "whoever reads it from this state finds nothing from now on",
            ),
            // A plan that destroys everything takes the outputs along.
            (true, false) => continue,
        };
        findings.push(
            Finding::about_output(output, says).why(why).help(
                "look for what reads it (remote state, scripts, pipelines), and keep the output until nothing does",
            ),
        );
    }
}
