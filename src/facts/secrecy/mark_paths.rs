//! Paths by which raw states tell what of an instance is sensitive, as trees of marks.

use std::borrow::Cow;

use crate::facts::laid_out::LaidOut;
use crate::json::{Document, Node, ReadError};
use crate::tofu::{MarkStep, Raw};

use super::marks::Marks;

/// Up to which index paths mark elements one by one; a path that leads further marks the whole list.
const MOST_ITEMS: usize = 1000;

impl<'a> Marks<'a> {
    /// What the paths of a raw state lead to in the attributes of their instance.
    ///
    /// # Errors
    ///
    /// A value that the decoder passed over and that cannot be read: nested too deep, or half a surrogate pair.
    pub(in crate::facts) fn of_paths(paths: &[Vec<MarkStep<'a>>], attributes: Raw<'a>) -> Result<Self, ReadError> {
        if paths.is_empty() {
            return Ok(Self::Off);
        }
        let attributes = Document::read(attributes.text())?;
        let mut places = LaidOut::default();
        let marks = paths
            .iter()
            .map(|path| Self::along_path(&mut places, attributes.root(), path));
        Ok(Self::any_of(marks))
    }

    /// The marks of what a path leads to from a place.
    ///
    /// A step that cannot be followed must not make a secret public: then all that the steps before it lead to is
    /// marked.
    fn along_path<'d>(places: &mut LaidOut<'d, 'a>, place: Node<'d, 'a>, path: &[MarkStep<'a>]) -> Self {
        let Some((step, rest)) = path.split_first() else {
            return Self::On;
        };
        let Some(step) = PathStep::of(step) else {
            return Self::On;
        };
        let below = step.below(places, place);
        // Paths lead through values, and know nothing of what an attribute without a fixed type is wrapped in.
        let wrapped = wrapped(place).filter(|inner| step.below(places, *inner).is_some());
        match (wrapped, below) {
            (None, None) => Self::On,
            (None, Some(below)) => step.mark(Self::along_path(places, below, rest)),
            (Some(inner), below) => {
                let marks = Self::along_path(places, inner, path);
                let marks = Self::of_members(vec![("value".into(), marks)]);
                // Or it is no wrapper, and has members of these names.
                let own = below.map_or(Self::Off, |_| step.mark(Self::On));
                marks.or(own)
            }
        }
    }
}

/// A step of a path in a raw state.
enum PathStep<'a> {
    /// To an attribute, or an element of a map.
    Name(Cow<'a, str>),
    /// To an element of a list, from 0.
    Index(usize),
}

impl<'a> PathStep<'a> {
    /// `None` for a step that nobody knows.
    fn of(step: &MarkStep<'a>) -> Option<Self> {
        let document = Document::read(step.value?.text()).ok()?;
        let node = document.root();
        // `"name"`, or with the type of the key `{"value": 0, "type": "number"}`.
        let key = node.get("value").unwrap_or(node);
        let name = key.as_str().map(Self::Name);
        name.or_else(|| key.text().parse().ok().map(Self::Index))
    }

    /// What it leads to; nothing where two members have the name, for nobody knows which of them is meant.
    fn below<'d>(&self, places: &mut LaidOut<'d, 'a>, place: Node<'d, 'a>) -> Option<Node<'d, 'a>> {
        match self {
            Self::Name(name) => {
                let member = places.member(place, name).filter(|member| member.is_alone);
                member.map(|member| member.value)
            }
            Self::Index(index) => places.item(place, *index),
        }
    }

    /// The marks of a place of which this step leads to the marked part.
    fn mark(self, below: Marks<'a>) -> Marks<'a> {
        match self {
            Self::Name(name) => Marks::of_members(vec![(name, below)]),
            Self::Index(index) if index < MOST_ITEMS => {
                let mut items = Vec::new();
                items.resize_with(index, Marks::default);
                items.push(below);
                Marks::of_items(items)
            }
            Self::Index(_) => Marks::On,
        }
    }
}

