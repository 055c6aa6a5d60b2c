//! Attributes whose value a reviewer has to know, read from `unknowns.toml`.

use std::sync::LazyLock;

use foldhash::fast::RandomState;
use indexmap::IndexMap;
use serde::Deserialize;

use crate::rules::embedded;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Attributes {
    words: String,
    names: Vec<String>,
}

/// The file as it is read: a constant, parsed once.
static WORDS: LazyLock<IndexMap<String, String, RandomState>> = LazyLock::new(|| {
    embedded::list(&data_file!("unknowns"))
        .flat_map(|Attributes { words, names }| names.into_iter().map(move |name| (name, words.clone())))
        .collect()
});

/// What the attribute of that name decides, in words; `None` for one that decides nothing of the kind.
pub(in crate::rules) fn decides(name: &str) -> Option<&'static str> {
    WORDS.get(name).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_reads_and_no_name_stands_twice() {
        let all: Vec<Attributes> = embedded::list(&data_file!("unknowns")).collect();
        let names: Vec<_> = all.iter().flat_map(|attributes| &attributes.names).collect();
        assert_eq!(names.len(), WORDS.len(), "each name once");
        assert!(
            all.iter()
                .all(|attributes| attributes.names.is_sorted() && !attributes.words.is_empty())
        );
        assert_eq!(decides("policy"), Some("what is allowed"));
        assert_eq!(decides("name"), None);
    }
}
