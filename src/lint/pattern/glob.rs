//! A text with stars.

use memchr::memmem;

/// A text in which `*` stands for any text, also none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Glob {
    /// What stands before, between and behind the stars; a single piece is the whole text.
    pub(super) pieces: Vec<String>,
}

impl Glob {
    /// Reads a text without escapes.
    pub(crate) fn new(text: &str) -> Self {
        Self {
            pieces: text.split('*').map(str::to_owned).collect(),
        }
    }

    /// The only text that it means; `None` with a star.
    pub(super) fn literal(&self) -> Option<&str> {
        match &self.pieces[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    pub(crate) fn matches(&self, text: &str) -> bool {
        let [first, middle @ .., last] = &self.pieces[..] else {
            return self.pieces.first().is_some_and(|only| only == text);
        };
        let Some(mut rest) = text.strip_prefix(first.as_str()) else {
            return false;
        };
        // The leftmost place of each piece leaves the most for those behind it, so no other needs a try.
        for piece in middle {
            let place = memmem::find(rest.as_bytes(), piece.as_bytes());
            let Some(behind) = place.and_then(|place| rest.get(place + piece.len()..)) else {
                return false;
            };
            rest = behind;
        }
        rest.ends_with(last.as_str())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn stars_mean_what_trying_every_split_says(glob in "[ab*]{0,8}", text in "[ab]{0,8}") {
            fn naive(glob: &[u8], text: &[u8]) -> bool {
                match (glob, text) {
                    ([], text) => text.is_empty(),
                    ([b'*', rest @ ..], text) => (0..=text.len()).any(|at| naive(rest, &text[at..])),
                    ([wanted, rest @ ..], [found, text @ ..]) => wanted == found && naive(rest, text),
                    ([..], []) => false,
                }
            }
            prop_assert_eq!(Glob::new(&glob).matches(&text), naive(glob.as_bytes(), text.as_bytes()));
        }
    }
}
