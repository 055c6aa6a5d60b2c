//! Rule `stale-plan`: the plan was made long ago.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lint::{Check, Context, Finding, Level, OptionsSpec, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "stale-plan",
    summary: "the plan was made long ago",
    family: "plan-health",
    level: Level::Allow,
    since: "0.1.0",
    page: include_str!("stale_plan.md"),
    covers: &[],
    options: Some(OptionsSpec::of::<Options>()),
    checks: &[Check::Document(check)],
};

#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// The age in hours up to which a plan is fresh.
    hours: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { hours: 24 }
    }
}

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let Some(options) = context.options::<Options>().filter(|_| context.facts.plan().is_some()) else {
        return;
    };
    let most = options.hours;
    let says = match (context.settings.now, context.facts.made_at()) {
        (Some(now), Some(made)) => {
            let hours = now.duration_since(made).as_hours();
            if hours < i64::from(most) {
                return;
            }
            format!("the plan is {hours} hours old; {most} are allowed")
        }
        // Whoever asks for fresh plans must not be told that one without a date is fresh.
        (_, None) => "the plan does not say when it was made".to_owned(),
        (None, _) => "the age of the plan is unknown without a clock".to_owned(),
    };
    findings.push(
        Finding::on_property("timestamp", says)
            .why("what it would change may have changed since it was made")
            .help("plan again"),
    );
}
