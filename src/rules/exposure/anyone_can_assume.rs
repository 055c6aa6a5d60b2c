//! Rule `anyone-can-assume`: anybody can take a role.

use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::exposure::Exposure;

use super::tables::{Voice, changed};

pub(crate) const RULE: Rule = Rule {
    id: "anyone-can-assume",
    summary: "anybody can take a role",
    family: "exposure",
    level: Level::Error,
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

const VOICE: Voice = Voice {
    rule: Exposure::AnyoneCanAssume,
    does: "lets anybody take a role",
    may: "may let anybody take a role",
    help: "name the accounts or identities that may, or require them in a condition",
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    changed(context, view, findings, &VOICE);
}
