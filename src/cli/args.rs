//! The command line: clap's types and nothing else.

use std::path::PathBuf;

use clap::builder::{
    NonEmptyStringValueParser, OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser as _,
};
use clap::{Args, Parser, Subcommand, ValueEnum};
use miette::Diagnostic;

use super::baseline_args::BaselineArgs;
use super::config_args::ConfigArgs;
use super::targets::{self, Output};
use super::verbose::VerboseArgs;
use crate::facts::{Engine, Fate};
use crate::input::Want;
use crate::lint::settings::check_type_name;
use crate::lint::{FailOn, Pattern, UnknownPolicy};
use crate::output::{CommentId, FORMATS, Place, SMALLEST_BUDGET};

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
    pub(super) check: Check,

    /// Which documents to judge; others are refused
    #[arg(long, value_enum, default_value_t = Kind::Plan)]
    pub(super) kind: Kind,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Judge states, from `show -json` or a raw terraform.tfstate
    #[command(
        mut_arg("only", |argument| argument.hide(true)),
        mut_arg("only_address", |argument| argument.hide(true)),
        mut_arg("expect", |argument| argument.hide(true)),
        mut_arg("key_file", |argument| argument.hide(true)),
    )]
    State(Check),
    /// Judge modules written in JSON (*.tf.json, *.tofu.json): what is wrong, and which engine refuses it
    Config(ConfigArgs),
    /// List the rules
    Rules(RulesArgs),
    /// Write today's findings to a file, so that a gate stops only at new ones
    Baseline(BaselineArgs),
    /// Explain a rule: why it exists, what to do, when it fires
    Explain(ExplainArgs),
    /// List what an address pattern matches in plans and states; exit status 1 if it matches nothing
    Match(Match),
    /// Show what a plan changes, attribute by attribute, or what a state holds
    Show(Show),
    /// Write a settings file that explains every setting
    Init(InitArgs),
    /// Permit what a rule finds at an address, with a reason and an end date
    Waive(WaiveArgs),
    /// Copy a plan or state with placeholders for everything sensitive, so that it can be shared
    Redact(RedactArgs),
    /// Compare what two plans intend, or what two states hold; exit status 1 if they differ
    Diff(DiffArgs),
    /// Print a short text that is the same for all plans that intend the same
    Fingerprint(FingerprintArgs),
    /// Print completions for a shell
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

/// What a comparison needs.
#[derive(Debug, Args)]
pub(super) struct DiffArgs {
    /// The old plan or state, as `show -json` prints it; one of the two may be `-` for standard input
    pub(super) old: PathBuf,

    /// The new plan or state
    pub(super) new: PathBuf,

    /// How the differences are written
    #[arg(long, value_enum, default_value_t = DiffFormat::Text)]
    pub(super) format: DiffFormat,

    /// When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub(super) color: Color,

    #[command(flatten)]
    pub(super) settings: SettingsArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum DiffFormat {
    /// For people
    Text,
    /// For programs, as schemas/comparison.v1.schema.json describes it
    Json,
}

/// What fingerprints need.
#[derive(Debug, Args)]
pub(super) struct FingerprintArgs {
    /// Plans or states; `-` or a pipe for standard input
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) key: KeyArgs,

    #[command(flatten)]
    pub(super) settings: SettingsArgs,
}

/// Where the key of fingerprints comes from.
#[derive(Debug, Args)]
pub(super) struct KeyArgs {
    /// Include sensitive values in fingerprints, by the key in this file or in `PLANLINT_FINGERPRINT_KEY`
    #[arg(long, value_name = "FILE", help_heading = "Gate")]
    pub(super) key_file: Option<PathBuf>,
}

/// What a copy without secrets needs.
#[derive(Debug, Args)]
pub(super) struct RedactArgs {
    /// The plan or state, as `show -json` prints it; `-` or a pipe for standard input
    #[arg(value_name = "FILE")]
    pub(super) file: Option<PathBuf>,

    /// Write the copy to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// Write the copy even if it contains text that looks like a secret and is not marked sensitive
    #[arg(long)]
    pub(super) leave_unmarked: bool,

    #[command(flatten)]
    pub(super) settings: SettingsArgs,
}

/// Where settings come from.
#[derive(Debug, Args)]
pub(super) struct SettingsArgs {
    /// Read this settings file instead of the first planlint.toml from this folder upward
    #[arg(long, value_name = "FILE", conflicts_with = "no_config", help_heading = "Settings")]
    pub(super) config: Option<PathBuf>,

