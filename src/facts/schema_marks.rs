//! What the provider schemas that a plan carries mark of the values in it.

use std::collections::BTreeMap;

use crate::json::{Document, Kind, Node, ReadError};
use crate::tofu::{Mode, Nesting, Plan, Raw, Schema, SchemaAttribute, SchemaBlock};

use super::marks::Marks;

/// The schemas of a plan, each read when its type is first asked for.
pub(super) struct SchemaMarks<'a> {
    plan: &'a Plan<'a>,
    by_type: BTreeMap<(&'static str, &'a str), Vec<SchemaBlock<'a>>>,
}

impl<'a> SchemaMarks<'a> {
    /// `None` when the plan carries no schemas, as nearly all.
    pub(super) fn of(plan: &'a Plan<'a>) -> Option<Self> {
        (!plan.provider_schemas.is_empty()).then(|| Self {
            plan,
            by_type: BTreeMap::new(),
        })
    }

    /// What is sensitive of a value by the schemas of its type. Where several providers have the type, what any says.
    pub(super) fn marks(
        &mut self,
        mode: Option<&Mode<'_>>,
        type_name: &'a str,
        value: Raw<'a>,
    ) -> Result<Marks<'a>, ReadError> {
        let kind = match mode {
            Some(Mode::Data) => "data",
            Some(Mode::Ephemeral) => "ephemeral",
            _ => "resource",
        };
        let plan = self.plan;
        let blocks = self.by_type.entry((kind, type_name)).or_insert_with(|| {
            let raws = plan.provider_schemas.values().filter_map(|schemas| match kind {
                "data" => schemas.data_source_schemas.get(type_name),
                "ephemeral" => schemas.ephemeral_resource_schemas.get(type_name),
                _ => schemas.resource_schemas.get(type_name),
            });
            let schemas = raws.filter_map(|raw| serde_json::from_str::<Schema<'a>>(raw.text()).ok());
            schemas.filter_map(|schema| schema.block).collect()
        });
        if blocks.is_empty() {
            return Ok(Marks::Off);
        }
        let document = Document::read(value.text())?;
        let marks = blocks.iter().map(|block| of_block(block, document.root()));
        Ok(marks.reduce(Marks::or).unwrap_or_default())
    }
}

fn of_block<'a>(block: &SchemaBlock<'a>, node: Node<'_, 'a>) -> Marks<'a> {
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

fn of_attribute<'a>(attribute: &SchemaAttribute<'a>, node: Option<Node<'_, 'a>>) -> Marks<'a> {
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
