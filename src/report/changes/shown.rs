//! A plan as `show` prints it: its parts in order, each with its tree of differences when asked for.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::facts::attr::Object;
use crate::facts::{DeclarationKind, Facts, Fate, Flavor, Mode, OutputChange, RelevantPaths, ResourceChange};
use crate::json::Pointer;
use crate::order;
use crate::tofu::{ActionInvocation, ProviderSchemas, Raw, Step};

use super::entry::{Entry, InvocationShown, OutputEntry};
use super::pair::{Pair, Side};
use super::schema::{Block, Schemas, Source};
use super::trail::Trail;
use super::{Action, Compare, Dialect, Node, Redacted, Redactor, infer};

/// What a run of the engine was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    pub(super) redactor: Redactor,
    schemas: Schemas,
    dialect: Dialect,
    /// Whether the document is too old to mark all, so that names do in texts of JSON, too.
    wary: bool,
}

impl std::fmt::Debug for ShownPlan<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ShownPlan")
    }
}

impl<'f, 'a> ShownPlan<'f, 'a> {
    /// The plan of these facts; `None` when they are of a state. `schemas` tell blocks from attributes and sets from
    /// lists; without them those in the plan itself do, if there are any, and else its shape.
    #[must_use]
    pub fn new(facts: &'f Facts<'a>, schemas: Option<&ProviderSchemas<'_>>) -> Option<Self> {
        let plan = facts.plan()?;
        let schemas = Some(schemas.map_or(&plan.provider_schemas, |schemas| &schemas.provider_schemas));
        let mut known = Schemas::default();
        for change in facts.every_change() {
            let provider = change.wire.provider_name.as_deref();
            let source = Source::from(change.wire.mode.as_ref());
            known.learn(schemas, provider.unwrap_or_default(), source, change.type_name());
        }
        for action in facts.actions() {
            let invocation = action.wire;
            let (provider, type_name) = (invocation.provider_name.as_deref(), invocation.r#type.as_deref());
            known.learn(
                schemas,
                provider.unwrap_or_default(),
                Source::Action,
                type_name.unwrap_or_default(),
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

    /// The plan compared in our own way and not in the engine's.
    #[must_use]
    pub fn own_way(self) -> Self {
        Self {
            dialect: Dialect::OWN,
            ..self
        }
    }

    /// The engine that wrote it, `OpenTofu` when nothing tells.
    #[must_use]
    pub fn engine(&self) -> Flavor {
        self.facts.engine.engine.unwrap_or(Flavor::OpenTofu)
    }

    /// The engine's version as written.
    #[must_use]
    pub fn version(&self) -> Option<Redacted> {
        self.redactor.option(self.facts.engine_version())
    }

    /// Whether the engine's version lies in a range such as `>=1.11`; also when nobody knows the version.
    #[must_use]
    pub(crate) fn version_in(&self, range: &str) -> bool {
        self.facts.engine_is(range) != Some(false)
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
        if nothing_planned && self.everything_goes() {
            PlanMode::Destroy
        } else {
            PlanMode::Normal
        }
    }

    /// Whether all that is managed goes; where nothing is there to go, whether the configuration has anything that
    /// would be planned otherwise (§6.1).
    fn everything_goes(&self) -> bool {
        let mut managed = self.facts.changes.iter().filter(|change| change.managed()).peekable();
        if managed.peek().is_some() {
            return managed.all(|change| matches!(change.fate, Fate::Delete | Fate::Forget));
        }
        let modules = self.facts.modules();
        let mut resources = modules.resources();
        resources.any(|resource| Mode::may_be_managed(resource.wire.mode.as_ref()))
            || modules
                .declarations()
                .any(|declaration| declaration.kind() == DeclarationKind::Output && declaration.module().is_root())
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

    /// The same, and the moves of a refresh-only plan, which engines list as what changed outside of them.
    pub(crate) fn changes_and_moves(&self) -> impl Iterator<Item = Entry<'_, 'f, 'a>> {
        let moves = self.facts.recorded_moves();
        self.changes().chain(moves.map(|change| Entry::new(self, change, None)))
    }

    /// What changed outside of the engine, and may matter to this plan: the engine shows what differs in it.
    pub fn drift(&self) -> impl Iterator<Item = Entry<'_, 'f, 'a>> {
        let refresh_only = self.facts.is_refresh_only();
        let may_depend = self.facts.may_depend_on_drift();
        let relevant = self.facts.plan().map(RelevantPaths::of).unwrap_or_default();
        self.facts.drift.iter().filter_map(move |drift| {
            let paths: Vec<_> = relevant.of_resource(&drift.change.address).collect();
            let is_relevant = refresh_only || may_depend && !paths.is_empty();
            is_relevant.then(|| Entry::new(self, &drift.change, (!refresh_only).then_some(paths)))
        })
    }

    /// Whether the plan takes into the state what changed outside, or what got another address, and does nothing else.
    pub(crate) fn refreshes(&self) -> bool {
        self.facts.is_refresh_only() && !self.facts.drift.is_empty()
    }

    /// What each change outside of the engine means for this plan, by where it stands in the document: whether the plan
    /// was made from it, and whether it changes the same object, too. Moves are no such changes.
    pub(crate) fn meanings_of_drift(&self) -> BTreeMap<Pointer, (bool, bool)> {
        let changed = self.facts.changed_objects();
        let drifted = self.facts.drifted();
        order::map(drifted.map(|drift| {
            let change = &drift.change;
            let is_changed = changed.contains(&(&*change.address, change.wire.deposed()));
            (change.pointer(), (drift.relevant, is_changed))
        }))
    }

    /// What was put off, in the order of addresses, with the engine's word for the reason.
    pub fn deferred(&self) -> impl Iterator<Item = (Entry<'_, 'f, 'a>, Redacted)> {
        let deferred = self.facts.deferred.iter();
        deferred.map(|deferred| {
            let reason = self
                .redactor
                .word(deferred.reason.as_str(), deferred.reason.is_listed());
            (Entry::new(self, &deferred.change, None), reason)
        })
    }

    /// The root outputs, by name, unchanged ones too.
    pub fn outputs(&self) -> impl Iterator<Item = OutputEntry> {
        self.facts.outputs.iter().map(|output| OutputEntry {
            name: self.redactor.address(output.name),
            mark_change: output.mark_change,
            node: self.output(output),
        })
    }

    /// The provider actions that an apply invokes, in the order of the document.
    #[must_use]
    pub fn invocations(&self) -> Vec<InvocationShown<'a>> {
        let wires = self.facts.plan().map(|plan| &plan.action_invocations);
        let wires = wires.into_iter().flatten();
        wires.map(|wire| self.invocation(wire)).collect()
    }

    /// Those that were put off, with the engine's word for the reason.
    pub(crate) fn deferred_invocations(&self) -> impl Iterator<Item = (InvocationShown<'a>, Redacted)> {
        let deferred = self.facts.actions().into_iter();
        deferred.filter_map(|action| {
            let reason = action.deferred?;
            let reason = self.redactor.word(reason.as_str(), reason.is_listed());
            Some((self.invocation(action.wire), reason))
        })
    }

    /// What an action is told; `None` where the document has none of it.
    pub(in crate::report) fn arguments(&self, wire: &'a ActionInvocation<'a>) -> Option<Node> {
        wire.config_values?;
        let object = self.facts.configuration_of(wire).unwrap_or_default();
        let own = Object::read(None, None, wire.config_sensitive).unwrap_or_default();
        let side = Side::new(object.root(), Some(own.root()));
        let provider = wire.provider_name.as_deref().unwrap_or_default();
        let known = self
            .schemas
            .get(provider, Source::Action, wire.r#type.as_deref().unwrap_or_default());
        let pair = Pair::new(side, side);
        Some(self.compare().block_of(pair, &Trail::default(), known, |_| None))
    }

    fn invocation(&self, wire: &'a ActionInvocation<'a>) -> InvocationShown<'a> {
        let text = |text: Option<&str>| self.redactor.address(text.unwrap_or_default());
        let trigger = wire.lifecycle_action_trigger.as_ref();
        InvocationShown {
            wire,
            address: text(wire.address.as_deref()),
            type_name: text(wire.r#type.as_deref()),
            name: text(wire.name.as_deref()),
            trigger: trigger.map(|trigger| text(trigger.triggering_resource_address.as_deref())),
            called_by: self
                .redactor
                .address_option(wire.calling_resource().filter(|_| trigger.is_none())),
            before: trigger
                .and_then(|trigger| trigger.action_trigger_event.as_deref())
                .is_some_and(|event| event.starts_with("Before")),
            place: trigger
                .map(|trigger| (trigger.action_trigger_block_index, trigger.actions_list_index))
                .unwrap_or_default(),
            config: self.arguments(wire),
        }
    }

    fn compare(&self) -> Compare<'_> {
        Compare {
            redactor: &self.redactor,
            dialect: self.dialect,
            old_kit: false,
            wary: self.wary,
            inside: 0,
            deep: 0,
        }
    }

    pub(in crate::report) fn output(&self, output: &OutputChange<'a>) -> Node {
        let wire = output.wire;
        let always = output.sensitive.then(yes);
        let marks = || {
            [wire.before_sensitive, wire.after_sensitive]
                .into_iter()
                .flatten()
                .chain(always.flatten())
        };
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
        if self.dialect.empty_is_null_below && pair.is_marked() {
            pair = pair.without_empty_texts();
        }
        self.compare().dynamic(pair, &Trail::default())
    }

    pub(in crate::report) fn tree(&self, change: &ResourceChange<'a>, relevant: Option<Vec<&[Step<'a>]>>) -> Node {
        let wire = &change.wire.change;
        let before = change.before().unwrap_or_default();
        let after = change.after().unwrap_or_default();
        let own_before = Object::read(None, None, wire.before_sensitive).unwrap_or_default();
        let own_after = Object::read(None, None, wire.after_sensitive).unwrap_or_default();
        let mut pair = Pair::new(
            Side::new(before.root(), Some(own_before.root())),
            Side::new(after.root(), Some(own_after.root())),
        );
        if change.fate == Fate::Forget && self.dialect.forgotten_stays {
            pair = pair.as_unchanged();
        }
        let forcing = wire.replace_paths.iter().flatten().map(Vec::as_slice).collect();
        let trail = Trail::new(forcing, relevant);
        let provider = change.wire.provider_name.as_deref().unwrap_or_default();
        let source = Source::from(change.wire.mode.as_ref());
        let known = self.schemas.get(provider, source, change.type_name());
        let configured = OnceCell::new();
        let tree = |compare: Compare<'_>| {
            compare.block_of(pair, &trail, known, |name| {
                let configured = configured.get_or_init(|| self.facts.configured(change));
                configured.as_ref().and_then(|configured| configured.is_block(name))
            })
        };
        let found = tree(self.compare());
        if found.action != Action::NoOp || change.fate != Fate::Update || !self.dialect.empty_for_null_stays {
            return found;
        }
        // An update of nothing else is told all the same.
        let dialect = Dialect {
            empty_for_null_stays: false,
            ..self.dialect
        };
        tree(Compare {
            dialect,
            ..self.compare()
        })
    }
}

