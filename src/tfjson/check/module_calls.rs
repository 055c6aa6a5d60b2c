//! Module calls beside what the modules offer.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ptr;

use super::{Checker, Children};
use crate::hcljson::{COMMENT, Kind, Node, Property, Value};
use crate::order;
use crate::tfjson::declaration::DeclarationKind;
use crate::tfjson::declared::Group;
use crate::tfjson::engine::Engine;
use crate::tfjson::merge::given;
use crate::tfjson::module::{Interface, TopBlock};
use crate::tfjson::problem::{Problem, ProblemKind};
use crate::tfjson::provider_reference::bare;
use crate::tfjson::reference::{ModuleStep, Reference, Role, Root, Subject};
use crate::tfjson::special::is_local;
use crate::tfjson::type_constraint::Type;

impl<'f, 'a> Checker<'_, 'f, 'a> {
    /// Sources that do not exist, arguments and outputs that the modules do not have.
    pub(super) fn module_calls(&mut self, children: &Children) {
        let module = self.module;
        for call in module.of_kind("module") {
            self.version_of_other_source(call);
            let Some(called) = self.called(call, children) else {
                continue;
            };
            let Some(child) = called.module else {
                if ptr::eq(called.by, call) {
                    self.reject(ProblemKind::ModuleNotFound, call.file, call.block.name_span());
                }
                continue;
            };
            self.version_of_local(call);
            if let Some((file, line, what)) = &child.fault
                && !call.overrides
            {
                let kind = ProblemKind::BrokenModule(file.clone(), *line, what);
                self.reject(kind, call.file, call.block.name_span());
            }
            if let Some(circle) = child.circle.clone().filter(|_| !call.overrides) {
                self.reject(ProblemKind::ModuleCircle(circle), call.file, call.block.name_span());
            }
            if child.complete {
                self.module_inputs(call, child);
                self.module_providers(call, child);
                self.ephemeral_inputs(call, child);
            }
        }
        let known = children
            .iter()
            .filter_map(|(source, child)| Some((&**source, child.as_ref()?)));
        let known = known.filter(|(_, child)| child.complete);
        let offered = order::map(known.map(|(source, child)| (source, Offered::by(child))));
        let to_modules = module
            .references
            .iter()
            // What is moved, removed or imported lies in modules, and is no output of theirs.
            .filter(|reference| reference.role != Role::Address && reference.root == Root::Module);
        for reference in to_modules {
            let Some(kind) = self.module_reference(reference, children, &offered) else {
                continue;
            };
            let (kind, engine_rejects) = kind;
            self.problems.push(Problem {
                kind,
                file: reference.file,
                span: reference.span,
                engine_rejects: engine_rejects && reference.sure,
            });
        }
    }

    /// A version and a local source that stand in different files of a call; those of one file were told when it was
    /// read.
    fn version_of_local(&mut self, call: &TopBlock<'_, '_>) {
        let Some(group) = call.json_group(self.declared).filter(|_| !call.overrides) else {
            return;
        };
        let counts = |name: &str| group.placed_argument(self.module, name);
        let (Some((here, source)), Some((there, version))) = (counts("source"), counts("version")) else {
            return;
        };
        let value = version.value().evaluate();
        let is_given = !matches!(value, Value::Null | Value::Unknown);
        if is_given && !ptr::eq(here, there) && self.constant_source(source).is_some_and(|source| is_local(&source)) {
            self.reject(ProblemKind::VersionOfLocalModule, there.file, version.name_span());
        }
    }

    /// Configurations of providers that a call must hand to its module, and those that it cannot, and imports.
    fn module_providers(&mut self, call: &TopBlock<'_, '_>, child: &Interface) {
        let module = self.module;
        let Some(group) = call.json_group(self.declared).filter(|_| !call.overrides) else {
            return;
        };
        let named = call.block.name_span();
        if child.imports {
            self.reject(ProblemKind::ImportInCalled, call.file, named);
        }
        let has = |name: &str| group.argument(module, name).is_some();
        let waits = group.argument(module, "depends_on");
        let waits = waits.is_some_and(|waits| waits.value().elements().next().is_some());
        let may_not = || module.ask(|engine| engine.is_tofu_since(11)) && is_enabled(call);
        if !child.configures.is_empty() && (waits || has("count") || has("for_each") || may_not()) {
            self.reject(ProblemKind::ConfiguredModule, call.file, named);
        }
        let handed = group.argument(module, "providers").map(Property::value);
        let handed = handed.into_iter().flat_map(Node::properties);
        let handed: Vec<String> = handed.map(|handed| bare(&handed.name()).into_owned()).collect();
        for name in handed.iter().filter(|name| child.configures.contains(*name)) {
            self.reject(ProblemKind::ConfiguredProvider(name.clone()), call.file, named);
        }
        let handed: BTreeSet<&String> = handed.iter().collect();
        self.handed_types(group, child);
        let expected = child.expects.iter();
        for name in expected.filter(|name| !handed.contains(name) && !child.configures.contains(*name)) {
            self.reject(ProblemKind::ProviderNotHanded(name.clone()), call.file, named);
        }
    }

    /// What a call gives to its module, and what it does not give.
    fn module_inputs(&mut self, call: &TopBlock<'_, '_>, child: &Interface) {
        let module = self.module;
        let name = call.block.label(0);
        let group = self.declared.get((DeclarationKind::Module, &name, ""));
        // What is merged is asked for what the module has variables for: of other arguments nobody hears.
        let merged = group.is_none_or(|group| group.native || group.blocks(module).any(|top| top.overrides));
        let references = if child.early.is_empty() {
            Vec::new()
        } else {
            self.references_of_call(group)
        };
        for input in given(&call.content) {
            let name = input.name();
            if name != COMMENT && !child.variables.contains_key(name.as_ref()) {
                if merged {
                    self.unread.add(call.file, input);
                }
                let kind = ProblemKind::ModuleInputUnknown(name.clone().into_owned());
                self.reject(kind, call.file, input.name_span());
            }
            let is_null = || input.value().evaluate() == Value::Null;
            if child.never_null.contains(name.as_ref()) && is_null() {
                let kind = ProblemKind::NullInput(name.clone().into_owned());
                self.reject(kind, call.file, input.value().opening());
            }
            if let Some(wanted) = child.types.get(name.as_ref()) {
                self.input_type(call.file, input, wanted);
            }
            if child.early.contains(name.as_ref())
                && let Some((later, span)) = self.later(&references, input.value())
                && module.ask(Engine::evaluates_sources)
            {
                let what = format!("\"{name}\", which the module evaluates early,");
                self.reject(ProblemKind::NeededEarly(what, later), call.file, span);
            }
        }
        // What another file in the native syntax adds is not known.
        let Some(group) = group.filter(|group| !group.native && !call.overrides) else {
            return;
        };
        let (overriding, own): (Vec<_>, Vec<_>) = group.blocks(module).partition(|top| top.overrides);
        let names = |blocks: Vec<&TopBlock<'f, 'a>>| -> BTreeSet<Cow<'a, str>> {
            let given = blocks.into_iter().flat_map(|top| given(&top.content));
            given.map(Property::name).collect()
        };
        let (overriding, own) = (names(overriding), names(own));
        for (name, _) in child.variables.iter().filter(|(_, required)| **required) {
            if !own.contains(name.as_str()) {
                let kind = if overriding.contains(name.as_str()) {
                    ProblemKind::ModuleInputOverrideOnly
                } else {
                    ProblemKind::ModuleInputMissing
                };
                self.reject(kind(name.clone()), call.file, call.block.name_span());
            }
        }
    }

    /// What is wrong with the way in which a reference chooses among the instances of a module, and among the outputs
    /// of one; and whether that is certain.
    fn module_reference(
        &self,
        reference: &Reference<'_>,
        children: &Children,
        offered: &BTreeMap<&str, Offered<'_>>,
    ) -> Option<(ProblemKind, bool)> {
        let Subject::Module(name, output) = reference.subject() else {
            return None;
        };
        let group = self.declared.get((DeclarationKind::Module, name, ""))?;
        let Some(call) = group.blocks(self.module).next() else {
            return reference_to_native(reference, group, offered);
        };
        let called = self.called(call, children);
        let offered = called.and_then(|called| offered.get(called.source));
        // The engines wait for the whole module, whatever output is named.
        if reference.role == Role::Order {
            return None;
        }
        let has = |output: &str| offered.map(|offered| offered.may_have(output));
        let mut output = output.map(str::to_owned);
        if reference.role == Role::Value && !group.native && group.base.is_some() {
            output = match self.chosen_output(reference, group, output, has) {
                Ok(output) => output,
                Err(fault) => return fault,
            };
        }
        if output.is_none() && reference.role == Role::Value {
            if let Some(each) = group.argument(self.module, "for_each") {
                let kind = self.splat_of_map(group, reference)?;
                return Some((kind, each.value().kind() == Kind::Object));
            }
            output = self.behind_splat(reference).map(str::to_owned);
        }
        let output = output?;
        (has(&output) == Some(false)).then_some((ProblemKind::UnknownOutput(output), true))
    }

    /// The output that is asked of the instance that a reference chooses, where it names one.
    ///
    /// # Errors
    ///
    /// What is wrong with the way in which it chooses, and whether that is certain; `None` where nobody can say.
    fn chosen_output(
        &self,
        reference: &Reference<'_>,
        group: &Group<'_>,
        output: Option<String>,
        has: impl Fn(&str) -> Option<bool>,
    ) -> Result<Option<String>, Option<(ProblemKind, bool)>> {
        let what = || group.base.map(ToString::to_string).unwrap_or_default();
        let certain = |kind: ProblemKind| Err(Some((kind, true)));
        let mut steps = reference.module_steps().into_iter();
        let (first, second) = (steps.next(), steps.next());
        let is_key = |step: &Option<ModuleStep>| matches!(step, Some(ModuleStep::Index(_) | ModuleStep::Key(_)));
        let has_argument = |name| group.argument(self.module, name).is_some();
        let (counts, repeats) = (has_argument("count"), has_argument("for_each"));
        if (counts || repeats) && is_key(&first) && is_key(&second) {
            return certain(ProblemKind::IndexOfInstance(what()));
        }
        match first {
            Some(ModuleStep::Attribute(_)) if counts => certain(ProblemKind::MissingInstanceKey(what())),
            Some(ModuleStep::Key(key)) if counts && key.parse::<u64>().is_err() => {
                certain(ProblemKind::NoSuchInstance(what(), key))
            }
            Some(ModuleStep::Index(index))
                if counts
                    && reference.sure
                    && self.has_instance(group, &Value::Number(index.as_str().into())) == Some(false) =>
            {
                let asked = self.is_surely_asked(reference);
                Err(Some((ProblemKind::NoSuchInstance(what(), index), asked)))
            }
            _ if counts => Ok(output),
            Some(ModuleStep::Index(_)) if !repeats => certain(ProblemKind::UnexpectedInstanceKey(what())),
            // Outputs of the one instance are elements of it, too.
            Some(ModuleStep::Key(key)) if !repeats => Ok(Some(key)),
            Some(first) if repeats => {
                let is_attribute = matches!(first, ModuleStep::Attribute(_));
                let (ModuleStep::Attribute(key) | ModuleStep::Key(key) | ModuleStep::Index(key)) = first else {
                    return Err(None);
                };
                match self.repetition_of(group).has_key(&key) {
                    Some(false) if is_attribute => certain(ProblemKind::MissingInstanceKey(what())),
                    Some(false) => certain(ProblemKind::NoSuchInstance(what(), key)),
                    // It is the key of an instance, or it is not.
                    None if is_attribute && has(&key) == Some(true) => {
                        Err(Some((ProblemKind::MissingInstanceKey(what()), false)))
                    }
                    _ if is_attribute => Ok(match second {
                        Some(ModuleStep::Attribute(output)) => Some(output),
                        _ => None,
                    }),
                    _ => Ok(output),
                }
            }
            _ => Ok(output),
        }
    }

    /// A value that does not convert to the type of the variable that it is given to.
    fn input_type(&mut self, file: usize, input: Property<'_, '_>, wanted: &Type) {
        if !self.fits(input.value(), wanted) {
            let kind = ProblemKind::ModuleInputType(input.name().into_owned());
            self.reject(kind, file, input.value().opening());
        }
    }

    /// The module that is called, if anything is known of it: `None` inside where its directory does not exist; and the
    /// block whose source counts, which may override the call.
    fn called<'k>(&self, call: &TopBlock<'_, '_>, children: &'k Children) -> Option<Called<'_, 'k, 'f, 'a>> {
        let group = call.json_group(self.declared)?;
        let (by, source) = group.placed_argument(self.module, "source")?;
        let (source, module) = children.get_key_value(&self.constant_source(source)?)?;
        let module = module.as_deref();
        Some(Called { by, source, module })
    }

    /// The module that is called, if it is known.
    pub(super) fn child<'k>(&self, call: &TopBlock<'_, '_>, children: &'k Children) -> Option<&'k Interface> {
        self.called(call, children)?.module
    }

    /// The source of a module as far as it is known: a literal, or a variable with a literal default.
    fn constant_source(&self, source: Property<'_, '_>) -> Option<String> {
        let node = source.value();
        let written = || Some(node.string()?.into_inner().into_owned());
        if node.is_string() && !node.may_be_template() {
            return written();
        }
        if self.module.ask(Engine::evaluates_sources) {
            self.module.constant(node)
        } else {
            written()
        }
    }
}

