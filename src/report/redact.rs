//! The one way from a plan's text to a reader's eyes.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::facts::{Copies, Secrets};
use crate::json::Pointer;

pub use crate::facts::attr::MASK;

/// A text that holds no secret of its document. Formats print nothing else.
///
/// It may still hold anything that an attacker put into an address or a message: formats escape it for their reader.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Redacted(Box<str>);

impl Redacted {
    /// Words of planlint itself.
    #[must_use]
    pub fn trusted(words: &str) -> Self {
        Self(words.into())
    }

    /// The lines of the text without white space around the whole; a part of it holds no secret either.
    #[must_use]
    pub(crate) fn trimmed_lines(&self) -> Vec<Self> {
        let text = self.trim();
        text.split('\n').map(|line| Self(line.into())).collect()
    }
}

impl Deref for Redacted {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Redacted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl fmt::Debug for Redacted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

/// Masks every secret of a document in any text.
pub struct Redactor {
    copies: Arc<Copies>,
}

impl Redactor {
    /// A redactor for the secrets of a document.
    #[must_use]
    pub fn new(secrets: &Secrets) -> Self {
        Self {
            copies: secrets.copies(),
        }
    }

    /// The text without secrets.
    #[must_use]
    pub fn text(&self, text: &str) -> Redacted {
        let masked = self.copies.replace(text, |_| MASK.to_owned());
        Redacted(masked.map_or_else(|| text.into(), String::into))
    }

    /// Masks secrets in what stands in a document as a number.
    #[must_use]
    pub fn number(&self, text: &str) -> Redacted {
        let masked = self.copies.replace_in_number(text, |_| MASK.to_owned());
        Redacted(masked.map_or_else(|| text.into(), String::into))
    }

    /// The place without secrets in its names, which may be written with escapes there.
    #[must_use]
    pub fn pointer(&self, pointer: &Pointer) -> Redacted {
        let open = pointer.segments().fold(Pointer::root(), |mut open, name| {
            open.push_key(&self.text(&name));
            open
        });
        self.text(open.as_str())
    }

    /// The text without secrets, for one that may be missing.
    #[must_use]
    pub fn option<T: AsRef<str>>(&self, text: Option<T>) -> Option<Redacted> {
        text.map(|text| self.text(text.as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Facts;
    use crate::tofu::Plan;

    #[test]
    fn without_secrets_every_text_stays() {
        let redactor = Redactor::new(&Secrets::default());
        assert_eq!(&*redactor.text("hunter2-long"), "hunter2-long");
    }

    #[test]
    fn a_place_names_no_secret_whatever_its_escapes() {
        let secret = "wJalrXUtn/K7MDENG~key";
        let plan = format!(
            r#"{{"format_version":"1.2","resource_changes":[{{"address":"a.b","mode":"managed","type":"a","name":"b",
                "change":{{"actions":["create"],"after":{{"x":"{secret}"}},"after_sensitive":{{"x":true}}}}}}]}}"#
        );
        let plan: Plan<'_> = serde_json::from_str(&plan).unwrap();
        let redactor = Redactor::new(Facts::of_plan(&plan, None).unwrap().secrets());
        for (pointer, shown) in [
            (Pointer::root().key("outputs").key(secret), "/outputs/(sensitive value)"),
            (Pointer::root().key("a/b").key("c~d"), "/a~1b/c~0d"),
            (Pointer::root(), ""),
        ] {
            assert_eq!(&*redactor.pointer(&pointer), shown);
        }
    }
}
