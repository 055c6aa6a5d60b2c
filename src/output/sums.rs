//! Sums: over all inputs, for formats that say one number and not one a plan; and those of a plan in words.

use super::notes;
use crate::facts::{Fate, MarkChange, Replacement};
use crate::report::{ChangeRow, PlanInput, Report, Verdict};
use crate::words::plural;

/// Whether something is so, where nobody may be able to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// It is.
    Yes,
    /// It is not.
    No,
    /// Something was not judged, so that "no" would be a guess.
    Unknown,
}

impl Known {
    /// The word in formats.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Yes => "true",
            Self::No => "false",
            Self::Unknown => "unknown",
        }
    }

    fn of(seen: bool, certain: bool) -> Self {
        match (seen, certain) {
            (true, _) => Self::Yes,
            (false, true) => Self::No,
            (false, false) => Self::Unknown,
        }
    }
}

/// Rules that say of a plan that something took parts of it out: its list of changes may be one of them.
const OF_REWRITTEN: [&str; 2] = ["missing-changes", "rewritten-plan"];

/// Sums over the plans of a report. `import`, `add`, `change` and `destroy` are the engines' own.
#[derive(Debug, Default)]
pub(super) struct Sums {
    /// Plans that were judged.
    pub(super) plans: usize,
    /// Of them, those that change nothing.
    pub(super) unchanged: usize,
    /// Of them, those that list anything that changes: of one that failed nobody knows what would follow.
    changing: usize,
    pub(super) import: usize,
    pub(super) add: usize,
    pub(super) change: usize,
    pub(super) destroy: usize,
    /// Objects that leave the state and stay, whether or not the engine counts them.
    pub(super) forget: usize,
    pub(super) replace: usize,
    pub(super) moves: usize,
    pub(super) outputs: usize,
    pub(super) unlisted_outputs: UnlistedOutputs,
    /// Objects that somebody changed outside of the engine.
    drift: usize,
    /// Changes that are put off.
    deferred: usize,
    /// Actions of providers that are invoked.
    actions: usize,
    /// Elements with actions that nobody knows, or that the rest of them contradicts.
    pub(super) unrecognized: usize,
    /// Of them, those whose actions are known.
    contradicted: usize,
    /// Why there may be more than that; `None` when everything was judged whole.
    pub(super) incomplete: Option<&'static str>,
}

impl Sums {
    pub(super) fn of(report: &Report) -> Self {
        let mut sums = Self::default();
        report.plans().for_each(|plan| sums.add(plan));
        if report.verdict() == Verdict::Error {
            sums.incomplete = Some("something could not be judged");
        } else if report.stopping().any(|finding| OF_REWRITTEN.contains(&&*finding.rule)) {
            sums.incomplete = Some("changes may be missing from a plan");
        } else if sums.plans == 0 {
            // Zeros over no plan at all would read as a plan that changes nothing.
            sums.incomplete = Some("there is no plan among the inputs");
        }
        sums
    }

    /// Those of one plan.
    pub(super) fn of_plan(plan: &PlanInput) -> Self {
        let mut sums = Self::default();
        sums.add(plan);
        sums
    }

    fn add(&mut self, plan: &PlanInput) {
        let totals = &plan.totals;
        self.plans += 1;
        self.unchanged += usize::from(changes_nothing(plan));
        self.changing += usize::from(plan.plan_line.is_some() || listed_beside(plan).is_some());
        self.import += totals.import;
        self.add += totals.add;
        self.change += totals.change;
        self.destroy += totals.destroy;
        self.replace += totals.replace;
        self.moves += totals.moves;
        self.outputs += totals.outputs;
        self.unlisted_outputs.add(plan);
        self.drift += totals.drift;
        self.deferred += totals.deferred;
        self.actions += plan.actions.len();
        self.unrecognized += totals.unrecognized;
        self.contradicted += contradicted(plan);
        self.forget += totals
            .kinds
            .iter()
            .filter(|(fate, _)| fate.forgets())
            .map(|(_, count)| count)
            .sum::<usize>();
        if plan.errored == Some(true) {
            self.incomplete = Some("planning failed");
        }
    }

    /// What stands in no column of an overview: `2 to import`, `1 moved`.
    pub(super) fn beside(&self) -> Vec<String> {
        let mut words = self.of_unrecognized();
        let others = [(self.import, "to import"), (self.moves, "moved")];
        let others = others.into_iter().filter(|(count, _)| *count > 0);
        words.extend(others.map(|(count, words)| format!("{count} {words}")));
        words.extend(of_outputs(self.outputs, self.unlisted_outputs));
        words
    }

    /// What nobody can judge: `1 with actions nobody knows`.
    pub(super) fn of_unrecognized(&self) -> Vec<String> {
        of_unrecognized(self.unrecognized, self.contradicted)
    }

