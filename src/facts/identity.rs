//! What tells an object of a state from all others at its provider.

use std::fmt;
use std::sync::LazyLock;

use memchr::memmem::Finder;

use crate::json::{keys, scan};
use crate::tofu::{ProviderAddress, Text};

use super::attr::Attr;
use super::objects::StateObject;

/// Providers whose objects exist in the state alone: their ids are made of their values, and equal ones are no wonder.
const LOCAL: &[&str] = &[
    "archive",
    "cloudinit",
    "local",
    "null",
    "random",
    "template",
    "time",
    "tls",
];

/// Providers whose ids are names that people chose, which another cluster may have too.
const CHOSEN: &[&str] = &["helm", "kubectl", "kubernetes"];

/// Types of AWS whose `arn` people set: it is that of what they belong to.
const ARN_OF_ANOTHER: &[&str] = &[
    "aws_cloudwatch_event_target",
    "aws_lakeformation_resource",
    "aws_notifications_channel_association",
    "aws_sns_topic_data_protection_policy",
    "aws_sns_topic_policy",
];

/// Types whose objects are each side's share in one thing, with one id: both sides may be in one state.
const OF_TWO_SIDES: &[&str] = &["aws_vpc_peering_connection_options"];

/// Beginnings of ids that say all: where, whose and which.
const WHOLE: &[&str] = &[
    "/subscriptions/",
    "arn:",
    "folders/",
    "https://",
    "organizations/",
    "projects/",
];

/// Two objects of one identity may be one object at the provider: `Sameness` says what else must agree. Never
/// printed: an id may be sensitive.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Identity<'a> {
    provider: &'a str,
    type_name: &'a str,
    names: Names<'a>,
}

/// Attributes by which providers name an object; absent when the type has no such attribute or it is null.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Names<'a> {
    id: Text<'a>,
    arn: Option<Text<'a>>,
    self_link: Option<Text<'a>>,
    unique_id: Option<Text<'a>>,
}

/// Attributes in which providers repeat the id of the object itself.
const OWN_NAMES: &[&str] = &["arn", "id", "object_id", "self_link", "unique_id"];

impl<'a> Names<'a> {
    /// Those of an object; `None` without an id. Of a name that stands twice the last one counts, as in engines, and
    /// other kinds of values, which no provider writes there, name nothing.
    fn of(object: &'a str) -> Option<Self> {
        let (mut id, mut names) = (None, Self::default());
        for member in scan::members(object, 0) {
            let name = match &*member.key {
                "id" => &mut id,
                "arn" => &mut names.arn,
                "self_link" => &mut names.self_link,
                "unique_id" => &mut names.unique_id,
                _ => continue,
            };
            let end = scan::end_of_value(object, member.value_start)?;
            let text = serde_json::from_str(object.get(member.value_start..end)?);
            *name = text.ok().filter(|text: &Text<'_>| !text.is_empty());
        }
        Some(Self { id: id?, ..names })
    }
}

/// What must agree of two objects of one identity, so that they are one for sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sameness {
    /// Nothing else: the identity has a name of the object itself that no other in the world has.
    Certain,
    /// The configuration of the provider, and most of what is written: the id is drawn, for this object as it seems.
    Alike,
    /// The configuration of the provider, and all that is written: the id may be that of what the object belongs to,
    /// such as the topic of a notification, and stand for several.
    Equal,
    /// Nobody can say: what is written names no region, and each may have such an object.
    Unknown,
}

