//! What another document marks sensitive, when two are compared.

use std::borrow::Cow;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use crate::tofu::Text;

use super::change::ResourceChange;
use super::configuration::declaration::Declaration;
use super::configuration::given::Given;
use super::secrecy::marks::Marks;
use super::{Facts, StateObject};

/// What a document marks sensitive that another one may have in clear.
#[derive(Default)]
pub(super) struct Beside<'f> {
    /// Marks by the address of the resource; of one that moved by both of its addresses.
    resources: BTreeMap<&'f str, Cow<'f, Marks<'f>>>,
    /// Marks by the address of the action.
    pub(super) actions: BTreeMap<&'f str, &'f Marks<'f>>,
    /// Names of outputs.
    pub(super) outputs: BTreeSet<&'f str>,
    /// Whether it is too old for marks, so that names are.
    pub(super) by_names: bool,
    /// Variables and outputs of configuration, by reference: `var.v`, `module.a.var.v`.
    given: BTreeSet<String>,
}

impl<'f> Beside<'f> {
    pub(super) fn of(facts: &'f Facts<'_>) -> Self {
        let changes = facts.every_change();
        let changes = changes.flat_map(|change| {
            let marks = change.marks();
            addresses(change).filter_map(move |address| Some((address, marks?)))
        });
        let objects = facts.objects().iter();
        let objects = objects.filter_map(|object| Some((object.address.as_str(), object.marks()?)));
        let of_root = facts.sensitive_variables.iter().map(|name| format!("var.{name}"));
        let declared = facts.modules().declarations();
        let declared = declared.filter(|declaration| declaration.is_sensitive());
        let mut beside = Self {
            by_names: facts.names_are_marks(),
            given: of_root.chain(declared.map(Declaration::address)).collect(),
            ..Self::default()
        };
        for (address, marks) in changes.chain(objects) {
            match beside.resources.entry(address) {
                Entry::Vacant(entry) => {
                    entry.insert(Cow::Borrowed(marks));
                }
                // Of one instance all say the same, but for deposed objects of raw states.
                Entry::Occupied(mut entry) if **entry.get() != *marks => {
                    let both = entry.get().clone().into_owned().or(marks.owned());
                    entry.insert(Cow::Owned(both));
                }
                Entry::Occupied(_) => {}
            }
        }
        let actions = facts.action_marks.iter();
        beside
            .actions
            .extend(actions.map(|(address, marks)| (*address, &**marks)));
        let outputs = facts.outputs.iter().filter(|output| output.sensitive);
        beside.outputs.extend(outputs.map(|output| output.name.as_str()));
        let outputs = facts
            .state_output_values()
            .into_iter()
            .filter(|output| output.sensitive);
        beside.outputs.extend(outputs.map(|output| output.name.as_str()));
        beside
    }

    /// The change with what is marked of its instance, under its address or under the one before a move.
    pub(super) fn change<'c, 'a>(&self, change: &'c ResourceChange<'a>) -> Cow<'c, ResourceChange<'a>> {
        let marks = addresses(change).filter_map(|address| self.resources.get(address));
        marks.fold(Cow::Borrowed(change), |change, marks| {
            Cow::Owned(change.also_marked(marks))
        })
    }

    /// A value that stands behind a reference, marked as the other document marks it.
    pub(super) fn given<'a>(&self, reference: &str, value: Given<'a>) -> Given<'a> {
        let object = value
            .of
            .as_ref()
            .and_then(|address| self.resources.get(address.as_str()));
        let whole = self.given.contains(reference).then_some(&Marks::On);
        value.also_marked(object.map(|marks| &**marks)).also_marked(whole)
    }

    /// The object with what is marked of it.
    pub(super) fn object<'o, 'a>(&self, object: &'o StateObject<'a>) -> Cow<'o, StateObject<'a>> {
        match self.resources.get(object.address.as_str()) {
            Some(marks) => Cow::Owned(object.also_marked(marks)),
            None => Cow::Borrowed(object),
        }
    }
}

/// The address of an instance, and the one before a move.
fn addresses<'c>(change: &'c ResourceChange<'_>) -> impl Iterator<Item = &'c str> {
    std::iter::once(&change.address)
        .chain(change.moved_from)
        .map(Text::as_str)
}
