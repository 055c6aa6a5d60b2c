//! `planlint baseline`: writes down what is known, so that a gate stops only at what is new.

use std::fs;
use std::io;
use std::path::Path;

use clap::ArgMatches;

use super::args::BaselineArgs;
use super::check;
use super::exit::Exit;
use super::terminal::say;
use crate::input::Want;
use crate::output::escape::line;
use crate::report::{Baseline, Report, Rows};

/// Writes a baseline of the findings in the given files, or drops what is gone from one.
pub(super) fn baseline(arguments: &BaselineArgs, matches: &ArgMatches) -> Exit {
    let want = Want::from(arguments.kind);
    let Some(report) = check::judge_all(&arguments.check, matches, want, Rows::Changes) else {
        return Exit::NotJudged;
    };
    if !report.errors.is_empty() || report.inputs.is_empty() {
        say("error: a baseline of what could not be judged would hide it; nothing was written");
        return Exit::NotJudged;
    }
    let path = &arguments.write_to;
    let written = if arguments.update {
        match read(path) {
            Some(known) => {
                for gone in known.gone(&report) {
                    say(&format!("dropped: {}", line(&gone)));
                }
                known.without_gone(&report)
            }
            None => return Exit::NotJudged,
        }
    } else {
        Baseline::of(&report)
    };
    let saved = written
        .write()
        .map_err(io::Error::from)
        .and_then(|text| fs::write(path, text));
    match saved {
        Ok(()) => Exit::Passed,
        Err(error) => {
            say(&format!(
                "error: {}: the baseline cannot be written: {}",
                line(&path.display().to_string()),
                error.kind()
            ));
            Exit::NotJudged
        }
    }
}

/// Marks what the baseline knows in a report, and tells what is gone; `None` when the baseline cannot be used.
pub(super) fn apply(path: &Path, report: &mut Report) -> Option<()> {
    let known = read(path)?;
    let gone = known.gone(report);
    known.apply(report);
    if !gone.is_empty() {
        for gone in &gone {
            say(&format!("note: not found any more: {}", line(gone)));
        }
        say("  help: planlint baseline --update drops them from the baseline");
    }
    Some(())
}

fn read(path: &Path) -> Option<Baseline> {
    let name = path.display().to_string();
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => {
            say(&format!(
                "error: {}: the baseline cannot be read: {}",
                line(&name),
                error.kind()
            ));
            return None;
        }
    };
    match Baseline::read(&text) {
        Ok(known) => Some(known),
        Err(error) => {
            check::say_failure(
                Some(&name),
                &error.to_string(),
                miette::Diagnostic::help(&error).map(|help| help.to_string()).as_deref(),
            );
            None
        }
    }
}
