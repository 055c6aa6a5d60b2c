//! Paths of files for services that know the repository and nothing of how somebody named a file.

use std::borrow::Cow;

use super::Style;

/// A path from the working folder, where that holds it, and without what says nothing: `./a//b` is `a/b`. What `..`
/// leads to only the file system knows, so that it stays.
pub(super) fn told<'p>(path: &'p str, style: &Style) -> Cow<'p, str> {
    let folder = style.folder.as_deref().filter(|folder| *folder != "/");
    let below = folder.and_then(|folder| path.strip_prefix(folder)?.strip_prefix('/'));
    let below = below.map(|below| below.trim_start_matches('/'));
    let path = below.filter(|below| !below.is_empty()).unwrap_or(path);
    if !(path.starts_with("./") || path.contains("//") || path.contains("/./")) {
        return path.into();
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    if parts.is_empty() {
        return path.into();
    }
    format!("{root}{}", parts.join("/")).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_the_same_however_it_was_named() {
        let style = Style {
            folder: Some("/srv/repo".to_owned()),
            ..Style::plain()
        };
        for (path, wanted, why) in [
            ("envs/plan.json", "envs/plan.json", "as it is"),
            ("./envs/plan.json", "envs/plan.json", "from the working folder"),
            (".//./envs//x/./plan.json", "envs/x/plan.json", "what says nothing"),
            ("/srv/repo/envs/plan.json", "envs/plan.json", "below the working folder"),
            ("/srv/repo//./plan.json", "plan.json", "nor does it there"),
            ("/srv/repository/plan.json", "/srv/repository/plan.json", "another one"),
            ("/srv/repo", "/srv/repo", "the folder itself"),
            ("/elsewhere//plan.json", "/elsewhere/plan.json", "elsewhere"),
            ("../x/../plan.json", "../x/../plan.json", "a link may be on the way"),
            (".", ".", "a folder"),
            ("./", "./", "likewise"),
            ("<stdin>", "<stdin>", "no path"),
        ] {
            assert_eq!(told(path, &style), wanted, "{why}");
        }
        assert_eq!(
            told("/srv/repo/a", &Style::plain()),
            "/srv/repo/a",
            "no folder is known"
        );
    }
}
