//! `planlint diff` and `planlint fingerprint`: whether two documents say the same.

use std::path::Path;

use super::args::{DiffArgs, DiffFormat, FingerprintArgs};
use super::exit::{Ended, Exit};
use super::failed::{DIFF, FINGERPRINT, refuse};
use super::files::{self, Source};
use super::key;
use super::print::{print, print_by};
use super::settings;
use super::terminal::{self, AlreadySaid, say, say_failure};
use crate::facts::Secrets;
use crate::input::{self, Body, Document, InputError, Limits, Reader, Want};
use crate::lint::{facts_of, secrets_of};
use crate::output::comparison;
use crate::output::escape::line;
use crate::report::{Comparison, document_name};
use crate::source::SourceFile;

/// The first placeholder of `planlint redact`, which every copy has that hides anything.
const PLACEHOLDER: &str = "(sensitive value 1)";

/// Tells what the second document says that the first does not: exit status 0 for nothing, 1 when they differ.
pub(super) fn diff(arguments: &DiffArgs) -> Ended {
    let settings = settings::of_files(&arguments.settings)?;
    let comparison = compare(&arguments.old, &arguments.new, settings.limits)?;
    let style = terminal::printed(&arguments.color);
    print_by(|out| match arguments.format {
        DiffFormat::Text => comparison::write(&comparison, &settings.ignored, &style, out),
        DiffFormat::Json => {
            let names = [&arguments.old, &arguments.new].map(|path| Source::named(path).name());
            comparison::json::write(&comparison, names.each_ref().map(String::as_str), out)
        }
    })?;
    Ok(if comparison.is_same() {
        Exit::Passed
    } else {
        Exit::Failed
    })
}

/// Writes the fingerprint of each document, with its name when there are several.
pub(super) fn fingerprint(arguments: &FingerprintArgs) -> Ended {
    let sources = files::asked_for(&arguments.files, Want::Any, "planlint fingerprint FILE")?;
    let settings = settings::of_files(&arguments.settings)?;
    let key = key::of(arguments.key.key_file.as_deref())?;
    let several = sources.len() > 1;
    let mut printed = String::new();
    let read = files::take_each(sources, settings.limits, FINGERPRINT, |_, text| {
        let documents = documents_in(&text)?;
        let secrets = secrets_of(&documents);
        let name = line(text.name());
        for (index, document) in documents.iter().enumerate() {
            let facts = facts_of(&document.body, None, &secrets)?;
            let fingerprint = facts.fingerprint(key.as_ref());
            let fingerprint = fingerprint.map_err(|error| InputError::BadValue { error })?;
            let of = if several || documents.len() > 1 {
                format!("  {}", document_name(&name, index, documents.len()))
            } else {
                String::new()
            };
            printed.extend([&*fingerprint, &*of, "\n"]);
        }
        Ok(())
    });
    print(printed.as_bytes()).and(read)?;
    Ok(Exit::Passed)
}

fn compare(old: &Path, new: &Path, limits: Limits) -> Result<Comparison, AlreadySaid> {
    if old.as_os_str() == "-" && new.as_os_str() == "-" {
        return Err(say_failure(
            None,
            "only one of the two can come from standard input",
            Some("write the other one to a file: planlint diff OLD -"),
        ));
    }
    let (old, new) = (
        read(DIFF, &Source::named(old), limits)?,
        read(DIFF, &Source::named(new), limits)?,
    );
    let (olds, news) = (documents(DIFF, &old)?, documents(DIFF, &new)?);
    let ([first], [second]) = (olds.as_slice(), news.as_slice()) else {
        return Err(say_failure(
            None,
            "only one document can be compared with another, and here are several",
            Some("write each to a file of its own"),
        ));
    };
    let is_raw = [first, second].map(|document| matches!(document.body, Body::StateFile(_)));
    let first = facts_of(&first.body, None, &Secrets::default()).map_err(|error| refuse(old.name(), error, DIFF))?;
    let second = facts_of(&second.body, None, &Secrets::default()).map_err(|error| refuse(new.name(), error, DIFF))?;
    if first.plan().is_some() != second.plan().is_some() {
        return Err(say_failure(
            None,
            "a plan and a state cannot be compared",
            Some("name two plans, or two states"),
        ));
    }
    if is_raw[0] != is_raw[1] {
        // Values without a fixed type are wrapped in raw states, and nothing in them says where.
        return Err(say_failure(
            None,
            "a raw state and what `show -json` prints write the same values in two ways, and cannot be compared",
            Some("name two of a kind: tofu show -json terraform.tfstate > state.json"),
        ));
    }
    if [&old, &new].iter().all(|source| source.text().contains(PLACEHOLDER)) {
        say(
            "note: both are copies that `planlint redact` has made, and each numbers its secrets by itself: a difference in a secret alone does not show",
        );
    }
    Comparison::of(&first, &second).map_err(|error| refuse(new.name(), InputError::BadValue { error }, DIFF))
}

fn read(reader: Reader, source: &Source, limits: Limits) -> Result<SourceFile, AlreadySaid> {
    let text = source.read(limits);
    text.map_err(|error| refuse(&source.name(), error, reader))
}

fn documents(reader: Reader, text: &SourceFile) -> Result<Vec<Document<'_>>, AlreadySaid> {
    documents_in(text).map_err(|error| refuse(text.name(), error, reader))
}

fn documents_in(text: &SourceFile) -> Result<Vec<Document<'_>>, InputError> {
    input::read(text, Want::Any).and_then(|contents| contents.documents.into_iter().collect())
}
