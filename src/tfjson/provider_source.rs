//! Addresses of providers: `[hostname/]namespace/name`, or a name alone.

use crate::tofu::ProviderAddress;

/// Whether a text can be one, as far as its parts tell.
pub(super) fn is_source(text: &str) -> bool {
    let address = ProviderAddress::new(text);
    let Some((host, namespace, name)) = address.parts() else {
        return false;
    };
    let has_prefix = text.contains('/') && name.starts_with("terraform-");
    is_part(namespace)
        && is_part(name)
        && !has_prefix
        && host.is_none_or(is_host)
        && (!address.is_built_in() || address == ProviderAddress::BUILT_IN)
}

/// Names have letters and digits of any script, with single dashes between them.
pub(super) fn is_part(part: &str) -> bool {
    let fits = |character: char| character.is_alphanumeric() || character == '-' || !character.is_ascii();
    !part.is_empty() && part.chars().all(fits) && !part.starts_with('-') && !part.ends_with('-') && !part.contains("--")
}

/// Of names of hosts what no host has.
fn is_host(host: &str) -> bool {
    let fits = |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '.' | ':');
    !host.is_empty() && host.chars().all(|character| fits(character) || !character.is_ascii())
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
            ("hashicorp/aws_x", false, "a character that no name has"),
            ("a b/c", false, "a space"),
            ("a--b/c", false, "two dashes"),
            ("-/aws", false, "as it was written once"),
            ("hashicorp/terraform-provider-aws", false, "the name of its repository"),
            (
                "hashicorp/terraform-aws",
                false,
                "the beginning of that name (T1.11: \"redundant\")",
            ),
            ("terraform-provider-aws", true, "a name alone may be called so"),
            ("example.com:8080/a/b", true, "a port"),
            ("x_y.z/a/b", false, "no host"),
            ("HashiCorp/AWS", true, "capitals become small"),
            ("terraform.io/builtin/terraform", true, "part of the engines"),
            ("terraform.io/builtin/nope", false, "no part of them"),
        ] {
            assert_eq!(is_source(text), expected, "{why}");
        }
    }
}
