//! Types by kind: where a gap is an outage (`outage.toml`), and whose change reaches far (`critical.toml`).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use foldhash::fast::RandomState;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules::embedded;
use crate::rules::type_names::TypeName;

/// The types that are out of service between destruction and creation; a constant of the program, read once.
pub(in crate::rules) fn outage() -> &'static Kinds {
    static KINDS: LazyLock<Kinds> = LazyLock::new(|| Kinds::read(&data_file!("outage")));
    &KINDS
}

/// The types whose change is worth a second pair of eyes; a constant of the program, read once.
pub(in crate::rules) fn critical() -> &'static Kinds {
    static KINDS: LazyLock<Kinds> = LazyLock::new(|| Kinds::read(&data_file!("critical")));
    &KINDS
}

/// Kinds of types, found by type.
#[derive(Debug)]
pub(in crate::rules) struct Kinds {
    /// Index into `kinds` by type.
    by_type: IndexMap<String, usize, RandomState>,
    kinds: Vec<Kind>,
}

/// What is to be said of all types of a kind.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Kind {
    /// A short name.
    #[cfg_attr(not(test), expect(dead_code, reason = "documents the file; types are found by name"))]
    id: String,
    /// What people call such a thing; empty where the file has no noun.
    #[serde(default)]
    pub noun: String,
    /// The clause that the file explains at its head.
    #[serde(alias = "what", alias = "why")]
    pub words: String,
    /// Whether a new object counts as well as one that is there.
    #[serde(default)]
    pub created: bool,
    types: BTreeMap<String, Vec<String>>,
}

impl Kinds {
    /// The kind of a type; `None` for one that is in no list.
    pub(in crate::rules) fn of(&self, type_name: &str) -> Option<&Kind> {
        self.kinds.get(*self.by_type.get(type_name)?)
    }

    fn read(text: &str) -> Self {
        let kinds: Vec<Kind> = embedded::list(text).collect();
        let types = kinds
            .iter()
            .enumerate()
            .flat_map(|(index, kind)| kind.types.values().flatten().map(move |name| (name.clone(), index)));
        Self {
            by_type: types.collect(),
            kinds,
        }
    }
}

/// What can be set for a rule about listed types.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::rules) struct TypeOptions {
    /// Types that count although the built-in list does not have them.
    pub add: BTreeSet<TypeName>,
    /// Types that do not count although the built-in list has them.
    pub remove: BTreeSet<TypeName>,
}

/// What the lists and the settings together say of a type.
#[derive(Debug)]
pub(in crate::rules) enum Listed {
    /// In the built-in list.
    Kind(&'static Kind),
    /// Added by the user.
    Added,
}

impl TypeOptions {
    /// Whether the type counts; `None` when it does not.
    pub(in crate::rules) fn find(&self, kinds: &'static Kinds, type_name: &str) -> Option<Listed> {
        if self.remove.contains(type_name) {
            return None;
        }
        match kinds.of(type_name) {
            Some(kind) => Some(Listed::Kind(kind)),
            None => self.add.contains(type_name).then_some(Listed::Added),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_read_and_no_type_stands_in_two_kinds() {
        for (file, kinds, with_noun) in [("outage", outage(), true), ("critical", critical(), false)] {
            assert!(kinds.kinds.len() > 5, "{file} is read");
            let mut seen = BTreeSet::new();
            for kind in &kinds.kinds {
                assert_eq!(!kind.noun.is_empty(), with_noun, "{file}: {}", kind.id);
                assert!(
                    !kind.words.is_empty() && !kind.words.ends_with('.'),
                    "{file}: {}",
                    kind.id
                );
                for (provider, types) in &kind.types {
                    assert!(types.is_sorted(), "{file}: {provider} is not sorted in {}", kind.id);
                    for name in types {
                        assert!(
                            name.starts_with(&format!("{provider}_")),
                            "{file}: {name} is not of {provider}"
                        );
                        assert!(seen.insert(name), "{file}: {name} stands twice");
                    }
                }
            }
        }
    }

    #[test]
    fn settings_add_and_remove_types() {
        let types = |names: &[&str]| {
            names
                .iter()
                .map(|name| (*name).to_owned().try_into().unwrap())
                .collect()
        };
        let options = TypeOptions {
            add: types(&["acme_gate"]),
            remove: types(&["aws_lb"]),
        };
        for (type_name, wanted, why) in [
            ("aws_acm_certificate", Some("certificate"), "in the list"),
            ("aws_lb", None, "taken out"),
            ("acme_gate", Some("added"), "added"),
            ("aws_sqs_queue", None, "in no list"),
        ] {
            let found = options.find(outage(), type_name).map(|listed| match listed {
                Listed::Kind(kind) => kind.id.as_str(),
                Listed::Added => "added",
            });
            assert_eq!(found, wanted, "{why}");
        }
    }
}
