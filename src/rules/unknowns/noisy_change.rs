//! Rule `noisy-change`: an update changes only the form of values.

use crate::facts::{ChangeKind, Fate};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule, RuleScope};
use crate::rules::form::form_alone;

pub(crate) const RULE: Rule = Rule {
    id: "noisy-change",
    summary: "an update changes only the form of values",
    family: "unknowns",
    level: Level::Note,
    checks: &[Check::Change(check)],
    scope: RuleScope::Kind(ChangeKind::Update),
    ..Rule::BASE
};

fn check(_: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    if view.change.fate != Fate::Update {
        return;
    }
    let Some(words) = form_alone(view) else { return };
    findings.push(
        Finding::about(view.change, "is updated without any change in content")
            .why(words)
            .help("write the value as the provider returns it, so that plans show only what changes"),
    );
}
