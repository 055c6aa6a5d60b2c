//! Rule `delete-stateful`: an object that holds data is destroyed.

use crate::facts::{ChangeKind, Fate};
use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope};

use super::keeping::Keeping;
use crate::rules::data::Stateful;

pub(crate) const RULE: Rule = Rule {
    id: "delete-stateful",
    summary: "an object that holds data is destroyed",
    family: "destruction",
    level: Level::Error,
    checks: &[Check::Document(check)],
    scope: RuleScope::Kind(ChangeKind::Delete),
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let stateful = Stateful::with(&context.settings.stateful_types);
    for change in context
        .facts
        .changes
        .iter()
        .filter(|change| change.fate == Fate::Delete && change.managed())
    {
        if let Some(loss) = stateful.loss(change, change.why().as_deref()) {
            let Keeping { keep, forget } = Keeping::of(context.facts, change);
            let finding = Finding::about(change, "is destroyed").why(loss);
            if stateful.is_mild(change) {
                let help = format!("make sure that nobody uses it any more, or {keep}");
                findings.push(finding.at_most(Level::Warning).help(help));
                continue;
            }
            let help = forget.map_or_else(
                || format!("{keep}, or copy what it holds first"),
                |forget| format!("{keep}, copy what it holds first, or forget it instead: {forget}"),
            );
            findings.push(finding.help(help));
        }
    }
}
