//! Which plans and states are read, and where the configuration is that they were made from.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};

use crate::facts::Flavor;
use crate::input::Want;

/// The plans and states to judge.
#[derive(Debug, Args)]
pub(in crate::cli) struct DocumentArgs {
    /// Files, folders or patterns; `-` or a pipe for standard input
    #[arg(value_name = "FILE")]
    pub(in crate::cli) files: Vec<PathBuf>,

    /// Show this name in reports instead of the path, or for standard input; for several files give one each, in order
    #[arg(long, value_parser = NonEmptyStringValueParser::new())]
    pub(in crate::cli) name: Vec<String>,

    #[command(flatten)]
    pub(in crate::cli) engine: EngineArgs,
}

/// Who wrote the documents.
#[derive(Debug, Args)]
pub(in crate::cli) struct EngineArgs {
    /// The engine that wrote the files, where they do not tell
    #[arg(long = "engine", value_name = "ENGINE", value_enum, default_value_t = EngineChoice::Auto)]
    choice: EngineChoice,
}

impl EngineArgs {
    /// The engine that was told; `None` where the files are to tell it.
    pub(in crate::cli) fn told(&self) -> Option<Flavor> {
        match self.choice {
            EngineChoice::Auto => None,
            EngineChoice::Opentofu => Some(Flavor::OpenTofu),
            EngineChoice::Terraform => Some(Flavor::Terraform),
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum EngineChoice {
    /// From traces in the file
    Auto,
    /// OpenTofu
    #[value(alias = "tofu")]
    Opentofu,
    /// Terraform
    #[value(alias = "tf")]
    Terraform,
}

/// Where places of findings are looked for.
#[derive(Debug, Args)]
pub(in crate::cli) struct SourceArgs {
    /// The root module that the plans were made from, to place findings at files and lines of the configuration; by
    /// default the folder of each plan, if it contains configuration
    #[arg(long, value_name = "DIR", conflicts_with = "no_source", help_heading = "Report")]
    pub(in crate::cli) source: Option<PathBuf>,

    /// Do not look for files and lines of the configuration
    #[arg(long, help_heading = "Report")]
    pub(in crate::cli) no_source: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum Kind {
    /// Plans
    Plan,
    /// States
    State,
    /// Plans and states
    Any,
}

impl From<Kind> for Want {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Plan => Self::Plan,
            Kind::State => Self::State,
            Kind::Any => Self::Any,
        }
    }
}
