//! The one way from a plan's text to a reader's eyes.

use std::fmt;
use std::ops::Deref;

use aho_corasick::{AhoCorasick, MatchKind};

use crate::facts::Secrets;

/// What stands in the place of a secret.
pub const MASK: &str = "(sensitive value)";

/// A text that holds no secret of its document. Formats print nothing else.
///
/// It may still hold anything that an attacker put into an address or a message: formats escape it for their reader.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Redacted(Box<str>);

impl Redacted {
    /// Words of planlint itself.
    #[must_use]
    pub fn own(words: &str) -> Self {
        Self(words.into())
    }

    /// The lines of the text without white space around the whole; a part of it holds no secret either.
    #[must_use]
    pub fn trimmed_lines(&self) -> Vec<Self> {
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

/// Masks every secret of one document in any text.
pub struct Redactor {
    search: Option<AhoCorasick>,
    /// What the search could not be built for is masked whole.
    mask_all: bool,
}

impl Redactor {
    /// A redactor for the secrets of one document.
    #[must_use]
    pub fn new(secrets: &Secrets) -> Self {
        if secrets.is_empty() {
            return Self {
                search: None,
                mask_all: false,
            };
        }
        // Every match, also of secrets that overlap, so that no end of one is left standing.
        let search = AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .build(secrets.texts())
            .ok();
        Self {
            mask_all: search.is_none(),
            search,
        }
    }

    /// The text without secrets.
    #[must_use]
    pub fn text(&self, text: &str) -> Redacted {
        if self.mask_all {
            return Redacted::own(MASK);
        }
        let Some(search) = &self.search else {
            return Redacted(text.into());
        };
        let mut hidden: Vec<(usize, usize)> = search
            .find_overlapping_iter(text)
            .map(|found| (found.start(), found.end()))
            .collect();
        hidden.sort_unstable();
        let mut masked = String::with_capacity(text.len());
        let mut shown_to = 0;
        for (start, end) in hidden {
            if start >= shown_to {
                masked.push_str(&text[shown_to..start]);
                masked.push_str(MASK);
            }
            shown_to = shown_to.max(end);
        }
        masked.push_str(&text[shown_to..]);
        Redacted(masked.into())
    }

    /// The same for a text that may be missing.
    #[must_use]
    pub fn option<T: AsRef<str>>(&self, text: Option<T>) -> Option<Redacted> {
        text.map(|text| self.text(text.as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redactor(secrets: &[&str]) -> Redactor {
        Redactor {
            search: Some(AhoCorasick::new(secrets).unwrap()),
            mask_all: false,
        }
    }

    #[test]
    fn every_part_of_every_secret_is_masked() {
        let redactor = redactor(&["hunter2-long", "long-secret", "ümläute-geheim"]);
        for (text, wanted, why) in [
            ("nothing here", "nothing here", "no secret"),
            ("hunter2-long", MASK, "the secret itself"),
            ("a hunter2-long b", "a (sensitive value) b", "inside another text"),
            (
                "hunter2-long-secret!",
                "(sensitive value)!",
                "two that overlap leave no end",
            ),
            (
                "hunter2-longhunter2-long",
                "(sensitive value)(sensitive value)",
                "two side by side",
            ),
            (
                "\u{e9}ümläute-geheim\u{e9}",
                "\u{e9}(sensitive value)\u{e9}",
                "characters of several bytes",
            ),
        ] {
            assert_eq!(&*redactor.text(text), wanted, "{why}");
        }
    }

    #[test]
    fn without_secrets_every_text_stays() {
        let redactor = Redactor::new(&Secrets::default());
        assert_eq!(&*redactor.text("hunter2-long"), "hunter2-long");
    }
}
