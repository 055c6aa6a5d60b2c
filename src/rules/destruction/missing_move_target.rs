//! Rule `missing-move-target`: a `moved` block leads to nothing, and the object is destroyed.

use crate::facts::{ActionReason, Fate};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "missing-move-target",
    summary: "a moved block leads nowhere, and the object is destroyed",
    family: "destruction",
    level: Level::Error,
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

fn check(_: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    let reason = change.wire.action_reason.as_ref();
    if change.fate != Fate::Delete || reason != Some(&ActionReason::DeleteBecauseNoMoveTarget) {
        return;
    }
    let finding = Finding::about(
        change,
        "is destroyed: a `moved` block leads there, and nothing is configured there",
    )
    .help("correct `to` in the `moved` block, or write the resource that it names");
    findings.push(match change.moved_from {
        Some(from) => finding.why(format!("the object was at {from}; a move was meant, not a destruction")),
        None => finding.why("a move was meant, not a destruction"),
    });
}
