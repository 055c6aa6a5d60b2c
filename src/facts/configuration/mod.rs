//! What the configuration in a plan declares, and what in it refers to what.

#[cfg(test)]
pub(super) mod configuration_fixtures;
pub(super) mod configured;
pub(super) mod declaration;
pub(super) mod given;
pub(super) mod instances;
pub(super) mod literal;
pub(super) mod literals;
mod made;
pub(super) mod modules;
pub(super) mod origins;
pub(super) mod providers;
pub(super) mod reference;
pub(super) mod references;
pub(super) mod sources;
pub(super) mod traversal;
pub(super) mod upstream;

use crate::tofu::{Arguments, Block};

/// The arguments of a block; none without any.
pub(super) fn arguments<'w, 'a>(expressions: Option<&'w Arguments<'a>>) -> &'w Block<'a> {
    expressions.map_or(Block::EMPTY, Arguments::block)
}
