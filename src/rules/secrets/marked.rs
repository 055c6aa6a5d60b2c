//! Arguments of resources that hold a secret because the provider says so, whatever they are called.

use std::collections::BTreeSet;

use crate::facts::{Facts, Literal, LiteralBlock, Step};
use crate::json::scan;
use crate::rules::data::{Naming, SecretShapes};

/// Arguments that providers mark whatever is in them: texts of many lines, settings, variables of programs, and what
/// tells of people and places.
const OF_ANYTHING: [&str; 23] = [
    "body",
    "config",
    "content",
    "custom_data",
    "data",
    "display_name",
    "email",
    "endpoint",
    "first_name",
    "host",
    "hostname",
    "last_name",
    "login_name",
    "metadata",
    "middle_name",
    "spec",
    "uri",
    "url",
    "user_data",
    "username",
    "value",
    "values",
    "yaml_body",
];

/// The arguments that engines mark as a whole in an instance of a block: its address, and the argument's name.
pub(super) struct MarkedArguments(BTreeSet<(String, String)>);

impl MarkedArguments {
    pub(super) fn of(facts: &Facts<'_>) -> Self {
        let mut marked = BTreeSet::new();
        for change in &facts.changes {
            let Some(address) = &change.parsed else { continue };
            // What a variable brought before a constant took its place marks nothing of the constant.
            let marks = change.wire.change.after_sensitive.map_or("", |marks| marks.text());
            let whole = |start: usize| {
                let mark = marks.get(start..);
                mark.is_some_and(|mark| mark.trim_start().starts_with("true"))
            };
            for member in scan::members(marks, 0).filter(|member| whole(member.value_start)) {
                marked.insert((address.config(), member.key.into_owned()));
            }
        }
        Self(marked)
    }

    /// What the mark tells of a constant that is an argument of its own. Where the name says it too, any text is one
    /// that is not nothing: the weaker a password is, the sooner it is guessed.
    pub(super) fn is_secret(&self, block: &LiteralBlock<'_>, literal: &Literal<'_>) -> bool {
        let [Step::Key(name)] = literal.path.as_slice() else {
            return false;
        };
        let is_marked = || self.0.contains(&(block.address.clone(), name.as_str().to_owned()));
        let shapes = SecretShapes::builtin();
        match shapes.naming_of_argument(name) {
            Naming::Secret | Naming::Perhaps => literal.ask(|text| shapes.is_weak_secret(text)) && is_marked(),
            _ if OF_ANYTHING.contains(&name.as_str()) || shapes.is_about_secrets(name) => false,
            Naming::Other => {
                literal.ask(|text| shapes.is_secret(Naming::Perhaps, text) && !is_told_otherwise(text)) && is_marked()
            }
        }
    }
}

/// Whether it is a UUID, an address, a network, a version or a date, or a document, which its members tell of.
fn is_told_otherwise(text: &str) -> bool {
    let is_of = |signs: &str| {
        text.chars()
            .all(|letter| letter.is_ascii_hexdigit() || signs.contains(letter))
    };
    let has_letters = text.contains(|letter: char| letter.is_ascii_alphabetic());
    text.starts_with(['{', '['])
        || is_of("-") && text.matches('-').count() == 4
        || is_of(":/") && text.contains(':')
        || !has_letters && is_of("-./:")
}
