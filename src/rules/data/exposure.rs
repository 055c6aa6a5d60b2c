//! What opens something to the world or switches off what guards it, read from `exposure.toml` and found by type.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use foldhash::fast::RandomState;
use indexmap::IndexMap;
use serde::Deserialize;

use super::exposure_file::{File, OfType, Same, Text};
use crate::rules::embedded;
use crate::rules::wildcard::Wildcard;

use super::exposure_grant::{Grant, Shape};
use super::exposure_ingress::Ingress;
pub(in crate::rules) use super::exposure_policy::{Policy, PolicyKind};
use super::exposure_setting::Setting;
use super::value::Beside;

/// The whole table. It is a constant of the program, read once when a rule first asks; of each type when a rule asks for
/// that.
pub(in crate::rules) fn table() -> &'static Table {
    static TABLE: LazyLock<Table> = LazyLock::new(|| Table::of(data_file!("exposure")));
    &TABLE
}

/// A rule that the table serves; its word is the rule's id.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
pub(in crate::rules) enum Exposure {
    AdminGrant,
    AnyoneCanAssume,
    BackupDisabled,
    KeyRotationOff,
    LoggingRemoved,
    LongLivedAccessKey,
    MetadataServiceV1,
    PlaintextListener,
    PrivilegedContainer,
    PublicBucket,
    PublicDatabase,
    PublicEndpoint,
    PublicGrant,
    PublicIngress,
    PublicRepository,
    PublicSnapshot,
    UnencryptedStorage,
    WeakTls,
    WildcardPolicy,
}

impl Exposure {
    /// Whether it is about who may reach or use something, and not about how well a thing itself is kept.
    pub(in crate::rules) const fn gives_access(self) -> bool {
        matches!(
            self,
            Self::AdminGrant
                | Self::AnyoneCanAssume
                | Self::LongLivedAccessKey
                | Self::PublicBucket
                | Self::PublicDatabase
                | Self::PublicEndpoint
                | Self::PublicGrant
                | Self::PublicIngress
                | Self::PublicRepository
                | Self::PublicSnapshot
                | Self::WildcardPolicy
        )
    }
}

/// All that is known about exposures.
#[derive(Debug)]
pub(in crate::rules) struct Table {
    /// Networks of everybody, as texts.
    pub world: Vec<String>,
    /// What an opening applies to.
    pub scope: Scope,
    /// Attributes that describe an object as a text, by type.
    texts: IndexMap<String, Text, RandomState>,
    /// Blocks that no provider writes by itself, each behind its type.
    never_chosen: BTreeSet<String>,
    /// What is known about single ports.
    pub ports: Ports,
    /// How statements of AWS policies are read.
    pub statement: Statement,
    /// Identity providers that sign for everybody.
    pub issuers: Vec<Issuer>,
    /// Google's bindings.
    pub grant: Grant,
    /// Types that hold what others hold.
    same: Vec<Same>,
    /// The file, with a line for each type.
    text: String,
    /// By type first: most types are in no entry, and all rules ask for the same one.
    by_type: IndexMap<String, Known, RandomState>,
}

/// What is known about a type.
#[derive(Debug, Default)]
struct Known {
    /// Where it is written; nowhere where another type is like this one.
    written: Range<usize>,
    entries: OnceLock<ByRule>,
}

type ByRule = BTreeMap<Exposure, Entries>;

/// What an opening applies to.
#[derive(Debug)]
pub(in crate::rules) struct Scope {
    /// Paths that say so, whatever the type.
    pub paths: Vec<String>,
    /// Paths of what an opening does not apply to.
    pub left_out: Vec<String>,
    /// Attributes that say what an object that gives access is called itself.
    own: Vec<String>,
    /// Types whose name is that of another object.
    named: Vec<Wildcard>,
    /// Types of objects that are opened themselves.
    things: Vec<Wildcard>,
}

impl Scope {
    /// Whether objects of the type give access to something else, and are nothing without that.
    pub(in crate::rules) fn is_about_another(&self, type_name: &str) -> bool {
        !self.things.iter().any(|thing| thing.matches(type_name))
    }

