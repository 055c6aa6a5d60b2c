//! What the user set: levels of rules, where the gate stops, and additions to what planlint knows of providers.

use std::collections::{BTreeMap, BTreeSet};

use miette::Diagnostic;
use thiserror::Error;

use super::rule::AnyOptions;
use super::{FailOn, Finding, Level, Rule, Standing, UnknownPolicy};

/// The settings of one run, already checked against the rules that exist.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// From which level on the gate fails.
    pub fail_on: FailOn,
    /// Resource types that hold data although the built-in list does not have them.
    pub stateful_types: BTreeSet<String>,
    /// What to do with findings that are unknown before apply.
    pub unknown: UnknownPolicy,
    /// What time it is, for rules about age; without it they find whatever they cannot judge.
    pub now: Option<jiff::Timestamp>,
    levels: BTreeMap<&'static str, Level>,
    options: BTreeMap<&'static str, toml::Table>,
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
        for rule in named {
            self.levels.insert(rule.id, level);
            // Who wants no deletions wants no replacements, which delete too. Only ever stricter: a rule that is let
            // off does not let off its cases.
            for case in rules.iter().filter(|case| rule.covers.contains(&case.id)) {
                if level < self.level(case) {
                    self.levels.insert(case.id, level);
                }
            }
        }
        Ok(())
    }

    /// The level of a rule: the one that was set, else its own.
    #[must_use]
    pub fn level(&self, rule: &Rule) -> Level {
        self.levels.get(rule.id).copied().unwrap_or(rule.level)
    }

    /// Whether the rule can say anything at all.
    pub(super) fn may_fire(&self, rule: &Rule) -> bool {
        self.level(rule) != Level::Allow
    }

    /// The options of a rule: what was set, else the defaults. What was set has been read once already.
    pub(super) fn options(&self, rule: &Rule) -> AnyOptions {
        let Some(spec) = rule.options else {
            return Box::new(());
        };
        let set = self.options.get(rule.id).cloned();
        (spec.parse)(set)
            .or_else(|_| (spec.parse)(None))
            .unwrap_or_else(|_| Box::new(()))
    }

    /// Gives a finding the level and the standing that the settings want.
    pub(super) fn judge(&self, rules: &[Rule], finding: &mut Finding) {
        if let Some(rule) = rules.iter().find(|rule| rule.id == finding.rule) {
            let level = self.level(rule);
            // `Allow` is last in the order, so that a limit turns nothing on again.
            finding.level = finding.at_most.map_or(level, |limit| level.max(limit));
        }
        if let Standing::Unknown(_) = finding.standing {
            match self.unknown {
                UnknownPolicy::Report => {}
                UnknownPolicy::Fail => finding.standing = Standing::Counts,
                UnknownPolicy::Pass => finding.level = Level::Allow,
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Pointer;

    const RULE: Rule = Rule {
        id: "bad",
        summary: "something bad",
        family: "things",
        level: Level::Error,
        since: "0.1.0",
        page: "",
        covers: &[],
        options: None,
        checks: &[],
    };

    #[test]
    fn a_limit_makes_a_finding_milder_and_never_worse() {
        for (set, limit, wanted, why) in [
            (None, None, Level::Error, "the rule's own"),
            (None, Some(Level::Note), Level::Note, "limited"),
            (
                Some(Level::Warning),
                Some(Level::Error),
                Level::Warning,
                "a limit does not raise",
            ),
            (
                Some(Level::Note),
                Some(Level::Warning),
                Level::Note,
                "milder than the limit",
            ),
            (
                Some(Level::Allow),
                Some(Level::Warning),
                Level::Allow,
                "what is off stays off",
            ),
        ] {
            let mut settings = Settings::default();
            if let Some(level) = set {
                settings.set_level(&[RULE], "things", level).unwrap();
            }
            let mut finding = Finding::new(Pointer::root(), "it is bad");
            finding.rule = RULE.id.into();
            finding.at_most = limit;
            settings.judge(&[RULE], &mut finding);
            assert_eq!(finding.level, wanted, "{why}");
        }
    }
}
