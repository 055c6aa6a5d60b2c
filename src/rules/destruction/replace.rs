//! Rule `replace`: an object is destroyed and made again.

use crate::facts::{Fate, Replacement};
use crate::lint::{Check, Context, Finding, Level, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "replace",
    summary: "an object is destroyed and made again",
    family: "destruction",
    level: Level::Note,
    since: "0.1.0",
    page: include_str!("replace.md"),
    covers: &["replace-stateful"],
    options: None,
    checks: &[Check::Document(check)],
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    for change in &context.facts.changes {
        let says = match change.fate {
            Fate::Replace(Replacement::DestroyFirst) => "is destroyed, then created again",
            Fate::Replace(Replacement::CreateFirst) => "is created again, then the old object is destroyed",
            _ => continue,
        };
        let finding = Finding::about(change, says)
            .help("undo the change that forces it, or plan for the time without the object");
        findings.push(match change.why() {
            Some(why) => finding.why(why),
            None => finding,
        });
    }
}
