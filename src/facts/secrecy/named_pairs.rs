//! Members of an object of which one says what another is called.

use super::named::{NAMES_BESIDE, VALUES_BESIDE};

/// Whether a member of that name may hold what a value beside it is called.
pub(crate) fn is_name_beside(key: &str) -> bool {
    NAMES_BESIDE.iter().any(|name| name.eq_ignore_ascii_case(key))
}

/// Whether a member of that name holds a value of which one beside it may hold the name.
pub(crate) fn is_value_beside(key: &str) -> bool {
    VALUES_BESIDE.iter().any(|name| name.eq_ignore_ascii_case(key))
}
