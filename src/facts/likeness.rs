//! Which new object is an old one under another address: the one whose known values are nearly the same.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::address::{Address, ModulePath};
use super::attr::{Attr, Object};
use super::change::ResourceChange;
use super::truth::Truth;
use crate::order;
use crate::tofu::Raw;

/// How many objects are looked up by one value: a value that more share tells nothing.
const SHARED_BY: usize = 32;

/// How many objects are compared whole with one that goes.
const COMPARED: usize = 8;

/// How many attributes of two objects are the same, of those that are set and known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) struct Likeness {
    /// Known on both sides and the same.
    pub same: usize,
    /// Known and not the same, or set on one side only.
    pub different: usize,
}

impl Likeness {
    /// Compares what exists with what is planned. What is known only after apply, and what is set on neither side,
    /// tells nothing.
    #[must_use]
    pub(crate) fn of<'a>(before: Attr<'_, 'a>, after: Attr<'_, 'a>) -> Self {
        let mut likeness = Self { same: 0, different: 0 };
        for (_, held, planned) in before.beside(after).filter(|(_, _, planned)| !planned.is_absent()) {
            let is_set = |attr: Attr<'_, '_>| attr.is_set() != Truth::False;
            match held.equals(planned) {
                Truth::True if is_set(planned) => likeness.same += 1,
                Truth::False if is_set(held) || is_set(planned) => likeness.different += 1,
                _ => {}
            }
        }
        likeness
    }

    /// Whether it may well be one object: at least three in four are the same.
    #[must_use]
    pub(crate) fn is_near(self) -> bool {
        self.same > 0 && self.same >= 3 * self.different
    }
}

/// For each object that goes, the place among `made` of the one that takes after it; `None` when there is none, or
/// when nobody can tell which of several.
///
/// `made` are creations of the same type. No object is found twice. Takes time by the number of objects.
#[must_use]
pub(crate) fn pair(gone: &[&ResourceChange<'_>], made: &[&ResourceChange<'_>]) -> Vec<Option<usize>> {
    let planned: Vec<Object<'_>> = made
        .iter()
        .map(|change| read(change.wire.change.after, change.wire.change.after_unknown))
        .collect();
    let mut by_value: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (index, object) in planned.iter().enumerate() {
        for value in values(object.root()) {
            let holders = by_value.entry(value).or_default();
            if holders.len() <= SHARED_BY {
                holders.push(index);
            }
        }
    }
    by_value.retain(|_, holders| holders.len() <= SHARED_BY);
    let best: Vec<Option<(usize, Likeness)>> = gone
        .iter()
        .map(|change| {
            let held = read(change.wire.change.before, None);
            let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
            for index in values(held.root()).filter_map(|value| by_value.get(&value)).flatten() {
                *shared.entry(*index).or_default() += 1;
            }
            let mut candidates: Vec<(usize, usize)> = shared.into_iter().collect();
            order::sort_by(&mut candidates, |one, two| two.1.cmp(&one.1).then(one.0.cmp(&two.0)));
            let near = candidates.into_iter().take(COMPARED).filter_map(|(index, _)| {
                let likeness = Likeness::of(held.root(), planned.get(index)?.root());
                likeness.is_near().then_some((index, likeness))
            });
            only_best(near)
        })
        .collect();
    // An object that several would become is the successor of the one that it is most like.
    let mut wanted: BTreeMap<usize, Vec<(usize, Likeness)>> = BTreeMap::new();
    for (index, found) in best.iter().enumerate() {
        if let Some((made, likeness)) = found {
            wanted.entry(*made).or_default().push((index, *likeness));
        }
    }
    let mut pairs = vec![None; gone.len()];
    for (made, by) in wanted {
        if let Some((index, _)) = only_best(by.into_iter())
            && let Some(pair) = pairs.get_mut(index)
        {
            *pair = Some(made);
        }
    }
    pairs
}

