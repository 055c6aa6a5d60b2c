//! What stands in a block when no schema says so: shape and configuration decide.

use std::borrow::Cow;

use crate::facts::attr::{Attr, Kind};
use crate::order;

use super::schema::{Attribute, Block, Nested};

/// In bytes: a block is written with its name however many there are of it, and no provider's has a longer one.
const LONGEST_NAME: usize = 1024;

/// How deep blocks may stand in blocks.
const MAX_DEPTH: usize = 16;

/// A schema that fits both sides of an object. `is_block` says what is known of a name at the top, if anything.
pub(super) fn block<'a>(
    before: Attr<'_, 'a>,
    after: Attr<'_, 'a>,
    is_block: impl Fn(&str) -> Option<bool>,
) -> Block<'a> {
    infer(&[before, after], &is_block, 0)
}

fn infer<'a>(objects: &[Attr<'_, 'a>], is_block: &dyn Fn(&str) -> Option<bool>, depth: usize) -> Block<'a> {
    let mut members: Vec<(Cow<'a, str>, Attr<'_, 'a>)> = objects.iter().flat_map(|object| object.entries()).collect();
    // Stable: of one name the sides stay in their order.
    order::sort_by(&mut members, |(one, _), (two, _)| one.cmp(two));
    // What is made was not there before, and what goes is not there afterwards.
    let there = objects.iter().filter(|object| !object.is_unset()).count();
    let mut found = Block {
        old_kit: true,
        ..Block::default()
    };
    for same in members.chunk_by(|(one, _), (two, _)| one == two) {
        let Some((name, _)) = same.first() else {
            continue;
        };
        let values = || same.iter().map(|(_, value)| *value);
        match mode(name, same, there, is_block).filter(|_| depth < MAX_DEPTH && name.len() <= LONGEST_NAME) {
            Some(mode) => {
                let inside: Vec<_> = match mode {
                    Nested::List => values().flat_map(Attr::items).collect(),
                    _ => values().collect(),
                };
                let block = infer(&inside, &|_| None, depth + 1);
                found.blocks.push((name.clone(), mode, block));
            }
            None => found.attributes.push((name.clone(), Attribute::dynamic())),
        }
    }
    found
}

/// How the values of one name are blocks, if they are; `objects` is how many objects there are that could have one.
fn mode(
    name: &str,
    same: &[(Cow<'_, str>, Attr<'_, '_>)],
    objects: usize,
    is_block: &dyn Fn(&str) -> Option<bool>,
) -> Option<Nested> {
    let values = || same.iter().map(|(_, value)| *value);
    // Most values are no containers, whatever the configuration says.
    if !values().any(Attr::is_container) && !values().all(|value| matches!(value.kind(), None | Some(Kind::Null))) {
        return None;
    }
    let known = is_block(name);
    let lists_of_objects = values().all(|value| {
        let items = value.kind() != Some(Kind::Array) || value.items().all(|item| item.kind() == Some(Kind::Object));
        items && matches!(value.kind(), None | Some(Kind::Null | Kind::Array))
    });
    let holds_some = || values().any(|value| value.items().next().is_some());
    // Blocks that are not written stand there as an empty list.
    let stays_empty = || same.len() == objects && !holds_some() && values().all(Attr::is_container);
    let one_object = || values().all(|value| matches!(value.kind(), None | Some(Kind::Null | Kind::Object)));
    if lists_of_objects && (known == Some(true) || known.is_none() && (holds_some() || stays_empty())) {
        Some(Nested::List)
    } else if known == Some(true) && one_object() {
        Some(Nested::Single)
    } else {
        None
    }
}
