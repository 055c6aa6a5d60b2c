//! The command lines of the gate: of `planlint` alone, and of `planlint state`.

use clap::Args;

use super::documents::{DocumentArgs, SourceArgs};
use super::known::{ExpectArgs, KnownArgs};
use super::levels::{FailOnArgs, LevelArgs, StatefulArgs, UnknownArgs};
use super::report::{LookArgs, ReportArgs, RowArgs};
use super::settings::SettingsArgs;

/// What judging plans needs.
#[derive(Debug, Args)]
pub(in crate::cli) struct GateArgs {
    #[command(flatten)]
    pub(in crate::cli) judge: JudgeArgs,

    #[command(flatten)]
    pub(in crate::cli) expected: ExpectArgs,

    #[command(flatten)]
    pub(in crate::cli) rows: RowArgs,
}

/// What judging states needs, and plans need too: no state has changes, and none is the plan that somebody expects.
#[derive(Debug, Args)]
pub(in crate::cli) struct JudgeArgs {
    #[command(flatten)]
    pub(in crate::cli) documents: DocumentArgs,

    #[command(flatten)]
    pub(in crate::cli) levels: LevelArgs,

    #[command(flatten)]
    pub(in crate::cli) stop: FailOnArgs,

    #[command(flatten)]
    pub(in crate::cli) undecided: UnknownArgs,

    #[command(flatten)]
    pub(in crate::cli) settings: SettingsArgs,

    #[command(flatten)]
    pub(in crate::cli) known: KnownArgs,

    #[command(flatten)]
    pub(in crate::cli) data: StatefulArgs,

    #[command(flatten)]
    pub(in crate::cli) report: ReportArgs,

    #[command(flatten)]
    pub(in crate::cli) source: SourceArgs,

    #[command(flatten)]
    pub(in crate::cli) look: LookArgs,
}
