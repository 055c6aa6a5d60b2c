//! Rule `forget`: an object leaves the state and is no longer managed.

use crate::facts::{ChangeKind, Fate, ResourceChange};
use crate::lint::{Check, Context, Finding, Level, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "forget",
    summary: "an object leaves the state and is no longer managed",
    family: "destruction",
    level: Level::Warning,
    covers: &["forget-and-recreate"],
    checks: &[Check::Document(check)],
    scope: RuleScope::Kind(ChangeKind::Forget),
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let forgotten = |change: &&ResourceChange<'_>| change.fate == Fate::Forget;
    for change in context.facts.changes.iter().filter(forgotten) {
        findings.push(
            Finding::about(change, "is forgotten, and the object stays where it is, unmanaged")
                .why_if(change.why())
                .help("write down who looks after it from now on, or import it where it will be managed"),
        );
    }
}
