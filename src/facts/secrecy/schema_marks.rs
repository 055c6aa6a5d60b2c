//! What the provider schemas that a plan carries mark of the values in it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::json::{self, Document, Kind, Node, ReadError};
use crate::tofu::{Map, Mode, Nesting, ProviderAddress, ProviderSchema, Raw, Schema, SchemaAttribute, SchemaBlock};

use super::marks::Marks;

/// Where an expression holds its value, and where what it refers to.
pub(in crate::facts) const CONSTANT: &str = "constant_value";
pub(in crate::facts) const REFERENCES: &str = "references";

/// The word that configurations of providers begin with.
const PROVIDER: &str = "provider";

/// Schemas of providers, each read when its type is first asked for.
pub(in crate::facts) struct SchemaMarks<'s> {
    schemas: &'s Map<'s, ProviderSchema<'s>>,
    /// The schemas of a type; `None` where one of them cannot be read.
    by_type: BTreeMap<(&'static str, String), Option<Vec<SchemaBlock<'s>>>>,
}

impl<'s> SchemaMarks<'s> {
    /// `None` when there are no schemas, as nearly no plan has any.
    pub(in crate::facts) fn of(schemas: &'s Map<'s, ProviderSchema<'s>>) -> Option<Self> {
        (!schemas.is_empty()).then(|| Self {
            schemas,
            by_type: BTreeMap::new(),
        })
    }

    /// What is sensitive of a value by the schemas of its type. `kind` is the word that its block begins with. Where
    /// several providers have the type, what any says; a schema that cannot be read may mark anything, and so all of
    /// the value is.
    pub(in crate::facts) fn marks<'a>(
        &mut self,
        kind: &'static str,
        type_name: &str,
        value: Raw<'a>,
    ) -> Result<Marks<'a>, ReadError> {
        let Some(blocks) = self.blocks(kind, type_name) else {
            return Ok(Marks::On);
        };
        if blocks.is_empty() {
            return Ok(Marks::Off);
        }
        let document = Document::read(value.text())?;
        let marks = blocks.iter().map(|block| of_block(block, document.root()));
        Ok(marks.reduce(Marks::or).unwrap_or_default())
    }

    /// What is sensitive of the arguments of a provider as they are written. Of one without a source, what any says.
    pub(in crate::facts) fn of_provider<'a>(
        &mut self,
        source: Option<&str>,
        arguments: Raw<'a>,
    ) -> Result<Marks<'a>, ReadError> {
        let source = ProviderAddress::new(source.unwrap_or_default());
        self.of_written(PROVIDER, source.in_any_registry(), arguments)
    }

    /// What is sensitive of the arguments of a block as they are written: constants alone, for references are none of its
    /// values. They may be all that a plan holds of what is given to the provider and never stored.
    pub(in crate::facts) fn of_written<'a>(
        &mut self,
        kind: &'static str,
        name: &str,
        arguments: Raw<'a>,
    ) -> Result<Marks<'a>, ReadError> {
        let blocks = self.blocks(kind, name);
        if blocks.is_some_and(<[_]>::is_empty) {
            return Ok(Marks::Off);
        }
        let document = Document::read(arguments.text())?;
        let Some(blocks) = blocks else {
            return Ok(constants(document.root()));
        };
        let marks = blocks.iter().map(|block| written(block, document.root()));
        Ok(marks.reduce(Marks::or).unwrap_or_default())
    }

    /// The schemas of a type, or of a provider by its source; `None` where one of them cannot be read.
    fn blocks(&mut self, kind: &'static str, name: &str) -> Option<&[SchemaBlock<'s>]> {
        let schemas = self.schemas;
        let blocks = self.by_type.entry((kind, name.to_owned())).or_insert_with(|| {
            let raws = schemas.iter().filter_map(|(source, schemas)| match kind {
                PROVIDER if name.is_empty() || ProviderAddress::new(source).in_any_registry() == name => {
                    schemas.provider
                }
                PROVIDER => None,
                _ => schemas.of_block(kind, name),
            });
            let schemas: Result<Vec<Schema<'s>>, _> = raws.map(|raw| json::decode(raw.text())).collect();
            let schemas = schemas.ok()?.into_iter();
            Some(schemas.filter_map(|schema| schema.block).collect())
        });
        blocks.as_deref()
    }
}

