//! Which attributes of an object differ between two moments.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::json::scan::{self, Member};
use crate::json::{Document, Kind, ReadError};
use crate::tofu::Raw;

use super::attr::Attr;
use super::member_path::{Prefixes, member};
use super::noise::differs_in_emptiness;
use super::secrecy::marks::{self, marks_anything};
use super::truth::Truth;

/// Members of the objects before and after a change that may differ, found by a look at the texts.
///
/// They are those not written alike in both, and those of which a part is known only after apply. Most of a large
/// object stays as it is and need not be read to be compared.
#[derive(Clone, Debug)]
pub struct Differing<'a> {
    /// Members of the object before.
    pub before: Vec<Member<'a>>,
    /// Members of the object after.
    pub after: Vec<Member<'a>>,
    /// Names of those that are known only after apply, in whole or in part; in order.
    unknown: Vec<Cow<'a, str>>,
}

impl<'a> Differing<'a> {
    pub(super) fn of(before: Raw<'a>, after: Raw<'a>, after_unknown: Option<Raw<'a>>) -> Self {
        let unknown = unknown_members(after_unknown);
        let (before, after) = scan::differing(before.text(), after.text(), |name| has(&unknown, name));
        Self { before, after, unknown }
    }

    /// Whether the member of that name may differ.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        let mut members = self.before.iter().chain(&self.after);
        members.any(|member| member.key == name) || has(&self.unknown, name)
    }
}

/// Whether two objects are the same; engines write the same alike.
pub(super) fn is_same(one: Raw<'_>, two: Raw<'_>) -> Result<bool, ReadError> {
    if one.text() == two.text() {
        return Ok(true);
    }
    let (one, two) = (Document::read(one.text())?, Document::read(two.text())?);
    Ok(one.root().same_value(two.root()))
}

/// Names of the members that are known only after apply, in whole or in part; in order.
pub(super) fn unknown_members(after_unknown: Option<Raw<'_>>) -> Vec<Cow<'_, str>> {
    let unknown = after_unknown.filter(|raw| marks_anything(*raw));
    let mut unknown: Vec<_> = unknown
        .iter()
        .flat_map(|raw| scan::members(raw.text(), 0).map(move |member| (member, raw.text())))
        .filter(|(member, text)| holds_mark(text, member.value_start))
        .map(|(member, _)| member.key)
        .collect();
    unknown.sort_unstable();
    unknown
}

/// Whether a name is among others in order.
fn has(names: &[Cow<'_, str>], name: &str) -> bool {
    names.binary_search_by(|one| one.as_ref().cmp(name)).is_ok()
}

/// Whether the value that begins there marks anything.
fn holds_mark(text: &str, start: usize) -> bool {
    let end = scan::end_of_value(text, start);
    let value = end.and_then(|end| text.get(start..end));
    value.is_none_or(marks::holds_mark)
}

/// Names of what differs, as people write paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// Attributes of which both sides are known: `instance_type`, `tags.Owner`.
    pub known: Vec<String>,
    /// Attributes that are known only after apply, and may turn out the same.
    pub unknown: Vec<String>,
    /// Members that stand as `null` on one side and not at all on the other, below attributes that are the same
    /// otherwise. Of an attribute without a fixed type the engines say that it changes.
    pub null_members: Vec<String>,
}

impl Difference {
    /// What is certain to differ.
    pub fn named(&self) -> impl Iterator<Item = &String> {
        self.known.iter().chain(&self.null_members)
    }
}

/// Paths of attributes, of which some may be parts of what others are asked about.
#[derive(Clone, Debug, Default)]
pub(crate) struct Paths(BTreeSet<String>);

impl Paths {
    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether one of them is that path, a part of what it leads to, or what that is a part of.
    pub(crate) fn meet(&self, path: &str) -> bool {
        let ends = path.match_indices(['.', '[']).map(|(end, _)| end);
        let mut wholes = ends.chain([0, path.len()]).filter_map(|end| path.get(..end));
        let has_part = |step: &str| {
            let from = format!("{path}{step}");
            let mut parts = self.0.range(from.clone()..);
            parts.next().is_some_and(|part| part.starts_with(&from))
        };
        wholes.any(|whole| self.0.contains(whole)) || has_part(".") || has_part("[")
    }
}

impl FromIterator<String> for Paths {
    fn from_iter<I: IntoIterator<Item = String>>(paths: I) -> Self {
        Self(paths.into_iter().collect())
    }
}

/// Compares two objects attribute by attribute; of maps and single blocks the elements, of lists only the name.
///
/// Names alone: values may be secret. Below something sensitive not even the names of elements are told.
#[must_use]
pub fn difference<'a>(before: Attr<'_, 'a>, after: Attr<'_, 'a>) -> Difference {
    difference_by(before, after, Attr::equals)
}

