//! Where a module comes from, and what pins it there.

use crate::hcljson::template::is_template;

/// Branches that move, by the names that people give them.
const BRANCHES: [&str; 9] = [
    "HEAD", "default", "dev", "develop", "latest", "main", "master", "stable", "trunk",
];

/// How the engines know what comes with the configuration; any other path is copied from elsewhere on the machine.
const LOCAL: [&str; 4] = ["./", "../", ".\\", "..\\"];

/// What keeps a module source from becoming another module between two runs.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::rules) enum Pin {
    /// Comes with the configuration itself.
    Local,
    /// A registry module: the version constraint says.
    Registry,
    /// A tag or version that people can move, but do not.
    Tag,
    /// A commit or digest: always the same.
    Exact,
    /// A branch.
    Branch(String),
    /// Nothing: the newest of what is there.
    Nothing,
    /// Nothing that the source could say: an archive at an address, a bucket, an absolute path, a template.
    Unclear,
}

/// Reads a source as the author wrote it.
pub(in crate::rules) fn pin(source: &str) -> Pin {
    if LOCAL.iter().any(|start| source.starts_with(start)) {
        return Pin::Local;
    }
    if is_template(source) {
        return Pin::Unclear;
    }
    let (way, address) = match source.split_once("::") {
        Some((way, address)) => (Some(way), address),
        None => (None, source),
    };
    // A fragment ends it, even where it holds a `?`.
    let address = address.split('#').next().unwrap_or_default();
    let (place, query) = address.split_once('?').unwrap_or((address, ""));
    let host = host(place);
    let hosted = matches!(host, "github.com" | "bitbucket.org") || place.starts_with("git@");
    match way {
        Some("git") => version(query, &["ref"]),
        Some("hg") => version(query, &["rev"]),
        None if place.starts_with("oci://") => version(query, &["digest", "tag"]),
        // Behind a scheme alone stands an archive, also where its host is one of repositories.
        None if place.starts_with("https://") || place.starts_with("http://") => Pin::Unclear,
        None if hosted || place.strip_suffix(".git").is_some() => version(query, &["ref"]),
        None if is_registry(place) => Pin::Registry,
        _ => Pin::Unclear,
    }
}

/// By what a source that is no registry's is fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Git,
    Mercurial,
    Oci,
}

/// By what a source is fetched; Git where nothing says otherwise.
pub(super) fn way(source: &str) -> Way {
    if source.starts_with("hg::") {
        Way::Mercurial
    } else if source.starts_with("oci://") {
        Way::Oci
    } else {
        Way::Git
    }
}

/// The place alone, without credentials: what may be shown of a source.
pub(super) fn shown(source: &str) -> String {
    let place = source.split(['?', '#']).next().unwrap_or_default();
    let Some((scheme, rest)) = place.split_once("://") else {
        return place.to_owned();
    };
    let authority = rest.split(['/', '\\']).next().unwrap_or_default();
    // A user and a password may stand before the host.
    let user = authority.rfind('@').map_or(0, |at| at + 1);
    let mut host = rest.get(user..).unwrap_or_default();
    // A password may also have been cut in two.
    if source.get(place.len()..).is_some_and(|rest| rest.contains('@')) && user == 0 {
        host = host.split(':').next().unwrap_or_default();
    }
    format!("{scheme}://{host}")
}

/// Whether a source has what no honest one has, and what programs read in different ways: then nobody can say from its
/// text where it leads.
pub(super) fn is_ambiguous(source: &str) -> bool {
    source.contains(['#', '\\']) || source.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// Whether a step up stands in the place, so that it is elsewhere than its beginning says.
pub(super) fn steps_up(place: &str) -> bool {
    // Servers and clients read what is encoded as what it stands for.
    decoded(place).split(['/', '\\']).any(|segment| segment == "..")
}

/// What stands behind `%2e` and the like; what is no UTF-8 then is none of what anybody looks for.
fn decoded(text: &str) -> String {
    let digit = |byte: Option<&u8>| char::from(*byte?).to_digit(16);
    let bytes = text.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let encoded = (byte == b'%').then(|| Some(digit(bytes.get(at + 1))? * 16 + digit(bytes.get(at + 2))?));
        let encoded = encoded.flatten().and_then(|code| u8::try_from(code).ok());
        plain.push(encoded.unwrap_or(byte));
        at += if encoded.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&plain).into_owned()
}

fn host(place: &str) -> &str {
    let place = place.split_once("://").map_or(place, |(_, rest)| rest);
    let authority = place.split(['/', '\\']).next().unwrap_or_default();
    authority.rsplit('@').next().unwrap_or_default()
}

