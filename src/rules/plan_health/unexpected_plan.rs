//! Rule `unexpected-plan`: the plan is not the one that was expected.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lint::{Check, Context, Finding, Level, OptionsSpec, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "unexpected-plan",
    summary: "the plan is not the one that was expected",
    family: "plan-health",
    level: Level::Allow,
    since: "0.1.0",
    page: include_str!("unexpected_plan.md"),
    covers: &[],
    options: Some(OptionsSpec::of::<Options>().needing(&["fingerprints"])),
    checks: &[Check::Document(check)],
};

#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// The fingerprints of plans that are expected, as `planlint fingerprint` writes them.
    fingerprints: Vec<Fingerprint>,
}

/// A fingerprint of a plan, looked at once, so that a mistake in it is found with the settings.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
struct Fingerprint(String);

impl TryFrom<String> for Fingerprint {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let digits = text.strip_prefix("plan1-").unwrap_or_default();
        if digits.len() == 32 && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')) {
            Ok(Self(text))
        } else {
            Err("not a fingerprint of a plan; `planlint fingerprint PLAN` writes one: `plan1-` and 32 digits")
        }
    }
}

impl From<Fingerprint> for String {
    fn from(fingerprint: Fingerprint) -> Self {
        fingerprint.0
    }
}

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let Some(options) = context
        .options::<Options>()
        .filter(|options| !options.fingerprints.is_empty())
    else {
        return;
    };
    if context.facts.plan().is_none() {
        return;
    }
    let says = match context.facts.fingerprint() {
        Ok(found) if options.fingerprints.iter().any(|expected| expected.0 == found) => return,
        Ok(found) => format!("the plan is not the one that was expected: its fingerprint is {found}"),
        Err(_) => "the plan has no fingerprint: a part of it cannot be read".to_owned(),
    };
    findings.push(
        Finding::on_property("resource_changes", says)
            .why("it intends something else than what was looked at and approved")
            .help("hold it against the approved plan with `planlint diff OLD NEW`, and approve it anew or plan again"),
    );
}
