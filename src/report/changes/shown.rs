//! A plan or a state as `show` prints it: its parts in order, each with its tree of differences when asked for.

use std::cell::OnceCell;

use crate::facts::attr::{Attr, Kind, Object};
use crate::facts::{ActionReason, Engine, EngineRange, EngineVersion, Facts, Fate, InstanceKey, OutputChange, ResourceChange, StateObject, Subject};
use crate::json::Pointer;
use crate::tofu::{Mode, ProviderSchemas, Raw, Step, Type};

use super::pair::{Pair, Side};
use super::schema::{Block, Source, Typed};
use super::trail::Trail;
use super::{Action, Compare, Dialect, Node, Redacted, Redactor, Schemas, infer};

/// What a run of the engine was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanMode {
    /// To reach what the configuration says.
    Normal,
    /// To destroy everything.
    Destroy,
    /// To bring the state up to date.
    RefreshOnly,
}

/// A plan with everything that comparing needs.
pub struct ShownPlan<'f, 'a> {
    facts: &'f Facts<'a>,
    redactor: Redactor,
    schemas: Schemas,
    dialect: Dialect,
    version: Option<EngineVersion>,
}

impl std::fmt::Debug for ShownPlan<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ShownPlan")
    }
}

impl<'f, 'a> ShownPlan<'f, 'a> {
    /// The plan of these facts; `None` when they are of a state. `schemas` tell blocks from attributes and sets from
    /// lists.
    #[must_use]
    pub fn new(facts: &'f Facts<'a>, schemas: Option<&ProviderSchemas<'_>>) -> Option<Self> {
        let plan = facts.plan()?;
        let mut known = Schemas::default();
        let deferred = plan.deferred_changes.iter().map(|deferred| &deferred.resource_change);
        let changes = plan.resource_changes.iter().flatten().chain(&plan.resource_drift);
        for wire in changes.chain(deferred) {
            let (provider, type_name) = (wire.provider_name.as_deref(), wire.r#type.as_deref());
            let source = Source::from(wire.mode.as_ref());
            known.learn(schemas, provider.unwrap_or_default(), source, type_name.unwrap_or_default());
        }
        for invocation in &plan.action_invocations {
            let (provider, type_name) = (invocation.provider_name.as_deref(), invocation.r#type.as_deref());
            known.learn(schemas, provider.unwrap_or_default(), Source::Action, type_name.unwrap_or_default());
        }
        Some(Self {
            redactor: Redactor::new(&facts.secrets),
            schemas: known,
            dialect: Dialect::of(facts.engine.engine, facts.engine_version()),
            version: facts.engine_version().and_then(EngineVersion::parse),
            facts,
        })
    }

    /// The same, compared in our own way and not in the engine's.
    #[must_use]
    pub fn own_way(self) -> Self {
        Self {
            dialect: Dialect::OWN,
            ..self
        }
    }

    /// The engine that wrote it, `OpenTofu` when nothing tells.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.facts.engine.engine.unwrap_or(Engine::OpenTofu)
    }

    /// Whether the engine's version lies in a range such as `>=1.11`; also when nobody knows the version.
    #[must_use]
    pub fn version_in(&self, range: &str) -> bool {
        let range = EngineRange::parse(range);
        self.version
            .as_ref()
            .is_none_or(|version| range.is_none_or(|range| version.matches(&range)))
    }

    /// What the run was for, as far as the document tells.
    #[must_use]
    pub fn mode(&self) -> PlanMode {
        if self.facts.is_refresh_only() {
            return PlanMode::RefreshOnly;
        }
        let plan = self.facts.plan();
        let planned = plan.and_then(|plan| plan.planned_values.as_ref());
        let nothing_planned = planned.is_some_and(|values| {
            let mut modules = values.root_module.walk();
            modules.all(|module| module.resources.is_empty()) && values.outputs.is_empty()
        });
        let nothing_written = plan.and_then(|plan| plan.configuration.as_ref()).is_some_and(|configuration| {
            let root = &configuration.root_module;
            root.resources.is_empty() && root.module_calls.is_empty() && root.outputs.is_empty()
        });
        if nothing_planned && !nothing_written {
            PlanMode::Destroy
        } else {
            PlanMode::Normal
        }
    }

    /// Whether planning failed.
    #[must_use]
    pub fn errored(&self) -> bool {
        self.facts.plan().is_some_and(|plan| plan.errored == Some(true))
    }

    /// Whether the engine would apply it; `None` where it does not say.
    #[must_use]
    pub fn applyable(&self) -> Option<bool> {
        self.facts.plan()?.applyable
    }

    /// The elements of `resource_changes` that do anything, in the order of addresses.
    pub fn changes(&self) -> impl Iterator<Item = Entry<'_, 'f, 'a>> {
        let visible = self.facts.changes.iter().filter(|change| change.is_visible());
        visible.map(|change| Entry::new(self, change, None))
    }

