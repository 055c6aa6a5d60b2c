//! What a document has that this planlint does not know, as statements: it may say something of what is intended.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::Facts;
use crate::order;

use super::statements::{NOT_SET, Statement};

/// A later version of the format, then members at the top, in the order of their names. What a member holds is not told:
/// a value that nobody knows may be a secret.
pub(super) fn of(facts: &Facts<'_>) -> impl Iterator<Item = Statement> {
    let names: BTreeSet<&str> = order::set(facts.unknown_properties().iter().map(|name| &**name));
    let version = facts.newer_format().map(|version| format!("format {version}"));
    let members = names.into_iter().map(|name| format!("member {name}"));
    let all: Vec<_> = version.into_iter().chain(members).collect();
    all.into_iter().map(|about| Statement {
        about,
        does: "not known to this planlint".to_owned(),
        moved_from: None,
        values: BTreeMap::new(),
        unsaid: NOT_SET,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_no_part_of_what_is_the_same() {
        let fingerprint = |version: &str, more: &str| {
            let json =
                format!(r#"{{"format_version":"{version}","terraform_version":"1.15.9","resource_changes":[]{more}}}"#);
            let plan = serde_json::from_str(&json).unwrap();
            Facts::of_plan(&plan, None).unwrap().fingerprint(None).unwrap()
        };
        let known = fingerprint("1.2", "");
        for (version, more, is_same, why) in [
            (
                "1.2",
                r#","timestamp":"2026-01-01T00:00:00Z""#,
                true,
                "a member of the format",
            ),
            ("1.1", "", true, "an earlier version of it"),
            ("1.99", "", false, "a later version"),
            ("1.2", r#","future_changes":[]"#, false, "a member that is not known"),
        ] {
            assert_eq!(fingerprint(version, more) == known, is_same, "{why}");
        }
        assert_eq!(
            fingerprint("1.2", r#","b":1,"a":2"#),
            fingerprint("1.2", r#","a":2,"b":1"#),
            "in whatever order"
        );
    }
}
