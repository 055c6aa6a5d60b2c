//! Decoding into typed models: a value that nobody reads yet is passed over by blocks, and none that could not be read.
//!
//! What it takes is what `serde_json` takes and [`Document::read`](super::Document::read) reads, and it fills the same
//! models from it.

mod ahead;
mod error;
mod failure;
mod reader;

use std::collections::BTreeSet;
use std::sync::Arc;

use rayon::prelude::*;
use serde::de::Deserialize;

use super::Pointer;

use ahead::{Ahead, Cursor};
pub(crate) use reader::Noted;
use reader::Part;

pub use error::{DecodeError, DecodeErrorKind};

/// Shorter texts, in bytes, are decoded before another thread has woken up.
const SHORTEST: usize = 1 << 20;

/// In shorter texts, in bytes, help comes too late.
const LONG: usize = 8 << 20;

/// The first value of a text.
#[derive(Debug, PartialEq)]
#[non_exhaustive]
pub struct Decoded<T> {
    /// The value.
    pub value: T,
    /// One past its last byte, from 0.
    pub end: usize,
    /// Whether a letter, digit or sign may be written as an escape somewhere in it.
    pub escaped_letter: bool,
}

/// Decodes a text that holds exactly one value, with JSON's white space around it.
///
/// # Errors
///
/// What the model does not take, or JSON does not allow; no error quotes the text.
pub fn decode<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, DecodeError> {
    let Decoded { value, end, .. } = decode_first(text)?;
    let rest = text[end..].trim_start_matches([' ', '\n', '\r', '\t']);
    if rest.is_empty() {
        return Ok(value);
    }
    Err(DecodeError {
        kind: DecodeErrorKind::TrailingText,
        pointer: Pointer::root(),
        offset: text.len() - rest.len(),
    })
}

/// Decodes the first value of a text that may go on behind it.
///
/// # Errors
///
/// What the model does not take, or JSON does not allow; no error quotes the text.
pub fn decode_first<'a, T: Deserialize<'a>>(text: &'a str) -> Result<Decoded<T>, DecodeError> {
    reader::value(text, None).map_err(|failure| failure.tell(text))
}

/// What the type of the document in a text reads of it, and the values of all members that it ignores, at any depth:
/// what a later version of the format added, or somebody else.
///
/// # Errors
///
/// Those of [`decode_first`].
pub(crate) fn noted<'a, T: Deserialize<'a>>(text: &'a str) -> Result<Noted<'a>, DecodeError> {
    reader::noted::<T>(text).map_err(|failure| failure.tell(text))
}

/// Decodes the first value of a text, while other threads pass over values that stand under the name in the rest of it,
/// where it is long.
///
/// # Errors
///
/// Those of [`decode_first`].
pub(crate) fn decode_with_help<'a, T: Deserialize<'a> + Send>(
    text: &'a str,
    name: &str,
) -> Result<Decoded<T>, DecodeError> {
    let others = rayon::current_num_threads().saturating_sub(1);
    if text.len() < LONG || others == 0 {
        return decode_first(text);
    }
    let ahead = Ahead::new(text);
    let first = ahead.share(others);
    helped(text, ahead, name, first)
}

fn helped<'a, T>(text: &'a str, ahead: Ahead<'a>, name: &str, first: usize) -> Result<Decoded<T>, DecodeError>
where
    T: Deserialize<'a> + Send,
{
    let ahead = Arc::new(ahead);
    let read = || {
        let value = reader::value(text, Some(Cursor::new(Arc::clone(&ahead))));
        ahead.end();
        value
    };
    let (value, ()) = rayon::join(read, || ahead.look(name, first));
    value.map_err(|failure| failure.tell(text))
}

/// Decodes the object that a text begins with, cut before the members of the names in `cuts` where the text is long:
/// each part is decoded on a thread of its own as an object with fewer members, and `join` makes one value of two.
///
/// `T` must not require any member.
///
/// # Errors
///
/// Those of [`decode_first`].
pub fn decode_in_parts<'a, T>(text: &'a str, cuts: &[&str], join: impl Fn(T, T) -> T) -> Result<Decoded<T>, DecodeError>
where
    T: Deserialize<'a> + Send,
{
    if text.len() < SHORTEST {
        return decode_first(text);
    }
    // What is wrong may be the cut.
    in_parts(text, cuts, join).map_or_else(|| decode_first(text), Ok)
}

fn in_parts<'a, T>(text: &'a str, cuts: &[&str], join: impl Fn(T, T) -> T) -> Option<Decoded<T>>
where
    T: Deserialize<'a> + Send,
{
    let mut starts = vec![0];
    let mut at = 0;
    for name in cuts {
        if let Some(cut) = cut_before(text, name, at) {
            starts.push(cut);
            at = cut + 1;
        }
    }
    let stops = starts.iter().skip(1).copied().map(Some).chain([None]);
    let parts: Vec<_> = starts.iter().copied().zip(stops).collect();
    let parts: Vec<Option<Part<'a, T>>> = parts
        .into_par_iter()
        .map(|(start, stop)| Part::read(text, start, stop))
        .collect();
    // Which of two members counts, and whether two are allowed, is for the model to say.
    let mut names = BTreeSet::new();
    let mut whole: Option<Decoded<T>> = None;
    for part in parts {
        let Part { decoded, names: more } = part?;
        if !more.into_iter().all(|name| names.insert(name)) {
            return None;
        }
        whole = Some(match whole {
            None => decoded,
            Some(before) => Decoded {
                value: join(before.value, decoded.value),
                end: decoded.end,
                escaped_letter: before.escaped_letter | decoded.escaped_letter,
            },
        });
    }
    whole
}

/// Where the comma stands before the first member of that name behind byte `start`, if there is one; whether it belongs
/// to the object that the text is, is not known yet.
fn cut_before(text: &str, name: &str, start: usize) -> Option<usize> {
    let rest = text.get(start..)?;
    let quoted = format!("\"{name}\"");
    let found = find(rest.as_bytes(), quoted.as_bytes(), 1 << 20)?;
    let before = rest.get(..found)?.trim_end_matches([' ', '\n', '\r', '\t']);
    before.ends_with(',').then(|| start + before.len() - 1)
}

/// The first place of some bytes in many, sought by all threads in stretches of so many bytes.
fn find(bytes: &[u8], sought: &[u8], stretch: usize) -> Option<usize> {
    let starts = (0..bytes.len()).into_par_iter().step_by(stretch);
    starts.find_map_first(|start| {
        // What begins in a stretch may end in the next.
        let end = bytes.len().min(start + stretch + sought.len() - 1);
        memchr::memmem::find(bytes.get(start..end)?, sought).map(|found| start + found)
    })
}

#[cfg(test)]
mod error_tests;
#[cfg(test)]
mod tests;
