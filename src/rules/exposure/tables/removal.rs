//! Objects that guard something, or write down what happens: what is lost when they leave it.

use crate::facts::attr::Attr;
use crate::lint::{ChangeView, Context, Finding};
use crate::rules::data::exposure::{Which, table};
use crate::rules::gone::{Guards, Left};

use super::opening::Voice;
use super::setting::all_open;

/// Guards that are destroyed, or replaced by one for something else, while what they guard stays.
pub(in crate::rules::exposure) fn guards_removed(
    context: &Context<'_, '_>,
    findings: &mut Vec<Finding>,
    voice: &Voice,
) {
    let table = table();
    let changes = &context.facts.changes;
    let guards = Guards::of(changes);
    for change in changes.iter().filter(|change| change.fate.destroys()) {
        let Some(entries) = table.of_type(voice.rule, change.type_name()) else {
            continue;
        };
        let Some(removal) = &entries.removal else {
            continue;
        };
        let view = ChangeView::new(change);
        let before = view.before();
        if removal.when.as_ref().is_some_and(|which| !is_meant(which, before)) {
            continue;
        }
        let Some(left) = guards.left(change, &removal.of, &removal.types) else {
            continue;
        };
        if all_open(&entries.settings, before) {
            continue;
        }
        let what = match left {
            Left::Destroyed => "it is destroyed",
            Left::Moved => "it is replaced by one for something else",
        };
        let does = if removal.permits { voice.may } else { voice.does };
        findings.push(
            Finding::about(change, format!("{does}: {what}"))
                .why(removal.words.clone())
                .help("keep it, or make sure that something else does what it did"),
        );
    }
}

/// Whether an object is one of those that an entry is about.
fn is_meant(which: &Which, object: Attr<'_, '_>) -> bool {
    let mut held = object.at_path(&which.path).into_iter();
    let is_like = |text: &str| which.like.iter().any(|like| like.matches_in_any_case(text));
    held.any(|attr| attr.text_is(is_like).is_true())
}
