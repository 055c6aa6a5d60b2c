//! Options that a command has not, and the gate has: why they would do nothing, and what to do.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory, Error};

use super::args::Cli;
use crate::rules::RULES;

/// What is wrong with an option, and what to do.
type Refusal = (String, &'static str);

/// Why the table of a state has no changes to choose from.
pub(super) const STATES_HAVE_NO_CHANGES: (&str, &str) = (
    "--only and --only-address are about changes, and a state has none",
    "leave it out; `planlint show --kind state` lists the objects",
);

/// Why a state is not the plan that was expected.
pub(super) const STATES_ARE_NOT_EXPECTED: (&str, &str) = (
    "--expect is about plans, and a state is none",
    "leave it out; `planlint diff OLD NEW` compares two states",
);

/// What to say in place of clap's error about these arguments; `None` where clap says it well.
pub(super) fn refusal(error: &Error, arguments: &[OsString]) -> Option<Refusal> {
    of_value(error, arguments)
        .or_else(|| of_option(error, arguments))
        .or_else(|| of_others(error, arguments))
}

/// What to say of an option that engines and other tools have, of which clap would guess that it is one of ours.
fn of_others(error: &Error, arguments: &[OsString]) -> Option<Refusal> {
    let (ErrorKind::UnknownArgument, Some(ContextValue::String(unknown))) =
        (error.kind(), error.get(ContextKind::InvalidArg))
    else {
        return None;
    };
    let options = arguments.iter().skip(1).take_while(|argument| *argument != "--");
    let gate = Cli::command();
    let command = called(&gate, arguments);
    let has_format = command.get_arguments().any(|has| is_written(has, "--format"));
    options.filter_map(|argument| argument.to_str()).find_map(|argument| {
        let written = argument.split('=').next()?;
        // Of letters behind one dash clap knows the first that is no option.
        let is_unknown = written == unknown || !written.starts_with("--") && !unknown.starts_with("--");
        let help = of_other_tools(written).filter(|_| is_unknown)?;
        if help.starts_with("--format") && !has_format {
            return None;
        }
        Some((format!("there is no option {written}"), help))
    })
}

/// The command that was called, the gate where none is named.
fn called<'c>(gate: &'c Command, arguments: &[OsString]) -> &'c Command {
    let mut command = gate;
    for word in arguments.iter().skip(1).filter_map(|word| word.to_str()) {
        match command.find_subcommand(word) {
            Some(below) => command = below,
            None => break,
        }
    }
    command
}

/// What to write for an option of other tools.
fn of_other_tools(option: &str) -> Option<&'static str> {
    let name = option.strip_prefix('-')?;
    Some(match name.strip_prefix('-').unwrap_or(name) {
        "json" | "f" | "output-format" => "--format json",
        "detailed-exitcode" => "the exit status is 0, 1 or 2 always; --deny and --fail-on say what fails",
        "soft-fail" | "exit-zero" | "no-fail" => "with --fail-on never findings are only shown",
        "skip-check" | "skip-rule" | "skip" | "exclude" | "disable" | "disable-rule" | "ignore" => {
            "--allow RULE switches a rule off, and `planlint waive` permits one finding"
        }
        "check" | "rule" | "enable" | "enable-rule" => "--deny RULE makes the findings of a rule errors",
        "strict" | "severity" | "minimum-severity" | "min-severity" => "--fail-on warning stops at warnings, too",
        "list" | "list-rules" => "planlint rules",
        "policy" | "rules-dir" | "external-checks-dir" => {
            "rules of your own are written in Rust, see docs/library.md; many rules take options: planlint rules"
        }
        "type" | "module" | "detail" | "engine-text" => "it is an option of `planlint show`",
        "show" => "planlint show FILE",
        "diff" => "planlint diff OLD NEW",
        "explain" => "planlint explain RULE",
        "init" => "planlint init",
        "state" => "planlint state FILE",
        "version" => "--version",
        _ => return None,
    })
}

