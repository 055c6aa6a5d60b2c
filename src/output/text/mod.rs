//! The report for people: dangerous things first, the verdict last, where the eye ends.

mod checks;
mod findings;
mod overview;
mod plan;
mod snippet;
mod state;
mod table;
mod wrap;

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::Style;
use super::overview::Overview;
use super::verdict;
use crate::lint::{Level, Pattern};
use crate::order;
use crate::output::escape::line;
use crate::output::notes;
use crate::report::{Finding, Input, MASK, Redacted, Report, Subject, Verdict};
use crate::words;

pub(super) fn write(report: &Report, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let shown = verdict::shown(report, style);
    let overview = Overview::of(report, style.all, true).filter(|_| !style.quiet);
    if let Some(overview) = &overview {
        overview::write(overview, report, style, out)?;
        writeln!(out)?;
    }
    let mut shown = order::lists(shown.into_iter().map(|finding| (finding.input, finding)));
    for (index, input) in report.inputs.iter().enumerate() {
        let findings = shown.remove(&Some(index)).unwrap_or_default();
        if style.quiet {
            // Of several inputs a list of addresses says nothing without its own.
            if report.inputs.len() > 1 && !findings.is_empty() {
                heading(input, style, out)?;
            }
            findings::write(&findings, &input.name, !style.quiet, style, out)?;
            continue;
        }
        if overview.as_ref().is_some_and(|overview| !overview.has(index)) {
            continue;
        }
        heading(input, style, out)?;
        match &input.subject {
            Subject::Plan(plan) => plan::write(plan, input, style, out)?,
            Subject::State(state) => state::write(state, style, out)?,
            Subject::Module(_) => {}
        }
        findings::write(&findings, &input.name, !style.quiet, style, out)?;
        writeln!(out)?;
    }
    if let Some(of_settings) = shown.remove(&None) {
        // Whatever was said before ends with an empty line.
        findings::write(&of_settings, "", false, style, out)?;
        if !style.quiet {
            writeln!(out)?;
        }
    }
    verdict(report, style, out)
}

/// `plan.json · OpenTofu 1.12.6 · format 1.2`
fn heading(input: &Input, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let mut parts = vec![style.strong(&line(&input.name))];
    if let Subject::Module(module) = &input.subject {
        parts.push(module.sentence());
        return writeln!(out, "{}", parts.join(" · "));
    }
    parts.extend(notes::written_by(input.engine, input.engine_version.as_ref()));
    parts.push(match (&input.subject, &input.format_version) {
        (_, Some(version)) => format!("format {}", line(version)),
        (Subject::State(_), None) => "raw state".to_owned(),
        (Subject::Plan(_) | Subject::Module(_), None) => "plan".to_owned(),
    });
    writeln!(out, "{}", parts.join(" · "))
}

/// An address with the deposed key, which is part of its name.
fn named(address: &str, deposed: Option<&Redacted>) -> String {
    let key = deposed.map(|key| line(key));
    format!("{}{}", line(address), words::deposed(key.as_deref()))
}

