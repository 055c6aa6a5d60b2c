//! Drift and moves: what changed outside of the engine, what is imported, and what got another address.

pub(super) mod deleted_outside;
pub(super) mod drift;
pub(super) mod generated_configuration;
pub(super) mod import;
pub(super) mod import_then_change;
pub(super) mod import_then_replace;
pub(super) mod mass_deleted_outside;
pub(super) mod missing_move;
pub(super) mod moved_and_changed;
pub(super) mod reverted_drift;

use crate::facts::attribute_path::row_path;
use crate::facts::difference::Difference;
use crate::words::listed;

/// Beyond this many, attributes are only counted.
const MOST_NAMES: usize = 8;

/// Names of attributes in a sentence, each as code and of many the first.
fn names(paths: &[String]) -> String {
    let marked: Vec<_> = paths.iter().map(|path| format!("`{}`", row_path(path))).collect();
    listed(&marked, MOST_NAMES, ", ")
}

/// What is said of one, or of several.
fn of_each<'w>(paths: &[String], one: &'w str, several: &'w str) -> &'w str {
    if paths.len() == 1 { one } else { several }
}

fn changes(paths: &[String]) -> String {
    format!("{} {}", names(paths), of_each(paths, "changes", "change"))
}

fn are_unknown(paths: &[String]) -> String {
    format!(
        "{} {} known only after apply",
        names(paths),
        of_each(paths, "is", "are")
    )
}

/// What an object becomes, in one sentence; `None` when no attribute is known to differ.
fn differing(difference: &Difference) -> Option<String> {
    match (&difference.known[..], &difference.unknown[..]) {
        ([], []) => None,
        (known, []) => Some(changes(known)),
        ([], unknown) => Some(are_unknown(unknown)),
        (known, unknown) => Some(format!("{}, and {}", changes(known), are_unknown(unknown))),
    }
}
