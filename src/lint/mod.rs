//! How rules run: levels, settings, and the only loop over rules.

mod documents;
mod finding;
mod level;
mod options;
mod pattern;
mod rule;
pub mod settings;
mod waiver;
mod weight;

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

pub use documents::{facts_of, secrets_of};
pub use finding::{About, AboutObject, Finding, InFile, SourcePlace, Standing};
pub use level::{FailOn, Level, UnknownPolicy};
pub use options::OptionsSpec;
pub use pattern::{AttributePattern, AttributePatterns, Pattern, PatternError};
pub(crate) use pattern::{Candidates, stars_match};
use rule::Condition;
pub use rule::{ChangeView, Check, Context, ObjectView, Rule, RuleScope, RuleSubject};
pub(crate) use rule::{RulePage, Unread};
pub use settings::{Settings, SettingsError, SettingsErrors};
pub(crate) use waiver::WaiverFinding;
pub(crate) use waiver::{BROAD, EXPIRED, UNUSED};
pub use waiver::{Matched, Matches};
pub use weight::Weight;

use crate::facts::Facts;
use crate::order;

/// What was found in a document.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Found {
    /// In the order of levels, weights and rules, and inside a rule in the order in which it finds them. Threads never
    /// show.
    pub findings: Vec<Finding>,
    /// What each waiver of the settings matches among them.
    pub waiver_matches: Vec<Matched>,
}

/// What was found in a module of configuration.
#[derive(Clone, Debug)]
pub struct FoundInModule {
    /// Each with its place, in the order of levels, weights and rules.
    pub findings: Vec<(Finding, InFile)>,
    /// What each waiver of the settings matches among them, once a path of calls that leads to the module.
    pub waiver_matches: Vec<Vec<Matched>>,
}

/// Runs every rule that is on.
#[must_use]
pub fn run(rules: &[Rule], facts: &Facts<'_>, settings: &Settings) -> Found {
    let running: Vec<Running> = rules
        .iter()
        .filter(|rule| settings.may_fire(rule))
        .map(|rule| Running {
            rule,
            options: settings.options(rule),
        })
        .collect();
    let found = walk(&running, facts, settings).into_iter().map(|finding| (finding, ()));
    let (settled, matches) = settle(rules, settings, found.collect());
    let mut findings: Vec<Finding> = settled.into_iter().map(|(finding, ())| finding).collect();
    mark_covered(rules, &mut findings);
    Found {
        waiver_matches: settings.waiver_matches(&matches, &findings, facts.secrets()),
        findings,
    }
}

/// Gives findings that other rooms brought the level that the settings want, and waives what is permitted; and finds out
/// which of them each waiver matches. What is off is gone; the rest is in the order of levels, weights and rules, and
/// inside a rule in the order in which it came. Whatever goes along with a finding stays with it.
#[must_use]
pub fn settle<P>(rules: &[Rule], settings: &Settings, found: Vec<(Finding, P)>) -> (Vec<(Finding, P)>, Vec<Matches>) {
    let mut found = found;
    if !found.is_empty() {
        let by_name: BTreeMap<&str, &Rule> = order::map(rules.iter().map(|rule| (rule.id, rule)));
        for (finding, _) in &mut found {
            settings.judge(by_name.get(&*finding.rule).copied(), finding);
        }
        found.retain(|(finding, _)| finding.level != Level::Allow);
        // Stable: inside a rule the order in which it found them stays.
        order::sort_by(&mut found, |(one, _), (two, _)| one.order().cmp(&two.order()));
    }
    let (mut findings, along): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    let matches = settings.waive(&mut findings);
    (findings.into_iter().zip(along).collect(), matches)
}

/// Notes on findings of general rules that a special rule says the same of the same thing, at least as loud.
fn mark_covered(rules: &[Rule], findings: &mut [Finding]) {
    if findings.is_empty() {
        return;
    }
    let special: BTreeSet<&'static str> = rules.iter().flat_map(|rule| rule.covers).copied().collect();
    let general: BTreeMap<&str, &Rule> = order::map(
        rules
            .iter()
            .filter(|rule| !rule.covers.is_empty())
            .map(|rule| (rule.id, rule)),
    );
    let counting = || findings.iter().filter(|finding| finding.counts());
    let special =
        counting().filter_map(|finding| Some((&finding.pointer, *special.get(&*finding.rule)?, finding.level)));
    // A thing may have several of one rule: any that is loud enough says it.
    let special = order::set(special);
    if special.is_empty() {
        return;
    }
    let covered_by = |finding: &Finding| {
        let covers = general.get(&*finding.rule).filter(|_| finding.counts())?.covers;
        let said = |case: &&'static str| {
            let as_loud = (&finding.pointer, *case, Level::Error)..=(&finding.pointer, *case, finding.level);
            special.range(as_loud).next().is_some()
        };
        covers.iter().copied().find(said)
    };
    let covered_by: Vec<_> = findings.iter().map(covered_by).collect();
    for (finding, covered_by) in findings.iter_mut().zip(covered_by) {
        finding.covered_by = covered_by;
    }
}

