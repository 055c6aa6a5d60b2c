//! The command line of `planlint config`: that of the gate, without what is about plans alone.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};

use super::args::Check;

/// What judging modules needs.
#[derive(Debug, Args)]
#[command(
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
    #[command(flatten)]
    pub(super) check: Check,

    /// In whose eyes
    #[arg(long, value_enum, default_value_t = FlavorChoice::Auto)]
    pub(super) flavor: FlavorChoice,
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
