//! Marks of sensitivity that a change takes away.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::facts::attr::{Attr, Object};
use crate::facts::change::ResourceChange;
use crate::facts::member_path::{Prefixes, member};
use crate::json::{Kind, Node, ReadError};
use crate::order;

use super::marks::marks_anything;
use super::secrets::SHORTEST;

/// An attribute that was sensitive before the change and is not after it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) struct LostMark {
    /// The attribute, as people write it: `environment[0].variables`.
    pub path: String,
    /// Whether the value after the change is known only after apply.
    pub unknown: bool,
    /// Whether the value itself stays the same.
    pub same: bool,
}

impl ResourceChange<'_> {
    /// The attributes that lose their mark and still hold something, in the order of the document.
    ///
    /// Of a whole of which only parts stay marked, the others have lost theirs: the engines warn of it. What was not
    /// there before has lost nothing, unless it holds what was marked under another name. Elements of lists are known
    /// by their values; of those that are new or changed in a list of another length nobody can say which one became
    /// which, so that they count together.
    #[must_use]
    pub(crate) fn lost_marks(&self) -> Vec<LostMark> {
        self.read_lost_marks().unwrap_or_default()
    }

    fn read_lost_marks(&self) -> Result<Vec<LostMark>, ReadError> {
        let wire = &self.wire.change;
        let (Some(marks), Some(_)) = (wire.before_sensitive.filter(|raw| marks_anything(*raw)), wire.after) else {
            return Ok(Vec::new());
        };
        let before = Object::read(wire.before, None, [marks])?;
        let after = Object::read(wire.after, wire.after_unknown, wire.after_sensitive)?;
        let mut lost = Vec::new();
        if after.root().is_unset() {
            return Ok(lost);
        }
        let mut prefixes = Prefixes::default();
        let mut open = vec![(String::new(), before.root(), after.root())];
        while let Some((path, one, two)) = open.pop() {
            if one.is_unset() || two.is_unset() || two.is_sensitive() {
                continue;
            }
            // Whatever becomes of a list as a whole, what was marked in it is not any more.
            let goes_whole = one.kind() == Some(Kind::Array) && two.kind() != Some(Kind::Array) && any_mark(one);
            let stays_in_part = one.is_sensitive() && one.kind() == two.kind() && two.may_hold_sensitive();
            if goes_whole || one.is_sensitive() && !(stays_in_part && any_mark(two)) {
                if !is_empty(two) && others_lose(&[one], &[two]) {
                    lost.push(LostMark {
                        path,
                        unknown: two.is_unknown(),
                        same: one.same_known_value(two),
                    });
                }
                continue;
            }
            let from = open.len();
            if one.kind() == Some(Kind::Array) && any_mark(one) {
                let elements = Elements::of(one, two);
                if elements.others_lose() {
                    let unknown = elements.is_unknown();
                    lost.push(LostMark {
                        path: path.clone(),
                        unknown,
                        same: false,
                    });
                }
                let path = prefixes.of(&path);
                let pairs = elements.pairs.into_iter();
                open.extend(pairs.map(|(index, one, two)| (format!("{path}[{index}]"), one, two)));
            } else {
                let path = prefixes.of(&path);
                lost.extend(renamed(one, two).into_iter().map(|key| LostMark {
                    path: member(&path, &key),
                    unknown: false,
                    same: false,
                }));
                let members = one.beside(two).filter(|(_, below, _)| !below.is_unset());
                open.extend(members.map(|(key, one, two)| (member(&path, &key), one, two)));
            }
            open[from..].reverse();
        }
        Ok(lost)
    }
}

/// The elements of a list before and after a change.
struct Elements<'d, 'a> {
    /// Those that are known to be one another, in the order and by the index after the change.
    pairs: Vec<(usize, Attr<'d, 'a>, Attr<'d, 'a>)>,
    /// Those that are no more there as they were.
    gone: Vec<Attr<'d, 'a>>,
    /// Those that were not there as they are.
    new: Vec<Attr<'d, 'a>>,
}

