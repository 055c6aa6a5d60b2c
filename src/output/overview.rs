//! Of several inputs a row each, the most dangerous first: the decision, the sums, what was found.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path;

use super::sums::Sums;
use super::verdict::Found;
use crate::order;
use crate::report::{CheckStatus, Failure, Input, PlanInput, Report, Subject, Verdict};
use crate::words::{listed, plural};

/// The rows, and how many plans have none since there is nothing to tell of them.
pub(super) struct Overview<'r> {
    pub(super) rows: Vec<Row<'r>>,
    pub(super) unchanged: usize,
    /// The plans that are only counted although a rule found something in them; `None` without any.
    pub(super) passing: Option<Passing>,
    /// The folder that all names begin with; empty for none.
    pub(super) folder: &'r str,
    /// Of each input of the report, whether it has a row.
    told: Vec<bool>,
}

/// With so many inputs each plan that has something to tell has a row; of more, those that pass without changes are
/// counted where a reader wants that.
const TOLD_UP_TO: usize = 20;

/// Plans that pass without changes.
pub(super) struct Passing {
    pub(super) count: usize,
    /// What was found in them: `3952 warnings: unpinned-provider`. To be escaped.
    pub(super) words: String,
}

/// One input.
pub(super) struct Row<'r> {
    /// To be escaped.
    pub(super) name: &'r str,
    /// The decision, were it the only input.
    pub(super) verdict: Verdict,
    pub(super) what: What<'r>,
}

pub(super) enum What<'r> {
    /// It could not be judged.
    Failure(&'r Failure),
    Plan {
        sums: Sums,
        /// What else there is to say: `1 error, 2 warnings`, `3 output changes`.
        words: Vec<String>,
    },
    State {
        /// As of a plan.
        words: Vec<String>,
    },
}

impl<'r> Overview<'r> {
    /// `None` for a single input, which needs no overview. With `all`, plans of which there is nothing to tell have
    /// rows too; without, `folds` counts among very many those that pass without changes.
    pub(super) fn of(report: &'r Report, all: bool, folds: bool) -> Option<Self> {
        let inputs = report.inputs.len() + report.errors.len();
        if inputs < 2 {
            return None;
        }
        let mut found: Vec<Found> = report.inputs.iter().map(|_| Found::default()).collect();
        for finding in &report.findings {
            if let Some(found) = finding.input.and_then(|index| found.get_mut(index)) {
                found.add(finding, report);
            }
        }
        let names = report.errors.iter().map(|failure| failure.name.as_str());
        let folder = common_folder(names.chain(report.inputs.iter().map(|input| input.name.as_str())));
        let mut rows: Vec<Row<'r>> = report
            .errors
            .iter()
            .map(|failure| Row {
                name: &failure.name,
                verdict: Verdict::Error,
                what: What::Failure(failure),
            })
            .collect();
        let judged = || report.inputs.iter().zip(&found);
        let mut told: Vec<bool> = judged()
            .map(|(input, found)| all || changes(input) || found.is_any())
            .collect();
        let unchanged = told.iter().filter(|told| !**told).count();
        let mut passing = None;
        if folds && !all && inputs > TOLD_UP_TO {
            let passes = |(input, found): (&Input, &Found)| !changes(input) && !found.stops && !found.has_errors();
            let counted = judged().map(passes).zip(&mut told);
            let counted: Vec<bool> = counted.map(|(passes, told)| passes && std::mem::take(told)).collect();
            passing = Passing::of(report, &counted);
        }
        let told_rows = judged().zip(&told).filter(|(_, told)| **told);
        rows.extend(told_rows.map(|((input, found), _)| Row::of(input, found)));
        // Stable: what is equally dangerous stays in the order in which it was given.
        order::sort_by_key(&mut rows, Row::rank);
        Some(Self {
            rows,
            unchanged,
            passing,
            folder,
            told,
        })
    }

    /// The name of an input without the folder of all, unless it is that folder.
    pub(super) fn below(&self, name: &'r str) -> &'r str {
        let below = name.strip_prefix(self.folder).filter(|below| !below.is_empty());
        below.unwrap_or(name)
    }

    /// Whether there is anything to tell of an input, by its place in the report.
    pub(super) fn has(&self, input: usize) -> bool {
        self.told.get(input).copied().unwrap_or_default()
    }
}

impl Passing {
    /// `counted` says of each input whether it is one of them.
    fn of(report: &Report, counted: &[bool]) -> Option<Self> {
        let count = counted.iter().filter(|counted| **counted).count();
        let mut found = Found::default();
        let mut by_rule: BTreeMap<&str, usize> = BTreeMap::new();
        let is_counted = |input: Option<usize>| input.and_then(|input| counted.get(input)) == Some(&true);
        for finding in report.findings.iter().filter(|finding| is_counted(finding.input)) {
            found.add(finding, report);
            *by_rule.entry(&finding.rule).or_default() += 1;
        }
        let mut by_rule: Vec<_> = by_rule.into_iter().collect();
        order::sort_by_key(&mut by_rule, |(rule, count)| (Reverse(*count), *rule));
        let rules: Vec<&str> = by_rule.into_iter().map(|(rule, _)| rule).collect();
        let words = format!("{}: {}", found.words().join(", "), listed(&rules, 3, ", "));
        (count > 0).then_some(Self { count, words })
    }
}

impl<'r> Row<'r> {
    /// Whether it fails, could not be judged, or something is gone with it: rows that are never left out.
    pub(super) fn is_dangerous(&self) -> bool {
        let (decision, danger, _) = self.rank();
        decision < 2 || danger == 0
    }

