//! The module calls that lead to a directory, by which settings choose what is found in it.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use crate::facts::Secrets;
use crate::lint::{self, Finding, FoundInModule, InFile, Settings, Standing};
use crate::order;
use crate::rules::RULES;

/// More paths than these are not followed: where each module calls the next one twice, each doubles them.
const MOST: usize = 256;

/// In bytes, nor is one that is longer: it would stand in front of all that is found there.
const LONGEST: usize = 4096;

/// What is said where a waiver is for one of several paths.
const PARTLY: &str = "it is permitted for some of the calls that lead to this module, and not for all";

/// The addresses under which a module stands, `module.a.module.b` each; none for one that is judged as a root module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Paths {
    all: Vec<String>,
    /// Whether there are others.
    more: bool,
}

impl Paths {
    /// Those of a module that one under these paths calls by a name.
    pub(super) fn below(&self, call: &str) -> Self {
        let step = format!("module.{call}");
        let mut all = match &self.all[..] {
            [] if self.more => Vec::new(),
            [] => vec![step],
            paths => paths.iter().map(|path| format!("{path}.{step}")).collect(),
        };
        let before = all.len();
        all.retain(|path| path.len() <= LONGEST);
        let more = self.more || all.len() < before;
        Self { all, more }
    }

    /// Whether another module calls it.
    pub(super) fn are_called(&self) -> bool {
        !self.all.is_empty() || self.more
    }

    /// Whether there is more than one path, so that no address begins with it.
    pub(super) fn are_shared(&self) -> bool {
        self.more || self.all.len() > 1
    }

    /// What `init` calls the module in its list, once a path; none where there are paths that were not followed.
    pub(super) fn in_manifest(&self) -> Vec<String> {
        let paths = self.all.iter().filter(|_| !self.more);
        let calls = paths.filter_map(|path| path.strip_prefix("module."));
        calls.map(|calls| calls.replace(".module.", ".")).collect()
    }

    /// Adds others that pass through at most as many modules as there are: a longer one goes in circles. Whether any is
    /// new.
    pub(super) fn add(&mut self, others: Self, modules: usize) -> bool {
        let before = (self.all.len(), self.more);
        self.more |= others.more;
        for path in others.all {
            if path.split('.').count() / 2 > modules || self.all.contains(&path) {
                continue;
            }
            if self.all.len() < MOST {
                self.all.push(path);
            } else {
                self.more = true;
            }
        }
        (self.all.len(), self.more) != before
    }

    /// Gives findings the levels that the settings want, and waives what is permitted; and says what each waiver
    /// matches, once a path. What is found in a module that several calls share is as bad as in the worst of them.
    pub(super) fn settle(&self, settings: &Settings, found: Vec<(Finding, InFile)>) -> FoundInModule {
        let mut paths: Vec<Option<&str>> = self.all.iter().map(|path| Some(&**path)).collect();
        // What names modules does not hold for a path that was not followed.
        if paths.is_empty() || self.more {
            paths.push(None);
        }
        let mut matches = Vec::new();
        let mut worst: BTreeMap<usize, Finding> = BTreeMap::new();
        let mut permitted = BTreeSet::new();
        for path in &paths {
            let there = found.iter().map(|(finding, _)| match path {
                Some(path) => under(path, finding.clone()),
                None => finding.clone(),
            });
            let numbered = there.enumerate().map(|(number, finding)| (finding, number));
            let (settled, by_waiver) = lint::settle(RULES, settings, numbered.collect());
            let (there, numbers): (Vec<_>, Vec<_>) = settled.into_iter().unzip();
            matches.push(settings.waiver_matches(&by_waiver, &there, &Secrets::default()));
            for (number, finding) in numbers.into_iter().zip(there) {
                if matches!(finding.standing, Standing::Waived { .. }) {
                    permitted.insert(number);
                }
                match worst.entry(number) {
                    Entry::Vacant(entry) => {
                        entry.insert(finding);
                    }
                    Entry::Occupied(mut entry) => worsen(entry.get_mut(), finding),
                }
            }
        }
        let found = found.into_iter().enumerate().filter_map(|(number, (own, place))| {
            let mut finding = worst.remove(&number)?;
            // No path is more its own than the others.
            if paths.len() > 1 {
                finding.about = own.about;
            }
            if finding.counts() && permitted.contains(&number) {
                finding.why = Some(match finding.why {
                    Some(why) => format!("{why}; {PARTLY}").into(),
                    None => PARTLY.into(),
                });
            }
            Some((finding, place))
        });
        let mut found: Vec<_> = found.collect();
        order::sort_by(&mut found, |(one, _), (two, _)| {
            (one.level, &one.rule).cmp(&(two.level, &two.rule))
        });
        FoundInModule {
            findings: found,
            waiver_matches: matches,
        }
    }
}

/// A finding as one in the module of that path.
fn under(path: &str, finding: Finding) -> Finding {
    let mut finding = finding;
    finding.about.address = Some(match &finding.about.address {
        Some(address) => format!("{path}.{address}"),
        None => path.to_owned(),
    });
    finding.about.module = Some(path.to_owned());
    finding
}

/// Takes on what is worse of the same finding under another path.
fn worsen(known: &mut Finding, other: Finding) {
    let rank = |finding: &Finding| (!finding.counts(), finding.level);
    if rank(&other) < rank(known) {
        *known = other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_followed_as_long_as_they_are_short() {
        let long = "k".repeat(LONGEST);
        for (calls, all, more, why) in [
            (&["a"][..], &["module.a"][..], false, "a call"),
            (&["a", "b"], &["module.a.module.b"], false, "a call in a module"),
            (&["a", &long], &[], true, "a name that would stand in front of all"),
            (&[&long, "b"], &[], true, "and what is called below it"),
        ] {
            let paths = calls.iter().fold(Paths::default(), |paths, call| paths.below(call));
            assert_eq!(
                (&paths.all[..], paths.more),
                (&all.iter().map(ToString::to_string).collect::<Vec<_>>()[..], more),
                "{why}"
            );
            assert!(paths.are_called(), "{why}");
        }
    }

    #[test]
    fn paths_are_named_as_in_the_list_of_what_is_installed() {
        for (calls, named, why) in [
            (&["a"][..], &["a"][..], "a call"),
            (&["a", "b"], &["a.b"], "a call in a module"),
            (&["module", "module", "a"], &["module.module.a"], "modules of that name"),
            (&["a", &"k".repeat(LONGEST)], &[], "what was not followed"),
        ] {
            let paths = calls.iter().fold(Paths::default(), |paths, call| paths.below(call));
            assert_eq!(paths.in_manifest(), named, "{why}");
        }
    }
}
