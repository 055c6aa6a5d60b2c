//! The configurations of providers in all modules, and which of them a resource uses.

use std::collections::BTreeMap;

use super::build::{Parts, declared, resources};
use super::constraints;
use super::{ModuleTree, ProviderConfig};
use crate::hcljson::{Node, Text};
use crate::order;
use crate::tfjson::provider_reference::bare;
use crate::tfjson::{DeclarationKind, Engine, Labels, Module};
use crate::tofu::{OFFICIAL, ProviderAddress};

/// The configurations of all modules by key: `aws.west` in the root module, `module.a:aws` below.
#[derive(Default)]
pub(super) struct Providers {
    entries: BTreeMap<String, Entry>,
}

struct Entry {
    config: ProviderConfig,
    /// Key of the configuration that a parent module passes, which stands for this one.
    parent: Option<String>,
}

impl Providers {
    /// The configurations that are no other's.
    pub(super) fn into_printed(self) -> BTreeMap<String, ProviderConfig> {
        let own = self.entries.into_iter().filter(|(_, entry)| entry.parent.is_none());
        order::map(own.map(|(key, entry)| (key, entry.config)))
    }

    /// The key of the configuration that a resource of a module uses, given what the module calls it.
    pub(super) fn key_of(&self, local: &str, module: &str) -> String {
        let key = key(local, module);
        let parent = self.entries.get(&key).and_then(|entry| entry.parent.clone());
        parent.unwrap_or(key)
    }

    fn add(&mut self, key: String, config: ProviderConfig, parent: Option<String>) {
        self.entries.entry(key).or_insert(Entry { config, parent });
    }

    /// The configuration that one in a parent module comes from, if it is of the same provider.
    fn source(&self, start: String, full_name: &str) -> Option<String> {
        let own = |key: &String| {
            self.entries
                .get(key)
                .filter(|entry| entry.config.full_name == full_name)
        };
        let start = Some(start).filter(|key| own(key).is_some());
        let parent = |key: &String| own(key)?.parent.clone().filter(|key| own(key).is_some());
        std::iter::successors(start, parent).last()
    }
}

fn key(local: &str, module: &str) -> String {
    if module.is_empty() {
        local.to_owned()
    } else {
        format!("{module}:{local}")
    }
}

/// What `required_providers` says of one local name.
#[derive(Default)]
struct Required {
    source: Option<String>,
    version: Option<String>,
    aliases: Vec<String>,
}

/// The providers that a module names.
struct Requirements {
    engine: Engine,
    by_name: BTreeMap<String, Required>,
}

impl Requirements {
    fn of(module: &Module<'_, '_>) -> Self {
        let mut by_name = BTreeMap::new();
        let settings = module.of_kind("terraform");
        for block in settings.flat_map(|top| top.content.blocks_of("required_providers")) {
            for property in block.body.just_attributes(&mut Vec::new()) {
                // An entry in an override replaces the one before.
                by_name.insert(property.name().into_owned(), required(property.value()));
            }
        }
        let engine = module.engine;
        Self { engine, by_name }
    }

    /// The source address of the provider that a module calls by a local name.
    fn full_name(&self, local: &str) -> String {
        let source = self.by_name.get(local).and_then(|required| required.source.as_deref());
        let host = self.engine.flavor.registry();
        match source {
            None if local == "terraform" => ProviderAddress::BUILT_IN.as_str().to_owned(),
            None => format!("{host}/{OFFICIAL}/{local}"),
            Some(source) => {
                let source = source.to_lowercase();
                match ProviderAddress::new(&source).parts() {
                    Some((None, namespace, name)) => format!("{host}/{namespace}/{name}"),
                    _ => source,
                }
            }
        }
    }
}

fn required(node: Node<'_, '_>) -> Required {
    let text = |node: Option<Node<'_, '_>>| Some(node?.string()?.into_inner().into_owned());
    if node.is_string() {
        // As it was written once: the version alone.
        return Required {
            version: text(Some(node)),
            ..Required::default()
        };
    }
    let aliases = node.get("configuration_aliases").into_iter();
    Required {
        source: text(node.get("source")),
        version: text(node.get("version")),
        aliases: aliases
            .flat_map(Node::elements)
            .filter_map(|alias| text(Some(alias)))
            .collect(),
    }
}

