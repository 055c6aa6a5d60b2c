//! The command line of `planlint baseline`: that of the gate, without what is about reports.

use std::path::PathBuf;

use clap::Args;

use super::args::{Check, Kind};

/// What writing a baseline needs. It is refused with what is about reports.
#[derive(Debug, Args)]
#[command(
    mut_arg("format", |argument| argument.hide(true)),
    mut_arg("output", |argument| argument.hide(true)),
    mut_arg("place", |argument| argument.hide(true)),
    mut_arg("max_bytes", |argument| argument.hide(true)),
    mut_arg("comment_id", |argument| argument.hide(true)),
    mut_arg("all", |argument| argument.hide(true)),
    mut_arg("quiet", |argument| argument.hide(true)),
    mut_arg("source", |argument| argument.hide(true)),
    mut_arg("no_source", |argument| argument.hide(true)),
    mut_arg("only", |argument| argument.hide(true)),
    mut_arg("only_address", |argument| argument.hide(true)),
    mut_arg("baseline", |argument| argument.hide(true)),
    mut_arg("fail_on", |argument| argument.hide(true)),
)]
pub(super) struct BaselineArgs {
    #[command(flatten)]
    pub(super) check: Check,

    /// Which documents to judge; others are refused
    #[arg(long, value_enum, default_value_t = Kind::Plan)]
    pub(super) kind: Kind,

    /// The baseline file
    #[arg(long, value_name = "FILE", default_value = "planlint.baseline.json")]
    pub(super) write_to: PathBuf,

    /// Only drop findings that no longer occur
    #[arg(long)]
    pub(super) update: bool,
}
