//! Bodies and blocks: what the properties of objects mean under a schema (HCL JSON specification, "Structural
//! Elements").

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::iter;

use super::structure::{StructureError, StructureErrorKind as Fault};
use super::tree::{Kind, Node, Property};
use crate::source::Span;

/// The name of properties that are comments, in bodies alone: where labels or expressions stand it is a name like
/// others.
pub(crate) const COMMENT: &str = "//";

/// Which attributes and blocks a body may have.
#[derive(Clone, Copy, Debug, Default)]
pub struct Schema<'s> {
    /// Its attributes.
    pub attributes: &'s [AttributeSchema<'s>],
    /// Its blocks.
    pub blocks: &'s [BlockSchema<'s>],
}

impl Schema<'_> {
    /// The blocks that a property stands for, if the schema has blocks of that name.
    pub fn unpack<'f, 'a>(self, property: Property<'f, 'a>, errors: &mut Vec<StructureError>) -> Vec<Block<'f, 'a>> {
        let mut blocks = Vec::new();
        if let Some(block) = self.blocks.iter().find(|block| block.name == property.name()) {
            unpack(property, property.value(), *block, &mut Vec::new(), &mut blocks, errors);
        }
        blocks
    }
}

/// An attribute that a body may have.
#[derive(Clone, Copy, Debug)]
pub struct AttributeSchema<'s> {
    /// Its name.
    pub name: &'s str,
    /// Whether it must be there.
    pub required: bool,
}

/// Blocks of one type that a body may have.
#[derive(Clone, Copy, Debug)]
pub struct BlockSchema<'s> {
    /// Their type.
    pub name: &'s str,
    /// What their labels are called, from the outermost.
    pub labels: &'s [&'s str],
}

/// A body: an object, or an array of objects whose properties count as if they stood in one.
#[derive(Clone, Copy, Debug)]
pub struct Body<'f, 'a> {
    node: Node<'f, 'a>,
}

/// What a body holds under a schema.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Content<'f, 'a> {
    /// Blocks of the schema, in the order of the file.
    pub blocks: Vec<Block<'f, 'a>>,
    /// Attributes of the schema, then what it does not name: one list, since there are as many contents as blocks.
    properties: Vec<Property<'f, 'a>>,
    /// How many of them are attributes.
    attributes: usize,
}

/// A block.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Block<'f, 'a> {
    /// The property that names its type.
    pub property: Property<'f, 'a>,
    labels: Labels<'f, 'a>,
    /// What it holds.
    pub body: Body<'f, 'a>,
}

/// The labels of one block, from the outermost. The language has no blocks with more than two, and modules have many
/// thousands of blocks: a list for each would be more than all else of it.
#[derive(Clone, Debug)]
struct Labels<'f, 'a> {
    first: Option<Label<'f, 'a>>,
    second: Option<Label<'f, 'a>>,
    more: Vec<Label<'f, 'a>>,
}

impl<'f, 'a> Labels<'f, 'a> {
    fn new(labels: &[Label<'f, 'a>]) -> Self {
        Self {
            first: labels.first().copied(),
            second: labels.get(1).copied(),
            more: labels.get(2..).unwrap_or_default().to_vec(),
        }
    }
}

/// A label of a block: the name of a property.
#[derive(Clone, Copy, Debug)]
pub struct Label<'f, 'a> {
    property: Property<'f, 'a>,
}

impl<'a> Label<'_, 'a> {
    /// What it says.
    #[must_use]
    pub fn text(self) -> Cow<'a, str> {
        self.property.name()
    }

    /// Where it stands, quotes included.
    #[must_use]
    pub fn span(self) -> Span {
        self.property.name_span()
    }
}

impl<'f, 'a> Block<'f, 'a> {
    /// The type of the block.
    #[must_use]
    pub fn kind(&self) -> Cow<'a, str> {
        self.property.name()
    }

    /// Its labels, from the outermost.
    pub fn labels(&self) -> impl Iterator<Item = Label<'f, 'a>> {
        let Labels { first, second, more } = &self.labels;
        [*first, *second].into_iter().flatten().chain(more.iter().copied())
    }

    /// What the label at an index from 0 says.
    #[must_use]
    pub fn label(&self, index: usize) -> Cow<'a, str> {
        self.labels().nth(index).map(Label::text).unwrap_or_default()
    }

    /// Where the block is named: its last label, or else its type.
    #[must_use]
    pub fn name_span(&self) -> Span {
        self.labels().last().map_or(self.property.name_span(), Label::span)
    }
}

