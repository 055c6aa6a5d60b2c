//! Rule `policy-lockout`: a policy denies everybody everything.

use crate::facts::Fate;
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::exposure::locks_out;

pub(crate) const RULE: Rule = Rule {
    id: "policy-lockout",
    summary: "a policy denies everybody everything",
    family: "blast-radius",
    level: Level::Warning,
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

fn check(_: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    if !matches!(change.fate, Fate::Create | Fate::Update | Fate::Replace(_)) || !change.managed() {
        return;
    }
    if let Some(path) = locks_out(view) {
        findings.push(
            Finding::about(change, "locks everybody out")
                .at(path)
                .why("a statement of its policy denies every action to everybody, whoever applies the plan too")
                .help("leave out those who must be able to change the policy, or deny less"),
        );
    }
}
