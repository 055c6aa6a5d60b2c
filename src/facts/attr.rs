//! An attribute: its value, its unknown mark and its sensitive marks, moving down all trees in step.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::{fmt, iter};

pub use crate::json::Kind;
use crate::json::scan::Member;
use crate::json::{Document, Entry, Node, Pointer, ReadError};
use crate::tofu::{Raw, Step};

use super::secrecy::mark_paths::wrapped;
use super::secrecy::marks::Marks;

/// In bytes, the longest text that words quote.
const LONGEST_BRIEF: usize = 60;

/// What stands in the place of a sensitive value.
pub const MASK: &str = "(sensitive value)";

/// The trees of one object, read and kept together.
///
/// `after` has unknown parts removed and `after_unknown` says where they were; sensitive marks of one side or place
/// hold for the same attribute on every other, since the engines leave some out (§2.2, §2.4, §8.1).
#[derive(Default)]
pub struct Object<'a> {
    value: Option<Document<'a>>,
    unknown: Marks<'a>,
    sensitive: Option<Arc<Marks<'a>>>,
    /// Whether a raw state holds it, where attributes without a fixed type are wrapped.
    stored: bool,
}

impl<'a> Object<'a> {
    /// Reads the trees. Absent trees mark nothing.
    ///
    /// # Errors
    ///
    /// A value that the decoder passed over and that cannot be read: nested too deep, or half a surrogate pair.
    pub fn read(
        value: Option<Raw<'a>>,
        unknown: Option<Raw<'a>>,
        sensitive: impl IntoIterator<Item = Raw<'a>>,
    ) -> Result<Self, ReadError> {
        let sensitive = Marks::read(sensitive)?;
        let sensitive = (!sensitive.is_off()).then(|| Arc::new(sensitive));
        Self::marked(value, unknown, sensitive.as_ref())
    }

    /// An object with sensitive marks that were read before.
    pub(super) fn marked(
        value: Option<Raw<'a>>,
        unknown: Option<Raw<'a>>,
        sensitive: Option<&Arc<Marks<'a>>>,
    ) -> Result<Self, ReadError> {
        Ok(Self {
            value: value.map(|raw| Document::read(raw.text())).transpose()?,
            unknown: Marks::read(unknown)?,
            sensitive: sensitive.cloned(),
            stored: false,
        })
    }

    /// The object as a raw state holds it: an attribute without a fixed type, stored with its type, is its value.
    pub(super) fn in_raw_state(self) -> Self {
        Self { stored: true, ..self }
    }

    /// An object with such marks, and of its value only the given members, as if there were no others.
    pub(super) fn of_members(
        value: Option<Raw<'a>>,
        unknown: Option<Raw<'a>>,
        sensitive: Option<&Arc<Marks<'a>>>,
        members: &[Member<'a>],
    ) -> Result<Self, ReadError> {
        let value = value.map(|raw| Document::read_members(raw.text(), members));
        Ok(Self {
            value: value.transpose()?,
            ..Self::marked(None, unknown, sensitive)?
        })
    }

    /// The same, where more of it is sensitive.
    pub(super) fn also_marked(self, marks: Option<&Marks<'_>>) -> Self {
        match marks {
            Some(marks) => Self {
                sensitive: Some(Marks::with(self.sensitive.as_ref(), marks)),
                ..self
            },
            None => self,
        }
    }

    /// What of it is sensitive.
    pub(super) fn marks(&self) -> Option<&Marks<'a>> {
        self.sensitive.as_deref()
    }

    /// The whole object.
    #[must_use]
    pub fn root(&self) -> Attr<'_, 'a> {
        let sensitive = self.sensitive.as_deref().unwrap_or(&Marks::Off);
        Attr {
            stored: self.stored,
            ..Attr::new(self.value.as_ref().map(Document::root), &self.unknown, sensitive)
        }
    }
}

impl fmt::Debug for Object<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.root(), f)
    }
}

/// One place in an object.
///
/// `Display` and `Debug` never print the value: they say `(sensitive value)`, `(known after apply)`, or its kind.
#[derive(Clone, Copy)]
pub struct Attr<'d, 'a> {
    value: Option<Node<'d, 'a>>,
    unknown: &'d Marks<'a>,
    sensitive: &'d Marks<'a>,
    /// Whether its members are attributes in a raw state.
    stored: bool,
}

