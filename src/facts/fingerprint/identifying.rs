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
    let mut counted = Vec::new();
    let mut along = Along::default();
    let goes = matches!(fate, Fate::Delete | Fate::Replace(_));
    for (name, value) in set {
        if counts(&name) {
            counted.push((name.into_owned(), value));
        } else if goes {
            along.look_into(&name, value);
        }
    }
    let counted = counted.into_iter().chain(along.found);
    order::map(counted.map(|(name, value)| (name, Value::of(None, value, writer))))
}

/// What blocks of an object that is destroyed say of what goes along with it, by path. Nothing of what is sensitive.
pub(super) fn decided_inside<'d, 'a>(object: Attr<'d, 'a>) -> Vec<(String, Attr<'d, 'a>)> {
    let mut along = Along::default();
    for (name, value) in object.entries() {
        along.look_into(&name, value);
    }
    along.found.retain(|(_, value)| !value.is_sensitive());
    along.found
}

/// What blocks say of what goes along with an object that is destroyed.
#[derive(Default)]
struct Along<'d, 'a> {
    prefixes: Prefixes,
    found: Vec<(String, Attr<'d, 'a>)>,
}

impl<'d, 'a> Along<'d, 'a> {
    /// A block in which anything decides counts with that, and with what names what it is about: `key[0].path` beside
    /// `key[0].delete`.
    fn look_into(&mut self, path: &str, attr: Attr<'d, 'a>) {
        // How long it may take decides nothing, and names in what is sensitive may be secrets, too.
        if path == "timeouts" || !attr.is_container() || attr.is_sensitive() {
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
                self.found.push((member(&prefix, &name), value));
            } else if value.is_container() {
                self.look_into(&member(&prefix, &name), value);
            }
        }
    }
}
