//! Rule `logging-removed`: something is no longer logged or watched.

use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::exposure::Exposure;

use super::tables::{Voice, changed, guards_removed};

pub(crate) const RULE: Rule = Rule {
    id: "logging-removed",
    summary: "something is no longer logged or watched",
    family: "exposure",
    level: Level::Warning,
    since: "0.1.0",
    page: page!("exposure/logging_removed"),
    covers: &[],
    options: None,
    checks: &[Check::Change(check), Check::Document(removed)],
};

const VOICE: Voice = Voice {
    rule: Exposure::LoggingRemoved,
    does: "stops logging or monitoring",
    may: "may stop logging or monitoring",
    help: "keep it, or write down where the same is logged from now on",
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    changed(context, view, findings, &VOICE);
}

fn removed(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    guards_removed(context, findings, &VOICE);
}
