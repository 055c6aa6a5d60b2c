//! Rule `destructive-update`: an update destroys what an object holds, or what it is about.

use std::collections::{BTreeMap, BTreeSet};

use super::made::names_made;
use crate::facts::Fate;
use crate::facts::attr::{Attr, MASK};
use crate::json::Kind;
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::destructive_update::{Destroyer, Inside, Part, Said, destructive_updates};
use crate::rules::data::is_stateful_object;
use crate::rules::described::with_text;
use crate::rules::exposure::subject;
use crate::words::listed;

pub(crate) const RULE: Rule = Rule {
    id: "destructive-update",
    summary: "an update destroys what an object holds, or what one of its values refers to",
    family: "destruction",
    level: Level::Error,
    checks: &[Check::Change(check), Check::Document(check_inside)],
    ..Rule::BASE
};

const TAKE_ELSEWHERE: &str = "first copy what it holds to where it will be kept, or leave it as it is";

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    if !change.is_change() || !change.managed() {
        return;
    }
    let Some(known) = destructive_updates(change.type_name()) else {
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
    let changes = context.facts.changes.iter().filter(|change| change.is_change());
    for change in changes.filter(|change| change.managed()) {
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

/// Of more names than these only the first ones are told.
const TOLD: usize = 12;

/// Of parts that are not listed any more.
fn of_part(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, part: &Part) -> Option<Finding> {
    let change = view.change;
    let loss = in_text(view, part, |before, after| loss(part, before, after))?;
    let path = part.path.trim_end_matches("[]");
    let says = if loss.is_sure { "loses" } else { "may lose" };
    let finding = Finding::about(
        change,
        format!("{says} what it holds: {path} {}", listed(&loss.names, TOLD, ", ")),
    );
    let finding = finding.at(path).why(part.words.clone()).help(TAKE_ELSEWHERE);
    let finding = finding.with_subject(loss.keys);
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

/// What is true of an object before and after, where the text that lists its parts is read.
fn in_text<T>(view: &ChangeView<'_, '_>, part: &Part, of: impl FnOnce(Attr<'_, '_>, Attr<'_, '_>) -> T) -> T {
    with_text(view, part.text.as_deref(), |view| of(view.before(), view.after()))
}

/// Parts with data that would have stayed, or left a copy, when they are not listed any more.
pub(super) struct Released {
    pub(super) path: &'static str,
    /// As words may hold them; at least one.
    pub(super) names: Vec<String>,
    /// Whether they go now; else it is known only after apply.
    pub(super) is_sure: bool,
}

pub(super) fn released(view: &ChangeView<'_, '_>) -> Vec<Released> {
    let known = destructive_updates(view.change.type_name());
    let known = known.into_iter().flat_map(|known| &known.parts);
    let known = known.filter(|part| part.kind.is_some() && view.may_differ(&part.path) && part.counts(view.after()));
    let released = known.map(|part| {
        let text = part.text.as_ref();
        let is_sure = !text.is_some_and(|text| view.after().get(text).is_unknown());
        let names = in_text(view, part, |before, after| {
            // By their keys, and whether the service makes a copy of them by itself.
            let mut now = BTreeMap::new();
            for one in parts(part, after) {
                if one.is_stateful && !part.keeps(one.attr) && !part.copies(one.attr) {
                    now.insert(one.key, part.is_copied_by_itself(one.attr));
                }
            }
            let was_kept = |one: &One<'_, '_>| match now.get(&one.key) {
                Some(is_copied) => part.keeps(one.attr) || part.copies(one.attr) && !is_copied,
                None => !is_sure && one.is_stateful && part.keeps(one.attr),
            };
            let before = parts(part, before).into_iter().filter(was_kept);
            before.map(|one| one.name).collect()
        });
        Released {
            path: part.path.trim_end_matches("[]"),
            names,
            is_sure,
        }
    });
    released.filter(|released| !released.names.is_empty()).collect()
}

/// Parts that are not listed any more.
struct Loss {
    /// As words may hold them; at least one.
    names: Vec<String>,
    /// What tells them from others, which may have the same names.
    keys: Vec<String>,
    is_sure: bool,
    /// Whether one of them holds data.
    is_stateful: bool,
}

fn loss(part: &Part, before: Attr<'_, '_>, after: Attr<'_, '_>) -> Option<Loss> {
    let now = parts(part, after);
    // As many as there are: some have the same name.
    let mut listed: BTreeMap<&str, usize> = BTreeMap::new();
    for one in &now {
        *listed.entry(&one.key).or_default() += 1;
    }
    let mut is_gone = |one: &One<'_, '_>| match listed.get_mut(&*one.key).filter(|count| **count > 0) {
        Some(count) => {
            *count -= 1;
            false
        }
        None => !part.keeps(one.attr),
    };
    let mut gone = parts(part, before);
    let are_the_same = part.renames && gone.len() <= now.len();
    gone.retain(&mut is_gone);
    if gone.is_empty() || are_the_same {
        return None;
    }
    let place = after.at_path(part.path.trim_end_matches("[]"));
    // What a template makes of others, or has elsewhere, nobody reads here.
    let is_elsewhere = |text: &String| match text.strip_suffix(".*") {
        Some(texts) => after.get(texts).may_hold_unknown(),
        // A document with nothing in it is one.
        None => !after.get(text).is_set().is_true() && !after.get(text).is_container(),
    };
    let is_unsure = place.iter().any(|list| list.may_hold_unknown())
        || part.text.as_ref().is_some_and(is_elsewhere)
        || now.iter().any(|one| one.key.starts_with("Fn::"));
    Some(Loss {
        is_sure: !is_unsure,
        is_stateful: gone.iter().any(|one| !part.mild && one.is_stateful),
        keys: gone.iter().map(|one| one.told.clone()).collect(),
        names: gone.into_iter().map(|one| one.name).collect(),
    })
}

/// A part of an object.
struct One<'d, 'a> {
    attr: Attr<'d, 'a>,
    /// As words may hold it.
    name: String,
    /// What tells it from others; of what is sensitive too, so that nobody is shown it.
    key: String,
    /// What tells it from others in a baseline; of what is sensitive nothing.
    told: String,
    is_stateful: bool,
}

fn parts<'d, 'a>(part: &Part, root: Attr<'d, 'a>) -> Vec<One<'d, 'a>> {
    let mut found = Vec::new();
    if let Some(key) = &part.key {
        add_listed(part, key, root.at_path(&part.path), Within::default(), &mut found);
        return found;
    }
    for (key, attr) in root.at_path(&part.path).into_iter().flat_map(Attr::entries) {
        let name = if attr.is_sensitive() {
            MASK.to_owned()
        } else {
            format!("{key:?}")
        };
        let kind = part.kind.as_ref().map(|kind| attr.get(kind));
        let is_stateful = kind.is_none_or(|kind| kind.text_is(is_stateful_object).is_true());
        found.push(One {
            attr,
            key: key.into_owned(),
            told: name.clone(),
            name,
            is_stateful,
        });
    }
    found
}

/// What the parts of a list stand in.
#[derive(Clone, Copy, Default)]
struct Within<'s> {
    kind: &'s str,
    /// The names before theirs, to be judged.
    key: &'s str,
    /// The same as words may hold them.
    told: &'s str,
}

/// Adds parts of a list, each after the kind and the name of what it stands in.
fn add_listed<'d, 'a>(
    part: &Part,
    key: &str,
    list: Vec<Attr<'d, 'a>>,
    within: Within<'_>,
    found: &mut Vec<One<'d, 'a>>,
) {
    for attr in list {
        let called = attr.get(key);
        // One object is one part, and with names before its parts, of which one may be that of the key, it is all of
        // them.
        let is_of_names = part.text.is_some() && (called.is_absent() || called.kind() == Some(Kind::Object));
        let members: Vec<_> = attr.entries().filter(|_| is_of_names).map(|(_, one)| one).collect();
        if !members.is_empty() && members.iter().all(|one| one.kind() == Some(Kind::Object)) {
            add_listed(part, key, members, within, found);
            continue;
        }
        if attr.is_unset() || !part.has(attr) {
            continue;
        }
        let name = called.brief();
        let names = format!("{}/{}", within.told, name.trim_matches('"'));
        let real = called.compared_text().unwrap_or_else(|| name.clone());
        let reals = format!("{}/{real}", within.key);
        let kind = part.kind.as_ref().map(|kind| kind_of(attr.get(kind), within.kind));
        if let Some(nested) = &part.nested {
            let nested = attr.get(nested);
            let list = match nested.kind() {
                Some(Kind::Array) => nested.items().collect(),
                Some(Kind::Object) => vec![nested],
                _ => Vec::new(),
            };
            let within = Within {
                kind: kind.as_deref().unwrap_or_default(),
                key: &reals,
                told: &names,
            };
            add_listed(part, key, list, within, found);
        }
        let (key, told) = match &kind {
            // Names of what has a kind are the same in any case.
            Some(kind) => (
                format!("{kind} {}", reals.to_lowercase()),
                format!("{kind} {}", names.to_lowercase()),
            ),
            None => (real, name.clone()),
        };
        let is_masked = attr.is_sensitive() || names.contains(MASK);
        let is_stateful = kind.is_none_or(|kind| is_stateful_object(&kind));
        found.push(One {
            attr,
            name,
            key,
            told: if is_masked { MASK.to_owned() } else { told },
            is_stateful,
        });
    }
}

/// What a part is, to be judged and not told: what has a dot is a kind of its own, and else it goes on from what the part
/// stands in.
fn kind_of(attr: Attr<'_, '_>, within: &str) -> String {
    let kind = attr.compared_text().unwrap_or_default().to_ascii_lowercase();
    if within.is_empty() || kind.contains('.') {
        kind
    } else {
        format!("{within}/{kind}")
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
        let says = format!("destroys something that no line of this plan names, because of {path}");
        Finding::about(change, says).help("make sure that all of it may go, and keep a copy of what must not be lost")
    } else if now.unknown > 0 {
        let says = format!("may destroy something that no line of this plan names, because of {path}");
        Finding::about(change, says).unknown(context.facts.waits_for(change, &whole.replace("[]", "[0]")))
    } else {
        return None;
    };
    // Another statement, or another rule of a lifecycle, is another finding; what else the object says is none.
    let tells = value.tells().into_iter();
    let subject: BTreeSet<String> = tells.flat_map(|path| subject::at(context, side, path)).collect();
    let finding = finding.at(&path).why(value.words.clone()).with_subject(subject);
    Some(if value.mild || now.known > was.known && !is_unlimited {
        finding.at_most(Level::Warning)
    } else {
        finding
    })
}
