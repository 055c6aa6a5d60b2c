//! Rule `plaintext-listener`: connections are accepted without encryption.

use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::exposure::Exposure;

use super::tables::{Voice, changed};

pub(crate) const RULE: Rule = Rule {
    id: "plaintext-listener",
    summary: "connections are accepted without encryption",
    family: "exposure",
    level: Level::Warning,
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

const VOICE: Voice = Voice {
    rule: Exposure::PlaintextListener,
    does: "accepts unencrypted traffic",
    may: "may accept unencrypted traffic",
    help: "require TLS, or redirect to where it is required",
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    changed(context, view, findings, &VOICE);
}
