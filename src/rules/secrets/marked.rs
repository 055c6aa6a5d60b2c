//! Arguments of resources that hold a secret because the provider says so, whatever they are called.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use serde_json::Value;

use crate::facts::{Facts, Literal, LiteralBlock, Step};
use crate::lint::ChangeView;
use crate::order;
use crate::rules::data::{Naming, SecretShapes, Store, is_told_otherwise};

use super::{Beside, STANDS_FOR_ONE, beside, kept};

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

/// Whether an argument of such a name holds anything, in letters of any case.
fn is_of_anything(name: &str) -> bool {
    OF_ANYTHING.iter().any(|word| word.eq_ignore_ascii_case(name))
}

/// What engines mark of an argument, in any instance of its block: the whole, or parts of it.
#[derive(Default)]
struct Mark {
    whole: bool,
    /// The store that the type is there, where the whole is marked.
    store: Option<&'static Store>,
    /// By names and indices.
    parts: BTreeMap<String, Mark>,
}

impl Mark {
    fn add(&mut self, marks: Value) {
        match marks {
            Value::Bool(true) => self.whole = true,
            Value::Array(items) => {
                let items = items.into_iter().enumerate();
                items.for_each(|(index, marks)| self.add_below(index.to_string(), marks));
            }
            Value::Object(members) => members
                .into_iter()
                .for_each(|(name, marks)| self.add_below(name, marks)),
            _ => {}
        }
    }

    fn add_below(&mut self, step: String, marks: Value) {
        if marks != Value::Bool(false) {
            self.parts.entry(step).or_default().add(marks);
        }
    }

    /// Whether it reaches what lies so far below.
    fn reaches(&self, path: &[Step<'_>]) -> bool {
        let mut mark = self;
        for step in path {
            if mark.whole {
                return true;
            }
            let below = match step {
                Step::Key(key) => mark.parts.get(key.as_str()),
                Step::Index(index) => mark.parts.get(&index.to_string()),
                _ => None,
            };
            match below {
                Some(below) => mark = below,
                None => return false,
            }
        }
        mark.whole
    }
}

/// By the addresses of blocks: the arguments of which engines mark something.
pub(super) struct MarkedArguments(BTreeMap<String, BTreeMap<String, Mark>>);

impl MarkedArguments {
    pub(super) fn of(facts: &Facts<'_>) -> Self {
        let shapes = SecretShapes::builtin();
        let mut marked: BTreeMap<_, BTreeMap<_, Mark>> = BTreeMap::new();
        for change in &facts.changes {
            let Some(address) = &change.parsed else { continue };
            // What a variable brought before a constant took its place marks nothing of the constant.
            let marks = change.wire.change.after_sensitive.map_or("", |marks| marks.text());
            if !marks.contains("true") {
                continue;
            }
            let Ok(Value::Object(marks)) = serde_json::from_str(marks) else {
                continue;
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
            let of_block = marked.entry(address.config()).or_default();
            for (argument, marks) in marks {
                let store = (marks == Value::Bool(true)).then(|| shapes.store(change.type_name(), &argument, is));
                let known = of_block.entry(argument).or_default();
                known.store = known.store.or(store.flatten());
                known.add(marks);
            }
        }
        Self(marked)
    }

    /// What marks tell of the constants of a block.
    pub(super) fn of_block<'m, 'b, 'a>(&'m self, block: &'b LiteralBlock<'a>) -> MarkedBlock<'m, 'b, 'a> {
        MarkedBlock {
            marked: self.0.get(&block.address),
            block,
            names: OnceCell::new(),
        }
    }
}

/// What marks tell of the constants of one block.
pub(super) struct MarkedBlock<'m, 'b, 'a> {
    marked: Option<&'m BTreeMap<String, Mark>>,
    block: &'b LiteralBlock<'a>,
    /// What values are called that stand beside their names.
    names: OnceCell<BTreeMap<Beside, String>>,
}

