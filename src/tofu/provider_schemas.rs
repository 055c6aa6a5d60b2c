//! Provider schemas: what `tofu providers schema -json` writes.

use super::map::Map;
use super::object::{or_default, present, read_from_object};
use super::raw::Raw;
use super::text::Text;
use super::word::words;

/// The schemas of all providers of a configuration (§5).
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "provider schemas (an object)")]
#[non_exhaustive]
pub struct ProviderSchemas<'a> {
    /// Version of the format; always written.
    #[serde(borrow)]
    pub format_version: Option<Text<'a>>,
    /// Schemas by source address of the provider; empty without providers.
    #[serde(default, deserialize_with = "or_default")]
    pub provider_schemas: Map<'a, ProviderSchema<'a>>,
}

/// The schemas of one provider, each left unread until somebody asks: real ones have megabytes.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "the schemas of a provider (an object)")]
#[non_exhaustive]
pub struct ProviderSchema<'a> {
    /// The [`Schema`] of its own arguments; always written.
    #[serde(borrow, default, deserialize_with = "present")]
    pub provider: Option<Raw<'a>>,
    /// A [`Schema`] by resource type.
    #[serde(default, deserialize_with = "or_default")]
    pub resource_schemas: Map<'a, Raw<'a>>,
    /// A [`Schema`] by data source.
    #[serde(default, deserialize_with = "or_default")]
    pub data_source_schemas: Map<'a, Raw<'a>>,
    /// A [`Schema`] by ephemeral resource type. T1.10, O1.11.
    #[serde(default, deserialize_with = "or_default")]
    pub ephemeral_resource_schemas: Map<'a, Raw<'a>>,
    /// A [`Schema`] by action type. T1.14 alone.
    #[serde(default, deserialize_with = "or_default")]
    pub action_schemas: Map<'a, Raw<'a>>,
}

impl<'a> ProviderSchema<'a> {
    /// The [`Schema`] of a type by the word that its blocks begin with: `resource`, `data`, `ephemeral` or `action`;
    /// `None` when there is none.
    #[must_use]
    pub fn of_block(&self, word: &str, type_name: &str) -> Option<Raw<'a>> {
        let schemas = match word {
            "resource" => &self.resource_schemas,
            "data" => &self.data_source_schemas,
            "ephemeral" => &self.ephemeral_resource_schemas,
            "action" => &self.action_schemas,
            _ => return None,
        };
        schemas.get(type_name).copied()
    }
}

/// The schema of one type.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a schema (an object)")]
#[non_exhaustive]
pub struct Schema<'a> {
    /// What stands in its block; absent when there is nothing.
    #[serde(borrow)]
    pub block: Option<SchemaBlock<'a>>,
}

/// The attributes and nested blocks of a block.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "the schema of a block (an object)")]
#[non_exhaustive]
pub struct SchemaBlock<'a> {
    /// Attributes by name.
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub attributes: Map<'a, SchemaAttribute<'a>>,
    /// Nested blocks by name.
    #[serde(default, deserialize_with = "or_default")]
    pub block_types: Map<'a, SchemaBlockType<'a>>,
}

/// One attribute.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "the schema of an attribute (an object)")]
#[non_exhaustive]
pub struct SchemaAttribute<'a> {
    /// The type (§2.9); absent where the attributes of nested objects are listed.
    #[serde(borrow, default, deserialize_with = "present")]
    pub r#type: Option<Raw<'a>>,
    /// The attributes of nested objects; when both are there, this counts.
    pub nested_type: Option<SchemaNested<'a>>,
    /// Whether the provider marks it sensitive.
    #[serde(default, deserialize_with = "or_default")]
    pub sensitive: bool,
    /// Whether it is given to the provider and never stored. T1.11, O1.11.
    #[serde(default, deserialize_with = "or_default")]
    pub write_only: bool,
}

/// Nested objects with a schema of their own.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "the schema of nested objects (an object)")]
#[non_exhaustive]
pub struct SchemaNested<'a> {
    /// Attributes by name.
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub attributes: Map<'a, SchemaAttribute<'a>>,
    /// How many objects, and how they are told apart; always written.
    pub nesting_mode: Option<Nesting<'a>>,
}

/// A nested block.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "the schema of a nested block (an object)")]
#[non_exhaustive]
pub struct SchemaBlockType<'a> {
    /// How many, and how they are told apart; always written.
    #[serde(borrow)]
    pub nesting_mode: Option<Nesting<'a>>,
    /// What stands in it.
    #[serde(default, deserialize_with = "or_default")]
    pub block: SchemaBlock<'a>,
}

words! {
    /// How nested blocks or objects are held together.
    Nesting {
        /// At most one.
        Single = "single",
        /// One that is never null.
        Group = "group",
        /// In order.
        List = "list",
        /// Without order.
        Set = "set",
        /// By key.
        Map = "map",
    }
}

read_from_object!(
    ProviderSchemas,
    ProviderSchema,
    Schema,
    SchemaBlock,
    SchemaAttribute,
    SchemaNested,
    SchemaBlockType,
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_are_read_and_names_nobody_knows_are_passed_over() {
        let schemas: ProviderSchemas<'_> = serde_json::from_str(
            r#"{"format_version":"1.0","provider_schemas":{"p":{"resource_schemas":{"t":{"version":1,"block":{
                "attributes":{"a":{"type":["list","string"],"optional":true},
                    "n":{"nested_type":{"attributes":{"x":{"type":"bool","write_only":true}},"nesting_mode":"set"}}},
                "block_types":{"b":{"nesting_mode":"tower","block":{},"max_items":1}}}}}}}}"#,
        )
        .unwrap();
        let raw = schemas
            .provider_schemas
            .get("p")
            .unwrap()
            .resource_schemas
            .get("t")
            .unwrap();
        let schema: Schema<'_> = serde_json::from_str(raw.text()).unwrap();
        let block = schema.block.unwrap();
        let nested = block.attributes.get("n").unwrap().nested_type.as_ref().unwrap();
        assert!(nested.attributes.get("x").unwrap().write_only);
        assert_eq!(nested.nesting_mode, Some(Nesting::Set));
        let tower = block.block_types.get("b").unwrap().nesting_mode.as_ref();
        assert_eq!(tower.map(Nesting::as_str), Some("tower"), "a word nobody knows is kept");
    }

    #[test]
    fn another_shape_is_an_error() {
        for json in ["[]", r#"{"provider_schemas":[]}"#, r#"{"provider_schemas":{"p":[]}}"#] {
            assert!(serde_json::from_str::<ProviderSchemas<'_>>(json).is_err(), "{json}");
        }
    }
}
