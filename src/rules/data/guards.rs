//! What makes a destruction worse (`forced_destruction.toml`) and what keeps one away (`protection.toml`), by type.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::amount::amount;
use super::cover::Cover;
use super::exposure_setting::shared_block;
use super::value::{Beside, Value};
use crate::facts::attr::Attr;
use crate::facts::{ResourceChange, Truth};
use crate::lint::ChangeView;
use crate::order;
use crate::rules::embedded;

/// Attributes with which a destruction takes more than the object; a constant of the program, read once.
pub(in crate::rules) fn forced_destruction() -> &'static Guards {
    static GUARDS: LazyLock<Guards> = LazyLock::new(|| Guards::read(&data_file!("forced_destruction")));
    &GUARDS
}

/// Attributes and objects that keep a destruction away; a constant of the program, read once.
pub(in crate::rules) fn protection() -> &'static Guards {
    static GUARDS: LazyLock<Guards> = LazyLock::new(|| Guards::read(&data_file!("protection")));
    &GUARDS
}

/// What one of the files knows.
#[derive(Debug)]
pub(in crate::rules) struct Guards {
    attributes: BTreeMap<String, Vec<Attribute>>,
    losses: BTreeMap<String, Vec<Loss>>,
    covers: BTreeMap<String, Vec<Cover>>,
}

/// What it opens to destroy an object that does nothing but protect.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Loss {
    r#type: String,
    /// Paths of what it protects: when that is destroyed too, nothing is lost. Empty where it is of more than it names.
    #[serde(default)]
    pub of: Vec<String>,
    /// Types of what it protects; empty where it names that by an id that is nothing else's.
    #[serde(default)]
    pub types: Vec<String>,
    /// What it must be: attributes, and values of which one must have one.
    #[serde(default)]
    when: Beside,
    /// What it must not be: likewise.
    #[serde(default)]
    unless: Beside,
    /// Paths of what it protects with: another object that has the same there, and at `of`, is as good.
    #[serde(default)]
    pub by: Vec<String>,
    /// Whether it protects by the deletions that its policy denies.
    #[serde(default)]
    pub denies: bool,
    /// Whether it is at most a warning.
    #[serde(default)]
    pub mild: bool,
    /// A clause.
    #[serde(rename = "loss")]
    pub words: String,
}

/// An attribute of a type, and the values of it that matter.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a word of the table, independent of the others"
)]
pub(in crate::rules) struct Attribute {
    r#type: String,
    /// As [`Attr::at_path`] reads it.
    pub path: String,
    #[serde(default, alias = "dangerous", alias = "protected")]
    values: Vec<Value>,
    /// Values that let nobody in: where all that stands there is one of them, nothing is open.
    #[serde(default)]
    shut: Vec<Value>,
    /// Whether it is at most a warning to lose it.
    #[serde(default)]
    pub mild: bool,
    /// Whether the provider takes such a value where none is written, so that writing it makes nothing worse.
    #[serde(default)]
    pub default: bool,
    /// The path of what the blocks are called that it stands in, where there may be several.
    named: Option<String>,
    /// Attributes of the block with that name, and values of which it must have one to protect anything.
    #[serde(default)]
    within: Beside,
    /// Attributes and values of which the object must have one.
    #[serde(default)]
    pub only_beside: Beside,
    /// Whether each place counts: together with those of the type's other attributes that count, there must be as many
    /// as before, whatever they are called.
    #[serde(default)]
    counted: bool,
    /// Whether it is an amount, of which more protects more.
    #[serde(default)]
    amount: bool,
    /// The path of the same amount in another unit: where that is set, the two cannot be compared.
    instead: Option<String>,
    /// What such a value means: a clause. Empty where the file has none.
    #[serde(default)]
    pub words: String,
}

impl Attribute {
    /// Whether it is a switch that protects while it is on. A provider that switches it on by itself says so in the
    /// plan: what is known to be nothing is off.
    pub(in crate::rules) fn is_switch(&self) -> bool {
        matches!(self.values[..], [Value::Bool(true)])
    }

    /// Whether what protected by its amount protects less in the object `now`: `None` where it is no amount, protected
    /// nothing, or cannot be compared.
    pub(in crate::rules) fn shrinks(
        &self,
        before: &[Attr<'_, '_>],
        after: &[Attr<'_, '_>],
        now: Attr<'_, '_>,
    ) -> Option<Truth> {
        let least = |attrs: &[Attr<'_, '_>]| attrs.iter().filter_map(|attr| amount(*attr)).min();
        let before = least(before).filter(|before| self.amount && *before > 0)?;
        let instead = self.instead.as_ref().and_then(|path| least(&now.at_path(path)));
        if instead.is_some_and(|amount| amount > 0) {
            return None;
        }
        if after.iter().any(|attr| attr.is_unknown()) {
            return Some(Truth::Unknown);
        }
        Some(Truth::from(least(after).is_none_or(|after| after < before)))
    }

