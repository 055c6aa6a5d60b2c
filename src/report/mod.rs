//! All that a run says: located, ordered, redacted, with totals and the verdict; formats only write it down.

mod actions;
mod baseline;
pub mod changes;
mod checks;
mod comparison;
mod finding_subject;
mod input;
mod judge;
mod module;
mod origin;
mod places;
mod real_address;
mod redact;
mod shareable;
mod state;
mod totals;
mod wanted;

pub use actions::ActionRow;
pub use baseline::{Baseline, BaselineError};
pub use checks::{CheckInstanceRow, CheckRow, CheckStatus};
pub use comparison::{ChangedEntry, Comparison, Entry};
pub use finding_subject::FindingSubject;
pub use input::{
    ActionWords, ChangeRow, DeferredRow, DriftRow, Import, Index, Input, OutputRow, PathStep, PlanInput, Subject,
};
pub(crate) use judge::document_name;
pub use judge::judge;
pub use module::{InModule, ModuleInput, Snippet};
pub(crate) use origin::Sought;
pub use real_address::RealAddress;
pub use redact::{MASK, Redacted, Redactor};
pub use shareable::{Shareable, shareable};
pub use state::{Count, StateInput, StateOutput};
pub use totals::Totals;
pub use wanted::{Rows, Wanted};

use std::collections::BTreeSet;

use miette::Diagnostic;

use crate::lint::{
    self, AttributePatterns, FailOn, Level, Matched, RuleSubject, Settings, SourcePlace, WaiverFinding, Weight,
};
use crate::order;
use crate::source::{Fix, Location};

/// What a run says.
#[derive(Clone, Debug)]
pub struct Report {
    /// The documents that were read, in the order in which they were given.
    pub inputs: Vec<Input>,
    /// What the rules found: by level, then by weight, then in the order of inputs.
    pub findings: Vec<Finding>,
    /// The inputs that could not be read or judged.
    pub errors: Vec<Failure>,
    /// From which level on findings fail the gate.
    pub fail_on: FailOn,
    /// The rule whose errors fail it whatever `fail_on` says: somebody asked for it in this run.
    pub always_fails_on: Option<&'static str>,
    /// The rules that found something, as far as the report was told of them.
    pub rules: Vec<lint::Rule>,
}

/// The decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing that fails the gate.
    Pass,
    /// A finding fails the gate.
    Fail,
    /// Something could not be judged, which outweighs all else.
    Error,
}

impl Verdict {
    /// The word in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Error => "error",
        }
    }

    /// The exit status that says it: a promise to everything that runs the program.
    #[must_use]
    pub const fn exit_code(self) -> u8 {
        match self {
            Self::Pass => 0,
            Self::Fail => 1,
            Self::Error => 2,
        }
    }
}

/// What a rule found, ready to be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad.
    pub level: Level,
    /// What it weighs beside others of its level.
    pub weight: Weight,
    /// Name of the rule.
    pub rule: String,
    /// What is the matter, in one line.
    pub message: Redacted,
    /// Why it matters; `None` when the message says it all.
    pub why: Option<Redacted>,
    /// What to do.
    pub help: Option<Redacted>,
    /// What tells it from another finding with the same words about the same thing; `None` where the words do.
    pub subject: Option<FindingSubject>,
    /// What it is about; `None` for a document as a whole.
    pub address: Option<Redacted>,
    /// The address before a move, by which a waiver without wildcards knows what it is about.
    pub previous_address: Option<Redacted>,
    /// Key of the deposed object, when it is about one.
    pub deposed: Option<Redacted>,
    /// Whether it counts for the gate.
    pub standing: Standing,
    /// The rule that says the same of the same thing, more precisely.
    pub covered_by: Option<&'static str>,
    /// Index of the input, from 0; `None` for a finding about a settings file.
    pub input: Option<usize>,
    /// Path of the settings file that it is about, or of the file of a module; `None` for a finding about a document.
    pub file: Option<String>,
    /// JSON pointer into the document.
    pub pointer: Redacted,
    /// Where that is in the input or file; `None` when the pointer leads nowhere, and where nobody asked for places.
    pub location: Option<Location>,
    /// Of a finding about a document, where the configuration says it, as far as that was looked for and found.
    pub source: Option<Box<SourcePlace>>,
    /// What else there is to say of a finding about a module; `None` for all others.
    pub module: Option<Box<InModule>>,
}

