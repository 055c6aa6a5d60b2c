//! Rule `deposed-object`: a replaced object could not be destroyed and still exists.

use crate::facts::{Facts, Fate, StateObject};
use crate::lint::{Check, Context, Finding, Level, Rule, RuleSubject};
use crate::order;

use super::duplicate_object::{TAKE_OUT, are_one, deposed_twins};

pub(crate) const RULE: Rule = Rule {
    id: "deposed-object",
    summary: "a replaced object could not be destroyed and still exists",
    family: "state",
    subject: RuleSubject::States,
    level: Level::Warning,
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

const DESTROYS_WHAT_IS_USED: &str =
    "every complete plan destroys what is deposed, so that the next one destroys the object in use";

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let facts = context.facts;
    let deposed: Vec<_> = facts
        .objects()
        .iter()
        .filter_map(|object| Some((object, object.deposed()?)))
        .collect();
    if deposed.is_empty() {
        return;
    }
    // What the plan destroys has its own finding. One that is gone already is a no-op.
    let settled = facts
        .changes
        .iter()
        .filter(|change| matches!(change.fate, Fate::Delete | Fate::Forget | Fate::NoOp));
    let settled = order::set(settled.filter_map(|change| Some((&*change.address, change.wire.deposed()?))));
    let addresses = order::set(deposed.iter().map(|(object, _)| &*object.address));
    // Terraform 0.12 leaves module and key out of addresses.
    let are_whole = facts.engine_is("<0.13") != Some(true);
    let current = facts.objects().iter();
    let current =
        current.filter(|object| are_whole && object.deposed().is_none() && addresses.contains(&*object.address));
    let current = order::map(current.map(|object| (&*object.address, object)));
    let twins = deposed_twins(facts);
    for (object, key) in deposed {
        if settled.contains(&(&*object.address, key)) {
            continue;
        }
        if twins.contains(&(&*object.address, key)) {
            findings.push(
                Finding::about_object(object, "is an object that another address stands for, too")
                    .why(DESTROYS_WHAT_IS_USED)
                    .help(TAKE_OUT),
            );
            continue;
        }
        let replaced_by = current.get(&*object.address).copied();
        findings.push(match replaced_by.map(|current| sameness(object, current, facts)) {
            Some(Same::Surely) => Finding::about_object(object, "is the same object as the current one of its address")
                .why(DESTROYS_WHAT_IS_USED)
                .help(TAKE_OUT),
            Some(Same::Perhaps) => Finding::about_object(object, "has the id of the current object of its address")
                .why(
                    "every complete plan destroys what is deposed; if both are one object, the next one destroys that \
                     in use",
                )
                .help(
                    "look at the provider whether there are two; if there is one, do not apply, and take the deposed \
                     entry alone out of the state: `state pull`, remove it and raise `serial` in the file, `state push`",
                ),
            Some(Same::No) | None => Finding::about_object(object, "is left over from a replacement")
                .why("it still exists, costs money and may be in use beside the object that replaced it")
                .help("find out why its destruction failed, fix that, and apply: every plan tries again"),
        });
    }
}

/// Whether what is deposed is the object that is said to have replaced it.
enum Same {
    No,
    /// Both have one id, which may stand for several objects.
    Perhaps,
    Surely,
}

fn sameness<'a>(deposed: &StateObject<'a>, current: &StateObject<'a>, facts: &Facts<'a>) -> Same {
    let id = deposed.id();
    if id.is_none() || id != current.id() {
        return Same::No;
    }
    match deposed.identity() {
        Some(identity) if current.identity().as_ref() != Some(&identity) => Same::No,
        Some(identity) if are_one(&identity, deposed, facts)(current) => Same::Surely,
        _ => Same::Perhaps,
    }
}
