//! What of an address its configuration writes, which no secret can have got into: all but its keys.

use std::ops::Range;

/// The parts of an address that are names: of types, labels, modules, providers and attributes, with what joins them.
/// An instance key is computed, and is none. Of a deposed object what stands before its key; several addresses may
/// stand in a list. Nothing of a text that is no address.
#[must_use]
pub(crate) fn names(address: &str) -> Vec<Range<usize>> {
    let is_of_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.' | ':' | '/');
    let (mut names, mut start, mut at) = (Vec::new(), 0, 0);
    while let Some(rest) = address.get(at..).filter(|rest| !rest.is_empty()) {
        let name = rest.find(|letter| !is_of_name(letter)).unwrap_or(rest.len());
        if name > 0 {
            at += name;
        } else if rest.starts_with(", ") {
            at += 2;
        } else if rest.starts_with(" (deposed ") {
            break;
        } else {
            let Some((opens, key)) = key(rest).filter(|_| at > 0) else {
                return Vec::new();
            };
            names.push(start..at + opens);
            start = at + opens + key;
            // A quote and a bracket close it as they open it.
            at = start + opens;
        }
    }
    names.push(start..at);
    names
}

/// How long the bracket at the beginning of a text is, with a quote, and how long the key behind it.
fn key(text: &str) -> Option<(usize, usize)> {
    let inside = text.strip_prefix('[')?;
    let Some(quoted) = inside.strip_prefix('"') else {
        return Some((1, inside.find(']')?));
    };
    let mut is_escaped = false;
    let end = quoted.bytes().position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    })?;
    quoted.get(end..)?.starts_with("\"]").then_some((2, end))
}

/// The names of these addresses where they stand in a text, in no order.
#[must_use]
pub(crate) fn names_in<'a>(text: &str, addresses: impl IntoIterator<Item = &'a str>) -> Vec<Range<usize>> {
    let is_of_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-');
    let mut found = Vec::new();
    for address in addresses.into_iter().filter(|address| !address.is_empty()) {
        let names = names(address);
        for (at, _) in text.match_indices(address) {
            let before = text.get(..at).and_then(|before| before.chars().next_back());
            let behind = text.get(at + address.len()..).and_then(|behind| behind.chars().next());
            if ![before, behind].into_iter().flatten().any(is_of_name) {
                found.extend(names.iter().map(|name| at + name.start..at + name.end));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, names: &[Range<usize>]) -> Vec<String> {
        names.iter().map(|name| text[name.clone()].to_owned()).collect()
    }

    #[test]
    fn all_but_keys_are_names() {
        for (address, wanted, why) in [
            ("aws_s3_bucket.production", &["aws_s3_bucket.production"][..], "no key"),
            (
                r#"module.a["x.\"y\"]"].data.aws_ami.b[0]"#,
                &["module.a[\"", "\"].data.aws_ami.b[", "]"],
                "keys of both kinds, the first with quotes and brackets",
            ),
            (r#"t.a["x"].id"#, &["t.a[\"", "\"].id"], "a reference"),
            (r#"t.a["x"], var.b"#, &["t.a[\"", "\"], var.b"], "several"),
            ("t.a (deposed 0a1b2c3d)", &["t.a"], "a deposed object"),
            (
                "provider.module.m:aws.west",
                &["provider.module.m:aws.west"],
                "a provider's",
            ),
            (
                "registry.terraform.io/hashicorp/aws",
                &["registry.terraform.io/hashicorp/aws"],
                "its source",
            ),
            ("", &[""], "nothing"),
            ("the secret is hunter2", &[], "words"),
            (r#"t.a["x"#, &[], "a key without an end"),
            (r#"t.a["x" + "y"]"#, &[], "more than a key in brackets"),
            ("[0]", &[], "a key alone"),
        ] {
            assert_eq!(told(address, &names(address)), wanted, "{why}");
        }
    }

    #[test]
    fn names_are_found_where_the_whole_address_stands() {
        for (text, addresses, wanted, why) in [
            ("t.a is destroyed", &["t.a"][..], &["t.a"][..], "at the beginning"),
            ("t.ab, x-t.a and t.a-b", &["t.a"], &[], "other addresses"),
            (
                r#"t.a["k"] moves from t.b"#,
                &[r#"t.a["k"]"#, "t.b"],
                &["t.a[\"", "\"]", "t.b"],
                "several",
            ),
        ] {
            assert_eq!(told(text, &names_in(text, addresses.iter().copied())), wanted, "{why}");
        }
    }
}
