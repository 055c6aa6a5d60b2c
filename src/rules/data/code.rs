//! What runs code while a plan is made or applied, read from `code.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::order;
use crate::rules::embedded;

/// What reading or running something does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::rules) enum Effect {
    /// A program is run.
    RunsProgram,
    /// Something is sent to an address that the configuration chooses.
    CallsOut,
    /// A file is read.
    ReadsFile,
    /// Another state is read.
    ReadsState,
}

/// A data source, provisioner or action that runs code.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Code {
    r#type: String,
    /// What it does.
    pub(in crate::rules) effect: Effect,
    /// What it does, in words: a full clause.
    pub(in crate::rules) words: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    action: Vec<Code>,
    data_source: Vec<Code>,
    provisioner: Vec<Code>,
}

/// What is known to run code, by type.
pub(in crate::rules) struct CodeRunners {
    actions: BTreeMap<String, Code>,
    data_sources: BTreeMap<String, Code>,
    provisioners: BTreeMap<String, Code>,
}

/// The file as it is read: a constant, parsed once.
static RUNNERS: LazyLock<CodeRunners> = LazyLock::new(|| {
    let file: File = embedded::table(&data_file!("code"));
    let by_type = |list: Vec<Code>| order::map(list.into_iter().map(|code| (code.r#type.clone(), code)));
    CodeRunners {
        actions: by_type(file.action),
        data_sources: by_type(file.data_source),
        provisioners: by_type(file.provisioner),
    }
});

impl CodeRunners {
    /// What is built in.
    pub(in crate::rules) fn builtin() -> &'static Self {
        &RUNNERS
    }

    /// An action of that type.
    pub(in crate::rules) fn action(&self, type_name: &str) -> Option<&Code> {
        self.actions.get(type_name)
    }

    /// A data source of that type.
    pub(in crate::rules) fn data_source(&self, type_name: &str) -> Option<&Code> {
        self.data_sources.get(type_name)
    }

    /// A provisioner of that type.
    pub(in crate::rules) fn provisioner(&self, type_name: &str) -> Option<&Code> {
        self.provisioners.get(type_name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_reads_and_no_type_stands_twice() {
        let file: File = serde_json::from_str(&data_file!("code")).unwrap();
        for list in [&file.action, &file.data_source, &file.provisioner] {
            assert!(!list.is_empty());
            assert!(
                list.windows(2).all(|pair| pair[0].r#type < pair[1].r#type),
                "sorted, and each once"
            );
            for code in list {
                assert!(!code.words.is_empty() && !code.words.ends_with('.'), "{}", code.r#type);
            }
        }
        let runners = CodeRunners::builtin();
        assert!(runners.provisioner("local-exec").is_some() && runners.data_source("external").is_some());
    }
}
