//! What protects other things by their names or patterns of them, as `[[cover]]` of `protection.toml` says it.

use std::cell::Cell;
use std::collections::BTreeSet;

use serde::Deserialize;

use super::value::Beside;
use crate::facts::attr::{Attr, MASK};
use crate::json::Kind;
use crate::json::string::quoted;
use crate::rules::wildcard::Wildcard;

/// What an object of a type covers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Cover {
    pub(super) r#type: String,
    /// The path of names, or patterns of names, of what it covers.
    pub path: Option<String>,
    /// The path of what of that it leaves out.
    pub left_out: Option<String>,
    /// Patterns that mean all there is.
    #[serde(default)]
    everything: Vec<String>,
    /// The path of what it is for, which another object of the type may be for as well.
    pub within: Option<String>,
    /// Attributes and values of which an object must have one to cover anything.
    #[serde(default)]
    pub only_beside: Beside,
    /// Attributes and values of which an object must have one to cover all there is.
    #[serde(default)]
    all_beside: Beside,
    /// Names that it is no loss to lose.
    #[serde(default)]
    spared: Vec<Wildcard>,
    /// Names of which alone it is a loss; of all where none is told.
    #[serde(default)]
    minded: Vec<Wildcard>,
    /// What of the names must go before anything is lost.
    #[serde(default)]
    loses: Loses,
    /// Things that the names are of: what is destroyed needs no cover.
    #[serde(default)]
    pub things: Vec<Thing>,
    /// What is open when it covers less: a clause.
    pub words: String,
}

/// What of the names that an object has must go before anything is lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Loses {
    /// Any of them.
    #[default]
    Any,
    /// More than come: others may be new names of the same.
    Fewer,
    /// All of them: each is a limit of its own, and none is no limit.
    All,
}

/// Where a thing has its name.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::rules) struct Thing {
    /// Its type.
    pub r#type: String,
    /// The attribute with the name.
    pub name: String,
    /// The attribute that says within what, where the cover says so too.
    pub within: Option<String>,
}

/// What an object does not cover any more.
#[derive(Debug, Default)]
pub(in crate::rules) struct Uncovered {
    /// What it covered, as texts to be compared, and as words may hold them.
    pub lost: Vec<(String, String)>,
    /// What of that it leaves out now; likewise.
    pub left_out: Vec<(String, String)>,
    /// The path that is known only after apply, if it hangs on that.
    pub waits: Option<String>,
}

impl Uncovered {
    /// Whether all is covered as before.
    pub(in crate::rules) fn is_nothing(&self) -> bool {
        self.lost.is_empty() && self.left_out.is_empty()
    }

    /// Keeps what is meant alone.
    pub(in crate::rules) fn retain(&mut self, is_meant: impl Fn(&str) -> bool) {
        self.lost.retain(|(text, _)| is_meant(text));
        self.left_out.retain(|(text, _)| is_meant(text));
    }
}

/// More patterns than these are compared by their texts alone, and so are longer ones.
const MOST: usize = 20;

/// So many pairs of letters are compared for an object; what is left then counts as lost.
const MOST_LETTERS: usize = 4_000_000;

/// Longer names than so many bytes are only compared whole.
const LONGEST: usize = 200;

impl Cover {
    /// The paths that it reads.
    pub(in crate::rules) fn paths(&self) -> impl Iterator<Item = &str> {
        self.path.iter().chain(&self.left_out).map(String::as_str)
    }

    /// What the object covered before, and does not now.
    pub(in crate::rules) fn uncovered(&self, before: Attr<'_, '_>, after: Attr<'_, '_>) -> Uncovered {
        // What is known only after apply is a limit all the same.
        let is_open = |path: &str| is_unknown(Some(path), after) && self.loses != Loses::All;
        let is_unknown = |path: &Option<String>| path.as_deref().is_some_and(is_open);
        let (was, is) = (texts(self.path.as_deref(), before), texts(self.path.as_deref(), after));
        let mut uncovered = Uncovered::default();
        let loses = match self.loses {
            Loses::Any => true,
            // One that is not known yet is one.
            Loses::Fewer => is.len() < was.len(),
            Loses::All => is.is_empty(),
        };
        if loses && !self.all_beside.holds(after) {
            uncovered.lost = missing(&was, &is, &self.everything);
            let is_one = |of: &[Wildcard], text: &str| of.iter().any(|one| one.matches_in_any_case(text));
            let is_minded = |text: &str| self.minded.is_empty() || is_one(&self.minded, text);
            uncovered
                .lost
                .retain(|(text, _)| is_minded(text) && !is_one(&self.spared, text));
        }
        if is_unknown(&self.path) {
            uncovered.waits = self.path.clone().filter(|_| !uncovered.lost.is_empty());
            uncovered.lost.clear();
            return uncovered;
        }
        if is_unknown(&self.left_out) {
            uncovered.waits = self.left_out.clone().filter(|_| uncovered.lost.is_empty());
            return uncovered;
        }
        let [left_out_before, left_out_now] = [before, after].map(|object| texts(self.left_out.as_deref(), object));
        let mut left_out = missing(&left_out_now, &left_out_before, &self.everything);
        if self.path.is_some() {
            let all = |one: &str| self.everything.iter().any(|all| all == one);
            let left = Cell::new(MOST_LETTERS);
            // What is not compared any more may be met.
            let may_meet = |covered: &str, text: &str| match left.get().checked_sub(covered.len() * text.len()) {
                Some(less) => {
                    left.set(less);
                    meet(covered, text)
                }
                None => true,
            };
            // What it never covered is no loss.
            left_out.retain(|(text, _)| {
                was.iter().any(|(covered, _)| {
                    all(covered) || all(text) || covered.starts_with('~') || may_meet(covered, text)
                })
            });
        }
        uncovered.left_out = left_out;
        uncovered
    }

