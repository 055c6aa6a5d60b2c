//! Attribute patterns: which differences of attributes nobody wants to see.

use std::collections::BTreeMap;

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
}

/// Many patterns, of which a place asks only those that begin as it does.
#[derive(Clone, Debug, Default)]
pub struct AttributePatterns {
    /// Whether one ends here, so that it means all below.
    ends: bool,
    /// What follows behind a name.
    by_name: BTreeMap<String, Self>,
    /// What follows behind a name with stars, by its pieces.
    by_glob: BTreeMap<Vec<String>, (Glob, Self)>,
}

impl AttributePatterns {
    /// None.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            ends: false,
            by_name: BTreeMap::new(),
            by_glob: BTreeMap::new(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.ends && self.by_name.is_empty() && self.by_glob.is_empty()
    }

    /// Those with stars that mean whole attributes, as they are written: whatever attributes there are, they may be it.
    pub(crate) fn open(&self) -> impl Iterator<Item = String> + '_ {
        let open = self.by_glob.iter().filter(|(_, (_, below))| below.ends);
        open.map(|(pieces, _)| pieces.join("*"))
    }

    /// Whether one of them means a place: names of attributes and keys of maps from the outside in, and for an element
    /// of a list or set, which has no name, an empty text.
    #[must_use]
    pub fn matches(&self, path: &[&str]) -> bool {
        if self.ends {
            return true;
        }
        let Some((name, below)) = path.split_first() else {
            return false;
        };
        let mut open = self.by_glob.values().filter(|(glob, _)| glob.matches(name));
        self.by_name.get(*name).is_some_and(|named| named.matches(below)) || open.any(|(_, open)| open.matches(below))
    }

    /// Whether one of them means the name of a row: an attribute, or `attribute.key` for an element of a map.
    #[must_use]
    pub fn matches_name(&self, name: &str) -> bool {
        // No attribute has a dot in its name; the key of a map may.
        let path: Vec<&str> = name.splitn(2, '.').collect();
        self.matches(&path)
    }
}

impl Extend<AttributePattern> for AttributePatterns {
    fn extend<T: IntoIterator<Item = AttributePattern>>(&mut self, patterns: T) {
        for pattern in patterns {
            let mut here = &mut *self;
            for step in pattern.steps {
                here = if let Some(name) = step.literal() {
                    here.by_name.entry(name.to_owned()).or_default()
                } else {
                    let followed = here.by_glob.entry(step.pieces.clone());
                    &mut followed.or_insert_with(|| (step, Self::default())).1
                };
            }
            here.ends = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::attribute_path::row_path;

    fn read(texts: &[&str]) -> AttributePatterns {
        let mut patterns = AttributePatterns::default();
        patterns.extend(texts.iter().filter_map(|text| AttributePattern::parse(text)));
        patterns
    }

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
            assert_eq!(read(&[text]).matches(path), matches, "{text}: {why}");
        }
    }

    #[test]
    fn of_many_one_is_enough() {
        let many = read(&["tags.a", "tags.*.x", "*.b", "t*.c.d", "t*.c"]);
        for (path, matches, why) in [
            (&["tags", "a"][..], true, "a name"),
            (&["tags", "z", "x"], true, "a star behind the same name"),
            (&["tags", "b"], true, "another one, which begins with a star"),
            (&["tags", "c", "e"], true, "the shorter of two"),
            (&["labels", "a"], false, "not behind that name"),
            (&["tags"], false, "above all of them"),
        ] {
            assert_eq!(many.matches(path), matches, "{why}");
        }
        assert!(many.matches_name("labels.b"), "a row");
        assert!(AttributePatterns::default().is_empty() && !many.is_empty());
        assert!(!AttributePatterns::default().matches(&["tags"]), "none");
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

    #[test]
    fn what_rows_are_called_in_tables_is_what_settings_take() {
        for (name, shown, why) in [
            ("tags", "tags", "an attribute"),
            ("tags.Owner", "tags.Owner", "a plain key"),
            ("tags.größe", "tags.größe", "with letters of any language"),
            ("tags.cost center", r#"tags["cost center"]"#, "with a space"),
            ("labels.a.b/c", r#"labels["a.b/c"]"#, "with dots"),
            ("labels.1", r#"labels["1"]"#, "that begins with a digit"),
            (r#"labels.a"b"#, r#"labels["a\"b"]"#, "with a quotation mark"),
            ("labels.a${b}", r#"labels["a$${b}"]"#, "as addresses are written"),
        ] {
            assert_eq!(row_path(name), shown, "{why}");
            assert!(read(&[shown]).matches_name(name), "{why}");
        }
        for own in ["(identity.account id)", "setting[0].a.b"] {
            assert_eq!(row_path(own), own, "no attribute, or no element of a map");
        }
    }
}
