//! Rule `import-then-change`: an object is imported and changed in the same apply.

use crate::facts::Fate;
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};

use super::differing;

pub(crate) const RULE: Rule = Rule {
    id: "import-then-change",
    summary: "an object is imported and changed in the same apply",
    family: "drift-and-moves",
    level: Level::Warning,
    since: "0.1.0",
    covers: &[],
    page: page!("drift_and_moves/import_then_change"),
    options: None,
    checks: &[Check::Change(check)],
};

fn check(_: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    if view.change.fate != Fate::Update || view.change.wire.change.importing.is_none() {
        return;
    }
    let finding = Finding::about(view.change, "is imported and changed at once").help(
        "write what the object has into the configuration until the import changes nothing, or make sure that each difference is meant",
    );
    findings.push(match differing(view.difference()) {
        Some(what) => finding.why(what),
        None => finding,
    });
}