/// What differs in more than that nothing is written as empty, or the other way round.
#[must_use]
pub fn difference_in_values<'a>(before: Attr<'_, 'a>, after: Attr<'_, 'a>) -> Difference {
    difference_by(before, after, |one, two| match one.equals(two) {
        Truth::False if differs_in_emptiness(one, two) => Truth::True,
        equals => equals,
    })
}

fn difference_by<'d, 'a>(
    before: Attr<'d, 'a>,
    after: Attr<'d, 'a>,
    equals: impl Fn(Attr<'d, 'a>, Attr<'d, 'a>) -> Truth,
) -> Difference {
    let mut difference = Difference::default();
    let mut prefixes = Prefixes::default();
    for (name, one, two) in members(before, after) {
        match equals(one, two) {
            Truth::True => null_members(&name, one, two, &mut prefixes, &mut difference.null_members),
            Truth::False if is_open(one) && is_open(two) => {
                let name = prefixes.of(&name);
                for (key, one, two) in members(one, two) {
                    match equals(one, two) {
                        Truth::True => {
                            let path = member(&name, &key);
                            null_members(&path, one, two, &mut prefixes, &mut difference.null_members);
                        }
                        Truth::False => difference.known.push(member(&name, &key)),
                        Truth::Unknown => difference.unknown.push(member(&name, &key)),
                    }
                }
            }
            Truth::False => difference.known.push(name.into_owned()),
            Truth::Unknown => difference.unknown.push(name.into_owned()),
        }
    }
    difference.null_members.sort_unstable();
    difference
}

/// Paths of the members that are `null` in one and absent in the other of two objects at a path, which are the same
/// otherwise; of a list that holds such its own path.
fn null_members(path: &str, one: Attr<'_, '_>, two: Attr<'_, '_>, prefixes: &mut Prefixes, found: &mut Vec<String>) {
    // Of attributes themselves a schema fixes the names: absent is null there.
    let mut open: Vec<_> = (!one.is_unset())
        .then(|| (path.to_owned(), one, two))
        .into_iter()
        .collect();
    while let Some((path, one, two)) = open.pop() {
        if is_open(one) && is_open(two) {
            let prefix = prefixes.of(&path);
            let pairs = members(one, two).filter(|(_, one, two)| !one.is_unset() || !two.is_unset());
            open.extend(pairs.map(|(key, one, two)| (member(&prefix, &key), one, two)));
            let nulls = members(one, two).filter(|(_, one, two)| one.is_absent() != two.is_absent());
            found.extend(nulls.map(|(key, ..)| member(&prefix, &key)));
        } else if has_null_members(one, two) {
            found.push(path);
        }
    }
}

/// Whether a member of an object in two lists is `null` in one and absent in the other.
fn has_null_members(one: Attr<'_, '_>, two: Attr<'_, '_>) -> bool {
    let mut open = vec![(one, two)];
    while let Some((one, two)) = open.pop() {
        if one.is_absent() != two.is_absent() {
            return true;
        }
        open.extend(one.items().zip(two.items()));
        open.extend(members(one, two).map(|(_, one, two)| (one, two)));
    }
    false
}

/// Whether the names of its elements may be told and are worth telling.
fn is_open(attr: Attr<'_, '_>) -> bool {
    attr.kind() == Some(Kind::Object) && !attr.is_sensitive()
}

