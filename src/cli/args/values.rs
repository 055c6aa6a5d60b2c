//! Values that several options take: how they are read, and what is said of those that are none.

use miette::Diagnostic;

use crate::facts::Fate;
use crate::lint::Pattern;
use crate::lint::settings::check_type_name;

/// A day; the error says how one is written.
pub(super) fn date(text: &str) -> Result<jiff::civil::Date, String> {
    let date = text.trim().parse();
    date.map_err(|_| "a day is written as year, month and day: 2027-01-31".to_owned())
}

/// A resource type, written whole.
pub(super) fn type_name(text: &str) -> Result<String, String> {
    let text = text.trim();
    check_type_name(text).map(|()| text.to_owned())
}

/// Reads a pattern; the error says what to write instead.
pub(super) fn pattern(text: &str) -> Result<Pattern, String> {
    Pattern::parse(text).map_err(|error| match error.help() {
        Some(help) => format!("{error}; {help}"),
        None => error.to_string(),
    })
}

/// The words for what becomes of a resource, each once.
pub(super) fn kinds() -> Vec<&'static str> {
    let mut words: Vec<_> = Fate::ALL.into_iter().map(Fate::word).collect();
    words.dedup();
    words
}
