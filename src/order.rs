//! Putting things in order by one sort, whatever is sorted.
//!
//! The standard library's sort becomes some six kilobytes of the program wherever it is called with another type or
//! comparison, and so does collecting into an ordered map. Where lists are short or sorted once a run, these do the
//! same by code that is compiled once.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Sorts as `slice::sort_by` does: equal items keep their order, and what is in order already takes no memory.
pub(crate) fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    if items.is_sorted_by(|one, two| compare(one, two).is_le()) {
        return;
    }
    let sorted = sorted_places(items.len(), &mut |one, two| compare(&items[one], &items[two]));
    // Where each item goes, so that every swap puts one where it belongs.
    let mut places = vec![0; sorted.len()];
    for (place, item) in sorted.into_iter().enumerate() {
        places[item] = place;
    }
    for item in 0..places.len() {
        while places[item] != item {
            let place = places[item];
            items.swap(item, place);
            places.swap(item, place);
        }
    }
}

/// Sorts as `slice::sort_by_key` does: equal items keep their order.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, |one, two| key(one).cmp(&key(two)));
}

/// Sorts as `slice::sort` does.
pub(crate) fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, Ord::cmp);
}

/// Collects pairs as `BTreeMap`'s own `collect` does: of two with the same key the last one stays.
pub(crate) fn map<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(pairs);
    map
}

/// Collects pairs into a list for each key, in which the order of the pairs stays.
pub(crate) fn lists<K: Ord, V>(pairs: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, Vec<V>> {
    let mut lists: BTreeMap<K, Vec<V>> = BTreeMap::new();
    for (key, value) in pairs {
        lists.entry(key).or_default().push(value);
    }
    lists
}

/// Collects items as `BTreeSet`'s own `collect` does.
pub(crate) fn set<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(items);
    set
}

/// The places of items, from 0, in the order of the items.
fn sorted_places(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|one, two| compare(*one, *two));
    places
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sorts_as_the_standard_library_does(mut items: Vec<(u8, u8)>) {
            let mut expected = items.clone();
            expected.sort_by_key(|(key, _)| *key);
            sort_by_key(&mut items, |(key, _)| *key);
            prop_assert_eq!(items, expected);
        }

        #[test]
        fn collects_as_the_standard_library_does(pairs: Vec<(u8, u8)>) {
            let expected: BTreeMap<u8, u8> = pairs.iter().copied().collect();
            prop_assert_eq!(set(pairs.clone()), pairs.iter().copied().collect::<BTreeSet<_>>());
            prop_assert_eq!(map(pairs), expected);
        }
    }
}
