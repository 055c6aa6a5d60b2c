//! The configuration as plans carry it: blocks as they are written, not expanded, without positions.

use super::change::Mode;
use super::expression::{Arguments, Expression};
use super::map::Map;
use super::object::{or_default, present, read_document, read_from_object};
use super::raw::Raw;
use super::text::Text;

/// `configuration` of a plan, and all that `tofu show -json -config` and `-module` write (§1.11).
///
/// It carries no `format_version`. Locals, `lifecycle`, conditions, `moved` and `import` blocks, backends and `dynamic`
/// blocks are not in it.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a configuration (an object)")]
#[non_exhaustive]
pub struct Configuration<'a> {
    /// Provider configurations of all modules, by a key that has no meaning; empty when there are none.
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub provider_config: Map<'a, ProviderConfig<'a>>,
    /// The root of the tree of modules; always written.
    #[serde(default, deserialize_with = "or_default")]
    pub root_module: ConfigModule<'a>,
    /// Names at the top of the document that are fields here, in their order. They are borrowed unless they hold
    /// escapes, so that the place of a value is found without a walk to it.
    #[serde(skip)]
    pub known_properties: Vec<Text<'a>>,
    /// Names at the top of the configuration that nobody knows.
    #[serde(skip)]
    pub unknown_properties: Vec<Text<'a>>,
}

/// A provider configuration, or a requirement without one.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a provider configuration (an object)")]
#[non_exhaustive]
pub struct ProviderConfig<'a> {
    /// Local name in its module.
    #[serde(borrow)]
    pub name: Option<Text<'a>>,
    /// Source address. T1.2.
    pub full_name: Option<Text<'a>>,
    /// Alias; absent on the default one.
    pub alias: Option<Text<'a>>,
    /// The constraints of the module, merged; absent when there are none. Before T0.14 that of the block alone.
    pub version_constraint: Option<Text<'a>>,
    /// Address of the module in the configuration; absent in the root module. In T0.12 without `module.`.
    pub module_address: Option<Text<'a>>,
    /// The block's arguments, absent without a block.
    pub expressions: Option<Arguments<'a>>,
}

impl ProviderConfig<'_> {
    /// The source address, or the local name where the document has none (before T1.2).
    pub(crate) fn source(&self) -> Option<&str> {
        self.full_name.as_deref().or(self.name.as_deref())
    }
}

/// A module, as written.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a module's configuration (an object)")]
#[non_exhaustive]
pub struct ConfigModule<'a> {
    /// Output blocks by name.
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub outputs: Map<'a, ConfigOutput<'a>>,
    /// Resource blocks: managed, data, ephemeral; each sorted by address.
    #[serde(default, deserialize_with = "or_default")]
    pub resources: Vec<ConfigResource<'a>>,
    /// Module blocks by name.
    #[serde(default, deserialize_with = "or_default")]
    pub module_calls: Map<'a, ModuleCall<'a>>,
    /// Variable blocks by name.
    #[serde(default, deserialize_with = "or_default")]
    pub variables: Map<'a, ConfigVariable<'a>>,
    /// Action blocks. T1.14 alone.
    #[serde(default, deserialize_with = "or_default")]
    pub actions: Vec<ConfigAction<'a>>,
}

/// An `output` block.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "an output's configuration (an object)")]
#[non_exhaustive]
pub struct ConfigOutput<'a> {
    /// Whether it is declared sensitive.
    #[serde(default, deserialize_with = "or_default")]
    pub sensitive: bool,
    /// Whether it is declared ephemeral. O1.11 alone.
    #[serde(default, deserialize_with = "or_default")]
    pub ephemeral: bool,
    /// The message that it is deprecated. O1.10 alone.
    #[serde(borrow)]
    pub deprecated: Option<Text<'a>>,
    /// The value; always in a plan, absent with `-module`.
    pub expression: Option<Expression<'a>>,
    /// What it is said to depend on.
    #[serde(default, deserialize_with = "or_default")]
    pub depends_on: Vec<Text<'a>>,
    /// The author's description.
    pub description: Option<Text<'a>>,
}

impl ConfigOutput<'_> {
    /// Whether nobody is shown its value: it is declared sensitive or ephemeral.
    #[must_use]
    pub(crate) const fn is_hidden(&self) -> bool {
        self.sensitive || self.ephemeral
    }
}

/// A `variable` block.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a variable's configuration (an object)")]
#[non_exhaustive]
pub struct ConfigVariable<'a> {
    /// The type constraint, see [`Type::parse`](super::Type::parse); absent for any type. O1.11 alone.
    #[serde(borrow, default, deserialize_with = "present")]
    pub r#type: Option<Raw<'a>>,
    /// The default; a raw `null` is one, absent is none.
    #[serde(default, deserialize_with = "present")]
    pub default: Option<Raw<'a>>,
    /// The author's description.
    pub description: Option<Text<'a>>,
    /// Whether it has no default. O1.11 alone; elsewhere `false` says nothing.
    #[serde(default, deserialize_with = "or_default")]
    pub required: bool,
    /// Whether it is declared sensitive: the only mark that the value in `variables` of a plan has. T0.15.
    #[serde(default, deserialize_with = "or_default")]
    pub sensitive: bool,
    /// Whether it is declared ephemeral. O1.11 alone.
    #[serde(default, deserialize_with = "or_default")]
    pub ephemeral: bool,
    /// The message that it is deprecated. O1.10 alone.
    pub deprecated: Option<Text<'a>>,
}

