//! What is known already: findings that a gate lets pass until they get worse.

use std::collections::BTreeMap;

use miette::Diagnostic;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::json::{self, DecodeError};
use crate::lint::{Level, Rule};
use crate::order;

use super::{Finding, FindingSubject, Input, MASK, Report, Standing, Subject};
use crate::facts::TextsDigest;

/// Version of the file; another one is refused.
const VERSION: u64 = 1;

/// The findings of some day, without places and values, so that it stays true while files change around them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    entries: BTreeMap<Key, Entry>,
}

/// What a finding is recognized by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    /// The name of the input, where there were several: what is known of one stack may be new in another.
    input: Option<String>,
    rule: String,
    address: Option<String>,
    deposed: Option<String>,
    /// A digest of what was said and why, and of whom and what it is about, so that another port, another role, a
    /// larger number, another reason or another member is another finding.
    says: String,
}

impl Key {
    fn of(finding: &Finding) -> Self {
        Self::of_words(finding, finding.address.as_deref(), &finding.message)
    }

    /// The key before the move of what it is about, where a digest tells that it is the same object still.
    fn before_move(finding: &Finding) -> Option<Self> {
        let (address, before) = (finding.address.as_deref()?, finding.previous_address.as_deref()?);
        let is_told = matches!(finding.subject, Some(FindingSubject::Digest(_))) && !before.contains(MASK);
        // A message begins with the address. One that has it elsewhere too is another one after a move.
        let says = finding.message.strip_prefix(address).filter(|_| is_told)?;
        Some(Self::of_words(finding, Some(before), &format!("{before}{says}")))
    }

    fn of_words(finding: &Finding, address: Option<&str>, message: &str) -> Self {
        Self {
            input: None,
            rule: finding.rule.clone(),
            address: address.map(ToOwned::to_owned),
            deposed: finding.deposed.as_ref().map(ToString::to_string),
            says: digest(
                [message, finding.why.as_deref().unwrap_or_default()]
                    .into_iter()
                    .chain(finding.subject.as_ref().and_then(FindingSubject::digest))
                    .map(str::as_bytes),
            ),
        }
    }

    /// A digest of the key and what is known of it: the same on every machine, and it tells nothing. An entry that was
    /// changed by hand, or by a merge, does not fit it any more.
    fn fingerprint(&self, entry: Entry) -> String {
        let text = |part: Option<&String>| part.map_or("-".to_owned(), |part| format!("+{part}"));
        digest([
            text(self.input.as_ref()).as_bytes(),
            self.rule.as_bytes(),
            text(self.address.as_ref()).as_bytes(),
            text(self.deposed.as_ref()).as_bytes(),
            self.says.as_bytes(),
            entry.level.word().as_bytes(),
            &(entry.count as u64).to_le_bytes(),
        ])
    }
}

/// Whether a baseline may know the finding: with a secret in its name, or without its subject, one thing looks like
/// another.
fn is_recognizable(finding: &Finding, rules: &[Rule]) -> bool {
    let mut names = [&finding.address, &finding.deposed].into_iter().flatten();
    finding.may_be_permitted(rules)
        && matches!(finding.subject, None | Some(FindingSubject::Digest(_)))
        && !names.any(|name| name.contains(MASK))
}

/// Half of a SHA-256, in hexadecimal digits.
pub(super) fn digest<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> String {
    let mut digest = TextsDigest::default();
    parts.into_iter().for_each(|part| digest.add(part));
    digest.finish()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    level: Level,
    count: usize,
}

/// What to do about a file that is no baseline.
const AGAIN: &str = "make it again: planlint baseline FILE…, or planlint config baseline DIR…";

/// Why a baseline cannot be used. A gate without its baseline is not judged.
#[derive(Debug, Error, Diagnostic)]
#[non_exhaustive]
pub enum BaselineError {
    /// The file is not a baseline.
    #[error("the baseline cannot be read: {error}")]
    #[diagnostic(code("bad-baseline"), help("{AGAIN}"))]
    Malformed {
        /// What is wrong, and where.
        error: DecodeError,
    },
    /// The file is of another version.
    #[error("the baseline has version {version}; planlint reads {VERSION}")]
    #[diagnostic(code("bad-baseline-version"), help("{AGAIN}"))]
    Version {
        /// The file's version.
        version: u64,
    },
    /// An entry has a level that nobody knows.
    #[error("the baseline has an entry with an unknown level")]
    #[diagnostic(code("bad-baseline-level"), help("{AGAIN}"))]
    Level,
    /// An entry was changed by hand.
    #[error("the fingerprint of an entry of the baseline does not match the entry ({rule})")]
    #[diagnostic(code("bad-baseline-fingerprint"), help("{AGAIN}"))]
    Fingerprint {
        /// The entry's rule.
        rule: String,
    },
    /// Two entries are about the same.
    #[error("the baseline has two entries for the same thing ({rule})")]
    #[diagnostic(code("bad-baseline-entry"), help("{AGAIN}"))]
    Repeated {
        /// The entries' rule.
        rule: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    baseline_version: u64,
    findings: Vec<FileEntry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileEntry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    input: Option<String>,
    rule: String,
    address: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deposed: Option<String>,
    says: String,
    level: String,
    count: usize,
    fingerprint: String,
}

impl Baseline {
    /// The findings of a report that count for the gate, or are known already.
    #[must_use]
    pub fn of(report: &Report) -> Self {
        Self::default().now(report)
    }

