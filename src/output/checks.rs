//! Checks and their instances a row each, and why some of them are open.

use crate::facts::Undecided;
use crate::report::{CheckRow, CheckStatus, Redacted};

/// An instance of a check, or a check that has none.
#[derive(Clone, Copy)]
pub(super) struct Row<'r> {
    pub(super) status: &'r CheckStatus,
    pub(super) address: &'r Redacted,
    pub(super) kind: &'r str,
    pub(super) problems: &'r [Redacted],
    /// Why it is open, as far as the document tells.
    pub(super) open: Option<&'static str>,
}

/// The rows of checks in their order.
pub(super) fn rows(checks: &[CheckRow]) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for check in checks {
        let row = |status, address, problems, undecided: Option<Undecided>| Row {
            status,
            address,
            kind: &check.kind,
            problems,
            open: undecided.and_then(reason),
        };
        if check.instances.is_empty() {
            rows.push(row(&check.status, &check.address, &[], check.undecided));
        }
        let instances = check.instances.iter();
        rows.extend(instances.map(|one| row(&one.status, &one.address, &one.problems, one.undecided)));
    }
    rows
}

/// What becomes of a check that is open, in fewer words than the findings about it.
const fn reason(undecided: Undecided) -> Option<&'static str> {
    match undecided {
        Undecided::DuringApply => Some("decided only during apply"),
        Undecided::PlanFailed => Some("not evaluated before the plan failed"),
        Undecided::Destroying => Some("not evaluated by a plan with -destroy"),
        Undecided::Refreshing => Some("not evaluated by a plan that only refreshes"),
        Undecided::LeftOut => Some("left out of this plan"),
        Undecided::PutOff | Undecided::NotReached => Some("not evaluated"),
        // That is all that there is to say.
        Undecided::NoResult => None,
    }
}