/// The word that blocks of a mode begin with.
pub(in crate::facts) fn kind_of(mode: Option<&Mode<'_>>) -> &'static str {
    match mode {
        Some(Mode::Data) => "data",
        Some(Mode::Ephemeral) => "ephemeral",
        _ => "resource",
    }
}

/// The members of an object by name, of a name that stands twice all: a schema asks for each of its attributes.
struct Members<'d, 'a>(BTreeMap<Cow<'a, str>, Vec<Node<'d, 'a>>>);

impl<'d, 'a> Members<'d, 'a> {
    fn of(node: Node<'d, 'a>) -> Self {
        let mut members: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for entry in node.entries() {
            members.entry(entry.key()).or_default().push(entry.value());
        }
        Self(members)
    }

    /// What is marked of the values that have this name; `None` where there is none.
    fn marks(&self, name: &str, of: impl FnMut(Node<'d, 'a>) -> Marks<'a>) -> Option<Marks<'a>> {
        self.0.get(name)?.iter().copied().map(of).reduce(Marks::or)
    }
}

fn of_block<'a>(block: &SchemaBlock<'_>, node: Node<'_, 'a>) -> Marks<'a> {
    let members = Members::of(node);
    let attributes = block.attributes.iter();
    let attributes = attributes.map(|(name, attribute)| (name, of_attribute(attribute, name, &members)));
    let blocks = block.block_types.iter().filter_map(|(name, inner)| {
        let nesting = inner.nesting_mode.as_ref();
        let of = |node| nested(nesting, node, |node| of_block(&inner.block, node));
        Some((name, members.marks(name, of)?))
    });
    let members = attributes.chain(blocks);
    Marks::of_members(members.map(|(name, marks)| (name.to_string().into(), marks)).collect())
}

/// What is marked of the attribute of this name: a sensitive one even where it is not set.
fn of_attribute<'a>(attribute: &SchemaAttribute<'_>, name: &str, members: &Members<'_, 'a>) -> Marks<'a> {
    if attribute.sensitive {
        return Marks::On;
    }
    // A write-only one has no value in what the engines write; whatever has one there must not tell it.
    let marks = members.marks(name, |node| match node.kind() {
        Kind::Null => Marks::Off,
        _ if attribute.write_only => Marks::On,
        _ => of_nested(attribute, node),
    });
    marks.unwrap_or_default()
}

/// What is marked of a value of the attribute.
fn of_nested<'a>(attribute: &SchemaAttribute<'_>, node: Node<'_, 'a>) -> Marks<'a> {
    let Some(inner) = &attribute.nested_type else {
        return Marks::Off;
    };
    nested(inner.nesting_mode.as_ref(), node, |node| {
        let values = Members::of(node);
        let members = inner.attributes.iter().map(|(name, attribute)| {
            let marks = of_attribute(attribute, name, &values);
            (name.to_string().into(), marks)
        });
        Marks::of_members(members.collect())
    })
}

/// What a schema marks of arguments as they are written, where values stand in constants.
fn written<'a>(block: &SchemaBlock<'_>, node: Node<'_, 'a>) -> Marks<'a> {
    let members = Members::of(node);
    let attributes = block.attributes.iter().filter_map(|(name, attribute)| {
        let of = |expression: Node<'_, 'a>| {
            if attribute.sensitive || attribute.write_only {
                return constants(expression);
            }
            let constants = expression.entries().filter(|entry| entry.key() == CONSTANT);
            let marks = constants
                .map(|entry| of_nested(attribute, entry.value()))
                .reduce(Marks::or);
            in_constant(marks.unwrap_or_default())
        };
        Some((name, members.marks(name, of)?))
    });
    let blocks = block.block_types.iter().filter_map(|(name, inner)| {
        let nesting = inner.nesting_mode.as_ref();
        let of = |node| nested(nesting, node, |node| written(&inner.block, node));
        Some((name, members.marks(name, of)?))
    });
    let members = attributes.chain(blocks);
    Marks::of_members(members.map(|(name, marks)| (name.to_string().into(), marks)).collect())
}

