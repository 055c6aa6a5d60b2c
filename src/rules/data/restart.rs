//! Attributes whose change stops what runs and starts it again, by type; read from `restart.toml`.

use std::collections::BTreeMap;
use std::iter;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use super::value::Beside;
use crate::order;
use crate::rules::embedded;

/// Attributes of some types, and what their change means.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Restart {
    types: Vec<String>,
    /// As `Attr::at_path` reads them.
    pub paths: Vec<String>,
    /// The attribute without whose `true` the change waits for the next time of maintenance.
    pub at_once: Option<String>,
    /// The attribute without whose `true` the provider refuses the change.
    pub allowed_by: Option<String>,
    /// Attributes and values with which nothing runs that could be stopped.
    #[serde(default)]
    pub off: Beside,
    /// The attribute with whose `true` a larger number takes hold while it runs.
    pub grows_live: Option<String>,
    /// The same for a smaller one.
    pub shrinks_live: Option<String>,
    /// What it means: a clause.
    pub words: String,
}

/// What is known of a type; nothing for most.
pub(in crate::rules) fn restarts(type_name: &str) -> &'static [Arc<Restart>] {
    static BY_TYPE: LazyLock<BTreeMap<String, Vec<Arc<Restart>>>> = LazyLock::new(|| {
        let types = |one: Restart| (one.types.clone().into_iter()).zip(iter::repeat(Arc::new(one)));
        order::lists(embedded::list(&data_file!("restart")).flat_map(types))
    });
    BY_TYPE.get(type_name).map(Vec::as_slice).unwrap_or_default()
}
