//! The data source that a policy comes from, while its text is unknown.

use crate::facts::address::{Address, AddressMode};
use crate::facts::{OriginKind, ResourceChange};
use crate::lint::{ChangeView, Context};

use super::statement::{Statement, of_document};
use super::waiting::origins;

/// The data source that writes policies, as its blocks are named in configuration, and its type.
const DOCUMENT: &str = "data.aws_iam_policy_document";
const TYPE: &str = "aws_iam_policy_document";

/// The statements of the one data source that a policy comes from, when it is read during apply, and whether a part of
/// them is sensitive.
pub(super) fn document(
    context: &Context<'_, '_>,
    change: &ResourceChange<'_>,
    path: &str,
) -> Option<(Vec<Statement>, bool)> {
    let mut origins = origins(context, change, path);
    let (Some(origin), None) = (origins.next(), origins.next()) else {
        return None;
    };
    let declaration = origin.declaration.filter(|_| origin.kind == OriginKind::Resource)?;
    let own = change.parsed.as_ref()?;
    if declaration.module().path() != own.module.config() {
        return None;
    }
    let name = declaration.name().strip_prefix(DOCUMENT)?.strip_prefix('.')?;
    let block = |address: &Address| {
        let by_mode = own
            .module
            .cmp(&address.module)
            .then(AddressMode::Data.cmp(&address.mode));
        by_mode
            .then_with(|| (TYPE, name).cmp(&(&*address.type_name, &*address.name)))
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
    let mut statements = of_document(view.after())?;
    // What resources are called is known after apply, and never that it is everything.
    let references = context.facts.modules().references();
    if references.comes_from_resources(declaration, "statement") {
        statements.iter_mut().for_each(Statement::name_unknown);
    }
    Some((statements, view.after().may_hold_sensitive()))
}
