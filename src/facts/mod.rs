//! What is true of one plan or state, indexed for the questions that rules and reports ask.
//!
//! Facts judge nothing. They settle once what needs care: addresses, fates, the engine, relevance of drift, secrets.

mod actions;
pub mod address;
mod along;
mod at_length;
pub mod attr;
pub(crate) mod attribute_path;
mod beside;
mod change;
mod checks;
mod configuration;
mod contradiction;
pub mod difference;
mod drift;
mod engine;
mod fingerprint;
mod identity;
mod laid_out;
pub(crate) mod likeness;
pub(crate) mod member_path;
mod noise;
mod objects;
mod outputs;
mod pairs;
pub(crate) mod reason;
mod secrecy;
mod shown_address;
mod told_twice;
mod truth;
mod twins;
mod unlisted;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use rayon::prelude::*;

pub use actions::Action;
pub(crate) use actions::event_words;
pub use change::{ChangeKind, Fate, Place, Replacement, ResourceChange};
pub(crate) use checks::only_destroys;
pub use checks::{CheckInstanceRow, CheckResult, CheckRow, Undecided, UndecidedChecks};
pub use configuration::configured::{Configured, ConfiguredResource};
pub use configuration::declaration::{Declaration, DeclarationKind};
pub(crate) use configuration::instances::Instances;
pub use configuration::literals::{Holder, Literal, LiteralBlock};
pub use configuration::modules::{ConfiguredModule, Modules};
pub(crate) use configuration::providers::ProviderSetting;
pub use configuration::providers::{NeededProvider, Provider};
pub use configuration::reference::Reference;
pub use configuration::references::References;
pub use configuration::upstream::{Origin, OriginKind};
pub use drift::Drift;
pub(crate) use drift::RelevantPaths;
pub use engine::{Flavor, Guess};
pub(crate) use fingerprint::TextsDigest;
pub use fingerprint::stated_value::Value;
pub(crate) use fingerprint::stated_value::{ARROW, canonical_if_known};
pub(crate) use fingerprint::statements::{NOT_SET, UNTOLD_VALUES};
pub use fingerprint::statements::{Sensitive, Statement};
#[cfg(test)]
pub(crate) use fingerprint::which_object::decides_destruction;
pub use fingerprint::{FingerprintForm, FingerprintKey, WeakKey};
pub(crate) use identity::{Identity, Sameness};
pub use noise::Noise;
pub use objects::StateObject;
pub use outputs::{MarkChange, OutputChange, StateOutput};
pub use secrecy::copies::Copies;
pub use secrecy::secrets::Secrets;
pub(crate) use secrecy::urls::passwords_in_urls;
pub(crate) use secrecy::{assigned, command, named, named_pairs, quoted, script};
pub(crate) use told_twice::Side;
pub use truth::Truth;

use crate::json::{Node, Pointer, ReadError, scan};
use crate::order;
use crate::tofu::version::{NEWEST_PLAN, NEWEST_STATE};
pub use crate::tofu::{
    ActionKind, ActionReason, Actions, CheckStatus, DeferredReason, EngineRange, EngineVersion, InstanceKey, Mode,
    Plan, Raw, Step,
};
use crate::tofu::{FormatVersion, ProviderSchemas, State, StateFile, Text};

use self::configuration::origins::Origins;
use self::secrecy::leaves::Leaves;
use self::secrecy::marked::{ActionMarks, Marked};
use self::secrecy::marks::Marks;
use self::secrecy::named::Names;
use self::secrecy::schema_marks::{SchemaMarks, kind_of};

/// What the facts are about.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Subject<'a> {
    /// A plan.
    Plan(&'a Plan<'a>),
    /// A state as `show -json` prints it; also one that is empty.
    State(&'a State<'a>),
    /// A raw state of version 4.
    StateFile(&'a StateFile<'a>),
}

/// A change that the engine put off (Terraform 1.9 and later).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Deferred<'a> {
    /// Why.
    pub reason: &'a DeferredReason<'a>,
    /// What would change; it counts nowhere.
    pub change: ResourceChange<'a>,
}

