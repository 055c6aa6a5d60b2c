//! The providers of a plan: how modules configure and require them, and which ones have anything to do.

use std::collections::BTreeSet;

use crate::facts::{ConfiguredResource, Facts};
use crate::json::{Kind, Pointer};
use crate::tofu::{Argument, ProviderAddress, ProviderConfig};

use super::arguments;
use super::given::{self, Given};
use super::traversal::{Referent, Traversal, only};

/// A `provider` block, or a requirement of a module without one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Provider<'a> {
    /// As the engine wrote it.
    pub wire: &'a ProviderConfig<'a>,
    /// Its address: `provider.aws`, `module.a.provider.aws.us`.
    pub address: String,
    /// Its place in the document.
    pub pointer: Pointer,
}

/// What a provider's block sets an argument to that is a text.
pub(crate) enum ProviderSetting<'a> {
    /// Nothing, `null` or an empty text: the provider decides, often by its environment.
    Unset,
    /// This text.
    Text {
        /// The text, which may be sensitive.
        given: Given<'a>,
        /// The root variable that it is the text of, as it is referred to: `var.region`. It may be that the argument is
        /// something made of it, which no plan tells. `None` for a constant.
        variable: Option<&'a str>,
    },
    /// Something that the plan does not tell.
    Untold,
}

/// A provider that a plan needs, at the first thing that needs it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NeededProvider<'a> {
    /// The source address, or the local name where the document has no source (before Terraform 1.2).
    pub source: &'a str,
    /// Whether the configuration has it.
    pub is_configured: bool,
    /// Its own address, `provider.aws`, if it is configured; else that of the resource or action that needs it.
    pub address: String,
    /// The place of that in the document.
    pub pointer: Pointer,
}

impl NeededProvider<'_> {
    /// Whether it comes with the engine.
    #[must_use]
    pub fn is_built_in(&self) -> bool {
        is_built_in(self.source)
    }
}

impl<'a> Facts<'a> {
    /// All providers that the engine runs for a plan, each source once: those of its configuration, then those that it
    /// does not mention any more, whose objects are still read and destroyed. None for a state.
    #[must_use]
    pub fn needed_providers(&self) -> Vec<NeededProvider<'a>> {
        if self.plan().is_none() {
            return Vec::new();
        }
        let configured = self.providers().into_iter().map(|provider| {
            let pointer = provider.pointer.clone();
            (true, Some(provider.source()), provider.address, pointer)
        });
        let changes = self.every_change().map(|change| {
            let source = change.wire.provider_name.as_deref();
            (false, source, change.address.to_string(), change.pointer())
        });
        let actions = self.actions().into_iter().map(|action| {
            let source = action.wire.provider_name.as_deref();
            (false, source, action.address().to_owned(), action.pointer)
        });
        let objects = self.objects().iter();
        let objects = objects.map(|object| (false, object.provider(), object.address.to_string(), object.pointer()));
        let mut seen = BTreeSet::new();
        let needed = configured.chain(changes).chain(actions).chain(objects);
        let needed = needed.filter_map(|(is_configured, source, address, pointer)| {
            let source = source.filter(|source| seen.insert(*source))?;
            Some(NeededProvider {
                source,
                is_configured,
                address,
                pointer,
            })
        });
        needed.collect()
    }

    /// The provider configurations of the plan, in the order of the document; none for a state.
    #[must_use]
    pub fn providers(&self) -> Vec<Provider<'a>> {
        let configuration = self.plan().and_then(|plan| plan.configuration.as_ref());
        configuration
            .iter()
            .flat_map(|configuration| configuration.provider_config.iter())
            .map(|(key, wire)| Provider::new(key, wire))
            .collect()
    }
}

impl<'a> Facts<'a> {
    /// The provider configuration that a resource uses; `None` when the document does not say (before Terraform 1.2 the
    /// key may lead nowhere).
    #[must_use]
    pub fn provider_of(&self, resource: ConfiguredResource<'_, 'a>) -> Option<Provider<'a>> {
        let configuration = self.plan()?.configuration.as_ref()?;
        let key = resource.wire.provider_config_key.as_deref()?;
        configuration
            .provider_config
            .get(key)
            .map(|wire| Provider::new(key, wire))
    }
}

