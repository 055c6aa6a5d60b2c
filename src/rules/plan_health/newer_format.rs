//! Rule `newer-format`: the plan has what this planlint does not know.

use crate::facts::ActionReason;
use crate::json::string::quoted;
use crate::lint::{Check, Context, Finding, Level, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "newer-format",
    summary: "the format of the plan is newer than this planlint, or has a property at the top or a reason that it does not know",
    family: "plan-health",
    level: Level::Note,
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    if let Some(version) = context.facts.newer_format() {
        findings.push(
            Finding::on_property(
                "format_version",
                format!("the format version is {version}, newer than this planlint knows"),
            )
            .why("what the newer version added is not judged")
            .help("upgrade planlint"),
        );
    }
    // Engines add properties without another version.
    for name in context.facts.unknown_properties() {
        findings.push(
            Finding::on_property(
                name,
                format!("planlint does not know the property {} at the top", quoted(name)),
            )
            .why("what it says is not judged")
            .help("upgrade planlint if the engine is newer"),
        );
    }
    // Some reasons decide: an object whose move leads nowhere is an error.
    for change in &context.facts.changes {
        if let Some(ActionReason::Other(word)) = &change.wire.action_reason {
            findings.push(
                Finding::about(change, "has a reason that planlint does not know")
                    .why(format!(
                        "`{word}` is not a word of any engine that it knows, and what it says is not judged"
                    ))
                    .help("upgrade planlint if the engine is newer; otherwise find out who changed the file"),
            );
        }
    }
}
