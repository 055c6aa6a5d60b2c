//! Secrets that are numbers, which mean nothing among the digits of others.

use std::collections::BTreeSet;

use aho_corasick::AhoCorasick;

use crate::json::Number;

use super::secrets::Secrets;

/// The secrets that were found as numbers alone.
pub(in crate::facts) struct Numbers {
    /// Each in one form for all ways to write it, without its sign.
    values: BTreeSet<String>,
    /// Looks for the secrets beside them that are no numbers, and of which a number could hold a copy; `None` where
    /// these are too many for it.
    texts: Option<AhoCorasick>,
}

impl Numbers {
    /// `None` where there is none.
    pub(in crate::facts) fn of(secrets: &Secrets) -> Option<Self> {
        let alone: BTreeSet<&str> = secrets.numbers().collect();
        if alone.is_empty() {
            return None;
        }
        let fits = |text: &str| {
            text.bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'))
        };
        let texts = secrets.texts().filter(|text| fits(text) && !alone.contains(text));
        Some(Self {
            values: alone.iter().map(|number| value(number)).collect(),
            texts: AhoCorasick::new(texts).ok(),
        })
    }

    /// Whether the number is one of them, however it is written.
    pub(in crate::facts) fn has(&self, number: &str) -> bool {
        self.values.contains(&value(number))
    }

    /// Whether the number may hold a secret that is no number.
    pub(in crate::facts) fn may_hold_text(&self, number: &str) -> bool {
        self.texts.as_ref().is_none_or(|texts| texts.is_match(number))
    }
}

/// One form for all ways to write a number, without its sign; of what is none the text.
fn value(number: &str) -> String {
    let number = number.trim_start_matches('-');
    Number::parse(number).map_or_else(|| number.to_owned(), Number::canonical)
}

#[cfg(test)]
mod tests {
    const MASK: &str = "***";

    #[test]
    fn a_number_is_no_part_of_another() {
        let number = |text: &'static str| (text, "true");
        let document = |secrets: &[(&str, &str)]| {
            let values: Vec<String> = (0..)
                .zip(secrets)
                .map(|(at, (value, _))| format!(r#""v{at}":{value}"#))
                .collect();
            let marks: Vec<String> = (0..)
                .zip(secrets)
                .map(|(at, (_, mark))| format!(r#""v{at}":{mark}"#))
                .collect();
            format!(
                r#"{{"format_version":"1.2","resource_changes":[{{"address":"a.b","mode":"managed","type":"a","name":"b","change":{{
                   "actions":["create"],"after":{{{}}},"after_sensitive":{{{}}}}}}}]}}"#,
                values.join(","),
                marks.join(",")
            )
        };
        let found = |secrets: &[(&str, &str)], text: &str, is_number: bool| {
            let document = document(secrets);
            let plan: crate::tofu::Plan<'_> = serde_json::from_str(&document).unwrap();
            let facts = crate::facts::Facts::of_plan(&plan, None).unwrap();
            let copies = facts.secrets().copies();
            let replaced = if is_number {
                copies.replace_in_number(text, |_| MASK.to_owned())
            } else {
                copies.replace(text, |_| MASK.to_owned())
            };
            replaced.unwrap_or_else(|| text.to_owned())
        };
        let secret = [number("10000000000")];
        for (text, wanted, why) in [
            // w_num/s2: Terraform 1.11.4 prints the first two as they are.
            ("110000000000", "110000000000", "digits of another"),
            (
                "10000000000000000000000",
                "10000000000000000000000",
                "which begins like it",
            ),
            ("1.10000000000", "1.10000000000", "behind a point"),
            ("10000000000", MASK, "itself"),
            ("-10000000000", MASK, "with a sign"),
            ("10000000000.0", MASK, "written otherwise"),
            ("1e10", MASK, "written otherwise, with none of its digits"),
        ] {
            assert_eq!(found(&secret, text, true), wanted, "{why}");
        }
        for (text, wanted, why) in [
            ("acme-10000000000", "acme-***", "in a text"),
            (
                "4910000000000",
                "49***",
                "in a text of digits, which may be put together",
            ),
            ("10000000000", MASK, "a text of nothing else"),
        ] {
            assert_eq!(found(&secret, text, false), wanted, "{why}");
        }
        let texts = [number("10000000000"), ("\"20000000000\"", "true")];
        for (text, wanted, why) in [
            ("120000000000", "1***", "a text of digits is masked everywhere"),
            ("110000000000", "110000000000", "a number beside it is not"),
        ] {
            assert_eq!(found(&texts, text, true), wanted, "{why}");
        }
    }
}