    /// Whether anything changes: resources, outputs, or actions that are invoked.
    pub(super) fn has_changes(&self) -> Known {
        Known::of(self.changing > 0, self.incomplete.is_none())
    }

    /// Whether anything is destroyed, also on the way to its replacement.
    pub(super) fn has_destroy(&self) -> Known {
        Known::of(self.destroy > 0, self.incomplete.is_none() && self.unrecognized == 0)
    }

    /// The names and values that pipelines branch on, in the order in which they are written.
    pub(super) fn named(&self, verdict: Verdict) -> Vec<(&'static str, String)> {
        let whole = self.incomplete.is_none();
        // A pipeline compares it with 0, where there may be more than was counted.
        let number = |count: usize, certain: bool| {
            if certain {
                count.to_string()
            } else {
                Known::Unknown.word().to_owned()
            }
        };
        // Actions that nobody knows may be any of them; an import and a move are told beside the actions.
        let named = whole && self.unrecognized == 0;
        vec![
            ("verdict", verdict.word().to_owned()),
            ("has_changes", self.has_changes().word().to_owned()),
            ("has_destroy", self.has_destroy().word().to_owned()),
            ("add", number(self.add, named)),
            ("change", number(self.change, named)),
            ("destroy", number(self.destroy, named)),
            ("replace", number(self.replace, named)),
            ("forget", number(self.forget, named)),
            ("import", number(self.import, whole)),
            ("move", number(self.moves, whole)),
            ("outputs", number(self.outputs + self.unlisted_outputs.count(), whole)),
            ("drift", number(self.drift, whole)),
            ("deferred", number(self.deferred, whole)),
            ("actions", number(self.actions, whole)),
        ]
    }
}

/// The engine's sentence, or what there is to say where it prints none.
pub(super) fn sentence(plan: &PlanInput) -> String {
    match &plan.plan_line {
        Some(sentence) => sentence.clone(),
        None if changes_nothing(plan) && plan.totals.no_op > 0 => {
            format!("{NOTHING} {} unchanged.", plan.totals.no_op)
        }
        None => without_sums(plan).unwrap_or(NOTHING).to_owned(),
    }
}

/// What is said of a plan that changes nothing.
pub(super) const NOTHING: &str = "No changes.";

/// What is said of a plan that changes nothing but the state.
const STATE_ALONE: &str = "No changes. The state alone is brought up to date.";

/// Whether an apply does nothing, now or later.
fn changes_nothing(plan: &PlanInput) -> bool {
    plan.plan_line.is_none() && without_sums(plan).is_none()
}

/// Whether the plan takes into the state what changed outside, or what got another address.
fn refreshes(plan: &PlanInput) -> bool {
    plan.refresh_only && plan.totals.drift + plan.totals.moves > 0
}

/// What an apply does of which the engine prints no sums, in words; `None` when that is nothing.
pub(super) fn without_sums(plan: &PlanInput) -> Option<&'static str> {
    if plan.errored == Some(true) {
        Some("Planning failed.")
    } else {
        listed_beside(plan)
    }
}

/// The same, also of a plan that failed.
fn listed_beside(plan: &PlanInput) -> Option<&'static str> {
    if plan.totals.outputs > 0 {
        Some("No resource changes.")
    } else if plan.totals.deferred > 0 {
        Some("No current changes.")
    } else if refreshes(plan) || plan.applyable == Some(true) || plan.outputs.iter().any(|output| !output.visible) {
        Some(STATE_ALONE)
    } else {
        None
    }
}

/// What is said of a plan that ended before it was whole, however whole its sums look.
pub(super) const ONLY_A_PART: &str = "Planning failed: this is only a part.";

/// What is said of a plan that takes into the state what changed outside; the bare words where it is said already what
/// an apply changes, or where there is none since it failed.
pub(super) const fn refresh_only(is_bare: bool) -> &'static str {
    if is_bare {
        "This is a refresh-only plan."
    } else {
        "Refresh-only plan: applying it changes only the state."
    }
}

/// What the sums are not to be read without: that they are of a part, or that there is no list of changes, and perhaps
/// should be one.
pub(super) fn caveat(plan: &PlanInput) -> Option<&'static str> {
    if plan.errored == Some(true) && plan.plan_line.is_some() {
        Some(ONLY_A_PART)
    } else if plan.lists_changes {
        None
    } else if refreshes(plan) {
        // The sentence may have said already what an apply changes.
        let is_said = plan.plan_line.is_none() && without_sums(plan) == Some(STATE_ALONE);
        Some(refresh_only(is_said || plan.errored == Some(true)))
    } else if plan.refresh_only && !plan.actions.is_empty() {
        Some("Nothing is planned for any resource: the plan only invokes actions.")
    } else if plan.refresh_only && plan.applyable != Some(false) {
        // Or the list was taken out, which looks the same.
        Some("The plan has no list of resource changes, as refresh-only plans have none.")
    } else if plan.refresh_only {
        Some("Nothing is planned for any resource: the plan is refresh-only, or its targets match nothing.")
    } else if plan.errored == Some(true) {
        Some("The plan lists no resource changes.")
    } else if plan.totals.outputs > 0 {
        // The sentence says it already, and no state holds anything that a list could be about.
        None
    } else {
        Some("The plan has no list of resource changes.")
    }
}