impl Identity<'_> {
    /// What must agree of two objects of this identity, of which one has these values.
    pub(crate) fn sameness(&self, values: Attr<'_, '_>) -> Sameness {
        let (names, id) = (&self.names, &*self.names.id);
        let provider = ProviderAddress::new(self.provider).name();
        let has_own_name = match provider {
            "aws" | "awscc" => names.arn.is_some(),
            "azurerm" => id.starts_with("/subscriptions/"),
            "google" | "google-beta" => names.self_link.is_some() || names.unique_id.is_some(),
            _ => false,
        };
        // Whoever creates an object at a path gives it its last part, and what belongs to it has another argument for the
        // whole path.
        let is_path = WHOLE.iter().any(|beginning| id.starts_with(beginning));
        let is_named = || {
            let is_last =
                |name: &str| name == id || id.strip_suffix(name).is_some_and(|rest| rest.ends_with(['/', ':']));
            values.get("name").text_is(is_last).is_true()
        };
        let has = |holds: &dyn Fn(&str, &str) -> bool| {
            let mut texts = values.entries().filter(|(name, _)| !OWN_NAMES.contains(&&**name));
            texts.any(|(name, value)| {
                let is_so = |text: &str| holds(&name, text);
                value.text_is(is_so).is_true() || value.number_is(is_so).is_true()
            })
        };
        if has_own_name || is_path && is_named() && !has(&|name, text| name != "name" && text == id) {
            return Sameness::Certain;
        }
        let is_aws = provider == "aws";
        let is_of_another =
            |_: &str, text: &str| text == id || id.ends_with(text) && (is_drawn(text) || is_counted(text));
        // Names of what belongs to an account alone, and of what is at a path, are chosen by people.
        let may_be_drawn = if is_path {
            is_of_region(id)
        } else {
            !id.contains("arn:")
        };
        let is_own = may_be_drawn && is_drawn(id);
        // What is counted at AWS is a sum of what people wrote.
        if (is_own || !is_path && !is_aws && is_counted(id)) && !has(&is_of_another) {
            return Sameness::Alike;
        }
        if !is_aws || is_own || is_of_region(id) || has(&|_, text| is_of_region(text)) {
            Sameness::Equal
        } else {
            Sameness::Unknown
        }
    }
}

impl<'a> StateObject<'a> {
    /// Every text that may be the object's id, as written: one for most objects, more where blocks in it have ids too.
    /// `None` when that cannot be told without reading it. Objects that share none are not one object, if no key is
    /// spelled with escapes.
    #[must_use]
    pub fn ids(&self) -> Option<Vec<&'a str>> {
        static ID: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new("\"id\""));
        let text = self.values()?.text();
        let behind = ID.find_iter(text.as_bytes()).filter_map(|at| text.get(at + 4..));
        let values = behind.filter_map(|rest| rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"'));
        let ids: Vec<_> = values
            .filter_map(|value| value.get(..memchr::memchr(b'"', value.as_bytes())?))
            .collect();
        // A key with an escaped letter, as no engine writes it.
        if ids.is_empty() && keys::has_escaped_letter(text) {
            return None;
        }
        Some(ids)
    }

    /// The id, which may be sensitive.
    #[must_use]
    pub(crate) fn id(&self) -> Option<Text<'a>> {
        Some(Names::of(self.values()?.text())?.id)
    }

    /// The identity; `None` when nothing in the object is sure to be unique, such as for an id that people chose,
    /// which another account or region may have too. Data sources have none.
    #[must_use]
    pub(crate) fn identity(&self) -> Option<Identity<'a>> {
        if !self.may_be_managed() {
            return None;
        }
        let provider = ProviderAddress::of_object(self.provider().unwrap_or_default());
        if LOCAL.contains(&provider.name())
            || CHOSEN.contains(&provider.name())
            || OF_TWO_SIDES.contains(&self.type_name())
        {
            return None;
        }
        let mut names = Names::of(self.values()?.text())?;
        if ARN_OF_ANOTHER.contains(&self.type_name()) {
            names.arn = None;
        }
        let is_unique = names.arn.is_some()
            || names.self_link.is_some()
            || names.unique_id.is_some()
            || WHOLE.iter().any(|beginning| names.id.starts_with(beginning))
            || is_drawn(&names.id)
            || is_counted(&names.id);
        is_unique.then_some(Identity {
            provider: provider.in_any_registry(),
            type_name: self.type_name(),
            names,
        })
    }
}

impl fmt::Debug for Identity<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity")
            .field("type_name", &self.type_name)
            .finish_non_exhaustive()
    }
}

/// The parts of an id that may be numbers, to the base of ten or sixteen: how long each is, and of how many digits.
fn numbers(id: &str) -> impl Iterator<Item = (usize, usize)> {
    let parts = id.split(|letter: char| !matches!(letter, '0'..='9' | 'a'..='f'));
    parts.map(|part| (part.len(), part.bytes().filter(u8::is_ascii_digit).count()))
}

