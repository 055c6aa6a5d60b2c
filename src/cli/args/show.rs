//! The command lines of `planlint show` and `planlint match`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::documents::{EngineArgs, Kind};
use super::report::ColorArgs;
use super::settings::SettingsArgs;
use super::values::{module, pattern, selected, type_name};
use crate::lint::Pattern;
use crate::output::Selected;

/// What showing needs; exit status 0 when everything was shown, 2 when something could not be read.
#[derive(Debug, Args)]
pub(in crate::cli) struct ShowArgs {
    /// Files, folders or patterns; `-` or a pipe for standard input
    #[arg(value_name = "FILE")]
    pub(in crate::cli) files: Vec<PathBuf>,

    /// Which documents to show; others are refused
    #[arg(long, value_enum, default_value_t = Kind::Plan)]
    pub(in crate::cli) kind: Kind,

    /// Print the changes as the engine would show them, without its warnings; sensitive values stay hidden
    #[arg(long, conflicts_with_all = ["only", "address", "type", "module", "detail"])]
    pub(in crate::cli) engine_text: bool,

    /// Provider schemas from `tofu providers schema -json`, to tell blocks from attributes and sets from lists
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) schemas: Option<PathBuf>,

    /// Show only changes of these kinds
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = selected())]
    pub(in crate::cli) only: Vec<Selected>,

    /// Show only these addresses, before or after a move
    #[arg(long, visible_alias = "only-address", value_name = "PATTERN", value_parser = pattern)]
    pub(in crate::cli) address: Vec<Pattern>,

    /// Show only these resource types
    #[arg(long, value_name = "TYPE", value_delimiter = ',', value_parser = type_name)]
    pub(in crate::cli) r#type: Vec<String>,

    /// Show only these modules and what is in them; a pattern such as `module.net`, or `module.net[*]` where
    /// it has instances
    #[arg(long, value_name = "PATTERN", value_parser = module)]
    pub(in crate::cli) module: Vec<Pattern>,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArgs,

    /// How much of each change to show: its line, the names of what changes, or everything
    #[arg(long, value_enum, default_value_t = Detail::Full)]
    pub(in crate::cli) detail: Detail,

    #[command(flatten)]
    pub(in crate::cli) color: ColorArgs,

    #[command(flatten)]
    pub(in crate::cli) engine: EngineArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum Detail {
    /// One line for each change
    None,
    /// The names of the attributes that change
    Summary,
    /// Values before and after
    Full,
}

/// A pattern and where to look; exit status 0 when something matched, 1 when nothing did.
#[derive(Debug, Args)]
pub(in crate::cli) struct MatchArgs {
    /// An address in which `*` stands for a name or key and `**` for any depth of modules
    #[arg(value_parser = pattern)]
    pub(in crate::cli) pattern: Pattern,

    /// Files, folders or patterns; `-` or a pipe for standard input
    #[arg(value_name = "FILE")]
    pub(in crate::cli) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArgs,
}