    /// Whether the attribute of an object is its own, and not of what it gives access to.
    pub(in crate::rules) fn is_own(&self, type_name: &str, name: &str) -> bool {
        let is_named = name == "name" && self.named.iter().any(|named| named.matches(type_name));
        !is_named && self.own.iter().any(|own| own == name)
    }
}

/// Why it matters that an object is made.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Creation {
    rule: Exposure,
    /// Attributes that say when it ends.
    #[serde(default)]
    pub(in crate::rules) ends: Vec<String>,
    /// Attributes and values with one of which it gives no access.
    #[serde(default)]
    pub(in crate::rules) off: Beside,
    pub(in crate::rules) words: String,
}

/// What one rule knows of one type.
#[derive(Debug, Default)]
pub(in crate::rules) struct Entries {
    /// How it says who may connect.
    pub ingress: Vec<Ingress>,
    /// Attributes that open something.
    pub settings: Vec<Setting>,
    /// Why it matters that such an object is made.
    pub creation: Option<Creation>,
    /// Why it matters that such an object is destroyed.
    pub removal: Option<Removal>,
    /// Attributes that hold a policy.
    pub policies: Vec<Policy>,
}

impl Table {
    /// What the rule knows of the type; `None` for most types.
    pub(in crate::rules) fn of_type(&self, rule: Exposure, type_name: &str) -> Option<&Entries> {
        self.by_rule(type_name)?.get(&rule)
    }

    /// The policies that objects of the type hold, whichever rule judges them.
    pub(in crate::rules) fn policies(&self, type_name: &str) -> impl Iterator<Item = &Policy> {
        self.entries(type_name).flat_map(|entries| &entries.policies)
    }

    /// The attribute by which objects of the type describe another one as a text; `None` for most types.
    pub(in crate::rules) fn text(&self, type_name: &str) -> Option<&Text> {
        self.texts.get(type_name)
    }

    /// Whether some rule judges the attribute at the path, and so says itself when it is unknown. Indices in the path
    /// do not matter.
    pub(in crate::rules) fn judges(&self, type_name: &str, path: &str) -> bool {
        let plain = |path: &str| -> String {
            let mut depth = 0_usize;
            path.chars()
                .filter(|letter| {
                    depth += usize::from(*letter == '[');
                    let inside = depth > 0;
                    depth = depth.saturating_sub(usize::from(*letter == ']'));
                    !inside
                })
                .collect()
        };
        let path = plain(path);
        let document = self.grant.shape(type_name).and_then(|shape| shape.document.as_ref());
        if document.is_some_and(|document| *document == path) {
            return true;
        }
        if self.text(type_name).is_some_and(|text| text.path == path) {
            return true;
        }
        self.entries(type_name).any(|entries| {
            let settings = entries.settings.iter().map(|setting| plain(&setting.path));
            let policies = entries.policies.iter().map(|policy| plain(&policy.path));
            let ingress = entries.ingress.iter().flat_map(|ingress| {
                let block = ingress
                    .block
                    .as_deref()
                    .map(|block| plain(block) + ".")
                    .unwrap_or_default();
                ingress
                    .cidrs
                    .iter()
                    .map(move |cidrs| format!("{block}{}", plain(cidrs)))
            });
            settings.chain(policies).chain(ingress).any(|judged| judged == path)
        })
    }

    /// Whether a setting of the type stands in what the text at the path describes.
    pub(in crate::rules) fn leads_into(&self, type_name: &str, path: &str) -> bool {
        let leads_on = |setting: &Setting| {
            let rest = setting.path.strip_prefix(path);
            rest.is_some_and(|rest| rest.starts_with(['.', '[']))
        };
        self.entries(type_name)
            .any(|entries| entries.settings.iter().any(leads_on))
    }

    /// Whether the blocks of that name are in a new object of the type only where somebody wrote them.
    pub(in crate::rules) fn is_never_chosen(&self, type_name: &str, block: &str) -> bool {
        self.never_chosen.contains(&format!("{type_name}.{block}"))
    }

