//! The plan document: what `tofu show -json PLANFILE` writes.

use super::change::{Change, Path, ResourceChange};
use super::checks::{Check, ConditionResult};
use super::configuration::Configuration;
use super::map::Map;
use super::object::{or_default, present, read_document, read_from_object};
use super::provider_schemas::ProviderSchema;
use super::raw::Raw;
use super::state::State;
use super::text::Text;
use super::values::Values;
use super::word::words;

/// A plan (§1.6), of any version of the format and of both engines.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a plan (an object)")]
#[non_exhaustive]
pub struct Plan<'a> {
    /// Version of the format, the plan's line (§3.1); the engines always write it.
    #[serde(borrow)]
    pub format_version: Option<Text<'a>>,
    /// Version of the engine that wrote this document, OpenTofu's own too; the engines always write it.
    pub terraform_version: Option<Text<'a>>,
    /// Values of the root variables, unset ones with their defaults; sensitive ones in clear.
    #[serde(default, deserialize_with = "or_default")]
    pub variables: Map<'a, Variable<'a>>,
    /// What is known of the objects after apply; the engines always write it.
    pub planned_values: Option<Values<'a>>,
    /// What changed outside of the engine. T0.15.4.
    #[serde(default, deserialize_with = "or_default")]
    pub resource_drift: Vec<ResourceChange<'a>>,
    /// The changes, `no-op` ones included; absent when there are none, as in refresh-only plans. `null` is an error.
    #[serde(default, deserialize_with = "present")]
    pub resource_changes: Option<Box<[ResourceChange<'a>]>>,
    /// Changes that this plan cannot make yet. T1.9 alone.
    #[serde(default, deserialize_with = "or_default")]
    pub deferred_changes: Vec<DeferredChange<'a>>,
    /// Actions that this plan cannot invoke yet. T1.14 alone.
    #[serde(default, deserialize_with = "or_default")]
    pub deferred_action_invocations: Vec<DeferredActionInvocation<'a>>,
    /// Changes of the root outputs by name, `no-op` ones included.
    #[serde(default, deserialize_with = "or_default")]
    pub output_changes: Map<'a, Change<'a>>,
    /// Actions of providers that apply will invoke. T1.14 alone.
    #[serde(default, deserialize_with = "or_default")]
    pub action_invocations: Vec<ActionInvocation<'a>>,
    /// The refreshed state that the changes start from; absent when it is empty. Its outputs may hold values that this
    /// very plan computed.
    pub prior_state: Option<State<'a>>,
    /// The configuration that the plan was made from; the engines always write it.
    pub configuration: Option<Configuration<'a>>,
    /// Attributes that the changes depend on. T1.2.
    #[serde(default, deserialize_with = "or_default")]
    pub relevant_attributes: Vec<RelevantAttribute<'a>>,
    /// Results of conditions. T1.2 and T1.3 alone, `checks` replaced it.
    #[serde(default, deserialize_with = "or_default")]
    pub condition_results: Vec<ConditionResult<'a>>,
    /// Results of conditions by object; absent when there are none. T1.3.
    pub checks: Option<Vec<Check<'a>>>,
    /// When the plan was made: RFC 3339, UTC. T1.5.
    pub timestamp: Option<Text<'a>>,
    /// Whether the engine would apply it. T1.8 alone. `null` is an error, as for the next two.
    #[serde(default, deserialize_with = "present")]
    pub applyable: Option<bool>,
    /// Whether nothing was left out: no targets, nothing deferred. T1.8 alone.
    #[serde(default, deserialize_with = "present")]
    pub complete: Option<bool>,
    /// Whether planning failed, so that the plan is only a part. T1.6, O1.6.
    #[serde(default, deserialize_with = "present")]
    pub errored: Option<bool>,
    /// Schemas of the providers, where somebody put them beside the plan; no engine does yet.
    #[serde(default, deserialize_with = "or_default")]
    pub provider_schemas: Map<'a, ProviderSchema<'a>>,
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

impl<'a> Plan<'a> {
    /// Whether it has the value of a variable that its configuration does not declare, which every engine does for each
    /// (§1.6), and which alone says whether it is sensitive.
    #[must_use]
    pub fn has_undeclared_variable(&self) -> bool {
        let declared = self.configuration.as_ref().map(|all| &all.root_module.variables);
        let mut names = self.variables.iter().map(|(name, _)| name);
        names.any(|name| declared.is_none_or(|declared| declared.get(name).is_none()))
    }

    /// The objects of the state that the changes start from; `None` where there is none.
    #[must_use]
    pub fn prior_values(&self) -> Option<&Values<'a>> {
        self.prior_state.as_ref()?.values.as_ref()
    }
}

