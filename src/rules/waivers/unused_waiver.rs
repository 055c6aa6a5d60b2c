//! Rule `unused-waiver`: a waiver matches nothing.

use crate::lint::{Level, Rule, UNUSED};

pub(crate) const RULE: Rule = Rule {
    id: UNUSED,
    summary: "a waiver matches nothing",
    family: "waivers",
    level: Level::Warning,
    since: "0.1.0",
    page: page!("waivers/unused_waiver"),
    covers: &[],
    options: None,
    checks: &[],
};