/// A rule that is on, with its options read.
struct Running<'r> {
    rule: &'r Rule,
    options: options::AnyOptions,
}

impl Running<'_> {
    /// Lets one check of the rule look, and puts the rule's name on what it finds.
    fn look(
        &self,
        facts: &Facts<'_>,
        settings: &Settings,
        found: &mut Vec<Finding>,
        look: impl FnOnce(&Context<'_, '_>, &mut Vec<Finding>),
    ) {
        let context = Context {
            facts,
            settings,
            options: &*self.options,
        };
        let from = found.len();
        look(&context, found);
        for finding in &mut found[from..] {
            finding.rule = self.rule.id.into();
            finding.level = self.rule.level;
        }
    }
}

/// Every check of every rule over its subjects: the document once, each change once, each object once, whatever the
/// number of rules, so that an object is read at most once and let go of before the next.
fn walk(running: &[Running<'_>], facts: &Facts<'_>, settings: &Settings) -> Vec<Finding> {
    let of_document = || -> Vec<Finding> {
        let found = running.par_iter().flat_map_iter(|one| {
            let mut found = Vec::new();
            for check in one.rule.checks {
                if let Check::Document(check) = check {
                    one.look(facts, settings, &mut found, check);
                }
            }
            found
        });
        found.collect()
    };
    let changes: Vec<_> = checks(running, |check| match check {
        Check::Change(check) => Some(check),
        _ => None,
    });
    let of_changes = || -> Vec<Finding> {
        let subjects = if changes.is_empty() { &[] } else { &*facts.changes };
        let found = subjects.par_iter().flat_map_iter(|change| {
            let view = ChangeView::of(facts, change);
            let mut found = Vec::new();
            for (one, check) in &changes {
                one.look(facts, settings, &mut found, |context, found| {
                    check(context, &view, found);
                });
            }
            found
        });
        found.collect()
    };
    let objects: Vec<_> = checks(running, |check| match check {
        Check::Object(check) => Some(check),
        _ => None,
    });
    let of_objects = || -> Vec<Finding> {
        let subjects = if objects.is_empty() { &[] } else { facts.objects() };
        let found = subjects.par_iter().flat_map_iter(|object| {
            let view = ObjectView::of(facts, object);
            let mut found = Vec::new();
            for (one, check) in &objects {
                one.look(facts, settings, &mut found, |context, found| {
                    check(context, &view, found);
                });
            }
            found
        });
        found.collect()
    };
    // A check of the document may take one thread for long, and must not keep the others waiting.
    let (one, (two, three)) = rayon::join(of_document, || rayon::join(of_changes, of_objects));
    let mut findings = Vec::with_capacity(one.len() + two.len() + three.len());
    findings.extend(one.into_iter().chain(two).chain(three));
    findings
}

/// The checks of one kind with the rules that they belong to.
fn checks<'r, C>(running: &'r [Running<'r>], of: impl Fn(Check) -> Option<C>) -> Vec<(&'r Running<'r>, C)> {
    running
        .iter()
        .flat_map(|one| one.rule.checks.iter().map(move |check| (one, *check)))
        .filter_map(|(one, check)| Some((one, of(check)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Pointer;

    const fn rule(id: &'static str, level: Level) -> Rule {
        Rule::new(id, level, "", &[])
            .in_family("things")
            .about(RuleSubject::Modules)
    }

    const RULES: &[Rule] = &[
        rule("early", Level::Warning),
        rule("late", Level::Error),
        rule("off", Level::Allow),
    ];

    fn found(id: &'static str, along: usize) -> (Finding, usize) {
        let mut finding = Finding::new(Pointer::root(), id);
        finding.rule = id.into();
        (finding, along)
    }

    #[test]
    fn findings_of_other_rooms_are_settled_with_what_goes_along() {
        let set = |name: &str, level| {
            let mut settings = Settings::default();
            settings.set_level(RULES, name, level).unwrap();
            settings
        };
        for (settings, wanted, why) in [
            (
                Settings::default(),
                &[
                    ("late", Level::Error, 1),
                    ("early", Level::Warning, 0),
                    ("early", Level::Warning, 3),
                ][..],
                "the rules' own levels; errors first, and inside a rule as they came",
            ),
            (
                set("things", Level::Note),
                &[
                    ("late", Level::Note, 1),
                    ("early", Level::Note, 0),
                    ("early", Level::Note, 3),
                    ("off", Level::Note, 2),
                ],
                "the level of a family; what each rule is by itself decides who is first",
            ),
            (
                set("early", Level::Allow),
                &[("late", Level::Error, 1)],
                "what is off is gone with what goes along",
            ),
        ] {
            let all = vec![found("early", 0), found("late", 1), found("off", 2), found("early", 3)];
            let (settled, _) = settle(RULES, &settings, all);
            let settled: Vec<_> = settled
                .iter()
                .map(|(finding, along)| (&*finding.rule, finding.level, *along))
                .collect();
            assert_eq!(settled, wanted, "{why}");
        }
    }

    #[test]
    fn inside_a_level_stands_first_what_weighs_most() {
        const fn in_family(family: &'static str, id: &'static str, level: Level) -> Rule {
            Rule::new(id, level, "", &[])
                .in_family(family)
                .about(RuleSubject::Modules)
        }
        let rules = [
            in_family("destruction", "delete", Level::Allow),
            in_family("destruction", "replace-stateful", Level::Error),
            in_family("destruction", "mass-destroy", Level::Error),
            in_family("exposure", "admin-grant", Level::Error),
            in_family("exposure", "weak-tls", Level::Warning),
        ];
        let mut settings = Settings::default();
        settings.set_level(&rules, "exposure", Level::Error).unwrap();
        settings.set_level(&rules, "delete", Level::Error).unwrap();
        let all = rules.iter().enumerate().map(|(along, rule)| found(rule.id, along));
        let (settled, _) = settle(&rules, &settings, all.collect());
        let order: Vec<&str> = settled.iter().map(|(finding, _)| &*finding.rule).collect();
        let wanted = [
            ("replace-stateful", "data that is lost"),
            ("mass-destroy", "objects that are destroyed"),
            ("admin-grant", "an error by itself"),
            ("weak-tls", "a warning that was made an error"),
            ("delete", "off until somebody asked, although it is about destruction"),
        ];
        assert_eq!(order, wanted.map(|(rule, _why)| rule));
    }

    #[test]
    fn a_limit_and_a_standing_survive_being_settled() {
        let (limited, _) = found("late", 0);
        let (mut permitted, _) = found("late", 1);
        permitted.standing = Standing::Waived {
            reason: "beside it".to_owned(),
            until: None,
        };
        let all = vec![(limited.at_most(Level::Warning), 0), (permitted.clone(), 1)];
        let (settled, _) = settle(RULES, &Settings::default(), all);
        let levels: Vec<_> = settled.iter().map(|(finding, along)| (finding.level, *along)).collect();
        assert_eq!(levels, [(Level::Error, 1), (Level::Warning, 0)]);
        assert_eq!(settled[0].0.standing, permitted.standing);
        assert!(settled[1].0.counts());
    }

    #[test]
    fn what_a_special_rule_says_as_loud_is_said_once() {
        let rules = [
            Rule {
                covers: &["special"],
                ..rule("general", Level::Warning)
            },
            rule("special", Level::Error),
        ];
        let at = |id: &'static str, place: &str, level| {
            let mut finding = Finding::new(Pointer::root().key(place), id);
            (finding.rule, finding.level) = (id.into(), level);
            finding
        };
        let general = at("general", "one", Level::Warning);
        for (beside, covered, why) in [
            (vec![at("special", "one", Level::Error)], true, "louder"),
            (
                vec![at("special", "one", Level::Note)],
                false,
                "milder: what is louder must be read",
            ),
            (vec![at("special", "two", Level::Error)], false, "of another thing"),
            (
                vec![at("special", "one", Level::Error), at("special", "one", Level::Note)],
                true,
                "two of the same thing, of which one is as loud",
            ),
        ] {
            let mut findings = [vec![general.clone()], beside].concat();
            mark_covered(&rules, &mut findings);
            assert_eq!(findings[0].covered_by.is_some(), covered, "{why}");
        }
    }
}
