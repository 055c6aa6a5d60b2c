//! Attributes whose change stops what runs and starts it again, by type; read from `restart.toml`.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use super::destructive_update::Beside;
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
    /// What it means: a clause.
    pub words: String,
}

/// What is known of a type; nothing for most.
pub(in crate::rules) fn restarts(type_name: &str) -> &'static [Arc<Restart>] {
    static BY_TYPE: LazyLock<BTreeMap<String, Vec<Arc<Restart>>>> = LazyLock::new(|| {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            restart: Vec<Restart>,
        }
        let file: File = embedded::table(&data_file!("restart"));
        let mut by_type: BTreeMap<String, Vec<Arc<Restart>>> = BTreeMap::new();
        for restart in file.restart.into_iter().map(Arc::new) {
            for type_name in &restart.types {
                by_type.entry(type_name.clone()).or_default().push(Arc::clone(&restart));
            }
        }
        by_type
    });
    BY_TYPE.get(type_name).map(Vec::as_slice).unwrap_or_default()
}
