//! What a settings file keeps the gate from seeing, where nobody named the file: whoever may change what is judged may
//! often change such a file too.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::{LONGEST_LIFE_DAYS, ReadOverride, ReadText, Settings, SettingsErrors, is_waivers_file};
use crate::json::Pointer;
use crate::lint::{FailOn, Finding, Level, Rule, UnknownPolicy, Weight};
use crate::lint::{Matched, WaiverFinding};
use crate::order;
use crate::words::listed;

/// The rule that says so.
pub(crate) const WEAKENED: &str = "weakened-gate";

/// Of a longer list only the first names are told.
const TOLD: usize = 12;

/// Why a file that nobody named holds.
const FOUND: &str = "nobody named this file: it was found on the way from the working directory upward";

/// A file that was found, and what it does to the gate.
#[derive(Clone, Debug, Default)]
pub(super) struct Weakened {
    file: String,
    /// Whether it holds waivers alone, beside settings that somebody has named.
    is_beside: bool,
    /// The files that it extends, itself or by others between: what they say it says.
    extends: Vec<String>,
    /// The settings file further up that would hold without it.
    hides: Option<String>,
    /// What it does to the levels of rules, those first that are the worst by themselves.
    levels: Vec<(&'static str, Loss)>,
    /// Rules whose options it sets.
    options: Vec<&'static str>,
    /// How long waivers may live, in days, if longer than usual.
    longest_life: Option<i64>,
    /// Whether no finding stops the gate.
    never: bool,
    /// Whether it lets pass what is unknown.
    unknown_passes: bool,
    /// What it takes back of each file further up that it extends, the nearest first.
    undone: Vec<Undone>,
    /// Such files that cannot be read by themselves: what it takes back of them nobody knows.
    not_compared: Vec<String>,
}

/// What is lost of a rule, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loss {
    Off,
    OffSomewhere,
    Milder,
    MilderSomewhere,
}

impl Loss {
    const ALL: [Self; 4] = [Self::Off, Self::OffSomewhere, Self::Milder, Self::MilderSomewhere];

    /// What a file does to these rules.
    fn words(self, rules: &str) -> String {
        match self {
            Self::Off => format!("switches off {rules}"),
            Self::OffSomewhere => format!("switches off {rules} in some places"),
            Self::Milder => format!("makes {rules} milder"),
            Self::MilderSomewhere => format!("makes {rules} milder in some places"),
        }
    }
}

/// What a stricter file said that does not hold any more.
#[derive(Clone, Debug)]
struct Undone {
    /// The stricter file.
    file: String,
    /// Rules that were stricter there, if only in some places, but for those that are told to be off or milder anyway.
    rules: Vec<&'static str>,
    /// Rules that were on there with other options.
    options: Vec<&'static str>,
    /// Whether waivers could not live as long.
    longest_life: bool,
    /// Whether the gate stopped at more.
    fail_on: bool,
    /// Whether it stopped at what is unknown.
    unknown: bool,
}

impl Settings {
    /// The settings of files that nobody named, as [`Settings::read`] reads them: what they keep the gate from seeing
    /// becomes a finding of the report. The first file is the one that was found; `further` are the settings files above
    /// it, the nearest first, which may be among those that it extends.
    ///
    /// # Errors
    ///
    /// All mistakes in all files.
    pub fn read_found(
        rules: &[Rule],
        files: &[PathBuf],
        further: &[PathBuf],
        now: Timestamp,
        read: &ReadText<'_>,
    ) -> Result<Self, SettingsErrors> {
        let mut settings = Self::read(rules, files, now, read)?;
        let Some(found) = files.first() else {
            return Ok(settings);
        };
        let were_read: BTreeSet<PathBuf> = settings.files.iter().flat_map(fs::canonicalize).collect();
        let was_read = |path: &Path| fs::canonicalize(path).is_ok_and(|path| were_read.contains(&path));
        let hidden = further.first().filter(|path| !was_read(path));
        let mut weakened = settings.weakened_by(rules, found, hidden.map(PathBuf::as_path));
        for path in further.iter().filter(|path| was_read(path)) {
            // Alone it need not be whole: another file may give a rule what it needs, or its waivers a longer life.
            let (outer, mistakes) = Self::gather(rules, std::slice::from_ref(path), now, read);
            let name = path.display().to_string();
            if mistakes.is_empty() {
                let undone = settings.undone(rules, &weakened, name, &outer);
                weakened.undone.push(undone);
            } else {
                weakened.not_compared.push(name);
            }
        }
        settings.weakened = Some(weakened);
        Ok(settings)
    }

