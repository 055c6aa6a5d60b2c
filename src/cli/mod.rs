//! The program: arguments, terminal, environment, files written, exit status.

mod args;
mod baseline;
mod bounded;
mod bytes;
mod check;
mod compare;
mod config;
mod config_fix;
mod config_fmt;
mod exit;
mod explain;
mod failed;
mod files;
mod folders;
mod init;
mod kept;
mod key;
mod manual;
mod matching;
mod misplaced;
mod pattern;
mod print;
mod progress;
mod redact;
mod replace;
mod representation;
mod rules;
mod schemas;
mod settings;
mod show;
mod source;
mod targets;
mod terminal;
mod threads;
mod unmarked;
mod verbose;
mod waive;

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, CommandFactory, FromArgMatches};

pub use exit::Exit;
pub use terminal::say;

use args::{Cli, Command};
use exit::Ended;
use terminal::{refuse_arguments, say_failure};

use crate::output::escape::line;

/// Runs the program on its arguments, the program's name first.
///
/// Standard output gets the report and nothing else; everything else goes to standard error.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    command(&arguments.into_iter().collect::<Vec<_>>()).unwrap_or(Exit::NotJudged)
}

fn command(typed: &[OsString]) -> Ended {
    let mut arguments = without_color(typed, Some("--color=never"));
    let mut parsed = parse(&arguments);
    if arguments != typed && parsed.as_ref().is_err_and(is_without_colors) {
        // What such a command prints has no colours in any case.
        arguments = without_color(typed, None);
        parsed = parse(&arguments);
    }
    // Errors quote arguments, which may hold anything; a terminal would obey it.
    let is_plain = arguments
        .iter()
        .all(|argument| !argument.to_string_lossy().contains(char::is_control));
    let two_in_one = arguments.iter().find_map(|argument| apart(&argument.to_string_lossy()));
    let (cli, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            if let Some((message, help)) = misplaced::refusal(&error, &arguments) {
                return Err(say_failure(None, &message, Some(help)));
            }
            // Help and version come as errors of clap that print to standard output and end well.
            if !error.use_stderr() {
                return print::printed(error.print());
            }
            let apart = two_in_one.map(|meant| {
                format!(
                    "an option and its value stand in one argument, with a blank between them; write {}",
                    line(&meant)
                )
            });
            return Err(refuse_arguments(&error, is_plain, apart));
        }
    };
    // What clap found of the command's own arguments.
    let own = matches.subcommand().map_or(&matches, |(_, own)| own);
    match &cli.command {
        None => check::gate(&cli.gate, &matches, cli.kind.into()),
        Some(Command::Rules(arguments)) => rules::rules(arguments),
        Some(Command::Explain(arguments)) => explain::explain(arguments),
        Some(Command::Baseline(arguments)) => baseline::baseline(arguments, own),
        Some(Command::State(arguments)) => check::state(arguments, own),
        Some(Command::Config(arguments)) => config::config(arguments, own),
        Some(Command::Match(wanted)) => matching::list(wanted),
        Some(Command::Show(arguments)) => show::show(arguments),
        Some(Command::Init(arguments)) => init::init(arguments),
        Some(Command::Waive(arguments)) => waive::waive(arguments),
        Some(Command::Diff(arguments)) => compare::diff(arguments),
        Some(Command::Fingerprint(arguments)) => compare::fingerprint(arguments),
        Some(Command::Completions(arguments)) => manual::completions(arguments),
        Some(Command::Man) => manual::man(),
        Some(Command::Redact(arguments)) => redact::redact(arguments),
    }
}

fn parse(arguments: &[OsString]) -> clap::error::Result<(Cli, ArgMatches)> {
    let matches = Cli::command().try_get_matches_from(arguments)?;
    Ok((Cli::from_arg_matches(&matches)?, matches))
}

/// The arguments with `meant` for the option of engines for a text without colours, which means the same here. What
/// stands behind `--` is no option.
fn without_color(arguments: &[OsString], meant: Option<&str>) -> Vec<OsString> {
    let end = arguments.iter().position(|argument| argument == "--");
    let (options, names) = arguments.split_at(end.unwrap_or(arguments.len()));
    let is_option = |argument: &OsString| argument == "-no-color" || argument == "--no-color";
    let options = options.iter().filter_map(|argument| match meant {
        _ if !is_option(argument) => Some(argument.clone()),
        meant => meant.map(OsString::from),
    });
    options.chain(names.iter().cloned()).collect()
}

/// Whether a command was given the option for colours, and has none.
fn is_without_colors(error: &clap::Error) -> bool {
    let argument = error.get(ContextKind::InvalidArg);
    error.kind() == ErrorKind::UnknownArgument
        && matches!(argument, Some(ContextValue::String(name)) if name == "--color")
}

/// `--deny=delete` for `--deny delete` in one argument, as a list in a file for CI gives it; `None` for what is none.
fn apart(argument: &str) -> Option<String> {
    let (option, value) = argument.split_once(' ')?;
    let is_option = option.strip_prefix("--").is_some_and(|name| {
        !name.is_empty() && name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-')
    });
    is_option.then(|| format!("{option}={}", value.trim()))
}
