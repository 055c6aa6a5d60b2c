//! A comparison of two documents, for people.

pub mod json;

use std::io::{self, Write};

use super::escape::line;
use crate::report::{Comparison, Redacted};

/// Writes a line for each thing that is not alike, and the sums.
///
/// # Errors
///
/// Those of the writer.
pub fn write(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    for entry in &comparison.added {
        writeln!(out, "+ {}  {}", line(&entry.about), line(&entry.does))?;
    }
    for entry in &comparison.gone {
        writeln!(out, "- {}  {}", line(&entry.about), line(&entry.does))?;
    }
    for entry in &comparison.changed {
        let [old, new] = entry.does.each_ref().map(|does| line(does));
        if old == new {
            writeln!(out, "~ {}  {new}", line(&entry.about))?;
        } else {
            writeln!(out, "~ {}  {old}, now {new}", line(&entry.about))?;
        }
        for (name, [one, two]) in &entry.values {
            let said = |side: &Option<Redacted>| {
                side.as_ref()
                    .map_or("as it is".to_owned(), |value| line(value).into_owned())
            };
            let (one, two) = (said(one), said(two));
            let two = if one == two {
                "something else that is not shown".to_owned()
            } else {
                two
            };
            writeln!(out, "    {}: {one}, now {two}", line(name))?;
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

fn count(same: usize) -> String {
    match same {
        1 => "1 thing is".to_owned(),
        same => format!("{same} things are"),
    }
}
