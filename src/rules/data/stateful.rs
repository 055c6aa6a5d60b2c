//! Types whose objects hold what nobody can make again as it was, with what is lost.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use foldhash::fast::RandomState;
use indexmap::IndexMap;
use serde::Deserialize;

use super::value::Beside;
use crate::facts::attr::Attr;
use crate::facts::{Fate, Replacement, ResourceChange};
use crate::lint::ChangeView;
use crate::lint::settings::StatefulTypes;
use crate::rules::described::with_text;
use crate::rules::embedded;
use crate::rules::wildcard::Wildcard;

/// Resource types whose destruction loses something that cannot be made again as it was.
pub(in crate::rules) struct Stateful<'s> {
    built_in: &'static BuiltIn,
    told: &'s StatefulTypes,
}

/// The list as it is read: a constant of the program, parsed once.
#[derive(Debug)]
pub(super) struct BuiltIn {
    /// Index into `kinds` by type.
    by_type: IndexMap<String, usize, RandomState>,
    /// Index into `kinds` by what a manifest describes, in small letters: Azure takes its types in any.
    by_object: IndexMap<String, usize, RandomState>,
    kinds: Vec<Kind>,
    manifests: Vec<Manifest>,
    kept: Vec<Kept>,
    empty: Vec<Empty>,
}

/// Objects that their provider leaves where they are when it is told to destroy them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    r#type: Wildcard,
    /// What the state says of such an object: attributes, and values of which one has one.
    beside: Beside,
    /// What the provider does with it.
    #[serde(default = "forgets")]
    instead: String,
}

fn forgets() -> String {
    "forgets it, and leaves it where it is".to_owned()
}

/// Objects of a type that hold data elsewhere, and that hold none of their own: views, copies, fronts of something else.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Empty {
    r#type: String,
    /// What the state says of such an object: attributes, and values of which one has one.
    #[serde(default)]
    beside: Beside,
    /// Attributes of which one holds a text: what it is a copy of.
    #[serde(default)]
    copy_of: Vec<String>,
}

/// A kind of thing that holds data.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Kind {
    /// How people name it in settings.
    #[cfg_attr(not(test), expect(dead_code, reason = "documents the file; types are found by name"))]
    id: String,
    noun: String,
    loss: String,
    /// Whether a new one that is created first can take over before the old one goes.
    #[serde(default)]
    takes_over: bool,
    /// Whether destroying one is at most a warning.
    #[serde(default)]
    mild: bool,
    /// Attributes and values beside which it is, too.
    #[serde(default)]
    mild_beside: Beside,
    /// Attributes and values beside which alone anything is lost.
    #[serde(default)]
    only_beside: Beside,
    /// The types whose objects exist in the state alone.
    #[serde(default)]
    in_state: Vec<String>,
    types: BTreeMap<String, Vec<String>>,
    /// What manifests describe: kinds of Kubernetes' objects, with their API group where they have one, and types of
    /// a cloud's own API.
    #[serde(default)]
    objects: Vec<String>,
}

/// A type whose objects are of any kind: of Kubernetes' objects, or of a cloud's own API.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    r#type: String,
    /// Path of the kind.
    kind: String,
    /// Path of the API version, which begins with the group; without it, the kind names all.
    #[serde(default)]
    version: Option<String>,
    /// The attribute that describes the object as a text, into which the paths lead.
    #[serde(default)]
    text: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    kind: Vec<Kind>,
    manifest: Vec<Manifest>,
    kept: Vec<Kept>,
    empty: Vec<Empty>,
}

/// What is built in: a constant of the program, read once.
pub(super) fn built_in() -> &'static BuiltIn {
    static STATEFUL: LazyLock<BuiltIn> = LazyLock::new(read);
    &STATEFUL
}

fn read() -> BuiltIn {
    let File {
        kind: kinds,
        manifest: manifests,
        kept,
        empty,
    } = embedded::table(&data_file!("stateful"));
    let by_type = kinds
        .iter()
        .enumerate()
        .flat_map(|(index, kind)| kind.types.values().flatten().map(move |name| (name.clone(), index)))
        .collect();
    let by_object = kinds
        .iter()
        .enumerate()
        .flat_map(|(index, kind)| kind.objects.iter().map(move |name| (name.to_ascii_lowercase(), index)))
        .collect();
    BuiltIn {
        by_type,
        by_object,
        kinds,
        manifests,
        kept,
        empty,
    }
}

