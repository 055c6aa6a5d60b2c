//! A string of a document, borrowed from the bytes wherever it holds no escape.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::ops::Deref;

use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// A JSON string: a piece of the document itself, or a copy when an escape had to be resolved.
///
/// serde borrows for a field of type `Cow<str>`, but copies inside `Option` and `Vec`; this type borrows everywhere.
/// The copies are few: addresses with instance keys (`\"`), and what Go escapes for HTML (`<`, `>`, `&`).
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text<'a>(Cow<'a, str>);

impl<'a> Text<'a> {
    /// A text that borrows `text`.
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Self(Cow::Borrowed(text))
    }

    /// The string.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The piece of the document that is this string; `None` when it had escapes and so is a copy.
    #[must_use]
    pub const fn as_borrowed(&self) -> Option<&'a str> {
        match self.0 {
            Cow::Borrowed(text) => Some(text),
            Cow::Owned(_) => None,
        }
    }
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Text<'_> {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// Both compare and hash as the string does.
impl Borrow<str> for Text<'_> {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        *self.0 == *other
    }
}

impl PartialEq<&str> for Text<'_> {
    fn eq(&self, other: &&str) -> bool {
        *self.0 == **other
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Self::new(text)
    }
}

impl From<String> for Text<'_> {
    fn from(text: String) -> Self {
        Self(Cow::Owned(text))
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
                Ok(Text::from(text.to_owned()))
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
