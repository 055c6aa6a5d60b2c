//! The program: arguments, terminal, environment, files written, exit status.

mod args;
mod baseline;
mod bytes;
mod check;
mod exit;
mod explain;
mod files;
mod init;
mod matching;
mod rules;
mod settings;
mod show;
mod terminal;
mod waive;

use std::ffi::OsString;

use clap::{CommandFactory, FromArgMatches};

pub use exit::Exit;
pub use terminal::say;

use crate::input::Want;
use args::{Cli, Command};

/// Runs the program on its arguments, the program's name first.
///
/// Standard output gets the report and nothing else; everything else goes to standard error.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let parsed = Cli::command()
        .try_get_matches_from(arguments)
        .and_then(|matches| Cli::from_arg_matches(&matches).map(|cli| (cli, matches)));
    let (cli, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            // Help and version come as errors of clap that print to standard output and end well.
            let shown = error.print();
            return if error.use_stderr() || shown.is_err() {
                Exit::NotJudged
            } else {
                Exit::Passed
            };
        }
    };
    match &cli.command {
        None => check::check(&cli.check, &matches, cli.kind.into()),
        Some(Command::Rules(arguments)) => rules::rules(arguments),
        Some(Command::Explain(arguments)) => explain::explain(arguments),
        Some(Command::Baseline(arguments)) => match matches.subcommand() {
            Some((_, matches)) => baseline::baseline(arguments, matches),
            None => Exit::NotJudged,
        },
        Some(Command::State(check)) => match matches.subcommand() {
            Some((_, matches)) => check::check(check, matches, Want::State),
            None => Exit::NotJudged,
        },
        Some(Command::Match(wanted)) => matching::list(wanted),
        Some(Command::Show(arguments)) => show::show(arguments),
        Some(Command::Init(arguments)) => init::init(arguments),
        Some(Command::Waive(arguments)) => waive::waive(arguments),
    }
}
