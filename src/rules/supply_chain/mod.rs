//! Supply chain: where providers and modules come from, and what runs code of its own.

pub(super) mod code_running_data_source;
pub(super) mod provisioner;
pub(super) mod source;
pub(super) mod unpinned_module;
pub(super) mod unpinned_provider;
pub(super) mod untrusted_module;
pub(super) mod untrusted_provider;
