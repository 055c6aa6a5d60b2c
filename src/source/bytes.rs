//! The bytes of an input, and the text that they are, in one piece of memory.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::str::Utf8Error;

use memmap2::MmapMut;
use yoke::Yoke;

/// Fewer bytes are not worth pages of their own.
const LARGE: usize = 2 << 20;

/// Of more bytes those behind lie on small pages: a system may not have as many large ones at hand, and a virtual machine
/// may have to ask its host for each, which takes longer than they save.
#[cfg(target_os = "linux")]
const MOST: usize = 256 << 20;

/// The bytes of an input. A [`Vec`] becomes one at no cost.
pub struct Bytes(Memory);

enum Memory {
    Heap(Vec<u8>),
    /// Memory of the system alone, which no file stands behind.
    Pages(MmapMut),
}

impl Bytes {
    /// So many bytes of zero, to be read into.
    ///
    /// Many megabytes lie on pages as large as the system has: to put 66 MB into pages of 4 KiB takes it longer than to
    /// copy them.
    #[must_use]
    pub(crate) fn zeroed(length: usize) -> Self {
        let pages = (length >= LARGE).then(|| pages(length)).flatten();
        Self(pages.map_or_else(|| Memory::Heap(vec![0; length]), Memory::Pages))
    }
}

/// Nothing where the system has no large pages to ask for, or no memory but the heap's.
#[cfg(target_os = "linux")]
fn pages(length: usize) -> Option<MmapMut> {
    let pages = MmapMut::map_anon(length).ok()?;
    // A system without them gives small ones.
    pages.advise_range(memmap2::Advice::HugePage, 0, length.min(MOST)).ok();
    Some(pages)
}

#[cfg(not(target_os = "linux"))]
fn pages(_: usize) -> Option<MmapMut> {
    None
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Memory::Heap(bytes))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            Memory::Heap(bytes) => bytes,
            Memory::Pages(bytes) => bytes,
        }
    }
}

impl DerefMut for Bytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        match &mut self.0 {
            Memory::Heap(bytes) => bytes,
            Memory::Pages(bytes) => bytes,
        }
    }
}

impl Clone for Bytes {
    fn clone(&self) -> Self {
        self.to_vec().into()
    }
}

impl PartialEq for Bytes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Bytes {}

/// Only the length: they may be a plan's.
impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bytes({})", self.len())
    }
}

/// A text in the memory of the bytes that it was made of.
pub(super) enum Text {
    Heap(String),
    /// Looked at once, when it was made.
    Pages(Yoke<&'static str, MmapMut>),
}

impl Text {
    /// The bytes from `start` on as a text, without a copy of many.
    ///
    /// # Errors
    ///
    /// Bytes that are not UTF-8; places are counted from `start`.
    pub(super) fn of(bytes: Bytes, start: usize) -> Result<Self, Utf8Error> {
        match bytes.0 {
            Memory::Heap(mut bytes) => {
                bytes.drain(..start.min(bytes.len()));
                let text = String::from_utf8(bytes);
                text.map(Self::Heap).map_err(|error| error.utf8_error())
            }
            Memory::Pages(bytes) => {
                // Told twice as fast, but not where it is wrong.
                let text = Yoke::try_attach_to_cart(bytes, |bytes| {
                    let bytes = bytes.get(start..).unwrap_or_default();
                    simdutf8::basic::from_utf8(bytes).or_else(|_| str::from_utf8(bytes))
                });
                text.map(Self::Pages)
            }
        }
    }

    pub(super) fn as_str(&self) -> &str {
        match self {
            Self::Heap(text) => text,
            Self::Pages(text) => text.get(),
        }
    }
}

impl Clone for Text {
    fn clone(&self) -> Self {
        Self::Heap(self.as_str().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same bytes in either memory.
    fn both(bytes: &[u8]) -> [Bytes; 2] {
        let mut pages = MmapMut::map_anon(bytes.len()).unwrap();
        pages.copy_from_slice(bytes);
        [bytes.to_vec().into(), Bytes(Memory::Pages(pages))]
    }

    #[test]
    fn a_text_is_the_same_in_either_memory() {
        for bytes in both("\u{feff}{\"ä\":1}".as_bytes()) {
            let text = Text::of(bytes, 3).unwrap();
            assert_eq!(text.as_str(), "{\"ä\":1}");
            assert_eq!(text.clone().as_str(), text.as_str());
        }
        for bytes in both(b"abc") {
            assert_eq!(Text::of(bytes, 9).unwrap().as_str(), "", "behind the end is nothing");
        }
        for bytes in both(b"abcde\xff") {
            assert_eq!(Text::of(bytes, 3).err().map(|error| error.valid_up_to()), Some(2));
        }
    }

    #[test]
    fn few_and_many_bytes_begin_as_zeros() {
        for length in [0, 1, LARGE - 1, LARGE, LARGE + 1] {
            let mut bytes = Bytes::zeroed(length);
            assert!(bytes.len() == length && bytes.iter().all(|&byte| byte == 0), "{length}");
            if let Some(last) = bytes.last_mut() {
                *last = b'x';
            }
            assert_eq!(bytes.last(), (length > 0).then_some(&b'x'));
        }
    }

    #[test]
    fn debug_does_not_show_the_bytes() {
        assert_eq!(format!("{:?}", Bytes::from(b"hunter2".to_vec())), "Bytes(7)");
    }
}
