//! What works today and has to be kept up: secrets, versions, leftovers.
//!
//! What they say is found and put into words by `rules::configuration`: each is a row, and its page.

use crate::lint::Level::{Error, Note, Warning};
use crate::lint::Rule;

/// A rule of this family.
const fn rule(id: &'static str, level: crate::lint::Level, summary: &'static str, page: fn() -> &'static str) -> Rule {
    Rule::of_configuration("json-upkeep", id, level, summary, page)
}

pub(super) const CDKTF_METADATA: Rule = rule(
    "cdktf-metadata",
    Note,
    "a generator's notes do not match the block beside them",
    page!("json_upkeep/cdktf_metadata"),
);

pub(super) const FEATURE_TOO_NEW: Rule = rule(
    "feature-too-new",
    Warning,
    "something is newer than the oldest version that the module allows",
    page!("json_upkeep/feature_too_new"),
);

pub(super) const PROVIDER_NO_SOURCE: Rule = rule(
    "provider-no-source",
    Warning,
    "nothing says where a provider comes from",
    page!("json_upkeep/provider_no_source"),
);

pub(super) const PROVIDER_UNPINNED: Rule = rule(
    "provider-unpinned",
    Warning,
    "a required provider has no version",
    page!("json_upkeep/provider_unpinned"),
);

pub(super) const REMOVED_FEATURE: Rule = rule(
    "removed-feature",
    Error,
    "something is used that later versions no longer have",
    page!("json_upkeep/removed_feature"),
);

pub(super) const REMOVED_WITHOUT_LIFECYCLE: Rule = rule(
    "removed-without-lifecycle",
    Warning,
    "a removed block does not say what happens to the object",
    page!("json_upkeep/removed_without_lifecycle"),
);

pub(super) const SECRET_IN_CONFIG: Rule = rule(
    "secret-in-config",
    Error,
    "a secret is written in the configuration",
    page!("json_upkeep/secret_in_config"),
);

pub(super) const UNUSED_DECLARATION: Rule = rule(
    "unused-declaration",
    Note,
    "nothing uses what is declared",
    page!("json_upkeep/unused_declaration"),
);

pub(super) const UNUSED_SUPPRESSION: Rule = rule(
    "unused-suppression",
    Note,
    "a comment that should permit a finding permits nothing",
    page!("json_upkeep/unused_suppression"),
);
