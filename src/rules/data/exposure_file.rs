//! How `exposure.toml` is written.

use serde::Deserialize;

use crate::rules::described::Language;
use crate::rules::wildcard::Wildcard;

use super::exposure::{Creation, Exposure, Issuer, Policy, Ports, Removal, Statement};
use super::exposure_grant::Grant;
use super::exposure_ingress::Ingress;
use super::exposure_setting::Mounts;
use super::value::Value;

/// What is about no type, or about several.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) world: World,
    pub(super) scope: ScopeWire,
    pub(super) blocks: Blocks,
    pub(super) ports: Ports,
    pub(super) text: Vec<Text>,
    pub(super) same: Vec<Same>,
    pub(super) grant: Grant,
    pub(super) statement: Statement,
    pub(super) issuer: Vec<Issuer>,
}

/// What is about one type.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct OfType {
    pub(super) ingress: Vec<Ingress>,
    pub(super) setting: Vec<SettingWire>,
    pub(super) creation: Vec<Creation>,
    pub(super) removal: Vec<Removal>,
    pub(super) policy: Vec<Policy>,
}

/// What stands for everybody.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct World {
    pub(super) cidrs: Vec<String>,
}

/// What says what an opening applies to.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScopeWire {
    pub(super) paths: Vec<String>,
    pub(super) left_out: Vec<String>,
    pub(super) own: Vec<String>,
    pub(super) named: Vec<Wildcard>,
    pub(super) things: Vec<Wildcard>,
}

/// An attribute that describes an object as a text.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Text {
    #[serde(rename = "type")]
    pub(super) type_name: String,
    pub(in crate::rules) path: String,
    /// The language of the text.
    #[serde(default)]
    pub(in crate::rules) language: Language,
    /// A type that has the same object as an attribute, whose entries hold for it.
    pub(super) like: Option<Like>,
}

/// Where a type has an object as an attribute.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Like {
    #[serde(rename = "type")]
    pub(super) type_name: String,
    path: String,
}

impl Like {
    /// A path to or in the object, as it is from the attribute at `to`.
    pub(super) fn moved(&self, path: &str, to: &str) -> Option<String> {
        let rest = path.strip_prefix(&self.path)?;
        (rest.is_empty() || rest.starts_with(['.', '['])).then(|| format!("{to}{rest}"))
    }

    /// The entry as it is where the object is the attribute at `to`.
    pub(super) fn setting(&self, setting: &SettingWire, to: &str) -> SettingWire {
        let moved = |path: &String| self.moved(path, to).unwrap_or_else(|| path.clone());
        let guards = |guards: &[GuardWire]| -> Vec<GuardWire> {
            let guards = guards.iter().cloned();
            guards
                .map(|guard| GuardWire {
                    path: moved(&guard.path),
                    also: guard.also.iter().map(moved).collect(),
                    ..guard
                })
                .collect()
        };
        SettingWire {
            path: moved(&setting.path),
            formerly: setting.formerly.iter().map(moved).collect(),
            until: setting.until.as_ref().map(moved),
            whom: setting.whom.iter().map(moved).collect(),
            gives: setting.gives.as_ref().map(moved),
            label: setting.label.as_ref().map(moved),
            when: guards(&setting.when),
            unless: guards(&setting.unless),
            unless_before: guards(&setting.unless_before),
            unless_set: setting.unless_set.iter().map(moved).collect(),
            mounts: setting.mounts.as_ref().map(|mounts| Mounts {
                volume: moved(&mounts.volume),
                lists: mounts.lists.iter().map(moved).collect(),
                ..mounts.clone()
            }),
            ..setting.clone()
        }
    }

    /// The rules of a firewall as they are there; those that stand in a block alone.
    pub(super) fn ingress(&self, ingress: &Ingress, to: &str) -> Option<Ingress> {
        let block = ingress.block.as_ref()?;
        let moved = |path: &String| self.moved(path, to).unwrap_or_else(|| path.clone());
        Some(Ingress {
            kind: ingress.kind.as_ref().map(moved),
            block: Some(moved(block)),
            annotations: ingress.annotations.as_ref().map(moved),
            targets: ingress.targets.iter().map(moved).collect(),
            ..ingress.clone()
        })
    }
}

/// A type that holds what another one holds, at a path of its own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Same {
    rule: Exposure,
    #[serde(rename = "type")]
    pub(super) type_name: String,
    path: String,
    pub(super) like: Like,
}

impl Same {
    /// The entries of the other type, as they are for this one.
    pub(super) fn settings(&self, settings: &[SettingWire]) -> impl Iterator<Item = SettingWire> {
        let of_rule = settings.iter().filter(|setting| setting.rule == self.rule);
        let held = of_rule.filter(|setting| self.like.moved(&setting.path, &self.path).is_some());
        held.map(|setting| self.like.setting(setting, &self.path))
    }
}

