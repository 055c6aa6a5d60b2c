//! How long services keep things, as `retention.toml` says it, by type.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::amount::amount;
use crate::facts::attr::Attr;
use crate::order;

/// An attribute of a type that says how long something is kept.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Retention {
    r#type: String,
    /// As [`Attr::at_path`] reads it.
    pub path: String,
    /// What goes when it is kept less long: a clause.
    pub words: String,
    /// The number that means without end.
    forever: Option<i64>,
    /// Where the object holds several rules, each for some of what it keeps.
    pub rules: Option<Rules>,
}

/// How rules are told apart, of which each says for how long something is kept.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Rules {
    /// The repeated block that is one rule; the path of the time leads through it.
    block: String,
    /// Attributes of a rule that say what it is of; all of it, where they say nothing.
    of: Vec<String>,
    /// The attribute that says that a rule does nothing, and its value.
    off: [String; 2],
}

/// One rule that is in force.
pub(in crate::rules) struct TimedRule<'d, 'a> {
    of: Vec<Attr<'d, 'a>>,
    /// In the attribute's own unit.
    pub time: i64,
    pub said: Attr<'d, 'a>,
}

impl TimedRule<'_, '_> {
    /// Whether it is known what it is of.
    pub(in crate::rules) fn is_known(&self) -> bool {
        !self.of.iter().any(|attr| attr.may_hold_unknown())
    }

    /// Whether this one took what the other one takes, no later.
    pub(in crate::rules) fn took(&self, other: &Self) -> bool {
        let takes_all = self.of.iter().all(|attr| says_nothing(*attr));
        self.time <= other.time && (takes_all || self.is_of_the_same(other))
    }

    /// Whether both are of the same things.
    pub(in crate::rules) fn is_of_the_same(&self, other: &Self) -> bool {
        self.of
            .iter()
            .zip(&other.of)
            .all(|(one, two)| says_the_same(*one, *two))
    }
}

/// Whether nothing below a value is set.
fn says_nothing(attr: Attr<'_, '_>) -> bool {
    attr.is_unset()
        || attr.text_is(str::is_empty).is_true()
        || attr.is_container() && !attr.is_unknown() && children(attr).iter().all(|(_, child)| says_nothing(*child))
}

/// Whether two values are the same, but for what is not set.
fn says_the_same(one: Attr<'_, '_>, two: Attr<'_, '_>) -> bool {
    if !(one.is_container() && two.is_container()) {
        return one.equals(two).is_true() || says_nothing(one) && says_nothing(two);
    }
    let [one, two] = [one, two].map(|attr| {
        let mut children = children(attr);
        children.retain(|(_, child)| !says_nothing(*child));
        children
    });
    let is_same = |((name, one), (other, two)): (&(String, Attr<'_, '_>), &(String, Attr<'_, '_>))| {
        name == other && says_the_same(*one, *two)
    };
    one.len() == two.len() && one.iter().zip(&two).all(is_same)
}

/// Members in the order of their names, elements in theirs.
fn children<'d, 'a>(attr: Attr<'d, 'a>) -> Vec<(String, Attr<'d, 'a>)> {
    let mut members: Vec<_> = attr.entries().map(|(name, child)| (name.into_owned(), child)).collect();
    order::sort_by(&mut members, |(one, _), (two, _)| one.cmp(two));
    members.extend(attr.items().map(|child| (String::new(), child)));
    members
}

/// The attributes of a type; none for most types. What is known is a constant of the program, read once.
pub(in crate::rules) fn retentions(type_name: &str) -> &'static [Retention] {
    static BY_TYPE: LazyLock<BTreeMap<String, Vec<Retention>>> = LazyLock::new(|| read(data_file!("retention")));
    BY_TYPE.get(type_name).map(Vec::as_slice).unwrap_or_default()
}

fn read(text: &str) -> BTreeMap<String, Vec<Retention>> {
    #[derive(Default, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        attribute: Vec<Retention>,
    }
    // The file is part of the program and a test reads it; a broken one would fail there, not here.
    let file: File = serde_json::from_str(text).unwrap_or_default();
    let mut by_type: BTreeMap<String, Vec<Retention>> = BTreeMap::new();
    for one in file.attribute {
        by_type.entry(one.r#type.clone()).or_default().push(one);
    }
    by_type
}

impl Retention {
    /// The rules of an object that are in force and name a time that is known.
    pub(in crate::rules) fn timed<'d, 'a>(&self, rules: &Rules, root: Attr<'d, 'a>) -> Vec<TimedRule<'d, 'a>> {
        let path = self
            .path
            .strip_prefix(&rules.block)
            .unwrap_or_default()
            .trim_start_matches('.');
        let [off, word] = &rules.off;
        let all = root.at_path(&rules.block).into_iter();
        let in_force = all.filter(|rule| !rule.get(off).text_is(|text| text == word).is_true());
        let timed = in_force.flat_map(|rule| {
            let times = rule.at_path(path).into_iter();
            times.filter_map(move |said| {
                let time = self.time(said).filter(|time| *time > 0)?;
                let of = rules.of.iter().map(|name| rule.get(name)).collect();
                Some(TimedRule { of, time, said })
            })
        });
        timed.collect()
    }

    /// The time that a value says; `None` where it is unknown or not set.
    fn time(&self, said: Attr<'_, '_>) -> Option<i64> {
        let number = amount(said)?;
        Some(if self.forever == Some(number) { i64::MAX } else { number })
    }

    /// The shortest time of those that an object has, in the attribute's own unit, or in seconds; `None` where one is unknown or none is set.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_reads_and_no_attribute_stands_twice() {
        let by_type = read(data_file!("retention"));
        assert!(by_type.len() > 30, "it is read");
        for (type_name, attributes) in &by_type {
            let mut paths: Vec<_> = attributes.iter().map(|one| &one.path).collect();
            paths.dedup();
            assert!(paths.is_sorted() && paths.len() == attributes.len(), "{type_name}");
            assert!(attributes.iter().all(|one| !one.words.is_empty()), "{type_name}");
        }
    }
}
