//! What stores of secrets keep: secrets, whatever they are called, and settings, which are none.

use crate::facts::{Literal, LiteralBlock, Step};
use crate::rules::data::{Called, Kept, Naming, SecretShapes, Store};

use super::{LOOKS_LIKE_ONE, PERHAPS_ONE, STANDS_FOR_ONE, argument, is_id, secret_in};

/// What a literal is that the store keeps, in words; `is_marked` says whether the provider marks it.
pub(super) fn secret(
    store: &Store,
    block: &LiteralBlock<'_>,
    literal: &Literal<'_>,
    is_marked: bool,
) -> Option<&'static str> {
    let shapes = SecretShapes::builtin();
    let [Step::Key(_), members @ ..] = literal.path.as_slice() else {
        return None;
    };
    let name = literal.name();
    // Tokens, scripts and URLs tell themselves what they are.
    let own = literal.ask(|text| secret_in(text, Naming::Other));
    let is_named_id = |words: &str| words.ends_with(" id") && called(store, block) == Called::Id;
    if own.is_some_and(|words| !is_id(name, words) && !is_named_id(words)) {
        return own;
    }
    if store.members {
        let is_secret = |text: &str| shapes.keeps_as_member(name, text, is_marked);
        return (!members.is_empty() && literal.ask(is_secret)).then_some(LOOKS_LIKE_ONE);
    }
    literal.ask(|text| match shapes.keeps_in_document(text, is_marked) {
        Some(keeps) => keeps.then_some("a JSON text with a secret in it"),
        None => match shapes.kept(called(store, block), text, is_marked)? {
            Kept::Perhaps => Some(PERHAPS_ONE),
            Kept::Secret if is_marked => Some(STANDS_FOR_ONE),
            Kept::Secret => Some(LOOKS_LIKE_ONE),
        },
    })
}

/// What the names beside what a store keeps tell of it, or that of the block where none is written.
fn called(store: &Store, block: &LiteralBlock<'_>) -> Called {
    let shapes = SecretShapes::builtin();
    let is_name = |name: &str| match &store.name {
        Some(says) => says == name,
        None => shapes.is_name_of_pair(name),
    };
    let names = block
        .literals
        .iter()
        .filter(|literal| argument(literal).is_some_and(is_name));
    let told = names.map(|name| name.ask(|text| shapes.called_in_store(text)));
    told.min().unwrap_or_else(|| {
        let own = block.address.rsplit('.').next().unwrap_or_default();
        let last = own.rsplit('_').next().unwrap_or_default();
        match shapes.called_in_store(own) {
            // Blocks are called after what the secret is of, and that they hold one.
            _ if shapes.called_in_store(last) == Called::Thing => Called::Untold,
            Called::Secret if shapes.naming(own) != Naming::Secret => Called::Untold,
            Called::Perhaps => Called::Untold,
            told => told,
        }
    })
}
