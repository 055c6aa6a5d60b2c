//! What was found to be open in one object, and the one finding that is made of it.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::BTreeSet;

use crate::lint::{ChangeView, Context, Finding, Level};
use crate::rules::data::exposure::{Exposure, table};
use crate::words::listed;

use super::scope::{Scope, of_another};
use super::subject;
use super::waiting::{Written, written};

/// How a rule speaks.
pub(in crate::rules::exposure) struct Voice {
    /// Whose entries are asked.
    pub rule: Exposure,
    /// What the object does: "opens a database to the public".
    pub does: &'static str,
    /// What it does when nobody can say: "may open a database to the public".
    pub may: &'static str,
    /// What to do.
    pub help: &'static str,
}

/// One thing that is open after the change, or may be.
pub(super) struct Opening {
    /// Since when.
    pub since: Since,
    /// Which attribute with which value, as in `acl = "public-read"`; the bare path when it is unknown.
    pub says: String,
    /// The path of that attribute; empty for the object as a whole.
    pub path: String,
    /// Why it matters: a full clause.
    pub words: String,
    /// What is let in and where, beside what `says` tells: texts that nobody is shown.
    pub subject: Vec<String>,
    /// Whether it is less than the same attribute opened before: that this says something else is no other scope.
    pub narrows: bool,
    /// The worst level that it deserves, when that is less than the rule's own.
    pub at_most: Option<Level>,
}

impl Opening {
    /// What has no subject beside what it says, and deserves the rule's own level.
    pub(super) fn new(since: Since, says: impl Into<String>, path: String, words: impl Into<String>) -> Self {
        Self {
            since,
            says: says.into(),
            path,
            words: words.into(),
            subject: Vec::new(),
            narrows: false,
            at_most: None,
        }
    }

    /// An attribute of which only the apply tells whether it opens something.
    pub(super) fn unknown(path: String) -> Self {
        Self::new(Since::Unknown, path.replace("[]", ""), path, "")
    }
}

/// Whether the change opens something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Since {
    /// It does.
    Now,
    /// It is known after apply.
    Unknown,
    /// It was open before.
    Before,
}

impl Since {
    /// Judges by how many places are open after and before, and how many after are unknown; `None` for nothing.
    ///
    /// What was open before and is unknown now gets worse only where there is worse.
    pub(super) fn of(open: usize, unknown: usize, before: usize, has_worse: bool) -> Option<Self> {
        match (open, unknown, before) {
            (1.., _, _) if open > before => Some(Self::Now),
            (1.., _, _) => Some(Self::Before),
            (0, 1.., 0) => Some(Self::Unknown),
            (0, 1.., _) if has_worse => Some(Self::Unknown),
            _ => None,
        }
    }
}

/// One finding for all that is open: about what opens now, else about what may, else about what was open before.
pub(super) fn finding(
    context: &Context<'_, '_>,
    view: &ChangeView<'_, '_>,
    voice: &Voice,
    openings: Vec<Opening>,
) -> Option<Finding> {
    let openings = scoped(context, view, voice.rule, openings);
    let since = openings.iter().map(|opening| opening.since).min()?;
    let openings: Vec<_> = openings.into_iter().filter(|opening| opening.since == since).collect();
    let said = each_once(openings.iter().map(|opening| opening.says.as_str()), ", ");
    let words = each_once(openings.iter().map(|opening| opening.words.as_str()), "; ");
    let message = match since {
        Since::Now => format!("{}: {said}", voice.does),
        Since::Unknown => format!("{}: {said} is known only after apply", voice.may),
        Since::Before => format!("{}, as before: {said}", voice.does),
    };
    let mut finding = Finding::about(view.change, message)
        .help(voice.help)
        .with_subject(whose(context, view, voice.rule, &openings));
    if let Some(opening) = openings.first().filter(|opening| !opening.path.is_empty()) {
        finding = finding.at(&opening.path);
    }
    // The worst of them decides; one without a limit has the level of the rule, and what is known only after apply may
    // be no worse than it would be if it were known.
    let limit = openings.iter().map(|opening| opening.at_most).min().flatten();
    let (finding, limit) = match since {
        Since::Now => (finding.why(words), limit),
        Since::Unknown => {
            let paths = openings.iter().map(|opening| &*opening.says);
            (finding.unknown(context.facts.all_wait_for(view.change, paths)), limit)
        }
        Since::Before => (finding.why(words), Some(Level::Note)),
    };
    Some(match limit {
        Some(level) => finding.at_most(level),
        None => finding,
    })
}

