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
        stars_match(self.pieces.iter().map(String::as_str), text)
    }
}

/// Whether the whole text is these pieces with any text between them.
pub(crate) fn stars_match<'p>(mut pieces: impl DoubleEndedIterator<Item = &'p str>, text: &str) -> bool {
    let Some(mut rest) = text.strip_prefix(pieces.next().unwrap_or_default()) else {
        return false;
    };
    let Some(last) = pieces.next_back() else {
        return rest.is_empty();
    };
    // The leftmost place of each piece leaves the most for those behind it, so no other needs a try.
    for piece in pieces {
        let place = memmem::find(rest.as_bytes(), piece.as_bytes());
        let Some(behind) = place.and_then(|place| rest.get(place + piece.len()..)) else {
            return false;
        };
        rest = behind;
    }
    rest.ends_with(last)
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
