//! Changes made outside of the engine, and which of them this plan depends on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::json::{Document, Kind, Node, ReadError};
use crate::order;
use crate::tofu::{ActionKind, EngineVersion, Mode, Plan, Resource, ResourceChange as Wire, Step, Values};

use super::Facts;
use super::attribute_path::path_text;
use super::change::{Fate, Place, ResourceChange, address_text};
use super::difference::{Paths, is_same};
use super::laid_out::LaidOut;
use super::secrecy::marked::Marked;

/// How many paths without a resource are followed into each object that drifted. No engine writes any; of more all of
/// every object counts.
const MOST_OF_ALL: usize = 100;

/// Into how many objects with one address the paths are followed.
const MOST_OF_ONE: usize = 20;

/// One element of `resource_drift`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Drift<'a> {
    /// The change that happened.
    pub change: ResourceChange<'a>,
    /// Whether what drifted is among what `relevant_attributes` says the plan was made from; true where the engine says
    /// nothing of that, and false where it does and the plan changes nothing, which therefore hangs on nothing (§6.3).
    pub relevant: bool,
    /// Whether only its address changed, by a `moved` block, which a refresh-only plan lists here (§1.10).
    pub is_move: bool,
    /// The paths of attributes of the object that the plan was made from, as the engine says it; none where it says
    /// nothing.
    made_from: Arc<Paths>,
}

impl Drift<'_> {
    /// Whether the plan was made from the attribute at a path, from a part of it, or from what it is a part of.
    #[must_use]
    pub fn is_made_from(&self, path: &str) -> bool {
        if path.is_empty() {
            return !self.made_from.is_empty();
        }
        self.made_from.meet(path)
    }
}

/// What the plan was made from by `relevant_attributes`: paths by resource.
#[derive(Debug, Default)]
pub(crate) struct RelevantPaths<'a>(BTreeMap<&'a str, Vec<&'a [Step<'a>]>>);

impl<'a> RelevantPaths<'a> {
    /// Those of a plan.
    #[must_use]
    pub(crate) fn of(plan: &'a Plan<'a>) -> Self {
        let mut paths = Self::default();
        for one in &plan.relevant_attributes {
            paths.0.entry(&one.resource).or_default().push(&one.attribute);
        }
        if let Some(of_all) = paths.0.get_mut("").filter(|paths| paths.len() > MOST_OF_ALL) {
            *of_all = vec![&[]];
        }
        paths
    }

    /// The paths into the resource of an address; what has no resource speaks of all.
    pub(crate) fn of_resource(&self, address: &str) -> impl Iterator<Item = &'a [Step<'a>]> {
        let of = |resource: &str| self.0.get(resource).into_iter().flatten().copied();
        of("").chain(of(address))
    }
}

impl Facts<'_> {
    /// Whether the plan only refreshes the state.
    #[must_use]
    pub fn is_refresh_only(&self) -> bool {
        self.plan().is_some_and(is_refresh_only)
    }

    /// Whether there is anything in the plan that could depend on what changed outside of the engine: one that changes
    /// nothing hangs on nothing, unless it failed before it came to that.
    #[must_use]
    pub(crate) fn may_depend_on_drift(&self) -> bool {
        self.changes_anything() || self.plan().is_some_and(|plan| plan.errored == Some(true))
    }

    /// Where anything changed outside of the engine, which objects the plan changes, too: their addresses, and the keys
    /// of deposed ones.
    pub(crate) fn changed_objects(&self) -> BTreeSet<(&str, Option<&str>)> {
        let has_drift = !self.drift.is_empty();
        let changing = self
            .changes
            .iter()
            .filter(|change| has_drift && change.fate != Fate::NoOp);
        order::set(changing.map(|change| (&*change.address, change.wire.deposed())))
    }
}

