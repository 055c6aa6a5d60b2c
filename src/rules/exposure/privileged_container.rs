//! Rule `privileged-container`: a container gets rights over the machine that runs it.

use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::exposure::Exposure;

use super::tables::{Voice, changed};

pub(crate) const RULE: Rule = Rule {
    id: "privileged-container",
    summary: "a container gets rights over the machine that runs it",
    family: "exposure",
    level: Level::Warning,
    checks: &[Check::Change(check)],
    ..Rule::BASE
};

const VOICE: Voice = Voice {
    rule: Exposure::PrivilegedContainer,
    does: "gives a container rights over its machine",
    may: "may give a container rights over its machine",
    help: "take away what it does not need, or run it on machines of its own",
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    changed(context, view, findings, &VOICE);
}
