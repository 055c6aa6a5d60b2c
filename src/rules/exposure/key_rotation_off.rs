//! Rule `key-rotation-off`: a key or secret is never renewed.

use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::exposure::Exposure;

use super::tables::{Voice, changed, guards_removed};

pub(crate) const RULE: Rule = Rule {
    id: "key-rotation-off",
    summary: "a key or secret is never renewed",
    family: "exposure",
    level: Level::Warning,
    checks: &[Check::Change(check), Check::Document(removed)],
    ..Rule::BASE
};

const VOICE: Voice = Voice {
    rule: Exposure::KeyRotationOff,
    does: "leaves a key or secret without rotation",
    may: "may leave a key or secret without rotation",
    help: "have it renewed on a schedule",
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    changed(context, view, findings, &VOICE);
}

fn removed(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    guards_removed(context, findings, &VOICE);
}
