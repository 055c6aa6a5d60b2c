//! Rule `deposed-leftover`: an object left over from a replacement is destroyed.

use crate::facts::{ChangeKind, Fate};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "deposed-leftover",
    summary: "an object left over from a replacement is destroyed",
    family: "destruction",
    // As loud as `delete`, which would say it a second time.
    level: Level::Warning,
    covers: &["delete-stateful"],
    checks: &[Check::Change(check)],
    scope: RuleScope::Kind(ChangeKind::Delete),
    ..Rule::BASE
};

fn check(_: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    if view.change.fate == Fate::Delete && view.change.wire.deposed().is_some() {
        findings.push(
            Finding::about(view.change, "is left over from a replacement and is destroyed now")
                .why("the replacement was created, but the old object could not be destroyed; it may still be in use")
                .help("find out why it could not be destroyed, and make sure that nothing depends on it any longer"),
        );
    }
}
