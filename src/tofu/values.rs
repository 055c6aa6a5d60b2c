//! The objects of a state or of a planned one: a tree of modules with their resources, and the root outputs.

use super::change::{InstanceKey, Mode};
use super::map::Map;
use super::object::{marks, or_default, present, read_from_object};
use super::raw::Raw;
use super::text::Text;

/// `values` of a state, `planned_values` of a plan (§1.2).
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "values (an object)")]
#[non_exhaustive]
pub struct Values<'a> {
    /// Outputs of the root module by name; empty when there are none.
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub outputs: Map<'a, Output<'a>>,
    /// The root of the tree of modules; always written, even if empty.
    #[serde(default, deserialize_with = "or_default")]
    pub root_module: Module<'a>,
}

/// An instance of a module (§1.3).
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a module (an object)")]
#[non_exhaustive]
pub struct Module<'a> {
    /// The objects of this module itself, deposed ones included in a state. `null`, which no engine writes, is an error
    /// here and below: nothing would be judged.
    #[serde(borrow, default)]
    pub resources: Box<[Resource<'a>]>,
    /// Address of the instance, with keys; absent on the root alone.
    pub address: Option<Text<'a>>,
    /// The modules it calls, one element an instance.
    #[serde(default)]
    pub child_modules: Vec<Module<'a>>,
}

impl<'a> Module<'a> {
    /// This module and all below it, each before its children, in the order of the document.
    #[must_use]
    pub fn walk(&self) -> Walk<'_, 'a> {
        Walk { pending: vec![self] }
    }
}

/// The modules of a tree, see [`Module::walk`].
#[derive(Clone, Debug)]
pub struct Walk<'m, 'a> {
    pending: Vec<&'m Module<'a>>,
}

impl<'m, 'a> Iterator for Walk<'m, 'a> {
    type Item = &'m Module<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let module = self.pending.pop()?;
        self.pending.extend(module.child_modules.iter().rev());
        Some(module)
    }
}

/// An object of a resource instance (§1.4): a current one, or in a state a deposed one too.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a resource (an object)")]
#[non_exhaustive]
pub struct Resource<'a> {
    /// Absolute address of the instance; the engines always write it. In states of T0.12 it lacks the key.
    #[serde(borrow)]
    pub address: Option<Text<'a>>,
    /// Managed, data or ephemeral; the engines always write it.
    pub mode: Option<Mode<'a>>,
    /// Resource type; the engines always write it.
    pub r#type: Option<Text<'a>>,
    /// Resource name; the engines always write it.
    pub name: Option<Text<'a>>,
    /// Instance key; absent without `count` and `for_each`.
    pub index: Option<InstanceKey<'a>>,
    /// Source address of the provider; a short name, perhaps with an alias, in T0.12.
    pub provider_name: Option<Text<'a>>,
    /// Version of the resource type's schema; always written, 0 on deposed objects whatever their version.
    pub schema_version: Option<u64>,
    /// The attributes; absent when all are unknown, or when the object is forgotten.
    #[serde(default, deserialize_with = "present")]
    pub values: Option<Raw<'a>>,
    /// Where `values` is sensitive; `false` when there are no values. T1.0.1. Not complete in planned values (§2.4).
    #[serde(default, deserialize_with = "marks")]
    pub sensitive_values: Option<Raw<'a>>,
    /// Absolute addresses of resources in the configuration, without instance keys; in states alone.
    #[serde(default, deserialize_with = "or_default")]
    pub depends_on: Box<[Text<'a>]>,
    /// Whether the next plan will replace it; in states alone.
    #[serde(default, deserialize_with = "or_default")]
    pub tainted: bool,
    /// Key of a deposed object; absent on the current one. Boxed, since there are few. In states alone, T0.12.11.
    /// Changes call it `deposed`.
    pub deposed_key: Option<Box<Text<'a>>>,
    /// The identity that the provider gave the object. T1.12, O1.12.
    #[serde(default, deserialize_with = "present")]
    pub identity: Option<Raw<'a>>,
    /// Version of the identity's schema; absent without identity. T1.12, O1.12.
    pub identity_schema_version: Option<u64>,
}

/// An output of the root module (§1.5).
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "an output (an object)")]
#[non_exhaustive]
pub struct Output<'a> {
    /// Whether the value is sensitive; the value stands here in clear all the same.
    #[serde(default, deserialize_with = "or_default")]
    pub sensitive: bool,
    /// The author's message that the output is deprecated. O1.10 alone, in states.
    #[serde(borrow)]
    pub deprecated: Option<Text<'a>>,
    /// The value; absent in planned values when not wholly known.
    #[serde(default, deserialize_with = "present")]
    pub value: Option<Raw<'a>>,
    /// The type of the value (§2.9); absent with it, and before T1.2.
    #[serde(default, deserialize_with = "present")]
    pub r#type: Option<Raw<'a>>,
}

read_from_object!(Values, Module, Resource, Output);

impl Resource<'_> {
    /// Key of the deposed object; `None` for the current one, which some tools write as an empty key.
    #[must_use]
    pub fn deposed(&self) -> Option<&str> {
        let key = self.deposed_key.as_deref().map(Text::as_str);
        key.filter(|key| !key.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_each_module_before_its_children() {
        let root: Module<'_> = serde_json::from_str(
            r#"{"child_modules":[{"resources":[],"address":"module.a","child_modules":[{"address":"module.a.module.x"}]},
                {"address":"module.b"}]}"#,
        )
        .unwrap();
        let addresses: Vec<_> = root.walk().map(|module| module.address.as_deref()).collect();
        assert_eq!(
            addresses,
            [None, Some("module.a"), Some("module.a.module.x"), Some("module.b")]
        );
    }

    #[test]
    fn hostile_depth_ends_in_an_error() {
        for (levels, ok) in [(50, true), (100_000, false)] {
            let json = format!("{}{{}}{}", r#"{"child_modules":["#.repeat(levels), "]}".repeat(levels));
            assert_eq!(serde_json::from_str::<Module<'_>>(&json).is_ok(), ok, "{levels}");
        }
    }

    #[test]
    fn a_resource_without_values_is_not_one_with_null() {
        let read = |json| serde_json::from_str::<Resource<'_>>(json).unwrap();
        assert!(read("{}").values.is_none());
        assert!(read(r#"{"values":null}"#).values.is_some_and(|raw| raw.is_null()));
        let forgotten = read(r#"{"sensitive_values":false,"depends_on":null,"tainted":null,"schema_version":null}"#);
        assert_eq!(forgotten.sensitive_values.map(|raw| raw.text()), Some("false"));
        assert!(forgotten.depends_on.is_empty() && !forgotten.tainted && forgotten.schema_version.is_none());
    }

    #[test]
    fn another_shape_is_an_error() {
        for (json, why) in [
            ("[]", "an array is not an object"),
            (r#"{"root_module":[]}"#, "an array is not an object"),
            (r#"{"outputs":[]}"#, "nor a map"),
            (r#"{"root_module":{"resources":{}}}"#, "an object is not a list"),
            (
                r#"{"root_module":{"resources":[{"schema_version":{}}]}}"#,
                "an object is not a number",
            ),
            (r#"{"outputs":{"o":{},"o":{}}}"#, "an output twice"),
            (r#"{"outputs":{"o":{"sensitive":"true"}}}"#, "a text is not a mark"),
        ] {
            assert!(serde_json::from_str::<Values<'_>>(json).is_err(), "{json}: {why}");
        }
    }
}
