//! What the configuration in a plan declares, and what in it refers to what.

#[cfg(test)]
pub(super) mod configuration_fixtures;
pub(super) mod configured;
pub(super) mod declaration;
pub(super) mod given;
pub(super) mod literals;
pub(super) mod modules;
pub(super) mod origins;
pub(super) mod providers;
pub(super) mod reference;
pub(super) mod references;
pub(super) mod sources;
pub(super) mod traversal;
pub(super) mod upstream;

use crate::tofu::{Block, Raw};

/// The arguments of a block; none without any. What cannot be read was refused at the door (`input::expressions`).
pub(super) fn arguments(expressions: Option<Raw<'_>>) -> Block<'_> {
    let read = expressions.and_then(|expressions| Block::parse(expressions).ok());
    read.unwrap_or_default()
}
