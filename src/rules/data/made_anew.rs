//! Types of which each change makes a new object, and whose old one nobody misses; read from `made_anew.toml`.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::rules::embedded;

/// Whether an object of that type is made anew with each change.
pub(in crate::rules) fn is_made_anew(type_name: &str) -> bool {
    static TYPES: LazyLock<BTreeSet<String>> = LazyLock::new(|| embedded::list(&data_file!("made_anew")).collect());
    TYPES.contains(type_name)
}
