//! Rule `destructive-update`: an update destroys what an object holds, or what it is about.

use std::collections::{BTreeMap, BTreeSet};

use super::made::names_made;
use crate::facts::Fate;
use crate::facts::attr::{Attr, MASK};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::destructive_update::{Destroyer, Inside, Part, Said, destructive_updates};
use crate::rules::data::is_stateful_object;
use crate::rules::described::{Described, Language};
use crate::rules::exposure::subject;

pub(crate) const RULE: Rule = Rule {
    id: "destructive-update",
    summary: "an update destroys what an object holds, or what one of its values is about",
    family: "destruction",
    level: Level::Error,
    checks: &[Check::Change(check), Check::Document(check_inside)],
    ..Rule::BASE
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
            // The name of a new thing is often known only when it is there; what may be harmless is not told of it
            // then.
            let is_new = is_new.is_true() || value.mild && is_new.is_unknown() && waits_for_new(context, &view, inside);
            if !is_new {
                findings.extend(of_value(context, &view, value));
            }
        }
    }
}

/// Whether the thing is named by what is known of a resource of its type after apply alone.
fn waits_for_new(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, inside: &Inside) -> bool {
    let waits_for = context.facts.waits_for(view.change, &inside.path);
    let is_of_type = |origin: &String| {
        let mut steps = origin.split('.').skip_while(|step| *step != inside.r#type);
        steps.next().is_some() && !origin.split('.').any(|step| step == "data")
    };
    !waits_for.is_empty() && waits_for.iter().all(is_of_type)
}

/// Of parts that are not listed any more.
fn of_part(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, part: &Part) -> Option<Finding> {
    let change = view.change;
    let described = part
        .text
        .as_ref()
        .and_then(|text| Described::of(view, text, Language::Yaml, &|_| false));
    let loss = match &described {
        Some(described) => {
            let view = described.view(change);
            loss(part, view.before(), view.after())
        }
        None => loss(part, view.before(), view.after()),
    }?;
    let path = part.path.trim_end_matches("[]");
    let says = if loss.is_sure { "loses" } else { "may lose" };
    let finding = Finding::about(
        change,
        &format!("{says} what it holds: {path} {}", loss.names.join(", ")),
    );
    let finding = finding.at(path).why(&*part.words).help(TAKE_ELSEWHERE);
    let finding = if loss.is_stateful {
        finding
    } else {
        finding.at_most(Level::Warning)
    };
    Some(if loss.is_sure {
        finding
    } else {
        finding.unknown(context.facts.waits_for(change, path))
    })
}

/// Parts that are not listed any more.
struct Loss {
    /// As words may hold them; at least one.
    names: Vec<String>,
    is_sure: bool,
    /// Whether one of them holds data.
    is_stateful: bool,
}

fn loss(part: &Part, before: Attr<'_, '_>, after: Attr<'_, '_>) -> Option<Loss> {
    let now = parts(part, after);
    // As many as there are: those that must not be told have the same name.
    let mut listed: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, _) in &now {
        *listed.entry(name).or_default() += 1;
    }
    let mut is_gone = |(name, one): &(String, Attr<'_, '_>)| match listed.get_mut(&**name).filter(|count| **count > 0) {
        Some(count) => {
            *count -= 1;
            false
        }
        None => !part.keeps(*one),
    };
    let mut gone = parts(part, before);
    gone.retain(&mut is_gone);
    if gone.is_empty() {
        return None;
    }
    let holds_data = |one: &Attr<'_, '_>| {
        let kind = part.kind.as_ref();
        !part.mild && kind.is_none_or(|kind| one.get(kind).text_is(is_stateful_object).is_true())
    };
    let place = after.at_path(part.path.trim_end_matches("[]"));
    // What a template makes of others, or has elsewhere, nobody reads here.
    let is_elsewhere = |text: &String| match text.strip_suffix(".*") {
        Some(texts) => after.get(texts).may_hold_unknown(),
        // A document with nothing in it is one.
        None => !after.get(text).is_set().is_true() && !after.get(text).is_container(),
    };
    let is_unsure = place.iter().any(|list| list.may_hold_unknown())
        || part.text.as_ref().is_some_and(is_elsewhere)
        || now.iter().any(|(name, _)| name.starts_with("\"Fn::"));
    Some(Loss {
        is_sure: !is_unsure,
        is_stateful: gone.iter().any(|(_, one)| holds_data(one)),
        names: gone.into_iter().map(|(name, _)| name).collect(),
    })
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
    let [before, after] = [view.before(), view.after()].map(|root| value.said(root));
    let (was, now) = match change.fate {
        Fate::Delete | Fate::Replace(_) if value.undone => (Said::default(), before),
        _ if value.undone => return None,
        Fate::Create | Fate::Replace(_) if value.grows => return None,
        Fate::Create | Fate::Replace(_) => (Said::default(), after),
        Fate::Update if value.again => (Said::default(), after),
        Fate::Update if !value.comes_from(view.before()) => return None,
        Fate::Update => (before, after),
        _ => return None,
    };
    let whole = value.path();
    let path = whole.replace("[]", "");
    let is_unlimited = now.unlimited > was.unlimited;
    let finding = if is_unlimited || now.known > was.known {
        let says = format!("destroys what no line of this plan names, because of {path}");
        Finding::about(change, &says).help("make sure that all of it may go, and keep a copy of what must not be lost")
    } else if now.unknown > 0 {
        let says = format!("may destroy what no line of this plan names, because of {path}");
        Finding::about(change, &says).unknown(context.facts.waits_for(change, &whole.replace("[]", "[0]")))
    } else {
        return None;
    };
    // Another statement, or another rule of a lifecycle, is another finding.
    let finding = finding
        .at(&path)
        .why(&*value.words)
        .with_subject(subject::at(context, side, value.whole()));
    Some(if value.mild || now.known > was.known && !is_unlimited {
        finding.at_most(Level::Warning)
    } else {
        finding
    })
}
