//! Judging: read every input, run the rules, write the report, decide.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{ArgMatches, CommandFactory};

use super::args::{Cli, DocumentArgs, ExpectArgs, GateArgs, JudgeArgs, RowArgs, SourceArgs, VerboseArgs};
use super::baseline;
use super::bounded;
use super::exit::Ended;
use super::failed::{self, RefusalCount, SourceError};
use super::files::{self, Brought, Came, Named, Source};
use super::misplaced;
use super::progress::Progress;
use super::settings::{self, Asked};
use super::source::{self, Placed, Roots};
use super::targets::{Needs, Reporting, Targets};
use super::terminal::{AlreadySaid, refuse, say, say_failure, say_failures};
use super::threads;
use super::verbose;
use crate::facts::Secrets;
use crate::input::{self, Reader, Want};
use crate::lint::{self, Settings, facts_of, secrets_of};
use crate::output::escape::line;
use crate::report::{Outcome, Report, document_name};
use crate::rules::{self, RULES};
use crate::source::SourceFile;
use crate::words::plural;

/// Runs `planlint`.
pub(super) fn gate(arguments: &GateArgs, matches: &ArgMatches, want: Want) -> Ended {
    if want == Want::State {
        let rows = &arguments.rows;
        let refusal = if !(rows.only.is_empty() && rows.only_address.is_empty()) {
            Some(misplaced::STATES_HAVE_NO_CHANGES)
        } else if !arguments.expected.expect.is_empty() {
            Some(misplaced::STATES_ARE_NOT_EXPECTED)
        } else {
            None
        };
        if let Some((message, help)) = refusal {
            return Err(say_failure(None, message, Some(help)));
        }
    }
    let judging = Judging::of(&arguments.judge, want, Some(&arguments.expected), matches);
    report_on(&judging, &arguments.judge, Some(&arguments.rows))
}

/// Runs `planlint state`.
pub(super) fn state(arguments: &JudgeArgs, matches: &ArgMatches) -> Ended {
    let judging = Judging::of(arguments, Want::State, None, matches);
    report_on(&judging, arguments, None)
}

/// Judges, writes the reports and decides.
fn report_on(judging: &Judging<'_>, arguments: &JudgeArgs, rows: Option<&RowArgs>) -> Ended {
    // While arguments, settings and inputs are read.
    threads::start();
    rayon::spawn(if judging.reader.want == Want::State {
        rules::prepare_for_states
    } else {
        rules::prepare
    });
    let settings = settings::of(&judging.asked)?;
    let baseline = arguments.known.baseline.as_ref();
    let reporting = Reporting {
        report: &arguments.report,
        look: &arguments.look,
        rows,
    };
    let targets = Targets::of(reporting, judging.reads().chain(baseline).chain(settings.files())).map_err(refuse)?;
    let mut needs = targets.needs();
    needs.secrets = baseline.is_some();
    needs.wanted.subjects = baseline.is_some();
    let (mut report, secrets) = judge_by(judging, &settings, needs)?;
    if let Some(path) = baseline {
        baseline::apply(path, &mut report, &secrets, updating(judging.reader.want))?;
    }
    let exit = targets.write(&report).map(|()| report.verdict().into());
    // The process ends here, and its memory with it: the rows of many thousands of changes need not go one by one.
    std::mem::forget(report);
    exit
}

/// The command that writes baselines of such documents.
fn updating(want: Want) -> &'static str {
    match want {
        Want::Plan => "planlint baseline",
        Want::State => "planlint baseline --kind state",
        Want::Any => "planlint baseline --kind any",
    }
}

/// What is judged, and by what the arguments say.
pub(super) struct Judging<'a> {
    /// Who asks, and for what.
    pub(super) reader: Reader,
    pub(super) documents: &'a DocumentArgs,
    /// Where findings have places; `None` for whoever does not ask.
    pub(super) source: Option<&'a SourceArgs>,
    pub(super) asked: Asked<'a>,
    pub(super) quiet: bool,
    pub(super) aside: &'a VerboseArgs,
}

