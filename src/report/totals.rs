//! The sums: the engine's own, and beside them what it does not count.

use std::collections::BTreeMap;

use crate::facts::{ChangeKind, Facts, Fate, Flavor, Replacement, ResourceChange};

/// Sums over `resource_changes`.
///
/// The first five and the sentence are the engine's (§6.4). The rest is what it leaves out. `kinds` is the
/// partition: every element is in exactly one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Imports, whatever else happens to the object.
    pub import: usize,
    /// Creations, and the new objects of replacements.
    pub add: usize,
    /// Updates in place.
    pub change: usize,
    /// Deletions, and the old objects of replacements.
    pub destroy: usize,
    /// Forgets as the engine counts them: never by Terraform, nor by OpenTofu before 1.10.
    pub forget: usize,
    /// Moves, whatever else happens to the object.
    pub moves: usize,
    /// Replacements of every order.
    pub replace: usize,
    /// Data sources read during apply.
    pub read: usize,
    /// Elements without any change.
    pub no_op: usize,
    /// Changes and provider actions that were put off; they stand in lists of their own.
    pub deferred: usize,
    /// Elements with actions that nobody knows, or that contradict the rest of them.
    pub unrecognized: usize,
    /// How many elements have each fate, in the order of reports; fates that nothing has are left out.
    pub kinds: Vec<(Fate, usize)>,
    /// Objects that changed outside of the engine.
    pub drift: usize,
    /// Output changes that the engine lists.
    pub outputs: usize,
}

impl Totals {
    pub(super) fn of(facts: &Facts<'_>) -> Self {
        let mut totals = Self {
            deferred: facts.deferred.len() + facts.plan().map_or(0, |plan| plan.deferred_action_invocations.len()),
            drift: facts.drifted().count(),
            moves: recorded_moves(facts),
            outputs: facts.outputs.iter().filter(|output| output.visible).count(),
            ..Self::default()
        };
        let counts_forgets = facts.counts_forgets();
        let mut kinds: BTreeMap<Fate, usize> = BTreeMap::new();
        for change in &facts.changes {
            totals.count(change, counts_forgets);
        }
        for change in facts.changes_and_moves() {
            *kinds.entry(change.fate).or_default() += 1;
        }
        totals.kinds = kinds.into_iter().collect();
        totals
    }

    fn count(&mut self, change: &ResourceChange<'_>, counts_forgets: bool) {
        match change.fate {
            Fate::Unrecognized => self.unrecognized += 1,
            Fate::Read => self.read += 1,
            Fate::NoOp => self.no_op += 1,
            Fate::Replace(_) => self.replace += 1,
            _ => {}
        }
        if change.moved_from.is_some() {
            self.moves += 1;
        }
        if !change.is_visible() {
            return;
        }
        if change.wire.change.importing.is_some() {
            self.import += 1;
        }
        match change.fate {
            // `forget,create` leaves the old object alone.
            Fate::Create | Fate::Replace(Replacement::ForgetFirst) => self.add += 1,
            Fate::Update => self.change += 1,
            Fate::Delete => self.destroy += 1,
            Fate::Replace(Replacement::DestroyFirst | Replacement::CreateFirst) => {
                self.add += 1;
                self.destroy += 1;
            }
            // Terraform shows `create,forget` and counts it nowhere, in every release (§6.4).
            _ => {}
        }
        if counts_forgets && matches!(change.fate, Fate::Forget | Fate::Replace(Replacement::ForgetFirst)) {
            self.forget += 1;
        }
    }

    /// How many elements are of that kind.
    #[must_use]
    pub fn kind(&self, kind: ChangeKind) -> usize {
        self.kinds
            .iter()
            .filter(|(fate, _)| fate.kind() == kind)
            .map(|(_, count)| count)
            .sum()
    }
}

/// The moves that a refresh-only plan records, also of what changed as well; of any other plan the changes tell them.
fn recorded_moves(facts: &Facts<'_>) -> usize {
    if !facts.is_refresh_only() {
        return 0;
    }
    let moved = facts.drift.iter().filter(|drift| drift.change.moved_from.is_some());
    moved.count()
}

/// The sentence that the engine prints, word for word; `None` where it prints none.
pub(super) fn plan_line(facts: &Facts<'_>, totals: &Totals) -> Option<String> {
    let invocations = facts.plan()?.action_invocations.len();
    if invocations == 0 && !facts.changes.iter().any(ResourceChange::is_visible) {
        return None;
    }
    let Totals {
        import,
        add,
        change,
        destroy,
        forget,
        ..
    } = totals;
    let part = |count: usize, words: String| if count > 0 { words } else { String::new() };
    let imports = part(*import, format!("{import} to import, "));
    let forgets = part(*forget, format!(", {forget} to forget"));
    let invoked = if facts.engine.engine == Some(Flavor::OpenTofu) {
        0
    } else {
        invocations
    };
    let actions = part(invoked, format!(" Actions: {invoked} to invoke."));
    Some(format!(
        "Plan: {imports}{add} to add, {change} to change, {destroy} to destroy{forgets}.{actions}"
    ))
}