impl<'f, 'a> Content<'f, 'a> {
    /// What has attributes alone, each once.
    #[must_use]
    pub const fn of_attributes(attributes: Vec<Property<'f, 'a>>) -> Self {
        Self {
            blocks: Vec::new(),
            attributes: attributes.len(),
            properties: attributes,
        }
    }

    /// Attributes of the schema, in the order of the file, each once.
    #[must_use]
    pub fn attributes(&self) -> &[Property<'f, 'a>] {
        self.properties.get(..self.attributes).unwrap_or_default()
    }

    /// Properties that the schema does not name, in the order of the file, without comments.
    #[must_use]
    pub fn rest(&self) -> &[Property<'f, 'a>] {
        self.properties.get(self.attributes..).unwrap_or_default()
    }

    /// The attribute with this name.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<Property<'f, 'a>> {
        self.attributes().iter().copied().find(|attribute| attribute.is(name))
    }

    /// The blocks of this type.
    pub fn blocks_of(&self, kind: &str) -> impl Iterator<Item = &Block<'f, 'a>> {
        self.blocks.iter().filter(move |block| block.property.is(kind))
    }
}

impl<'f, 'a> Body<'f, 'a> {
    /// A value as a body; whether it is one shows when its content is asked for.
    #[must_use]
    pub const fn new(node: Node<'f, 'a>) -> Self {
        Self { node }
    }

    /// The value that is the body.
    #[must_use]
    pub const fn node(self) -> Node<'f, 'a> {
        self.node
    }

    /// The comments, in the order of the file.
    pub fn comments(self) -> impl Iterator<Item = Property<'f, 'a>> {
        // An object has no elements, and an array no properties.
        let objects = iter::once(self.node).chain(self.node.elements());
        objects
            .flat_map(Node::properties)
            .filter(|property| property.is(COMMENT))
    }

    /// The value of the first property with this name.
    #[must_use]
    pub fn get(self, name: &str) -> Option<Node<'f, 'a>> {
        let mut objects = iter::once(self.node).chain(self.node.elements());
        objects.find_map(|object| object.get(name))
    }

    /// All properties, comments and repeated names too, whatever else stands there.
    #[must_use]
    pub fn properties(self) -> Vec<Property<'f, 'a>> {
        self.checked_properties(&mut Vec::new())
    }

    /// The same, with what is wrong about the rest.
    pub fn checked_properties(self, errors: &mut Vec<StructureError>) -> Vec<Property<'f, 'a>> {
        flatten(self.node, Fault::NotBody, errors)
    }

    /// What the body holds, where the schema names all that it may hold ("Structural Elements"); comments are none of
    /// it.
    pub fn content(self, schema: Schema<'_>, errors: &mut Vec<StructureError>) -> Content<'f, 'a> {
        let content = self.partial_content(schema, errors);
        for property in content.rest() {
            let name = property.name();
            let given = |known: &str| content.attributes().iter().any(|attribute| attribute.name() == known);
            let attributes = schema.attributes.iter().map(|attribute| attribute.name);
            let names = attributes.filter(|known| !given(known));
            let names = names.chain(schema.blocks.iter().map(|block| block.name));
            errors.push(StructureError {
                span: property.name_span(),
                kind: Fault::Unsupported {
                    suggestion: closest(&name, names).map(str::to_owned),
                    name: name.into_owned(),
                },
            });
        }
        content
    }

