//! How a report is written down: one file a format, all from the same report.

pub mod engine_text;
pub mod escape;
pub mod json;
pub mod show;
mod style;
mod text;

use std::io::{self, Write};

pub use style::Style;

use crate::report::{Report, Rows};

/// A format: its name and the function that writes it.
#[derive(Clone, Copy)]
pub struct Format {
    /// The word in `--format`.
    pub name: &'static str,
    /// What it is for, in one line.
    pub summary: &'static str,
    /// Which rows it needs.
    pub rows: fn(&Style) -> Rows,
    /// Writes a report.
    pub write: fn(&Report, &Style, &mut dyn Write) -> io::Result<()>,
}

/// Every format, the default first.
pub const FORMATS: &[Format] = &[
    Format {
        name: "text",
        summary: "for people: a table of changes, checks, findings and the verdict",
        rows: text::rows,
        write: text::write,
    },
    Format {
        name: "json",
        summary: "for programs: everything, as schemas/report.v1.schema.json describes it",
        rows: |_| Rows::All,
        write: json::write,
    },
];

impl std::fmt::Debug for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Format").field(&self.name).finish()
    }
}