impl<'a> Judging<'a> {
    /// What the arguments of a gate say; `expected` where a plan may be the one that somebody expects.
    fn of(arguments: &'a JudgeArgs, want: Want, expected: Option<&'a ExpectArgs>, matches: &'a ArgMatches) -> Self {
        Self {
            reader: failed::gate(want),
            documents: &arguments.documents,
            source: Some(&arguments.source),
            asked: Asked {
                fail_on: arguments.stop.fail_on,
                unknown: arguments.undecided.unknown,
                stateful: &arguments.data.stateful,
                expected,
                ..Asked::of(&arguments.settings, &arguments.levels, Some(want), matches)
            },
            quiet: arguments.look.quiet,
            aside: &arguments.look.aside,
        }
    }

    /// The files that are named to be read.
    pub(super) fn reads(&self) -> impl Iterator<Item = &PathBuf> {
        let key_file = self.asked.expected.and_then(|expected| expected.key.key_file.as_ref());
        let files = self.documents.files.iter().chain(&self.asked.files.config);
        files.chain(key_file)
    }

    /// The directory of the configuration, where it is named.
    fn root(&self) -> Option<&Path> {
        self.source?.source.as_deref()
    }
}

/// Judges every input that the arguments name, and says what could not be; an error when there is nothing to judge with.
/// Beside the report stands what no text from elsewhere may tell, where that is needed.
pub(super) fn judge_all(judging: &Judging<'_>, needs: Needs) -> Result<(Report, Secrets), AlreadySaid> {
    let settings = settings::of(&judging.asked)?;
    judge_by(judging, &settings, needs)
}

/// Judges by settings that were read.
fn judge_by(judging: &Judging<'_>, settings: &Settings, needs: Needs) -> Result<(Report, Secrets), AlreadySaid> {
    let began = Instant::now();
    verbose::say_settings(judging.aside, judging.asked.files, settings);
    let Some(mut sources) = files::named_or_piped(&judging.documents.files, judging.reader.want) else {
        let Reader { plans, states, want } = judging.reader;
        let (shown, command) = match want {
            Want::State => ("tofu show -json", states),
            _ => ("tofu show -json tfplan", plans),
        };
        if command == Reader::GATE.plans {
            say(&Cli::command().render_usage().to_string());
        }
        let message = format!(
            "no file is named and nothing is piped in: {shown} | {command}, or {command} FILE; --help tells more"
        );
        return Err(say_failure(None, &message, None));
    };
    if let Err(message) = files::call(&mut sources, &judging.documents.name) {
        return Err(say_failure(
            None,
            &message,
            Some("one --name for each file, in the order of the files"),
        ));
    }
    if let Some(directory) = judging.root().filter(|directory| !directory.is_dir()) {
        return Err(say_failure(
            Some(&directory.display().to_string()),
            "there is no folder of this name",
            Some("--source names the folder of the root module that the plan was made from"),
        ));
    }
    let roots = judging.source.map(|source| Roots::of(&sources, source));
    let progress = Progress::of_inputs(sources.len(), judging.quiet);
    let judge = Judge {
        judging,
        needs,
        alone: sources.len() == 1,
        roots: roots.as_ref(),
        settings,
    };
    let judged = bounded::map(sources, |source| judge.judge(source), |done| progress.show(done));
    drop(progress);
    if let Some(directory) = judging.root() {
        say_unplaced(directory, &judged);
    }
    let secrets = Secrets::of_all(judged.iter().map(|one| &one.secrets));
    let report = report(judged, judging.reader, settings);
    say_failures(&report.errors);
    verbose::say_inputs(judging.aside, &report, began.elapsed());
    Ok((report, secrets))
}

/// Whoever names the configuration expects places in it.
fn say_unplaced(directory: &Path, judged: &[Judged]) {
    let mut placed = Placed::default();
    for one in judged {
        placed.add(one.placed);
    }
    if placed.sought > 0 && placed.found == 0 {
        let directory = directory.display().to_string();
        say(&format!("note: {}: no finding could be placed there", line(&directory)));
    }
}

