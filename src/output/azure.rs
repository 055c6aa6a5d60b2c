//! Azure Pipelines: an issue a finding, the most severe first, and variables that later steps branch on.

use std::borrow::Cow;
use std::io::{self, Write};

use super::Style;
use super::escape::{CommandEscapes, line};
use super::paths;
use super::sums::Sums;
use super::verdict;
use crate::lint::Level;
use crate::report::Report;
use crate::source::Location;

/// What the agent takes for the end of a message or property.
pub(super) const ESCAPES: CommandEscapes = CommandEscapes {
    percent: "%AZP25",
    ends: [(';', "%3B"), (']', "%5D")],
};

pub(super) fn write(report: &Report, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    for failure in &report.errors {
        let help = failure
            .help
            .as_ref()
            .map(|help| format!("; help: {help}"))
            .unwrap_or_default();
        let text = format!("{}: {}{help}", failure.name, failure.message);
        issue("error", &failure.code, None, &text, out)?;
    }
    for finding in verdict::told(report) {
        let details = verdict::details(report, finding).join("; ");
        let text = format!("{}; {details}", finding.message);
        let place = verdict::in_file(finding).map(|(file, at)| (paths::told(file, style), at));
        match verdict::level(finding) {
            Level::Error => issue("error", &finding.rule, place, &text, out)?,
            Level::Warning => issue("warning", &finding.rule, place, &text, out)?,
            // The place knows no third kind: a note is a line of the log.
            Level::Note | Level::Allow => writeln!(out, "{}", line(&format!("note[{}]: {text}", finding.rule)))?,
        }
    }
    let sums = Sums::of(report);
    for (name, value) in [
        ("TERRAFORM_PLAN_HAS_CHANGES", sums.has_changes().word()),
        ("TERRAFORM_PLAN_HAS_DESTROY_CHANGES", sums.has_destroy().word()),
    ] {
        variable(name, value, out)?;
    }
    for (name, value) in sums.named(report.verdict()) {
        variable(&format!("planlint_{name}"), &value, out)?;
    }
    writeln!(out, "{}", line(&verdict::sentence(report)))
}

fn issue(
    kind: &str,
    code: &str,
    place: Option<(Cow<'_, str>, Location)>,
    text: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let place = place.map(|(file, at)| {
        let file = ESCAPES.property(&line(&file));
        format!("sourcepath={file};linenumber={};columnnumber={};", at.line, at.column)
    });
    writeln!(
        out,
        "##vso[task.logissue type={kind};{}code={}]{}",
        place.unwrap_or_default(),
        ESCAPES.property(&line(code)),
        ESCAPES.data(&line(text))
    )
}

/// Twice: later steps of the job read it by its name alone, and other jobs, for which it is an output, behind that of
/// the step. One command does not do both.
fn variable(name: &str, value: &str, out: &mut dyn Write) -> io::Result<()> {
    let (name, value) = (ESCAPES.property(name), ESCAPES.data(value));
    writeln!(out, "##vso[task.setvariable variable={name}]{value}")?;
    writeln!(out, "##vso[task.setvariable variable={name};isOutput=true]{value}")
}