/// `namespace/name/provider`, with a host before it or not, and `//submodule` after it.
fn is_registry(place: &str) -> bool {
    if place.contains("://") || place.contains('@') {
        return false;
    }
    let package = place.split("//").next().unwrap_or_default();
    let parts: Vec<_> = package.split('/').collect();
    let names = match parts.as_slice() {
        [host, names @ ..] if names.len() == 3 && host.contains('.') => names,
        names if names.len() == 3 && !names.iter().any(|name| name.contains('.')) => names,
        _ => return false,
    };
    let is_name = |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    names.iter().all(is_name)
}

/// What a parameter of this name pins, the first that has it.
fn version(query: &str, names: &[&str]) -> Pin {
    let value = query
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (decoded(name), decoded(value)))
        .find(|(name, _)| names.contains(&name.as_str()))
        .map(|(_, value)| value);
    match value.as_deref() {
        None | Some("") => Pin::Nothing,
        Some(value) if is_branch(value) => Pin::Branch(value.to_owned()),
        Some(value) if is_hash(value) => Pin::Exact,
        Some(_) => Pin::Tag,
    }
}

/// How names of branches begin that people work on; what is released has others.
const BRANCHES_OF_WORK: [&str; 7] = ["bugfix/", "chore/", "feat/", "feature/", "fix/", "hotfix/", "wip/"];

/// Whether Git or Mercurial takes a name for something that moves: a branch by its usual name or by where branches
/// stand, or what is so far from one.
fn is_branch(name: &str) -> bool {
    const PLACES: [&str; 4] = ["refs/heads/", "heads/", "refs/remotes/", "remotes/"];
    let base = name.split(['~', '^', '@']).next().unwrap_or_default();
    let base = base.strip_prefix("origin/").unwrap_or(base);
    let is_work = BRANCHES_OF_WORK.iter().any(|start| name.starts_with(start));
    is_work
        || name.starts_with("origin/")
        || PLACES.iter().any(|place| name.starts_with(place))
        || BRANCHES.contains(&base)
}

/// A commit, written out or short, or a digest. A short one without a letter is as likely a date.
fn is_hash(value: &str) -> bool {
    let digits = value.strip_prefix("sha256:").unwrap_or(value);
    let has = |is: fn(&char) -> bool| digits.chars().any(|digit| is(&digit));
    (7..=64).contains(&digits.len())
        && digits.chars().all(|digit| digit.is_ascii_hexdigit())
        && (digits.len() >= 40 || has(char::is_ascii_digit) && has(char::is_ascii_alphabetic))
}

