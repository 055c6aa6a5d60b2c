//! What was looked at before: findings that are known, and plans that somebody approved.

use std::path::PathBuf;

use clap::Args;

/// Findings that are known.
#[derive(Debug, Args)]
pub(in crate::cli) struct KnownArgs {
    /// Show the findings in this baseline, but do not fail the gate on them
    #[arg(long, value_name = "FILE", help_heading = "Gate")]
    pub(in crate::cli) baseline: Option<PathBuf>,
}

/// Plans that were approved.
#[derive(Debug, Args)]
pub(in crate::cli) struct ExpectArgs {
    /// Fail a plan whose fingerprint is not one of these; `planlint fingerprint` prints them
    #[arg(long, value_name = "FINGERPRINT", value_delimiter = ',', help_heading = "Gate")]
    pub(in crate::cli) expect: Vec<String>,

    #[command(flatten)]
    pub(in crate::cli) key: KeyArgs,
}

/// Where the key of fingerprints comes from.
#[derive(Debug, Args)]
pub(in crate::cli) struct KeyArgs {
    /// Include sensitive values in fingerprints under the key in this file, of 16 bytes or more, or in
    /// `PLANLINT_FINGERPRINT_KEY`
    #[arg(long, value_name = "FILE", help_heading = "Gate")]
    pub(in crate::cli) key_file: Option<PathBuf>,
}