impl ConfigVariable<'_> {
    /// Whether nobody is shown its value: it is declared sensitive or ephemeral.
    #[must_use]
    pub(crate) const fn is_hidden(&self) -> bool {
        self.sensitive || self.ephemeral
    }
}

/// A `resource`, `data` or `ephemeral` block.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a resource's configuration (an object)")]
#[non_exhaustive]
pub struct ConfigResource<'a> {
    /// Address in its module: `aws_instance.web`, `data.aws_ami.x`. Always written.
    #[serde(borrow)]
    pub address: Option<Text<'a>>,
    /// Managed, data or ephemeral; always written. T leaves ephemeral ones out.
    pub mode: Option<Mode<'a>>,
    /// Resource type; always written.
    pub r#type: Option<Text<'a>>,
    /// Resource name; always written.
    pub name: Option<Text<'a>>,
    /// Key into [`Configuration::provider_config`]; before T1.2 it may lead nowhere.
    pub provider_config_key: Option<Text<'a>>,
    /// Provisioners in order.
    #[serde(default, deserialize_with = "or_default")]
    pub provisioners: Vec<Provisioner<'a>>,
    /// The block's arguments, absent when there are none.
    pub expressions: Option<Arguments<'a>>,
    /// Version of the resource type's schema; absent with `-module`.
    pub schema_version: Option<u64>,
    /// `count`; absent too when it is neither a constant nor refers to anything.
    pub count_expression: Option<Expression<'a>>,
    /// `for_each`; absent too when it is neither a constant nor refers to anything.
    pub for_each_expression: Option<Expression<'a>>,
    /// What it is said to depend on; an entry that the engine could not read is empty.
    #[serde(default, deserialize_with = "or_default")]
    pub depends_on: Vec<Text<'a>>,
}

/// A `provisioner` block, without its connection.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a provisioner (an object)")]
#[non_exhaustive]
pub struct Provisioner<'a> {
    /// Such as `local-exec`.
    #[serde(borrow)]
    pub r#type: Option<Text<'a>>,
    /// The block's arguments.
    pub expressions: Option<Arguments<'a>>,
}

/// A `module` block.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a module call (an object)")]
#[non_exhaustive]
pub struct ModuleCall<'a> {
    /// Source as written.
    #[serde(borrow)]
    pub source: Option<Text<'a>>,
    /// Arguments for the module's variables.
    pub expressions: Option<Arguments<'a>>,
    /// `count`, as for a resource.
    pub count_expression: Option<Expression<'a>>,
    /// `for_each`, as for a resource.
    pub for_each_expression: Option<Expression<'a>>,
    /// The module that is called; always in a plan, absent with `-module`.
    pub module: Option<Box<ConfigModule<'a>>>,
    /// Version constraint as written; for modules from a registry.
    pub version_constraint: Option<Text<'a>>,
    /// What it is said to depend on. T0.13.1.
    #[serde(default, deserialize_with = "or_default")]
    pub depends_on: Vec<Text<'a>>,
}

/// An `action` block. T1.14 alone.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "an action's configuration (an object)")]
#[non_exhaustive]
pub struct ConfigAction<'a> {
    /// Address in its module.
    #[serde(borrow)]
    pub address: Option<Text<'a>>,
    /// Action type.
    pub r#type: Option<Text<'a>>,
    /// Action name.
    pub name: Option<Text<'a>>,
    /// Key into [`Configuration::provider_config`].
    pub provider_config_key: Option<Text<'a>>,
    /// `count`, as for a resource.
    pub count_expression: Option<Expression<'a>>,
    /// `for_each`, as for a resource.
    pub for_each_expression: Option<Expression<'a>>,
}

read_document!(Configuration);
read_from_object!(
    ProviderConfig,
    ConfigModule,
    ConfigOutput,
    ConfigVariable,
    ConfigResource,
    Provisioner,
    ModuleCall,
    ConfigAction,
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_depth_ends_in_an_error() {
        for (open, close, levels, ok, why) in [
            (
                r#"{"module_calls":{"m":{"module":"#,
                "}}}",
                40,
                true,
                "deeper than anybody nests",
            ),
            (
                r#"{"module_calls":{"m":{"module":"#,
                "}}}",
                100_000,
                false,
                "module calls",
            ),
            (
                r#"{"expressions":"#,
                "}",
                100_000,
                true,
                "an unknown name is passed over whatever is below",
            ),
        ] {
            let module = format!("{}{{}}{}", open.repeat(levels), close.repeat(levels));
            let json = format!(r#"{{"root_module":{module}}}"#);
            assert_eq!(serde_json::from_str::<Configuration<'_>>(&json).is_ok(), ok, "{why}");
        }
    }

    #[test]
    fn a_default_of_null_is_a_default() {
        let variable: ConfigVariable<'_> = serde_json::from_str(r#"{"default":null}"#).unwrap();
        assert!(variable.default.is_some_and(|raw| raw.is_null()));
        let variable: ConfigVariable<'_> = serde_json::from_str("{}").unwrap();
        assert!(variable.default.is_none());
    }
}
