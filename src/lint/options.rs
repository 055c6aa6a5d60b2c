//! What can be set for a rule beside its level.

use std::any::Any;

use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::DeTable;

/// Options of some rule, whose type only that rule knows.
pub(super) type AnyOptions = Box<dyn Any + Send + Sync>;

/// What can be set for a rule beside its level: a type with defaults, known to the settings only through this.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct OptionsSpec {
    /// Reads what was written; nothing gives the defaults. The error has its place in the text.
    pub(crate) read: for<'i> fn(Option<Spanned<DeTable<'i>>>) -> Result<AnyOptions, toml::de::Error>,
    /// The schema of the options, for the schema of the settings.
    pub(crate) schema: fn() -> Schema,
    /// The defaults as TOML, for the documentation.
    pub(crate) defaults: fn() -> String,
    /// Options without any of which the rule can find nothing, by their defaults or because somebody has emptied them;
    /// empty for a rule that always finds something. Who asks for such a rule would have a gate that is always open.
    pub(crate) needs: &'static [&'static str],
    /// Options that say how much is fine: with a smaller number than the default the rule finds more, and never less.
    pub(crate) limits: &'static [&'static str],
    /// Options that only make the rule find more, whatever they are set to.
    pub(crate) adds: &'static [&'static str],
}

impl OptionsSpec {
    /// The options of a rule. `T` must refuse names that it does not have (`deny_unknown_fields`).
    #[must_use]
    pub const fn of<T>() -> Self
    where
        T: Any + Send + Sync + Default + DeserializeOwned + Serialize + JsonSchema,
    {
        Self {
            read: |table| match table {
                None => Ok(Box::new(T::default())),
                Some(table) => {
                    T::deserialize(toml::Deserializer::from(table)).map(|options| Box::new(options) as AnyOptions)
                }
            },
            schema: || schemars::schema_for!(T),
            defaults: || toml::to_string(&T::default()).unwrap_or_default(),
            needs: &[],
            limits: &[],
            adds: &[],
        }
    }

    /// The options of a rule that finds nothing where none of these says what.
    #[must_use]
    pub const fn needing(self, needs: &'static [&'static str]) -> Self {
        Self { needs, ..self }
    }

    /// The options, of which these are limits.
    #[must_use]
    pub const fn limiting(self, limits: &'static [&'static str]) -> Self {
        Self { limits, ..self }
    }

    /// The options, of which these only add to what is found.
    #[must_use]
    pub const fn adding(self, adds: &'static [&'static str]) -> Self {
        Self { adds, ..self }
    }

    /// Reads what was set. As text, since what reads each type of options from a table is in the program but once.
    pub(super) fn read_table(&self, table: Option<&toml::Table>) -> Result<AnyOptions, toml::de::Error> {
        let text = table.map(toml::Table::to_string);
        let table = text.as_deref().map(DeTable::parse).transpose()?;
        (self.read)(table)
    }

    /// The defaults by name.
    fn defaults(&self) -> toml::Table {
        (self.defaults)().parse().unwrap_or_default()
    }

    /// Whether the rule can find nothing with what was set.
    pub(super) fn are_idle(&self, set: Option<&toml::Table>) -> bool {
        let defaults = self.defaults();
        let value = |name: &str| set.and_then(|set| set.get(name)).or_else(|| defaults.get(name));
        let says = |name: &&str| match value(name) {
            Some(toml::Value::Array(list)) => !list.is_empty(),
            Some(_) => true,
            None => false,
        };
        !self.needs.is_empty() && !self.needs.iter().any(says)
    }

    /// Whether the rule finds all with these options that it finds without any.
    pub(super) fn are_no_milder(&self, options: &toml::Table) -> bool {
        let defaults = self.defaults();
        let is_within = |name: &str, value: &toml::Value| match (value, defaults.get(name)) {
            (toml::Value::Integer(set), Some(toml::Value::Integer(limit))) => set <= limit,
            (toml::Value::Float(set), Some(toml::Value::Float(limit))) => set <= limit,
            _ => false,
        };
        options.iter().all(|(name, value)| {
            let name = name.as_str();
            self.adds.contains(&name) || (self.limits.contains(&name) && is_within(name, value))
        })
    }

    /// The names of the options.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let schema = (self.schema)();
        let properties = schema.get("properties").and_then(|properties| properties.as_object());
        properties
            .map(|properties| properties.keys().cloned().collect())
            .unwrap_or_default()
    }
}

impl std::fmt::Debug for OptionsSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("OptionsSpec")
    }
}
