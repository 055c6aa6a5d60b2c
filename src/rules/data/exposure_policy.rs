//! Attributes that hold a policy in the language of AWS IAM, as `[[policy]]` of `exposure.toml` says it.

use serde::Deserialize;

use super::exposure::Exposure;
use super::value::Value;
use crate::facts::Truth;
use crate::facts::attr::Attr;

/// An attribute that holds a policy in the language of AWS IAM.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Policy {
    pub(super) rule: Option<Exposure>,
    /// Where the policy stands, as JSON text or as an object.
    pub path: String,
    /// What a statement means there.
    pub kind: PolicyKind,
    /// Of a type whose objects are of any kind, the kind that has it.
    #[serde(default)]
    when: Vec<PolicyWhen>,
    /// Paths of networks in which the object answers: everybody is everybody there, when one holds anything.
    #[serde(default)]
    pub within: Vec<String>,
    /// Deletions that it keeps what it is the policy of from, where it denies them; each alone, as names with wild
    /// letters may mean some of them.
    #[serde(default)]
    pub keeps_from: Vec<String>,
    /// The object that it is the policy of, where that is another one.
    pub of: Option<PolicyOf>,
}

/// Whose policy it is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct PolicyOf {
    pub r#type: String,
    /// Where both have the name of that.
    pub path: String,
    /// Paths of networks in which that answers.
    pub within: Vec<String>,
}

/// What must stand beside a policy.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PolicyWhen {
    path: String,
    is: Vec<Value>,
}

impl Policy {
    /// Whether it is about an object of this kind.
    pub(in crate::rules) fn is_of(&self, object: Attr<'_, '_>) -> bool {
        self.when.iter().all(|when| {
            let beside = object.get(&when.path);
            Truth::any(when.is.iter().map(|value| value.is(beside))) != Truth::False
        })
    }
}

/// What a policy is for.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(in crate::rules) enum PolicyKind {
    Endpoint,
    Identity,
    Organisation,
    Resource,
    Trust,
}
