//! Paths to members, as people write them.

use std::borrow::Cow;
use std::fmt::Write as _;

use sha2::{Digest, Sha256};

/// In bytes, how much of a path is repeated in front of each of its members.
const LONGEST: usize = 1024;

/// What stands in front of the members of a place: its path, or the beginning of a long one and a digest of the whole, since
/// one long name above many members would become a text many times as long as the plan.
pub(super) fn prefix(path: &str) -> Cow<'_, str> {
    if path.len() <= LONGEST {
        return Cow::Borrowed(path);
    }
    let end = (0..=LONGEST).rev().find(|end| path.is_char_boundary(*end));
    let mut prefix = path.get(..end.unwrap_or_default()).unwrap_or_default().to_owned();
    prefix.push('…');
    for byte in Sha256::digest(path).iter().take(8) {
        let _ = write!(prefix, "{byte:02x}");
    }
    Cow::Owned(prefix)
}

/// The path of a member of a place with this [`prefix`]; that of the whole is empty.
pub(super) fn member(prefix: &str, key: &str) -> String {
    if prefix.is_empty() {
        key.to_owned()
    } else {
        format!("{prefix}.{key}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_paths_are_shortened_and_two_stay_two() {
        for (path, is_shortened, why) in [
            (String::new(), false, "the whole"),
            ("environment[0].variables".to_owned(), false, "what people write"),
            ("a".repeat(LONGEST), false, "just as long"),
            ("a".repeat(LONGEST + 1), true, "longer"),
            ("ä".repeat(LONGEST), true, "whole characters"),
        ] {
            let prefix = prefix(&path);
            assert_eq!(prefix != path, is_shortened, "{why}");
            assert!(prefix.len() <= LONGEST + 20, "{why}");
        }
        let [one, two] = ["x", "y"].map(|end| format!("{}{end}", "a".repeat(5000)));
        assert_ne!(prefix(&one), prefix(&two));
        assert_eq!(member(&prefix("tags"), "Owner"), "tags.Owner");
        assert_eq!(member(&prefix(""), "tags"), "tags");
    }
}
