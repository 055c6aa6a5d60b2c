//! Objects that an attribute describes as a text, in JSON, YAML or HCL, read as if the attribute held them.

mod hcl;
mod joined;
mod yaml;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::facts::ResourceChange;
use crate::facts::attr::{Attr, Object};
use crate::json::{Entry, Kind, string};
use crate::lint::ChangeView;
use crate::tofu::Raw;

/// What a text is written in, if it is not JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Language {
    /// What Kubernetes takes.
    #[default]
    Yaml,
    /// What Vault, Consul and Nomad take.
    Hcl,
}

impl Language {
    /// What a text describes; `None` where it is no object and no list.
    fn read(self, text: &str) -> Option<Value> {
        self.value(text).filter(|value| value.is_object() || value.is_array())
    }

    /// Whether a text cannot be read here, while the program that it is for may read it all the same.
    pub(super) fn is_unreadable(self, text: &str) -> bool {
        self.value(text).is_none()
    }

    /// What a text stands for; `None` where it cannot be read. A byte order mark, as files have that editors of Windows
    /// wrote, is none of the text's.
    fn value(self, text: &str) -> Option<Value> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let json = json_value(text);
        match self {
            // JSON is YAML too, and read faster.
            Self::Yaml => json.or_else(|| yaml::first_document(text)),
            Self::Hcl => json.map(hcl::labelled).or_else(|| hcl::body(text)),
        }
    }
}

/// The value of a text in JSON, as the programs of clouds and clusters read it: half of a surrogate pair is a letter
/// that is not known. `None` where it is no JSON. The reader has a limit of depth, so that no text can exhaust the
/// stack.
pub(super) fn json_value(text: &str) -> Option<Value> {
    let read = |text: &str| serde_json::from_str(text).ok();
    read(text).or_else(|| read(&string::without_half_pairs(text)?))
}

/// Both sides of a change whose attribute holds a text.
#[derive(Debug)]
pub(super) struct Described {
    before: Option<Side>,
    after: Option<Side>,
}

/// An object with the attribute read, as JSON: what it says, and what of it is not known yet.
#[derive(Debug)]
struct Side {
    value: String,
    unknown: String,
    is_sensitive: bool,
}

impl Described {
    /// Reads the text at a path, or the texts by their names where it ends in `.*`, on each side that has some; `None`
    /// where neither does, or where none can be read.
    pub(super) fn of(
        view: &ChangeView<'_, '_>,
        path: &str,
        language: Language,
        is_secret: &dyn Fn(Attr<'_, '_>) -> bool,
    ) -> Option<Self> {
        let side = |root| Side::of(root, path, language, is_secret);
        let (before, after) = (side(view.before()), side(view.after()));
        (before.is_some() || after.is_some()).then_some(Self { before, after })
    }

    /// The change with its objects as they are described. What is known of the whole change holds for it.
    pub(super) fn view<'v>(&'v self, change: &'v ResourceChange<'_>) -> ChangeView<'v, 'v> {
        let before = self.before.as_ref().and_then(Side::object);
        let after = self.after.as_ref().and_then(Side::object);
        ChangeView::described(change, before, after)
    }
}

/// What is found in a change, the text at a path read where there is one.
pub(super) fn with_text<T>(
    view: &ChangeView<'_, '_>,
    path: Option<&str>,
    find: impl FnOnce(&ChangeView<'_, '_>) -> T,
) -> T {
    match path.and_then(|path| Described::of(view, path, Language::Yaml, &|_| false)) {
        Some(described) => find(&described.view(view.change)),
        None => find(view),
    }
}

impl Side {
    /// The text read, beside what is simple of the object's other attributes, and its lists: no table asks for more of
    /// such a type.
    #[expect(
        clippy::disallowed_methods,
        reason = "what it describes is as sensitive as the object, and judged under its marks"
    )]
    fn of(
        root: Attr<'_, '_>,
        path: &str,
        language: Language,
        is_secret: &dyn Fn(Attr<'_, '_>) -> bool,
    ) -> Option<Self> {
        let by_name = path.strip_suffix(".*");
        let path = by_name.unwrap_or(path);
        let attr = root.get(path);
        let node = attr.reveal()?;
        let read = match by_name {
            // As config maps hold files.
            Some(_) => {
                let mut members = Map::new();
                members.extend(node.entries().filter_map(|entry| member(entry, language)));
                Value::Object(members)
            }
            None => language.read(&node.as_str()?)?,
        };
        let (mut value, mut unknown) = (Map::new(), Map::new());
        for (name, other) in root.entries() {
            let scalar = match other.kind() {
                _ if other.is_unknown() => {
                    unknown.insert(name.into_owned(), Value::Bool(true));
                    continue;
                }
                Some(Kind::String) => other
                    .reveal()
                    .and_then(|node| node.as_str().map(|text| Value::from(&*text))),
                Some(Kind::Array) => {
                    if other.may_hold_unknown() {
                        unknown.insert(name.to_string(), unknown_in(other));
                    }
                    other.reveal().and_then(|node| serde_json::from_str(node.text()).ok())
                }
                _ => None,
            };
            value.extend(scalar.map(|scalar| (name.into_owned(), scalar)));
        }
        value.insert(path.to_owned(), read);
        Some(Self {
            value: Value::Object(value).to_string(),
            unknown: Value::Object(unknown).to_string(),
            is_sensitive: root.may_hold_sensitive() || is_secret(attr),
        })
    }

    fn object(&self) -> Option<Object<'_>> {
        let raw = |text| serde_json::from_str::<Raw<'_>>(text).ok();
        let marks = self.is_sensitive.then(|| raw("true")).flatten();
        Object::read(raw(&self.value), raw(&self.unknown), marks).ok()
    }
}

/// What of a list is not known, as the engines mark it. It is no deeper than documents may be.
fn unknown_in(attr: Attr<'_, '_>) -> Value {
    match attr.kind() {
        _ if attr.is_unknown() => Value::Bool(true),
        _ if !attr.may_hold_unknown() => Value::Bool(false),
        Some(Kind::Array) => Value::Array(attr.items().map(unknown_in).collect()),
        _ => {
            let mut marks = Map::new();
            marks.extend(attr.entries().map(|(name, held)| (name.into_owned(), unknown_in(held))));
            Value::Object(marks)
        }
    }
}

/// A text by its name, and what it describes.
fn member(entry: Entry<'_, '_>, language: Language) -> Option<(String, Value)> {
    Some((entry.key().into_owned(), language.read(&entry.value().as_str()?)?))
}