    /// Whether the tables ask objects of the type for the attribute: it says who is let in, or how, and not to what.
    pub(in crate::rules) fn asks_for(&self, type_name: &str, name: &str) -> bool {
        let is = |path: &str| path.split(['.', '[']).next() == Some(name);
        let shape = self.grant.shape(type_name);
        let of_grant = |shape: &Shape| {
            let paths = [&shape.members, &shape.role, &shape.document].into_iter().flatten();
            name == "condition" || paths.into_iter().any(|path| is(path))
        };
        shape.is_some_and(of_grant)
            || self.entries(type_name).any(|entries| {
                let settings = entries.settings.iter();
                settings.flat_map(Setting::reads).any(is)
                    || entries.policies.iter().any(|policy| is(&policy.path))
                    || entries.ingress.iter().any(|ingress| ingress.paths().any(is))
            })
    }

    /// Whether objects of the type guard another one that they name.
    pub(in crate::rules) fn is_guard(&self, type_name: &str) -> bool {
        let mut removals = self.entries(type_name).filter_map(|entries| entries.removal.as_ref());
        removals.any(|removal| !removal.of.is_empty())
    }

    /// What all rules know of the type.
    fn entries(&self, type_name: &str) -> impl Iterator<Item = &Entries> {
        self.by_rule(type_name).into_iter().flat_map(BTreeMap::values)
    }

    fn by_rule(&self, type_name: &str) -> Option<&ByRule> {
        let known = self.by_type.get(type_name)?;
        Some(known.entries.get_or_init(|| self.read(type_name)))
    }

    fn read(&self, type_name: &str) -> ByRule {
        let mut of_type = self.held(type_name);
        if let Some((text, like)) = self.text(type_name).and_then(|text| Some((text, text.like.as_ref()?))) {
            let told = self.held(&like.type_name);
            let ingress = told.ingress.iter().filter_map(|one| like.ingress(one, &text.path));
            of_type.ingress.extend(ingress);
            let settings = told.setting.iter().map(|one| like.setting(one, &text.path));
            of_type.setting.extend(settings);
        }
        let mut by_rule = ByRule::new();
        for one in of_type.ingress {
            by_rule.entry(Exposure::PublicIngress).or_default().ingress.push(one);
        }
        for one in of_type.setting {
            by_rule.entry(one.rule).or_default().settings.push(Setting::of(one));
        }
        for one in of_type.creation {
            let of_rule = by_rule.entry(one.rule).or_default();
            of_rule.creation = Some(one);
        }
        for one in of_type.removal {
            let of_rule = by_rule.entry(one.rule).or_default();
            of_rule.removal = Some(one);
        }
        for one in of_type.policy {
            let usual = match one.kind {
                PolicyKind::Trust => Exposure::AnyoneCanAssume,
                _ => Exposure::WildcardPolicy,
            };
            by_rule.entry(one.rule.unwrap_or(usual)).or_default().policies.push(one);
        }
        by_rule
    }

    /// What is written about the type, with what it holds of others.
    pub(super) fn held(&self, type_name: &str) -> OfType {
        let mut of_type = self.written(type_name);
        for same in self.same.iter().filter(|same| same.type_name == type_name) {
            of_type
                .setting
                .extend(same.settings(&self.written(&same.like.type_name).setting));
        }
        of_type
    }

    fn written(&self, type_name: &str) -> OfType {
        let known = self.by_type.get(type_name);
        let written = known.and_then(|known| self.text.get(known.written.clone()));
        let written = written.filter(|written| !written.is_empty());
        written.map(embedded::table).unwrap_or_default()
    }

