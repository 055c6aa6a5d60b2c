//! Shapes of tokens that tell by themselves what they are.

use serde::Deserialize;

/// How many letters a token or an assigned value is looked for in; the bound keeps hostile texts linear.
pub(super) const WINDOW: usize = 1024;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Token {
    #[cfg_attr(not(test), expect(dead_code, reason = "names the entry for tests"))]
    pub(super) id: String,
    pub(super) words: String,
    prefix: String,
    contains: Option<String>,
    pub(super) min_length: usize,
    pub(super) max_length: Option<usize>,
    pub(super) charset: String,
    #[serde(default)]
    ends: Vec<String>,
    #[serde(skip)]
    pub(super) allowed: Charset,
}

/// The characters that a token is made of.
#[derive(Default)]
pub(super) struct Charset {
    /// By code, for what is ASCII.
    ascii: [u64; 2],
    /// Every character, line breaks too.
    any: bool,
}

impl Charset {
    /// Reads ranges as `a-z`; a `-` that stands last is itself.
    pub(super) fn read(text: &str) -> Self {
        let mut charset = Self {
            any: text.is_empty(),
            ..Self::default()
        };
        let mut letters = text.bytes().peekable();
        while let Some(first) = letters.next() {
            let mut rest = letters.clone();
            let last = match (rest.next(), rest.next()) {
                (Some(b'-'), Some(last)) => {
                    letters = rest;
                    last
                }
                _ => first,
            };
            for code in first..=last {
                if let Some(half) = charset.ascii.get_mut(usize::from(code / 64)) {
                    *half |= 1 << (code % 64);
                }
            }
        }
        charset
    }

    fn has(&self, letter: char) -> bool {
        let code = u32::from(letter);
        self.any || (code < 128 && self.ascii[(code / 64) as usize] >> (code % 64) & 1 == 1)
    }
}

impl Token {
    /// What to search for.
    pub(super) fn sign(&self) -> &str {
        match &self.contains {
            Some(contains) if self.prefix.is_empty() => contains,
            _ => &self.prefix,
        }
    }

    /// The token whose sign stands at `at`.
    pub(super) fn stands_at<'t>(&self, text: &'t str, at: usize) -> Option<&'t str> {
        let allowed = |letter: char| self.allowed.has(letter);
        let start = if self.prefix.is_empty() {
            let before = tail(text.get(..at)?);
            before.len() - before.trim_end_matches(allowed).len()
        } else {
            0
        };
        let start = at - start;
        let before = text.get(..start)?;
        // In a text of JSON inside of another one stands a line feed as its escape.
        let is_escape = before.ends_with("\\n") || before.ends_with("\\t") || before.ends_with("\\r");
        if !is_escape && before.ends_with(char::is_alphanumeric) {
            return None;
        }
        let body = head(text.get(at + self.sign().len()..)?);
        let ends = self
            .ends
            .iter()
            .filter_map(|end| Some(body.find(end.as_str())? + end.len()));
        let body = body.get(..ends.min().unwrap_or(body.len()))?;
        let end = at + self.sign().len() + body.find(|letter| !allowed(letter)).unwrap_or(body.len());
        let token = text.get(start..end)?;
        let inside = self.contains.as_deref().is_none_or(|contains| {
            self.prefix.is_empty()
                || token
                    .get(self.prefix.len()..)
                    .is_some_and(|rest| rest.contains(contains))
        });
        let length = token.chars().count();
        let long_enough = length >= self.min_length && self.max_length.is_none_or(|most| length <= most);
        (inside && long_enough).then_some(token)
    }
}

/// The first letters of a text.
pub(super) fn head(text: &str) -> &str {
    let end = text.char_indices().nth(WINDOW).map_or(text.len(), |(end, _)| end);
    text.get(..end).unwrap_or_default()
}

/// The last letters of a text.
pub(super) fn tail(text: &str) -> &str {
    let start = text.char_indices().rev().nth(WINDOW).map_or(0, |(start, _)| start);
    text.get(start..).unwrap_or_default()
}
