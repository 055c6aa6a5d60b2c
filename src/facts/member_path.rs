//! Paths to members, as people write them.

use std::borrow::Cow;

/// In bytes, how much of a path is repeated in front of each of its members.
const LONGEST: usize = 1024;

/// What stands in front of the members of the places of one object.
#[derive(Debug, Default)]
pub(crate) struct Prefixes {
    /// How many paths were too long so far.
    long: usize,
}

impl Prefixes {
    /// The path of a place, or a number in the place of a long one: one long name above many members would become a
    /// text many times as long as the plan. Nothing of it is told, since a cut could go through a secret, which would
    /// not be found any more.
    pub(crate) fn of<'p>(&mut self, path: &'p str) -> Cow<'p, str> {
        if path.len() <= LONGEST {
            return Cow::Borrowed(path);
        }
        self.long += 1;
        Cow::Owned(format!("(long name {})", self.long))
    }
}

/// The path of a member of a place with this prefix; that of the whole is empty.
pub(crate) fn member(prefix: &str, key: &str) -> String {
    if prefix.is_empty() {
        key.to_owned()
    } else {
        format!("{prefix}.{key}")
    }
}

/// Whether an attribute can have that name: no provider's has others than small letters, digits and underscores. Others
/// are keys of a map, or of nobody knows what.
#[must_use]
pub(crate) fn is_attribute_name(name: &str) -> bool {
    let is_of_name = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
    !name.is_empty() && name.bytes().all(is_of_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_paths_are_left_out_and_two_stay_two() {
        let mut prefixes = Prefixes::default();
        for (path, wanted, why) in [
            (String::new(), "", "the whole"),
            (
                "environment[0].variables".to_owned(),
                "environment[0].variables",
                "what people write",
            ),
            ("a".repeat(LONGEST), &*"a".repeat(LONGEST), "just as long"),
            ("a".repeat(LONGEST + 1), "(long name 1)", "longer"),
            ("ä".repeat(LONGEST), "(long name 2)", "another"),
        ] {
            assert_eq!(prefixes.of(&path), wanted, "{why}");
        }
        assert_eq!(member("tags", "Owner"), "tags.Owner");
        assert_eq!(member("", "tags"), "tags");
    }
}
