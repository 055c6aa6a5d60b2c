//! A value whose shape a provider or an author decides, kept as the text that stands in the document.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Unexpected};
use serde_json::value::RawValue;

use super::text::Text;

/// A JSON value as it is written, not yet read: any kind, nesting unbounded, numbers exact.
///
/// A field of type `Option<Raw>` is `None` when the key is absent; where the format makes a difference between absent
/// and `null` (§2.14), a `null` is `Some` and [`Raw::is_null`].
#[derive(Clone, Copy)]
pub struct Raw<'a>(&'a RawValue);

impl<'a> Raw<'a> {
    /// The value as written: valid JSON without white space around it, borrowed from the document.
    #[must_use]
    pub fn text(&self) -> &'a str {
        self.0.get()
    }

    /// Whether the value is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.text() == "null"
    }

    /// Whether the value is an object.
    #[must_use]
    pub fn is_object(&self) -> bool {
        self.text().starts_with('{')
    }

    /// The string that the value is; `None` for any other kind, and for escapes that are no character.
    #[must_use]
    pub(crate) fn as_string(&self) -> Option<Text<'a>> {
        let text = self.text();
        // Nearly all hold no escape, and are what stands between the quotes.
        match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(inside) if memchr::memchr(b'\\', inside.as_bytes()).is_none() => Some(Text::new(inside)),
            Some(_) => serde_json::from_str(text).ok(),
            None => None,
        }
    }
}

/// Only the length: a value may be a secret.
impl fmt::Debug for Raw<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Raw({} bytes)", self.text().len())
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Raw<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&'de RawValue>::deserialize(deserializer).map(Raw)
    }
}

/// For a field that is a text and may be a secret: kept as it is written, so that it can be found where it stands.
pub(super) fn text_as_written<'de: 'a, 'a, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Raw<'a>>, D::Error> {
    let raw = Option::<Raw<'a>>::deserialize(deserializer)?;
    let Some(other) = raw.filter(|raw| raw.as_string().is_none()) else {
        return Ok(raw);
    };
    let kind = match other.text().as_bytes().first() {
        // With an escape that is no character.
        Some(b'"') => return Err(D::Error::invalid_value(Unexpected::Other("string"), &"a text")),
        Some(b'{') => "map",
        Some(b'[') => "sequence",
        Some(b't' | b'f') => "boolean",
        _ => "number",
    };
    Err(D::Error::invalid_type(Unexpected::Other(kind), &"a text"))
}

/// The value that a text of JSON holds.
#[cfg(test)]
pub(crate) fn raw(text: &str) -> Raw<'_> {
    serde_json::from_str(text).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_is_written() {
        for (json, why) in [
            ("123456789012345678901234567890.10", "numbers of any length"),
            (r#"{"a": [1,  2]}"#, "white space inside"),
            ("null", "null"),
            (r#""\u003c""#, "escapes"),
        ] {
            let raw = raw(json);
            assert_eq!(raw.text(), json, "{why}");
            assert_eq!(raw.is_null(), json == "null", "{why}");
            assert_eq!(raw.is_object(), json.starts_with("{\"a\""), "{why}");
        }
    }

    #[test]
    fn debug_says_the_length_alone() {
        let raw = raw(r#""hunter2""#);
        assert_eq!(format!("{raw:?}"), "Raw(9 bytes)");
        assert_eq!(raw.as_string().unwrap(), "hunter2");
    }

    #[test]
    fn only_strings_are_strings() {
        for json in ["1", "null", "[]", "{}", r#""\ud800""#] {
            let raw = raw(json);
            assert_eq!(raw.as_string(), None, "{json}");
        }
    }
}
