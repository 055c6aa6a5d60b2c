//! Copies of secrets in other texts, also where these are JSON.

use crate::order;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

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
    pub fn replace(&self, text: &str, mut words: impl FnMut(&str) -> String) -> Option<String> {
        let parts = self.parts(text)?;
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
        parts.sort_unstable();
        (!parts.is_empty()).then_some(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MASK: &str = "***";

    fn masked(secrets: &[&str], text: &str) -> String {
        let copies = Copies::of_texts(secrets.iter().copied());
        let replaced = copies.replace(text, |_| MASK.to_owned());
        assert_eq!(replaced.is_some(), copies.are_in(text));
        replaced.unwrap_or_else(|| text.to_owned())
    }

    #[test]
    fn every_part_of_every_secret_is_masked() {
        let secrets = ["hunter2-long", "long-secret", "ümläute-geheim"];
        for (text, wanted, why) in [
            ("nothing here", "nothing here", "no secret"),
            ("hunter2-long", MASK, "the secret itself"),
            ("a hunter2-long b", "a *** b", "inside another text"),
            ("hunter2-long-secret!", "***!", "two that overlap leave no end"),
            ("hunter2-longhunter2-long", "******", "two side by side"),
            (
                "\u{e9}ümläute-geheim\u{e9}",
                "\u{e9}***\u{e9}",
                "characters of several bytes",
            ),
        ] {
            assert_eq!(masked(&secrets, text), wanted, "{why}");
        }
    }

    #[test]
    fn one_search_finds_what_a_search_for_each_finds() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut below = |most: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            usize::try_from(state % most as u64).unwrap()
        };
        for round in 0..600 {
            // Few blocks of few letters, so that secrets begin, end and go on alike.
            let blocks: Vec<String> = (0..3)
                .map(|_| (0..20 + below(50)).map(|_| ["a", "b", "ä"][below(3)]).collect())
                .collect();
            let mut build = |most: usize| -> String { (0..=below(most)).map(|_| &*blocks[below(3)]).collect() };
            let mut secrets: Vec<String> = (0..8).map(|_| build(4)).collect();
            if round % 8 == 0 {
                secrets.extend((0..3).map(|_| build(4) + &build(1).repeat(LONGEST_COMPARED / 10)));
            }
            let cut = secrets[0].char_indices().nth(9).map_or(0, |(at, _)| at);
            let text = format!("{}{}{}", build(6), secrets[secrets.len() - 1], &secrets[0][cut..]) + &build(6);
            let copies = Copies::of_texts(secrets.iter().map(String::as_str));
            let mut found = vec![false; text.len()];
            for (start, end) in copies.parts(&text).unwrap_or_default() {
                found[start..end].fill(true);
            }
            let mut wanted = vec![false; text.len()];
            for secret in &secrets {
                let starts = (0..text.len()).filter(|start| text.as_bytes()[*start..].starts_with(secret.as_bytes()));
                starts.for_each(|start| wanted[start..start + secret.len()].fill(true));
            }
            assert!(found == wanted, "round {round}: {secrets:?} in {text:?}");
        }
    }

    #[test]
    fn secrets_inside_each_other_are_masked_whole() {
        let secrets: Vec<String> = (8..200).map(|length| "ab".repeat(length)).collect();
        let secrets: Vec<&str> = secrets.iter().map(String::as_str).rev().collect();
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
            assert_eq!(masked(&secrets, &text), wanted, "{why}");
        }
    }

    #[test]
    fn secrets_longer_than_any_that_is_compared_are_masked_wherever_they_stand() {
        let letters = "a".repeat(LONGEST_COMPARED + 10);
        let pairs = "ab".repeat(LONGEST_COMPARED);
        let secrets = [&*letters, &*pairs, "aaaaaaaa"];
        let almost = &pairs[1..];
        for (text, wanted, why) in [
            (format!("<{letters}>"), format!("<{MASK}>"), "once"),
            (format!("<{letters}{letters}a>"), format!("<{MASK}>"), "at every byte"),
            (format!("<{pairs}>"), format!("<{MASK}>"), "another"),
            (format!("<{pairs}{pairs}abab>"), format!("<{MASK}>"), "one in the next"),
            (format!("<{pairs}-{letters}>"), format!("<{MASK}-{MASK}>"), "both"),
            (format!("<{almost}>"), format!("<{almost}>"), "without its first letter"),
            (
                format!("<aaaaaaaa-{almost}>"),
                format!("<{MASK}-{almost}>"),
                "the short one",
            ),
        ] {
            let found = masked(&secrets, &text);
            assert!(found == wanted, "{why}: {} bytes", found.len());
        }
    }

    #[test]
    fn of_very_many_secrets_each_is_masked() {
        let secrets: Vec<String> = (0..=2 * MOST_AT_ONCE)
            .map(|one| format!("secret-{one:06}-end"))
            .collect();
        let secrets: Vec<&str> = secrets.iter().map(String::as_str).collect();
        let (first, last) = (secrets[0], secrets[2 * MOST_AT_ONCE]);
        let text = format!("<{last}> <{first}{last}> <secret-999999-end>");
        let wanted = format!("<{MASK}> <{MASK}{MASK}> <secret-999999-end>");
        assert_eq!(masked(&secrets, &text), wanted, "in one text, and not in their order");
    }

    #[test]
    fn long_secrets_are_masked_to_their_ends() {
        let head = "k".repeat(HEAD - 1);
        let [one, two, more] = ["one", "one-and-more", "x-other"].map(|end| format!("{head}{end}"));
        let letters = "ä".repeat(HEAD);
        let huge = format!("{}!", "h".repeat(2 * LONGEST_COMPARED));
        let secrets = [&*one, &two, &more, &letters, &huge, "other-and-longer"];
        for (text, wanted, why) in [
            (
                format!("<{one}>"),
                format!("<{MASK}>"),
                "the shorter of two that begin alike",
            ),
            (format!("<{two}>"), format!("<{MASK}>"), "the longer"),
            (format!("<{head}on>"), format!("<{head}on>"), "the beginning alone"),
            (
                format!("<{more}-and-longer>"),
                format!("<{MASK}>"),
                "one that overlaps another at its end",
            ),
            (format!("k{one}{one}"), format!("k{MASK}{MASK}"), "side by side"),
            (
                format!("<{letters}>"),
                format!("<{MASK}>"),
                "characters of several bytes at the cut",
            ),
            (format!("<{huge}>"), format!("<{MASK}>"), "too long to be compared"),
        ] {
            assert_eq!(masked(&secrets, &text), wanted, "{why}");
        }
        // Each of these ends as another begins, and is searched as a whole.
        let beginning = "z".repeat(HEAD);
        let before: Vec<String> = (0..2 * MOST_COMPARED)
            .map(|end| format!("{head}--{end}{beginning}"))
            .collect();
        for behind in ["rest", &"rest".repeat(LONGEST_COMPARED)] {
            let behind = format!("{beginning}{behind}");
            let secrets: Vec<&str> = before.iter().map(String::as_str).chain([&*behind]).collect();
            let text = format!("<{head}--1{behind}>");
            assert_eq!(
                masked(&secrets, &text),
                format!("<{MASK}>"),
                "one that begins where another ends"
            );
        }
        let many: Vec<String> = (0..3 * MOST_COMPARED).map(|end| format!("{head}-{end:04}")).collect();
        let secrets: Vec<&str> = many.iter().map(String::as_str).collect();
        let text = format!("<{}> <{}>", many[0], many[many.len() - 1]);
        assert_eq!(
            masked(&secrets, &text),
            format!("<{MASK}> <{MASK}>"),
            "many that begin alike"
        );
    }

    #[test]
    fn however_an_encoder_spells_it() {
        // The defaults of the encoders that their own manuals give.
        let secrets = [
            "wJalrXUt/K7MDENG+bPx",
            "p<a>&'ss=word",
            "ümläute-geheim",
            "line one\nline two",
        ];
        for (text, wanted, why) in [
            (r"k=wJalrXUt\/K7MDENG+bPx!", "k=***!", "PHP: the solidus"),
            (r"k=wJalrXUt/K7MDENG\u002BbPx!", "k=***!", ".NET: the plus sign"),
            (r"k=wJalrXUt/K7MDENG\u002bbPx!", "k=***!", "in small letters"),
            (r"p\u003ca\u003e\u0026'ss=word", "***", "Go: for HTML"),
            (r"p\u003Ca\u003E\u0026\u0027ss=word", "***", ".NET: for HTML"),
            (r"p\u003ca\u003e\u0026\u0027ss\u003dword", "***", "Gson: for HTML"),
            (r"<\u00fcml\u00e4ute-geheim>", "<***>", "Python: past ASCII"),
            (
                r"<line one\u000aline two>",
                "<***>",
                "a control character by its number",
            ),
            (
                r#"{\"k\":\"wJalrXUt\\/K7MDENG+bPx\"}"#,
                r#"{\"k\":\"***\"}"#,
                "JSON in JSON",
            ),
            (
                r#"{\"k\":\"wJalrXUt/K7MDENG\\u002BbPx\"}"#,
                r#"{\"k\":\"***\"}"#,
                "JSON in JSON, by number",
            ),
            (r"wJalrXUt\/K7\u002BMDENG", r"wJalrXUt\/K7\u002BMDENG", "another text"),
        ] {
            assert_eq!(masked(&secrets, text), wanted, "{why}");
        }
    }
}