impl Plan<'_> {
    /// One plan of two that hold different properties of one document.
    #[must_use]
    pub(crate) fn join(self, other: Self) -> Self {
        fn both<T>(mut one: Vec<T>, two: Vec<T>) -> Vec<T> {
            if one.is_empty() {
                return two;
            }
            one.extend(two);
            one
        }
        Self {
            format_version: self.format_version.or(other.format_version),
            terraform_version: self.terraform_version.or(other.terraform_version),
            variables: if self.variables.is_empty() {
                other.variables
            } else {
                self.variables
            },
            planned_values: self.planned_values.or(other.planned_values),
            resource_drift: both(self.resource_drift, other.resource_drift),
            resource_changes: self.resource_changes.or(other.resource_changes),
            deferred_changes: both(self.deferred_changes, other.deferred_changes),
            deferred_action_invocations: both(self.deferred_action_invocations, other.deferred_action_invocations),
            output_changes: if self.output_changes.is_empty() {
                other.output_changes
            } else {
                self.output_changes
            },
            action_invocations: both(self.action_invocations, other.action_invocations),
            prior_state: self.prior_state.or(other.prior_state),
            configuration: self.configuration.or(other.configuration),
            relevant_attributes: both(self.relevant_attributes, other.relevant_attributes),
            condition_results: both(self.condition_results, other.condition_results),
            checks: self.checks.or(other.checks),
            timestamp: self.timestamp.or(other.timestamp),
            applyable: self.applyable.or(other.applyable),
            complete: self.complete.or(other.complete),
            errored: self.errored.or(other.errored),
            provider_schemas: if self.provider_schemas.is_empty() {
                other.provider_schemas
            } else {
                self.provider_schemas
            },
            plain_letters: self.plain_letters && other.plain_letters,
            known_properties: both(self.known_properties, other.known_properties),
            unknown_properties: both(self.unknown_properties, other.unknown_properties),
        }
    }
}

/// A root variable of a plan.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a variable (an object)")]
#[non_exhaustive]
pub struct Variable<'a> {
    /// The value, in clear even if sensitive; may be a raw `null`.
    #[serde(borrow, default, deserialize_with = "present")]
    pub value: Option<Raw<'a>>,
}

/// A change that waits for a later plan (§1.10). T1.9 alone.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a deferred change (an object)")]
#[non_exhaustive]
pub struct DeferredChange<'a> {
    /// What it waits for; the engine always writes it.
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub reason: DeferredReason<'a>,
    /// The change as far as it is known.
    pub resource_change: ResourceChange<'a>,
}

/// An action that waits for a later plan (§1.10). T1.14 alone.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a deferred action invocation (an object)")]
#[non_exhaustive]
pub struct DeferredActionInvocation<'a> {
    /// What it waits for; the engine always writes it.
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub reason: DeferredReason<'a>,
    /// The invocation as far as it is known.
    pub action_invocation: ActionInvocation<'a>,
}

words! {
    /// What a deferred change waits for.
    DeferredReason {
        /// `count` or `for_each` is not known.
        InstanceCountUnknown = "instance_count_unknown",
        /// The resource's configuration is not known.
        ResourceConfigUnknown = "resource_config_unknown",
        /// The provider's configuration is not known.
        ProviderConfigUnknown = "provider_config_unknown",
        /// Something it depends on is deferred.
        DeferredPrereq = "deferred_prereq",
        /// Something it depends on does not exist yet.
        AbsentPrereq = "absent_prereq",
        /// The engine has no word for it.
        Unknown = "unknown",
    }
}

impl Default for DeferredReason<'_> {
    /// Nothing was said.
    fn default() -> Self {
        Self::Unknown
    }
}

