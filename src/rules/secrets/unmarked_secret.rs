//! Rule `unmarked-secret`: an attribute holds a secret, and nothing marks it sensitive.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::facts::attr::Attr;
use crate::facts::{Copies, Fate, canonical_if_known};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::order;
use crate::rules::data::{Called, Kept, Naming, SecretShapes, is_told_otherwise};

use super::printed::{printed_copies, without_placeholders};
use super::{is_content_of_secret, is_name, secret_in_attribute};

pub(crate) const RULE: Rule = Rule {
    id: "unmarked-secret",
    summary: "an attribute holds a secret, and nothing marks it sensitive",
    family: "secrets",
    level: Level::Warning,
    checks: &[
        Check::Change(check),
        Check::Change(check_printed),
        Check::Document(check_actions),
    ],
    tells_secrets: true,
    ..Rule::BASE
};

const HELP: &str = "give it a sensitive value: a variable with `sensitive = true`, or `sensitive(…)`; or put a reference to a \
    secret store there instead of the secret; until then plans, states and logs show it";

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    let makes = matches!(change.fate, Fate::Create | Fate::Update | Fate::Replace(_));
    // Formats before 0.15 have no marks at all: there a missing one says nothing.
    if !makes || change.wire.change.after_sensitive.is_none() {
        return;
    }
    let shapes = SecretShapes::builtin();
    let secrets = context.facts.secrets();
    let secrets = (!secrets.is_empty() && !context.facts.names_are_marks()).then(|| secrets.copies());
    let secrets = secrets.filter(|secrets| view.may_have_text(|text| secrets.are_in(text)));
    // Most objects have no such name and no such text, and need not be read.
    if secrets.is_none()
        && !view.may_have_attribute(
            |ending| shapes.may_end(ending),
            |name, behind| shapes.may_hold(name, behind),
        )
        && !view.may_have_text(|text| shapes.may_be_in(text))
    {
        return;
    }
    let mut found = unmarked(shapes, view.after());
    if let Some(secrets) = secrets {
        found.extend(copies_that_come(&secrets, view));
        order::sort(&mut found);
        found.dedup();
    }
    found.retain(|(path, _)| !shapes.is_published(change.type_name(), path));
    let (later, now): (Vec<_>, Vec<_>) = found.into_iter().partition(|(_, unknown)| *unknown);
    if let Some((path, _)) = now.first() {
        findings.push(
            Finding::about(change, "holds a secret that is not marked sensitive")
                .at(path)
                .why(format!("nothing marks {}", names(&now)))
                .help(HELP),
        );
    } else if let Some((path, _)) = later.first() {
        findings.push(
            Finding::about(change, "may hold a secret that is not marked sensitive")
                .at(path)
                .why(format!(
                    "nothing marks {}, which is known only after apply",
                    names(&later)
                ))
                .help(HELP)
                .unknown(context.facts.waits_for(change, path)),
        );
    }
}

/// What actions are told. Engines print all that nothing marks, also a copy of what is marked elsewhere.
fn check_actions(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let shapes = SecretShapes::builtin();
    for action in context.facts.configured_actions() {
        let Ok(told) = context.facts.configuration_of(action.wire) else {
            continue;
        };
        let found = unmarked(shapes, told.root());
        let (later, mut now): (Vec<_>, Vec<_>) = found.into_iter().partition(|(_, unknown)| *unknown);
        now.extend(copies(&context.facts.secrets().copies(), told.root()));
        order::sort(&mut now);
        now.dedup();
        let (found, says, so_far) = if now.is_empty() {
            let so_far = ", which is known only after apply";
            (later, "may be told a secret that is not marked sensitive", so_far)
        } else {
            (now, "is told a secret that is not marked sensitive", "")
        };
        let Some((first, is_unknown)) = found.first() else {
            continue;
        };
        let finding = Finding::about_action(&action, says)
            .at(first)
            .why(format!("nothing marks {}{so_far}", names(&found)))
            .help(HELP);
        findings.push(if *is_unknown {
            finding.unknown(Vec::new())
        } else {
            finding
        });
    }
}

/// Paths of texts that hold a copy of a secret, and have no mark; known, all of them.
fn copies(secrets: &Copies, told: Attr<'_, '_>) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    let mut open = vec![(Place::default(), told)];
    while let Some((place, attr)) = open.pop() {
        if attr.is_sensitive() {
            continue;
        }
        if attr
            .text_is(|text| secrets.are_in(&without_placeholders(text)))
            .is_true()
            && !place.text.is_empty()
        {
            found.push((place.text.clone(), false));
        }
        let items = attr.items().enumerate();
        open.extend(items.map(|(index, below)| (place.and(&format!("[{index}]")), below)));
        open.extend(attr.entries().map(|(name, below)| (place.below(&name), below)));
    }
    found
}

