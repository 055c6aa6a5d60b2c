//! Values as expressions (HCL JSON specification, "Expressions" and "Static Analysis").

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::structure::{StructureError, StructureErrorKind};
use super::template::{Native, NativeKind, Template, TemplateError, Traversal, is_template};
use super::text::Text;
use super::tree::{Kind, Node, Property};
use super::value::Value;

/// A value read as an expression.
///
/// Which of its readings counts is decided by who asks: literal where there is no scope, full where there is one, and
/// static analysis (list, map, call, traversal, keyword) where nothing is evaluated at all.
#[derive(Clone, Copy, Debug)]
pub struct Expression<'f, 'a> {
    node: Node<'f, 'a>,
}

/// Why a value cannot be analysed statically.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StaticError {
    /// It is no string.
    #[error("a string is needed here")]
    NotString,
    /// It is a string with an interpolation, where the bare reference or keyword is needed.
    #[error("the bare reference is needed here, without ${{ and }}")]
    Templated,
    /// It is something else than was asked for.
    #[error("{0}")]
    Unfit(TemplateError),
}

impl<'f, 'a> Expression<'f, 'a> {
    /// A value as an expression.
    #[must_use]
    pub const fn new(node: Node<'f, 'a>) -> Self {
        Self { node }
    }

    /// The value in the file.
    #[must_use]
    pub const fn node(self) -> Node<'f, 'a> {
        self.node
    }

    /// What the value is in literal mode: strings and names are taken as they are ("Strings").
    ///
    /// A name that stands twice in an object is an error in this mode too.
    pub fn literal(self, errors: &mut Vec<StructureError>) -> Value<'a> {
        let node = self.node;
        match node.kind() {
            Kind::Null => Value::Null,
            Kind::False => Value::Bool(false),
            Kind::True => Value::Bool(true),
            Kind::Number => Value::Number(Cow::Borrowed(node.raw())),
            Kind::String | Kind::Escaped | Kind::Bare => {
                Value::String(node.string().map(Text::into_inner).unwrap_or_default())
            }
            Kind::Array => Value::Tuple(
                node.elements()
                    .map(|element| Self::new(element).literal(errors))
                    .collect(),
            ),
            Kind::Object => {
                let mut entries = BTreeMap::new();
                for property in node.properties() {
                    let value = Self::new(property.value()).literal(errors);
                    enter(&mut entries, property.name(), value, property, errors);
                }
                Value::Object(entries)
            }
            Kind::Broken => Value::Unknown,
        }
    }

    /// What the value is in full mode as far as that needs neither scope nor functions: [`Value::Unknown`] where it
    /// does.
    ///
    /// Reports names that are equal once evaluated, or null ("Objects"). Templates that cannot be read are unknown; see
    /// [`templates`](Self::templates) for what is wrong with them.
    pub fn evaluate(self, errors: &mut Vec<StructureError>) -> Value<'a> {
        let node = self.node;
        match node.kind() {
            Kind::String | Kind::Escaped | Kind::Bare => evaluate_string(node),
            Kind::Array => Value::Tuple(
                node.elements()
                    .map(|element| Self::new(element).evaluate(errors))
                    .collect(),
            ),
            Kind::Object => {
                let mut entries = BTreeMap::new();
                let mut unknown = false;
                for property in node.properties() {
                    let value = Self::new(property.value()).evaluate(errors);
                    match evaluate_string(property.key()) {
                        Value::Null | Value::Tuple(_) | Value::Object(_) => {
                            errors.push(StructureError::new(StructureErrorKind::NullName, property.name_span()));
                        }
                        name => match name.into_string() {
                            Some(name) => enter(&mut entries, name, value, property, errors),
                            None => unknown = true,
                        },
                    }
                }
                if unknown {
                    Value::Unknown
                } else {
                    Value::Object(entries)
                }
            }
            _ => self.literal(errors),
        }
    }

    /// Reads every string and every name that is a template in full mode, from left to right.
    pub fn templates(self, read: &mut impl FnMut(&Text<'a>, Result<&Template<'_>, TemplateError>)) {
        let node = self.node;
        match node.kind() {
            Kind::Array => node.elements().for_each(|element| Self::new(element).templates(read)),
            Kind::Object => {
                for property in node.properties() {
                    Self::new(property.key()).templates(read);
                    Self::new(property.value()).templates(read);
                }
            }
            // Most strings are plain.
            Kind::String if !is_template(node.raw()) => {}
            _ => {
                if let Some(text) = node.string().filter(|text| is_template(text.as_str())) {
                    match Template::parse(text.as_str()) {
                        Ok(template) => read(&text, Ok(&template)),
                        Err(error) => read(&text, Err(error)),
                    }
                }
            }
        }
    }

    /// The elements of a static list ("Static List"): an array's.
    #[must_use]
    pub fn list(self) -> Option<Vec<Self>> {
        (self.node.kind() == Kind::Array).then(|| self.node.elements().map(Self::new).collect())
    }

    /// The entries of a static map ("Static Map"): an object's, the names as strings.
    #[must_use]
    pub fn map(self) -> Option<Vec<Property<'f, 'a>>> {
        (self.node.kind() == Kind::Object).then(|| self.node.properties().collect())
    }

    /// Reads a static call ("Static Call"): a string that is an expression of the native syntax, and that a call.
    ///
    /// # Errors
    ///
    /// [`StaticError::NotString`] for anything else, and [`StaticError::Unfit`] for what cannot be parsed.
    pub fn call<T>(self, read: impl FnOnce(&Text<'a>, &Native<'_>) -> T) -> Result<T, StaticError> {
        self.native(|text, native| match native.kind {
            NativeKind::Call(_) => Some(read(text, native)),
            _ => None,
        })?
        .ok_or(StaticError::NotString)
    }

    /// Reads a string as an expression of the native syntax, which is no template.
    ///
    /// # Errors
    ///
    /// [`StaticError::NotString`] for what is no string, and [`StaticError::Unfit`] for what cannot be parsed.
    pub fn native<T>(self, read: impl FnOnce(&Text<'a>, &Native<'_>) -> T) -> Result<T, StaticError> {
        let text = self.node.string().ok_or(StaticError::NotString)?;
        match Native::parse(text.as_str()) {
            Ok(native) => Ok(read(&text, &native)),
            Err(error) => Err(unfit(&text, error)),
        }
    }

    /// Reads a static traversal ("Static Traversal"): a string that is one, in which nothing is computed.
    ///
    /// # Errors
    ///
    /// [`StaticError::NotString`] for what is no string, and [`StaticError::Unfit`] for what is no traversal.
    pub fn traversal<T>(self, read: impl FnOnce(&Text<'a>, &Traversal<'_>) -> T) -> Result<T, StaticError> {
        let text = self.node.string().ok_or(StaticError::NotString)?;
        match Traversal::parse(text.as_str()) {
            Ok(traversal) => Ok(read(&text, &traversal)),
            Err(error) => Err(unfit(&text, error)),
        }
    }

    /// A keyword: a static traversal of one name.
    #[must_use]
    pub fn keyword(self) -> Option<String> {
        self.traversal(|_, traversal| traversal.steps.is_empty().then(|| traversal.root.to_owned()))
            .ok()
            .flatten()
    }
}

