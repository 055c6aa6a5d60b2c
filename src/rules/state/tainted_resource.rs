//! Rule `tainted-resource`: an object of the state is marked as damaged.

use std::collections::BTreeSet;

use crate::facts::Fate;
use crate::lint::{Check, Context, Finding, Level, Rule, RuleSubject};

pub(crate) const RULE: Rule = Rule {
    id: "tainted-resource",
    summary: "an object in the state is marked as damaged, and the next plan replaces it",
    family: "state",
    subject: RuleSubject::States,
    level: Level::Warning,
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

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
        let why = if facts.plan().is_some() {
            "this plan leaves it as it is, and the next complete one destroys it and creates it again"
        } else {
            "its creation failed partway, or somebody marked it; the next plan destroys it and creates it again"
        };
        findings.push(
            Finding::about_object(object, "is tainted")
                .why(why)
                .help("replace it, or clear the mark with `untaint` if it is intact"),
        );
    }
}