impl<'a> Facts<'a> {
    /// What a provider's block sets an argument to that is a text: a constant, or the value of a root variable.
    #[must_use]
    pub(crate) fn provider_setting(&self, provider: &Provider<'a>, argument: &str) -> ProviderSetting<'a> {
        let expression = match arguments(provider.wire.expressions.as_ref()).get(argument) {
            None => return ProviderSetting::Unset,
            Some(Argument::Expression(expression)) => expression,
            Some(_) => return ProviderSetting::Untold,
        };
        let variable = only(&expression.references);
        let given = match variable.map(Traversal::read) {
            None if expression.references.is_empty() => {
                expression.constant_value.and_then(|raw| given::of_constant(raw).ok())
            }
            // What a module is given is not followed: providers in modules are a thing of the past.
            Some(traversal) if provider.wire.module_address.is_none() => match traversal.referent {
                Referent::Variable(name) => given::of_variable(self, name, traversal.behind()).ok().flatten(),
                _ => None,
            },
            _ => None,
        };
        match given {
            Some(given) if given.value().kind() == Some(Kind::Null) || given.value().equals_text("").is_true() => {
                ProviderSetting::Unset
            }
            Some(given) if given.value().kind() == Some(Kind::String) => ProviderSetting::Text { given, variable },
            _ => ProviderSetting::Untold,
        }
    }
}

fn address(provider: &ProviderConfig<'_>) -> String {
    let module = provider.module_address.as_deref().unwrap_or_default();
    let dot = if module.is_empty() { "" } else { "." };
    let name = provider.name.as_deref().unwrap_or_default();
    let alias = provider.alias.as_ref().map(|alias| format!(".{alias}"));
    format!("{module}{dot}provider.{name}{}", alias.unwrap_or_default())
}

impl<'a> Provider<'a> {
    fn new(key: &str, wire: &'a ProviderConfig<'a>) -> Self {
        Self {
            wire,
            address: address(wire),
            pointer: Pointer::root().key("configuration").key("provider_config").key(key),
        }
    }

    /// The source address, or the local name where the document has no source (before Terraform 1.2).
    #[must_use]
    pub fn source(&self) -> &'a str {
        self.wire.source().unwrap_or_default()
    }

    /// Whether it comes with the engine.
    #[must_use]
    pub fn is_built_in(&self) -> bool {
        is_built_in(self.source())
    }
}

fn is_built_in(source: &str) -> bool {
    ProviderAddress::new(source).is_built_in() || source == "terraform"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{self, Document};
    use crate::tofu::Plan;

    #[test]
    fn providers_have_addresses_and_places() {
        let json = r#"{"format_version":"1.2","configuration":{"root_module":{},"provider_config":{
            "aws":{"name":"aws","full_name":"registry.opentofu.org/hashicorp/aws"},
            "module.m:aws.us":{"name":"aws","alias":"us","module_address":"module.m"},
            "terraform":{"name":"terraform","full_name":"terraform.io/builtin/terraform"}}}}"#;
        let plan: Plan<'_> = json::decode(json).unwrap();
        let providers = Facts::of_plan(&plan, None).unwrap().providers();
        let document = Document::read(json).unwrap();
        assert!(
            providers
                .iter()
                .all(|provider| document.resolve(&provider.pointer).is_some())
        );
        let said: Vec<_> = providers
            .iter()
            .map(|provider| (provider.address.as_str(), provider.source(), provider.is_built_in()))
            .collect();
        assert_eq!(
            said,
            [
                ("provider.aws", "registry.opentofu.org/hashicorp/aws", false),
                ("module.m.provider.aws.us", "aws", false),
                ("provider.terraform", "terraform.io/builtin/terraform", true),
            ]
        );
    }
}