    /// Read no settings file
    #[arg(long, help_heading = "Settings")]
    pub(super) no_config: bool,

    /// The time of the run, for tests of what ends and of what is old
    #[arg(long, value_name = "TIME", hide = true)]
    pub(super) now: Option<jiff::Timestamp>,
}

/// What writing a settings file needs.
#[derive(Debug, Args)]
pub(super) struct InitArgs {
    /// The file to write; an existing file is left alone
    #[arg(value_name = "FILE", default_value = "planlint.toml")]
    pub(super) file: PathBuf,
}

/// What a waiver needs.
#[derive(Debug, Args)]
pub(super) struct WaiveArgs {
    /// Name of the rule
    pub(super) rule: String,

    /// The address, or an address pattern
    #[arg(value_parser = pattern)]
    pub(super) address: Pattern,

    /// Why it is permitted
    #[arg(long)]
    pub(super) reason: String,

    /// The last day on which it is permitted, such as 2027-01-31
    #[arg(long, visible_alias = "expires", value_name = "DATE", value_parser = date)]
    pub(super) until: jiff::civil::Date,

    /// Only for this kind of change
    #[arg(long, value_parser = PossibleValuesParser::new(kinds()))]
    pub(super) kind: Option<String>,

    /// Who answers for it
    #[arg(long)]
    pub(super) owner: Option<String>,

    /// Where it was decided
    #[arg(long)]
    pub(super) ticket: Option<String>,

    /// If more than this match in one document, permit none of them
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(i64).range(1..=1_000_000))]
    pub(super) at_most: Option<i64>,

    #[command(flatten)]
    pub(super) settings: SettingsArgs,
}

/// What listing the rules needs.
#[derive(Debug, Args)]
pub(super) struct RulesArgs {
    /// How the list is written
    #[arg(long, value_enum, default_value_t = RulesFormat::Table)]
    pub(super) format: RulesFormat,

    /// Only the rules of one family
    #[arg(long)]
    pub(super) family: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum RulesFormat {
    /// For people
    Table,
    /// For programs
    Json,
    /// The content of docs/rules.md
    Markdown,
}

/// What explaining a rule needs.
#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// Name of the rule
    pub(super) rule: String,

    /// How the page is written
    #[arg(long, value_enum, default_value_t = ExplainFormat::Terminal)]
    pub(super) format: ExplainFormat,

    /// When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub(super) color: Color,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ExplainFormat {
    /// Wrapped for the terminal
    Terminal,
    /// As Markdown
    Markdown,
}

/// What showing needs; exit status 0 when everything was shown, 2 when something could not be read.
#[derive(Debug, Args)]
pub(super) struct Show {
    /// Files, folders or patterns; `-` or a pipe for standard input
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,

    /// Which documents to show; others are refused
    #[arg(long, value_enum, default_value_t = Kind::Plan)]
    pub(super) kind: Kind,

    /// Print the text that the engine itself would print
    #[arg(long, conflicts_with_all = ["only", "address", "type", "module", "detail"])]
    pub(super) engine_text: bool,

    /// Provider schemas from `tofu providers schema -json`, to tell blocks from attributes and sets from lists
    #[arg(long, value_name = "FILE")]
    pub(super) schemas: Option<PathBuf>,

    /// Show only changes of these kinds
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = PossibleValuesParser::new(kinds()))]
    pub(super) only: Vec<String>,

    /// Show only these addresses, before or after a move
    #[arg(long, visible_alias = "only-address", value_name = "PATTERN", value_parser = pattern)]
    pub(super) address: Vec<Pattern>,

    /// Show only these resource types
    #[arg(long, value_name = "TYPE", value_delimiter = ',', value_parser = type_name)]
    pub(super) r#type: Vec<String>,

    /// Show only these modules and what is in them; a pattern such as `module.net[*]`
    #[arg(long, value_name = "PATTERN", value_parser = pattern)]
    pub(super) module: Vec<Pattern>,

    #[command(flatten)]
    pub(super) settings: SettingsArgs,

    /// How much of each change to show: its line, the names of what changes, or everything
    #[arg(long, value_enum, default_value_t = Detail::Full)]
    pub(super) detail: Detail,

    /// When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub(super) color: Color,

    /// The program that wrote the files, where it cannot be told from them
    #[arg(long, value_enum, default_value_t = EngineChoice::Auto)]
    pub(super) engine: EngineChoice,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Detail {
    /// One line for each change
    None,
    /// The names of the attributes that change
    Summary,
    /// Values before and after
    Full,
}

