//! What tells one finding from another about the same object with the same words: who is let in, and to what.

use std::collections::BTreeSet;

use crate::facts::attr::{Attr, MASK};
use crate::lint::Context;

use super::is_secret;

/// The texts at a path, each after the path; nobody is shown them, and still nothing sensitive is among them.
pub(in crate::rules) fn at(context: &Context<'_, '_>, root: Attr<'_, '_>, path: &str) -> Vec<String> {
    let mut texts = BTreeSet::new();
    for attr in root.at_path(path) {
        add(context, attr, path, &mut texts);
    }
    texts.into_iter().collect()
}

/// Adds the texts of what stands at a path.
pub(super) fn add(context: &Context<'_, '_>, attr: Attr<'_, '_>, path: &str, texts: &mut BTreeSet<String>) {
    if attr.is_sensitive() || is_secret(context, attr) {
        texts.insert(MASK.to_owned());
    } else if attr.is_container() {
        attr.items().for_each(|item| add(context, item, path, texts));
        for (key, member) in attr.entries() {
            add(context, member, &format!("{path}.{key}"), texts);
        }
    } else if attr.is_set().is_true() {
        let text = attr.compared_text().unwrap_or_else(|| attr.brief());
        texts.insert(format!("{path}={text}"));
    }
}
