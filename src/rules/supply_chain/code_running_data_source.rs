//! Rule `code-running-data-source`: a data source runs code when it is read, before anybody has approved the plan.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::facts::Mode;
use crate::lint::{Check, Context, Finding, Level, OptionsSpec, Rule, RuleScope};
use crate::rules::data::{CodeRunners, Effect};

pub(crate) const RULE: Rule = Rule {
    id: "code-running-data-source",
    summary: "a data source runs code when it is read, before anybody has approved the plan",
    family: "supply-chain",
    level: Level::Warning,
    options: Some(OptionsSpec::of::<Options>().needing(&["effects"])),
    checks: &[Check::Document(check)],
    scope: RuleScope::NoChange,
    ..Rule::BASE
};

/// What can be set for `code-running-data-source`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// Which effects are found.
    effects: Vec<Effect>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            effects: vec![Effect::RunsProgram],
        }
    }
}

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let options = context.options::<Options>();
    let runners = CodeRunners::builtin();
    for resource in context.facts.modules().resources() {
        let wire = resource.wire;
        let Some(type_name) = wire.r#type.as_deref().filter(|_| wire.mode == Some(Mode::Data)) else {
            continue;
        };
        let Some(code) = runners
            .data_source(type_name)
            .filter(|code| options.effects.contains(&code.effect))
        else {
            continue;
        };
        let mut finding = Finding::about_named(
            &resource.declaration.address(),
            resource.pointer(),
            "does more than read",
        )
        .why(format!("{} while the plan is made", code.words))
        .help("review what it does before a plan is made, and plan unreviewed changes without credentials")
        .with_subject([context.facts.told_to_block(resource)]);
        finding.about.type_name = Some(type_name.to_owned());
        finding.about.provider = context.facts.provider_of(resource).map(|one| one.source().to_owned());
        findings.push(finding);
    }
}