    /// What changed outside of the engine, and matters to this plan.
    pub fn drift(&self) -> impl Iterator<Item = Entry<'_, 'f, 'a>> {
        let refresh_only = self.facts.is_refresh_only();
        let plan = self.facts.plan();
        self.facts.drift.iter().filter_map(move |drift| {
            if refresh_only {
                return Some(Entry::new(self, &drift.change, None));
            }
            let relevant = plan?.relevant_attributes.iter();
            let paths: Vec<&[Step<'a>]> = relevant
                .filter(|relevant| relevant.resource.is_empty() || relevant.resource == drift.change.address)
                .map(|relevant| relevant.attribute.as_slice())
                .collect();
            (!paths.is_empty()).then(|| Entry::new(self, &drift.change, Some(paths)))
        })
    }

    /// The root outputs, by name, unchanged ones too.
    pub fn outputs(&self) -> impl Iterator<Item = OutputEntry> {
        self.facts.outputs.iter().map(|output| OutputEntry {
            name: self.redactor.text(output.name),
            node: self.output(output),
        })
    }

    /// The provider actions that an apply invokes, in the order of the document.
    pub fn invocations(&self) -> Vec<InvocationShown> {
        let wires = self.facts.plan().map(|plan| plan.action_invocations.as_slice()).unwrap_or_default();
        let invocations = wires.iter().map(|wire| {
            let text = |text: Option<&str>| self.redactor.text(text.unwrap_or_default());
            let marks = wire.config_sensitive;
            let object = Object::read(wire.config_values, wire.config_unknown, marks).unwrap_or_default();
            let own = Object::read(None, None, marks).unwrap_or_default();
            let side = Side::new(object.root(), Some(own.root()));
            let provider = wire.provider_name.as_deref().unwrap_or_default();
            let known = self.schemas.get(provider, Source::Action, wire.r#type.as_deref().unwrap_or_default());
            let pair = Pair::new(side, side);
            let config = self.compare().block_of(pair, &Trail::default(), known.map(|known| &**known), |_| None);
            let trigger = wire.lifecycle_action_trigger.as_ref();
            InvocationShown {
                address: text(wire.address.as_deref()),
                type_name: text(wire.r#type.as_deref()),
                name: text(wire.name.as_deref()),
                trigger: trigger.map(|trigger| text(trigger.triggering_resource_address.as_deref())),
                before: trigger
                    .and_then(|trigger| trigger.action_trigger_event.as_deref())
                    .is_some_and(|event| event.starts_with("Before")),
                place: trigger
                    .map(|trigger| (trigger.action_trigger_block_index, trigger.actions_list_index))
                    .unwrap_or_default(),
                config,
            }
        });
        invocations.collect()
    }

    fn compare(&self) -> Compare<'_> {
        Compare {
            redactor: &self.redactor,
            dialect: self.dialect,
            old_kit: false,
        }
    }

    fn output(&self, output: &OutputChange<'a>) -> Node {
        let wire = output.wire;
        let always = output.sensitive.then(yes);
        let marks = || [wire.before_sensitive, wire.after_sensitive].into_iter().flatten().chain(always.flatten());
        let before = Object::read(wire.before, None, marks()).unwrap_or_default();
        let after = Object::read(wire.after, wire.after_unknown, marks()).unwrap_or_default();
        let own_before = Object::read(None, None, wire.before_sensitive).unwrap_or_default();
        let own_after = Object::read(None, None, wire.after_sensitive).unwrap_or_default();
        let mut pair = Pair::new(
            Side::new(before.root(), Some(own_before.root())),
            Side::new(after.root(), Some(own_after.root())),
        );
        // That an output was not there is written as `null`.
        pair = pair.implicit();
        self.compare().dynamic(pair, &Trail::default())
    }

    fn tree(&self, change: &ResourceChange<'a>, relevant: Option<Vec<&[Step<'a>]>>) -> Node {
        let wire = &change.wire.change;
        let before = change.before().unwrap_or_default();
        let after = change.after().unwrap_or_default();
        let own_before = Object::read(None, None, wire.before_sensitive).unwrap_or_default();
        let own_after = Object::read(None, None, wire.after_sensitive).unwrap_or_default();
        let mut pair = Pair::new(
            Side::new(before.root(), Some(own_before.root())),
            Side::new(after.root(), Some(own_after.root())),
        );
        if change.fate == Fate::Forget && self.engine() == Engine::Terraform {
            pair = pair.as_unchanged();
        }
        let forcing = wire.replace_paths.iter().flatten().map(Vec::as_slice).collect();
        let trail = Trail::new(forcing, relevant);
        let provider = change.wire.provider_name.as_deref().unwrap_or_default();
        let source = Source::from(change.wire.mode.as_ref());
        let known = self.schemas.get(provider, source, change.wire.r#type.as_deref().unwrap_or_default());
        let configured = OnceCell::new();
        self.compare().block_of(pair, &trail, known.map(|known| &**known), |name| {
            let configured = configured.get_or_init(|| self.facts.configured(change));
            configured.as_ref().and_then(|configured| configured.is_block(name))
        })
    }
}

impl Compare<'_> {
    /// The tree of an object with its schema, or with one that fits its shape.
    fn block_of(
        self,
        pair: Pair<'_, '_>,
        trail: &Trail<'_>,
        known: Option<&Block>,
        is_block: impl Fn(&str) -> Option<bool>,
    ) -> Node {
        if let Some(known) = known {
            let compare = Compare {
                old_kit: known.old_kit,
                ..self
            };
            return compare.block(pair, trail, known);
        }
        let nothing = Object::default();
        let inferred = match (pair.before.attr(), pair.after.attr()) {
            (Some(before), Some(after)) => infer::block(before, after, is_block),
            (Some(one), None) | (None, Some(one)) => infer::block(one, one, is_block),
            (None, None) => infer::block(nothing.root(), nothing.root(), is_block),
        };
        self.block(pair, trail, &inferred)
    }
}

