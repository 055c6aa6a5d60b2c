//! The attributes that a change sets to what its values do not tell: known only after apply, write-only, or secret until
//! now.

use std::borrow::Cow;

use crate::facts::Facts;
use crate::facts::attr::{Attr, Object};
use crate::facts::change::{Fate, ResourceChange};
use crate::facts::configuration::configured::ConfiguredResource;
use crate::facts::difference::unknown_members;
use crate::json::{ReadError, scan};
use crate::tofu::{Argument, Block, Expression, Raw};

/// A block, and names of attributes of it.
pub(in crate::facts) type InBlock<'f, 'a> = (ConfiguredResource<'f, 'a>, Vec<Cow<'a, str>>);

/// The block of a change and the attributes that its values leave open, in the order of names; `None` where no block is
/// known.
///
/// A write-only argument is `null` in all values (O1.11, T1.11), so that what is written for it is all there is. One
/// that comes to nothing looks the same, and is among them.
pub(in crate::facts) fn attributes<'f, 'a>(
    facts: &'f Facts<'a>,
    change: &ResourceChange<'a>,
) -> Result<Option<InBlock<'f, 'a>>, ReadError> {
    let Some(block) = facts.configured(change) else {
        return Ok(None);
    };
    let mut names = unknown_members(change.wire.change.after_unknown);
    let writes = matches!(
        change.fate,
        Fate::Create | Fate::Update | Fate::Replace(_) | Fate::Unrecognized
    );
    if let (true, Some(after)) = (writes, change.wire.change.after) {
        names.extend(write_only(block.block(), after)?);
        // What was secret no text may tell, though it is shown from now on.
        let lost = change.lost_marks().into_iter();
        names.extend(lost.map(|mark| Cow::Owned(mark.path.split(['.', '[']).next().unwrap_or_default().to_owned())));
        names.sort_unstable();
        names.dedup();
    }
    Ok(Some((block, names)))
}

/// The arguments that give something of which the object after a change has nothing, or nothing in a part.
fn write_only<'a>(arguments: &Block<'_>, after: Raw<'a>) -> Result<Vec<Cow<'a, str>>, ReadError> {
    let (mut names, mut blocks) = (Vec::new(), Vec::new());
    for member in scan::members(after.text(), 0) {
        let end = scan::end_of_value(after.text(), member.value_start);
        let value = end.and_then(|end| after.text().get(member.value_start..end));
        match arguments.get(&member.key) {
            Some(Argument::Expression(expression)) if value == Some("null") && gives(expression) => {
                names.push(member.key);
            }
            // Most blocks have nothing of the kind and need not be read.
            Some(Argument::Block(_) | Argument::Blocks(_)) if value.is_some_and(|value| value.contains("null")) => {
                blocks.push(member);
            }
            _ => {}
        }
    }
    let object = Object::of_members(Some(after), None, None, &blocks)?;
    let lacking = object.root().entries().filter(|(name, value)| {
        let argument = arguments.get(name);
        argument.is_some_and(|argument| lacks(*value, argument))
    });
    names.extend(lacking.map(|(name, _)| name));
    Ok(names)
}

/// Whether what stands there has nothing of what an argument gives.
fn lacks(value: Attr<'_, '_>, argument: &Argument<'_>) -> bool {
    let any = |value: Attr<'_, '_>, block: &Block<'_>| {
        let lacks_here = |value: Attr<'_, '_>| {
            let mut arguments = block.arguments();
            arguments.any(|(name, argument)| lacks(value.get(name), argument))
        };
        // A block that is not there gives nothing.
        !value.is_unset() && (value.items().any(lacks_here) || (value.items().next().is_none() && lacks_here(value)))
    };
    match argument {
        Argument::Empty => false,
        Argument::Expression(expression) => value.is_unset() && gives(expression),
        Argument::Block(block) => any(value, block),
        Argument::Blocks(blocks) => blocks.iter().any(|block| any(value, block)),
    }
}

/// Whether it refers to anything, or is a constant and not `null`.
fn gives(expression: &Expression<'_>) -> bool {
    !expression.references.is_empty() || expression.constant_value.is_some_and(|constant| !constant.is_null())
}
