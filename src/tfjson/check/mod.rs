//! What is wrong with a module as a whole: names declared twice, overrides of nothing, references that lead nowhere.

mod built_in;
mod configurations;
mod connections;
mod cycles;
mod early;
mod graph;
mod handed;
mod imports;
mod instances;
mod known_type;
mod marks;
mod module_calls;
mod move_circles;
mod moves;
mod objects;
mod outputs;
mod references;
mod repetition;
mod root_outputs;
mod shape;
mod unread;
mod versions;

pub(super) use self::graph::variables_of_outputs;
use self::instances::Repetition;
use self::marks::Marks;
pub use self::objects::unreadable_schemas;
use self::unread::Unread;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::declaration::DeclarationKind;
use super::declared::{Declared, key};
use super::engine::Flavor;
use super::module::{Interface, Module};
use super::problem::{Problem, ProblemKind};
use super::reference::Subject;
use super::required::Requirements;
use super::schema::Mode;
use super::type_constraint::Type;
use crate::hcljson::template::{NativeKind, is_template};
use crate::hcljson::{Expression, Property, Value};
use crate::order;
use crate::source::Span;
use crate::tofu::ProviderSchemas;

/// The modules that are called, by the source as it is written; `None` for a directory that does not exist.
///
/// Sources that are absent here are not known: nothing is said of their arguments.
pub type Children = BTreeMap<String, Option<Arc<Interface>>>;

/// All that is wrong with a module, in the order of its files, each once; what only the schemas of its providers tell
/// is looked for where there are any.
#[must_use]
pub fn check(
    module: &Module<'_, '_>,
    declared: &Declared<'_>,
    children: &Children,
    schemas: Option<&ProviderSchemas<'_>>,
) -> Vec<Problem> {
    let mut checker = Checker {
        module,
        declared,
        problems: module.problems.clone(),
        types: OnceLock::new(),
        unread: Unread::new(module, declared),
        marks: Marks::default(),
        repetitions: OnceLock::new(),
        requirements: OnceLock::new(),
        expected: module.expected(),
        later: OnceLock::new(),
    };
    checker.duplicates();
    checker.overrides();
    checker.defaults();
    checker.module_calls(children);
    checker.imports(children);
    checker.moves();
    checker.provider_functions();
    checker.provider_versions();
    let objects = schemas.map(|schemas| objects::problems(module, schemas));
    checker.problems.extend(objects.into_iter().flatten());
    if module.complete {
        let references = module.references.par_iter().enumerate();
        let references =
            references.filter_map(|(number, reference)| Some((reference, checker.reference(number, reference)?)));
        let (mut found, cycles) = rayon::join(|| references.collect::<Vec<_>>(), || checker.cycles(children));
        checker.suggest(found.iter_mut().map(|(reference, problem)| (*reference, problem)));
        let found = found.into_iter().map(|(_, problem)| problem);
        checker.problems.extend(found.chain(cycles));
        checker.early();
        checker.providers();
        checker.provider_instances();
        checker.repetition();
        checker.computed_triggers();
        checker.connections();
        checker.ephemeral_values();
        checker.built_in_types();
        checker.backends();
        checker.handed_configurations();
        checker.root_outputs();
        checker.output_types();
        checker.triggered();
        checker.ephemeral_constants();
    }
    let mut problems = std::mem::take(&mut checker.problems);
    checker.unused_configurations(&mut problems);
    checker.unused_encryption(&mut problems);
    checker.unread.leave_out(&mut problems);
    order::sort_by(&mut problems, |one, other| {
        (one.file, one.span, &one.kind).cmp(&(other.file, other.span, &other.kind))
    });
    problems.dedup();
    problems
}

struct Checker<'c, 'f, 'a> {
    module: &'c Module<'f, 'a>,
    declared: &'c Declared<'c>,
    problems: Vec<Problem>,
    /// The types of the variables; read when one is asked for.
    types: OnceLock<BTreeMap<String, Type>>,
    unread: Unread,
    marks: Marks,
    /// How often each group of declarations is made; evaluated where one is asked for.
    repetitions: OnceLock<Vec<OnceLock<Box<Repetition>>>>,
    /// What the module requires; read when it is asked for.
    requirements: OnceLock<Requirements>,
    /// The configurations of providers that the module expects from its callers: `aws.west`.
    expected: BTreeSet<String>,
    /// The locals that need what has a value only later, each with that; worked out when one is asked for.
    later: OnceLock<BTreeMap<String, String>>,
}

