//! Waivers: permitted exceptions with a reason and an end.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::pattern::{Named, PatternIndex};
use super::settings::{SettingsError, hits};
use super::{Finding, Level, Pattern, Standing};
use crate::json::Pointer;
use crate::source::Location;

/// The rule that says that a waiver has ended.
pub(crate) const EXPIRED: &str = "expired-waiver";
/// The rule that says that a waiver permits nothing.
pub(crate) const UNUSED: &str = "unused-waiver";
/// The rule that says that a waiver permits more than it was given for.
pub(crate) const BROAD: &str = "broad-waiver";

/// One `[[waiver]]`.
#[derive(Clone, Debug)]
pub(super) struct Waiver {
    /// Name of the rule.
    pub(super) rule: String,
    pub(super) address: Pattern,
    /// Kinds of change; `None` for all.
    pub(super) kinds: Option<Vec<&'static str>>,
    pub(super) reason: String,
    pub(super) owner: Option<String>,
    pub(super) ticket: Option<String>,
    /// The day it was given.
    pub(super) since: Option<Date>,
    /// The last day on which it holds.
    pub(super) expires: Date,
    /// With more matches in one document it holds for none of them.
    pub(super) at_most: Option<usize>,
    /// The file's name.
    pub(super) file: String,
    /// Where it begins in the file; set when the file is known to be good.
    pub(super) location: Option<Location>,
}

/// A finding about a waiver, which stands in a settings file and not in a document.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WaiverFinding {
    /// What is wrong.
    pub finding: Finding,
    /// The file's name.
    pub file: String,
    /// Where the waiver begins in it.
    pub location: Option<Location>,
}

impl Waiver {
    fn has_expired(&self, today: Date) -> bool {
        self.expires < today
    }

    fn is_exceeded_by(&self, count: usize) -> bool {
        self.at_most.is_some_and(|most| count > most)
    }

    /// Why the waiver may not be: it lives longer than `longest` days, from today or from the day it was given.
    pub(super) fn lifetime_mistake(&self, today: Date, longest: i64) -> Option<SettingsError> {
        if self.since.is_some_and(|since| since > today) {
            return Some(SettingsError::Since);
        }
        let from = self.since.unwrap_or(today);
        let days = i64::from(from.until(self.expires).map_or(i32::MAX, |span| span.get_days()));
        (days > longest).then(|| SettingsError::Life {
            days,
            longest,
            until: jiff::Span::new()
                .try_days(longest)
                .ok()
                .and_then(|span| from.checked_add(span).ok())
                .map_or_else(|| from.to_string(), |until| until.to_string()),
        })
    }

    fn matches(&self, finding: &Finding, address: Option<&Named<'_>>, previous: Option<&Named<'_>>) -> bool {
        let about = &finding.about;
        let is_meant = match (address, previous) {
            (Some(address), Some(previous)) => self.address.permits(address, previous),
            _ => hits(&self.address, address),
        };
        finding.rule == self.rule
            && is_meant
            && self
                .kinds
                .as_ref()
                .is_none_or(|kinds| about.kind.is_some_and(|kind| kinds.contains(&kind)))
    }

    fn says(&self, rule: &'static str, message: String) -> WaiverFinding {
        let mut why = format!("it was given because: {}", self.reason);
        for (word, text) in [("owner", &self.owner), ("ticket", &self.ticket)] {
            if let Some(text) = text {
                why = format!("{why}; {word}: {text}");
            }
        }
        WaiverFinding {
            finding: Finding {
                rule: rule.into(),
                ..Finding::new(Pointer::root(), message).why(why)
            },
            file: self.file.clone(),
            location: self.location,
        }
    }
}

/// Indexes of the findings that each waiver matches, whether it still holds or not.
pub(super) fn matches(waivers: &[Waiver], findings: &[Finding]) -> Vec<Vec<usize>> {
    let mut matches = vec![Vec::new(); waivers.len()];
    if waivers.is_empty() || findings.is_empty() {
        return matches;
    }
    let index_of = PatternIndex::new(waivers.iter().map(|waiver| vec![waiver.address.alternatives()]));
    for (index, finding) in findings.iter().enumerate() {
        let address = finding.about.address.as_deref().map(Named::read);
        let previous = finding.about.previous_address.as_deref().map(Named::read);
        for place in index_of.candidates(address.as_ref(), previous.as_ref(), &[]) {
            if let (Some(waiver), Some(of_waiver)) = (waivers.get(place), matches.get_mut(place))
                && waiver.matches(finding, address.as_ref(), previous.as_ref())
            {
                of_waiver.push(index);
            }
        }
    }
    matches
}