    /// A baseline of a report, with the names of inputs that this one knows.
    fn now(&self, report: &Report) -> Self {
        let inputs = Inputs::new(&report.inputs);
        let mut entries: BTreeMap<Key, Entry> = BTreeMap::new();
        for finding in &report.findings {
            if !matches!(finding.standing, Standing::Counts | Standing::Known)
                || !is_recognizable(finding, &report.rules)
            {
                continue;
            }
            let key = self.key(inputs, finding);
            let moved = || self.key_before_move(inputs, finding);
            let is_known = self.entries.contains_key(&key);
            let key = if is_known { key } else { moved().unwrap_or(key) };
            let entry = entries.entry(key).or_insert(Entry {
                level: finding.level,
                count: 0,
            });
            entry.count += 1;
            entry.level = entry.level.min(finding.level);
        }
        Self { entries }
    }

    /// The key of a finding: of several inputs with the name of its own, of a single one only where the baseline has it
    /// so; and without it where the baseline knows the only one that somebody named so.
    fn key(&self, inputs: Inputs<'_>, finding: &Finding) -> Key {
        self.key_in(inputs, finding, Key::of(finding))
    }

    /// The key that the baseline has of a finding about what moved, from before the move.
    fn key_before_move(&self, inputs: Inputs<'_>, finding: &Finding) -> Option<Key> {
        let key = self.key_in(inputs, finding, Key::before_move(finding)?);
        self.entries.contains_key(&key).then_some(key)
    }

    fn key_in(&self, inputs: Inputs<'_>, finding: &Finding, key: Key) -> Key {
        let input = finding.input.and_then(|input| inputs.all.get(input));
        let named = Key {
            input: input.map(|input| plain(&input.name).to_owned()),
            ..key.clone()
        };
        // Known before it called its first module.
        let is_known = inputs.is_one && !input.is_some_and(is_called) && self.entries.contains_key(&key);
        let is_named = inputs.all.len() > 1 && !is_known;
        if is_named || self.entries.contains_key(&named) {
            named
        } else {
            key
        }
    }

    /// How many findings of a report count for the gate and get into no baseline, since a secret hides what they are
    /// about.
    #[must_use]
    pub fn left_out(report: &Report) -> usize {
        let counting = report.findings.iter().filter(|finding| finding.counts());
        counting
            .filter(|finding| finding.may_be_permitted(&report.rules) && !is_recognizable(finding, &report.rules))
            .count()
    }

    /// The names of the rules whose findings it knows, some more than once.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(|key| key.rule.as_str())
    }

    /// How many findings it knows.
    #[must_use]
    pub fn len(&self) -> usize {
        // Whoever writes the file chooses the counts.
        let counts = self.entries.values().map(|entry| entry.count);
        counts.fold(0, usize::saturating_add)
    }

    /// Whether it knows none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Reads a baseline file.
    ///
    /// # Errors
    ///
    /// Anything that is not exactly what `write` writes: a baseline that is half understood would let findings pass.
    pub fn read(text: &str) -> Result<Self, BaselineError> {
        let file: File = json::decode(text).map_err(|error| BaselineError::Malformed { error })?;
        if file.baseline_version != VERSION {
            return Err(BaselineError::Version {
                version: file.baseline_version,
            });
        }
        let mut entries = BTreeMap::new();
        for entry in file.findings {
            let levels = [Level::Error, Level::Warning, Level::Note];
            let level = levels
                .into_iter()
                .find(|level| level.word() == entry.level)
                .ok_or(BaselineError::Level)?;
            let key = Key {
                input: entry.input,
                rule: entry.rule,
                address: entry.address,
                deposed: entry.deposed,
                says: entry.says,
            };
            let known = Entry {
                level,
                count: entry.count,
            };
            if key.fingerprint(known) != entry.fingerprint {
                return Err(BaselineError::Fingerprint { rule: key.rule });
            }
            let key = Key {
                input: key.input.as_deref().map(|name| plain(name).to_owned()),
                ..key
            };
            let rule = key.rule.clone();
            if entries.insert(key, known).is_some() {
                return Err(BaselineError::Repeated { rule });
            }
        }
        Ok(Self { entries })
    }