impl<'d, 'a> Elements<'d, 'a> {
    fn of(before: Attr<'d, 'a>, after: Attr<'d, 'a>) -> Self {
        let mut gone: Vec<Option<Attr<'_, '_>>> = before.items().map(Some).collect();
        let mut new: Vec<Option<Attr<'_, '_>>> = after.items().map(Some).collect();
        let mut by_text: BTreeMap<(&str, bool), Vec<usize>> = BTreeMap::new();
        // The last one first, so that the first is taken first.
        for (index, element) in before.items().enumerate() {
            let places = by_text.entry((written(element), any_mark(element))).or_default();
            places.push(index);
        }
        for places in by_text.values_mut() {
            places.reverse();
        }
        let mut pairs = Vec::new();
        // Of several with one value those that are marked alike are one another.
        for alike in [true, false] {
            for (index, place) in new.iter_mut().enumerate() {
                let Some(element) = *place else { continue };
                let key = (written(element), any_mark(element) == alike);
                let Some(places) = by_text.get_mut(&key) else { continue };
                let is_same = |other: &usize| {
                    let other = gone.get(*other).copied().flatten();
                    other.is_some_and(|other| other.same_known_value(element))
                };
                let found = places.pop_if(|other| is_same(other));
                if let Some(other) = found.and_then(|found| gone.get_mut(found)?.take()) {
                    pairs.push((index, other, element));
                    *place = None;
                }
            }
        }
        if gone.len() == new.len() {
            for (index, (one, two)) in gone.iter_mut().zip(&mut new).enumerate() {
                if let (Some(before), Some(after)) = (*one, *two) {
                    pairs.push((index, before, after));
                    (*one, *two) = (None, None);
                }
            }
        }
        order::sort_by_key(&mut pairs, |(index, ..)| *index);
        Self {
            pairs,
            gone: gone.into_iter().flatten().collect(),
            new: new.into_iter().flatten().collect(),
        }
    }

    fn others_lose(&self) -> bool {
        others_lose(&self.gone, &self.new)
    }

    fn is_unknown(&self) -> bool {
        self.new.iter().all(|new| new.is_unknown())
    }
}

/// Whether what is marked among those that are gone may be among those that are new, without a mark.
fn others_lose(gone: &[Attr<'_, '_>], new: &[Attr<'_, '_>]) -> bool {
    if new.is_empty() || !gone.iter().any(|gone| any_mark(*gone)) {
        return false;
    }
    let marked: BTreeSet<&str> = gone.iter().flat_map(|gone| leaves(*gone, true)).collect();
    !new.iter().any(|new| any_mark(*new))
        || new
            .iter()
            .flat_map(|new| leaves(*new, false))
            .any(|leaf| marked.contains(leaf))
}

/// Members that were not there, and hold without a mark what is marked in members that are there no more.
fn renamed<'a>(before: Attr<'_, 'a>, after: Attr<'_, 'a>) -> Vec<Cow<'a, str>> {
    if !before.may_hold_sensitive() {
        return Vec::new();
    }
    let (mut gone, mut new) = (Vec::new(), Vec::new());
    for (key, one, two) in before.beside(after) {
        if two.is_unset() {
            gone.push(one);
        } else if one.is_unset() {
            new.push((key, two));
        }
    }
    if gone.is_empty() || new.is_empty() {
        return Vec::new();
    }
    let marked: BTreeSet<&str> = gone.iter().flat_map(|gone| leaves(*gone, true)).collect();
    new.retain(|(_, new)| !marked.is_empty() && leaves(*new, false).into_iter().any(|leaf| marked.contains(leaf)));
    new.into_iter().map(|(key, _)| key).collect()
}

/// As it stands in the document, to be compared alone.
#[expect(clippy::disallowed_methods, reason = "the text is compared and not kept")]
fn written<'d>(attr: Attr<'d, '_>) -> &'d str {
    attr.reveal().map(Node::text).unwrap_or_default()
}

/// The texts and numbers in a value that are marked, or those that are not; short ones are the same by chance.
fn leaves<'d>(attr: Attr<'d, '_>, marked: bool) -> Vec<&'d str> {
    let mut found = Vec::new();
    let mut open = vec![(attr, false)];
    while let Some((attr, inside)) = open.pop() {
        let is_marked = inside || attr.is_sensitive();
        open.extend(attr.items().map(|item| (item, is_marked)));
        open.extend(attr.entries().map(|(_, below)| (below, is_marked)));
        if !attr.is_container() && is_marked == marked {
            found.push(written(attr));
        }
    }
    found.retain(|text| text.len() > SHORTEST);
    found
}

fn is_empty(attr: Attr<'_, '_>) -> bool {
    match attr.kind() {
        Some(Kind::Array) => attr.items().next().is_none(),
        Some(Kind::Object) => attr.entries().next().is_none(),
        Some(Kind::String) => attr.equals_text("").is_true(),
        _ => false,
    }
}

