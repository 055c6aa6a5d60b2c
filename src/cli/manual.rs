//! `planlint completions` and `planlint man`: what shells and manuals know of the arguments.

use std::collections::BTreeSet;
use std::io::{self, Write};

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};
use clap_mangen::Man;

use super::args::{Cli, CompletionsArgs};
use super::exit::Ended;
use super::print::{print, print_by};
use crate::rules::RULES;

/// Writes the completions of a shell.
pub(super) fn completions(arguments: &CompletionsArgs) -> Ended {
    let mut text = Vec::new();
    let mut command = with_rules(without_hidden(&Cli::command()));
    clap_complete::generate(arguments.shell, &mut command, "planlint", &mut text);
    print(&text)
}

/// The command and those below it without options that are hidden, which completions would list.
fn without_hidden(command: &Command) -> Command {
    // A name that is no constant has to outlive the command, or clap is a tenth of a megabyte larger.
    let lasting = |text: &str| -> &'static str { text.to_owned().leak() };
    let shown = command.get_arguments().filter(|argument| !argument.is_hide_set());
    let mut without = Command::new(lasting(command.get_name()))
        .args(shown.cloned())
        .subcommands(command.get_subcommands().map(without_hidden));
    if let Some(about) = command.get_about() {
        without = without.about(about.clone());
    }
    if let Some(version) = command.get_version() {
        without = without.version(lasting(version));
    }
    without
}

/// The command and those below it, with the names of rules and families where they can stand: arguments themselves take
/// any word, so that a mistake in one is told with the rule that is like it.
fn with_rules(mut command: Command) -> Command {
    let rules: Vec<&'static str> = RULES.iter().map(|rule| rule.id).collect();
    let families: BTreeSet<&'static str> = RULES.iter().map(|rule| rule.family).collect();
    let families: Vec<&'static str> = families.into_iter().collect();
    let both = [&*families, &*rules].concat();
    let ids: Vec<String> = command
        .get_arguments()
        .map(|argument| argument.get_id().to_string())
        .collect();
    for id in ids {
        let names = match &*id {
            "deny" | "warn" | "note" | "allow" => &both,
            "family" => &families,
            "rule" => &rules,
            _ => continue,
        };
        let names = PossibleValuesParser::new(names);
        command = command.mut_arg(id, |argument| argument.value_parser(names));
    }
    let below: Vec<String> = command
        .get_subcommands()
        .map(|below| below.get_name().to_owned())
        .collect();
    below
        .into_iter()
        .fold(command, |command, name| command.mut_subcommand(name, with_rules))
}

/// What no argument says, in the language of manual pages.
const MORE: &str = include_str!("manual.roff");

/// Writes the manual page: one, in which each command has its own options.
pub(super) fn man() -> Ended {
    print_by(page)
}

fn page(text: &mut dyn Write) -> io::Result<()> {
    let root = Cli::command();
    let man = Man::new(root.clone());
    man.render_title(text)?;
    man.render_name_section(text)?;
    man.render_synopsis_section(text)?;
    man.render_description_section(text)?;
    man.render_options_section(text)?;
    writeln!(text, ".SH COMMANDS")?;
    let mut built = root.clone();
    built.build();
    for (command, built) in root.get_subcommands().zip(built.get_subcommands()) {
        section(command, built, &root, text)?;
    }
    text.write_all(MORE.as_bytes())
}

/// A command: how it is called, what it does, and those of its options that `planlint` alone does not have. `built` is
/// the same command, which knows its place.
fn section(command: &Command, built: &Command, root: &Command, text: &mut dyn Write) -> io::Result<()> {
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
