//! Kinds of change: what becomes of an object, whatever the order in which it is replaced.

/// A kind of change, by which settings choose and totals count.
///
/// The order of the variants is the order of reports, most dangerous first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ChangeKind {
    /// An action list that nobody knows, or one that its own objects contradict; it may do anything.
    Unrecognized,
    /// The object is destroyed.
    Delete,
    /// Another object takes its place, in whatever order.
    Replace,
    /// The object leaves the state and stays where it is.
    Forget,
    /// Changed in place.
    Update,
    /// Made.
    Create,
    /// Only the address changes.
    Move,
    /// Taken into the state without any other change.
    Import,
    /// A data source that is read during apply.
    Read,
    /// An ephemeral resource is opened (OpenTofu 1.11 only).
    Open,
    /// Nothing.
    NoOp,
}

impl ChangeKind {
    /// All kinds, in the order of reports.
    pub const ALL: [Self; 11] = [
        Self::Unrecognized,
        Self::Delete,
        Self::Replace,
        Self::Forget,
        Self::Update,
        Self::Create,
        Self::Move,
        Self::Import,
        Self::Read,
        Self::Open,
        Self::NoOp,
    ];

    /// The word for it: in settings, in `--only`, and as `kind` in the JSON report.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Unrecognized => "unrecognized",
            Self::Delete => "delete",
            Self::Replace => "replace",
            Self::Forget => "forget",
            Self::Update => "update",
            Self::Create => "create",
            Self::Move => "move",
            Self::Import => "import",
            Self::Read => "read",
            Self::Open => "open",
            Self::NoOp => "no-op",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Fate;

    #[test]
    fn each_kind_is_that_of_a_fate_in_the_same_order() {
        let mut kinds = Fate::ALL.map(Fate::kind).to_vec();
        kinds.dedup();
        assert_eq!(kinds, ChangeKind::ALL);
        assert!(kinds.is_sorted(), "the order of reports");
    }
}
