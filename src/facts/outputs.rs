//! Changes of root output values.

use crate::json::{Document, Pointer, ReadError};
use crate::order;
use crate::tofu::{ActionKind, Change, ConfigOutput, Plan, Raw, State, StateFile, Text};

use super::secrecy::marks::marks_anything;
use super::secrecy::named;

/// One element of `output_changes`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OutputChange<'a> {
    /// Name of the output.
    pub name: &'a Text<'a>,
    /// The change as the engine wrote it.
    pub wire: &'a Change<'a>,
    /// Its place in the document.
    pub pointer: Pointer,
    /// Whether any source marks it sensitive: the change, the values or the configuration.
    pub sensitive: bool,
    /// What becomes of its mark. Engines mark both sides of an output that was or is sensitive (§2.4), so that the
    /// configuration tells; `None` without one, and where nothing tells.
    pub mark_change: Option<MarkChange>,
    /// Whether the engine's `Changes to Outputs:` lists it.
    ///
    /// The engine compares the values anew (§6.2): an output created as `null` and one that only gains or
    /// loses its sensitive mark are not listed, whatever `actions` says.
    pub visible: bool,
}

/// What becomes of the mark of an output that was sensitive, or is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MarkChange {
    /// It is declared sensitive now, and nothing else changes.
    Gained,
    /// It is declared sensitive no more.
    Lost,
}

impl MarkChange {
    /// `gained` or `lost`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Gained => "gained",
            Self::Lost => "lost",
        }
    }
}

impl OutputChange<'_> {
    /// Create, update, delete or nothing, as `actions` has it; what only resources can do, and what its own values
    /// contradict, is unrecognized.
    #[must_use]
    pub fn action(&self) -> ActionKind {
        match self.wire.actions.kind() {
            _ if self.contradiction().is_some() => ActionKind::Unrecognized,
            kind @ (ActionKind::Create | ActionKind::Update | ActionKind::Delete | ActionKind::NoOp) => kind,
            _ => ActionKind::Unrecognized,
        }
    }

    /// The action as the engine tells it: by the values, of which null is none (§6.2). `actions` has an output that
    /// becomes null as updated.
    #[must_use]
    pub fn told_action(&self) -> ActionKind {
        let is_unknown = self.wire.after_unknown.is_some_and(marks_anything);
        let (before, after) = (
            existing(self.wire.before).is_some(),
            existing(self.wire.after).is_some(),
        );
        match (self.action(), before, after || is_unknown) {
            (ActionKind::Update, true, false) => ActionKind::Delete,
            (ActionKind::Update, false, true) => ActionKind::Create,
            (action, ..) => action,
        }
    }

    /// What its values say against its actions, in words; no engine writes such a thing.
    #[must_use]
    pub fn contradiction(&self) -> Option<&'static str> {
        match self.wire.actions.kind() {
            ActionKind::Create if existing(self.wire.before).is_some() => Some("there is a value before it"),
            ActionKind::Delete if existing(self.wire.after).is_some() => Some("there is a value after it"),
            ActionKind::NoOp if self.visible => Some("the value after it is another"),
            _ => None,
        }
    }

    /// Whether `actions` has anything but `no-op`.
    #[must_use]
    pub fn is_change(&self) -> bool {
        self.action() != ActionKind::NoOp
    }
}

/// A root output of a state.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StateOutput<'a> {
    /// Name of the output.
    pub name: &'a Text<'a>,
    /// Whether the state marks it.
    pub sensitive: bool,
    /// The value, in clear.
    pub value: Option<Raw<'a>>,
    /// Its place in the document.
    pub pointer: Pointer,
}

pub(super) fn of_state<'a>(state: &'a State<'a>) -> Vec<StateOutput<'a>> {
    let at = Pointer::root().key("values").key("outputs");
    let outputs = state.values.iter().flat_map(|values| &values.outputs);
    let told = outputs.map(|(name, output)| (name, output.value, output.sensitive));
    by_name(&at, named::in_state(state), told)
}

