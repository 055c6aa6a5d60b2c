//! What an address is that a report shows with a mask in it: for questions that are answered by yes or no.

use std::fmt;

use crate::lint::Pattern;

use super::Redacted;

/// The addresses of an object, now and before a move, that are shown otherwise, since a secret stands in them. It answers
/// patterns, and nothing prints it.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct RealAddress(Box<[Box<str>]>);

impl RealAddress {
    /// Of addresses, each beside what is shown of it, those that are shown otherwise.
    pub(super) fn of<'t>(addresses: impl IntoIterator<Item = (&'t str, &'t Redacted)>) -> Self {
        let masked = addresses.into_iter().filter(|(address, shown)| ***shown != **address);
        Self(masked.map(|(address, _)| address.into()).collect())
    }

    /// Whether an address is shown otherwise, and meant by the pattern as it is.
    #[must_use]
    pub(crate) fn is_hit(&self, pattern: &Pattern) -> bool {
        self.0.iter().any(|address| pattern.matches_text(address))
    }
}

/// Only whether there is one.
impl fmt::Debug for RealAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() {
            "RealAddress(as shown)"
        } else {
            "RealAddress(masked)"
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_means_what_is_masked_and_nobody_reads_it() {
        let address = r#"acme_thing.a["production-eu-west"]"#;
        for (shown, pattern, hit, why) in [
            (
                r#"acme_thing.a["(sensitive value)"]"#,
                address,
                true,
                "the address itself",
            ),
            (
                r#"acme_thing.a["(sensitive value)"]"#,
                r#"acme_thing.a["prod*"]"#,
                true,
                "with a wildcard",
            ),
            (
                r#"acme_thing.a["(sensitive value)"]"#,
                r#"acme_thing.a["test*"]"#,
                false,
                "another",
            ),
            (address, address, false, "what is shown as it is needs no second look"),
        ] {
            let real = RealAddress::of([(address, &Redacted::trusted(shown))]);
            assert_eq!(real.is_hit(&Pattern::parse(pattern).unwrap()), hit, "{why}");
            assert!(!format!("{real:?}").contains("production"), "{why}");
        }
    }
}
