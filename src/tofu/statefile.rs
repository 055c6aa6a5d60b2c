//! The state as the engines store it: `terraform.tfstate`, version 4.

use super::change::{InstanceKey, Mode};
use super::checks::CheckStatus;
use super::map::Map;
use super::object::{or_default, present, read_document, read_from_object};
use super::raw::Raw;
use super::text::Text;

/// A state file, version 4: an inner format of the engines, without promises and full of secrets.
///
/// Other versions and encrypted files decode too, with next to nothing in them: look at `version` first.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a state file (an object)")]
#[non_exhaustive]
pub struct StateFile<'a> {
    /// Version of the file's format: 4 since T0.12. Absent when encrypted.
    pub version: Option<u64>,
    /// Version of the engine that wrote it.
    #[serde(borrow)]
    pub terraform_version: Option<Text<'a>>,
    /// Counts the writes.
    pub serial: Option<u64>,
    /// Id that all states of one history share.
    pub lineage: Option<Text<'a>>,
    /// Outputs of the root module by name.
    #[serde(default, deserialize_with = "or_default")]
    pub outputs: Map<'a, StateFileOutput<'a>>,
    /// Resources of all modules, each with its instances. `null` is an error; empty where it is absent, which it never
    /// is in version 4.
    #[serde(default)]
    pub resources: Vec<StateFileResource<'a>>,
    /// Results of conditions; `null` when there are none. T1.3.
    #[serde(default, deserialize_with = "or_default")]
    pub check_results: Vec<StateFileCheck<'a>>,
    /// Whether somebody has looked that no letter in the whole document is written as an escape, so that names are
    /// found as they are written. Set by the door.
    #[serde(skip)]
    pub(crate) plain_letters: bool,
    /// Names at the top of the document that are fields here, in their order. They are borrowed unless they hold
    /// escapes, so that the place of a value is found without a walk to it.
    #[serde(skip)]
    pub known_properties: Vec<Text<'a>>,
    /// Names at the top of the file that nobody knows: those of other versions, or of an encrypted file.
    #[serde(skip)]
    pub unknown_properties: Vec<Text<'a>>,
}

/// An output of the root module.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "an output (an object)")]
#[non_exhaustive]
pub struct StateFileOutput<'a> {
    /// The value, in clear even if sensitive.
    #[serde(borrow, default, deserialize_with = "present")]
    pub value: Option<Raw<'a>>,
    /// Its type (§2.9).
    #[serde(default, deserialize_with = "present")]
    pub r#type: Option<Raw<'a>>,
    /// Whether it is sensitive; absent means no.
    #[serde(default, deserialize_with = "or_default")]
    pub sensitive: bool,
    /// The message that it is deprecated. O1.10 alone.
    pub deprecated: Option<Text<'a>>,
}

/// A resource of one module instance, with its instances.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a resource (an object)")]
#[non_exhaustive]
pub struct StateFileResource<'a> {
    /// Address of the module instance, with keys; absent in the root module.
    #[serde(borrow)]
    pub module: Option<Text<'a>>,
    /// Managed or data. Missing or `null` is an error, as for type and name.
    pub mode: Mode<'a>,
    /// Resource type.
    pub r#type: Text<'a>,
    /// Resource name.
    pub name: Text<'a>,
    /// `list` under `count`, `map` under `for_each`, else absent. Not written since T0.13.
    pub each: Option<Text<'a>>,
    /// Address of the provider configuration: `provider["registry.opentofu.org/hashicorp/null"].alias`. Absent where the
    /// instances have one each.
    pub provider: Option<Text<'a>>,
    /// The objects, deposed ones included. Engines write an empty list too; without one it is an error.
    pub instances: Vec<InstanceObject<'a>>,
}

