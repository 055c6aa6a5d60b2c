//! Copies of secrets in other texts, also where these are JSON.

use crate::order;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, Range};

use aho_corasick::automaton::Automaton;
use aho_corasick::nfa::contiguous::NFA;
use aho_corasick::{AhoCorasick, Anchored, BuildError, MatchError};

use super::secret_numbers::Numbers;
use super::secrets::Secrets;
use super::short_lines::ShortLines;
use super::unescaped::spelled;

/// Finds the secrets of one or several documents in any text.
pub struct Copies {
    searches: Vec<Search>,
    short_lines: ShortLines,
    /// Those that were found as numbers alone, if any.
    numbers: Option<Numbers>,
    /// What the search could not be built for is secret as a whole.
    everywhere: bool,
}

/// Without the secrets.
impl std::fmt::Debug for Copies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Copies").finish_non_exhaustive()
    }
}

/// In bytes, how much of a long secret is looked for; what stands behind that is compared where it was found. Keys and
/// certificates have thousands of bytes in several spellings, and would make automata of many times their size.
const HEAD: usize = 64;

/// In bytes, the longest secret that is compared so: of a hostile text every byte may begin one.
const LONGEST_COMPARED: usize = 8192;

/// How many secrets with the same beginning are compared so, for the same reason.
const MOST_COMPARED: usize = 4;

/// How many secrets are looked for at once: automata are made in a time that grows with the square of the number of
/// their texts, and many are made in no more than that of their number.
const MOST_AT_ONCE: usize = 4096;

/// A secret that is longer than those that are compared, and is looked for by itself where a part of it was found: an
/// automaton of all its bytes, nearly each of which ends another secret, takes the square of their number to be made.
struct Long {
    text: Box<str>,
    /// For each of its bytes how many up to there are its beginning, without being all up to there.
    borders: Vec<usize>,
}

impl Long {
    fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut borders = vec![0; bytes.len()];
        let mut border = 0;
        for (at, byte) in bytes.iter().enumerate().skip(1) {
            border = longer(bytes, &borders, border, *byte);
            if let Some(place) = borders.get_mut(at) {
                *place = border;
            }
        }
        Self {
            text: text.into(),
            borders,
        }
    }

    /// Adds where it stands in a text; places may overlap. One walk over the text (Knuth, Morris and Pratt).
    fn find(&self, text: &str, parts: &mut Vec<(usize, usize)>) {
        let bytes = self.text.as_bytes();
        if text.len() < bytes.len() {
            return;
        }
        let mut length = 0;
        for (at, byte) in text.bytes().enumerate() {
            length = longer(bytes, &self.borders, length, byte);
            if length == bytes.len() {
                parts.push((at + 1 - length, at + 1));
            }
        }
    }
}

/// How much of a beginning there is when a byte follows so much of it.
fn longer(bytes: &[u8], borders: &[usize], mut length: usize, byte: u8) -> usize {
    while bytes.get(length) != Some(&byte) {
        match length.checked_sub(1).and_then(|last| borders.get(last)) {
            Some(border) => length = *border,
            None => return 0,
        }
    }
    length + 1
}

/// Looks for many secrets at once.
struct Search {
    /// Tells quickly that a text holds the beginning of nothing that is looked for, as most do.
    any: AhoCorasick,
    /// Tells at every byte which of the secrets that are looked for as a whole end there.
    whole: NFA,
    /// Tells at every byte which parts of longer secrets end there.
    parts: NFA,
    /// What each part is of.
    of: Vec<Longer>,
    /// Those that are looked for one by one.
    long: Vec<Long>,
}

/// The secrets that have a part in common.
#[derive(Default)]
struct Longer {
    /// What stands behind the part, in those that begin with it.
    rests: Vec<Box<str>>,
    /// Numbers of those that are looked for by themselves.
    long: Vec<usize>,
}

