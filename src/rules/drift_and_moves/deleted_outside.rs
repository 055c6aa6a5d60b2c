//! Rule `deleted-outside`: an object was deleted outside of the engine.

use std::collections::BTreeSet;

use crate::facts::{Drift, Facts, Fate};
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
    for (drift, why) in comes_again(context.facts).into_iter().chain(stays) {
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
    let planned: BTreeSet<&str> = facts.changes.iter().map(|change| &*change.address).collect();
    let gone = facts.drift.iter().filter(|drift| drift.change.fate == Fate::Delete);
    let gone = gone.filter(move |drift| !planned.contains(&*drift.change.address));
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
pub(super) fn comes_again<'f, 'a>(facts: &'f Facts<'a>) -> Vec<(&'f Drift<'a>, &'static str)> {
    let gone = facts.drift.iter().filter(|drift| drift.change.fate == Fate::Delete);
    let mut gone = gone.peekable();
    if gone.peek().is_none() {
        return Vec::new();
    }
    let created: BTreeSet<&str> = facts
        .changes
        .iter()
        .filter(|change| change.fate == Fate::Create)
        .map(|change| &*change.address)
        .collect();
    gone.filter_map(|drift| {
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
    .collect()
}
