//! What tells an object of a state from all others at its provider.

use std::fmt;
use std::sync::LazyLock;

use memchr::memmem::Finder;

use crate::json::{keys, scan};
use crate::tofu::{ProviderAddress, Text};

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

/// Beginnings of ids that say all: where, whose and which.
const WHOLE: &[&str] = &[
    "/subscriptions/",
    "arn:",
    "folders/",
    "https://",
    "organizations/",
    "projects/",
];

/// Two objects of one identity are one object at the provider. Never printed: an id may be sensitive.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identity<'a> {
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

    /// The identity; `None` when nothing in the object is sure to be unique, such as for an id that people chose,
    /// which another account or region may have too. Deposed objects and data sources have none.
    #[must_use]
    pub fn identity(&self) -> Option<Identity<'a>> {
        if self.deposed().is_some() || !self.may_be_managed() {
            return None;
        }
        let provider = ProviderAddress::of_object(self.provider().unwrap_or_default());
        if LOCAL.contains(&provider.name()) {
            return None;
        }
        let names = Names::of(self.values()?.text())?;
        let is_unique = names.arn.is_some()
            || names.self_link.is_some()
            || names.unique_id.is_some()
            || WHOLE.iter().any(|beginning| names.id.starts_with(beginning))
            || is_made(&names.id);
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

/// Whether a part of the id looks drawn by chance or counted: `i-0123456789abcdef0`, a UUID.
fn is_made(id: &str) -> bool {
    const LEAST: usize = 8;
    const LEAST_DIGITS: usize = 3;
    /// An account of AWS, by whose number what it has once in each region is named.
    const ACCOUNT: usize = 12;
    if id.len() == ACCOUNT && id.bytes().all(|letter| letter.is_ascii_digit()) {
        return false;
    }
    let (mut length, mut digits) = (0, 0);
    for letter in id.bytes() {
        match letter {
            b'0'..=b'9' => (length, digits) = (length + 1, digits + 1),
            b'a'..=b'f' => length += 1,
            _ => (length, digits) = (0, 0),
        }
        // Eight digits alone may be a date.
        if length >= LEAST && digits >= LEAST_DIGITS && (digits < length || length > LEAST) {
            return true;
        }
    }
    false
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
