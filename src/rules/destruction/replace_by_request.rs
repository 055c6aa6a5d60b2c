//! Rule `replace-by-request`: somebody asked for a replacement with -replace.

use super::is_replaced_for;
use crate::facts::{ActionReason, ChangeKind};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "replace-by-request",
    summary: "somebody asked for a replacement with -replace",
    family: "destruction",
    level: Level::Note,
    checks: &[Check::Change(check)],
    scope: RuleScope::Kind(ChangeKind::Replace),
    ..Rule::BASE
};

fn check(_: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    if is_replaced_for(view.change, &ActionReason::ReplaceByRequest) {
        findings.push(
            Finding::about(view.change, "is replaced because somebody asked for it with -replace")
                .why("the configuration does not say so, and the next plan will not show that this was requested")
                .help("make sure that whoever asked meant this address, or plan again without -replace"),
        );
    }
}
