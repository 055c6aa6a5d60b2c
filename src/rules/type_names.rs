//! Names of resource types in options of rules, read once so that a mistake in one is found with the settings.

use std::borrow::Borrow;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::wildcard::Wildcard;
use crate::lint::settings::{check_type_name, check_type_pattern};

/// A resource type, written in full: one with a star would be the name of none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
pub(super) struct TypeName(String);

impl TypeName {
    /// Whether it is the name of that type.
    pub(super) fn is(&self, type_name: &str) -> bool {
        self.0 == type_name
    }
}

impl TryFrom<String> for TypeName {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        match check_type_name(&text) {
            Ok(()) => Ok(Self(text)),
            Err(help) => Err(format!("`{text}`: {help}")),
        }
    }
}

impl Borrow<str> for TypeName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for TypeName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// Reads patterns of resource types, of which each can match one.
pub(super) fn patterns<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Wildcard>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    let patterns = texts.into_iter().map(|text| match check_type_pattern(&text) {
        Ok(()) => Ok(Wildcard::new(text)),
        Err(help) => Err(D::Error::custom(format!("`{text}`: {help}"))),
    });
    patterns.collect()
}
