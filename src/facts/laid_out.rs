//! Objects and lists that many paths lead through, laid out once.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::json::Node;

/// What stands in each place that paths come by: one after the other would look for its key among all the others again.
/// Places are told by where their text begins.
#[derive(Default)]
pub(super) struct LaidOut<'d, 'a> {
    members: BTreeMap<*const u8, BTreeMap<Cow<'a, str>, Member<'d, 'a>>>,
    items: BTreeMap<*const u8, Vec<Node<'d, 'a>>>,
}

/// A member of an object.
#[derive(Clone, Copy)]
pub(super) struct Member<'d, 'a> {
    /// Its value; of a name that stands twice the last, which the engines read.
    pub(super) value: Node<'d, 'a>,
    /// Whether no other member has its name.
    pub(super) is_alone: bool,
}

impl<'d, 'a> LaidOut<'d, 'a> {
    /// The member of an object with that name.
    pub(super) fn member(&mut self, node: Node<'d, 'a>, key: &str) -> Option<Member<'d, 'a>> {
        let members = self.members.entry(node.text().as_ptr()).or_insert_with(|| {
            let mut members: BTreeMap<_, Member<'d, 'a>> = BTreeMap::new();
            for entry in node.entries() {
                let value = entry.value();
                let is_alone = !members.contains_key(&entry.key());
                members.insert(entry.key(), Member { value, is_alone });
            }
            members
        });
        members.get(key).copied()
    }

    /// The element of a list at `index`, from 0.
    pub(super) fn item(&mut self, node: Node<'d, 'a>, index: usize) -> Option<Node<'d, 'a>> {
        let items = self
            .items
            .entry(node.text().as_ptr())
            .or_insert_with(|| node.items().collect());
        items.get(index).copied()
    }
}
