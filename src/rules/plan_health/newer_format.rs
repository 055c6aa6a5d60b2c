//! Rule `newer-format`: the format of the plan is newer than this planlint.

use crate::lint::{Check, Context, Finding, Level, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "newer-format",
    summary: "the format of the plan is newer than this planlint",
    family: "plan-health",
    level: Level::Note,
    since: "0.1.0",
    page: include_str!("newer_format.md"),
    covers: &[],
    options: None,
    checks: &[Check::Document(check)],
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
}