impl Finding {
    /// A finding about a file that the user wrote, which holds nothing of a plan: what it says, and no more.
    fn trusted(finding: &lint::Finding) -> Self {
        Self {
            level: finding.level,
            weight: finding.weight,
            rule: finding.rule.clone().into_owned(),
            message: Redacted::trusted(&finding.message),
            why: finding.why.as_deref().map(Redacted::trusted),
            help: finding.help.as_deref().map(Redacted::trusted),
            subject: None,
            address: None,
            previous_address: None,
            deposed: None,
            standing: Standing::Counts,
            covered_by: finding.covered_by,
            input: None,
            file: None,
            pointer: Redacted::trusted(""),
            location: None,
            source: None,
            module: None,
        }
    }

    /// Whether an engine refuses the module that it is about for it.
    #[must_use]
    pub fn engine_rejects(&self) -> bool {
        self.module.as_ref().is_some_and(|module| module.engine_rejects)
    }

    /// What makes it right, where it is about a module and there is no doubt.
    #[must_use]
    pub fn fix(&self) -> Option<&Fix> {
        self.module.as_ref()?.fix.as_ref()
    }

    /// Whether a waiver or a baseline may permit it, as its rule has it; never where the rule is not among these.
    pub(crate) fn may_be_permitted(&self, rules: &[lint::Rule]) -> bool {
        let mut rules = rules.iter();
        rules.any(|rule| rule.id == self.rule && rule.may_be_permitted())
    }

    /// Whether the gate counts it.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.standing == Standing::Counts
    }

    /// A digest of the rule and what it is about: the same while words, values and places change.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let text = |part: Option<&Redacted>| part.map_or("-".to_owned(), |part| format!("+{part}"));
        let file = self.file.as_deref().unwrap_or_default();
        fingerprint(&[
            &self.rule,
            &text(self.address.as_ref()),
            &text(self.deposed.as_ref()),
            file,
        ])
    }
}

/// A digest of texts, in hexadecimal digits: the same on every machine, and it tells nothing.
#[must_use]
pub fn fingerprint(parts: &[&str]) -> String {
    baseline::digest(parts.iter().map(|part| part.as_bytes()))
}

/// Whether a finding counts for the gate, and if not, why it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Standing {
    /// It counts.
    Counts,
    /// Nobody can say before apply; what it waits for.
    Unknown(Vec<Redacted>),
    /// A waiver permits it.
    Waived {
        /// Why.
        reason: Redacted,
        /// The last day on which it does; `None` for a comment in the configuration.
        until: Option<Redacted>,
    },
    /// The baseline has it.
    Known,
}

impl Standing {
    fn of(standing: lint::Standing, redactor: &Redactor) -> Self {
        match standing {
            lint::Standing::Counts => Self::Counts,
            lint::Standing::Unknown(waits_for) => {
                Self::Unknown(waits_for.iter().map(|origin| redactor.address(origin)).collect())
            }
            lint::Standing::Waived { reason, until } => Self::Waived {
                reason: redactor.text(&reason),
                until: until.map(|until| redactor.text(&until)),
            },
            lint::Standing::Known => Self::Known,
        }
    }

    /// The word in reports.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Counts => "counts",
            Self::Unknown(_) => "unknown",
            Self::Waived { .. } => "waived",
            Self::Known => "known",
        }
    }
}

/// An input that could not be read or judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The input's name.
    pub name: String,
    /// Short name of the error.
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl Failure {
    /// The failure of an input, in the words of its error.
    #[must_use]
    pub fn new(name: &str, error: &dyn Diagnostic) -> Self {
        Self {
            name: name.to_owned(),
            code: error.code().map(|code| code.to_string()).unwrap_or_default(),
            message: error.to_string(),
            help: error.help().map(|help| help.to_string()),
        }
    }
}

impl Report {
    /// Brings together what was said of each input, in the order of the inputs, and what is wrong with the settings:
    /// waivers that have ended or permit nothing.
    #[must_use]
    pub fn new(outcomes: Vec<Outcome>, rules: &[lint::Rule], settings: &Settings) -> Self {
        let mut report = Self {
            inputs: Vec::new(),
            findings: Vec::new(),
            errors: Vec::new(),
            fail_on: settings.fail_on(),
            always_fails_on: settings.always_fails_on,
            rules: Vec::new(),
        };
        let mut matches = Vec::new();
        for outcome in outcomes {
            match outcome {
                Outcome::Judged {
                    input,
                    findings,
                    waiver_matches,
                } => {
                    matches.extend(waiver_matches);
                    let index = report.inputs.len();
                    report.inputs.push(*input);
                    report.findings.extend(findings.into_iter().map(|finding| Finding {
                        input: Some(index),
                        ..finding
                    }));
                }
                Outcome::Failed(failure) => report.errors.push(failure),
            }
        }
        let audit = settings.audit(rules, &matches, |rule| report.could_find(rule));
        report.findings.extend(of_settings(audit));
        // Stable: inside a level, a weight and an input the order of the rules stays, and what is about settings comes
        // last.
        order::sort_by_key(&mut report.findings, order);
        report.describe(rules);
        report.ignore(&settings.ignored);
        report
    }