/// What tells the finding from another with the same words.
fn whose(
    context: &Context<'_, '_>,
    view: &ChangeView<'_, '_>,
    rule: Exposure,
    openings: &[Opening],
) -> BTreeSet<String> {
    let scope = table().scope.paths.iter().map(|path| Cow::Borrowed(path.as_str()));
    // What the provider adds after an apply would make another finding of the same.
    let is_written = |name: &Cow<'_, str>| written(context, view.change, name) != Written::No;
    let scope = scope.chain(of_another(view).into_iter().filter(is_written));
    let scope = scope.filter(|_| rule.gives_access());
    let scope = scope.flat_map(|path| subject::at(context, view.after(), &path));
    let own = openings.iter().flat_map(|opening| opening.subject.iter().cloned());
    let untold = openings.iter().skip(TOLD).map(|opening| opening.says.clone());
    scope.chain(own).chain(untold).collect()
}

/// The openings, where those that were there before applied to the same things.
fn scoped(
    context: &Context<'_, '_>,
    view: &ChangeView<'_, '_>,
    rule: Exposure,
    mut openings: Vec<Opening>,
) -> Vec<Opening> {
    if !rule.gives_access() || !openings.iter().any(|opening| opening.since == Since::Before) {
        return openings;
    }
    let whole = LazyCell::new(|| Scope::of(context, view, None));
    let mut unknown = None;
    for opening in openings.iter_mut().filter(|opening| opening.since == Since::Before) {
        let of_others = opening
            .narrows
            .then(|| Scope::of(context, view, Some(opening.path.trim_end_matches("[]"))));
        match of_others.as_ref().unwrap_or(&whole) {
            Scope::Same => {}
            Scope::Other(path) => {
                let name = path.replace("[]", "");
                opening.since = Since::Now;
                opening.words = format!("{}; it was open before, with another `{name}`", opening.words);
            }
            Scope::Unknown(path) => unknown = Some(path.clone()),
        }
    }
    openings.extend(unknown.map(Opening::unknown));
    openings
}

/// Of more openings than this only the first ones are told.
const TOLD: usize = 20;

/// The first texts in their order, each once, and how many more there are.
fn each_once<'t>(texts: impl Iterator<Item = &'t str>, between: &str) -> String {
    let mut said = BTreeSet::new();
    let kept: Vec<&str> = texts.filter(|text| said.insert(*text)).collect();
    listed(&kept, TOLD, between)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_more_open_than_before_is_opened() {
        for (open, unknown, before, since, why) in [
            (1, 0, 0, Some(Since::Now), "opened"),
            (1, 5, 0, Some(Since::Now), "the known part decides"),
            (2, 0, 1, Some(Since::Now), "one more"),
            (1, 0, 1, Some(Since::Before), "as before"),
            (1, 1, 1, Some(Since::Before), "as before, for all that is known"),
            (1, 0, 2, Some(Since::Before), "less, and still open"),
            (0, 1, 0, Some(Since::Unknown), "nobody can say"),
            (0, 1, 1, None, "it cannot get worse"),
            (0, 0, 1, None, "closed"),
            (0, 0, 0, None, "never open"),
        ] {
            assert_eq!(Since::of(open, unknown, before, false), since, "{why}");
        }
        assert_eq!(
            Since::of(0, 1, 1, true),
            Some(Since::Unknown),
            "from read to read and write"
        );
        assert_eq!(Since::of(1, 0, 1, true), Some(Since::Before), "known, and as before");
    }

    #[test]
    fn each_text_is_said_once() {
        assert_eq!(each_once(["a", "b", "a"].into_iter(), ", "), "a, b");
        let many: Vec<_> = (0..TOLD + 2).map(|number| number.to_string()).collect();
        let said = each_once(many.iter().map(String::as_str), ", ");
        assert!(said.ends_with("18, 19 and 2 more"), "{said}");
    }
}
