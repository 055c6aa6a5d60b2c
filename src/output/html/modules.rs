//! The tree of modules with what changes in each and in all below it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use maud::{Markup, html};

use super::text;
use crate::facts::ChangeKind;
use crate::facts::address::{Key, ModulePath, ModuleStep};
use crate::report::ChangeRow;

/// Modules deeper than this are told by one name. It bounds the depth of the page and of our own calls.
const DEEPEST: usize = 16;

/// More modules than this in one are folded.
const OPEN_UP_TO: usize = 30;

/// A module instance, or a whole plan.
#[derive(Debug, Default)]
pub(super) struct Module {
    /// Numbers of this one and of the last below it, counted as the page lists them.
    numbers: (usize, usize),
    /// Number of the first change in it.
    first: Option<usize>,
    /// How many changes there are of each kind.
    counts: BTreeMap<ChangeKind, usize>,
    below: BTreeMap<ModuleStep<'static>, Module>,
}

impl Module {
    /// Counts a change here and on the way down to its own module.
    pub(super) fn add(&mut self, row: &ChangeRow, number: usize) {
        let mut at = self;
        at.count(row.fate.kind(), number);
        for step in path(row) {
            at = at.below.entry(step.into_owned()).or_default();
            at.count(row.fate.kind(), number);
        }
    }

    fn count(&mut self, kind: ChangeKind, number: usize) {
        self.first.get_or_insert(number);
        *self.counts.entry(kind).or_default() += 1;
    }

    /// Gives numbers from `next` on, and the one after the last.
    pub(super) fn enumerate(&mut self, next: usize) -> usize {
        let mut after = next + 1;
        for module in self.below.values_mut() {
            after = module.enumerate(after);
        }
        self.numbers = (next, after - 1);
        after
    }

    /// The number of the module that a change is in.
    pub(super) fn number(&self, row: &ChangeRow) -> usize {
        let mut at = self;
        for step in path(row) {
            match at.below.get(&step) {
                Some(below) => at = below,
                None => break,
            }
        }
        at.numbers.0
    }

    pub(super) fn has_modules(&self) -> bool {
        !self.below.is_empty()
    }

    /// The module as an entry of a list, with all below it.
    pub(super) fn entry(&self, name: &str) -> Markup {
        let line = html! {
            a href={ "#change-" (self.first.unwrap_or_default()) } data-from=(self.numbers.0) data-to=(self.numbers.1) {
                code { (text(name)) }
                " " span.counts { (self.words()) }
            }
        };
        html! {
            li {
                @if self.below.is_empty() {
                    (line)
                } @else {
                    details open[self.below.len() <= OPEN_UP_TO] {
                        summary { (line) }
                        ul { @for (step, module) in &self.below { (module.entry(&format!("{}{}", step.name, step.key))) } }
                    }
                }
            }
        }
    }

    fn words(&self) -> String {
        let words = self
            .counts
            .iter()
            .map(|(kind, count)| format!("{count} {}", kind.word()));
        words.collect::<Vec<_>>().join(", ")
    }
}

fn path(row: &ChangeRow) -> Vec<ModuleStep<'_>> {
    steps(row.module_address.as_deref().unwrap_or_default())
}

fn keyless(name: Cow<'_, str>) -> ModuleStep<'_> {
    ModuleStep { name, key: Key::None }
}

/// The steps to a module; an address that cannot be read is one step.
fn steps(address: &str) -> Vec<ModuleStep<'_>> {
    let mut steps = match ModulePath::parse(address) {
        Ok(path) => path.0,
        Err(_) => return vec![keyless(address.into())],
    };
    if steps.len() > DEEPEST {
        let rest = ModulePath(steps.split_off(DEEPEST));
        steps.push(keyless(rest.to_string().into()));
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_the_way_down_the_tree() {
        let deep = vec!["module.a[0]"; 40].join(".");
        for (address, length, last, why) in [
            ("", 0, "", "the root module"),
            ("module.a[\"x.module.y\"].module.b", 2, "b", "a key may hold dots"),
            ("module.a[\"x", 1, "module.a[\"x", "what cannot be read is one step"),
            (
                &deep,
                DEEPEST + 1,
                &*vec!["module.a[0]"; 40 - DEEPEST].join("."),
                "the rest of a deep one is one step",
            ),
        ] {
            let steps = steps(address);
            assert_eq!(steps.len(), length, "{why}");
            let name = steps.last().map(|step| format!("{}{}", step.name, step.key));
            assert_eq!(name.unwrap_or_default(), last, "{why}");
        }
    }
}
