//! Rule `rewritten-plan`: the plan does not say whether planning succeeded, as every plan of its version does.

use crate::facts::EngineRange;
use crate::lint::{Check, Context, Finding, Level, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "rewritten-plan",
    summary: "the plan does not say whether planning succeeded, as its engine always does",
    family: "plan-health",
    level: Level::Error,
    since: "0.1.0",
    page: include_str!("rewritten_plan.md"),
    covers: &[],
    options: None,
    checks: &[Check::Document(check)],
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    // Both engines write it since 1.6, whatever it is (format.md §1.6).
    let is_due = EngineRange::parse(">=1.6").and_then(|range| context.facts.engine_version_in(&range));
    if context.facts.plan().is_some_and(|plan| plan.errored.is_none()) && is_due == Some(true) {
        findings.push(
            Finding::on_property(
                "errored",
                "the plan does not say whether planning ended with an error",
            )
            .why("its engine always writes `errored`: something that rewrote the plan left it out, and a plan that was cut \
                 short would look whole")
            .help("judge what `show -json` prints, as it is"),
        );
    }
}
