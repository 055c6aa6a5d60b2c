//! Rule `weak-tls`: old versions of TLS are accepted.

use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::exposure::Exposure;

use super::tables::{Voice, changed};

pub(crate) const RULE: Rule = Rule {
    id: "weak-tls",
    summary: "old versions of TLS are accepted",
    family: "exposure",
    level: Level::Warning,
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

const VOICE: Voice = Voice {
    rule: Exposure::WeakTls,
    does: "accepts old versions of TLS",
    may: "may accept old versions of TLS",
    help: "require TLS 1.2 or newer",
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    changed(context, view, findings, &VOICE);
}
