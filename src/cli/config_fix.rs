//! `planlint config --fix`: applies the fixes of findings that count, as far as nothing else is found for it.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use miette::Diagnostic;

use super::config::Content;
use super::replace::replace;
use super::settings::say_diagnostic;
use super::terminal::say;
use crate::output::escape::line;
use crate::report::{Finding, Report, Standing};
use crate::source::{Edit, Fix, edited};

/// What one fix uncovers the next may fix, but not without end.
const ROUNDS: usize = 10;

/// A module is judged so often at most: each fix that is refused takes a few more looks than one that is not.
const LOOKS: usize = 300;

/// A file that could not be replaced.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("it cannot be written: {0}")]
#[diagnostic(
    code("unwritable-config"),
    help("the file is left as it is, and what was to be fixed is found again")
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

/// Applies what can be fixed in the files of one directory that are `wanted`, and says how much that was; whether all
/// could be written. `judge` says what is found in a module whose files hold what it is given.
///
/// After each round the module is judged anew: fixes that bring up what was not found before, and what cannot be fixed in
/// its turn, are left out.
pub(super) fn fix(
    directory: &Path,
    names: Names,
    wanted: impl Fn(&str) -> bool,
    judge: impl Fn(&Names) -> Report,
) -> bool {
    let report = judge(&names);
    let mut fixing = Fixing {
        judge,
        before: said(&report),
        failures: report.errors.len(),
        looks: LOOKS,
    };
    let first = State { names, report };
    // The last state in which nothing is found that was not found at first.
    let mut good: Option<State> = None;
    let mut now: Option<State> = None;
    for _ in 0..ROUNDS {
        let state = now.as_ref().unwrap_or(&first);
        let planned = planned(&state.report, &wanted);
        let mut kept = Vec::new();
        let Some(next) = fixing.choose(state, &mut kept, &planned) else {
            break;
        };
        if fixing.news(&next.report).next().is_none() {
            good = Some(State {
                names: next.names.clone(),
                report: next.report.clone(),
            });
        }
        now = Some(next);
    }
    let last = good.as_ref().unwrap_or(&first);
    let mut written = true;
    for (name, content) in &last.names {
        let (Content::Bytes(new), Some(Content::Bytes(old))) = (content, of(&first.names, name)) else {
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
            say_diagnostic(Some(shown), &Unwritable(error.kind()));
            written = false;
            continue;
        }
        let count = |report: &Report| of_file(report, name).count();
        let fixed = count(&first.report).saturating_sub(count(&last.report));
        let findings = if fixed == 1 { "finding" } else { "findings" };
        say(&format!(
            "fixed: {fixed} {findings} in {}",
            line(&shown.display().to_string())
        ));
    }
    let left = planned(&last.report, &wanted).len();
    if left > 0 {
        let findings = if left == 1 { "finding" } else { "findings" };
        say(&format!(
            "note: {}: {left} {findings} left as they are, since something else would be found in their place",
            line(&directory.display().to_string())
        ));
    }
    written
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
}

impl<J: Fn(&Names) -> Report> Fixing<J> {
    /// What is found that was not found at first.
    fn news<'r>(&self, report: &'r Report) -> impl Iterator<Item = &'r Finding> {
        let mut left = self.before.clone();
        report
            .findings
            .iter()
            .filter(move |finding| match left.get_mut(&key(finding)) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    false
                }
                _ => true,
            })
    }

    /// The state with those of `some` that do no harm beside those that are kept already, which they join; `None` when
    /// that is none of them. Halves are tried where all together do harm.
    fn choose<'p>(&mut self, from: &State, kept: &mut Vec<Planned<'p>>, some: &[Planned<'p>]) -> Option<State> {
        if some.is_empty() {
            return None;
        }
        self.looks = self.looks.checked_sub(1)?;
        let all: Vec<_> = kept.iter().chain(some).copied().collect();
        if let Some(names) = with(&from.names, &all) {
            let report = (self.judge)(&names);
            let harmless =
                report.errors.len() <= self.failures && self.news(&report).all(|finding| finding.fix.is_some());
            if harmless {
                *kept = all;
                return Some(State { names, report });
            }
        }
        if some.len() == 1 {
            return None;
        }
        let (one, two) = some.split_at(some.len() / 2);
        let first = self.choose(from, kept, one);
        self.choose(from, kept, two).or(first)
    }
}

fn of<'n>(names: &'n Names, name: &str) -> Option<&'n Content> {
    names
        .iter()
        .find(|(known, _)| known == name)
        .map(|(_, content)| content)
}

/// The findings in a file of the module.
fn of_file<'r>(report: &'r Report, name: &str) -> impl Iterator<Item = &'r Finding> {
    report
        .findings
        .iter()
        .filter(move |finding| file_name(finding) == Some(name))
}

fn file_name(finding: &Finding) -> Option<&str> {
    Path::new(finding.file.as_deref()?).file_name()?.to_str()
}

/// The fixes of findings that count, in the order of files and places; of those that overlap the first.
fn planned<'r>(report: &'r Report, wanted: impl Fn(&str) -> bool) -> Vec<Planned<'r>> {
    let counting = report
        .findings
        .iter()
        .filter(|finding| finding.standing == Standing::Counts);
    let mut fixes: Vec<Planned<'r>> = counting
        .filter_map(|finding| Some((file_name(finding)?, finding.fix.as_ref()?)))
        .filter(|(name, _)| wanted(name))
        .collect();
    fixes.sort_by_key(|(name, fix)| (*name, fix.span()));
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
            *bytes = edited(std::str::from_utf8(bytes).ok()?, edits.iter().copied())?.into_bytes();
        }
    }
    Some(names)
}
