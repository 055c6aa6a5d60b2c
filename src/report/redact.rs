//! The one way from a plan's text to a reader's eyes.

use std::fmt;
use std::ops::Deref;

use aho_corasick::automaton::Automaton;
use aho_corasick::nfa::contiguous::NFA;
use aho_corasick::{AhoCorasick, Anchored, BuildError, MatchError};

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
    search: Option<Search>,
    /// What the search could not be built for is masked whole.
    mask_all: bool,
}

/// Looks for many secrets at once.
struct Search {
    /// Tells quickly that a text holds none, as most do.
    any: AhoCorasick,
    /// Tells at every byte which secrets end there.
    all: NFA,
}

impl Search {
    fn new<'s>(secrets: impl Iterator<Item = &'s str> + Clone) -> Result<Self, BuildError> {
        Ok(Self {
            any: AhoCorasick::new(secrets.clone())?,
            all: NFA::new(secrets)?,
        })
    }

    /// The parts of a text that are secret, in order and none inside another; two may overlap. One walk, however many
    /// secrets are parts of each other: of those that end at one byte only the longest counts, which is the first.
    fn parts(&self, text: &str) -> Result<Vec<(usize, usize)>, MatchError> {
        let mut parts: Vec<(usize, usize)> = Vec::new();
        let mut state = self.all.start_state(Anchored::No)?;
        for (at, &byte) in text.as_bytes().iter().enumerate() {
            state = self.all.next_state(Anchored::No, state, byte);
            if self.all.is_match(state) {
                let end = at + 1;
                let start = end - self.all.pattern_len(self.all.match_pattern(state, 0));
                while parts.last().is_some_and(|(before, _)| *before >= start) {
                    parts.pop();
                }
                parts.push((start, end));
            }
        }
        Ok(parts)
    }
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
        let search = Search::new(secrets.texts()).ok();
        Self {
            mask_all: search.is_none(),
            search,
        }
    }

    /// The text without secrets.
    #[must_use]
    pub fn text(&self, text: &str) -> Redacted {
        let Some(hidden) = self.secret_parts(text) else {
            return Redacted(text.into());
        };
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

    /// The parts of a text that are secret, as bytes from 0, in order; two may overlap. `None` when there are none.
    pub(super) fn secret_parts(&self, text: &str) -> Option<Vec<(usize, usize)>> {
        let whole = || vec![(0, text.len())];
        if self.mask_all {
            return Some(whole());
        }
        let search = self.search.as_ref().filter(|search| search.any.is_match(text))?;
        Some(search.parts(text).unwrap_or_else(|_| whole()))
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

    fn redactor(secrets: &[&str]) -> Redactor {
        Redactor {
            search: Some(Search::new(secrets.iter().copied()).unwrap()),
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
    fn secrets_inside_each_other_are_masked_whole() {
        let secrets: Vec<String> = (8..200).map(|length| "ab".repeat(length)).collect();
        let secrets: Vec<&str> = secrets.iter().map(String::as_str).rev().collect();
        let redactor = redactor(&secrets);
        for (text, wanted, why) in [
            (format!("<{}>", "ab".repeat(8)), format!("<{MASK}>"), "the shortest"),
            (
                format!("<{}>", "ab".repeat(150)),
                format!("<{MASK}>"),
                "one that holds others",
            ),
            (
                format!("<{}>", "ab".repeat(5000)),
                format!("<{MASK}>"),
                "longer than all, and every part is one",
            ),
            (
                format!("<{}c{}>", "ab".repeat(20), "ab".repeat(30)),
                format!("<{MASK}c{MASK}>"),
                "two of them",
            ),
        ] {
            assert_eq!(*redactor.text(&text), wanted, "{why}");
        }
    }

    #[test]
    fn without_secrets_every_text_stays() {
        let redactor = Redactor::new(&Secrets::default());
        assert_eq!(&*redactor.text("hunter2-long"), "hunter2-long");
    }
}
