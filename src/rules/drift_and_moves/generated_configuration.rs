//! Rule `generated-configuration`: the engine wrote the configuration of an import.

use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "generated-configuration",
    summary: "the engine wrote the configuration of an import",
    family: "drift-and-moves",
    level: Level::Note,
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

fn check(_: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    if view.change.wire.change.generated_config.is_none() {
        return;
    }
    findings.push(
        Finding::about(view.change, "has a configuration that the engine generated")
            .why("it repeats every attribute as a constant, including secrets in plain text")
            .help("review it: replace constants by references, drop defaults, and remove secrets before you commit it"),
    );
}
