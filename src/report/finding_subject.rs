//! What a finding is about beyond its words: a baseline knows it by that too.

use std::collections::BTreeMap;

use super::redact::{MASK, Redactor};
use crate::facts::{Facts, Place, ResourceChange};
use crate::order;

/// What a finding is about beyond its words, such as the member to whom something is granted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FindingSubject {
    /// A digest of it.
    Digest(String),
    /// A secret stands in it, so that nobody can say whether it is the same as in another report.
    Masked,
    /// The report was made without: see [`Wanted`](super::Wanted).
    NotAsked,
}

impl FindingSubject {
    pub(super) fn digest(&self) -> Option<&str> {
        match self {
            Self::Digest(digest) => Some(digest),
            Self::Masked | Self::NotAsked => None,
        }
    }
}

/// The objects of a document, for whoever asks which one a finding is about.
pub(super) struct Subjects<'f, 'a> {
    facts: &'f Facts<'a>,
    redactor: &'f Redactor,
    changes: BTreeMap<Place, &'f ResourceChange<'a>>,
}

impl<'f, 'a> Subjects<'f, 'a> {
    pub(super) fn of(facts: &'f Facts<'a>, redactor: &'f Redactor) -> Self {
        let drift = facts.drift.iter().map(|drift| &drift.change);
        let deferred = facts.deferred.iter().map(|deferred| &deferred.change);
        let changes = facts.changes.iter().chain(drift).chain(deferred);
        Self {
            facts,
            redactor,
            changes: order::map(changes.map(|change| (change.place, change))),
        }
    }

    /// A digest of which object it is and of the texts, or of none that holds a secret: who guesses at them learns nothing
    /// of those.
    pub(super) fn digest(&self, object: Option<Place>, texts: Vec<String>) -> Option<FindingSubject> {
        let mut parts = match object.map(|place| self.changes.get(&place)) {
            Some(Some(change)) => self.facts.which_object(change),
            Some(None) => return Some(FindingSubject::Masked),
            None => Vec::new(),
        };
        parts.extend(texts);
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let is_open = |part: &&str| **part != *MASK && *self.redactor.text(part) == **part;
        if parts.is_empty() {
            None
        } else if parts.iter().all(is_open) {
            Some(FindingSubject::Digest(super::fingerprint(&parts)))
        } else {
            Some(FindingSubject::Masked)
        }
    }
}