    /// The file, as JSON with a line feed: one entry a finding, in order, so that a change reads well in a review.
    ///
    /// # Errors
    ///
    /// Only if the entries could not be written as JSON.
    pub fn write(&self) -> serde_json::Result<String> {
        let findings = self.entries.iter().map(|(key, entry)| FileEntry {
            input: key.input.clone(),
            rule: key.rule.clone(),
            address: key.address.clone(),
            deposed: key.deposed.clone(),
            says: key.says.clone(),
            level: entry.level.word().to_owned(),
            count: entry.count,
            fingerprint: key.fingerprint(*entry),
        });
        let file = File {
            baseline_version: VERSION,
            findings: findings.collect(),
        };
        serde_json::to_string_pretty(&file).map(|text| text + "\n")
    }

    /// Marks what is known in a report: as many findings as the baseline has, none of them worse than there.
    pub fn apply(&self, report: &mut Report) {
        let mut left = self.entries.clone();
        let (inputs, rules) = (Inputs::new(&report.inputs), &report.rules);
        let in_place = |finding: &Finding| Some(self.key(inputs, finding));
        let moved = |finding: &Finding| self.key_before_move(inputs, finding);
        // Each entry counts down once for both, and first for what stays where it was.
        for key_of in [&in_place as &dyn Fn(&Finding) -> Option<Key>, &moved] {
            let counting = report.findings.iter_mut().filter(|finding| finding.counts());
            for finding in counting.filter(|finding| is_recognizable(finding, rules)) {
                if let Some(entry) = key_of(finding).and_then(|key| left.get_mut(&key))
                    && entry.count > 0
                    && finding.level >= entry.level
                {
                    entry.count -= 1;
                    finding.standing = Standing::Known;
                }
            }
        }
        uncover(report);
    }

    /// Whether the baseline knows something, and nothing of any input of the report.
    #[must_use]
    pub(crate) fn is_of_other_inputs(&self, report: &Report) -> bool {
        // What could not be read may be what it knows.
        let judged = Judged::of(report);
        !self.entries.is_empty() && report.errors.is_empty() && !self.entries.keys().any(|key| judged.is_of(key))
    }

    /// Whether it was written of one input alone, which it does not name.
    #[must_use]
    pub(crate) fn is_of_one(&self) -> bool {
        self.entries.keys().all(|key| key.input.is_none())
    }

    /// How many findings it knows that the other one does not, or not as many of them.
    #[must_use]
    pub fn beyond(&self, other: &Self) -> usize {
        let beyond = self.entries.iter().map(|(key, entry)| {
            let known = other.entries.get(key).map_or(0, |entry| entry.count);
            entry.count.saturating_sub(known)
        });
        // Whoever writes the file chooses the counts.
        beyond.fold(0, usize::saturating_add)
    }

    /// What the baseline has and the report has not any more, in words. What it has of inputs that are not in the
    /// report, or that do not speak of everything, is not gone.
    #[must_use]
    pub fn gone(&self, report: &Report) -> Vec<String> {
        let judged = Judged::of(report);
        self.missing(report)
            .filter(|(key, _)| judged.settles(key))
            .map(|(key, gone)| {
                let about = key.address.as_deref().unwrap_or_else(|| whole(report, key));
                let of = key.input.as_ref().map(|input| format!(" of {input}"));
                format!("{gone} × {} on {about}{}", key.rule, of.unwrap_or_default())
            })
            .collect()
    }

    /// How many findings the baseline has and the report has not, of inputs that do not speak of everything: nobody
    /// knows whether they are gone.
    pub(crate) fn unsettled(&self, report: &Report) -> usize {
        let judged = Judged::of(report);
        let unsettled = self.missing(report).filter(|(key, _)| !judged.settles(key));
        unsettled.fold(0, |sum, (_, count)| sum.saturating_add(count))
    }

