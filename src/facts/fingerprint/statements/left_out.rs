//! What of a statement may be a copy of a secret, so that a fingerprint without a key leaves it out.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::iter;
use std::ops::Range;

use crate::facts::address::names_in;
use crate::facts::fingerprint::stated_value::{Value, Writer};
use crate::tofu::{ActionKind, Actions};

use super::Statement;

/// What the format or a provider calls a value, in the name of one: all of a reference, and of a path the attribute. What
/// stands behind that may be keys.
fn own_names(name: &str) -> Vec<Range<usize>> {
    match name.strip_prefix('(').and_then(|name| name.strip_suffix(')')) {
        Some(reference) => names_in(name, [reference]),
        None => iter::once(0..name.find(['.', '[']).unwrap_or(name.len())).collect(),
    }
}

/// The words of an action list.
pub(super) fn listed(actions: &Actions<'_>, writer: Writer<'_>) -> String {
    let words: Vec<String> = actions.words().iter().map(ToString::to_string).collect();
    let words = words.join(", ");
    match actions.kind() {
        // Nobody knows these words.
        ActionKind::Unrecognized => writer.words(words).into_owned(),
        _ => words,
    }
}

impl Writer<'_> {
    /// The statement without copies of secrets.
    pub(super) fn statement(self, statement: Statement) -> Statement {
        let mut values: BTreeMap<String, Value> = BTreeMap::new();
        for (name, value) in statement.values {
            match values.entry(self.words_outside(name, own_names).into_owned()) {
                Entry::Vacant(entry) => {
                    entry.insert(value);
                }
                // Keys that differ in nothing but a secret.
                Entry::Occupied(mut entry) => entry.get_mut().canonical.push_str(&value.canonical),
            }
        }
        Statement {
            about: self.address(statement.about).into_owned(),
            values,
            ..statement
        }
    }
}
