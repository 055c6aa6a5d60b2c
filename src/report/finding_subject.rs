//! What a finding is about beyond its words: a baseline knows it by that too.

use std::collections::{BTreeMap, BTreeSet};

use super::redact::{MASK, Redactor};
use crate::facts::{Facts, Place, ResourceChange, StateObject};
use crate::json::Pointer;
use crate::lint::{AboutObject, Finding};
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
    objects: BTreeMap<Pointer, &'f StateObject<'a>>,
}

impl<'f, 'a> Subjects<'f, 'a> {
    /// Those that the findings are about.
    pub(super) fn of(facts: &'f Facts<'a>, redactor: &'f Redactor, findings: &[Finding]) -> Self {
        let asked = findings.iter().filter_map(|finding| match &finding.object {
            Some(AboutObject::OfState(pointer)) => Some(pointer),
            _ => None,
        });
        let asked: BTreeSet<&Pointer> = order::set(asked);
        // Mostly none is asked for, and there may be many.
        let objects = facts.objects().iter().filter(|_| !asked.is_empty());
        let objects = objects.map(|object| (object.pointer(), object));
        let drift = facts.drift.iter().map(|drift| &drift.change);
        let deferred = facts.deferred.iter().map(|deferred| &deferred.change);
        let changes = facts.changes.iter().chain(drift).chain(deferred);
        Self {
            facts,
            redactor,
            changes: order::map(changes.map(|change| (change.place, change))),
            objects: order::map(objects.filter(|(pointer, _)| asked.contains(pointer))),
        }
    }

    /// A digest of which object it is and of the texts, or of none that holds a secret: who guesses at them learns nothing
    /// of those.
    pub(super) fn digest(&self, object: Option<&AboutObject>, texts: Vec<String>) -> Option<FindingSubject> {
        let which = |object: &AboutObject| match object {
            AboutObject::OfChange(place) => Some(self.facts.which_object(self.changes.get(place)?)),
            AboutObject::OfState(pointer) => Some(self.facts.which_state_object(self.objects.get(pointer)?)),
        };
        let mut parts = match object.map(which) {
            Some(Some(told)) => told,
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
