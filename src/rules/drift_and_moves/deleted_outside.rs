//! Rule `deleted-outside`: an object was deleted outside of the engine.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use crate::facts::{Drift, Facts, Fate, ResourceChange};
use crate::lint::{Check, Context, Finding, Level, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "deleted-outside",
    summary: "an object was deleted outside of the engine",
    family: "drift-and-moves",
    level: Level::Warning,
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let stays = stays_away(context.facts);
    for (drift, why) in comes_again(context.facts).chain(stays) {
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

/// What was deleted outside, is not created again and is news all the same, and why, in words.
fn stays_away<'f, 'a>(facts: &'f Facts<'a>) -> impl Iterator<Item = (&'f Drift<'a>, &'static str)> {
    let planned = LazyCell::new(|| addresses(facts, |_| true));
    let gone = gone(facts).filter(move |drift| !planned.contains(&*drift.change.address));
    gone.filter_map(|drift| {
        let is_configured = || facts.configured(&drift.change).is_some();
        if facts.is_refresh_only() {
            let why = "no block asks for it any more, so nothing creates it again";
            (!is_configured()).then_some((drift, why))
        } else {
            let why = "this plan was made with it, and does not create it again";
            drift.relevant.then_some((drift, why))
        }
    })
}

/// What was deleted outside and does not stay so, and what becomes of it, in words. What is neither written nor planned
/// any more was to go.
pub(super) fn comes_again<'f, 'a>(facts: &'f Facts<'a>) -> impl Iterator<Item = (&'f Drift<'a>, &'static str)> {
    let created = LazyCell::new(|| addresses(facts, |change| change.fate == Fate::Create));
    gone(facts).filter_map(move |drift| {
        if created.contains(&*drift.change.address) {
            Some((drift, "this plan creates a new one, empty and with another id"))
        } else if facts.is_refresh_only() && facts.configured(&drift.change).is_some() {
            Some((
                drift,
                "the configuration still has its block, so the next plan creates a new one where it still asks for it",
            ))
        } else {
            None
        }
    })
}

/// What was deleted outside: of most plans nothing, so that no list of addresses is made for them.
fn gone<'f, 'a>(facts: &'f Facts<'a>) -> impl Iterator<Item = &'f Drift<'a>> {
    facts.drift.iter().filter(|drift| drift.change.fate == Fate::Delete)
}

fn addresses<'f>(facts: &'f Facts<'_>, counts: fn(&ResourceChange<'_>) -> bool) -> BTreeSet<&'f str> {
    let changes = facts.changes.iter().filter(|change| counts(change));
    changes.map(|change| &*change.address).collect()
}
