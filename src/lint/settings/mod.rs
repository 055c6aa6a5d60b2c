//! What the user set: levels of rules and their options, where the gate stops, waivers, and additions to what planlint
//! knows of providers.

mod files;
mod idle;
mod mistake;
mod overrides;
mod plain;
mod reader;
mod schema;
mod weakened;
mod written;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use jiff::civil::Date;

pub use files::ReadText;
pub(crate) use mistake::NOT_UTF8;
pub use mistake::{Mistake, SettingsError, SettingsErrors};
pub use schema::schema;

use super::options::AnyOptions;
use super::pattern::{Named, PatternIndex};
use super::waiver::{self, Matches, Waiver};
use super::{AttributePatterns, FailOn, Finding, Level, Pattern, Rule, Standing, UnknownPolicy, Weight};
use crate::facts::{ChangeKind, FingerprintKey, Secrets, Truth};
use crate::input::Limits;
use crate::order;
use crate::source::Location;
use mistake::unknown_rule;
use overrides::Override;
pub(super) use overrides::hits;
pub(crate) use weakened::WEAKENED;
use weakened::Weakened;
use written::Written;

/// The name of the settings file.
pub const SETTINGS_FILE: &str = "planlint.toml";
/// The name of the file beside it that holds waivers alone.
pub const WAIVERS_FILE: &str = "planlint.waivers.toml";
/// Whether that is the name of a file that holds waivers alone.
pub(crate) fn is_waivers_file(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == WAIVERS_FILE)
}

/// How many days a waiver may live, unless settings say otherwise.
pub(crate) const LONGEST_LIFE_DAYS: i64 = 180;

/// The settings of one run, already checked against the rules that exist.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    fail_on: FailOn,
    /// The rule whose errors fail it whatever `fail_on` says: somebody asked for it in this run.
    pub always_fails_on: Option<&'static str>,
    /// What the user says of resource types that hold data.
    pub stateful_types: StatefulTypes,
    /// How much of an input is read.
    pub limits: Limits,
    /// The key of fingerprints that hold sensitive values; `None` where nobody gave one.
    pub fingerprint_key: Option<FingerprintKey>,
    /// Attributes whose differences are not shown; they count as all others do.
    pub ignored: AttributePatterns,
    /// What to do with findings that are unknown before apply.
    pub unknown: UnknownPolicy,
    /// What time it is; without it rules about age find whatever they cannot judge, and no waiver holds.
    pub now: Option<Timestamp>,
    /// Set by files.
    levels: BTreeMap<&'static str, Level>,
    /// Set by files, the later outweighing the earlier.
    overrides: Vec<ReadOverride>,
    /// By what each is about.
    overrides_by_words: PatternIndex,
    /// Set by [`Settings::set_level`], which outweighs files.
    told: BTreeMap<&'static str, Level>,
    /// The levels of `told` in the order in which they were set, each rule where it was set last.
    told_in_order: Vec<(&'static str, Level)>,
    /// Cases of rules that somebody has set: never milder than this, whatever files and overrides say of the case.
    at_least: BTreeMap<&'static str, Level>,
    options: BTreeMap<&'static str, toml::Table>,
    /// Rules that were named to be on, each with the first place.
    asked: BTreeMap<&'static str, idle::Asked>,
    waivers: Vec<Waiver>,
    /// What they come from, the extended before what extends it.
    files: Vec<PathBuf>,
    /// How long waivers may live, in days; 0 without files.
    longest_life: i64,
    /// What files that nobody named do to the gate.
    weakened: Option<Weakened>,
}

