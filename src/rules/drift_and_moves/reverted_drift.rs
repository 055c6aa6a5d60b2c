//! Rule `reverted-drift`: the plan undoes a change that was made outside of the engine.

use std::collections::BTreeMap;

use crate::facts::difference::{Paths, difference, difference_in_values};
use crate::facts::{Drift, Facts, Fate, ResourceChange};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::order;

use super::names;

pub(crate) const RULE: Rule = Rule {
    id: "reverted-drift",
    summary: "the plan undoes a change that was made outside of the engine",
    family: "drift-and-moves",
    level: Level::Warning,
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let drifted: Vec<_> = context
        .facts
        .drift
        .iter()
        .filter(|drift| drift.change.fate == Fate::Update)
        .collect();
    if drifted.is_empty() {
        return;
    }
    let is_undone = |change: &&ResourceChange<'_>| {
        matches!(change.fate, Fate::Update | Fate::Replace(_)) && change.wire.deposed().is_none()
    };
    let changes = context.facts.changes.iter().filter(is_undone);
    let changes: BTreeMap<&str, _> = order::map(changes.map(|change| (&*change.address, change)));
    for drift in drifted {
        if let Some(change) = changes.get(&*drift.change.address) {
            findings.extend(undone(context.facts, drift, change));
        }
    }
}

/// What the change does to the attributes that drifted.
fn undone<'a>(facts: &Facts<'a>, drift: &Drift<'_>, change: &ResourceChange<'a>) -> Option<Finding> {
    let (drifted, planned) = (ChangeView::new(&drift.change), ChangeView::new(change));
    // Providers read back nothing as empty, and nobody need have changed anything.
    let drifted_in = difference_in_values(drifted.before(), drifted.after()).known;
    let touched = change.difference(|| (planned.before(), planned.after()));
    let known: Paths = touched.known.iter().cloned().collect();
    let both: Vec<String> = drifted_in.iter().filter(|path| known.meet(path)).cloned().collect();
    if !both.is_empty() {
        let off = difference(drifted.before(), planned.after()).known;
        let off: Paths = off.into_iter().collect();
        let (overwritten, restored): (Vec<String>, Vec<String>) = both.into_iter().partition(|path| off.meet(path));
        let says = match (&restored[..], &overwritten[..]) {
            (restored, []) => format!(
                "is set back to what it was before somebody changed it ({})",
                names(restored)
            ),
            ([], overwritten) => format!(
                "was changed by somebody, and this plan overwrites it ({})",
                names(overwritten)
            ),
            (restored, overwritten) => format!(
                "is set back to what it was before somebody changed it ({}), and overwritten ({})",
                names(restored),
                names(overwritten)
            ),
        };
        return Some(finding(change, says));
    }
    // An attribute that no expression sets is the provider's own to know later: nothing of the plan undoes it.
    let unknown: Paths = touched.unknown.iter().cloned().collect();
    let waiting: Vec<String> = drifted_in
        .into_iter()
        .filter(|path| unknown.meet(path) && !facts.waits_for(change, path).is_empty())
        .collect();
    if waiting.is_empty() {
        return None;
    }
    let origins = facts.all_wait_for(change, waiting.iter().map(String::as_str));
    let says = format!(
        "was changed by somebody, and this plan may undo it ({})",
        names(&waiting)
    );
    Some(finding(change, says).unknown(origins))
}

fn finding(change: &ResourceChange<'_>, says: String) -> Finding {
    Finding::about(change, says)
        .why("the change outside of the engine may be the repair of an incident, and an apply undoes it")
        .help("ask who changed it; if the change should stay, write it into the configuration before you apply")
}
