//! Rule `restart`: an update stops something that runs, and starts it again.

use crate::facts::attr::Attr;
use crate::facts::{ChangeKind, Fate, Truth};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule, RuleScope};
use crate::rules::data::amount::amount;
use crate::rules::data::restart::{Restart, restarts};
use crate::rules::data::stopped::stopping;

pub(crate) const RULE: Rule = Rule {
    id: "restart",
    summary: "an update stops something that runs, and starts it again",
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
    findings.extend(
        restarts(change.type_name())
            .iter()
            .filter_map(|restart| of(context, view, restart)),
    );
}

/// Whether what stands at a path is another than before.
fn differs(view: &ChangeView<'_, '_>, path: &str) -> Truth {
    if !view.may_differ(path) {
        return Truth::False;
    }
    let (before, after) = view.differing();
    let [before, after] = [before, after].map(|object| object.at_path(path));
    if after.iter().any(|attr| attr.may_hold_unknown()) {
        return Truth::Unknown;
    }
    // An empty text is how some providers say that it is not set.
    let is_nothing = |attr: &Attr<'_, '_>| attr.is_unset() || attr.equals_text("").is_true();
    if before.iter().all(is_nothing) && after.iter().all(is_nothing) {
        return Truth::False;
    }
    let is_same = before.len() == after.len() && before.iter().zip(&after).all(|(was, is)| was.same_known_value(*is));
    Truth::from(!is_same)
}

/// Whether the number at a path becomes another one while the thing runs.
fn takes_hold_live(view: &ChangeView<'_, '_>, restart: &Restart, path: &str) -> bool {
    let (before, after) = (view.before(), view.after());
    let is_on = |name: &Option<String>| {
        let mut both = [before, after].into_iter();
        name.as_ref()
            .is_some_and(|name| both.all(|object| object.get(name).equals_bool(true).is_true()))
    };
    let number = |object: Attr<'_, '_>| object.at_path(path).into_iter().find_map(amount);
    match number(before).zip(number(after)) {
        Some((was, is)) if was < is => is_on(&restart.grows_live),
        Some(_) => is_on(&restart.shrinks_live),
        None => false,
    }
}

fn of(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, restart: &Restart) -> Option<Finding> {
    let (mut sure, mut unsure) = (Vec::new(), Vec::new());
    let paths = restart.paths.iter();
    for path in paths.filter(|path| !takes_hold_live(view, restart, path)) {
        match differs(view, path) {
            Truth::True => sure.push(path),
            Truth::Unknown => unsure.push(path),
            Truth::False => {}
        }
    }
    let is_sure = !sure.is_empty();
    let told = if is_sure { sure } else { unsure };
    let first = *told.first()?;
    let is_on = |name: &Option<String>| match name {
        Some(name) => view.after().get(name).equals_bool(true),
        None => Truth::True,
    };
    // Without it nothing is stopped: the apply fails. Nor is what does not run.
    let mut stopping = stopping(view.change.type_name()).iter();
    if is_on(&restart.allowed_by) == Truth::False
        || restart.off.holds(view.before())
        || stopping.any(|setting| setting.stops(view.before()).is_true())
    {
        return None;
    }
    let [at_once, is_allowed] = [&restart.at_once, &restart.allowed_by].map(is_on);
    let is_certain = is_sure && at_once != Truth::Unknown && is_allowed.is_true();
    let names: Vec<_> = told.iter().map(|path| path.replace("[]", "")).collect();
    let names = names.join(", ");
    let (says, help) = match (at_once, is_certain) {
        (Truth::False, _) => (
            "is restarted in its next maintenance,",
            "apply it long enough before that time; until then nothing changes",
        ),
        (_, true) => (
            "is restarted",
            "apply when nobody needs it, and make sure that dependents retry",
        ),
        (_, false) => (
            "may be restarted",
            "apply when nobody needs it, or leave the value as it is",
        ),
    };
    let finding = Finding::about(view.change, format!("{says} to change {names}"))
        .at(first)
        .why(restart.words.clone())
        .help(help);
    let finding = if at_once == Truth::False {
        finding.at_most(Level::Note)
    } else {
        finding
    };
    Some(if is_certain {
        finding
    } else {
        finding.unknown(context.facts.waits_for(view.change, &first.replace("[]", "[0]")))
    })
}
