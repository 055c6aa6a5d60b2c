//! Rules that were asked for by name and can find nothing as they are set.

use super::mistake::{Mistake, SettingsError};
use super::{Rule, Settings};
use crate::source::Location;

/// Where a rule was asked for: the file and the place in it, or the arguments.
pub(super) type Asked = Option<(String, Location)>;

impl Settings {
    /// Remembers that somebody asked for a rule by its name. Who asks for a family does not mean each of its rules.
    pub(super) fn ask_for(&mut self, rule: &Rule, asked: Asked) {
        self.asked.entry(rule.id).or_insert(asked);
    }

    /// A mistake for each rule that was asked for by its name and lacks the option without which it finds nothing: a
    /// gate on it would always be open.
    #[must_use]
    pub fn idle_rules(&self, rules: &[Rule]) -> Vec<Mistake> {
        let asked = rules.iter().filter_map(|rule| Some((rule, self.asked.get(rule.id)?)));
        asked
            .filter(|(rule, _)| self.may_fire(rule) && self.is_idle(rule))
            .filter_map(|(rule, asked)| {
                let needs = rule.options?.needs;
                let (file, location) = asked.clone().unzip();
                Some(Mistake {
                    file: file.unwrap_or_default(),
                    location,
                    error: SettingsError::IdleRule {
                        rule: rule.id,
                        needs: needs.join("` or `"),
                        first: needs.first()?,
                    },
                })
            })
            .collect()
    }

    /// Whether the rule lacks the option without which it finds nothing.
    pub(super) fn is_idle(&self, rule: &Rule) -> bool {
        let set = self.options.get(rule.id);
        rule.options.is_some_and(|options| options.are_idle(set))
    }
}
