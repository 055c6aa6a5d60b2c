//! Tables and texts that `build.rs` embeds in the program, packed.
//!
//! Without a table its rules would find nothing, so that one that cannot be read is a defect which ends the run as not
//! judged.

use std::collections::BTreeMap;
use std::io::Read as _;

use aho_corasick::{AhoCorasick, AhoCorasickBuilder};
use serde::de::DeserializeOwned;

use crate::json;

/// The text that was packed.
#[expect(clippy::expect_used, reason = "a constant of the program, and no input")]
pub(super) fn text(packed: &[u8]) -> String {
    let mut text = String::new();
    let mut unpacked = flate2::read::DeflateDecoder::new(packed);
    unpacked
        .read_to_string(&mut text)
        .expect("a text that build.rs has packed");
    text
}

/// The table in a text of JSON.
#[expect(clippy::expect_used, reason = "a constant of the program, and no input")]
pub(super) fn table<T: DeserializeOwned>(text: &str) -> T {
    json::decode(text).expect("a table as its rules read it")
}

/// The entries in a text of JSON that has nothing but one list.
pub(super) fn list<T: DeserializeOwned>(text: &str) -> impl Iterator<Item = T> {
    table::<BTreeMap<String, Vec<T>>>(text).into_values().flatten()
}

/// The search for words of a table.
#[expect(clippy::expect_used, reason = "words of the program, and no input")]
pub(super) fn search<W: AsRef<[u8]>>(builder: &AhoCorasickBuilder, words: impl IntoIterator<Item = W>) -> AhoCorasick {
    builder
        .build(words)
        .expect("words of a table that build.rs has written")
}