impl<'d, 'a> Attr<'d, 'a> {
    fn new(value: Option<Node<'d, 'a>>, unknown: &'d Marks<'a>, sensitive: &'d Marks<'a>) -> Self {
        Self {
            value,
            unknown,
            sensitive: sensitive.fitting(value.map(Node::kind)),
            stored: false,
        }
    }

    /// The member of that name, whose value is this one.
    pub(super) fn member(self, key: &str, value: Option<Node<'d, 'a>>) -> Self {
        let member = Self::new(value, self.unknown.get(key), self.sensitive.get(key));
        match value.filter(|_| self.stored).and_then(unwrapped) {
            Some(inner) => Self::new(Some(inner), member.unknown.get(VALUE), member.sensitive.get(VALUE)),
            None => member,
        }
    }

    /// The member of that name; absent when there is none.
    #[must_use]
    pub fn get(self, key: &str) -> Self {
        self.member(key, self.value.and_then(|value| value.get(key)))
    }

    /// The element at `index`, from 0; absent past the end.
    #[must_use]
    pub fn at(self, index: usize) -> Self {
        if self.leaves_out_unknown() {
            return self.items().nth(index).unwrap_or_else(|| self.missing());
        }
        let value = self.value.and_then(|value| value.at(index));
        Self::new(value, self.unknown.at(index), self.sensitive.at(index))
    }

