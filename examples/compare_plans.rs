//! Tells what a second plan intends that the first did not: `cargo run --example compare_plans -- old.json new.json`.

use std::error::Error;
use std::fs;
use std::io::{self, Write};

use planlint::facts::{Facts, Secrets};
use planlint::input::{self, Want};
use planlint::lint;
use planlint::report::Comparison;
use planlint::source::SourceFile;

fn main() -> Result<(), Box<dyn Error>> {
    let mut paths = std::env::args().skip(1);
    let mut next = || -> Result<SourceFile, Box<dyn Error>> {
        let path = paths.next().ok_or("which two plans?")?;
        Ok(input::text(&path, fs::read(&path)?)?)
    };
    compare(&next()?, &next()?, &mut io::stdout().lock())
}

/// Writes a line for each address of which the two do not say the same, and the two fingerprints.
pub(crate) fn compare(old: &SourceFile, new: &SourceFile, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let (old, new) = (input::read(old, Want::Plan)?, input::read(new, Want::Plan)?);
    let (old, new) = (facts_of(&old)?, facts_of(&new)?);
    let comparison = Comparison::of(&old, &new)?;
    for entry in &comparison.gone {
        writeln!(out, "- {} {}", entry.does, entry.about)?;
    }
    for entry in &comparison.added {
        writeln!(out, "+ {} {}", entry.does, entry.about)?;
    }
    for entry in &comparison.changed {
        let [before, after] = &entry.does;
        writeln!(out, "~ {before} -> {after} {}", entry.about)?;
    }
    writeln!(out, "{} alike", comparison.same)?;
    writeln!(out, "{} {}", old.fingerprint(None)?, new.fingerprint(None)?)?;
    Ok(())
}

/// What is true of the one plan in a text.
fn facts_of<'a>(contents: &'a input::Contents<'a>) -> Result<Facts<'a>, Box<dyn Error>> {
    match contents.documents.as_slice() {
        [Ok(document)] => Ok(lint::facts_of(&document.body, None, &Secrets::default())?),
        [Err(error)] => Err(error.to_string().into()),
        _ => Err("one plan is compared with one".into()),
    }
}
