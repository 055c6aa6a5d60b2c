//! Trees of marks: which parts of a value are sensitive, or known only after apply.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::Arc;

use crate::json::{Document, Kind, Node, ReadError, scan};
use crate::order;
use crate::tofu::{Raw, Step};

/// Up to how many members are put among others one by one; more are sorted with them.
const FEW: usize = 8;

/// What is marked at one place and below it; of several sources all that any of them marks.
///
/// `true` marks a place and all below it; `false` and `null` mark nothing (§2.2, §2.4). Parts that mark nothing
/// are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::facts) enum Marks<'a> {
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
    pub(in crate::facts) fn write(&self, out: &mut String) {
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
    /// A value that the decoder passed over and that cannot be read: nested too deep, or half a surrogate pair.
    pub(in crate::facts) fn read(sources: impl IntoIterator<Item = Raw<'a>>) -> Result<Self, ReadError> {
        let mut all = Vec::new();
        for raw in sources.into_iter().filter(|raw| marks_anything(*raw)) {
            let document = Document::read(raw.text())?;
            all.push(Self::of(document.root()));
        }
        Ok(Self::any_of(all))
    }

    /// What any of these marks. Two and two are joined, and then what came of them: one after the other, the first of
    /// many would be gone through again for each. That is done as they come, since there may be more of them than of
    /// what they mark.
    pub(in crate::facts) fn any_of(all: impl IntoIterator<Item = Self>) -> Self {
        // Each is of twice as many as the next, or more.
        let mut joined: Vec<Self> = Vec::new();
        for (before, mut marks) in all.into_iter().enumerate() {
            for one in joined.drain(joined.len() - before.trailing_ones() as usize..).rev() {
                marks = one.or(marks);
            }
            joined.push(marks);
        }
        let from_the_last = joined.into_iter().rev();
        from_the_last.fold(Self::Off, |marks, one| one.or(marks))
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
    pub(in crate::facts) fn of_items(items: Vec<Self>) -> Self {
        if items.iter().all(|item| *item == Self::Off) {
            Self::Off
        } else {
            Self::Items(items)
        }
    }

    /// The member with which a path such as `environment.value` begins, and the marks of what it leads to in every block.
    pub(in crate::facts) fn of_path(node: Node<'_, 'a>, path: &'static str) -> (Cow<'a, str>, Self) {
        let Some((name, rest)) = path.split_once('.') else {
            return (Cow::Borrowed(path), Self::On);
        };
        let blocks = node.get(name).into_iter().flat_map(Node::items);
        let of_blocks = blocks.map(|block| Self::of_members(vec![Self::of_path(block, rest)]));
        (Cow::Borrowed(name), Self::of_items(of_blocks.collect()))
    }

    /// Those of the members of an object, in any order; of a name that stands twice all that it marks.
    pub(in crate::facts) fn of_members(mut members: Vec<(Cow<'a, str>, Self)>) -> Self {
        members.retain(|(_, marks)| *marks != Self::Off);
        // Engines write them in order, so that there is nothing to do.
        order::sort_by(&mut members, |(one, _), (two, _)| one.cmp(two));
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

    /// The same, with texts of its own.
    pub(in crate::facts) fn owned<'b>(&self) -> Marks<'b> {
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
    pub(in crate::facts) fn with(own: Option<&Arc<Self>>, more: &Marks<'_>) -> Arc<Self> {
        let own = own.map(|own| Self::clone(own)).unwrap_or_default();
        Arc::new(own.or(more.owned()))
    }

    /// Marks what the other marks, too.
    pub(in crate::facts) fn add(&mut self, other: Self) {
        *self = std::mem::take(self).or(other);
    }

    /// What this or the other marks. Where one has a list and the other an object, nobody can say what is what.
    pub(in crate::facts) fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Off, marks) | (marks, Self::Off) => marks,
            (Self::Items(mut ones), Self::Items(twos)) => {
                ones.resize_with(ones.len().max(twos.len()), Self::default);
                for (one, two) in ones.iter_mut().zip(twos) {
                    one.add(two);
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
                        Ok(at) => ones[at].1.add(two),
                        Err(at) => ones.insert(at, (name, two)),
                    }
                }
                Self::Members(ones)
            }
            _ => Self::On,
        }
    }

    /// Whether the place itself is marked, and so all below it.
    pub(in crate::facts) fn is_on(&self) -> bool {
        matches!(self, Self::On)
    }

    /// Whether anything but `null` stands in a marked place.
    pub(in crate::facts) fn mark_any_of(&self, node: Node<'_, '_>) -> bool {
        match self {
            Self::Off => false,
            Self::On => !node.is_null(),
            Self::Items(_) => (0..).zip(node.items()).any(|(at, item)| self.at(at).mark_any_of(item)),
            Self::Members(_) => node
                .entries()
                .any(|entry| self.get(&entry.key()).mark_any_of(entry.value())),
        }
    }

    /// Whether nothing is marked.
    pub(in crate::facts) fn is_off(&self) -> bool {
        matches!(self, Self::Off)
    }

    /// The marks of the member of that name.
    pub(in crate::facts) fn get(&self, key: &str) -> &Self {
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
    pub(in crate::facts) fn at(&self, index: usize) -> &Self {
        match self {
            Self::On => &Self::On,
            Self::Items(items) => items.get(index).unwrap_or(&Self::Off),
            Self::Off | Self::Members(_) => &Self::Off,
        }
    }

    /// The marks of any element of a list, where nobody can say which; of anything else the marks themselves.
    pub(in crate::facts) fn of_any_item(&self) -> Self {
        match self {
            Self::Items(items) => Self::any_of(items.clone()),
            marks => marks.clone(),
        }
    }

    /// Whether single elements of lists are marked.
    pub(in crate::facts) fn mark_items(&self) -> bool {
        match self {
            Self::Off | Self::On => false,
            Self::Items(_) => true,
            Self::Members(members) => members.iter().any(|(_, marks)| marks.mark_items()),
        }
    }

    /// The same, but that lists with a mark in them are marked as a whole.
    pub(in crate::facts) fn of_whole_lists(&self) -> Self {
        match self {
            Self::Off => Self::Off,
            Self::On | Self::Items(_) => Self::On,
            Self::Members(members) => {
                let members = members.iter();
                Self::Members(
                    members
                        .map(|(name, marks)| (name.clone(), marks.of_whole_lists()))
                        .collect(),
                )
            }
        }
    }

    /// Whether the text that the path leads to is marked.
    pub(in crate::facts) fn mark_text_at(&self, path: &[Step<'_>]) -> bool {
        let marks = path.iter().fold(self, |marks, step| match step {
            Step::Key(key) => marks.fitting(Some(Kind::Object)).get(key),
            Step::Index(index) => marks
                .fitting(Some(Kind::Array))
                .at(usize::try_from(*index).unwrap_or(usize::MAX)),
            Step::Other(_) => &Self::On,
        });
        marks.fitting(Some(Kind::String)).is_on()
    }

    /// These marks for a value of that kind. Of marks that do not fit nobody can say what they mean: they mark it
    /// whole.
    pub(in crate::facts) fn fitting(&self, kind: Option<Kind>) -> &Self {
        match (self, kind) {
            (Self::Items(_), Some(Kind::Object | Kind::String | Kind::Number))
            | (Self::Members(_), Some(Kind::Array | Kind::String | Kind::Number)) => &Self::On,
            _ => self,
        }
    }

    /// The marks of what is not there: those of the whole.
    pub(in crate::facts) fn missing(&self) -> &Self {
        if self.is_on() { &Self::On } else { &Self::Off }
    }

    /// How many elements of a list they speak of.
    pub(in crate::facts) fn items(&self) -> usize {
        match self {
            Self::Items(items) => items.len(),
            _ => 0,
        }
    }

    /// Names of the members that are marked as a whole, in order.
    pub(in crate::facts) fn marked_members(&self) -> impl Iterator<Item = &Cow<'a, str>> {
        let members = match self {
            Self::Members(members) => members.as_slice(),
            _ => &[],
        };
        members.iter().filter(|(_, marks)| marks.is_on()).map(|(name, _)| name)
    }

    /// The part of a path that may be told: names of attributes up to the first place that is marked, whose elements
    /// may be secret by their keys.
    pub(in crate::facts) fn open_part<'p>(&self, path: &'p [Step<'p>]) -> &'p [Step<'p>] {
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

/// Whether a tree of marks marks anything; most do not, and those are never read.
pub(in crate::facts) fn marks_anything(raw: Raw<'_>) -> bool {
    holds_mark(raw.text())
}

/// Whether a tree of marks, as it is written, marks anything: a value in it is none of brackets, `false` and `null`.
pub(in crate::facts) fn holds_mark(marks: &str) -> bool {
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
    fn however_many_there_are_all_that_any_of_them_marks_is_marked() {
        let one = |i: usize| match i % 3 {
            0 => marks(&[r#"{"list":[false,false,true]}"#]),
            1 => Marks::of_members(vec![(format!("a{i}").into(), Marks::On)]),
            _ => marks(&[r#"{"list":[true],"map":{"k":true}}"#]),
        };
        for count in 0..70 {
            let one_by_one = (0..count).map(one).fold(Marks::Off, Marks::or);
            assert_eq!(Marks::any_of((0..count).map(one)), one_by_one, "{count}");
        }
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
