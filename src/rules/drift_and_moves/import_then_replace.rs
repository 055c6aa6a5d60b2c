//! Rule `import-then-replace`: an object is imported only to be replaced.

use crate::facts::{ChangeKind, Fate};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule, RuleScope};

pub(crate) const RULE: Rule = Rule {
    id: "import-then-replace",
    summary: "an object is imported only to be replaced",
    family: "drift-and-moves",
    level: Level::Error,
    checks: &[Check::Change(check)],
    scope: RuleScope::Kind(ChangeKind::Replace),
    ..Rule::BASE
};

fn check(_: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    let Fate::Replace(order) = change.fate else {
        return;
    };
    if change.wire.change.importing.is_none() {
        return;
    }
    let says = if order.destroys() {
        "is imported, and then destroyed and created again"
    } else {
        "is imported, and then left behind for a new object"
    };
    findings.push(Finding::about(change, says).at_forcing(change).why_if(view.why()).help(
        "write what the object has into the configuration, above all what forces the replacement, until the import changes nothing",
    ));
}