/// What one waiver matches in one document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Matched {
    /// How many findings it matches, whether it still holds or not.
    pub count: usize,
    /// How many of them no other waiver permits that still holds.
    pub alone: usize,
    /// How bad the worst is that it permits; `None` when it permits nothing.
    pub worst: Option<Level>,
}

/// What each waiver matches.
pub(super) fn matched(waivers: &[Waiver], today: Option<Date>, findings: &[Finding]) -> Vec<Matched> {
    let matches = matches(waivers, findings);
    let holds = |waiver: &Waiver, matched: &[usize]| {
        today.is_some_and(|today| !waiver.has_expired(today)) && !waiver.is_exceeded_by(matched.len())
    };
    let permitted: BTreeSet<usize> = waivers
        .iter()
        .zip(&matches)
        .filter(|(waiver, matched)| holds(waiver, matched))
        .flat_map(|(_, matched)| matched.iter().copied())
        .collect();
    let counts = waivers.iter().zip(&matches).map(|(waiver, matched)| {
        let holding = matched.iter().filter(|_| holds(waiver, matched));
        let findings = holding.filter_map(|index| findings.get(*index));
        let waived = findings.filter(|finding| matches!(finding.standing, Standing::Waived { .. }));
        Matched {
            count: matched.len(),
            alone: matched.iter().filter(|index| !permitted.contains(index)).count(),
            worst: waived.map(|finding| finding.level).min(),
        }
    });
    counts.collect()
}

/// Marks what waivers permit. What nobody knows before apply stays unknown; it is permitted once it is known.
pub(super) fn apply(waivers: &[Waiver], today: Date, findings: &mut [Finding]) {
    for (waiver, matched) in waivers.iter().zip(matches(waivers, findings)) {
        if waiver.has_expired(today) || waiver.is_exceeded_by(matched.len()) {
            continue;
        }
        for index in matched {
            if let Some(finding) = findings.get_mut(index).filter(|finding| finding.counts()) {
                finding.standing = Standing::Waived {
                    reason: waiver.reason.clone(),
                    until: Some(waiver.expires.to_string()),
                };
            }
        }
    }
}

/// What is wrong with the waivers, in their order; `matches` has for each document what each matches.
///
/// One that has ended is left alone where a newer one permits all that it did, and one that permits nothing where its rule
/// could find nothing, as `could_find` tells by the rule's name.
pub(super) fn audit(
    waivers: &[Waiver],
    today: Date,
    matches: &[Vec<Matched>],
    could_find: impl Fn(&str) -> bool,
) -> Vec<WaiverFinding> {
    let mut found = Vec::new();
    for (index, waiver) in waivers.iter().enumerate() {
        let counts: Vec<Matched> = matches.iter().filter_map(|counts| counts.get(index).copied()).collect();
        let most = counts.iter().map(|one| one.count).max().unwrap_or_default();
        let alone: usize = counts.iter().map(|one| one.alone).sum();
        let name = format!("the waiver of {} for {}", waiver.rule, waiver.address);
        if waiver.has_expired(today) {
            if most > 0 && alone == 0 {
                continue;
            }
            let back = match alone {
                0 => String::new(),
                1 => "; what it permitted counts again".to_owned(),
                count => format!("; the {count} findings that it permitted count again"),
            };
            let mut one = waiver.says(EXPIRED, format!("{name} ended on {}{back}", waiver.expires));
            one.finding = one
                .finding
                .help("fix what it permitted and remove it, or have somebody decide again");
            found.push(one);
        } else if let Some(at_most) = waiver.at_most.filter(|_| waiver.is_exceeded_by(most)) {
            let mut one = waiver.says(
                BROAD,
                format!("{name} is for at most {at_most} and matches {most}; it permits none of them"),
            );
            one.finding = one
                .finding
                .help("make the address narrower, or look at all of them and raise `at-most`");
            found.push(one);
        } else if most == 0 && !counts.is_empty() && could_find(&waiver.rule) {
            let mut one = waiver.says(UNUSED, format!("{name} permits nothing"));
            one.finding = one
                .finding
                .help("remove it; `planlint match` shows what its address matches");
            found.push(one);
        }
    }
    found
}
