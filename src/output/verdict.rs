//! The verdict in a sentence: the word, what was found, where the gate stops, what decided.

use crate::lint::{FailOn, Level, settings};
use crate::order;
use crate::output::Style;
use crate::output::escape::line;
use crate::report::{Finding, Report, Standing, Verdict};
use crate::source::Location;
use crate::words::plural;

/// The verdict in capitals.
pub(super) fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "PASS",
        Verdict::Fail => "FAIL",
        Verdict::Error => "ERROR",
    }
}

/// `1 error, 1 warning · the gate stops at errors; decided by replace-stateful on aws_db_instance.main`; empty for a
/// verdict that needs no words.
pub(super) fn reason(report: &Report) -> String {
    let mut parts = Vec::new();
    parts.extend(not_judged(report));
    let counts = counts(report);
    if !counts.is_empty() {
        parts.push(counts.join(", "));
    }
    match deciding(report) {
        Some(finding) => {
            let about = finding
                .address
                .as_ref()
                .map(|address| format!(" on {}", line(address)))
                .unwrap_or_default();
            // Of several inputs an address says nothing without its own.
            let input = finding.input.and_then(|index| report.inputs.get(index));
            let of = input
                .filter(|_| report.inputs.len() > 1)
                .map(|input| format!(" in {}", line(&input.name)))
                .unwrap_or_default();
            parts.push(format!(
                "{}; decided by {}{about}{of}",
                stops(report),
                line(&finding.rule)
            ));
        }
        None if report.verdict() == Verdict::Pass && !counts.is_empty() => parts.push(stops(report)),
        None => {}
    }
    parts.join(" · ")
}

/// The finding that decides; `None` where none stops the gate, and where something could not be judged, which decides
/// then.
pub(super) fn deciding(report: &Report) -> Option<&Finding> {
    report.deciding().filter(|_| report.verdict() == Verdict::Fail)
}

/// The word and the reason, in one line without colours.
#[must_use]
pub fn sentence(report: &Report) -> String {
    let reason = reason(report);
    if reason.is_empty() {
        word(report.verdict()).to_owned()
    } else {
        format!("{}  {reason}", word(report.verdict()))
    }
}

/// `2 inputs could not be judged`; `None` when all could.
pub(super) fn not_judged(report: &Report) -> Option<String> {
    (report.verdict() == Verdict::Error).then(|| match report.errors.len() {
        0 => "nothing was judged".to_owned(),
        count => format!("{} could not be judged", plural(count, "input")),
    })
}

/// Whether there are errors and the gate never fails, as settings have it: no reader should take that for a plan in
/// order.
pub(super) fn lets_errors_pass(report: &Report) -> bool {
    let mut findings = report.findings.iter();
    report.verdict() == Verdict::Pass && findings.any(|finding| finding.counts() && finding.level == Level::Error)
}

/// `1 error`, `2 warnings`, `1 waived`: what there is of each.
pub(super) fn counts(report: &Report) -> Vec<String> {
    let mut found = Found::default();
    for finding in &report.findings {
        found.add(finding, report);
    }
    found.words()
}

/// How many findings there are of each level and standing. What a more precise rule says too counts for no level.
#[derive(Debug, Default)]
pub(super) struct Found {
    errors: usize,
    warnings: usize,
    notes: usize,
    unknown: usize,
    waived: usize,
    known: usize,
    covered: bool,
    /// Whether one of them fails the gate.
    pub(super) stops: bool,
}

impl Found {
    pub(super) fn add(&mut self, finding: &Finding, report: &Report) {
        let count = match (&finding.standing, finding.level) {
            (Standing::Unknown(_), _) => &mut self.unknown,
            (Standing::Waived { .. }, _) => &mut self.waived,
            (Standing::Known, _) => &mut self.known,
            (Standing::Counts, level) => {
                self.stops |= report.stops_at(finding);
                if finding.covered_by.is_some() {
                    self.covered = true;
                    return;
                }
                match level {
                    Level::Error => &mut self.errors,
                    Level::Warning => &mut self.warnings,
                    Level::Note => &mut self.notes,
                    // What is off is found by nobody.
                    Level::Allow => return,
                }
            }
        };
        *count += 1;
    }

    /// How many there are of each, with the words for that many.
    fn counted(&self) -> [(usize, String); 6] {
        let of_level = |count, level: Level| (count, plural(count, level.word()));
        let uncounted = |count, word: &str| (count, format!("{count} {word}"));
        [
            of_level(self.errors, Level::Error),
            of_level(self.warnings, Level::Warning),
            of_level(self.notes, Level::Note),
            uncounted(self.unknown, "unknown"),
            uncounted(self.waived, "waived"),
            uncounted(self.known, "known"),
        ]
    }

    /// Whether anything was found.
    pub(super) fn is_any(&self) -> bool {
        self.covered || self.counted().iter().any(|(count, _)| *count > 0)
    }

    /// Whether one is an error that counts, also where the gate lets errors pass.
    pub(super) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    pub(super) fn words(&self) -> Vec<String> {
        let found = self.counted().into_iter().filter(|(count, _)| *count > 0);
        found.map(|(_, words)| words).collect()
    }
}

/// Where the gate stops.
pub(super) fn stops(report: &Report) -> String {
    let words = match (report.fail_on, report.always_fails_on) {
        (FailOn::Error, _) => "the gate stops at errors",
        (FailOn::Warning, _) => "the gate stops at warnings",
        (FailOn::Note, _) => "the gate stops at every finding",
        (FailOn::Never, None) => "the gate never fails",
        (FailOn::Never, Some(rule)) => return format!("the gate stops at {rule} alone"),
    };
    words.to_owned()
}

