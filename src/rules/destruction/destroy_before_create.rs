//! Rule `destroy-before-create`: something in use is gone until its replacement exists.

use super::keeping::undo_replacement;
use crate::facts::{ChangeKind, Fate, Replacement};
use crate::lint::{ChangeView, Check, Context, Finding, Level, OptionsSpec, Rule, RuleScope};
use crate::rules::data::kinds::{Listed, TypeOptions, outage};

pub(crate) const RULE: Rule = Rule {
    id: "destroy-before-create",
    summary: "something in use is gone until its replacement exists",
    family: "destruction",
    level: Level::Warning,
    options: Some(OptionsSpec::of::<TypeOptions>().adding(&["add"])),
    checks: &[Check::Change(check)],
    scope: RuleScope::Kind(ChangeKind::Replace),
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    if change.fate != Fate::Replace(Replacement::DestroyFirst) || !change.managed() {
        return;
    }
    let listed = context.options::<TypeOptions>();
    let outage = match listed.find(outage(), change.type_name()) {
        Some(Listed::Kind(kind)) => format!("{}: until the new one exists, {}", kind.noun, kind.words),
        Some(Listed::Added) => "until the new one exists, nothing takes its place".to_owned(),
        None => return,
    };
    findings.push(
        Finding::about(change, "is destroyed before its replacement exists")
            .at_forcing(change)
            .why(view.why().map(|why| format!("{why}; {outage}")).unwrap_or(outage))
            .help(format!(
                "set `create_before_destroy = true` where two can live side by side, {}, or apply when nobody needs it",
                undo_replacement(change)
            )),
    );
}
