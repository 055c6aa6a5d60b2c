//! Google's bindings, as `[grant]` of `exposure.toml` says them.

use serde::Deserialize;

use super::exposure::Exposure;

/// Google's bindings to everybody.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Grant {
    pub(super) rule: Option<Exposure>,
    words: String,
    /// Who everybody is.
    pub principals: Vec<String>,
    /// Roles that rule over everything below.
    pub ruling: Vec<String>,
    /// Types of documents in which such a role is one.
    pub ruled: Vec<String>,
    provider: String,
    pub(super) shapes: Vec<Shape>,
    target: Vec<Target>,
}

/// How a type of binding says who gets what.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Shape {
    suffix: String,
    /// Path of the members.
    pub members: Option<String>,
    /// Path of the role.
    pub role: Option<String>,
    /// Path of a JSON text with bindings.
    pub document: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Target {
    prefix: String,
    rule: Exposure,
    words: String,
}

impl Grant {
    /// The shape of a type of binding for the rule, and what everybody gets by it.
    pub(in crate::rules) fn of_type(&self, rule: Exposure, type_name: &str) -> Option<(&Shape, &str)> {
        let shape = self.shape(type_name)?;
        let targets = self
            .target
            .iter()
            .filter(|target| type_name.starts_with(&target.prefix));
        let target = targets.max_by_key(|target| target.prefix.len());
        let (whose, words) = match target {
            Some(target) => (Some(target.rule), &target.words),
            None => (self.rule, &self.words),
        };
        (whose == Some(rule)).then_some((shape, words.as_str()))
    }

    /// The shape of a type of binding, whichever rule judges it.
    pub(super) fn shape(&self, type_name: &str) -> Option<&Shape> {
        let own = type_name.strip_prefix(&self.provider)?;
        self.shapes.iter().find(|shape| own.ends_with(&shape.suffix))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_beginning_of_a_binding_wins() {
        let grant = &super::super::exposure::table().grant;
        for (rule, type_name, found, why) in [
            (Exposure::PublicGrant, "google_project_iam_member", true, "no target"),
            (
                Exposure::PublicBucket,
                "google_storage_bucket_iam_member",
                true,
                "a bucket",
            ),
            (
                Exposure::PublicGrant,
                "google_storage_bucket_iam_member",
                false,
                "only one rule",
            ),
            (
                Exposure::AnyoneCanAssume,
                "google_service_account_iam_policy",
                true,
                "an account",
            ),
            (Exposure::PublicGrant, "google_service_account_key", false, "no binding"),
            (
                Exposure::PublicGrant,
                "acme_project_iam_member",
                false,
                "another provider",
            ),
        ] {
            assert_eq!(grant.of_type(rule, type_name).is_some(), found, "{type_name}: {why}");
        }
    }
}