    /// The names and patterns of what an object covers, and whether some of them are patterns.
    pub(in crate::rules) fn names(&self, object: Attr<'_, '_>) -> (Vec<String>, bool) {
        let held = texts(self.path.as_deref(), object).into_iter();
        let names: Vec<String> = held.map(|(text, _)| text).collect();
        let is_pattern = |name: &String| is_pattern(name) || self.everything.contains(name);
        let has_patterns = names.iter().any(is_pattern);
        (names, has_patterns)
    }

    /// Whether an object covers a name or a pattern of names, and leaves out nothing of it.
    pub(in crate::rules) fn has(&self, object: Attr<'_, '_>, text: &str) -> bool {
        let held = texts(self.path.as_deref(), object);
        let left_out = texts(self.left_out.as_deref(), object);
        let covered =
            |held: &[(String, String)]| missing(&[(text.to_owned(), String::new())], held, &self.everything).is_empty();
        let is_left_out = || {
            left_out.len() > MOST
                || left_out.iter().any(|(out, _)| meet(out, text))
                || !left_out.is_empty() && covered(&left_out)
        };
        let is_known = !self.paths().any(|path| is_unknown(Some(path), object));
        is_known && self.only_beside.allows(object) && (self.path.is_none() || covered(&held)) && !is_left_out()
    }
}

fn is_unknown(path: Option<&str>, object: Attr<'_, '_>) -> bool {
    let mut held = path.into_iter().flat_map(|path| object.at_path(path));
    // Of what is kept by name the names are known.
    held.any(|attr| attr.is_unknown() || attr.kind() != Some(Kind::Object) && attr.may_hold_unknown())
}

/// The texts and numbers at a path, and the names of what is kept there by name: to be compared, and as words may hold
/// them.
pub(in crate::rules) fn texts(path: Option<&str>, object: Attr<'_, '_>) -> Vec<(String, String)> {
    let held: Vec<_> = path.into_iter().flat_map(|path| object.at_path(path)).collect();
    let names = held.iter().flat_map(|attr| attr.entries());
    let names: Vec<_> = names
        .map(|(name, attr)| {
            let is_told = !attr.is_sensitive();
            let brief = if is_told { quoted(&name) } else { MASK.to_owned() };
            (name.into_owned(), brief)
        })
        .collect();
    let held = held.into_iter().filter(|attr| !attr.is_unset() && !attr.is_container());
    let text = |attr: Attr<'_, '_>| {
        let brief = attr.brief();
        (attr.compared_text().unwrap_or_else(|| brief.clone()), brief)
    };
    let texts = held.map(text).chain(names);
    texts.filter(|(text, _)| !text.is_empty()).collect()
}

/// Those that none of the others covers.
fn missing(texts: &[(String, String)], others: &[(String, String)], everything: &[String]) -> Vec<(String, String)> {
    let names: BTreeSet<&str> = others.iter().map(|(text, _)| text.as_str()).collect();
    if everything.iter().any(|all| names.contains(all.as_str())) {
        return Vec::new();
    }
    let patterns: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| is_pattern(name))
        .take(MOST)
        .collect();
    let mut left = texts.iter().filter(|(text, _)| !names.contains(text.as_str()));
    let first = left.by_ref().take(MOST);
    let is_missing = |(text, _): &&(String, String)| !patterns.iter().any(|pattern| covers(pattern, text));
    let mut missing: Vec<_> = first.filter(is_missing).cloned().collect();
    missing.extend(left.cloned());
    missing
}

fn is_pattern(name: &str) -> bool {
    name.contains(['*', '?', '['])
}

/// The letters between brackets at the beginning of a pattern, and what stands behind.
fn set(pattern: &str) -> Option<(&str, &str)> {
    let inner = pattern.strip_prefix('[')?;
    // A bracket that comes first is one of the letters.
    let first = inner.trim_start_matches(['!', '^']).chars().next()?;
    let (set, rest) = inner.split_once(']').filter(|_| first != ']')?;
    Some((set, rest))
}

