//! Rule `errored-plan`: the plan was cut short by an error.

use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "errored-plan",
    summary: "the plan was cut short by an error",
    family: "plan-health",
    level: Level::Error,
    checks: &[Check::Document(check)],
    scope: RuleScope::Whole,
    instead: Some(super::ANOTHER_PLAN),
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    if context.facts.plan().is_some_and(|plan| plan.errored == Some(true)) {
        findings.push(
            Finding::on_property(
                "errored",
                "the plan ended with an error and lists only what was planned before it",
            )
            .why("what it would have destroyed after that point is not in it")
            .help("read the error in the output of the plan command, fix it, and plan again"),
        );
    }
}