/// What the sentence does not say: `1 replaced (destroyed first)`, `212 unchanged`.
pub(super) fn beside(plan: &PlanInput) -> Vec<String> {
    let totals = &plan.totals;
    let nothing = changes_nothing(plan);
    let mut parts = of_unrecognized(totals.unrecognized, contradicted(plan));
    for (fate, count) in &totals.kinds {
        parts.extend(match fate {
            Fate::Replace(order) => Some(replaced(*count, *order)),
            Fate::Forget if totals.forget == 0 => Some(format!("{count} forgotten")),
            Fate::Read => Some(format!("{count} read during apply")),
            Fate::Open => Some(format!("{count} opened")),
            _ => None,
        });
    }
    let data = plan
        .changes
        .iter()
        .filter(|row| row.fate == Fate::Delete && row.is_data())
        .count();
    let unchanged = if nothing { 0 } else { totals.no_op };
    for (count, words) in [
        (totals.moves, format!("{} moved", totals.moves)),
        (data, format!("{} removed from the state", plural(data, "data source"))),
        (totals.deferred, format!("{} deferred", totals.deferred)),
        (unchanged, format!("{unchanged} unchanged")),
        (totals.drift, format!("{} drifted", totals.drift)),
    ] {
        parts.extend((count > 0).then_some(words));
    }
    let mut unlisted = UnlistedOutputs::default();
    unlisted.add(plan);
    parts.extend(of_outputs(totals.outputs, unlisted));
    parts
}

/// How many changes have actions that are known, and contradict the rest of them.
fn contradicted(plan: &PlanInput) -> usize {
    let contradicted = |row: &&ChangeRow| notes::is_contradicted(row);
    plan.changes.iter().filter(contradicted).count()
}

fn of_unrecognized(all: usize, contradicted: usize) -> Vec<String> {
    let unknown = all.saturating_sub(contradicted);
    [
        (unknown, "with actions nobody knows"),
        (contradicted, "with contradicted actions"),
    ]
    .into_iter()
    .filter(|(count, _)| *count > 0)
    .map(|(count, words)| format!("{count} {words}"))
    .collect()
}

/// How many outputs the engine lists, and what becomes of the others.
pub(super) fn of_outputs(listed: usize, unlisted: UnlistedOutputs) -> Vec<String> {
    let counted = |count: usize, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 output {one}")),
        count => Some(format!("{count} outputs {many}")),
    };
    let words = [
        (listed > 0).then(|| plural(listed, "output change")),
        counted(unlisted.hidden, "becomes sensitive", "become sensitive"),
        counted(unlisted.opened, "is no longer sensitive", "are no longer sensitive"),
        counted(unlisted.kept, "keeps its value", "keep their value"),
        counted(unlisted.null, "is created as null", "are created as null"),
    ];
    words.into_iter().flatten().collect()
}

/// How many outputs there are that the engine does not list: those that keep their value, by what becomes of their mark,
/// and those that are created as null.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct UnlistedOutputs {
    hidden: usize,
    opened: usize,
    kept: usize,
    null: usize,
}

impl UnlistedOutputs {
    fn add(&mut self, plan: &PlanInput) {
        for row in plan.outputs.iter().filter(|row| !row.visible) {
            *match (row.fate, row.mark_change) {
                (Fate::Create, _) => &mut self.null,
                (_, Some(MarkChange::Gained)) => &mut self.hidden,
                (_, Some(MarkChange::Lost)) => &mut self.opened,
                (_, None) => &mut self.kept,
            } += 1;
        }
    }

    fn count(self) -> usize {
        self.hidden + self.opened + self.kept + self.null
    }
}

fn replaced(count: usize, order: Replacement) -> String {
    format!("{count} replaced ({})", order_words(order))
}

/// How the replacements of a plan go, each kind with its number: `1 replaced (destroyed first)`.
pub(super) fn replacements(plan: &PlanInput) -> Vec<String> {
    let kinds = plan.totals.kinds.iter();
    kinds
        .filter_map(|(fate, count)| match fate {
            Fate::Replace(order) => Some(replaced(*count, *order)),
            _ => None,
        })
        .collect()
}

/// What becomes of the old object.
pub(super) fn order_words(order: Replacement) -> &'static str {
    match order {
        Replacement::DestroyFirst => "destroyed first",
        Replacement::CreateFirst => "created first",
        Replacement::ForgetFirst | Replacement::ForgetLast => "the old object stays, unmanaged",
    }
}
