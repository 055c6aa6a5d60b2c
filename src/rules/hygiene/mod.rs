//! Hygiene: what a team agreed on: tags, types, regions, names.

pub(super) mod forbidden_region;
pub(super) mod forbidden_type;
pub(super) mod missing_tags;
pub(super) mod naming;

use crate::facts::{Fate, ResourceChange};

/// Whether an object comes under what a team agreed on by this plan: what goes away is no reason to complain, and what
/// stays is not of this plan.
fn comes(change: &ResourceChange<'_>) -> bool {
    let comes = matches!(
        change.fate,
        Fate::Create | Fate::Update | Fate::Replace(_) | Fate::Import
    );
    comes && change.managed()
}