pub(super) fn of_state_file<'a>(file: &'a StateFile<'a>) -> Vec<StateOutput<'a>> {
    let at = Pointer::root().key("outputs");
    let outputs = file.outputs.iter();
    let told = outputs.map(|(name, output)| (name, output.value, output.sensitive));
    by_name(&at, named::in_state_file(file), told)
}

/// Names, values and marks of outputs, which stand in the document `at` that place; `by_names` where names mark, too.
fn by_name<'a>(
    at: &Pointer,
    by_names: bool,
    outputs: impl Iterator<Item = (&'a Text<'a>, Option<Raw<'a>>, bool)>,
) -> Vec<StateOutput<'a>> {
    let outputs = outputs.map(|(name, value, sensitive)| StateOutput {
        name,
        sensitive: sensitive || (by_names && named::marks_output(name, [value])),
        value,
        pointer: at.clone().key(name),
    });
    let mut outputs: Vec<_> = outputs.collect();
    order::sort_by(&mut outputs, |one, two| one.name.cmp(two.name));
    outputs
}

pub(super) fn changes<'a>(plan: &'a Plan<'a>) -> Result<Vec<OutputChange<'a>>, ReadError> {
    let by_names = named::in_plan(plan);
    let mut changes = plan
        .output_changes
        .iter()
        .map(|(name, wire)| {
            let visible = is_visible(wire)?;
            Ok(OutputChange {
                name,
                wire,
                pointer: Pointer::root().key("output_changes").key(name),
                sensitive: is_sensitive(plan, name, wire)
                    || (by_names && named::marks_output(name, [wire.before, wire.after])),
                mark_change: mark_change(plan, name, wire, visible),
                visible,
            })
        })
        .collect::<Result<Vec<_>, ReadError>>()?;
    order::sort_by(&mut changes, |one, two| one.name.cmp(two.name));
    Ok(changes)
}

fn is_sensitive(plan: &Plan<'_>, name: &str, wire: &Change<'_>) -> bool {
    let marked = [wire.before_sensitive, wire.after_sensitive]
        .into_iter()
        .flatten()
        .any(marks_anything);
    let prior = plan.prior_values();
    let valued = [plan.planned_values.as_ref(), prior]
        .into_iter()
        .flatten()
        .any(|values| values.outputs.get(name).is_some_and(|output| output.sensitive));
    let declared = declared(plan, name).is_some_and(ConfigOutput::is_hidden);
    marked || valued || declared
}

fn mark_change(plan: &Plan<'_>, name: &str, wire: &Change<'_>, visible: bool) -> Option<MarkChange> {
    let mut sides = [wire.before_sensitive, wire.after_sensitive].into_iter().flatten();
    let is_marked = sides.any(marks_anything);
    let is_sensitive = declared(plan, name)?.is_hidden();
    let stays = !visible && wire.actions.kind() == ActionKind::Update && existing(wire.before).is_some();
    match (is_marked, is_sensitive) {
        (true, false) => Some(MarkChange::Lost),
        (true, true) if stays => Some(MarkChange::Gained),
        _ => None,
    }
}

fn declared<'a>(plan: &'a Plan<'a>, name: &str) -> Option<&'a ConfigOutput<'a>> {
    plan.configuration.as_ref()?.root_module.outputs.get(name)
}

fn is_visible(wire: &Change<'_>) -> Result<bool, ReadError> {
    if wire.after_unknown.is_some_and(marks_anything) {
        return Ok(true);
    }
    match (existing(wire.before), existing(wire.after)) {
        (None, None) => Ok(false),
        (Some(before), Some(after)) => {
            let (before, after) = (Document::read(before.text())?, Document::read(after.text())?);
            Ok(!before.root().same_value(after.root()))
        }
        _ => Ok(true),
    }
}

fn existing(side: Option<Raw<'_>>) -> Option<Raw<'_>> {
    side.filter(|raw| !raw.is_null())
}
