//! Numbers for things, in the order in which they are met first, and found again by hash.

#![expect(
    clippy::disallowed_types,
    reason = "a map that is only asked shows no order: nothing here goes through it"
)]

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

/// The numbers of things, from 0. It can be asked for one thing at a time, so that the order of a hash map never shows.
#[derive(Clone, Debug)]
pub(crate) struct Numbering<K> {
    numbers: HashMap<K, usize>,
}

impl<K: Eq + Hash> Numbering<K> {
    /// With room for so many things.
    pub(crate) fn with_capacity(things: usize) -> Self {
        Self {
            numbers: HashMap::with_capacity(things),
        }
    }

    /// The number of a thing, and whether it is met for the first time.
    pub(crate) fn add(&mut self, thing: K) -> (usize, bool) {
        let next = self.numbers.len();
        match self.numbers.entry(thing) {
            Entry::Occupied(known) => (*known.get(), false),
            Entry::Vacant(new) => (*new.insert(next), true),
        }
    }

    /// The number of a thing; `None` when it was never met.
    pub(crate) fn get(&self, thing: &K) -> Option<usize> {
        self.numbers.get(thing).copied()
    }
}

impl<K: Eq + Hash> Default for Numbering<K> {
    fn default() -> Self {
        Self::with_capacity(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_have_numbers_in_the_order_of_their_first_meeting() {
        let mut numbering = Numbering::default();
        let added: Vec<_> = ["b", "a", "b", "c"].map(|thing| numbering.add(thing)).into();
        assert_eq!(added, [(0, true), (1, true), (0, false), (2, true)]);
        assert_eq!([numbering.get(&"c"), numbering.get(&"d")], [Some(2), None]);
    }
}
