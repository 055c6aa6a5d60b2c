//! Waivers: permitted exceptions with a reason and an end.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::BTreeSet;

use jiff::civil::Date;

use super::pattern::{Named, PatternIndex};
use super::settings::{SettingsError, hits};
use super::{Condition, Finding, Level, Pattern, Rule, RuleScope, RuleSubject, Standing};
use crate::facts::{ChangeKind, Secrets};
use crate::json::Pointer;
use crate::order;
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
    pub(super) kinds: Option<Vec<ChangeKind>>,
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
pub(crate) struct WaiverFinding {
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

    /// Why no finding of its rule would ever match, where that is certain, with the key that is wrong.
    pub(super) fn idle_for(&self, rule: &Rule) -> Option<(&'static str, SettingsError)> {
        let (id, address) = (rule.id, &self.address);
        let idle = |key, message, help| Some((key, SettingsError::IdleWaiver { message, help }));
        if let Some(kinds) = &self.kinds {
            if rule.scope == RuleScope::Whole {
                let message = format!(
                    "`{id}` speaks of {} as a whole, which has no kind of change",
                    rule.subject.whole()
                );
                return idle("kind", message, "leave the kind out".to_owned());
            }
            if rule.lacks().contains(&Condition::Kind) {
                let message = format!("nothing that `{id}` finds has a kind of change");
                return idle("kind", message, "leave the kind out".to_owned());
            }
            if let Some(only) = rule.only_kind().filter(|only| !kinds.contains(only)) {
                let only = only.word();
                let message = format!("`{id}` is found in changes of kind `{only}` alone");
                return idle("kind", message, format!("leave the kind out, or make it `{only}`"));
            }
        }
        if rule.scope == RuleScope::Whole && !address.is_everything() {
            let message = format!(
                "`{id}` speaks of {} as a whole, which has no address",
                rule.subject.whole()
            );
            let help = format!(
                "planlint waive {id} '**' permits it, whatever is judged until then; --allow {id} is for one run"
            );
            return idle("address", message, help);
        }
        if address.is_module() && !rule.speaks_of_calls() {
            let message = format!("`{id}` never speaks of the module call itself, which is what `{address}` means");
            return idle(
                "address",
                message,
                format!("everything in the module is `{address}.**`"),
            );
        }
        None
    }

    /// Whether a finding is of its rule and of a kind of change that it was given for.
    fn is_about(&self, finding: &Finding) -> bool {
        let kind = finding.about.kind;
        let kinds = self.kinds.as_ref();
        finding.rule == self.rule && kinds.is_none_or(|kinds| kind.is_some_and(|kind| kinds.contains(&kind)))
    }

    fn means(&self, address: Option<&Named<'_>>, previous: Option<&Named<'_>>) -> bool {
        match (address, previous) {
            (Some(address), Some(previous)) => self.address.permits(address, previous),
            _ => hits(&self.address, address),
        }
    }

    /// What people wrote in it, and findings quote.
    fn words(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let more = [Some(&self.reason), self.owner.as_ref(), self.ticket.as_ref()];
        let more = more.into_iter().flatten().map(|text| Cow::Borrowed(text.as_str()));
        std::iter::once(Cow::Owned(self.address.to_string())).chain(more)
    }

    /// What is wrong with it, and what to do; `quotes` says whether its own words may be told.
    fn finding(
        &self,
        rule: &'static str,
        message: &str,
        help: impl Into<Cow<'static, str>>,
        quotes: bool,
    ) -> WaiverFinding {
        let (name, why) = if quotes {
            let mut why = format!("reason given: {}", self.reason);
            for (word, text) in [("owner", &self.owner), ("ticket", &self.ticket)] {
                if let Some(text) = text {
                    why = format!("{why}; {word}: {text}");
                }
            }
            (format!("the waiver of {} for {}", self.rule, self.address), why)
        } else {
            let why = "its words hold what a document marks sensitive, and are not shown";
            (format!("a waiver of {}", self.rule), why.to_owned())
        };
        WaiverFinding {
            finding: Finding {
                rule: rule.into(),
                ..Finding::new(Pointer::root(), format!("{name} {message}"))
                    .why(why)
                    .help(help)
            },
            file: self.file.clone(),
            location: self.location,
        }
    }
}

/// Among the findings of a document those that a waiver matches, whether it still holds or not.
#[derive(Clone, Debug, Default)]
pub struct Matches {
    /// Their indexes, in order.
    indexes: Vec<usize>,
    /// Whether it would match a further one at the address to which that moves, and does not since it was not given for
    /// what comes there.
    misses_move: bool,
}

