//! What a plan says of an object twice: in its change, and in the state before it or the values that are planned.
//!
//! The engines write both from the same values, whatever the action (§1.4, §1.6): where they differ, one was rewritten.

use std::collections::BTreeSet;

use foldhash::fast::RandomState;
use indexmap::IndexMap;

use crate::json::{Kind, ReadError};
use crate::tofu::{Raw, Resource};

use super::attr::{Attr, Object};
use super::change::{Fate, Place};
use super::{Facts, ResourceChange, StateObject};

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
    /// Which of these lists it twice, where nobody can tell what counts.
    twice: Option<Side>,
    /// Its place among what changed outside.
    drifted: Option<usize>,
}

impl<'a> Facts<'a> {
    /// Whether the state that the plan starts from holds the object of an element of `resource_changes`.
    pub(crate) fn is_held(&self, change: &ResourceChange<'_>) -> bool {
        self.held(change).is_some()
    }

    /// That object of the state.
    pub(crate) fn held(&self, change: &ResourceChange<'_>) -> Option<&StateObject<'a>> {
        let place = self.elsewhere(change)?.held?;
        self.objects().get(place)
    }

    /// Whether the object of an element of `resource_changes` stands among the planned values.
    pub(crate) fn is_planned(&self, change: &ResourceChange<'_>) -> bool {
        self.elsewhere(change)
            .is_some_and(|elsewhere| elsewhere.planned.is_some())
    }

    /// Where the object of an element of `resource_changes` stands twice: in the state before, or among the planned values
    /// of what is after. Nobody could tell which of the two counts.
    pub(crate) fn stands_twice(&self, change: &ResourceChange<'_>) -> Option<Side> {
        self.elsewhere(change)?.twice
    }

    /// Which side of an element of `resource_changes` is another than the state or the planned values say, where one is.
    ///
    /// What these do not list or say without values tells nothing. Tools hide what is sensitive in each place by the
    /// marks that stand there, so that little is asked of what is marked in both.
    pub(crate) fn told_otherwise(&self, change: &ResourceChange<'_>) -> Option<Side> {
        let elsewhere = self.elsewhere(change)?;
        let sides = &change.wire.change;
        let held = self
            .held(change)
            .map(|object| Marked::new(object.values(), object.tree_of_marks()));
        // What is forgotten is planned without values.
        let is_told = |resource: &&Resource<'_>| resource.values.is_some() || change.fate != Fate::Forget;
        let planned = elsewhere.planned.filter(is_told);
        let planned = planned.map(|resource| Marked::new(resource.values, resource.sensitive_values));
        // Since 1.8 engines write the same marks in all places, but for planned values of what is replaced (§2.4).
        let writes_all_marks = || self.engine_is(">=1.8") == Some(true);
        let before = Marked::new(sides.before, sides.before_sensitive);
        // Terraform destroys what has no block any more as it was before it was read anew, and the state is newer (§1.6).
        let is_read_anew = || change.fate == Fate::Delete && self.was_before_drift(elsewhere, before);
        if is_another(before, held, planned, writes_all_marks) && !is_read_anew() {
            return Some(Side::Before);
        }
        let after = Marked::new(sides.after, sides.after_sensitive);
        // What goes is not planned: only the values of what stays stand there.
        let is_lost = planned.is_some() && after.value.is_some_and(|after| !after.is_object());
        let is_replaced = matches!(change.fate, Fate::Replace(_));
        let is_other = is_lost || is_another(after, planned, held, || !is_replaced && writes_all_marks());
        is_other.then_some(Side::After)
    }

    /// Whether this is the object before it was changed outside.
    fn was_before_drift(&self, elsewhere: &Elsewhere<'_>, before: Marked<'_>) -> bool {
        let drift = elsewhere.drifted.and_then(|at| self.drift.get(at));
        let sides = drift.map(|drift| &drift.change.wire.change);
        sides.is_some_and(|sides| {
            let drifted = Marked::new(sides.before, sides.before_sensitive);
            !is_another(before, Some(drifted), None, || true)
        })
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
        let held = Places::of(held.map(|(at, object)| ((&*object.address, object.deposed()), at)));
        let values = self.plan().and_then(|plan| plan.planned_values.as_ref());
        let modules = values.into_iter().flat_map(|values| values.root_module.walk());
        let planned = modules.flat_map(|module| &module.resources);
        let planned = Places::of(planned.filter_map(|resource| Some(((resource.address.as_deref()?, None), resource))));
        let drift = self.drift.iter().enumerate();
        let drifted = Places::of(drift.map(|(at, drift)| ((&*drift.change.address, drift.change.wire.deposed()), at)));
        let mut found = vec![Elsewhere::default(); self.changes.len()];
        for change in self.changes.iter().filter(|change| change.managed()) {
            let place = (&*change.address, change.wire.deposed());
            if let Place::Change(index) = change.place
                && let Some(elsewhere) = found.get_mut(index)
            {
                elsewhere.held = held.first.get(&place).copied();
                elsewhere.planned = planned.first.get(&place).copied();
                elsewhere.drifted = drifted.first.get(&place).copied();
                elsewhere.twice = match place {
                    place if held.twice.contains(&place) => Some(Side::Before),
                    place if planned.twice.contains(&place) => Some(Side::After),
                    _ => None,
                };
            }
        }
        found
    }
}

/// The address of an object, and the key of one that is deposed.
type PlaceOf<'p> = (&'p str, Option<&'p str>);

/// Things by the places of objects.
struct Places<'p, T> {
    first: IndexMap<PlaceOf<'p>, T, RandomState>,
    /// Those that stand there more than once.
    twice: BTreeSet<PlaceOf<'p>>,
}