/// Whether a part of the id looks drawn by chance: `i-0123456789abcdef0`, a UUID.
fn is_drawn(id: &str) -> bool {
    const LEAST: usize = 8;
    const LEAST_DIGITS: usize = 3;
    numbers(id).any(|(length, digits)| length >= LEAST && digits >= LEAST_DIGITS && digits < length)
}

/// Whether a part of the id looks counted.
fn is_counted(id: &str) -> bool {
    /// Eight digits may be a date.
    const DATE: usize = 8;
    /// An account of AWS, by whose number what it has once in each region is named.
    const ACCOUNT: usize = 12;
    numbers(id).any(|(length, digits)| digits == length && length > DATE && length != ACCOUNT)
}

/// Whether a text names something in one region of AWS: an ARN with the region in it, or an id such as
/// `vpc-0123456789abcdef0`.
fn is_of_region(text: &str) -> bool {
    match text.strip_prefix("arn:") {
        Some(arn) => arn.split(':').nth(2).is_some_and(|region| !region.is_empty()),
        None => text.rsplit_once('-').is_some_and(|(kind, id)| {
            kind.bytes().all(|letter| matches!(letter, b'a'..=b'z' | b'-'))
                && is_drawn(id)
                && id.bytes().all(|letter| letter.is_ascii_hexdigit())
        }),
    }
}

#[cfg(test)]
mod tests {
    use crate::facts::Facts;
    use crate::tofu::State;

    /// Whether an object of such a provider and such values can be told from all others.
    fn is_told(provider: &str, values: &str) -> bool {
        let json = format!(
            r#"{{"values":{{"root_module":{{"resources":[{{"address":"t.n","mode":"managed","type":"t","name":"n",
                "provider_name":"{provider}","values":{values}}}]}}}}}}"#
        );
        let state: State<'_> = serde_json::from_str(&json).unwrap();
        let facts = Facts::of_state(&state, None).unwrap();
        facts.objects().iter().any(|object| object.identity().is_some())
    }

    #[test]
    fn only_what_is_unique_in_the_world_is_an_identity() {
        const AWS: &str = "registry.opentofu.org/hashicorp/aws";
        for (provider, values, told, why) in [
            (AWS, r#"{"id":"i-0123456789abcdef0"}"#, true, "drawn by chance"),
            (AWS, r#"{"id":"vpc-716af77f"}"#, true, "short, as they once were"),
            (AWS, r#"{"id":"0dd3e7ce-89f6-458b-9f83-4c45500d6f1c"}"#, true, "a UUID"),
            (
                AWS,
                r#"{"id":"/subscriptions/x/resourceGroups/y"}"#,
                true,
                "a whole path",
            ),
            (
                AWS,
                r#"{"id":"logs","arn":"arn:aws:s3:::logs"}"#,
                true,
                "a name, and an ARN",
            ),
            (AWS, r#"{"id":"logs"}"#, false, "a name: another region may have it"),
            (AWS, r#"{"id":"logs-20240101"}"#, false, "a name with a date"),
            (AWS, r#"{"id":"logs-2024-01-01"}"#, false, "and another with one"),
            (AWS, r#"{"id":"acl-123456789"}"#, true, "nine digits, which are counted"),
            (
                AWS,
                r#"{"id":"123456789012"}"#,
                false,
                "an account, which has the object in each region",
            ),
            (
                AWS,
                r#"{"id":"123456789012-EC2:ECR"}"#,
                false,
                "what an account has, with more",
            ),
            (AWS, r#"{"id":"logs","arn":null}"#, false, "no ARN"),
            (AWS, r#"{"arn":"arn:aws:s3:::logs"}"#, false, "no id"),
            (AWS, r#"{"id":7}"#, false, "no text"),
            (AWS, "[]", false, "hostile"),
            (
                "registry.opentofu.org/hashicorp/local",
                r#"{"id":"0dd3e7ce89f6458b9f834c45500d6f1c"}"#,
                false,
                "a hash of the content",
            ),
        ] {
            assert_eq!(is_told(provider, values), told, "{why}");
        }
    }
}
