//! What configuration says about a value that is unknown before apply.

use crate::facts::{Configured, ConfiguredResource, Declaration, Fate, Origin, ResourceChange};
use crate::lint::Context;
use crate::rules::data::exposure::table;

/// Whether configuration sets what is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// An expression stands there.
    Yes,
    /// None does: the provider will choose, as it does for everybody.
    No,
    /// The document has no configuration of the resource, or none that can be read.
    Maybe,
}

/// How many blocks of one name are looked at for an argument; the rest is taken to be like them.
const MOST_BLOCKS: usize = 32;

/// Whether an attribute is written in configuration, at a path such as `rule[].cidrs`.
///
/// A block that is not seen at all may be a `dynamic` one, which no plan shows. It counts as not written where the
/// provider may choose it for a new object, as it nearly always does then. What is there already keeps what a provider
/// has chosen, so that somebody wrote what is unknown about it; and so it is of blocks that no provider chooses, and
/// where the plan has blocks of which only parts are unknown.
pub(super) fn written(context: &Context<'_, '_>, change: &ResourceChange<'_>, path: &str) -> Written {
    let Some(resource) = configured(context, change) else {
        return Written::Maybe;
    };
    // Elements stand in an expression as a whole.
    let path = path.strip_suffix("[]").unwrap_or(path);
    let first = path.split(['.', '[']).next().unwrap_or(path);
    match resource.argument(first) {
        Configured::Absent if first != path && (is_made(change, first) || is_somebodys(change, first, path)) => {
            return Written::Maybe;
        }
        Configured::Absent => return Written::No,
        Configured::Maybe => return Written::Maybe,
        _ if first == path => return Written::Yes,
        _ => {}
    }
    for index in 0..MOST_BLOCKS {
        // Only the first list is walked; below it, blocks are single in nearly all types.
        let at = path.replacen("[]", &format!("[{index}]"), 1).replace("[]", "[0]");
        match resource.argument(&at) {
            Configured::Absent => {}
            Configured::Maybe if index > 0 => return Written::No,
            Configured::Maybe => return Written::Maybe,
            _ => return Written::Yes,
        }
    }
    Written::No
}

/// Whether a path leads through blocks of a name that no provider writes, or none any more.
fn is_somebodys(change: &ResourceChange<'_>, name: &str, path: &str) -> bool {
    let is_block = path.strip_prefix(name).is_some_and(|rest| rest.starts_with("[]"));
    is_block && (change.fate == Fate::Update || table().is_never_chosen(change.type_name(), name))
}

/// Whether there are blocks of a name of which more is known than that there will be some.
fn is_made(change: &ResourceChange<'_>, name: &str) -> bool {
    let Ok(after) = change.after() else { return false };
    let blocks = after.root().at_path(&format!("{name}[]"));
    blocks.iter().any(|block| !block.is_unknown() && !block.is_unset())
}

/// What the value at a path without `[]` comes from.
pub(super) fn origins<'c, 'a>(
    context: &Context<'c, 'a>,
    change: &ResourceChange<'_>,
    path: &str,
) -> impl Iterator<Item = Origin<'c, 'a>> {
    let resource = configured(context, change);
    let references = context.facts.modules().references();
    resource
        .into_iter()
        .flat_map(move |resource| references.waits_for(resource.declaration, path))
}

/// Whether the value at a path without `[]` comes from resources, and from nothing else.
pub(super) fn comes_from_resources(context: &Context<'_, '_>, change: &ResourceChange<'_>, path: &str) -> bool {
    let references = context.facts.modules().references();
    configured(context, change).is_some_and(|resource| references.comes_from_resources(resource.declaration, path))
}

/// Whether the value at a path comes from resources of these types, which the plan makes or has, and from nothing else.
pub(super) fn comes_only_from(
    context: &Context<'_, '_>,
    change: &ResourceChange<'_>,
    path: &str,
    types: &[String],
) -> bool {
    // What a data source finds may be anybody's, and its name begins with `data.`.
    comes_only_where(context, change, path, |name| is_of(name, types) == Some(true))
}

/// Whether the value at a path comes from resources of other types than these, and from nothing else.
pub(super) fn comes_only_from_others(
    context: &Context<'_, '_>,
    change: &ResourceChange<'_>,
    path: &str,
    types: &[String],
) -> bool {
    comes_only_where(context, change, path, |name| {
        is_of(name.strip_prefix("data.").unwrap_or(name), types) == Some(false)
    })
}

/// Whether a name is that of a resource of one of the types; `None` where it names no resource.
fn is_of(name: &str, types: &[String]) -> Option<bool> {
    let (type_name, _) = name.split_once('.')?;
    Some(types.iter().any(|one| one == type_name))
}

/// Whether the value at a path comes from declarations with such names, and from nothing else.
fn comes_only_where(
    context: &Context<'_, '_>,
    change: &ResourceChange<'_>,
    path: &str,
    is_meant: impl Fn(&str) -> bool,
) -> bool {
    let references = context.facts.modules().references();
    let is = |declaration: Declaration<'_, '_>| is_meant(declaration.name());
    let path = path.replace("[]", "");
    configured(context, change).is_some_and(|resource| references.comes_only_from(resource.declaration, &path, is))
}

fn configured<'c, 'a>(context: &Context<'c, 'a>, change: &ResourceChange<'_>) -> Option<ConfiguredResource<'c, 'a>> {
    context.facts.modules().resource(change.parsed.as_ref()?)
}
