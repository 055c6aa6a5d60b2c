//! Rule `delete`: an object is destroyed.

use std::borrow::Cow;

use crate::facts::{ChangeKind, Fate};
use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope};

use super::keeping::Keeping;
use crate::rules::data::left_there;

pub(crate) const RULE: Rule = Rule {
    id: "delete",
    summary: "an object is destroyed",
    family: "destruction",
    level: Level::Warning,
    covers: &[
        "count-shift",
        "delete-stateful",
        "deposed-leftover",
        "key-change",
        "missing-move-target",
        "replace",
        "replace-stateful",
    ],
    checks: &[Check::Document(check)],
    scope: RuleScope::Kind(ChangeKind::Delete),
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    for change in context
        .facts
        .changes
        .iter()
        .filter(|change| change.fate == Fate::Delete)
    {
        let (says, help) = if change.managed() {
            let Keeping { keep, forget } = Keeping::of(context.facts, change);
            let help = forget.map_or_else(
                || keep.to_owned(),
                |forget| format!("{keep}, or forget it without destroying it: {forget}"),
            );
            ("is destroyed", help)
        } else {
            let help = "only what was read is forgotten: an override or a waiver for its address lets it pass";
            ("is removed from the state", help.to_owned())
        };
        let left = left_there(change).map(|instead| format!("its provider {instead}"));
        let why = match (change.why(), left) {
            (Some(why), Some(left)) => Some(Cow::Owned(format!("{why}; {left}"))),
            (why, left) => why.or(left.map(Cow::Owned)),
        };
        findings.push(Finding::about(change, says).why_if(why).help(help));
    }
}
