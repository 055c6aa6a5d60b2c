//! A state as `show` prints it: its objects in order, each with its tree when asked for.

use std::collections::BTreeSet;

use crate::facts::attr::Object;
use crate::facts::{Facts, Flavor, StateObject, Subject};
use crate::lint::Pattern;
use crate::order;
use crate::tofu::{Module, ProviderAddress, ProviderSchemas, Type};

use super::entry::{OutputEntry, Placed, is_in};
use super::pair::{Pair, Side};
use super::schema::{Schemas, Source, Typed};
use super::shown::yes;
use super::trail::Trail;
use super::{Action, Compare, Dialect, Node, Redacted, Redactor};

/// A state as `show` prints it.
pub struct ShownState<'f, 'a> {
    facts: &'f Facts<'a>,
    redactor: Redactor,
    schemas: Schemas,
    dialect: Dialect,
    /// Whether the document is too old to mark all, so that names do in texts of JSON, too.
    wary: bool,
}

impl std::fmt::Debug for ShownState<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ShownState")
    }
}

/// An object of a state.
#[derive(Debug)]
pub struct StateEntry<'p, 'f, 'a> {
    state: &'p ShownState<'f, 'a>,
    object: &'f StateObject<'a>,
    /// Where it is.
    pub placed: Placed,
    /// Whether the next plan replaces it.
    pub tainted: bool,
    /// Whether one of the modules around its own has objects, as far as the document has a tree of modules.
    pub below_others: bool,
}

impl<'f, 'a> ShownState<'f, 'a> {
    /// The state of these facts; `None` when they are of a plan.
    #[must_use]
    pub fn new(facts: &'f Facts<'a>, schemas: Option<&ProviderSchemas<'_>>) -> Option<Self> {
        if facts.plan().is_some() {
            return None;
        }
        let schemas = schemas.map(|schemas| &schemas.provider_schemas);
        let mut known = Schemas::default();
        for object in facts.objects() {
            let source = Source::from(Some(object.mode()));
            known.learn(
                schemas,
                object.provider().unwrap_or_default(),
                source,
                object.type_name(),
            );
        }
        Some(Self {
            redactor: Redactor::new(facts.secrets()),
            schemas: known,
            dialect: Dialect::of(facts.engine.engine, facts.engine_version()),
            wary: facts.names_are_marks(),
            facts,
        })
    }

    /// The state compared in our own way and not in the engine's: all that is there is shown, empty texts too.
    #[must_use]
    pub fn own_way(self) -> Self {
        Self {
            dialect: Dialect {
                empty_for_null_stays: false,
                ..Dialect::OWN
            },
            ..self
        }
    }

    /// The engine that wrote it; `None` when nothing tells.
    #[must_use]
    pub fn engine(&self) -> Option<Flavor> {
        self.facts.engine.engine
    }

    /// The engine's version as written.
    #[must_use]
    pub fn version(&self) -> Option<Redacted> {
        self.redactor.option(self.facts.engine_version())
    }

