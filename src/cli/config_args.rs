//! The command line of `planlint config`: that of the gate, without what is about plans alone.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Subcommand, ValueEnum};

use super::args::Check;

/// What judging modules needs.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    // Whatever is not a command is the name of a directory.
    disable_help_subcommand = true,
    mut_arg("files", |files| files
        .value_name("DIR|FILE")
        .help("Modules; of a file its module, and of the findings those in that file [default: .]")),
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
pub(super) struct ConfigArgs {
    #[command(subcommand)]
    pub(super) command: Option<ConfigCommand>,

    #[command(flatten)]
    pub(super) check: Check,

    /// In whose eyes
    #[arg(long, value_enum, default_value_t = FlavorChoice::Auto)]
    pub(super) flavor: FlavorChoice,

    /// Fix what is certain in the files that are named, and report what remains
    #[arg(long)]
    pub(super) fix: bool,
}

#[derive(Debug, Subcommand)]
pub(super) enum ConfigCommand {
    /// Lay out *.tf.json and *.tofu.json files anew; a directory of this name is ./fmt
    Fmt(FmtArgs),
}

/// What laying out files needs; exit status 2 when one could not be read or written, 1 when --check finds one to change.
#[derive(Debug, Args)]
pub(super) struct FmtArgs {
    /// Directories with their configuration in JSON, or files; - reads standard input and writes standard output
    /// [default: .]
    #[arg(value_name = "DIR|FILE")]
    pub(super) files: Vec<PathBuf>,

    /// Write nothing, and say which files would change
    #[arg(long)]
    pub(super) check: bool,

    /// In the directories inside of directories too, without hidden ones
    #[arg(long)]
    pub(super) recursive: bool,
}

fn representation() -> PossibleValue {
    PossibleValue::new(super::representation::FORMAT)
        .help("the configuration that show -json prints of one module, as far as that is known without providers")
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum FlavorChoice {
    /// OpenTofu where all files are its own (.tofu, .tofu.json), else both
    Auto,
    /// OpenTofu
    Tofu,
    /// Terraform
    Terraform,
    /// Both: what either refuses is an error
    Both,
}
