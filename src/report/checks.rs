//! Checks in a report, with what each came to.

use crate::facts::{self, Facts, Undecided, UndecidedChecks};

use super::redact::{Redacted, Redactor};

/// A check with its instances.
#[derive(Clone, Debug)]
pub struct CheckRow {
    /// The object in the configuration.
    pub address: Redacted,
    /// Kind of the object.
    pub kind: Redacted,
    /// The worst of its instances, as the engine says it.
    pub status: CheckStatus,
    /// What becomes of it where it has no instances and is open.
    pub undecided: Option<Undecided>,
    /// Its instances; empty when the engine evaluated none.
    pub instances: Vec<CheckInstanceRow>,
}

/// One instance of a check.
#[derive(Clone, Debug)]
pub struct CheckInstanceRow {
    /// The instance.
    pub address: Redacted,
    /// What it came to.
    pub status: CheckStatus,
    /// What becomes of it where it is open.
    pub undecided: Option<Undecided>,
    /// Messages of what failed.
    pub problems: Vec<Redacted>,
}

/// What a check came to, in the engine's word.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckStatus {
    /// All conditions hold.
    Pass,
    /// One does not hold.
    Fail,
    /// One could not be evaluated.
    Error,
    /// One is known only after apply, or was not reached.
    Unknown,
    /// A word that came later, or none.
    Other(Redacted),
}

impl CheckStatus {
    fn of(status: &facts::CheckStatus<'_>, redactor: &Redactor) -> Self {
        match status {
            facts::CheckStatus::Pass => Self::Pass,
            facts::CheckStatus::Fail => Self::Fail,
            facts::CheckStatus::Error => Self::Error,
            facts::CheckStatus::Unknown => Self::Unknown,
            facts::CheckStatus::Other(word) => Self::Other(redactor.text(word)),
        }
    }

    /// The word.
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Error => "error",
            Self::Unknown => "unknown",
            Self::Other(word) => word,
        }
    }

    /// Its place among others, the most dangerous first.
    #[must_use]
    pub(crate) const fn rank(&self) -> u8 {
        match self {
            Self::Error => 0,
            Self::Fail => 1,
            // A word that came later must not stand among the good ones.
            Self::Other(_) => 2,
            Self::Unknown => 3,
            Self::Pass => 4,
        }
    }
}

pub(super) fn checks(facts: &Facts<'_>, redactor: &Redactor) -> Vec<CheckRow> {
    let status = |status: &facts::CheckStatus<'_>| CheckStatus::of(status, redactor);
    let undecided = UndecidedChecks::of(facts);
    let checks = facts.checks.iter();
    checks
        .map(|check| {
            let mut own = None;
            let mut instances = Vec::new();
            for result in check.results() {
                let reason = undecided.reason(check, &result);
                if check.instances.is_empty() {
                    own = reason;
                    continue;
                }
                // With the check itself where it says worse than all of them.
                instances.push(CheckInstanceRow {
                    address: redactor.address(&result.address),
                    status: status(&result.status),
                    undecided: reason,
                    problems: result.problems.iter().map(|problem| redactor.text(problem)).collect(),
                });
            }
            CheckRow {
                address: redactor.address(&check.address),
                kind: redactor.text(&check.kind),
                status: status(&check.status),
                undecided: own,
                instances,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Secrets;

    #[test]
    fn a_status_keeps_the_engines_word_and_its_place() {
        let redactor = Redactor::new(&Secrets::default());
        let of = |status: &facts::CheckStatus<'_>| CheckStatus::of(status, &redactor);
        let later = facts::CheckStatus::Other(Box::new("later".into()));
        let dangerous_first = [
            facts::CheckStatus::Error,
            facts::CheckStatus::Fail,
            later,
            facts::CheckStatus::Unknown,
            facts::CheckStatus::Pass,
        ];
        for status in &dangerous_first {
            assert_eq!(of(status).word(), status.as_str());
        }
        assert!(dangerous_first.iter().map(|status| of(status).rank()).is_sorted());
    }
}