/// How strict the cases of rules are at least: who wants no deletions wants no replacements, which delete too. Only
/// ever stricter: a rule that is let off does not let off its cases. What is said of a case itself, later, holds for
/// it.
fn at_least(rules: &[Rule], told: &[(&'static str, Level)]) -> BTreeMap<&'static str, Level> {
    let mut at_least = BTreeMap::new();
    for (id, level) in told {
        at_least.remove(id);
        let covers = rules
            .iter()
            .find(|rule| rule.id == *id)
            .map_or(&[][..], |rule| rule.covers);
        for case in rules.iter().filter(|case| covers.contains(&case.id)) {
            let least = at_least.entry(case.id).or_insert(*level);
            *least = (*level).min(*least);
        }
    }
    at_least
}

/// What the user says of resource types that hold data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StatefulTypes {
    /// Types that do although the built-in list does not have them.
    pub added: BTreeSet<String>,
    /// Types that do not although the built-in list has them.
    pub removed: BTreeSet<String>,
}

#[derive(Clone, Debug)]
struct ReadOverride {
    about: Override,
    levels: BTreeMap<&'static str, Level>,
}

impl Settings {
    /// The settings that files make, of which the later outweigh the earlier, and each what it extends. `read` gives
    /// the text of a file; `now` decides which waivers hold.
    ///
    /// # Errors
    ///
    /// All mistakes in all files: a setting that is not understood could be one that the gate hangs on.
    pub fn read(
        rules: &[Rule],
        files: &[PathBuf],
        now: Timestamp,
        read: &ReadText<'_>,
    ) -> Result<Self, SettingsErrors> {
        let (settings, mut mistakes) = Self::gather(rules, files, now, read);
        let today = date(now);
        for waiver in &settings.waivers {
            let mistake = waiver.lifetime_mistake(today, settings.longest_life);
            mistakes.extend(mistake.map(|error| Mistake {
                file: waiver.file.clone(),
                location: waiver.location,
                error,
            }));
        }
        mistakes.extend(settings.idle_rules(rules));
        if mistakes.is_empty() {
            Ok(settings)
        } else {
            Err(SettingsErrors(mistakes))
        }
    }

    /// What these files say together, and what is wrong in each. Nobody has asked yet whether it can be meant as a whole.
    fn gather(rules: &[Rule], files: &[PathBuf], now: Timestamp, read: &ReadText<'_>) -> (Self, Vec<Mistake>) {
        let (written, mistakes) = files::gather(rules, files, read);
        let mut settings = Self {
            now: Some(now),
            longest_life: LONGEST_LIFE_DAYS,
            ..Self::default()
        };
        for (path, written) in written {
            settings.files.push(path);
            let waivers = settings.take(rules, written);
            settings.waivers.extend(waivers);
        }
        settings.overrides_by_words = PatternIndex::new(settings.overrides.iter().map(|one| one.about.conditions()));
        (settings, mistakes)
    }

    /// Puts one file on top of what is there, and gives back its waivers.
    fn take(&mut self, rules: &[Rule], written: Written) -> Vec<Waiver> {
        self.fail_on = written.fail_on.unwrap_or(self.fail_on);
        self.longest_life = written.longest_life.map_or(self.longest_life, i64::from);
        if let Some(megabytes) = written.largest_input {
            self.limits.largest_input = u64::from(megabytes) * 1_000_000;
        }
        if let Some(ratio) = written.largest_ratio {
            self.limits.largest_ratio = u64::from(ratio);
        }
        self.unknown = written.unknown.unwrap_or(self.unknown);
        self.ignored.extend(written.ignored);
        let types = &mut self.stateful_types;
        types.removed.retain(|name| !written.stateful_added.contains(name));
        types.added.extend(written.stateful_added);
        types.added.retain(|name| !written.stateful_removed.contains(name));
        types.removed.extend(written.stateful_removed);
        let mut levels = Vec::new();
        let with_level: BTreeSet<String> = written
            .rules
            .iter()
            .filter(|entry| entry.level.is_some())
            .map(|entry| entry.name.clone())
            .collect();
        for entry in written.rules {
            if let Some(level) = entry.level {
                levels.push((entry.name.clone(), level));
            }
            let rule = rules.iter().find(|rule| rule.id == entry.name);
            if let Some(rule) = rule {
                let place = written.places.iter().find(|(name, ..)| *name == entry.name);
                self.ask_for(rule, place.map(|(_, file, location)| (file.clone(), *location)));
            }
            // Who sets the options of a rule that is off wants it; only a level says how much.
            if let Some(rule) = rule
                && entry.level.is_none()
                && rule.level == Level::Allow
                && !self.levels.contains_key(rule.id)
                && !with_level.contains(rule.family)
            {
                levels.push((entry.name.clone(), Level::Warning));
            }
            self.options
                .extend(rule.zip(entry.options).map(|(rule, options)| (rule.id, options)));
        }
        let known = std::mem::take(&mut self.levels);
        self.levels = spread(rules, &levels, known.clone(), &known);
        for about in written.overrides {
            let levels = spread(rules, &about.levels, BTreeMap::new(), &self.levels);
            for rule in rules
                .iter()
                .filter(|rule| about.levels.iter().any(|(name, _)| name == rule.id))
            {
                self.ask_for(rule, None);
            }
            self.overrides.push(ReadOverride { about, levels });
        }
        written.waivers
    }

    /// Sets the level of a rule, or of all rules of a family but for `weakened-gate`, which answers to its own name alone;
    /// what is set later holds, and files do not outweigh it.
    ///
    /// # Errors
    ///
    /// A name that no rule and no family has: a gate on a rule that does not exist would always pass.
    pub fn set_level(&mut self, rules: &[Rule], name: &str, level: Level) -> Result<(), SettingsError> {
        // Who lets off what is said of waivers does not let off files that nobody named.
        let is_named = |rule: &&Rule| rule.id == name || (rule.family == name && rule.id != WEAKENED);
        let named: Vec<_> = rules.iter().filter(is_named).collect();
        if named.is_empty() {
            return Err(unknown_rule(rules, name));
        }
        for rule in named {
            self.told.insert(rule.id, level);
            self.told_in_order.retain(|(told, _)| *told != rule.id);
            self.told_in_order.push((rule.id, level));
            if rule.id == name {
                self.ask_for(rule, None);
            }
        }
        self.at_least = at_least(rules, &self.told_in_order);
        Ok(())
    }

    /// Sets the options of a rule.
    ///
    /// # Errors
    ///
    /// A rule that does not exist or has no options, and options that it does not have.
    pub fn set_options(&mut self, rules: &[Rule], name: &str, options: toml::Table) -> Result<(), SettingsError> {
        let Some(rule) = rules.iter().find(|rule| rule.id == name) else {
            return Err(unknown_rule(rules, name));
        };
        let Some(spec) = rule.options else {
            return Err(SettingsError::NoOptions { name: name.to_owned() });
        };
        if let Err(error) = spec.read_table(Some(&options)) {
            return Err(SettingsError::Options {
                rule: name.to_owned(),
                reason: error.message().to_owned(),
            });
        }
        self.options.insert(rule.id, options);
        self.forget_options(rule.id);
        Ok(())
    }

    /// What an option of a rule was set to, by files or by [`Settings::set_options`].
    #[must_use]
    pub(crate) fn option_as_set(&self, rule: &str, option: &str) -> Option<&toml::Value> {
        self.options.get(rule)?.get(option)
    }

    /// The level of a rule where no override holds: the one that was set, else its own.
    #[must_use]
    pub fn level(&self, rule: &Rule) -> Level {
        let set = self.told.get(rule.id).or_else(|| self.levels.get(rule.id));
        self.no_milder(rule, set.copied().unwrap_or(rule.level))
    }

    /// The level, or the stricter one that a more general rule was told to have.
    fn no_milder(&self, rule: &Rule, level: Level) -> Level {
        self.at_least.get(rule.id).map_or(level, |least| level.min(*least))
    }

    /// The level of a finding of a rule.
    fn level_of(&self, rule: &Rule, finding: &Finding) -> Level {
        if self.told.contains_key(rule.id) || self.overrides.is_empty() {
            return self.level(rule);
        }
        let about = &finding.about;
        let address = about.address.as_deref().map(Named::read);
        let previous = about.previous_address.as_deref().map(Named::read);
        let (address, previous) = (address.as_ref(), previous.as_ref());
        let places = self
            .overrides_by_words
            .candidates(address, previous, &overrides::fields(about));
        let candidates = places.iter().rev().filter_map(|place| self.overrides.get(*place));
        // Of the overrides that may or may not apply, the strictest counts where it is stricter than the one that does.
        let mut least = Level::Allow;
        for (one, level) in candidates.filter_map(|one| Some((one, *one.levels.get(rule.id)?))) {
            match one.about.is_about(about, address, previous) {
                Truth::True => return self.no_milder(rule, level).min(least),
                Truth::Unknown => least = least.min(level),
                Truth::False => {}
            }
        }
        self.level(rule).min(least)
    }

    /// Whether the rule can say anything at all.
    pub(super) fn may_fire(&self, rule: &Rule) -> bool {
        let louder = |one: &ReadOverride| one.levels.get(rule.id).is_some_and(|level| *level != Level::Allow);
        self.level(rule) != Level::Allow || (!self.told.contains_key(rule.id) && self.overrides.iter().any(louder))
    }

    /// The options of a rule: what was set, else the defaults.
    #[expect(clippy::expect_used, reason = "what was set has been read once already, when it was")]
    pub(super) fn options(&self, rule: &Rule) -> AnyOptions {
        match rule.options {
            Some(spec) => spec
                .read_table(self.options.get(rule.id))
                .expect("options that were read before"),
            None => Box::new(()),
        }
    }

    /// Gives a finding of a rule, if it is of one, the level and the standing that the settings want.
    pub(super) fn judge(&self, rule: Option<&Rule>, finding: &mut Finding) {
        if let Some(rule) = rule {
            finding.weight = Weight::of(rule);
            let level = self.level_of(rule, finding);
            // `Allow` is last in the order, so that a limit turns nothing on again.
            finding.level = finding.at_most.map_or(level, |limit| level.max(limit));
        }
        if let Standing::Unknown(waits_for) = &finding.standing {
            match self.unknown {
                UnknownPolicy::Report => {}
                UnknownPolicy::Fail => {
                    if !waits_for.is_empty() {
                        let waits = format!("waits for {}", waits_for.join(", "));
                        let why = finding.why.take();
                        finding.why = Some(
                            why.map_or_else(|| waits.clone(), |why| format!("{why}; {waits}"))
                                .into(),
                        );
                    }
                    finding.standing = Standing::Counts;
                }
                UnknownPolicy::Pass => finding.level = Level::Allow,
            }
        }
    }

    /// Whether a waiver may end on that day as far as the past is concerned.
    ///
    /// # Errors
    ///
    /// A day that is over.
    pub(crate) fn may_end_on(&self, expires: Date) -> Result<(), SettingsError> {
        let today = self.now.map(date).unwrap_or_default();
        if expires < today {
            return Err(SettingsError::Past {
                expires: expires.to_string(),
                today: today.to_string(),
            });
        }
        Ok(())
    }

    /// The files that these settings come from, with those that they extend.
    #[must_use]
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// The waiver that permits the same until that day or longer, if there is one: its last day, its file and where it
    /// begins.
    #[must_use]
    pub(crate) fn waived_already(
        &self,
        rule: &str,
        address: &Pattern,
        kind: Option<ChangeKind>,
        at_most: Option<usize>,
        until: Date,
    ) -> Option<(Date, &str, Option<Location>)> {
        let kinds = kind.map(|kind| vec![kind]);
        let mut waivers = self.waivers.iter();
        let same = waivers.find(|waiver| {
            let (about, wanted) = ((&*waiver.rule, &waiver.address), (rule, address));
            about == wanted && waiver.kinds == kinds && waiver.at_most == at_most && waiver.expires >= until
        })?;
        Some((same.expires, &same.file, same.location))
    }

    /// Marks what waivers permit among the findings of one document; and which of them each waiver matches.
    pub(super) fn waive(&self, findings: &mut [Finding]) -> Vec<Matches> {
        let matches = waiver::matches(&self.waivers, findings);
        if let Some(now) = self.now {
            waiver::apply(&self.waivers, &matches, date(now), findings);
        }
        matches
    }

    /// What is to be told of what each waiver matches among the findings of one document, for [`Settings::audit`].
    #[must_use]
    pub(crate) fn waiver_matches(
        &self,
        matches: &[Matches],
        findings: &[Finding],
        secrets: &Secrets,
    ) -> Vec<waiver::Matched> {
        waiver::matched(&self.waivers, matches, self.now.map(date), findings, secrets)
    }

    /// What is wrong with the waivers themselves and with files that nobody named, after all documents were judged.
    /// `matches` has one list a document; `could_find` says which rules had anything to look at: the waivers of the
    /// others are not unused.
    #[must_use]
    pub(crate) fn audit(
        &self,
        rules: &[Rule],
        matches: &[Vec<waiver::Matched>],
        could_find: impl Fn(&Rule) -> bool,
    ) -> Vec<waiver::WaiverFinding> {
        let mut found = match self.now {
            Some(now) => waiver::audit(&self.waivers, date(now), matches, |name| {
                rules.iter().find(|rule| rule.id == name && could_find(rule))
            }),
            None => Vec::new(),
        };
        for one in &mut found {
            let rule = rules.iter().find(|rule| rule.id == one.finding.rule);
            self.judge(rule, &mut one.finding);
        }
        found.retain(|one| one.finding.level != Level::Allow);
        found.extend(self.weakened_gate(rules, matches));
        order::sort_by(&mut found, |one, two| one.finding.order().cmp(&two.finding.order()));
        found
    }
}

/// Whether a text can be the name of a resource type; what it must be, if not.
///
/// # Errors
///
/// What to write instead.
pub(crate) fn check_type_name(text: &str) -> Result<(), String> {
    if text.is_empty() || !text.chars().all(is_of_name) {
        return Err("a resource type is written in full, without wildcards: letters, digits, `_` and `-`".to_owned());
    }
    Ok(())
}

/// Whether some resource type can match a text with stars; what to write, if not.
///
/// # Errors
///
/// What to write instead.
pub(crate) fn check_type_pattern(text: &str) -> Result<(), String> {
    if text.is_empty() || !text.chars().all(|letter| is_of_name(letter) || letter == '*') {
        return Err(
            "a resource type has letters, digits, `_` and `-`, and `*` stands for any text: `aws_iam_*`".to_owned(),
        );
    }
    Ok(())
}

/// Whether a letter may stand in the name of a resource type.
fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '-'
}

/// The day in UTC: one waiver ends everywhere at once.
fn date(now: Timestamp) -> Date {
    now.to_zoned(jiff::tz::TimeZone::UTC).date()
}

/// What levels of rules and families mean for each rule, on top of `levels`: the general first, so that what names a
/// rule outweighs what names its family, and a rule's own level outweighs that of a rule which covers it.
fn spread(
    rules: &[Rule],
    wishes: &[(String, Level)],
    mut levels: BTreeMap<&'static str, Level>,
    known: &BTreeMap<&'static str, Level>,
) -> BTreeMap<&'static str, Level> {
    let wish = |name: &str| {
        wishes
            .iter()
            .find(|(wanted, _)| wanted == name)
            .map(|(_, level)| *level)
    };
    let by_family = rules.iter().filter_map(|rule| Some((rule, wish(rule.family)?)));
    levels.extend(by_family.map(|(rule, level)| (rule.id, level)));
    for (rule, level) in rules
        .iter()
        .filter_map(|rule| Some((rule, wish(rule.id).or_else(|| wish(rule.family))?)))
    {
        for case in rules.iter().filter(|case| rule.covers.contains(&case.id)) {
            let set = levels.get(case.id).or_else(|| known.get(case.id));
            if level < set.copied().unwrap_or(case.level) {
                levels.insert(case.id, level);
            }
        }
    }
    let by_name = rules.iter().filter_map(|rule| Some((rule.id, wish(rule.id)?)));
    levels.extend(by_name);
    levels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Pointer;

    const RULE: Rule = Rule::new("bad", Level::Error, "something bad", &[]).in_family("things");

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
            settings.judge(Some(&RULE), &mut finding);
            assert_eq!(finding.level, wanted, "{why}");
        }
    }
}
