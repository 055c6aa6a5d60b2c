//! The command lines of those that write a file: `planlint init`, `planlint waive` and `planlint redact`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser as _};

use super::settings::SettingsArgs;
use super::values::{count, date, file, kind, pattern};
use crate::facts::ChangeKind;
use crate::lint::Pattern;

/// What writing a settings file needs.
#[derive(Debug, Args)]
pub(in crate::cli) struct InitArgs {
    /// The file to write; an existing file is left alone
    #[arg(value_name = "FILE", default_value = "planlint.toml",
          value_parser = OsStringValueParser::new().try_map(file))]
    pub(in crate::cli) file: PathBuf,
}

/// What a waiver needs.
#[derive(Debug, Args)]
pub(in crate::cli) struct WaiveArgs {
    /// Name of the rule
    pub(in crate::cli) rule: String,

    /// The address, or an address pattern
    #[arg(value_parser = pattern)]
    pub(in crate::cli) address: Pattern,

    /// Why it is permitted
    #[arg(long)]
    pub(in crate::cli) reason: String,

    /// The last day on which it is permitted, such as 2027-01-31
    #[arg(long, visible_alias = "expires", value_name = "DATE", value_parser = date)]
    pub(in crate::cli) until: jiff::civil::Date,

    /// Only for this kind of change
    #[arg(long, value_parser = kind())]
    pub(in crate::cli) kind: Option<ChangeKind>,

    /// Who answers for it
    #[arg(long)]
    pub(in crate::cli) owner: Option<String>,

    /// Where it was decided
    #[arg(long)]
    pub(in crate::cli) ticket: Option<String>,

    /// If more than this match in one document, permit none of them
    #[arg(long, value_name = "COUNT", value_parser = count)]
    pub(in crate::cli) at_most: Option<i64>,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArgs,
}

/// What a copy without secrets needs.
#[derive(Debug, Args)]
pub(in crate::cli) struct RedactArgs {
    /// Plans and states, as `show -json` prints them, copied one after the other; `-` or a pipe for standard input
    #[arg(value_name = "FILE")]
    pub(in crate::cli) files: Vec<PathBuf>,

    /// Write the copy to a file instead of standard output
    #[arg(short, long, value_name = "FILE", value_parser = OsStringValueParser::new().try_map(file))]
    pub(in crate::cli) output: Option<PathBuf>,

    /// Write the copy even if it contains text that looks like a secret and is not marked sensitive
    #[arg(long)]
    pub(in crate::cli) leave_unmarked: bool,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArgs,
}
