//! Two documents side by side: what one says that the other does not.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::attr::MASK;
use crate::facts::{ARROW, Facts, NOT_SET, Secrets, Sensitive, Statement, Value};
use crate::json::ReadError;
use crate::order;

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
    /// What the first and the second lack, in words; `None` for a plan that is whole, and for a state.
    pub lacks: [Option<&'static str>; 2],
}

/// One thing that only one of the documents speaks of.
#[derive(Clone, Debug)]
#[non_exhaustive]
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
    /// What it means in the first and in the second that they do not speak of one, in words.
    pub unsaid: [&'static str; 2],
    /// The attributes that the two do not mark sensitive alike, with what they are in the second, in words.
    pub marks: Vec<(Redacted, &'static str)>,
}

impl Comparison {
    /// Compares two plans, or two states. What is sensitive is compared and never told.
    ///
    /// # Errors
    ///
    /// A value that the decoder passed over and that cannot be read: nested too deep, or half a surrogate pair.
    pub fn of(first: &Facts<'_>, second: &Facts<'_>) -> Result<Self, ReadError> {
        // What one of them holds secret is secret in the words of the other. One look for all: behind the mask of a
        // secret that another one begins with, the rest of that would stay.
        let redactor = Redactor::new(&Secrets::of_all([first.secrets(), second.secrets()]));
        let mut olds = by_address(first.statements_beside(second)?);
        let mut comparison = Self {
            of_states: second.plan().is_none(),
            lacks: [first.lacks(), second.lacks()],
            ..Self::default()
        };
        let (mut keys, mut added) = (Vec::new(), Vec::new());
        for (key, new) in by_address(second.statements_beside(first)?) {
            match olds.remove(&key) {
                None => added.push(new),
                Some(old) if old == new => comparison.same += 1,
                Some(old) => {
                    comparison.changed.push(changed(&old, &new, &redactor));
                    keys.push(key);
                }
            }
        }
        tell_at_length(&mut comparison.changed, &keys, first, second, &redactor)?;
        // That the provider in the engines is used comes with the first object of its, and nobody configures it. Where
        // it is the only difference it is told, since the fingerprints differ.
        let others = olds.values().chain(&added).filter(|one| !is_built_in(one)).count();
        let is_told = |one: &&Statement| others + comparison.changed.len() == 0 || !is_built_in(one);
        let told = |one| entry(one, &redactor);
        let (added, gone) = (
            added.iter().filter(is_told).map(told).collect(),
            olds.values().filter(is_told).map(told).collect(),
        );
        (comparison.added, comparison.gone) = (added, gone);
        if comparison.tells_nothing() && !first.secrets().texts().eq(second.secrets().texts()) {
            comparison.changed = copies(first, second, &redactor)?;
            comparison.same = comparison.same.saturating_sub(comparison.changed.len());
        }
        Ok(comparison)
    }

    /// Whether both say the same. What a plan lacks it might have said.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.tells_nothing() && self.lacks[0] == self.lacks[1]
    }

    fn tells_nothing(&self) -> bool {
        self.added.is_empty() && self.gone.is_empty() && self.changed.is_empty()
    }
}

/// Tells more of values that differ where short words leave something out, as that they are two lists, or make them one;
/// of one entry after the other, since a document may have very many.
fn tell_at_length(
    changed: &mut [ChangedEntry],
    keys: &[(String, usize)],
    first: &Facts<'_>,
    second: &Facts<'_>,
    redactor: &Redactor,
) -> Result<(), ReadError> {
    let says_little = |entry: &ChangedEntry| {
        let mut values = entry.values.iter();
        values.any(|(_, [one, two])| one == two || [one, two].into_iter().flatten().any(leaves_out))
    };
    let wanted: Vec<_> = keys
        .iter()
        .zip(changed)
        .filter(|(_, entry)| says_little(entry))
        .collect();
    let abouts: BTreeSet<String> = wanted.iter().map(|((about, _), _)| about.clone()).collect();
    if abouts.is_empty() {
        return Ok(());
    }
    let olds = by_address(first.statements_at_length(second, &abouts)?);
    let news = by_address(second.statements_at_length(first, &abouts)?);
    for (key, entry) in wanted {
        for (name, sides) in &mut entry.values {
            let said = [&olds, &news].map(|all| all.get(key)?.values.get(&**name));
            if sides[0] == sides[1]
                && let [Some(one), Some(two)] = said
            {
                *sides = both(one, two, redactor).map(Some);
                continue;
            }
            for (side, value) in sides.iter_mut().zip(said) {
                if let Some(value) = value.filter(|_| side.as_ref().is_some_and(leaves_out)) {
                    *side = Some(whole(value, redactor));
                }
            }
        }
    }
    Ok(())
}

/// Whether short words tell of a value, or of one side of its change, no more than what kind of value it is.
fn leaves_out(told: &Redacted) -> bool {
    let is_kind = |side| ["(a string)", "(a list)", "(an object)"].contains(&side);
    told.split(ARROW).any(is_kind)
}

