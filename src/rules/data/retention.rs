//! How long services keep things, as `retention.toml` says it, by type.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde::Deserialize;

use super::amount::amount;
use super::value::Value;
use crate::facts::Truth;
use crate::facts::attr::Attr;
use crate::order;
use crate::rules::embedded;

/// An attribute of a type that says how long something is kept.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Retention {
    r#type: String,
    /// As [`Attr::at_path`] reads it.
    pub path: String,
    /// The attribute that says it as a text.
    pub text: Option<String>,
    /// What goes when it is kept less long: a clause.
    pub words: String,
    /// The number that means without end.
    forever: Option<i64>,
    /// Whether nothing is deleted where it is not set, or nothing.
    #[serde(default)]
    pub unset_keeps: bool,
    /// Whether nothing is kept where it is not set.
    #[serde(default)]
    unset_ends: bool,
    /// Where the object holds several rules, each for some of what it keeps.
    pub rules: Option<Rules>,
    /// The attribute that names what it is a policy of, which may have been there before it.
    pub of: Option<String>,
}

/// How rules are told apart, of which each says for how long something is kept.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Rules {
    /// The repeated block that is one rule; the path of the time leads through it.
    pub block: String,
    /// Paths in a rule that say what it is of; all of it, where they say nothing.
    of: Vec<String>,
    /// The attribute that says that a rule does nothing, and its value.
    off: Option<(String, Value)>,
    /// The path that says that a rule deletes, and its value, where others do something else.
    on: Option<(String, Value)>,
    /// Whether a rule keeps what nothing else keeps, so that one of something new takes nothing.
    #[serde(default)]
    pub keeping: bool,
}

impl Rules {
    fn is_in_force(&self, rule: Attr<'_, '_>) -> bool {
        let is =
            |(path, value): &(String, Value)| Truth::any(rule.at_path(path).into_iter().map(|attr| value.is(attr)));
        !self.off.as_ref().is_some_and(|off| is(off).is_true())
            && self.on.as_ref().is_none_or(|on| is(on) != Truth::False)
    }
}

/// One rule that is in force.
pub(in crate::rules) struct TimedRule<'d, 'a> {
    /// All that is set in what says what it is of, by the last names: an older and a newer way to write it say the
    /// same.
    of: BTreeSet<(String, String)>,
    is_known: bool,
    /// In the attribute's own unit.
    pub time: i64,
    pub said: Attr<'d, 'a>,
}

impl TimedRule<'_, '_> {
    /// Whether it is known what it is of.
    pub(in crate::rules) fn is_known(&self) -> bool {
        self.is_known
    }

    /// Whether this one took what the other one takes, no later.
    pub(in crate::rules) fn took(&self, other: &Self) -> bool {
        self.time <= other.time && (self.of.is_empty() || self.is_of_the_same(other))
    }

    /// Whether both are of the same things.
    pub(in crate::rules) fn is_of_the_same(&self, other: &Self) -> bool {
        self.of == other.of
    }
}

/// Adds what is set at or below a value, by its last name.
#[expect(clippy::disallowed_methods, reason = "compared, and never shown")]
fn add_leaves(name: &str, attr: Attr<'_, '_>, leaves: &mut BTreeSet<(String, String)>) {
    for (name, child) in attr.entries() {
        add_leaves(&name, child, leaves);
    }
    for child in attr.items() {
        add_leaves(name, child, leaves);
    }
    let leaf = attr.reveal().filter(|_| !attr.is_container() && !attr.is_unset());
    if let Some(leaf) = leaf {
        let text = leaf.as_str().unwrap_or_else(|| leaf.text().into());
        // What every object has limits nothing.
        let is_neutral = matches!(&*text, "" | "0") || name == "with_state" && text == "ANY";
        if !is_neutral {
            leaves.insert((name.to_owned(), text.into_owned()));
        }
    }
}

