//! Where providers keep tags, read from `tags.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::order;
use crate::rules::embedded;

/// Where a type keeps its tags.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Tags {
    /// Path of the attribute.
    pub(in crate::rules) attribute: String,
    /// How tags are written there.
    pub(in crate::rules) shape: TagShape,
    /// The attribute in which the provider adds its defaults, to be read first.
    pub(in crate::rules) merged: Option<String>,
    #[serde(alias = "type")]
    name: String,
}

/// How tags are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::rules) enum TagShape {
    /// Key to value.
    Map,
    /// Words.
    List,
    /// `key:value` words.
    Pairs,
    /// A block each, with `key` and `value`.
    Blocks,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    provider: Vec<Tags>,
    exception: Vec<Tags>,
}

/// Tags by what stands before the first `_` of types, and by type where that is different.
struct Tables {
    providers: BTreeMap<String, Tags>,
    exceptions: BTreeMap<String, Tags>,
}

/// The file as it is read: a constant, parsed once.
static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let file: File = embedded::table(&data_file!("tags"));
    let by_name = |list: Vec<Tags>| order::map(list.into_iter().map(|tags| (tags.name.clone(), tags)));
    Tables {
        providers: by_name(file.provider),
        exceptions: by_name(file.exception),
    }
});

impl Tags {
    /// Where the type keeps its tags, if it has any; `None` for a provider without tags.
    pub(in crate::rules) fn of(type_name: &str) -> Option<&'static Self> {
        let provider = type_name.split('_').next().unwrap_or_default();
        TABLES
            .exceptions
            .get(type_name)
            .or_else(|| TABLES.providers.get(provider))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_reads_and_exceptions_win() {
        let file: File = serde_json::from_str(&data_file!("tags")).unwrap();
        assert!(!file.provider.is_empty() && !file.exception.is_empty());
        for (type_name, attribute, why) in [
            ("aws_instance", Some("tags"), "the provider's line"),
            ("aws_autoscaling_group", Some("tag[]"), "an exception"),
            (
                "google_compute_instance",
                Some("labels"),
                "tags of machines are for firewalls",
            ),
            ("random_id", None, "no tags"),
        ] {
            assert_eq!(
                Tags::of(type_name).map(|tags| tags.attribute.as_str()),
                attribute,
                "{why}"
            );
        }
    }
}
