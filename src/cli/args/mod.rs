//! The command line, as types that clap reads it into.
//!
//! A command has the options that mean something for it, and no other. Those that several commands have stand in
//! groups, each of which somebody reads as a whole; what is said of one that a command has not stands in `misplaced`.

mod baseline;
mod compare;
mod config;
mod documents;
mod gate;
mod known;
mod levels;
mod report;
mod rules;
mod settings;
mod show;
mod values;
mod write;

use clap::{Args, Parser, Subcommand};

pub(super) use baseline::{BaselineArgs, WrittenArgs};
pub(super) use compare::{DiffArgs, DiffFormat, FingerprintArgs};
pub(super) use config::{
    ConfigArgs, ConfigBaselineArgs, ConfigCommand, FlavorChoice, FmtArgs, ModuleArgs, ModuleGateArgs,
};
pub(super) use documents::{DocumentArgs, Kind, SourceArgs};
pub(super) use gate::{GateArgs, JudgeArgs};
pub(super) use known::ExpectArgs;
pub(super) use levels::LevelArgs;
pub(super) use report::{Color, ColorArgs, LookArgs, ReportArgs, RowArgs, VerboseArgs};
pub(super) use rules::{ExplainArgs, ExplainFormat, RulesArgs, RulesFormat};
pub(super) use settings::SettingsArgs;
pub(super) use show::{Detail, MatchArgs, ShowArgs};
pub(super) use write::{InitArgs, RedactArgs, WaiveArgs};

/// Says what a plan changes, what is dangerous in it, and whether it may go ahead
#[derive(Debug, Parser)]
#[command(
    name = "planlint",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Exit status: 0 the gate passed, 1 the gate failed, 2 something could not be judged.\n\
                  In scripts use `set -o pipefail`, so that a failed `tofu show` stops the pipe."
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Option<Command>,

    #[command(flatten)]
    pub(super) gate: GateArgs,

    /// Which documents to judge; others are refused
    #[arg(long, value_enum, default_value_t = Kind::Plan)]
    pub(super) kind: Kind,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Judge states, from `show -json` or a raw terraform.tfstate
    State(JudgeArgs),
    /// Judge modules written in JSON (*.tf.json, *.tofu.json): what is wrong, and which engine refuses it
    Config(ConfigArgs),
    /// List the rules
    Rules(RulesArgs),
    /// Write today's findings to a file, so that a gate stops only at new ones
    Baseline(BaselineArgs),
    /// Explain a rule: why it exists, what to do, when it fires
    Explain(ExplainArgs),
    /// List what an address pattern matches in plans and states; exit status 1 if it matches nothing
    Match(MatchArgs),
    /// Show what a plan changes, attribute by attribute, or what a state holds
    Show(ShowArgs),
    /// Write a settings file that explains every setting
    Init(InitArgs),
    /// Permit what a rule finds at an address, with a reason and an end date
    Waive(WaiveArgs),
    /// Copy a plan or state with placeholders for everything sensitive, so that it can be shared; exit status 1 if
    /// something looks like a secret and nothing marks it
    Redact(RedactArgs),
    /// Compare what two plans intend, or what two states hold; exit status 1 if they differ
    Diff(DiffArgs),
    /// Print a short text that is the same for all plans that intend the same
    Fingerprint(FingerprintArgs),
    /// Print completions for a shell; in bash: source <(planlint completions bash)
    Completions(CompletionsArgs),
    /// Print the manual page
    Man,
}

/// What completions need.
#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    pub(super) shell: clap_complete::Shell,
}