/// Paths of texts that are new and hold a copy of a secret without its mark, as `nonsensitive(…)` takes it away; known,
/// all of them. Words, names, ids and settings are marked so that no log has them, and stand everywhere.
fn copies_that_come(secrets: &Copies, view: &ChangeView<'_, '_>) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    let (before, after) = view.differing();
    let mut open = vec![(Place::default(), before, after)];
    while let Some((place, before, after)) = open.pop() {
        if after.is_sensitive() || before.same_known_value(after) {
            continue;
        }
        let holds = after.text_is(|text| {
            let mut holds = false;
            secrets.replace(&without_placeholders(text), |secret| {
                holds |= stands_out(secret);
                String::new()
            });
            holds
        });
        if holds.is_true() && !place.text.is_empty() {
            found.push((place.text.clone(), false));
        }
        // What only stands elsewhere in a list has been there.
        let known = before.items().filter(|_| after.is_container());
        let known = order::set(known.filter_map(canonical_if_known));
        let mut others = before.items();
        for (index, below) in after.items().enumerate() {
            let other = others.next().unwrap_or_else(|| before.get(""));
            let has_been = !known.is_empty() && canonical_if_known(below).is_some_and(|text| known.contains(&text));
            if !has_been {
                open.push((place.and(&format!("[{index}]")), other, below));
            }
        }
        let members = before.beside(after).filter(|(_, _, below)| !below.is_unset());
        open.extend(members.map(|(name, other, below)| (place.below(&name), other, below)));
    }
    found
}

/// Whether a text that is marked elsewhere is a secret wherever it stands.
fn stands_out(text: &str) -> bool {
    /// A key in small letters and digits has as many of them without a sign between.
    const KEY: usize = 20;
    /// An id in capitals and digits has no more of them.
    const LONGEST_ID: usize = 22;
    let shapes = SecretShapes::builtin();
    let is_small = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    let is_id = text
        .split(['-', '_', '.', '/', ':'])
        .all(|part| part.len() < KEY && part.chars().all(is_small));
    // Of clouds and services: a zone, a distribution, a channel.
    let is_capital = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit();
    let is_id = is_id || text.len() <= LONGEST_ID && text.chars().all(is_capital);
    // As under the name of a user or a host.
    let is_kept = || shapes.kept(Called::Open, text, false) == Some(Kept::Secret);
    shapes.token(text).is_some() || !is_id && !is_told_otherwise(text) && is_kept()
}

/// The paths, as words.
fn names(found: &[(String, bool)]) -> String {
    let names = found.iter().map(|(path, _)| match path.as_str() {
        // A key of which nobody knows whether it is a secret itself.
        "" => "an attribute whose name is not told".to_owned(),
        path => format!("`{path}`"),
    });
    names.collect::<Vec<_>>().join(", ")
}

/// What a plan takes away it prints as it was, also where that holds a copy of what is marked elsewhere. Only copies
/// are certain enough: names tell of what is to be marked from now on, and this is there no more after the apply.
fn check_printed(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let (change, secrets) = (view.change, context.facts.secrets());
    let takes = matches!(
        change.fate,
        Fate::Update | Fate::Replace(_) | Fate::Delete | Fate::Forget
    );
    // Of a document without marks it is names that say what is secret.
    if !takes || change.wire.change.before_sensitive.is_none() || context.facts.names_are_marks() {
        return;
    }
    // What is marked in an object is in its text, so that a search for all secrets would spare the reading of few.
    if secrets.is_empty() && !change.is_marked() {
        return;
    }
    let mut found = printed_copies(secrets, view);
    // The provider marks the whole manifest, and writes it again to be seen, without what it knows to be secret.
    found.retain(|path| path != "yaml_body_parsed" || change.type_name() != "kubectl_manifest");
    if !found.is_empty() {
        let told: BTreeSet<String> = unmarked(SecretShapes::builtin(), view.after())
            .into_iter()
            .map(|(path, _)| path)
            .collect();
        found.retain(|path| !told.contains(path));
    }
    let Some(first) = found.first() else { return };
    let names: Vec<_> = found.iter().map(|path| format!("`{path}`")).collect();
    findings.push(
        Finding::about(change, "holds a secret that the engine prints in the text of this plan")
            .at(first)
            .why(format!(
                "nothing marks {}, and the same text is marked sensitive elsewhere in the plan",
                names.join(", ")
            ))
            .help("keep the text of this plan out of logs and comments, and change the secret"),
    );
}

/// Paths of attributes that are named like a secret, hold one or will be known later, and have no mark.
pub(super) fn unmarked(shapes: &SecretShapes, after: Attr<'_, '_>) -> Vec<(String, bool)> {
    unmarked_in(shapes, "", after)
}

