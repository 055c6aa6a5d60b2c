//! The command line of `planlint config`: that of the gate, without what is about plans alone.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Subcommand, ValueEnum};

use super::args::{Check, SettingsArgs};
use super::baseline_args::{Written, hide_of_reports};

/// What judging modules needs.
#[derive(Debug, Args)]
#[command(
    mut_arg("files", |files| files
        .value_name("DIR|FILE")
        .help("Directories of modules; for a file, its module and only the findings in that file [default: .]")),
    mut_arg("format", |format| format.value_parser(PossibleValuesParser::new(
        super::args::formats().chain([representation()])
    ))),
    mut_arg("name", |argument| argument.hide(true)),
    mut_arg("unknown", |argument| argument.hide(true)),
    mut_arg("expect", |argument| argument.hide(true)),
    mut_arg("key_file", |argument| argument.hide(true)),
    mut_arg("stateful", |argument| argument.hide(true)),
    mut_arg("only", |argument| argument.hide(true)),
    mut_arg("only_address", |argument| argument.hide(true)),
    mut_arg("engine", |argument| argument.hide(true)),
    mut_arg("source", |argument| argument.hide(true)),
    mut_arg("no_source", |argument| argument.hide(true)),
)]
pub(super) struct Judging {
    #[command(flatten)]
    pub(super) check: Check,

    /// The engine to judge for
    #[arg(long, value_enum, default_value_t = FlavorChoice::Auto)]
    pub(super) flavor: FlavorChoice,

    /// Provider schemas from `tofu providers schema -json`, to judge the objects in resources too
    #[arg(long, value_name = "FILE")]
    pub(super) schemas: Option<PathBuf>,
}

/// What `planlint config` needs.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct ConfigArgs {
    #[command(subcommand)]
    pub(super) command: Option<ConfigCommand>,

    #[command(flatten)]
    pub(super) judging: Judging,

    /// Fix what is certain in the named files, and report the rest
    #[arg(long)]
    pub(super) fix: bool,
}

#[derive(Debug, Subcommand)]
pub(super) enum ConfigCommand {
    /// Format *.tf.json and *.tofu.json files; exit status 1 if a check finds one to change; a directory of this name is
    /// ./fmt
    Fmt(FmtArgs),
    /// Write today's findings to a file, so that a gate stops only at new ones; a directory of this name is ./baseline
    Baseline(Box<ConfigBaselineArgs>),
}

/// What writing a baseline of modules needs.
#[derive(Debug, Args)]
#[command(mut_args(hide_of_reports))]
pub(super) struct ConfigBaselineArgs {
    #[command(flatten)]
    pub(super) judging: Judging,

    #[command(flatten)]
    pub(super) written: Written,
}

/// What formatting files needs; exit status 2 if one could not be read or written, 1 if --check finds one to change.
#[derive(Debug, Args)]
pub(super) struct FmtArgs {
    /// Directories with configuration in JSON, or files; `-` reads standard input and writes standard output
    /// [default: .]
    #[arg(value_name = "DIR|FILE")]
    pub(super) files: Vec<PathBuf>,

    /// Write nothing, and list the files that would change
    #[arg(long)]
    pub(super) check: bool,

    /// Include directories inside directories, except hidden ones
    #[arg(long)]
    pub(super) recursive: bool,

    #[command(flatten)]
    pub(super) settings: SettingsArgs,
}

fn representation() -> PossibleValue {
    PossibleValue::new(super::representation::FORMAT)
        .help("the configuration that `show -json` prints for one module, as far as it is known without providers")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FlavorChoice {
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