/// The more precise rule that says a finding already; `None` for what no rule does, and for the finding that decides.
pub(super) fn said_by(finding: &Finding, deciding: Option<&Finding>) -> Option<&'static str> {
    finding.covered_by.filter(|_| !decides(deciding, finding))
}

/// Whether a finding is the one that decides.
pub(super) fn decides(deciding: Option<&Finding>, finding: &Finding) -> bool {
    deciding.is_some_and(|deciding| std::ptr::eq(deciding, finding))
}

/// The findings that a reviewer should see one by one, the most severe first: those that count or are known only after
/// apply, not those that are permitted, nor those that a more precise rule says already. What decides is among them.
pub(super) fn told(report: &Report) -> Vec<&Finding> {
    let deciding = report.deciding();
    let mut told: Vec<&Finding> = report
        .findings
        .iter()
        .filter(|finding| said_by(finding, deciding).is_none())
        .filter(|finding| matches!(finding.standing, Standing::Counts | Standing::Unknown(_)))
        .collect();
    // Stable: beyond that the report's order stays.
    order::sort_by_key(&mut told, |finding| {
        (!decides(deciding, finding), order(report, finding))
    });
    told
}

/// What fails the gate stands first, and what does not count where notes do.
fn order(report: &Report, finding: &Finding) -> (bool, Level) {
    let stops = finding.counts() && report.stops_at(finding);
    (!stops, level(finding))
}

/// The findings that are said, the most severe first: not those that a more precise rule says already; of the quiet only
/// what needs attention. What decides is said in any case.
pub(super) fn shown<'r>(report: &'r Report, style: &Style) -> Vec<&'r Finding> {
    let loud = |finding: &Finding| finding.level <= Level::Warning || report.stops_at(finding) || is_heard(finding);
    let attention = |finding: &Finding| finding.counts() && loud(finding);
    let deciding = report.deciding();
    let findings = report.findings.iter();
    let mut shown: Vec<&Finding> = findings
        .filter(|finding| {
            let said = (style.all || finding.covered_by.is_none()) && (!style.quiet || attention(finding));
            said || decides(deciding, finding)
        })
        .collect();
    // Stable: beyond that the report's order stays.
    order::sort_by_key(&mut shown, |finding| order(report, finding));
    shown
}

/// Whether a finding is told in full even where notes are not: that a file keeps something from being said.
pub(super) fn is_heard(finding: &Finding) -> bool {
    finding.rule == settings::WEAKENED
}

/// How bad a finding is as it stands: what nobody can say yet is a note.
pub(super) fn level(finding: &Finding) -> Level {
    if finding.counts() { finding.level } else { Level::Note }
}

/// The word for how bad it is, or for why it does not count, which says more.
pub(super) fn status(finding: &Finding) -> &'static str {
    match &finding.standing {
        Standing::Counts => finding.level.word(),
        other => other.word(),
    }
}

/// Why, what it waits for, what to do and where it is, a line each; only what to do may have several. Escaped for a
/// log.
pub(super) fn details(report: &Report, finding: &Finding) -> Vec<String> {
    let why = finding.why.as_ref().map(|why| format!("why: {why}"));
    let escaped = |text: String| line(&text).into_owned();
    let mut lines: Vec<String> = why.into_iter().chain(standing(finding)).map(escaped).collect();
    if let Some(help) = &finding.help {
        lines.extend(format!("help: {help}").split('\n').map(|text| line(text).into_owned()));
    }
    lines.push(line(&place(input_name(report, finding), finding)).into_owned());
    lines
}

/// What it waits for, or what permits it; `None` for what counts. Not escaped.
pub(super) fn standing(finding: &Finding) -> Option<String> {
    match &finding.standing {
        Standing::Counts => None,
        Standing::Unknown(waits_for) if waits_for.is_empty() => Some("known only after apply".to_owned()),
        Standing::Unknown(waits_for) => {
            let origins: Vec<&str> = waits_for.iter().map(|origin| &**origin).collect();
            Some(format!("waits for {}", origins.join(", ")))
        }
        Standing::Waived {
            reason,
            until: Some(until),
        } => Some(format!("waived until {until}: {reason}")),
        Standing::Waived { reason, until: None } => Some(format!("waived beside it: {reason}")),
        Standing::Known => Some("in the baseline".to_owned()),
    }
}

/// `at plan.json#/resource_changes/3`, with `main.tf:3:1, ` before it where the configuration says it, or
/// `at planlint.toml:12:1`. Not escaped.
pub(super) fn place(input: &str, finding: &Finding) -> String {
    let place = match in_file(finding) {
        Some((file, at)) => format!("{file}:{}:{}", at.line, at.column),
        None => String::new(),
    };
    if let Some(file) = &finding.file {
        return format!("at {}", if place.is_empty() { file } else { &place });
    }
    let between = if place.is_empty() { "" } else { ", " };
    format!("at {place}{between}{input}#{}", finding.pointer)
}

/// The file to look at, which is one that people write, and where in it: a settings file, or one of the configuration.
pub(super) fn in_file(finding: &Finding) -> Option<(&str, Location)> {
    match (&finding.file, &finding.source) {
        (Some(file), _) => Some((file, finding.location?)),
        (None, Some(place)) => Some((&place.file, place.start)),
        (None, None) => None,
    }
}

/// The name of the input or settings file that a finding is about.
pub(super) fn input_name<'r>(report: &'r Report, finding: &'r Finding) -> &'r str {
    let input = finding.input.and_then(|index| report.inputs.get(index));
    match (&finding.file, input) {
        (Some(file), _) => file,
        (None, Some(input)) => &input.name,
        (None, None) => "",
    }
}
