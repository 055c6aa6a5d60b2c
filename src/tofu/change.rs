//! A change of one object: what will be done to it, why, and the object before and after.

use serde::de::{Deserialize, Deserializer, Error, Unexpected};

use super::actions::{ActionReason, Actions};
use super::object::{marks, or_default, present, read_from_object};
use super::raw::{Raw, text_as_written};
use super::text::Text;
use super::word::words;

/// An element of `resource_changes` or `resource_drift`, or the change in a deferred one (§1.7).
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a resource change (an object)")]
#[non_exhaustive]
pub struct ResourceChange<'a> {
    /// Absolute address of the instance. Absent in the drift of T0.15. In T's deferred changes it may hold `[*]`.
    #[serde(borrow)]
    pub address: Option<Text<'a>>,
    /// Address before a `moved` block renamed it; absent when it is the same. Boxed, since few are. T1.1.
    pub previous_address: Option<Box<Text<'a>>>,
    /// Address of the module instance, with keys; absent in the root module.
    pub module_address: Option<Text<'a>>,
    /// Managed, data or ephemeral; the engines always write it.
    pub mode: Option<Mode<'a>>,
    /// Resource type, such as `aws_instance`; the engines always write it.
    pub r#type: Option<Text<'a>>,
    /// Resource name; the engines always write it.
    pub name: Option<Text<'a>>,
    /// Instance key; absent without `count` and `for_each`.
    pub index: Option<InstanceKey<'a>>,
    /// Whether the instance key is not known yet. T1.10 alone, in deferred changes.
    #[serde(default, deserialize_with = "or_default")]
    pub index_unknown: bool,
    /// Source address of the provider; a short name, perhaps with an alias, in T0.12 (§1.4).
    pub provider_name: Option<Text<'a>>,
    /// Key of the deposed object that the change is about, 8 hex digits; absent for the current object. The state side
    /// calls it `deposed_key`. Address and this key together name one element. Boxed, since there are few.
    pub deposed: Option<Box<Text<'a>>>,
    /// The change itself. Missing or `null` is an error.
    pub change: Change<'a>,
    /// Why the engine chose the actions; absent when there is nothing to say. T0.15.2.
    pub action_reason: Option<ActionReason<'a>>,
}

/// What is done to an object or a root output, and the value before and after (§1.8).
///
/// Unknown parts of `after` are left out; `after_unknown` has `true` at their places (§2.2). The sensitive trees have
/// `true` where a value is sensitive (§2.4); the values themselves are never redacted.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a change (an object)")]
#[non_exhaustive]
pub struct Change<'a> {
    /// What is done. Missing, `null`, not a list, or with an element that is not a text is an error.
    #[serde(borrow)]
    pub actions: Actions<'a>,
    /// The value before; a raw `null` when there is none.
    #[serde(default, deserialize_with = "present")]
    pub before: Option<Raw<'a>>,
    /// The value after, without its unknown parts; a raw `null` when there will be none; absent for an output of which
    /// nothing is known.
    #[serde(default, deserialize_with = "present")]
    pub after: Option<Raw<'a>>,
    /// Where `after` is not known. For outputs before T1.3 a plain bool.
    #[serde(default, deserialize_with = "marks")]
    pub after_unknown: Option<Raw<'a>>,
    /// Where `before` is sensitive. T0.15; with the provider's own marks since T0.15.2.
    #[serde(default, deserialize_with = "marks")]
    pub before_sensitive: Option<Raw<'a>>,
    /// Where `after` is sensitive. T0.15; with the provider's own marks since T0.15.2.
    #[serde(default, deserialize_with = "marks")]
    pub after_sensitive: Option<Raw<'a>>,
    /// The attributes that force a replacement, in no meaningful order; absent when the provider named none. T0.15.3.
    pub replace_paths: Option<Box<[Path<'a>]>>,
    /// Present, even if empty, when the object is imported; boxed, since few are. T1.5.
    pub importing: Option<Box<Importing<'a>>>,
    /// HCL source of one generated resource block, as a JSON string; raw, since it may hold secrets; boxed, since there
    /// are few. T1.5.
    pub generated_config: Option<Box<Raw<'a>>>,
    /// The identity before. T1.12, O1.12.
    #[serde(default, deserialize_with = "present")]
    pub before_identity: Option<Raw<'a>>,
    /// The identity after; absent while it is not known. T1.12, O1.12.
    #[serde(default, deserialize_with = "present")]
    pub after_identity: Option<Raw<'a>>,
}

