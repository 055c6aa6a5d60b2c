//! Rule `failed-check`: a check, condition or validation does not hold.

use crate::facts::{CheckRow, CheckStatus};
use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope, RuleSubject};

pub(crate) const RULE: Rule = Rule {
    id: "failed-check",
    summary: "a check, condition or validation does not hold",
    family: "checks",
    subject: RuleSubject::PlansAndStates,
    level: Level::Error,
    checks: &[Check::Document(check)],
    scope: RuleScope::Named,
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    for result in context.facts.checks.iter().flat_map(CheckRow::results) {
        let says = match result.status {
            CheckStatus::Fail => "does not hold",
            CheckStatus::Error => "could not be evaluated because of an error",
            // A status that came after this program must not pass for a pass.
            CheckStatus::Other(_) => "has a status that planlint does not know",
            CheckStatus::Pass | CheckStatus::Unknown => continue,
        };
        let finding = Finding::about_check(&result, says)
            .help("fix what the message names, or the condition itself if it asks for too much");
        findings.push(if result.problems.is_empty() {
            finding
        } else {
            finding.why_listed(result.problems.iter().map(ToString::to_string).collect(), "; ")
        });
    }
}
