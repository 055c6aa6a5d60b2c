//! Judges bytes through the library, as the program does, for laws over thousands of inputs.

use std::panic::{AssertUnwindSafe, catch_unwind};

use miette::Diagnostic;
use planlint::facts::{Facts, Sensitive};
use planlint::input::{self, InputError, Want};
use planlint::lint::{self, ChangeView, Level, ObjectView, Settings};
use planlint::output::{FORMATS, Style};
use planlint::report::{Failure, Outcome, Report, Rows};
use planlint::rules::RULES;

/// What came of judging one input.
pub(crate) struct Judged {
    pub(crate) report: Report,
    /// `Debug` and the words of what went wrong, and `Debug` of what was read when it was asked for.
    pub(crate) debug: String,
}

impl Judged {
    /// The exit status that the program would end with.
    pub(crate) fn exit(&self) -> u8 {
        exit(&self.report)
    }

    /// The report in one of the formats, with everything that it can list.
    pub(crate) fn written(&self, format: &str, width: Option<usize>) -> String {
        let format = FORMATS.iter().find(|known| known.name == format).unwrap();
        let mut style = Style::plain();
        (style.all, style.width) = (true, width);
        let mut out = Vec::new();
        (format.write)(&self.report, &style, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// Everything that could be printed: all formats, the errors, and `Debug`.
    pub(crate) fn printed(&self) -> String {
        let mut printed = self.debug.clone();
        for format in FORMATS {
            printed.push_str(&self.written(format.name, None));
        }
        for failure in &self.report.errors {
            printed.push_str(&format!("{failure:?}"));
        }
        printed
    }
}

/// The exit status that goes with a report.
pub(crate) fn exit(report: &Report) -> u8 {
    report.verdict().exit_code()
}

/// Settings under which a deletion is an error.
pub(crate) fn deny(names: &[&str]) -> Settings {
    let mut settings = Settings::default();
    for name in names {
        settings.set_level(RULES, name, Level::Error).unwrap();
    }
    settings
}

/// Judges; `Err` when the library panicked, which it never may.
pub(crate) fn judge(bytes: &[u8], want: Want, settings: &Settings) -> Result<Judged, String> {
    guarded(|| judge_or_panic(bytes, want, settings, false))
}

/// The same, and `Debug` of everything that was read, which costs more than judging.
pub(crate) fn judge_and_debug(bytes: &[u8], want: Want, settings: &Settings) -> Result<Judged, String> {
    guarded(|| judge_or_panic(bytes, want, settings, true))
}

/// `Debug` of what is known of a document once everything has been looked at, and kept.
fn debug_of(facts: &Facts<'_>) -> String {
    let mut debug = String::new();
    for change in &facts.changes {
        let view = ChangeView::new(change);
        // Why is kept too, and is not for printing.
        let _ = view.why();
        debug.push_str(&format!("{:?} {:?} {view:?}\n", view.before(), view.after()));
    }
    for object in facts.objects() {
        let view = ObjectView::new(object);
        debug.push_str(&format!("{:?} {view:?}\n", view.values()));
    }
    debug.push_str(&format!("{:?}\n{facts:?}\n", facts.statements(Sensitive::Compared)));
    debug
}

fn guarded(judge: impl FnOnce() -> Judged) -> Result<Judged, String> {
    catch_unwind(AssertUnwindSafe(judge)).map_err(|panic| {
        panic
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
            .unwrap_or_default()
    })
}

fn judge_or_panic(bytes: &[u8], want: Want, settings: &Settings, with_debug: bool) -> Judged {
    let mut outcomes = Vec::new();
    let mut debug = String::new();
    let mut failed = |error: &InputError, outcomes: &mut Vec<Outcome>| {
        outcomes.push(Outcome::Failed(Failure::new("input", error)));
        let help = error.help().map(|help| help.to_string());
        debug.push_str(&format!("{error:?} {error} {help:?}\n"));
    };
    let mut read = String::new();
    match input::text("input", bytes.to_vec()) {
        Err(error) => failed(&error, &mut outcomes),
        Ok(source) => match input::read(&source, want) {
            Err(error) => failed(&error, &mut outcomes),
            Ok(contents) => {
                let secrets = lint::secrets_of(contents.decoded());
                for document in contents.documents {
                    let outcome = document.and_then(|document| {
                        let facts = lint::facts_of(&document.body, None, &secrets)?;
                        let found = lint::run(RULES, &facts, settings);
                        if with_debug {
                            read.push_str(&format!("{document:?}\n{found:?}\n{}", debug_of(&facts)));
                        }
                        Ok(Outcome::judged(
                            "input",
                            Some((&source, document.start)),
                            &facts,
                            found,
                            Rows::Differences,
                        ))
                    });
                    match outcome {
                        Ok(outcome) => outcomes.push(outcome),
                        Err(error) => failed(&error, &mut outcomes),
                    }
                }
            }
        },
    }
    debug.push_str(&read);
    let report = Report::new(outcomes, RULES, settings);
    Judged { report, debug }
}