/// The one that is most alike; `None` when there are two of them.
fn only_best(found: impl Iterator<Item = (usize, Likeness)>) -> Option<(usize, Likeness)> {
    let rank = |likeness: Likeness| (likeness.different, std::cmp::Reverse(likeness.same));
    let mut found: Vec<_> = found.collect();
    order::sort_by_key(&mut found, |(index, likeness)| (rank(*likeness), *index));
    match found[..] {
        [one] => Some(one),
        [one, two, ..] if rank(one.1) != rank(two.1) => Some(one),
        _ => None,
    }
}

/// The door has refused every document with a value that cannot be read.
fn read<'a>(value: Option<Raw<'a>>, unknown: Option<Raw<'a>>) -> Object<'a> {
    Object::read(value, unknown, []).unwrap_or_default()
}

/// A number for each attribute that is set and known, by its name and its text.
#[expect(clippy::disallowed_methods, reason = "the text is hashed and not kept")]
fn values<'d, 'a: 'd>(object: Attr<'d, 'a>) -> impl Iterator<Item = u64> {
    object.entries().filter_map(|(name, attr)| {
        let node = attr.reveal().filter(|_| attr.is_set() == Truth::True)?;
        let mut hasher = DefaultHasher::new();
        (name, node.text()).hash(&mut hasher);
        Some(hasher.finish())
    })
}

/// The `moved` block that keeps an object, ready to paste; between modules when only the module has another name.
#[must_use]
pub(crate) fn moved_block(from: &Address<'_>, to: &Address<'_>) -> String {
    let same_own = (from.resource_config(), &from.key) == (to.resource_config(), &to.key);
    let differing = from
        .module
        .0
        .iter()
        .zip(&to.module.0)
        .rposition(|(one, two)| one != two);
    let same_depth = from.module.0.len() == to.module.0.len();
    let (from, to) = match differing {
        Some(last) if same_depth && same_own => {
            let head = |address: &Address<'_>| {
                ModulePath(address.module.0.iter().take(last + 1).cloned().collect()).to_string()
            };
            (head(from), head(to))
        }
        _ => (from.to_string(), to.to_string()),
    };
    moved(&from, &to)
}

