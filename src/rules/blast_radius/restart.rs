//! Rule `restart`: an update stops what runs, and starts it again.

use crate::facts::{Fate, Truth};
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::restart::{Restart, restarts};
use crate::rules::data::stopped::stopping;

pub(crate) const RULE: Rule = Rule {
    id: "restart",
    summary: "an update stops what runs, and starts it again",
    family: "blast-radius",
    level: Level::Warning,
    since: "0.1.0",
    page: page!("blast_radius/restart"),
    covers: &[],
    options: None,
    checks: &[Check::Change(check)],
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    if change.fate != Fate::Update || !change.managed() {
        return;
    }
    let known = restarts(change.type_name());
    // What does not run is not stopped.
    let settings = || stopping(change.type_name()).iter();
    if known.is_empty() || settings().any(|setting| setting.stops(view.before()).is_true()) {
        return;
    }
    findings.extend(known.iter().filter_map(|restart| of(context, view, restart)));
}

/// Whether what stands at a path is another than before.
fn differs(view: &ChangeView<'_, '_>, path: &str) -> Truth {
    let [before, after] = [view.before(), view.after()].map(|object| object.at_path(path));
    if after.iter().any(|attr| attr.may_hold_unknown()) {
        return Truth::Unknown;
    }
    let is_same = before.len() == after.len() && before.iter().zip(&after).all(|(was, is)| was.same_known_value(*is));
    Truth::from(!is_same)
}

fn of(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, restart: &Restart) -> Option<Finding> {
    let is_on = |name: &Option<String>| match name {
        Some(name) => view.after().get(name).equals_bool(true),
        None => Truth::True,
    };
    // Without it nothing is stopped: the apply fails.
    if is_on(&restart.allowed_by) == Truth::False {
        return None;
    }
    let changed = restart.paths.iter().filter(|path| view.may_differ(path));
    let changed: Vec<_> = changed.filter(|path| differs(view, path) != Truth::False).collect();
    let sure: Vec<_> = changed
        .iter()
        .copied()
        .filter(|path| differs(view, path).is_true())
        .collect();
    let is_sure = !sure.is_empty();
    let told = if is_sure { sure } else { changed };
    let first = *told.first()?;
    let names: Vec<_> = told.iter().map(|path| path.replace("[]", "")).collect();
    let names = names.join(", ");
    let (says, help) = match (is_on(&restart.at_once), is_sure) {
        (Truth::False, _) => (
            "is restarted in its next maintenance,",
            "apply it long enough before that time; nothing of it is true until then",
        ),
        (_, true) => (
            "is restarted",
            "apply when nobody needs it, and see to it that what depends on it tries again",
        ),
        (_, false) => (
            "may be restarted",
            "apply when nobody needs it, or leave the value as it is",
        ),
    };
    let finding = Finding::about(view.change, &format!("{says} to change {names}"))
        .at(first)
        .why(&*restart.words)
        .help(help);
    let finding = if is_on(&restart.at_once) == Truth::False {
        finding.at_most(Level::Note)
    } else {
        finding
    };
    Some(if is_sure {
        finding
    } else {
        finding.unknown(context.facts.waits_for(view.change, &first.replace("[]", "[0]")))
    })
}
