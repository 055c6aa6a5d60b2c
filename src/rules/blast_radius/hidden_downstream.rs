//! Rule `hidden-downstream`: something is replaced, and what refers to it does not change.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::address::Key;
use crate::facts::{Declaration, Fate, Mode, References, ResourceChange};
use crate::lint::{Check, Context, Finding, Level, Rule};
use crate::words::{plural, shortened};

pub(crate) const RULE: Rule = Rule {
    id: "hidden-downstream",
    summary: "something is replaced, and what refers to it does not change",
    family: "blast-radius",
    level: Level::Note,
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

/// How many names stand in a finding; the rest is counted.
const NAMED: usize = 5;

/// How many references are followed in all: where thousands of replaced objects share all that depends on them, the
/// first of them tell enough.
const FOLLOWED: usize = 200_000;

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let facts = context.facts;
    let replaced = |change: &&ResourceChange<'_>| matches!(change.fate, Fate::Replace(_)) && change.managed();
    if !facts.changes.iter().any(|change| replaced(&change)) {
        return;
    }
    // By block: whether all of its instances stay as they are.
    let mut unchanged: BTreeMap<String, bool> = BTreeMap::new();
    // By block: the keys of its instances that are replaced.
    let mut keys: BTreeMap<String, BTreeSet<&Key>> = BTreeMap::new();
    // In the order of addresses the instances of a block stand together, but for those of other instances of its
    // module.
    let of_block = facts.changes.chunk_by(|one, two| match (&one.parsed, &two.parsed) {
        (Some(one), Some(two)) => one.is_of_block(two),
        _ => false,
    });
    for changes in of_block {
        if let Some(address) = changes.first().and_then(|change| change.parsed.as_ref()) {
            // What only gets another address, or leaves a deposed object behind, stays as it is.
            let changing = |change: &ResourceChange<'_>| {
                change.is_change() && change.fate != Fate::Move && change.wire.deposed().is_none()
            };
            let stay = !changes.iter().any(changing);
            *unchanged.entry(address.config()).or_insert(true) &= stay;
            let gone = changes.iter().filter(replaced);
            let gone: Vec<_> = gone.filter_map(|change| Some(&change.parsed.as_ref()?.key)).collect();
            if !gone.is_empty() {
                keys.entry(address.config()).or_default().extend(gone);
            }
        }
    }
    let modules = facts.modules();
    let references = modules.references();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let (mut followed, mut passed_over) = (0, 0_usize);
    for change in facts.changes.iter().filter(replaced) {
        let Some(address) = &change.parsed else {
            continue;
        };
        // The first instance speaks for all, those of other instances of its module too.
        let block = address.config();
        let gone = keys.get(&block);
        if !seen.insert(block) {
            continue;
        }
        let Some(resource) = modules.resource(address) else {
            continue;
        };
        if followed > FOLLOWED {
            passed_over += 1;
            continue;
        }
        let dependents = references.dependents(resource.declaration);
        followed += dependents.len();
        let hidden: Vec<String> = dependents
            .into_iter()
            .filter(|one| one.resource().is_some_and(|one| one.wire.mode == Some(Mode::Managed)))
            .filter(|one| gone.is_none_or(|gone| !is_of_others(references, *one, resource.declaration, gone)))
            .map(Declaration::address)
            .filter(|address| unchanged.get(address) == Some(&true))
            .collect();
        if !hidden.is_empty() {
            findings.push(
                Finding::about(
                    change,
                    format!(
                        "is replaced, and what refers to it stays as it is: {}",
                        shortened(hidden, NAMED, "").join(", ")
                    ),
                )
                .why("it keeps what it knew of the old object: a name, an address, a membership that goes with it")
                .help("look at each of them: what is read once at startup or by hand does not follow a replacement"),
            );
        }
    }
    if passed_over > 0 {
        let blocks = plural(passed_over, "more replaced block");
        findings.push(
            Finding::on_property("resource_changes", format!("what refers to {blocks} was not looked at"))
                .why("so much refers to what is replaced that following all of it would take too long")
                .help("replace fewer objects in one plan, so that all of it is looked at"),
        );
    }
}

/// Whether all that a block says of another one is about instances that stay.
fn is_of_others<'m, 'a>(
    references: References<'m, 'a>,
    dependent: Declaration<'m, 'a>,
    of: Declaration<'m, 'a>,
    gone: &BTreeSet<&Key>,
) -> bool {
    let all = references.of(dependent).iter();
    let mut direct = all
        .filter(|reference| references.target(reference) == Some(of))
        .peekable();
    // Without one it is through a module, where nobody can say which instance is meant.
    direct.peek().is_some() && direct.all(|reference| reference.instance().is_some_and(|key| !gone.contains(&key)))
}