/// An action of a provider that apply will invoke (§1.10). T1.14 alone.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "an action invocation (an object)")]
#[non_exhaustive]
pub struct ActionInvocation<'a> {
    /// Absolute address of the action instance.
    #[serde(borrow)]
    pub address: Option<Text<'a>>,
    /// Action type.
    pub r#type: Option<Text<'a>>,
    /// Action name.
    pub name: Option<Text<'a>>,
    /// Source address of the provider.
    pub provider_name: Option<Text<'a>>,
    /// The action's configuration, encoded as `after` of a change.
    #[serde(default, deserialize_with = "present")]
    pub config_values: Option<Raw<'a>>,
    /// Where the configuration is sensitive, encoded as `after_sensitive`.
    #[serde(default, deserialize_with = "present")]
    pub config_sensitive: Option<Raw<'a>>,
    /// Where the configuration is not known, encoded as `after_unknown`.
    #[serde(default, deserialize_with = "present")]
    pub config_unknown: Option<Raw<'a>>,
    /// The resource whose change triggers it; absent when it is invoked in another way.
    pub lifecycle_action_trigger: Option<LifecycleActionTrigger<'a>>,
    /// Present, mostly empty, when somebody asked for it on the command line or a resource calls it.
    pub invoke_action_trigger: Option<InvokeActionTrigger<'a>>,
}

impl ActionInvocation<'_> {
    /// The resource that calls the action; `None` for an invocation that a change triggers or somebody asked for.
    #[must_use]
    pub fn calling_resource(&self) -> Option<&str> {
        self.invoke_action_trigger.as_ref()?.calling_resource_address.as_deref()
    }
}

/// The `action_trigger` block of a resource that invokes an action.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "an action trigger (an object)")]
#[non_exhaustive]
pub struct LifecycleActionTrigger<'a> {
    /// Absolute address of the resource instance.
    #[serde(borrow)]
    pub triggering_resource_address: Option<Text<'a>>,
    /// When: `BeforeCreate`, `AfterCreate`, `BeforeUpdate`, `AfterUpdate`, `BeforeDestroy`, `AfterDestroy`, `Invoke`.
    pub action_trigger_event: Option<Text<'a>>,
    /// Position of the block in the resource, from 0.
    pub action_trigger_block_index: Option<u64>,
    /// Position of the action in the block's list, from 0.
    pub actions_list_index: Option<u64>,
    /// `ActionOnFailureHalt`, `ActionOnFailureTaint` or `ActionOnFailureContinue`. T1.17.
    pub on_failure: Option<Text<'a>>,
}

/// An invocation that somebody asked for on the command line, or that a resource calls.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "an action trigger (an object)")]
#[non_exhaustive]
pub struct InvokeActionTrigger<'a> {
    /// Absolute address of the resource that calls. T1.17.
    #[serde(borrow)]
    pub calling_resource_address: Option<Text<'a>>,
}

/// An attribute that the changes depend on (§1.13). T1.2.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(remote = "Self", expecting = "a relevant attribute (an object)")]
#[non_exhaustive]
pub struct RelevantAttribute<'a> {
    /// Absolute address of the resource instance; the engines always write it. To them, an empty one is any (§6.3).
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub resource: Text<'a>,
    /// The way to the attribute; empty is the whole resource.
    #[serde(default, deserialize_with = "or_default")]
    pub attribute: Path<'a>,
}

