//! Address patterns as options of rules.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::facts::ResourceChange;
use crate::facts::address::Address;
use crate::lint::{Candidates, Pattern};

/// A pattern that has been read once, so that a mistake in it is found with the settings. Ordered by its text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub(super) struct AddressPattern(Pattern);

impl AddressPattern {
    /// Whether the thing of that address is meant.
    pub(super) fn means(&self, address: &str) -> bool {
        self.0.matches_text(address)
    }

    /// Whether the instance is meant, under its address, under the one before a move, or under one that contradicts it.
    pub(super) fn matches(&self, change: &ResourceChange<'_>) -> bool {
        let before = || change.moved_from.and_then(|text| Address::parse(text).ok());
        let address = change.parsed.as_ref();
        address.map_or_else(
            || self.0.matches_text(&change.address),
            |address| self.0.matches(address),
        ) || before().is_some_and(|address| self.0.matches(&address))
            || change.other_address().is_some_and(|address| self.0.matches(&address))
    }
}

/// Many patterns, of which an address asks only those that may mean it.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(from = "Vec<AddressPattern>", into = "Vec<AddressPattern>")]
pub(super) struct AddressPatterns {
    list: Vec<AddressPattern>,
    candidates: Candidates,
}

impl AddressPatterns {
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The first that means the thing of that address.
    pub(super) fn meaning(&self, address: &str) -> Option<&AddressPattern> {
        let places = self.candidates.of_text(address).into_iter();
        places
            .filter_map(|place| self.list.get(place))
            .find(|pattern| pattern.means(address))
    }

    /// The first that means the instance, as [`AddressPattern::matches`] says.
    pub(super) fn matching(&self, change: &ResourceChange<'_>) -> Option<&AddressPattern> {
        if self.is_empty() {
            return None;
        }
        let places = if let Some(address) = &change.parsed {
            let before = change.moved_from.and_then(|text| Address::parse(text).ok());
            let addresses = [Some(address.clone()), before, change.other_address()];
            self.candidates.of_any(addresses.into_iter().flatten())
        } else {
            let before = change.moved_from.map(|text| self.candidates.of_text(text));
            let mut places = self.candidates.of_text(&change.address);
            places.extend(before.into_iter().flatten());
            places.sort_unstable();
            places
        };
        let patterns = places.into_iter().filter_map(|place| self.list.get(place));
        patterns.into_iter().find(|pattern| pattern.matches(change))
    }
}

impl From<Vec<AddressPattern>> for AddressPatterns {
    fn from(list: Vec<AddressPattern>) -> Self {
        let candidates = Candidates::new(list.iter().map(|pattern| &pattern.0));
        Self { list, candidates }
    }
}

impl From<AddressPatterns> for Vec<AddressPattern> {
    fn from(patterns: AddressPatterns) -> Self {
        patterns.list
    }
}

impl std::fmt::Display for AddressPattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<String> for AddressPattern {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let pattern = Pattern::parse(&text).map_err(|error| error.to_string())?;
        if pattern.is_module() {
            return Err(format!(
                "`{pattern}` is a module, not a resource; everything in it is `{pattern}.**`"
            ));
        }
        match pattern.form() {
            Some("output") if pattern.is_in_module() => Err(format!(
                "`{pattern}`: a plan tells changes of outputs of the root module alone"
            )),
            None | Some("action" | "output") => Ok(Self(pattern)),
            Some(form) => Err(format!(
                "`{pattern}` can never match: no plan changes what `{form}` stands for"
            )),
        }
    }
}

/// Reads numbers by patterns of resources, which are what is counted.
pub(super) fn counted<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<AddressPattern, u32>, D::Error> {
    let numbers = BTreeMap::<AddressPattern, u32>::deserialize(deserializer)?;
    match numbers.keys().find(|pattern| pattern.0.form().is_some()) {
        Some(other) => Err(D::Error::custom(format!(
            "`{other}` can never match: only changes of resources are counted"
        ))),
        None => Ok(numbers),
    }
}

impl From<AddressPattern> for String {
    fn from(pattern: AddressPattern) -> Self {
        pattern.to_string()
    }
}

impl Ord for AddressPattern {
    fn cmp(&self, other: &Self) -> Ordering {
        self.to_string().cmp(&other.to_string())
    }
}

impl PartialOrd for AddressPattern {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
