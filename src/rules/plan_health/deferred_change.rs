//! Rule `deferred-change`: the engine defers a change to a later plan.

use crate::facts::{ChangeKind, DeferredReason};
use crate::lint::{Check, Context, Finding, Level, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "deferred-change",
    summary: "the engine defers a change to a later plan",
    family: "plan-health",
    level: Level::Warning,
    covers: &["unknown-instances"],
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    for deferred in &context.facts.deferred {
        let is_import = deferred.change.wire.change.importing.is_some();
        let says = match deferred.change.fate.kind() {
            // What it is told from is not known yet, and until then it is planned as a creation.
            ChangeKind::Create if is_import => "is deferred to a later plan (import)".to_owned(),
            ChangeKind::NoOp => "is deferred to a later plan".to_owned(),
            kind => format!("is deferred to a later plan ({})", kind.word()),
        };
        findings.push(
            Finding::about(&deferred.change, says)
                .why(reason(deferred.reason))
                .help("apply this plan, plan again, and judge that plan too"),
        );
    }
    for action in context.facts.actions() {
        let Some(waits) = action.deferred else {
            continue;
        };
        findings.push(
            Finding::about_action(&action, "is deferred to a later plan (action)")
                .why(reason(waits))
                .help("apply this plan, plan again, and judge that plan too"),
        );
    }
}

fn reason(reason: &DeferredReason<'_>) -> String {
    let words = match reason {
        DeferredReason::InstanceCountUnknown => "its count or for_each is known only after apply",
        DeferredReason::ResourceConfigUnknown => "its configuration is known only after apply",
        DeferredReason::ProviderConfigUnknown => "the configuration of its provider is known only after apply",
        DeferredReason::DeferredPrereq => "something it depends on is deferred too",
        DeferredReason::AbsentPrereq => "something it depends on does not exist yet",
        DeferredReason::Unknown => "the engine does not say why",
        DeferredReason::Other(word) => return format!("the engine says why in a word of a later version: {word}"),
    };
    words.to_owned()
}
