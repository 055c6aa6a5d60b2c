//! How bad what rules find is, and where the gate stops.

use clap::Args;
use clap::builder::PossibleValue;

use super::values::{one_of, type_name};
use crate::lint::{FailOn, UnknownPolicy};

/// Levels of rules and families.
#[derive(Debug, Args)]
pub(in crate::cli) struct LevelArgs {
    /// Treat findings of these rules or families as errors, except those that the rule itself rates lower; separate
    /// several with commas, or repeat the option
    #[arg(long, value_name = "RULE", value_delimiter = ',', help_heading = "Gate")]
    pub(in crate::cli) deny: Vec<String>,

    /// Treat findings of these rules or families as warnings
    #[arg(long, value_name = "RULE", value_delimiter = ',', help_heading = "Gate")]
    pub(in crate::cli) warn: Vec<String>,

    /// Treat findings of these rules or families as notes
    #[arg(long, value_name = "RULE", value_delimiter = ',', help_heading = "Gate")]
    pub(in crate::cli) note: Vec<String>,

    /// Switch these rules or families off
    #[arg(long, value_name = "RULE", value_delimiter = ',', help_heading = "Gate")]
    pub(in crate::cli) allow: Vec<String>,
}

/// Where the gate stops.
#[derive(Debug, Args)]
pub(in crate::cli) struct FailOnArgs {
    /// The lowest level that fails the gate; `error` unless settings say otherwise
    #[arg(long, value_name = "LEVEL",
          value_parser = one_of(&FailOn::ALL, |stop| PossibleValue::new(stop.word())), help_heading = "Gate")]
    pub(in crate::cli) fail_on: Option<FailOn>,
}

/// What becomes of findings that plans leave open; a module leaves none.
#[derive(Debug, Args)]
pub(in crate::cli) struct UnknownArgs {
    /// What to do with findings that cannot be decided before apply; `report` unless settings say otherwise. Checks that
    /// are unknown before apply are findings of the rule `unknown-check`, whose level decides
    #[arg(long, value_name = "WHAT", value_parser = one_of(&UnknownPolicy::ALL, policy), help_heading = "Gate")]
    pub(in crate::cli) unknown: Option<UnknownPolicy>,
}

/// What `--unknown` may be, each with what it does.
fn policy(policy: UnknownPolicy) -> PossibleValue {
    PossibleValue::new(policy.word()).help(match policy {
        UnknownPolicy::Report => "Show them; they do not fail the gate",
        UnknownPolicy::Fail => "They count like any other",
        UnknownPolicy::Pass => "Leave them out",
    })
}

/// What holds data, which plans and states say by the types of their objects.
#[derive(Debug, Args)]
pub(in crate::cli) struct StatefulArgs {
    /// Resource types that hold data, in addition to the built-in list
    #[arg(long, value_name = "TYPE", value_delimiter = ',', value_parser = type_name, help_heading = "Gate")]
    pub(in crate::cli) stateful: Vec<String>,
}
