//! A comparison of two documents, for people.

pub mod json;

use std::borrow::Cow;
use std::io::{self, Write};

use super::escape::line;
use super::{Style, notes};
use crate::facts::attribute_path::row_path;
use crate::facts::{Fate, UNTOLD_VALUES};
use crate::lint::AttributePatterns;
use crate::report::{ChangedEntry, Comparison, Redacted};

/// What is said of each object of a state, and of a tainted one with more words behind it.
const EXISTS: &str = "exists";

/// Writes a line for each thing that is not alike, and the sums. Of attributes that are ignored it says only how many
/// differ: what nobody wants to see makes two documents no more alike.
///
/// # Errors
///
/// Those of the writer.
pub fn write(
    comparison: &Comparison,
    ignored: &AttributePatterns,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let put = |fate: Fate, symbol: &str, about: &str, does: &str, out: &mut dyn Write| {
        writeln!(
            out,
            "{}  {}",
            style.fate(fate, &format!("{symbol} {}", line(about))),
            line(does)
        )
    };
    // Of two states it goes without saying that what each has exists.
    let one = |does: &Redacted, word: &str| match does.strip_prefix(EXISTS) {
        Some(rest) if comparison.of_states => format!("{word}{rest}"),
        _ => does.to_string(),
    };
    for entry in &comparison.added {
        put(Fate::Create, "+", &entry.about, &one(&entry.does, "is new"), out)?;
    }
    for entry in &comparison.gone {
        put(Fate::Delete, "-", &entry.about, &one(&entry.does, "is gone"), out)?;
    }
    for entry in &comparison.changed {
        let [old, new] = entry.does.each_ref();
        let does = match [old, new].map(|does| does.strip_prefix(EXISTS).filter(|_| comparison.of_states)) {
            [Some(old), Some(new)] if old == new => "differs".to_owned(),
            [Some(""), Some(_)] => "is tainted now".to_owned(),
            [Some(_), Some(_)] => "is not tainted any more".to_owned(),
            _ if old == new => new.to_string(),
            _ => format!("{old}, now {new}"),
        };
        put(Fate::Update, "~", &entry.about, &does, out)?;
        let (hidden, shown): (Vec<_>, Vec<_>) = entry
            .values
            .iter()
            .partition(|(name, _)| is_ignored(entry, name, ignored));
        let (hidden_marks, marks): (Vec<_>, Vec<_>) = entry
            .marks
            .iter()
            .partition(|(name, _)| is_ignored(entry, name, ignored));
        for (name, [one, two]) in shown {
            let said = |side: &Option<Redacted>, unsaid: &str| match side {
                Some(value) => line(value).into_owned(),
                // What stands in parentheses is no attribute.
                None if name.starts_with('(') => "nothing".to_owned(),
                None => unsaid.to_owned(),
            };
            let (one, two) = (said(one, entry.unsaid[0]), said(two, entry.unsaid[1]));
            let two = if one == two {
                "something else that is not shown".to_owned()
            } else {
                two
            };
            writeln!(out, "    {}: {one}, now {two}", line(&path(entry, name)))?;
        }
        for (name, words) in marks {
            writeln!(out, "    {}: {words}", line(&path(entry, name)))?;
        }
        if let Some(words) = notes::hidden(hidden.len() + hidden_marks.len()) {
            writeln!(out, "    {words}")?;
        }
    }
    for (which, lacks) in ["first", "second"].into_iter().zip(comparison.lacks) {
        if let Some(words) = lacks {
            writeln!(out, "The {which} plan {words}.")?;
        }
    }
    if comparison.is_same() {
        return writeln!(out, "No difference: {} the same in both.", count(comparison.same));
    }
    writeln!(
        out,
        "{} added, {} gone, {} changed, {} the same.",
        comparison.added.len(),
        comparison.gone.len(),
        comparison.changed.len(),
        comparison.same
    )
}

/// The name of a row, as settings take it where it is an attribute. What no object has may be a reference.
fn path<'n>(entry: &ChangedEntry, name: &'n str) -> Cow<'n, str> {
    let about = &*entry.about;
    let has_references = about.starts_with("provider.")
        || about.starts_with("ephemeral.")
        || about.contains(".ephemeral.")
        || about == UNTOLD_VALUES;
    if has_references {
        Cow::Borrowed(name)
    } else {
        row_path(name)
    }
}

/// Whether nobody wants to see a difference; an output has a value and no attributes.
fn is_ignored(entry: &ChangedEntry, name: &str, ignored: &AttributePatterns) -> bool {
    !entry.about.starts_with("output.") && ignored.matches_name(name)
}

fn count(same: usize) -> String {
    match same {
        1 => "1 thing is".to_owned(),
        same => format!("{same} things are"),
    }
}
