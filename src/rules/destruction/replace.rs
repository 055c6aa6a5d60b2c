//! Rule `replace`: an object is destroyed and created again.

use crate::facts::{ChangeKind, Fate, Replacement};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule, RuleScope};

use super::keeping::undo_replacement;

pub(crate) const RULE: Rule = Rule {
    id: "replace",
    summary: "an object is destroyed and created again",
    family: "destruction",
    level: Level::Note,
    covers: &[
        "destroy-before-create",
        "forget-and-recreate",
        "replace-by-request",
        "replace-by-trigger",
        "replace-stateful",
        "replace-tainted",
    ],
    checks: &[Check::Change(check)],
    scope: RuleScope::Kind(ChangeKind::Replace),
    ..Rule::BASE
};

fn check(_: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let (says, time) = match view.change.fate {
        Fate::Replace(Replacement::DestroyFirst) => ("is destroyed, then created again", "without the object"),
        Fate::Replace(Replacement::CreateFirst) => (
            "is created again, then the old object is destroyed",
            "when both objects are there",
        ),
        _ => return,
    };
    let help = format!("{}, or plan for the time {time}", undo_replacement(view.change));
    findings.push(
        Finding::about(view.change, says)
            .at_forcing(view.change)
            .why_if(view.why())
            .help(help),
    );
}
