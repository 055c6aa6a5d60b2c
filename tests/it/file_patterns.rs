//! Patterns as inputs: what they find, and that nothing they find is passed over.

use std::fs;

use crate::arguments::{deletion, folder, in_folder, names, unchanged};

#[test]
fn a_pattern_finds_what_it_names_however_it_is_written() {
    let folder = folder(&[("d/e/plan.json", unchanged()), ("d/plan.json", unchanged())]);
    for pattern in [
        "d/**/plan.json",
        "d//**/plan.json",
        "d/./**/plan.json",
        "./d/**//plan.json",
        "./**/plan.json",
        "**/./plan.json",
    ] {
        let run = in_folder(folder.path(), &["--format", "json", pattern]).run();
        assert_eq!(names(&run.exits(0, pattern).json()).len(), 2, "{pattern}");
    }
}

#[test]
fn a_pattern_finds_folders_as_well_and_what_cannot_be_read() {
    let folder = folder(&[
        ("plans/a.json", unchanged()),
        ("plans/b/deletes.json", deletion()),
        ("plans/.hidden/deletes.json", deletion()),
    ]);
    for (pattern, code, why) in [
        ("plans/*", 1, "as the shell, which names the folder"),
        ("plans/*/", 1, "a folder alone"),
        ("*", 1, "searched as if it were named"),
        ("pl*/b", 1, "without a wildcard in the last part"),
        ("plans/*.json", 0, "files alone"),
        ("plans/.*", 1, "a hidden folder that is named with its dot"),
        ("plans/*/none.json", 2, "nothing"),
        ("plans/[b", 2, "no pattern"),
        ("plans/[^a]", 1, "any other one, with either sign"),
        ("plans/[!a]", 1, "any other one, with either sign"),
    ] {
        let run = in_folder(folder.path(), &["--deny", "delete", pattern]).run();
        run.exits(code, &format!("{pattern}: {why}"));
    }
}

#[test]
#[cfg(unix)]
fn a_file_that_is_called_like_a_pattern_hides_nothing() {
    let folder = folder(&[
        ("a/*.json", unchanged()),
        ("a/b.json", deletion()),
        ("d/*/plan.json", unchanged()),
        ("d/e/plan.json", deletion()),
        ("f[1]/plan.json", unchanged()),
        ("b/x[1].json", unchanged()),
        ("c/x[.json", unchanged()),
    ]);
    for (pattern, code, why) in [
        ("a/*.json", 1, "what the pattern means"),
        ("d/*", 1, "beside a folder that is called so"),
        ("d/*/plan.json", 1, "beside a file in such a folder"),
        ("f[1]", 0, "the folder alone"),
        ("b/x[1].json", 0, "the file alone"),
        ("c/x[.json", 0, "and one whose name is no pattern"),
    ] {
        let run = in_folder(folder.path(), &["--deny", "delete", pattern]).run();
        run.exits(code, &format!("{pattern}: {why}"));
    }
}

#[test]
#[cfg(unix)]
fn what_a_pattern_finds_and_nobody_can_read_is_an_error() {
    let folder = folder(&[("plans/a/plan.json", unchanged())]);
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("plans/b")).unwrap();
    std::os::unix::fs::symlink("nowhere", path("plans/b/plan.json")).unwrap();
    fs::create_dir(path("plans/c")).unwrap();
    std::os::unix::fs::symlink("pipe.json", path("plans/c/pipe.json")).unwrap();
    for (pattern, code, why) in [
        ("plans/a/*.json", 0, "what can be read"),
        ("plans/*/plan.json", 2, "a link that leads nowhere"),
        ("plans/**/plan.json", 2, "at any depth"),
        ("plans/b/*.json", 2, "with the wildcard in its name"),
        ("plans/c/p*.json", 2, "a link to itself"),
        ("plans/*", 2, "in a folder that is found"),
    ] {
        let run = in_folder(folder.path(), &[pattern]).run();
        run.exits(code, &format!("{pattern}: {why}"));
    }
}
