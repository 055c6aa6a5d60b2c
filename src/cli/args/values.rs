//! Values that several options take: how they are read, and what is said of those that are none.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::facts::ChangeKind;
use crate::lint::Pattern;
use crate::lint::settings::check_type_name;
use crate::output::Selected;

/// A day; the error says how one is written.
pub(super) fn date(text: &str) -> Result<jiff::civil::Date, String> {
    let text = text.trim();
    text.parse().map_err(|_| {
        let is_number = |part: &str, digits| part.len() == digits && part.bytes().all(|letter| letter.is_ascii_digit());
        let parts: Vec<&str> = text.split('-').collect();
        match parts[..] {
            [year, month, day] if is_number(year, 4) && is_number(month, 2) && is_number(day, 2) => {
                "there is no such day; write for example 2027-01-31".to_owned()
            }
            _ => "a day is written as year, month and day: 2027-01-31".to_owned(),
        }
    })
}

/// How many at most; none at all would permit nothing.
pub(super) fn count(text: &str) -> Result<i64, String> {
    let count = text.trim().parse().ok().filter(|count| (1..=1_000_000).contains(count));
    count.ok_or_else(|| "write a whole number from 1 to 1000000".to_owned())
}

/// A file that is written; `-` is the name of none.
pub(super) fn file(written: OsString) -> Result<PathBuf, String> {
    match written.to_str() {
        Some("") => Err("the name of the file is empty".to_owned()),
        Some("-") => Err("`-` is no file\nA file called `-` is written as ./-".to_owned()),
        _ => Ok(written.into()),
    }
}

/// A resource type, written whole.
pub(super) fn type_name(text: &str) -> Result<String, String> {
    let text = text.trim();
    check_type_name(text).map(|()| text.to_owned())
}

/// Reads a pattern; the error says what to write instead.
pub(super) fn pattern(text: &str) -> Result<Pattern, String> {
    Pattern::parse(text).map_err(|error| format!("{error}; {}", error.advice(text)))
}

/// Reads a pattern of modules.
pub(super) fn module(text: &str) -> Result<Pattern, String> {
    let of_modules = Pattern::parse(text).ok().filter(Pattern::is_of_modules);
    of_modules.ok_or_else(|| {
        "a module is `module.NAME`, in any module `**.module.NAME`; for resources there is --address".to_owned()
    })
}

/// One of these by its word; `told` says how each is written, and what it means where its word does not.
pub(super) fn one_of<T>(all: &'static [T], told: fn(T) -> PossibleValue) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    PossibleValuesParser::new(all.iter().map(|one| told(*one))).try_map(move |word| {
        let one = all.iter().find(|one| told(**one).get_name() == word);
        one.copied().ok_or("there is no such word")
    })
}

/// What becomes of a resource.
pub(super) fn kind() -> impl TypedValueParser<Value = ChangeKind> {
    one_of(&ChangeKind::ALL, |kind| kind.word().into())
}

/// What `--only` selects.
pub(super) fn selected() -> impl TypedValueParser<Value = Selected> {
    PossibleValuesParser::new(Selected::all().map(Selected::word)).try_map(|word| {
        let selected = Selected::all().find(|selected| selected.word() == word);
        selected.ok_or("there is no such word")
    })
}