/// What is known about blocks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Blocks {
    pub(super) never_chosen: Vec<String>,
}

/// An attribute that opens something.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a word of the table, independent of the others"
)]
pub(super) struct SettingWire {
    pub(super) rule: Exposure,
    pub(super) path: String,
    #[serde(default)]
    pub(super) formerly: Vec<String>,
    #[serde(default)]
    pub(super) opens: Vec<Value>,
    #[serde(default)]
    pub(super) like: Vec<Wildcard>,
    #[serde(default)]
    pub(super) world: bool,
    pub(super) until: Option<String>,
    pub(super) issuer: Option<String>,
    #[serde(default)]
    pub(super) absent_opens: bool,
    #[serde(default)]
    pub(super) from: Vec<Value>,
    #[serde(default)]
    pub(super) only_changed: bool,
    #[serde(default)]
    pub(super) made: bool,
    #[serde(default)]
    pub(super) none_closes: bool,
    #[serde(default)]
    pub(super) never_of: Vec<String>,
    #[serde(default)]
    pub(super) mild: bool,
    #[serde(default)]
    pub(super) untold: bool,
    #[serde(default)]
    pub(super) whom: Vec<String>,
    pub(super) gives: Option<String>,
    pub(super) label: Option<String>,
    #[serde(default)]
    pub(super) when: Vec<GuardWire>,
    #[serde(default)]
    pub(super) unless: Vec<GuardWire>,
    #[serde(default)]
    pub(super) unless_before: Vec<GuardWire>,
    #[serde(default)]
    pub(super) less_than: Vec<GuardWire>,
    #[serde(default)]
    pub(super) unless_set: Vec<String>,
    #[serde(default)]
    pub(super) limited_by: Vec<String>,
    pub(super) mounts: Option<Mounts>,
    pub(super) words: String,
}

/// What another attribute must be.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GuardWire {
    pub(super) path: String,
    #[serde(default)]
    pub(super) is: Vec<Value>,
    #[serde(default)]
    pub(super) like: Vec<Wildcard>,
    #[serde(default)]
    pub(super) covers: Vec<String>,
    #[serde(default)]
    pub(super) also: Vec<String>,
    #[serde(default)]
    pub(super) anywhere: bool,
    #[serde(default)]
    pub(super) of: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_mean_everybody_open() {
        let all_users = "http://acs.amazonaws.com/groups/global/AllUsers";
        let logs = "http://acs.amazonaws.com/groups/s3/LogDelivery";
        // What each value means is from the documentation of the attribute.
        for (type_name, path, value, wanted, why) in [
            ("aws_s3_bucket", "grant[].uri", all_users, true, "everybody"),
            (
                "aws_s3_bucket",
                "grant[].uri",
                logs,
                false,
                "the service that writes logs",
            ),
            (
                "aws_s3_bucket_object",
                "acl",
                "public-read",
                true,
                "an object's older name",
            ),
            (
                "aws_s3_object_copy",
                "acl",
                "public-read",
                true,
                "like that of the object",
            ),
            ("aws_s3_object_copy", "acl", "private", false, "the owner alone"),
            ("aws_s3_object_copy", "grant[].uri", all_users, true, "everybody"),
            (
                "azurerm_cosmosdb_account",
                "ip_range_filter[]",
                "0.0.0.0",
                true,
                "all of Azure",
            ),
            (
                "azurerm_cosmosdb_account",
                "ip_range_filter[]",
                "10.0.0.1,0.0.0.0",
                true,
                "as a text",
            ),
            (
                "azurerm_cosmosdb_account",
                "ip_range_filter[]",
                "203.0.113.7",
                false,
                "one",
            ),
            ("aws_lambda_layer_version_permission", "principal", "*", true, "widely"),
            (
                "aws_lambda_layer_version_permission",
                "principal",
                "111122223333",
                false,
                "one account",
            ),
            ("aws_ssm_document", "permissions.account_ids", "All", true, "publicly"),
            (
                "aws_ssm_document",
                "permissions.account_ids",
                "111122223333",
                false,
                "one account",
            ),
        ] {
            let settings = super::super::exposure::table().held(type_name).setting;
            let opens = settings.iter().filter(|one| one.path == path).any(|one| {
                let is_like = |like: &Wildcard| like.matches_in_any_case(value);
                one.opens.contains(&Value::Text(value.to_owned())) || one.like.iter().any(is_like)
            });
            assert_eq!(opens, wanted, "{type_name}.{path} = {value}: {why}");
        }
    }
}
