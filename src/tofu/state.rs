//! The state document: what `tofu show -json` writes without a plan, and `prior_state` in a plan.

use super::checks::Check;
use super::object::{present, read_document};
use super::text::Text;
use super::values::Values;

/// A state (§1.1). An empty one has nothing but its `format_version`.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a state (an object)")]
#[non_exhaustive]
pub struct State<'a> {
    /// Version of the format, the state's own line (§3.1); the engines always write it.
    #[serde(borrow)]
    pub format_version: Option<Text<'a>>,
    /// Version of the engine that wrote the state file; absent when the state is empty.
    pub terraform_version: Option<Text<'a>>,
    /// The objects and outputs; absent when there are none. `null` is an error.
    #[serde(default, deserialize_with = "present")]
    pub values: Option<Values<'a>>,
    /// Results of conditions as the last run left them; absent when there are none. T1.3.
    pub checks: Option<Vec<Check<'a>>>,
    /// Whether somebody has looked that no letter in the whole document is written as an escape, so that names are
    /// found as they are written. Set by the door.
    #[serde(skip)]
    pub(crate) plain_letters: bool,
    /// Names at the top of the document that are fields here, in their order. They are borrowed unless they hold
    /// escapes, so that the place of a value is found without a walk to it.
    #[serde(skip)]
    pub known_properties: Vec<Text<'a>>,
    /// Names at the top of the document that nobody knows.
    #[serde(skip)]
    pub unknown_properties: Vec<Text<'a>>,
}

read_document!(State);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_state_has_only_a_version() {
        let state: State<'_> = serde_json::from_str(r#"{"format_version":"1.0"}"#).unwrap();
        assert!(state.values.is_none() && state.checks.is_none() && state.unknown_properties.is_empty());
    }

    #[test]
    fn an_array_is_not_a_state() {
        let error = serde_json::from_str::<State<'_>>("[]").unwrap_err().to_string();
        assert!(error.contains("a state (an object)"), "{error}");
    }
}
