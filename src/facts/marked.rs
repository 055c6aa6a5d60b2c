//! The sensitive marks of a plan, by the resource they stand at.

use std::collections::BTreeMap;
use std::sync::Arc;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use crate::json::ReadError;
use crate::tofu::{ActionInvocation, Plan, Raw, ResourceChange as Wire, State, Text, Values};

use super::actions::invocations;
use super::address::Address;
use super::change::address_text;
use super::marks::{Marks, marks_anything};
use super::named::{self, Names};
use super::schema_marks::{SchemaMarks, kind_of};

/// What is sensitive of the configuration of each action, by its address: it is the same in all its invocations.
pub(super) type ActionMarks<'a> = BTreeMap<&'a str, Arc<Marks<'a>>>;

/// What is sensitive of each resource instance and each action, from every place that speaks of it.
///
/// The engines leave marks out at one place or another (format.md §8.1), so that marks of one place hold for the same
/// attribute everywhere: before, after, as planned, in the state, in the drift.
#[derive(Debug, Default)]
pub(super) struct Marked<'a> {
    by_address: IndexMap<Text<'a>, Arc<Marks<'a>>, RandomState>,
    actions: ActionMarks<'a>,
    /// Which names count as marks, too; `None` where marks alone do.
    names: Option<Names>,
    /// Where names are marks: what is sure enough to be looked for everywhere.
    sure: Option<Box<Self>>,
}

impl<'a> Marked<'a> {
    pub(super) fn of_plan(plan: &'a Plan<'a>) -> Result<Self, ReadError> {
        let of_changes = || {
            let mut sources = Sources::default();
            for wire in changes(plan) {
                let change = &wire.change;
                let marks = [change.before_sensitive, change.after_sensitive];
                sources.add(|| address_text(wire), marks);
            }
            sources
        };
        let of_values = || {
            let mut sources = Sources::default();
            trees(plan).for_each(|values| sources.add_values(values));
            sources
        };
        let (mut sources, others) = rayon::join(of_changes, of_values);
        for (address, marks) in others.by_address {
            sources.by_address.entry(address).or_default().extend(marks);
        }
        for wire in changes(plan) {
            if let Some(previous) = &wire.previous_address {
                sources.share(previous, &address_text(wire));
            }
        }
        let mut marked = sources.read()?;
        for wire in invocations(plan) {
            marked.add_action(wire, Marks::read(wire.config_sensitive)?);
        }
        marked.add_schemas(plan)?;
        if named::in_plan(plan) {
            let values = || {
                let of_changes = changes(plan).flat_map(|wire| {
                    let change = &wire.change;
                    [change.before, change.after].map(|value| (address_text(wire), value))
                });
                of_changes.chain(trees(plan).flat_map(values_of))
            };
            marked.add_names(values)?;
        }
        Ok(marked)
    }

    /// What names mark of these values.
    fn add_names<I>(&mut self, values: impl Fn() -> I) -> Result<(), ReadError>
    where
        I: Iterator<Item = (Text<'a>, Option<Raw<'a>>)>,
    {
        let with = |names: Names| {
            let mut marked = Self {
                by_address: self.by_address.clone(),
                actions: self.actions.clone(),
                names: Some(names),
                sure: None,
            };
            for (address, value) in values() {
                let marks = names.marks(value)?;
                if !marks.is_off() {
                    let all = marked.by_address.entry(address).or_default();
                    *all = Arc::new(Marks::clone(all).or(marks));
                }
            }
            Ok(marked)
        };
        let sure = with(Names::Sure)?;
        *self = with(Names::Any)?;
        self.sure = Some(Box::new(sure));
        Ok(())
    }

    fn add_action(&mut self, wire: &'a ActionInvocation<'a>, marks: Marks<'a>) {
        if !marks.is_off() {
            let all = self
                .actions
                .entry(wire.address.as_deref().unwrap_or_default())
                .or_default();
            *all = Arc::new(Marks::clone(all).or(marks));
        }
    }