/// The mark of a whole value.
fn yes() -> Option<Raw<'static>> {
    serde_json::from_str("true").ok()
}

/// A resource change.
#[derive(Debug)]
pub struct Entry<'p, 'f, 'a> {
    plan: &'p ShownPlan<'f, 'a>,
    change: &'f ResourceChange<'a>,
    relevant: Option<Vec<&'a [Step<'a>]>>,
    /// Where it is.
    pub placed: Placed,
    /// Address before a move; `None` when it stayed.
    pub moved_from: Option<Redacted>,
    /// What becomes of the instance.
    pub fate: Fate,
    /// Why the engine acts.
    pub reason: Option<&'a ActionReason<'a>>,
    /// The instance key as JSON; `None` without `count` and `for_each`.
    pub key: Option<Redacted>,
    /// Whether the key is a text.
    pub key_is_text: bool,
    /// Set when the object is imported.
    pub importing: Option<ImportShown>,
}

/// Where a resource is, and what it is called.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Address of the instance.
    pub address: Redacted,
    /// Key of a deposed object; `None` for the current one.
    pub deposed: Option<Redacted>,
    /// Address of the module instance; `None` in the root module.
    pub module: Option<Redacted>,
    /// Whether it is a resource, and not a data source.
    pub managed: bool,
    /// Resource type.
    pub type_name: Redacted,
    /// Resource name.
    pub name: Redacted,
    /// Source address of the provider.
    pub provider: Option<Redacted>,
}

