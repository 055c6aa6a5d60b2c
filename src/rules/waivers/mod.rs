//! Waivers: permitted exceptions that have ended, permit nothing, or permit more than they were given for.
//!
//! These rules look at no document: what they say is found when all documents were judged, by `lint::waiver`.

pub(super) mod broad_waiver;
pub(super) mod expired_waiver;
pub(super) mod unused_waiver;
