//! Rule `stopped-service`: what runs is stopped, or scaled to nothing, and stays where it is.

use crate::facts::attr::Attr;
use crate::facts::{Fate, Truth};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::stopped::stopping;

pub(crate) const RULE: Rule = Rule {
    id: "stopped-service",
    summary: "what runs is stopped, or scaled to nothing, and stays where it is",
    family: "blast-radius",
    level: Level::Warning,
    page: page!("blast_radius/stopped_service"),
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    if change.fate != Fate::Update || !change.managed() {
        return;
    }
    let settings = stopping(change.type_name());
    let mut changed = settings
        .iter()
        .filter(|setting| view.may_differ(&setting.path))
        .peekable();
    // What did not run before is not stopped.
    if changed.peek().is_none() || settings.iter().any(|setting| setting.stops(view.before()).is_true()) {
        return;
    }
    for setting in changed {
        let stops = setting.stops(view.after());
        if stops == Truth::False {
            continue;
        }
        let told = |attrs: &[Attr<'_, '_>]| match attrs {
            [] => "not set".to_owned(),
            [only] if only.is_container() && only.is_set() == Truth::False => "none".to_owned(),
            attrs => attrs.iter().map(|attr| attr.brief()).collect::<Vec<_>>().join(", "),
        };
        let values = (
            view.before().at_path(&setting.path),
            view.after().at_path(&setting.path),
        );
        let path = setting.path.replace("[]", "");
        let help = "make sure that nobody needs it now, and that who is called when it does not answer knows";
        let (before, after) = (told(&values.0), told(&values.1));
        if stops.is_true() {
            let says = format!("is stopped: {path} ({before} → {after})");
            findings.push(
                Finding::about(change, &says)
                    .at(&setting.path)
                    .why(&*setting.words)
                    .help(help),
            );
        } else {
            findings.push(
                Finding::about(change, &format!("may be stopped: {path}"))
                    .at(&setting.path)
                    .why(format!("if so, {}", setting.words))
                    .help(help)
                    .unknown(context.facts.waits_for(change, &setting.path.replace("[]", "[0]"))),
            );
        }
        return;
    }
}
