//! Objects that guard something, or write down what happens: what is lost when they are destroyed.

use std::collections::BTreeSet;

use crate::facts::{Fate, ResourceChange};
use crate::lint::{ChangeView, Context, Finding};
use crate::rules::data::exposure::table;

use super::opening::Voice;
use super::setting::all_open;

/// By which an object is named in others.
const NAMES: [&str; 7] = [
    "id",
    "arn",
    "name",
    "bucket",
    "identifier",
    "cluster_identifier",
    "self_link",
];

/// Guards that are destroyed while what they guard stays.
pub(in crate::rules::exposure) fn guards_removed(
    context: &Context<'_, '_>,
    findings: &mut Vec<Finding>,
    voice: &Voice,
) {
    let table = table();
    let changes = &context.facts.changes;
    let mut gone = None;
    for change in changes.iter().filter(|change| is_destroyed(change)) {
        let Some(entries) = table.of_type(voice.rule, change.type_name()) else {
            continue;
        };
        let Some(removal) = &entries.removal else {
            continue;
        };
        let view = ChangeView::new(change);
        if all_open(&entries.settings, view.before()) {
            continue;
        }
        if !removal.of.is_empty() {
            let gone = gone.get_or_insert_with(|| names(changes));
            let before = view.before();
            let goes_too = |path: &String| {
                let guarded = before.get(path);
                guarded.text_is(|text| gone.contains(text)).is_true()
            };
            if removal.of.iter().any(goes_too) {
                continue;
            }
        }
        findings.push(
            Finding::about(change, &format!("{}: it is destroyed", voice.does))
                .why(removal.words.clone())
                .help(voice.help),
        );
    }
}

/// Deposed objects are leftovers: the current one guards.
fn is_destroyed(change: &ResourceChange<'_>) -> bool {
    change.fate == Fate::Delete && change.managed() && change.wire.deposed.is_none()
}

/// The names of all that is destroyed, but for guards, which name themselves after what they guard.
fn names(changes: &[ResourceChange<'_>]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for change in changes.iter().filter(|change| is_destroyed(change)) {
        if table().is_guard(change.type_name()) {
            continue;
        }
        let view = ChangeView::new(change);
        for name in NAMES {
            names.extend(super::text(view.before().get(name)));
        }
    }
    names
}
