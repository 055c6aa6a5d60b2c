//! Rule `admin-grant`: somebody gets rights over everything.

use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::exposure::Exposure;

use super::tables::{Voice, changed};

pub(crate) const RULE: Rule = Rule {
    id: "admin-grant",
    summary: "somebody gets rights over everything",
    family: "exposure",
    level: Level::Error,
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

const VOICE: Voice = Voice {
    rule: Exposure::AdminGrant,
    does: "gives rights over everything",
    may: "may give rights over everything",
    help: "grant the narrowest role that is enough, on the narrowest scope",
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    changed(context, view, findings, &VOICE);
}
