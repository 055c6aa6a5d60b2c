//! Rule `key-change`: an object is destroyed because its key changed, and created again under the new key.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;

use crate::facts::address::{Address, Key};
use crate::facts::likeness::{moved_block, pair};
use crate::facts::{ActionReason, Fate, ResourceChange};
use crate::lint::{Check, Context, Finding, Level, Rule};
use crate::order;

pub(crate) const RULE: Rule = Rule {
    id: "key-change",
    summary: "an object is destroyed because its key changed, and created again under the new key",
    family: "destruction",
    level: Level::Warning,
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

/// What goes and what comes where only keys differ.
#[derive(Default)]
struct Group<'c, 'a> {
    gone: Vec<&'c ResourceChange<'a>>,
    made: Vec<&'c ResourceChange<'a>>,
}

/// What stays the same when a key changes: the block, and of a module that has other keys the instance in it.
type Place<'c> = (String, Option<&'c Key<'c>>);

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let mut groups: BTreeMap<Place<'_>, Group<'_, '_>> = BTreeMap::new();
    let changes = context.facts.changes.iter().filter(|change| change.managed());
    for change in changes.clone().filter(|change| change.fate == Fate::Delete) {
        if let (Some(address), Some(own)) = (&change.parsed, is_own_key(change)) {
            groups.entry(place(address, own)).or_default().gone.push(change);
        }
    }
    if groups.is_empty() {
        return;
    }
    for change in changes.filter(|change| change.fate == Fate::Create) {
        if let Some(address) = &change.parsed {
            for own in [true, false] {
                if let Some(group) = groups.get_mut(&place(address, own)) {
                    group.made.push(change);
                }
            }
        }
    }
    let mut found = Vec::new();
    for group in groups.values().filter(|group| !group.made.is_empty()) {
        let pairs = pair(&group.gone, &group.made);
        let taken: BTreeSet<usize> = pairs.iter().flatten().copied().collect();
        let unpaired = group
            .made
            .iter()
            .enumerate()
            .filter(|(index, _)| !taken.contains(index));
        // Many are counted alike, and each is asked for every object that goes.
        let unpaired = order::set(unpaired.filter_map(|(_, made)| made.parsed.as_ref().map(counted)));
        for (gone, made) in group.gone.iter().zip(pairs) {
            let made = made.and_then(|index| group.made.get(index).copied());
            found.extend(finding(gone, made, &unpaired).map(|finding| (&gone.parsed, finding)));
        }
    }
    order::sort_by_key(&mut found, |(address, _)| *address);
    findings.extend(found.into_iter().map(|(_, finding)| finding));
}

/// Whether the instance's own key is the one that is gone, or one of its module; `None` for other reasons.
fn is_own_key(change: &ResourceChange<'_>) -> Option<bool> {
    match change.wire.action_reason {
        Some(ActionReason::DeleteBecauseEachKey | ActionReason::DeleteBecauseWrongRepetition) => Some(true),
        Some(ActionReason::DeleteBecauseNoModule) => Some(false),
        _ => None,
    }
}

fn place<'c>(address: &'c Address<'_>, own: bool) -> Place<'c> {
    if own {
        let module = &address.module;
        (format!("{module}.{}", address.resource_config()), None)
    } else {
        (address.config(), Some(&address.key))
    }
}

fn finding(
    gone: &ResourceChange<'_>,
    made: Option<&ResourceChange<'_>>,
    unpaired: &BTreeSet<Vec<u8>>,
) -> Option<Finding> {
    let why = gone.why().unwrap_or_default();
    // What was moved on the way is still in the state under its old address.
    let from = gone.moved_from.and_then(|text| Address::parse(text).ok());
    let from = from.as_ref().or(gone.parsed.as_ref())?;
    if let Some((to, address)) = made.and_then(|made| Some((made.parsed.as_ref()?, &made.address))) {
        return Some(
            Finding::about(
                gone,
                format!("is destroyed, and {address} is created with nearly the same values"),
            )
            .why(format!("{why}; to the engine another key is another object"))
            .help(format!("if it is the same object, keep it:\n{}", moved_block(from, to))),
        );
    }
    // Values that differ tell of another object, unless the whole block is counted in another way.
    let own = counted(from);
    let recounted = unpaired
        .iter()
        .any(|made| own.iter().zip(made).any(|(one, two)| one != two));
    recounted.then(|| {
        Finding::about(gone, "is destroyed, and others are created under keys of another kind")
            .why(format!("{why}; to the engine they are other objects"))
            .help("write a `moved` block for each object that should live on, from its old key to its new one")
    })
}

/// How an instance is counted: of what kind its key is and those of its modules, none, a number or a text.
fn counted(address: &Address<'_>) -> Vec<u8> {
    let modules = address.module.0.iter().map(|step| &step.key);
    let kind = |key: &Key<'_>| match key {
        Key::None => 0,
        Key::Int(_) => 1,
        Key::Number(_) => 2,
        Key::Str(_) => 3,
        Key::Wildcard => 4,
    };
    iter::once(&address.key).chain(modules).map(kind).collect()
}
