//! Rule `newer-state-writer`: a state was written by a newer engine than the one in use.

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::facts::{EngineVersion, Subject};
use crate::lint::{Check, Context, Finding, Level, OptionsSpec, Rule, RuleScope, RuleSubject};

pub(crate) const RULE: Rule = Rule {
    id: "newer-state-writer",
    summary: "a state was written by a newer engine than the one in use",
    family: "state",
    subject: RuleSubject::States,
    level: Level::Warning,
    options: Some(OptionsSpec::of::<Options>().adding(&["newest"])),
    checks: &[Check::Document(check)],
    scope: RuleScope::Whole,
    ..Rule::BASE
};

#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// The newest version of the engine that may write states: `1.12.6`.
    #[serde(deserialize_with = "version", skip_serializing_if = "Option::is_none")]
    newest: Option<String>,
}

fn version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = String::deserialize(deserializer)?;
    match EngineVersion::parse(&text) {
        Some(_) => Ok(Some(text)),
        None => Err(D::Error::custom("a version has three numbers, such as 1.12.6")),
    }
}

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let (writer, property) = match context.facts.subject {
        Subject::Plan(plan) => {
            let state = plan.prior_state.as_ref();
            (
                state.and_then(|state| state.terraform_version.as_deref()),
                "prior_state",
            )
        }
        Subject::State(_) | Subject::StateFile(_) => (context.facts.engine_version(), "terraform_version"),
    };
    let Some(writer) = writer.and_then(EngineVersion::parse) else {
        return;
    };
    let newest = context.options::<Options>().newest.as_deref();
    // A state that says nothing of another engine can only be held against what was set.
    let used = context.facts.plan().and_then(|_| context.facts.engine_version());
    let older = [newest, used]
        .into_iter()
        .flatten()
        .filter_map(EngineVersion::parse)
        // A development version of 1.12.6 reads what 1.12.6 writes, and is no older engine.
        .find(|known| writer.release() > known.release());
    if let Some(known) = older {
        findings.push(
            Finding::on_property(
                property,
                format!("the state was written by version {writer}, newer than {known}"),
            )
            .why("an older engine may refuse it, or drop what it does not know")
            .help("use the version that wrote the state everywhere, and pin it with `required_version`"),
        );
    }
}