    /// Whether all that stands there lets nobody in.
    pub(in crate::rules) fn is_shut(&self, attrs: &[Attr<'_, '_>]) -> bool {
        let shuts = |attr: &Attr<'_, '_>| self.shut.iter().any(|value| value.is(*attr).is_true());
        !attrs.is_empty() && attrs.iter().all(shuts)
    }

    /// Whether each place that has its name still protects, and of places without names as many as before.
    fn holds_on(&self, before: Attr<'_, '_>, after: Attr<'_, '_>) -> Truth {
        let (before, after) = (self.places(before), self.places(after));
        let all = before.iter().filter(|(_, matters)| matters.is_true()).count();
        // Of a list of values one is as good as several, and places with names are told from each other below.
        let is_counted = self.path.contains("[].") && before.iter().all(|(name, _)| name.is_none());
        let wanted = if self.counted {
            // They are counted with those of other attributes.
            0
        } else if is_counted {
            all
        } else {
            all.min(1)
        };
        let count = |is: fn(Truth) -> bool| after.iter().filter(|(_, matters)| is(*matters)).count();
        let enough = if count(Truth::is_true) >= wanted {
            Truth::True
        } else if count(|matters| matters != Truth::False) >= wanted {
            Truth::Unknown
        } else {
            Truth::False
        };
        let protected = before
            .iter()
            .filter(|(name, matters)| name.is_some() && matters.is_true());
        protected.fold(enough, |all, (name, _)| {
            let mut now = after.iter().filter(|(other, _)| other == name).peekable();
            // One that is not there any more may have another name now, or have nothing left to protect; what holds for
            // everything has no name.
            let is_gone = now.peek().is_none() && name.as_deref() != Some("");
            all.and(Truth::from(is_gone).or(Truth::any(now.map(|(_, matters)| *matters))))
        })
    }

    /// Of what counts, how many places protect before and after.
    pub(in crate::rules) fn counts(&self, before: Attr<'_, '_>, after: Attr<'_, '_>) -> Option<(usize, usize)> {
        self.counted.then(|| (self.count(before).0, self.count(after).0))
    }

    /// How many places protect for sure, and how many may.
    fn count(&self, root: Attr<'_, '_>) -> (usize, usize) {
        let places = self.places(root);
        let count = |is: fn(Truth) -> bool| places.iter().filter(|(_, matters)| is(*matters)).count();
        (count(Truth::is_true), count(|matters| matters != Truth::False))
    }

    /// What the places are called, where that is told, and whether they protect.
    fn places(&self, root: Attr<'_, '_>) -> Vec<(Option<String>, Truth)> {
        let parted = self.named.as_ref().and_then(|named| {
            let block = shared_block(&self.path, named)?;
            let within = |path: &str| Some(path.strip_prefix(block)?.strip_prefix('.')?.to_owned());
            Some((block, within(&self.path)?, within(named)?))
        });
        let Some((block, path, named)) = parted else {
            let attrs = root.at_path(&self.path).into_iter();
            return attrs.map(|attr| (None, self.matters(attr))).collect();
        };
        let blocks = root.at_path(block).into_iter();
        let place = |block: Attr<'_, '_>| {
            let texts = block.at_path(&named).into_iter();
            let name = texts.filter_map(name).next_back();
            // What the provider has yet to fill in is most often what lets it protect.
            let counts = self.within.may_allow(block) != Truth::False;
            let matters = block.at_path(&path).into_iter().filter(|_| counts);
            (
                Some(name.unwrap_or_default()),
                Truth::any(matters.map(|attr| self.matters(attr))),
            )
        };
        blocks.map(place).collect()
    }

    /// Whether it has one of the values that matter.
    pub(in crate::rules) fn matters(&self, attr: Attr<'_, '_>) -> Truth {
        Truth::any(self.values.iter().map(|value| value.is(attr)))
    }
}

/// What a block is called: a text or a number.
fn name(attr: Attr<'_, '_>) -> Option<String> {
    let mut found = attr.compared_text();
    let _ = attr.number_is(|number| {
        found = Some(number.to_owned());
        true
    });
    found
}

impl Guards {
    /// The attributes that matter of a type, and those that all types of its provider may have, which matter in another
    /// way where the type says so itself; none for most types.
    pub(in crate::rules) fn attributes(&self, type_name: &str) -> impl Iterator<Item = &Attribute> {
        let named = |name: &str| self.attributes.get(name).map(Vec::as_slice).unwrap_or_default();
        let own = named(type_name);
        let provider = type_name.split_once('_').map(|(provider, _)| format!("{provider}_*"));
        let of_provider = provider.map(|every| named(&every)).unwrap_or_default();
        let is_own = |one: &&Attribute| own.iter().any(|known| known.path == one.path);
        own.iter().chain(of_provider.iter().filter(move |one| !is_own(one)))
    }