    /// The objects, in the order of addresses.
    pub fn objects(&self) -> impl Iterator<Item = StateEntry<'_, 'f, 'a>> {
        self.facts.objects().iter().map(|object| StateEntry {
            state: self,
            object,
            placed: Placed {
                address: self.redactor.address(&object.address),
                deposed: self.redactor.option(object.deposed()),
                module: self.redactor.address_option(object.module()),
                managed: object.may_be_managed(),
                type_name: self.redactor.address(object.type_name()),
                name: self
                    .redactor
                    .address(object.parsed().as_ref().map_or("", |address| &address.name)),
                // A raw state names its configuration, in which the address stands.
                provider: self.redactor.address_option(
                    object
                        .provider()
                        .map(|written| ProviderAddress::of_object(written).as_str()),
                ),
            },
            tainted: object.is_tainted(),
            below_others: false,
        })
    }

    /// The objects by modules as the document has them, each followed by those in it, which is the engines' order.
    #[must_use]
    pub(crate) fn objects_by_module(&self) -> Vec<StateEntry<'_, 'f, 'a>> {
        let tree = match self.facts.subject {
            Subject::State(state) => state.values.as_ref(),
            _ => None,
        };
        let mut modules = Vec::new();
        if let Some(values) = tree {
            walk(&values.root_module, false, &mut modules);
        }
        let places = modules.into_iter().zip(0_usize..);
        let places = order::map(places.map(|((address, below), place)| (address, (place, below))));
        let mut objects: Vec<_> = self.objects().collect();
        // A state file has no tree, and the engine makes one of the modules that hold something.
        let with_own: BTreeSet<Option<&str>> = order::set(objects.iter().map(|entry| entry.object.module()));
        let is_below = |module: &str| {
            let mut around = module.match_indices(".module.").filter_map(|(at, _)| module.get(..at));
            with_own.contains(&None) || around.any(|around| with_own.contains(&Some(around)))
        };
        for entry in &mut objects {
            entry.below_others = match tree {
                Some(_) => places.get(&entry.object.module()).is_some_and(|(_, below)| *below),
                None => entry.object.module().is_some_and(is_below),
            };
        }
        order::sort_by_key(&mut objects, |entry| {
            places.get(&entry.object.module()).map(|(place, _)| *place)
        });
        objects
    }

    /// The root outputs, by name.
    pub fn outputs(&self) -> impl Iterator<Item = OutputEntry> {
        let types = match self.facts.subject {
            Subject::State(state) => state.values.as_ref().map(|values| &values.outputs),
            _ => None,
        };
        self.facts.state_output_values().into_iter().map(move |output| {
            let marks = output.sensitive.then(yes).flatten();
            let value = Object::read(output.value, None, marks).unwrap_or_default();
            let own = Object::read(None, None, marks).unwrap_or_default();
            let side = Side::new(value.root(), Some(own.root()));
            let pair = Pair::new(side, side);
            let raw = types
                .and_then(|outputs| outputs.get(output.name))
                .and_then(|output| output.r#type);
            let wire = raw.and_then(|raw| Type::parse(raw).ok());
            let compare = self.compare();
            OutputEntry {
                name: self.redactor.address(output.name),
                mark_change: None,
                node: match wire {
                    Some(wire) => compare.typed(pair, &Trail::default(), &Typed::from(&wire)),
                    None => compare.dynamic(pair, &Trail::default()),
                },
            }
        })
    }

    fn compare(&self) -> Compare<'_> {
        Compare {
            redactor: &self.redactor,
            dialect: self.dialect,
            old_kit: self.dialect.empty_is_null_below,
            wary: self.wary,
            inside: 0,
            deep: 0,
        }
    }
}

/// The modules of a tree in the order of the document, each with whether one of those around it has objects.
fn walk<'m>(module: &'m Module<'_>, below: bool, modules: &mut Vec<(Option<&'m str>, bool)>) {
    modules.push((module.address.as_deref(), below));
    for child in &module.child_modules {
        walk(child, below || !module.resources.is_empty(), modules);
    }
}

impl StateEntry<'_, '_, '_> {
    /// Whether a pattern of addresses hits it.
    #[must_use]
    pub(crate) fn is_hit(&self, pattern: &Pattern) -> bool {
        pattern.matches_text(&self.object.address)
    }

    /// Whether it stands in that module, or in one below it.
    #[must_use]
    pub(crate) fn is_in(&self, pattern: &Pattern) -> bool {
        is_in(self.object.parsed().as_ref(), pattern)
    }

    /// Its attributes.
    #[must_use]
    pub fn tree(&self) -> Node {
        let state = self.state;
        let object = self.object.read().unwrap_or_default();
        let own = Object::read(None, None, self.object.tree_of_marks()).unwrap_or_default();
        let side = Side::new(object.root(), Some(own.root()));
        let source = Source::from(Some(self.object.mode()));
        let known = state.schemas.get(
            self.object.provider().unwrap_or_default(),
            source,
            self.object.type_name(),
        );
        let node = state
            .compare()
            .block_of(Pair::new(side, side), &Trail::default(), known, |_| None);
        debug_assert_eq!(node.action, Action::NoOp);
        node
    }
}
