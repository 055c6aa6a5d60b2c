//! Exposure: changes that open what was closed, or switch off what guards it.

pub(super) mod admin_grant;
pub(super) mod anyone_can_assume;
pub(super) mod backup_disabled;
pub(super) mod key_rotation_off;
pub(super) mod logging_removed;
pub(super) mod long_lived_access_key;
pub(super) mod metadata_service_v1;
pub(super) mod plaintext_listener;
pub(super) mod privileged_container;
pub(super) mod public_bucket;
pub(super) mod public_database;
pub(super) mod public_endpoint;
pub(super) mod public_grant;
pub(super) mod public_ingress;
pub(super) mod public_repository;
pub(super) mod public_snapshot;
mod tables;
pub(super) mod unencrypted_storage;
pub(super) mod weak_tls;
pub(super) mod wildcard_policy;

pub(super) use tables::{denied_deletions, denies_less, locks_out, subject};
