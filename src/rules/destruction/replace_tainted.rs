//! Rule `replace-tainted`: a tainted object is replaced.

use super::is_replaced_for;
use crate::facts::{ActionReason, ChangeKind};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "replace-tainted",
    summary: "a tainted object is replaced",
    family: "destruction",
    level: Level::Note,
    checks: &[Check::Change(check)],
    scope: RuleScope::Kind(ChangeKind::Replace),
    ..Rule::BASE
};

fn check(_: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    if is_replaced_for(view.change, &ActionReason::ReplaceBecauseTainted) {
        findings.push(
            Finding::about(view.change, "is replaced because it is tainted")
                .why("its creation or a provisioner failed before, or somebody marked it")
                .help("if the object is fine after all, clear the mark with the untaint command and plan again"),
        );
    }
}
