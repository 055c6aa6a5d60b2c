//! Rule `replace-by-trigger`: `replace_triggered_by` replaces an object.

use super::is_replaced_for;
use crate::facts::{ActionReason, ChangeKind};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "replace-by-trigger",
    summary: "replace_triggered_by replaces an object",
    family: "destruction",
    level: Level::Note,
    checks: &[Check::Change(check)],
    scope: RuleScope::Kind(ChangeKind::Replace),
    ..Rule::BASE
};

fn check(_: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    if is_replaced_for(view.change, &ActionReason::ReplaceByTriggers) {
        findings.push(
            Finding::about(
                view.change,
                "is replaced because something in its replace_triggered_by changes",
            )
            .why("its own configuration need not have changed, and plans do not say what the trigger is")
            .help("look at what its replace_triggered_by lists, and decide whether that change is worth a replacement"),
        );
    }
}
