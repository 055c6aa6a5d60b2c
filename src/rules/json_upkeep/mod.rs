//! What works today and has to be kept up: secrets, versions, leftovers.
//!
//! What they say is found and put into words by `rules::configuration`: each is a row, and its page.

use crate::lint::Level::{Error, Note, Warning};
use crate::lint::Rule;

/// A rule of this family.
const fn rule(id: &'static str, level: crate::lint::Level, summary: &'static str, page: &'static str) -> Rule {
    Rule::of_configuration("json-upkeep", id, level, summary, page)
}

pub(super) const CDKTF_METADATA: Rule = rule(
    "cdktf-metadata",
    Note,
    "a generator's notes do not match the block beside them",
    include_str!("cdktf_metadata.md"),
);

pub(super) const FEATURE_TOO_NEW: Rule = rule(
    "feature-too-new",
    Warning,
    "something is newer than the oldest version that the module allows",
    include_str!("feature_too_new.md"),
);

pub(super) const PROVIDER_NO_SOURCE: Rule = rule(
    "provider-no-source",
    Warning,
    "nothing says where a provider comes from",
    include_str!("provider_no_source.md"),
);

pub(super) const PROVIDER_UNPINNED: Rule = rule(
    "provider-unpinned",
    Warning,
    "a required provider has no version",
    include_str!("provider_unpinned.md"),
);

pub(super) const REMOVED_FEATURE: Rule = rule(
    "removed-feature",
    Error,
    "something is used that later versions no longer have",
    include_str!("removed_feature.md"),
);

pub(super) const REMOVED_WITHOUT_LIFECYCLE: Rule = rule(
    "removed-without-lifecycle",
    Warning,
    "a removed block does not say what happens to the object",
    include_str!("removed_without_lifecycle.md"),
);

pub(super) const SECRET_IN_CONFIG: Rule = rule(
    "secret-in-config",
    Error,
    "a secret is written in the configuration",
    include_str!("secret_in_config.md"),
);

pub(super) const UNUSED_DECLARATION: Rule = rule(
    "unused-declaration",
    Note,
    "nothing uses what is declared",
    include_str!("unused_declaration.md"),
);

pub(super) const UNUSED_SUPPRESSION: Rule = rule(
    "unused-suppression",
    Note,
    "a comment that should permit a finding permits nothing",
    include_str!("unused_suppression.md"),
);
