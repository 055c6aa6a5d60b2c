//! Configurations of providers: those that nothing uses, which engines leave out before they evaluate anything, and
//! those that are handed to modules without being there.

use std::collections::BTreeSet;

use super::unread::is_of_value;
use super::{Checker, configurations_named};
use crate::hcljson::template::is_template;
use crate::hcljson::{Node, Property};
use crate::tfjson::declaration::DeclarationKind;
use crate::tfjson::module::{Module, TopBlock};
use crate::tfjson::problem::{Problem, ProblemKind};
use crate::tfjson::provider_reference::{ProviderReference, bare};

/// What the resources of a module say of the providers that they need.
#[derive(Default)]
struct Uses {
    /// Whether nobody knows: modules that are called, imports and checks may use any configuration.
    unknown: bool,
    /// Whether there are resources in the native syntax, of which the names alone are known.
    native: bool,
    /// The names of providers by the types of resources.
    types: BTreeSet<String>,
    /// The names of providers that resources say themselves.
    told: BTreeSet<String>,
}

impl Uses {
    fn of(module: &Module<'_, '_>) -> Self {
        let mut uses = Self {
            unknown: module.of_kind("import").next().is_some(),
            ..Self::default()
        };
        for declared in &module.declarations {
            match declared.kind {
                DeclarationKind::Module | DeclarationKind::Check => uses.unknown = true,
                DeclarationKind::Resource
                | DeclarationKind::Data
                | DeclarationKind::Ephemeral
                | DeclarationKind::Action => {
                    let top = declared.block.and_then(|block| module.blocks.get(block));
                    uses.native |= top.is_none();
                    let told = top.and_then(|top| top.content.attribute("provider"));
                    let told = told.and_then(|told| told.value().string());
                    if let Some(told) = told {
                        let reference = ProviderReference::read(told.as_str());
                        uses.told.insert(reference.name.to_owned());
                    } else if let Some(name) = declared.labels.first().and_then(|label| label.split('_').next())
                        && !uses.types.contains(name)
                    {
                        uses.types.insert(name.to_ascii_lowercase());
                    }
                }
                _ => {}
            }
        }
        uses
    }

    fn has(&self, configuration: &TopBlock<'_, '_>) -> bool {
        let name = configuration.block.label(0);
        let by_type = match configuration.content.attribute("alias") {
            Some(_) => self.native,
            None => self.types.contains(name.as_ref()),
        };
        self.unknown || by_type || self.told.contains(name.as_ref())
    }
}

impl Checker<'_, '_, '_> {
    /// Instances of configurations of providers: those that are chosen of a configuration that has none, and
    /// configurations that have some, of which none is chosen.
    pub(super) fn provider_instances(&mut self) {
        let module = self.module;
        for argument in &module.arguments {
            let Some(top) = module.blocks.get(argument.block) else {
                continue;
            };
            if !matches!(top.kind, "resource" | "data" | "ephemeral" | "action" | "module") {
                continue;
            }
            for node in configurations_named(argument) {
                let Some(text) = node.string().filter(|text| !is_template(text.as_str())) else {
                    continue;
                };
                let reference = ProviderReference::read(text.as_str());
                let (name, Some(alias)) = (reference.name, reference.alias) else {
                    continue;
                };
                let group = self.declared.get((DeclarationKind::Provider, name, alias));
                let base = group.filter(|group| !group.native).and_then(|group| group.base?.block);
                // Merging loses what an override file says of it.
                let repeated = match base.and_then(|base| module.blocks.get(base)) {
                    Some(top) => top.content.attribute("for_each").is_some(),
                    None if self.expected.contains(&format!("{name}.{alias}")) => false,
                    None => continue,
                };
                if reference.is_keyed == repeated {
                    continue;
                }
                let name = format!("{name}.{alias}");
                let kind = ProblemKind::ProviderInstance { name, repeated };
                if !module.is_terraform() {
                    self.reject(kind, argument.file, node.span());
                }
            }
        }
    }

    /// Takes back that values in configurations are refused which nothing in the module uses.
    pub(super) fn unused_configurations(&self, problems: &mut [Problem]) {
        if !problems.iter().any(|problem| problem.engine_rejects) {
            return;
        }
        let module = self.module;
        // In the order of their places.
        let providers: Vec<_> = module
            .of_kind("provider")
            .map(|top| (top.file, top.block.body.node().span(), top))
            .collect();
        let mut uses = None;
        for problem in problems.iter_mut().filter(|problem| problem.engine_rejects) {
            let place = (problem.file, problem.span.start);
            let behind = providers.partition_point(|(file, body, _)| (*file, body.start) <= place);
            let around = behind.checked_sub(1).and_then(|last| providers.get(last));
            if let Some((file, body, top)) = around
                && *file == problem.file
                && body.contains(problem.span.start)
                && is_of_value(&problem.kind)
                && is_of_provider(top, problem.span.start)
                && !uses.get_or_insert_with(|| Uses::of(module)).has(top)
            {
                problem.engine_rejects = false;
            }
        }
    }

    /// Configurations that a root module hands to others and does not have. Any other module may be handed them itself.
    pub(super) fn handed_configurations(&mut self) {
        if !self.is_root() {
            return;
        }
        let module = self.module;
        for call in module.of_kind("module") {
            let handed = call.content.attribute("providers").map(Property::value);
            for node in handed.into_iter().flat_map(Node::properties).map(Property::value) {
                let Some(text) = node.string() else { continue };
                let name = &*bare(text.as_str());
                let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '-');
                if is_name && !self.is_configured(name) {
                    let undeclared = ProblemKind::undeclared(format!("provider.{name}"));
                    self.reject(undeclared, call.file, node.span());
                }
            }
        }
    }

    /// Whether a configuration without an alias may be there: engines make one for each provider that is required, by
    /// whatever name.
    fn is_configured(&self, name: &str) -> bool {
        self.declared.has((DeclarationKind::Provider, name, ""))
            || !self.declared.labels(DeclarationKind::RequiredProvider).is_empty()
    }
}

/// Whether something stands in what a provider gives a meaning; the rest is read with the file.
fn is_of_provider(configuration: &TopBlock<'_, '_>, place: usize) -> bool {
    let mut given = configuration.content.rest().iter();
    let mut escaped = configuration.content.blocks_of("_");
    given.any(|given| (given.name_span().start..given.value().span().end).contains(&place))
        || escaped.any(|block| block.body.node().span().contains(place))
}