impl Search {
    fn new<'s>(secrets: impl Iterator<Item = &'s str>) -> Result<Self, BuildError> {
        let mut whole: BTreeSet<&str> = BTreeSet::new();
        let mut by_head: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut long = Vec::new();
        for secret in secrets {
            if secret.len() > LONGEST_COMPARED {
                long.push(secret);
            } else if secret.len() > HEAD {
                by_head.entry(head(secret)).or_default().push(secret);
            } else {
                whole.insert(secret);
            }
        }
        let mut parts: BTreeMap<&str, Longer> = BTreeMap::new();
        for (head, secrets) in by_head {
            if secrets.len() > MOST_COMPARED {
                whole.extend(secrets);
            } else {
                let rests = secrets.iter().filter_map(|secret| secret.strip_prefix(head));
                parts.entry(head).or_default().rests.extend(rests.map(Box::from));
            }
        }
        let mut shared: BTreeMap<&str, usize> = BTreeMap::new();
        for window in long.iter().copied().flat_map(windows) {
            *shared.entry(window).or_default() += 1;
        }
        for (number, secret) in long.iter().copied().enumerate() {
            let rarest = windows(secret).min_by_key(|window| shared.get(window));
            parts.entry(rarest.unwrap_or(secret)).or_default().long.push(number);
        }
        // The automaton for few texts follows each byte of a text through all that it begins like, so that a long one
        // of the same letter would take forever: beginnings are enough.
        let heads: BTreeSet<&str> = whole
            .iter()
            .map(|text| head(text))
            .chain(parts.keys().copied())
            .collect();
        Ok(Self {
            any: AhoCorasick::new(heads)?,
            whole: NFA::new(whole)?,
            parts: NFA::new(parts.keys())?,
            of: parts.into_values().collect(),
            long: long.into_iter().map(Long::new).collect(),
        })
    }

    /// The parts of a text that are secret, in order and none inside another; two may overlap.
    fn parts(&self, text: &str) -> Result<Vec<(usize, usize)>, MatchError> {
        let mut parts: Vec<(usize, usize)> = Vec::new();
        if !self.any.is_match(text) {
            return Ok(parts);
        }
        // However many secrets are parts of each other: of those that end at one byte only the longest counts.
        ends(&self.whole, text, |_, start, end| {
            parts.push((start, end));
            ControlFlow::Break(())
        })?;
        let mut walked = BTreeSet::new();
        ends(&self.parts, text, |index, start, end| {
            let Some(of) = self.of.get(index) else {
                return ControlFlow::Continue(());
            };
            let behind = text.get(end..).unwrap_or_default();
            let rests = of.rests.iter().filter(|rest| behind.starts_with(&***rest));
            if let Some(longest) = rests.map(|rest| rest.len()).max() {
                parts.push((start, end + longest));
            }
            for long in of.long.iter().filter(|long| walked.insert(**long)) {
                if let Some(long) = self.long.get(*long) {
                    long.find(text, &mut parts);
                }
            }
            ControlFlow::Continue(())
        })?;
        order::sort_by_key(&mut parts, |(start, end)| (*start, Reverse(*end)));
        let mut told_to = 0;
        parts.retain(|(_, end)| {
            let is_inside = *end <= told_to;
            told_to = told_to.max(*end);
            !is_inside
        });
        Ok(parts)
    }

    /// The same, and those that are spelled with escapes. In no order, and parts may stand inside others.
    fn parts_however_spelled(&self, text: &str) -> Result<Vec<(usize, usize)>, MatchError> {
        let mut parts = self.parts(text)?;
        for text in spelled(text) {
            let found = self.parts(text.text())?;
            parts.extend(
                found
                    .iter()
                    .map(|(start, end)| (text.origin(*start), text.origin(*end))),
            );
        }
        Ok(parts)
    }
}

/// Gives the number, the beginning and the end of each pattern that stands in a text, those that end at one byte from
/// the longest on, until one of them breaks off.
fn ends(
    patterns: &NFA,
    text: &str,
    mut found: impl FnMut(usize, usize, usize) -> ControlFlow<()>,
) -> Result<(), MatchError> {
    let mut state = patterns.start_state(Anchored::No)?;
    for (at, &byte) in text.as_bytes().iter().enumerate() {
        state = patterns.next_state(Anchored::No, state, byte);
        if !patterns.is_match(state) {
            continue;
        }
        for index in 0..patterns.match_len(state) {
            let pattern = patterns.match_pattern(state, index);
            let start = at + 1 - patterns.pattern_len(pattern);
            if found(pattern.as_usize(), start, at + 1).is_break() {
                break;
            }
        }
    }
    Ok(())
}