    /// What the baseline has of the inputs of a report and that is not found there, each with how many of it.
    fn missing(&self, report: &Report) -> impl Iterator<Item = (&Key, usize)> {
        let (now, judged) = (self.now(report), Judged::of(report));
        let known = self.entries.iter().filter(move |(key, _)| judged.is_of(key));
        known.filter_map(move |(key, entry)| {
            let left = now.entries.get(key).map_or(0, |entry| entry.count);
            let missing = entry.count.checked_sub(left).filter(|missing| *missing > 0)?;
            Some((key, missing))
        })
    }

    /// The baseline without what is gone; nothing new gets in.
    #[must_use]
    pub(crate) fn without_gone(&self, report: &Report) -> Self {
        let (now, judged) = (self.now(report), Judged::of(report));
        let entries = self.entries.iter().filter_map(|(key, entry)| {
            if !judged.settles(key) {
                return Some((key.clone(), *entry));
            }
            let left = now.entries.get(key)?;
            let kept = Entry {
                level: entry.level.max(left.level),
                count: entry.count.min(left.count),
            };
            Some((key.clone(), kept))
        });
        Self {
            entries: order::map(entries),
        }
    }
}

/// The name of an input without what says nothing: `./plans/a.json` is `plans/a.json`.
fn plain(mut name: &str) -> &str {
    while let Some(rest) = name.strip_prefix("./").filter(|rest| !rest.is_empty()) {
        name = rest.trim_start_matches('/');
    }
    name
}

/// Whether nobody named an input: a module that another one calls.
fn is_called(input: &Input) -> bool {
    matches!(&input.subject, Subject::Module(module) if module.is_called)
}

/// The inputs of a report, of which each finding asks.
#[derive(Clone, Copy)]
struct Inputs<'r> {
    all: &'r [Input],
    /// Whether one at most was named. The modules that it calls come and go with it.
    is_one: bool,
}

impl<'r> Inputs<'r> {
    fn new(all: &'r [Input]) -> Self {
        let named = all.iter().filter(|input| !is_called(input));
        let is_one = named.take(2).count() < 2;
        Self { all, is_one }
    }
}

/// What a report is about.
struct Judged<'r> {
    /// The name of each input, and whether it speaks of everything.
    names: BTreeMap<&'r str, bool>,
    /// Whether one input at most was named, and it could be read.
    is_one: bool,
}

impl<'r> Judged<'r> {
    fn of(report: &'r Report) -> Self {
        let inputs = report.inputs.iter();
        Self {
            names: order::map(inputs.map(|input| (plain(&input.name), speaks_of_all(input)))),
            is_one: Inputs::new(&report.inputs).is_one && report.errors.is_empty(),
        }
    }

    /// Whether an entry is of one of its inputs. One without a name is of the only input of its run, and of none of
    /// several.
    fn is_of(&self, key: &Key) -> bool {
        key.input
            .as_deref()
            .map_or(self.is_one, |name| self.names.contains_key(name))
    }

    /// Whether an entry that is not found is gone.
    fn settles(&self, key: &Key) -> bool {
        self.is_of(key)
            && match key.input.as_deref() {
                Some(name) => self.names.get(name) == Some(&true),
                None => self.names.values().all(|speaks_of_all| *speaks_of_all),
            }
    }
}

/// Whether what is not found in an input is not there: a plan that failed never got to all.
fn speaks_of_all(input: &Input) -> bool {
    match &input.subject {
        Subject::Plan(plan) => plan.speaks_of_all,
        Subject::Module(module) => !module.incomplete,
        Subject::State(_) => true,
    }
}

/// What a finding without an address is about: the whole of its input.
fn whole(report: &Report, key: &Key) -> &'static str {
    let mut inputs = report.inputs.iter();
    let input = inputs.find(|input| key.input.as_ref().is_none_or(|name| plain(&input.name) == name));
    match input.map(|input| &input.subject) {
        Some(Subject::State(_)) => "the state",
        Some(Subject::Module(_)) => "the module",
        Some(Subject::Plan(_)) | None => "the plan",
    }
}

/// Lets findings be told that were covered by one which does not count any more.
fn uncover(report: &mut Report) {
    let counting = report.findings.iter().filter(|finding| finding.counts());
    let counting = order::set(counting.map(|finding| (finding.input, &*finding.pointer, finding.rule.as_str())));
    let is_covered = |finding: &Finding| {
        let case = finding.covered_by?;
        counting
            .contains(&(finding.input, &*finding.pointer, case))
            .then_some(case)
    };
    let covered: Vec<_> = report.findings.iter().map(is_covered).collect();
    for (finding, covered_by) in report.findings.iter_mut().zip(covered) {
        finding.covered_by = covered_by;
    }
}

#[cfg(test)]
mod tests;
