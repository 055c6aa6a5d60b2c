//! The `configuration` object that `tofu show -json` prints, made from a module that is written in JSON.
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use planlint::tfjson::representation::{ModuleTree, Representation};
//! use planlint::tfjson::{Directory, Engine, Entry, EntryContent, Files, Module};
//!
//! let text = br#"{"output": {"id": {"value": "${var.name}"}}, "variable": {"name": {}}}"#;
//! let entries = [Entry { name: "main.tf.json", content: EntryContent::Bytes(text) }];
//! let directory = Directory::new(&entries, Engine::OPENTOFU);
//! let files = Files::read(&directory);
//! let module = Module::new(&files, Engine::OPENTOFU);
//! let representation = Representation::new(&ModuleTree { module: &module, children: BTreeMap::new() });
//! assert_eq!(representation.root_module.outputs["id"].expression.references, ["var.name"]);
//! assert!(representation.root_module.variables["name"].required);
//! ```

mod build;
mod constant;
mod constraints;
mod convert;
mod providers;
mod references;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use serde_json::value::RawValue;

use super::module::Module;

/// A module with the modules that it calls.
#[derive(Debug)]
pub struct ModuleTree<'m, 'f, 'a> {
    /// The module.
    pub module: &'m Module<'f, 'a>,
    /// The modules behind its calls, by the name of the call; a call that leads nowhere is absent.
    pub children: BTreeMap<String, Self>,
}

/// What a module says, and what could not be said of it.
///
/// Serializes to what the engine of the root module prints, as far as that can be known without the schemas of
/// providers:
///
/// - What stands in a resource, data source or provider counts as an argument, whether a provider makes it an argument
///   or a block: `{"ingress": [{"port": 1}]}` is one expression. A name that stands twice, which only a block does, is
///   the list of its values. What an engine would leave out as it is null, empty or unknown to the provider, is there.
/// - `schema_version` is there for resources of the provider that is part of the engines, and for no other.
///
/// As in the engines' own documents, `constant_value` holds the raw text where there are `references` too: written in
/// JSON, a template is a constant to them.
#[derive(Serialize)]
#[non_exhaustive]
pub struct Representation {
    /// The configurations of providers, by a key that resources name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub provider_config: BTreeMap<String, ProviderConfig>,
    /// The root module.
    pub root_module: ConfigModule,
    /// What is not in the document, though the engine would print it.
    #[serde(skip)]
    pub missing: Vec<Missing>,
}

/// Something of a configuration that a [`Representation`] does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Missing {
    /// Address of the module, empty for the root: `module.a.module.b`.
    pub module: String,
    /// What it is.
    pub kind: MissingKind,
}

/// The kinds of [`Missing`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MissingKind {
    /// What a file in the native syntax declares.
    #[error("{0} is in the native syntax, and what it declares is left out")]
    Native(String),
    /// What a file declares that cannot be read, or not whole.
    #[error("some files cannot be read whole, and what they declare may be left out")]
    Unread,
    /// An action, which Terraform knows since 1.14.
    #[error("the action {0} is left out")]
    Action(String),
    /// The module behind a call.
    #[error("the module behind the call {0} is not known, and is left empty")]
    Child(String),
}

/// A configuration of a provider.
#[derive(Clone, Default, Serialize)]
#[non_exhaustive]
pub struct ProviderConfig {
    /// Local name.
    pub name: String,
    /// Source address: `registry.opentofu.org/hashicorp/aws`.
    pub full_name: String,
    /// Alias, where a block has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alias: Option<String>,
    /// The constraints of the module in one spelling.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub version_constraint: String,
    /// Address of the module; empty for the root.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub module_address: String,
    /// The arguments.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub expressions: Expressions,
}

/// Arguments by name.
pub type Expressions = BTreeMap<String, ConfigExpression>;

/// An expression; both are absent where it is constant and computed.
#[derive(Clone, Default, Serialize)]
#[non_exhaustive]
pub struct ConfigExpression {
    /// The value as it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constant_value: Option<Box<RawValue>>,
    /// What it refers to: each reference, then what it is a part of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub references: Vec<String>,
}

