//! Addresses of modules in a registry: `[hostname/]namespace/name/target`.

/// Whether the source of a module is one, as far as its parts tell; behind two slashes may stand a directory in the
/// module.
pub(super) fn is_address(source: &str) -> bool {
    let package = source.split_once("//").map_or(source, |(package, _)| package);
    let words: Vec<&str> = package.split('/').collect();
    let (host, named) = match words.as_slice() {
        [host, named @ ..] if named.len() == 3 => (Some(*host), named),
        named => (None, named),
    };
    let [namespace, name, target] = named else {
        return false;
    };
    is_name(namespace) && is_name(name) && is_target(target) && host.is_none_or(is_host)
}

/// Letters and digits, with dashes and underscores between them.
fn is_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    let ends = [name.bytes().next(), name.bytes().last()];
    name.len() <= 64
        && name.bytes().all(fits)
        && ends
            .iter()
            .all(|end| end.is_some_and(|end| end.is_ascii_alphanumeric()))
}

fn is_target(target: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    (1..=64).contains(&target.len()) && target.bytes().all(fits)
}

/// Of names of hosts what no registry has. From some hosts the engines get modules in another way.
fn is_host(host: &str) -> bool {
    let is_other = |known: &str| host.eq_ignore_ascii_case(known);
    let fits =
        |character: char| character.is_alphanumeric() || matches!(character, '-' | '.' | ':') || !character.is_ascii();
    host.contains('.')
        && !host.contains("..")
        && !host.starts_with(['.', '-'])
        && host.chars().all(fits)
        && !["github.com", "bitbucket.org"].into_iter().any(is_other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_three_or_four_parts() {
        // As Terraform 1.11.4 said of each.
        for (source, expected, why) in [
            ("a/b/c", true, "the public registry"),
            ("a/b/c//d/e", true, "a directory in it"),
            ("A/B/c1", true, "names have capitals"),
            ("a_b/c--d/1", true, "dashes, underscores and digits"),
            ("a/b/C", false, "and targets have none"),
            ("a/b/c-d", false, "nor dashes"),
            ("a/b/c_d", false, "nor underscores"),
            ("a/b/", false, "nothing"),
            ("a_/b/c", false, "an underscore at the end"),
            ("-a/b/c", false, "a dash at the beginning"),
            ("a/b/é", false, "another script"),
            ("a/b/c?x=y", false, "a question"),
            ("a/b", false, "a part too few"),
            ("a.b/c/d/e/f", false, "a part too many"),
            ("example.com/a/b/c", true, "a host"),
            ("EXAMPLE.com:8080/a/b/c", true, "in capitals, with a port"),
            ("é.com/a/b/c", true, "a host in another script"),
            ("1.2.3.4/a/b/c", true, "an address for a host"),
            ("gitlab.com/a/b/c", true, "which may be a registry"),
            ("example/a/b/c", false, "a host without a dot"),
            ("localhost/a/b/c", false, "even this one"),
            ("h_x.example/a/b/c", false, "a name that no host has"),
            ("x..y/a/b/c", false, "two dots"),
            ("github.com/a/b/c", false, "which is no registry"),
            ("bitbucket.org/a/b/c", false, "nor this"),
        ] {
            assert_eq!(is_address(source), expected, "{why}: {source}");
        }
    }
}