/// Members that are not written alike on both sides, by name.
fn members<'d, 'a>(
    one: Attr<'d, 'a>,
    two: Attr<'d, 'a>,
) -> impl Iterator<Item = (Cow<'a, str>, Attr<'d, 'a>, Attr<'d, 'a>)> {
    one.beside(two).filter(|(_, left, right)| !left.is_written_as(*right))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::attr::Object;
    use crate::tofu::raw;

    #[test]
    fn differences_are_named_and_no_more() {
        for (before, after, unknown, marks, known, later, why) in [
            (
                r#"{"a":1}"#,
                r#"{"a":1.0}"#,
                "{}",
                "{}",
                vec![],
                vec![],
                "one number, written twice",
            ),
            (
                r#"{"a":1,"b":2}"#,
                r#"{"a":2,"b":2}"#,
                "{}",
                "{}",
                vec!["a"],
                vec![],
                "one differs",
            ),
            (
                r#"{"a":1}"#,
                r"{}",
                r#"{"a":true}"#,
                "{}",
                vec![],
                vec!["a"],
                "known after apply",
            ),
            (
                r#"{"t":{"x":1,"y":1}}"#,
                r#"{"t":{"x":2,"z":1}}"#,
                "{}",
                "{}",
                vec!["t.x", "t.y", "t.z"],
                vec![],
                "a map",
            ),
            (
                r#"{"t":{"x":1}}"#,
                r#"{"t":{"x":2}}"#,
                "{}",
                r#"{"t":true}"#,
                vec!["t"],
                vec![],
                "a sensitive map",
            ),
            (r#"{"l":[1]}"#, r#"{"l":[2]}"#, "{}", "{}", vec!["l"], vec![], "a list"),
            (r#"{"a":null}"#, r"{}", "{}", "{}", vec![], vec![], "absent is null"),
            ("null", r#"{"a":1}"#, "{}", "{}", vec!["a"], vec![], "everything is new"),
        ] {
            let before = Object::read(Some(raw(before)), None, [raw(marks)]).unwrap();
            let after = Object::read(Some(raw(after)), Some(raw(unknown)), [raw(marks)]).unwrap();
            let found = difference(before.root(), after.root());
            assert_eq!(
                (found.known, found.unknown),
                (
                    known.into_iter().map(str::to_owned).collect::<Vec<_>>(),
                    later.into_iter().map(str::to_owned).collect::<Vec<_>>(),
                ),
                "{why}"
            );
        }
    }

    #[test]
    fn members_that_are_null_on_one_side_alone_are_named() {
        for (before, after, marks, wanted, why) in [
            (
                r#"{"a":null}"#,
                r"{}",
                "{}",
                "",
                "every schema fixes the names at the top",
            ),
            (r#"{"a":{"x":1}}"#, r#"{"a":{"x":1,"n":null}}"#, "{}", "a.n", "it comes"),
            (
                r#"{"a":{"b":{"n":null}}}"#,
                r#"{"a":{"b":{}}}"#,
                "{}",
                "a.b.n",
                "it goes",
            ),
            (
                r#"{"a":{"e":{},"x":1}}"#,
                r#"{"a":{"e":{"n":null},"x":2}}"#,
                "{}",
                "a.e.n",
                "beside a change",
            ),
            (r#"{"a":{"n":null}}"#, r#"{"a":{ "n": null }}"#, "{}", "", "it stays"),
            (r#"{"a":null}"#, r#"{"a":{"n":null}}"#, "{}", "", "all of it changes"),
            (
                r#"{"a":{"b":{"n":null},"x":1}}"#,
                r#"{"a":{"b":{"y":1},"x":1}}"#,
                "{}",
                "",
                "so it does here",
            ),
            (r#"{"a":[{"n":null}]}"#, r#"{"a":[{}]}"#, "{}", "a", "in a list"),
            (
                r#"{"a":{"n":null}}"#,
                r#"{"a":{}}"#,
                r#"{"a":true}"#,
                "a",
                "below a mark no names",
            ),
        ] {
            let object = |text| Object::read(Some(raw(text)), None, [raw(marks)]).unwrap();
            let (before, after) = (object(before), object(after));
            let found = difference(before.root(), after.root());
            assert_eq!(found.null_members.join(" "), wanted, "{why}");
        }
    }
}
