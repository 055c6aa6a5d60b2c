//! What works today and has to be kept up: secrets, versions, leftovers.
//!
//! What they say is found and put into words by `rules::configuration`: each is a row, and its page.

use crate::lint::Level::{Error, Note, Warning};

family! {
    "json-upkeep"
    Note "cdktf-metadata" "a generator's notes do not match the block beside them"
    Warning "feature-too-new" "something is newer than the oldest version that the module allows"
    Warning "provider-no-source" "nothing says where a provider comes from"
    Warning "provider-unpinned" "a required provider has no version"
    Error "removed-feature" "something is used that later versions no longer have"
    Warning "removed-without-lifecycle" "a removed block does not say what happens to the object"
    Error "secret-in-config" "a secret is written in the configuration"
    Note "unused-declaration" "nothing uses what is declared"
    Note "unused-suppression" "a comment that should permit a finding permits nothing"
}