/// The configurations of a module and of all that it calls.
pub(super) fn all(root: &ModuleTree<'_, '_, '_>) -> Providers {
    let mut providers = Providers::default();
    add(&mut providers, root, "", None);
    providers
}

fn add(providers: &mut Providers, tree: &ModuleTree<'_, '_, '_>, module: &str, parent: Option<&str>) {
    let requirements = Requirements::of(tree.module);
    let blocks: Vec<_> = declared(tree.module, DeclarationKind::Provider).into_iter().collect();
    let constraints = all_constraints(tree.module, &requirements, &blocks);
    let config = |local: &str| {
        let full_name = requirements.full_name(local);
        ProviderConfig {
            name: local.to_owned(),
            version_constraint: constraints
                .get(&full_name)
                .map(|all| constraints::canonical(all))
                .unwrap_or_default(),
            full_name,
            module_address: module.to_owned(),
            ..ProviderConfig::default()
        }
    };
    for (labels, parts) in &blocks {
        let Some(local) = labels.first() else { continue };
        let name = labels.to_string();
        let config = ProviderConfig {
            alias: labels.second().map(str::to_owned),
            expressions: parts.expressions(tree.module.engine),
            ..config(local)
        };
        providers.add(key(&name, module), config, None);
    }
    for (local, required) in &requirements.by_name {
        for alias in &required.aliases {
            providers.add(key(alias, module), config(local), None);
        }
        let config = config(local);
        let source = parent.and_then(|parent| providers.source(key(local, parent), &config.full_name));
        providers.add(key(local, module), config, source);
    }
    // Each provider once more by its type, which is what those are called that only a resource names.
    for full_name in constraints.keys() {
        let kind = ProviderAddress::new(full_name).name();
        let config = ProviderConfig {
            full_name: full_name.clone(),
            ..config(kind)
        };
        let source = parent.and_then(|parent| providers.source(key(kind, parent), full_name));
        providers.add(key(kind, module), config, source);
    }
    let calls = declared(tree.module, DeclarationKind::Module);
    for (name, child) in &tree.children {
        let path = super::build::path(module, name);
        if let Some(call) = calls.get(&Labels::new([name.as_str()])) {
            passed(providers, module, call, child.module, &path);
        }
        add(providers, child, &path, Some(module));
    }
}

/// The configurations that a call in `module` passes to the `child` whose address is `path`.
fn passed(providers: &mut Providers, module: &str, call: &Parts<'_, '_>, child: &Module<'_, '_>, path: &str) {
    let requirements = Requirements::of(child);
    let passed = call.attribute("providers").into_iter().flat_map(Node::properties);
    for property in passed {
        let name = property.name();
        let local = name.split('.').next().unwrap_or_default();
        let full_name = requirements.full_name(local);
        let outer = property.value().string().map(Text::into_inner).unwrap_or_default();
        let source = providers.source(key(&without_instance(&outer), module), &full_name);
        let config = ProviderConfig {
            name: name.to_string(),
            full_name,
            module_address: path.to_owned(),
            ..ProviderConfig::default()
        };
        providers.add(key(&name, path), config, source);
    }
}

/// Each provider that a module needs by its source address, with the constraints on its version.
fn all_constraints(
    module: &Module<'_, '_>,
    requirements: &Requirements,
    blocks: &[(&Labels<'_>, Parts<'_, '_>)],
) -> BTreeMap<String, Vec<String>> {
    let mut needed: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (local, required) in &requirements.by_name {
        let constraints = needed.entry(requirements.full_name(local)).or_default();
        constraints.extend(required.version.clone());
    }
    for resource in resources(module) {
        needed
            .entry(requirements.full_name(&resource.local_provider()))
            .or_default();
    }
    for (labels, parts) in blocks {
        if let Some(local) = labels.first() {
            let constraints = needed.entry(requirements.full_name(local)).or_default();
            constraints.extend(parts.text("version"));
        }
    }
    needed
}

/// Whether what a module calls `terraform` is the provider that is part of the engines.
pub(super) fn has_built_in(module: &Module<'_, '_>) -> bool {
    Requirements::of(module).full_name("terraform") == ProviderAddress::BUILT_IN.as_str()
}

/// A reference to a configuration without the key of an instance: `aws.west` of `aws.west[each.key]`.
pub(super) fn without_instance(reference: &str) -> String {
    let bare = bare(reference);
    bare.split('[').next().unwrap_or_default().to_owned()
}