read_document!(Plan);
read_from_object!(
    Variable,
    DeferredChange,
    DeferredActionInvocation,
    ActionInvocation,
    LifecycleActionTrigger,
    InvokeActionTrigger,
    RelevantAttribute,
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_shape_is_an_error() {
        for (json, says, why) in [
            ("[]", "a plan (an object)", "an array is not a plan"),
            ("null", "a plan (an object)", "nor is null"),
            (
                r#"{"resource_changes":null}"#,
                "invalid type: null",
                "changes that are not there",
            ),
            (r#"{"resource_changes":{}}"#, "expected a sequence", "changes by name"),
            (
                r#"{"resource_changes":[null]}"#,
                "a resource change (an object)",
                "a change that is not there",
            ),
            (
                r#"{"resource_changes":[{}]}"#,
                "missing field `change`",
                "a change that says nothing",
            ),
            (
                r#"{"output_changes":{"o":{"change":{}}}}"#,
                "missing field `actions`",
                "wrapped as the old page has it",
            ),
            (
                r#"{"output_changes":{"o":null}}"#,
                "a change (an object)",
                "a change that is not there",
            ),
            (r#"{"errored":null}"#, "invalid type: null", "neither failed nor not"),
            (r#"{"errored":"false"}"#, "a boolean", "a text is not a mark"),
            (r#"{"complete":null}"#, "invalid type: null", "neither complete nor not"),
            (
                r#"{"errored":true,"errored":false}"#,
                "duplicate field `errored`",
                "twice",
            ),
            (
                r#"{"errored":true,"\u0065rrored":false}"#,
                "duplicate field `errored`",
                "twice, spelled differently",
            ),
            (
                r#"{"new":1,"errored":true,"new":2,"errored":false}"#,
                "duplicate field `errored`",
                "not side by side",
            ),
            (
                r#"{"prior_state":[]}"#,
                "a state (an object)",
                "an array is not a state",
            ),
            (r#"{"variables":{"v":{},"v":{}}}"#, "twice", "a variable twice"),
            (r#"{"format_version":1.2}"#, "a text", "a number is not a version"),
        ] {
            let error = serde_json::from_str::<Plan<'_>>(json).unwrap_err().to_string();
            assert!(error.contains(says), "{why}: {error}");
        }
    }

    #[test]
    fn null_is_absent_where_the_engines_leave_out() {
        let plan: Plan<'_> = serde_json::from_str(
            r#"{"variables":null,"planned_values":null,"resource_drift":null,"deferred_changes":null,
                "deferred_action_invocations":null,"output_changes":null,"action_invocations":null,"prior_state":null,
                "configuration":null,"relevant_attributes":null,"condition_results":null,"checks":null,
                "timestamp":null}"#,
        )
        .unwrap();
        assert!(plan.variables.is_empty() && plan.planned_values.is_none() && plan.checks.is_none());
        assert!(plan.resource_changes.is_none(), "absent, as in refresh-only plans");
        assert!(plan.unknown_properties.is_empty());
        let plan: Plan<'_> = serde_json::from_str(r#"{"resource_changes":[]}"#).unwrap();
        assert!(
            plan.resource_changes.is_some_and(|changes| changes.is_empty()),
            "other programs write empty lists"
        );
    }

    #[test]
    fn names_nobody_knows_are_listed_and_passed_over() {
        let plan: Plan<'_> = serde_json::from_str(
            r#"{"infracost_x":{"errored":true},"format_version":"1.2","\u0061b":[[[]]],"unknown_properties":["x"],
                "errored":false,"infracost_x":0}"#,
        )
        .unwrap();
        assert_eq!(
            plan.unknown_properties,
            ["infracost_x", "ab", "unknown_properties", "infracost_x"]
        );
        assert_eq!(plan.errored, Some(false));
        assert_eq!(plan.format_version.as_deref(), Some("1.2"));
    }

    #[test]
    fn a_value_of_null_is_a_value() {
        let variable: Variable<'_> = serde_json::from_str(r#"{"value":null}"#).unwrap();
        assert!(variable.value.is_some_and(|raw| raw.is_null()));
        let variable: Variable<'_> = serde_json::from_str("{}").unwrap();
        assert!(variable.value.is_none());
    }

    /// The format of `condition_results` and of actions as the reference tells it; few fixtures have them.
    #[test]
    fn rare_parts_are_read() {
        let plan: Plan<'_> = serde_json::from_str(
            r#"{"condition_results":[{"address":"a.b","condition_type":"OutputPrecondition","result":true,"unknown":true}],
                "deferred_action_invocations":[{"reason":"absent_prereq","action_invocation":{"address":"action.a.b",
                    "invoke_action_trigger":{}}}],
                "relevant_attributes":[{"resource":"a.b","attribute":[]}]}"#,
        )
        .unwrap();
        assert!(
            plan.condition_results
                .iter()
                .all(|result| result.unknown && result.result)
        );
        let [deferred] = plan.deferred_action_invocations.as_slice() else {
            panic!("one deferred action");
        };
        assert_eq!(deferred.reason, DeferredReason::AbsentPrereq);
        assert!(deferred.action_invocation.invoke_action_trigger.is_some());
        assert!(
            plan.relevant_attributes
                .iter()
                .all(|relevant| relevant.attribute.is_empty())
        );
    }
}
