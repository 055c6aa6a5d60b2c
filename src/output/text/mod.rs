//! The report for people: dangerous things first, the verdict last, where the eye ends.

mod checks;
mod findings;
mod plan;
mod state;
mod table;

use std::io::{self, Write};

use super::Style;
use crate::lint::{FailOn, Level};
use crate::output::escape::line;
use crate::report::{Finding, Input, Report, Rows, Standing, Subject, Verdict};

/// What does not change is listed when it is asked for.
pub(super) fn rows(style: &Style) -> Rows {
    if style.all || !style.only.is_empty() {
        Rows::All
    } else {
        Rows::Changes
    }
}

pub(super) fn write(report: &Report, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let shown = shown(report, style);
    for (index, input) in report.inputs.iter().enumerate() {
        let findings: Vec<_> = shown
            .iter()
            .copied()
            .filter(|finding| finding.input == Some(index))
            .collect();
        if style.quiet {
            findings::write(&findings, &input.name, style, out)?;
            continue;
        }
        heading(input, style, out)?;
        match &input.subject {
            Subject::Plan(plan) => plan::write(plan, input, style, out)?,
            Subject::State(state) => state::write(state, style, out)?,
        }
        findings::write(&findings, &input.name, style, out)?;
        writeln!(out)?;
    }
    let of_settings: Vec<_> = shown
        .iter()
        .copied()
        .filter(|finding| finding.input.is_none())
        .collect();
    if !of_settings.is_empty() {
        findings::write(&of_settings, "", style, out)?;
        if !style.quiet {
            writeln!(out)?;
        }
    }
    if report.inputs.len() > 1 && !style.quiet {
        summary(report, style, out)?;
    }
    verdict(report, style, out)
}

/// The findings that are said: not those that a more precise rule says already; of the quiet only what needs attention.
/// What decides is said in any case.
fn shown<'r>(report: &'r Report, style: &Style) -> Vec<&'r Finding> {
    let attention = |finding: &Finding| {
        finding.standing == Standing::Counts && (finding.level <= Level::Warning || report.fail_on.stops(finding.level))
    };
    let deciding = report.deciding();
    let findings = report.findings.iter();
    findings
        .filter(|finding| {
            let said = (style.all || finding.covered_by.is_none()) && (!style.quiet || attention(finding));
            said || deciding.is_some_and(|deciding| std::ptr::eq(deciding, *finding))
        })
        .collect()
}

/// `plan.json · OpenTofu 1.12.6 · format 1.2`
fn heading(input: &Input, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let mut parts = vec![style.strong(&line(&input.name))];
    match (&input.engine, &input.engine_version) {
        (Some(engine), Some(version)) => parts.push(format!("{engine} {}", line(version))),
        (Some(engine), None) => parts.push(engine.to_string()),
        (None, Some(version)) => parts.push(format!("engine {}", line(version))),
        (None, None) => {}
    }
    parts.push(match (&input.subject, &input.format_version) {
        (_, Some(version)) => format!("format {}", line(version)),
        (Subject::State(_), None) => "raw state".to_owned(),
        (Subject::Plan(_), None) => "plan".to_owned(),
    });
    writeln!(out, "{}", parts.join(" · "))
}

/// One row an input, so that of many plans the ones that change something are seen.
fn summary(report: &Report, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let mut table = table::Table::new(2);
    let mut unchanged = 0;
    for input in &report.inputs {
        let Subject::Plan(plan) = &input.subject else {
            continue;
        };
        match &plan.plan_line {
            Some(sentence) => table.row(vec![line(&input.name).into_owned(), sentence.clone()]),
            None if plan.errored == Some(true) => {
                table.row(vec![line(&input.name).into_owned(), "Planning failed.".to_owned()]);
            }
            None if plan.totals.outputs > 0 => {
                table.row(vec![line(&input.name).into_owned(), "Only outputs change.".to_owned()]);
            }
            None => unchanged += 1,
        }
    }
    table.write(style.width, out)?;
    if unchanged > 0 {
        writeln!(out, "{unchanged} without changes")?;
    }
    writeln!(out)
}

/// `FAIL  1 error, 1 warning · the gate stops at errors: replace-stateful`
fn verdict(report: &Report, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let verdict = report.verdict();
    let word = match verdict {
        Verdict::Pass => style.good("PASS"),
        Verdict::Fail => style.level(Level::Error, "FAIL"),
        Verdict::Error => style.level(Level::Error, "ERROR"),
    };
    let mut parts = Vec::new();
    let counts: Vec<String> = [Level::Error, Level::Warning, Level::Note]
        .into_iter()
        .map(|level| (report.count(level), level.word()))
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| plural(count, word))
        .collect();
    let uncounted = ["unknown", "waived", "known"].map(|word| (report.count_standing(word), word));
    let uncounted = uncounted
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"));
    let counts: Vec<String> = counts.into_iter().chain(uncounted).collect();
    if verdict == Verdict::Error {
        parts.push(match report.errors.len() {
            0 => "nothing was judged".to_owned(),
            count => format!("{} could not be judged", plural(count, "input")),
        });
    }
    if !counts.is_empty() {
        parts.push(counts.join(", "));
    }
    let stops = match report.fail_on {
        FailOn::Error => "the gate stops at errors",
        FailOn::Warning => "the gate stops at warnings",
        FailOn::Note => "the gate stops at every finding",
        FailOn::Never => "the gate stops at no finding",
    };
    match report.deciding() {
        Some(finding) => {
            let about = finding
                .address
                .as_ref()
                .map(|address| format!(" on {}", line(address)))
                .unwrap_or_default();
            parts.push(format!("{stops}; decided by {}{about}", finding.rule));
        }
        None if verdict == Verdict::Pass && !counts.is_empty() => parts.push(stops.to_owned()),
        None => {}
    }
    if parts.is_empty() {
        writeln!(out, "{word}")
    } else {
        writeln!(out, "{word}  {}", parts.join(" · "))
    }
}

/// `1 error`, `2 errors`
fn plural(count: usize, word: &str) -> String {
    match count {
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    }
}
