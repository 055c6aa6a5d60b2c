//! Rule `weakened-gate`: a settings file that nobody named keeps the gate from seeing something.

use crate::lint::{Level, Rule, RuleSubject, settings};

pub(crate) const RULE: Rule = Rule {
    id: settings::WEAKENED,
    summary: "a settings file that nobody named keeps the gate from seeing something",
    family: "waivers",
    subject: RuleSubject::Settings,
    level: Level::Note,
    instead: Some(
        "it is about a file that nobody named: --config FILE names one, --allow weakened-gate leaves it unsaid",
    ),
    ..Rule::BASE
};
