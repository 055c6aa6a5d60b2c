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

use crate::facts::difference::Difference;
use crate::words::listed;

/// Beyond this many, attributes are only counted.
const MOST_NAMES: usize = 8;

/// Names of attributes in a sentence: `port, tags.Owner and 3 more`.
fn names(paths: &[String]) -> String {
    listed(paths, MOST_NAMES, ", ")
}

/// What an object becomes, in one sentence; `None` when no attribute is known to differ.
fn differing(difference: &Difference) -> Option<String> {
    match (&difference.known[..], &difference.unknown[..]) {
        ([], []) => None,
        (known, []) => Some(format!("what changes: {}", names(known))),
        ([], unknown) => Some(format!("known only after apply: {}", names(unknown))),
        (known, unknown) => Some(format!(
            "what changes: {}; known only after apply: {}",
            names(known),
            names(unknown)
        )),
    }
}