/// Which findings each waiver matches.
pub(super) fn matches(waivers: &[Waiver], findings: &[Finding]) -> Vec<Matches> {
    let mut matches = vec![Matches::default(); waivers.len()];
    if waivers.is_empty() || findings.is_empty() {
        return matches;
    }
    let index_of = PatternIndex::new(waivers.iter().map(|waiver| vec![waiver.address.alternatives()]));
    for (index, finding) in findings.iter().enumerate() {
        let address = finding.about.address.as_deref().map(Named::read);
        let previous = finding.about.previous_address.as_deref().map(Named::read);
        for place in index_of.candidates(address.as_ref(), previous.as_ref(), &[]) {
            let (Some(waiver), Some(of_waiver)) = (waivers.get(place), matches.get_mut(place)) else {
                continue;
            };
            if !waiver.is_about(finding) {
                continue;
            }
            if waiver.means(address.as_ref(), previous.as_ref()) {
                of_waiver.indexes.push(index);
            } else if previous.is_some() {
                of_waiver.misses_move |= hits(&waiver.address, address.as_ref());
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
    /// How many of them formats for people leave out, since a more precise rule says the same.
    pub covered: usize,
    /// How many of them no waiver permits that still holds: none where this one does.
    pub alone: usize,
    /// How bad the worst is that it permits; `None` when it permits nothing.
    pub worst: Option<Level>,
    /// Whether something moves to its address in the same plan, which would have to be named by the address before the
    /// move.
    pub misses_move: bool,
    /// Whether its words hold what the document marks sensitive, so that nothing should quote them.
    pub holds_secret: bool,
}

/// What is to be told of what each waiver matches.
pub(super) fn matched(
    waivers: &[Waiver],
    matches: &[Matches],
    today: Option<Date>,
    findings: &[Finding],
    secrets: &Secrets,
) -> Vec<Matched> {
    let holds = |waiver: &Waiver, matches: &Matches| {
        today.is_some_and(|today| !waiver.has_expired(today)) && !waiver.is_exceeded_by(matches.indexes.len())
    };
    let permitted: BTreeSet<usize> = waivers
        .iter()
        .zip(matches)
        .filter(|(waiver, matches)| holds(waiver, matches))
        .flat_map(|(_, matches)| matches.indexes.iter().copied())
        .collect();
    let copies = LazyCell::new(|| secrets.copies());
    let counts = waivers.iter().zip(matches).map(|(waiver, matches)| {
        let holding = matches.indexes.iter().filter(|_| holds(waiver, matches));
        let holding = holding.filter_map(|index| findings.get(*index));
        let waived = holding.filter(|finding| matches!(finding.standing, Standing::Waived { .. }));
        let all = matches.indexes.iter().filter_map(|index| findings.get(*index));
        Matched {
            count: matches.indexes.len(),
            covered: all.filter(|finding| finding.covered_by.is_some()).count(),
            alone: matches
                .indexes
                .iter()
                .filter(|index| !permitted.contains(index))
                .count(),
            worst: waived.map(|finding| finding.level).min(),
            misses_move: matches.misses_move,
            holds_secret: !secrets.is_empty() && waiver.words().any(|word| copies.are_in(&word)),
        }
    });
    counts.collect()
}

/// Marks what waivers permit. What nobody knows before apply stays unknown; it is permitted once it is known.
pub(super) fn apply(waivers: &[Waiver], matches: &[Matches], today: Date, findings: &mut [Finding]) {
    let mut permitting: Vec<_> = waivers.iter().zip(matches).collect();
    // Of several the one is told that lasts longest.
    order::sort_by(&mut permitting, |(one, _), (two, _)| two.expires.cmp(&one.expires));
    for (waiver, Matches { indexes, .. }) in permitting {
        if waiver.has_expired(today) || waiver.is_exceeded_by(indexes.len()) {
            continue;
        }
        for index in indexes {
            if let Some(finding) = findings.get_mut(*index).filter(|finding| finding.counts()) {
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
/// One that has ended is left alone where a newer one permits all that it did, and one that permits nothing where its
/// rule could find nothing: `able` gives by its name one that could.
pub(super) fn audit<'r>(
    waivers: &[Waiver],
    today: Date,
    matches: &[Vec<Matched>],
    able: impl Fn(&str) -> Option<&'r Rule>,
) -> Vec<WaiverFinding> {
    let mut found = Vec::new();
    for (index, waiver) in waivers.iter().enumerate() {
        let counts: Vec<Matched> = matches.iter().filter_map(|counts| counts.get(index).copied()).collect();
        let most = counts.iter().map(|one| one.count).max().unwrap_or_default();
        let alone: usize = counts.iter().map(|one| one.alone).sum();
        let quotes = !counts.iter().any(|one| one.holds_secret);
        if waiver.has_expired(today) {
            if most > 0 && alone == 0 {
                continue;
            }
            let back = match alone {
                0 => String::new(),
                1 => "; what it permitted counts again".to_owned(),
                count => format!("; the {count} findings that it permitted count again"),
            };
            let says = format!("ended on {}{back}", waiver.expires);
            let help = "fix what it permitted and remove it, or have somebody decide again";
            found.push(waiver.finding(EXPIRED, &says, help, quotes));
        } else if let Some(at_most) = waiver.at_most.filter(|_| waiver.is_exceeded_by(most)) {
            let most_of = counts.iter().max_by_key(|one| one.count);
            let covered = match most_of.map(|one| one.covered) {
                None | Some(0) => String::new(),
                Some(covered) => format!(" (a more precise rule reports {covered} of them too)"),
            };
            let says = format!("permits at most {at_most} and matches {most}{covered}, so that it permits none");
            let help = "make the address narrower, or look at all of them and raise `at-most`";
            found.push(waiver.finding(BROAD, &says, help, quotes));
        } else if most == 0
            && !counts.is_empty()
            && let Some(rule) = able(&waiver.rule)
        {
            let (says, help) = if counts.iter().any(|one| one.misses_move) {
                let says = "permits nothing: what it finds there moves to that address in the same plan";
                let help = "if that is meant, name in it the address before the move, and remove this one";
                (says, help)
            } else {
                let help = if rule.subject == RuleSubject::Modules {
                    "remove it, or write the address as the finding has it"
                } else {
                    "remove it; `planlint match` shows what its address matches"
                };
                ("permits nothing", help)
            };
            found.push(waiver.finding(UNUSED, says, help, quotes));
        }
    }
    found
}
