//! What decides beside its values what a change does: the provisioners of its block, and how its provider is configured.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::json::ReadError;
use crate::tofu::{Block, Plan, ProviderConfig, Raw};

use super::Facts;
use super::attr::Object;
use super::change::{Fate, ResourceChange};
use super::difference::unknown_members;
use super::marks::Marks;
use super::named::Names;
use super::references::Origin;
use super::statements::in_any_registry;

/// How a provider is configured.
pub(super) struct Configured<'a> {
    /// The arguments as they are written.
    pub(super) arguments: Object<'a>,
    /// The values of the root variables that they refer to, by reference: `var.region`.
    pub(super) variables: BTreeMap<String, Object<'a>>,
}

/// The provisioners that may run with a change, each by its number and type. An update runs none.
pub(super) fn provisioners<'a>(
    facts: &Facts<'a>,
    change: &ResourceChange<'_>,
) -> Result<BTreeMap<String, Object<'a>>, ReadError> {
    let runs = matches!(change.fate, Fate::Create | Fate::Replace(_) | Fate::Delete);
    let configured = facts.configured(change).filter(|_| runs);
    let provisioners = configured.into_iter().flat_map(|block| &block.wire.provisioners);
    let named = provisioners.enumerate().map(|(index, provisioner)| {
        let kind = provisioner.r#type.as_deref().unwrap_or_default();
        let name = format!("(provisioner {}, {kind})", index + 1);
        Ok((name, written(provisioner.expressions)?))
    });
    named.collect()
}

/// What the values come from that a change leaves unknown, by attribute: two plans that cannot tell a value may still mean
/// different ones. Nothing of what configuration is silent about.
pub(super) fn origins(facts: &Facts<'_>, change: &ResourceChange<'_>) -> BTreeMap<String, String> {
    let Some(block) = facts.configured(change) else {
        return BTreeMap::new();
    };
    let unknown = unknown_members(change.wire.change.after_unknown);
    let named = unknown.into_iter().filter_map(|name| {
        let origins = facts.modules().references().waits_for(block.declaration, &name);
        let mut origins: Vec<String> = origins.iter().map(Origin::text).collect();
        origins.sort();
        origins.dedup();
        (!origins.is_empty()).then(|| (format!("({name} comes from)"), origins.join(", ")))
    });
    named.collect()
}

/// The configurations of the providers that make the changes, by their keys: `aws`, `aws.west`.
pub(super) fn providers<'a>(facts: &Facts<'a>) -> Result<BTreeMap<&'a str, Configured<'a>>, ReadError> {
    let (mut keys, mut unnamed) = (BTreeSet::new(), BTreeSet::new());
    let mut providers = BTreeMap::new();
    let Some(plan) = facts.plan() else {
        return Ok(providers);
    };
    let Some(configuration) = &plan.configuration else {
        return Ok(providers);
    };
    let deferred = facts.deferred.iter().map(|deferred| &deferred.change);
    for change in facts.changes.iter().chain(deferred).filter(|change| change.is_change()) {
        let block = facts.configured(change);
        let key = block.and_then(|block| block.wire.provider_config_key.as_deref());
        match key {
            Some(key) => _ = keys.insert(key),
            None => _ = unnamed.insert(change.wire.provider_name.as_deref().map(in_any_registry)),
        }
    }
    for (key, provider) in &configuration.provider_config {
        // What is gone from the configuration has no key there: then it may be any of its provider's that says anything.
        let name = provider.full_name.as_deref().map(in_any_registry);
        if keys.contains(&**key) || provider.expressions.is_some() && unnamed.contains(&name) {
            providers.insert(&**key, configured(plan, provider)?);
        }
    }
    Ok(providers)
}

fn configured<'a>(plan: &'a Plan<'a>, provider: &'a ProviderConfig<'a>) -> Result<Configured<'a>, ReadError> {
    let mut variables = BTreeMap::new();
    // What a module's variables are nobody says.
    let at_root = provider.expressions.filter(|_| provider.module_address.is_none());
    let block = at_root.and_then(|raw| Block::parse(raw).ok()).unwrap_or_default();
    for (_, expression) in block.expressions() {
        for reference in expression.references.iter().flatten() {
            let name = reference.strip_prefix("var.").unwrap_or_default();
            if let Some(variable) = plan.variables.get(name) {
                let marks = if is_sensitive(plan, name) {
                    Marks::On
                } else {
                    Marks::Off
                };
                let value = Object::marked(variable.value, None, Some(&Arc::new(marks)))?;
                variables.insert(reference.to_string(), value);
            }
        }
    }
    Ok(Configured {
        arguments: written(provider.expressions)?,
        variables,
    })
}

fn is_sensitive(plan: &Plan<'_>, variable: &str) -> bool {
    let configuration = plan.configuration.as_ref();
    let declared = configuration.and_then(|configuration| configuration.root_module.variables.get(variable));
    Names::Any.has(variable) || declared.is_some_and(|declared| declared.sensitive)
}

/// Arguments as they are written, of which nothing is marked but by its name.
fn written(raw: Option<Raw<'_>>) -> Result<Object<'_>, ReadError> {
    let marks = Names::Any.marks(raw)?;
    Object::marked(raw, None, Some(&Arc::new(marks)))
}
