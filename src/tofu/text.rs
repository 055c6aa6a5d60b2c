//! A string of a document, borrowed from the bytes wherever it holds no escape.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// A JSON string: a piece of the document itself, or a copy when an escape had to be resolved.
///
/// serde borrows for a field of type `Cow<str>`, but copies inside `Option` and `Vec`; this type borrows everywhere.
/// The copies are few: addresses with instance keys (`\"`), and what Go escapes for HTML (`<`, `>`, `&`). Clones share
/// one: a name is a part of each path below it.
#[derive(Clone)]
pub struct Text<'a>(Piece<'a>);

#[derive(Clone)]
enum Piece<'a> {
    Borrowed(&'a str),
    Copied(Arc<str>),
}

impl<'a> Text<'a> {
    /// A text that borrows `text`.
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Self(Piece::Borrowed(text))
    }

    /// The string.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Piece::Borrowed(text) => text,
            Piece::Copied(text) => text,
        }
    }

    /// The piece of the document that is this string; `None` when it had escapes and so is a copy.
    #[must_use]
    pub(crate) const fn as_borrowed(&self) -> Option<&'a str> {
        match self.0 {
            Piece::Borrowed(text) => Some(text),
            Piece::Copied(_) => None,
        }
    }
}

impl Default for Text<'_> {
    fn default() -> Self {
        Self::new("")
    }
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Text<'_> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

/// Both compare and hash as the string does.
impl Borrow<str> for Text<'_> {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq for Text<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Text<'_> {}

impl PartialOrd for Text<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for Text<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Text<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Self::new(text)
    }
}

impl From<String> for Text<'_> {
    fn from(text: String) -> Self {
        Self(Piece::Copied(text.into()))
    }
}

/// Borrowed where it can be.
impl<'a> From<Cow<'a, str>> for Text<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        match text {
            Cow::Borrowed(text) => Self::new(text),
            Cow::Owned(text) => Self::from(text),
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }

            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Text::new(text))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Text(Piece::Copied(text.into())))
            }

            fn visit_string<E: Error>(self, text: String) -> Result<Self::Value, E> {
                Ok(Text::from(text))
            }
        }

        deserializer.deserialize_str(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borrows_unless_an_escape_forces_a_copy() {
        for (json, text, borrowed, why) in [
            (r#""module.a""#, "module.a", true, "nothing to resolve"),
            (r#""""#, "", true, "empty"),
            (r#""a[\"k\"]""#, "a[\"k\"]", false, "an instance key is quoted"),
            (r#""\u003e= 1.0""#, ">= 1.0", false, "Go escapes for HTML"),
        ] {
            let read: Text<'_> = serde_json::from_str(json).unwrap();
            assert_eq!(read, text, "{why}");
            assert_eq!(read.as_borrowed().is_some(), borrowed, "{why}");
        }
    }

    #[test]
    fn a_text_is_no_larger_than_a_string_and_its_clones_share_the_copy() {
        assert!(size_of::<Text<'_>>() <= size_of::<String>());
        let copy = Text::from("a".to_owned());
        assert_eq!(copy.clone().as_ptr(), copy.as_ptr());
        let (one, two) = (Text::new("a"), copy);
        assert!(one == two && one.cmp(&two).is_eq(), "a copy is the same text");
    }

    #[test]
    fn options_and_lists_borrow_too() {
        let list: Vec<Option<Text<'_>>> = serde_json::from_str(r#"["plain", null]"#).unwrap();
        assert_eq!(list[0].as_ref().and_then(Text::as_borrowed), Some("plain"));
        assert_eq!(list[1], None);
    }

    #[test]
    fn only_a_string_is_a_text() {
        for json in ["1", "true", "null", "[]", "{}"] {
            let error = serde_json::from_str::<Text<'_>>(json).unwrap_err().to_string();
            assert!(error.contains("expected a text"), "{json}: {error}");
        }
    }
}
