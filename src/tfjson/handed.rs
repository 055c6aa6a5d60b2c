//! Configurations of providers that callers hand to a module.

use std::collections::{BTreeMap, BTreeSet};

use super::declaration::DeclarationKind;
use super::module::Module;
use super::provider_reference::bare;
use crate::hcljson::{Node, Property};

/// The names that configurations have in the module that is called: `aws`, `aws.west`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Handed {
    names: BTreeSet<String>,
    /// Whether a call is not known: it is in the native syntax.
    more: bool,
}

impl Handed {
    /// Adds what the same call hands to it in the eyes of another engine.
    pub(crate) fn add(&mut self, others: Self) {
        self.names.extend(others.names);
        self.more |= others.more;
    }

    /// Keeps what another call hands to it, too: the engines read the module once a call. Whether any is less.
    pub(crate) fn keep_common(&mut self, other: Self) -> bool {
        if other.more {
            return false;
        }
        if self.more {
            *self = other;
            return true;
        }
        let before = self.names.len();
        self.names.retain(|name| other.names.contains(name));
        self.names.len() < before
    }

    /// Whether a caller may hand it this one.
    pub(super) fn may_have(&self, name: &str) -> bool {
        self.more || self.names.contains(name)
    }
}

impl Module<'_, '_> {
    /// What each call hands to its module, by the names of the calls.
    #[must_use]
    pub(crate) fn handed_by_calls(&self) -> BTreeMap<String, Handed> {
        let mut all: BTreeMap<String, Handed> = BTreeMap::new();
        let calls = self.declarations.iter();
        for call in calls.filter(|declaration| declaration.kind == DeclarationKind::Module) {
            let Some(name) = call.labels.first() else { continue };
            let handed = all.entry(name.to_owned()).or_default();
            let Some(top) = call.block.and_then(|block| self.blocks.get(block)) else {
                handed.more = true;
                continue;
            };
            let providers = top.content.attribute("providers").map(Property::value);
            let names = providers.into_iter().flat_map(Node::properties).map(Property::name);
            handed.names.extend(names.map(|name| bare(&name).into_owned()));
        }
        all
    }
}
