//! What an address is that a report shows with a mask in it: for questions that are answered by yes or no.

use std::fmt;

use crate::lint::Pattern;

use super::Redacted;

/// An address that is shown otherwise, since a secret stands in it. It answers patterns, and nothing prints it.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct RealAddress(Option<Box<str>>);

impl RealAddress {
    /// The address of what is shown so.
    pub(super) fn of(address: &str, shown: &Redacted) -> Self {
        Self((**shown != *address).then(|| address.into()))
    }

    /// Whether the address is shown otherwise, and meant by the pattern as it is.
    #[must_use]
    pub(crate) fn is_hit(&self, pattern: &Pattern) -> bool {
        self.0.as_deref().is_some_and(|address| pattern.matches_text(address))
    }
}

/// Only whether there is one.
impl fmt::Debug for RealAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() {
            "RealAddress(masked)"
        } else {
            "RealAddress(as shown)"
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
            let real = RealAddress::of(address, &Redacted::trusted(shown));
            assert_eq!(real.is_hit(&Pattern::parse(pattern).unwrap()), hit, "{why}");
            assert!(!format!("{real:?}").contains("production"), "{why}");
        }
    }
}