/// Everything a rule may ask.
#[derive(Debug)]
pub struct Facts<'a> {
    /// The plan or state itself, for what no fact covers.
    pub subject: Subject<'a>,
    /// Which engine wrote it.
    pub engine: Guess,
    /// The changes, in the order of addresses; every element of `resource_changes` once.
    pub changes: Vec<ResourceChange<'a>>,
    /// What changed outside of the engine, in the order of addresses.
    pub drift: Vec<Drift<'a>>,
    /// What was put off, in the order of addresses.
    pub deferred: Vec<Deferred<'a>>,
    /// Changes of root outputs, by name.
    pub outputs: Vec<OutputChange<'a>>,
    /// Checks, by address.
    pub checks: Vec<CheckRow<'a>>,
    /// What the document itself marks.
    secrets: Secrets,
    /// These and what other documents mark; `None` where there are no others. A fingerprint is the same whatever stands
    /// beside the document.
    secrets_of_all: Option<Secrets>,
    objects: Vec<StateObject<'a>>,
    action_marks: ActionMarks<'a>,
    /// Names of root variables of which the plan marks anything.
    sensitive_variables: BTreeSet<String>,
    modules: OnceLock<Modules<'a>>,
    origins: OnceLock<Origins>,
    unchanged: OnceLock<configuration::given::ByBlock>,
    places: OnceLock<fingerprint::made_by::Places<'a>>,
    /// Asked for each change, and found by a look at all.
    names_are_marks: OnceLock<bool>,
    makes_nothing: OnceLock<bool>,
    elsewhere: OnceLock<Vec<told_twice::Elsewhere<'a>>>,
}

impl<'a> Facts<'a> {
    /// The facts of a plan. `told` is the engine, when the user said it.
    ///
    /// Of a plan that did not come from [`input::read`](crate::input::read), which looks into every value, rules find
    /// nothing in values that cannot be read, such as half a surrogate pair.
    ///
    /// # Errors
    ///
    /// An attribute that cannot be read, which the decoder did not look into.
    pub fn of_plan(plan: &'a Plan<'a>, told: Option<Flavor>) -> Result<Self, ReadError> {
        let marked = Marked::of_plan(plan)?;
        let objects = || {
            let values = plan.prior_values()?;
            Some(objects::of_values(
                values,
                &Pointer::root().key("prior_state").key("values"),
                &marked,
            ))
        };
        let (changes, (secrets, objects)) = rayon::join(
            || changes(plan, &marked),
            || rayon::join(|| Secrets::of_plan(plan, &marked), objects),
        );
        let (secrets, sensitive_variables) = secrets?;
        let mut facts = Self {
            engine: told.map_or_else(|| engine::guess(plan), Guess::told),
            changes,
            deferred: deferred(plan, &marked),
            outputs: outputs::changes(plan)?,
            checks: checks::rows(
                plan.checks.as_deref().unwrap_or_default(),
                &plan.condition_results,
                &Pointer::root(),
            ),
            secrets,
            objects: objects.unwrap_or_default(),
            action_marks: marked.actions().clone(),
            sensitive_variables,
            ..Self::of(Subject::Plan(plan), told)
        };
        facts.drift = drift::drift(plan, &marked, facts.may_depend_on_drift(), |change, name| {
            facts.configured(change)?.is_block(name)
        })?;
        Ok(facts)
    }

    /// The facts of a state that `show -json` printed.
    ///
    /// # Errors
    ///
    /// An attribute that cannot be read, which the decoder did not look into.
    pub fn of_state(state: &'a State<'a>, told: Option<Flavor>) -> Result<Self, ReadError> {
        let (secrets, objects) = match &state.values {
            Some(values) => {
                let marked = Marked::of_state(state)?;
                let objects = objects::of_values(values, &Pointer::root().key("values"), &marked);
                (Secrets::of_values(values, &marked)?, objects)
            }
            None => Default::default(),
        };
        Ok(Self {
            checks: checks::rows(state.checks.as_deref().unwrap_or_default(), &[], &Pointer::root()),
            secrets,
            objects,
            ..Self::of(Subject::State(state), told)
        })
    }

    /// The facts of a raw state.
    ///
    /// # Errors
    ///
    /// An attribute that cannot be read, which the decoder did not look into.
    pub fn of_state_file(file: &'a StateFile<'a>, told: Option<Flavor>) -> Result<Self, ReadError> {
        let (secrets, objects) = rayon::join(|| Secrets::of_state_file(file), || objects::of_state_file(file));
        Ok(Self {
            checks: checks::state_file_rows(&file.check_results),
            secrets: secrets?,
            objects: objects?,
            ..Self::of(Subject::StateFile(file), told)
        })
    }

