//! Trees of marks: which parts of a value are sensitive, or known only after apply.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::Arc;

use crate::json::{Document, Entry, Kind, Node, ReadError, scan};
use crate::tofu::{MarkStep, Raw, Step};

/// Up to which index paths mark elements one by one; a path that leads further marks the whole list.
const MOST_ITEMS: usize = 1000;

/// Up to how many members are put among others one by one; more are sorted with them.
const FEW: usize = 8;

/// What is marked at one place and below it; of several sources all that any of them marks.
///
/// `true` marks a place and all below it; anything else but a list or an object marks nothing (format.md §2.2, §2.4).
/// Parts that mark nothing are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Marks<'a> {
    /// Nothing.
    #[default]
    Off,
    /// The place and all below it.
    On,
    /// Elements of a list, by index from 0. At least one marks something.
    Items(Vec<Self>),
    /// Members of an object, in the order of names, each once. Each marks something.
    Members(Vec<(Cow<'a, str>, Self)>),
}

impl<'a> Marks<'a> {
    /// Writes one text for the same marks; lengths say where names end.
    pub(super) fn write(&self, out: &mut String) {
        match self {
            Self::Off => out.push('-'),
            Self::On => out.push('+'),
            Self::Items(items) => {
                out.push('[');
                for item in items {
                    item.write(out);
                }
                out.push(']');
            }
            Self::Members(members) => {
                out.push('{');
                for (name, below) in members {
                    // Writing to a string does not fail.
                    let _ = write!(out, "{}:{name}", name.len());
                    below.write(out);
                }
                out.push('}');
            }
        }
    }

    /// What any of the sources marks.
    ///
    /// # Errors
    ///
    /// Text that the decoder let through unread and that is nested too deep.
    pub(super) fn read(sources: impl IntoIterator<Item = Raw<'a>>) -> Result<Self, ReadError> {
        let mut all = Vec::new();
        for raw in sources.into_iter().filter(|raw| marks_anything(*raw)) {
            let document = Document::read(raw.text())?;
            all.push(Self::of(document.root()));
        }
        Ok(Self::any_of(all))
    }

    /// What any of these marks. Two and two are joined, and then what came of them: one after the other, the first of many
    /// would be gone through again for each.
    pub(super) fn any_of(mut all: Vec<Self>) -> Self {
        while all.len() > 1 {
            let mut rest = all.into_iter();
            let mut joined = Vec::with_capacity(rest.len().div_ceil(2));
            while let Some(one) = rest.next() {
                joined.push(one.or(rest.next().unwrap_or_default()));
            }
            all = joined;
        }
        all.pop().unwrap_or_default()
    }

    fn of(node: Node<'_, 'a>) -> Self {
        match node.kind() {
            Kind::Bool if node.as_bool() == Some(true) => Self::On,
            Kind::Array => Self::of_items(node.items().map(Self::of).collect()),
            Kind::Object => {
                let members = node.entries().map(|entry| (entry.key(), Self::of(entry.value())));
                Self::of_members(members.collect())
            }
            Kind::Null | Kind::Bool => Self::Off,
            // No engine writes them; whoever did meant something, and what is hidden for nothing does no harm.
            Kind::Number | Kind::String => Self::On,
        }
    }

    /// Those of the elements of a list.
    pub(super) fn of_items(items: Vec<Self>) -> Self {
        if items.iter().all(|item| *item == Self::Off) {
            Self::Off
        } else {
            Self::Items(items)
        }
    }

    /// Those of the members of an object, in any order; of a name that stands twice all that it marks.
    pub(super) fn of_members(mut members: Vec<(Cow<'a, str>, Self)>) -> Self {
        members.retain(|(_, marks)| *marks != Self::Off);
        // Engines write them in order, so that there is nothing to do.
        members.sort_by(|(one, _), (two, _)| one.cmp(two));
        members.dedup_by(|(two, again), (one, marks)| {
            let same = one == two;
            if same {
                *marks = std::mem::take(marks).or(std::mem::take(again));
            }
            same
        });
        if members.is_empty() {
            Self::Off
        } else {
            Self::Members(members)
        }
    }

    /// What the paths of a raw state lead to in the attributes of their instance.
    ///
    /// # Errors
    ///
    /// Text that the decoder let through unread and that is nested too deep.
    pub(super) fn of_paths(paths: &[Vec<MarkStep<'a>>], attributes: Raw<'a>) -> Result<Self, ReadError> {
        if paths.is_empty() {
            return Ok(Self::Off);
        }
        let attributes = Document::read(attributes.text())?;
        let marks = paths.iter().map(|path| Self::along_path(attributes.root(), path));
        Ok(marks.fold(Self::Off, Self::or))
    }

    /// The marks of what a path leads to from a place.
    ///
    /// A step that cannot be followed must not make a secret public: then all that the steps before it lead to is marked.
    fn along_path(place: Node<'_, 'a>, path: &[MarkStep<'a>]) -> Self {
        let Some((step, rest)) = path.split_first() else {
            return Self::On;
        };
        let Some(step) = PathStep::of(step) else {
            return Self::On;
        };
        let below = step.below(place);
        // Paths lead through values, and know nothing of what an attribute without a fixed type is wrapped in.
        let wrapped = wrapped(place).filter(|inner| step.below(*inner).is_some());
        match (wrapped, below) {
            (None, None) => Self::On,
            (None, Some(below)) => step.mark(Self::along_path(below, rest)),
            (Some(inner), below) => {
                let marks = Self::along_path(inner, path);
                let marks = Self::of_members(vec![("value".into(), marks)]);
                // Or it is no wrapper, and has members of these names.
                let own = below.map_or(Self::Off, |_| step.mark(Self::On));
                marks.or(own)
            }
        }
    }

    /// The same, with texts of its own.
    pub(super) fn owned<'b>(&self) -> Marks<'b> {
        match self {
            Self::Off => Marks::Off,
            Self::On => Marks::On,
            Self::Items(items) => Marks::Items(items.iter().map(Self::owned).collect()),
            Self::Members(members) => {
                let members = members.iter();
                Marks::Members(
                    members
                        .map(|(name, marks)| (name.to_string().into(), marks.owned()))
                        .collect(),
                )
            }
        }
    }

    /// What an instance marks, and what another document does.
    pub(super) fn with(own: Option<&Arc<Self>>, more: &Marks<'_>) -> Arc<Self> {
        let own = own.map(|own| Self::clone(own)).unwrap_or_default();
        Arc::new(own.or(more.owned()))
    }

    /// What this or the other marks. Where one has a list and the other an object, nobody can say what is what.
    pub(super) fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Off, marks) | (marks, Self::Off) => marks,
            (Self::Items(mut ones), Self::Items(twos)) => {
                ones.resize_with(ones.len().max(twos.len()), Self::default);
                for (one, two) in ones.iter_mut().zip(twos) {
                    *one = std::mem::take(one).or(two);
                }
                Self::Items(ones)
            }
            (Self::Members(mut ones), Self::Members(twos)) if twos.len() > FEW => {
                ones.extend(twos);
                Self::of_members(ones)
            }
            (Self::Members(mut ones), Self::Members(twos)) => {
                for (name, two) in twos {
                    match ones.binary_search_by(|(one, _)| one.cmp(&name)) {
                        Ok(at) => ones[at].1 = std::mem::take(&mut ones[at].1).or(two),
                        Err(at) => ones.insert(at, (name, two)),
                    }
                }
                Self::Members(ones)
            }
            _ => Self::On,
        }
    }

    /// Whether the place itself is marked, and so all below it.
    pub(super) fn is_on(&self) -> bool {
        matches!(self, Self::On)
    }

    /// Whether nothing is marked.
    pub(super) fn is_off(&self) -> bool {
        matches!(self, Self::Off)
    }

    /// The marks of the member of that name.
    pub(super) fn get(&self, key: &str) -> &Self {
        match self {
            Self::On => &Self::On,
            Self::Members(members) => members
                .binary_search_by(|(name, _)| name.as_ref().cmp(key))
                .ok()
                .and_then(|at| members.get(at))
                .map_or(&Self::Off, |(_, marks)| marks),
            Self::Off | Self::Items(_) => &Self::Off,
        }
    }

    /// The marks of the element at `index`, from 0.
    pub(super) fn at(&self, index: usize) -> &Self {
        match self {
            Self::On => &Self::On,
            Self::Items(items) => items.get(index).unwrap_or(&Self::Off),
            Self::Off | Self::Members(_) => &Self::Off,
        }
    }

    /// The marks of any element of a list, where nobody can say which; of anything else the marks themselves.
    pub(super) fn of_any_item(&self) -> Self {
        match self {
            Self::Items(items) => Self::any_of(items.clone()),
            marks => marks.clone(),
        }
    }

    /// These marks for a value of that kind. Of marks that do not fit nobody can say what they mean: they mark it whole.
    pub(super) fn fitting(&self, kind: Option<Kind>) -> &Self {
        match (self, kind) {
            (Self::Items(_), Some(Kind::Object | Kind::String | Kind::Number))
            | (Self::Members(_), Some(Kind::Array | Kind::String | Kind::Number)) => &Self::On,
            _ => self,
        }
    }

    /// The marks of what is not there: those of the whole.
    pub(super) fn missing(&self) -> &Self {
        if self.is_on() { &Self::On } else { &Self::Off }
    }

    /// How many elements of a list they speak of.
    pub(super) fn items(&self) -> usize {
        match self {
            Self::Items(items) => items.len(),
            _ => 0,
        }
    }

    /// Names of the members that are marked as a whole, in order.
    pub(super) fn marked_members(&self) -> impl Iterator<Item = &Cow<'a, str>> {
        let members = match self {
            Self::Members(members) => members.as_slice(),
            _ => &[],
        };
        members.iter().filter(|(_, marks)| marks.is_on()).map(|(name, _)| name)
    }

    /// The part of a path that may be told: names of attributes up to the first place that is marked, whose elements
    /// may be secret by their keys.
    pub(super) fn open_part<'p>(&self, path: &'p [Step<'p>]) -> &'p [Step<'p>] {
        let mut marks = self;
        for (index, step) in path.iter().enumerate() {
            marks = match (step, marks) {
                // An element of a set has no place: nobody can say whether it is one that is marked.
                (Step::Other(_), Self::Off) => &Self::Off,
                (Step::Other(_), _) => &Self::On,
                (Step::Index(index), _) => marks.at(usize::try_from(*index).unwrap_or(usize::MAX)),
                (Step::Key(key), Self::Items(_)) => key.parse().map_or(&Self::On, |index| marks.at(index)),
                (Step::Key(key), _) => marks.get(key),
            };
            if marks.is_on() {
                return path.get(..=index).unwrap_or(path);
            }
        }
        path
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
    fn below<'d>(&self, place: Node<'d, 'a>) -> Option<Node<'d, 'a>> {
        match self {
            Self::Name(name) => {
                let mut named = place.entries().filter(|entry| entry.key() == *name);
                named.next().filter(|_| named.next().is_none()).map(Entry::value)
            }
            Self::Index(index) => place.at(*index),
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
pub(super) fn wrapped<'d, 'a>(place: Node<'d, 'a>) -> Option<Node<'d, 'a>> {
    let is_wrapper = place.entries().nth(2).is_none() && place.get("type").is_some();
    place.get("value").filter(|_| is_wrapper)
}

/// Whether a tree of marks marks anything; most do not, and those are never read.
pub(super) fn marks_anything(raw: Raw<'_>) -> bool {
    holds_mark(raw.text())
}

/// Whether a tree of marks, as it is written, marks anything: a value in it is none of brackets, `false` and `null`.
pub(super) fn holds_mark(marks: &str) -> bool {
    let bytes = marks.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += match byte {
            b'"' => {
                let end = scan::end_of_value(marks, at).unwrap_or(bytes.len());
                let mut behind = bytes.get(end..).unwrap_or_default().iter();
                // Keys mark nothing.
                if behind.find(|byte| !byte.is_ascii_whitespace()) != Some(&b':') {
                    return true;
                }
                end - at
            }
            b't' | b'-' | b'0'..=b'9' => return true,
            b'f' => 5,
            b'n' => 4,
            _ => 1,
        };
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks<'a>(sources: &[&'a str]) -> Marks<'a> {
        Marks::read(sources.iter().map(|text| serde_json::from_str(text).unwrap())).unwrap()
    }

    #[test]
    fn what_any_source_marks_is_marked() {
        for (sources, wanted, why) in [
            (&["{}", "false", "null"][..], "false", "nothing is marked"),
            (
                &[r#"{"a":"true","b":[1],"c":"false"}"#],
                r#"{"a":true,"b":[true],"c":true}"#,
                "what is no mark may have been meant as one",
            ),
            (&[r#"{"a":{"b":[false,{}]}}"#], "false", "containers alone mark nothing"),
            (
                &[r#"{"a":true}"#, r#"{"b":true}"#],
                r#"{"a":true,"b":true}"#,
                "two sources",
            ),
            (
                &[r#"{"b":true,"a":true}"#],
                r#"{"a":true,"b":true}"#,
                "in the order of names",
            ),
            (
                &[r#"{"m":{"x":true}}"#, r#"{"m":true}"#],
                r#"{"m":true}"#,
                "the whole wins",
            ),
            (
                &[r#"{"m":{"x":true}}"#, r#"{"m":{"y":true}}"#],
                r#"{"m":{"x":true,"y":true}}"#,
                "at any depth",
            ),
            (
                &["[true]", "[false,false,true]"],
                "[true,false,true]",
                "lists of two lengths",
            ),
            (&["[true]", r#"{"0":true}"#], "true", "of two shapes: nobody can say"),
            (
                &[r#"{"a":false,"a":true}"#],
                r#"{"a":true}"#,
                "a name that stands twice",
            ),
            (
                &[r#"{"a":{"b":true},"a":{"c":true}}"#],
                r#"{"a":{"b":true,"c":true}}"#,
                "twice with parts",
            ),
        ] {
            assert_eq!(marks(sources), marks(&[wanted]), "{why}");
        }
    }

    #[test]
    fn what_marks_anything_is_told_without_reading_it() {
        for (text, marks, why) in [
            ("{}", false, "nothing"),
            ("false", false, "not marked"),
            ("null", false, "nor is this"),
            ("true", true, "all of it"),
            (r#"{"a":[{"b" : {}},false,null],"true":{}}"#, false, "keys are no marks"),
            (r#"{"a\"":{"\"true":[]}}"#, false, "with escapes in them"),
            (r#"{"a":[{},{"b":true}]}"#, true, "a part"),
            ("{\"a\" : 1}", true, "a number"),
            ("[-1]", true, "below zero"),
            (r#"{"a":"false"}"#, true, "a text"),
            (r#"{"a":{},"b":["x"]}"#, true, "in a list"),
            (r#""x""#, true, "alone"),
        ] {
            assert_eq!(holds_mark(text), marks, "{why}");
            let read: Raw<'_> = serde_json::from_str(text).unwrap();
            assert_eq!(Marks::read([read]).unwrap() != Marks::Off, marks, "{why}, read");
        }
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
            assert_eq!(of_paths(&path, &attributes), marks(&[wanted]), "{why}");
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

    #[test]
    fn paths_are_told_up_to_what_is_marked() {
        for (sources, path, wanted, why) in [
            ("{}", r#"["m","k",0]"#, 3, "nothing is marked"),
            (r#"{"m":true}"#, r#"["m","k",0]"#, 1, "keys of a map that is marked"),
            (r#"{"m":{"k":true}}"#, r#"["m","k",0]"#, 2, "one of its elements"),
            (r#"{"m":{"x":true}}"#, r#"["m","k",0]"#, 3, "another of its elements"),
            (
                "true",
                r#"["m","k"]"#,
                1,
                "the object as a whole; names of attributes are no secret",
            ),
            (r#"{"l":[true]}"#, r#"["l","0","k"]"#, 2, "an index as a text"),
            (r#"{"l":[true]}"#, r#"["l","k","k"]"#, 2, "no index at all"),
            (r#"{"l":[true]}"#, r#"["l",1,"k"]"#, 3, "another element"),
            (
                r#"{"l":[{"k":true}]}"#,
                r#"["l",{},"k","x"]"#,
                2,
                "a set with a mark in it",
            ),
            (r#"{"a":true}"#, r#"["l",{},"k"]"#, 3, "a set without"),
        ] {
            let path: Vec<Step<'_>> = serde_json::from_str(path).unwrap();
            assert_eq!(marks(&[sources]).open_part(&path).len(), wanted, "{why}");
        }
    }
}
