//! Rule `unknown-check`: a check, condition or validation is decided only during apply.

use crate::facts::{Undecided, UndecidedChecks};
use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope, RuleSubject};

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
    // Of what no apply decides `unevaluated-check` speaks.
    let undecided = UndecidedChecks::of(context.facts);
    for row in &context.facts.checks {
        for result in row.results() {
            if undecided.reason(row, &result) != Some(Undecided::DuringApply) {
                continue;
            }
            let help = match &*result.kind {
                // It warns, and stops nothing.
                "check" => "look at its result after the apply",
                _ => "look at its result after the apply; a condition that fails then stops it partway",
            };
            findings.push(Finding::about_check(&result, "is decided only during apply").help(help));
        }
    }
}
