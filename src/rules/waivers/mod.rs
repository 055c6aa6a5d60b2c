//! Waivers: permitted exceptions that have ended, permit nothing, or permit more than they were given for; and settings
//! that permit what nobody named.
//!
//! These rules look at no document: what they say is found when all documents were judged, by `lint::waiver`.

pub(super) mod broad_waiver;
pub(super) mod expired_waiver;
pub(super) mod unused_waiver;
pub(super) mod weakened_gate;
