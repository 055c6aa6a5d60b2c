//! Rule `drift`: an object was changed outside of the engine, and the plan depends on it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::facts::Fate;
use crate::lint::{ChangeView, Check, Context, Finding, Level, OptionsSpec, Rule};
use crate::rules::form::form_alone;

use super::{names, of_each};

pub(crate) const RULE: Rule = Rule {
    id: "drift",
    summary: "an object was changed outside of the engine, and the plan depends on it",
    family: "drift-and-moves",
    level: Level::Warning,
    options: Some(OptionsSpec::of::<Options>().adding(&["all"])),
    checks: &[Check::Document(check)],
    ..Rule::BASE
};

#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// Whether drift counts on which nothing in the plan depends.
    all: bool,
}

fn check(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    let all = context.options::<Options>().all;
    let changed = context.facts.drift.iter().filter(|drift| {
        // What was deleted is a matter of `deleted-outside`, and an address alone is no drift.
        drift.change.fate == Fate::Update && (all || drift.relevant)
    });
    for drift in changed {
        let view = ChangeView::new(&drift.change);
        let differing = &view.difference().known;
        let (made_from, beside): (Vec<String>, Vec<String>) =
            differing.iter().cloned().partition(|path| drift.is_made_from(path));
        // What the engine names may lie deeper than what is told to differ, or it names nothing.
        let is_told = !made_from.is_empty() && !context.facts.is_refresh_only();
        let told = if is_told { &made_from } else { differing };
        let form = form_alone(&view);
        let says = if form.is_some() {
            "was changed outside of the engine, in form alone".to_owned()
        } else if told.is_empty() {
            "was changed outside of the engine".to_owned()
        } else {
            format!("was changed outside of the engine ({})", names(told))
        };
        let why = if let Some(form) = &form {
            format!("{form}: providers read back what was written in this way, and nobody need have changed anything")
        } else if context.facts.is_refresh_only() {
            "applying this plan takes the change into the state, and the configuration does not have it".to_owned()
        } else if drift.relevant && is_told && !beside.is_empty() {
            format!(
                "this plan is based on the new {}; {} changed too, but nothing in the plan depends on {}",
                of_each(told, "value", "values"),
                names(&beside),
                of_each(&beside, "it", "them"),
            )
        } else if drift.relevant {
            format!("this plan is based on the new {}", of_each(told, "value", "values"))
        } else {
            "nothing else in this plan depends on it".to_owned()
        };
        let finding = Finding::about(&drift.change, says).why(why);
        findings.push(if form.is_some() {
            finding
                .help("write the value as the provider returns it, so that plans show only what changes")
                .at_most(Level::Note)
        } else {
            finding
                .help("find out who changed it; then write the change into the configuration, or let an apply undo it")
        });
    }
}
