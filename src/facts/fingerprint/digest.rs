//! Short texts that stand for many texts, and tell none of them.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// A digest of texts, each behind its length, so that no two lists of them look alike.
#[derive(Default)]
pub(crate) struct TextsDigest(Sha256);

impl TextsDigest {
    /// One more text.
    pub(crate) fn add(&mut self, text: impl AsRef<[u8]>) {
        let text = text.as_ref();
        self.0.update((text.len() as u64).to_le_bytes());
        self.0.update(text);
    }

    /// Half of a SHA-256, in hexadecimal digits.
    pub(crate) fn finish(self) -> String {
        half_in_hex(&self.0.finalize())
    }
}

/// The first half in hexadecimal digits, which is enough to tell things apart and short enough to be copied.
pub(super) fn half_in_hex(digest: &[u8]) -> String {
    digest.iter().take(16).fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
