//! GitLab's widget for Terraform on a merge request: how many are created, updated and deleted.

use std::io::{self, Write};

use serde::Serialize;

use super::Style;
use super::json::quiet::Quiet;
use super::sums::Sums;
use crate::report::{Report, Subject};

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
    let mut serializer = serde_json::Serializer::with_formatter(&mut *out, Quiet::compact());
    let sums = Sums::of(report);
    let unrecognized = (sums.unrecognized > 0).then_some("a plan has unrecognized actions");
    match sums.incomplete.or(unrecognized) {
        Some(error) => NoCounts { error }.serialize(&mut serializer)?,
        None => counts(report).serialize(&mut serializer)?,
    }
    out.write_all(b"\n")
}

fn counts(report: &Report) -> Counts {
    let mut counts = Counts::default();
    for input in &report.inputs {
        let Subject::Plan(plan) = &input.subject else {
            continue;
        };
        for word in plan.changes.iter().flat_map(|row| row.actions.words()) {
            match &*word {
                "create" => counts.create += 1,
                "update" => counts.update += 1,
                "delete" => counts.delete += 1,
                _ => {}
            }
        }
    }
    counts
}
