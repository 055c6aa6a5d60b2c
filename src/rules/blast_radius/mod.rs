//! Blast radius: how far a plan reaches.

pub(super) mod critical_type;
