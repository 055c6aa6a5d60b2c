//! Patterns of names in policies, in which `*` and `?` are wild, and how much is spent on comparing them.

use std::collections::BTreeSet;

/// So many letters are compared for one policy. AWS takes none that has more than some thirty thousand, and most names
/// differ in their first ones: the limit keeps longer texts from taking the square of their length.
const MOST_LETTERS: usize = 1 << 22;

/// What is left for comparing the patterns of a policy.
#[derive(Debug)]
pub(super) struct Budget(usize);

impl Default for Budget {
    fn default() -> Self {
        Self(MOST_LETTERS)
    }
}

impl Budget {
    /// Whether there is so much left, which is taken. Who gets a no must not take it for good news.
    pub(super) fn spend(&mut self, letters: usize) -> bool {
        let left = self.0.checked_sub(letters);
        self.0 = left.unwrap_or_default();
        left.is_some()
    }

    pub(super) fn is_spent(&self) -> bool {
        self.0 == 0
    }

    /// Spends a look at whole texts, which goes by more than a letter at once.
    pub(super) fn spend_on(&mut self, texts: &[&str]) -> bool {
        let letters: usize = texts.iter().map(|text| text.len()).sum();
        self.spend(1 + letters / 8)
    }
}

/// Patterns that others are held against.
#[derive(Debug)]
pub(super) struct Names<'s> {
    /// All of them, in small letters.
    exact: BTreeSet<String>,
    /// Those with wild letters.
    wild: Vec<&'s str>,
    everything: bool,
}

impl<'s> Names<'s> {
    pub(super) fn of(patterns: &'s [String]) -> Self {
        let wild = patterns.iter().map(String::as_str);
        Self {
            exact: patterns.iter().map(|pattern| pattern.to_ascii_lowercase()).collect(),
            wild: wild.filter(|pattern| pattern.contains(['*', '?'])).collect(),
            everything: patterns.iter().any(|pattern| covers(pattern, "*")),
        }
    }

    /// Whether one of them stands for everything.
    pub(super) fn are_everything(&self) -> bool {
        self.everything
    }

    /// Whether all that the text stands for is covered by one of them; no where the budget does not suffice.
    pub(super) fn cover(&self, text: &str, budget: &mut Budget) -> bool {
        budget.spend_on(&[text])
            && (self.everything
                || self.exact.contains(&text.to_ascii_lowercase())
                || self.wild.iter().any(|pattern| covers_within(pattern, text, budget)))
    }

    /// Whether each of some texts is covered.
    pub(super) fn cover_all(&self, texts: &[String], budget: &mut Budget) -> bool {
        texts.iter().all(|text| self.cover(text, budget))
    }
}

/// Whether everything that `text` stands for is covered by `pattern`, in which `*` and `?` are wild; letters of any
/// case.
pub(super) fn covers(pattern: &str, text: &str) -> bool {
    covers_within(pattern, text, &mut Budget(usize::MAX))
}

/// Whether a pattern covers a text; no where the budget does not suffice.
pub(super) fn covers_within(pattern: &str, text: &str, budget: &mut Budget) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut p, mut t) = (0, 0);
    // Where the last star stands and how far the text was when it was met: the only place to go back to.
    let mut star: Option<(usize, usize)> = None;
    while let Some(byte) = text.get(t) {
        if !budget.spend(1) {
            return false;
        }
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, t));
                p += 1;
            }
            // A star of the text is any number of letters.
            Some(wild) if (*wild == b'?' && *byte != b'*') || wild.eq_ignore_ascii_case(byte) => {
                p += 1;
                t += 1;
            }
            _ => match star {
                Some((at, met)) => {
                    star = Some((at, met + 1));
                    p = at + 1;
                    t = met + 1;
                }
                None => return false,
            },
        }
    }
    let rest = pattern.get(p..).unwrap_or_default();
    budget.spend(rest.len()) && rest.iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn wildcards_cover_as_aws_says() {
        for (pattern, text, wanted, why) in [
            ("*", "s3:GetObject", true, "everything"),
            ("s3:*", "s3:GetObject", true, "one service"),
            ("s3:Get*", "s3:PutObject", false, "other actions"),
            ("S3:getobject", "s3:GetObject", true, "any case"),
            ("s3:Get?bject", "s3:GetObject", true, "one letter"),
            ("s3:*", "s3:*", true, "itself"),
            ("s3:Get*", "s3:*", false, "the text is wider"),
            ("a*b*c", "aXbYbZc", true, "several stars"),
            ("a*b", "acbd", false, "the end counts"),
            ("s3:Get?", "s3:Get*", false, "one letter is not any number of them"),
            ("?", "*", false, "nor all"),
            ("", "", true, "nothing"),
            ("", "a", false, "nothing covers only nothing"),
        ] {
            assert_eq!(covers(pattern, text), wanted, "{why}");
        }
    }

    #[test]
    fn what_is_not_looked_at_is_not_covered() {
        let long = format!("*{}b", "a".repeat(9_999));
        for (patterns, text, budget, wanted, why) in [
            (vec!["s3:Get*"], "s3:GetObject", MOST_LETTERS, true, "a pattern"),
            (
                vec!["S3:GETOBJECT"],
                "s3:GetObject",
                MOST_LETTERS,
                true,
                "the same in other letters",
            ),
            (vec!["s3:Put*", "sqs:*"], "s3:GetObject", MOST_LETTERS, false, "others"),
            (vec![], "s3:GetObject", MOST_LETTERS, false, "none"),
            (vec!["**"], "s3:GetObject", MOST_LETTERS, true, "everything"),
            (
                vec!["s3:Get*"],
                "s3:GetObject",
                5,
                false,
                "nothing is left after a few letters",
            ),
            (vec!["*"], "s3:GetObject", 0, false, "nothing was left"),
            (
                vec![&*long],
                &"a".repeat(99_999),
                MOST_LETTERS,
                false,
                "a square of letters",
            ),
        ] {
            let patterns: Vec<String> = patterns.into_iter().map(str::to_owned).collect();
            let mut budget = Budget(budget);
            assert_eq!(Names::of(&patterns).cover(text, &mut budget), wanted, "{why}");
        }
    }

    proptest! {
        #[test]
        fn a_star_covers_all_and_a_text_itself(text in "[a-z:*?]{0,24}") {
            prop_assert!(covers("*", &text));
            prop_assert!(covers(&text, &text));
        }

        #[test]
        fn many_are_asked_as_one_by_one(
            patterns in prop::collection::vec("[abA*?]{0,4}", 0..5),
            text in "[abB*?]{0,6}",
        ) {
            let one_by_one = patterns.iter().any(|pattern| covers(pattern, &text));
            prop_assert_eq!(Names::of(&patterns).cover(&text, &mut Budget::default()), one_by_one);
        }
    }
}
