//! What stands in a block when no schema says so: shape and configuration decide.

use std::collections::BTreeMap;

use crate::facts::attr::{Attr, Kind};

use super::schema::{Attribute, Block, Nested};

/// How deep blocks may stand in blocks.
const MAX_DEPTH: usize = 16;

/// A schema that fits both sides of an object. `is_block` says what is known of a name at the top, if anything.
pub(super) fn block(before: Attr<'_, '_>, after: Attr<'_, '_>, is_block: impl Fn(&str) -> Option<bool>) -> Block {
    infer(&[before, after], &is_block, 0)
}

fn infer(objects: &[Attr<'_, '_>], is_block: &dyn Fn(&str) -> Option<bool>, depth: usize) -> Block {
    let mut by_name: BTreeMap<String, Vec<Attr<'_, '_>>> = BTreeMap::new();
    for (name, value) in objects.iter().flat_map(|object| object.entries()) {
        by_name.entry(name.into_owned()).or_default().push(value);
    }
    let mut found = Block::default();
    for (name, values) in by_name {
        let known = is_block(&name);
        let lists_of_objects = values.iter().all(|value| {
            let items =
                value.kind() != Some(Kind::Array) || value.items().all(|item| item.kind() == Some(Kind::Object));
            items && matches!(value.kind(), None | Some(Kind::Null | Kind::Array))
        });
        let holds_some = values.iter().any(|value| value.items().next().is_some());
        let one_object = values
            .iter()
            .all(|value| matches!(value.kind(), None | Some(Kind::Null | Kind::Object)));
        // Blocks that are not written stand there as an empty list.
        let stays_empty =
            values.len() == objects.len() && !holds_some && values.iter().all(|value| value.is_container());
        let mode = if lists_of_objects && (known == Some(true) || known.is_none() && (holds_some || stays_empty)) {
            Some(Nested::List)
        } else if one_object && known == Some(true) {
            Some(Nested::Single)
        } else {
            None
        };
        match mode.filter(|_| depth < MAX_DEPTH) {
            Some(mode) => {
                let inside: Vec<_> = match mode {
                    Nested::List => values.iter().flat_map(|value| value.items()).collect(),
                    _ => values,
                };
                found.blocks.push((name, mode, infer(&inside, &|_| None, depth + 1)));
            }
            None => found.attributes.push((name, Attribute::dynamic())),
        }
    }
    found
}