    /// What a path of the engine leads to. An index may be written as a text; of a set, whose elements have no place of
    /// their own, the whole set.
    #[must_use]
    pub(crate) fn along(self, path: &[Step<'_>]) -> Self {
        let mut attr = self;
        for step in path {
            attr = match step {
                Step::Index(index) => attr.at(usize::try_from(*index).unwrap_or(usize::MAX)),
                Step::Key(key) if attr.kind() == Some(Kind::Array) => match key.parse() {
                    Ok(index) => attr.at(index),
                    Err(_) => return attr,
                },
                Step::Key(key) => attr.get(key),
                Step::Other(_) => return attr,
            };
        }
        attr
    }

    /// The value as words may hold it: a short plain text, a number or a boolean as it stands, of anything else the
    /// kind, and of a sensitive value nothing. A report must still redact it: copies of secrets bear no mark.
    #[must_use]
    pub(crate) fn brief(self) -> String {
        let node = self.value.filter(|_| !self.is_sensitive() && !self.is_unknown());
        match node {
            Some(node) if matches!(node.kind(), Kind::Bool | Kind::Number) => node.text().to_owned(),
            Some(node) => match node.as_str() {
                Some(text) if is_plain(&text) => format!("\"{text}\""),
                _ => self.to_string(),
            },
            None => self.to_string(),
        }
    }

    /// Whether the value is known only after apply. What stands there is known, whatever its mark says: engines take
    /// out what is not, or write `null` for it.
    #[must_use]
    pub fn is_unknown(self) -> bool {
        self.unknown.is_on() && self.value.is_none_or(Node::is_null)
    }

    /// Whether it, or anything below it, may be known only after apply; a look at the marks alone.
    #[must_use]
    pub(crate) fn may_hold_unknown(self) -> bool {
        !self.unknown.is_off()
    }

    /// Whether it, or anything below it, may be sensitive; a look at the marks alone.
    #[must_use]
    pub(crate) fn may_hold_sensitive(self) -> bool {
        !self.sensitive.is_off()
    }

    /// Whether it is a list or an object whose value is known.
    #[must_use]
    pub fn is_container(self) -> bool {
        matches!(self.kind(), Some(Kind::Array | Kind::Object))
    }

    /// Whether any source marks the value, or something above it, sensitive.
    #[must_use]
    pub fn is_sensitive(self) -> bool {
        self.sensitive.is_on()
    }

    /// Whether the value is neither there nor unknown.
    #[must_use]
    pub fn is_absent(self) -> bool {
        self.value.is_none() && !self.is_unknown()
    }

    /// Whether nothing is set: absent or `null`, and not unknown.
    #[must_use]
    pub fn is_unset(self) -> bool {
        !self.is_unknown() && self.value.is_none_or(Node::is_null)
    }

    /// The kind of the JSON value; `None` when absent or unknown.
    #[must_use]
    pub fn kind(self) -> Option<Kind> {
        if self.is_unknown() {
            None
        } else {
            self.value.map(Node::kind)
        }
    }

    /// Elements of a list, in order, with unknown ones among them; none for anything else.
    ///
    /// A list that is longer in its unknown marks than in its values is read to the longer end.
    pub fn items(self) -> impl Iterator<Item = Self> {
        let leaves_out = self.leaves_out_unknown();
        let mut values = self.list().into_iter().flat_map(Node::items);
        let mut index = 0;
        iter::from_fn(move || {
            let unknown = self.unknown.at(index);
            let value = if leaves_out && unknown.is_on() {
                None
            } else {
                values.next()
            };
            if value.is_none() && index >= self.unknown.items() {
                return None;
            }
            let item = Self::new(value, unknown, self.sensitive.at(index));
            index += 1;
            Some(item)
        })
    }

    fn list(self) -> Option<Node<'d, 'a>> {
        self.value.filter(|value| value.kind() == Kind::Array)
    }

    /// Whether the elements of a list that are unknown have no place among its values, so that those behind them stand
    /// further in front than their marks: sets and tuples before Terraform 1.3 (§2.2).
    fn leaves_out_unknown(self) -> bool {
        let (known, marks) = (self.list().map_or(0, Node::len), self.unknown.items());
        let unknown = || (0..marks).filter(|index| self.unknown.at(*index).is_on()).count();
        known < marks && known + unknown() == marks
    }

    /// Whether a list in it is shorter than its unknown marks: nobody can say which elements other marks are about.
    pub(super) fn loses_elements(self) -> bool {
        let loses = || self.list().is_some_and(|list| list.len() < self.unknown.items());
        self.may_hold_unknown() && (loses() || self.parts().any(Self::loses_elements))
    }

    /// Members of an object or map: the known ones in the order of the document, then those that are unknown.
    pub fn entries(self) -> impl Iterator<Item = (Cow<'a, str>, Self)> {
        let known = self.value.filter(|node| node.kind() == Kind::Object);
        let only_unknown = wholly_unknown(known, self.unknown);
        let known = known.into_iter().flat_map(Node::entries);
        let members = known.map(|entry| (entry.key(), Some(entry.value())));
        members
            .chain(only_unknown.into_iter().map(|key| (key, None)))
            .map(move |(key, value)| {
                let attr = self.member(&key, value);
                (key, attr)
            })
    }

    /// The elements of a list, or the members of an object or map, whichever it is.
    pub(crate) fn parts(self) -> impl Iterator<Item = Self> {
        self.items().chain(self.entries().map(|(_, member)| member))
    }

    /// A member that is not there: absent, and marked where the whole is.
    pub(super) fn missing(self) -> Self {
        Self {
            value: None,
            unknown: self.unknown.missing(),
            sensitive: self.sensitive.missing(),
            stored: false,
        }
    }

    /// Whether both are written the same and nothing of either is unknown: a quick yes, and no answer otherwise.
    pub(super) fn is_written_as(self, other: Attr<'_, '_>) -> bool {
        self.unknown.is_off()
            && other.unknown.is_off()
            && matches!((self.value, other.value), (Some(one), Some(two)) if one.text() == two.text())
    }

    /// Where the value stands in its own tree.
    #[must_use]
    pub fn pointer(self) -> Option<Pointer> {
        self.value.map(Node::pointer)
    }

    /// Whether both are the same known value. Comparing tells less than showing, so that it is always allowed.
    #[must_use]
    pub(crate) fn same_known_value(self, other: Attr<'_, '_>) -> bool {
        if self.is_unknown() || other.is_unknown() {
            return false;
        }
        match (self.value, other.value) {
            (Some(one), Some(two)) => one.same_value(two),
            (None, None) => true,
            (Some(value), None) | (None, Some(value)) => value.is_null(),
        }
    }

    /// The value itself, sensitive or not; `None` when absent or unknown.
    ///
    /// Only for the collection of secrets and for rules that must look at a text. What is read here must reach a
    /// report through its redaction alone; `clippy.toml` bans the method elsewhere.
    #[must_use]
    pub(crate) fn reveal(self) -> Option<Node<'d, 'a>> {
        self.value.filter(|_| !self.is_unknown())
    }
}

/// Names that are marked unknown and have no value, in order.
fn wholly_unknown<'a>(known: Option<Node<'_, 'a>>, unknown: &Marks<'a>) -> Vec<Cow<'a, str>> {
    let mut names: Vec<_> = unknown.marked_members().cloned().collect();
    // Few are unknown in most objects; in one with many, looking each up from the start would be quadratic.
    if names.len() > 16 {
        let known: BTreeSet<_> = known.into_iter().flat_map(Node::entries).map(Entry::key).collect();
        names.retain(|name| !known.contains(name));
    } else {
        names.retain(|name| known.is_none_or(|node| node.get(name).is_none()));
    }
    names
}

