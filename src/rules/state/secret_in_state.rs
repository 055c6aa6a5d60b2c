//! Rule `secret-in-state`: a state holds a secret that nothing marks sensitive.

use std::borrow::Cow;

use crate::facts::attr::{Attr, Object};
use crate::facts::{Fate, Mode, Secrets, StateObject};
use crate::lint::{ChangeView, Check, Context, Finding, Level, ObjectView, Rule, RuleSubject};
use crate::order;
use crate::rules::data::{Naming, SecretShapes};
use crate::rules::secrets::printed::without_placeholders;
use crate::rules::secrets::unmarked_secret::Place;
use crate::rules::secrets::{is_content_of_secret, secret_in_attribute};

pub(crate) const RULE: Rule = Rule {
    id: "secret-in-state",
    summary: "a state holds a secret that nothing marks sensitive",
    family: "state",
    subject: RuleSubject::States,
    level: Level::Warning,
    checks: &[
        Check::Object(check_object),
        Check::Change(check_change),
        Check::Document(check_outputs),
    ],
    tells_secrets: true,
    ..Rule::BASE
};

const WHY: &str = "whoever may read the state, an output of it or a log of either reads the secret";

fn check_object(context: &Context<'_, '_>, view: &ObjectView<'_, '_>, findings: &mut Vec<Finding>) {
    let object = view.object;
    if context.facts.plan().is_some() || *object.mode() == Mode::Ephemeral {
        return;
    }
    let shapes = SecretShapes::builtin();
    // Most objects have no such name and no such text, and need not be read.
    if !object.has_copied_secret()
        && !view.may_have_attribute(
            |ending| shapes.may_end(ending),
            |name, behind| shapes.may_hold(name, behind),
        )
        && !view.may_have_text(|text| shapes.may_be_in(text))
    {
        return;
    }
    // A raw state does not have the providers' marks, nor has what Terraform wrote before 1.5 (§2.4): what is
    // named like a secret may well be marked there, and only what nobody would mark tells.
    let is_old = context.facts.engine_is("<1.5");
    let has_marks = object.tree_of_marks().is_some() && is_old != Some(true);
    let Ok(values) = object.read_as_printed(context.facts.names_are_marks()) else {
        return;
    };
    findings.extend(copied_or_held(context, object, values.root(), has_marks));
}

/// What an object holds as a copy, and what besides.
fn copied_or_held(
    context: &Context<'_, '_>,
    object: &StateObject<'_>,
    values: Attr<'_, '_>,
    has_marks: bool,
) -> impl Iterator<Item = Finding> {
    let may_copy = object.has_copied_secret();
    let copied = if may_copy {
        copied(object, values, context.facts.secrets())
    } else {
        None
    };
    // In a copy stands nothing that is not in the original, which is looked at, or marked.
    let is_copy = may_copy && values.get("output").same_known_value(values.get("input"));
    let held = held(object, values, has_marks, is_copy.then_some("output"));
    copied.into_iter().chain(held)
}

/// Paths in `output` of a `terraform_data` that hold what is marked at the same path in `input`.
fn copied(object: &StateObject<'_>, values: Attr<'_, '_>, secrets: &Secrets) -> Option<Finding> {
    let mut found = Vec::new();
    let mut open = vec![(Place::default(), values.get("input"), values.get("output"))];
    while let Some((place, from, to)) = open.pop() {
        if to.is_sensitive() {
            continue;
        }
        if from.is_sensitive() {
            if holds_secret(to, secrets) && to.same_known_value(from) {
                found.push((place.has_ended(), place.text));
            }
            continue;
        }
        let items = from.items().zip(to.items()).enumerate();
        open.extend(items.map(|(index, (from, to))| (place.and(&format!("[{index}]")), from, to)));
        let members = from.beside(to);
        open.extend(members.map(|(key, from, to)| (place.below(&key), from, to)));
    }
    order::sort(&mut found);
    found.dedup();
    let copies = found.iter().map(|(has_ended, path)| {
        let dot = if path.is_empty() || path.starts_with('[') {
            ""
        } else {
            "."
        };
        // A key that may be a secret itself is not told.
        let [of, same] = if *has_ended {
            ["a member of ", "the same in "]
        } else {
            [""; 2]
        };
        format!("{of}`output{dot}{path}` is a copy of {same}`input{dot}{path}`")
    });
    let copies: Vec<_> = copies.collect();
    (!copies.is_empty()).then(|| {
        // In other words than of what it holds besides, which is another finding.
        Finding::about_object(object, "holds a copy of a secret, which is not marked sensitive")
            .why(format!("{}, and nothing marks the copy; {WHY}", copies.join(", ")))
            .help(
                "put a reference to a secret store in `input` instead of the secret, and change the secret, which may \
                 have been seen",
            )
    })
}

