//! Rule `deleted-outside`: an object was deleted outside of the engine, and is created again.

use std::collections::BTreeSet;

use crate::facts::Fate;
use crate::lint::{Check, Context, Finding, Level, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "deleted-outside",
    summary: "an object was deleted outside of the engine, and is created again",
    family: "drift-and-moves",
    level: Level::Warning,
    since: "0.1.0",
    covers: &[],
    page: page!("drift_and_moves/deleted_outside"),
    options: None,
    checks: &[Check::Document(check)],
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let facts = context.facts;
    let gone: Vec<_> = facts
        .drift
        .iter()
        .filter(|drift| drift.change.fate == Fate::Delete)
        .collect();
    if gone.is_empty() {
        return;
    }
    let created: BTreeSet<&str> = facts
        .changes
        .iter()
        .filter(|change| change.fate == Fate::Create)
        .map(|change| &*change.address)
        .collect();
    for drift in gone {
        let why = if created.contains(&*drift.change.address) {
            "this plan creates a new one, empty and with another id"
        } else if facts.is_refresh_only() && facts.configured(&drift.change).is_some() {
            "the configuration still has it, so the next plan creates a new one"
        } else {
            // Neither written nor planned any more: somebody deleted what was to go.
            continue;
        };
        findings.push(
            Finding::about(&drift.change, "was deleted outside of the engine")
                .why(why)
                .help(
                    "find out who deleted it; if it held anything, restore and import it; if it should stay \
                    deleted, remove it from the configuration",
                ),
        );
    }
}