fn any_mark(attr: Attr<'_, '_>) -> bool {
    let mut open = vec![attr];
    while let Some(attr) = open.pop() {
        if attr.is_sensitive() {
            return true;
        }
        open.extend(attr.parts());
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::change::Place;
    use crate::facts::secrecy::marked::Marked;
    use crate::tofu::ResourceChange as Wire;

    #[test]
    #[expect(clippy::too_many_lines, reason = "one table: a row a way to lose a mark")]
    fn only_what_was_marked_and_is_not_is_lost() {
        for (before, marks, after, unknown, marks_after, wanted, why) in [
            (
                r#"{"a":"x"}"#,
                r#"{"a":true}"#,
                r#"{"a":"x"}"#,
                "{}",
                "{}",
                vec![("a", false, true)],
                "the plain case",
            ),
            (
                r#"{"a":"x"}"#,
                r#"{"a":true}"#,
                r#"{"a":"y"}"#,
                "{}",
                "{}",
                vec![("a", false, false)],
                "another value",
            ),
            (
                r#"{"a":"x"}"#,
                r#"{"a":true}"#,
                "{}",
                r#"{"a":true}"#,
                "{}",
                vec![("a", true, false)],
                "not known yet",
            ),
            (
                r#"{"a":"x"}"#,
                r#"{"a":true}"#,
                r#"{"a":"x"}"#,
                "{}",
                r#"{"a":true}"#,
                vec![],
                "still marked",
            ),
            (
                r#"{"a":"x"}"#,
                r#"{"a":true}"#,
                r#"{"a":null}"#,
                "{}",
                "{}",
                vec![],
                "nothing is there",
            ),
            (
                r#"{"a":null}"#,
                r#"{"a":true}"#,
                r#"{"a":"x"}"#,
                "{}",
                "{}",
                vec![],
                "nothing was there",
            ),
            (
                r#"{"a":"x"}"#,
                r#"{"a":true}"#,
                "null",
                "{}",
                "false",
                vec![],
                "the object goes",
            ),
            (
                r#"{"a":{"b":"x","c":"y"}}"#,
                r#"{"a":true}"#,
                r#"{"a":{"b":"x","c":"y"}}"#,
                "{}",
                r#"{"a":{"b":true}}"#,
                vec![("a.c", false, true)],
                "marked in part only: the engines warn of the other",
            ),
            (
                r#"{"a":{"b":"x","c":{"d":"y","e":null,"f":""}}}"#,
                r#"{"a":true}"#,
                r#"{"a":{"b":"x","c":{"d":"y","e":null,"f":""}}}"#,
                "{}",
                r#"{"a":{"b":true,"c":{"d":true}}}"#,
                vec![],
                "marked more finely: all that holds anything still is",
            ),
            (
                r#"{"a":["x","y"]}"#,
                r#"{"a":true}"#,
                r#"{"a":["x","y"]}"#,
                "{}",
                r#"{"a":[false,true]}"#,
                vec![("a[0]", false, true)],
                "a list of which one element stays marked",
            ),
            (
                r#"{"a":["x"]}"#,
                r#"{"a":true}"#,
                r#"{"a":["x","y"]}"#,
                "{}",
                r#"{"a":[true,false]}"#,
                vec![],
                "an element that was not there",
            ),
            (
                r#"{"a":[{"n":"x","v":"y"}]}"#,
                r#"{"a":true}"#,
                r#"{"a":[{"n":"x","v":"z"}]}"#,
                "{}",
                r#"{"a":[{"v":true}]}"#,
                vec![("a[0].n", false, true)],
                "a block that was marked as a whole",
            ),
            (
                r#"{"a":{"b":"x"}}"#,
                r#"{"a":true}"#,
                r#"{"a":{"b":"x","c":"y"}}"#,
                "{}",
                r#"{"a":{"b":true}}"#,
                vec![],
                "a member that was not there",
            ),
            (
                r#"{"a":{"b":"long enough"}}"#,
                r#"{"a":{"b":true}}"#,
                r#"{"a":{"c":"long enough"}}"#,
                "{}",
                r#"{"a":{}}"#,
                vec![("a.c", false, false)],
                "the same under another name",
            ),
            (
                r#"{"a":{"b":"long enough"}}"#,
                r#"{"a":{"b":true}}"#,
                r#"{"a":{"c":"another one"}}"#,
                "{}",
                r#"{"a":{}}"#,
                vec![],
                "another value under another name",
            ),
            (
                r#"{"a":"long enough"}"#,
                r#"{"a":true}"#,
                r#"{"a":{"b":"long enough","c":"x"}}"#,
                "{}",
                r#"{"a":{"c":true}}"#,
                vec![("a", false, false)],
                "a text that becomes a member without a mark",
            ),
            (
                r#"{"a":"long enough"}"#,
                r#"{"a":true}"#,
                r#"{"a":{"b":"long enough","c":"x"}}"#,
                "{}",
                r#"{"a":{"b":true}}"#,
                vec![],
                "a text that becomes a marked member beside another",
            ),
            (
                r#"{"a":[{"b":"x"}]}"#,
                r#"{"a":[{"b":true}]}"#,
                r#"{"a":[{"b":"x"}]}"#,
                "{}",
                r#"{"a":[{}]}"#,
                vec![("a[0].b", false, true)],
                "in a block",
            ),
            (
                r#"{"a":["x","y"]}"#,
                r#"{"a":[true,false]}"#,
                r#"{"a":["y"]}"#,
                "{}",
                r#"{"a":[false]}"#,
                vec![],
                "the marked element goes",
            ),
            (
                r#"{"a":["x","y"]}"#,
                r#"{"a":[true,false]}"#,
                r#"{"a":["z"]}"#,
                "{}",
                r#"{"a":[false]}"#,
                vec![("a", false, false)],
                "a list that got shorter, with a new element: it may be the marked one",
            ),
            (
                r#"{"a":["x","y"]}"#,
                r#"{"a":[true,false]}"#,
                r#"{"a":["y","x"]}"#,
                "{}",
                r#"{"a":[false,true]}"#,
                vec![],
                "two that change their places",
            ),
            (
                r#"{"a":["x","y"]}"#,
                r#"{"a":[true,true]}"#,
                r#"{"a":["x","y","z"]}"#,
                "{}",
                r#"{"a":[false,true,false]}"#,
                vec![("a[0]", false, true)],
                "one of two, in a list that got longer",
            ),
            (
                r#"{"a":["x","x"]}"#,
                r#"{"a":[false,true]}"#,
                r#"{"a":["x","x","y"]}"#,
                "{}",
                r#"{"a":[true,false,false]}"#,
                vec![],
                "equal ones, of which one stays marked",
            ),
            (
                r#"{"a":[{"b":"long enough","c":1},{"b":"x"}]}"#,
                r#"{"a":[{"b":true},{"b":true}]}"#,
                r#"{"a":[{"b":"long enough","c":2}]}"#,
                "{}",
                r#"{"a":[{}]}"#,
                vec![("a", false, false)],
                "a part of an element that changes",
            ),
            (
                r#"{"a":[{"b":"long enough","c":1},{"b":"x"}]}"#,
                r#"{"a":[{"b":true},{"b":true}]}"#,
                r#"{"a":[{"b":"long enough","c":2},{"b":"y"},{"b":"z"}]}"#,
                "{}",
                r#"{"a":[{},{"b":true},{}]}"#,
                vec![("a", false, false)],
                "the same beside others that are marked",
            ),
            (
                r#"{"a":["x","y"]}"#,
                r#"{"a":[true,false]}"#,
                r#"{"a":["y"]}"#,
                r#"{"a":[false,true]}"#,
                r#"{"a":[false]}"#,
                vec![("a", true, false)],
                "the other stays, and what is new is not known yet",
            ),
            (
                r#"{"a":["x","y"]}"#,
                r#"{"a":[true,false]}"#,
                r#"{"a":"x"}"#,
                "{}",
                "{}",
                vec![("a", false, false)],
                "a list that becomes a text",
            ),
            (
                r#"{"a":["x","y"]}"#,
                r#"{"a":[true,false]}"#,
                "{}",
                r#"{"a":true}"#,
                "{}",
                vec![("a", true, false)],
                "a list that is not known yet",
            ),
            (
                r#"{"a":["x","y"]}"#,
                r#"{"a":[true,false]}"#,
                r#"{"a":["x"]}"#,
                "{}",
                r#"{"a":[true]}"#,
                vec![],
                "a list that keeps a mark",
            ),
        ] {
            let json = format!(
                r#"{{"address":"t.n","change":{{"actions":["update"],"before":{before},"before_sensitive":{marks},
                    "after":{after},"after_unknown":{unknown},"after_sensitive":{marks_after}}}}}"#
            );
            let wire: Wire<'_> = serde_json::from_str(&json).unwrap();
            let lost: Vec<_> = ResourceChange::new(&wire, Place::Change(0), &Marked::default()).lost_marks();
            let lost: Vec<_> = lost
                .iter()
                .map(|lost| (lost.path.as_str(), lost.unknown, lost.same))
                .collect();
            assert_eq!(lost, wanted, "{why}");
        }
    }
}
