//! Which elements of a plan count as changes of something in the world.

use crate::facts::{Fate, ResourceChange};

/// Whether an object is made, changed, let go of or destroyed; moves, imports and reads leave it as it is.
pub(super) fn is_real(change: &ResourceChange<'_>) -> bool {
    let real = match change.fate {
        Fate::Unrecognized | Fate::Delete | Fate::Replace(_) | Fate::Forget | Fate::Update | Fate::Create => true,
        Fate::Move | Fate::Import | Fate::Read | Fate::Open | Fate::NoOp => false,
    };
    real && change.managed()
}
