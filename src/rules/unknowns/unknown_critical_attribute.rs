//! Rule `unknown-critical-attribute`: an attribute that controls access is known only after apply.

use crate::facts::attr::Attr;
use crate::facts::member_path::{Prefixes, member};
use crate::facts::{Configured, Fate};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::order;
use crate::rules::data::decides;
use crate::rules::data::exposure::table;

pub(crate) const RULE: Rule = Rule {
    id: "unknown-critical-attribute",
    summary: "an attribute that controls access is known only after apply",
    family: "unknowns",
    level: Level::Note,
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    if !matches!(change.fate, Fate::Create | Fate::Update | Fate::Replace(_)) || !change.managed() {
        return;
    }
    if !view.may_have_unknown(|name, _| decides(name).is_some()) {
        return;
    }
    let unknown = unknown(view.after());
    if unknown.is_empty() {
        return;
    }
    let Some(resource) = context.facts.configured(change) else {
        return;
    };
    let mut undecided = unknown
        .into_iter()
        .filter(|(path, _)| matches!(resource.argument(path), Configured::References(_)))
        // A rule that would judge the value says itself that it cannot.
        .filter(|(path, _)| !table().judges(change.type_name(), path))
        .peekable();
    let Some((first, _)) = undecided.peek().cloned() else {
        return;
    };
    let mut told: Vec<String> = undecided
        .by_ref()
        .take(TOLD)
        .map(
            |(path, words)| match context.facts.waits_for(change, &path).as_slice() {
                [] => format!("`{path}` decides {words}"),
                waits_for => format!("`{path}` decides {words}, and waits for {}", waits_for.join(", ")),
            },
        )
        .collect();
    let untold: Vec<String> = undecided.map(|(path, _)| path).collect();
    if !untold.is_empty() {
        told.push(format!("and {} more", untold.len()));
    }
    findings.push(
        Finding::about(change, "cannot be judged before apply")
            .at(&first)
            .why(told.join("; "))
            .with_subject(untold)
            .help("look at where it comes from, and at the value after the apply"),
    );
}

/// Of more attributes than this only the first ones are told.
const TOLD: usize = 12;

/// Paths of unknown attributes that decide something, with what they decide.
fn unknown(after: Attr<'_, '_>) -> Vec<(String, &'static str)> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), after)];
    let mut prefixes = Prefixes::default();
    while let Some((path, attr)) = open.pop() {
        // Most of an object is known: nothing below that is looked at.
        if !attr.may_hold_unknown() {
            continue;
        }
        let path = prefixes.of(&path);
        let elements = attr.items().enumerate();
        open.extend(elements.map(|(index, below)| (format!("{path}[{index}]"), below)));
        for (name, below) in attr.entries().filter(|(_, below)| below.may_hold_unknown()) {
            let within = below.is_unknown() || below.items().any(Attr::is_unknown);
            match decides(&name).filter(|_| within) {
                Some(words) => found.push((member(&path, &name), words)),
                None if below.is_container() => {
                    open.push((member(&path, &name), below));
                }
                None => {}
            }
        }
    }
    order::sort(&mut found);
    found
}
