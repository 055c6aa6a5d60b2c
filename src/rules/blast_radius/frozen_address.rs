//! Rule `frozen-address`: something changes that the settings say must not.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::changes::{changed, is_real};
use super::patterns::{AddressPattern, AddressPatterns};
use crate::facts::ActionKind;
use crate::lint::{ChangeView, Check, Context, Finding, Level, OptionsSpec, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "frozen-address",
    summary: "something changes that the settings say must not",
    family: "blast-radius",
    level: Level::Error,
    options: Some(OptionsSpec::of::<Options>().needing(&["patterns"])),
    checks: &[
        Check::Change(check),
        Check::Document(check_actions),
        Check::Document(check_outputs),
    ],
    ..Rule::BASE
};

#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// What must not change, as address patterns; nothing is found until there are some.
    #[schemars(with = "Vec<AddressPattern>")]
    patterns: AddressPatterns,
}

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let patterns = &context.options::<Options>().patterns;
    if !is_real(view.change) {
        findings.extend(thawed(patterns, view));
        return;
    }
    if let Some(pattern) = patterns.matching(view.change) {
        findings.push(
            Finding::about(
                view.change,
                format!("is frozen, and the plan changes it: {}", view.change.fate.word()),
            )
            .with_subject(changed(view))
            .why(format!("the settings freeze {pattern}"))
            .help("take the change out of the plan; when the freeze is over, remove the pattern from `frozen-address`"),
        );
    }
}

/// That a move alone takes an object away from where the patterns have it: nothing keeps the next plan from changing
/// it.
fn thawed(patterns: &AddressPatterns, view: &ChangeView<'_, '_>) -> Option<Finding> {
    let change = view.change;
    let previous = change.moved_from.filter(|_| change.managed())?;
    let pattern = patterns.meaning(previous)?;
    let is_still = patterns.meaning(&change.address).is_some();
    (!is_still).then(|| {
        Finding::about(
            change,
            format!("was frozen as {previous}, and is not at its new address"),
        )
        .why(format!(
            "the settings freeze {pattern}, which does not mean the new address"
        ))
        .help("take the move out of the plan, or add the new address to `frozen-address`")
    })
}

/// Actions of providers, which change what no plan shows.
fn check_actions(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let patterns = &context.options::<Options>().patterns;
    if patterns.is_empty() {
        return;
    }
    for action in context.facts.actions() {
        let frozen = patterns.meaning(action.address());
        let frozen = frozen.filter(|_| action.deferred.is_none());
        findings.extend(frozen.map(|pattern| {
            let says = "is frozen, and the plan invokes it";
            Finding::about_action(&action, says)
                .why(format!("the settings freeze {pattern}"))
                .help("take the action out of the plan; when the freeze is over, remove the pattern from `frozen-address`")
                .with_subject([context.facts.told_to_action(action.wire)])
        }));
    }
}

/// Outputs of the root module, which whoever reads the state reads.
fn check_outputs(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let patterns = &context.options::<Options>().patterns;
    let changed = context.facts.outputs.iter();
    for output in changed.filter(|output| output.action() != ActionKind::NoOp) {
        let address = format!("output.{}", output.name);
        findings.extend(patterns.meaning(&address).map(|pattern| {
            Finding::about_output(output, "is frozen, and the plan changes it")
                .why(format!("the settings freeze {pattern}"))
                .help("take the change out of the plan; when the freeze is over, remove the pattern from `frozen-address`")
        }));
    }
}
