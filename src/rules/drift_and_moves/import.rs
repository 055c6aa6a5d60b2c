//! Rule `import`: an existing object is taken into the state.

use crate::facts::{ChangeKind, Fate};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "import",
    summary: "an existing object is taken into the state",
    family: "drift-and-moves",
    level: Level::Note,
    checks: &[Check::Change(check)],
    scope: RuleScope::Kind(ChangeKind::Import),
    ..Rule::BASE
};

fn check(_: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    if view.change.fate != Fate::Import {
        return;
    }
    let Some(importing) = &view.change.wire.change.importing else {
        return;
    };
    let says = match view.change.import_id() {
        Some(id) => format!("is imported: the object with id {id}"),
        None if importing.identity.is_some() => "is imported by its identity".to_owned(),
        None => "is imported".to_owned(),
    };
    findings.push(
        Finding::about(view.change, says)
            .help("make sure that it is the object you mean and that no other state has it; then remove the `import` block after the apply"),
    );
}
