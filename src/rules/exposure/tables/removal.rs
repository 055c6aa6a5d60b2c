//! Objects that guard something, or write down what happens: what is lost when they are destroyed.

use crate::lint::{ChangeView, Context, Finding};
use crate::rules::data::exposure::table;
use crate::rules::gone::{Gone, is_destroyed};

use super::opening::Voice;
use super::setting::all_open;

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
            let gone = gone.get_or_insert_with(|| Gone::of(changes));
            if gone.has(view.before(), &removal.of, &removal.types) {
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
