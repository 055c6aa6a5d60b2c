//! Arguments of resources that hold a secret because the provider says so, whatever they are called.

use std::collections::BTreeSet;

use crate::facts::{Facts, Literal, LiteralBlock, Step};
use crate::json::scan;
use crate::rules::data::{Naming, SecretShapes};

/// Arguments that providers mark whatever is in them: texts of many lines, settings, variables of programs.
const OF_ANYTHING: [&str; 12] = [
    "body",
    "config",
    "content",
    "custom_data",
    "data",
    "metadata",
    "spec",
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
            let sides = [change.wire.change.before_sensitive, change.wire.change.after_sensitive];
            for marks in sides.into_iter().flatten() {
                let whole = |start: usize| {
                    marks
                        .text()
                        .get(start..)
                        .is_some_and(|mark| mark.trim_start().starts_with("true"))
                };
                for member in scan::members(marks.text(), 0).filter(|member| whole(member.value_start)) {
                    marked.insert((address.config(), member.key.into_owned()));
                }
            }
        }
        Self(marked)
    }

    /// What the mark tells of a constant that is an argument of its own. Where the name says it too, any text is one that is
    /// not nothing: the weaker a password is, the sooner it is guessed.
    pub(super) fn is_secret(&self, block: &LiteralBlock<'_>, literal: &Literal<'_>) -> bool {
        let [Step::Key(name)] = literal.path.as_slice() else {
            return false;
        };
        let is_marked = || self.0.contains(&(block.address.clone(), name.as_str().to_owned()));
        let shapes = SecretShapes::builtin();
        match shapes.naming_of_argument(name) {
            Naming::Secret => literal.ask(|text| shapes.is_weak_secret(text)) && is_marked(),
            _ if OF_ANYTHING.contains(&name.as_str()) || shapes.is_about_secrets(name) => false,
            _ => literal.ask(|text| shapes.is_secret_value(text)) && is_marked(),
        }
    }
}
