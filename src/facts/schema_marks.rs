//! What the provider schemas that a plan carries mark of the values in it.

use std::collections::BTreeMap;

use crate::json::{Document, Kind, Node, ReadError};
use crate::tofu::{Map, Mode, Nesting, ProviderSchema, Raw, Schema, SchemaAttribute, SchemaBlock};

use super::marks::Marks;

/// Schemas of providers, each read when its type is first asked for.
pub(super) struct SchemaMarks<'s> {
    schemas: &'s Map<'s, ProviderSchema<'s>>,
    /// The schemas of a type; `None` where one of them cannot be read.
    by_type: BTreeMap<(&'static str, String), Option<Vec<SchemaBlock<'s>>>>,
}

impl<'s> SchemaMarks<'s> {
    /// `None` when there are no schemas, as nearly no plan has any.
    pub(super) fn of(schemas: &'s Map<'s, ProviderSchema<'s>>) -> Option<Self> {
        (!schemas.is_empty()).then(|| Self {
            schemas,
            by_type: BTreeMap::new(),
        })
    }

    /// What is sensitive of a value by the schemas of its type. Where several providers have the type, what any says; a schema
    /// that cannot be read may mark anything, and so all of the value is.
    pub(super) fn marks<'a>(
        &mut self,
        mode: Option<&Mode<'_>>,
        type_name: &str,
        value: Raw<'a>,
    ) -> Result<Marks<'a>, ReadError> {
        let kind = match mode {
            Some(Mode::Data) => "data",
            Some(Mode::Ephemeral) => "ephemeral",
            _ => "resource",
        };
        let schemas = self.schemas;
        let blocks = self.by_type.entry((kind, type_name.to_owned())).or_insert_with(|| {
            let raws = schemas.values().filter_map(|schemas| schemas.of_block(kind, type_name));
            let schemas: Result<Vec<Schema<'s>>, _> = raws.map(|raw| serde_json::from_str(raw.text())).collect();
            let schemas = schemas.ok()?.into_iter();
            Some(schemas.filter_map(|schema| schema.block).collect())
        });
        let Some(blocks) = blocks else { return Ok(Marks::On) };
        if blocks.is_empty() {
            return Ok(Marks::Off);
        }
        let document = Document::read(value.text())?;
        let marks = blocks.iter().map(|block| of_block(block, document.root()));
        Ok(marks.reduce(Marks::or).unwrap_or_default())
    }
}

fn of_block<'a>(block: &SchemaBlock<'_>, node: Node<'_, 'a>) -> Marks<'a> {
    let attributes = block.attributes.iter();
    let attributes = attributes.map(|(name, attribute)| (name, of_attribute(attribute, node.get(name))));
    let blocks = block.block_types.iter().filter_map(|(name, inner)| {
        let marks = nested(inner.nesting_mode.as_ref(), node.get(name)?, |node| {
            of_block(&inner.block, node)
        });
        Some((name, marks))
    });
    let members = attributes.chain(blocks);
    Marks::of_members(members.map(|(name, marks)| (name.to_string().into(), marks)).collect())
}

fn of_attribute<'a>(attribute: &SchemaAttribute<'_>, node: Option<Node<'_, 'a>>) -> Marks<'a> {
    if attribute.sensitive {
        return Marks::On;
    }
    let (Some(inner), Some(node)) = (&attribute.nested_type, node) else {
        return Marks::Off;
    };
    nested(inner.nesting_mode.as_ref(), node, |node| {
        let members = inner.attributes.iter();
        let members =
            members.map(|(name, attribute)| (name.to_string().into(), of_attribute(attribute, node.get(name))));
        Marks::of_members(members.collect())
    })
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
            let marks = marks.marks(None, type_name, value).unwrap();
            let all = match marks {
                Marks::On => Some(true),
                marks if marks.is_off() => Some(false),
                _ => None,
            };
            assert_eq!(all, wanted, "{why}");
        }
    }
}
