//! What decides beside its values what a change does: the provisioners of its block, and how its provider is configured.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::json::ReadError;
use crate::tofu::{Block, ProviderConfig};

use super::Facts;
use super::along::AlongWritten;
use super::attr::Object;
use super::change::{Fate, ResourceChange};
use super::configured::ConfiguredResource;
use super::given::{self, Given, written};
use super::marks::Marks;
use super::named::Names;
use super::reference::Reference;
use super::schema_marks::SchemaMarks;
use super::statements::in_any_registry;

/// How a provider is configured.
pub(super) struct Configured<'a> {
    /// The arguments as they are written.
    pub(super) arguments: Object<'a>,
    /// The values that they refer to, by reference: `var.region`.
    pub(super) given: BTreeMap<String, Given<'a>>,
}

/// The block of a change whose provisioners may run with it: an update runs none.
pub(super) fn with_provisioners<'f, 'a>(
    facts: &'f Facts<'a>,
    change: &ResourceChange<'_>,
) -> Option<ConfiguredResource<'f, 'a>> {
    let runs = matches!(change.fate, Fate::Create | Fate::Replace(_) | Fate::Delete);
    let block = runs.then(|| facts.configured(change)).flatten();
    block.filter(|block| !block.wire.provisioners.is_empty())
}

/// The provisioners of a block, each by its number and type.
pub(super) fn provisioners<'a>(block: ConfiguredResource<'_, 'a>) -> Result<BTreeMap<String, Object<'a>>, ReadError> {
    let provisioners = block.wire.provisioners.iter().enumerate();
    let named = provisioners.map(|(index, provisioner)| {
        let kind = provisioner.r#type.as_deref().unwrap_or_default();
        let name = format!("(provisioner {}, {kind})", index + 1);
        Ok((name, written(provisioner.expressions, Marks::Off)?))
    });
    named.collect()
}

/// The values that the provisioners of a block refer to, by reference.
pub(super) fn of_provisioners<'f, 'a>(
    facts: &'f Facts<'a>,
    block: ConfiguredResource<'f, 'a>,
) -> Result<BTreeMap<String, Given<'a>>, ReadError> {
    let references = facts.modules().references();
    given::of(facts, references.sources_of_provisioners(block.declaration))
}

/// The key of the configuration of the provider that makes a change: `aws.west`; `None` where no block names it.
pub(super) fn provider_key<'a>(facts: &Facts<'a>, change: &ResourceChange<'_>) -> Option<&'a str> {
    facts.configured(change)?.wire.provider_config_key.as_deref()
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
        match provider_key(facts, change) {
            Some(key) => _ = keys.insert(key),
            None => _ = unnamed.insert(change.wire.provider_name.as_deref().map(in_any_registry)),
        }
    }
    let mut schemas = SchemaMarks::of(&plan.provider_schemas);
    for (key, provider) in &configuration.provider_config {
        // What is gone from the configuration has no key there: then it may be any of its provider's that says anything.
        let name = provider.full_name.as_deref().map(in_any_registry);
        if keys.contains(&**key) || provider.expressions.is_some() && unnamed.contains(&name) {
            providers.insert(&**key, configured(facts, provider, schemas.as_mut())?);
        }
    }
    Ok(providers)
}

fn configured<'a>(
    facts: &Facts<'a>,
    provider: &'a ProviderConfig<'a>,
    schemas: Option<&mut SchemaMarks<'_>>,
) -> Result<Configured<'a>, ReadError> {
    let source = provider.full_name.as_deref();
    let marks = match (schemas, provider.expressions) {
        (Some(schemas), Some(arguments)) => schemas.of_provider(source, arguments)?,
        _ => Marks::Off,
    };
    let marks = marks.or(Names::Any.marks(provider.expressions)?);
    let mut along = AlongWritten::new(marks.clone());
    let modules = facts.modules();
    let module = modules.module_of(provider.module_address.as_deref().unwrap_or_default());
    let block = provider.expressions.and_then(|raw| Block::parse(raw).ok());
    let references = module.zip(block.as_ref());
    let references = references.map(|(module, block)| Reference::all_of(modules, module, block));
    let references = references.unwrap_or_default();
    let asked = references
        .iter()
        .map(|reference| (reference, !along.get(&reference.argument).is_off()));
    Ok(Configured {
        arguments: Object::marked(provider.expressions, None, Some(&Arc::new(marks)))?,
        given: given::of(facts, modules.references().sources(asked))?,
    })
}
