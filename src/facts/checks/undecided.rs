//! What becomes of a check that a document leaves open: whether an apply decides it, or why nothing evaluates it.

use std::collections::BTreeSet;

use super::{CheckResult, CheckRow};
use crate::facts::address::{Address, AddressMode};
use crate::facts::{CheckStatus, Facts, Fate, Plan};

/// What becomes of a check whose status is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Undecided {
    /// The apply decides it.
    DuringApply,
    /// The plan failed, so that nothing applies it.
    PlanFailed,
    /// The plan was made with `-destroy`, which evaluates none, neither while planning nor while applying.
    Destroying,
    /// It waits for what is put off to a later plan, or the plan has targets.
    PutOff,
    /// The plan only refreshes, and this is about what is still to be created.
    Refreshing,
    /// The plan has targets, and they leave it out.
    LeftOut,
    /// The engine did not get to it, and the plan does not tell why.
    NotReached,
    /// A state says that nothing came of it.
    NoResult,
}

/// Tells of each check that a plan or state leaves open what becomes of it.
#[derive(Debug)]
pub struct UndecidedChecks<'f> {
    /// Why a check is passed over, where one is.
    passed_over: Undecided,
    /// Whether the apply decides whatever has instances that the plan speaks of.
    waits: bool,
    /// What the plan speaks of; `None` where a plan cannot tell.
    spoken_of: Option<BTreeSet<&'f str>>,
    /// Whether the plan is known to leave something out.
    is_part: bool,
}

impl<'f> UndecidedChecks<'f> {
    /// Those of a plan or state.
    #[must_use]
    pub fn of(facts: &'f Facts<'_>) -> Self {
        let passed_over = facts.plan().map_or(Undecided::NoResult, |plan| reason(facts, plan));
        let refreshes = facts.is_refresh_only();
        // Most plans have no checks, and some very many changes.
        let has_list = |plan: &&Plan<'_>| plan.resource_changes.is_some() || refreshes;
        let plan = facts.plan().filter(has_list).filter(|_| !facts.checks.is_empty());
        let deferred = facts.deferred.iter().map(|deferred| &deferred.change);
        let all = facts.changes.iter().chain(deferred);
        Self {
            passed_over,
            waits: !matches!(
                passed_over,
                Undecided::NoResult | Undecided::PlanFailed | Undecided::Destroying
            ),
            spoken_of: plan.map(|_| all.map(|change| &*change.address).collect()),
            is_part: refreshes || plan.is_some_and(|plan| plan.complete == Some(false)),
        }
    }

    /// What becomes of a result of a check; `None` for one that is decided.
    #[must_use]
    pub fn reason(&self, row: &CheckRow<'_>, result: &CheckResult<'_>) -> Option<Undecided> {
        // With `count = 0` a check has no instances either; the engine says that it passes.
        let waits = self.waits && !row.instances.is_empty() && !self.leaves_out(result);
        let reason = if waits {
            Undecided::DuringApply
        } else {
            self.passed_over
        };
        (result.status == CheckStatus::Unknown).then_some(reason)
    }

    /// Whether a result is of an instance that the plan lists among those of its resource, and that nothing of its work is
    /// about: so it is with targets that are other instances, and with what a refresh-only plan leaves to be created.
    /// Plans list every object that is managed, and of data sources only those that are read later.
    fn leaves_out(&self, result: &CheckResult<'_>) -> bool {
        let Some(spoken_of) = &self.spoken_of else {
            return false;
        };
        let is_managed = |address: Address<'_>| address.mode == AddressMode::Managed;
        &*result.kind == "resource"
            && !spoken_of.contains(&*result.address)
            && (self.is_part || Address::parse(&result.address).is_ok_and(is_managed))
    }
}

/// Why a plan passes over a check, as far as it tells.
fn reason(facts: &Facts<'_>, plan: &Plan<'_>) -> Undecided {
    if plan.errored == Some(true) {
        Undecided::PlanFailed
    } else if plan.errored.is_some() && only_destroys(facts) {
        Undecided::Destroying
    } else if !facts.deferred.is_empty() {
        Undecided::PutOff
    } else if plan.complete != Some(false) && facts.is_refresh_only() {
        Undecided::Refreshing
    } else if plan.complete == Some(false) || plan.complete.is_none() && plan.errored.is_some() {
        Undecided::LeftOut
    } else {
        Undecided::NotReached
    }
}

/// Whether a plan was made with `-destroy`: whatever else deletes an object that is not left over says why.
pub(crate) fn only_destroys(facts: &Facts<'_>) -> bool {
    let mut current = facts
        .changes
        .iter()
        .filter(|change| change.managed() && change.wire.deposed().is_none())
        .peekable();
    current.peek().is_some() && current.all(|change| change.fate == Fate::Delete && change.wire.action_reason.is_none())
}
