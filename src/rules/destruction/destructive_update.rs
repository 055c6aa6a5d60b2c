//! Rule `destructive-update`: an update destroys what an object holds, or what it is about.

use std::collections::{BTreeMap, BTreeSet};

use super::made::names_made;
use crate::facts::attr::{Attr, MASK};
use crate::facts::{Fate, Truth};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::destructive_update::{Destroyer, Part, destructive_updates};
use crate::rules::data::is_stateful_object;
use crate::rules::described::{Described, Language};

pub(crate) const RULE: Rule = Rule {
    id: "destructive-update",
    summary: "an update destroys what an object holds, or what one of its values is about",
    family: "destruction",
    level: Level::Error,
    since: "0.1.0",
    page: page!("destruction/destructive_update"),
    covers: &[],
    options: None,
    checks: &[Check::Change(check), Check::Document(check_inside)],
};

const TAKE_ELSEWHERE: &str = "take what it holds to where it stays first, or leave it as it is";

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    let Some(known) = destructive_updates(change.type_name()).filter(|_| change.managed()) else {
        return;
    };
    if change.fate == Fate::Update {
        let counts = |part: &&Part| view.may_differ(&part.path) && part.counts(view.after());
        for part in known.parts.iter().filter(counts) {
            findings.extend(of_part(context, view, part));
        }
    }
    for value in known.values.iter().filter(|value| value.inside.is_none()) {
        findings.extend(of_value(context, view, value));
    }
}

/// Values that destroy what is in a thing that another object of the plan may make.
fn check_inside(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let mut made: BTreeMap<(&str, &str), BTreeSet<String>> = BTreeMap::new();
    for change in context.facts.changes.iter().filter(|change| change.managed()) {
        let known = destructive_updates(change.type_name());
        for value in known.iter().flat_map(|known| &known.values) {
            let Some(inside) = &value.inside else { continue };
            let made = made
                .entry((&inside.r#type, &inside.name))
                .or_insert_with(|| names_made(context.facts, |name| name == inside.r#type, &inside.name));
            let view = ChangeView::new(change);
            let is_new = view.after().get(&inside.path).text_is(|name| made.contains(name));
            if !is_new.is_true() {
                findings.extend(of_value(context, &view, value));
            }
        }
    }
}

/// Of parts that are not listed any more.
fn of_part(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, part: &Part) -> Option<Finding> {
    let change = view.change;
    let described = part
        .text
        .as_ref()
        .and_then(|text| Described::of(view, text, Language::Yaml, &|_| false));
    let lost = match &described {
        Some(described) => {
            let view = described.view(change);
            lost(part, view.before(), view.after())
        }
        None => lost(part, view.before(), view.after()),
    };
    let first = lost.first()?;
    let path = part.path.trim_end_matches("[]");
    let names: Vec<&str> = lost.iter().map(|one| one.name.as_str()).collect();
    let says = if first.is_sure { "loses" } else { "may lose" };
    let finding = Finding::about(change, &format!("{says} what it holds: {path} {}", names.join(", ")));
    let finding = finding.at(path).why(&*part.words).help(TAKE_ELSEWHERE);
    let finding = if lost.iter().any(|one| one.is_stateful) {
        finding
    } else {
        finding.at_most(Level::Warning)
    };
    Some(if first.is_sure {
        finding
    } else {
        finding.unknown(context.facts.waits_for(change, path))
    })
}

/// A part that is not listed any more.
struct Lost {
    /// As words may hold it.
    name: String,
    is_sure: bool,
    is_stateful: bool,
}

fn lost(part: &Part, before: Attr<'_, '_>, after: Attr<'_, '_>) -> Vec<Lost> {
    // As many as there are: those that must not be told have the same name.
    let mut listed: BTreeMap<String, usize> = BTreeMap::new();
    for (name, _) in parts(part, after) {
        *listed.entry(name).or_default() += 1;
    }
    let place = after.at_path(part.path.trim_end_matches("[]"));
    // What a template makes of others, or has elsewhere, nobody reads here.
    let made = |(name, _): &(String, _)| name.starts_with("\"Fn::");
    let is_elsewhere = part
        .text
        .as_ref()
        .is_some_and(|text| !after.get(text).is_set().is_true());
    let is_sure =
        !place.iter().any(|list| list.may_hold_unknown()) && !is_elsewhere && !parts(part, after).iter().any(made);
    let mut lost = Vec::new();
    for (name, one) in parts(part, before) {
        match listed.get_mut(&name).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None if part.keeps(one) => {}
            None => lost.push(Lost {
                name,
                is_sure,
                is_stateful: part
                    .kind
                    .as_ref()
                    .is_none_or(|kind| one.get(kind).text_is(is_stateful_object).is_true()),
            }),
        }
    }
    lost
}

/// Each part with its name.
fn parts<'d, 'a>(part: &Part, root: Attr<'d, 'a>) -> Vec<(String, Attr<'d, 'a>)> {
    let found = root.at_path(&part.path).into_iter();
    match &part.key {
        Some(key) => found.map(|one| (one.get(key).brief(), one)).collect(),
        None => found
            .flat_map(Attr::entries)
            .map(|(name, one)| {
                let name = if one.is_sensitive() {
                    MASK.to_owned()
                } else {
                    format!("{name:?}")
                };
                (name, one)
            })
            .collect(),
    }
}

/// Of a value that destroys something else.
fn of_value(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, value: &Destroyer) -> Option<Finding> {
    let change = view.change;
    let side = if value.undone { view.before() } else { view.after() };
    if !value.counts(side) {
        return None;
    }
    let [before, after] = [view.before(), view.after()].map(|root| {
        let found = root.at_path(&value.path);
        let is: Vec<Truth> = found.iter().map(|attr| value.is(*attr)).collect();
        let count = |wanted: Truth| is.iter().filter(|is| **is == wanted).count();
        (count(Truth::True), count(Truth::Unknown))
    });
    let (was, after) = match change.fate {
        Fate::Delete | Fate::Replace(_) if value.undone => (0, before),
        _ if value.undone => return None,
        Fate::Create | Fate::Replace(_) if value.grows => return None,
        Fate::Create | Fate::Replace(_) => (0, after),
        Fate::Update if value.again => (0, after),
        Fate::Update => (before.0, after),
        _ => return None,
    };
    let path = value.path.replace("[]", "");
    if after.0 > was {
        let says = format!("destroys what no line of this plan names: {path}");
        Some(
            Finding::about(change, &says)
                .at(&path)
                .why(&*value.words)
                .help("make sure that all of it may go, and keep a copy of what must not be lost"),
        )
    } else if after.1 > 0 {
        let says = format!("may destroy what no line of this plan names: {path}");
        let waits_for = context.facts.waits_for(change, &value.path.replace("[]", "[0]"));
        Some(
            Finding::about(change, &says)
                .at(&path)
                .why(&*value.words)
                .unknown(waits_for),
        )
    } else {
        None
    }
}
