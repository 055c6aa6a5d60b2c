//! Rule `public-repository`: a repository becomes visible to everybody.

use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::exposure::Exposure;

use super::tables::{Voice, changed};

pub(crate) const RULE: Rule = Rule {
    id: "public-repository",
    summary: "a repository becomes visible to everybody",
    family: "exposure",
    level: Level::Warning,
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

const VOICE: Voice = Voice {
    rule: Exposure::PublicRepository,
    does: "shows code to everybody",
    may: "may show code to everybody",
    help: "keep it private, or look through its whole history for secrets first",
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    changed(context, view, findings, &VOICE);
}
