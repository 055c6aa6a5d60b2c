//! Arguments of resources that hold a secret because the provider says so, whatever they are called.

use std::collections::BTreeMap;

use crate::facts::{Facts, Literal, LiteralBlock, Step};
use crate::json::scan;
use crate::lint::ChangeView;
use crate::rules::data::{Naming, SecretShapes, Store, is_told_otherwise};

use super::{STANDS_FOR_ONE, kept};

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

/// By the addresses of blocks: the arguments that engines mark as a whole in an instance of the block, and the store that
/// the type is there.
pub(super) struct MarkedArguments(BTreeMap<String, BTreeMap<String, Option<&'static Store>>>);

impl MarkedArguments {
    pub(super) fn of(facts: &Facts<'_>) -> Self {
        let shapes = SecretShapes::builtin();
        let mut marked: BTreeMap<_, BTreeMap<_, Option<_>>> = BTreeMap::new();
        for change in &facts.changes {
            let Some(address) = &change.parsed else { continue };
            // What a variable brought before a constant took its place marks nothing of the constant.
            let marks = change.wire.change.after_sensitive.map_or("", |marks| marks.text());
            let whole = |start: usize| {
                let mark = marks.get(start..);
                mark.is_some_and(|mark| mark.trim_start().starts_with("true"))
            };
            let view = ChangeView::new(change);
            let is = |name: &str, wanted: &str| {
                let beside = view.after().get(name);
                let says = match wanted {
                    "true" => beside.equals_bool(true),
                    _ => beside.equals_text(wanted),
                };
                says.is_true()
            };
            for member in scan::members(marks, 0).filter(|member| whole(member.value_start)) {
                let store = shapes.store(change.type_name(), &member.key, is);
                let of_block = marked.entry(address.config()).or_default();
                let known = of_block.entry(member.key.into_owned()).or_default();
                *known = known.or(store);
            }
        }
        Self(marked)
    }

    /// What the mark tells that a constant is. Where the name says it too, or the type keeps nothing else, any text is a
    /// secret that is not nothing: the weaker a password is, the sooner it is guessed.
    pub(super) fn secret(&self, block: &LiteralBlock<'_>, literal: &Literal<'_>) -> Option<&'static str> {
        let marked = self.0.get(&block.address)?;
        let ([Step::Key(argument), ..], Some(Step::Key(name))) = (literal.path.as_slice(), literal.path.last()) else {
            return None;
        };
        let store = marked.get(argument.as_str())?;
        if let Some(store) = store {
            return kept::secret(store, block, literal, true);
        }
        let shapes = SecretShapes::builtin();
        let naming = shapes.naming_of_argument(name);
        let is_weak = || literal.ask(|text| shapes.is_weak_secret(text));
        let is_secret = match literal.path.len() {
            // Of a block as a whole nobody knows which member made it so: there the names decide.
            2.. => naming == Naming::Secret && is_weak(),
            _ if naming != Naming::Other => is_weak(),
            _ if OF_ANYTHING.contains(&name.as_str()) || shapes.is_about_secrets(name) => false,
            _ => literal.ask(|text| shapes.is_secret(Naming::Perhaps, text) && !is_told_otherwise(text)),
        };
        is_secret.then_some(STANDS_FOR_ONE)
    }
}
