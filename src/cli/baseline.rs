//! `planlint baseline`: writes down what is known, so that a gate stops only at what is new.

use std::fs;
use std::io;
use std::path::Path;

use clap::ArgMatches;
use clap::parser::ValueSource;

use super::baseline_args::{BaselineArgs, OF_REPORTS};
use super::check;
use super::exit::Exit;
use super::targets::{place, read_by};
use super::terminal::say;
use crate::input::{Want, reason};
use crate::output::escape::line;
use crate::report::{Baseline, Report, Rows};

/// Writes a baseline of the findings in the given files, or drops what is gone from one.
pub(super) fn baseline(arguments: &BaselineArgs, matches: &ArgMatches) -> Exit {
    for (id, option) in OF_REPORTS {
        if matches.value_source(id) == Some(ValueSource::CommandLine) {
            check::say_failure(
                None,
                &format!("planlint baseline writes no report, so {option} does nothing"),
                Some("leave it out; --write-to says where the baseline goes"),
            );
            return Exit::NotJudged;
        }
    }
    let path = &arguments.write_to;
    let written_over = place(path);
    if read_by(&arguments.check).any(|read| place(read) == written_over) {
        check::say_failure(
            None,
            &format!("--write-to names {}, which is to be read", path.display()),
            Some("the baseline would write over it: name another file"),
        );
        return Exit::NotJudged;
    }
    let want = Want::from(arguments.kind);
    let Some(report) = check::judge_all(&arguments.check, matches, want, Rows::Changes) else {
        return Exit::NotJudged;
    };
    if !report.errors.is_empty() || report.inputs.is_empty() {
        say("error: a baseline of what could not be judged would hide it; nothing was written");
        return Exit::NotJudged;
    }
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
        Ok(()) => {
            let file = path.display().to_string();
            say(&match written.len() {
                0 => format!("{}: nothing is known, so everything is new", line(&file)),
                1 => format!("{}: 1 finding is known", line(&file)),
                known => format!("{}: {known} findings are known", line(&file)),
            });
            Exit::Passed
        }
        Err(error) => {
            say(&format!(
                "error: {}: the baseline cannot be written: {}",
                line(&path.display().to_string()),
                reason(&error)
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
            say(&format!("note: no longer found: {}", line(gone)));
        }
        say("  help: planlint baseline --update drops them from the baseline");
    }
    Some(())
}

/// The baseline in a file; `None` when it cannot be used, which is said.
pub(super) fn read(path: &Path) -> Option<Baseline> {
    let name = path.display().to_string();
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => {
            say(&format!(
                "error: {}: the baseline cannot be read: {}",
                line(&name),
                reason(&error)
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
