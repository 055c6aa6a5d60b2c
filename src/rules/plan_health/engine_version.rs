//! Rule `engine-version`: the version of the engine is not allowed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::facts::EngineRange;
use crate::lint::{Check, Context, Finding, Level, OptionsSpec, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "engine-version",
    summary: "the version of the engine is not allowed",
    family: "plan-health",
    level: Level::Allow,
    options: Some(OptionsSpec::of::<Options>().needing(&["range"])),
    checks: &[Check::Document(check)],
    scope: RuleScope::Whole,
    ..Rule::BASE
};

#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// The versions that are allowed, written as `required_version` is: `>= 1.8, < 1.13`, `~> 1.12`. A number alone is that
    /// version and no other. Nothing is found until it is set.
    range: Option<Range>,
}

/// A range that has been read once, so that a mistake in it is found with the settings.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
struct Range(String);

impl TryFrom<String> for Range {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        EngineRange::parse(&text)
            .ok_or("not a range of versions; write it as `>= 1.8, < 1.13` or `~> 1.12.0`, without pre-releases")?;
        Ok(Self(text))
    }
}

impl From<Range> for String {
    fn from(range: Range) -> Self {
        range.0
    }
}

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let facts = context.facts;
    let Some(allowed) = &context.options::<Options>().range else {
        return;
    };
    if facts.plan().is_none() {
        return;
    }
    let says = match facts.engine_is(&allowed.0) {
        Some(true) => return,
        Some(false) => {
            let version = facts.engine_version().unwrap_or_default();
            format!(
                "the plan was made by engine version {version}; allowed is {}",
                allowed.0
            )
        }
        None => "the plan does not name the version of its engine".to_owned(),
    };
    findings.push(
        Finding::on_property("terraform_version", says)
            .why("another version may plan differently, and a newer one writes a state that older ones refuse")
            .help("plan with an allowed version"),
    );
}