    /// What these settings, of which `found` is the nearest file, keep the gate from seeing. `hidden` is the file further
    /// up that would hold without it, where none of them extends that.
    fn weakened_by(&self, rules: &[Rule], found: &Path, hidden: Option<&Path>) -> Weakened {
        // The worst first: of a long list the rest is not told. This rule's own level no file changes, by its family
        // neither; what finds nothing without options of a file has nothing to lose.
        let mut on: Vec<&Rule> = rules
            .iter()
            .filter(|rule| rule.level != Level::Allow && rule.id != WEAKENED && !finds_nothing_unset(rule))
            .collect();
        order::sort_by_key(&mut on, |rule| rule.level);
        let losses = on.iter().filter_map(|rule| Some((rule.id, self.loss(rule)?)));
        // Those too that are off until somebody else gives them a level.
        let rules_with_options = rules.iter().filter(|rule| {
            self.options.get(rule.id).is_some_and(|set| may_lose_by(rule, set))
                && rule.id != WEAKENED
                && (self.levels.get(rule.id) != Some(&Level::Allow) || rule.level == Level::Allow)
        });
        let file = found.display().to_string();
        Weakened {
            extends: self.extended(&file),
            file,
            hides: hidden.map(|path| path.display().to_string()),
            levels: losses.collect(),
            options: rules_with_options.map(|rule| rule.id).collect(),
            longest_life: Some(self.longest_life).filter(|days| *days > LONGEST_LIFE_DAYS),
            never: self.fail_on == FailOn::Never,
            unknown_passes: self.unknown == UnknownPolicy::Pass,
            ..Weakened::default()
        }
    }

    /// What these levels and overrides take away of a rule.
    fn loss(&self, rule: &Rule) -> Option<Loss> {
        let everywhere = self.levels.get(rule.id);
        let is_somewhere = |wanted: &dyn Fn(&Level) -> bool| {
            let mut overrides = self.overrides.iter();
            overrides.any(|one| one.levels.get(rule.id).is_some_and(wanted))
        };
        let is_off = |level: &Level| *level == Level::Allow;
        let is_milder = |level: &Level| rule.level < *level && *level != Level::Allow;
        if everywhere.is_some_and(is_off) {
            Some(Loss::Off)
        } else if is_somewhere(&is_off) {
            Some(Loss::OffSomewhere)
        } else if everywhere.is_some_and(is_milder) {
            Some(Loss::Milder)
        } else {
            is_somewhere(&is_milder).then_some(Loss::MilderSomewhere)
        }
    }

    /// The files that these settings come from, but for the first one and those with waivers alone.
    fn extended(&self, first: &str) -> Vec<String> {
        let others = self.files.iter().filter(|path| !is_waivers_file(path));
        let names = others.map(|path| path.display().to_string());
        names.filter(|name| name != first).collect()
    }

    /// Tells that of the files that these settings come from nobody named the one with waivers, which stands beside a
    /// file that somebody did.
    pub(crate) fn waivers_were_found(&mut self, file: &str) {
        self.weakened = Some(Weakened {
            file: file.to_owned(),
            is_beside: true,
            ..Weakened::default()
        });
    }

    /// What these settings take back of those of `file` further up, which they extend, themselves or by others between.
    fn undone(&self, rules: &[Rule], weakened: &Weakened, file: String, outer: &Self) -> Undone {
        let is_undone = |rule: &Rule| {
            let before = outer.levels.get(rule.id).copied();
            let now = self.levels.get(rule.id).copied().unwrap_or(rule.level);
            before.is_some_and(|before| before < now)
        };
        let own = beside(&self.overrides, &outer.overrides);
        let is_undone_somewhere = |rule: &Rule| {
            let set = |one: &ReadOverride| one.levels.get(rule.id).copied();
            // What the outer file says again changes nothing, unless the outer one says otherwise behind it.
            let is_repeated = |one: &ReadOverride| {
                let known = outer.overrides.iter().rposition(|other| other.about == one.about);
                let behind = known.and_then(|known| outer.overrides.get(known + 1..));
                behind.is_some_and(|behind| behind.iter().all(|other| set(other).is_none()))
            };
            let places = outer.overrides.iter().filter_map(set);
            let strictest = places.chain(outer.levels.get(rule.id).copied()).min();
            let mut levels = own.iter().filter(|one| !is_repeated(one)).filter_map(|one| set(one));
            strictest.is_some_and(|before| levels.any(|now| before < now))
        };
        let said = &weakened.levels;
        let is_said = |rule: &Rule| rule.id == WEAKENED || said.iter().any(|(name, _)| *name == rule.id);
        let is_undone = |rule: &&Rule| !is_said(rule) && (is_undone(rule) || is_undone_somewhere(rule));
        let has_other_options = |rule: &&Rule| {
            let is_other = outer.options.get(rule.id) != self.options.get(rule.id);
            let is_on = rule.level != Level::Allow && !finds_nothing_unset(rule);
            let is_said = is_on && weakened.options.contains(&rule.id);
            // Who gives a rule what it lacks there takes nothing back.
            is_other && outer.may_fire(rule) && !outer.is_idle(rule) && !is_said
        };
        let stops_less = |level: &Level| outer.fail_on.stops(*level) && !self.fail_on.stops(*level);
        Undone {
            file,
            rules: rules.iter().filter(is_undone).map(|rule| rule.id).collect(),
            options: rules.iter().filter(has_other_options).map(|rule| rule.id).collect(),
            longest_life: weakened.longest_life.is_none() && outer.longest_life < self.longest_life,
            fail_on: !weakened.never && Level::ALL.iter().any(stops_less),
            unknown: outer.unknown == UnknownPolicy::Fail && self.unknown == UnknownPolicy::Report,
        }
    }

