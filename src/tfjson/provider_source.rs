//! Addresses of providers: `[hostname/]namespace/name`, or a name alone.

/// Whether a text can be one, as far as its parts tell.
pub(super) fn is_source(text: &str) -> bool {
    let mut parts = text.split('/');
    parts.clone().count() <= 3 && parts.all(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_have_one_to_three_parts() {
        for (text, expected, why) in [
            ("aws", true, "a name"),
            ("hashicorp/aws", true, "with a namespace"),
            ("registry.opentofu.org/hashicorp/aws", true, "with a host"),
            ("a/b/c/d", false, "a part too many"),
            ("hashicorp/", false, "an empty part"),
            ("", false, "nothing"),
        ] {
            assert_eq!(is_source(text), expected, "{why}");
        }
    }
}
