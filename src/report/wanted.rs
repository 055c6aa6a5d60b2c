//! What of a document a report is asked for.

/// Which elements of `resource_changes` get a row, the least first. Totals and findings are of all in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rows {
    /// Those that change anything: of a large plan a small part, and a format may show no other.
    Changes,
    /// Each.
    All,
    /// Each, with what differs in it, which takes time and memory.
    Differences,
}

/// What of a document a report is asked for, beside totals and findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Which changes get a row.
    pub rows: Rows,
    /// Whether findings have subjects: without these a baseline knows none of them, and they take time.
    pub subjects: bool,
}

impl From<Rows> for Wanted {
    fn from(rows: Rows) -> Self {
        Self { rows, subjects: true }
    }
}