/// How an object is imported.
#[derive(Clone, Debug)]
pub struct ImportShown {
    /// The id given to the provider.
    pub id: Option<Redacted>,
    /// The lines of the identity as JSON; empty when there is none.
    pub identity: Vec<Redacted>,
    /// Whether configuration was generated for it.
    pub generated: bool,
}

/// A root output.
#[derive(Clone, Debug)]
pub struct OutputEntry {
    /// Its name.
    pub name: Redacted,
    /// What becomes of its value.
    pub node: Node,
}

/// A provider action that an apply invokes.
#[derive(Clone, Debug)]
pub struct InvocationShown {
    /// Address of the action.
    pub address: Redacted,
    /// Action type.
    pub type_name: Redacted,
    /// Action name.
    pub name: Redacted,
    /// The resource whose change triggers it; `None` when asked for on the command line.
    pub trigger: Option<Redacted>,
    /// Whether it is invoked before that change.
    pub before: bool,
    /// Its place among the actions that the resource triggers.
    pub place: (Option<u64>, Option<u64>),
    /// Its configuration.
    pub config: Node,
}

impl<'p, 'f, 'a> Entry<'p, 'f, 'a> {
    fn new(plan: &'p ShownPlan<'f, 'a>, change: &'f ResourceChange<'a>, relevant: Option<Vec<&'a [Step<'a>]>>) -> Self {
        let redactor = &plan.redactor;
        let wire = change.wire;
        let text = |text: Option<&str>| redactor.text(text.unwrap_or_default());
        Self {
            placed: Placed {
                address: redactor.text(&change.address),
                deposed: redactor.option(wire.deposed.as_deref()),
                module: redactor.option(wire.module_address.as_deref()),
                managed: matches!(wire.mode, None | Some(Mode::Managed)),
                type_name: text(wire.r#type.as_deref()),
                name: text(wire.name.as_deref()),
                provider: redactor.option(wire.provider_name.as_deref()),
            },
            moved_from: redactor.option(change.moved_from),
            fate: change.fate,
            reason: wire.action_reason.as_ref(),
            key: wire.index.as_ref().map(|key| redactor.text(&key_text(key))),
            key_is_text: matches!(wire.index, Some(InstanceKey::Str(_))),
            importing: wire.change.importing.as_ref().map(|importing| ImportShown {
                id: change.import_id().map(|id| redactor.text(id)),
                identity: importing.identity.map(|raw| identity(raw, change, redactor)).unwrap_or_default(),
                generated: wire.change.generated_config.is_some_and(|config| config.text().len() > 2),
            }),
            plan,
            change,
            relevant,
        }
    }

    /// Whether a pattern of addresses hits it, now or before a move.
    #[must_use]
    pub fn is_hit(&self, pattern: &crate::lint::Pattern) -> bool {
        let before = self.change.moved_from.is_some_and(|previous| pattern.matches_text(previous));
        before || pattern.matches_text(&self.change.address)
    }

    /// Where it stands in the document.
    #[must_use]
    pub fn pointer(&self) -> &Pointer {
        &self.change.pointer
    }

    /// The differences of its attributes.
    #[must_use]
    pub fn tree(&self) -> Node {
        self.plan.tree(self.change, self.relevant.clone())
    }
}

fn key_text(key: &InstanceKey<'_>) -> String {
    match key {
        InstanceKey::Int(index) => index.to_string(),
        InstanceKey::Number(number) => (*number).to_owned(),
        InstanceKey::Str(text) => serde_json::to_string(text.as_str()).unwrap_or_default(),
    }
}

/// The lines of an identity; what an attribute of the same name keeps secret stays so.
fn identity(raw: Raw<'_>, change: &ResourceChange<'_>, redactor: &Redactor) -> Vec<Redacted> {
    let (Ok(identity), Ok(before)) = (Object::read(Some(raw), None, []), change.before()) else {
        return Vec::new();
    };
    let mut lines = vec![Redacted::own("{")];
    let members: Vec<_> = identity.root().entries().collect();
    for (index, (name, value)) in members.iter().enumerate() {
        let comma = if index + 1 < members.len() { "," } else { "" };
        let value = if before.root().get(name).may_hold_sensitive() {
            super::super::MASK.to_owned()
        } else {
            json_text(*value, redactor)
        };
        lines.push(redactor.text(&format!("  {}: {value}{comma}", quoted(name))));
    }
    lines.push(Redacted::own("}"));
    lines
}

#[expect(clippy::disallowed_methods, reason = "what is read goes through the redactor at once")]
fn json_text(value: Attr<'_, '_>, redactor: &Redactor) -> String {
    match value.reveal().map(|node| (node.kind(), node.as_str(), node.text())) {
        Some((Kind::String, Some(text), _)) => quoted(&redactor.text(&text)),
        Some((_, _, text)) => redactor.text(text).to_string(),
        None => "null".to_owned(),
    }
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// A state as `show` prints it.
pub struct ShownState<'f, 'a> {
    facts: &'f Facts<'a>,
    redactor: Redactor,
    schemas: Schemas,
    dialect: Dialect,
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
}

impl<'f, 'a> ShownState<'f, 'a> {
    /// The state of these facts; `None` when they are of a plan.
    #[must_use]
    pub fn new(facts: &'f Facts<'a>, schemas: Option<&ProviderSchemas<'_>>) -> Option<Self> {
        if facts.plan().is_some() {
            return None;
        }
        let mut known = Schemas::default();
        for object in facts.objects() {
            let source = Source::from(Some(&object.mode));
            known.learn(schemas, object.provider.unwrap_or_default(), source, object.type_name);
        }
        Some(Self {
            redactor: Redactor::new(&facts.secrets),
            schemas: known,
            dialect: Dialect::of(facts.engine.engine, facts.engine_version()),
            facts,
        })
    }

    /// The objects, in the order of addresses.
    pub fn objects(&self) -> impl Iterator<Item = StateEntry<'_, 'f, 'a>> {
        self.facts.objects().iter().map(|object| StateEntry {
            state: self,
            object,
            placed: Placed {
                address: self.redactor.text(&object.address),
                deposed: self.redactor.option(object.deposed),
                module: self.redactor.option(object.module),
                managed: object.mode == Mode::Managed,
                type_name: self.redactor.text(object.type_name),
                name: self.redactor.text(object.parsed.as_ref().map_or("", |address| &address.name)),
                provider: self.redactor.option(object.provider),
            },
            tainted: object.tainted,
        })
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
            let raw = types.and_then(|outputs| outputs.get(output.name)).and_then(|output| output.r#type);
            let typed = raw.and_then(|raw| Type::parse(raw).ok()).map(|wire| Typed::from(&wire));
            let compare = self.compare();
            OutputEntry {
                name: self.redactor.text(output.name),
                node: match typed {
                    Some(typed) => compare.typed(pair, &Trail::default(), &typed),
                    None => compare.dynamic(pair, &Trail::default()),
                },
            }
        })
    }

    fn compare(&self) -> Compare<'_> {
        Compare {
            redactor: &self.redactor,
            dialect: self.dialect,
            old_kit: false,
        }
    }
}

impl StateEntry<'_, '_, '_> {
    /// Whether a pattern of addresses hits it.
    #[must_use]
    pub fn is_hit(&self, pattern: &crate::lint::Pattern) -> bool {
        pattern.matches_text(&self.object.address)
    }

    /// Its attributes.
    #[must_use]
    pub fn tree(&self) -> Node {
        let state = self.state;
        let object = self.object.read().unwrap_or_default();
        let own = Object::read(None, None, self.object.marks).unwrap_or_default();
        let side = Side::new(object.root(), Some(own.root()));
        let source = Source::from(Some(&self.object.mode));
        let known = state.schemas.get(self.object.provider.unwrap_or_default(), source, self.object.type_name);
        let node = state
            .compare()
            .block_of(Pair::new(side, side), &Trail::default(), known.map(|known| &**known), |_| None);
        debug_assert_eq!(node.action, Action::NoOp);
        node
    }
}
