//! JSON that remembers where everything stood: documents with spans, exact numbers, pointers, decoding.
//!
//! Three readers, each for its own need:
//!
//! - [`decode()`] fills the typed models, and says in plain words, without quoting, what went wrong;
//! - [`Document`] reads one value into a flat list of nodes that keep their place, their order and their repeated keys;
//! - `scan` finds single values in texts of many megabytes without reading the rest.
//!
//! Nothing here prints the text it has read: plans and states are full of secrets.

mod blocks;
mod decode;
mod document;
// What `fuzz/` holds against a plainer search.
#[doc(hidden)]
pub mod keys;
mod number;
mod pointer;
mod read;
// The parts of the reader that the rooms above call one by one.
#[doc(hidden)]
pub mod scan;
mod skip;
pub(crate) mod string;

pub(crate) use self::decode::decode_with_help;
pub use self::decode::{DecodeError, DecodeErrorKind, decode};
#[doc(hidden)]
pub use self::decode::{Decoded, decode_first, decode_in_parts};
pub(crate) use self::decode::{Noted, noted};
pub use self::document::{Document, Entry, Kind, Node};
pub use self::number::Number;
pub use self::pointer::{Pointer, PointerError};
pub use self::read::{MAX_DEPTH, ReadError, ReadErrorKind};

#[cfg(test)]
mod fidelity;
