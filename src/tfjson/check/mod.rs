//! What is wrong with a module as a whole: names declared twice, overrides of nothing, references that lead nowhere.

mod built_in;
mod configurations;
mod connections;
mod cycles;
mod early;
mod early_marks;
mod encryption;
mod encryption_parts;
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
mod open_calls;
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
pub(crate) use self::objects::unreadable_schemas;
use self::unread::Unread;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::declaration::DeclarationKind;
use super::declared::{Declared, key};
use super::module::{Argument, Interface, Module};
use super::problem::{Problem, ProblemKind};
use super::provider_reference::ProviderReference;
use super::required::Requirements;
use super::schema::Mode;
use super::type_constraint::Type;
use crate::hcljson::template::is_template;
use crate::hcljson::{Node, Property};
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
    checker.open_calls();
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
        checker.encryption();
        checker.providers();
        checker.provider_instances();
        checker.repetition();
        checker.computed_triggers();
        checker.connections();
        checker.ephemeral_values();
        checker.early_marks();
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
                DeclarationKind::Ephemeral => !module.is_terraform(),
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
            let nullable = nullable.and_then(|nullable| nullable.value().literal_bool());
            if nullable == Some(false) && default.value().is_null() {
                self.reject(ProblemKind::NullDefault, declaration.file, declaration.span);
            }
            let kind = group.argument(module, "type").and_then(Type::of_argument);
            if kind.is_some_and(|kind| !kind.accepts(&default.value().literal())) {
                self.reject(ProblemKind::DefaultMismatch, declaration.file, declaration.span);
            }
        }
    }

    /// References to configurations of providers that are not declared.
    fn providers(&mut self) {
        let module = self.module;
        for argument in &module.arguments {
            for node in configurations_named(argument) {
                let Some(text) = node.string().filter(|text| !is_template(text.as_str())) else {
                    continue;
                };
                let ProviderReference { name, alias, .. } = ProviderReference::read(text.as_str());
                let Some(alias) = alias.filter(|alias| !alias.is_empty()) else {
                    continue;
                };
                let named = format!("{name}.{alias}");
                let is_handed = module.called && module.handed.may_have(&named);
                let configured = self.declared.has((DeclarationKind::Provider, name, alias))
                    // Those that are meant where nothing is said are taken with a warning.
                    || is_handed && self.requirements().meant_by(name).is_none_or(|known| known.is_official());
                if !configured && !self.expected.contains(&named) {
                    let undeclared = ProblemKind::undeclared(format!("provider.{named}"));
                    self.reject(undeclared, argument.file, node.span());
                }
            }
        }
    }
}

/// The values in an argument that name configurations of providers.
fn configurations_named<'f, 'a>(argument: &Argument<'f, 'a>) -> Vec<Node<'f, 'a>> {
    let value = argument.property.value();
    match argument.mode {
        Mode::Provider => vec![value],
        Mode::Providers => value.properties().map(Property::value).collect(),
        _ => Vec::new(),
    }
}
