//! Differences of form alone: nothing and empty, the order of a list, the layout of JSON in a text.

use std::collections::BTreeMap;

use crate::json::{Document, Kind, Node};

use super::attr::Attr;
use super::change::ResourceChange;
use super::truth::Truth;

/// In what form alone an attribute differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Noise {
    /// `null` on one side; an empty text, list or object on the other.
    Emptiness,
    /// The same elements in another order, where that means nothing.
    Order,
    /// The same JSON in a text, laid out in another way.
    Layout,
}

impl ResourceChange<'_> {
    /// The attributes that differ in form alone, in order; `None` when one differs otherwise, may differ once it is
    /// known, or loses its mark of sensitivity. `before` and `after` are the objects, or the [members](Self::members)
    /// that may differ. `is_unordered` says of which attributes the order means nothing: a plan does not tell lists
    /// from sets.
    #[must_use]
    pub fn noise(
        &self,
        before: Attr<'_, '_>,
        after: Attr<'_, '_>,
        is_unordered: impl Fn(&str) -> bool,
    ) -> Option<Vec<(String, Noise)>> {
        noise(before, after, is_unordered).filter(|_| self.lost_marks().is_empty())
    }
}

fn noise(
    before: Attr<'_, '_>,
    after: Attr<'_, '_>,
    is_unordered: impl Fn(&str) -> bool,
) -> Option<Vec<(String, Noise)>> {
    let mut noises = Vec::new();
    for (name, one, two) in before.beside(after) {
        match one.equals(two) {
            Truth::True => {}
            Truth::Unknown => return None,
            Truth::False => {
                let noise = form(one, two).filter(|noise| *noise != Noise::Order || is_unordered(&name))?;
                noises.push((name.into_owned(), noise));
            }
        }
    }
    Some(noises)
}

#[expect(clippy::disallowed_methods, reason = "values are compared and not kept")]
fn form(one: Attr<'_, '_>, two: Attr<'_, '_>) -> Option<Noise> {
    if differs_in_emptiness(one, two) {
        return Some(Noise::Emptiness);
    }
    let (one, two) = (one.reveal()?, two.reveal()?);
    match (one.kind(), two.kind()) {
        (Kind::Array, Kind::Array) => (counted(one) == counted(two)).then_some(Noise::Order),
        (Kind::String, Kind::String) => same_json(&one.as_str()?, &two.as_str()?).then_some(Noise::Layout),
        _ => None,
    }
}

/// Whether all that differs, at any depth, is nothing on one side and empty on the other.
pub(super) fn differs_in_emptiness(one: Attr<'_, '_>, two: Attr<'_, '_>) -> bool {
    if one.is_set() == Truth::False && two.is_set() == Truth::False {
        return true;
    }
    match (one.kind(), two.kind()) {
        (Some(Kind::Array), Some(Kind::Array)) => {
            let are_alike = |(one, two)| is_same_or_empty(one, two);
            one.items().count() == two.items().count() && one.items().zip(two.items()).all(are_alike)
        }
        (Some(Kind::Object), Some(Kind::Object)) => one.beside(two).all(|(_, one, two)| is_same_or_empty(one, two)),
        _ => false,
    }
}

fn is_same_or_empty(one: Attr<'_, '_>, two: Attr<'_, '_>) -> bool {
    one.equals(two).is_true() || differs_in_emptiness(one, two)
}

/// How often each element stands in a list. Engines write equal values as equal texts.
fn counted<'a>(list: Node<'_, 'a>) -> BTreeMap<&'a str, usize> {
    let mut counts = BTreeMap::new();
    for item in list.items() {
        *counts.entry(item.text()).or_default() += 1;
    }
    counts
}

fn same_json(one: &str, two: &str) -> bool {
    let document = |text: &str| text.trim_start().starts_with(['{', '[']);
    document(one)
        && document(two)
        && matches!((Document::read(one), Document::read(two)), (Ok(one), Ok(two)) if one.root().same_value(two.root()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::attr::Object;
    use crate::tofu::raw;

    #[test]
    fn form_is_told_from_content() {
        for (before, after, unknown, wanted, why) in [
            (r#"{"a":1}"#, r#"{"a":1}"#, "{}", Some(vec![]), "nothing differs"),
            (
                r#"{"a":null}"#,
                r#"{"a":""}"#,
                "{}",
                Some(vec![("a", Noise::Emptiness)]),
                "an empty text",
            ),
            (
                r#"{"a":[]}"#,
                "{}",
                "{}",
                Some(vec![("a", Noise::Emptiness)]),
                "an empty list",
            ),
            (
                r#"{"disk":[{"cidrs":null,"size":1}]}"#,
                r#"{"disk":[{"cidrs":[],"size":1}]}"#,
                "{}",
                Some(vec![("disk", Noise::Emptiness)]),
                "an empty list in a block",
            ),
            (
                r#"{"disk":[{"cidrs":null,"size":1}]}"#,
                r#"{"disk":[{"cidrs":[],"size":2}]}"#,
                "{}",
                None,
                "and another value beside it",
            ),
            (
                r#"{"set":["x","y","x"]}"#,
                r#"{"set":["x","x","y"]}"#,
                "{}",
                Some(vec![("set", Noise::Order)]),
                "another order",
            ),
            (
                r#"{"a":["x","y","x"]}"#,
                r#"{"a":["x","x","y"]}"#,
                "{}",
                None,
                "another order, which may mean something",
            ),
            (
                r#"{"set":["x","y","y"]}"#,
                r#"{"set":["x","x","y"]}"#,
                "{}",
                None,
                "one stands once more",
            ),
            (
                r#"{"a":"{\"x\":1,\"y\":[2]}"}"#,
                r#"{"a":"{ \"y\" : [2], \"x\" : 1 }\n"}"#,
                "{}",
                Some(vec![("a", Noise::Layout)]),
                "white space and the order of members",
            ),
            (
                r#"{"a":"{\"y\":[1,2]}"}"#,
                r#"{"a":"{\"y\":[2,1]}"}"#,
                "{}",
                None,
                "the order of elements may mean something",
            ),
            (
                r#"{"a":"x "}"#,
                r#"{"a":"x"}"#,
                "{}",
                None,
                "white space in a text that is no JSON",
            ),
            (
                r#"{"a":null,"b":1}"#,
                r#"{"a":"","b":2}"#,
                "{}",
                None,
                "something else differs too",
            ),
            (r#"{"a":null}"#, "{}", r#"{"a":true}"#, None, "not known yet"),
            (r#"{"a":0}"#, r#"{"a":null}"#, "{}", None, "zero is something"),
            (r#"{"a":false}"#, r#"{"a":null}"#, "{}", None, "false is something"),
        ] {
            let before = Object::read(Some(raw(before)), None, []).unwrap();
            let after = Object::read(Some(raw(after)), Some(raw(unknown)), []).unwrap();
            let wanted = wanted.map(|list| list.into_iter().map(|(name, noise)| (name.to_owned(), noise)).collect());
            let noises = noise(before.root(), after.root(), |name| name == "set");
            assert_eq!(noises, wanted, "{why}");
        }
    }
}
