//! What there is to say of a change beside its kind and address: why, what changes, from where it comes.

use super::Style;
use super::escape::line;
use crate::facts::attribute_path::row_path;
use crate::facts::{Fate, Flavor, MarkChange, event_words};
use crate::report::{
    ActionRow, ActionWords, ChangeRow, DeferredRow, DriftRow, Import, Input, OutputRow, PlanInput, Redacted,
};
use crate::words::{plural, shortened};

/// Of an update, more changed attributes than this are only counted.
const CHANGED_UP_TO: usize = 6;

/// Whether its actions are known, and nobody can believe them: the rest of it says something else.
pub(super) fn is_contradicted(row: &ChangeRow) -> bool {
    row.fate == Fate::Unrecognized && matches!(row.actions, ActionWords::Recognized(_))
}

/// Each note in words, without what settings hide, not escaped for any reader.
pub(super) fn of(row: &ChangeRow) -> Vec<String> {
    notes(row, &row.ignored, row.ignored.len().max(row.hidden))
}

/// All notes on a row, for programs.
pub(super) fn whole(row: &ChangeRow) -> Vec<String> {
    notes(row, &[], 0)
}

fn notes(row: &ChangeRow, ignored: &[Redacted], count: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if row.fate == Fate::Unrecognized {
        let words = row.actions.words();
        let words: Vec<&str> = words.iter().map(|word| &**word).collect();
        let what = if is_contradicted(row) {
            "contradicted actions"
        } else {
            "actions nobody knows"
        };
        notes.push(format!("{what}: [{}]", words.join(", ")));
    }
    notes.extend(row.why.as_ref().map(ToString::to_string));
    // Of what changes, and in its order.
    let mut ignored = ignored.iter().peekable();
    let mut seen = Vec::new();
    for name in &row.changed {
        if ignored.next_if_eq(&name).is_none() {
            seen.push(name);
        }
    }
    if !seen.is_empty() {
        notes.push(changed(&seen));
    }
    notes.extend(hidden(count));
    if row.fate == Fate::Delete && row.is_data() {
        notes.push("a data source: only its entry in the state goes".to_owned());
    }
    if row.deposed.is_some() && row.fate == Fate::Delete {
        notes.push("left over from a failed replacement".to_owned());
    }
    notes.extend(
        row.previous_address
            .as_ref()
            .map(|previous| format!("moved from {previous}")),
    );
    notes.extend(row.importing.as_ref().map(imported));
    notes
}

/// What invokes an action, and what that waits for; not escaped for any reader: `after aws_instance.web is created`.
pub(super) fn invoked(row: &ActionRow) -> String {
    let trigger = match (&row.event, &row.triggered_by) {
        (Some(event), Some(resource)) => match event_words(event) {
            Some((when, done)) => format!("{when} {resource} is {done}"),
            None => format!("{event} of {resource}"),
        },
        (None, Some(resource)) => format!("called by {resource}"),
        _ => "asked for on the command line".to_owned(),
    };
    match &row.reason {
        Some(reason) => format!("{trigger}; {}", deferred(reason)),
        None => trigger,
    }
}

/// What becomes of an action that was put off, as of a change.
pub(super) const INVOKE: &str = "invoke";

fn imported(import: &Import) -> String {
    match import {
        Import { id: Some(id), .. } => format!("imported from \"{}\"", id.replace('\\', "\\\\").replace('"', "\\\"")),
        Import { by_identity: true, .. } => "imported by identity".to_owned(),
        Import { is_unknown: true, .. } => "the id to import is known only later".to_owned(),
        Import { .. } => "imported".to_owned(),
    }
}

/// `instance_type, tags.Owner, and 3 more`
fn changed(names: &[&Redacted]) -> String {
    let names = names.iter().map(|name| row_path(name).into_owned()).collect();
    shortened(names, CHANGED_UP_TO, "and ").join(", ")
}

/// How many differences settings hide; `None` for none.
pub(super) fn hidden(count: usize) -> Option<String> {
    (count > 0).then(|| format!("{} hidden by settings", plural(count, "difference")))
}

/// As many updates in which settings hide all that differs still have rows.
const QUIET_UP_TO: usize = 3;

/// Whether settings hide all that differs in an update.
pub(super) fn is_quiet(row: &ChangeRow) -> bool {
    row.fate == Fate::Update && !row.ignored.is_empty() && row.ignored.len() == row.changed.len() && of(row).len() == 1
}