/// What is wrong with a reference to a module that files in the native syntax call, of which is read how often they do
/// and by which source; and whether that is certain.
fn reference_to_native(
    reference: &Reference<'_>,
    group: &Group<'_>,
    offered: &BTreeMap<&str, Offered<'_>>,
) -> Option<(ProblemKind, bool)> {
    let Subject::Module(name, output) = reference.subject() else {
        return None;
    };
    if reference.role != Role::Value {
        return None;
    }
    let source = group.written.iter().rev().find_map(|block| block.source.as_deref())?;
    let has = |argument: &str| group.written.iter().any(|block| block.names.contains(argument));
    let first = reference.module_steps().into_iter().next();
    let what = || format!("module.{name}");
    let output = match (has("count"), has("for_each"), first) {
        (true, false, Some(ModuleStep::Attribute(_))) => {
            return Some((ProblemKind::MissingInstanceKey(what()), true));
        }
        (false, false, Some(ModuleStep::Index(_))) => {
            return Some((ProblemKind::UnexpectedInstanceKey(what()), true));
        }
        (false, false, Some(ModuleStep::Key(key))) => Some(key),
        // Keys that nobody evaluates.
        (_, true, _) => None,
        _ => output.map(str::to_owned),
    }?;
    let is_offered = offered.get(source)?.may_have(&output);
    (!is_offered).then_some((ProblemKind::UnknownOutput(output), true))
}

/// A module that is called.
struct Called<'c, 'k, 'f, 'a> {
    /// The block that says the source: that of an override counts.
    by: &'c TopBlock<'f, 'a>,
    source: &'k str,
    /// `None` for a directory that does not exist.
    module: Option<&'k Interface>,
}

/// The outputs of a module, to be looked up.
struct Offered<'k> {
    names: BTreeSet<&'k str>,
    is_ascii: bool,
}

impl<'k> Offered<'k> {
    fn by(child: &'k Interface) -> Self {
        Self {
            names: child.outputs.iter().map(String::as_str).collect(),
            is_ascii: child.outputs.iter().all(|name| name.is_ascii()),
        }
    }

    /// Letters beyond ASCII are written in several ways, which the engines take for one.
    fn may_have(&self, output: &str) -> bool {
        self.names.contains(output) || !self.is_ascii || !output.is_ascii() && !self.names.is_empty()
    }
}

/// Whether a call says in `lifecycle` whether it is there.
fn is_enabled(call: &TopBlock<'_, '_>) -> bool {
    let mut lifecycles = call.content.blocks_of("lifecycle");
    lifecycles.any(|lifecycle| lifecycle.body.get("enabled").is_some())
}
