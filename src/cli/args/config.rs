//! The command lines of `planlint config` and its commands: modules instead of plans and states.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Subcommand, ValueEnum};

use super::baseline::{AsideArgs, WrittenArgs};
use super::known::KnownArgs;
use super::levels::{FailOnArgs, LevelArgs};
use super::report::{LookArgs, ReportArgs, formats};
use super::settings::SettingsArgs;
use crate::cli::representation;

/// What `planlint config` needs.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(in crate::cli) struct ConfigArgs {
    #[command(subcommand)]
    pub(in crate::cli) command: Option<ConfigCommand>,

    #[command(flatten)]
    pub(in crate::cli) gate: ModuleGateArgs,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum ConfigCommand {
    /// Format *.tf.json and *.tofu.json files, or check them: exit status 1 if one would change
    ///
    /// For a folder named `fmt`, write `./fmt`.
    Fmt(FmtArgs),
    /// Write today's findings to a file, so that a gate stops only at new ones
    ///
    /// For a folder named `baseline`, write `./baseline`.
    Baseline(ConfigBaselineArgs),
}

/// What judging modules needs.
#[derive(Debug, Args)]
#[command(
    mut_arg("format", |format| format.value_parser(PossibleValuesParser::new(formats().chain([representation()])))),
)]
pub(in crate::cli) struct ModuleGateArgs {
    #[command(flatten)]
    pub(in crate::cli) levels: LevelArgs,

    #[command(flatten)]
    pub(in crate::cli) stop: FailOnArgs,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArgs,

    #[command(flatten)]
    pub(in crate::cli) known: KnownArgs,

    #[command(flatten)]
    pub(in crate::cli) report: ReportArgs,

    #[command(flatten)]
    pub(in crate::cli) look: LookArgs,

    #[command(flatten)]
    pub(in crate::cli) modules: ModuleArgs,

    /// Fix what is certain in the named files, and report the rest
    #[arg(long)]
    pub(in crate::cli) fix: bool,
}

/// What writing a baseline of modules needs.
#[derive(Debug, Args)]
pub(in crate::cli) struct ConfigBaselineArgs {
    #[command(flatten)]
    pub(in crate::cli) levels: LevelArgs,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArgs,

    #[command(flatten)]
    pub(in crate::cli) aside: AsideArgs,

    #[command(flatten)]
    pub(in crate::cli) modules: ModuleArgs,

    #[command(flatten)]
    pub(in crate::cli) written: WrittenArgs,
}

/// The modules to judge, and what of the world they are for.
#[derive(Debug, Args)]
pub(in crate::cli) struct ModuleArgs {
    /// Folders of modules; for a file, its module and only the findings in that file [default: .]
    #[arg(value_name = "DIR|FILE")]
    pub(in crate::cli) files: Vec<PathBuf>,

    /// Judge each folder below the named ones that holds *.tf.json or *.tofu.json files, except hidden ones
    #[arg(long)]
    pub(in crate::cli) recursive: bool,

    /// The engine to judge for
    #[arg(long, value_enum, default_value_t = FlavorChoice::Auto)]
    pub(in crate::cli) flavor: FlavorChoice,

    /// Provider schemas from `tofu providers schema -json`, to judge the objects in resources too
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) schemas: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum FlavorChoice {
    /// OpenTofu if all files are its own (.tofu, .tofu.json), otherwise both
    Auto,
    /// OpenTofu
    #[value(alias = "opentofu")]
    Tofu,
    /// Terraform
    Terraform,
    /// Both: what either refuses is an error
    Both,
}

fn representation() -> PossibleValue {
    PossibleValue::new(representation::FORMAT)
        .help("the configuration that `show -json` prints for one module, as far as it is known without providers")
}

/// What formatting files needs; exit status 2 if one could not be read or written, 1 if --check finds one to change.
#[derive(Debug, Args)]
pub(in crate::cli) struct FmtArgs {
    /// Folders with *.tf.json or *.tofu.json files, or single files, also such as x.tfvars.json and x.tftest.json; `-`
    /// reads standard input and writes standard output [default: .]
    #[arg(value_name = "DIR|FILE")]
    pub(in crate::cli) files: Vec<PathBuf>,

    /// Write nothing, and list the files that would change
    #[arg(long)]
    pub(in crate::cli) check: bool,

    /// Include folders inside folders, except hidden ones
    #[arg(long)]
    pub(in crate::cli) recursive: bool,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArgs,
}