/// How many updates have no row since settings hide all that differs in them; none where the reader chose the rows.
pub(super) fn quiet<'p>(plans: impl Iterator<Item = &'p PlanInput>, style: &Style) -> usize {
    if style.all || style.selects() {
        return 0;
    }
    let rows = plans.flat_map(|plan| &plan.changes);
    let quiet = rows.filter(|row| is_quiet(row)).count();
    if quiet > QUIET_UP_TO { quiet } else { 0 }
}

/// How many updates differ only in what settings hide, in words; `None` for none.
pub(super) fn quiet_words(count: usize) -> Option<String> {
    (count > 0).then(|| format!("{} differ only in what settings hide", plural(count, "update")))
}

/// How many changes the reader did not select, and how many of these destroy, of all that there are; `None` where all
/// are shown. `others` names the options beside --only that leave some out.
pub(super) fn not_selected(hidden: usize, destroyed: usize, all: usize, others: &[&str]) -> Option<String> {
    let noun = if all == 1 { "change" } else { "changes" };
    let verb = if hidden == 1 { "is" } else { "are" };
    let shows = match others {
        [] => "(to see them: --only destroy)".to_owned(),
        others => format!("(to see them: --only destroy, without {})", others.join(", ")),
    };
    let danger = match destroyed {
        0 => String::new(),
        1 if hidden == 1 => format!(", and it destroys {shows}"),
        1 => format!("; 1 of them destroys {shows}"),
        _ => format!("; {destroyed} of them destroy {shows}"),
    };
    (hidden > 0).then(|| format!("{hidden} of {all} {noun} {verb} not selected and not shown{danger}."))
}

/// What those changes outside of the engine mean for the plan, counted: `2 affect this plan, 1 is changed by it`. Of each
/// whether the plan was made from it, and whether it changes the same object, too; `None` for none.
pub(super) fn drift_counts(meanings: &[(bool, bool)]) -> Option<String> {
    let mut counted: Vec<String> = Vec::new();
    for (verbs, meant) in [
        (["affects", "affect"], [true, true]),
        (["is changed by", "are changed by"], [false, true]),
        (["does not affect", "do not affect"], [false, false]),
    ] {
        let is_meant = |(relevant, changed): &&(bool, bool)| [*relevant, *relevant || *changed] == meant;
        let count = meanings.iter().filter(is_meant).count();
        if count > 0 {
            let plan = if counted.is_empty() { "this plan" } else { "it" };
            counted.push(format!("{count} {} {plan}", verbs[usize::from(count > 1)]));
        }
    }
    (!counted.is_empty()).then(|| counted.join(", "))
}

/// Of the changes of plans those that `--only` and `--only-address` leave out; what does not change is not missed.
pub(super) fn left_out<'p>(plans: impl Iterator<Item = &'p PlanInput>, style: &Style) -> Option<String> {
    if !style.selects() {
        return None;
    }
    let changes = plans
        .flat_map(|plan| &plan.changes)
        .filter(|row| !matches!(row.fate, Fate::NoOp | Fate::Open));
    let (all, hidden, destroyed) = changes.fold((0, 0, 0), |(all, hidden, destroyed), row| {
        let is_hidden = !style.wants(row);
        (
            all + 1,
            hidden + usize::from(is_hidden),
            destroyed + usize::from(is_hidden && row.fate.destroys()),
        )
    });
    let others: &[&str] = if style.only_address.is_empty() {
        &[]
    } else {
        &["--only-address"]
    };
    not_selected(hidden, destroyed, all, others)
}

/// What becomes of something in a later plan, and what there is to say of it. An import whose id is not known yet is
/// planned as a creation, which it will not be.
pub(super) fn later(row: &DeferredRow) -> (Fate, Vec<String>) {
    let import = row.change.importing.as_ref().map(imported);
    let fate = match row.change.fate {
        Fate::Create if import.is_some() => Fate::Import,
        fate => fate,
    };
    let reason = deferred(&row.reason).to_owned();
    (fate, [reason].into_iter().chain(import).collect())
}

/// The engine's words for why a change is put off (§1.10); others as they stand.
pub(super) fn deferred(reason: &str) -> &str {
    match reason {
        "instance_count_unknown" => "how many there are is known only later",
        "resource_config_unknown" => "its configuration is known only later",
        "provider_config_unknown" => "its provider's configuration is known only later",
        "deferred_prereq" => "something it depends on is deferred",
        "absent_prereq" => "something it depends on is not there yet",
        other => other,
    }
}

