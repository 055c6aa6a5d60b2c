//! Comments in a module that permit what is found in the object around them: waivers that stand beside it.

use std::collections::BTreeSet;
use std::ops::Range;

use memchr::memmem;

use super::Reading;
use crate::hcljson::{COMMENT, Kind, Node, closest};
use crate::json::Pointer;
use crate::lint::{Finding, InFile, Rule, Standing};
use crate::source::Span;
use crate::tfjson::{FileName, Flavor};

/// A comment that permits nothing.
const UNUSED: &str = "unused-suppression";

/// Rules that find in the eyes of one engine what they do not in the other's: a comment that permits it is no mistake
/// where only one is asked.
const OF_ONE_ENGINE: &[&str] = &[
    "argument-type",
    "bad-reference",
    "feature-too-new",
    "function-arguments",
    "import-identity",
    "module-not-found",
    "module-source",
    "provisioner-shape",
    "removed-feature",
    "required-version",
    "required-version-ignored",
    "self-reference",
    "shadowed-by-tofu-file",
    "static-context-reference",
    "template-in-literal",
    "templated-reference",
    "undeclared-reference",
    "unknown-argument",
    "unknown-function",
    "unrequired-provider-function",
    "wrong-flavor-block",
];

/// Rules that find something where the schemas of providers are at hand alone.
const OF_SCHEMAS: &[&str] = &["attribute-as-block-incomplete", "attribute-as-block-object"];

/// What a comment begins with that is a text, before a colon.
const WORDS: &str = "planlint-ignore";
/// The property of a comment that is an object.
const PROPERTY: &str = "planlint";

/// A comment that permits something.
struct Suppression {
    file: String,
    /// Where it stands.
    place: Span,
    /// What it is about: the braces around it; `None` for the file.
    about: Option<Span>,
    rules: Vec<String>,
    reason: Option<String>,
}

/// All that comments of one module permit.
#[derive(Default)]
pub(super) struct Suppressions {
    all: Vec<Suppression>,
    /// Whether something of the module could not be read, so that nothing is known of what was not found.
    incomplete: bool,
    /// Whether the schemas of its providers were at hand.
    has_schemas: bool,
}

impl Suppressions {
    /// Adds the comments of the files with these numbers.
    pub(super) fn add(&mut self, reading: &Reading<'_, '_, '_>, files: &BTreeSet<usize>) {
        self.incomplete |= !reading.module.complete;
        self.has_schemas |= reading.schemas.is_some();
        for &number in files {
            let Some(tree) = reading.files.json(number) else {
                continue;
            };
            let Some(file) = reading.directory.files.get(number) else {
                continue;
            };
            if memmem::find(tree.text().as_bytes(), PROPERTY.as_bytes()).is_some() {
                collect(tree.root(), true, file.name, &mut self.all);
            }
        }
    }

    /// Marks what comments permit, and adds what is wrong with the comments. What was found is in the order of files
    /// and places, so that a comment looks at what is around it alone.
    pub(super) fn apply(self, rules: &[Rule], asked: &[Flavor], found: &mut Vec<(Finding, InFile)>) {
        let mut wrong = Vec::new();
        for suppression in &self.all {
            let mut say = |words: String, help: &'static str| wrong.push(suppression.says(words, help));
            let Some(reason) = &suppression.reason else {
                say(
                    "the comment gives no reason, so it permits nothing".to_owned(),
                    "add one: \"planlint-ignore: RULE -- REASON\"",
                );
                continue;
            };
            if suppression.rules.is_empty() {
                let help = "name the rules: \"planlint-ignore: RULE, RULE -- REASON\"";
                say("the comment names no rule, so it permits nothing".to_owned(), help);
            }
            for name in &suppression.rules {
                let Some(rule) = rules.iter().find(|rule| rule.id == name) else {
                    let like = closest(name, rules.iter().map(|rule| rule.id));
                    let like = like.map_or(String::new(), |like| format!("; did you mean {like}?"));
                    let help = "`planlint rules` lists them";
                    say(format!("the comment names a rule that does not exist{like}"), help);
                    continue;
                };
                let mut used = false;
                let around = suppression.around(found);
                let covered = found.get_mut(around).into_iter().flatten();
                let covered = covered.filter(|(finding, place)| finding.rule == rule.id && suppression.covers(place));
                for (finding, _) in covered {
                    used = true;
                    finding.standing = Standing::Waived {
                        reason: reason.clone(),
                        until: None,
                    };
                }
                // Of what could not be read nothing was said that might be permitted.
                let of_tofu = FileName::read(&suppression.file).is_some_and(|name| name.of_tofu);
                let of_other = asked.len() == 1 && !of_tofu && OF_ONE_ENGINE.contains(&rule.id);
                let of_schemas = !self.has_schemas && OF_SCHEMAS.contains(&rule.id);
                if !used && !self.incomplete && !of_other && !of_schemas {
                    say(
                        format!("the comment permits {}, which is not found here", rule.id),
                        "take it out",
                    );
                }
            }
        }
        found.extend(wrong);
    }
}

