//! A family of rules about configuration.

use crate::lint::{Level, Rule};
use crate::rules::pages;

/// The name of a family, from which its rules are made.
pub(in crate::rules) struct Family(pub(in crate::rules) &'static str);

impl Family {
    /// A rule of this family.
    pub(in crate::rules) const fn rule(&self, id: &'static str, level: Level, summary: &'static str) -> Rule {
        Rule::of_configuration(self.0, id, level, summary, pages::of)
    }
}
