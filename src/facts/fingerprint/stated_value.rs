//! A value that a document states, as one text for comparing it beside one for people.

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::ops::Range;

use crate::facts::address::names;
use crate::facts::attr::Attr;
use crate::facts::secrecy::copies::Copies;
use crate::facts::secrecy::marks::Marks;
use crate::facts::secrecy::masked_json::masked;
use crate::facts::secrecy::schema_marks::CONSTANT;
use crate::json::Kind;
use crate::order;

/// A value, or one before a change and one after it.
#[derive(Clone)]
pub struct Value {
    /// For comparing: one text for one value, however it is written.
    pub(in crate::facts) canonical: String,
    /// For people, and still to be redacted: `"a" → "b"`.
    pub shown: String,
    /// Where in that the arrow stands; `None` for one value.
    pub(in crate::facts) arrow: Option<usize>,
    /// Whether a change sets it where nothing was set.
    pub(in crate::facts) is_new: bool,
    /// What the document itself marks of it, whatever another one does.
    pub(in crate::facts) marks: Marks<'static>,
}

/// Stands between a value before a change and the one after it.
pub(crate) const ARROW: &str = " → ";

/// Whether both are the same value, and sensitive in the same parts.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.is_value_of(other) && self.marks == other.marks
    }
}

impl Eq for Value {}

/// It may be a secret.
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Value")
    }
}

impl Value {
    /// One text for what its document marks of the value, which names members: for hashing under a key alone.
    pub(in crate::facts) fn canonical_marks(&self) -> String {
        let mut text = String::new();
        self.marks.write(&mut text);
        text
    }

    /// Whether both are the same value, sensitive or not.
    #[must_use]
    pub(crate) fn is_value_of(&self, other: &Self) -> bool {
        self.canonical == other.canonical
    }

    /// How another document marks the same value otherwise, in words: `no longer sensitive`; `None` when it does not.
    #[must_use]
    pub(crate) fn marks_in(&self, other: &Self) -> Option<&'static str> {
        match (&self.marks, &other.marks) {
            (one, two) if one == two => None,
            (_, Marks::Off) => Some("no longer sensitive"),
            (_, Marks::On) => Some("now sensitive"),
            (Marks::Off | Marks::On, _) => Some("now sensitive in part"),
            _ => Some("now sensitive in other parts"),
        }
    }
}

impl Value {
    /// What is a name, and no value of an object.
    pub(in crate::facts) fn written(text: String) -> Self {
        Self {
            canonical: text.clone(),
            shown: text,
            arrow: None,
            is_new: false,
            marks: Marks::Off,
        }
    }

    pub(in crate::facts) fn of(before: Option<Attr<'_, '_>>, after: Attr<'_, '_>, writer: Writer<'_>) -> Self {
        let mut canonical = String::new();
        if let Some(before) = before {
            writer.value(before, &mut canonical);
            canonical.push('>');
        }
        writer.value(after, &mut canonical);
        let tell = |attr: Attr<'_, '_>| match writer {
            Writer::AtLength { by_names } => attr.at_length(by_names),
            _ => attr.brief(),
        };
        let mut shown = tell(after);
        let mut arrow = None;
        if let Some(before) = before.filter(|before| !before.is_unset()) {
            let before = tell(before);
            arrow = Some(before.len());
            shown = format!("{before}{ARROW}{shown}");
        }
        Self {
            canonical,
            shown,
            arrow,
            is_new: before.is_some_and(Attr::is_unset),
            marks: Marks::Off,
        }
    }

    /// Whether a change sets it where nothing was set.
    #[must_use]
    pub(crate) const fn is_new(&self) -> bool {
        self.is_new
    }

    /// What people are told of it before a change and after it, still to be redacted; `None` for one value.
    #[must_use]
    pub(crate) fn before_and_after(&self) -> Option<(&str, &str)> {
        let (before, after) = self.shown.split_at_checked(self.arrow?)?;
        Some((before, after.strip_prefix(ARROW)?))
    }

    /// Tells an expression of the configuration as its author wrote it, where it is told whole.
    pub(in crate::facts) fn tell_written(&mut self, expression: Attr<'_, '_>, writer: Writer<'_>) {
        if let Writer::AtLength { by_names } = writer {
            (self.shown, self.arrow) = (constant(expression).at_length(by_names), None);
        }
    }

    /// The same of a block of expressions.
    pub(in crate::facts) fn tell_block(&mut self, block: Attr<'_, '_>, writer: Writer<'_>) {
        if let Writer::AtLength { by_names } = writer
            && !block.is_sensitive()
        {
            let arguments = block.entries();
            let told = |expression| constant(expression).at_length(by_names);
            let told = arguments.map(|(name, expression)| format!("{name} = {}", told(expression)));
            (self.shown, self.arrow) = (format!("{{{}}}", told.collect::<Vec<_>>().join(", ")), None);
        }
    }
}

