//! What a rule is: a plain value with a name, words, a level and a function.

use crate::facts::Facts;

use super::{Finding, Level, Settings};

/// A rule. `rules::RULES` lists them all; everything that lists or explains rules reads these values.
#[derive(Clone, Copy)]
pub struct Rule {
    /// The name: it names the bad thing and reads after "allow".
    pub id: &'static str,
    /// One line without a full stop: what the rule finds.
    pub summary: &'static str,
    /// The folder it stands in, with spaces; levels can be set for a family.
    pub family: &'static str,
    /// How bad, unless settings say otherwise.
    pub level: Level,
    /// The planlint version that first had it.
    pub since: &'static str,
    /// The Markdown page: documentation, explanation and tests in one.
    pub page: &'static str,
    /// Looks at the facts and reports.
    pub check: fn(&Context<'_, '_>, &mut Vec<Finding>),
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Rule").field(&self.id).finish()
    }
}

/// What a rule may look at.
#[derive(Clone, Copy, Debug)]
pub struct Context<'c, 'a> {
    /// The plan or state.
    pub facts: &'c Facts<'a>,
    /// What the user set.
    pub settings: &'c Settings,
}
