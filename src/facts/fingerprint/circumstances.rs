//! What decides beside its values what a change does: the provisioners of its block, and how its provider is
//! configured.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::facts::Facts;
use crate::facts::along::AlongWritten;
use crate::facts::attr::Object;
use crate::facts::change::{Fate, ResourceChange};
use crate::facts::configuration::arguments;
use crate::facts::configuration::configured::ConfiguredResource;
use crate::facts::configuration::given::{self, Given, written};
use crate::facts::configuration::reference::{Reference, Role};
use crate::facts::configuration::traversal::Traversal;
use crate::facts::secrecy::marks::{Marks, marks_anything};
use crate::facts::secrecy::named::Names;
use crate::facts::secrecy::schema_marks::SchemaMarks;
use crate::json::ReadError;
use crate::order;
use crate::tofu::{ActionInvocation, Arguments, Mode, ProviderAddress, ProviderConfig, Step};

/// How a provider is configured.
pub(in crate::facts) struct Configured<'a> {
    /// The arguments as they are written.
    pub(in crate::facts) arguments: Object<'a>,
    /// The values that they refer to, by reference: `var.region`.
    pub(in crate::facts) given: BTreeMap<String, Given<'a>>,
}

/// The block of a change whose provisioners may run with it: an update runs none.
pub(in crate::facts) fn with_provisioners<'f, 'a>(
    facts: &'f Facts<'a>,
    change: &ResourceChange<'_>,
) -> Option<ConfiguredResource<'f, 'a>> {
    let runs = matches!(change.fate, Fate::Create | Fate::Replace(_) | Fate::Delete);
    let block = runs.then(|| facts.configured(change)).flatten();
    block.filter(|block| !block.wire.provisioners.is_empty())
}

/// The provisioners of a block, each by its number and type.
pub(in crate::facts) fn provisioners<'a>(
    block: ConfiguredResource<'_, 'a>,
) -> Result<BTreeMap<String, Object<'a>>, ReadError> {
    let provisioners = block.wire.provisioners.iter().enumerate();
    let named = provisioners.map(|(index, provisioner)| {
        let kind = provisioner.r#type.as_deref().unwrap_or_default();
        let name = format!("(provisioner {}, {kind})", index + 1);
        let arguments = provisioner.expressions.as_ref().map(Arguments::written);
        Ok((name, written(arguments, Marks::Off)?))
    });
    named.collect::<Result<Vec<_>, _>>().map(order::map)
}

/// The values that the provisioners of a block refer to, by reference.
pub(in crate::facts) fn of_provisioners<'f, 'a>(
    facts: &'f Facts<'a>,
    block: ConfiguredResource<'f, 'a>,
) -> Result<BTreeMap<String, Given<'a>>, ReadError> {
    let references = facts.modules().references();
    given::of(facts, references.sources_of_provisioners(block.declaration))
}

/// What the provisioners of a block ask of the object that they stand in, as they write it: `self.id`.
pub(in crate::facts) fn asked_of_itself<'f, 'a>(
    facts: &'f Facts<'a>,
    block: ConfiguredResource<'f, 'a>,
) -> BTreeSet<&'f str> {
    let references = facts.modules().references().of(block.declaration).iter();
    let texts = references.filter(|reference| reference.role == Role::Provisioner);
    let texts = texts.map(|reference| &*reference.text);
    texts.filter(|text| Traversal::read(text).subject() == "self").collect()
}

/// The key of the configuration of the provider that makes a change: `aws.west`; `None` where no block names it.
pub(in crate::facts) fn provider_key<'a>(facts: &Facts<'a>, change: &ResourceChange<'_>) -> Option<&'a str> {
    facts.configured(change)?.wire.provider_config_key.as_deref()
}

/// By the module, type and name of an action block the key of the configuration of its provider.
pub(in crate::facts) type KeysOfActions<'a> = BTreeMap<(usize, &'a str, &'a str), &'a str>;

