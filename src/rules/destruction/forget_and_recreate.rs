//! Rule `forget-and-recreate`: the old object is left alone and another is created beside it.

use crate::facts::{ChangeKind, Fate, Replacement};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "forget-and-recreate",
    summary: "the old object is left alone and another is created beside it",
    family: "destruction",
    level: Level::Warning,
    checks: &[Check::Change(check)],
    scope: RuleScope::Kind(ChangeKind::Replace),
    ..Rule::BASE
};

fn check(_: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let Fate::Replace(Replacement::ForgetFirst | Replacement::ForgetLast) = view.change.fate else {
        return;
    };
    let finding = Finding::about(
        view.change,
        "is replaced, and its old object stays where it is, unmanaged",
    )
    .with_subject(view.change.untold_forcing_paths())
    .help(
        "make sure that both can exist side by side, note who looks after the old one, and undo what forces the \
         replacement if only a change was meant",
    );
    findings.push(match view.why() {
        Some(why) => finding.why(format!(
            "{why}; from then on there are two, and no later plan shows the old one"
        )),
        None => finding.why("from then on there are two, and no later plan shows the old one"),
    });
}