/// A line in the width of the terminal; what follows on further lines has `rest` before it.
fn put(text: &str, rest: &str, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    for line in wrap::wrapped(text, style.width, rest) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// `FAIL  1 error, 1 warning · the gate stops at errors; decided by replace-stateful on aws_db_instance.x`
fn verdict(report: &Report, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let verdict = report.verdict();
    let word = verdict::word(verdict);
    let word = match verdict {
        Verdict::Pass => style.good(word),
        Verdict::Fail | Verdict::Error => style.level(Level::Error, word),
    };
    // The verdict is the last line, which scripts cut off.
    if let Some(command) = permission(report).filter(|_| !style.quiet) {
        writeln!(
            out,
            "{}",
            style.faint(&format!("to waive the deciding finding: {command}"))
        )?;
    }
    match verdict::reason(report) {
        reason if reason.is_empty() => writeln!(out, "{word}"),
        reason => put(&format!("{word}  {reason}"), "  ", style, out),
    }
}

/// The command that permits what decided, or the argument; `None` where nothing can, and for an address that a shell
/// would not take as it is.
fn permission(report: &Report) -> Option<String> {
    // What an engine refuses no waiver makes it take. Beside what nobody may permit no waiver is of use.
    let is_in_the_way = |finding: &Finding| !finding.may_be_permitted(&report.rules) || finding.engine_rejects();
    let finding = verdict::deciding(report).filter(|_| !report.stopping().any(is_in_the_way))?;
    let Some(address) = place_of(finding) else {
        // What is about a plan as a whole says nothing of the next one.
        let more = others(report, finding, &|other| other.rule == finding.rule);
        let words = [vec!["for this run alone".to_owned()], more].concat();
        return Some(format!("--allow {}   # {}", finding.rule, words.join("; ")));
    };
    if address.contains('\'') || address.contains(MASK) || line(address) != address {
        return None;
    }
    let input = finding.input.and_then(|index| report.inputs.get(index));
    let is_shared = input.is_some_and(|input| matches!(&input.subject, Subject::Module(module) if module.is_shared));
    // What several calls share is permitted for all of them.
    let address = format!("{}{}", if is_shared { "**." } else { "" }, as_pattern(address));
    // No waiver can name what is no address.
    let pattern = Pattern::parse(&address).ok()?;
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    let quote = if address.chars().all(is_plain) { "" } else { "'" };
    // A waiver is for an address, whatever stands there.
    let mut also = Vec::new();
    also.extend(
        finding
            .deposed
            .is_some()
            .then(|| "permits it for the object itself, too".to_owned()),
    );
    also.extend(others(report, finding, &|other| {
        other.rule == finding.rule && place_of(other).is_some_and(|place| pattern.matches_text(place))
    }));
    let comment = if also.is_empty() { "" } else { "   # " };
    Some(format!(
        "planlint waive {} {quote}{address}{quote} --reason WHY --until DATE{comment}{}",
        finding.rule,
        also.join("; ")
    ))
}

/// Where a waiver finds it: before a move, if it moves.
fn place_of(finding: &Finding) -> Option<&str> {
    finding.previous_address.as_deref().or(finding.address.as_deref())
}

/// What else is permitted with the finding that decides, and how many more fail the gate all the same, in words.
fn others(report: &Report, deciding: &Finding, is_permitted: &dyn Fn(&Finding) -> bool) -> Vec<String> {
    let permitted = report
        .findings
        .iter()
        .filter(|finding| finding.counts() && is_permitted(finding));
    let (there, elsewhere): (Vec<_>, Vec<_>) = permitted.partition(|finding| finding.input == deciding.input);
    let elsewhere: BTreeSet<_> = elsewhere.into_iter().filter_map(|finding| finding.input).collect();
    let mut words = Vec::new();
    match there.len().saturating_sub(1) {
        // That of a deposed object says so already.
        more if more == 0 || deciding.deposed.is_some() => {}
        1 => words.push("permits 1 more finding there, too".to_owned()),
        more => words.push(format!("permits {more} more findings there, too")),
    }
    match elsewhere.len() {
        0 => {}
        1 => words.push("permits it in 1 more input, too".to_owned()),
        more => words.push(format!("permits it in {more} more inputs, too")),
    }
    let stopping = report.stopping().filter(|finding| finding.covered_by.is_none());
    match stopping.filter(|finding| !is_permitted(finding)).count() {
        0 => {}
        1 => words.push("1 more finding fails the gate".to_owned()),
        count => words.push(format!("{count} more findings fail the gate")),
    }
    words
}

/// An address as the pattern that means it alone: a star in a quoted key is none of a pattern.
fn as_pattern(address: &str) -> String {
    let mut pattern = String::new();
    let (mut quoted, mut escaped) = (false, false);
    for letter in address.chars() {
        if letter == '*' && quoted {
            pattern.push('\\');
        }
        pattern.push(letter);
        quoted ^= letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
    }
    pattern
}
