//! What decides beside its values what a change does: the provisioners of its block, and how its provider is configured.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::json::ReadError;
use crate::tofu::{Block, ProviderConfig, Raw};

use super::Facts;
use super::along::AlongWritten;
use super::attr::Object;
use super::change::{Fate, ResourceChange};
use super::configured::ConfiguredResource;
use super::marks::Marks;
use super::named::Names;
use super::schema_marks::SchemaMarks;
use super::sources::{Constant, Sources};
use super::statements::in_any_registry;
use super::traversal::{Referent, Traversal};

/// How a provider is configured.
pub(super) struct Configured<'a> {
    /// The arguments as they are written.
    pub(super) arguments: Object<'a>,
    /// The values of the root variables that they refer to, and the constants, also through the variables of modules; by
    /// reference: `var.region`.
    pub(super) variables: BTreeMap<String, Object<'a>>,
}

/// The value of a root variable, sensitive as a whole or not at all; `None` when there is no such variable.
fn variable<'a>(facts: &Facts<'a>, name: &str, is_secret: bool) -> Result<Option<Object<'a>>, ReadError> {
    let Some(variable) = facts.plan().and_then(|plan| plan.variables.get(name)) else {
        return Ok(None);
    };
    let is_secret = is_secret || Names::Any.has(name) || facts.sensitive_variables.contains(name);
    Object::marked(variable.value, None, Some(&Arc::new(whole(is_secret)))).map(Some)
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

/// The values of the root variables that the provisioners of a block refer to, and the constants, also through the
/// variables and outputs of modules; by reference.
pub(super) fn of_provisioners<'f, 'a>(
    facts: &'f Facts<'a>,
    block: ConfiguredResource<'f, 'a>,
) -> Result<BTreeMap<String, Object<'a>>, ReadError> {
    let references = facts.modules().references();
    values(facts, references.sources_of_provisioners(block.declaration))
}

/// The values of root variables and the constants that something comes from.
fn values<'a>(facts: &Facts<'a>, sources: Sources<'a>) -> Result<BTreeMap<String, Object<'a>>, ReadError> {
    let mut values = BTreeMap::new();
    for (name, is_secret) in sources.variables {
        if let Some(value) = variable(facts, name, is_secret)? {
            values.insert(format!("var.{name}"), value);
        }
    }
    for (place, Constant { value, is_secret }) in sources.constants {
        values.insert(place, written(Some(value), whole(is_secret))?);
    }
    Ok(values)
}

fn whole<'a>(is_secret: bool) -> Marks<'a> {
    if is_secret { Marks::On } else { Marks::Off }
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
    let block = provider.expressions.and_then(|raw| Block::parse(raw).ok());
    let (mut variables, mut given) = (BTreeMap::new(), Vec::new());
    for (path, expression) in block.iter().flat_map(Block::expressions) {
        let is_secret = !along.get(&path).is_off();
        for reference in expression.references.iter().flatten() {
            let Referent::Variable(name) = Traversal::read(reference).referent else {
                continue;
            };
            if let Some(module) = provider.module_address.as_deref() {
                let declared = facts.modules().declaration(&format!("{module}.var.{name}"));
                given.extend(declared.map(|variable| (variable, is_secret)));
            } else if let Some(value) = variable(facts, name, is_secret)? {
                variables.insert(format!("var.{name}"), value);
            }
        }
    }
    let sources = facts.modules().references().sources_of_variables(given.into_iter());
    variables.extend(values(facts, sources)?);
    Ok(Configured {
        arguments: Object::marked(provider.expressions, None, Some(&Arc::new(marks)))?,
        variables,
    })
}

/// Arguments as they are written, marked by their names, too.
fn written<'a>(raw: Option<Raw<'a>>, marks: Marks<'a>) -> Result<Object<'a>, ReadError> {
    let marks = marks.or(Names::Any.marks(raw)?);
    Object::marked(raw, None, Some(&Arc::new(marks)))
}
