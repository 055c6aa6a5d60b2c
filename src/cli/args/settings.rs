//! Where settings come from.

use std::path::PathBuf;

use clap::Args;

/// Where settings come from.
#[derive(Debug, Args)]
pub(in crate::cli) struct SettingsArgs {
    /// Read this settings file, and a planlint.waivers.toml beside it, instead of the first planlint.toml from this
    /// folder upward
    #[arg(long, value_name = "FILE", conflicts_with = "no_config", help_heading = "Settings")]
    pub(in crate::cli) config: Option<PathBuf>,

    /// Read no settings file
    #[arg(long, help_heading = "Settings")]
    pub(in crate::cli) no_config: bool,

    /// The time of the run, for tests of what ends and of what is old
    #[arg(long, value_name = "TIME", hide = true, value_parser = time, help_heading = "Settings")]
    pub(in crate::cli) now: Option<jiff::Timestamp>,
}

fn time(written: &str) -> Result<jiff::Timestamp, String> {
    let time = written.parse().ok();
    time.ok_or_else(|| "not a time with its zone, such as 2027-01-31T12:00:00Z".to_owned())
}
