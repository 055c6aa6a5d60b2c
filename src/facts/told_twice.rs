//! What a plan says of an object twice: in its change, and in the state before it or the values that are planned.
//!
//! The engines write both from the same values, whatever the action (§1.4, §1.6): where they differ, one was rewritten.

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use crate::json::{Kind, ReadError};
use crate::tofu::{Raw, Resource};

use super::attr::{Attr, Object};
use super::objects::StateObject;
use super::{Facts, ResourceChange};

/// The two sides of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Before,
    After,
}

/// Objects by their addresses and the keys of those that are deposed.
pub(crate) type Held<'f, 'a> = IndexMap<(&'f str, Option<&'f str>), &'f StateObject<'a>, RandomState>;

impl<'a> Facts<'a> {
    /// The objects among the planned values that have an address, each with it.
    pub(crate) fn planned(&self) -> impl Iterator<Item = (&str, &Resource<'a>)> {
        let values = self.plan().and_then(|plan| plan.planned_values.as_ref());
        let modules = values.into_iter().flat_map(|values| values.root_module.walk());
        let resources = modules.flat_map(|module| &module.resources);
        resources.filter_map(|resource| Some((resource.address.as_deref()?, resource)))
    }

    /// The objects that may be managed, each by its address as it is written, and by the key of one that is deposed.
    pub(crate) fn held(&self) -> Held<'_, 'a> {
        let objects = self.objects().iter().filter(|object| object.may_be_managed());
        let placed = objects.map(|object| ((&*object.address, object.deposed()), object));
        placed.collect()
    }

    /// Changes of managed objects of which one side is another than the state or the planned values say.
    ///
    /// What these do not list or say without values tells nothing, and neither does what is sensitive: tools that
    /// hide that do it in each place by the marks that stand there.
    pub(crate) fn told_otherwise<'f>(
        &'f self,
        held: &Held<'f, 'a>,
    ) -> impl Iterator<Item = (&'f ResourceChange<'a>, Side)> {
        let planned: IndexMap<&str, &Resource<'a>, RandomState> = self.planned().collect();
        let managed = self.changes.iter().filter(|change| change.managed());
        managed.filter_map(move |change| {
            let sides = &change.wire.change;
            let held = held.get(&(&*change.address, change.wire.deposed()));
            let held = held.and_then(|object| Some((object.values()?, object.tree_of_marks())));
            if is_another(sides.before, sides.before_sensitive, held) {
                return Some((change, Side::Before));
            }
            let is_current = change.wire.deposed().is_none();
            let planned = planned.get(&*change.address).filter(|_| is_current);
            let planned = planned.and_then(|resource| Some((resource.values?, resource.sensitive_values)));
            // What goes is not planned: only the values of what stays stand there.
            let is_lost = planned.is_some() && !sides.after.is_some_and(|after| after.is_object());
            let is_another = is_lost || is_another(sides.after, sides.after_sensitive, planned);
            is_another.then_some((change, Side::After))
        })
    }
}

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
