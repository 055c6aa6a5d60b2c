//! Rule `stale-plan`: the plan was made long ago.

use jiff::SignedDuration;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lint::{Check, Context, Finding, Level, OptionsSpec, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "stale-plan",
    summary: "the plan was made long ago",
    family: "plan-health",
    level: Level::Allow,
    options: Some(OptionsSpec::of::<Options>().limiting(&["hours"])),
    checks: &[Check::Document(check)],
    scope: RuleScope::Whole,
    ..Rule::BASE
};

#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// The age in hours up to which a plan is fresh.
    hours: u32,
}

/// So much do the clocks of two machines differ.
const CLOCK_SKEW: SignedDuration = SignedDuration::from_mins(5);

impl Default for Options {
    fn default() -> Self {
        Self { hours: 24 }
    }
}

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let Some(plan) = context.facts.plan() else { return };
    let most = context.options::<Options>().hours;
    let changed = "what it would change may have changed since it was made";
    let (says, why) = match (context.settings.now, context.facts.made_at()) {
        (Some(now), Some(made)) => {
            let age = now.duration_since(made);
            if age < -CLOCK_SKEW {
                let why = "nobody can tell how old it is, and it would count as fresh for longer than is allowed";
                ("the plan is dated in the future".to_owned(), why)
            } else if age <= SignedDuration::from_hours(most.into()) {
                return;
            } else {
                let hours = age.as_hours();
                let over = if age > SignedDuration::from_hours(hours) {
                    "more than "
                } else {
                    ""
                };
                let says = format!("the plan is {over}{hours} hours old; up to {most} are allowed");
                (says, changed)
            }
        }
        // Whoever asks for fresh plans must not be told that one without a date is fresh.
        (_, None) if plan.timestamp.is_some() => {
            let why =
                "it is no date, or one later than any that is reckoned with, and nobody can tell how old the plan is";
            ("the date of the plan cannot be used".to_owned(), why)
        }
        (_, None) => ("the plan does not say when it was made".to_owned(), changed),
        (None, _) => ("the age of the plan is unknown without a clock".to_owned(), changed),
    };
    findings.push(Finding::on_property("timestamp", says).why(why).help("plan again"));
}