/// Every constant at or below a place in arguments as they are written.
fn constants<'a>(node: Node<'_, 'a>) -> Marks<'a> {
    let is_expression = || {
        node.entries()
            .all(|entry| matches!(&*entry.key(), CONSTANT | REFERENCES))
    };
    match node.kind() {
        Kind::Array => Marks::of_items(node.items().map(constants).collect()),
        Kind::Object if is_expression() => in_constant(Marks::On),
        Kind::Object => Marks::of_members(
            node.entries()
                .map(|entry| (entry.key(), constants(entry.value())))
                .collect(),
        ),
        _ => Marks::On,
    }
}

fn in_constant(marks: Marks<'_>) -> Marks<'_> {
    Marks::of_members(vec![(CONSTANT.into(), marks)])
}

/// The marks of one or several objects, by how they are held together.
fn nested<'a>(
    nesting: Option<&Nesting<'_>>,
    node: Node<'_, 'a>,
    of_one: impl Fn(Node<'_, 'a>) -> Marks<'a>,
) -> Marks<'a> {
    match node.kind() {
        Kind::Array => Marks::of_items(node.items().map(of_one).collect()),
        Kind::Object if nesting == Some(&Nesting::Map) => Marks::of_members(
            node.entries()
                .map(|entry| (entry.key(), of_one(entry.value())))
                .collect(),
        ),
        _ => of_one(node),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_that_cannot_be_read_marks_all_of_its_type() {
        let schemas = r#"{"p": {"resource_schemas": {
            "good": {"block": {"attributes": {"a": {"type": "string", "sensitive": true}}}},
            "bad": {"block": {"attributes": {"a": {"type": "string", "sensitive": "yes"}}}},
            "none": {}}},
            "q": {"resource_schemas": {"both": {"block": []}, "good": {}}}, "r": {"resource_schemas": {"both": {}}}}"#;
        let schemas: Map<'_, ProviderSchema<'_>> = serde_json::from_str(schemas).unwrap();
        let mut marks = SchemaMarks::of(&schemas).unwrap();
        let value: Raw<'_> = serde_json::from_str(r#"{"a": "x", "b": "y"}"#).unwrap();
        for (type_name, wanted, why) in [
            ("bad", Some(true), "a word where a boolean must be"),
            ("both", Some(true), "one of two providers"),
            ("none", Some(false), "without any attribute"),
            ("other", Some(false), "a type of nobody"),
            ("good", None, "one attribute"),
        ] {
            let marks = marks.marks("resource", type_name, value).unwrap();
            let all = match marks {
                Marks::On => Some(true),
                marks if marks.is_off() => Some(false),
                _ => None,
            };
            assert_eq!(all, wanted, "{why}");
        }
    }

    #[test]
    fn of_a_name_that_stands_twice_all_values_are_marked() {
        let schemas = r#"{"p": {"resource_schemas": {"t": {"block": {"block_types": {"b": {"nesting_mode": "list",
            "block": {"attributes": {"secret": {"sensitive": true}, "n": {"nested_type": {"nesting_mode": "single",
            "attributes": {"secret": {"sensitive": true}}}}}}}}}}}}}"#;
        let schemas: Map<'_, ProviderSchema<'_>> = serde_json::from_str(schemas).unwrap();
        let mut marks = SchemaMarks::of(&schemas).unwrap();
        for (value, wanted, why) in [
            (
                r#"{"b":[],"b":[{}]}"#,
                r#"{"b":[{"secret":true}]}"#,
                "the last, which the engines read",
            ),
            (r#"{"b":[{}],"b":[]}"#, r#"{"b":[{"secret":true}]}"#, "the first"),
            (
                r#"{"b":[{"n":null,"n":{"x":1}}]}"#,
                r#"{"b":[{"secret":true,"n":{"secret":true}}]}"#,
                "an attribute of attributes",
            ),
        ] {
            let value: Raw<'_> = serde_json::from_str(value).unwrap();
            let wanted = Marks::read([serde_json::from_str(wanted).unwrap()]).unwrap();
            assert_eq!(marks.marks("resource", "t", value).unwrap(), wanted, "{why}");
        }
    }

    #[test]
    fn of_arguments_as_they_are_written_constants_are_marked() {
        let schemas = r#"{
            "registry.opentofu.org/x/good": {"provider": {"block": {
                "attributes": {
                    "a": {"type": "string", "sensitive": true},
                    "n": {"nested_type": {"nesting_mode": "list", "attributes": {"a": {"type": "string", "sensitive": true}}}}
                },
                "block_types": {"b": {"nesting_mode": "list", "block": {"attributes": {"a": {"sensitive": true}}}}}
            }}},
            "registry.opentofu.org/x/bad": {"provider": {"block": []}},
            "registry.opentofu.org/x/none": {}
        }"#;
        let schemas: Map<'_, ProviderSchema<'_>> = serde_json::from_str(schemas).unwrap();
        let mut marks = SchemaMarks::of(&schemas).unwrap();
        for (source, arguments, wanted, why) in [
            (
                "registry.opentofu.org/x/good",
                r#"{"a":{"constant_value":"x"},"c":{"constant_value":"y"}}"#,
                r#"{"a":{"constant_value":true}}"#,
                "an argument",
            ),
            (
                "registry.terraform.io/x/good",
                r#"{"a":{"references":["var.x"]}}"#,
                r#"{"a":{"constant_value":true}}"#,
                "a reference is no secret; from the registry of the other engine",
            ),
            (
                "registry.opentofu.org/x/good",
                r#"{"n":{"constant_value":[{"a":"x","b":"y"}]},"b":[{"a":{"constant_value":"x"}},{}]}"#,
                r#"{"n":{"constant_value":[{"a":true}]},"b":[{"a":{"constant_value":true}},{}]}"#,
                "in objects and blocks",
            ),
            (
                "registry.opentofu.org/x/good",
                r#"{"a":[{"x":{"constant_value":"x"},"y":{"references":["var.y"]}}]}"#,
                r#"{"a":[{"x":{"constant_value":true},"y":{"constant_value":true}}]}"#,
                "blocks in the place of an argument",
            ),
            (
                "registry.opentofu.org/x/bad",
                r#"{"b":[{"a":{"constant_value":"x"}}]}"#,
                r#"{"b":[{"a":{"constant_value":true}}]}"#,
                "a schema that cannot be read",
            ),
            (
                "registry.opentofu.org/x/none",
                r#"{"a":{"constant_value":"x"}}"#,
                "{}",
                "no schema",
            ),
            (
                "registry.opentofu.org/y/good",
                r#"{"a":{"constant_value":"x"}}"#,
                "{}",
                "another provider",
            ),
        ] {
            let found = marks.of_provider(Some(source), serde_json::from_str(arguments).unwrap());
            let wanted = Marks::read([serde_json::from_str(wanted).unwrap()]);
            assert_eq!(found.unwrap(), wanted.unwrap(), "{why}");
        }
        let arguments = r#"{"a":{"constant_value":"x"}}"#;
        let found = marks
            .of_provider(None, serde_json::from_str(arguments).unwrap())
            .unwrap();
        assert!(!found.is_off(), "without a source it may be any");
    }
}
