//! Rule `unknown-instances`: how many instances there will be is not known.

use crate::facts::DeferredReason;
use crate::lint::{Check, Context, Finding, Level, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "unknown-instances",
    summary: "it is not known which instances there will be",
    family: "unknowns",
    level: Level::Warning,
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    for deferred in &context.facts.deferred {
        let change = &deferred.change;
        let unknown = change.wire.index_unknown || *deferred.reason == DeferredReason::InstanceCountUnknown;
        if unknown {
            findings.push(
                Finding::about(change, "has instances that are not known yet")
                    .why(
                        "`count` or `for_each` waits for a value known only after apply, so no rule has seen what \
                        the next plan will create",
                    )
                    .help(
                        "apply this plan, then judge the next one; or make `count` and `for_each` depend on \
                        values in the configuration",
                    ),
            );
        }
    }
}
