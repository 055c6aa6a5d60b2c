//! Rule `forced-destruction`: destroying an object takes more with it, or skips the last copy.

use crate::facts::Truth;
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::guards::forced_destruction;

pub(crate) const RULE: Rule = Rule {
    id: "forced-destruction",
    summary: "destroying an object takes more with it, or skips the last copy",
    family: "destruction",
    level: Level::Warning,
    since: "0.1.0",
    page: page!("destruction/forced_destruction"),
    covers: &[],
    options: None,
    checks: &[Check::Change(check)],
};

fn check(_: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    if !change.fate.destroys() || !change.managed() {
        return;
    }
    let attributes = forced_destruction().attributes(change.type_name());
    // Providers read them from the state when they destroy: what the configuration says now comes too late.
    let forced: Vec<_> = attributes
        .iter()
        .filter(|attribute| {
            let held = view.before().at_path(&attribute.path);
            Truth::any(held.into_iter().map(|attr| attribute.matters(attr))).is_true()
        })
        .collect();
    if forced.is_empty() {
        return;
    }
    let paths: Vec<_> = forced.iter().map(|one| one.path.replace("[]", "")).collect();
    let words: Vec<_> = forced.iter().map(|one| one.words.as_str()).collect();
    findings.push(
        Finding::about(change, &format!("is destroyed, made worse by {}", paths.join(", ")))
            .at(forced.first().map_or("", |one| &one.path))
            .why(format!("when it is destroyed, {}", words.join(", and ")))
            .help(
                "apply the safe value first, in a plan of its own: the value in the state decides at the time of \
                destruction",
            ),
    );
}
