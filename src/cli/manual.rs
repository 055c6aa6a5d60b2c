//! `planlint completions` and `planlint man`: what shells and manuals know of the arguments.

use std::collections::BTreeSet;
use std::io::{self, Write};

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};
use clap_mangen::Man;

use super::args::{Cli, CompletionsArgs};
use super::exit::{self, Ended};
use super::terminal::AlreadySaid;
use crate::rules::RULES;

/// Writes the completions of a shell.
pub(super) fn completions(arguments: &CompletionsArgs) -> Ended {
    let mut text = Vec::new();
    let mut command = completed(&Cli::command(), &Names::of_rules());
    clap_complete::generate(arguments.shell, &mut command, "planlint", &mut text);
    exit::print(&text)
}

/// The command and those below it as completions have them: without options that are hidden, and with names where
/// those of rules and families can stand.
fn completed(command: &Command, names: &Names) -> Command {
    // A name that is no constant has to outlive the command, or clap is a tenth of a megabyte larger.
    let lasting = |text: &str| -> &'static str { text.to_owned().leak() };
    let shown = command.get_arguments().filter(|argument| !argument.is_hide_set());
    let below = command.get_subcommands();
    let mut completed = Command::new(lasting(command.get_name()))
        .args(shown.map(|argument| names.given_to(argument)))
        .subcommands(below.map(|below| completed(below, names)));
    if let Some(about) = command.get_about() {
        completed = completed.about(about.clone());
    }
    if let Some(version) = command.get_version() {
        completed = completed.version(lasting(version));
    }
    completed
}

/// The names of rules and of their families.
struct Names {
    rules: Vec<&'static str>,
    families: Vec<&'static str>,
}

impl Names {
    fn of_rules() -> Self {
        let families: BTreeSet<&'static str> = RULES.iter().map(|rule| rule.family).collect();
        Self {
            rules: RULES.iter().map(|rule| rule.id).collect(),
            families: families.into_iter().collect(),
        }
    }

    /// The argument with the names that it takes. By itself it takes any word, so that a mistake in one is told with
    /// the rule that is like it.
    fn given_to(&self, argument: &Arg) -> Arg {
        let names = match argument.get_id().as_str() {
            "deny" | "warn" | "note" | "allow" => [&*self.families, &*self.rules].concat(),
            "family" => self.families.clone(),
            "rule" => self.rules.clone(),
            _ => return argument.clone(),
        };
        argument.clone().value_parser(PossibleValuesParser::new(names))
    }
}

/// What no argument says, in the language of manual pages.
const MORE: &str = include_str!("manual.roff");

/// Writes the manual page: one, in which each command has its own options.
pub(super) fn man() -> Ended {
    exit::print(&page().map_err(|_| AlreadySaid)?)
}

fn page() -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let root = Cli::command();
    let man = Man::new(root.clone());
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    writeln!(text, ".SH COMMANDS")?;
    let mut built = root.clone();
    built.build();
    for (command, built) in root.get_subcommands().zip(built.get_subcommands()) {
        section(command, built, &root, &mut text)?;
    }
    text.extend_from_slice(MORE.as_bytes());
    Ok(text)
}

/// A command: how it is called, what it does, and those of its options that `planlint` alone does not have. `built` is
/// the same command, which knows its place.
fn section(command: &Command, built: &Command, root: &Command, text: &mut Vec<u8>) -> io::Result<()> {
    let usage = built.clone().render_usage().to_string();
    let usage: Vec<&str> = usage.lines().collect();
    let calls: Vec<String> = usage
        .iter()
        .map(|line| roff(line.trim_start_matches("Usage:").trim()))
        .collect();
    writeln!(text, ".SS \"{}\"", calls.join("\"\n.SS \""))?;
    writeln!(text, "{}", roff(&command.get_about().unwrap_or_default().to_string()))?;
    let is_shared = |argument: &Arg| {
        root.get_arguments().any(|of| {
            let values = of.get_possible_values() == argument.get_possible_values();
            of.get_id() == argument.get_id() && help(of) == help(argument) && values
        })
    };
    let own = command.clone().disable_help_flag(true).mut_args(|argument| {
        let hidden = argument.is_hide_set() || is_shared(&argument);
        argument.hide(hidden)
    });
    let mut options = Vec::new();
    Man::new(own).render_options_section(&mut options)?;
    // The options are few, and need no headings; what comes before the first is the preamble of a page.
    let options = String::from_utf8_lossy(&options);
    let at = options.find("\n.SH ").map_or(options.len(), |at| at + 1);
    for line in options[at..].lines().filter(|line| !line.starts_with(".SH ")) {
        writeln!(text, "{line}")?;
    }
    let shared: Vec<String> = command
        .get_arguments()
        .filter(|argument| !argument.is_hide_set() && is_shared(argument))
        .filter_map(|argument| Some(roff(&format!("--{}", argument.get_long()?))))
        .collect();
    if !shared.is_empty() {
        writeln!(text, ".PP\nOptions of planlint that it has too: {}", shared.join(", "))?;
    }
    for (command, built) in command.get_subcommands().zip(built.get_subcommands()) {
        section(command, built, root, text)?;
    }
    Ok(())
}

fn help(argument: &Arg) -> String {
    argument.get_help().map(ToString::to_string).unwrap_or_default()
}

/// A line of text in which nothing is a command of the formatter.
fn roff(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-").replace('"', "\\(dq");
    if text.starts_with(['.', '\'']) {
        format!("\\&{text}")
    } else {
        text
    }
}
