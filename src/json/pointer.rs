//! JSON pointers: the way from the top of a document to one value (RFC 6901).

use std::borrow::Cow;
use std::fmt;

/// The way to one value, as RFC 6901 writes it: `/resource_changes/0/change`, and nothing for the whole document.
///
/// The order is that of the written text; it is total, and has no other meaning.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer {
    written: String,
}

/// Why a text is no JSON pointer (RFC 6901 §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PointerError {
    /// It is not empty and does not begin with a slash.
    #[error("a JSON pointer begins with `/`")]
    NoSlash,
    /// A tilde that is followed by neither 0 nor 1.
    #[error("the `~` at byte {offset} of the JSON pointer must be `~0` or `~1`")]
    Tilde {
        /// Byte in the pointer's text, from 0.
        offset: usize,
    },
}

impl Pointer {
    /// The pointer to the whole document.
    #[must_use]
    pub const fn root() -> Self {
        Self { written: String::new() }
    }

    /// Reads a pointer as RFC 6901 writes it.
    ///
    /// # Errors
    ///
    /// A text that begins with no slash, and `~` before anything but 0 and 1.
    pub fn parse(text: &str) -> Result<Self, PointerError> {
        if !text.is_empty() && !text.starts_with('/') {
            return Err(PointerError::NoSlash);
        }
        let bad_tilde = memchr::memchr_iter(b'~', text.as_bytes())
            .find(|&offset| !matches!(text.as_bytes().get(offset + 1), Some(b'0' | b'1')));
        match bad_tilde {
            Some(offset) => Err(PointerError::Tilde { offset }),
            None => Ok(Self {
                written: text.to_owned(),
            }),
        }
    }

    /// The place for people: the pointer in backticks, or the words for the whole document.
    #[must_use]
    pub fn in_words(&self) -> String {
        if self.written.is_empty() {
            "the top of the document".to_owned()
        } else {
            format!("`{}`", self.written)
        }
    }

    /// One step down, into the member of an object.
    pub fn push_key(&mut self, key: &str) {
        self.written.push('/');
        for part in key.split_inclusive(['~', '/']) {
            match part.strip_suffix('~') {
                Some(before) => self.written.extend([before, "~0"]),
                None => match part.strip_suffix('/') {
                    Some(before) => self.written.extend([before, "~1"]),
                    None => self.written.push_str(part),
                },
            }
        }
    }

    /// One step down, into the item of a list, from 0.
    pub fn push_index(&mut self, index: usize) {
        let digits = index.to_string();
        // Pointers of this kind are kept by the thousand, and seldom grow further.
        self.written.reserve_exact(1 + digits.len());
        self.written.push('/');
        self.written.push_str(&digits);
    }

    /// This pointer, one step further down into the member of an object.
    #[must_use]
    pub fn key(mut self, key: &str) -> Self {
        self.push_key(key);
        self
    }

    /// This pointer, one step further down into the item of a list, from 0.
    #[must_use]
    pub fn index(mut self, index: usize) -> Self {
        self.push_index(index);
        self
    }

    /// This pointer followed by all steps of another, which counts from here.
    #[must_use]
    pub fn join(mut self, further: &Self) -> Self {
        self.written.push_str(&further.written);
        self
    }

    /// Whether it points to the whole document.
    #[must_use]
    pub const fn is_root(&self) -> bool {
        self.written.is_empty()
    }

    /// The pointer as RFC 6901 writes it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.written
    }

    /// The steps from the top down: keys as they are meant, indices as they are written.
    pub fn segments(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.written.split('/').skip(1).map(|segment| {
            if segment.contains('~') {
                Cow::Owned(segment.replace("~1", "/").replace("~0", "~"))
            } else {
                Cow::Borrowed(segment)
            }
        })
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn pointers_of_the_rfc() {
        // RFC 6901 §5.
        for (key, written) in [
            ("", "/"),
            ("foo", "/foo"),
            ("a/b", "/a~1b"),
            ("c%d", "/c%d"),
            ("k\"l", "/k\"l"),
            (" ", "/ "),
            ("m~n", "/m~0n"),
            ("~1", "/~01"),
        ] {
            let pointer = Pointer::root().key(key);
            assert_eq!(pointer.to_string(), written);
            assert_eq!(pointer.segments().collect::<Vec<_>>(), [key]);
        }
        assert_eq!(Pointer::root().key("foo").index(0).to_string(), "/foo/0");
        assert_eq!(Pointer::root().to_string(), "");
        assert_eq!(Pointer::root().segments().count(), 0);
    }

    #[test]
    fn what_is_no_pointer_is_refused() {
        for (text, error, why) in [
            ("a", PointerError::NoSlash, "no slash"),
            ("#/a", PointerError::NoSlash, "the fragment form is another syntax"),
            ("/a~", PointerError::Tilde { offset: 2 }, "a tilde at the end"),
            ("/~0/~2", PointerError::Tilde { offset: 4 }, "an unknown escape"),
        ] {
            assert_eq!(Pointer::parse(text), Err(error), "{why}");
        }
    }

    proptest! {
        #[test]
        fn segments_survive_writing_and_reading(keys in prop::collection::vec("[~/01a. é]{0,4}", 0..4)) {
            let mut pointer = Pointer::root();
            for key in &keys {
                pointer.push_key(key);
            }
            let read = Pointer::parse(pointer.as_str()).map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(&read, &pointer);
            prop_assert_eq!(read.segments().collect::<Vec<_>>(), keys);
        }
    }
}
