//! Rule `broad-waiver`: a waiver matches more than it was given for.

use crate::lint::{BROAD, Level, Rule};

pub(crate) const RULE: Rule = Rule {
    id: BROAD,
    summary: "a waiver matches more than it was given for",
    family: "waivers",
    level: Level::Warning,
    since: "0.1.0",
    page: page!("waivers/broad_waiver"),
    covers: &[],
    options: None,
    checks: &[],
};
