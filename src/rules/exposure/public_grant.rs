//! Rule `public-grant`: everybody is granted a role.

use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::exposure::Exposure;

use super::tables::{Voice, changed};

pub(crate) const RULE: Rule = Rule {
    id: "public-grant",
    summary: "everybody is granted a role",
    family: "exposure",
    level: Level::Error,
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

const VOICE: Voice = Voice {
    rule: Exposure::PublicGrant,
    does: "grants everybody a role",
    may: "may grant everybody a role",
    help: "name the people, groups or service accounts that need the role",
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    changed(context, view, findings, &VOICE);
}
