//! The command line of `planlint baseline`: that of the gate, without what is about reports.

use std::path::PathBuf;

use clap::{Arg, Args};

use super::args::{Check, Kind};

/// Arguments about a report or one plan, each by its id and as people write it: they are refused, and not shown.
pub(super) const OF_REPORTS: [(&str, &str); 15] = [
    ("format", "--format"),
    ("output", "--output"),
    ("place", "--for"),
    ("max_bytes", "--max-bytes"),
    ("comment_id", "--comment-id"),
    ("all", "--all"),
    ("quiet", "--quiet"),
    ("source", "--source"),
    ("no_source", "--no-source"),
    ("only", "--only"),
    ("only_address", "--only-address"),
    ("baseline", "--baseline"),
    ("fail_on", "--fail-on"),
    // What they find is about one plan and never known.
    ("expect", "--expect"),
    ("key_file", "--key-file"),
];

/// Hides an argument about reports.
pub(super) fn hide_of_reports(argument: Arg) -> Arg {
    let is_of_report = OF_REPORTS.iter().any(|(id, _)| argument.get_id() == id);
    let hidden = argument.is_hide_set();
    argument.hide(hidden || is_of_report)
}

/// What writing a baseline needs.
#[derive(Debug, Args)]
#[command(mut_args(hide_of_reports))]
pub(super) struct BaselineArgs {
    #[command(flatten)]
    pub(super) check: Check,

    /// Which documents to judge; others are refused
    #[arg(long, value_enum, default_value_t = Kind::Plan)]
    pub(super) kind: Kind,

    #[command(flatten)]
    pub(super) written: Written,
}

/// The file of a baseline.
#[derive(Debug, Args)]
pub(super) struct Written {
    /// The baseline file
    #[arg(long, value_name = "FILE", default_value = "planlint.baseline.json")]
    pub(super) write_to: PathBuf,

    /// Only drop findings that no longer occur
    #[arg(long)]
    pub(super) update: bool,
}