/// What came of one input.
#[derive(Default)]
struct Judged {
    outcomes: Vec<Outcome>,
    notes: Vec<String>,
    placed: Placed,
    /// What its documents mark sensitive, where somebody needs it.
    secrets: Secrets,
    came: Came,
}

/// By what inputs are judged.
struct Judge<'b> {
    judging: &'b Judging<'b>,
    needs: Needs,
    /// Whether there is no other input.
    alone: bool,
    roots: Option<&'b Roots>,
    settings: &'b Settings,
}

impl Judge<'_> {
    /// Reads an input and judges what is in it.
    fn judge(&self, source: Named) -> Judged {
        let mut judged = Judged::default();
        judged.came = files::take(
            source,
            self.settings.limits,
            self.judging.reader.want,
            |source, text| {
                // Among the threads that share the work, so that many small documents need not wake them one by one.
                let read = rayon::scope(|_| self.judge_documents(source, &text, &mut judged));
                // Many megabytes take a while to give back, for which nobody need wait.
                rayon::spawn(move || drop(text));
                read
            },
        );
        judged
    }

    fn judge_documents(&self, source: &Source, text: &SourceFile, judged: &mut Judged) -> Result<(), SourceError> {
        let contents = input::read(text, self.judging.reader.want)?;
        let name = source.name();
        if contents.skipped_lines > 0 {
            let lines = plural(contents.skipped_lines, "line");
            let note = format!("{name}: skipped {lines} outside the JSON document");
            judged.notes.push(note);
        }
        let count = contents.documents.len();
        // A baseline asks for subjects. In another order, or behind a new document, one would be taken for another.
        if self.needs.wanted.subjects && count > 1 {
            return Err(SourceError::UnnamedDocuments { count });
        }
        let secrets = secrets_of(contents.decoded());
        let mut refused = RefusalCount::default();
        for (index, document) in contents.documents.into_iter().enumerate() {
            let name = document_name(&name, index, count);
            let outcome = document.and_then(|document| {
                let facts = facts_of(&document.body, self.judging.documents.engine.told(), &secrets)?;
                let mut found = lint::run(RULES, &facts, self.settings);
                if let Some(roots) = self.roots {
                    let placed = source::place(&mut found.findings, source, roots, &facts, self.settings.limits);
                    judged.placed.add(placed);
                }
                let text = self.needs.places.then_some((text, document.start));
                let outcome = Outcome::judged(&name, text, &facts, found, self.needs.wanted);
                if self.needs.secrets {
                    judged.secrets = judged.secrets.with(facts.secrets());
                }
                if self.alone && count == 1 {
                    // The process ends soon after its only document, and its memory with it.
                    std::mem::forget(facts);
                    std::mem::forget(document);
                }
                Ok(outcome)
            });
            match outcome {
                Ok(outcome) => judged.outcomes.push(outcome),
                Err(error) if refused.tells_next() => judged.outcomes.push(self.failed(&name, error)),
                Err(_) => {}
            }
        }
        let more = refused.more().map(|more| self.failed(&name, more));
        judged.outcomes.extend(more);
        Ok(())
    }

    fn failed(&self, name: &str, error: impl Into<SourceError>) -> Outcome {
        Outcome::Failed(failed::failure(name, error, self.judging.reader))
    }
}

fn report(judged: Vec<Judged>, reader: Reader, settings: &Settings) -> Report {
    let mut outcomes = Vec::new();
    let mut brought = Brought::default();
    for one in judged {
        for note in &one.notes {
            say(&format!("note: {}", line(note)));
        }
        outcomes.extend(one.outcomes);
        outcomes.extend(brought.note(one.came, reader).map(Outcome::Failed));
    }
    outcomes.extend(brought.nothing(reader.want).map(Outcome::Failed));
    Report::new(outcomes, RULES, settings)
}
