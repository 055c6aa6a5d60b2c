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
);

pub(super) const FEATURE_TOO_NEW: Rule = FAMILY.rule(
    "feature-too-new",
    Warning,
    "something is newer than the oldest version that the module allows",
);

pub(super) const PROVIDER_NO_SOURCE: Rule = FAMILY.rule(
    "provider-no-source",
    Warning,
    "nothing says where a provider comes from",
);

pub(super) const PROVIDER_UNPINNED: Rule =
    FAMILY.rule("provider-unpinned", Warning, "a required provider has no version");

pub(super) const REMOVED_FEATURE: Rule = FAMILY.rule(
    "removed-feature",
    Error,
    "something is used that later versions no longer have",
);

pub(super) const REMOVED_WITHOUT_LIFECYCLE: Rule = FAMILY.rule(
    "removed-without-lifecycle",
    Warning,
    "a removed block does not say what happens to the object",
);

pub(super) const SECRET_IN_CONFIG: Rule =
    FAMILY.rule("secret-in-config", Error, "a secret is written in the configuration");

pub(super) const UNUSED_DECLARATION: Rule = FAMILY.rule("unused-declaration", Note, "nothing uses what is declared");

pub(super) const UNUSED_SUPPRESSION: Rule = FAMILY.rule(
    "unused-suppression",
    Note,
    "a comment that should permit a finding permits nothing",
);
