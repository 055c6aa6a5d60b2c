//! Rule `public-bucket`: storage is opened to everybody.

use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::exposure::Exposure;

use super::tables::{Voice, changed, guards_removed};

pub(crate) const RULE: Rule = Rule {
    id: "public-bucket",
    summary: "storage is opened to everybody",
    family: "exposure",
    level: Level::Error,
    checks: &[Check::Change(check), Check::Document(removed)],
    ..Rule::BASE
};

const VOICE: Voice = Voice {
    rule: Exposure::PublicBucket,
    does: "opens storage to everybody",
    may: "may open storage to everybody",
    help: "name who may read, and keep the blocks on public access",
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    changed(context, view, findings, &VOICE);
}

fn removed(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    guards_removed(context, findings, &VOICE);
}