/// What is said of an output that keeps its value.
pub(super) const STAYS: &str = "its value stays";

/// What becomes of the mark of an output.
pub(super) const fn of_mark(change: MarkChange) -> &'static str {
    match change {
        MarkChange::Gained => "becomes sensitive",
        MarkChange::Lost => "no longer sensitive",
    }
}

/// What there is to say of a change of an output.
pub(super) fn of_output(row: &OutputRow) -> Vec<&'static str> {
    let mark = match row.mark_change {
        Some(change) => Some(of_mark(change)),
        None => row.sensitive.then_some("sensitive"),
    };
    let value = match row.fate {
        _ if row.visible => None,
        Fate::Create => Some("null"),
        _ => Some(STAYS),
    };
    mark.into_iter().chain(value).collect()
}

/// The engine that wrote an input, in a sentence.
pub(super) fn engine(input: &Input) -> String {
    input
        .engine
        .map_or("the engine".to_owned(), |engine| engine.to_string())
}

/// What wrote a document, as far as that is known.
pub(super) fn written_by(engine: Option<Flavor>, version: Option<&Redacted>) -> Option<String> {
    match (engine, version.map(|version| line(version))) {
        (Some(engine), Some(version)) => Some(format!("{engine} {version}")),
        (Some(engine), None) => Some(engine.to_string()),
        (None, version) => version.map(|version| format!("written by version {version}")),
    }
}

/// What a change outside of the engine means for the plan.
pub(super) const fn meaning(row: &DriftRow) -> &'static str {
    match (row.relevant, row.changed) {
        (true, _) => "this plan is made from it",
        (false, true) => "this plan changes it, too",
        (false, false) => "this plan does not depend on it",
    }
}

/// What happened to something outside of the engine.
pub(super) fn drifted(fate: Fate) -> &'static str {
    match fate {
        Fate::Update => "changed",
        Fate::Delete => "deleted",
        Fate::Move | Fate::NoOp => "moved",
        fate => fate.word(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_one_that_is_left_out_no_number_is_told_twice() {
        let shows = "(to see them: --only destroy)";
        for (hidden, destroyed, wanted) in [
            (0, 0, None),
            (1, 0, Some("1 of 3 changes is not selected and not shown.".to_owned())),
            (
                1,
                1,
                Some(format!(
                    "1 of 3 changes is not selected and not shown, and it destroys {shows}."
                )),
            ),
            (
                2,
                1,
                Some(format!(
                    "2 of 3 changes are not selected and not shown; 1 of them destroys {shows}."
                )),
            ),
            (
                3,
                2,
                Some(format!(
                    "3 of 3 changes are not selected and not shown; 2 of them destroy {shows}."
                )),
            ),
        ] {
            assert_eq!(
                not_selected(hidden, destroyed, 3, &[]),
                wanted,
                "{hidden} and {destroyed}"
            );
        }
    }

    #[test]
    fn what_becomes_of_a_mark_and_of_a_value_is_told_apart() {
        use MarkChange::{Gained, Lost};
        for (fate, sensitive, mark_change, visible, expected, why) in [
            (Fate::Update, false, None, true, "", "open, another value"),
            (Fate::Update, true, None, true, "sensitive", "sensitive, another value"),
            (
                Fate::Update,
                true,
                Some(Lost),
                true,
                "no longer sensitive",
                "open, another value",
            ),
            (
                Fate::Update,
                true,
                Some(Lost),
                false,
                "no longer sensitive; its value stays",
                "open now",
            ),
            (
                Fate::Update,
                true,
                Some(Gained),
                false,
                "becomes sensitive; its value stays",
                "sensitive now",
            ),
            (
                Fate::Update,
                true,
                None,
                false,
                "sensitive; its value stays",
                "without a configuration nobody can tell",
            ),
            (Fate::Create, false, None, false, "null", "made without a value"),
        ] {
            let row = OutputRow {
                name: Redacted::trusted("a"),
                fate,
                actions: Vec::new(),
                sensitive,
                mark_change,
                visible,
                difference: None,
                pointer: Redacted::trusted("/output_changes/a"),
            };
            assert_eq!(of_output(&row).join("; "), expected, "{why}");
        }
    }
}