    /// The plans among the inputs.
    pub(crate) fn plans(&self) -> impl Iterator<Item = &PlanInput> {
        self.inputs.iter().filter_map(Input::plan)
    }

    /// Whether anything was judged that the rule speaks of: one file of settings serves all gates.
    fn could_find(&self, rule: &lint::Rule) -> bool {
        let has = |is: fn(&Subject) -> bool| self.inputs.iter().any(|input| is(&input.subject));
        match rule.subject {
            RuleSubject::Modules => has(|subject| matches!(subject, Subject::Module(_))),
            RuleSubject::States => has(|subject| matches!(subject, Subject::State(_))),
            RuleSubject::Plans => has(|subject| matches!(subject, Subject::Plan(_))),
            RuleSubject::PlansAndStates | RuleSubject::Settings => {
                has(|subject| matches!(subject, Subject::Plan(_) | Subject::State(_)))
            }
        }
    }

    /// Hides differences of attributes from people: only rows change, and no finding and no sum.
    fn ignore(&mut self, ignored: &AttributePatterns) {
        if ignored.is_empty() {
            return;
        }
        for input in &mut self.inputs {
            if let Subject::Plan(plan) = &mut input.subject {
                let drift = plan.drift.iter_mut().map(|row| &mut row.change);
                let rows = plan.changes.iter_mut().chain(drift);
                rows.for_each(|row| row.ignore(ignored));
            }
        }
    }

    /// Takes along those rules that found something, for formats that explain and for baselines, which know no finding
    /// of another rule; for a report that was not made by [`Report::new`].
    pub fn describe(&mut self, rules: &[lint::Rule]) {
        let found: BTreeSet<&str> = self.findings.iter().map(|finding| &*finding.rule).collect();
        self.rules = rules.iter().filter(|rule| found.contains(rule.id)).copied().collect();
    }

    /// The decision. What could not be judged outweighs what was found.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        // Nothing read is nothing judged.
        if !self.errors.is_empty() || self.inputs.is_empty() {
            Verdict::Error
        } else if self.deciding().is_some() {
            Verdict::Fail
        } else {
            Verdict::Pass
        }
    }

    /// The finding that decides: the first that fails the gate, in the words of the most precise rule.
    #[must_use]
    pub fn deciding(&self) -> Option<&Finding> {
        self.stopping()
            .find(|finding| finding.covered_by.is_none())
            .or_else(|| self.stopping().next())
    }

    /// The findings that fail the gate, each by itself.
    pub(crate) fn stopping(&self) -> impl Iterator<Item = &Finding> {
        let counting = self.findings.iter().filter(|finding| finding.counts());
        counting.filter(|finding| self.stops_at(finding))
    }

    /// Whether a finding fails the gate if it counts.
    #[must_use]
    pub fn stops_at(&self, finding: &Finding) -> bool {
        let always_fails = self.always_fails_on.is_some_and(|rule| finding.rule == rule);
        self.fail_on.stops(finding.level) || (always_fails && finding.level == Level::Error)
    }

    /// How many findings of that level count for the gate, without those that a more precise rule has too.
    #[must_use]
    pub fn count(&self, level: Level) -> usize {
        let counting = self.findings.iter().filter(|finding| finding.counts());
        counting
            .filter(|finding| finding.level == level && finding.covered_by.is_none())
            .count()
    }
}

/// What is wrong with the settings, which stands behind the findings about inputs of the same level and weight.
fn of_settings(found: Vec<WaiverFinding>) -> impl Iterator<Item = Finding> {
    found.into_iter().map(|found| Finding {
        file: Some(found.file),
        location: found.location,
        ..Finding::trusted(&found.finding)
    })
}

/// By level, then by weight, then by input; what is about no input comes last.
fn order(finding: &Finding) -> (Level, Weight, bool, Option<usize>) {
    (finding.level, finding.weight, finding.input.is_none(), finding.input)
}

/// What came of one document.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// It was read and judged.
    Judged {
        /// What it holds.
        input: Box<Input>,
        /// What the rules found in it; `input` of each is set by the report.
        findings: Vec<Finding>,
        /// What each waiver matches: one list for a document, and for a module one a path that leads to it.
        waiver_matches: Vec<Vec<Matched>>,
    },
    /// It was not.
    Failed(Failure),
}
