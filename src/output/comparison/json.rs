//! A comparison for programs, which rely on it: these types are a promise of their own.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;

use crate::output::json::{quiet, schema_of};
use crate::report::{ChangedEntry, Comparison, Entry, Redacted};

/// Version of the shape below: the minor grows with additions, the major with anything that breaks a reader.
const COMPARISON_VERSION: &str = "1.0";

/// What the second of two plans intends that the first did not, or what the second of two states has.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "planlint comparison")]
struct Document {
    /// Version of this shape.
    comparison_version: &'static str,
    /// What is compared.
    kind: Kind,
    /// Path of the first as given, or `<stdin>`.
    old: String,
    /// Path of the second as given, or `<stdin>`.
    new: String,
    /// Whether both say the same.
    same: bool,
    /// What the first plan lacks, in words: it ended with an error, or is not complete; null when it is whole.
    old_lacks: Option<&'static str>,
    /// What the second plan lacks, in words.
    new_lacks: Option<&'static str>,
    /// How many things both have alike.
    unchanged: usize,
    /// What only the second has, by address.
    added: Vec<Thing>,
    /// What only the first has, by address.
    removed: Vec<Thing>,
    /// What both have and not alike, by address.
    changed: Vec<Changed>,
}

/// What is compared.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// Two plans.
    Plan,
    /// Two states.
    State,
}

/// A resource, an output or an action.
#[derive(Debug, Serialize, JsonSchema)]
struct Thing {
    /// Its address; of a deposed object with the key in words, of an output `output.NAME`.
    address: String,
    /// What happens to it in the plan, in words; `exists` in a state.
    does: String,
}

/// One that both have.
#[derive(Debug, Serialize, JsonSchema)]
struct Changed {
    /// As above.
    address: String,
    /// What happens to it in the first.
    old_does: String,
    /// What happens to it in the second.
    new_does: String,
    /// The attributes that are not alike, by name.
    attributes: Vec<Attribute>,
    /// The attributes that the two do not mark sensitive alike, by name.
    marks: Vec<Mark>,
}

/// An attribute that the two do not mark sensitive alike.
#[derive(Debug, Serialize, JsonSchema)]
struct Mark {
    /// As above.
    name: String,
    /// What it is in the second, in words: `no longer sensitive`.
    becomes: &'static str,
}

/// An attribute, or an element of a map.
#[derive(Debug, Serialize, JsonSchema)]
struct Attribute {
    /// Its name; of an element with the name of the map in front.
    name: String,
    /// What the first says of it, in words; null when it does not speak of it.
    old: Option<String>,
    /// What the second says of it, in words; null when it does not speak of it.
    new: Option<String>,
    /// Whether the two differ in something that the words do not show: a sensitive value, or the inside of a long one.
    hidden: bool,
}

/// Writes the comparison of two documents with these names as one JSON document and a line feed.
///
/// # Errors
///
/// Those of the writer.
pub fn write(comparison: &Comparison, [old, new]: [&str; 2], out: &mut dyn Write) -> io::Result<()> {
    let document = Document {
        comparison_version: COMPARISON_VERSION,
        kind: if comparison.of_states { Kind::State } else { Kind::Plan },
        old: old.to_owned(),
        new: new.to_owned(),
        same: comparison.is_same(),
        old_lacks: comparison.lacks[0],
        new_lacks: comparison.lacks[1],
        unchanged: comparison.same,
        added: comparison.added.iter().map(thing).collect(),
        removed: comparison.gone.iter().map(thing).collect(),
        changed: comparison.changed.iter().map(changed).collect(),
    };
    quiet::pretty(&document, out)
}

/// The JSON schema of a comparison, pretty, with a line feed: what `schemas/comparison.v1.schema.json` holds.
///
/// # Errors
///
/// Only if the schema could not be written as JSON.
pub fn schema() -> serde_json::Result<String> {
    schema_of::<Document>("urn:planlint:comparison:v1")
}

fn thing(entry: &Entry) -> Thing {
    Thing {
        address: entry.about.to_string(),
        does: entry.does.to_string(),
    }
}

fn changed(entry: &ChangedEntry) -> Changed {
    let [old_does, new_does] = entry.does.each_ref().map(ToString::to_string);
    let attribute = |(name, sides): &(Redacted, [Option<Redacted>; 2])| {
        let [old, new] = sides.each_ref().map(|side| side.as_ref().map(ToString::to_string));
        Attribute {
            name: name.to_string(),
            hidden: old == new,
            old,
            new,
        }
    };
    let mark = |(name, words): &(Redacted, &'static str)| Mark {
        name: name.to_string(),
        becomes: words,
    };
    Changed {
        address: entry.about.to_string(),
        old_does,
        new_does,
        attributes: entry.values.iter().map(attribute).collect(),
        marks: entry.marks.iter().map(mark).collect(),
    }
}
