//! `planlint config --fix`: applies the fixes of findings that count, as far as nothing else is found for it.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use miette::Diagnostic;

use super::config::Content;
use super::replace::replace;
use super::settings::say_diagnostic;
use super::terminal::{AlreadySaid, say};
use crate::lint::Level;
use crate::order;
use crate::output::escape::line;
use crate::report::{Finding, Report};
use crate::source::{Edit, Fix, Span, edited};
use crate::words::plural;

/// A module is judged so often at most: what one fix uncovers the next may fix, but not without end.
const LOOKS: usize = 24;

/// A file that could not be replaced.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("it cannot be written: {0}")]
#[diagnostic(
    code("unwritable-config"),
    help("the file is left as it is, and the findings remain")
)]
struct Unwritable(io::ErrorKind);

/// The names in a directory with what stands behind them.
pub(super) type Names = Vec<(String, Content)>;

/// A module with some of its fixes applied, and what is found in it.
struct State {
    names: Names,
    report: Report,
}

/// A fix and the name of its file.
type Planned<'r> = (&'r str, &'r Fix);

/// Applies what can be fixed in the files of one directory that are `wanted`, and says how much that was; an error
/// where not all could be written. `judge` says what is found in a module whose files hold what it is given.
///
/// After each round the module is judged anew: a fix is left out if it brings up something that cannot be fixed in its
/// turn.
pub(super) fn fix(
    directory: &Path,
    names: Names,
    wanted: impl Fn(&str) -> bool,
    judge: impl Fn(&Names) -> Report,
) -> Result<(), AlreadySaid> {
    let report = judge(&names);
    let mut fixing = Fixing {
        judge,
        before: said(&report),
        failures: report.errors.len(),
        looks: LOOKS,
        harm: BTreeSet::new(),
    };
    let first = State { names, report };
    // The last state in which nothing is found that was not found at first.
    let mut good: Option<State> = None;
    let mut now: Option<State> = None;
    let mut fixed: BTreeMap<String, usize> = BTreeMap::new();
    let mut counts = fixed.clone();
    loop {
        let state = now.as_ref().unwrap_or(&first);
        let planned = planned(&state.report, &wanted);
        let mut kept = Vec::new();
        fixing.harm.clear();
        let Some(next) = fixing.choose(state, &mut kept, &planned) else {
            break;
        };
        for (name, _) in kept {
            *counts.entry(name.to_owned()).or_default() += 1;
        }
        if fixing.news(&next.report).next().is_none() {
            good = Some(State {
                names: next.names.clone(),
                report: next.report.clone(),
            });
            fixed.clone_from(&counts);
        }
        now = Some(next);
    }
    let last = good.as_ref().unwrap_or(&first);
    let written = write(directory, &first.names, &last.names, &fixed);
    say_left(directory, planned(&last.report, &wanted).len(), &fixing.harm);
    written
}

/// Says of which folders findings could be fixed and are not, since `is_named` says that nobody named them.
pub(super) fn say_not_named(report: &Report, is_named: impl Fn(&Path) -> bool) {
    let fixable = report.findings.iter().filter(|finding| finding.counts());
    let fixable = fixable.filter(|finding| finding.fix().is_some());
    let mut counts: BTreeMap<&Path, usize> = BTreeMap::new();
    for folder in fixable.filter_map(|finding| Path::new(finding.file.as_deref()?).parent()) {
        *counts.entry(folder).or_default() += 1;
    }
    for (folder, count) in counts.into_iter().filter(|(folder, _)| !is_named(folder)) {
        let is_left = if count == 1 { "is" } else { "are" };
        say(&format!(
            "note: {}: {} that could be fixed {is_left} left: --fix writes only to folders that are named",
            line(&folder.display().to_string()),
            plural(count, "finding"),
        ));
    }
}

/// Writes the files that are other than they were, and says how many findings were fixed in each; an error where not all
/// could be written.
fn write(directory: &Path, old: &Names, new: &Names, fixed: &BTreeMap<String, usize>) -> Result<(), AlreadySaid> {
    let mut written = Ok(());
    for (name, content) in new {
        let (Content::Bytes(new), Some(Content::Bytes(old))) = (content, of(old, name)) else {
            continue;
        };
        if new == old {
            continue;
        }
        let path = directory.join(name);
        let shown = path.strip_prefix(".").unwrap_or(&path);
        // What was edited was UTF-8.
        let replaced = std::str::from_utf8(new)
            .map_err(io::Error::other)
            .and_then(|text| replace(&path, text));
        if let Err(error) = replaced {
            written = Err(say_diagnostic(Some(shown), &Unwritable(error.kind())));
            continue;
        }
        let count = fixed.get(name).copied().unwrap_or_default();
        let shown = shown.display().to_string();
        say(&format!("fixed: {} in {}", plural(count, "finding"), line(&shown)));
    }
    written
}

/// Says how many findings could be fixed and are left, and which rules would find something in their place.
fn say_left(directory: &Path, left: usize, harm: &BTreeSet<String>) {
    let (they_are, their) = match left {
        0 => return,
        1 => ("it is", "its"),
        _ => ("they are", "their"),
    };
    let harm: Vec<String> = harm.iter().map(|rule| format!("`{rule}`")).collect();
    let why = match &harm[..] {
        [] => "something else would be found".to_owned(),
        rules => format!("{} would be found", rules.join(", ")),
    };
    say(&format!(
        "note: {}: {} left as {they_are}, since {why} in {their} place",
        line(&directory.display().to_string()),
        plural(left, "finding"),
    ));
}

