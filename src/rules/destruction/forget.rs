//! Rule `forget`: an object leaves the state and is not managed any more.

use crate::facts::Fate;
use crate::lint::{Check, Context, Finding, Level, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "forget",
    summary: "an object leaves the state and is not managed any more",
    family: "destruction",
    level: Level::Warning,
    since: "0.1.0",
    page: include_str!("forget.md"),
    covers: &[],
    options: None,
    checks: &[Check::Document(check)],
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    for change in context.facts.changes.iter().filter(|change| change.fate.forgets()) {
        let says = match change.fate {
            Fate::Replace(_) => "is replaced, and its old object stays where it is, unmanaged",
            _ => "is forgotten: the object stays where it is, unmanaged",
        };
        let finding = Finding::about(change, says)
            .help("note who looks after it from now on, or import it where it is managed next");
        findings.push(match change.why() {
            Some(why) => finding.why(why),
            None => finding,
        });
    }
}
