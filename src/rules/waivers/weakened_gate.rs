//! Rule `weakened-gate`: a settings file that nobody named keeps the gate from seeing something.

use crate::lint::{Level, Rule, settings};

pub(crate) const RULE: Rule = Rule {
    id: settings::WEAKENED,
    summary: "a settings file that nobody named keeps the gate from seeing something",
    family: "waivers",
    level: Level::Note,
    since: "0.1.0",
    page: page!("waivers/weakened_gate"),
    covers: &[],
    options: None,
    checks: &[],
};
