//! Rule `moved-and-changed`: an object gets another address and is changed in the same apply.

use std::borrow::Cow;

use crate::facts::Fate;
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};

use super::differing;

pub(crate) const RULE: Rule = Rule {
    id: "moved-and-changed",
    summary: "an object gets another address and is changed in the same apply",
    family: "drift-and-moves",
    level: Level::Warning,
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

fn check(_: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    let Some(from) = change.moved_from else {
        return;
    };
    let (says, why) = match change.fate {
        Fate::Update => (
            format!("is moved from {from} and changed in place"),
            differing(view.difference()).map(Cow::Owned),
        ),
        Fate::Replace(_) => (format!("is moved from {from} and replaced"), view.why()),
        _ => return,
    };
    findings.push(
        Finding::about(change, says)
            .why_if(why)
            .with_subject(change.untold_forcing_paths())
            .help(
                "move first and change in a second plan, or make sure that the change is intended and not a slip in \
                 the move",
            ),
    );
}
