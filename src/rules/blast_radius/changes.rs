//! Which elements of a plan count as changes of something in the world.

use crate::facts::{Fate, ResourceChange};
use crate::lint::ChangeView;

/// Whether an object is made, changed, let go of or destroyed; moves, imports and reads leave it as it is.
pub(super) fn is_real(change: &ResourceChange<'_>) -> bool {
    let real = match change.fate {
        Fate::Unrecognized | Fate::Delete | Fate::Replace(_) | Fate::Forget | Fate::Update | Fate::Create => true,
        Fate::Move | Fate::Import | Fate::Read | Fate::Open | Fate::NoOp => false,
    };
    real && change.managed()
}

/// The attributes that an update or replacement changes: of another finding, were they others.
pub(super) fn changed(view: &ChangeView<'_, '_>) -> impl Iterator<Item = String> {
    let changes = matches!(view.change.fate, Fate::Update | Fate::Replace(_));
    let differing = changes.then(|| view.difference());
    differing
        .into_iter()
        .flat_map(|differing| differing.known.iter().chain(&differing.unknown).cloned())
}