impl Checker<'_, '_, '_> {
    fn requirements(&self) -> &Requirements {
        self.requirements.get_or_init(|| self.module.requirements())
    }

    fn reject(&mut self, kind: ProblemKind, file: usize, span: Span) {
        self.problems.push(Problem {
            kind,
            file,
            span,
            engine_rejects: true,
        });
    }

    /// Functions of providers: what was noted of each call holds where the module does not require the provider.
    fn provider_functions(&mut self) {
        let names = OnceLock::new();
        let mut problems = std::mem::take(&mut self.problems);
        problems.retain_mut(|problem| {
            let ProblemKind::UnrequiredProvider(name) = &problem.kind else {
                return true;
            };
            let is_required = self.declared.has((DeclarationKind::RequiredProvider, name, ""));
            if !self.module.complete || !is_required {
                return self.module.complete;
            }
            let names = names.get_or_init(|| self.names_of_built_in());
            let unknown = self.unknown_function(names, name, problem);
            unknown.map(|kind| problem.kind = kind).is_some()
        });
        self.problems = problems;
    }

    fn duplicates(&mut self) {
        let module = self.module;
        // Of what there is one at most, in all files but override files together and in each of those, labels do not
        // tell two apart. What else stands in override files replaces what others declare.
        let mut seen = BTreeSet::new();
        let single = module.declarations.iter();
        let single = single
            .filter(|declaration| declaration.kind.is_single())
            .filter(|declaration| {
                let file = declaration.overrides.then_some(declaration.file);
                !seen.insert((file, declaration.kind))
            });
        let often = self.declared.again().iter().copied();
        let often = often.filter(|declaration| !declaration.kind.is_single());
        let again: Vec<_> = single.chain(often).collect();
        for declaration in again {
            let what = declaration.to_string();
            let kind = match declaration.kind {
                DeclarationKind::RequiredProvider => continue,
                // The last one that names a provider counts.
                DeclarationKind::RequiredProviders if declaration.overrides => continue,
                DeclarationKind::RequiredProviders => ProblemKind::RequiredProvidersTwice,
                DeclarationKind::Backend | DeclarationKind::Cloud | DeclarationKind::Encryption => {
                    ProblemKind::BlockRepeated(what)
                }
                _ => ProblemKind::Duplicate { what },
            };
            self.reject(kind, declaration.file, declaration.span);
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
                DeclarationKind::Provider => declaration.labels.second().is_some(),
                DeclarationKind::Check
                | DeclarationKind::RequiredProvider
                | DeclarationKind::ProviderMeta
                | DeclarationKind::Removed => false,
                // Terraform does not look at those of override files at all.
                DeclarationKind::Ephemeral => module.ask(|engine| engine.flavor) == Flavor::OpenTofu,
                kind => !kind.is_single(),
            };
            if needs_base && !self.declared.has(key(declaration)) {
                self.reject(ProblemKind::OverrideNoBase, declaration.file, declaration.span);
            }
        }
    }

    /// Types, defaults and `nullable` of variables that override files have changed, together.
    fn defaults(&mut self) {
        let module = self.module;
        for declaration in module.declarations.iter().filter(|declaration| declaration.overrides) {
            let group = self.declared.get(key(declaration));
            let Some(group) = group.filter(|_| declaration.kind == DeclarationKind::Variable) else {
                continue;
            };
            let Some(default) = group.argument(module, "default") else {
                continue;
            };
            let nullable = group.argument(module, "nullable");
            let nullable =
                nullable.and_then(|nullable| Expression::new(nullable.value()).literal(&mut Vec::new()).into_bool());
            if nullable == Some(false) && default.value().is_null() {
                self.reject(ProblemKind::NullDefault, declaration.file, declaration.span);
            }
            let Some(kind) = group.argument(module, "type") else {
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

    /// References to configurations of providers that are not declared.
    fn providers(&mut self) {
        let module = self.module;
        for argument in &module.arguments {
            let used: Vec<_> = match argument.mode {
                Mode::Provider => vec![argument.property.value()],
                Mode::Providers => argument.property.value().properties().map(Property::value).collect(),
                _ => continue,
            };
            for node in used {
                let Some(text) = node.string() else { continue };
                let text = text.as_str().trim();
                let Some((name, alias)) = text.split_once('.').filter(|_| !is_template(text)) else {
                    continue;
                };
                let (name, alias) = (name.trim(), alias.split('[').next().unwrap_or_default().trim());
                let is_handed = module.called && module.handed.may_have(&format!("{name}.{alias}"));
                let configured = self.declared.has((DeclarationKind::Provider, name, alias))
                    // Those that are meant where nothing is said are taken with a warning.
                    || is_handed && self.requirements().meant_by(name).is_none_or(|known| known.is_official());
                if !configured && !self.expected.contains(&format!("{name}.{alias}")) && !alias.is_empty() {
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
    /// The modules that this one calls, in either syntax, as far as the sources are constant: by the name of the call
    /// its source, as [`Children`] names it; that of an override file where one says it.
    #[must_use]
    pub fn calls(&self) -> BTreeMap<String, String> {
        self.calls_by(|source| self.constant(source))
    }

    /// The calls whose sources depend on no variable, so that they are what they are whoever calls the module.
    #[must_use]
    pub fn fixed_calls(&self) -> BTreeMap<String, String> {
        self.calls_by(|source| match source.evaluate(&mut Vec::new()) {
            Value::String(text) => Some(text.into_owned()),
            _ => None,
        })
    }

    fn calls_by(&self, text: impl Fn(Expression<'_, '_>) -> Option<String>) -> BTreeMap<String, String> {
        let in_json = self.of_kind("module").filter_map(|call| {
            let source = text(Expression::new(call.content.attribute("source")?.value()));
            Some((call.overrides, call.block.label(0).into_owned(), source))
        });
        let native = self.native_calls.iter();
        let native = native.map(|call| (call.overrides, call.name.clone(), Some(call.source.clone())));
        let mut calls: Vec<_> = in_json.chain(native).collect();
        order::sort_by_key(&mut calls, |(overrides, ..)| *overrides);
        let calls: BTreeMap<String, _> = order::map(calls.into_iter().map(|(_, name, source)| (name, source)));
        let known = calls.into_iter();
        order::map(known.filter_map(|(name, source)| Some((name, source?))))
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
                && let NativeKind::Variable(traversal) = &native.kind
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
}
