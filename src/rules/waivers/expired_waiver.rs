//! Rule `expired-waiver`: a waiver has ended.

use crate::lint::{EXPIRED, Level, Rule, RuleSubject};

pub(crate) const RULE: Rule = Rule {
    id: EXPIRED,
    summary: "a waiver has ended",
    family: "waivers",
    subject: RuleSubject::Settings,
    level: Level::Warning,
    ..Rule::BASE
};
