//! Rule `replace`: an object is destroyed and made again.

use crate::facts::{Fate, Replacement};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};

pub(crate) const RULE: Rule = Rule {
    id: "replace",
    summary: "an object is destroyed and made again",
    family: "destruction",
    level: Level::Note,
    since: "0.1.0",
    page: include_str!("replace.md"),
    covers: &["replace-stateful"],
    options: None,
    checks: &[Check::Change(check)],
};

fn check(_: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let says = match view.change.fate {
        Fate::Replace(Replacement::DestroyFirst) => "is destroyed, then created again",
        Fate::Replace(Replacement::CreateFirst) => "is created again, then the old object is destroyed",
        _ => return,
    };
    let finding = Finding::about(view.change, says)
        .help("undo the change that forces it, or plan for the time without the object");
    findings.push(match forcing(view).or_else(|| view.change.why()) {
        Some(why) => finding.why(why),
        None => finding,
    });
}

/// What forces the replacement, with the values on both sides as far as they may be told; `None` when nothing is named.
fn forcing(view: &ChangeView<'_, '_>) -> Option<String> {
    let forcing = view.change.forcing();
    let (before, after) = (view.before(), view.after());
    let told: Vec<String> = forcing
        .iter()
        .map(|(text, path)| {
            let (before, after) = (before.along(path), after.along(path));
            match (before.brief(), after.brief()) {
                // Also what cannot be told apart in words, and what forces it without a change of its own.
                (before, after) if before == after => text.clone(),
                (before, after) => format!("{text} ({before} → {after})"),
            }
        })
        .collect();
    match told.len() {
        0 => None,
        1 => Some(format!("{} forces replacement", told.join(""))),
        _ => Some(format!("{} force replacement", told.join(", "))),
    }
}