/// Whether a letter is one of `a-z` or `abc`, or is none of those of `!abc` or `^abc`.
fn is_in(set: &str, letter: char) -> bool {
    let (set, is_wanted) = match set.strip_prefix(['!', '^']) {
        Some(others) => (others, false),
        None => (set, true),
    };
    let letters: Vec<char> = set.chars().collect();
    let mut rest = &letters[..];
    let mut has = false;
    loop {
        rest = match rest {
            [first, '-', last, rest @ ..] => {
                has |= (*first..=*last).contains(&letter);
                rest
            }
            [one, rest @ ..] => {
                has |= *one == letter;
                rest
            }
            [] => return has == is_wanted,
        };
    }
}

/// Whether one of two patterns covers the other.
fn meet(one: &str, other: &str) -> bool {
    one == other || covers(one, other) || covers(other, one)
}

/// Whether a pattern covers all that another one does: `*` is any text without a `/`, `**` any text, and `?` one
/// letter.
fn covers(pattern: &str, covered: &str) -> bool {
    if pattern == covered {
        return true;
    }
    if !is_pattern(pattern) || pattern.len().max(covered.len()) > LONGEST {
        return false;
    }
    // What `**` stands for may have a `/` in it.
    let covered: Vec<char> = covered.replace("**", "\0/\0").chars().collect();
    let mut reached = vec![false; covered.len() + 1];
    if let Some(start) = reached.first_mut() {
        *start = true;
    }
    let mut rest = pattern;
    while !rest.is_empty() {
        rest = if let Some(rest) = rest.strip_prefix("**/") {
            // Any folders, or none.
            let mut since = false;
            for (at, letter) in covered.iter().enumerate() {
                since |= reached.get(at).copied().unwrap_or_default();
                if let Some(next) = reached.get_mut(at + 1).filter(|_| since && *letter == '/') {
                    *next = true;
                }
            }
            rest
        } else if let Some(rest) = rest.strip_prefix("**") {
            let mut since = false;
            for here in &mut reached {
                since |= *here;
                *here = since;
            }
            rest
        } else if let Some(rest) = rest.strip_prefix('*') {
            for (at, letter) in covered.iter().enumerate() {
                let comes = reached.get(at).copied().unwrap_or_default() && *letter != '/';
                if let Some(next) = reached.get_mut(at + 1).filter(|_| comes) {
                    *next = true;
                }
            }
            rest
        } else {
            let mut letters = rest.chars();
            let set = set(rest);
            let wanted = if let Some((_, after)) = set {
                letters = after.chars();
                None
            } else {
                letters.next()
            };
            let is = |letter: &char| match set {
                Some((set, _)) => !matches!(letter, '/' | '*' | '?' | '[' | ']') && is_in(set, *letter),
                None => wanted == Some(*letter) || wanted == Some('?') && !matches!(letter, '/' | '*' | '['),
            };
            let mut next = vec![false; reached.len()];
            for (at, letter) in covered.iter().enumerate() {
                let comes = reached.get(at).copied().unwrap_or_default() && is(letter);
                if let Some(next) = next.get_mut(at + 1).filter(|_| comes) {
                    *next = true;
                }
            }
            reached = next;
            letters.as_str()
        };
    }
    reached.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_covers_what_it_means_and_no_more() {
        for (pattern, covered, wanted, why) in [
            ("main", "main", true, "the same"),
            ("nothing", "main", false, "another"),
            ("ma*", "main", true, "a beginning"),
            ("*", "release/1", false, "a star ends at a slash"),
            ("**", "release/1", true, "two do not"),
            ("**/*", "main", true, "no folder is some folders"),
            ("refs/heads/**/*", "refs/heads/main", true, "the same further in"),
            ("refs/heads/**/*", "refs/heads/a/b", true, "one folder"),
            ("release/*", "release/**", false, "less than all below"),
            ("release/**", "release/*", true, "more than all in it"),
            ("release-*", "release-1.*", true, "a wider pattern"),
            ("release-1.*", "release-*", false, "a narrower one"),
            ("v?", "v1", true, "one letter"),
            ("v?", "v*", false, "any letters"),
            ("v?", "v10", false, "two letters"),
            ("a", "", false, "nothing"),
            ("v[0-9]", "v1", true, "a letter of a set"),
            ("v[0-9]*", "v1.2", true, "and more"),
            ("v[!0-9]", "v1", false, "a letter of no set"),
            ("v[0-9]", "va", false, "another letter"),
            ("v[0-9]", "v[0-9]", true, "the same set"),
            ("v*", "v[0-9]*", true, "all of a set"),
            ("v?", "v[0-9]*", false, "more than a set"),
            ("v[0-9]", "v*", false, "less than all"),
            ("v[", "v[", true, "no set"),
        ] {
            assert_eq!(covers(pattern, covered), wanted, "{pattern} {covered}: {why}");
        }
    }
}
