//! `planlint baseline`: writes down what is known, so that a gate stops only at what is new.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::ArgMatches;

use super::args::{BaselineArgs, WrittenArgs};
use super::check::{self, Judging};
use super::exit::{Ended, Exit};
use super::failed;
use super::kept::Kept;
use super::replace::save;
use super::settings::Asked;
use super::targets::{Needs, where_to_write};
use super::terminal::{AlreadySaid, refuse, say, say_failure};
use crate::facts::Secrets;
use crate::facts::attr::MASK;
use crate::input::reason;
use crate::lint::RuleSubject;
use crate::output::escape::line;
use crate::report::{Baseline, BaselineError, Report, Rows, Subject};
use crate::rules;
use crate::words::plural;

/// What to do where there is no baseline.
const NONE_YET: &str =
    "planlint baseline FILE… writes one, without --update; planlint config baseline DIR… writes one of modules";

/// Writes a baseline of the findings in the given files, or drops what is gone from one.
pub(super) fn baseline(arguments: &BaselineArgs, matches: &ArgMatches) -> Ended {
    let written = &arguments.written;
    let judging = Judging {
        reader: failed::baseline(arguments.kind.into()),
        documents: &arguments.documents,
        source: None,
        asked: Asked {
            unknown: arguments.undecided.unknown,
            stateful: &arguments.data.stateful,
            ..Asked::of(
                &arguments.settings,
                &arguments.levels,
                Some(arguments.kind.into()),
                matches,
            )
        },
        quiet: false,
        aside: &arguments.aside.verbose,
    };
    may_be_written(&written.write_to, judging.reads())?;
    let needs = Needs {
        wanted: Rows::Changes.into(),
        places: false,
        secrets: written.update,
    };
    let (report, secrets) = check::judge_all(&judging, needs)?;
    write(&report, &secrets, written)
}

/// An error where a baseline may not be written: over what is read, or in the place of what others look for.
pub(super) fn may_be_written<'p>(path: &Path, read: impl Iterator<Item = &'p PathBuf>) -> Result<(), AlreadySaid> {
    let kept = Kept::with(read).where_nothing_is_printed();
    let refusal = kept.refuses(path, "--write-to", "the baseline");
    refusal.map_or(Ok(()), |refusal| Err(refuse(refusal)))
}

/// Writes a baseline of a report, or drops what is gone from one.
pub(super) fn write(report: &Report, secrets: &Secrets, WrittenArgs { write_to: path, update }: &WrittenArgs) -> Ended {
    if !report.errors.is_empty() || report.inputs.is_empty() {
        return Err(say_failure(
            None,
            "a baseline of what could not be judged would hide it; nothing was written",
            Some("fix what is named above, or leave that input out"),
        ));
    }
    let existing = existing(path);
    if let Some(of_others) = existing.known().and_then(|known| of_others(known, report)) {
        return Err(say_failure(
            Some(&path.display().to_string()),
            &format!("{of_others}; nothing was written"),
            Some("name another file, and the same with --baseline: --write-to FILE"),
        ));
    }
    // How many that were known there are not any more, without anybody having asked for that.
    let mut lost = 0;
    let written = if *update {
        let known = usable(path, existing)?;
        for gone in known.gone(report) {
            say(&format!("dropped: {}", told(&gone, secrets)));
        }
        match known.unsettled(report) {
            0 => {}
            kept => say(&format!("note: {} kept: {NOT_ALL}", findings_are(kept))),
        }
        known.without_gone(report)
    } else if existing.is_something_else() {
        return Err(say_failure(
            Some(&path.display().to_string()),
            "the file is no baseline, and the baseline would replace it; nothing was written",
            Some("name another file: --write-to FILE"),
        ));
    } else {
        if let Some(unsettled @ 1..) = existing.known().map(|known| known.unsettled(report)) {
            let known = findings_are(unsettled);
            return Err(say_failure(
                Some(&path.display().to_string()),
                &format!("{known} known there and not found now, but {NOT_ALL}; nothing was written"),
                Some("write it of a plan that lists everything, or another one: --write-to FILE; --update keeps them"),
            ));
        }
        let written = Baseline::of(report);
        lost = existing.known().map_or(0, |known| known.beyond(&written));
        written
    };
    let saved = written
        .write()
        .map_err(io::Error::from)
        .and_then(|text| save(path, &text));
    match saved {
        Ok(()) => {
            let file = path.display().to_string();
            say(&match written.len() {
                0 => format!("{}: no finding is known; from now on every finding is new", line(&file)),
                known => format!("{}: {} known", line(&file), findings_are(known)),
            });
            match lost {
                0 => {}
                1 => say("note: 1 finding that was known there is not any more"),
                more => say(&format!("note: {more} findings that were known there are not any more")),
            }
            match Baseline::left_out(report) {
                0 => {}
                1 => say("note: 1 finding stays new, since a secret hides what it is about"),
                more => say(&format!(
                    "note: {more} findings stay new, since a secret hides what they are about"
                )),
            }
            Ok(Exit::Passed)
        }
        Err(error) => Err(say_failure(
            Some(&path.display().to_string()),
            &format!("the baseline cannot be written: {}", reason(&error)),
            where_to_write(path).as_deref(),
        )),
    }
}

/// Why what is not found may be there all the same.
const NOT_ALL: &str = "a plan failed or does not list everything";

/// `1 finding is`, `2 findings are`
fn findings_are(count: usize) -> String {
    let is = if count == 1 { "is" } else { "are" };
    format!("{} {is}", plural(count, "finding"))
}