    /// What the body holds of the schema ("Attributes", "Blocks"), and what is left.
    pub fn partial_content(self, schema: Schema<'_>, errors: &mut Vec<StructureError>) -> Content<'f, 'a> {
        let mut content = Content::default();
        each(self.node, Fault::NotBody, errors, &mut |property, errors| {
            let name = property.name();
            if schema.attributes.iter().any(|attribute| attribute.name == name) {
                if content.attribute(&name).is_some() {
                    let name = name.into_owned();
                    errors.push(StructureError::new(Fault::ArgumentTwice { name }, property.name_span()));
                } else {
                    // There are no more of them than the schema names, so that nothing is moved often.
                    content.properties.insert(content.attributes, property);
                    content.attributes += 1;
                }
            } else if let Some(block) = schema.blocks.iter().find(|block| block.name == name) {
                unpack(
                    property,
                    property.value(),
                    *block,
                    &mut Vec::new(),
                    &mut content.blocks,
                    errors,
                );
            } else if name != COMMENT {
                content.properties.push(property);
            }
        });
        for attribute in schema.attributes {
            if attribute.required && content.attribute(attribute.name).is_none() && self.is_readable() {
                let name = attribute.name.to_owned();
                errors.push(StructureError::new(
                    Fault::MissingArgument { name },
                    self.node.closing(),
                ));
            }
        }
        content
    }

    /// Every property as an attribute, in the dynamic attributes mode ("Structural Elements", "Attributes"): the body
    /// must be one object, each name once.
    pub fn just_attributes(self, errors: &mut Vec<StructureError>) -> Vec<Property<'f, 'a>> {
        match self.node.kind() {
            Kind::Object => {}
            Kind::Broken => return Vec::new(),
            _ => {
                errors.push(StructureError::new(Fault::NotObject, self.node.opening()));
                return Vec::new();
            }
        }
        let mut seen = BTreeSet::new();
        let mut attributes = Vec::with_capacity(self.node.len());
        for property in self.node.properties() {
            let name = property.name();
            if name == COMMENT {
                continue;
            }
            if seen.contains(&name) {
                let name = name.into_owned();
                errors.push(StructureError::new(Fault::ArgumentTwice { name }, property.name_span()));
            } else {
                seen.insert(name);
                attributes.push(property);
            }
        }
        attributes
    }

    /// Whether it is of a kind that may hold something: of others it was said that they are no body.
    fn is_readable(self) -> bool {
        matches!(self.node.kind(), Kind::Object | Kind::Array | Kind::Null)
    }
}

/// Meets the properties of an object, or of all objects of an array, in order. Other elements are errors; `null` is
/// nothing.
fn each<'f, 'a>(
    node: Node<'f, 'a>,
    otherwise: Fault,
    errors: &mut Vec<StructureError>,
    meet: &mut impl FnMut(Property<'f, 'a>, &mut Vec<StructureError>),
) {
    match node.kind() {
        Kind::Null | Kind::Broken => {}
        Kind::Object => node.properties().for_each(|property| meet(property, errors)),
        Kind::Array => {
            for element in node.elements() {
                match element.kind() {
                    Kind::Object => element.properties().for_each(|property| meet(property, errors)),
                    Kind::Broken => {}
                    _ => errors.push(StructureError::new(otherwise.clone(), element.opening())),
                }
            }
        }
        _ => errors.push(StructureError::new(otherwise, node.opening())),
    }
}

/// The properties of a value as a list.
fn flatten<'f, 'a>(node: Node<'f, 'a>, otherwise: Fault, errors: &mut Vec<StructureError>) -> Vec<Property<'f, 'a>> {
    let mut properties = Vec::new();
    each(node, otherwise, errors, &mut |property, _| properties.push(property));
    properties
}

/// The blocks that a property stands for: a level of objects for each label, then one body or an array of bodies.
fn unpack<'f, 'a>(
    property: Property<'f, 'a>,
    value: Node<'f, 'a>,
    schema: BlockSchema<'_>,
    labels: &mut Vec<Label<'f, 'a>>,
    blocks: &mut Vec<Block<'f, 'a>>,
    errors: &mut Vec<StructureError>,
) {
    let Some(label) = schema.labels.get(labels.len()) else {
        let mut push = |node| {
            blocks.push(Block {
                property,
                labels: Labels::new(labels),
                body: Body::new(node),
            });
        };
        match value.kind() {
            Kind::Null | Kind::Broken => {}
            Kind::Object => push(value),
            Kind::Array => value.elements().for_each(push),
            _ => errors.push(StructureError::new(Fault::NotBlock, value.opening())),
        }
        return;
    };
    let before = errors.len();
    let otherwise = Fault::NotLabels {
        block: schema.name.to_owned(),
        label: (*label).to_owned(),
    };
    let mut is_empty = true;
    each(value, otherwise, errors, &mut |inner, errors| {
        is_empty = false;
        labels.push(Label { property: inner });
        unpack(property, inner.value(), schema, labels, blocks, errors);
        labels.pop();
    });
    if is_empty && errors.len() == before && value.kind() != Kind::Broken {
        let kind = Fault::MissingLabel {
            block: schema.name.to_owned(),
            label: (*label).to_owned(),
        };
        errors.push(StructureError::new(kind, value.opening()));
    }
}

