//! What is wrong with a module as a whole: names declared twice, overrides of nothing, references that lead nowhere.

use std::collections::{BTreeMap, BTreeSet};

use super::built_in::BUILT_IN;
use super::declaration::{Declaration, DeclarationKind};
use super::engine::Flavor;
use super::module::{Interface, Module, TopBlock};
use super::problem::{Problem, ProblemKind};
use super::reference::{InstanceStep, Reference, ResourceMode, Role, Subject};
use super::type_constraint::Type;
use crate::hcljson::template::is_template;
use crate::hcljson::{COMMENT, Expression, Property, Value, closest};
use crate::source::Span;

/// The modules that are called, by the source as it is written; `None` for a directory that does not exist.
///
/// Sources that are absent here are not known: nothing is said of their arguments.
pub type Children = BTreeMap<String, Option<Interface>>;

/// All that is wrong with a module, in the order of its files, each once.
#[must_use]
pub fn check(module: &Module<'_, '_>, children: &Children) -> Vec<Problem> {
    let mut checker = Checker {
        module,
        declared: BTreeMap::new(),
        problems: module.problems.clone(),
    };
    for declaration in module.declarations.iter().filter(|declaration| !declaration.overrides) {
        checker.declared.entry(declaration.to_string()).or_insert(declaration);
    }
    checker.duplicates();
    checker.overrides();
    checker.defaults();
    checker.module_calls(children);
    if module.complete {
        module
            .references
            .iter()
            .for_each(|reference| checker.reference(reference));
        checker.providers();
    }
    let mut problems = checker.problems;
    problems.sort_by(|one, other| (one.file, one.span, &one.kind).cmp(&(other.file, other.span, &other.kind)));
    problems.dedup();
    problems
}

struct Checker<'c, 'f, 'a> {
    module: &'c Module<'f, 'a>,
    /// By address, the first declaration of each.
    declared: BTreeMap<String, &'c Declaration>,
    problems: Vec<Problem>,
}

