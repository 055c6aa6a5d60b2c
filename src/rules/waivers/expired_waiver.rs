//! Rule `expired-waiver`: a waiver has ended.

use crate::lint::{EXPIRED, Level, Rule};

pub(crate) const RULE: Rule = Rule {
    id: EXPIRED,
    summary: "a waiver has ended",
    family: "waivers",
    level: Level::Warning,
    since: "0.1.0",
    page: page!("waivers/expired_waiver"),
    covers: &[],
    options: None,
    checks: &[],
};