    fn of(input: &'r Input, found: &Found) -> Self {
        let mut words: Vec<String> = Some(found.words().join(", "))
            .filter(|words| !words.is_empty())
            .into_iter()
            .collect();
        let what = match &input.subject {
            Subject::Plan(plan) => {
                let sums = Sums::of_plan(plan);
                words.extend(beside(plan, &sums));
                What::Plan { sums, words }
            }
            Subject::State(state) => {
                words.push(format!("a state of {}", plural(state.managed, "resource")));
                What::State { words }
            }
            Subject::Module(module) => {
                words.push(plural(module.files.len(), "file"));
                if module.incomplete {
                    words.push("not all of it could be judged".to_owned());
                }
                What::State { words }
            }
        };
        let incomplete = matches!(&input.subject, Subject::Module(module) if module.incomplete);
        Self {
            name: &input.name,
            verdict: match (found.stops, incomplete) {
                (true, _) => Verdict::Fail,
                (false, true) => Verdict::Error,
                (false, false) => Verdict::Pass,
            },
            what,
        }
    }

    /// What was not judged, what fails, the rest; of each what destroys, the most first, then what changes.
    fn rank(&self) -> (u8, u8, Reverse<usize>) {
        let decision = match self.verdict {
            Verdict::Error => 0,
            Verdict::Fail => 1,
            Verdict::Pass => 2,
        };
        let (danger, gone) = match &self.what {
            What::Plan { sums, .. } => match sums.destroy + sums.forget + sums.unrecognized {
                0 => (if sums.unchanged == 0 { 1 } else { 2 }, 0),
                gone => (0, gone),
            },
            What::State { .. } | What::Failure(_) => (2, 0),
        };
        (decision, danger, Reverse(gone))
    }
}

/// What the numbers of a row do not say.
fn beside(plan: &PlanInput, sums: &Sums) -> Vec<String> {
    let mut words = Vec::new();
    if plan.errored == Some(true) {
        words.push("planning failed".to_owned());
    }
    words.extend(sums.beside());
    let invoked = plural(plan.actions.len(), "action");
    let instances = plan.checks.iter().flat_map(|check| &check.instances);
    let failed = instances.filter(|instance| matches!(instance.status, CheckStatus::Fail | CheckStatus::Error));
    let failed = failed.count();
    for (count, told) in [
        (plan.totals.drift, format!("{} drifted", plan.totals.drift)),
        (plan.totals.deferred, format!("{} deferred", plan.totals.deferred)),
        (plan.actions.len(), format!("{invoked} to invoke")),
        (failed, format!("{} failed", plural(failed, "check"))),
    ] {
        words.extend((count > 0).then_some(told));
    }
    words
}

/// Whether an input says anything but that nothing changes; what is no plan does.
fn changes(input: &Input) -> bool {
    let Subject::Plan(plan) = &input.subject else {
        return true;
    };
    let passed = |status: &CheckStatus| *status == CheckStatus::Pass;
    let checks_pass = plan
        .checks
        .iter()
        .all(|check| passed(&check.status) && check.instances.iter().all(|instance| passed(&instance.status)));
    let nothing_listed = plan.outputs.is_empty()
        && plan.drift.is_empty()
        && plan.totals.deferred == 0
        && plan.actions.is_empty()
        && plan.totals.unrecognized == 0;
    Sums::of_plan(plan).unchanged == 0 || !nothing_listed || !checks_pass
}

/// The longest beginning of all names that ends with a separator of paths; empty where they share no folder.
fn common_folder<'r>(mut names: impl Iterator<Item = &'r str>) -> &'r str {
    let Some(first) = names.next() else {
        return "";
    };
    let common = names.fold(first.len(), |common, name| {
        let same = first.bytes().zip(name.bytes()).take_while(|(one, two)| one == two);
        common.min(same.count())
    });
    let mut separators = first.char_indices().filter(|(_, letter)| path::is_separator(*letter));
    let last = separators.rfind(|(at, _)| *at < common).map_or(0, |(at, _)| at + 1);
    // The root alone is no folder that anybody thinks in.
    first.get(..last).filter(|folder| folder.len() > 1).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_left_out_only_if_it_is_that_of_all() {
        for (names, folder, why) in [
            (
                &["envs/prod/plan.json", "envs/dev/plan.json"][..],
                "envs/",
                "one above both",
            ),
            (&["a/b/x.json", "a/b/y.json"], "a/b/", "the deepest"),
            (
                &["production/plan.json", "prod/plan.json"],
                "",
                "letters in common are no folder",
            ),
            (&["x.json", "y.json"], "", "none"),
            (&["envs/a.json", "<stdin>"], "", "one that is in no folder"),
            (&["/a/x.json", "/b/y.json"], "", "the root alone says nothing"),
            (&["/a/x.json", "/a/y.json"], "/a/", "below the root"),
            (&["é/x", "é/y"], "é/", "letters of several bytes"),
            (&["é/x", "è/y"], "", "which begin alike"),
            (&["a/x#1", "a/x#2"], "a/", "documents of one file"),
        ] {
            assert_eq!(common_folder(names.iter().copied()), folder, "{why}");
        }
    }
}
