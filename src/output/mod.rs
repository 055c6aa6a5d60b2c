//! How a report is written down: one file a format, all from the same report.

mod azure;
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

pub use kind::DESTROY;
pub use place::{CommentId, Place, SMALLEST_BUDGET};
pub use style::Style;

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
    pub adds: bool,
    /// Whether it keeps to a budget of bytes.
    pub fits: bool,
    /// Which rows it needs.
    pub rows: fn(&Style) -> Rows,
    /// Whether it needs the places of findings in documents.
    pub places: bool,
    /// Writes a report.
    pub write: fn(&Report, &Style, &mut dyn Write) -> io::Result<()>,
}

/// Every format, the default first.
pub const FORMATS: &[Format] = &[
    Format {
        name: "text",
        summary: "for people: a table of changes, checks, findings and the verdict",
        adds: false,
        fits: false,
        rows: Style::rows,
        places: false,
        write: text::write,
    },
    Format {
        name: "markdown",
        summary: "for reviewers: a comment on a pull request, cut to what the place accepts",
        adds: false,
        fits: true,
        rows: Style::rows,
        places: false,
        write: markdown::write,
    },
    Format {
        name: "html",
        summary: "for reviewers: one page in a single file, with search, filters and what differs in each change",
        adds: false,
        fits: false,
        rows: html::rows,
        places: false,
        write: html::write,
    },
    Format {
        name: "json",
        summary: "for programs: everything, as schemas/report.v1.schema.json describes it",
        adds: false,
        fits: false,
        rows: |_| Rows::All,
        places: true,
        write: json::write,
    },
    Format {
        name: "jsonl",
        summary: "for programs that read line by line: an object for each input, change, finding and the verdict",
        adds: false,
        fits: false,
        rows: |_| Rows::All,
        places: true,
        write: json::lines::write,
    },
    Format {
        name: "csv",
        summary: "for spreadsheets: the changes, comma-separated; no cell is a formula",
        adds: false,
        fits: false,
        rows: Style::rows,
        places: false,
        write: table::write_csv,
    },
    Format {
        name: "tsv",
        summary: "for shells: the changes, tab-separated and without quotes",
        adds: false,
        fits: false,
        rows: Style::rows,
        places: false,
        write: table::write_tsv,
    },
    Format {
        name: "sarif",
        summary: "for code scanning: findings as SARIF 2.1.0, with the page of each rule",
        adds: false,
        fits: false,
        rows: |_| Rows::Changes,
        places: true,
        write: sarif::write,
    },
    Format {
        name: "junit",
        summary: "for test dashboards: a suite for each input, a case for each finding",
        adds: false,
        fits: false,
        rows: |_| Rows::Changes,
        places: false,
        write: junit::write,
    },
    Format {
        name: "gitlab-codequality",
        summary: "for GitLab: the code quality report of a merge request",
        adds: false,
        fits: false,
        rows: |_| Rows::Changes,
        places: true,
        write: gitlab_codequality::write,
    },
    Format {
        name: "github",
        summary: "for GitHub Actions: annotations as workflow commands, the most severe first",
        adds: false,
        fits: false,
        rows: |_| Rows::Changes,
        places: false,
        write: github::write,
    },
    Format {
        name: "github-output",
        summary: "for GitHub Actions: the totals of `env`, appended to the file of a step's outputs",
        adds: true,
        fits: false,
        rows: |_| Rows::Changes,
        places: false,
        write: env::write,
    },
    Format {
        name: "env",
        summary: "for pipelines that branch: totals over all inputs, one per line, such as has_destroy=true",
        adds: false,
        fits: false,
        rows: |_| Rows::Changes,
        places: false,
        write: env::write,
    },
    Format {
        name: "gitlab-terraform",
        summary: "for GitLab: the terraform report of a merge request, in GitLab's way of counting",
        adds: false,
        fits: false,
        rows: |_| Rows::Changes,
        places: false,
        write: gitlab_terraform::write,
    },
    Format {
        name: "azure",
        summary: "for Azure Pipelines: issues and variables as logging commands",
        adds: false,
        fits: false,
        rows: |_| Rows::Changes,
        places: false,
        write: azure::write,
    },
];

impl std::fmt::Debug for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Format").field(&self.name).finish()
    }
}
