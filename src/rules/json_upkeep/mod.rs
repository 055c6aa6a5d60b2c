//! What works today and has to be kept up: secrets, versions, leftovers.
//!
//! What they say is found and put into words by `rules::configuration`: each is a row, and its page.

use crate::lint::Level::{Error, Note, Warning};
use crate::lint::Rule;
use crate::rules::configuration::Family;

const FAMILY: Family = Family("json-upkeep");

pub(super) const CDKTF_METADATA: Rule = FAMILY.rule(
    "cdktf-metadata",
    Note,
    "a generator's notes do not match the block beside them",
    page!("json_upkeep/cdktf_metadata"),
);

pub(super) const FEATURE_TOO_NEW: Rule = FAMILY.rule(
    "feature-too-new",
    Warning,
    "something is newer than the oldest version that the module allows",
    page!("json_upkeep/feature_too_new"),
);

pub(super) const PROVIDER_NO_SOURCE: Rule = FAMILY.rule(
    "provider-no-source",
    Warning,
    "nothing says where a provider comes from",
    page!("json_upkeep/provider_no_source"),
);

pub(super) const PROVIDER_UNPINNED: Rule = FAMILY.rule(
    "provider-unpinned",
    Warning,
    "a required provider has no version",
    page!("json_upkeep/provider_unpinned"),
);

pub(super) const REMOVED_FEATURE: Rule = FAMILY.rule(
    "removed-feature",
    Error,
    "something is used that later versions no longer have",
    page!("json_upkeep/removed_feature"),
);

pub(super) const REMOVED_WITHOUT_LIFECYCLE: Rule = FAMILY.rule(
    "removed-without-lifecycle",
    Warning,
    "a removed block does not say what happens to the object",
    page!("json_upkeep/removed_without_lifecycle"),
);

pub(super) const SECRET_IN_CONFIG: Rule = FAMILY.rule(
    "secret-in-config",
    Error,
    "a secret is written in the configuration",
    page!("json_upkeep/secret_in_config"),
);

pub(super) const UNUSED_DECLARATION: Rule = FAMILY.rule(
    "unused-declaration",
    Note,
    "nothing uses what is declared",
    page!("json_upkeep/unused_declaration"),
);

pub(super) const UNUSED_SUPPRESSION: Rule = FAMILY.rule(
    "unused-suppression",
    Note,
    "a comment that should permit a finding permits nothing",
    page!("json_upkeep/unused_suppression"),
);