impl<'a> Node<'_, 'a> {
    /// The value in [literal](Expression::literal) mode, whatever is wrong with it.
    #[must_use]
    pub fn literal(self) -> Value<'a> {
        Expression::new(self).literal(&mut Vec::new())
    }

    /// The value in [full](Expression::evaluate) mode, whatever is wrong with it.
    #[must_use]
    pub fn evaluate(self) -> Value<'a> {
        Expression::new(self).evaluate(&mut Vec::new())
    }

    /// The boolean that the value literally is, or is written as.
    #[must_use]
    pub fn literal_bool(self) -> Option<bool> {
        self.literal().into_bool()
    }
}

fn unfit(text: &Text<'_>, error: TemplateError) -> StaticError {
    if is_template(text.as_str()) {
        StaticError::Templated
    } else {
        StaticError::Unfit(error)
    }
}

fn enter<'a>(
    entries: &mut BTreeMap<Cow<'a, str>, Value<'a>>,
    name: Cow<'a, str>,
    value: Value<'a>,
    property: Property<'_, 'a>,
    errors: &mut Vec<StructureError>,
) {
    match entries.entry(name) {
        Entry::Vacant(entry) => {
            entry.insert(value);
        }
        Entry::Occupied(entry) => {
            let name = entry.key().clone().into_owned();
            let kind = StructureErrorKind::NameTwice { name };
            errors.push(StructureError::new(kind, property.name_span()));
        }
    }
}

/// A string as a template, as far as it is constant.
fn evaluate_string<'a>(node: Node<'_, 'a>) -> Value<'a> {
    match node.string() {
        Some(text) if is_template(text.as_str()) => {
            Template::parse(text.as_str()).map_or(Value::Unknown, |template| Value::of_template(&template).into_owned())
        }
        Some(text) => Value::String(text.into_inner()),
        None => Value::Unknown,
    }
}
