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

#[test]
fn each_folder_that_a_pattern_finds_is_judged_as_if_it_were_named() {
    let folder = folder(&[
        ("g/a/plan.json", unchanged()),
        ("g/b/tfplan", b"PK\x03\x04".to_vec()),
        ("j/a/plan.json", unchanged()),
        ("j/b/x.json", br#"{"a":1}"#.to_vec()),
        ("m/a/plan.json", unchanged()),
        ("m/x.json", br#"{"a":1}"#.to_vec()),
        ("n/team/a/plan.json", unchanged()),
        ("n/team/a/parts/plan.json", unchanged()),
    ]);
    fs::create_dir_all(folder.path().join("h/b")).unwrap();
    fs::copy(folder.path().join("g/a/plan.json"), folder.path().join("h/plan.json")).unwrap();
    let commands = [&[][..], &["--kind", "any"], &["show"], &["fingerprint"], &["baseline"]];
    for command in commands {
        for (pattern, fails, why) in [
            ("g/*", Some("g/b"), "nothing that planlint reads"),
            ("j/*", Some("j/b"), "nothing but what is passed over"),
            ("h/*", Some("h/b"), "nothing at all"),
            ("m/*", None, "what is passed over beside a folder that brings a plan"),
            ("n/**/*", None, "folders whose folders bring plans"),
            ("n/**", None, "files alone"),
            ("n/*/", None, "folders alone"),
        ] {
            let why = format!("{} {pattern}: {why}", command.join(" "));
            let run = in_folder(folder.path(), &[command, &[pattern][..]].concat()).run();
            match fails {
                Some(name) => run.exits(2, &why).tells(&format!("{name}: no plan"), &why),
                None => run.exits(0, &why).hides("error", &why),
            };
        }
    }
    let why = "a copy of all that somebody named, or none";
    in_folder(folder.path(), &["redact", "g/*"])
        .run()
        .exits(2, why)
        .tells("g/b: no plan", why);
}