/// The beginning of a long text, of whole characters.
fn head(text: &str) -> &str {
    let end = (0..=HEAD).rev().find(|end| text.is_char_boundary(*end));
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// Parts of a long text, all as long as its beginning. Certificates and configurations begin alike by the hundred, and
/// most differ further on.
fn windows(text: &str) -> impl Iterator<Item = &str> {
    const PLACES: usize = 8;
    let last = text.len().saturating_sub(HEAD);
    let starts = (0..=PLACES).map(move |place| last / PLACES * place);
    starts.filter_map(|start| {
        let start = (0..=start).rev().find(|start| text.is_char_boundary(*start));
        text.get(start?..).map(head)
    })
}

impl Copies {
    /// Finds these secrets.
    #[must_use]
    pub(in crate::facts) fn of(secrets: &Secrets) -> Self {
        Self {
            numbers: Numbers::of(secrets),
            ..Self::of_texts(secrets.texts())
        }
    }

    /// Finds these texts.
    #[must_use]
    pub(in crate::facts) fn of_texts<'s>(secrets: impl Iterator<Item = &'s str>) -> Self {
        let secrets: Vec<&str> = secrets.collect();
        let short_lines = ShortLines::of(&secrets);
        let searches = secrets.chunks(MOST_AT_ONCE);
        match searches.map(|some| Search::new(some.iter().copied())).collect() {
            Ok(searches) => Self {
                searches,
                short_lines,
                numbers: None,
                everywhere: false,
            },
            Err(_) => Self {
                searches: Vec::new(),
                short_lines,
                numbers: None,
                everywhere: true,
            },
        }
    }

    /// Whether the text holds a secret.
    #[must_use]
    pub(crate) fn are_in(&self, text: &str) -> bool {
        self.parts(text).is_some()
    }

    /// The text with other words in the place of each secret; `None` when it holds none. `words` is asked with the
    /// secret as it is written there; of several that overlap with the first alone.
    pub fn replace(&self, text: &str, words: impl FnMut(&str) -> String) -> Option<String> {
        self.replace_outside(text, |_| Vec::new(), words)
    }

    /// The same, and the parts of the text that are `open` stay, even where a secret stands in them.
    pub(crate) fn replace_outside(
        &self,
        text: &str,
        open: impl FnOnce(&str) -> Vec<Range<usize>>,
        mut words: impl FnMut(&str) -> String,
    ) -> Option<String> {
        let parts = outside(self.parts(text)?, open(text));
        if parts.is_empty() {
            return None;
        }
        let mut replaced = String::with_capacity(text.len());
        let mut told_to = 0;
        for (start, end) in parts {
            if start >= told_to {
                replaced.push_str(&text[told_to..start]);
                replaced.push_str(&words(&text[start..end]));
            }
            told_to = told_to.max(end);
        }
        replaced.push_str(&text[told_to..]);
        Some(replaced)
    }

    /// Replaces secrets in what stands in a document as a number. One that is secret as such is that number however it
    /// is written, and not some of the digits of another; in a text, where anything may have been put behind it, it is
    /// looked for as all others are.
    pub(crate) fn replace_in_number(&self, number: &str, mut words: impl FnMut(&str) -> String) -> Option<String> {
        let Some(numbers) = &self.numbers else {
            return self.replace(number, words);
        };
        if numbers.has(number) {
            return Some(words(number));
        }
        let is_text = self.everywhere || numbers.may_hold_text(number);
        is_text.then(|| self.replace(number, words)).flatten()
    }

    /// Whether what stands in a document as a number holds a secret.
    #[must_use]
    pub(crate) fn are_in_number(&self, number: &str) -> bool {
        self.replace_in_number(number, |_| String::new()).is_some()
    }

    /// Whether any secret was found as a number alone, and so may be written in another way.
    #[must_use]
    pub(crate) fn have_numbers(&self) -> bool {
        self.numbers.is_some()
    }

    /// The parts of a text that are secret, as bytes from 0, in order. `None` when there are none.
    fn parts(&self, text: &str) -> Option<Vec<(usize, usize)>> {
        let whole = || vec![(0, text.len())];
        if self.everywhere {
            return Some(whole());
        }
        let mut parts = Vec::new();
        for search in &self.searches {
            match search.parts_however_spelled(text) {
                Ok(found) => parts.extend(found),
                Err(_) => return Some(whole()),
            }
        }
        self.short_lines.find_alone(text, &mut parts);
        if !parts.is_empty() {
            self.short_lines.find(text, &mut parts);
        }
        longest_first(&mut parts);
        (!parts.is_empty()).then_some(parts)
    }
}

/// What of these parts, which are in order, stands outside of those that are open, in order.
fn outside(parts: Vec<(usize, usize)>, mut open: Vec<Range<usize>>) -> Vec<(usize, usize)> {
    open.sort_unstable_by_key(|open| open.start);
    let mut open = open.as_slice();
    let mut left = Vec::with_capacity(parts.len());
    for (mut start, end) in parts {
        while let [first, rest @ ..] = open
            && first.end <= start
        {
            open = rest;
        }
        for open in open.iter().take_while(|open| open.start < end) {
            if start < open.start {
                left.push((start, open.start));
            }
            start = start.max(open.end);
        }
        if start < end {
            left.push((start, end));
        }
    }
    longest_first(&mut left);
    left
}

/// By where they begin, and of those that begin at one byte the longest first: a line of a secret is not told in the
/// place of the whole.
fn longest_first(parts: &mut [(usize, usize)]) {
    parts.sort_unstable_by_key(|(start, end)| (*start, Reverse(*end)));
}

#[cfg(test)]
mod tests;