/// The value of an expression that is nothing but one; else the expression.
fn constant<'d, 'a>(expression: Attr<'d, 'a>) -> Attr<'d, 'a> {
    let mut entries = expression.entries();
    match (entries.next(), entries.next()) {
        (Some((name, value)), None) if name == CONSTANT && !expression.is_sensitive() => value,
        _ => expression,
    }
}

/// One text for one object, however it is written, and by whichever version of a provider. It holds what is sensitive,
/// too.
pub(in crate::facts) fn canonical(attr: Attr<'_, '_>) -> String {
    let mut text = String::new();
    Writer::OfObject.value(attr, &mut text);
    text
}

/// The text of a value that is known as a whole: values that are equal have one text, others have others. `None` if a
/// mark says that something in it may be unknown. It is compared, and never shown.
pub(crate) fn canonical_if_known(attr: Attr<'_, '_>) -> Option<String> {
    (!attr.may_hold_unknown()).then(|| canonical(attr))
}

/// Stands in the place of a secret. No text that means anything holds it; a wild letter would.
const LEFT_OUT: char = '\0';

/// Writes one text for one value: names in order, numbers by value.
#[derive(Clone, Copy)]
pub(in crate::facts) enum Writer<'c> {
    /// Sensitive values too.
    Everything,
    /// The same, but for what is not set: a newer provider writes `null` for what an older one does not know.
    OfObject,
    /// The same, and people are told the whole of what is not sensitive.
    AtLength {
        /// Whether names tell of secrets in texts of JSON.
        by_names: bool,
    },
    /// Neither sensitive values nor copies of them, which providers make where nothing marks them.
    WithoutSecrets {
        /// What finds the copies.
        copies: &'c Copies,
        /// Whether names tell of secrets in texts of JSON.
        by_names: bool,
    },
}

impl Writer<'_> {
    fn value(self, attr: Attr<'_, '_>, out: &mut String) {
        if attr.is_unknown() {
            out.push('?');
        } else if attr.is_unset() {
            out.push_str("null");
        } else if attr.is_sensitive() && matches!(self, Self::WithoutSecrets { .. }) {
            out.push(LEFT_OUT);
        } else {
            match attr.kind() {
                Some(Kind::Array) => {
                    out.push('[');
                    for item in attr.items() {
                        self.value(item, out);
                        out.push(',');
                    }
                    out.push(']');
                }
                Some(Kind::Object) => {
                    // In a map a key with `null` is a key, and no plan tells a map from an object.
                    let is_told = |member: Attr<'_, '_>| !matches!(self, Self::OfObject) || !member.is_unset();
                    let members = attr.entries().filter(|(_, member)| is_told(*member));
                    let mut members: Vec<_> = members.map(|(name, member)| (self.words(name), member)).collect();
                    order::sort_by(&mut members, |(one, _), (two, _)| one.cmp(two));
                    out.push('{');
                    for (name, member) in members {
                        write_text(&name, out);
                        self.value(member, out);
                        out.push(',');
                    }
                    out.push('}');
                }
                _ => self.leaf(attr, out),
            }
        }
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "compared and hashed, never shown; a sensitive value gets here only to be compared"
    )]
    fn leaf(self, attr: Attr<'_, '_>, out: &mut String) {
        let Some(node) = attr.reveal() else {
            return;
        };
        if let Some(text) = node.as_str() {
            let masked = match self {
                Self::WithoutSecrets { by_names: true, .. } => masked(&text, "\0"),
                _ => None,
            };
            write_text(&self.words(masked.map_or(text, Cow::Owned)), out);
        } else if let Self::WithoutSecrets { copies, .. } = self
            && copies.are_in(node.text())
        {
            out.push(LEFT_OUT);
        } else if let Some(number) = node.as_number() {
            out.push_str(&number.canonical());
        } else {
            out.push_str(node.text());
        }
    }

    /// Texts and names that anybody chose, of which the rest still tells what is meant.
    pub(in crate::facts) fn words<'t>(self, text: impl Into<Cow<'t, str>>) -> Cow<'t, str> {
        self.words_outside(text, |_| Vec::new())
    }

    /// Addresses, of which only keys can be copies of secrets: what else stands in them tells one object from another.
    pub(in crate::facts) fn address<'t>(self, address: impl Into<Cow<'t, str>>) -> Cow<'t, str> {
        self.words_outside(address, names)
    }

    /// Texts of which some parts are no copies.
    pub(in crate::facts) fn words_outside<'t>(
        self,
        text: impl Into<Cow<'t, str>>,
        open: impl FnOnce(&str) -> Vec<Range<usize>>,
    ) -> Cow<'t, str> {
        let text = text.into();
        let replaced = match self {
            Self::Everything | Self::OfObject | Self::AtLength { .. } => None,
            Self::WithoutSecrets { copies, .. } => copies.replace_outside(&text, open, |_| LEFT_OUT.to_string()),
        };
        replaced.map_or(text, Cow::Owned)
    }
}

/// The length says where the text ends, so that no text looks like two.
fn write_text(text: &str, out: &mut String) {
    // Writing to a string does not fail.
    let _ = write!(out, "\"{}:{text}", text.len());
}
