//! Rule `broad-waiver`: a waiver matches more than it was given for.

use crate::lint::{BROAD, Level, Rule, RuleSubject};

pub(crate) const RULE: Rule = Rule {
    id: BROAD,
    summary: "a waiver matches more than it was given for",
    family: "waivers",
    subject: RuleSubject::Settings,
    level: Level::Warning,
    ..Rule::BASE
};
