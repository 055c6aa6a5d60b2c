//! How rules run: levels, settings, and the only loop over rules.

mod finding;
mod level;
mod rule;
mod settings;

use rayon::prelude::*;

pub use finding::Finding;
pub use level::{FailOn, Level};
pub use rule::{Context, Rule};
pub use settings::{Settings, SettingsError};

use crate::facts::Facts;

/// Runs every rule that is on and gives its findings in a total order: level, rule, then the order of the rule's own
/// subjects. Threads never show.
#[must_use]
pub fn run(rules: &[Rule], facts: &Facts<'_>, settings: &Settings) -> Vec<Finding> {
    let context = Context { facts, settings };
    let mut findings: Vec<Finding> = rules
        .par_iter()
        .flat_map_iter(|rule| {
            let level = settings.level(rule);
            let mut found = Vec::new();
            if level != Level::Allow {
                (rule.check)(&context, &mut found);
            }
            for finding in &mut found {
                finding.level = level;
                finding.rule = rule.id.into();
            }
            found
        })
        .collect();
    // Stable: inside a rule the order of its subjects stays, and that is the order of addresses.
    findings.sort_by(|one, two| (one.level, &one.rule).cmp(&(two.level, &two.rule)));
    findings
}
