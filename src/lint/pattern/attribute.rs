//! Attribute patterns: which differences of attributes nobody wants to see.

use super::{Glob, parse};

/// A path such as `tags.commit`, `ingress[*].description` or `metadata.labels["example.com/*"]`. It means what stands
/// there and everything below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributePattern {
    steps: Vec<Glob>,
}

impl AttributePattern {
    /// Reads a path; `None` for a text that no path can match.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        parse::attribute(text).map(|steps| Self { steps })
    }

    /// Whether a place is meant: names of attributes and keys of maps from the outside in, and for an element of a list
    /// or set, which has no name, an empty text.
    #[must_use]
    pub fn matches(&self, path: &[&str]) -> bool {
        self.steps.len() <= path.len() && self.steps.iter().zip(path).all(|(step, name)| step.matches(name))
    }

    /// Whether the name of a row is meant: an attribute, or `attribute.key` for an element of a map.
    #[must_use]
    pub fn matches_name(&self, name: &str) -> bool {
        // No attribute has a dot in its name; the key of a map may.
        let path: Vec<&str> = name.splitn(2, '.').collect();
        self.matches(&path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_mean_what_stands_there_and_below() {
        for (text, path, matches, why) in [
            ("tags.commit", &["tags", "commit"][..], true, "itself"),
            ("tags", &["tags", "commit"], true, "below it"),
            (
                "tags.commit",
                &["tags"],
                false,
                "what is above differs in more than that",
            ),
            ("tags.commit", &["tags", "commits"], false, "another name"),
            ("tags.*", &["tags", "a.b/c"], true, "any key, also with dots"),
            ("*.commit", &["tags", "commit"], true, "any attribute"),
            ("tags*.commit", &["tags_all", "commit"], true, "a part of a name"),
            ("tags[\"a.b/c\"]", &["tags", "a.b/c"], true, "a quoted key"),
            ("tags[\"a.b/*\"]", &["tags", "a.b/c"], true, "with a star"),
            ("tags[\"a\\*\"]", &["tags", "ab"], false, "a star that is none"),
            (
                "ingress[*].port",
                &["ingress", "", "port"],
                true,
                "any element of a list",
            ),
            (
                "ingress.*.port",
                &["ingress", "", "port"],
                true,
                "the same in other words",
            ),
            (
                "ingress.port",
                &["ingress", "", "port"],
                false,
                "an element is a step of its own",
            ),
        ] {
            assert_eq!(
                AttributePattern::parse(text).unwrap().matches(path),
                matches,
                "{text}: {why}"
            );
        }
    }

    #[test]
    fn what_can_never_match_is_no_path() {
        for (text, why) in [
            ("", "nothing"),
            (".", "no names"),
            ("tags.", "one name is missing"),
            (".tags", "the first name is missing"),
            ("tags..commit", "a name between is missing"),
            ("tags commit", "no attribute has a blank"),
            ("/tags/commit", "a JSON pointer"),
            ("ingress[0].port", "elements move, and have no numbers that last"),
            ("tags[commit]", "a key without quotes"),
            ("tags[\"commit\"", "a bracket is open"),
            ("tags[\"\\q\"]", "an escape that is none"),
            ("tags[\"a\"]commit", "no dot"),
            ("**.commit", "there are no modules in an attribute"),
            ("[\"tags\"]", "attributes have names without quotes"),
        ] {
            assert_eq!(AttributePattern::parse(text), None, "{text}: {why}");
        }
    }
}
