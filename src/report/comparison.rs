//! Two documents side by side: what one says that the other does not.

use std::collections::BTreeMap;

use crate::facts::{Facts, Secrets, Sensitive, Statement};
use crate::json::ReadError;

use super::redact::{Redacted, Redactor};

/// What is said of a value that holds a copy of a secret in one document alone.
const COPY: &str = "a copy of what only one of the two holds sensitive";

/// What the second of two plans intends that the first did not, or what the second of two states has; by address.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Comparison {
    /// Only the second has it.
    pub added: Vec<Entry>,
    /// Only the first has it.
    pub gone: Vec<Entry>,
    /// Both have it, and not alike.
    pub changed: Vec<ChangedEntry>,
    /// How many are alike in both.
    pub same: usize,
    /// Whether the two are states, and not plans.
    pub of_states: bool,
}

/// One thing that only one of the documents speaks of.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its address.
    pub about: Redacted,
    /// What happens to it.
    pub does: Redacted,
}

/// One thing of which both speak.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ChangedEntry {
    /// Its address.
    pub about: Redacted,
    /// What happens to it in the first and in the second.
    pub does: [Redacted; 2],
    /// The attributes that are not alike, with what the first and the second say of each; `None` for one that does not
    /// speak of it.
    pub values: Vec<(Redacted, [Option<Redacted>; 2])>,
    /// The attributes that the two do not mark sensitive alike, with what they are in the second, in words.
    pub marks: Vec<(Redacted, &'static str)>,
}

impl Comparison {
    /// Compares two plans, or two states. What is sensitive is compared and never told.
    ///
    /// # Errors
    ///
    /// Text that the decoder let through unread and that is nested too deep.
    pub fn of(first: &Facts<'_>, second: &Facts<'_>) -> Result<Self, ReadError> {
        // What one of them holds secret is secret in the words of the other. One look for all: behind the mask of a secret
        // that another one begins with, the rest of that would stay.
        let redactor = Redactor::new(&Secrets::of_all([&first.secrets, &second.secrets]));
        let redact = |text: &str| redactor.text(text);
        let mut olds = by_address(first.statements_beside(second)?);
        let mut comparison = Self {
            of_states: second.plan().is_none(),
            ..Self::default()
        };
        for (key, new) in by_address(second.statements_beside(first)?) {
            match olds.remove(&key) {
                None => comparison.added.push(entry(&new, redact)),
                Some(old) if old == new => comparison.same += 1,
                Some(old) => comparison.changed.push(changed(&old, &new, redact)),
            }
        }
        comparison.gone = olds.values().map(|old| entry(old, redact)).collect();
        if comparison.is_same() && !first.secrets.texts().eq(second.secrets.texts()) {
            comparison.changed = copies(first, second, redact)?;
            comparison.same -= comparison.changed.len();
        }
        Ok(comparison)
    }

    /// Whether both say the same.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.added.is_empty() && self.gone.is_empty() && self.changed.is_empty()
    }
}

/// Of twins, which no engine writes, each has its number.
fn by_address(statements: Vec<Statement>) -> BTreeMap<(String, usize), Statement> {
    let mut all: BTreeMap<(String, usize), Statement> = BTreeMap::new();
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    for statement in statements {
        let number = numbers.entry(statement.about.clone()).or_default();
        all.insert((statement.about.clone(), *number), statement);
        *number += 1;
    }
    all
}

fn entry(statement: &Statement, redact: impl Fn(&str) -> Redacted) -> Entry {
    Entry {
        about: redact(&statement.about),
        does: redact(&statement.does),
    }
}

/// What differs in two documents that say the same in nothing but copies of what one of them holds secret elsewhere. They give
/// the two other fingerprints.
fn copies(
    first: &Facts<'_>,
    second: &Facts<'_>,
    redact: impl Fn(&str) -> Redacted,
) -> Result<Vec<ChangedEntry>, ReadError> {
    let olds = first.statements(Sensitive::LeftOut)?;
    let news = second.statements(Sensitive::LeftOut)?;
    // They are in the same order, since they are about the same.
    let both = olds.iter().zip(&news).filter(|(old, new)| old != new);
    let entries = both.map(|(old, new)| {
        let names = new
            .values
            .iter()
            .filter(|(name, value)| old.values.get(*name) != Some(value));
        ChangedEntry {
            marks: names.map(|(name, _)| (redact(name), COPY)).collect(),
            ..changed(old, old, &redact)
        }
    });
    Ok(entries.collect())
}

fn changed(old: &Statement, new: &Statement, redact: impl Fn(&str) -> Redacted) -> ChangedEntry {
    let marks = new.values.iter().filter_map(|(name, value)| {
        let words = old.values.get(name)?.marks_in(value)?;
        Some((redact(name), words))
    });
    let marks = marks.collect();
    let mut names: Vec<&String> = old.values.keys().chain(new.values.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let values = names.into_iter().filter_map(|name| {
        let sides = [old.values.get(name), new.values.get(name)];
        let is_same = matches!(sides, [Some(one), Some(two)] if one.is_value_of(two));
        (!is_same).then(|| (redact(name), sides.map(|side| side.map(|value| redact(&value.shown)))))
    });
    ChangedEntry {
        about: redact(&new.about),
        does: [redact(&old.does), redact(&new.does)],
        values: values.collect(),
        marks,
    }
}
