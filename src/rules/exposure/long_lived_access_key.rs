//! Rule `long-lived-access-key`: a long-lived credential gives access.

use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::exposure::Exposure;

use super::tables::{Voice, changed};

pub(crate) const RULE: Rule = Rule {
    id: "long-lived-access-key",
    summary: "a long-lived credential gives access",
    family: "exposure",
    level: Level::Warning,
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

const VOICE: Voice = Voice {
    rule: Exposure::LongLivedAccessKey,
    does: "gives access by a long-lived credential",
    may: "may give access by a long-lived credential",
    help: "use credentials that expire: a role, workload identity, or a token with an end date",
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    changed(context, view, findings, &VOICE);
}
