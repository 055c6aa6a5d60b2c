//! Attributes whose elements are the same in any order, read from `unordered.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::rules::embedded;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    types: BTreeMap<String, Vec<String>>,
}

/// The file as it is read: a constant, parsed once.
static FILE: LazyLock<File> = LazyLock::new(|| embedded::table(&data_file!("unordered")));

/// Whether the order of the elements means nothing; of most attributes nobody knows.
pub(in crate::rules) fn is_unordered(type_name: &str, attribute: &str) -> bool {
    let attributes = FILE.types.get(type_name);
    attributes.is_some_and(|attributes| attributes.iter().any(|one| one == attribute))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_reads_and_is_in_order() {
        let file: File = serde_json::from_str(&data_file!("unordered")).unwrap();
        let lists = file.types.values();
        assert!(lists.into_iter().all(|names| names.is_sorted() && !names.is_empty()));
        assert!(is_unordered("aws_instance", "security_groups"));
        assert!(!is_unordered("aws_lambda_function", "layers"));
    }
}
