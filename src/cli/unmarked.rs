//! Why a copy may not be shared: what in it still looks like a secret, or what its original does not say.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::facts::{Facts, Plan};
use crate::input::{self, InputError, Want};
use crate::json::{Document, Kind, Node, Pointer};
use crate::lint::{self, Level, Rule, Settings, facts_of, secrets_of};
use crate::report::Redactor;
use crate::rules::{RULES, is_name, secret_item, secret_members};
use crate::source::SourceFile;

/// Of more places only the number is told.
const MOST_PLACES: usize = 20;

/// Shorter keys of maps are names, and no tokens.
const SHORTEST_KEY: usize = 16;

/// What in the copies still looks like a secret, in words.
pub(super) fn left(copies: &str) -> Result<Vec<String>, InputError> {
    let telling = RULES.iter().filter(|rule| rule.tells_secrets);
    // Whether somebody has to ask for the rule or not.
    let on = telling.map(|rule| Rule {
        level: Level::Error,
        ..*rule
    });
    let (rules, settings): (Vec<_>, _) = (on.collect(), Settings::default());
    let text = SourceFile::new("the copy", copies);
    let mut left = Vec::new();
    let contents = input::read(&text, Want::Any)?;
    let secrets = secrets_of(contents.decoded());
    for document in contents.documents {
        let document = document?;
        let facts = facts_of(&document.body, None, &secrets)?;
        let redactor = Redactor::new(facts.secrets());
        let findings = lint::run(&rules, &facts, &settings).findings;
        // What will be known only later is in no copy.
        let found = findings.iter().filter(|finding| finding.counts());
        let found = found.map(|finding| {
            let at = finding.attribute.as_ref().filter(|attribute| !attribute.is_empty());
            let at = at.map(|attribute| format!(": {attribute}"));
            let told = format!("{}{}", finding.message, at.unwrap_or_default());
            redactor.text(&told).to_string()
        });
        let places = places(&copies[document.span.range()])?;
        let told = places.told.iter().map(|place| redactor.text(place).to_string());
        left.extend(found.chain(told));
        if places.more > 0 {
            left.push(format!("{} more places hold what looks like a secret", places.more));
        }
    }
    Ok(left)
}

/// Why an original cannot say what is sensitive in it.
pub(super) fn unsaid(facts: &Facts<'_>) -> Option<&'static str> {
    if lists_what_has_no_marks(facts) {
        return Some(
            "the plan is from before Terraform 1.5: its prior state does not mark what providers keep secret, and holds objects \
             of which no change speaks",
        );
    }
    if facts.plan().is_some_and(Plan::has_undeclared_variable) {
        return Some(
            "the plan has the value of a variable that its configuration does not declare, and it alone says whether that is \
             sensitive",
        );
    }
    facts.names_are_marks().then(|| {
        if facts.plan().is_some() {
            match facts.engine_is("<0.15.2") {
                Some(false) => "a change in the plan does not say what is sensitive, which its engine always does",
                _ => "the plan is from before Terraform 0.15.2, and does not say all that is sensitive",
            }
        } else if facts.engine_version().is_none() {
            "the state does not say which version wrote it, and may be from before marks"
        } else if facts.engine_is("<1.5") == Some(false) {
            "an object in the state does not say what is sensitive, which its engine always does"
        } else {
            "the state is from before Terraform 1.5, and does not mark what its providers keep secret"
        }
    })
}

/// Whether a plan has objects in its state that nothing marks. The marks of changes hold for the objects that they are
/// about, and data sources that planning has read are in no change.
fn lists_what_has_no_marks(facts: &Facts<'_>) -> bool {
    if facts.plan().is_none() || facts.engine_is("<1.5") != Some(true) {
        return false;
    }
    let changed: BTreeSet<&str> = facts.every_change().map(|change| &*change.address).collect();
    let mut objects = facts.objects().iter().filter(|object| object.values().is_some());
    objects.any(|object| !changed.contains(&*object.address))
}

/// Places with what looks like a secret.
#[derive(Default)]
struct Places {
    /// The first, in words, each with what it looks like.
    told: Vec<String>,
    /// How many there are beyond those.
    more: usize,
}

impl Places {
    /// A pointer costs a walk over all that stands before it, so that only those that are told are made.
    fn add(&mut self, node: Node<'_, '_>, words: &str) {
        if self.told.len() < MOST_PLACES {
            self.told.push(place(node, words));
        } else {
            self.more += 1;
        }
    }
}

/// Every place of a document with what looks like a secret; of equal texts the first.
fn places(text: &str) -> Result<Places, InputError> {
    let document = Document::read(text).map_err(|error| InputError::BadValue { error })?;
    let mut found = Places::default();
    let mut seen: BTreeSet<Cow<'_, str>> = BTreeSet::new();
    let mut open = vec![(Cow::Borrowed(""), document.root())];
    while let Some((name, node)) = open.pop() {
        let from = open.len();
        match node.kind() {
            Kind::Object => {
                let mut members = Vec::new();
                for entry in node.entries() {
                    let (key, below) = (entry.key(), entry.value());
                    if key.len() >= SHORTEST_KEY
                        && let Some(words) = secret_item("", &key)
                        && seen.insert(key.clone())
                    {
                        found.add(below, words);
                    }
                    match below.as_str() {
                        Some(text) => members.push((key, text, below)),
                        // What a value is called holds for all that is in it.
                        None if matches!(&*key, "value" | "before" | "after") => open.push((name.clone(), below)),
                        None => open.push((key, below)),
                    }
                }
                let texts: Vec<(&str, &str)> = members.iter().map(|(key, text, _)| (&**key, &**text)).collect();
                for (at, words) in secret_members(&name, &texts) {
                    if let Some((_, text, below)) = members.get(at)
                        && seen.insert(text.clone())
                    {
                        found.add(*below, words);
                    }
                }
            }
            Kind::Array => {
                for item in node.items() {
                    match item.as_str() {
                        Some(text) => {
                            if let Some(words) = secret_item(&name, &text)
                                && seen.insert(text)
                            {
                                found.add(item, words);
                            }
                        }
                        None => open.push((name.clone(), item)),
                    }
                }
            }
            Kind::Null | Kind::Bool | Kind::Number | Kind::String => {}
        }
        open[from..].reverse();
    }
    Ok(found)
}

/// A place in words. Keys come from anybody and may be secrets themselves: it ends before one that is no name.
fn place(node: Node<'_, '_>, words: &str) -> String {
    let pointer = node.pointer();
    let known = pointer.segments().map(Cow::into_owned).take_while(|key| is_name(key));
    let told = known.fold(Pointer::root(), |told, key| told.key(&key));
    let below = if told == pointer {
        ""
    } else {
        ", under a name that is not told,"
    };
    format!("{}{below} holds {words}", told.in_words())
}