impl Checker<'_, '_, '_> {
    fn reject(&mut self, kind: ProblemKind, file: usize, span: Span) {
        self.problems.push(Problem {
            kind,
            file,
            span,
            engine_rejects: true,
        });
    }

    fn duplicates(&mut self) {
        let module = self.module;
        let mut seen: BTreeMap<(usize, String), &Declaration> = BTreeMap::new();
        for declaration in &module.declarations {
            // In override files a name may stand once a file, and replaces what others declare.
            let file = if declaration.overrides { declaration.file + 1 } else { 0 };
            let repeatable = declaration.overrides && !declaration.kind.is_single();
            let address = declaration.to_string();
            let in_block = declaration.kind == DeclarationKind::RequiredProvider;
            if !repeatable && !in_block && seen.contains_key(&(file, address.clone())) {
                self.reject(
                    ProblemKind::Duplicate { what: address },
                    declaration.file,
                    declaration.span,
                );
            } else {
                seen.entry((file, address)).or_insert(declaration);
            }
        }
        let find = |kind: DeclarationKind| {
            let first = module.declarations.iter().find(|declaration| declaration.kind == kind);
            first.filter(|declaration| !declaration.overrides)
        };
        if let (Some(backend), Some(cloud)) = (find(DeclarationKind::Backend), find(DeclarationKind::Cloud)) {
            let later = if (backend.file, backend.span) < (cloud.file, cloud.span) {
                cloud
            } else {
                backend
            };
            self.reject(ProblemKind::BackendAndCloud, later.file, later.span);
        }
    }

    fn overrides(&mut self) {
        if !self.module.complete {
            return;
        }
        let module = self.module;
        for declaration in module.declarations.iter().filter(|declaration| declaration.overrides) {
            let kind = declaration.kind;
            let needs_base = match kind {
                DeclarationKind::Provider => declaration.labels.len() > 1,
                DeclarationKind::Check | DeclarationKind::RequiredProvider | DeclarationKind::ProviderMeta => false,
                kind => !kind.is_single(),
            };
            if needs_base && !self.declared.contains_key(&declaration.to_string()) {
                self.reject(ProblemKind::OverrideNoBase, declaration.file, declaration.span);
            }
        }
    }

    /// Types and defaults of variables that override files have changed, together.
    fn defaults(&mut self) {
        let module = self.module;
        for declaration in module.declarations.iter().filter(|declaration| declaration.overrides) {
            let labels: Vec<&str> = declaration.labels.iter().map(String::as_str).collect();
            let merged = |name| module.merged_argument(DeclarationKind::Variable, &labels, name);
            if declaration.kind != DeclarationKind::Variable {
                continue;
            }
            let (Some(kind), Some(default)) = (merged("type"), merged("default")) else {
                continue;
            };
            let kind = Expression::new(kind.value()).native(|_, native| Type::read(native).ok());
            let value = Expression::new(default.value()).literal(&mut Vec::new());
            if let Ok(Some(kind)) = kind
                && !kind.accepts(&value)
            {
                self.reject(ProblemKind::DefaultMismatch, declaration.file, declaration.span);
            }
        }
    }

    fn reference(&mut self, reference: &Reference<'_>) {
        if reference.role == Role::Address {
            return;
        }
        let subject = reference.subject();
        let fault = match subject {
            Subject::Each(_) | Subject::Count(_) | Subject::Itself if reference.role == Role::Early => {
                Some(ProblemKind::EarlyReference)
            }
            Subject::Resource(.., Some(_)) if reference.role == Role::Order => Some(ProblemKind::DependsOnAttribute),
            Subject::Each(_) if !reference.place.each => Some(ProblemKind::NotRepeated("each".to_owned())),
            Subject::Count(_) if !reference.place.count => Some(ProblemKind::NotRepeated("count".to_owned())),
            Subject::Itself if !reference.place.itself => Some(ProblemKind::SelfOutside),
            Subject::Each(name) if !matches!(name, "key" | "value") => Some(unknown_name("each", name)),
            Subject::Count(name) if name != "index" => Some(unknown_name("count", name)),
            Subject::Always("path", name) if !matches!(name, "module" | "root" | "cwd") => {
                Some(unknown_name("path", name))
            }
            Subject::Always(root @ ("terraform" | "tofu"), name) if !matches!(name, "workspace" | "applying") => {
                Some(unknown_name(root, name))
            }
            _ if reference.role == Role::Trigger && !matches!(subject, Subject::Resource(..)) => {
                Some(ProblemKind::NotReference {
                    wanted: "a resource",
                    templated: false,
                })
            }
            Subject::Incomplete(name) => Some(ProblemKind::IncompleteReference(name.to_owned())),
            Subject::Reserved(name) => Some(ProblemKind::ReservedArgument(name.to_owned())),
            Subject::Variable(_) | Subject::Local(_) | Subject::Module(..) | Subject::Resource(..) => {
                self.undeclared(subject, reference)
            }
            _ => None,
        };
        if let Some(kind) = fault {
            self.reject(kind, reference.file, reference.span);
        }
    }

    fn undeclared(&self, subject: Subject<'_>, reference: &Reference<'_>) -> Option<ProblemKind> {
        let early = reference.role == Role::Early && !matches!(subject, Subject::Variable(_) | Subject::Local(_));
        // Encryption has names of its own in the places of types.
        let of_encryption = matches!(
            subject,
            Subject::Resource(ResourceMode::Managed, "key_provider" | "method", ..)
        );
        if early && of_encryption {
            return None;
        }
        let (address, prefix) = match subject {
            Subject::Variable(name) => (format!("var.{name}"), "var."),
            Subject::Local(name) => (format!("local.{name}"), "local."),
            Subject::Module(name, _) => (format!("module.{name}"), "module."),
            Subject::Resource(ResourceMode::Managed, kind, name, _) => (format!("{kind}.{name}"), ""),
            Subject::Resource(ResourceMode::Data, kind, name, _) => (format!("data.{kind}.{name}"), "data."),
            Subject::Resource(ResourceMode::Ephemeral, kind, name, _) => {
                (format!("ephemeral.{kind}.{name}"), "ephemeral.")
            }
            _ => return None,
        };
        if self.declared.contains_key(&address) {
            return match subject {
                _ if early => Some(ProblemKind::EarlyReference),
                Subject::Resource(mode, kind, _, attribute) => self
                    .instance(&address, reference)
                    .or_else(|| attribute.and_then(|attribute| unknown_attribute(mode, kind, attribute))),
                _ => None,
            };
        }
        let like = self
            .declared
            .keys()
            .map(String::as_str)
            .filter(|known| known.starts_with(prefix) && (!prefix.is_empty() || !known.starts_with("output.")));
        Some(ProblemKind::Undeclared {
            suggestion: closest(&address, like).map(str::to_owned),
            what: address,
        })
    }

    /// What is wrong with the way in which a reference chooses among the instances of a resource.
    fn instance(&self, address: &str, reference: &Reference<'_>) -> Option<ProblemKind> {
        let declaration = self.declared.get(address)?;
        // What the native syntax says of instances is not known.
        let same = |other: &&Declaration| other.kind == declaration.kind && other.labels == declaration.labels;
        let parts: Option<Vec<usize>> = self
            .module
            .declarations
            .iter()
            .filter(same)
            .map(|part| part.block)
            .collect();
        let parts: Vec<_> = parts?
            .into_iter()
            .filter_map(|part| self.module.blocks.get(part))
            .collect();
        // A check's own data source is no block that would refer to itself, and has no instances.
        if parts.iter().any(|part| part.block.kind() == "check") {
            return None;
        }
        if declaration.block == Some(reference.block) && reference.role == Role::Value && !reference.place.itself {
            return Some(ProblemKind::SelfReference);
        }
        let repeated = parts.iter().any(|part| {
            part.content
                .attribute("count")
                .or(part.content.attribute("for_each"))
                .is_some()
        });
        match InstanceStep::of(reference) {
            InstanceStep::Attribute if repeated => Some(ProblemKind::MissingInstanceKey(address.to_owned())),
            InstanceStep::Key if !repeated => Some(ProblemKind::UnexpectedInstanceKey(address.to_owned())),
            _ => None,
        }
    }

    fn module_calls(&mut self, children: &Children) {
        let module = self.module;
        for call in module.blocks.iter().filter(|top| top.block.kind() == "module") {
            let Some(child) = self.child(call, children) else {
                continue;
            };
            let Some(child) = child else {
                self.reject(ProblemKind::ModuleNotFound, call.file, call.block.name_span());
                continue;
            };
            if !child.complete {
                continue;
            }
            for input in inputs(call) {
                let name = input.name();
                if name != COMMENT && !child.variables.contains_key(name.as_ref()) {
                    let kind = ProblemKind::ModuleInputUnknown(name.into_owned());
                    self.reject(kind, call.file, input.name_span());
                }
            }
            let name = call.block.label(0);
            let same = |other: &&Declaration| other.kind == DeclarationKind::Module && other.labels.iter().eq([&name]);
            let parts: Vec<_> = module.declarations.iter().filter(same).map(|part| part.block).collect();
            // What another file in the native syntax adds is not known.
            let Some(parts) = parts.into_iter().collect::<Option<Vec<_>>>() else {
                continue;
            };
            let given: Vec<_> = parts
                .iter()
                .filter_map(|&part| module.blocks.get(part))
                .flat_map(inputs)
                .collect();
            for (name, _) in child
                .variables
                .iter()
                .filter(|(_, required)| **required && !call.overrides)
            {
                if !given.iter().any(|input| input.name() == name.as_str()) {
                    let kind = ProblemKind::ModuleInputMissing(name.clone());
                    self.reject(kind, call.file, call.block.name_span());
                }
            }
        }
        for reference in &module.references {
            let Subject::Module(name, Some(output)) = reference.subject() else {
                continue;
            };
            let call = module
                .blocks
                .iter()
                .find(|top| top.block.kind() == "module" && top.block.label(0) == name);
            let Some(Some(child)) = call.and_then(|call| self.child(call, children)) else {
                continue;
            };
            if child.complete && !child.outputs.iter().any(|known| known == output) {
                let kind = ProblemKind::UnknownOutput(output.to_owned());
                self.reject(kind, reference.file, reference.span);
            }
        }
    }

    /// The module that is called, if anything is known of it: `None` inside where its directory does not exist.
    fn child<'k>(&self, call: &TopBlock<'_, '_>, children: &'k Children) -> Option<&'k Option<Interface>> {
        let source = call.content.attribute("source")?;
        children.get(&self.constant_source(source)?)
    }

    /// The source of a module as far as it is known: a literal, or a variable with a literal default.
    fn constant_source(&self, source: Property<'_, '_>) -> Option<String> {
        if self.module.engine.flavor == Flavor::Terraform {
            return Some(source.value().string()?.into_inner().into_owned());
        }
        self.module.constant(Expression::new(source.value()))
    }

    /// References to configurations of providers that are not declared.
    fn providers(&mut self) {
        let module = self.module;
        for argument in &module.arguments {
            let used: Vec<_> = match argument.mode {
                super::schema::Mode::Provider => vec![argument.property.value()],
                super::schema::Mode::Providers => argument.property.value().properties().map(Property::value).collect(),
                _ => continue,
            };
            for node in used {
                let Some(text) = node.string() else { continue };
                let text = text.as_str().trim();
                let Some((name, alias)) = text.split_once('.').filter(|_| !is_template(text)) else {
                    continue;
                };
                let alias = alias.split('[').next().unwrap_or_default();
                let configured = self.declared.contains_key(&format!("provider.{name}.{alias}"));
                if !configured && !module.expects_alias(name, alias) && !alias.is_empty() {
                    let kind = ProblemKind::Undeclared {
                        what: format!("provider.{name}.{alias}"),
                        suggestion: None,
                    };
                    self.reject(kind, argument.file, node.span());
                }
            }
        }
    }
}