impl MarkedBlock<'_, '_, '_> {
    /// What the mark tells that a constant is. Where the name says it too, or the type keeps nothing else, any text is a
    /// secret that is not nothing: the weaker a password is, the sooner it is guessed.
    pub(super) fn secret(&self, literal: &Literal<'_>) -> Option<&'static str> {
        let [Step::Key(argument), below @ ..] = literal.path.as_slice() else {
            return None;
        };
        let mark = self.marked?.get(argument.as_str())?;
        if let Some(store) = mark.store {
            return kept::secret(store, self.block, literal, true);
        }
        let shapes = SecretShapes::builtin();
        let name = literal.name();
        let naming = shapes.naming_of_argument(name);
        let is_weak = || literal.ask(|text| shapes.is_weak_secret(text));
        let is_secret = if below.is_empty() {
            match naming {
                _ if !mark.whole => false,
                Naming::Other if is_of_anything(name) || shapes.is_about_secrets(name) => false,
                Naming::Other => {
                    literal.ask(|text| shapes.is_secret(Naming::Perhaps, text) && !is_told_otherwise(text))
                }
                _ => is_weak(),
            }
        } else if mark.whole && (literal.is_in_block() || is_of_anything(argument)) {
            // Of a block as a whole nobody knows which member made it so: there the names decide, and of a value that
            // of the block.
            let is_value = shapes.is_value_of_pair(name) && shapes.naming(argument) != Naming::Other;
            naming == Naming::Secret && is_weak() || is_value && self.is_secret_member(literal)
        } else {
            // Of a map that is marked as a whole, hosts and options are settings as well.
            let is_told = || !mark.whole || naming != Naming::Other || literal.ask(|text| shapes.token(text).is_some());
            mark.reaches(below) && self.is_secret_member(literal) && is_told()
        };
        is_secret.then_some(STANDS_FOR_ONE)
    }

    /// Whether a constant below the top is a secret where a mark says that it may be one.
    fn is_secret_member(&self, literal: &Literal<'_>) -> bool {
        let shapes = SecretShapes::builtin();
        if !shapes.is_value_of_pair(literal.name()) {
            return is_secret_member(literal, literal.name());
        }
        let names = self.names.get_or_init(|| {
            let names = self
                .block
                .literals
                .iter()
                .filter(|literal| shapes.is_name_of_pair(literal.name()));
            order::map(names.filter_map(|name| Some((beside(name)?, name.ask(str::to_owned)))))
        });
        let name = beside(literal).and_then(|beside| names.get(&beside));
        is_secret_member(literal, name.map_or("", String::as_str))
    }
}

/// Whether a constant is a secret that stands under such a name in something that is marked sensitive.
pub(super) fn is_secret_member(literal: &Literal<'_>, name: &str) -> bool {
    let shapes = SecretShapes::builtin();
    !is_of_anything(name) && literal.ask(|text| shapes.keeps_as_member(name, text, true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_reach_what_is_below_them() {
        let key = |name: &'static str| Step::Key(name.into());
        for (marks, path, expected, why) in [
            ("true", vec![key("a")], true, "the whole"),
            (r#"{"a":true}"#, vec![key("a")], true, "a member"),
            (r#"{"a":true}"#, vec![key("b")], false, "another one"),
            (r#"{"a":true}"#, vec![key("a"), key("b")], true, "below a member"),
            (r#"{"a":{"b":true}}"#, vec![key("a")], false, "only a part of it"),
            (r"[false,true]", vec![Step::Index(1)], true, "an element"),
            (r"[false,true]", vec![Step::Index(0)], false, "another element"),
            (r#"[{"v":true}]"#, vec![Step::Index(0), key("v")], true, "in a block"),
            (
                r#"[{"v":true}]"#,
                vec![Step::Index(1), key("v")],
                false,
                "in another block",
            ),
            ("{}", vec![key("a")], false, "nothing"),
        ] {
            let mut mark = Mark::default();
            mark.add(serde_json::from_str(marks).unwrap());
            assert_eq!(mark.reaches(&path), expected, "{why}");
        }
    }
}
