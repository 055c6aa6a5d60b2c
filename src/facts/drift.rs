//! Changes made outside of the engine, and which of them this plan depends on.

use std::collections::{BTreeMap, BTreeSet};

use crate::json::{Document, Node, ReadError};
use crate::tofu::{Mode, Path, Plan, Raw, Resource, Step, Values};

use super::change::{Place, ResourceChange};
use super::engine::version_in;
use super::laid_out::LaidOut;
use super::marked::Marked;
use super::reason::path_text;

/// One element of `resource_drift`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Drift<'a> {
    /// The change that happened.
    pub change: ResourceChange<'a>,
    /// Whether what drifted is among what `relevant_attributes` says the plan was made from; true where the engine says
    /// nothing of that.
    pub relevant: bool,
    /// The attributes of the object that the plan was made from, as the engine says it; none where it says nothing.
    made_from: Vec<&'a Path<'a>>,
}

impl Drift<'_> {
    /// Whether the plan was made from the attribute at a path, from a part of it, or from what it is a part of.
    #[must_use]
    pub fn is_made_from(&self, path: &str) -> bool {
        let below = |whole: &str, part: &str| {
            let rest = part.strip_prefix(whole);
            rest.is_some_and(|rest| whole.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']))
        };
        let mut named = self.made_from.iter().map(|path| path_text(path));
        named.any(|named| below(&named, path) || below(path, &named))
    }
}

/// Whether the plan only refreshes: no changes and no planned resources, although there are objects, of which any other
/// plan would say what becomes of them (format.md §6.1).
pub(super) fn is_refresh_only(plan: &Plan<'_>) -> bool {
    let prior = plan.prior_state.as_ref().and_then(|state| state.values.as_ref());
    let has = |values: Option<&Values<'_>>, wanted: fn(&Resource<'_>) -> bool| {
        let modules = values.into_iter().flat_map(|values| values.root_module.walk());
        modules.flat_map(|module| &module.resources).any(wanted)
    };
    plan.resource_changes.is_none()
        && !has(plan.planned_values.as_ref(), |_| true)
        && (!plan.resource_drift.is_empty() || has(prior, |resource| resource.mode == Some(Mode::Managed)))
}

/// Reads the list and applies the engines' filter to it (format.md §6.3).
pub(super) fn drift<'a>(plan: &'a Plan<'a>, marked: &Marked<'a>) -> Result<Vec<Drift<'a>>, ReadError> {
    let refresh_only = is_refresh_only(plan);
    // Terraform lists drift since 0.15.4, and what a plan is made from since 1.2 (format.md §1.6).
    let says_nothing = version_in(plan.terraform_version.as_deref(), "<1.2");
    let mut relevant = Relevant::new();
    for one in &plan.relevant_attributes {
        relevant.entry(&one.resource).or_default().push(&one.attribute);
    }
    let mut drift = Vec::with_capacity(plan.resource_drift.len());
    for (index, wire) in plan.resource_drift.iter().enumerate() {
        let change = ResourceChange::new(wire, Place::Drift(index), marked);
        // Terraform 0.15 lists objects that did not change at all (format.md §1.6).
        if !change.is_change() && !refresh_only || change.moved_from.is_none() && is_untouched(&change)? {
            continue;
        }
        let named = ["", &*change.address].map(|resource| relevant.get(resource));
        let made_from = named.into_iter().flatten().flatten().copied().collect();
        let relevant = refresh_only || says_nothing || is_relevant(&relevant, &change)?;
        drift.push(Drift {
            change,
            relevant,
            made_from,
        });
    }
    drift.sort_by(|one, two| one.change.by_address(&two.change));
    Ok(drift)
}

fn is_untouched(change: &ResourceChange<'_>) -> Result<bool, ReadError> {
    let wire = &change.wire.change;
    match (wire.before, wire.after) {
        (Some(before), Some(after)) if before.text() == after.text() => Ok(true),
        (Some(before), Some(after)) => differs(before, after).map(|differs| !differs),
        _ => Ok(false),
    }
}

/// What the plan was made from, by resource; what has no resource speaks of all.
type Relevant<'a> = BTreeMap<&'a str, Vec<&'a Path<'a>>>;

fn is_relevant(relevant: &Relevant<'_>, change: &ResourceChange<'_>) -> Result<bool, ReadError> {
    let of = |resource: &str| relevant.get(resource).into_iter().flatten();
    let mut paths = of("").chain(of(&change.address)).peekable();
    if paths.peek().is_none() {
        return Ok(false);
    }
    let (Some(before), Some(after)) = (change.wire.change.before, change.wire.change.after) else {
        return Ok(true);
    };
    let (before, after) = (Document::read(before.text())?, Document::read(after.text())?);
    let mut followed = Followed::default();
    Ok(paths.any(|path| followed.differ_at(before.root(), after.root(), path)))
}

fn differs(before: Raw<'_>, after: Raw<'_>) -> Result<bool, ReadError> {
    let (before, after) = (Document::read(before.text())?, Document::read(after.text())?);
    Ok(!before.root().same_value(after.root()))
}

/// What many paths into two objects lead to.
#[derive(Default)]
struct Followed<'d, 'a> {
    places: LaidOut<'d, 'a>,
    /// Pairs that were found to be the same, by where their texts begin.
    same: BTreeSet<[*const u8; 2]>,
}

impl<'d, 'a> Followed<'d, 'a> {
    fn differ_at(&mut self, before: Node<'d, 'a>, after: Node<'d, 'a>, path: &Path<'_>) -> bool {
        match (self.follow(before, path), self.follow(after, path)) {
            (Some(before), Some(after)) => {
                let pair = [before, after].map(|node| node.text().as_ptr());
                let same = self.same.contains(&pair) || before.same_value(after);
                if same {
                    self.same.insert(pair);
                }
                !same
            }
            (None, None) => false,
            _ => true,
        }
    }

    /// The node at the end of the path; numeric words count as indexes, as in the engines' own matcher.
    fn follow(&mut self, node: Node<'d, 'a>, path: &Path<'_>) -> Option<Node<'d, 'a>> {
        path.iter().try_fold(node, |node, step| match step {
            Step::Key(key) => match self.places.member(node, key) {
                Some(member) => Some(member.value),
                None => key.parse().ok().and_then(|index| self.places.item(node, index)),
            },
            Step::Index(index) => {
                let index = usize::try_from(*index).ok()?;
                self.places.item(node, index)
            }
            Step::Other(_) => None,
        })
    }
}