/// A module.
#[derive(Default, Serialize)]
#[non_exhaustive]
pub struct ConfigModule {
    /// Its outputs.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub outputs: BTreeMap<String, ConfigOutput>,
    /// Its resources: managed ones, data sources, ephemeral ones, each sorted by address.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<ConfigResource>,
    /// The modules that it calls.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub module_calls: BTreeMap<String, ModuleCall>,
    /// Its variables.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub variables: BTreeMap<String, ConfigVariable>,
}

/// An output.
#[derive(Default, Serialize)]
#[non_exhaustive]
pub struct ConfigOutput {
    /// Whether it is sensitive.
    #[serde(skip_serializing_if = "is_false")]
    pub sensitive: bool,
    /// Whether it is ephemeral; OpenTofu says so since 1.11.
    #[serde(skip_serializing_if = "is_false")]
    pub ephemeral: bool,
    /// Why it should no longer be used; OpenTofu says so since 1.10.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub deprecated: String,
    /// The value.
    pub expression: ConfigExpression,
    /// What it waits for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub depends_on: Vec<String>,
    /// What it is.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
}

/// A variable.
#[derive(Default, Serialize)]
#[non_exhaustive]
pub struct ConfigVariable {
    /// Its type, unless anything fits; OpenTofu says so since 1.11.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<Box<RawValue>>,
    /// Its default, converted to the type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Box<RawValue>>,
    /// What it is.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Whether it must be given; OpenTofu says so since 1.11.
    #[serde(skip_serializing_if = "is_false")]
    pub required: bool,
    /// Whether it is sensitive.
    #[serde(skip_serializing_if = "is_false")]
    pub sensitive: bool,
    /// Whether it is ephemeral; OpenTofu says so since 1.11.
    #[serde(skip_serializing_if = "is_false")]
    pub ephemeral: bool,
    /// Why it should no longer be used; OpenTofu says so since 1.10.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub deprecated: String,
}

/// A resource.
#[derive(Default, Serialize)]
#[non_exhaustive]
pub struct ConfigResource {
    /// Address in the module.
    pub address: String,
    /// `managed`, `data` or `ephemeral`.
    pub mode: &'static str,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its name.
    pub name: String,
    /// The key in [`Representation::provider_config`].
    pub provider_config_key: String,
    /// Its provisioners.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub provisioners: Vec<ConfigProvisioner>,
    /// Its arguments.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub expressions: Expressions,
    /// Version of the provider's schema, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schema_version: Option<u64>,
    /// `count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count_expression: Option<ConfigExpression>,
    /// `for_each`; absent where there is `count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub for_each_expression: Option<ConfigExpression>,
    /// What it waits for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub depends_on: Vec<String>,
}

/// A provisioner.
#[derive(Default, Serialize)]
#[non_exhaustive]
pub struct ConfigProvisioner {
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its arguments.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub expressions: Expressions,
}

/// A module call.
#[derive(Default, Serialize)]
#[non_exhaustive]
pub struct ModuleCall {
    /// Source as it is written.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// What the module is given.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub expressions: Expressions,
    /// `count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count_expression: Option<ConfigExpression>,
    /// `for_each`; absent where there is `count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub for_each_expression: Option<ConfigExpression>,
    /// The module.
    pub module: ConfigModule,
    /// Version constraint as it is written.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub version_constraint: String,
    /// What it waits for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub depends_on: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_false(value: &bool) -> bool {
    !*value
}

impl Representation {
    /// What the engine would print of a root module and those that it calls.
    #[must_use]
    pub fn new(root: &ModuleTree<'_, '_, '_>) -> Self {
        let mut missing = Vec::new();
        let providers = providers::all(root);
        let root_module = build::module(root, "", &providers, &mut missing);
        Self {
            provider_config: providers.into_printed(),
            root_module,
            missing,
        }
    }
}

/// The name of the type, and nothing of the value: configuration may hold secrets.
macro_rules! debug_without_values {
    ($($name:ident),+) => {$(
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }
    )+};
}

debug_without_values!(
    ProviderConfig,
    ConfigExpression,
    ConfigModule,
    ConfigOutput,
    ConfigVariable,
    ConfigResource,
    ConfigProvisioner,
    ModuleCall
);

/// How much it is, and nothing of it.
impl fmt::Debug for Representation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (providers, resources) = (self.provider_config.len(), self.root_module.resources.len());
        write!(
            f,
            "Representation({providers} provider configurations, {resources} root resources)"
        )
    }
}