/// What the provider of an object does with it when it is told to destroy it, where it leaves it in the world. It looks
/// into the state for that.
pub(in crate::rules) fn left_there(change: &ResourceChange<'_>) -> Option<&'static str> {
    let view = ChangeView::new(change);
    let leaves = |kept: &&Kept| kept.r#type.matches(change.type_name()) && kept.beside.holds_exactly(view.before());
    let kept = built_in().kept.iter().find(leaves);
    kept.map(|kept| kept.instead.as_str())
}

/// Whether nothing is lost with an object, unlike with others of its type.
pub(in crate::rules) fn loses_nothing(change: &ResourceChange<'_>) -> bool {
    left_there(change).is_some() || is_empty(change)
}

/// Whether an object holds nothing of its own, unlike others of its type.
fn is_empty(change: &ResourceChange<'_>) -> bool {
    let mut found = built_in()
        .empty
        .iter()
        .filter(|empty| empty.r#type == change.type_name());
    let view = ChangeView::new(change);
    let is_text = |attr: &Attr<'_, '_>| attr.text_is(|text| !text.is_empty()).is_true();
    found.any(|empty| {
        let mut sources = empty.copy_of.iter().flat_map(|path| view.before().at_path(path));
        empty.beside.holds(view.before()) || sources.any(|attr| is_text(&attr))
    })
}

/// The attribute by which objects of the type describe another one as a text, whose kind says what is lost; `None` for
/// most.
pub(in crate::rules) fn described_in(type_name: &str) -> Option<&'static str> {
    let mut manifests = built_in().manifests.iter();
    manifests.find(|manifest| manifest.r#type == type_name)?.text.as_deref()
}

/// Whether a thing of that name in a cloud's own API holds what cannot be made again: `AWS::RDS::DBInstance`.
pub(in crate::rules) fn is_stateful_object(name: &str) -> bool {
    built_in().by_object.contains_key(&name.to_ascii_lowercase())
}

impl<'s> Stateful<'s> {
    /// The built-in list with what the user added and took away.
    pub(in crate::rules) fn with(told: &'s StatefulTypes) -> Self {
        Self {
            built_in: built_in(),
            told,
        }
    }

    fn kind_of(&self, change: &ResourceChange<'_>) -> Option<&'static Kind> {
        let by_type = self.built_in.by_type.get(change.type_name());
        let by_type = by_type.and_then(|index| self.built_in.kinds.get(*index));
        by_type.map_or_else(
            || self.described(change),
            |kind| Some(kind).filter(|kind| kind.only_beside.allows(ChangeView::new(change).before())),
        )
    }

    /// Whether what a replacement creates can take over before the old object goes.
    pub(in crate::rules) fn takes_over(&self, change: &ResourceChange<'_>) -> bool {
        let is_first = |kind: &Kind| {
            change.fate == Fate::Replace(Replacement::CreateFirst)
                || kind.in_state.iter().any(|name| name == change.type_name())
        };
        let kind = self.kind_of(change);
        kind.is_some_and(|kind| kind.takes_over && is_first(kind))
    }

    /// Whether such an object is destroyed where it is not needed any more, so that a warning is enough.
    pub(in crate::rules) fn is_mild(&self, change: &ResourceChange<'_>) -> bool {
        let view = ChangeView::new(change);
        let kind = self.kind_of(change);
        kind.is_some_and(|kind| kind.mild || kind.mild_beside.holds(view.before()))
    }

    /// What is lost with the object of a change, and why it goes when the engine says so; `None` when nothing is.
    pub(in crate::rules) fn loss(&self, change: &ResourceChange<'_>, why: Option<&str>) -> Option<String> {
        if loses_nothing(change) {
            return None;
        }
        self.told(change.type_name(), self.kind_of(change), why)
    }

    /// The kind of what a manifest describes.
    fn described(&self, change: &ResourceChange<'_>) -> Option<&'static Kind> {
        let mut manifests = self.built_in.manifests.iter();
        let manifest = manifests.find(|manifest| manifest.r#type == change.type_name())?;
        // Only what kind of thing it is gets into words, and that is no secret.
        let text = manifest.text.as_deref();
        with_text(&ChangeView::new(change), text, |view| {
            self.of_manifest(manifest, view.before())
        })
    }

    fn of_manifest(&self, manifest: &Manifest, object: Attr<'_, '_>) -> Option<&'static Kind> {
        let at = |path: &str| object.at_path(path).into_iter().next();
        let kind = at(&manifest.kind)?;
        let mut found = None;
        let mut look_up = |name: &str| {
            let index = self.built_in.by_object.get(&name.to_ascii_lowercase());
            found = index.and_then(|index| self.built_in.kinds.get(*index));
            found.is_some()
        };
        let is_known = match &manifest.version {
            // Azure writes the version behind the type.
            None => kind.text_is(|kind| look_up(kind.split('@').next().unwrap_or_default())),
            Some(path) => {
                let version = at(path)?;
                let mut in_group = |kind: &str, version: &str| match version.split_once('/') {
                    Some((group, _)) => look_up(&format!("{group}/{kind}")),
                    // An object of the core has a version without a group.
                    None => look_up(kind),
                };
                kind.text_is(|kind| version.text_is(|version| in_group(kind, version)).is_true())
            }
        };
        found.filter(|kind| is_known.is_true() && kind.only_beside.allows(object))
    }

    fn told(&self, type_name: &str, kind: Option<&Kind>, why: Option<&str>) -> Option<String> {
        let loss = match kind {
            _ if self.told.removed.contains(type_name) => return None,
            Some(kind) => format!("{}: {}", kind.noun, kind.loss),
            None if self.told.added.contains(type_name) => "what it holds is lost".to_owned(),
            None => return None,
        };
        Some(why.map(|why| format!("{why}; {loss}")).unwrap_or(loss))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_data_files_read_and_no_type_stands_in_two_kinds() {
        let file: File = serde_json::from_str(&data_file!("stateful")).unwrap();
        let mut seen = BTreeSet::new();
        for kind in &file.kind {
            assert!(
                !kind.noun.is_empty() && !kind.loss.is_empty(),
                "{} has no words",
                kind.id
            );
            for (provider, types) in &kind.types {
                assert!(types.is_sorted(), "{provider} is not sorted in {}", kind.noun);
                for type_name in types {
                    assert!(
                        type_name.starts_with(&format!("{provider}_")),
                        "{type_name} is not of {provider}"
                    );
                    assert!(seen.insert(type_name), "{type_name} stands twice");
                }
            }
            assert!(kind.objects.is_sorted(), "objects are not sorted in {}", kind.noun);
            for object in &kind.objects {
                assert!(seen.insert(object), "{object} stands twice");
            }
            let small: BTreeSet<_> = kind.objects.iter().map(|object| object.to_ascii_lowercase()).collect();
            assert_eq!(small.len(), kind.objects.len(), "objects that differ only in letters");
        }
    }

    #[test]
    fn what_holds_data_is_known_and_what_does_not_is_not() {
        let told = StatefulTypes {
            added: BTreeSet::from(["acme_ledger".to_owned()]),
            removed: BTreeSet::from(["aws_sqs_queue".to_owned()]),
        };
        let stateful = Stateful::with(&told);
        for (type_name, holds, why) in [
            ("aws_db_instance", true, "a database"),
            ("aws_s3_bucket", true, "a bucket"),
            ("azurerm_storage_account", true, "blobs and files"),
            ("google_sql_database_instance", true, "a database"),
            ("aws_kms_key", true, "what it encrypted cannot be read without it"),
            ("aws_instance", false, "servers are made to be replaced"),
            ("aws_iam_role", false, "a role stands in the configuration whole"),
            (
                "upcloud_managed_database_postgresql",
                true,
                "a database of a smaller cloud",
            ),
            ("upcloud_storage", true, "a disk"),
            ("stackit_postgresflex_instance", true, "a database"),
            ("stackit_postgresflex_user", false, "a user"),
            ("stackit_volume", true, "a disk"),
            ("stackit_server", false, "a server"),
            ("opentelekomcloud_rds_instance_v3", true, "a database"),
            ("opentelekomcloud_compute_instance_v2", false, "a server"),
            ("opentelekomcloud_obs_bucket", true, "a bucket"),
            ("awscc_ec2_volume", true, "a disk"),
            ("awscc_dynamodb_global_table", true, "a table"),
            ("awscc_ec2_instance", false, "a server, by another provider"),
            ("tencentcloud_mongodb_sharding_instance", true, "a database in parts"),
            ("openstack_db_instance_v1", true, "a database"),
            ("influxdb-v2_bucket", true, "a provider with a dash in its name"),
            (
                "proxmox_virtual_environment_vm",
                true,
                "its disks of data are written in it",
            ),
            ("acme_ledger", true, "added by the user"),
            ("aws_sqs_queue", false, "taken away by the user"),
        ] {
            let index = stateful.built_in.by_type.get(type_name);
            let kind = index.and_then(|index| stateful.built_in.kinds.get(*index));
            let loss = stateful.told(type_name, kind, None);
            assert_eq!(loss.is_some(), holds, "{type_name}: {why}");
        }
    }
}
