//! What a plan says of an object twice: in its change, and in the state before it or the values that are planned.
//!
//! The engines write both from the same values, whatever the action (§1.4, §1.6): where they differ, one was rewritten.

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use crate::json::{Kind, ReadError};
use crate::tofu::{Raw, Resource};

use super::attr::{Attr, Object};
use super::change::Place;
use super::{Facts, ResourceChange};

/// The two sides of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Before,
    After,
}

/// What a plan says of the object of a change elsewhere.
#[derive(Clone, Debug, Default)]
pub(super) struct Elsewhere<'a> {
    /// Its place among the objects of the state.
    held: Option<usize>,
    /// The object among the planned values.
    planned: Option<&'a Resource<'a>>,
}

impl<'a> Facts<'a> {
    /// Whether the state that the plan starts from holds the object of an element of `resource_changes`.
    pub(crate) fn is_held(&self, change: &ResourceChange<'_>) -> bool {
        self.elsewhere(change).is_some_and(|elsewhere| elsewhere.held.is_some())
    }

    /// Whether the object of an element of `resource_changes` stands among the planned values.
    pub(crate) fn is_planned(&self, change: &ResourceChange<'_>) -> bool {
        self.elsewhere(change)
            .is_some_and(|elsewhere| elsewhere.planned.is_some())
    }

    /// Which side of an element of `resource_changes` is another than the state or the planned values say, where one is.
    ///
    /// What these do not list or say without values tells nothing, and neither does what is sensitive: tools that
    /// hide that do it in each place by the marks that stand there.
    pub(crate) fn told_otherwise(&self, change: &ResourceChange<'_>) -> Option<Side> {
        let elsewhere = self.elsewhere(change)?;
        let sides = &change.wire.change;
        let held = elsewhere.held.and_then(|at| self.objects().get(at));
        let held = held.and_then(|object| Some((object.values()?, object.tree_of_marks())));
        if is_another(sides.before, sides.before_sensitive, held) {
            return Some(Side::Before);
        }
        let planned = elsewhere.planned;
        let planned = planned.and_then(|resource| Some((resource.values?, resource.sensitive_values)));
        // What goes is not planned: only the values of what stays stand there.
        let is_lost = planned.is_some() && !sides.after.is_some_and(|after| after.is_object());
        (is_lost || is_another(sides.after, sides.after_sensitive, planned)).then_some(Side::After)
    }

    fn elsewhere(&self, change: &ResourceChange<'_>) -> Option<&Elsewhere<'a>> {
        let Place::Change(index) = change.place else {
            return None;
        };
        self.elsewhere.get_or_init(|| self.find_elsewhere()).get(index)
    }

    /// By the place of each change in the document. A search for each alone would read many addresses.
    fn find_elsewhere(&self) -> Vec<Elsewhere<'a>> {
        let objects = self.objects().iter().enumerate();
        let held = objects.filter(|(_, object)| object.may_be_managed());
        let held: Places<'_, usize> = held
            .map(|(at, object)| ((&*object.address, object.deposed()), at))
            .collect();
        let values = self.plan().and_then(|plan| plan.planned_values.as_ref());
        let modules = values.into_iter().flat_map(|values| values.root_module.walk());
        let planned = modules.flat_map(|module| &module.resources);
        let planned: Places<'_, &'a Resource<'a>> = planned
            .filter_map(|resource| Some(((resource.address.as_deref()?, None), resource)))
            .collect();
        let mut found = vec![Elsewhere::default(); self.changes.len()];
        for change in self.changes.iter().filter(|change| change.managed()) {
            let place = (&*change.address, change.wire.deposed());
            if let Place::Change(index) = change.place
                && let Some(elsewhere) = found.get_mut(index)
            {
                elsewhere.held = held.get(&place).copied();
                elsewhere.planned = planned.get(&place).copied();
            }
        }
        found
    }
}

/// Things by the address of an object, and by the key of one that is deposed.
type Places<'p, T> = IndexMap<(&'p str, Option<&'p str>), T, RandomState>;

/// Whether a side of a change is another object than what stands elsewhere with its marks. Asks nothing of a side that
/// is not an object, or that nothing is said of elsewhere.
fn is_another(side: Option<Raw<'_>>, marks: Option<Raw<'_>>, elsewhere: Option<(Raw<'_>, Option<Raw<'_>>)>) -> bool {
    let Some((side, (values, more_marks))) = side.filter(Raw::is_object).zip(elsewhere) else {
        return false;
    };
    // Engines write the same alike.
    if side.text() == values.text() {
        return false;
    }
    let differ = || -> Result<bool, ReadError> {
        let marks = || marks.into_iter().chain(more_marks);
        let one = Object::read(Some(side), None, marks())?;
        let two = Object::read(Some(values), None, marks())?;
        Ok(differs(one.root(), two.root()))
    };
    differ().unwrap_or(true)
}

/// Whether something differs that is not sensitive.
fn differs(one: Attr<'_, '_>, two: Attr<'_, '_>) -> bool {
    if one.is_sensitive() || two.is_sensitive() {
        return false;
    }
    match (one.kind(), two.kind()) {
        (Some(Kind::Object), Some(Kind::Object)) => one.beside(two).any(|(_, one, two)| differs(one, two)),
        (Some(Kind::Array), Some(Kind::Array)) => {
            let (mut ones, mut twos) = (one.items(), two.items());
            loop {
                match (ones.next(), twos.next()) {
                    (None, None) => return false,
                    (Some(one), Some(two)) if !differs(one, two) => {}
                    _ => return true,
                }
            }
        }
        _ => !one.same_known_value(two),
    }
}
