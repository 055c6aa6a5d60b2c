//! How types say who may connect, as `[[ingress]]` of `exposure.toml` says it.

use serde::Deserialize;

use crate::rules::wildcard::Wildcard;

/// How a type says who may connect to which ports; the file explains the fields.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Ingress {
    /// Where a type that describes objects of many kinds says which.
    pub kind: Option<String>,
    /// The kinds that the entry is of.
    #[serde(default)]
    pub kinds: Vec<Wildcard>,
    pub block: Option<String>,
    pub cidrs: Vec<String>,
    #[serde(default)]
    pub everybody: Vec<String>,
    /// The path of the last address of a range whose first one is at `cidrs`.
    pub until: Option<String>,
    /// How many bits of an address name the network, where that stands apart.
    pub bits: Option<String>,
    /// Paths that make a rule without networks harmless; without the list, such a rule lets nobody in.
    pub else_everybody: Option<Vec<String>>,
    /// Whether such a rule is at most a warning, and nothing where its ports rule over nothing.
    #[serde(default)]
    pub mild: bool,
    /// The path, in the object, of notes of which some keep it off the internet.
    pub annotations: Option<String>,
    /// Paths of what it applies to.
    #[serde(default)]
    pub targets: Vec<String>,
    #[serde(default)]
    pub from_port: Vec<String>,
    #[serde(default)]
    pub to_port: Vec<String>,
    #[serde(default)]
    pub ports: Vec<String>,
    pub port_block: Option<String>,
    #[serde(default)]
    pub every_port: Vec<String>,
    pub protocol: Option<String>,
    #[serde(default)]
    pub every_protocol: Vec<String>,
    pub direction: Option<String>,
    #[serde(default)]
    pub inbound: Vec<String>,
    pub access: Option<String>,
    #[serde(default)]
    pub allow: Vec<String>,
    /// Whether a rule that does not say whether it lets in lets nobody in.
    #[serde(default)]
    pub closed_by_default: bool,
    pub disabled: Option<String>,
    /// Paths that make a rule harmless when one holds anything.
    #[serde(default)]
    pub unless_set: Vec<String>,
}

impl Ingress {
    /// Every path of an object that says who is let in through what, with the block that it stands in.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        let single = [&self.kind, &self.block, &self.bits, &self.port_block, &self.protocol];
        let more = [&self.direction, &self.access, &self.disabled, &self.until];
        let lists = [
            &self.cidrs,
            &self.from_port,
            &self.to_port,
            &self.ports,
            &self.unless_set,
        ];
        let in_block = self.block.is_some();
        let paths = single.into_iter().chain(more).flatten();
        let paths = paths
            .chain(lists.into_iter().flatten())
            .chain(self.else_everybody.iter().flatten());
        // What stands in a block is none of the object's own attributes.
        paths
            .filter(move |path| !in_block || Some(*path) == self.block.as_ref())
            .map(String::as_str)
    }
}
