//! Which provider a name stands for in a module.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::declaration::DeclarationKind;
use super::module::Module;
use super::provider_source::is_source;
use crate::hcljson::{Kind, Node};
use crate::tofu::{OFFICIAL, ProviderAddress};

/// The address of a provider, in small letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    /// `None` for the registry of the engine.
    host: Option<String>,
    namespace: String,
    name: String,
}

/// What a module requires.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Requirements {
    /// By name; `None` for something of which nobody knows what it is: it is in the native syntax, or is wrong itself.
    named: BTreeMap<String, Option<Address>>,
    /// Whether there may be others.
    more: bool,
}

impl Requirements {
    /// The provider that is meant by a name that the module requires, or else the one that is meant where nothing is
    /// said; `None` where nobody knows.
    pub(super) fn meant_by(&self, name: &str) -> Option<Address> {
        match self.named.get(name) {
            Some(known) => known.clone(),
            None => (!self.more).then(|| Address::official(name)),
        }
    }

    /// Whether the module requires something by a name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.named.contains_key(name)
    }
}

impl Address {
    /// The one that a name stands for where nothing is required.
    pub(super) fn official(name: &str) -> Self {
        Self {
            host: None,
            namespace: OFFICIAL.to_owned(),
            name: name.to_lowercase(),
        }
    }

    /// Whether it is one of those that are meant where nothing is said.
    pub(super) fn is_official(&self) -> bool {
        self.host.is_none() && self.namespace == OFFICIAL
    }

    /// Of a source as it is written.
    fn read(source: &str, registry: &str) -> Option<Self> {
        if !is_source(source) || !source.is_ascii() || source.contains(':') {
            return None;
        }
        let source = source.to_ascii_lowercase();
        // Which one that is depends on who reads it.
        let address = Some(source.as_str()).filter(|source| *source != "terraform")?;
        let (host, namespace, name) = ProviderAddress::new(address).parts()?;
        Some(Self {
            host: host.filter(|host| *host != registry).map(str::to_owned),
            namespace: namespace.to_owned(),
            name: name.to_owned(),
        })
    }
}

impl Module<'_, '_> {
    /// What the module requires, by the names that it has for it.
    pub(super) fn requirements(&self) -> Requirements {
        let mut named = BTreeMap::new();
        let native = self.declarations.iter();
        let native = native.filter(|one| one.kind == DeclarationKind::RequiredProvider && one.block.is_none());
        for name in native.filter_map(|one| one.labels.first()) {
            named.insert(name.to_owned(), None);
        }
        let blocks = self.of_kind("terraform");
        let blocks = blocks.flat_map(|top| top.content.blocks_of("required_providers"));
        for entry in blocks.flat_map(|block| block.body.node().properties()) {
            let name = entry.name();
            let address = self.address(&name, entry.value());
            match named.entry(name.into_owned()) {
                Entry::Vacant(first) => {
                    first.insert(address);
                }
                // Of several one counts.
                Entry::Occupied(mut other) => {
                    other.insert(None);
                }
            }
        }
        let more = !self.complete;
        Requirements { named, more }
    }

    fn address(&self, name: &str, entry: Node<'_, '_>) -> Option<Address> {
        let registry = || self.ask(|engine| engine.flavor.registry());
        match (entry.kind(), entry.get("source")) {
            (Kind::Object, Some(source)) => {
                let source = source.string()?;
                // Most have no host, and are the same to both.
                let has_host = source.as_str().matches('/').count() > 1;
                Address::read(source.as_str(), if has_host { registry() } else { "" })
            }
            (Kind::Object, None) | (Kind::String | Kind::Escaped, _) if name != "terraform" => {
                Some(Address::official(name))
            }
            _ => None,
        }
    }
}
