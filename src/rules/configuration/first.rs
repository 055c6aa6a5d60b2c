//! Where what is declared a second time is declared first.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::Reading;
use crate::source::{SourceFile, Span};
use crate::tfjson::Problem;

/// The first declarations of what a module declares more than once, by their names.
pub(super) struct Firsts(BTreeMap<String, First>);

struct First {
    file: usize,
    span: Span,
    /// File, line and column.
    place: String,
}

impl Firsts {
    pub(super) fn of(reading: &Reading<'_, '_, '_>) -> Self {
        let mut all = BTreeMap::new();
        for declaration in &reading.module.declarations {
            if declaration.overrides || declaration.kind.is_single() {
                continue;
            }
            match all.entry(declaration.to_string()) {
                Entry::Vacant(entry) => {
                    entry.insert((declaration, false));
                }
                Entry::Occupied(mut entry) => entry.get_mut().1 = true,
            }
        }
        let mut by_file: BTreeMap<usize, Vec<(String, Span)>> = BTreeMap::new();
        for (name, (first, is_again)) in all {
            if is_again {
                by_file.entry(first.file).or_default().push((name, first.span));
            }
        }
        let mut firsts = BTreeMap::new();
        for (file, names) in by_file {
            let Some(known) = reading.directory.files.get(file) else {
                continue;
            };
            let starts: Vec<usize> = names.iter().map(|(_, span)| span.start).collect();
            let text = SourceFile::new(known.name, known.text.as_deref().unwrap_or_default());
            for ((name, span), at) in names.into_iter().zip(text.locations(&starts)) {
                let place = format!("{}:{}:{}", known.name, at.line, at.column);
                firsts.insert(name, First { file, span, place });
            }
        }
        Self(firsts)
    }

    /// What to do about a second declaration of that name.
    pub(super) fn help(&self, problem: &Problem, what: &str) -> String {
        match self.0.get(what) {
            // Several in one list are named at one place.
            Some(first) if (first.file, first.span) == (problem.file, problem.span) => {
                "keep one element of the list, or give each a name of its own".to_owned()
            }
            Some(first) => format!(
                "the first stands at {}: keep one of the two, or give this one another name",
                first.place
            ),
            None => "keep one of the two".to_owned(),
        }
    }
}
