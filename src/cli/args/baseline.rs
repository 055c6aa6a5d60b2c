//! The command line of `planlint baseline`: that of the gate, without what is about reports or about one plan.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser as _};

use super::documents::{DocumentArgs, Kind};
use super::levels::{LevelArgs, StatefulArgs, UnknownArgs};
use super::report::{ReportColorArgs, VerboseArgs};
use super::settings::SettingsArgs;
use super::values::file;

/// What writing a baseline needs.
#[derive(Debug, Args)]
pub(in crate::cli) struct BaselineArgs {
    #[command(flatten)]
    pub(in crate::cli) documents: DocumentArgs,

    #[command(flatten)]
    pub(in crate::cli) levels: LevelArgs,

    #[command(flatten)]
    pub(in crate::cli) undecided: UnknownArgs,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArgs,

    #[command(flatten)]
    pub(in crate::cli) data: StatefulArgs,

    #[command(flatten)]
    pub(in crate::cli) aside: AsideArgs,

    /// Which documents to judge; others are refused
    #[arg(long, value_enum, default_value_t = Kind::Plan)]
    pub(in crate::cli) kind: Kind,

    #[command(flatten)]
    pub(in crate::cli) written: WrittenArgs,
}

/// What is said by a command that writes no report.
#[derive(Debug, Args)]
pub(in crate::cli) struct AsideArgs {
    /// Accepted and without effect, so that scripts can pass `--color never` to every command.
    #[command(flatten)]
    color: ReportColorArgs,

    #[command(flatten)]
    pub(in crate::cli) verbose: VerboseArgs,
}

/// The file of a baseline.
#[derive(Debug, Args)]
pub(in crate::cli) struct WrittenArgs {
    /// The baseline file
    #[arg(long, value_name = "FILE", default_value = "planlint.baseline.json",
          value_parser = OsStringValueParser::new().try_map(file))]
    pub(in crate::cli) write_to: PathBuf,

    /// Only drop findings that no longer occur
    #[arg(long)]
    pub(in crate::cli) update: bool,
}