/// Whether a text, or a number that is long enough to be a secret, is anywhere in it. What `planlint redact` has put in
/// the place of secrets is none.
fn holds_secret(attr: Attr<'_, '_>, secrets: &Secrets) -> bool {
    let mut open = vec![attr];
    while let Some(attr) = open.pop() {
        let is_text = attr.text_is(|text| !without_placeholders(text).is_empty());
        if is_text.is_true() || attr.number_is(|number| secrets.has(number)).is_true() {
            return true;
        }
        open.extend(attr.parts());
    }
    false
}

/// In a plan, an object that stays as it is: of those that change `unmarked-secret` tells, and the others leave the
/// state. Nothing new is made, so that it is a note; and only attributes that are named like a secret are looked at, of
/// which most objects have none.
fn check_change(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let (change, shapes) = (view.change, SecretShapes::builtin());
    // Formats before 0.15 have no marks.
    if matches!(
        change.fate,
        Fate::Create | Fate::Update | Fate::Replace(_) | Fate::Delete | Fate::Forget
    ) || change.wire.change.before_sensitive.is_none()
        || !view.may_have_had_attribute(
            |ending| shapes.may_end(ending),
            |name, behind| shapes.may_hold(name, behind),
        )
    {
        return;
    }
    let object = context
        .facts
        .object_of(change)
        .filter(|object| *object.mode() != Mode::Ephemeral);
    let Some(object) = object else {
        return;
    };
    let Ok(values) = object.read_as_printed(false) else {
        return;
    };
    let found = copied_or_held(context, object, values.root(), true);
    findings.extend(found.map(|finding| finding.at_most(Level::Note)));
}

fn held(object: &StateObject<'_>, values: Attr<'_, '_>, has_marks: bool, passed_over: Option<&str>) -> Option<Finding> {
    let is_published = |name: &str| SecretShapes::builtin().is_published(object.type_name(), name);
    let held = values
        .entries()
        .filter(|(name, _)| passed_over != Some(&**name) && !is_published(name))
        .filter_map(|(name, attr)| Some(format!("`{name}` holds {}", secret(&name, attr, has_marks)?)));
    let held: Vec<String> = held.collect();
    (!held.is_empty()).then(|| {
        Finding::about_object(object, "holds a secret that is not marked sensitive")
            .why(format!("{}; {WHY}", held.join(", ")))
            .help(
                "give it a sensitive value or a reference to a secret store, and change the secret, which may have \
                 been seen",
            )
    })
}

fn check_outputs(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    for output in context.facts.state_output_values() {
        if output.sensitive {
            continue;
        }
        let Ok(object) = Object::read(output.value, None, []) else {
            continue;
        };
        if let Some(words) = secret(output.name, object.root(), true) {
            findings.push(
                Finding::about_named(
                    &format!("output.{}", output.name),
                    output.pointer,
                    "is a secret that is not marked sensitive",
                )
                .why(format!("it holds {words}; {WHY}"))
                .help("set `sensitive = true` on the output, and change the secret, which may have been seen"),
            );
        }
    }
}

/// What secret stands in an attribute, in words; below a mark nothing is looked at.
fn secret<'a>(name: &'a str, attr: Attr<'a, '_>, has_marks: bool) -> Option<&'static str> {
    let shapes = SecretShapes::builtin();
    let mut open = vec![(Cow::Borrowed(name), shapes.naming(name), attr, false)];
    while let Some((name, naming, attr, is_content)) = open.pop() {
        if attr.is_sensitive() || naming == Naming::Secret && !has_marks {
            continue;
        }
        let words = attr.compared_text().and_then(|text| {
            secret_in_attribute(&name, &text, naming, has_marks).or_else(|| {
                let is_json = has_marks && shapes.is_json_with_secret(&text);
                is_json.then_some("a JSON text with a secret in it")
            })
        });
        if words.is_some() {
            return words;
        }
        open.extend(attr.items().map(|below| (name.clone(), naming, below, false)));
        let pair = shapes.pair(attr);
        open.extend(attr.entries().map(|(key, below)| {
            let naming = if is_content && has_marks {
                Naming::Secret
            } else {
                shapes.naming_in(&pair, &key)
            };
            let is_content = is_content_of_secret(attr, &key);
            (key, naming, below, is_content)
        }));
    }
    None
}
