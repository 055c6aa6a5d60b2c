//! Lines of a secret that are too short to be looked for, beside those of its copies that were found: the last of a
//! key.

use std::collections::BTreeSet;

use super::secrets::long_enough;

/// The short lines of secrets of several lines, without the white space around them.
#[derive(Default)]
pub(in crate::facts) struct ShortLines {
    all: BTreeSet<Box<str>>,
    /// Of secrets that have no others: each with the next one, since nothing else of a copy would be found.
    pairs: BTreeSet<[Box<str>; 2]>,
}

/// A line of a text.
struct Line {
    start: usize,
    end: usize,
    is_secret: bool,
}

impl ShortLines {
    pub(in crate::facts) fn of(secrets: &[&str]) -> Self {
        let mut found = Self::default();
        for secret in secrets.iter().filter(|secret| secret.contains('\n')) {
            let lines = secret.lines().map(str::trim).filter(|line| tells(line));
            let short: Vec<&str> = lines.clone().filter(|line| !long_enough(line)).collect();
            if short.len() == lines.count() {
                let pairs = short.iter().zip(short.iter().skip(1));
                let pairs = pairs.map(|(one, next)| [bare(one).1, bare(next).1].map(Box::from));
                found.pairs.extend(pairs);
            }
            found.all.extend(short.into_iter().map(Box::from));
        }
        found
    }

    /// Adds the lines of a text that stand one below the other as in a secret that has no longer ones.
    pub(in crate::facts) fn find_alone<'t>(&self, text: &'t str, parts: &mut Vec<(usize, usize)>) {
        if self.pairs.is_empty() {
            return;
        }
        let lines = lines(text).into_iter().map(|line| line.trimmed(text));
        let bare = |(start, line): (usize, &'t str)| {
            let (signs, line) = bare(line);
            (start + signs, line)
        };
        let lines: Vec<_> = lines.map(bare).filter(|(_, line)| tells(line)).collect();
        for pair in lines.windows(2) {
            if let [(start, one), (below, next)] = *pair
                && self.pairs.contains(&[Box::from(one), Box::from(next)])
            {
                parts.extend([(start, start + one.len()), (below, below + next.len())]);
            }
        }
    }

    /// Adds the short lines of a text that stand right above or below such parts of it, or each other; empty ones may
    /// be between. A copy may be indented, so that it is found line by line.
    pub(in crate::facts) fn find(&self, text: &str, parts: &mut Vec<(usize, usize)>) {
        if self.all.is_empty() {
            return;
        }
        let mut lines = lines(text);
        parts.sort_unstable();
        let mut open = parts.iter().peekable();
        for line in &mut lines {
            while open.next_if(|(_, end)| *end <= line.start).is_some() {}
            line.is_secret = open.peek().is_some_and(|(start, _)| *start < line.end);
        }
        self.spread(text, lines.iter_mut(), parts);
        self.spread(text, lines.iter_mut().rev(), parts);
    }

    fn spread<'l>(&self, text: &str, lines: impl Iterator<Item = &'l mut Line>, parts: &mut Vec<(usize, usize)>) {
        let mut is_beside = false;
        for line in lines {
            let (start, trimmed) = line.trimmed(text);
            if line.is_secret {
                is_beside = true;
            } else if is_beside && self.all.contains(trimmed) {
                parts.push((start, start + trimmed.len()));
                line.is_secret = true;
            } else if !trimmed.is_empty() {
                is_beside = false;
            }
        }
    }
}

/// A line without the signs with which it stands in a list of YAML or JSON, behind how many bytes of them.
fn bare(line: &str) -> (usize, &str) {
    let behind = line.trim_start_matches(['-', ' ', '"', '\'']);
    (line.len() - behind.len(), behind.trim_end_matches([',', '"', '\'']))
}

/// Whether a line is more than a bracket, which stands everywhere.
fn tells(line: &str) -> bool {
    line.chars().filter(|letter| letter.is_alphanumeric()).nth(1).is_some()
}

impl Line {
    /// Where it begins behind white space, and what it is without any around it.
    fn trimmed<'t>(&self, text: &'t str) -> (usize, &'t str) {
        let whole = text.get(self.start..self.end).unwrap_or_default();
        (self.start + (whole.len() - whole.trim_start().len()), whole.trim())
    }
}

/// The lines of a text; they end as in plain texts, or as JSON writes that.
fn lines(text: &str) -> Vec<Line> {
    let bytes = text.as_bytes();
    let ends = memchr::memchr2_iter(b'\n', b'\\', bytes).filter_map(|at| match bytes.get(at..at + 2) {
        Some(b"\\n") => Some((at, at + 2)),
        _ if bytes.get(at) == Some(&b'\n') => Some((at, at + 1)),
        _ => None,
    });
    let mut start = 0;
    let lines = ends.chain([(text.len(), text.len())]).map(|(end, next)| Line {
        start: std::mem::replace(&mut start, next),
        end,
        is_secret: false,
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_are_those_of_a_copy_only_beside_the_others() {
        let lines = ShortLines::of(&["first-line\nZz9qK=\n}\nlast-line-of-it\nab\n", "Zz8aaa"]);
        for (text, found, wanted, why) in [
            (
                "  first-line\n  Zz9qK=\n  last-line",
                vec!["first-line", "last-line"],
                vec!["Zz9qK="],
                "between",
            ),
            (
                "first-line\n\nZz9qK=\n x",
                vec!["first-line"],
                vec!["Zz9qK="],
                "below, behind an empty line",
            ),
            (
                "ab\nZz9qK=\r\nfirst-line",
                vec!["first-line"],
                vec!["Zz9qK=", "ab"],
                "above, one beside the other",
            ),
            (
                "first-line\\nZz9qK=\\n",
                vec!["first-line"],
                vec!["Zz9qK="],
                "as JSON writes it",
            ),
            ("first-line\nother\nZz9qK=", vec!["first-line"], vec![], "not beside"),
            ("first-line\n}\n", vec!["first-line"], vec![], "a bracket"),
            ("Zz8aaa\nfirst-line", vec!["first-line"], vec![], "no line of several"),
        ] {
            let place = |part: &&str| {
                let start = text.find(part).unwrap();
                (start, start + part.len())
            };
            let mut parts: Vec<_> = found.iter().map(place).collect();
            lines.find(text, &mut parts);
            let mut more: Vec<&str> = parts.iter().map(|(start, end)| &text[*start..*end]).collect();
            more.retain(|part| !found.contains(part));
            assert_eq!(more, wanted, "{why}");
        }
    }

    #[test]
    fn a_secret_of_short_lines_alone_is_found_by_two_of_them() {
        let lines = ShortLines::of(&["ab12cd\nef34gh\nij56kl\n"]);
        for (text, wanted, why) in [
            ("codes:\n  ab12cd\n  ef34gh\n", 2, "indented"),
            ("ef34gh\r\nij56kl\r\n", 2, "with other ends of lines"),
            ("ab12cd\\nef34gh", 2, "as JSON writes it"),
            ("ab12cd\n-\nef34gh", 2, "with a sign between"),
            ("- \"ab12cd\"\n- \"ef34gh\"", 2, "in a list"),
            ("'ab12cd',\n'ef34gh',", 2, "in quotes"),
            ("ef34gh\nab12cd", 0, "in another order"),
            ("ab12cd", 0, "one alone"),
        ] {
            let mut parts = Vec::new();
            lines.find_alone(text, &mut parts);
            assert_eq!(parts.len(), wanted, "{why}");
        }
    }
}
