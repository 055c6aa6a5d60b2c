//! Rule `import-then-change`: an object is imported and changed in the same apply.

use std::borrow::Cow;

use crate::facts::{ChangeKind, Fate};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule, RuleScope};

use super::differing;

pub(crate) const RULE: Rule = Rule {
    id: "import-then-change",
    summary: "an object is imported and changed in the same apply",
    family: "drift-and-moves",
    level: Level::Warning,
    checks: &[Check::Change(check)],
    scope: RuleScope::Kind(ChangeKind::Update),
    ..Rule::BASE
};

/// Attributes that only the provider heeds, so that it cannot read them from an object that it imports.
const ONLY_WRITTEN: [&str; 11] = [
    "allow_major_version_upgrade",
    "allow_stopping_for_update",
    "apply_immediately",
    "delete_automated_backups",
    "final_snapshot_identifier",
    "force_destroy",
    "revoke_rules_on_delete",
    "skip_final_snapshot",
    "timeouts",
    "wait_for_rollout",
    "wait_for_steady_state",
];

/// Whether the attribute stands nowhere but in the configuration.
fn is_only_written(view: &ChangeView<'_, '_>, name: &str) -> bool {
    ONLY_WRITTEN.contains(&name) && view.before().get(name).is_unset()
}

fn check(_: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    if view.change.fate != Fate::Update || view.change.wire.change.importing.is_none() {
        return;
    }
    let finding = Finding::about(view.change, "is imported and changed at once").help(
        "write what the object has into the configuration until the import changes nothing, or make sure that each difference is meant",
    );
    let difference = view.difference();
    let is_read = |name: &String| {
        let name = name.split('.').next().unwrap_or_default();
        name == "tags_all" || is_only_written(view, name)
    };
    let mut differing_names = difference.known.iter().chain(&difference.unknown);
    let finding = if differing_names.all(is_read) {
        finding.at_most(Level::Note)
    } else {
        finding
    };
    findings.push(finding.why_if(differing(difference).map(Cow::Owned)));
}
