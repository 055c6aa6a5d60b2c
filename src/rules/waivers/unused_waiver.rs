//! Rule `unused-waiver`: a waiver matches nothing.

use crate::lint::{Level, Rule, RuleSubject, UNUSED};

pub(crate) const RULE: Rule = Rule {
    id: UNUSED,
    summary: "a waiver matches nothing",
    family: "waivers",
    subject: RuleSubject::Settings,
    level: Level::Warning,
    ..Rule::BASE
};
