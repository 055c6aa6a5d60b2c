//! Which changes a reader means who names a kind.

use crate::facts::{ChangeKind, Fate};

/// What a reader selects with one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Selected {
    /// The changes of a kind; of imports and moves also those that are imported or moved beside what else becomes of
    /// them.
    Kind(ChangeKind),
    /// All that destroys an object, whatever else it does.
    Destroying,
}

impl Selected {
    /// Everything that there is a word for.
    pub fn all() -> impl Iterator<Item = Self> {
        ChangeKind::ALL.into_iter().map(Self::Kind).chain([Self::Destroying])
    }

    /// The word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Kind(kind) => kind.word(),
            Self::Destroying => "destroy",
        }
    }
}

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
    pub(super) fn is_one_of(self, named: &[Selected]) -> bool {
        let may_be_any = self.fate == Fate::Unrecognized && !named.is_empty();
        may_be_any
            || named.iter().any(|selected| match selected {
                Selected::Destroying => self.fate.destroys(),
                Selected::Kind(ChangeKind::Import) if self.imports => true,
                Selected::Kind(ChangeKind::Move) if self.moves => true,
                Selected::Kind(kind) => *kind == self.fate.kind(),
            })
    }
}