/// What to say of a value that means something elsewhere, or in other tools.
fn of_value(error: &Error, arguments: &[OsString]) -> Option<Refusal> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(&**text),
        _ => None,
    };
    let (option, value) = (text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue)?);
    let is_never = matches!(value, "none" | "nothing" | "off");
    if is_never && option.starts_with("--fail-on") {
        let message = format!("--fail-on cannot be `{value}`");
        return Some((message, "with --fail-on never findings are only shown"));
    }
    let is_of_waive = arguments.get(1).is_some_and(|command| command == "waive");
    if is_of_waive && option.contains("ADDRESS") && RULES.iter().any(|rule| rule.id == value) {
        let message = format!("`{value}` is a rule, and the address stands behind it");
        return Some((message, "planlint waive RULE ADDRESS --reason WHY --until DATE"));
    }
    None
}

fn of_option(error: &Error, arguments: &[OsString]) -> Option<Refusal> {
    let (ErrorKind::UnknownArgument, Some(ContextValue::String(written))) =
        (error.kind(), error.get(ContextKind::InvalidArg))
    else {
        return None;
    };
    let gate = Cli::command();
    // A command comes before its options.
    let mut words = arguments.iter().skip(1).filter_map(|word| word.to_str());
    let command = words.next().and_then(|word| gate.find_subcommand(word));
    let has_engine = command.is_none_or(|command| command.get_arguments().any(|has| is_written(has, "--engine")));
    if written == "--flavor" && has_engine {
        return Some((
            "--flavor is about configuration, not about plans and states".to_owned(),
            "--engine opentofu or --engine terraform says who wrote them; `planlint config` judges modules",
        ));
    }
    let Some(command) = command else {
        // An option before the command makes a file of its name.
        let late = words.filter_map(|word| gate.find_subcommand(word));
        let mut of_late = late.filter(|command| command.get_arguments().any(|has| is_written(has, written)));
        let name = of_late.next()?.get_name().to_owned();
        return Some((
            format!("{written} is an option of `planlint {name}`"),
            "a command comes before its options: planlint COMMAND …",
        ));
    };
    let below = words.next().and_then(|word| command.find_subcommand(word));
    let option = gate.get_arguments().find(|option| is_written(option, written))?;
    let option = format!("--{}", option.get_long()?);
    let has_it = command.get_arguments().any(|has| is_written(has, &option));
    let of_documents = || {
        let message = format!("{option} is about plans and states, not about configuration");
        let help = match &*option {
            "--engine" => "--flavor says for which engine a module is judged",
            _ => "planlint config --help",
        };
        Some((message, help))
    };
    match (command.get_name(), below.map(Command::get_name)) {
        ("state", None) => match &*option {
            "--only" | "--only-address" => Some(STATES_HAVE_NO_CHANGES),
            "--expect" => Some(STATES_ARE_NOT_EXPECTED),
            "--key-file" => Some((
                "--key-file is about the fingerprints of plans that are expected, and a state is none",
                "leave it out",
            )),
            _ => None,
        }
        .map(|(message, help)| (message.to_owned(), help)),
        ("baseline", None) => Some(writes_no_report("planlint baseline", &option)),
        ("config", Some("baseline")) if has_it => Some(writes_no_report("planlint config baseline", &option)),
        ("config", None | Some("baseline")) => of_documents(),
        _ => None,
    }
}

fn writes_no_report(command: &str, option: &str) -> Refusal {
    (
        format!("{command} writes no report, so {option} does nothing"),
        "leave it out; --write-to says where the baseline goes",
    )
}

/// Whether an option is written like this, `--quiet` or `-q`.
fn is_written(option: &Arg, written: &str) -> bool {
    let is_long = option
        .get_long()
        .is_some_and(|long| written.strip_prefix("--") == Some(long));
    let is_short = option
        .get_short()
        .is_some_and(|short| written.strip_prefix('-') == Some(&*short.to_string()));
    is_long || is_short
}
