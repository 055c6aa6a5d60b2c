//! Rule `rewritten-plan`: the plan does not say what every plan of its version says.

use crate::facts::{EngineRange, Fate, Raw, ResourceChange};
use crate::lint::{Check, Context, Finding, Level, Rule};
use crate::tofu::Configuration;

pub(crate) const RULE: Rule = Rule {
    id: "rewritten-plan",
    summary: "the plan does not say what its engine always says",
    family: "plan-health",
    level: Level::Error,
    since: "0.1.0",
    page: page!("plan_health/rewritten_plan"),
    covers: &[],
    options: None,
    checks: &[Check::Document(check)],
};

const HELP: &str = "judge what `show -json` prints, as it is";

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    // Both engines write it since 1.6, whatever it is (§1.6).
    let is_due = EngineRange::parse(">=1.6").and_then(|range| context.facts.engine_version_in(&range));
    if context.facts.plan().is_some_and(|plan| plan.errored.is_none()) && is_due == Some(true) {
        findings.push(
            Finding::on_property(
                "errored",
                "the plan does not say whether planning ended with an error",
            )
            .why("its engine always writes `errored`: something that rewrote the plan left it out, and a plan that was cut \
                 short would look whole")
            .help(HELP),
        );
    }
    // Who wrote a plan by hand names no engine.
    if context.facts.engine_version().is_none() {
        return;
    }
    let configuration = context.facts.plan().map(|plan| plan.configuration.as_ref());
    let is_told = |configuration: &Configuration<'_>| {
        let mut names = configuration.known_properties.iter();
        names.any(|name| name == "root_module")
    };
    if configuration.is_some_and(|configuration| !configuration.is_some_and(is_told)) {
        findings.push(
            Finding::on_property(
                "configuration",
                "the plan does not hold the configuration that it was made from",
            )
            .why(
                "its engine always writes it: something that rewrote the plan left it out, and rules look there for \
                     secrets, providers and what a value comes from",
            )
            .help(HELP),
        );
    }
    let lacking = context
        .facts
        .every_change()
        .filter_map(|change| Some((change, lacks(change)?)));
    findings.extend(lacking.map(|(change, side)| {
        Finding::about(change, &format!("does not say what it is {side} the change"))
            .why(format!(
                "its engine always writes `{side}`: what rewrote the plan left it out, and rules look for danger there"
            ))
            .help(HELP)
    }));
}

/// The side of a change that rules look at, where the element lacks it (§1.8).
fn lacks(change: &ResourceChange<'_>) -> Option<&'static str> {
    let sides = &change.wire.change;
    let is_gone = |side: Option<Raw<'_>>| side.is_none_or(|raw| raw.is_null());
    match change.fate {
        // Of an object that is gone already both sides are `null`.
        Fate::NoOp | Fate::Move | Fate::Import if sides.before.is_none() => Some("before"),
        Fate::NoOp | Fate::Move | Fate::Import if sides.after.is_none() => Some("after"),
        Fate::Update | Fate::Delete | Fate::Replace(_) | Fate::Forget if is_gone(sides.before) => Some("before"),
        Fate::Create | Fate::Update | Fate::Replace(_) if is_gone(sides.after) => Some("after"),
        _ => None,
    }
}