impl Module<'_, '_> {
    /// The sources of modules that are directories beside this one, as [`Children`] names them.
    #[must_use]
    pub fn local_sources(&self) -> BTreeSet<String> {
        let calls = self.blocks.iter().filter(|top| top.block.kind() == "module");
        let sources = calls.filter_map(|call| call.content.attribute("source"));
        let sources = sources.filter_map(|source| self.constant(Expression::new(source.value())));
        sources
            .filter(|source| source.starts_with("./") || source.starts_with("../"))
            .collect()
    }

    /// The text of an expression that is constant, or a variable's whose default is.
    #[must_use]
    pub fn constant(&self, expression: Expression<'_, '_>) -> Option<String> {
        match expression.evaluate(&mut Vec::new()) {
            Value::String(text) => return Some(text.into_owned()),
            Value::Unknown => {}
            _ => return None,
        }
        let mut name = None;
        expression.templates(&mut |_, template| {
            if let Ok(template) = template
                && let Some(native) = template.unwrapped()
                && let crate::hcljson::template::NativeKind::Variable(traversal) = &native.kind
                && let (Subject::Variable(variable), 1) = (Subject::of(traversal), traversal.steps.len())
            {
                name = Some(variable.to_owned());
            }
        });
        let variable = self.find(DeclarationKind::Variable, &[name?.as_str()])?;
        let block = self.blocks.get(variable.block?)?;
        let default = block.content.attribute("default")?;
        Some(default.value().string()?.into_inner().into_owned())
    }