    fn of(text: String) -> Self {
        let (file, lines) = text.split_once('\n').unwrap_or_default();
        let file: File = embedded::table(file);
        let mut end = text.len() - lines.len();
        let mut by_type: IndexMap<String, Known, RandomState> = IndexMap::default();
        for line in lines.split_inclusive('\n') {
            let (type_name, written) = line.split_once(' ').unwrap_or_default();
            end += line.len();
            by_type.entry(type_name.to_owned()).or_default().written = end - written.len()..end;
        }
        let texts = || file.text.iter().filter_map(|text| Some((text, text.like.as_ref()?)));
        let alike = texts().map(|(text, _)| &text.type_name);
        for type_name in alike.chain(file.same.iter().map(|same| &same.type_name)) {
            by_type.entry(type_name.clone()).or_default();
        }
        let told_scope: Vec<_> = texts()
            .flat_map(|(text, like)| file.scope.paths.iter().filter_map(|path| like.moved(path, &text.path)))
            .collect();
        Self {
            world: file.world.cidrs,
            scope: Scope {
                paths: unique(file.scope.paths.into_iter().chain(told_scope)),
                left_out: file.scope.left_out,
                own: file.scope.own,
                named: file.scope.named,
                things: file.scope.things,
            },
            texts: file
                .text
                .into_iter()
                .map(|text| (text.type_name.clone(), text))
                .collect(),
            never_chosen: file.blocks.never_chosen.into_iter().collect(),
            ports: file.ports,
            statement: file.statement,
            issuers: file.issuer,
            grant: file.grant,
            same: file.same,
            text,
            by_type,
        }
    }
}

/// The texts in their order, each once.
fn unique(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    texts.filter(|text| seen.insert(text.clone())).collect()
}

/// An object whose destruction is the finding.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Removal {
    rule: Exposure,
    /// Paths of what it guards.
    #[serde(default)]
    pub of: Vec<String>,
    /// Types of what it guards; empty where it names that by an id that is nothing else's.
    #[serde(default)]
    pub types: Vec<String>,
    /// What must stand somewhere in it, if anything.
    pub when: Option<Which>,
    /// Whether it opens nothing by itself, and others may do so from now on.
    #[serde(default)]
    pub permits: bool,
    /// Why it matters: a full clause.
    pub words: String,
}

/// An attribute by which objects of a type are told apart.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Which {
    pub path: String,
    /// Texts of which it must have one, with `*` for any text.
    pub like: Vec<Wildcard>,
}

/// What is known about single ports.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Ports {
    /// Ports that are meant for everybody.
    pub expected: Vec<u16>,
    /// Ports through which machines are ruled or data is read.
    pub critical: Vec<Port>,
    /// Protocols without ports that nobody needs to guard.
    pub harmless: Vec<String>,
    /// Numbers of protocols that have ports.
    pub numbered: Vec<String>,
    /// Protocols that have none, by number and by name.
    pub portless: Vec<Portless>,
}

/// A protocol without ports.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Portless {
    pub protocol: String,
    pub name: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Port {
    pub port: u16,
    pub name: String,
}

/// How statements of AWS policies are read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Statement {
    /// Condition keys that name who calls.
    pub of_the_caller: Vec<String>,
    /// Those that say so by yes or no, where it must be yes.
    pub of_the_caller_if_true: Vec<String>,
    /// Services whose whole API means power over everything else.
    pub ruling: Vec<String>,
    /// Actions by each of which whoever may do it on everybody takes every right.
    pub escalating: Vec<String>,
    /// Actions by which whoever may do them on everything gives any role to a service, and acts through that.
    pub passing: Vec<String>,
    /// Actions by which whoever may do them on everything takes every role that trusts their account.
    pub assuming: Vec<String>,
}