/// Whether a version constraint has no upper end: then any later version may come.
pub(super) fn is_open(constraint: &str) -> bool {
    !constraint.split(',').map(str::trim).any(|part| {
        part.starts_with("~>")
            || part.starts_with('<')
            || part.starts_with('=')
            || part.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// Whether a version constraint permits one version alone.
pub(super) fn is_exact(constraint: &str) -> bool {
    constraint.split(',').map(str::trim).any(|part| {
        let version = part.strip_prefix('=').unwrap_or(part).trim_start();
        version.starts_with(|c: char| c.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::too_many_lines, reason = "one table, a row a way to write a source")]
    fn sources_are_read_as_the_engines_do() {
        for (source, wanted, why) in [
            ("./modules/a", Pin::Local, "in the same folder"),
            ("../a", Pin::Local, "beside it"),
            ("..\\a", Pin::Local, "beside it, on Windows"),
            ("/tmp/a", Pin::Unclear, "anywhere on the machine"),
            (".a/b", Pin::Unclear, "no path of the engines"),
            ("hashicorp/consul/aws", Pin::Registry, "the public registry"),
            (
                "hashicorp/consul/aws//modules/x",
                Pin::Registry,
                "a module in a package",
            ),
            ("app.example.com/org/net/aws", Pin::Registry, "a private registry"),
            (
                "git::https://example.com/a.git",
                Pin::Nothing,
                "the newest of the default branch",
            ),
            ("git::https://example.com/a.git?ref=v1.2.0", Pin::Tag, "a tag"),
            (
                "git::https://example.com/a.git?depth=1&ref=main",
                Pin::Branch("main".to_owned()),
                "a branch",
            ),
            (
                "git::ssh://git@example.com/a.git//m?ref=51d462976d84fdea54b47d80dcabbf680badcdb8",
                Pin::Exact,
                "a commit",
            ),
            ("github.com/org/a", Pin::Nothing, "known to be Git"),
            ("github.com/org/a//sub?ref=v1", Pin::Tag, "known to be Git"),
            ("git@github.com:org/a.git", Pin::Nothing, "known to be Git"),
            (
                "https://github.com/org/a/archive/v1.zip",
                Pin::Unclear,
                "an archive, for want of `git::`",
            ),
            ("https://example.com/a.git", Pin::Unclear, "the same, whatever its name"),
            ("bitbucket.org/org/a", Pin::Nothing, "known to be Git"),
            (
                "hg::http://example.com/a?rev=default",
                Pin::Branch("default".to_owned()),
                "Mercurial's branch",
            ),
            (
                "git::https://example.com/a.git?ref=origin/x",
                Pin::Branch("origin/x".to_owned()),
                "a branch of the remote",
            ),
            (
                "git::https://example.com/a.git?ref=refs/heads/x",
                Pin::Branch("refs/heads/x".to_owned()),
                "a branch by its place",
            ),
            (
                "git::https://example.com/a.git?ref=feature/x",
                Pin::Branch("feature/x".to_owned()),
                "a branch by how people call theirs",
            ),
            (
                "git::https://example.com/a.git?ref=net/v1",
                Pin::Tag,
                "a tag of one of several modules",
            ),
            (
                "git::https://example.com/a.git?ref=refs/tags/v1",
                Pin::Tag,
                "a tag by its place",
            ),
            (
                "git::https://example.com/a.git?ref=master@{0}",
                Pin::Branch("master@{0}".to_owned()),
                "where a branch is",
            ),
            (
                "git::https://example.com/a.git?ref=main~1",
                Pin::Branch("main~1".to_owned()),
                "one before where it is",
            ),
            (
                "git::https://example.com/a.git?ref=%6dain",
                Pin::Branch("main".to_owned()),
                "a branch, encoded",
            ),
            ("git::https://example.com/a.git?ref=20240101", Pin::Tag, "a date"),
            (
                "git::https://example.com/a.git?ref=51d4629",
                Pin::Exact,
                "a short commit",
            ),
            (
                "git::https://example.com/a.git?rev=51d4629",
                Pin::Nothing,
                "Mercurial's parameter, which Git does not know",
            ),
            (
                "hg::http://example.com/a?ref=51d4629",
                Pin::Nothing,
                "Git's, which Mercurial does not know",
            ),
            (
                "git::https://example.com/a.git#?ref=v1",
                Pin::Nothing,
                "in a fragment, of which Git hears nothing",
            ),
            ("oci://example.com/a", Pin::Nothing, "means the tag `latest`"),
            (
                "oci://example.com/a?tag=latest",
                Pin::Branch("latest".to_owned()),
                "a tag that moves",
            ),
            ("oci://example.com/a?tag=1.0.0", Pin::Tag, "a tag"),
            ("https://example.com/a.zip", Pin::Unclear, "nothing to pin"),
            ("s3::https://s3.amazonaws.com/b/a.zip", Pin::Unclear, "nothing to pin"),
            ("${var.source}", Pin::Unclear, "a template"),
            ("", Pin::Unclear, "nothing"),
        ] {
            assert_eq!(pin(source), wanted, "{source}: {why}");
        }
    }

    #[test]
    fn a_step_up_is_seen_however_it_is_written() {
        for (place, wanted, why) in [
            ("git::https://github.com/acme/../evil/a.git", true, "plain"),
            ("git::https://github.com/acme/%2e%2E/evil/a.git", true, "encoded"),
            ("git::https://github.com/acme/..%2fevil/a.git", true, "with its slash"),
            (
                "git::https://github.com/acme\\..\\evil/a.git",
                true,
                "as Windows writes paths",
            ),
            ("acme/network/aws//../other", true, "out of the folder in the package"),
            ("git::https://github.com/acme/a..b/a.git", false, "two dots in a name"),
            ("acme/network/aws", false, "none"),
        ] {
            assert_eq!(steps_up(place), wanted, "{place}: {why}");
        }
    }

    #[test]
    fn credentials_in_a_source_are_not_shown() {
        for (source, wanted) in [
            (
                "git::https://user:hunter2@example.com/a.git?ref=x",
                "git::https://example.com/a.git",
            ),
            ("https://example.com/a.zip?token=hunter2", "https://example.com/a.zip"),
            ("git::ssh://git@example.com/a", "git::ssh://example.com/a"),
            ("hashicorp/consul/aws", "hashicorp/consul/aws"),
            ("https://example.com#@github.com/a.zip", "https://example.com"),
            ("https://example.com:443?@github.com/a.zip", "https://example.com"),
            (
                "https://example.com\\@github.com/a.zip",
                "https://example.com\\@github.com/a.zip",
            ),
            ("https://user:hunt#er2@example.com/a.zip", "https://user"),
            ("https://user:hunt?er2@example.com/a.zip", "https://user"),
        ] {
            assert_eq!(shown(source), wanted);
        }
    }

    #[test]
    fn constraints_without_an_upper_end_are_open() {
        for (constraint, open, exact) in [
            ("5.1.0", false, true),
            ("= 5.1.0", false, true),
            ("~> 5.0", false, false),
            (">= 5.0.0, < 7.0.0", false, false),
            (">= 5.0", true, false),
            ("> 5.0, != 5.1.0", true, false),
            ("", true, false),
        ] {
            assert_eq!(
                (is_open(constraint), is_exact(constraint)),
                (open, exact),
                "{constraint}"
            );
        }
    }
}