/// Whether a text can stand in a line whole and as it is: what is cut or escaped could not be redacted any more.
fn is_plain(text: &str) -> bool {
    text.len() <= LONGEST_BRIEF && !text.contains(|c: char| c.is_control() || c == '"' || c == '\\')
}

impl fmt::Display for Attr<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_sensitive() {
            MASK
        } else if self.is_unknown() {
            "(known after apply)"
        } else {
            match self.value.map(Node::kind) {
                None => "(absent)",
                Some(Kind::Null) => "null",
                Some(Kind::Bool) => "(a boolean)",
                Some(Kind::Number) => "(a number)",
                Some(Kind::String) => "(a string)",
                Some(Kind::Array) => "(a list)",
                Some(Kind::Object) => "(an object)",
            }
        })
    }
}

impl fmt::Debug for Attr<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The name of the value in what a raw state wraps an attribute in.
const VALUE: &str = "value";

/// The value of an attribute without a fixed type, as a raw state stores it:
/// `{"value": [1], "type": ["list", "number"]}`.
fn unwrapped<'d, 'a>(attribute: Node<'d, 'a>) -> Option<Node<'d, 'a>> {
    let value = wrapped(attribute)?;
    let kind = attribute.get("type")?;
    let is_type = match kind.as_str() {
        Some(word) => matches!(&*word, "string" | "number" | "bool" | "dynamic"),
        None => kind.kind() == Kind::Array,
    };
    is_type.then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tofu::raw;

    #[test]
    fn the_three_trees_move_in_step() {
        let object = Object::read(
            Some(raw(r#"{"a":"x","l":[1,null],"m":{"k":"v"},"n":null}"#)),
            Some(raw(r#"{"u":true,"l":[false,true],"m":{}}"#)),
            [raw(r#"{"m":{"k":true},"l":[]}"#), raw(r#"{"a":true}"#)],
        )
        .unwrap();
        let root = object.root();
        for (attr, wanted, why) in [
            (root.get("a"), "(sensitive value)", "marked by the second tree"),
            (
                root.get("u"),
                "(known after apply)",
                "an unknown member is missing from the value",
            ),
            (root.get("l").at(0), "(a number)", "a known element"),
            (root.get("l").at(1), "(known after apply)", "null is only a placeholder"),
            (root.get("m"), "(an object)", "`{}` never marks"),
            (
                root.get("m").get("k"),
                "(sensitive value)",
                "marks are found at any depth",
            ),
            (root.get("n"), "null", "a null that is known"),
            (root.get("zz"), "(absent)", "neither known nor unknown"),
            (
                root.get("u").get("deep"),
                "(known after apply)",
                "all below an unknown is unknown",
            ),
        ] {
            assert_eq!(attr.to_string(), wanted, "{why}");
            assert_eq!(format!("{attr:?}"), wanted, "{why}");
        }
        let keys: Vec<_> = root.entries().map(|(key, _)| key.into_owned()).collect();
        assert_eq!(keys, ["a", "l", "m", "n", "u"], "unknown members are members");
    }

    #[test]
    fn attributes_without_a_fixed_type_are_their_values_in_raw_states() {
        for (attribute, path, wanted, why) in [
            (
                r#"{"value":{"k":1},"type":["object",{"k":"number"}]}"#,
                "a.k",
                true,
                "an object",
            ),
            (r#"{"value":"x","type":"string"}"#, "a.value", false, "a text"),
            (
                r#"{"value":"1.2.3.4","type":"A"}"#,
                "a.value",
                true,
                "what has no type is no wrapper",
            ),
            (
                r#"{"value":1,"type":["x"],"ttl":3}"#,
                "a.value",
                true,
                "nor is what has more members",
            ),
            (
                r#"{"value":{"value":[1],"type":"bool"},"type":["object",{}]}"#,
                "a.value",
                true,
                "it is wrapped once",
            ),
            (
                r#"{"b":{"value":[1],"type":"bool"}}"#,
                "a.b.value",
                true,
                "and an attribute alone",
            ),
        ] {
            let text = format!(r#"{{"a":{attribute}}}"#);
            let marks = Marks::read([raw(r#"{"a":{"value":{"k":true}}}"#)]).unwrap();
            let object = Object::marked(Some(raw(&text)), None, Some(&Arc::new(marks))).unwrap();
            let object = object.in_raw_state();
            let found = path.split('.').fold(object.root(), Attr::get);
            assert_eq!(!found.is_absent(), wanted, "{why}");
            assert!(found.is_sensitive() || path != "a.k", "{why}: its mark goes along");
            let (_, entry) = object.root().entries().next().unwrap();
            assert!(entry.same_known_value(object.root().get("a")), "{why}: as an entry too");
        }
    }

    #[test]
    fn paths_of_the_engine_are_followed() {
        let object = Object::read(
            Some(raw(r#"{"l":[{"k":"v"}],"m":{"1":2}}"#)),
            Some(raw(r#"{"u":true}"#)),
            [],
        )
        .unwrap();
        for (path, wanted, why) in [
            (r#"["l",0,"k"]"#, "\"v\"", "names and indices"),
            (r#"["l","0","k"]"#, "\"v\"", "an index as a text"),
            (r#"["m","1"]"#, "2", "a key that looks like an index"),
            (r#"["l",{"k":"v"}]"#, "(a list)", "an element of a set has no place"),
            (r#"["l",7]"#, "(absent)", "past the end"),
            (r#"["u","deep"]"#, "(known after apply)", "below an unknown"),
            ("[]", "(an object)", "the whole object"),
        ] {
            let path: Vec<Step<'_>> = serde_json::from_str(path).unwrap();
            assert_eq!(object.root().along(&path).brief(), wanted, "{why}");
        }
    }

    #[test]
    fn brief_words_hold_no_secret() {
        let long = format!("\"{}\"", "x".repeat(61));
        for (value, marks, wanted, why) in [
            (r#""t3.large""#, "false", "\"t3.large\"", "a short text"),
            (r#""t3.large""#, "true", "(sensitive value)", "marked"),
            ("7", "true", "(sensitive value)", "a number that is marked"),
            (r#"{"k":"v"}"#, r#"{"k":true}"#, "(an object)", "marked inside"),
            ("1e3", "false", "1e3", "a number as written"),
            ("null", "false", "null", "nothing"),
            (&long, "false", "(a string)", "too long to stand whole"),
            (r#""a\nb""#, "false", "(a string)", "more than a line"),
        ] {
            let object = Object::read(Some(raw(value)), None, [raw(marks)]).unwrap();
            assert_eq!(object.root().brief(), wanted, "{why}");
        }
    }

    #[test]
    fn a_set_that_lost_its_unknown_elements_keeps_their_places() {
        let later = "(known after apply)";
        for (value, unknown, wanted, why) in [
            ("[1]", "[false,true]", vec!["1", later], "the last"),
            (
                "[1]",
                "[true,false]",
                vec![later, "1"],
                "the first (hashicorp/terraform#31236)",
            ),
            ("[1,3]", "[false,true,{}]", vec!["1", later, "3"], "the second"),
            ("[1,null]", "[false,true]", vec!["1", later], "a list, which keeps them"),
            ("[]", "[true,true]", vec![later, later], "all"),
            (
                "[1]",
                r#"[{},true,{"k":true}]"#,
                vec!["1", later, "(absent)"],
                "nobody can say which",
            ),
            ("[1,2]", "[true]", vec!["1", "2"], "what stands there is known"),
        ] {
            let object = Object::read(Some(raw(value)), Some(raw(unknown)), []).unwrap();
            let root = object.root();
            let items: Vec<_> = root.items().map(Attr::brief).collect();
            assert_eq!(items, wanted, "{why}");
            let placed: Vec<_> = (0..wanted.len()).map(|index| root.at(index).brief()).collect();
            assert_eq!(placed, wanted, "{why}, one by one");
            assert_eq!(root.at(wanted.len()).brief(), "(absent)", "{why}, behind the end");
        }
    }

    #[test]
    fn what_stands_there_is_known_whatever_its_mark_says() {
        let value = r#"{"a":"x","l":[{"k":1}],"n":null}"#;
        for (unknown, why) in [
            ("true", "all of it"),
            ("0", "no mark at all"),
            (r#"{"a":true,"l":true,"n":true}"#, "each"),
            (r#"{"a":"false","l":[0],"n":"true"}"#, "marks of other types"),
        ] {
            let object = Object::read(Some(raw(value)), Some(raw(unknown)), []).unwrap();
            let root = object.root();
            assert_eq!(root.get("a").brief(), "\"x\"", "{why}");
            assert_eq!(root.get("l").at(0).get("k").brief(), "1", "{why}");
            assert!(root.get("n").is_unknown(), "{why}: null is what stands for it");
        }
        let marks = Object::read(Some(raw("{}")), Some(raw("true")), []).unwrap();
        assert!(marks.root().get("a").is_unknown(), "what is not there is not known");
    }
}
