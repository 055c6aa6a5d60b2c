//! How long services keep things, as `retention.toml` says it, by type.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::facts::attr::Attr;

/// An attribute of a type that says how long something is kept.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Retention {
    r#type: String,
    /// As [`Attr::at_path`] reads it.
    pub path: String,
    /// What goes when it is kept less long: a clause.
    pub words: String,
    /// The number that means without end.
    forever: Option<i64>,
}

/// The attributes of a type; none for most types. What is known is a constant of the program, read once.
pub(in crate::rules) fn retentions(type_name: &str) -> &'static [Retention] {
    static BY_TYPE: LazyLock<BTreeMap<String, Vec<Retention>>> = LazyLock::new(|| read(data_file!("retention")));
    BY_TYPE.get(type_name).map(Vec::as_slice).unwrap_or_default()
}

fn read(text: &str) -> BTreeMap<String, Vec<Retention>> {
    #[derive(Default, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        attribute: Vec<Retention>,
    }
    // The file is part of the program and a test reads it; a broken one would fail there, not here.
    let file: File = serde_json::from_str(text).unwrap_or_default();
    let mut by_type: BTreeMap<String, Vec<Retention>> = BTreeMap::new();
    for one in file.attribute {
        by_type.entry(one.r#type.clone()).or_default().push(one);
    }
    by_type
}

impl Retention {
    /// The shortest time of those that an object has, in the attribute's own unit; `None` where one is unknown or none is set.
    #[expect(
        clippy::disallowed_methods,
        reason = "numbers are compared; words about them go through `Attr::brief`, which tells nothing sensitive"
    )]
    pub(in crate::rules) fn shortest<'d, 'a>(&self, root: Attr<'d, 'a>) -> Option<(i64, Attr<'d, 'a>)> {
        let mut shortest: Option<(i64, Attr<'d, 'a>)> = None;
        for attr in root.at_path(&self.path) {
            if attr.is_unset() {
                continue;
            }
            let number = attr.reveal()?.as_number()?.as_i64()?;
            let number = if self.forever == Some(number) { i64::MAX } else { number };
            if shortest.is_none_or(|(least, _)| number < least) {
                shortest = Some((number, attr));
            }
        }
        shortest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_reads_and_no_attribute_stands_twice() {
        let by_type = read(data_file!("retention"));
        assert!(by_type.len() > 30, "it is read");
        for (type_name, attributes) in &by_type {
            let mut paths: Vec<_> = attributes.iter().map(|one| &one.path).collect();
            paths.dedup();
            assert!(paths.is_sorted() && paths.len() == attributes.len(), "{type_name}");
            assert!(attributes.iter().all(|one| !one.words.is_empty()), "{type_name}");
        }
    }
}
