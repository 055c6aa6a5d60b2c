//! Rule `logging-removed`: something is no longer logged or watched.

use std::collections::BTreeSet;

use crate::facts::Fate;
use crate::facts::attr::Attr;
use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::exposure::{Exposure, table};
use crate::rules::data::exposure_setting::Setting;
use crate::rules::data::logged::logged;

use super::tables::{Voice, changed, guards_removed, was_open};
use crate::words::listed;

/// Of more parts than these only the first ones are told.
const TOLD: usize = 12;

pub(crate) const RULE: Rule = Rule {
    id: "logging-removed",
    summary: "something is no longer logged or watched",
    family: "exposure",
    level: Level::Warning,
    checks: &[Check::Change(check), Check::Document(removed)],
    ..Rule::BASE
};

const VOICE: Voice = Voice {
    rule: Exposure::LoggingRemoved,
    does: "stops logging or monitoring",
    may: "may stop logging or monitoring",
    help: "keep it, or write down where the same is logged from now on",
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    changed(context, view, findings, &VOICE);
    if matches!(view.change.fate, Fate::Update | Fate::Replace(_)) && view.change.managed() {
        shrunk(view, findings);
        parts_lost(view, findings);
    }
}

/// Blocks that say what is logged, of which one goes or is switched off. What the tables of exposures say of the same
/// path, or of blocks that are all gone, is found by `changed`.
fn parts_lost(view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let entries = table().of_type(VOICE.rule, view.change.type_name());
    let settings = || entries.into_iter().flat_map(|entries| &entries.settings);
    for parts in logged(view.change.type_name()) {
        let Some(path) = parts
            .paths
            .first()
            .filter(|_| parts.paths.iter().any(|path| view.may_differ(path)))
        else {
            continue;
        };
        let is_told = |setting: &Setting| {
            let is_of_it = setting.path == *path || path.starts_with(&format!("{}[]", setting.path));
            is_of_it && was_open(setting, view.after())
        };
        let lost = parts.lost(view.before(), view.after());
        if lost.is_empty() || settings().any(is_told) {
            continue;
        }
        let lost = listed(&lost, TOLD, ", ");
        // A name that stands at one of several paths is told with the blocks.
        let told = path.rsplit_once('.').filter(|_| parts.paths.len() > 1);
        let told = told.map_or(path.as_str(), |(blocks, _)| blocks).replace("[]", "");
        findings.push(
            Finding::about(view.change, format!("{}: {told} loses {lost}", VOICE.does))
                .at(path)
                .why(parts.words.clone())
                .help(VOICE.help),
        );
    }
}

/// Lists of what is logged that lose some of it; `changed` finds those that are empty then. Logs of another engine have
/// other names.
fn shrunk(view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    if view.may_differ("engine") {
        return;
    }
    let entries = table().of_type(VOICE.rule, view.change.type_name());
    let settings = entries.into_iter().flat_map(|entries| &entries.settings);
    for setting in settings.filter(|setting| setting.absent_opens && view.may_differ(&setting.path)) {
        let [before, after] = [view.before(), view.after()].map(|object| object.at_path(&setting.path));
        let is_known = !after.iter().any(|list| list.may_hold_unknown());
        let [before, after] = [before, after].map(|lists| {
            let elements = lists.into_iter().flat_map(Attr::items);
            elements
                .filter(|element| !element.is_container())
                .map(Attr::brief)
                .collect::<BTreeSet<_>>()
        });
        let lost: Vec<&str> = before.difference(&after).map(String::as_str).collect();
        if is_known && !after.is_empty() && !lost.is_empty() {
            let path = setting.path.replace("[]", "");
            findings.push(
                Finding::about(view.change, format!("{}: {path} loses {}", VOICE.does, lost.join(", ")))
                    .at(&setting.path)
                    .why("what the list names is logged, and nothing else")
                    .help(VOICE.help),
            );
        }
    }
}

fn removed(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    guards_removed(context, findings, &VOICE);
}
