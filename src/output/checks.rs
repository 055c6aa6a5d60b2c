//! Checks and their instances a row each, and why a plan leaves some of them open.

use crate::facts::Fate;
use crate::report::{ChangeRow, CheckRow, CheckStatus, PlanInput, Redacted};

/// What becomes of a check that the plan leaves open, where the apply decides it.
const DURING_APPLY: &str = "decided only during apply";

/// An instance of a check, or a check that has none.
#[derive(Clone, Copy)]
pub(super) struct Row<'r> {
    pub(super) status: &'r CheckStatus,
    pub(super) address: &'r Redacted,
    pub(super) kind: &'r str,
    pub(super) problems: &'r [Redacted],
    /// Why it is open, as far as the plan tells.
    pub(super) open: Option<&'static str>,
}

/// The rows of checks in their order; `open` is the [reason](open_reason) that the plan has.
pub(super) fn rows<'r>(checks: &'r [CheckRow], open: Option<&'static str>) -> Vec<Row<'r>> {
    // What was passed over as a whole no apply decides.
    let passed_over = open.filter(|open| *open != DURING_APPLY);
    let mut rows = Vec::new();
    for check in checks {
        let row = |status: &'r CheckStatus, address, problems, open: Option<&'static str>| Row {
            status,
            address,
            kind: &check.kind,
            problems,
            open: open.filter(|_| *status == CheckStatus::Unknown),
        };
        if check.instances.is_empty() {
            rows.push(row(&check.status, &check.address, &[], passed_over));
        }
        let instances = check.instances.iter();
        rows.extend(instances.map(|one| row(&one.status, &one.address, &one.problems, open)));
    }
    rows
}

/// What becomes of the checks that the plan leaves open, as far as it tells: one that is a part passes over some of them,
/// and so does one that only refreshes.
pub(super) fn open_reason(plan: &PlanInput) -> Option<&'static str> {
    if plan.errored != Some(false) {
        return None;
    }
    let current = plan.changes.iter().filter(|row| row.deposed.is_none());
    let mut managed = current
        .filter(|row| row.mode.as_deref().is_none_or(|mode| mode == "managed"))
        .peekable();
    // Whatever else deletes an object says why.
    let is_destroyed = |row: &ChangeRow| row.fate == Fate::Delete && row.action_reason.is_none();
    if managed.peek().is_some() && managed.all(is_destroyed) {
        return Some("not evaluated by a plan with -destroy");
    }
    let makes = |row: &ChangeRow| matches!(row.fate, Fate::Create | Fate::Update | Fate::Replace(_) | Fate::Read);
    match plan.complete {
        Some(true) if plan.changes.iter().any(makes) => Some(DURING_APPLY),
        Some(false) => Some("left out of this plan, or decided only during apply"),
        _ => None,
    }
}