/// `dependsOn` as `depends_on`.
pub(crate) fn snake_case(name: &str) -> Cow<'_, str> {
    if !name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Cow::Borrowed(name);
    }
    let mut snake = String::with_capacity(name.len() + 2);
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    Cow::Owned(snake)
}

/// Names of more bytes are compared with nothing: that takes the product of both lengths, and nobody has mistyped them.
const LONGEST_COMPARED: usize = 128;

/// The name that is most like a mistaken one, if any is like it.
pub(crate) fn closest<'n>(mistaken: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    if mistaken.len() > LONGEST_COMPARED {
        return None;
    }
    let reach = if mistaken.chars().count() < 4 { 1 } else { 2 };
    // As many letters apart as the lengths are, at least; letters beyond ASCII have more bytes than one.
    let letters_of_mistaken = LazyCell::new(|| letters(mistaken));
    let near = |name: &&str| {
        let long = name.len().abs_diff(mistaken.len()) > reach;
        if name.len() > LONGEST_COMPARED || long && name.is_ascii() && mistaken.is_ascii() {
            return false;
        }
        let lacks = |one: u64, other: u64| (one & !other).count_ones() as usize;
        let (one, other) = (letters(name), *letters_of_mistaken);
        // A change takes at most one letter away and brings one at most.
        lacks(one, other) <= reach && lacks(other, one) <= reach
    };
    names
        .filter(near)
        .map(|name| (distance(mistaken, name), name))
        .filter(|&(distance, _)| distance <= reach)
        .min()
        .map(|(_, name)| name)
}

/// Which letters a name has, a bit each; some share one.
fn letters(name: &str) -> u64 {
    name.chars()
        .fold(0, |bits, letter| bits | 1 << (u32::from(letter) % 64))
}

/// How many letters apart two names are. What they have in common at their beginning and end makes no difference, and
/// names of one module have much in common.
fn distance(one: &str, other: &str) -> usize {
    let same = |(one, other): &(char, char)| one == other;
    let begin: usize = one
        .chars()
        .zip(other.chars())
        .take_while(same)
        .map(|(letter, _)| letter.len_utf8())
        .sum();
    let (one, other) = (&one[begin..], &other[begin..]);
    let ends = one.chars().rev().zip(other.chars().rev());
    let end: usize = ends.take_while(same).map(|(letter, _)| letter.len_utf8()).sum();
    strsim::osa_distance(&one[..one.len() - end], &other[..other.len() - end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_humps_are_those_with_lines() {
        for (name, wanted) in [("dependsOn", "depends_on"), ("for_each", "for_each"), ("X", "_x")] {
            assert_eq!(snake_case(name), wanted);
        }
    }

    #[test]
    fn names_are_like_others_that_are_as_short() {
        let long = "a".repeat(200_000);
        let nearly = "a".repeat(199_999);
        let fits = "b".repeat(LONGEST_COMPARED);
        for (mistaken, name, is_like, why) in [
            ("nmae", "name", true, "two letters changed places"),
            ("x", "name", false, "nothing in common"),
            (&fits[1..], &*fits, true, "the longest that is compared"),
            (&*nearly, &*long, false, "nobody has mistyped that"),
            ("a", &*long, false, "nor that"),
        ] {
            let like = closest(mistaken, [name].into_iter());
            assert_eq!(like.is_some(), is_like, "{why}");
        }
    }
}
