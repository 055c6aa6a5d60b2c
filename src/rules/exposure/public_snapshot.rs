//! Rule `public-snapshot`: an image or snapshot is shared with everybody.

use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::exposure::Exposure;

use super::tables::{Voice, changed};

pub(crate) const RULE: Rule = Rule {
    id: "public-snapshot",
    summary: "an image or snapshot is shared with everybody",
    family: "exposure",
    level: Level::Error,
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

const VOICE: Voice = Voice {
    rule: Exposure::PublicSnapshot,
    does: "shares images or snapshots with everybody",
    may: "may share images or snapshots with everybody",
    help: "name the accounts that need it",
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    changed(context, view, findings, &VOICE);
}