/// What a finding is known by from one round to the next; places move.
type Said = BTreeMap<(String, String, String), usize>;

fn key(finding: &Finding) -> (String, String, String) {
    let file = finding.file.clone().unwrap_or_default();
    (file, finding.rule.clone(), finding.message.to_string())
}

fn said(report: &Report) -> Said {
    let mut said = Said::new();
    for finding in &report.findings {
        *said.entry(key(finding)).or_default() += 1;
    }
    said
}

struct Fixing<J> {
    judge: J,
    /// What was found at first, and how often.
    before: Said,
    /// How many inputs could not be judged at first.
    failures: usize,
    /// How many more looks there may be.
    looks: usize,
    /// The rules that found something else in the place of what was fixed, since the round began.
    harm: BTreeSet<String>,
}

impl<J: Fn(&Names) -> Report> Fixing<J> {
    /// What is found that was not found at first. Notes do no harm: what nothing uses is only seen when it can be read.
    fn news<'r>(&self, report: &'r Report) -> impl Iterator<Item = &'r Finding> {
        let mut left = self.before.clone();
        report
            .findings
            .iter()
            .filter(|finding| finding.level != Level::Note)
            .filter(move |finding| match left.get_mut(&key(finding)) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    false
                }
                _ => true,
            })
    }

    /// The state with those of `some` that do no harm beside those that are kept already, which they join; `None` when
    /// that is none of them. Where nothing tells which of them does harm, halves are tried.
    fn choose<'p>(&mut self, from: &State, kept: &mut Vec<Planned<'p>>, some: &[Planned<'p>]) -> Option<State> {
        let mut some = some.to_vec();
        while !some.is_empty() {
            self.looks = self.looks.checked_sub(1)?;
            let all: Vec<_> = kept.iter().chain(&some).copied().collect();
            let names = with(&from.names, &all)?;
            let report = (self.judge)(&names);
            let harm: Vec<&Finding> = self.news(&report).filter(|finding| finding.fix().is_none()).collect();
            if harm.is_empty() && report.errors.len() <= self.failures {
                *kept = all;
                return Some(State { names, report });
            }
            self.harm.extend(harm.iter().map(|finding| finding.rule.clone()));
            let harm = order::set(harm.into_iter().map(key));
            let places = report.findings.iter().filter(|finding| harm.contains(&key(finding)));
            let places = order::set(places.filter_map(|finding| Some((file_name(finding)?, finding.location?.byte))));
            let new = new_spans(&all);
            let many = some.len();
            let mut spans = new[kept.len()..].iter();
            some.retain(|(name, _)| {
                let span = spans.next().copied().unwrap_or_default();
                let mut inside = places.range((*name, span.start)..=(*name, span.end));
                inside.next().is_none()
            });
            if some.len() == many {
                break;
            }
        }
        if some.len() < 2 {
            return None;
        }
        let (one, two) = some.split_at(some.len() / 2);
        let first = self.choose(from, kept, one);
        self.choose(from, kept, two).or(first)
    }
}

/// Where fixes stand in the texts that they make, which are in the order of their files and places.
fn new_spans(fixes: &[Planned<'_>]) -> Vec<Span> {
    let mut file = "";
    let (mut gone, mut come) = (0, 0);
    let mut spans = Vec::with_capacity(fixes.len());
    for (name, fix) in fixes {
        if *name != file {
            (file, gone, come) = (name, 0, 0);
        }
        let old = fix.span();
        let start = old.start + come - gone;
        gone += fix.edits.iter().map(|edit| edit.span.len()).sum::<usize>();
        come += fix.edits.iter().map(|edit| edit.text.len()).sum::<usize>();
        spans.push(Span::new(start, old.end + come - gone));
    }
    spans
}

fn of<'n>(names: &'n Names, name: &str) -> Option<&'n Content> {
    names
        .iter()
        .find(|(known, _)| known == name)
        .map(|(_, content)| content)
}

fn file_name(finding: &Finding) -> Option<&str> {
    Path::new(finding.file.as_deref()?).file_name()?.to_str()
}

/// The fixes of findings that count, in the order of files and places; of those that overlap the first.
fn planned<'r>(report: &'r Report, wanted: impl Fn(&str) -> bool) -> Vec<Planned<'r>> {
    let counting = report.findings.iter().filter(|finding| finding.counts());
    let mut fixes: Vec<Planned<'r>> = counting
        .filter_map(|finding| Some((file_name(finding)?, finding.fix()?)))
        .filter(|(name, _)| wanted(name))
        .collect();
    order::sort_by_key(&mut fixes, |(name, fix)| (*name, fix.span()));
    let mut end = ("", 0);
    fixes.retain(|(name, fix)| {
        let free = end.0 != *name || fix.span().start >= end.1;
        if free {
            end = (name, fix.span().end);
        }
        free
    });
    fixes
}

/// The names with these fixes, which are in the order of their files and places.
fn with(names: &Names, fixes: &[Planned<'_>]) -> Option<Names> {
    let mut edits: BTreeMap<&str, Vec<&Edit>> = BTreeMap::new();
    for (name, fix) in fixes {
        edits.entry(name).or_default().extend(&fix.edits);
    }
    let mut names = names.clone();
    for (name, content) in &mut names {
        if let (Some(edits), Content::Bytes(bytes)) = (edits.get(&**name), content) {
            *bytes = edited(std::str::from_utf8(bytes).ok()?, edits.iter().copied())?
                .into_bytes()
                .into();
        }
    }
    Some(names)
}