/// The value in what a raw state puts around an attribute without a fixed type: `{"value": …, "type": …}`.
pub(in crate::facts) fn wrapped<'d, 'a>(place: Node<'d, 'a>) -> Option<Node<'d, 'a>> {
    let is_wrapper = place.entries().nth(2).is_none() && place.get("type").is_some();
    if is_wrapper { place.get("value") } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(text: &str) -> Marks<'_> {
        Marks::read(serde_json::from_str(text).ok()).unwrap()
    }

    #[test]
    fn paths_of_a_raw_state_mark_what_they_lead_to() {
        let of_paths = |paths: &str, attributes: &str| {
            let paths: Vec<Vec<MarkStep<'_>>> = serde_json::from_str(paths).unwrap();
            let attributes = serde_json::from_str(attributes).unwrap();
            Marks::of_paths(&paths, attributes).unwrap().owned()
        };
        let attribute = r#"{"type":"get_attr","value":"a"}"#;
        let b = r#",{"type":"get_attr","value":"b"}"#;
        let index = |key: &str| format!(r#",{{"type":"index","value":{key}}}"#);
        let (key, second) = (
            index(r#"{"value":"k","type":"string"}"#),
            index(r#"{"value":1,"type":"number"}"#),
        );
        let kind = r#",{"type":"get_attr","value":"type"}"#.to_owned();
        let value = r#",{"type":"get_attr","value":"value"}"#.to_owned();
        for (rest, a, wanted, why) in [
            (String::new(), "1", r#"{"a":true}"#, "an attribute"),
            (key.clone(), r#"{"k":1}"#, r#"{"a":{"k":true}}"#, "an element of a map"),
            (
                format!("{key}{b}"),
                r#"{"k":{"b":1},"b":{"x":1}}"#,
                r#"{"a":{"k":{"b":true}}}"#,
                "of a map that has a key of the attribute's name",
            ),
            (second.clone(), "[1,1]", r#"{"a":[false,true]}"#, "an element of a list"),
            (index("1"), "[1,1]", r#"{"a":[false,true]}"#, "without its type"),
            (
                index(r#"{"value":4000000000,"type":"number"}"#),
                "[1]",
                r#"{"a":true}"#,
                "an index that the list does not have: the whole list",
            ),
            (second.clone(), r#"{"1":1}"#, r#"{"a":true}"#, "nor does what is none"),
            (
                key.clone(),
                r#"{"x":1}"#,
                r#"{"a":true}"#,
                "a key that the map does not have",
            ),
            (
                r#",{"type":"splat"}"#.to_owned(),
                "[1]",
                r#"{"a":true}"#,
                "a step of another kind: all that it stands in",
            ),
            (
                b.to_owned(),
                r#"{"value":{"b":1},"type":["object",{"b":"number"}]}"#,
                r#"{"a":{"value":{"b":true}}}"#,
                "an attribute without a fixed type, which is wrapped",
            ),
            (
                second,
                r#"{"value":[1,1],"type":["tuple",["number","number"]]}"#,
                r#"{"a":{"value":[false,true]}}"#,
                "a list of such a kind",
            ),
            (
                format!("{key}{b}"),
                r#"{"value":{"k":{"b":1},"b":1},"type":["object",{}]}"#,
                r#"{"a":{"value":{"k":{"b":true}}}}"#,
                "deeper in one",
            ),
            (
                kind.clone(),
                r#"{"value":{"type":1},"type":["object",{"type":"number"}]}"#,
                r#"{"a":{"value":{"type":true},"type":true}}"#,
                "a member that has the name of the wrapper's own: both",
            ),
            (
                value,
                r#"{"value":{"value":{"x":1}},"type":["object",{}]}"#,
                r#"{"a":{"value":true}}"#,
                "the other of the two",
            ),
            (
                kind,
                r#"{"value":1,"type":1}"#,
                r#"{"a":{"type":true}}"#,
                "what is no wrapper",
            ),
            (
                b.to_owned(),
                r#"{"value":{"b":1},"type":1,"c":1}"#,
                r#"{"a":true}"#,
                "nor is what has more members",
            ),
        ] {
            let (path, attributes) = (format!("[[{attribute}{rest}]]"), format!(r#"{{"a":{a},"b":1}}"#));
            assert_eq!(of_paths(&path, &attributes), marks(wanted), "{why}");
        }
        assert_eq!(of_paths("[]", r#"{"a":1}"#), Marks::Off, "no paths");
        let path = format!("[[{attribute}{b}]]");
        let twice = r#"{"a":{"value":{"b":1},"type":1},"a":{"b":1}}"#;
        assert_eq!(of_paths(&path, twice), Marks::On, "an attribute that stands twice: all");
        let path = format!("[[{attribute}]]");
        assert_eq!(
            of_paths(&path, r#"{"b":1}"#),
            Marks::On,
            "an attribute that is not there: all"
        );
    }
}
