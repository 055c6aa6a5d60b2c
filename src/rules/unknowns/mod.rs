//! Unknowns and noise: what nobody can judge before apply, and changes that change nothing.

pub(super) mod deferred_data_read;
pub(super) mod noisy_change;
pub(super) mod unknown_critical_attribute;
pub(super) mod unknown_instances;