/// What a baseline is of, and what was judged: it knows nothing but findings about modules and the report is of none,
/// or the other way round. `None` where they fit. Both commands write to a file of one name unless they are told another.
fn of_others(known: &Baseline, report: &Report) -> Option<&'static str> {
    let of_modules = report
        .inputs
        .iter()
        .any(|input| matches!(input.subject, Subject::Module(_)));
    let rules = known.rules().filter_map(rules::named);
    let subjects = rules.map(|rule| rule.subject);
    // What is said of waivers is said of either.
    let mut subjects = subjects.filter(|subject| *subject != RuleSubject::Settings).peekable();
    let others = subjects.peek().is_some() && subjects.all(|subject| (subject == RuleSubject::Modules) != of_modules);
    others.then_some(if of_modules {
        "the file is a baseline of plans or states, and modules were judged"
    } else {
        "the file is a baseline of modules, and plans or states were judged"
    })
}

/// What stands where a baseline is looked for.
enum Existing {
    /// There is no file, or one that holds nothing, or none out of which anything would ever be read.
    Nothing,
    /// A baseline.
    Known(Baseline),
    /// A baseline of another version, or one that a merge damaged.
    Damaged(BaselineError),
    /// Another text.
    Other,
    /// What cannot be read.
    Unreadable(io::Error),
}

impl Existing {
    /// The baseline, where it is one.
    fn known(&self) -> Option<&Baseline> {
        match self {
            Self::Known(known) => Some(known),
            _ => None,
        }
    }

    /// Whether it is something that writing must not replace: a baseline of another version, or a damaged one, is made
    /// again by writing over it.
    fn is_something_else(&self) -> bool {
        match self {
            Self::Other => true,
            // What is no text is no baseline; what cannot be read is left to the writing.
            Self::Unreadable(error) => error.kind() == io::ErrorKind::InvalidData,
            Self::Nothing | Self::Known(_) | Self::Damaged(_) => false,
        }
    }
}

/// What stands where a baseline is to be written. Out of a pipe, such as `/dev/stdout`, nothing would ever be read.
fn existing(path: &Path) -> Existing {
    let is_full = fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0);
    if is_full { in_file(path) } else { Existing::Nothing }
}

/// What is read there.
fn in_file(path: &Path) -> Existing {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => return Existing::Unreadable(error),
    };
    match Baseline::read(&text) {
        Ok(known) => Existing::Known(known),
        Err(_) if !text.contains("\"baseline_version\"") => Existing::Other,
        Err(error) => Existing::Damaged(error),
    }
}

/// How many that are gone are told one by one: of another plan than the baseline's it is all of them.
const TOLD_GONE: usize = 5;

/// Marks what the baseline knows in a report, and tells what is gone, which the `command` drops; an error when the
/// baseline cannot be used.
pub(super) fn apply(path: &Path, report: &mut Report, secrets: &Secrets, command: &str) -> Result<(), AlreadySaid> {
    let known = read(path)?;
    if let Some(of_others) = of_others(&known, report) {
        return Err(say_failure(
            Some(&path.display().to_string()),
            of_others,
            Some(&format!("{command} --write-to FILE writes another one")),
        ));
    }
    if known.is_of_other_inputs(report) {
        let file = path.display().to_string();
        let (fact, help) = if known.is_of_one() {
            (
                "it was written of one input alone, and knows none by its name",
                format!("write it again of all of them: {command} --write-to FILE"),
            )
        } else {
            let help = "an input is known by its name: name the files as when the baseline was written";
            ("it knows no input of this name", help.to_owned())
        };
        say(&format!("note: {}: {fact}, so that everything is new", line(&file)));
        say(&format!("  help: {help}"));
    }
    let gone = known.gone(report);
    known.apply(report);
    if !gone.is_empty() {
        for gone in gone.iter().take(TOLD_GONE) {
            say(&format!("note: no longer found: {}", told(gone, secrets)));
        }
        if let Some(more) = gone.len().checked_sub(TOLD_GONE).filter(|more| *more > 0) {
            say(&format!("note: and {more} more are no longer found"));
        }
        say(&format!("  help: {command} --update drops them from the baseline"));
    }
    Ok(())
}

/// What a baseline says of a finding, without what is marked sensitive by now.
fn told(gone: &str, secrets: &Secrets) -> String {
    let open = secrets.copies().replace(gone, |_| MASK.to_owned());
    line(open.as_deref().unwrap_or(gone)).into_owned()
}

/// The baseline in a file; an error when it cannot be used, said with what to do where there is none.
pub(super) fn read(path: &Path) -> Result<Baseline, AlreadySaid> {
    usable(path, in_file(path))
}

/// The baseline in what was found in a file; an error when there is none that can be used.
fn usable(path: &Path, existing: Existing) -> Result<Baseline, AlreadySaid> {
    let name = path.display().to_string();
    Err(match existing {
        Existing::Known(known) => return Ok(known),
        // Why there is none is said by whoever reads.
        Existing::Nothing => return read(path),
        Existing::Damaged(error) => say_failure(
            Some(&name),
            &error.to_string(),
            miette::Diagnostic::help(&error).map(|help| help.to_string()).as_deref(),
        ),
        Existing::Other => say_failure(Some(&name), "the file is no baseline", Some(NONE_YET)),
        Existing::Unreadable(error) => say_failure(
            Some(&name),
            &format!("the baseline cannot be read: {}", reason(&error)),
            match error.kind() {
                io::ErrorKind::NotFound if name == "-" => {
                    Some("a baseline is not read from standard input: --baseline FILE")
                }
                io::ErrorKind::NotFound => Some(NONE_YET),
                io::ErrorKind::IsADirectory => Some("name a file in it"),
                _ => Some("check the path and the permissions"),
            },
        ),
    })
}