impl Suppression {
    /// Where in all that was found that begins which the comment is about.
    fn around(&self, found: &[(Finding, InFile)]) -> Range<usize> {
        let file = self.file.as_str();
        let (from, to) = self.about.map_or((0, usize::MAX), |about| (about.start, about.end));
        let before = found.partition_point(|(_, place)| (place.file.as_str(), place.span.start) < (file, from));
        let until = found.partition_point(|(_, place)| (place.file.as_str(), place.span.start) <= (file, to));
        before..until
    }

    fn covers(&self, place: &InFile) -> bool {
        let inside = |about: Span| about.start <= place.span.start && place.span.end <= about.end;
        place.file == self.file && self.about.is_none_or(inside)
    }

    fn says(&self, words: String, help: &'static str) -> (Finding, InFile) {
        let finding = Finding {
            rule: UNUSED.into(),
            ..Finding::new(Pointer::root(), words).help(help)
        };
        let place = InFile {
            file: self.file.clone(),
            span: self.place,
            engine_rejects: false,
            in_secret: false,
            fix: None,
        };
        (finding, place)
    }
}

/// The comments in a value.
fn collect(node: Node<'_, '_>, is_root: bool, file: &str, found: &mut Vec<Suppression>) {
    for property in node.properties() {
        if !property.is(COMMENT) {
            collect(property.value(), false, file, found);
            continue;
        }
        let told = property.value();
        let ours = told.properties().find(|part| part.name() == PROPERTY);
        let (place, (rules, reason)) = match (told.string(), ours) {
            (Some(text), _) => match permitting(text.as_str()) {
                Some(words) => (told.span(), of_words(words)),
                None => continue,
            },
            (None, Some(ours)) => (ours.name_span(), of_object(ours.value())),
            (None, None) => continue,
        };
        found.push(Suppression {
            file: file.to_owned(),
            place,
            about: (!is_root).then(|| node.span()),
            rules,
            reason: reason.filter(|reason| !reason.is_empty()),
        });
    }
    // The root may be a list of objects, each with comments of its own.
    node.elements().for_each(|element| collect(element, false, file, found));
}

/// What a comment says that permits something; who forgets the colon means it all the same.
fn permitting(comment: &str) -> Option<&str> {
    let words = comment.trim().strip_prefix(WORDS)?;
    let is_other_word = words.starts_with(|next: char| next != ':' && !next.is_whitespace());
    let words = words.trim_start();
    (!is_other_word).then(|| words.strip_prefix(':').unwrap_or(words))
}

/// `rule-a, rule-b -- reason`
fn of_words(words: &str) -> (Vec<String>, Option<String>) {
    let (rules, reason) = match words.split_once("--") {
        Some((rules, reason)) => (rules, Some(reason.trim().to_owned())),
        None => (words, None),
    };
    let rules = rules.split(',').map(str::trim).filter(|rule| !rule.is_empty());
    (rules.map(str::to_owned).collect(), reason)
}

/// `{"ignore": ["rule-a"], "reason": "…"}`
fn of_object(node: Node<'_, '_>) -> (Vec<String>, Option<String>) {
    let text = |node: Node<'_, '_>| node.string().map(|text| text.as_str().trim().to_owned());
    let rules = node.get("ignore").map_or(Vec::new(), |ignore| match ignore.kind() {
        Kind::Array => ignore.elements().filter_map(text).collect(),
        _ => text(ignore).into_iter().collect(),
    });
    (rules, node.get("reason").and_then(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hcljson::File;

    #[test]
    fn comments_are_read_in_both_spellings() {
        for (text, wanted, why) in [
            (
                r#"{"//": "planlint-ignore: a, b -- c -- d"}"#,
                Some((&["a", "b"][..], Some("c -- d"), true)),
                "at the root",
            ),
            (
                r#"{"x": {"//": {"planlint": {"ignore": ["a"], "reason": "c"}, "metadata": {}}}}"#,
                Some((&["a"], Some("c"), false)),
                "beside a generator's notes",
            ),
            (
                r#"[{"//": {"planlint": {"ignore": "a"}}}]"#,
                Some((&["a"], None, false)),
                "a single rule, without a reason, in one of several objects",
            ),
            (
                r#"{"//": "planlint-ignore: -- "}"#,
                Some((&[], None, true)),
                "nothing in it",
            ),
            (
                r#"{"//": "planlint-ignore a -- b"}"#,
                Some((&["a"], Some("b"), true)),
                "the colon is forgotten",
            ),
            (r#"{"//": "planlint-ignored: a -- b"}"#, None, "another word"),
            (r#"{"//": "see planlint-ignore: a"}"#, None, "another comment"),
            (r#"{"//": {"metadata": {"planlint": 1}}}"#, None, "notes of a generator"),
            (r#"{"a": "planlint-ignore: a -- b"}"#, None, "no comment"),
        ] {
            let file = File::read(text);
            let mut found = Vec::new();
            collect(file.root(), true, "main.tf.json", &mut found);
            let found: Vec<_> = found
                .iter()
                .map(|one| {
                    let rules: Vec<&str> = one.rules.iter().map(String::as_str).collect();
                    (rules, one.reason.as_deref(), one.about.is_none())
                })
                .collect();
            let wanted = wanted.map(|(rules, reason, whole)| (rules.to_vec(), reason, whole));
            assert_eq!(found, Vec::from_iter(wanted), "{why}");
        }
    }
}
