//! Rule `wildcard-policy`: a policy allows everything, or everybody.

use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::exposure::Exposure;

use super::tables::{Voice, changed};

pub(crate) const RULE: Rule = Rule {
    id: "wildcard-policy",
    summary: "a policy allows everything, or everybody",
    family: "exposure",
    level: Level::Error,
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

const VOICE: Voice = Voice {
    rule: Exposure::WildcardPolicy,
    does: "allows too much",
    may: "may allow too much",
    help: "list the actions, the resources and the callers that are needed",
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    changed(context, view, findings, &VOICE);
}
