//! Updates in place that destroy something (`destructive_update.toml`), by type.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde::Deserialize;

use super::value::{Beside, Value};
use crate::facts::Truth;
use crate::facts::attr::Attr;
use crate::rules::embedded;
use crate::rules::sql::destroys;
use crate::rules::wildcard::Wildcard;

/// What an object loses where it does not list it any more.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Part {
    r#type: String,
    /// As [`Attr::at_path`] reads it: a list of parts, or an object of them.
    pub path: String,
    /// What tells one part of a list from the others.
    pub key: Option<String>,
    /// The attribute that describes the parts as a text.
    pub text: Option<String>,
    /// What a part is, in the words of a cloud's own API; it tells parts of one name apart.
    pub kind: Option<String>,
    /// The list in a part of further ones, whose kinds and names go on from its own.
    pub nested: Option<String>,
    /// Attributes and values that a part has if it is to count.
    #[serde(default)]
    only_of: Beside,
    /// Attributes and values with which there is no such part.
    #[serde(default)]
    off: Beside,
    /// Attributes and values with which a part is kept.
    #[serde(default)]
    kept_by: Beside,
    /// Where in a part these attributes stand; at its top, where this says nothing.
    kept_in: Option<String>,
    /// Attributes and values with which a copy of a part is kept, not the part.
    #[serde(default)]
    copied_by: Beside,
    /// Kinds of parts of which the service leaves a copy where these attributes say nothing.
    #[serde(default)]
    copied_unsaid: Vec<String>,
    /// Whether as many parts as before are the same ones, some with other names.
    #[serde(default)]
    pub renames: bool,
    /// Attributes of the object and values with which parts do not go.
    #[serde(default)]
    not_beside: Beside,
    /// Attributes of the object and values with which alone parts go.
    #[serde(default)]
    only_beside: Beside,
    /// Whether it is at most a warning.
    #[serde(default)]
    pub mild: bool,
    /// What becomes of it: a clause.
    pub words: String,
}

impl Part {
    /// Whether a part that is listed is there.
    pub(in crate::rules) fn has(&self, part: Attr<'_, '_>) -> bool {
        !self.off.holds(part)
    }

    /// Whether a copy of a part stays when it is not listed any more.
    pub(in crate::rules) fn copies(&self, part: Attr<'_, '_>) -> bool {
        self.copied_by.holds(part)
    }

    /// Whether the service leaves a copy of a part that says nothing of it.
    pub(in crate::rules) fn is_copied_by_itself(&self, part: Attr<'_, '_>) -> bool {
        let kind = self.kind.as_ref().map(|kind| part.get(kind));
        let is_such = |kind: &str| self.copied_unsaid.iter().any(|one| one == kind);
        kind.is_some_and(|kind| kind.text_is(is_such).is_true())
            && self.copied_by.0.iter().all(|(name, _)| part.get(name).is_unset())
    }

    /// Whether a part stays where it is when it is not listed any more.
    pub(in crate::rules) fn keeps(&self, part: Attr<'_, '_>) -> bool {
        // Their names may have dots in them.
        let place = self
            .kept_in
            .as_ref()
            .map_or_else(|| vec![part], |path| part.at_path(path));
        let mut kept_by = self.kept_by.0.iter();
        let is_kept = kept_by.any(|(name, values)| {
            let mut held = place.iter().map(|place| place.get(name));
            held.any(|attr| values.iter().any(|value| value.is(attr).is_true()))
        });
        is_kept || !self.only_of.allows(part)
    }

    /// Whether parts go at all with what the object says beside them.
    pub(in crate::rules) fn counts(&self, object: Attr<'_, '_>) -> bool {
        !self.not_beside.holds(object) && self.only_beside.allows(object)
    }
}

/// A new object in which there is nothing to destroy yet.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Inside {
    /// The attribute that names it.
    pub path: String,
    /// Its type.
    pub r#type: String,
    /// The attribute by which it is named.
    pub name: String,
}

/// A value that destroys something else.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a word of the table, independent of the others"
)]
pub(in crate::rules) struct Destroyer {
    r#type: String,
    /// The repeated block in which the path begins.
    block: Option<String>,
    /// As [`Attr::at_path`] reads it.
    path: String,
    #[serde(default)]
    destroys: Vec<Value>,
    #[serde(default)]
    like: Vec<Wildcard>,
    /// Whether it is a text in SQL, and destroys something when that does.
    #[serde(default)]
    sql: bool,
    /// What must have stood there before, if anything.
    #[serde(default)]
    from: Vec<Value>,
    /// Attributes and values with which a block does nothing.
    #[serde(default)]
    off: Beside,
    /// Paths in the block of what may limit what is destroyed.
    #[serde(default)]
    limited_by: Vec<String>,
    /// The path in the block of what another rule tells of.
    told_by: Option<String>,
    /// Whether it is at most a warning.
    #[serde(default)]
    pub mild: bool,
    /// Whether the path leads to a list to which things are only added.
    #[serde(default)]
    pub grows: bool,
    /// Whether every update does it again.
    #[serde(default)]
    pub again: bool,
    /// Whether it is done when the object is destroyed, and not before.
    #[serde(default)]
    pub undone: bool,
    /// Attributes and values beside which it is not done.
    #[serde(default)]
    not_beside: Beside,
    /// Attributes and values beside which alone it is done.
    #[serde(default)]
    only_beside: Beside,
    /// Where it is done.
    pub inside: Option<Inside>,
    /// Paths of what else says what is destroyed: the target, or what is kept of it.
    #[serde(default)]
    tells: Vec<String>,
    /// What is destroyed: a clause.
    pub words: String,
}

