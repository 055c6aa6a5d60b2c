//! Hygiene: what a team agreed on: tags, types, regions, names.

pub(super) mod forbidden_region;
pub(super) mod forbidden_type;
pub(super) mod missing_tags;
pub(super) mod naming;