/// Whether the plan only refreshes: no changes and no planned resources, although there are objects, of which any other
/// plan would say what becomes of them (§6.1). One that failed may have come to nothing else, unless it lists a move
/// here, which no other plan does (§1.6).
pub(super) fn is_refresh_only(plan: &Plan<'_>) -> bool {
    let prior = plan.prior_values();
    let has = |values: Option<&Values<'_>>, wanted: fn(&Resource<'_>) -> bool| {
        let modules = values.into_iter().flat_map(|values| values.root_module.walk());
        modules.flat_map(|module| &module.resources).any(wanted)
    };
    let is_move = |wire: &Wire<'_>| {
        let from = wire
            .previous_address
            .as_ref()
            .filter(|from| ***from != address_text(wire));
        wire.change.actions.kind() == ActionKind::NoOp && from.is_some()
    };
    let refreshes = || match plan.errored {
        Some(true) => plan.resource_drift.iter().any(is_move),
        _ => !plan.resource_drift.is_empty() || has(prior, |resource| Mode::may_be_managed(resource.mode.as_ref())),
    };
    plan.resource_changes.is_none() && !has(plan.planned_values.as_ref(), |_| true) && refreshes()
}

/// Reads the list and applies the engines' filter to it (§6.3). `may_depend` is false where the plan does nothing that
/// could depend on drift; `is_block` says of a name in a resource whether it is written as a block, as far as the
/// configuration tells.
pub(super) fn drift<'a>(
    plan: &'a Plan<'a>,
    marked: &Marked<'a>,
    may_depend: bool,
    is_block: impl Fn(&ResourceChange<'a>, &str) -> Option<bool>,
) -> Result<Vec<Drift<'a>>, ReadError> {
    let refresh_only = is_refresh_only(plan);
    // Terraform lists drift since 0.15.4, and what a plan is made from since 1.2 (§1.6).
    let says_nothing = EngineVersion::is_in(plan.terraform_version.as_deref(), "<1.2") == Some(true);
    let relevant = RelevantPaths::of(plan);
    let mut drift = Vec::with_capacity(plan.resource_drift.len());
    let mut made_from: BTreeMap<String, (Arc<Paths>, usize)> = BTreeMap::new();
    for (index, wire) in plan.resource_drift.iter().enumerate() {
        let change = ResourceChange::new(wire, Place::Drift(index), marked);
        // Terraform 0.15 lists objects that did not change at all as updated (§1.6).
        let may_be_untouched = matches!(change.fate, Fate::Update | Fate::NoOp);
        if !change.is_change() && !refresh_only || may_be_untouched && is_untouched(&change)? {
            continue;
        }
        let known = made_from.entry(change.address.to_string());
        let (made_from, elements) = known.or_insert_with(|| {
            let paths = relevant.of_resource(&change.address).map(path_text);
            (Arc::new(paths.collect()), 0)
        });
        let made_from = Arc::clone(made_from);
        // Engines speak of an address once, and of its deposed objects. Of more the paths are not followed, and all
        // counts.
        *elements += 1;
        let is_twin = *elements > MOST_OF_ONE;
        let relevant = refresh_only
            || says_nothing
            || may_depend
                && (is_twin && !made_from.is_empty()
                    || is_relevant(&relevant, &change, |name| is_block(&change, name))?);
        drift.push(Drift {
            is_move: refresh_only && change.fate == Fate::Move,
            change,
            relevant,
            made_from,
        });
    }
    order::sort_by(&mut drift, |one, two| one.change.by_address(&two.change));
    Ok(drift)
}

fn is_untouched(change: &ResourceChange<'_>) -> Result<bool, ReadError> {
    let wire = &change.wire.change;
    match (wire.before, wire.after) {
        _ if change.moved_from.is_some() => Ok(false),
        (Some(before), Some(after)) => is_same(before, after),
        _ => Ok(false),
    }
}

fn is_relevant(
    relevant: &RelevantPaths<'_>,
    change: &ResourceChange<'_>,
    is_block: impl Fn(&str) -> Option<bool>,
) -> Result<bool, ReadError> {
    let mut paths = relevant.of_resource(&change.address).peekable();
    if paths.peek().is_none() {
        return Ok(false);
    }
    let (Some(before), Some(after)) = (change.wire.change.before, change.wire.change.after) else {
        return Ok(true);
    };
    // Of an object that is gone nothing is left as it was, whatever stands there.
    if !matches!(change.fate, Fate::Update | Fate::Move) {
        return Ok(true);
    }
    let (before, after) = (Document::read(before.text())?, Document::read(after.text())?);
    let mut followed = Followed::new(is_block);
    Ok(paths.any(|path| followed.differ_at([before.root(), after.root()], path)))
}

