//! Rule `empty-prior-state`: a large plan creates everything, as if nothing were there.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::facts::{Fate, Mode};
use crate::lint::{Check, Context, Finding, Level, OptionsSpec, Rule, RuleScope, RuleSubject};

pub(crate) const RULE: Rule = Rule {
    id: "empty-prior-state",
    summary: "a large plan creates everything, as if nothing were there",
    family: "state",
    subject: RuleSubject::States,
    level: Level::Warning,
    options: Some(OptionsSpec::of::<Options>().limiting(&["at-least"])),
    checks: &[Check::Document(check)],
    scope: RuleScope::Whole,
    ..Rule::BASE
};

#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// From how many created objects on a state without any object is suspicious.
    at_least: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { at_least: 50 }
    }
}

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let facts = context.facts;
    let options = context.options::<Options>();
    let mut created = 0;
    for change in facts.changes.iter().filter(|change| change.managed()) {
        match change.fate {
            Fate::Create => created += 1,
            // Whatever else happens to an object, it was there.
            _ => return,
        }
    }
    if created == 0 || created < options.at_least {
        return;
    }
    if facts.objects().iter().any(|object| *object.mode() == Mode::Managed) {
        return;
    }
    let finding = Finding::on_property(
        "prior_state",
        match created {
            1 => "the state is empty, and this plan creates the only object".to_owned(),
            _ => format!("the state is empty, and this plan creates all {created} objects"),
        },
    );
    findings.push(
        finding
            .why(
                "a wrong workspace, backend or state key looks like this, and an apply creates everything a second \
                time",
            )
            .help("make sure that this is the first apply: look at the workspace and at the backend's settings"),
    );
}
