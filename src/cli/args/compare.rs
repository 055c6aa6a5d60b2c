//! The command lines of `planlint diff` and `planlint fingerprint`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::known::KeyArgs;
use super::report::ColorArgs;
use super::settings::SettingsArgs;

/// What a comparison needs.
#[derive(Debug, Args)]
pub(in crate::cli) struct DiffArgs {
    /// The old plan or state, as `show -json` prints it; one of the two may be `-` for standard input
    pub(in crate::cli) old: PathBuf,

    /// The new plan or state
    pub(in crate::cli) new: PathBuf,

    /// How the differences are written
    #[arg(long, value_enum, default_value_t = DiffFormat::Text)]
    pub(in crate::cli) format: DiffFormat,

    #[command(flatten)]
    pub(in crate::cli) color: ColorArgs,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum DiffFormat {
    /// For people
    Text,
    /// For programs, as schemas/comparison.v1.schema.json describes it
    Json,
}

/// What fingerprints need.
#[derive(Debug, Args)]
pub(in crate::cli) struct FingerprintArgs {
    /// Plans or states; `-` or a pipe for standard input
    #[arg(value_name = "FILE")]
    pub(in crate::cli) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli) key: KeyArgs,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArgs,
}