/// An object of a resource instance, current or deposed.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "an instance (an object)")]
#[non_exhaustive]
pub struct InstanceObject<'a> {
    /// Instance key; absent without `count` and `for_each`.
    #[serde(borrow)]
    pub index_key: Option<InstanceKey<'a>>,
    /// Address of the configuration of a provider under `for_each`, with its key:
    /// `provider["registry.opentofu.org/hashicorp/aws"].by_region["eu"]`. O1.9.
    pub provider: Option<Text<'a>>,
    /// `tainted`; absent when all is well.
    pub status: Option<Text<'a>>,
    /// Key of a deposed object, 8 hex digits; absent on the current one.
    pub deposed: Option<Text<'a>>,
    /// Version of the resource type's schema.
    pub schema_version: Option<u64>,
    /// The attributes. Those without a fixed type are wrapped, `{"value": …, "type": …}`, unlike in
    /// [`State`](super::State).
    #[serde(default, deserialize_with = "present")]
    pub attributes: Option<Raw<'a>>,
    /// The attributes as T0.11 stored them, flat; until the provider upgrades them.
    #[serde(default, deserialize_with = "present")]
    pub attributes_flat: Option<Raw<'a>>,
    /// The ways to what the configuration marks sensitive; the provider's own marks stand in its schema alone. T0.14.
    #[serde(default, deserialize_with = "or_default")]
    pub sensitive_attributes: Vec<Vec<MarkStep<'a>>>,
    /// Version of the identity's schema. T1.12, O1.12.
    pub identity_schema_version: Option<u64>,
    /// The identity that the provider gave the object. T1.12, O1.12.
    #[serde(default, deserialize_with = "present")]
    pub identity: Option<Raw<'a>>,
    /// Bytes of the provider's own, as a base64 string; raw, since nobody knows what they hold.
    pub private: Option<Raw<'a>>,
    /// Absolute addresses of resources in the configuration.
    #[serde(default, deserialize_with = "or_default")]
    pub dependencies: Vec<Text<'a>>,
    /// The dependencies as the first releases of T0.12 wrote them.
    #[serde(default, deserialize_with = "or_default")]
    pub depends_on: Vec<Text<'a>>,
    /// Whether it was made with `create_before_destroy`.
    #[serde(default, deserialize_with = "or_default")]
    pub create_before_destroy: bool,
}

/// One step of a way in [`InstanceObject::sensitive_attributes`].
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a step (an object)")]
#[non_exhaustive]
pub struct MarkStep<'a> {
    /// `get_attr` or `index`.
    #[serde(borrow)]
    pub r#type: Option<Text<'a>>,
    /// For `get_attr` the attribute's name, for `index` the key with its type: `{"value": 0, "type": "number"}`.
    #[serde(default, deserialize_with = "present")]
    pub value: Option<Raw<'a>>,
}

/// Results of the conditions of one object of the configuration. T1.3.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "check results (an object)")]
#[non_exhaustive]
pub struct StateFileCheck<'a> {
    /// `resource`, `output`, `check` or `var`; not the words of [`CheckKind`](super::CheckKind).
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub object_kind: Text<'a>,
    /// Address in the configuration.
    #[serde(default, deserialize_with = "or_default")]
    pub config_addr: Text<'a>,
    /// What all instances come to; the engines always write it, and `absent` is none of their words.
    #[serde(default, deserialize_with = "or_default")]
    pub status: CheckStatus<'a>,
    /// The instances; empty when their number is not known.
    #[serde(default, deserialize_with = "or_default")]
    pub objects: Vec<CheckedObject<'a>>,
}

/// Results of the conditions of one instance.
#[derive(Clone, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a checked object (an object)")]
#[non_exhaustive]
pub struct CheckedObject<'a> {
    /// Absolute address of the instance.
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub object_addr: Text<'a>,
    /// What its conditions come to; the engines always write it, and `absent` is none of their words.
    #[serde(default, deserialize_with = "or_default")]
    pub status: CheckStatus<'a>,
    /// The author's error messages.
    #[serde(default, deserialize_with = "or_default")]
    pub failure_messages: Vec<Text<'a>>,
}

/// Of the messages how many there are: authors put values into them.
impl std::fmt::Debug for CheckedObject<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CheckedObject")
            .field("object_addr", &self.object_addr)
            .field("status", &self.status)
            .field("failure_messages", &self.failure_messages.len())
            .finish()
    }
}

read_document!(StateFile);
read_from_object!(
    StateFileOutput,
    StateFileResource,
    InstanceObject,
    MarkStep,
    StateFileCheck,
    CheckedObject
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_files_of_the_name_show_in_what_is_unknown() {
        for (json, version, unknown, why) in [
            (
                r#"{"version":4,"serial":1,"lineage":"x","outputs":{},"resources":[],"check_results":null}"#,
                Some(4),
                "",
                "4",
            ),
            (r#"{"version":3,"serial":1,"modules":[]}"#, Some(3), "modules", "T0.11"),
            (
                r#"{"serial":1,"lineage":"","meta":{},"encrypted_data":"","encryption_version":"v0"}"#,
                None,
                "meta encrypted_data encryption_version",
                "encrypted",
            ),
        ] {
            let file: StateFile<'_> = serde_json::from_str(json).unwrap();
            assert_eq!(file.version, version, "{why}");
            let names: Vec<&str> = file.unknown_properties.iter().map(Text::as_str).collect();
            assert_eq!(names.join(" "), unknown, "{why}");
        }
    }

    #[test]
    fn marks_of_another_shape_are_errors() {
        for json in [
            r#"{"sensitive_attributes":{}}"#,
            r#"{"sensitive_attributes":["password"]}"#,
            r#"{"sensitive_attributes":[["password"]]}"#,
            r#"{"sensitive_attributes":[[["get_attr","password"]]]}"#,
        ] {
            assert!(serde_json::from_str::<InstanceObject<'_>>(json).is_err(), "{json}");
        }
    }
}