/// An identity provider that signs for everybody.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Issuer {
    /// How its name ends.
    pub host: String,
    /// Ends of condition keys of which one must be asked for.
    pub keys: Vec<String>,
    /// Who everybody is there.
    pub words: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_reads_and_says_something_with_every_entry() {
        let table = table();
        let (mut settings, mut entries) = (0, 0);
        for type_name in table.by_type.keys() {
            let written = table.written(type_name);
            settings += written.setting.len();
            for setting in &written.setting {
                assert!(
                    !setting.opens.is_empty()
                        || !setting.like.is_empty()
                        || setting.world
                        || setting.until.is_some()
                        || setting.issuer.is_some()
                        || setting.absent_opens,
                    "{type_name} {} opens nothing",
                    setting.path
                );
                assert!(!setting.words.is_empty() && !setting.words.ends_with('.'));
            }
            entries += written.ingress.len();
            for ingress in &written.ingress {
                let by_number = !ingress.from_port.is_empty() && ingress.from_port.len() == ingress.to_port.len();
                assert!(by_number || !ingress.ports.is_empty(), "{type_name} has no ports");
                assert_eq!(ingress.direction.is_some(), !ingress.inbound.is_empty());
                assert_eq!(ingress.access.is_some(), !ingress.allow.is_empty());
            }
            let all_rules = table.by_rule(type_name).into_iter().flat_map(BTreeMap::values);
            assert!(all_rules.count() > 0, "{type_name} is in no entry");
        }
        let file = include_str!("exposure.toml");
        assert_eq!(
            settings,
            file.matches("\n[[setting]]\n").count(),
            "no entry is lost on the way"
        );
        assert_eq!(entries, file.matches("\n[[ingress]]\n").count());
        assert!(table.never_chosen.len() > 20, "{:?}", table.never_chosen);
        for block in &table.never_chosen {
            let (type_name, block) = block.split_once('.').unwrap();
            assert!(table.asks_for(type_name, block), "{type_name}.{block} is in no entry");
        }
        assert!(table.grant.rule.is_some() && !table.grant.shapes.is_empty());
    }

    /// Attributes that providers have as objects or maps. Others that a path leads into are lists, and have `[]`.
    const OBJECTS: [&str; 15] = [
        "grafana",
        "kafka",
        "manifest",
        "metadata",
        "mysql",
        "network",
        "opensearch",
        "permissions",
        "pg",
        "public_access_block_configuration",
        "remote_access",
        "resource_type_opt_in_preference",
        "rules",
        "valkey",
        "versioning_configuration",
    ];

    #[test]
    fn a_path_leads_into_a_text_only_where_that_is_read() {
        let table = table();
        for type_name in table.by_type.keys() {
            for setting in table.held(type_name).setting {
                let first = setting.path.split('.').next().unwrap_or_default();
                let leads_on = first != setting.path && !first.ends_with("[]");
                let text = table.text(type_name).map(|text| text.path.trim_end_matches(".*"));
                let is_read = OBJECTS.contains(&first) || text == Some(first);
                assert!(
                    is_read || !leads_on,
                    "{type_name} {}: no entry reads {first}",
                    setting.path
                );
            }
        }
    }

    #[test]
    fn entries_are_found_by_rule_and_type() {
        let table = table();
        for (rule, type_name, found, why) in [
            (Exposure::PublicDatabase, "aws_db_instance", true, "publicly_accessible"),
            (Exposure::PublicIngress, "aws_security_group", true, "ingress"),
            (Exposure::AnyoneCanAssume, "aws_iam_role", true, "a trust policy"),
            (Exposure::WildcardPolicy, "aws_iam_role", true, "inline policies"),
            (Exposure::PublicBucket, "aws_s3_bucket_policy", true, "says its rule"),
            (Exposure::WildcardPolicy, "aws_s3_bucket_policy", false, "says another"),
            (Exposure::PublicIngress, "aws_network_acl", false, "left out on purpose"),
        ] {
            assert_eq!(table.of_type(rule, type_name).is_some(), found, "{type_name}: {why}");
        }
    }

    #[test]
    fn what_a_rule_judges_itself_is_known() {
        for (type_name, path, judges, why) in [
            ("aws_security_group", "ingress[0].cidr_blocks", true, "public-ingress"),
            ("aws_s3_bucket_policy", "policy", true, "wildcard-policy"),
            (
                "google_storage_bucket_iam_policy",
                "policy_data",
                true,
                "public-bucket, by the shape of bindings",
            ),
            (
                "google_project_iam_policy",
                "policy_data",
                true,
                "public-grant, by the shape of bindings",
            ),
            (
                "google_storage_bucket_iam_policy",
                "bucket",
                false,
                "what it is about, not who",
            ),
            ("acme_iam_policy", "policy_data", false, "of another provider"),
        ] {
            assert_eq!(table().judges(type_name, path), judges, "{type_name} {path}: {why}");
        }
    }
}
