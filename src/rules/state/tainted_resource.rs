//! Rule `tainted-resource`: an object of the state is marked as damaged.

use std::collections::BTreeSet;

use crate::facts::Fate;
use crate::lint::{Check, Context, Finding, Level, Rule, RuleSubject};

pub(crate) const RULE: Rule = Rule {
    id: "tainted-resource",
    summary: "an object in the state is marked as damaged, and the next plan replaces or destroys it",
    family: "state",
    subject: RuleSubject::States,
    level: Level::Warning,
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

const REPLACE: &str = "replace it, or clear the mark with `untaint` if it is intact";

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let facts = context.facts;
    let tainted: Vec<_> = facts
        .objects()
        .iter()
        .filter(|object| object.is_tainted() && object.deposed().is_none())
        .collect();
    if tainted.is_empty() {
        return;
    }
    // What the plan replaces, destroys or lets go of has its own findings.
    let settled: BTreeSet<&str> = facts
        .changes
        .iter()
        .filter(|change| matches!(change.fate, Fate::Replace(_) | Fate::Delete | Fate::Forget))
        .filter(|change| change.wire.deposed().is_none())
        .map(|change| &*change.address)
        .collect();
    for object in tainted.into_iter().filter(|object| !settled.contains(&*object.address)) {
        let modules = facts.modules();
        let is_asked_for = |address: &_| modules.is_empty() || modules.resource(address).is_some();
        let (why, help) = if object.whole_address().is_some_and(|address| !is_asked_for(&address)) {
            (
                "this plan leaves it as it is, and no block asks for it any more, so that nothing creates it again",
                "let a complete plan destroy it; if it is intact and should stay, clear the mark with `untaint` and \
                 write its block again",
            )
        } else if facts.plan().is_some() {
            (
                "this plan leaves it as it is, and the next complete one replaces it, or only destroys it if nothing \
                 asks for it any more",
                REPLACE,
            )
        } else {
            (
                "its creation failed partway, or somebody marked it; the next plan replaces it, or only destroys it \
                 if nothing asks for it any more",
                REPLACE,
            )
        };
        findings.push(Finding::about_object(object, "is tainted").why(why).help(help));
    }
}
