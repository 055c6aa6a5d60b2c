//! What is destroyed, by the names under which other objects know it.

use std::collections::BTreeSet;

use crate::facts::attr::Attr;
use crate::facts::{Fate, ResourceChange};
use crate::lint::ChangeView;

use super::data::exposure::table;
use super::data::guards::protection;

/// By which an object is named in others.
const NAMES: [&str; 10] = [
    "id",
    "arn",
    "name",
    "bucket",
    "identifier",
    "cluster_identifier",
    "node_id",
    "path_with_namespace",
    "resource_manager_id",
    "self_link",
];

/// The names of all that is destroyed, but for guards, which name themselves after what they guard.
pub(super) struct Gone(BTreeSet<String>);

impl Gone {
    pub(super) fn of(changes: &[ResourceChange<'_>]) -> Self {
        let mut names = BTreeSet::new();
        for change in changes.iter().filter(|change| is_destroyed(change)) {
            let type_name = change.type_name();
            if table().is_guard(type_name) || protection().is_guard(type_name) {
                continue;
            }
            let view = ChangeView::new(change);
            for name in NAMES {
                let _ = view.before().get(name).text_is(|text| names.insert(text.to_owned()));
            }
        }
        Self(names)
    }

    /// Whether one of the paths of a guard names something that goes too.
    pub(super) fn has(&self, guard: Attr<'_, '_>, of: &[String]) -> bool {
        let named = |path: &String| guard.get(path).text_is(|text| self.0.contains(text)).is_true();
        of.iter().any(named)
    }
}

/// Whether an object goes and none takes its place. Deposed objects are leftovers: the current one guards, and is guarded.
pub(super) fn is_destroyed(change: &ResourceChange<'_>) -> bool {
    change.fate == Fate::Delete && change.managed() && change.wire.deposed.is_none()
}
