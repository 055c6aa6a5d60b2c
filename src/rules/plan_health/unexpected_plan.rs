//! Rule `unexpected-plan`: the plan is not the one that was expected.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::facts::FingerprintForm;
use crate::json::Pointer;
use crate::lint::{Check, Context, Finding, Level, OptionsSpec, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "unexpected-plan",
    summary: "the plan is not the one that was expected",
    family: "plan-health",
    level: Level::Allow,
    options: Some(OptionsSpec::of::<Options>().needing(&["fingerprints"])),
    checks: &[Check::Document(check)],
    scope: RuleScope::Whole,
    instead: Some(super::ANOTHER_PLAN),
    ..Rule::BASE
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
struct Fingerprint {
    text: String,
    form: FingerprintForm,
}

impl TryFrom<String> for Fingerprint {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        match FingerprintForm::of(&text) {
            Some(form) => Ok(Self { text, form }),
            None => Err(
                "not a fingerprint of a plan; `planlint fingerprint PLAN` writes one: `plan1-` or `plan1k-`, and 32 \
                 hexadecimal digits",
            ),
        }
    }
}

impl From<Fingerprint> for String {
    fn from(fingerprint: Fingerprint) -> Self {
        fingerprint.text
    }
}

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let options = context.options::<Options>();
    if options.fingerprints.is_empty() {
        return;
    }
    if context.facts.plan().is_none() {
        findings.push(
            Finding::new(Pointer::root(), "the state is not the plan that was expected")
                .why("a plan was approved, and a state is none")
                .help("judge the plan that is to be applied, and states in a run of their own: planlint state FILE"),
        );
        return;
    }
    let says = match fingerprints(context, &options.fingerprints) {
        Some(found)
            if options
                .fingerprints
                .iter()
                .any(|expected| found.contains(&expected.text)) =>
        {
            return;
        }
        Some(found) => format!(
            "the plan is not the one that was expected: its fingerprint is {}",
            found.join(" or ")
        ),
        None => "the plan has no fingerprint: a part of it cannot be read".to_owned(),
    };
    findings.push(
        Finding::on_property("resource_changes", says)
            .why("it intends something other than what was approved")
            .help("compare it with the approved plan by `planlint diff OLD NEW`, then approve it or plan again"),
    );
}

/// The plan's fingerprints, in the forms of those that are expected; `None` when a part of it cannot be read.
fn fingerprints(context: &Context<'_, '_>, expected: &[Fingerprint]) -> Option<Vec<String>> {
    let wanted = |form| expected.iter().any(|expected| expected.form == form);
    // Where a keyed one is expected and nobody gave the key, nothing is equal to it.
    let key = context.settings.fingerprint_key.as_ref();
    let keyed = key.filter(|_| wanted(FingerprintForm::Keyed)).map(Some);
    let open = (wanted(FingerprintForm::Open) || keyed.is_none()).then_some(None);
    open.into_iter()
        .chain(keyed)
        .map(|key| context.facts.fingerprint(key).ok())
        .collect()
}
