//! What a settings file keeps the gate from seeing, where nobody named the file: whoever may change what is judged may often
//! change such a file too.

use super::Settings;
use crate::json::Pointer;
use crate::lint::waiver::WaiverFinding;
use crate::lint::{FailOn, Finding, Level, Rule, UnknownPolicy};

/// The rule that says so.
pub(crate) const WEAKENED: &str = "weakened-gate";

/// Of a longer list only the first names are told.
const TOLD: usize = 5;

/// A file that was found, and what it does to the gate.
#[derive(Clone, Debug)]
pub(super) struct Weakened {
    file: String,
    how: String,
}

impl Settings {
    /// Tells that nobody named the files that these settings come from, the first of which is `file`: what they keep the gate
    /// from seeing becomes a finding of [`audit`](Self::audit). To be called before the settings are changed.
    pub fn were_found(&mut self, rules: &[Rule], file: &str) {
        let is_on = |rule: &&Rule| rule.level != Level::Allow;
        let is_off = |rule: &&Rule| self.levels.get(rule.id) == Some(&Level::Allow);
        let is_off_somewhere = |rule: &&Rule| {
            let mut overrides = self.overrides.iter();
            overrides.any(|one| one.levels.get(rule.id) == Some(&Level::Allow))
        };
        let on = || rules.iter().filter(is_on);
        let off = on().filter(is_off).map(|rule| rule.id);
        let off_somewhere = on().filter(|rule| !is_off(rule)).filter(is_off_somewhere);
        let mut how = Vec::new();
        how.extend(names(off).map(|rules| format!("switches off {rules}")));
        how.extend(
            names(off_somewhere.map(|rule| rule.id)).map(|rules| format!("switches off {rules} in some places")),
        );
        let removed = self.stateful_types.removed.iter().map(String::as_str);
        how.extend(names(removed).map(|types| format!("says that {types} holds no data")));
        if self.unknown == UnknownPolicy::Pass {
            how.push("lets pass what is unknown".to_owned());
        }
        if self.fail_on == FailOn::Never {
            how.push("lets no finding stop the gate".to_owned());
        }
        self.weakened = (!how.is_empty()).then(|| Weakened {
            file: file.to_owned(),
            how: how.join(", "),
        });
    }

    /// What the files do to the gate. No file can switch that off: only what is told besides decides.
    pub(super) fn weakened_gate(&self, rules: &[Rule]) -> Option<WaiverFinding> {
        let Weakened { file, how } = self.weakened.as_ref()?;
        let rule = rules.iter().find(|rule| rule.id == WEAKENED)?;
        let level = self.told.get(WEAKENED).copied().unwrap_or(rule.level);
        let finding = Finding {
            level,
            rule: WEAKENED.into(),
            ..Finding::new(Pointer::root(), format!("{file} {how}"))
                .why("nobody named this file: it was found on the way from the working directory upward")
                .help("look at who may change it; --config FILE names one, and --no-config reads none")
        };
        (level != Level::Allow).then(|| WaiverFinding {
            finding,
            file: file.clone(),
            location: None,
        })
    }
}

/// The first names with commas between them, and how many more there are; `None` for none.
fn names<'n>(names: impl Iterator<Item = &'n str>) -> Option<String> {
    let names: Vec<&str> = names.collect();
    let (told, more) = names.split_at_checked(TOLD).unwrap_or((&names, &[]));
    match (told, more.len()) {
        ([], _) => None,
        (_, 0) => Some(told.join(", ")),
        (_, more) => Some(format!("{} and {more} more", told.join(", "))),
    }
}
