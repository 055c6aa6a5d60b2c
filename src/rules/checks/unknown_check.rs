//! Rule `unknown-check`: a check, condition or validation is decided only during apply.

use crate::facts::{CheckRow, CheckStatus};
use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope, RuleSubject};

use super::unevaluated_check::{LeftOut, waits_for_apply};

pub(crate) const RULE: Rule = Rule {
    id: "unknown-check",
    summary: "a check, condition or validation is decided only during apply",
    family: "checks",
    subject: RuleSubject::PlansAndStates,
    level: Level::Note,
    checks: &[Check::Document(check)],
    scope: RuleScope::Named,
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    // There `unevaluated-check` speaks of it.
    if !waits_for_apply(context.facts) {
        return;
    }
    // Without instances the engine never came to it, nor to one that the plan leaves out: `unevaluated-check` says so.
    let left_out = LeftOut::of(context.facts);
    let asked = context.facts.checks.iter().filter(|row| !row.instances.is_empty());
    for result in asked.flat_map(CheckRow::results) {
        if result.status == CheckStatus::Unknown && !left_out.holds(&result) {
            let help = match &*result.kind {
                // It warns, and stops nothing.
                "check" => "look at its result after the apply",
                _ => "look at its result after the apply; a condition that fails then stops it partway",
            };
            findings.push(Finding::about_check(&result, "is decided only during apply").help(help));
        }
    }
}