impl<'p, T> Places<'p, T> {
    fn of(all: impl Iterator<Item = (PlaceOf<'p>, T)>) -> Self {
        let (mut first, mut twice) = (IndexMap::default(), BTreeSet::new());
        for (place, thing) in all {
            if first.insert(place, thing).is_some() {
                twice.insert(place);
            }
        }
        Self { first, twice }
    }
}

/// A value with the marks that stand beside it. Engines leave out that of an object without any.
#[derive(Clone, Copy)]
struct Marked<'a> {
    value: Option<Raw<'a>>,
    marks: Option<Raw<'a>>,
}

impl<'a> Marked<'a> {
    fn new(value: Option<Raw<'a>>, marks: Option<Raw<'a>>) -> Self {
        Self { value, marks }
    }

    fn is_object(&self) -> bool {
        self.value.is_some_and(|value| value.is_object())
    }

    fn text(&self) -> &'a str {
        self.value.map_or("{}", |value| value.text())
    }

    fn read(self) -> Result<Object<'a>, ReadError> {
        Object::read(self.value, None, self.marks)
    }
}

/// Whether a side of a change is another object than what is said of it elsewhere. Asks nothing of a side that is not an
/// object, or that nothing is said of elsewhere. `opposite` is what is said elsewhere of the other side.
fn is_another(
    side: Marked<'_>,
    elsewhere: Option<Marked<'_>>,
    opposite: Option<Marked<'_>>,
    writes_all_marks: impl FnOnce() -> bool,
) -> bool {
    let Some(elsewhere) = elsewhere.filter(|_| side.is_object()) else {
        return false;
    };
    // Engines write the same alike.
    if side.text() == elsewhere.text() {
        return false;
    }
    let differ = || -> Result<bool, ReadError> {
        let opposite = opposite.map(Marked::read).transpose()?.unwrap_or_default();
        let (one, two) = (side.read()?, elsewhere.read()?);
        Ok(differs(one.root(), two.root(), opposite.root(), writes_all_marks()))
    };
    differ().unwrap_or(true)
}

/// Whether something differs that no tool has hidden. Of what is marked in both places that is known where one has the
/// value of the other side: that is what becomes of it when a change is made none. `marked_alike` says whether what is
/// marked in one place is in the other as well.
fn differs(one: Attr<'_, '_>, two: Attr<'_, '_>, opposite: Attr<'_, '_>, marked_alike: bool) -> bool {
    let is_hidden = one.is_sensitive() && two.is_sensitive();
    if one.is_sensitive() != two.is_sensitive() && !marked_alike {
        return false;
    }
    let is_copied = || !one.is_unset() && one.same_known_value(opposite);
    match (one.kind(), two.kind()) {
        (Some(Kind::Object), Some(Kind::Object)) => {
            // In one walk over all three: looking each name up would be quadratic.
            let mut across = one.beside(opposite).peekable();
            one.beside(two).any(|(name, one, two)| {
                while across.next_if(|(other, ..)| *other < name).is_some() {}
                let opposite = across.next_if(|(other, ..)| *other == name);
                let opposite = opposite.map_or_else(|| one.missing(), |(.., opposite)| opposite);
                differs(one, two, opposite, marked_alike)
            })
        }
        (Some(Kind::Array), Some(Kind::Array)) => {
            let (mut ones, mut twos, mut across) = (one.items(), two.items(), opposite.items());
            loop {
                let opposite = across.next();
                match (ones.next(), twos.next()) {
                    (None, None) => return false,
                    (Some(one), Some(two)) => {
                        let opposite = opposite.unwrap_or_else(|| one.missing());
                        if differs(one, two, opposite, marked_alike) {
                            return true;
                        }
                    }
                    _ => return !is_hidden || is_copied(),
                }
            }
        }
        _ => !one.same_known_value(two) && (!is_hidden || is_copied()),
    }
}