/// The attributes of a type; none for most types. What is known is a constant of the program, read once.
pub(in crate::rules) fn retentions(type_name: &str) -> &'static [Retention] {
    static BY_TYPE: LazyLock<BTreeMap<String, Vec<Retention>>> = LazyLock::new(|| read(&data_file!("retention")));
    BY_TYPE.get(type_name).map(Vec::as_slice).unwrap_or_default()
}

fn read(text: &str) -> BTreeMap<String, Vec<Retention>> {
    order::lists(embedded::list(text).map(|one: Retention| (one.r#type.clone(), one)))
}

impl Retention {
    /// The rules of an object that are in force and name a time that is known.
    pub(in crate::rules) fn timed<'d, 'a>(&self, rules: &Rules, root: Attr<'d, 'a>) -> Vec<TimedRule<'d, 'a>> {
        let path = self
            .path
            .strip_prefix(&rules.block)
            .unwrap_or_default()
            .trim_start_matches('.');
        let all = root.at_path(&rules.block).into_iter();
        let mut timed = Vec::new();
        for rule in all.filter(|rule| rules.is_in_force(*rule)) {
            let mut of = BTreeSet::new();
            let mut is_known = true;
            for path in &rules.of {
                let name = path.rsplit('.').next().unwrap_or_default();
                for attr in rule.at_path(path) {
                    add_leaves(name, attr, &mut of);
                    is_known &= !attr.may_hold_unknown();
                }
            }
            for said in rule.at_path(path) {
                if let Some(time) = self.time(said).filter(|time| *time > 0) {
                    let of = of.clone();
                    timed.push(TimedRule {
                        of,
                        is_known,
                        time,
                        said,
                    });
                }
            }
        }
        timed
    }

    /// The time that a value says; `None` where it is unknown or not set.
    fn time(&self, said: Attr<'_, '_>) -> Option<i64> {
        let number = amount(said)?;
        Some(if self.forever == Some(number) { i64::MAX } else { number })
    }

    /// The shortest time of those that an object has, in the attribute's own unit, or in seconds; `None` where one is
    /// unknown or none is set.
    pub(in crate::rules) fn shortest<'d, 'a>(&self, root: Attr<'d, 'a>) -> Option<(i64, Attr<'d, 'a>)> {
        let mut shortest: Option<(i64, Attr<'d, 'a>)> = None;
        for attr in root.at_path(&self.path) {
            if attr.is_unset() {
                continue;
            }
            let number = self.time(attr)?;
            if shortest.is_none_or(|(least, _)| number < least) {
                shortest = Some((number, attr));
            }
        }
        shortest
    }
}

impl Retention {
    /// Whether the object keeps nothing of it, since nothing says how long.
    pub(in crate::rules) fn is_ended(&self, root: Attr<'_, '_>) -> bool {
        self.unset_ends && root.at_path(&self.path).into_iter().all(Attr::is_unset)
    }

    /// How long an object keeps it, in the attribute's own unit or in seconds, and in words; `None` where that is not
    /// known or nothing.
    pub(in crate::rules) fn kept(&self, root: Attr<'_, '_>) -> Option<(i64, String)> {
        match self.shortest(root) {
            Some((time, told)) if time > 0 => Some((time, told.brief())),
            told if self.unset_keeps => {
                let words = told.map_or_else(|| "not set".to_owned(), |(_, told)| told.brief());
                Some((i64::MAX, words))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_reads_and_no_attribute_stands_twice() {
        let by_type = read(&data_file!("retention"));
        assert!(by_type.len() > 30, "it is read");
        for (type_name, attributes) in &by_type {
            let mut paths: Vec<_> = attributes.iter().map(|one| &one.path).collect();
            paths.dedup();
            assert!(paths.is_sorted() && paths.len() == attributes.len(), "{type_name}");
            assert!(attributes.iter().all(|one| !one.words.is_empty()), "{type_name}");
        }
    }
}
