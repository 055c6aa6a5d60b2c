//! Texts that the program carries packed, as `build.rs` has written them.

use std::io::Read as _;

/// The text; empty where it cannot be unpacked, which tests rule out for all that are carried.
pub(super) fn text(packed: &[u8]) -> String {
    let mut text = String::new();
    let unpacked = flate2::read::DeflateDecoder::new(packed).read_to_string(&mut text);
    if unpacked.is_err() { String::new() } else { text }
}