/// How an object is imported (§1.10). An empty object is an import too.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "an import (an object)")]
#[non_exhaustive]
pub struct Importing<'a> {
    /// The id given to the provider, a JSON string; raw, since it may be a secret; absent when an identity is given, or
    /// when it is not known. T1.5.
    #[serde(borrow, default, deserialize_with = "text_as_written")]
    pub id: Option<Raw<'a>>,
    /// The identity given to the provider. T1.12, O1.12.
    #[serde(default, deserialize_with = "present")]
    pub identity: Option<Raw<'a>>,
    /// Whether id or identity is not known yet. T1.10 alone, in deferred changes.
    #[serde(default, deserialize_with = "or_default")]
    pub unknown: bool,
}

read_from_object!(ResourceChange, Change, Importing);

impl ResourceChange<'_> {
    /// Key of the deposed object; `None` for the current one, which some tools write as an empty key.
    #[must_use]
    pub fn deposed(&self) -> Option<&str> {
        let key = self.deposed.as_deref().map(Text::as_str);
        key.filter(|key| !key.is_empty())
    }
}

words! {
    /// What kind of thing a resource block declares.
    Mode {
        /// A `resource` block.
        Managed = "managed",
        /// A `data` block.
        Data = "data",
        /// An `ephemeral` block. In plans of O1.11 alone; in `configuration` and `checks` of later ones too (§2.13).
        Ephemeral = "ephemeral",
    }
}

impl Mode<'_> {
    /// Whether what has this mode may be an object that a plan can lose: a word that nobody knows, or none, does not
    /// make less of it.
    #[must_use]
    pub fn may_be_managed(mode: Option<&Self>) -> bool {
        !matches!(mode, Some(Self::Data | Self::Ephemeral))
    }
}

/// The key that tells the instances of one block apart (§2.6); `0` and `"0"` are two keys.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum InstanceKey<'a> {
    /// The position under `count`, from 0.
    Int(u64),
    /// A number that is not a plain one from 0 to 2^64 - 1, as written; the engines write none.
    Number(&'a str),
    /// The key under `for_each`: any text at all.
    Str(Text<'a>),
}

impl<'de: 'a, 'a> Deserialize<'de> for InstanceKey<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Step::deserialize(deserializer)? {
            Step::Key(key) => Ok(Self::Str(key)),
            Step::Index(index) => Ok(Self::Int(index)),
            Step::Other(raw)
                if raw
                    .text()
                    .starts_with(|first: char| first == '-' || first.is_ascii_digit()) =>
            {
                Ok(Self::Number(raw.text()))
            }
            Step::Other(raw) => {
                let found = match raw.text().as_bytes().first() {
                    Some(b'{') => Unexpected::Map,
                    Some(b'[') => Unexpected::Seq,
                    Some(b't' | b'f') => Unexpected::Bool(true),
                    // A text with an escape that is no character.
                    _ => Unexpected::Other("another value"),
                };
                Err(D::Error::invalid_type(found, &"an instance key (a number or a text)"))
            }
        }
    }
}

/// A way into a value, from its root; empty is the value itself (§2.5).
pub type Path<'a> = Vec<Step<'a>>;

