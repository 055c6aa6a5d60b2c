//! What a plan makes anew, by names: what is done to that destroys nothing yet.

use std::collections::BTreeSet;

use crate::facts::{Facts, Fate};
use crate::lint::ChangeView;

/// The known values that an attribute has in new objects of the types that are meant; of replaced ones as well, which
/// begin with nothing.
pub(super) fn names_made(facts: &Facts<'_>, is_meant: impl Fn(&str) -> bool, attribute: &str) -> BTreeSet<String> {
    let new = facts
        .changes
        .iter()
        .filter(|change| matches!(change.fate, Fate::Create | Fate::Replace(_)) && is_meant(change.type_name()));
    new.filter_map(|change| ChangeView::new(change).after().get(attribute).compared_text())
        .collect()
}