/// The keys of the providers of all action blocks.
pub(in crate::facts) fn keys_of_actions<'a>(facts: &Facts<'a>) -> KeysOfActions<'a> {
    let modules = facts.modules();
    let blocks = modules.walk().filter_map(|module| Some((module.at, module.wire()?)));
    let blocks = blocks.flat_map(|(at, module)| module.actions.iter().map(move |block| (at, block)));
    order::map(blocks.filter_map(|(at, block)| {
        let key = block.provider_config_key.as_deref()?;
        Some(((at, block.r#type.as_deref()?, block.name.as_deref()?), key))
    }))
}

/// The key of the provider of an action.
pub(in crate::facts) fn key_of_action<'a>(
    facts: &Facts<'a>,
    keys: &KeysOfActions<'a>,
    action: &ActionInvocation<'_>,
) -> Option<&'a str> {
    let (module, _) = facts.modules().in_module(action.address.as_deref()?)?;
    keys.get(&(module, action.r#type.as_deref()?, action.name.as_deref()?))
        .copied()
}

/// The blocks of what is opened anew in each run, where the plan does anything: values that nobody sees come from them.
pub(in crate::facts) fn ephemeral<'f, 'a>(facts: &'f Facts<'a>) -> impl Iterator<Item = ConfiguredResource<'f, 'a>> {
    let does_something = facts.changes.iter().any(ResourceChange::is_change) || facts.has_actions();
    let blocks = does_something.then(|| facts.modules().resources());
    blocks
        .into_iter()
        .flatten()
        .filter(|block| block.wire.mode == Some(Mode::Ephemeral))
}

/// How a block is written, and the values that it refers to.
pub(in crate::facts) fn of_block<'f, 'a>(
    facts: &'f Facts<'a>,
    block: ConfiguredResource<'f, 'a>,
) -> Result<Configured<'a>, ReadError> {
    let references = facts.modules().references();
    let asked = references
        .of(block.declaration)
        .iter()
        .map(|reference| (reference, false));
    Ok(Configured {
        arguments: written(block.wire.expressions.as_ref().map(Arguments::written), Marks::Off)?,
        given: given::of(facts, references.sources(asked))?,
    })
}

/// What may stand behind those values of an action that are not known yet: no plan says what they are made from.
pub(in crate::facts) fn behind_action<'a>(
    facts: &Facts<'a>,
    action: &ActionInvocation<'_>,
) -> Result<BTreeMap<String, Given<'a>>, ReadError> {
    let is_open = action.config_unknown.is_some_and(marks_anything);
    let module = || facts.modules().in_module(action.address.as_deref()?);
    let opened = module().filter(|_| is_open).map(|(module, _)| (module, false));
    given::of(facts, facts.modules().references().sources_with([].into_iter(), opened))
}

/// The configurations of the providers that make the changes, invoke the actions and open what is ephemeral, by their
/// keys: `aws`, `aws.west`.
pub(in crate::facts) fn providers<'a>(facts: &Facts<'a>) -> Result<BTreeMap<&'a str, Configured<'a>>, ReadError> {
    let (mut keys, mut unnamed) = (BTreeSet::new(), BTreeSet::new());
    let mut providers = BTreeMap::new();
    let Some(plan) = facts.plan() else {
        return Ok(providers);
    };
    let Some(configuration) = &plan.configuration else {
        return Ok(providers);
    };
    let short = |source| ProviderAddress::new(source).in_any_registry();
    for change in facts.changes_with_deferred().filter(|change| change.is_change()) {
        match provider_key(facts, change) {
            Some(key) => _ = keys.insert(key),
            None => _ = unnamed.insert(change.wire.provider_name.as_deref().map(short)),
        }
    }
    let of_actions = keys_of_actions(facts);
    keys.extend(
        facts
            .actions()
            .iter()
            .filter_map(|action| key_of_action(facts, &of_actions, action.wire)),
    );
    keys.extend(ephemeral(facts).filter_map(|block| block.wire.provider_config_key.as_deref()));
    let mut schemas = SchemaMarks::of(&plan.provider_schemas);
    for (key, provider) in &configuration.provider_config {
        // What is gone from the configuration has no key there: then it may be any of its provider's that says
        // anything.
        let name = provider.full_name.as_deref().map(short);
        if keys.contains(&**key) || provider.expressions.is_some() && unnamed.contains(&name) {
            providers.insert(&**key, configured(facts, provider, schemas.as_mut(), |_| true)?);
        }
    }
    Ok(providers)
}

/// How a provider is configured; the values are those that arguments of the asked names refer to.
pub(super) fn configured<'a>(
    facts: &Facts<'a>,
    provider: &'a ProviderConfig<'a>,
    schemas: Option<&mut SchemaMarks<'_>>,
    is_asked: fn(&str) -> bool,
) -> Result<Configured<'a>, ReadError> {
    let source = provider.full_name.as_deref();
    let written = provider.expressions.as_ref().map(Arguments::written);
    let marks = match (schemas, written) {
        (Some(schemas), Some(arguments)) => schemas.of_provider(source, arguments)?,
        _ => Marks::Off,
    };
    let marks = marks.or(Names::Any.marks(written)?);
    let mut along = AlongWritten::new(marks.clone());
    let modules = facts.modules();
    let module = modules.module_of(provider.module_address.as_deref().unwrap_or_default());
    let references = module.map(|module| Reference::all_of(modules, module, arguments(provider.expressions.as_ref())));
    let mut references = references.unwrap_or_default();
    references.retain(|reference| {
        let mut way = reference.argument.iter();
        way.all(|step| !matches!(step, Step::Key(name) if !is_asked(name)))
    });
    // What a provider is repeated for is not written (O1.9).
    let is_repeated = references.iter().any(|reference| reference.text.starts_with("each."));
    let each = module.filter(|_| is_repeated).map(|module| (module, false));
    let asked = references
        .iter()
        .map(|reference| (reference, !along.get(&reference.argument).is_off()));
    Ok(Configured {
        arguments: Object::marked(written, None, Some(&Arc::new(marks)))?,
        given: given::of(facts, modules.references().sources_with(asked, each))?,
    })
}