    /// Whether an object protects by an attribute of its type as it did before.
    pub(in crate::rules) fn holds_on(&self, attribute: &Attribute, before: Attr<'_, '_>, after: Attr<'_, '_>) -> Truth {
        let held = attribute.holds_on(before, after);
        let (wanted, _) = attribute.count(before);
        if !attribute.counted || attribute.count(after).0 >= wanted {
            return held;
        }
        let counted = || self.attributes(&attribute.r#type).filter(|one| one.counted);
        let wanted: usize = counted().map(|one| one.count(before).0).sum();
        let (sure, possible) = counted().fold((0, 0), |(sure, possible), one| {
            let (is, may) = one.count(after);
            (sure + is, possible + may)
        });
        held.and(if sure >= wanted {
            Truth::True
        } else if possible > sure {
            // Of a list that is not known nobody can say how many places it has.
            Truth::Unknown
        } else {
            Truth::False
        })
    }

    /// What it opens to destroy an object; `None` for most.
    pub(in crate::rules) fn loss(&self, change: &ResourceChange<'_>) -> Option<&Loss> {
        let losses = self.losses.get(change.type_name())?;
        let view = ChangeView::new(change);
        let is_one = |loss: &&Loss| loss.when.allows(view.before()) && !loss.unless.holds(view.before());
        losses.iter().find(is_one)
    }

    /// What objects of a type cover; nothing for most.
    pub(in crate::rules) fn covers(&self, type_name: &str) -> &[Cover] {
        self.covers.get(type_name).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether objects of the type protect another one that they name.
    pub(in crate::rules) fn is_guard(&self, type_name: &str) -> bool {
        let mut losses = self.losses.get(type_name).into_iter().flatten();
        losses.any(|loss| !loss.of.is_empty())
    }

    fn read(text: &str) -> Self {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            attribute: Vec<Attribute>,
            #[serde(default)]
            resource: Vec<Loss>,
            #[serde(default)]
            cover: Vec<Cover>,
        }
        let file: File = embedded::table(text);
        Self {
            attributes: order::lists(file.attribute.into_iter().map(|one| (one.r#type.clone(), one))),
            losses: order::lists(file.resource.into_iter().map(|one| (one.r#type.clone(), one))),
            covers: order::lists(file.cover.into_iter().map(|one| (one.r#type.clone(), one))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::attr::Object;

    #[test]
    fn what_makes_a_destruction_worse_is_told_from_what_does_not_by_plans_that_are_approved() {
        for attribute in forced_destruction().attributes.values().flatten() {
            let mut names = attribute.path.split('.').map(|step| step.trim_end_matches("[]"));
            let counts = names.any(crate::facts::decides_destruction);
            assert!(counts, "{} {}", attribute.r#type, attribute.path);
        }
    }

    #[test]
    fn what_protects_is_read_as_services_read_it() {
        for (type_name, before, wanted, why) in [
            (
                "google_project",
                r#"{"deletion_policy":"PREVENT"}"#,
                Truth::True,
                "as the list has it",
            ),
            (
                "google_project",
                r#"{"deletion_policy":"prevent"}"#,
                Truth::True,
                "any case of letters",
            ),
            (
                "google_project",
                r#"{"deletion_policy":"DELETE"}"#,
                Truth::False,
                "another value",
            ),
            (
                "aws_db_instance",
                r#"{"deletion_protection":"true"}"#,
                Truth::True,
                "a text, as engines convert it",
            ),
            ("aws_db_instance", "{}", Truth::False, "nothing"),
        ] {
            let object = Object::read(Some(serde_json::from_str(before).unwrap()), None, []).unwrap();
            let attributes = protection().attributes(type_name);
            let matters = attributes.flat_map(|one| {
                object
                    .root()
                    .at_path(&one.path)
                    .into_iter()
                    .map(|attr| one.matters(attr))
            });
            assert_eq!(Truth::any(matters), wanted, "{type_name} {before}: {why}");
        }
    }

    #[test]
    fn the_files_read_and_no_attribute_stands_twice() {
        for (file, guards, with_words) in [
            ("forced_destruction", forced_destruction(), true),
            ("protection", protection(), false),
        ] {
            assert!(guards.attributes.len() > 50, "{file} is read");
            assert_eq!(guards.losses.is_empty(), with_words, "{file}");
            for cover in guards.covers.values().flatten() {
                assert!(
                    cover.paths().next().is_some(),
                    "{file}: {} covers nothing",
                    cover.r#type
                );
            }
            for (type_name, attributes) in &guards.attributes {
                let mut paths: Vec<_> = attributes.iter().map(|attribute| &attribute.path).collect();
                paths.sort();
                paths.dedup();
                assert_eq!(paths.len(), attributes.len(), "{file}: {type_name}");
                for attribute in attributes {
                    // There is a way of judging it.
                    assert!(
                        !attribute.values.is_empty() || attribute.amount,
                        "{file}: {type_name}.{}",
                        attribute.path
                    );
                    assert!(
                        !attribute.words.is_empty() || !with_words,
                        "{file}: {type_name}.{}",
                        attribute.path
                    );
                }
            }
        }
    }
}
