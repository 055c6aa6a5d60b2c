//! How `exposure.toml` is written, before it is sorted by type.

use serde::Deserialize;

use super::exposure::{Exposure, Grant, Ingress, Issuer, Policy, Ports, Removal, Statement, Value};

/// The whole file.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) world: World,
    pub(super) scope: ScopeWire,
    pub(super) ports: Ports,
    pub(super) ingress: Vec<Ingress>,
    pub(super) setting: Vec<SettingWire>,
    pub(super) creation: Vec<CreationWire>,
    pub(super) removal: Vec<Removal>,
    pub(super) grant: Grant,
    pub(super) statement: Statement,
    pub(super) issuer: Vec<Issuer>,
    pub(super) policy: Vec<Policy>,
}

/// What stands for everybody.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct World {
    pub(super) cidrs: Vec<String>,
}

/// What says what an opening applies to.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScopeWire {
    pub(super) paths: Vec<String>,
}

/// An attribute that opens something.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SettingWire {
    pub(super) rule: Exposure,
    #[serde(rename = "type")]
    pub(super) type_name: String,
    pub(super) path: String,
    #[serde(default)]
    pub(super) opens: Vec<Value>,
    #[serde(default)]
    pub(super) world: bool,
    #[serde(default)]
    pub(super) absent_opens: bool,
    #[serde(default)]
    pub(super) from: Vec<Value>,
    pub(super) when: Option<GuardWire>,
    pub(super) unless: Option<GuardWire>,
    #[serde(default)]
    pub(super) unless_set: Vec<String>,
    pub(super) words: String,
}

/// What another attribute must be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GuardWire {
    pub(super) path: String,
    pub(super) is: Vec<Value>,
}

/// Why it matters that an object is made.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CreationWire {
    pub(super) rule: Exposure,
    #[serde(rename = "type")]
    pub(super) type_name: String,
    pub(super) words: String,
}
