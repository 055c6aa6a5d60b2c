//! What is known about the types of providers, read from the data files beside this one.

use std::collections::BTreeSet;

use serde::Deserialize;

/// Resource types whose destruction loses something that cannot be made again as it was.
pub(super) struct Stateful<'s> {
    kinds: Vec<Kind>,
    added: &'s BTreeSet<String>,
    added_kind: Kind,
}

/// A kind of thing that holds data.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Kind {
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "people name kinds by it; the code goes by types")
    )]
    id: String,
    noun: String,
    loss: String,
    types: std::collections::BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    kind: Vec<Kind>,
}

const STATEFUL: &str = include_str!("data/stateful.toml");

impl<'s> Stateful<'s> {
    /// The built-in list and the types that the user added.
    pub(super) fn with(added: &'s BTreeSet<String>) -> Self {
        Self {
            // The file is part of the program and a test reads it; a broken one would fail there, not here.
            kinds: toml::from_str::<File>(STATEFUL)
                .map(|file| file.kind)
                .unwrap_or_default(),
            added,
            added_kind: Kind {
                id: "added".to_owned(),
                noun: "the object".to_owned(),
                loss: "what it holds is lost".to_owned(),
                types: std::collections::BTreeMap::new(),
            },
        }
    }

    /// What a type holds; `None` when its loss loses nothing.
    pub(super) fn kind(&self, type_name: &str) -> Option<&Kind> {
        let listed = self.kinds.iter().find(|kind| {
            kind.types
                .values()
                .any(|types| types.iter().any(|listed| listed == type_name))
        });
        listed.or_else(|| self.added.contains(type_name).then_some(&self.added_kind))
    }
}

impl Kind {
    /// What is lost, and why it goes when the engine says so.
    pub(super) fn loss(&self, why: Option<&str>) -> String {
        match why {
            Some(why) => format!("{why}; {}: {}", self.noun, self.loss),
            None => format!("{}: {}", self.noun, self.loss),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_files_read_and_no_type_stands_in_two_kinds() {
        let file: File = toml::from_str(STATEFUL).unwrap();
        let mut seen = BTreeSet::new();
        for kind in &file.kind {
            assert!(
                !kind.noun.is_empty() && !kind.loss.is_empty(),
                "{} has no words",
                kind.id
            );
            for (provider, types) in &kind.types {
                assert!(types.is_sorted(), "{}: {provider} is not sorted", kind.id);
                for type_name in types {
                    assert!(
                        type_name.starts_with(&format!("{provider}_")),
                        "{type_name} is not of {provider}"
                    );
                    assert!(seen.insert(type_name), "{type_name} stands twice");
                }
            }
        }
    }

    #[test]
    fn what_holds_data_is_known_and_what_does_not_is_not() {
        let added = BTreeSet::from(["acme_ledger".to_owned()]);
        let stateful = Stateful::with(&added);
        for (type_name, holds, why) in [
            ("aws_db_instance", true, "a database"),
            ("aws_s3_bucket", true, "a bucket"),
            ("azurerm_storage_account", true, "blobs and files"),
            ("google_sql_database_instance", true, "a database"),
            ("aws_kms_key", true, "what it encrypted cannot be read without it"),
            ("aws_instance", false, "servers are made to be replaced"),
            ("aws_iam_role", false, "a role stands in the configuration whole"),
            ("acme_ledger", true, "added by the user"),
        ] {
            assert_eq!(stateful.kind(type_name).is_some(), holds, "{type_name}: {why}");
        }
    }
}