/// A `moved` block between two addresses as they are.
#[must_use]
pub(crate) fn moved(from: &str, to: &str) -> String {
    format!("moved {{\n  from = {from}\n  to   = {to}\n}}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::change::Place;
    use crate::facts::secrecy::marked::Marked;
    use crate::tofu::ResourceChange as Wire;

    fn object(value: &str) -> Object<'_> {
        Object::read(Some(serde_json::from_str(value).unwrap()), None, []).unwrap()
    }

    #[test]
    fn likeness_counts_what_is_known_and_set() {
        let held = r#"{"id":"i-1","a":1,"b":"x","c":[],"d":null,"e":"e","f":"f"}"#;
        for (planned, same, different, near, why) in [
            (
                r#"{"a":1,"b":"x","e":"e","f":"f"}"#,
                4,
                0,
                true,
                "all that is planned is there",
            ),
            (r#"{"a":1,"b":"x","e":"e","f":"g"}"#, 3, 1, true, "three in four"),
            (
                r#"{"a":1,"b":"x","e":null,"f":"g"}"#,
                2,
                2,
                false,
                "unset is a difference too",
            ),
            (r#"{"c":[],"d":null}"#, 0, 0, false, "set on neither side"),
            (r#"{"a":1}"#, 1, 0, true, "one attribute can be all there is"),
            ("null", 0, 0, false, "nothing is planned"),
        ] {
            let likeness = Likeness::of(object(held).root(), object(planned).root());
            assert_eq!(likeness, Likeness { same, different }, "{why}");
            assert_eq!(likeness.is_near(), near, "{why}");
        }
    }

    fn pairs(gone: &[&str], made: &[&str]) -> Vec<Option<usize>> {
        let wires = |side: &str, values: &[&str]| -> Vec<String> {
            let change = |value: &&str| format!(r#"{{"change":{{"actions":[],"{side}":{value}}}}}"#);
            values.iter().map(change).collect()
        };
        let (gone, made) = (wires("before", gone), wires("after", made));
        let read = |texts: &'_ [String]| -> Vec<Wire<'static>> {
            let leaked = texts.iter().map(|text| &*Box::leak(text.clone().into_boxed_str()));
            leaked.map(|text| serde_json::from_str(text).unwrap()).collect()
        };
        let (gone, made) = (read(&gone), read(&made));
        let changes = |wires: &'_ [Wire<'static>]| -> Vec<ResourceChange<'static>> {
            let leaked = wires.iter().map(|wire| &*Box::leak(Box::new(wire.clone())));
            leaked
                .map(|wire| ResourceChange::new(wire, Place::Change(0), &Marked::default()))
                .collect()
        };
        let (gone, made) = (changes(&gone), changes(&made));
        pair(&gone.iter().collect::<Vec<_>>(), &made.iter().collect::<Vec<_>>())
    }

    #[test]
    fn an_object_is_paired_with_the_only_one_like_it() {
        let [a, b, c] = [
            r#"{"name":"a","size":1,"zone":"x","tier":"t"}"#,
            r#"{"name":"b","size":1,"zone":"x","tier":"t"}"#,
            r#"{"name":"c","size":9,"zone":"y","tier":"u"}"#,
        ];
        for (gone, made, wanted, why) in [
            (vec![a], vec![a], vec![Some(0)], "the same"),
            (vec![a], vec![b], vec![Some(0)], "another name"),
            (vec![a], vec![c], vec![None], "another thing"),
            (vec![a], vec![c, a, b], vec![Some(1)], "the most alike"),
            (vec![a], vec![b, b], vec![None], "which of the two?"),
            (vec![a, a], vec![a], vec![None, None], "which of the two?"),
            (vec![b, a], vec![a], vec![None, Some(0)], "the most alike"),
            (vec![a, c], vec![c, b], vec![Some(1), Some(0)], "crosswise"),
            (vec![], vec![a], vec![], "nothing goes"),
        ] {
            assert_eq!(pairs(&gone, &made), wanted, "{why}");
        }
    }

    #[test]
    fn what_all_share_hides_no_pair() {
        let objects: Vec<String> = (0..100)
            .map(|index| format!(r#"{{"a":1,"b":2,"c":3,"name":"n{index}"}}"#))
            .collect();
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        let wanted: Vec<_> = (0..100).map(Some).collect();
        assert_eq!(pairs(&objects, &objects), wanted);
    }

    #[test]
    fn thousands_of_replicas_take_no_time() {
        let replicas = vec![r#"{"name":"a","size":1}"#; 3000];
        assert!(pairs(&replicas, &replicas).iter().all(Option::is_none));
    }

    #[test]
    fn moved_blocks_name_no_more_than_they_must() {
        for (from, to, wanted) in [
            ("t.a", "t.b", ("t.a", "t.b")),
            ("t.a[\"x\"]", "t.a[\"y\"]", ("t.a[\"x\"]", "t.a[\"y\"]")),
            (
                "module.m[0].t.a",
                "module.m[\"k\"].t.a",
                ("module.m[0]", "module.m[\"k\"]"),
            ),
            (
                "module.m[0].module.n.t.a",
                "module.m[1].module.n.t.a",
                ("module.m[0]", "module.m[1]"),
            ),
            (
                "module.m.t.a[0]",
                "module.n.t.a[1]",
                ("module.m.t.a[0]", "module.n.t.a[1]"),
            ),
            ("t.a", "module.m.t.a", ("t.a", "module.m.t.a")),
        ] {
            let block = moved_block(&Address::parse(from).unwrap(), &Address::parse(to).unwrap());
            assert_eq!(
                block,
                format!("moved {{\n  from = {}\n  to   = {}\n}}", wanted.0, wanted.1)
            );
        }
    }
}
