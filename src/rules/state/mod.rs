//! State: what is wrong in a state, also in the one that a plan starts from.

pub(super) mod dangling_dependency;
pub(super) mod deposed_object;
pub(super) mod duplicate_object;
pub(super) mod empty_prior_state;
pub(super) mod mixed_schema_versions;
pub(super) mod newer_state_writer;
pub(super) mod orphaned_resource;
pub(super) mod secret_in_state;
pub(super) mod tainted_resource;

pub(super) use orphaned_resource::orphans;
