//! Attributes that tell which object it is that a change is about: another one under the same address is another change.

use crate::json::scan;
use crate::tofu::Raw;

use super::attr::MASK;
use super::change::ResourceChange;

/// Names of attributes that name an object for itself.
pub(super) const OWN: &[&str] = &["id", "arn", "self_link"];

/// Names of attributes that say what an object stands in, without which an id may be that of another one.
const AROUND: &[&str] = &[
    "account",
    "bucket",
    "cluster",
    "database",
    "domain",
    "host",
    "location",
    "name",
    "namespace",
    "organization",
    "path",
    "project",
    "region",
    "schema",
    "server",
    "tenant",
    "workspace",
    "zone",
];

/// Whether an attribute of that name tells which object it is.
pub(super) fn tells_which(name: &str) -> bool {
    let ends = ["_arn", "_id", "_name"];
    OWN.contains(&name) || AROUND.contains(&name) || ends.iter().any(|end| name.ends_with(end))
}

impl ResourceChange<'_> {
    /// The names of the object that is destroyed, replaced or forgotten, in the order of the document: `id="i-1"`. They may
    /// be copies of secrets; those that are marked are masked. Empty for what only comes or stays.
    #[must_use]
    pub fn which_object(&self) -> Vec<String> {
        let goes = self.fate.destroys() || self.fate.forgets();
        let Some(before) = self.wire.change.before.filter(|before| goes && before.is_object()) else {
            return Vec::new();
        };
        let text = before.text();
        let marks = self.marks();
        scan::members(text, 0)
            .filter(|member| tells_which(&member.key))
            .filter_map(|member| {
                let end = scan::end_of_value(text, member.value_start)?;
                let value: Raw<'_> = serde_json::from_str(text.get(member.value_start..end)?).ok()?;
                let is_open = marks.is_none_or(|marks| marks.get(&member.key).is_off());
                Some(match value.as_string()? {
                    name if is_open => format!("{}={name:?}", member.key),
                    _ => MASK.to_owned(),
                })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::change::Place;
    use crate::facts::marked::Marked;
    use crate::json;
    use crate::tofu::Plan;

    #[test]
    fn what_goes_is_told_from_another_under_its_address() {
        for (actions, before, marks, wanted, why) in [
            (
                r#"["delete"]"#,
                r#"{"id":"i-1","size":"large","vpc_id":"v-1","tags":{}}"#,
                "{}",
                vec![r#"id="i-1""#, r#"vpc_id="v-1""#],
                "its names alone",
            ),
            (
                r#"["delete","create"]"#,
                r#"{"id":"db","namespace":"prod","count_id":1,"x_name":null}"#,
                "{}",
                vec![r#"id="db""#, r#"namespace="prod""#],
                "texts alone",
            ),
            (
                r#"["forget"]"#,
                r#"{"id":"s","arn":"a"}"#,
                r#"{"id":true}"#,
                vec![MASK, r#"arn="a""#],
                "marked",
            ),
            (r#"["update"]"#, r#"{"id":"i-1"}"#, "{}", vec![], "it stays"),
        ] {
            let after = if actions.contains("create") || actions.contains("update") {
                "{}"
            } else {
                "null"
            };
            let text = format!(
                r#"{{"format_version":"1.2","resource_changes":[{{"address":"t.a","change":{{"actions":{actions},
                "before":{before},"after":{after},"before_sensitive":{marks}}}}}]}}"#
            );
            let plan: Plan<'_> = json::decode(&text).unwrap();
            let marked = Marked::of_plan(&plan).unwrap();
            let wire = &plan.resource_changes.as_ref().unwrap()[0];
            let change = ResourceChange::new(wire, Place::Change(0), &marked);
            assert_eq!(change.which_object(), wanted, "{why}");
        }
    }
}
