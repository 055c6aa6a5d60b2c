//! Address patterns as options of rules.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::facts::ResourceChange;
use crate::facts::address::Address;
use crate::lint::Pattern;

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
        Ok(Self(pattern))
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