/// What many paths into two objects lead to.
struct Followed<'d, 'a, B> {
    places: LaidOut<'d, 'a>,
    /// Pairs that were found to be the same, by where their texts begin.
    same: BTreeSet<[*const u8; 2]>,
    /// Whether lists hold nothing but objects, by where their texts begin.
    of_objects: BTreeMap<*const u8, bool>,
    /// Of the names at the top.
    is_block: B,
}

/// A value before and after; `None` where there is none.
type Both<'d, 'a> = [Option<Node<'d, 'a>>; 2];

/// What a path has come to.
#[derive(Clone, Copy)]
enum Reached {
    /// The resource itself, or a block in it.
    Block,
    /// What stands under a name in one, and whether that is known to be a block.
    Member(Option<bool>),
    /// A value inside an attribute.
    Inside,
}

impl<'d, 'a, B: Fn(&str) -> Option<bool>> Followed<'d, 'a, B> {
    fn new(is_block: B) -> Self {
        Self {
            places: LaidOut::default(),
            same: BTreeSet::new(),
            of_objects: BTreeMap::new(),
            is_block,
        }
    }

    fn differ_at(&mut self, objects: [Node<'d, 'a>; 2], path: &[Step<'_>]) -> bool {
        match self
            .follow(objects.map(Some), path)
            .map(|node| node.filter(|node| node.kind() != Kind::Null))
        {
            [Some(before), Some(after)] => {
                let pair = [before, after].map(|node| node.text().as_ptr());
                let same = self.same.contains(&pair) || before.same_value(after);
                if same {
                    self.same.insert(pair);
                }
                !same
            }
            [before, after] => before.is_some() != after.is_some(),
        }
    }

    /// What a path leads to, or what there is on the way that matters as a whole: a list of values, of which an element
    /// that moved says nothing, a value that was something else before, one that no path goes on in (§6.3, 8).
    fn follow(&mut self, objects: Both<'d, 'a>, path: &[Step<'_>]) -> Both<'d, 'a> {
        let mut reached = Reached::Block;
        let mut values = objects;
        for (depth, step) in path.iter().enumerate() {
            let are_objects = values.iter().all(|value| kind(*value) == Kind::Object);
            (values, reached) = match (reached, step) {
                (_, Step::Key(key)) if are_objects => {
                    let member = values.map(|value| Some(self.places.member(value?, key)?.value));
                    let reached = match reached {
                        Reached::Block if depth == 0 => Reached::Member((self.is_block)(key)),
                        // Blocks in a block that is written once.
                        Reached::Block | Reached::Member(Some(true)) => Reached::Member(None),
                        Reached::Member(_) | Reached::Inside => Reached::Inside,
                    };
                    (member, reached)
                }
                _ if are_objects => return [None; 2],
                (Reached::Member(known), step) if known != Some(false) && self.are_blocks(values) => {
                    let index = match step {
                        Step::Index(index) => usize::try_from(*index).ok(),
                        // As the engines match it.
                        Step::Key(key) => key.parse().ok(),
                        Step::Other(_) => None,
                    };
                    (values.map(|value| self.places.item(value?, index?)), Reached::Block)
                }
                _ => break,
            };
        }
        values
    }

    /// Whether they are lists of blocks, as far as their shape tells.
    fn are_blocks(&mut self, lists: Both<'d, 'a>) -> bool {
        let mut are_blocks = lists.iter().any(|list| kind(*list) == Kind::Array);
        for list in lists.into_iter().flatten().filter(|list| list.kind() != Kind::Null) {
            let of_objects = self.of_objects.entry(list.text().as_ptr());
            are_blocks &= *of_objects
                .or_insert_with(|| list.kind() == Kind::Array && list.items().all(|item| item.kind() == Kind::Object));
        }
        are_blocks
    }
}

fn kind(value: Option<Node<'_, '_>>) -> Kind {
    value.map_or(Kind::Null, Node::kind)
}

#[cfg(test)]
mod tests;
