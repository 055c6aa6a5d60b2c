//! The data source that a policy comes from, while its text is unknown.

use std::collections::BTreeSet;

use crate::facts::address::{Address, AddressMode};
use crate::facts::{Declaration, Facts, OriginKind, ResourceChange};
use crate::lint::{ChangeView, Context};

use super::waiting::origins;

/// A data source that writes policies, by the type that it has in configuration.
pub(super) struct Document<'c, 'a> {
    /// The instance that is read during apply: its blocks are known in part, its text is not.
    pub view: ChangeView<'c, 'a>,
    declaration: Declaration<'c, 'a>,
    facts: &'c Facts<'a>,
}

impl<'c, 'a> Document<'c, 'a> {
    /// The one data source of a type that the policy at a path without `[]` comes from, when it is read during apply.
    pub(super) fn of(
        context: &Context<'c, 'a>,
        change: &ResourceChange<'_>,
        path: &str,
        type_name: &str,
    ) -> Option<Self> {
        let mut origins = origins(context, change, path);
        let (Some(origin), None) = (origins.next(), origins.next()) else {
            return None;
        };
        let declaration = origin.declaration.filter(|_| origin.kind == OriginKind::Resource)?;
        let own = change.parsed.as_ref()?;
        if declaration.module().path() != own.module.config() {
            return None;
        }
        let block_name = declaration.name().strip_prefix("data.")?;
        let name = block_name.strip_prefix(type_name)?.strip_prefix('.')?;
        let block = |address: &Address| {
            let by_mode = own
                .module
                .cmp(&address.module)
                .then(AddressMode::Data.cmp(&address.mode));
            by_mode
                .then_with(|| (type_name, name).cmp(&(&*address.type_name, &*address.name)))
                .reverse()
        };
        // In the order of addresses the instances of a block stand together.
        let changes = &context.facts.changes;
        let from = changes.partition_point(|one| one.parsed.as_ref().is_some_and(|address| block(address).is_lt()));
        let rest = changes.get(from..)?.iter();
        let mut instances: Vec<_> = rest
            .take_while(|one| one.parsed.as_ref().is_some_and(|address| block(address).is_eq()))
            .collect();
        if instances.len() > 1 {
            instances.retain(|one| one.parsed.as_ref().is_some_and(|address| address.key == own.key));
        }
        let view = ChangeView::new(instances.first()?);
        Some(Self {
            view,
            declaration,
            facts: context.facts,
        })
    }

    /// Whether what is unknown in its blocks of a name comes from resources, and from nothing else. What resources are
    /// called is known after apply, and never that it is everything or everybody.
    pub(super) fn names_resources(&self, block: &str) -> bool {
        let references = self.facts.modules().references();
        references.comes_from_resources(self.declaration, block)
    }

    /// The resources of a type that its blocks of a name refer to, as the plan makes them.
    pub(super) fn made_of(&self, block: &str, type_name: &str) -> Vec<&'c ResourceChange<'a>> {
        let references = self.facts.modules().references();
        let origins = references.waits_for(self.declaration, block);
        let blocks = origins.filter_map(|origin| origin.declaration);
        let blocks: BTreeSet<String> = blocks.map(Declaration::address).collect();
        let of_type = self
            .facts
            .changes
            .iter()
            .filter(|change| change.type_name() == type_name);
        let is_meant = |change: &&ResourceChange<'a>| {
            let address = change.parsed.as_ref();
            address.is_some_and(|address| blocks.contains(&address.config()))
        };
        of_type.filter(is_meant).collect()
    }

    /// Whether a part of it is sensitive.
    pub(super) fn is_sensitive(&self) -> bool {
        self.view.after().may_hold_sensitive()
    }
}