/// One step of a [`Path`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Step<'a> {
    /// The name of an attribute, or the key of a map: the format does not tell which. May be a number in quotes where
    /// an index is meant.
    Key(Text<'a>),
    /// A position in a list, from 0.
    Index(u64),
    /// Anything else, such as an element of a set; the engines' providers write none.
    Other(Raw<'a>),
}

impl<'de: 'a, 'a> Deserialize<'de> for Step<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Raw::deserialize(deserializer)?;
        let index = || raw.text().parse().ok().map(Self::Index);
        let key = || raw.as_string().map(Self::Key);
        Ok(index().or_else(key).unwrap_or(Self::Other(raw)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_without_its_shape_is_an_error() {
        for (json, says, why) in [
            (r#"{"address":"a.b"}"#, "missing field `change`", "no change"),
            (r#"{"change":null}"#, "a change (an object)", "null"),
            (
                r#"{"change":[["no-op"],null,null]}"#,
                "a change (an object)",
                "an array is not an object",
            ),
            (r#"{"change":{}}"#, "missing field `actions`", "no actions"),
            (r#"{"change":{"actions":null}}"#, "a list of words", "null actions"),
            (
                r#"{"change":{"actions":["no-op"],"actions":["delete"]}}"#,
                "duplicate field `actions`",
                "two lists",
            ),
            (
                r#"{"change":{"actions":["no-op"]},"change":{"actions":["delete"]}}"#,
                "duplicate field `change`",
                "two",
            ),
            (
                r#"["a.b"]"#,
                "a resource change (an object)",
                "an array is not an object",
            ),
            (
                r#"{"address":1,"change":{"actions":["no-op"]}}"#,
                "a text",
                "an address that is none",
            ),
        ] {
            let error = serde_json::from_str::<ResourceChange<'_>>(json)
                .unwrap_err()
                .to_string();
            assert!(error.contains(says), "{why}: {error}");
        }
    }

    #[test]
    fn null_is_absent_but_for_values() {
        let change: ResourceChange<'_> = serde_json::from_str(
            r#"{"address":null,"module_address":null,"mode":null,"index":null,"index_unknown":null,"deposed":null,
                "action_reason":null,"change":{"actions":["delete"],"before":{"a":1},"after":null,"replace_paths":null,
                "importing":null,"generated_config":null}}"#,
        )
        .unwrap();
        assert!(change.address.is_none() && change.mode.is_none() && change.index.is_none());
        assert!(change.action_reason.is_none() && !change.index_unknown);
        let change = change.change;
        assert!(
            change.after.is_some_and(|raw| raw.is_null()),
            "null says that there will be no object"
        );
        assert!(change.after_unknown.is_none(), "absent");
        assert_eq!(change.before.map(|raw| raw.text()), Some(r#"{"a":1}"#));
        assert!(change.replace_paths.is_none() && change.importing.is_none() && change.generated_config.is_none());
    }

    #[test]
    fn an_empty_key_is_that_of_the_current_object() {
        for (key, wanted) in [(r#""""#, None), (r#""5d0a1b2c""#, Some("5d0a1b2c"))] {
            let json = format!(r#"{{"address":"t.n","deposed":{key},"change":{{"actions":["delete"]}}}}"#);
            let change: ResourceChange<'_> = serde_json::from_str(&json).unwrap();
            assert_eq!(change.deposed(), wanted, "{key}");
        }
    }

    #[test]
    fn an_empty_import_is_an_import() {
        let change: Change<'_> = serde_json::from_str(r#"{"actions":["no-op"],"importing":{}}"#).unwrap();
        assert!(change.importing.is_some());
    }

    #[test]
    fn the_id_of_an_import_is_a_text_that_knows_how_it_is_written() {
        let read = |id: &str| {
            let json = format!(r#"{{"actions":["no-op"],"importing":{{"id":{id}}}}}"#);
            serde_json::from_str::<Change<'static>>(Box::leak(json.into_boxed_str()))
        };
        for (id, text, why) in [
            (r#""i-1""#, Some("i-1"), "nothing to resolve"),
            (r#""a\u0026b""#, Some("a&b"), "Go escapes for HTML"),
            ("null", None, "null is absent"),
        ] {
            let importing = read(id).unwrap().importing.unwrap();
            assert_eq!(importing.id.map(|raw| raw.text()), text.map(|_| id), "{why}");
            assert_eq!(importing.id.and_then(|raw| raw.as_string()).as_deref(), text, "{why}");
        }
        for (id, says) in [
            ("7", "invalid type: number, expected a text"),
            ("[]", "invalid type: sequence, expected a text"),
            ("{}", "invalid type: map, expected a text"),
            ("true", "invalid type: boolean, expected a text"),
            (r#""\ud800""#, "invalid value: string, expected a text"),
        ] {
            let error = read(id).unwrap_err().to_string();
            assert!(error.starts_with(says), "{id}: {error}");
        }
    }

    #[test]
    fn instance_keys_are_exact() {
        for (json, expected, why) in [
            ("0", InstanceKey::Int(0), "count"),
            ("18446744073709551615", InstanceKey::Int(u64::MAX), "the largest"),
            (r#""0""#, InstanceKey::Str(Text::new("0")), "another key than 0"),
            (r#""""#, InstanceKey::Str(Text::new("")), "an empty key"),
            (r#""a.b[\"c\"]""#, InstanceKey::Str(Text::new("a.b[\"c\"]")), "any text"),
            (
                "18446744073709551616",
                InstanceKey::Number("18446744073709551616"),
                "past the largest",
            ),
            ("-1", InstanceKey::Number("-1"), "negative"),
            ("1.0", InstanceKey::Number("1.0"), "as other programs spell it"),
        ] {
            let read: InstanceKey<'_> = serde_json::from_str(json).unwrap();
            assert_eq!(read, expected, "{why}");
        }
        for json in ["true", "[]", "{}", "null", r#""\ud800""#] {
            assert!(serde_json::from_str::<InstanceKey<'_>>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn a_path_has_names_and_positions() {
        let path: Path<'_> = serde_json::from_str(r#"["a",0,"0",-1,{"k":1}]"#).unwrap();
        let kinds: Vec<_> = path.iter().map(|step| format!("{step:?}")).collect();
        assert_eq!(
            kinds,
            [
                r#"Key("a")"#,
                "Index(0)",
                r#"Key("0")"#,
                "Other(Raw(2 bytes))",
                "Other(Raw(7 bytes))"
            ]
        );
    }
}
