//! Rule `orphaned-resource`: an object is no longer configured, and this plan does not say what happens to it.

use std::collections::BTreeSet;

use crate::facts::address::Address;
use crate::facts::{Facts, Instances, StateObject};
use crate::lint::{Check, Context, Finding, Level, Rule, RuleSubject};

pub(crate) const RULE: Rule = Rule {
    id: "orphaned-resource",
    summary: "an object is no longer configured, and this plan does not say what happens to it",
    family: "state",
    subject: RuleSubject::States,
    level: Level::Warning,
    // That the plan leaves it out is said there, and that it may be the deletion that was taken out.
    covers: &["rewritten-plan"],
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let orphans = orphans(context.facts).into_iter();
    // Such a plan leaves out everything: that it does so with this object says nothing.
    let (says, help) = if context.facts.is_refresh_only() {
        (
            "is in the state and not in the configuration",
            "plan without `-refresh-only`, and look at what becomes of it; write a `removed` or `moved` block if it \
             should stay and there is none",
        )
    } else {
        (
            "is in the state and not in the configuration, and this plan leaves it out",
            "plan without `-target` and `-exclude`, and look at what becomes of it; write a `removed` or `moved` block \
             if it should stay and there is none",
        )
    };
    findings.extend(orphans.map(|object| {
        Finding::about_object(object, says)
            .why("the next complete plan destroys it, or forgets it where a `removed` block says so")
            .help(help)
    }));
}

/// Objects in the state that no block asks for, as far as it says how many it makes, and of which the plan does not speak,
/// in the order of addresses.
pub(in crate::rules) fn orphans<'f, 'a>(facts: &'f Facts<'a>) -> Vec<&'f StateObject<'a>> {
    let mut orphans = Vec::new();
    let modules = facts.modules();
    if modules.is_empty() {
        return orphans;
    }
    let mut spoken_of: Option<BTreeSet<&str>> = None;
    // In the order of addresses the instances of a block stand together.
    let mut written: Option<(Address<'_>, Instances<'_>)> = None;
    // What was deleted outside of the engine has left the prior state, and the drift says so.
    for object in facts.objects() {
        if !object.may_be_managed() || object.deposed().is_some() {
            continue;
        }
        let Some(address) = object.whole_address() else {
            continue;
        };
        if !written.as_ref().is_some_and(|(other, _)| other.is_of_block(&address)) {
            let block = modules.resource(&address);
            written = block.map(|block| (address.clone(), Instances::of(block)));
        }
        if written
            .as_ref()
            .is_some_and(|(_, instances)| instances.may_have(&address.key))
        {
            continue;
        }
        let spoken_of = spoken_of.get_or_insert_with(|| {
            let deferred = facts.deferred.iter().map(|deferred| &deferred.change);
            let changes = facts.changes.iter().chain(deferred);
            let of_current = changes.filter(|change| change.wire.deposed().is_none());
            of_current.map(|change| &*change.address).collect()
        });
        if spoken_of.contains(&*object.address) {
            continue;
        }
        orphans.push(object);
    }
    orphans
}