/// A pattern and where to look; exit status 0 when something matched, 1 when nothing did.
#[derive(Debug, Args)]
pub(super) struct Match {
    /// An address in which `*` stands for a name or key and `**` for any depth of modules
    #[arg(value_parser = pattern)]
    pub(super) pattern: Pattern,

    /// Files, folders or patterns; `-` or a pipe for standard input
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) settings: SettingsArgs,
}

/// A day; the error says how one is written.
fn date(text: &str) -> Result<jiff::civil::Date, String> {
    let date = text.trim().parse();
    date.map_err(|_| "a day is written as year, month and day: 2027-01-31".to_owned())
}

/// A resource type, written whole.
fn type_name(text: &str) -> Result<String, String> {
    let text = text.trim();
    check_type_name(text).map(|()| text.to_owned())
}

/// Reads a pattern; the error says what to write instead.
fn pattern(text: &str) -> Result<Pattern, String> {
    Pattern::parse(text).map_err(|error| match error.help() {
        Some(help) => format!("{error}; {help}"),
        None => error.to_string(),
    })
}

/// What judging needs, whatever is judged.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// Files, folders or patterns; `-` or a pipe for standard input
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,

    /// Name for standard input or a file in reports, in place of its path; for several files, give one each, in order
    #[arg(long, value_parser = NonEmptyStringValueParser::new())]
    pub(super) name: Vec<String>,

    /// Treat findings of these rules or families as errors, but for those that a rule itself calls milder; separate several
    /// with commas, or repeat the option
    #[arg(long, value_name = "RULE", value_delimiter = ',', help_heading = "Gate")]
    pub(super) deny: Vec<String>,

    /// Treat findings of these rules or families as warnings
    #[arg(long, value_name = "RULE", value_delimiter = ',', help_heading = "Gate")]
    pub(super) warn: Vec<String>,

    /// Treat findings of these rules or families as notes
    #[arg(long, value_name = "RULE", value_delimiter = ',', help_heading = "Gate")]
    pub(super) note: Vec<String>,

    /// Switch these rules or families off
    #[arg(long, value_name = "RULE", value_delimiter = ',', help_heading = "Gate")]
    pub(super) allow: Vec<String>,

    /// The lowest level that fails the gate; `error` unless settings say otherwise
    #[arg(long, value_name = "LEVEL", value_enum, help_heading = "Gate")]
    pub(super) fail_on: Option<Stop>,

    /// What to do with findings that cannot be decided before apply; `report` unless settings say otherwise
    #[arg(long, value_name = "WHAT", value_enum, help_heading = "Gate")]
    pub(super) unknown: Option<Unknown>,

    #[command(flatten)]
    pub(super) settings: SettingsArgs,

    /// Show the findings in this baseline, but do not fail the gate on them
    #[arg(long, value_name = "FILE", help_heading = "Gate")]
    pub(super) baseline: Option<PathBuf>,

    /// Fail any plan that has none of these fingerprints, as `planlint fingerprint` prints them
    #[arg(long, value_name = "FINGERPRINT", value_delimiter = ',', help_heading = "Gate")]
    pub(super) expect: Vec<String>,

    #[command(flatten)]
    pub(super) key: KeyArgs,

    /// Resource types that hold data, in addition to the built-in list
    #[arg(long, value_name = "TYPE", value_delimiter = ',', value_parser = type_name, help_heading = "Gate")]
    pub(super) stateful: Vec<String>,

    /// The format of the report
    #[arg(long, value_parser = PossibleValuesParser::new(formats()),
          default_value = FORMATS[0].name, help_heading = "Report")]
    pub(super) format: String,

    /// Write the report to a file instead of standard output; with FORMAT=, write an additional report (repeatable)
    #[arg(short, long, value_name = "[FORMAT=]FILE", help_heading = "Report",
          value_parser = OsStringValueParser::new().try_map(targets::output))]
    pub(super) output: Vec<Output>,

    /// Where the Markdown goes: what does not fit there is left out and counted, the least dangerous first
    #[arg(long = "for", value_name = "PLACE", help_heading = "Report",
          value_parser = PossibleValuesParser::new(Place::ALL.map(Place::name)).map(|name| place(&name)))]
    pub(super) place: Option<Place>,

    /// The same with a size of your own: at most this many bytes, 2000 or more
    #[arg(long, value_name = "COUNT", help_heading = "Report", value_parser = budget)]
    pub(super) max_bytes: Option<u64>,

    /// An id in a hidden line of the Markdown, by which each of several jobs finds its own comment again
    #[arg(long, value_name = "ID", value_parser = comment_id, help_heading = "Report")]
    pub(super) comment_id: Option<CommentId>,

    /// The root module that the plans were made from, to place findings at files and lines of the configuration; by
    /// default the directory of each plan, if it contains configuration
    #[arg(long, value_name = "DIR", conflicts_with = "no_source", help_heading = "Report")]
    pub(super) source: Option<PathBuf>,

    /// Do not look for files and lines of the configuration
    #[arg(long, help_heading = "Report")]
    pub(super) no_source: bool,

    /// When to colour; `auto` also heeds `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`
    #[arg(long, value_enum, default_value_t = Color::Auto, help_heading = "Report")]
    pub(super) color: Color,

    /// List every row: unchanged resources, passed checks, every finding
    #[arg(long, help_heading = "Report")]
    pub(super) all: bool,

    /// Show only errors, warnings and the verdict
    #[arg(short, long, help_heading = "Report")]
    pub(super) quiet: bool,

    #[command(flatten)]
    pub(super) aside: VerboseArgs,

    /// Show only changes of these kinds in the table; findings are never filtered
    #[arg(long, value_name = "KIND", value_delimiter = ',', help_heading = "Report",
          value_parser = PossibleValuesParser::new(kinds()))]
    pub(super) only: Vec<String>,

    /// Show only changes at these addresses in the table; findings are never filtered
    #[arg(long, value_name = "PATTERN", value_parser = pattern, help_heading = "Report")]
    pub(super) only_address: Vec<Pattern>,

    /// The program that wrote the files, where it cannot be told from them
    #[arg(long, value_enum, default_value_t = EngineChoice::Auto)]
    pub(super) engine: EngineChoice,
}

