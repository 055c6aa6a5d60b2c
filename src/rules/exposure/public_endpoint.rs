//! Rule `public-endpoint`: an API or service is opened to everybody.

use crate::lint::{ChangeView, Check, Context, Finding, Level, Rule};
use crate::rules::data::exposure::Exposure;

use super::tables::{Voice, changed, guards_removed};

pub(crate) const RULE: Rule = Rule {
    id: "public-endpoint",
    summary: "an API or service is opened to everybody",
    family: "exposure",
    level: Level::Warning,
    checks: &[Check::Change(check), Check::Document(removed)],
    ..Rule::BASE
};

const VOICE: Voice = Voice {
    rule: Exposure::PublicEndpoint,
    does: "opens a service to everybody",
    may: "may open a service to everybody",
    help: "require callers to sign in, or name the networks that may connect",
};

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    changed(context, view, findings, &VOICE);
}

fn removed(context: &Context<'_, '_>, findings: &mut Vec<Finding>) {
    guards_removed(context, findings, &VOICE);
}
