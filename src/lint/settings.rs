//! What the user set: levels of rules, where the gate stops, and additions to what planlint knows of providers.

use std::collections::{BTreeMap, BTreeSet};

use miette::Diagnostic;
use thiserror::Error;

use super::{FailOn, Level, Rule};

/// The settings of one run, already checked against the rules that exist.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// From which level on the gate fails.
    pub fail_on: FailOn,
    /// Resource types that hold data although the built-in list does not have them.
    pub stateful_types: BTreeSet<String>,
    levels: BTreeMap<&'static str, Level>,
}

/// A setting that cannot be meant.
#[derive(Debug, Error, Diagnostic, PartialEq, Eq)]
pub enum SettingsError {
    /// No rule or family has that name.
    #[error("there is no rule or family `{name}`")]
    #[diagnostic(code("unknown-rule"), help("{help}"))]
    UnknownRule {
        /// The name as given by the user.
        name: String,
        /// The nearest name, or where the list is.
        help: String,
    },
}

impl Settings {
    /// Sets the level of a rule, or of all rules of a family; what is set later holds.
    ///
    /// # Errors
    ///
    /// A name that no rule and no family has: a gate on a rule that does not exist would always pass.
    pub fn set_level(&mut self, rules: &[Rule], name: &str, level: Level) -> Result<(), SettingsError> {
        let named: Vec<_> = rules
            .iter()
            .filter(|rule| rule.id == name || rule.family == name)
            .collect();
        if named.is_empty() {
            return Err(unknown(rules, name));
        }
        self.levels.extend(named.into_iter().map(|rule| (rule.id, level)));
        Ok(())
    }

    /// The level of a rule: the one that was set, else its own.
    #[must_use]
    pub fn level(&self, rule: &Rule) -> Level {
        self.levels.get(rule.id).copied().unwrap_or(rule.level)
    }
}

fn unknown(rules: &[Rule], name: &str) -> SettingsError {
    let names = rules.iter().flat_map(|rule| [rule.id, rule.family]);
    let nearest = names
        .map(|known| (strsim::osa_distance(known, name), known))
        .filter(|(distance, known)| *distance <= 2.max(known.len() / 4))
        .min();
    SettingsError::UnknownRule {
        name: name.to_owned(),
        help: match nearest {
            Some((_, known)) => format!("did you mean `{known}`?"),
            None => format!(
                "the rules are: {}",
                rules.iter().map(|rule| rule.id).collect::<Vec<_>>().join(", ")
            ),
        },
    }
}
