//! Rule `deferred-data-read`: a data source is read during apply.

use std::borrow::Cow;

use crate::facts::{ActionReason, ChangeKind, Fate};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "deferred-data-read",
    summary: "a data source is read during apply, and what depends on it is not known",
    family: "unknowns",
    level: Level::Note,
    checks: &[Check::Change(check)],
    scope: RuleScope::Kind(ChangeKind::Read),
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    // A data source of a check block is read again in every apply, and nothing but the check depends on it.
    if change.fate != Fate::Read || change.wire.action_reason == Some(ActionReason::ReadBecauseCheckNested) {
        return;
    }
    let reason = change.why().unwrap_or(Cow::Borrowed("the plan could not read it"));
    let why = match (context.facts.waits_for(change, "").as_slice(), change.why()) {
        ([], _) => reason,
        (waits_for, Some(_)) => format!("{reason}: {}", waits_for.join(", ")).into(),
        (waits_for, None) => format!("{reason}: it waits for {}", waits_for.join(", ")).into(),
    };
    findings.push(Finding::about(change, "is read during apply").why(why).help(
        "give it only values that are known before apply, and leave out `depends_on` where a reference would do",
    ));
}