/// The place of that name, which is one of the possible ones.
fn place(name: &str) -> Place {
    let known = Place::ALL.into_iter().find(|place| place.name() == name);
    known.unwrap_or(Place::GithubComment)
}

/// Reads an id; the error says what one is.
fn comment_id(text: &str) -> Result<CommentId, String> {
    let longest = CommentId::LONGEST;
    CommentId::parse(text).ok_or_else(|| {
        format!("an id has up to {longest} letters, digits, `.`, `_`, `/` and single `-`, such as prod/eu-west-1")
    })
}

/// The formats, each with what it is for.
pub(super) fn formats() -> impl Iterator<Item = PossibleValue> {
    FORMATS
        .iter()
        .map(|format| PossibleValue::new(format.name).help(format.summary))
}

/// The words for what becomes of a resource, each once.
fn kinds() -> Vec<&'static str> {
    let mut words: Vec<_> = Fate::ALL.into_iter().map(Fate::word).collect();
    words.dedup();
    words
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Kind {
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

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Stop {
    Error,
    Warning,
    Note,
    Never,
}

impl From<Stop> for FailOn {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Error => Self::Error,
            Stop::Warning => Self::Warning,
            Stop::Note => Self::Note,
            Stop::Never => Self::Never,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Unknown {
    /// Show them; they do not fail the gate
    Report,
    /// They count like any other
    Fail,
    /// Leave them out
    Pass,
}

impl From<Unknown> for UnknownPolicy {
    fn from(unknown: Unknown) -> Self {
        match unknown {
            Unknown::Report => Self::Report,
            Unknown::Fail => Self::Fail,
            Unknown::Pass => Self::Pass,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless the environment says otherwise
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

fn budget(written: &str) -> Result<u64, String> {
    let smallest = SMALLEST_BUDGET as u64;
    let bytes = written.parse().ok().filter(|bytes| *bytes >= smallest);
    bytes.ok_or_else(|| format!("not a number of bytes of {smallest} or more"))
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum EngineChoice {
    /// From traces in the file
    Auto,
    /// OpenTofu
    #[value(alias = "tofu")]
    Opentofu,
    /// Terraform
    Terraform,
}

impl EngineChoice {
    pub(super) fn told(self) -> Option<Engine> {
        match self {
            Self::Auto => None,
            Self::Opentofu => Some(Engine::OpenTofu),
            Self::Terraform => Some(Engine::Terraform),
        }
    }
}
