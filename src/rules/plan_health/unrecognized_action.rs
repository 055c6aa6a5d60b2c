//! Rule `unrecognized-action`: a change has actions that planlint does not know, or that contradict it.

use crate::facts::address::Address;
use crate::facts::{ActionKind, Actions, Fate};
use crate::lint::{Check, Context, Finding, Level, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "unrecognized-action",
    summary: "a change has actions that planlint does not know, or that contradict it",
    family: "plan-health",
    level: Level::Error,
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    for change in context.facts.every_change() {
        // What it is decides which rules look at it; other names are left to patterns, which see both.
        let is_other_type = |other: &Address| {
            let address = change.parsed.as_ref();
            address.is_none_or(|address| (address.mode, &address.type_name) != (other.mode, &other.type_name))
        };
        if change.other_address().is_some_and(|other| is_other_type(&other)) {
            findings.push(
                Finding::about(change, "is of another type than its address says")
                    .why("one of the two is not true, so that nobody can say what changes")
                    .help("plan again: no engine writes such a change"),
            );
        }
        if change.fate == Fate::Unrecognized {
            let says = says(&change.wire.change.actions, change.contradiction());
            findings.push(
                Finding::about(change, says)
                    .why("it may destroy the object")
                    .help(help(change.contradiction())),
            );
        }
    }
    for output in context
        .facts
        .outputs
        .iter()
        .filter(|output| output.action() == ActionKind::Unrecognized)
    {
        findings.push(
            Finding::about_output(output, says(&output.wire.actions, output.contradiction()))
                .help(help(output.contradiction())),
        );
    }
}

fn help(contradiction: Option<&str>) -> &'static str {
    match contradiction {
        Some(_) => "find out what changed the plan file, and plan again: no engine writes such a change",
        None => "upgrade planlint if the engine is newer; otherwise find out what changed the plan file",
    }
}

fn says(actions: &Actions<'_>, contradiction: Option<&str>) -> String {
    let words = actions.words().iter().map(ToString::to_string);
    let list = words.collect::<Vec<_>>().join(", ");
    match contradiction {
        Some(fact) => format!("says [{list}], but {fact}"),
        None => format!("has actions that planlint does not know: [{list}]"),
    }
}