    /// From which level on the gate fails.
    #[must_use]
    pub const fn fail_on(&self) -> FailOn {
        self.fail_on
    }

    /// Sets where the gate stops, on top of what files say.
    pub fn set_fail_on(&mut self, fail_on: FailOn) {
        self.fail_on = fail_on;
        if let Some(weakened) = &mut self.weakened {
            weakened.never = false;
            for undone in &mut weakened.undone {
                undone.fail_on = false;
            }
        }
    }

    /// Forgets what files say of the options of a rule, which somebody else has set.
    pub(super) fn forget_options(&mut self, rule: &str) {
        if let Some(weakened) = &mut self.weakened {
            weakened.options.retain(|name| *name != rule);
            for undone in &mut weakened.undone {
                undone.options.retain(|name| *name != rule);
            }
        }
    }

    /// Lets the gate stop at errors where somebody has made this rule one: the file that weakens the gate does not say
    /// then that nothing stops it.
    pub(crate) fn heed_weakened(&mut self) {
        let is_error = self.told.get(WEAKENED) == Some(&Level::Error);
        if is_error && self.weakened.as_ref().is_some_and(|weakened| weakened.never) {
            self.fail_on = FailOn::Error;
        }
    }

    /// Rules of which waivers permit what would stop the gate, in the order of names. Most reports show what is waived,
    /// so that they are told only where somebody asks for this rule.
    fn waived(&self, weakened: &Weakened, matches: &[Vec<Matched>]) -> BTreeSet<&str> {
        if !self.told.contains_key(WEAKENED) {
            return BTreeSet::new();
        }
        let waivers = matches
            .iter()
            .flat_map(|of_document| self.waivers.iter().zip(of_document));
        let waivers = waivers.filter(|(waiver, _)| !weakened.is_beside || waiver.file == weakened.file);
        let stopping = waivers.filter(|(_, matched)| matched.worst.is_some_and(|level| self.fail_on.stops(level)));
        stopping.map(|(waiver, _)| &*waiver.rule).collect()
    }

