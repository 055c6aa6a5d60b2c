//! GitLab's widget for Terraform on a merge request: how many are created, updated and deleted.

use std::io::{self, Write};

use serde::Serialize;

use super::Style;
use super::json::quiet;
use super::sums::Sums;
use crate::report::Report;

/// What GitLab reads. A replacement counts as one creation and one deletion, as in its own recipe, which counts the
/// words of all actions.
#[derive(Debug, Default, Serialize)]
struct Counts {
    create: usize,
    update: usize,
    delete: usize,
}

/// What GitLab shows as a report that failed, since the three numbers are missing: zeros would say that nothing
/// changes.
#[derive(Debug, Serialize)]
struct NoCounts {
    error: &'static str,
}

pub(super) fn write(report: &Report, _style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let sums = Sums::of(report);
    let unrecognized = (sums.unrecognized > 0).then_some("a plan has unrecognized actions");
    match sums.incomplete.or(unrecognized) {
        Some(error) => quiet::compact(&NoCounts { error }, out),
        None => quiet::compact(&counts(report), out),
    }
}

fn counts(report: &Report) -> Counts {
    let mut counts = Counts::default();
    let rows = report.plans().flat_map(|plan| &plan.changes);
    for word in rows.flat_map(|row| row.actions.words()) {
        match &*word {
            "create" => counts.create += 1,
            "update" => counts.update += 1,
            "delete" => counts.delete += 1,
            _ => {}
        }
    }
    counts
}
