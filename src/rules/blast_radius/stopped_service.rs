//! Rule `stopped-service`: something that runs is stopped or scaled to zero, and stays where it is.

use std::sync::Arc;

use crate::facts::attr::{Attr, MASK};
use crate::facts::{ChangeKind, Fate, Truth};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule, RuleScope};
use crate::rules::data::stopped::{Setting, stopping};
use crate::rules::described::with_text;

pub(crate) const RULE: Rule = Rule {
    id: "stopped-service",
    summary: "something that runs is stopped or scaled to zero, and stays where it is",
    family: "blast-radius",
    level: Level::Warning,
    checks: &[Check::Change(check)],
    scope: RuleScope::Kind(ChangeKind::Update),
    ..Rule::BASE
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    if change.fate != Fate::Update || !change.managed() {
        return;
    }
    let settings = stopping(change.type_name());
    let text = settings.iter().find_map(|setting| setting.text.as_deref());
    findings.extend(with_text(view, text, |view| stopped(context, settings, view)));
}

/// What is told of the first setting that stops the object.
fn stopped(context: &Context<'_, '_>, settings: &[Arc<Setting>], view: &ChangeView<'_, '_>) -> Option<Finding> {
    let change = view.change;
    let mut changed = settings
        .iter()
        .filter(|setting| view.may_differ(&setting.path))
        .peekable();
    // What did not run before is not stopped.
    if changed.peek().is_none() || settings.iter().any(|setting| setting.stops(view.before()).is_true()) {
        return None;
    }
    let mut stops = changed.map(|setting| (setting, setting.stops(view.after())));
    let (setting, stops) = stops.find(|(_, stops)| *stops != Truth::False)?;
    let told = |attrs: &[Attr<'_, '_>]| match attrs {
        [] => "not set".to_owned(),
        [only] if only.is_container() && only.is_set() == Truth::False => "none".to_owned(),
        attrs => attrs.iter().map(|attr| attr.brief()).collect::<Vec<_>>().join(", "),
    };
    let path = setting.path.replace("[]", "");
    let finding = if stops.is_true() {
        let [before, after] = [view.before(), view.after()].map(|side| told(&side.at_path(&setting.path)));
        let says = match before.as_str() {
            MASK => format!("is stopped: {path}"),
            _ => format!("is stopped: {path} ({before} → {after})"),
        };
        Finding::about(change, says).why(setting.words.clone())
    } else {
        let waits_for = context.facts.waits_for(change, &setting.path.replace("[]", "[0]"));
        Finding::about(change, format!("may be stopped: {path}"))
            .why(format!("if so, {}", setting.words))
            .unknown(waits_for)
    };
    let help = "make sure that nobody needs it now, and tell whoever is on call for it";
    Some(finding.at(&setting.path).help(help))
}
