//! The command lines of `planlint rules` and `planlint explain`.

use clap::{Args, ValueEnum};

use super::report::ColorArgs;

/// What listing the rules needs.
#[derive(Debug, Args)]
pub(in crate::cli) struct RulesArgs {
    /// How the list is written
    #[arg(long, value_enum, default_value_t = RulesFormat::Table)]
    pub(in crate::cli) format: RulesFormat,

    /// Only the rules of one family
    #[arg(value_name = "FAMILY")]
    pub(in crate::cli) family: Option<String>,

    /// The same, as an option
    #[arg(long = "family", value_name = "FAMILY", hide = true)]
    pub(in crate::cli) by_option: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum RulesFormat {
    /// For people
    #[value(alias = "text")]
    Table,
    /// For programs
    Json,
    /// The content of docs/rules.md
    Markdown,
}

/// What explaining a rule needs.
#[derive(Debug, Args)]
pub(in crate::cli) struct ExplainArgs {
    /// Name of the rule
    pub(in crate::cli) rule: String,

    /// How the page is written
    #[arg(long, value_enum, default_value_t = ExplainFormat::Terminal)]
    pub(in crate::cli) format: ExplainFormat,

    #[command(flatten)]
    pub(in crate::cli) color: ColorArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum ExplainFormat {
    /// Wrapped at 100 columns or fewer
    #[value(alias = "text")]
    Terminal,
    /// As Markdown
    Markdown,
}
