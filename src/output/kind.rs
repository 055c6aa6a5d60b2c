//! Which changes a reader means who names a kind.

use crate::facts::Fate;

/// The kind of all that destroys an object, whatever else it does.
pub(crate) const DESTROY: &str = "destroy";

/// What a kind can be told from.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    /// What becomes of the object.
    pub(super) fate: Fate,
    /// Whether it is imported, whatever else becomes of it.
    pub(super) imports: bool,
    /// Whether its address changes, whatever else becomes of it.
    pub(super) moves: bool,
}

impl Kind {
    /// Whether it is one of those named. The sums count all that is destroyed, imported or moved, and so do these
    /// words. What nobody knows may be any of them.
    pub(super) fn is_one_of(self, named: &[String]) -> bool {
        let may_be_any = self.fate == Fate::Unrecognized && !named.is_empty();
        may_be_any
            || named.iter().any(|word| {
                word == self.fate.word()
                    || word == DESTROY && self.fate.destroys()
                    || word == Fate::Import.word() && self.imports
                    || word == Fate::Move.word() && self.moves
            })
    }
}
