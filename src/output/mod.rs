//! How a report is written down: one file a format, all from the same report.

mod azure;
mod checks;
pub mod comparison;
pub mod engine_text;
mod env;
pub mod escape;
mod fingerprints;
mod github;
mod gitlab_codequality;
mod gitlab_terraform;
mod html;
pub mod json;
mod junit;
mod kind;
mod markdown;
mod notes;
mod overview;
mod paths;
mod place;
mod sarif;
pub mod show;
mod style;
mod sums;
mod table;
mod text;
mod verdict;

use std::io::{self, Write};

pub use kind::Selected;
pub use place::{CommentId, Place, SMALLEST_BUDGET};
pub use style::Style;
pub use verdict::sentence as verdict_line;

use crate::report::{Report, Rows};

/// A format: its name and the function that writes it.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Format {
    /// The word in `--format`.
    pub name: &'static str,
    /// What it is for, in one line.
    pub summary: &'static str,
    /// Whether it is added to the end of a file that others write to as well.
    pub appends: bool,
    /// What it has alone, where that is of plans: of states and modules it is empty, whatever was found.
    pub has_only: Option<&'static str>,
    /// Whether it keeps to a budget of bytes.
    pub has_budget: bool,
    /// Which rows it needs.
    pub rows: fn(&Style) -> Rows,
    /// Whether it needs the places of findings in documents.
    pub places: bool,
    /// Writes a report.
    pub write: fn(&Report, &Style, &mut dyn Write) -> io::Result<()>,
}

/// What most formats have in common; each names itself, and what writes it.
const BASE: Format = Format {
    name: "",
    summary: "",
    appends: false,
    has_only: None,
    has_budget: false,
    rows: |_| Rows::Changes,
    places: false,
    write: |_, _, _| Err(io::ErrorKind::Unsupported.into()),
};

/// Every format, the default first.
pub const FORMATS: &[Format] = &[
    Format {
        name: "text",
        summary: "for people: a table of changes, checks, findings and the verdict",
        rows: Style::rows,
        write: text::write,
        ..BASE
    },
    Format {
        name: "markdown",
        summary: "for reviewers: a comment on a pull request, cut to what the place accepts",
        has_budget: true,
        rows: Style::rows,
        write: markdown::write,
        ..BASE
    },
    Format {
        name: "html",
        summary: "for reviewers: one page in a single file, with search, filters and what differs in each change",
        rows: html::rows,
        write: html::write,
        ..BASE
    },
    Format {
        name: "json",
        summary: "for programs: everything, as schemas/report.v1.schema.json describes it",
        rows: |_| Rows::All,
        places: true,
        write: json::write,
        ..BASE
    },
    Format {
        name: "jsonl",
        summary: "for programs that read line by line: an object for each input, change, finding and the verdict",
        rows: |_| Rows::All,
        places: true,
        write: json::lines::write,
        ..BASE
    },
    Format {
        name: "csv",
        summary: "for spreadsheets: the changes, comma-separated; no cell is a formula",
        has_only: Some("the changes of plans"),
        rows: Style::rows,
        write: table::write_csv,
        ..BASE
    },
    Format {
        name: "tsv",
        summary: "for shells: the changes, tab-separated and without quotes",
        has_only: Some("the changes of plans"),
        rows: Style::rows,
        write: table::write_tsv,
        ..BASE
    },
    Format {
        name: "sarif",
        summary: "for code scanning: findings as SARIF 2.1.0, with the page of each rule",
        places: true,
        write: sarif::write,
        ..BASE
    },
    Format {
        name: "junit",
        summary: "for test dashboards: a suite for each input, a case for each finding",
        write: junit::write,
        ..BASE
    },
    Format {
        name: "gitlab-codequality",
        summary: "for GitLab: the code quality report of a merge request",
        places: true,
        write: gitlab_codequality::write,
        ..BASE
    },
    Format {
        name: "github",
        summary: "for GitHub Actions: annotations as workflow commands, the most severe first",
        write: github::write,
        ..BASE
    },
    Format {
        name: "github-output",
        summary: "for GitHub Actions: the totals of `env`, appended to the file of a step's outputs",
        appends: true,
        write: env::write,
        ..BASE
    },
    Format {
        name: "env",
        summary: "for pipelines that branch: totals over all inputs, one per line, such as has_destroy=true",
        write: env::write,
        ..BASE
    },
    Format {
        name: "gitlab-terraform",
        summary: "for GitLab: the terraform report of a merge request, in GitLab's way of counting",
        has_only: Some("the sums of plans"),
        write: gitlab_terraform::write,
        ..BASE
    },
    Format {
        name: "azure",
        summary: "for Azure Pipelines: issues and variables as logging commands",
        write: azure::write,
        ..BASE
    },
];

impl std::fmt::Debug for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Format").field(&self.name).finish()
    }
}
