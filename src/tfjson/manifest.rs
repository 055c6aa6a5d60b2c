//! `.terraform/modules/modules.json`: where the modules that a root module calls were installed.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::order;

/// What `init` has installed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct ModulesManifest {
    /// One entry a module call; absent, or null, where there is none.
    #[serde(rename = "Modules", default)]
    modules: Option<Vec<Installed>>,
}

/// One installed module.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Installed {
    /// The names of the calls that lead to it, with dots between them; empty for the root module.
    #[serde(rename = "Key")]
    key: String,
    /// The directory, relative to that of the root module.
    #[serde(rename = "Dir")]
    directory: String,
}

impl ModulesManifest {
    /// Reads the file; `None` when it is none.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The directories by call, as `network.subnets`, relative to that of the root module.
    #[must_use]
    pub fn directories(&self) -> BTreeMap<&str, &str> {
        let entries = self.modules.iter().flatten();
        order::map(entries.map(|module| (module.key.as_str(), module.directory.as_str())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_lead_to_directories() {
        let text = r#"{"Modules":[
            {"Key":"","Source":"","Dir":"."},
            {"Key":"m","Source":"./m","Dir":"m"},
            {"Key":"m.child","Source":"a/b/c","Version":"1.0.0","Dir":".terraform/modules/m.child"}
        ]}"#;
        let manifest = ModulesManifest::read(text).unwrap();
        let directories = manifest.directories();
        assert_eq!(directories.get("m.child"), Some(&".terraform/modules/m.child"));
        assert_eq!(directories.len(), 3);
        assert_eq!(ModulesManifest::read("[1"), None, "no manifest");
        let empty = ModulesManifest::read(r#"{"Modules":null}"#).unwrap();
        assert!(empty.directories().is_empty(), "as the engines read it");
    }
}
