//! Results of the conditions that authors write: preconditions, postconditions, validations and `check` blocks.

use super::change::{InstanceKey, Mode};
use super::object::{or_default, read_from_object};
use super::text::Text;
use super::word::words;

/// An element of `checks`: an object of the configuration that has conditions (§1.12). T1.3.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a check (an object)")]
#[non_exhaustive]
pub struct Check<'a> {
    /// The object of the configuration; the engines always write it.
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub address: CheckAddress<'a>,
    /// What all instances come to; the engines always write it, and `absent` is none of their words.
    #[serde(default, deserialize_with = "or_default")]
    pub status: CheckStatus<'a>,
    /// The instances; empty when there are none, or when their number is not known.
    #[serde(default, deserialize_with = "or_default")]
    pub instances: Vec<CheckInstance<'a>>,
}

/// The address of an object of the configuration that has conditions, in parts.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "the address of a check (an object)")]
#[non_exhaustive]
pub struct CheckAddress<'a> {
    /// The whole address as people read it; the engines always write it.
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub to_display: Text<'a>,
    /// What the object is; the engines always write it.
    #[serde(default, deserialize_with = "or_default")]
    pub kind: CheckKind<'a>,
    /// Address of the module in the configuration, without keys; absent in the root module.
    pub module: Option<Text<'a>>,
    /// Managed, data or ephemeral; for resources alone.
    pub mode: Option<Mode<'a>>,
    /// Resource type; for resources alone.
    pub r#type: Option<Text<'a>>,
    /// Name of the resource, output, variable or `check` block; the engines always write it.
    #[serde(default, deserialize_with = "or_default")]
    pub name: Text<'a>,
}

/// One instance of an object that has conditions.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "an instance of a check (an object)")]
#[non_exhaustive]
pub struct CheckInstance<'a> {
    /// What this instance's address adds to the one of its object.
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub address: CheckInstanceAddress<'a>,
    /// What the conditions of this instance come to; the engines always write it, and `absent` is none of their words.
    #[serde(default, deserialize_with = "or_default")]
    pub status: CheckStatus<'a>,
    /// What did not hold; empty when nothing is wrong.
    #[serde(default, deserialize_with = "or_default")]
    pub problems: Vec<Problem<'a>>,
}

/// The address of an instance, without what its object's address says already.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "the address of an instance (an object)")]
#[non_exhaustive]
pub struct CheckInstanceAddress<'a> {
    /// The whole address as people read it; the engines always write it.
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub to_display: Text<'a>,
    /// Address of the module instance, with keys; absent in the root module.
    pub module: Option<Text<'a>>,
    /// Instance key; for resources with `count` or `for_each` alone.
    pub instance_key: Option<InstanceKey<'a>>,
}

/// A condition that did not hold.
#[derive(Clone, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a problem (an object)")]
#[non_exhaustive]
pub struct Problem<'a> {
    /// The author's error message; the engines always write it.
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub message: Text<'a>,
}

/// How long the message is, and nothing of it: authors put values into it.
impl std::fmt::Debug for Problem<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Problem({} bytes)", self.message.len())
    }
}

/// An element of `condition_results`, the forerunner of `checks` (§1.13). T1.2 and T1.3 alone.
#[derive(Clone, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "the result of a condition (an object)")]
#[non_exhaustive]
pub struct ConditionResult<'a> {
    /// Absolute address of the resource instance or output; the engine always writes it.
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub address: Text<'a>,
    /// `ResourcePrecondition`, `ResourcePostcondition` or `OutputPrecondition`; the engine always writes it.
    #[serde(default, deserialize_with = "or_default")]
    pub condition_type: Text<'a>,
    /// Whether the condition holds; says nothing when `unknown`.
    #[serde(default, deserialize_with = "or_default")]
    pub result: bool,
    /// Whether it will be known only after apply.
    #[serde(default, deserialize_with = "or_default")]
    pub unknown: bool,
    /// The author's error message; absent when the condition holds.
    pub error_message: Option<Text<'a>>,
}

/// Of the message how long it is, in bytes: authors put values into it.
impl std::fmt::Debug for ConditionResult<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConditionResult")
            .field("address", &self.address)
            .field("condition_type", &self.condition_type)
            .field("result", &self.result)
            .field("unknown", &self.unknown)
            .field(
                "error_message",
                &self.error_message.as_ref().map(|message| message.len()),
            )
            .finish()
    }
}

read_from_object!(
    Check,
    CheckAddress,
    CheckInstance,
    CheckInstanceAddress,
    Problem,
    ConditionResult
);

words! {
    /// What conditions come to.
    CheckStatus {
        /// All hold.
        Pass = "pass",
        /// One does not hold.
        Fail = "fail",
        /// One could not be evaluated.
        Error = "error",
        /// One is known only after apply, or was not reached.
        Unknown = "unknown",
    }
}

impl Default for CheckKind<'_> {
    /// Nothing was said.
    fn default() -> Self {
        Self::Other(Box::default())
    }
}

impl Default for CheckStatus<'_> {
    /// Nothing was said, which no engine does: like a word that nobody knows it must not pass for a pass.
    fn default() -> Self {
        Self::Other(Box::new("absent".into()))
    }
}

words! {
    /// What kind of object has conditions.
    CheckKind {
        /// A resource with preconditions or postconditions.
        Resource = "resource",
        /// An output with preconditions.
        OutputValue = "output_value",
        /// A `check` block. T1.5.
        Check = "check",
        /// A variable with validations. T1.6.
        Var = "var",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_that_is_not_said_is_none_of_the_known() {
        for (json, expected, why) in [
            ("{}", CheckStatus::Other(Box::new("absent".into())), "absent"),
            (
                r#"{"status":null}"#,
                CheckStatus::Other(Box::new("absent".into())),
                "null",
            ),
            (r#"{"status":"pass"}"#, CheckStatus::Pass, "pass"),
            (
                r#"{"status":"PASS"}"#,
                CheckStatus::Other(Box::new("PASS".into())),
                "another spelling is not a pass",
            ),
            (
                r#"{"status":"skipped"}"#,
                CheckStatus::Other(Box::new("skipped".into())),
                "a word of a later version",
            ),
        ] {
            let check: Check<'_> = serde_json::from_str(json).unwrap();
            assert_eq!(check.status, expected, "{why}");
            let instance: CheckInstance<'_> = serde_json::from_str(json).unwrap();
            assert_eq!(instance.status, expected, "{why}");
        }
    }

    #[test]
    fn every_kind_of_the_engines_is_known() {
        for word in ["resource", "output_value", "check", "var"] {
            let json = format!(r#"{{"kind":"{word}"}}"#);
            let address: CheckAddress<'_> = serde_json::from_str(&json).unwrap();
            assert_eq!(address.kind.as_str(), word);
            assert!(!matches!(address.kind, CheckKind::Other(_)), "{word}");
        }
    }
}
