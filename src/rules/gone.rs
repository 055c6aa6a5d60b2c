//! What is destroyed, by the names under which other objects know it.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::facts::attr::Attr;
use crate::facts::{Fate, ResourceChange};
use crate::lint::ChangeView;

use super::data::exposure::table;
use super::data::guards::protection;

/// By which an object is named in others.
const NAMES: [&str; 11] = [
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
];

/// The names of all that is destroyed, but for guards, which name themselves after what they guard.
pub(super) struct Gone<'c> {
    /// With the type: a role and a bucket may have the same name.
    typed: BTreeSet<(&'c str, String)>,
    /// Of whatever type, where an id says enough.
    ids: BTreeSet<String>,
}

impl<'c> Gone<'c> {
    pub(super) fn of(changes: &'c [ResourceChange<'_>]) -> Self {
        let (mut typed, mut ids) = (BTreeSet::new(), BTreeSet::new());
        for change in changes.iter().filter(|change| is_destroyed(change)) {
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
        for change in changes.iter().filter(|change| stays(change)) {
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

    /// Whether one of the paths of a guard names something that goes too, of one of these types; of any where none is told.
    pub(super) fn has(&self, guard: Attr<'_, '_>, of: &[String], types: &'c [String]) -> bool {
        let goes = |name: &str| match types {
            [] => self.ids.contains(name),
            types => (types.iter()).any(|one| self.typed.contains(&(one.as_str(), name.to_owned()))),
        };
        of.iter().any(|path| guard.get(path).text_is(goes).is_true())
    }
}

fn names(object: Attr<'_, '_>) -> Vec<String> {
    let mut names = Vec::new();
    for name in NAMES {
        let _ = object.get(name).text_is(|text| {
            names.push(text.to_owned());
            true
        });
    }
    names
}

/// Whether an object has the id of another one that it names: it is a part of that, as an association is of its subnet, and
/// goes without it.
fn is_part(object: Attr<'_, '_>) -> bool {
    let id = object.get("id");
    let of_another = |(name, held): (Cow<'_, str>, Attr<'_, '_>)| {
        name.ends_with("_id") && !NAMES.contains(&&*name) && held.equals(id).is_true()
    };
    id.is_set().is_true() && object.entries().any(of_another)
}

/// Whether an object goes and none takes its place. Deposed objects are leftovers: the current one guards, and is guarded.
pub(super) fn is_destroyed(change: &ResourceChange<'_>) -> bool {
    change.fate == Fate::Delete && change.managed() && change.wire.deposed.is_none()
}

/// Whether an object that is there stays where it is, or another one has its place. One that is only made is none of these.
fn stays(change: &ResourceChange<'_>) -> bool {
    !matches!(change.fate, Fate::Delete | Fate::Create) && change.managed() && change.wire.deposed.is_none()
}