/// One value as far as it fits into a line; of a change what differs.
fn whole(value: &Value, redactor: &Redactor) -> Redacted {
    let Some((before, after)) = value.before_and_after() else {
        return start(&redactor.text(&value.shown));
    };
    let [before, after] = [before, after].map(|text| redactor.text(text));
    let are_long = [&before, &after].into_iter().all(|text| text.chars().count() > WHOLE);
    let [before, after] = match apart(&before, &after).filter(|_| are_long) {
        Some(apart) => apart,
        None => [start(&before), start(&after)],
    };
    Redacted::trusted(&format!("{before}{ARROW}{after}"))
}

/// Two values that short words make one.
fn both(one: &Value, two: &Value, redactor: &Redactor) -> [Redacted; 2] {
    let texts = [one, two].map(|value| redactor.text(&value.shown));
    if let Some(apart) = apart(&texts[0], &texts[1]) {
        return apart;
    }
    let mut told = texts.each_ref().map(start);
    // The same value, which one of them sets and the other has. Of a secret nobody can say that it is the same.
    if one.is_new() != two.is_new() && !texts[0].contains(MASK) {
        for (told, _) in told.iter_mut().zip([one, two]).filter(|(_, value)| value.is_new()) {
            *told = Redacted::trusted(&format!("{NOT_SET}{ARROW}{told}"));
        }
    }
    told
}

/// The first letters of a text.
fn start(text: &Redacted) -> Redacted {
    match text.char_indices().nth(WHOLE) {
        Some((end, _)) => Redacted::trusted(&format!("{}…", &text[..end])),
        None => text.clone(),
    }
}

/// Two texts as far as they differ, with a little of what stands around it; `None` where they do not.
fn apart(one: &Redacted, two: &Redacted) -> Option<[Redacted; 2]> {
    if one == two {
        return None;
    }
    let letters = [one, two].map(|text| text.chars().collect::<Vec<char>>());
    let [first, second] = letters.each_ref().map(Vec::as_slice);
    let same = |pairs: &mut dyn Iterator<Item = (&char, &char)>| pairs.take_while(|(one, two)| one == two).count();
    let before = same(&mut first.iter().zip(second));
    let room = first.len().min(second.len()) - before;
    let after = same(&mut first.iter().rev().zip(second.iter().rev())).min(room);
    Some([first, second].map(|text| {
        if text.len() <= WHOLE {
            return Redacted::trusted(&text.iter().collect::<String>());
        }
        let from = before.saturating_sub(AROUND);
        let end = (text.len() - after + AROUND).min(text.len());
        let to = end.min(before + WHOLE);
        let mut told: String = text.get(from..to).unwrap_or_default().iter().collect();
        if from > 0 {
            told.insert(0, '…');
        }
        if to < text.len() {
            told.push('…');
        }
        Redacted::trusted(&told)
    }))
}

/// So long a text, in letters, is told as a whole.
const WHOLE: usize = 80;
/// So much is told of what stands before and behind a difference.
const AROUND: usize = 16;

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

/// Whether it says no more than that the provider in the engines is used.
fn is_built_in(statement: &Statement) -> bool {
    statement.about == "provider.terraform" && statement.values.is_empty()
}

fn entry(statement: &Statement, redactor: &Redactor) -> Entry {
    Entry {
        about: redactor.address(&statement.about),
        does: does(statement, redactor),
    }
}

/// What differs in two documents that say the same in nothing but copies of what one of them holds secret elsewhere.
/// They give the two other fingerprints.
fn copies(first: &Facts<'_>, second: &Facts<'_>, redactor: &Redactor) -> Result<Vec<ChangedEntry>, ReadError> {
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
            marks: names.map(|(name, _)| (redactor.attribute(name), COPY)).collect(),
            ..changed(old, old, redactor)
        }
    });
    Ok(entries.collect())
}

/// What happens to something, in which an address before a move stands.
fn does(statement: &Statement, redactor: &Redactor) -> Redacted {
    redactor.telling(&statement.does, statement.moved_from.as_deref().as_slice())
}

fn changed(old: &Statement, new: &Statement, redactor: &Redactor) -> ChangedEntry {
    let marks = new.values.iter().filter_map(|(name, value)| {
        let words = old.values.get(name)?.marks_in(value)?;
        Some((redactor.attribute(name), words))
    });
    let marks = marks.collect();
    let mut names: Vec<&String> = old.values.keys().chain(new.values.keys()).collect();
    order::sort(&mut names);
    names.dedup();
    let values = names.into_iter().filter_map(|name| {
        let sides = [old.values.get(name), new.values.get(name)];
        let is_same = matches!(sides, [Some(one), Some(two)] if one.is_value_of(two));
        (!is_same).then(|| {
            (
                redactor.attribute(name),
                sides.map(|side| side.map(|value| redactor.text(&value.shown))),
            )
        })
    });
    ChangedEntry {
        about: redactor.address(&new.about),
        does: [does(old, redactor), does(new, redactor)],
        values: values.collect(),
        unsaid: [old.unsaid, new.unsaid],
        marks,
    }
}
