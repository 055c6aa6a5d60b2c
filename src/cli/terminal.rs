//! What the terminal can show and the environment asks for.

use std::env;
use std::io::{self, IsTerminal, Write};

use super::args::{Color, ColorArgs};
use super::targets::Reporting;
use crate::output::Style;
use crate::output::escape::line;
use crate::report::Failure;

/// How the report is to look on standard output, or in a file.
pub(super) fn style(Reporting { report, look, rows }: Reporting<'_>, to_file: bool) -> Style {
    let on_terminal = !to_file && io::stdout().is_terminal();
    Style {
        // The environment speaks of what is printed, and a file is read by other programs too.
        color: if to_file {
            look.color.when == Color::Always
        } else {
            color(look.color.when, on_terminal)
        },
        width: columns().filter(|_| on_terminal),
        all: look.all,
        quiet: look.quiet,
        folder: env::current_dir().ok().map(|folder| folder.display().to_string()),
        only: rows.map(|rows| rows.only.clone()).unwrap_or_default(),
        only_address: rows.map(|rows| rows.only_address.clone()).unwrap_or_default(),
        place: report.place,
        comment_id: report.comment_id.clone(),
        max_bytes: report
            .max_bytes
            .map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX)),
    }
}

/// How what is no report looks on standard output.
pub(super) fn printed(arguments: &ColorArgs) -> Style {
    Style {
        color: color(arguments.when, io::stdout().is_terminal()),
        ..Style::plain()
    }
}

/// Columns of the terminal; `None` where there is none.
pub(super) fn columns() -> Option<usize> {
    terminal_size::terminal_size().map(|(terminal_size::Width(columns), _)| usize::from(columns))
}

/// Whether to colour what goes to standard output.
pub(super) fn color(wanted: Color, on_terminal: bool) -> bool {
    color_in(wanted, on_terminal, |name| env::var(name).ok())
}

/// Whether to colour: what was asked for, then the environment's common words, then whether there is a terminal.
fn color_in(wanted: Color, on_terminal: bool, variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    match wanted {
        Color::Always => true,
        Color::Never => false,
        Color::Auto if set("NO_COLOR") => false,
        Color::Auto if variable("CLICOLOR_FORCE").is_some_and(|value| !value.is_empty() && value != "0") => true,
        Color::Auto if variable("CLICOLOR").as_deref() == Some("0") => false,
        Color::Auto => on_terminal && variable("TERM").as_deref() != Some("dumb"),
    }
}

/// Says something beside the report. Standard error that nobody reads is no reason to stop.
pub fn say(words: &str) {
    let _ = writeln!(io::stderr().lock(), "{words}");
}

/// Why something was not done, which the terminal has already: only what says something makes one.
pub(super) struct AlreadySaid(());

/// What is wrong with arguments, and what to do.
pub(super) type Refusal = (String, String);

/// Says what is wrong with arguments.
pub(super) fn refuse((message, help): Refusal) -> AlreadySaid {
    say_failure(None, &message, Some(&help))
}

/// Says why an input could not be judged.
pub(super) fn say_input(failure: &Failure) -> AlreadySaid {
    say_failure(Some(&failure.name), &failure.message, failure.help.as_deref())
}

/// Says of each input that could not be judged why.
pub(super) fn say_failures(failures: &[Failure]) {
    for failure in failures {
        say_input(failure);
    }
}

/// Says one after another; an error where there is any.
pub(super) fn say_each(said: impl Iterator<Item = AlreadySaid>) -> Result<(), AlreadySaid> {
    said.last().map_or(Ok(()), Err)
}

/// Says what went wrong, with the name of what it went wrong with and what to do.
pub(super) fn say_failure(name: Option<&str>, message: &str, help: Option<&str>) -> AlreadySaid {
    match name {
        Some(name) => say(&format!("error: {}: {}", line(name), line(message))),
        None => say(&format!("error: {}", line(message))),
    }
    if let Some(help) = help {
        say(&format!("  help: {}", line(help)));
    }
    AlreadySaid(())
}

/// Says what clap finds wrong with arguments, and what else may help; where these are not `plain`, a terminal would obey
/// what it quotes of them.
pub(super) fn refuse_arguments(error: &clap::Error, plain: bool, help: Option<String>) -> AlreadySaid {
    if plain {
        // Standard error that nobody reads is no reason to stop, here either.
        let _ = error.print();
    } else {
        error.render().to_string().lines().for_each(|words| say(&line(words)));
    }
    if let Some(words) = help {
        say(&format!("  help: {words}"));
    }
    AlreadySaid(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_follows_what_was_asked_then_the_environment_then_the_terminal() {
        for (wanted, terminal, variables, colours, why) in [
            (Color::Auto, true, &[][..], true, "a terminal"),
            (Color::Auto, false, &[], false, "a file or pipe"),
            (
                Color::Always,
                false,
                &[("NO_COLOR", "1")],
                true,
                "the option outweighs the environment",
            ),
            (Color::Never, true, &[("CLICOLOR_FORCE", "1")], false, "likewise"),
            (Color::Auto, true, &[("NO_COLOR", "1")], false, "no-color.org"),
            (
                Color::Auto,
                true,
                &[("NO_COLOR", "")],
                true,
                "an empty NO_COLOR does not count",
            ),
            (
                Color::Auto,
                false,
                &[("CLICOLOR_FORCE", "1")],
                true,
                "bixense.com/clicolors",
            ),
            (
                Color::Auto,
                false,
                &[("CLICOLOR_FORCE", "0")],
                false,
                "0 does not force",
            ),
            (
                Color::Auto,
                false,
                &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")],
                false,
                "no outweighs force",
            ),
            (Color::Auto, true, &[("CLICOLOR", "0")], false, "bixense.com/clicolors"),
            (
                Color::Auto,
                true,
                &[("TERM", "dumb")],
                false,
                "a terminal that knows no colours",
            ),
        ] {
            let variable = |name: &str| {
                variables
                    .iter()
                    .find(|(known, _)| *known == name)
                    .map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(color_in(wanted, terminal, variable), colours, "{why}");
        }
    }
}