    /// What the schemas mark that the plan carries.
    fn add_schemas(&mut self, plan: &'a Plan<'a>) -> Result<(), ReadError> {
        let Some(mut schemas) = SchemaMarks::of(&plan.provider_schemas) else {
            return Ok(());
        };
        for wire in invocations(plan) {
            if let Some(value) = wire.config_values {
                let marks = schemas.marks("action", wire.r#type.as_deref().unwrap_or_default(), value)?;
                self.add_action(wire, marks);
            }
        }
        let mut add = |address: Text<'a>, mode, type_name: Option<&'a Text<'a>>, value: Option<Raw<'a>>| {
            let Some(value) = value else { return Ok(()) };
            // The address tells what the element may leave out.
            let parsed = Address::of_text(&address).ok();
            let of_address = parsed.as_ref().map(|address| &*address.type_name);
            let type_name = of_address.or(type_name.map(Text::as_str)).unwrap_or_default();
            let marks = schemas.marks(kind_of(mode), type_name, value)?;
            if !marks.is_off() {
                let all = self.by_address.entry(address).or_default();
                *all = Arc::new(Marks::clone(all).or(marks));
            }
            Ok(())
        };
        for wire in changes(plan) {
            for value in [wire.change.before, wire.change.after] {
                add(address_text(wire), wire.mode.as_ref(), wire.r#type.as_ref(), value)?;
            }
        }
        for resource in trees(plan)
            .flat_map(|values| values.root_module.walk())
            .flat_map(|module| &module.resources)
        {
            let address = Text::new(resource.address.as_deref().unwrap_or_default());
            add(
                address,
                resource.mode.as_ref(),
                resource.r#type.as_ref(),
                resource.values,
            )?;
        }
        Ok(())
    }

    /// What is sensitive in a state that `show -json` printed.
    pub(super) fn of_state(state: &'a State<'a>) -> Result<Self, ReadError> {
        let Some(values) = &state.values else {
            return Ok(Self::default());
        };
        let mut sources = Sources::default();
        sources.add_values(values);
        let mut marked = sources.read()?;
        if named::in_state(state) {
            marked.add_names(|| values_of(values))?;
        }
        Ok(marked)
    }

    /// Which names count as marks, too.
    pub(super) fn names(&self) -> Option<Names> {
        self.names
    }

    /// The part that is sure enough to be looked for everywhere.
    pub(super) fn sure(&self) -> &Self {
        self.sure.as_deref().unwrap_or(self)
    }

    /// What is sensitive of each instance, by its address.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Arc<Marks<'a>>)> {
        self.by_address.iter().map(|(address, marks)| (address.as_str(), marks))
    }

    /// What is sensitive of the instance; `None` when nothing is.
    pub(super) fn get(&self, address: &str) -> Option<&Arc<Marks<'a>>> {
        self.by_address.get(address)
    }

    /// What is sensitive of the configurations of actions.
    pub(super) fn actions(&self) -> &ActionMarks<'a> {
        &self.actions
    }

    /// Whether nothing is sensitive of any resource.
    pub(super) fn is_empty(&self) -> bool {
        self.by_address.is_empty()
    }
}

/// Everything in a plan that has the shape of a change.
pub(super) fn changes<'a>(plan: &'a Plan<'a>) -> impl Iterator<Item = &'a Wire<'a>> {
    let deferred = plan.deferred_changes.iter().map(|deferred| &deferred.resource_change);
    let changes = plan.resource_changes.iter().flatten();
    changes.chain(&plan.resource_drift).chain(deferred)
}

/// The values as planned and as they were.
pub(super) fn trees<'a>(plan: &'a Plan<'a>) -> impl Iterator<Item = &'a Values<'a>> {
    let prior = plan.prior_state.as_ref().and_then(|state| state.values.as_ref());
    plan.planned_values.iter().chain(prior)
}

/// The attributes of each resource, by its address.
pub(super) fn values_of<'a>(values: &'a Values<'a>) -> impl Iterator<Item = (Text<'a>, Option<Raw<'a>>)> {
    let resources = values.root_module.walk().flat_map(|module| &module.resources);
    resources.map(|resource| {
        (
            Text::new(resource.address.as_deref().unwrap_or_default()),
            resource.values,
        )
    })
}

/// Trees of marks as they are written.
#[derive(Default)]
struct Sources<'a> {
    by_address: IndexMap<Text<'a>, Vec<Raw<'a>>, RandomState>,
}

impl<'a> Sources<'a> {
    fn add<const N: usize>(&mut self, address: impl Fn() -> Text<'a>, marks: [Option<Raw<'a>>; N]) {
        for mark in marks.into_iter().flatten().filter(|mark| marks_anything(*mark)) {
            self.by_address.entry(address()).or_default().push(mark);
        }
    }

    fn add_values(&mut self, values: &'a Values<'a>) {
        for resource in values.root_module.walk().flat_map(|module| &module.resources) {
            let address = || Text::new(resource.address.as_deref().unwrap_or_default());
            self.add(address, [resource.sensitive_values]);
        }
    }

    /// Of one instance that has two addresses, before a move and after it.
    fn share(&mut self, one: &Text<'a>, two: &Text<'a>) {
        let of = |address| self.by_address.get(address).map(Vec::as_slice).unwrap_or_default();
        let both = [of(one), of(two)].concat();
        if one != two && !both.is_empty() {
            self.by_address.insert(one.clone(), both.clone());
            self.by_address.insert(two.clone(), both);
        }
    }

    fn read(self) -> Result<Marked<'a>, ReadError> {
        let read = |(address, mut marks): (_, Vec<Raw<'a>>)| {
            // Most places say the same.
            marks.sort_by_key(Raw::text);
            marks.dedup_by_key(|mark| mark.text());
            Ok((address, Arc::new(Marks::read(marks)?)))
        };
        Ok(Marked {
            by_address: self.by_address.into_iter().map(read).collect::<Result<_, _>>()?,
            ..Marked::default()
        })
    }
}