    fn of(subject: Subject<'a>, told: Option<Flavor>) -> Self {
        Self {
            subject,
            engine: told.map_or(Guess::none("nothing in a state tells"), Guess::told),
            changes: Vec::new(),
            drift: Vec::new(),
            deferred: Vec::new(),
            outputs: Vec::new(),
            checks: Vec::new(),
            secrets: Secrets::default(),
            secrets_of_all: None,
            objects: Vec::new(),
            action_marks: ActionMarks::default(),
            sensitive_variables: BTreeSet::new(),
            modules: OnceLock::new(),
            origins: OnceLock::new(),
            unchanged: OnceLock::new(),
            places: OnceLock::new(),
            names_are_marks: OnceLock::new(),
            makes_nothing: OnceLock::new(),
            elsewhere: OnceLock::new(),
        }
    }

    /// Whether it is known that no letter in the document is written as an escape.
    pub(crate) fn has_plain_letters(&self) -> bool {
        match self.subject {
            Subject::Plan(plan) => plan.plain_letters,
            Subject::State(state) => state.plain_letters,
            Subject::StateFile(file) => file.plain_letters,
        }
    }

    /// What a plan lacks, in words that go on after its name; `None` for one that is whole, and for a state.
    #[must_use]
    pub fn lacks(&self) -> Option<&'static str> {
        let plan = self.plan()?;
        if plan.errored == Some(true) {
            Some("ended with an error: what it would have intended beyond that is not in it")
        } else if plan.complete == Some(false) {
            Some("is not complete: more changes follow in a later plan")
        } else {
            None
        }
    }

    /// The plan; `None` when the facts are of a state.
    #[must_use]
    pub fn plan(&self) -> Option<&'a Plan<'a>> {
        match self.subject {
            Subject::Plan(plan) => Some(plan),
            Subject::State(_) | Subject::StateFile(_) => None,
        }
    }

    /// Names at the top of the document that the format knows, in their order.
    #[must_use]
    pub fn properties(&self) -> &'a [Text<'a>] {
        match self.subject {
            Subject::Plan(plan) => &plan.known_properties,
            Subject::State(state) => &state.known_properties,
            Subject::StateFile(file) => &file.known_properties,
        }
    }

    /// The actions of providers that an apply invokes, then those that are put off; each in the order of addresses.
    #[must_use]
    pub fn actions(&self) -> Vec<Action<'a>> {
        self.plan().map(actions::of_plan).unwrap_or_default()
    }

    /// The first of these invocations with each configuration: many resources may trigger one action.
    #[must_use]
    pub fn configured_actions(&self) -> Vec<Action<'a>> {
        let mut actions = self.actions();
        let mut told = BTreeSet::new();
        actions.retain(|action| {
            let text = |raw: Option<Raw<'a>>| raw.map(|raw| raw.text());
            let wire = action.wire;
            told.insert((
                wire.address.as_deref(),
                text(wire.config_values),
                text(wire.config_unknown),
            ))
        });
        actions
    }

    /// Whether there is any of these.
    #[must_use]
    pub fn has_actions(&self) -> bool {
        self.plan()
            .is_some_and(|plan| actions::invocations(plan).next().is_some())
    }

    /// Everything that the document says becomes of resources: the changes, what changed outside, what was put off.
    pub fn every_change(&self) -> impl Iterator<Item = &ResourceChange<'a>> {
        let drift = self.drift.iter().map(|drift| &drift.change);
        let deferred = self.deferred.iter().map(|deferred| &deferred.change);
        self.changes.iter().chain(drift).chain(deferred)
    }

    /// The changes, and those that were put off.
    fn changes_with_deferred(&self) -> impl Iterator<Item = &ResourceChange<'a>> {
        let deferred = self.deferred.iter().map(|deferred| &deferred.change);
        self.changes.iter().chain(deferred)
    }

    /// Whether an apply would do anything, now or, where changes are put off, later.
    #[must_use]
    pub fn changes_anything(&self) -> bool {
        self.changes.iter().any(ResourceChange::is_change)
            || self.outputs.iter().any(|output| output.action() != ActionKind::NoOp)
            || !self.deferred.is_empty()
            || (self.is_refresh_only() && !self.drift.is_empty())
            || self.has_actions()
    }

    /// The objects of the state, or of the plan's prior state, in the order of addresses.
    #[must_use]
    pub fn objects(&self) -> &[StateObject<'a>] {
        &self.objects
    }

    /// The object in the state, or in the plan's prior state, that a change is about; `None` when there is none.
    #[must_use]
    pub fn object_of(&self, change: &ResourceChange<'_>) -> Option<&StateObject<'a>> {
        objects::find(&self.objects, change.parsed.as_ref()?, change.wire.deposed())
    }

    /// Every sensitive string and number of the document as it is written there, in no order, some more than once.
    ///
    /// # Errors
    ///
    /// A value that the decoder passed over and that cannot be read: nested too deep, or half a surrogate pair.
    pub(crate) fn sensitive_leaves(&self) -> Result<Vec<&'a str>, ReadError> {
        let mut found = Vec::new();
        let mut leaf = |leaf: Node<'_, 'a>| found.push(leaf.text());
        let mut leaves = Leaves::new(&mut leaf);
        match self.subject {
            Subject::Plan(plan) => {
                let marked = Marked::of_plan(plan)?;
                leaves.of_plan(plan, &marked)?;
                leaves.of_copies(plan, &marked)?;
            }
            Subject::State(state) => {
                if let Some(values) = &state.values {
                    let marked = Marked::of_state(state)?;
                    leaves.of_values(values, &marked)?;
                    leaves.of_identities(values, &marked)?;
                }
            }
            Subject::StateFile(file) => {
                leaves.of_state_file(file, Names::Any)?;
            }
        }
        Ok(found)
    }

    /// What must not be printed.
    #[must_use]
    pub fn secrets(&self) -> &Secrets {
        self.secrets_of_all.as_ref().unwrap_or(&self.secrets)
    }

    /// Keeps secret what another document marks, too: nothing that was secret ceases to be.
    pub fn keep_secret(&mut self, others: &Secrets) {
        if !others.is_empty() {
            self.secrets_of_all = Some(self.secrets().with(others));
        }
    }

    /// Takes for secret what these schemas mark in the document's resources, actions and providers: where they mark it,
    /// however short it is, and wherever else it stands.
    ///
    /// # Errors
    ///
    /// A value that the decoder passed over and that cannot be read: nested too deep, or half a surrogate pair.
    pub(crate) fn learn_schemas(&mut self, schemas: &ProviderSchemas<'_>) -> Result<(), ReadError> {
        let more = Secrets::of_schemas(self, schemas)?;
        if !more.is_empty() {
            self.secrets = self.secrets.with(&more);
            if let Some(all) = &mut self.secrets_of_all {
                *all = all.with(&more);
            }
        }
        let Some(mut schemas) = SchemaMarks::of(&schemas.provider_schemas) else {
            return Ok(());
        };
        let drift = self.drift.iter_mut().map(|drift| &mut drift.change);
        let deferred = self.deferred.iter_mut().map(|deferred| &mut deferred.change);
        for change in self.changes.iter_mut().chain(drift).chain(deferred) {
            let sides = [change.wire.change.before, change.wire.change.after];
            let mut marks = Marks::Off;
            for value in sides.into_iter().flatten() {
                let more = schemas.marks(kind_of(change.wire.mode.as_ref()), change.type_name(), value)?;
                // Of a schema that cannot be read: each attribute by itself, so that it is still told which of them
                // differ.
                let each = || scan::members(value.text(), 0).map(|member| (member.key, Marks::On));
                marks = marks.or(match more {
                    Marks::On => Marks::of_members(each().collect()),
                    more => more,
                });
            }
            if !marks.is_off() {
                *change = change.also_marked(&marks);
            }
        }
        Ok(())
    }

    /// The modules of the plan's configuration, and by [`Modules::references`] what refers to what in it; empty for a
    /// state.
    pub fn modules(&self) -> &Modules<'a> {
        self.modules.get_or_init(|| {
            let configuration = self.plan().and_then(|plan| plan.configuration.as_ref());
            configuration
                .map(|configuration| Modules::new(configuration, Pointer::root().key("configuration")))
                .unwrap_or_default()
        })
    }

    /// The block in the configuration that a change is an instance of; `None` when it is not written there any more.
    #[must_use]
    pub fn configured(&self, change: &ResourceChange<'_>) -> Option<ConfiguredResource<'_, 'a>> {
        self.modules().resource(change.parsed.as_ref()?)
    }

    /// The root outputs of a state with their values, by name; none for a plan.
    #[must_use]
    pub(crate) fn state_output_values(&self) -> Vec<StateOutput<'a>> {
        match self.subject {
            Subject::Plan(_) => Vec::new(),
            Subject::State(state) => outputs::of_state(state),
            Subject::StateFile(file) => outputs::of_state_file(file),
        }
    }

    /// The `format_version` as written; a raw state has a `version` instead.
    #[must_use]
    pub fn format_version(&self) -> Option<&'a str> {
        match self.subject {
            Subject::Plan(plan) => plan.format_version.as_deref(),
            Subject::State(state) => state.format_version.as_deref(),
            Subject::StateFile(_) => None,
        }
    }

    /// The engine's version as written: of the program that showed a plan, or that wrote a state.
    #[must_use]
    pub fn engine_version(&self) -> Option<&'a str> {
        match self.subject {
            Subject::Plan(plan) => plan.terraform_version.as_deref(),
            Subject::State(state) => state.terraform_version.as_deref(),
            Subject::StateFile(file) => file.terraform_version.as_deref(),
        }
    }

    /// Whether the engine's version lies in a range such as `<1.6`; `None` when the document names no version that can
    /// be read.
    #[must_use]
    pub fn engine_is(&self, range: &str) -> Option<bool> {
        EngineVersion::is_in(self.engine_version(), range)
    }

    /// When the plan was made; `None` for a state, and for a plan that does not say so (before T1.5).
    #[must_use]
    pub(crate) fn made_at(&self) -> Option<jiff::Timestamp> {
        self.plan()?.timestamp.as_deref()?.parse().ok()
    }

    /// The version of the format when its minor is newer than what the models describe.
    #[must_use]
    pub fn newer_format(&self) -> Option<FormatVersion> {
        let newest = match self.subject {
            Subject::Plan(_) => NEWEST_PLAN,
            Subject::State(_) | Subject::StateFile(_) => NEWEST_STATE,
        };
        let version = self.format_version().and_then(|text| FormatVersion::parse(text).ok())?;
        version.is_newer_than(newest).then_some(version)
    }

    /// Names at the top of the document that the models do not have, in their order.
    #[must_use]
    pub fn unknown_properties(&self) -> &'a [Text<'a>] {
        match self.subject {
            Subject::Plan(plan) => &plan.unknown_properties,
            Subject::State(state) => &state.unknown_properties,
            Subject::StateFile(file) => &file.unknown_properties,
        }
    }

    /// Whether the engine's `Plan:` line counts forgets: OpenTofu since 1.10, Terraform never (§6.4).
    #[must_use]
    pub(crate) fn counts_forgets(&self) -> bool {
        self.engine.engine == Some(Flavor::OpenTofu) && self.engine_is(">=1.10") == Some(true)
    }

    /// Whether the engine is known to be from before `moved` blocks, which came with Terraform 1.1.
    #[must_use]
    pub(crate) fn lacks_moved_blocks(&self) -> bool {
        self.engine_is("<1.1") == Some(true)
    }

    /// Whether the plan makes and changes no managed object, as one of `-destroy`.
    #[must_use]
    pub(crate) fn makes_nothing(&self) -> bool {
        *self.makes_nothing.get_or_init(|| {
            let makes = |fate| {
                matches!(
                    fate,
                    Fate::Create | Fate::Update | Fate::Replace(_) | Fate::Import | Fate::Move | Fate::Unrecognized
                )
            };
            let mut managed = self.changes.iter().filter(|change| change.managed());
            !managed.any(|change| makes(change.fate))
        })
    }

    /// The changes, and the moves of a refresh-only plan.
    pub(crate) fn changes_and_moves(&self) -> impl Iterator<Item = &ResourceChange<'a>> {
        self.changes.iter().chain(self.recorded_moves())
    }

    /// What changed outside of the engine, without moves, which are the configuration's.
    pub fn drifted(&self) -> impl Iterator<Item = &Drift<'a>> {
        self.drift.iter().filter(|drift| !drift.is_move)
    }

    /// The moves of a refresh-only plan, which have no list of their own.
    pub(crate) fn recorded_moves(&self) -> impl Iterator<Item = &ResourceChange<'a>> {
        let moves = self.drift.iter().filter(|drift| drift.is_move);
        moves.map(|drift| &drift.change)
    }
}

fn changes<'a>(plan: &'a Plan<'a>, marked: &Marked<'a>) -> Vec<ResourceChange<'a>> {
    let mut changes: Vec<_> = plan
        .resource_changes
        .as_deref()
        .unwrap_or_default()
        .par_iter()
        .enumerate()
        .map(|(index, wire)| ResourceChange::new(wire, Place::Change(index), marked))
        .collect();
    changes.par_sort_by(ResourceChange::by_address);
    changes
}

fn deferred<'a>(plan: &'a Plan<'a>, marked: &Marked<'a>) -> Vec<Deferred<'a>> {
    let mut deferred: Vec<_> = plan
        .deferred_changes
        .iter()
        .enumerate()
        .map(|(index, deferred)| Deferred {
            reason: &deferred.reason,
            change: ResourceChange::new(&deferred.resource_change, Place::Deferred(index), marked),
        })
        .collect();
    order::sort_by(&mut deferred, |one, two| {
        let changes = one.change.by_address(&two.change);
        changes.then_with(|| one.reason.cmp(two.reason))
    });
    deferred
}
