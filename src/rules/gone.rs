//! What is destroyed, by the names under which other objects know it, so that a guard may go with what it guarded.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;

use crate::facts::attr::Attr;
use crate::facts::{Fate, ResourceChange, Truth};
use crate::lint::ChangeView;

use super::data::exposure::table;
use super::data::guards::protection;

/// By which an object is named in others.
const NAMES: [&str; 12] = [
    "id",
    "arn",
    "name",
    "bucket",
    "identifier",
    "cluster_identifier",
    "node_id",
    "path_with_namespace",
    "project_id",
    "resource_manager_id",
    "self_link",
    "slug",
];

/// How a guard leaves what it guarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// It is destroyed, and none takes its place.
    Destroyed,
    /// The one that takes its place guards something else.
    Moved,
}

impl Left {
    /// `None` for a guard that stays where it is, as far as it is known. `of` are the paths of what it guards. Deposed
    /// objects are leftovers: the current one guards, and is guarded.
    fn of(change: &ResourceChange<'_>, of: &[String]) -> Option<Self> {
        if !change.managed() || change.wire.deposed().is_some() {
            return None;
        }
        match change.fate {
            Fate::Delete => Some(Self::Destroyed),
            Fate::Replace(_) => {
                let view = ChangeView::new(change);
                let named =
                    |object: Attr<'_, '_>, path: &str| object.at_path(path).into_iter().map(name).collect::<Vec<_>>();
                let is_other = |path: &String| {
                    let [before, after] = [view.before(), view.after()].map(|object| named(object, path));
                    before.iter().flatten().filter(|old| !old.is_empty()).any(|old| {
                        // A name that is not known yet may be the same.
                        !after
                            .iter()
                            .any(|new| new.as_ref().is_none_or(|new| new.eq_ignore_ascii_case(old)))
                    })
                };
                of.iter().any(is_other).then_some(Self::Moved)
            }
            _ => None,
        }
    }
}

/// The guards of a plan, and what goes with them.
pub(super) struct Guards<'c, 'a> {
    changes: &'c [ResourceChange<'a>],
    destroyed: OnceCell<Gone<'c>>,
    replaced: OnceCell<Gone<'c>>,
}

impl<'c, 'a> Guards<'c, 'a> {
    pub(super) fn of(changes: &'c [ResourceChange<'a>]) -> Self {
        Self {
            changes,
            destroyed: OnceCell::new(),
            replaced: OnceCell::new(),
        }
    }

    /// How the guard leaves what stays without it; `None` where it does not leave it, or that goes too. `of` are the
    /// paths of what it guards, and `types` the types of that; of any where none is told.
    pub(super) fn left(&self, guard: &ResourceChange<'_>, of: &[String], types: &'c [String]) -> Option<Left> {
        let left = Left::of(guard, of)?;
        let gone = match left {
            Left::Destroyed => self.destroyed.get_or_init(|| Gone::of(self.changes, is_destroyed)),
            // What it guarded may be replaced by the other one.
            Left::Moved => {
                (self.replaced).get_or_init(|| Gone::of(self.changes, |one| is_destroyed(one) || is_renamed(one)))
            }
        };
        let goes_too = gone.has(ChangeView::new(guard).before(), of, types);
        (!goes_too).then_some(left)
    }
}

/// The names of all that goes, but for guards, which name themselves after what they guard.
struct Gone<'c> {
    /// With the type: a role and a bucket may have the same name.
    typed: BTreeSet<(&'c str, String)>,
    /// Of whatever type, where an id says enough.
    ids: BTreeSet<String>,
}

impl<'c> Gone<'c> {
    fn of(changes: &'c [ResourceChange<'_>], goes: impl Fn(&ResourceChange<'_>) -> bool) -> Self {
        let (mut typed, mut ids) = (BTreeSet::new(), BTreeSet::new());
        for change in changes.iter().filter(|change| goes(change)) {
            let type_name = change.type_name();
            if table().is_guard(type_name) || protection().is_guard(type_name) {
                continue;
            }
            let view = ChangeView::new(change);
            let is_part = is_part(view.before());
            for name in names(view.before()) {
                if !is_part {
                    ids.insert(name.clone());
                }
                typed.insert((type_name, name));
            }
        }
        // Of what stays under the same name nobody can say that it goes.
        for change in changes.iter().filter(|change| stays(change) && !goes(change)) {
            if typed.is_empty() {
                break;
            }
            for name in names(ChangeView::new(change).before()) {
                ids.remove(&name);
                typed.remove(&(change.type_name(), name));
            }
        }
        Self { typed, ids }
    }

    /// Whether all that one of the paths of a guard names goes too, of these types; of any where none is told. While
    /// one of several things stays, it loses its guard.
    fn has(&self, guard: Attr<'_, '_>, of: &[String], types: &'c [String]) -> bool {
        let goes = |name: &str| match types {
            [] => self.ids.contains(name),
            types => (types.iter()).any(|one| self.typed.contains(&(one.as_str(), name.to_owned()))),
        };
        of.iter().any(|path| {
            let named = guard.at_path(path).into_iter();
            let mut named = named.filter(|name| name.is_set() != Truth::False).peekable();
            named.peek().is_some() && named.all(|name| name.text_is(goes).is_true())
        })
    }
}

/// A name as it is written; `None` while it is not known.
fn name(attr: Attr<'_, '_>) -> Option<String> {
    (!attr.is_unknown()).then(|| attr.compared_text().unwrap_or_default())
}

fn names(object: Attr<'_, '_>) -> Vec<String> {
    let texts = NAMES.iter().filter_map(|name| object.get(name).compared_text());
    texts.collect()
}

/// Whether an object has the id of another one that it names: it is a part of that, as an association is of its subnet,
/// and goes without it.
fn is_part(object: Attr<'_, '_>) -> bool {
    let id = object.get("id");
    let of_another = |(name, held): (Cow<'_, str>, Attr<'_, '_>)| {
        name.ends_with("_id") && !NAMES.contains(&&*name) && held.equals(id).is_true()
    };
    id.is_set().is_true() && object.entries().any(of_another)
}

/// Whether an object goes and none takes its place.
fn is_destroyed(change: &ResourceChange<'_>) -> bool {
    change.fate == Fate::Delete && change.managed() && change.wire.deposed().is_none()
}

/// Whether an object goes and one with another name takes its place.
fn is_renamed(change: &ResourceChange<'_>) -> bool {
    let is_replaced = matches!(change.fate, Fate::Replace(_)) && change.managed() && change.wire.deposed().is_none();
    is_replaced && {
        let view = ChangeView::new(change);
        let is_other = |name: &&str| view.before().get(name).equals(view.after().get(name)) == Truth::False;
        NAMES.iter().any(is_other)
    }
}

/// Whether an object that is there stays where it is, or another one has its place. One that is only made is none of
/// these.
fn stays(change: &ResourceChange<'_>) -> bool {
    !matches!(change.fate, Fate::Delete | Fate::Create) && change.managed() && change.wire.deposed().is_none()
}
