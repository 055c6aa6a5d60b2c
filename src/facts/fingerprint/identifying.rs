//! The values that say which object a change is about, and what goes with it.

use std::collections::BTreeMap;

use crate::facts::attr::Attr;
use crate::facts::change::Fate;
use crate::facts::member_path::{Prefixes, member};
use crate::order;

use super::stated_value::{Value, Writer};
use super::which_object::{OWN, decides_destruction, tells_which};

/// What says which object it is that changes or goes, and how: another one under the same address is another plan, and
/// so is the same one that takes more with it. Where nothing names it, all that it holds counts.
///
/// Not all that a destroyed object holds: services change much of it by themselves (`latest_restorable_time` of a
/// database every five minutes), so that the same plan, made again, would be another one.
pub(super) fn identifying(
    object: Attr<'_, '_>,
    has_identity: bool,
    fate: Fate,
    writer: Writer<'_>,
) -> BTreeMap<String, Value> {
    let set: Vec<_> = object.entries().filter(|(_, value)| !value.is_unset()).collect();
    let is_named = has_identity || set.iter().any(|(name, _)| OWN.contains(&&**name));
    let counts = |name: &str| !is_named || tells_which(name) || decides_destruction(name);
    let mut along = Along {
        is_asked: matches!(fate, Fate::Delete | Fate::Replace(_)),
        prefixes: Prefixes::default(),
        found: Vec::new(),
        writer,
    };
    for (name, value) in set {
        if counts(&name) {
            along.found.push((name.into_owned(), Value::of(None, value, writer)));
        } else {
            along.look_into(&name, value);
        }
    }
    order::map(along.found)
}

/// What blocks say of what goes along with an object that is destroyed.
struct Along<'c> {
    is_asked: bool,
    prefixes: Prefixes,
    found: Vec<(String, Value)>,
    writer: Writer<'c>,
}

impl Along<'_> {
    /// A block in which anything decides counts with that, and with what names what it is about: `key[0].path` beside
    /// `key[0].delete`.
    fn look_into(&mut self, path: &str, attr: Attr<'_, '_>) {
        // Names in what is sensitive may be secrets, too.
        if !self.is_asked || !attr.is_container() || attr.is_sensitive() {
            return;
        }
        let prefix = self.prefixes.of(path).into_owned();
        for (index, item) in attr.items().enumerate().filter(|(_, item)| item.is_container()) {
            self.look_into(&format!("{prefix}[{index}]"), item);
        }
        let set = || attr.entries().filter(|(_, value)| !value.is_unset());
        let decides = set().any(|(name, _)| decides_destruction(&name));
        for (name, value) in set() {
            if decides && (decides_destruction(&name) || tells_which(&name)) {
                let value = Value::of(None, value, self.writer);
                self.found.push((member(&prefix, &name), value));
            } else if value.is_container() {
                self.look_into(&member(&prefix, &name), value);
            }
        }
    }
}