/// The same of a value that has a name itself, which tells about the elements of a list and the members of a map.
pub(super) fn unmarked_in(shapes: &SecretShapes, own_name: &str, after: Attr<'_, '_>) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    let tells = |name: &str, naming, attr: Attr<'_, '_>| {
        let holds = attr.text_is(|text| {
            secret_in_attribute(name, text, naming, true).is_some() || shapes.is_json_with_secret(text)
        });
        // What will be known later is a secret only where the name says so.
        let is_told = holds.is_true() || (holds.is_unknown() && naming == Naming::Secret);
        (is_told && !attr.is_sensitive()).then_some(holds.is_unknown())
    };
    // With the name that a value has, itself or from the lists around it.
    let own = (Cow::Borrowed(own_name), shapes.naming(own_name));
    let mut open = vec![(Place::default(), own.0, own.1, after, true)];
    while let Some((path, name, naming, attr, is_member)) = open.pop() {
        if attr.is_sensitive() || attr.is_unknown() {
            continue;
        }
        let mut before = None;
        for (index, below) in attr.items().enumerate() {
            let place = || path.and(&format!("[{index}]"));
            let naming = match before.replace(below) {
                Some(option) if shapes.is_option_of_secret(option) => Naming::Perhaps,
                _ => naming,
            };
            if below.is_container() {
                open.push((place(), name.clone(), naming, below, false));
            } else if let Some(is_unknown) = tells(&name, naming, below) {
                found.push((place().text, is_unknown));
            }
        }
        let pair = shapes.pair(attr);
        let map = name;
        for (name, below) in attr.entries() {
            let place = || path.below(&name);
            if is_content_of_secret(attr, &name) {
                let content = below.entries().filter(|(_, value)| !value.is_container());
                let told = content.filter_map(|(key, value)| Some((key.clone(), tells(&key, Naming::Secret, value)?)));
                found.extend(told.map(|(key, is_unknown)| (place().below(&key).text, is_unknown)));
                continue;
            }
            let naming = match shapes.naming_in(&pair, &name) {
                Naming::Other if is_member && !below.is_container() => shapes.naming_in_map(&map, &name),
                naming => naming,
            };
            if below.is_container() {
                open.push((place(), name, naming, below, true));
            } else if let Some(is_unknown) = tells(&name, naming, below) {
                found.push((place().text, is_unknown));
            }
        }
    }
    order::sort(&mut found);
    found.dedup();
    found
}

/// A path as people write it, as far as it may be told: keys of objects come from anybody and may be secrets
/// themselves, so that it ends before one that is no name.
#[derive(Clone, Default)]
pub(in crate::rules) struct Place {
    pub(in crate::rules) text: String,
    has_ended: bool,
}

impl Place {
    pub(super) fn is_root(&self) -> bool {
        self.text.is_empty() && !self.has_ended
    }

    pub(in crate::rules) fn and(&self, more: &str) -> Self {
        let mut place = self.clone();
        if !place.has_ended {
            place.text.push_str(more);
        }
        place
    }

    /// Whether a key could not be told: the path leads to something around the value.
    pub(in crate::rules) fn has_ended(&self) -> bool {
        self.has_ended
    }

    pub(in crate::rules) fn below(&self, name: &str) -> Self {
        if is_label_key(name) {
            return self.and(&format!("[\"{name}\"]"));
        }
        if !is_name(name) {
            return Self {
                has_ended: true,
                ..self.clone()
            };
        }
        let dot = if self.text.is_empty() { "" } else { "." };
        self.and(&format!("{dot}{name}"))
    }
}

/// Whether a key is written as Kubernetes has those of labels and annotations: `app.kubernetes.io/name`.
fn is_label_key(key: &str) -> bool {
    let is_domain = |text: &str| {
        text.contains('.')
            && text
                .bytes()
                .all(|letter| matches!(letter, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-'))
    };
    let parts = key.split_once('/');
    parts.is_some_and(|(domain, name)| is_domain(domain) && is_name(domain) && is_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_marked_stands_out_where_nothing_else_is_written_so() {
        for (text, expected, why) in [
            ("Tr0ub4dor-and-3", true, "a password"),
            ("Zx9+k2Lm/7QpB4w8", true, "base64"),
            ("Acme/Login/Page", false, "a name in words"),
            ("0a1b2c3d4e5f60718293a4b5", true, "a long key in small letters"),
            ("production", false, "a word"),
            ("correcthorsebattery", false, "words"),
            ("acme-prod-1a2b3c", false, "the id of a project"),
            ("123456789012", false, "the number of an account"),
            ("8f14e45f-ceea-467f-9575-6a2d3c4b5e6f", false, "the id of a tenant"),
            ("eu-west-1", false, "a region"),
            ("Standard_D2s_v3", false, "a size"),
            ("ops.team1@acme.io", false, "an address of mail"),
            ("db1.acme.internal:5432", false, "a host"),
            ("AppUser2", false, "a user"),
            ("Ab1", false, "short"),
        ] {
            assert_eq!(stands_out(text), expected, "{why}");
        }
    }
}
