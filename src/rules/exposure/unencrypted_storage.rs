//! Rule `unencrypted-storage`: data is stored without encryption.

use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::exposure::Exposure;

use super::tables::{Voice, changed, guards_removed};

pub(crate) const RULE: Rule = Rule {
    id: "unencrypted-storage",
    summary: "data is stored without encryption",
    family: "exposure",
    level: Level::Warning,
    checks: &[Check::Change(check), Check::Document(removed)],
    ..Rule::BASE
};

const VOICE: Voice = Voice {
    rule: Exposure::UnencryptedStorage,
    does: "stores data in the clear",
    may: "may store data in the clear",
    help: "encrypt it when it is created; where it holds data already, that takes a new object and a copy: plan it on its own",
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    changed(context, view, findings, &VOICE);
}

fn removed(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    guards_removed(context, findings, &VOICE);
}