impl Compare<'_> {
    /// The tree of an object with its schema, or with one that fits its shape.
    pub(super) fn block_of(
        self,
        pair: Pair<'_, '_>,
        trail: &Trail<'_>,
        known: Option<&Block<'_>>,
        is_block: impl Fn(&str) -> Option<bool>,
    ) -> Node {
        let is_unread = known.is_some_and(|known| known.is_unread);
        if let Some(known) = known.filter(|_| !is_unread) {
            let compare = Compare { old_kit: true, ..self };
            return compare.block(pair, trail, known);
        }
        // Of what is not known to be of any type, it is not known either that the engine says nothing of it.
        let dialect = Dialect {
            dynamic_forces: true,
            ..self.dialect
        };
        let compare = Compare {
            old_kit: dialect.empty_for_null_stays,
            dialect,
            ..self
        };
        let nothing = Object::default();
        let mut inferred = match (pair.before.attr(), pair.after.attr()) {
            (Some(before), Some(after)) => infer::block(before, after, is_block),
            (Some(one), None) | (None, Some(one)) => infer::block(one, one, is_block),
            (None, None) => infer::block(nothing.root(), nothing.root(), is_block),
        };
        if is_unread {
            inferred.mark_all();
        }
        compare.block(pair, trail, &inferred)
    }
}

/// The mark of a whole value.
pub(super) fn yes() -> Option<Raw<'static>> {
    serde_json::from_str("true").ok()
}