    /// Whether the module is to be given this configuration of a provider by its caller.
    fn expects_alias(&self, name: &str, alias: &str) -> bool {
        self.blocks
            .iter()
            .filter(|top| top.block.kind() == "terraform")
            .flat_map(|top| top.content.blocks_of("required_providers"))
            .filter_map(|block| block.body.node().get(name)?.get("configuration_aliases"))
            .flat_map(crate::hcljson::Node::elements)
            .filter_map(crate::hcljson::Node::string)
            .any(|text| text.as_str().trim().split_once('.') == Some((name, alias)))
    }
}

fn unknown_name(root: &str, name: &str) -> ProblemKind {
    ProblemKind::UnknownName(root.to_owned(), name.to_owned())
}

/// The arguments of a call that are the module's.
fn inputs<'f, 'a>(call: &TopBlock<'f, 'a>) -> Vec<Property<'f, 'a>> {
    let mut inputs = call.content.rest.clone();
    for escape in call.content.blocks_of("_") {
        inputs.extend(escape.body.properties(&mut Vec::new()));
    }
    inputs
}

/// An attribute that a resource of the built-in provider does not have.
fn unknown_attribute(mode: ResourceMode, kind: &str, attribute: &str) -> Option<ProblemKind> {
    let block = match mode {
        ResourceMode::Managed => "resource",
        ResourceMode::Data => "data",
        ResourceMode::Ephemeral => "ephemeral",
    };
    let (.., settable, computed) = BUILT_IN
        .iter()
        .find(|(mode, name, ..)| *mode == block && *name == kind)?;
    let known = settable.contains(&attribute) || computed.contains(&attribute);
    (!known).then(|| ProblemKind::UnknownAttribute(attribute.to_owned()))
}
