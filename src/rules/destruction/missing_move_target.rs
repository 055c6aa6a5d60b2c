//! Rule `missing-move-target`: a `moved` block leads to nothing, and the object is destroyed.

use crate::facts::address::Address;
use crate::facts::{ActionReason, ChangeKind, Fate};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "missing-move-target",
    summary: "a moved block leads nowhere, and the object is destroyed",
    family: "destruction",
    level: Level::Error,
    checks: &[Check::Change(check)],
    scope: RuleScope::Kind(ChangeKind::Delete),
    ..Rule::BASE
};

fn check(_: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    let reason = change.wire.action_reason.as_ref();
    if change.fate != Fate::Delete || reason != Some(&ActionReason::DeleteBecauseNoMoveTarget) {
        return;
    }
    if let Some(from) = change
        .moved_from
        .filter(|from| may_have_gone_along(from, &change.address))
    {
        findings.push(
            Finding::about(change, "is destroyed: it was moved there, and nothing is configured there")
                .why(format!(
                    "the object was at {from}: its module was moved and has it no more, or a `moved` block of its own is wrong"
                ))
                .help(
                    "write the resource in the module, or correct `to` in the `moved` block; if it is meant to go, \
                     permit this with a waiver",
                ),
        );
        return;
    }
    let meant = "a move was meant, not a destruction";
    let why = change
        .moved_from
        .map_or_else(|| meant.to_owned(), |from| format!("the object was at {from}; {meant}"));
    findings.push(
        Finding::about(
            change,
            "is destroyed: a `moved` block leads there, and nothing is configured there",
        )
        .why(why)
        .help("correct `to` in the `moved` block, or write the resource that it names"),
    );
}

/// Whether a `moved` block for a whole module may be what moved the object, which kept its own name: the engines give
/// the same reason then, and the plan does not say which block it was.
fn may_have_gone_along(from: &str, to: &str) -> bool {
    let (Ok(from), Ok(to)) = (Address::parse(from), Address::parse(to)) else {
        return false;
    };
    let own = |address: &Address<'_>| (address.resource_config(), address.key.to_string());
    !from.module.is_root() && from.module != to.module && own(&from) == own(&to)
}
