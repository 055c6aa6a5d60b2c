//! Rule `missing-move-target`: a `moved` block leads to nothing, and the object is destroyed.

use std::collections::BTreeSet;

use crate::facts::address::{Address, ModulePath};
use crate::facts::{ActionReason, Fate, ResourceChange};
use crate::lint::{Check, Context, Finding, Level, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "missing-move-target",
    summary: "a moved block leads nowhere, and the object is destroyed",
    family: "destruction",
    level: Level::Error,
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let changes = &context.facts.changes;
    let is_lost = |change: &&ResourceChange<'_>| {
        let reason = change.wire.action_reason.as_ref();
        change.fate == Fate::Delete && reason == Some(&ActionReason::DeleteBecauseNoMoveTarget)
    };
    if !changes.iter().any(|change| is_lost(&change)) {
        return;
    }
    let kept = changes.iter().filter(|change| !change.fate.destroys());
    let ways: BTreeSet<_> = kept.filter_map(way).collect();
    for change in changes.iter().filter(is_lost) {
        // Then no `moved` block need name the object: it went along with its module.
        let with_module = way(change).filter(|way| ways.contains(way) && leads_out_of_a_call(way, context));
        findings.push(match (with_module, change.moved_from) {
            (Some(_), _) => Finding::about(
                change,
                "is destroyed: its module was moved, and there it is not configured",
            )
            .why("what else is in the module moved and is kept")
            .help("write the resource in the module again if it should be kept, too")
            .at_most(Level::Warning),
            (None, from) => {
                let meant = "a move was meant, not a destruction";
                let from = from.map(|from| format!("the object was at {from}; "));
                Finding::about(
                    change,
                    "is destroyed: a `moved` block leads there, and nothing is configured there",
                )
                .why(from.unwrap_or_default() + meant)
                .help("correct `to` in the `moved` block, or write the resource that it names")
            }
        });
    }
}

/// From which module to which.
type Way<'c> = (ModulePath<'c>, ModulePath<'c>);

/// The way of the outermost module that may have been moved, where the object kept its own name in it.
fn way<'c>(change: &'c ResourceChange<'_>) -> Option<Way<'c>> {
    let mut from = Address::parse(change.moved_from?).ok()?;
    let mut to = Address::parse(&change.address).ok()?;
    let own = |address: &Address<'_>| (address.resource_config(), address.key.clone().into_owned());
    if own(&from) != own(&to) {
        return None;
    }
    while !from.module.is_root() && from.module.0.last() == to.module.0.last() {
        from.module.0.pop();
        to.module.0.pop();
    }
    (from.module != to.module).then_some((from.module, to.module))
}

/// Whether the way is that of a whole module: the call that it leads from is gone, or is the one that it leads to.
fn leads_out_of_a_call((from, to): &Way<'_>, context: &Context<'_, '_>) -> bool {
    let is_called = |module: &ModulePath<'_>| context.facts.modules().module(module).is_some();
    is_called(to) && (from.config() == to.config() || !is_called(from))
}