    /// What the files do to the gate, but for what somebody has said otherwise of.
    fn how_weakened(&self, weakened: &Weakened, rules: &[Rule], matches: &[Vec<Matched>]) -> Vec<String> {
        let waived = names(self.waived(weakened, matches).into_iter());
        let waived = waived.map(|rules| format!("permits by waivers what {rules} found"));
        if weakened.is_beside {
            return waived.into_iter().collect();
        }
        let own = |name: &str| rules.iter().find(|rule| rule.id == name).map(|rule| rule.level);
        // What is said of a rule whose case it is counts only where it is as strict as the rule itself.
        let is_told = |name: &str| {
            let least = self.at_least.get(name);
            self.told.contains_key(name) || least.is_some_and(|least| own(name).is_some_and(|own| *least <= own))
        };
        let mut how = Vec::new();
        how.extend(weakened.hides.as_ref().map(|hidden| format!("hides {hidden}")));
        for loss in Loss::ALL {
            let rules = weakened.levels.iter().filter(|(_, other)| *other == loss);
            let rules = rules.map(|(name, _)| *name).filter(|name| !is_told(name));
            how.extend(names(rules).map(|rules| loss.words(&rules)));
        }
        let is_idle = |name: &str| rules.iter().any(|rule| rule.id == name && finds_nothing_unset(rule));
        let is_on = |name: &&str| {
            let own = || own(name).filter(|_| !is_idle(name));
            let level = self.told.get(*name).copied().or_else(own);
            level.is_some_and(|level| level != Level::Allow)
        };
        let options = weakened.options.iter().copied().filter(is_on);
        how.extend(names(options).map(|rules| format!("sets options of {rules}")));
        let removed = self.stateful_types.removed.iter().map(String::as_str);
        how.extend(names(removed).map(|types| format!("says that {types} holds no data")));
        let ignored: Vec<String> = self.ignored.open().collect();
        let ignored = names(ignored.iter().map(String::as_str));
        how.extend(ignored.map(|paths| format!("hides differences in {paths} from people")));
        how.extend(
            weakened
                .longest_life
                .map(|days| format!("lets waivers last {days} days")),
        );
        how.extend(waived);
        if weakened.unknown_passes && self.unknown == UnknownPolicy::Pass {
            how.push("lets pass what is unknown".to_owned());
        }
        if weakened.never {
            how.push("lets no finding stop the gate".to_owned());
        }
        for undone in &weakened.undone {
            let settings = [
                ("fail-on", undone.fail_on),
                ("unknown", undone.unknown && self.unknown == UnknownPolicy::Report),
                ("longest-life-days", undone.longest_life),
            ];
            let settings = settings.into_iter().filter(|(_, is_undone)| *is_undone);
            let rules = undone.rules.iter().copied().filter(|rule| !is_told(rule));
            let rules: BTreeSet<&str> = rules.chain(undone.options.iter().copied()).collect();
            let all = names(settings.map(|(name, _)| name).chain(rules));
            how.extend(all.map(|all| format!("takes back what {} says of {all}", undone.file)));
        }
        let not_compared = weakened.not_compared.iter();
        how.extend(not_compared.map(|file| format!("could not be compared with {file}")));
        how
    }

    /// What the files do to the gate. No file can switch that off: only what is told besides decides.
    pub(super) fn weakened_gate(&self, rules: &[Rule], matches: &[Vec<Matched>]) -> Option<WaiverFinding> {
        let weakened = self.weakened.as_ref()?;
        let mut how = self.how_weakened(weakened, rules, matches);
        if how.is_empty() {
            return None;
        }
        if let [_, .., last] = &mut how[..] {
            last.insert_str(0, "and ");
        }
        let file = &weakened.file;
        let rule = rules.iter().find(|rule| rule.id == WEAKENED)?;
        let level = self.told.get(WEAKENED).copied().unwrap_or(rule.level);
        let extends = names(weakened.extends.iter().map(String::as_str));
        let why = match (weakened.is_beside, extends) {
            (true, _) => "nobody named this file: it was found beside the settings that somebody named".to_owned(),
            (false, None) => FOUND.to_owned(),
            (false, Some(files)) => format!("{FOUND}, and extends {files}"),
        };
        let finding = Finding {
            level,
            rule: WEAKENED.into(),
            weight: Weight::of(rule),
            ..Finding::new(Pointer::root(), format!("{file} {}", how.join(", ")))
                .why(why)
                .help(if weakened.is_beside {
                    "look at who may change it: own it like the file that --config names, or keep that in a folder of its own"
                } else {
                    "look at who may change it; --config FILE names one, and --no-config reads none"
                })
        };
        (level != Level::Allow).then(|| WaiverFinding {
            finding,
            file: file.clone(),
            location: None,
        })
    }
}

/// Whether the rule finds nothing without options: then a file that sets some can only make the gate stricter, unless
/// somebody else has asked for the rule.
fn finds_nothing_unset(rule: &Rule) -> bool {
    rule.options.is_some_and(|options| options.are_idle(None))
}

/// Whether the rule may find less with these options than without any, or than whoever asks for it means.
fn may_lose_by(rule: &Rule, set: &toml::Table) -> bool {
    finds_nothing_unset(rule) || rule.options.is_none_or(|options| !options.are_no_milder(set))
}

/// What is among these overrides beside others, each of which is taken out once.
fn beside<'o>(all: &'o [ReadOverride], others: &[ReadOverride]) -> Vec<&'o ReadOverride> {
    let mut others: Vec<&ReadOverride> = others.iter().collect();
    all.iter()
        .filter(|one| {
            let known = others.iter().position(|other| other.about == one.about);
            known.map(|known| others.swap_remove(known)).is_none()
        })
        .collect()
}

/// The first names with commas between them, and how many more there are; `None` for none.
fn names<'n>(names: impl Iterator<Item = &'n str>) -> Option<String> {
    let names: Vec<&str> = names.collect();
    (!names.is_empty()).then(|| listed(&names, TOLD, ", "))
}
