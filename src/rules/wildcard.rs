//! A text with `*` for anything: how options choose types, providers and sources.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lint::stars_match;

/// A pattern in which `*` stands for any text, also none; every other character stands for itself.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(transparent)]
pub(super) struct Wildcard(String);

impl std::fmt::Display for Wildcard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl Wildcard {
    pub(super) fn new(text: String) -> Self {
        Self(text)
    }

    /// Whether the whole text is meant.
    pub(super) fn matches(&self, text: &str) -> bool {
        stars_match(self.0.split('*'), text)
    }

    /// The same, where letters of either case are the same letter, and spaces of any number one space.
    pub(super) fn matches_in_any_case(&self, text: &str) -> bool {
        let text = text.to_ascii_lowercase();
        let words: Vec<&str> = text.split_whitespace().collect();
        let pattern = Self(self.0.to_ascii_lowercase());
        pattern.matches(&text) || pattern.matches(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_counts_only_where_it_is_asked_for() {
        for (pattern, text, matches, in_any_case) in [
            ("*/resourceGroups/*", "/x/resourceGroups/y", true, true),
            ("*/resourceGroups/*", "/x/RESOURCEGROUPS/y", false, true),
            ("*/resourceGroups/*", "/x/y", false, false),
            ("* manage all in *", "x to  manage\tall in y", false, true),
        ] {
            let pattern = Wildcard(pattern.to_owned());
            assert_eq!(pattern.matches(text), matches, "{text}");
            assert_eq!(pattern.matches_in_any_case(text), in_any_case, "{text}");
        }
    }
}
