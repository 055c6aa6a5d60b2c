//! Where reports go, how they are written, and how much they show.

use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser as _};
use clap::{Args, ValueEnum};

use super::values::{one_of, pattern, selected};
use crate::cli::targets::{self, Output};
use crate::lint::Pattern;
use crate::output::{CommentId, FORMATS, Place, SMALLEST_BUDGET, Selected};

/// Where a report goes, in which format, and what must fit there.
#[derive(Debug, Args)]
pub(in crate::cli) struct ReportArgs {
    /// The format of the report
    #[arg(long, value_parser = PossibleValuesParser::new(formats()), default_value = FORMATS[0].name, help_heading = "Report")]
    pub(in crate::cli) format: String,

    /// Write the report to a file instead of standard output; with FORMAT=, write an additional report (repeatable)
    #[arg(short, long, value_name = "[FORMAT=]FILE",
          value_parser = OsStringValueParser::new().try_map(targets::output), help_heading = "Report")]
    pub(in crate::cli) output: Vec<Output>,

    /// Where the Markdown goes: what does not fit there is left out and counted, the least dangerous first
    #[arg(long = "for", value_name = "PLACE",
          value_parser = one_of(&Place::ALL, |place| PossibleValue::new(place.word())), help_heading = "Report")]
    pub(in crate::cli) place: Option<Place>,

    /// Largest size of the Markdown in bytes, 2000 or more; beside --for the smaller limit holds
    #[arg(long, value_name = "COUNT", value_parser = budget, help_heading = "Report")]
    pub(in crate::cli) max_bytes: Option<u64>,

    /// An id in a hidden line of the Markdown, by which each of several jobs finds its own comment again
    #[arg(long, value_name = "ID", value_parser = comment_id, help_heading = "Report")]
    pub(in crate::cli) comment_id: Option<CommentId>,
}

/// The formats, each with what it is for.
pub(super) fn formats() -> impl Iterator<Item = PossibleValue> {
    FORMATS
        .iter()
        .map(|format| PossibleValue::new(format.name).help(format.summary))
}

fn budget(written: &str) -> Result<u64, String> {
    let smallest = SMALLEST_BUDGET as u64;
    let bytes = written.parse().ok().filter(|bytes| *bytes >= smallest);
    bytes.ok_or_else(|| format!("must be a whole number of bytes, {smallest} or more"))
}

/// Reads an id; the error says what one is.
fn comment_id(text: &str) -> Result<CommentId, String> {
    let longest = CommentId::LONGEST;
    CommentId::parse(text).ok_or_else(|| {
        format!("an id has up to {longest} letters, digits, `.`, `_`, `/` and single `-`, such as prod/eu-west-1")
    })
}

/// How a report looks, and how much is said.
#[derive(Debug, Args)]
pub(in crate::cli) struct LookArgs {
    #[command(flatten)]
    pub(in crate::cli) color: ReportColorArgs,

    /// List every row: unchanged resources, and in text and HTML passed checks and every finding
    #[arg(long, help_heading = "Report")]
    pub(in crate::cli) all: bool,

    /// Show only errors, warnings, `weakened-gate` and the verdict; what was skipped is still noted on standard error; not
    /// together with -v
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Report")]
    pub(in crate::cli) quiet: bool,

    #[command(flatten)]
    pub(in crate::cli) aside: VerboseArgs,
}

/// Whether a report has colours.
#[derive(Debug, Args)]
pub(in crate::cli) struct ReportColorArgs {
    /// When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`
    #[arg(long = "color", value_name = "COLOR", value_enum, default_value_t = Color::Auto, help_heading = "Report")]
    pub(in crate::cli) when: Color,
}

/// Whether what a command prints has colours, where that is no report.
#[derive(Debug, Args)]
pub(in crate::cli) struct ColorArgs {
    /// When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`
    #[arg(long = "color", value_name = "COLOR", value_enum, default_value_t = Color::Auto)]
    pub(in crate::cli) when: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Color {
    /// On a terminal, unless the environment says otherwise
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What is said beside the report.
#[derive(Debug, Args)]
pub(in crate::cli) struct VerboseArgs {
    /// Print on standard error which settings apply and what each input was read as
    #[arg(short, long, help_heading = "Report")]
    pub(in crate::cli) verbose: bool,
}

/// Which changes the table shows.
#[derive(Debug, Args)]
pub(in crate::cli) struct RowArgs {
    /// Show only changes of these kinds in the table; findings are never filtered
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = selected(), help_heading = "Report")]
    pub(in crate::cli) only: Vec<Selected>,

    /// Show only changes at these addresses in the table; findings are never filtered
    #[arg(long, value_name = "PATTERN", value_parser = pattern, help_heading = "Report")]
    pub(in crate::cli) only_address: Vec<Pattern>,
}