/// How often an object says a value that destroys something.
#[derive(Clone, Copy, Default)]
pub(in crate::rules) struct Said {
    pub known: usize,
    /// Those of them that nothing limits.
    pub unlimited: usize,
    pub unknown: usize,
}

impl Destroyer {
    /// The whole path of the value.
    pub(in crate::rules) fn path(&self) -> String {
        let block = self.block.iter().map(String::as_str);
        block.chain([&*self.path]).collect::<Vec<_>>().join(".")
    }

    /// The paths of all that says what it destroys: of the block, or of the value where there is none, and of what it
    /// is done to.
    pub(in crate::rules) fn tells(&self) -> BTreeSet<&str> {
        let inside = self.inside.iter().map(|inside| &*inside.path);
        let whole = self.block.as_deref().unwrap_or(&self.path);
        inside
            .chain(self.tells.iter().map(String::as_str))
            .chain([whole])
            .collect()
    }

    /// How often an object says the value.
    pub(in crate::rules) fn said(&self, object: Attr<'_, '_>) -> Said {
        let blocks = self
            .block
            .as_ref()
            .map_or_else(|| vec![object], |path| object.at_path(path));
        let mut said = Said::default();
        let is_told = |block: &Attr<'_, '_>| self.told_by.iter().any(|path| is_limit(*block, path));
        for block in blocks
            .into_iter()
            .filter(|block| !self.off.holds(*block) && !is_told(block))
        {
            for attr in block.at_path(&self.path) {
                match self.is(attr) {
                    Truth::True => {
                        said.known += 1;
                        said.unlimited += usize::from(!self.is_limited(block));
                    }
                    Truth::Unknown => said.unknown += 1,
                    Truth::False => {}
                }
            }
        }
        said
    }

    /// Whether something stands there that may limit what is destroyed; zero and the like limit nothing.
    fn is_limited(&self, block: Attr<'_, '_>) -> bool {
        self.limited_by.iter().any(|path| is_limit(block, path))
    }

    /// Whether what stood there before lets the value do it now.
    pub(in crate::rules) fn comes_from(&self, before: Attr<'_, '_>) -> bool {
        let mut was = before.at_path(&self.path()).into_iter();
        self.from.is_empty() || was.any(|attr| self.from.iter().any(|value| value.is(attr).is_true()))
    }

    /// Whether an attribute holds the value.
    fn is(&self, attr: Attr<'_, '_>) -> Truth {
        let values = self.destroys.iter().map(|value| value.is(attr));
        let is_like = |text: &str| self.like.iter().any(|like| like.matches_in_any_case(text));
        let holds = |text: &str| is_like(text) || self.sql && destroys(text);
        // A value that is asked for as it is need not be a text.
        let texts = (self.sql || !self.like.is_empty()).then(|| attr.text_is(holds));
        Truth::any(values.chain(texts))
    }

    /// Whether it is done with what the object says beside it.
    pub(in crate::rules) fn counts(&self, object: Attr<'_, '_>) -> bool {
        !self.not_beside.holds(object) && self.only_beside.allows(object)
    }
}

/// Whether anything but zero or `false` stands at a path.
fn is_limit(block: Attr<'_, '_>, path: &str) -> bool {
    let limits = |attr: Attr<'_, '_>| {
        attr.is_set() != Truth::False && !attr.equals_number(0).is_true() && !attr.equals_bool(false).is_true()
    };
    block.at_path(path).into_iter().any(limits)
}

/// What is known of one type.
#[derive(Debug, Default)]
pub(in crate::rules) struct DestructiveUpdates {
    pub parts: Vec<Part>,
    pub values: Vec<Destroyer>,
}

/// What is known of a type; `None` for most.
pub(in crate::rules) fn destructive_updates(type_name: &str) -> Option<&'static DestructiveUpdates> {
    static BY_TYPE: LazyLock<BTreeMap<String, DestructiveUpdates>> =
        LazyLock::new(|| read(&data_file!("destructive_update")));
    BY_TYPE.get(type_name)
}

fn read(text: &str) -> BTreeMap<String, DestructiveUpdates> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        part: Vec<Part>,
        value: Vec<Destroyer>,
    }
    let file: File = embedded::table(text);
    let mut by_type: BTreeMap<String, DestructiveUpdates> = BTreeMap::new();
    for part in file.part {
        by_type.entry(part.r#type.clone()).or_default().parts.push(part);
    }
    for value in file.value {
        by_type.entry(value.r#type.clone()).or_default().values.push(value);
    }
    by_type
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_reads_and_every_entry_can_hold() {
        let all = read(&data_file!("destructive_update"));
        assert!(all.len() > 5, "it is read");
        for (name, known) in &all {
            for part in &known.parts {
                assert_eq!(
                    part.path.ends_with("[]"),
                    part.key.is_some(),
                    "{name}: a list has a key"
                );
                assert!(!part.words.is_empty() && !part.words.ends_with('.'), "{name}");
            }
            for value in &known.values {
                assert!(
                    value.sql || !value.destroys.is_empty() || !value.like.is_empty(),
                    "{name}: nothing is meant"
                );
                assert!(!value.words.is_empty() && !value.words.ends_with('.'), "{name}");
            }
        }
    }
}
