//! Rule `replace-stateful`: an object that holds data is destroyed and created again.

use crate::facts::{ChangeKind, Fate, ResourceChange};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule, RuleScope};

use super::keeping::undo_replacement;
use crate::rules::data::Stateful;

pub(crate) const RULE: Rule = Rule {
    id: "replace-stateful",
    summary: "an object that holds data is destroyed and created again",
    family: "destruction",
    level: Level::Error,
    checks: &[Check::Document(check)],
    scope: RuleScope::Kind(ChangeKind::Replace),
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let stateful = Stateful::with(&context.settings.stateful_types);
    let replaced = |change: &&ResourceChange<'_>| matches!(change.fate, Fate::Replace(order) if order.destroys());
    for change in context.facts.changes.iter().filter(replaced) {
        if let Some(loss) = stateful.loss(change, None) {
            let why = ChangeView::new(change).why().map(|why| format!("{why}; {loss}"));
            let finding = Finding::about(change, "is destroyed and created again")
                .at_forcing(change)
                .why(why.unwrap_or(loss));
            findings.push(if stateful.takes_over(change) {
                // This is how a key is exchanged; the order keeps from harm who reads it in this configuration.
                finding.at_most(Level::Warning).help(format!(
                    "give the new one to everybody who has the old one before the old one goes, or {}",
                    undo_replacement(change)
                ))
            } else {
                finding.help(format!(
                    "copy what it holds and restore it afterwards, or {}",
                    undo_replacement(change)
                ))
            });
        }
    }
}
