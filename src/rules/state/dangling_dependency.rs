//! Rule `dangling-dependency`: an object depends on something that is neither in the state nor in the configuration.

use std::collections::BTreeSet;

use crate::facts::StateObject;
use crate::facts::address::{Address, AddressMode};
use crate::lint::{Check, Context, Finding, Level, Rule, RuleSubject};

pub(crate) const RULE: Rule = Rule {
    id: "dangling-dependency",
    summary: "an object depends on something that is neither in the state nor in the configuration",
    family: "state",
    subject: RuleSubject::States,
    level: Level::Note,
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let facts = context.facts;
    let modules = facts.modules();
    // Without configuration nobody can tell a lost object from a resource with `count = 0`.
    if modules.is_empty() {
        return;
    }
    let objects = facts.objects();
    if objects.iter().all(|object| object.depends_on().is_empty()) {
        return;
    }
    let moved = facts
        .changes_and_moves()
        .filter_map(|change| Address::parse(change.moved_from?).ok());
    let present: BTreeSet<String> = objects
        .iter()
        .filter_map(StateObject::parsed)
        .map(|address| address.config())
        .chain(moved.map(|address| address.config()))
        .collect();
    for object in objects {
        let mut missing: Vec<&str> = object
            .depends_on()
            .iter()
            .map(|dependency| &**dependency)
            .filter(|dependency| !present.contains(*dependency) && modules.declaration(dependency).is_none())
            // Of what is only read or opened nothing is left to be destroyed, and what cannot be read is no address.
            .filter(|dependency| Address::parse(dependency).is_ok_and(|address| address.mode == AddressMode::Managed))
            .collect();
        missing.sort_unstable();
        missing.dedup();
        if missing.is_empty() {
            continue;
        }
        findings.push(
            Finding::about_object(
                object,
                format!(
                    "depends on what is neither in the state nor configured: {}",
                    missing.join(", ")
                ),
            )
            .why(
                "it was removed from the state or never had an instance, so the order of destruction cannot take \
                account of it",
            )
            .help("make sure that what it depended on is really gone before you destroy the object"),
        );
    }
}
