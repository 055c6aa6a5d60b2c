//! An object whose keys an author chose: it keeps the order and refuses a key that stands twice.

use std::fmt;
use std::marker::PhantomData;
use std::{iter, slice};

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

use super::text::Text;

/// The entries of an object in the order of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map<'a, T> {
    entries: Vec<(Text<'a>, T)>,
    /// Positions in `entries`, sorted by key; empty when the entries themselves are, as the engines write them.
    by_key: Vec<usize>,
}

impl<'a, T> Map<'a, T> {
    /// One without entries.
    pub(super) const EMPTY: Self = Self {
        entries: Vec::new(),
        by_key: Vec::new(),
    };

    /// Number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The value under `key`.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&T> {
        let position = if self.by_key.is_empty() {
            self.entries.binary_search_by(|(name, _)| name.as_str().cmp(key)).ok()
        } else {
            let name = |&position: &usize| self.entries.get(position).map_or("", |(name, _)| name.as_str());
            let found = self.by_key.binary_search_by(|position| name(position).cmp(key)).ok();
            found.and_then(|found| self.by_key.get(found).copied())
        };
        position
            .and_then(|position| self.entries.get(position))
            .map(|(_, value)| value)
    }

    /// Keys and values, in the order of the document.
    pub fn iter(&self) -> Iter<'_, 'a, T> {
        self.into_iter()
    }

    /// The keys, in the order of the document.
    #[must_use]
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Text<'a>> {
        self.entries.iter().map(|(key, _)| key)
    }

    /// The values, in the order of the document.
    #[must_use]
    pub fn values(&self) -> impl ExactSizeIterator<Item = &T> {
        self.entries.iter().map(|(_, value)| value)
    }

    /// The same keys with what `read` makes of the values; the first error ends it.
    pub(super) fn try_map<U, E>(self, mut read: impl FnMut(T) -> Result<U, E>) -> Result<Map<'a, U>, E> {
        let entries = self
            .entries
            .into_iter()
            .map(|(key, value)| Ok((key, read(value)?)))
            .collect::<Result<_, E>>()?;
        Ok(Map {
            entries,
            by_key: self.by_key,
        })
    }

    /// A map of these entries; `None` when a key stands twice.
    fn of(entries: Vec<(Text<'a>, T)>) -> Option<Self> {
        let mut by_key = Vec::new();
        if !entries.is_sorted_by(|(left, _), (right, _)| left < right) {
            let mut sorted: Vec<(&str, usize)> =
                entries.iter().enumerate().map(|(at, (key, _))| (&**key, at)).collect();
            sorted.sort_unstable();
            if !sorted.is_sorted_by(|(left, _), (right, _)| left < right) {
                return None;
            }
            by_key = sorted.into_iter().map(|(_, position)| position).collect();
        }
        Some(Self { entries, by_key })
    }
}

impl<T> Default for Map<'_, T> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// The iterator over the entries of a [`Map`].
pub type Iter<'m, 'a, T> = iter::Map<slice::Iter<'m, (Text<'a>, T)>, fn(&'m (Text<'a>, T)) -> (&'m Text<'a>, &'m T)>;

impl<'m, 'a, T> IntoIterator for &'m Map<'a, T> {
    type Item = (&'m Text<'a>, &'m T);
    type IntoIter = Iter<'m, 'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter().map(|(key, value)| (key, value))
    }
}

impl<'de: 'a, 'a, T: Deserialize<'de>> Deserialize<'de> for Map<'a, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Reader<T> {
            type Value = Map<'de, T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = object.next_entry()? {
                    entries.push(entry);
                }
                Map::of(entries).ok_or_else(|| A::Error::custom("a key stands twice in this object"))
            }
        }

        deserializer.deserialize_map(Reader(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Numbers<'a> = Map<'a, u8>;

    #[test]
    fn keeps_the_order_and_finds_by_key() {
        for (json, why) in [
            (r#"{"a":1,"b":2,"c":3}"#, "sorted, as the engines write it"),
            (r#"{"b":2,"c":3,"a":1}"#, "unsorted, as others may"),
            (r#"{"c":3,"b":2,"\u0061":1}"#, "an escaped key"),
        ] {
            let map: Numbers<'_> = serde_json::from_str(json).unwrap();
            for (key, value) in [
                ("a", Some(&1)),
                ("b", Some(&2)),
                ("c", Some(&3)),
                ("d", None),
                ("", None),
            ] {
                assert_eq!(map.get(key), value, "{why}: {key}");
            }
            assert_eq!(map.len(), 3, "{why}");
        }
        let map: Numbers<'_> = serde_json::from_str(r#"{"b":2,"c":3,"a":1}"#).unwrap();
        assert_eq!(map.keys().map(Text::as_str).collect::<String>(), "bca");
        assert_eq!(map.values().copied().collect::<Vec<_>>(), [2, 3, 1]);
        assert_eq!(map.iter().map(|(_, value)| *value).collect::<Vec<_>>(), [2, 3, 1]);
        assert!(Numbers::default().is_empty());
    }

    #[test]
    fn refuses_a_key_that_stands_twice_without_saying_it() {
        for (json, why) in [
            (r#"{"key":1,"key":1}"#, "neighbours"),
            (r#"{"key":1,"a":2,"key":3}"#, "apart"),
            (r#"{"key":1,"\u006bey":1}"#, "two spellings of one key"),
        ] {
            let error = serde_json::from_str::<Numbers<'_>>(json).unwrap_err().to_string();
            assert!(error.contains("twice") && !error.contains("key\""), "{why}: {error}");
        }
    }

    #[test]
    fn only_an_object_is_a_map() {
        for json in ["[]", "1", "null", r#""x""#] {
            let error = serde_json::from_str::<Numbers<'_>>(json).unwrap_err().to_string();
            assert!(error.contains("expected an object"), "{json}: {error}");
        }
    }
}
