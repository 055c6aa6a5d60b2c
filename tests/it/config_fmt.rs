//! `planlint config fmt`: what it writes, what it refuses, and that it says the same.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::config::{config, lay_out, module, write};
use crate::config_fix::{all, text};
use crate::fixtures;
use crate::program::{Run, planlint};

/// `planlint config fmt` in a directory.
fn fmt(folder: &Path, arguments: &[&str]) -> Run {
    planlint(["config", "fmt"]).args(arguments).folder(folder).run()
}

/// What is not laid out, and what it is.
const WILD: &[u8] = b"{\"locals\":{\"a\":1e3,\"//\":\"\\u0024\",\"a\":[]}}";
const TAME: &str = "{\n  \"locals\": {\n    \"a\": 1e3,\n    \"//\": \"\\u0024\",\n    \"a\": []\n  }\n}\n";

#[test]
fn the_files_of_a_directory_are_laid_out() {
    let folder = module(&[
        ("a.tf.json", WILD),
        ("b_override.tofu.json", WILD),
        ("done.tf.json", TAME.as_bytes()),
        ("a.tofu.json", WILD),
        ("native.tf", b"locals{}"),
        ("other.json", WILD),
        ("values.auto.tfvars.json", WILD),
        (".hidden.tf.json", WILD),
        ("#save.tf.json#", WILD),
        ("in/c.tf.json", WILD),
        ("fmt/d.tf.json", WILD),
        (".terraform/e.tf.json", WILD),
    ]);
    let own = "a.tf.json\na.tofu.json\nb_override.tofu.json\n";
    for (arguments, code, out, why) in [
        (&["--check"][..], 1, own.to_owned(), "only looks"),
        (
            &["--check", "--recursive", "."],
            1,
            format!("{own}fmt/d.tf.json\nin/c.tf.json\n"),
            "inside too",
        ),
        (
            &["--check", "fmt", "./fmt"],
            1,
            "fmt/d.tf.json\n".to_owned(),
            "one directory twice",
        ),
        (&["--check", "done.tf.json"], 0, String::new(), "as it should be"),
        (&[], 0, own.to_owned(), "does it"),
        (&[], 0, String::new(), "once"),
        (&["--check"], 0, String::new(), "and for all"),
        (
            &["values.auto.tfvars.json"],
            0,
            "values.auto.tfvars.json\n".to_owned(),
            "files that are named",
        ),
    ] {
        let run = fmt(folder.path(), arguments).exits(code, why);
        assert_eq!(run.stdout, out, "{why}");
        assert_eq!(run.stderr, "", "{why}");
    }
    for name in [
        "a.tf.json",
        "a.tofu.json",
        "b_override.tofu.json",
        "done.tf.json",
        "values.auto.tfvars.json",
    ] {
        assert_eq!(text(folder.path(), name), TAME, "{name}");
    }
    for name in [
        "other.json",
        ".hidden.tf.json",
        "#save.tf.json#",
        "in/c.tf.json",
        ".terraform/e.tf.json",
    ] {
        assert_eq!(text(folder.path(), name).as_bytes(), WILD, "{name} was not asked about");
    }
    let left: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left.len(), 12, "nothing else is left: {left:?}");
    config(folder.path(), &["./fmt"]).says("./fmt · module of 1 JSON file", "a directory called fmt");
    fmt(folder.path(), &[".terraform/nothing", "in"])
        .exits(2, "one of them is not there")
        .says("in/c.tf.json", "and the other is laid out");
}

#[test]
fn what_is_wrong_is_refused_and_the_others_are_done() {
    let broken: &[(&str, &[u8], &str)] = &[
        (
            "b.tf.json",
            b"{\"a\":\n  1,}",
            "b.tf.json:2:4: there is a comma before the closing bracket",
        ),
        (
            "c.tf.json",
            b"{\"a\": \"\xff\"}",
            "c.tf.json:1:8: bytes that are not UTF-8",
        ),
        ("d.tf.json", b"{\"a\": 1 // b\n}", "d.tf.json:1:9: JSON has no comments"),
        (
            "e.tf.json",
            b"\xef\xbb\xbf{}",
            "e.tf.json:1:1: the file begins with a byte order mark",
        ),
        ("f.tf.json", b"", "f.tf.json:1:1: the file holds no JSON value"),
        (
            "g.tf.json",
            b"{\"a\": \"hunter2",
            "g.tf.json:1:1: this bracket is never closed",
        ),
    ];
    let mut files: Vec<(&str, &[u8])> = broken.iter().map(|(name, bytes, _)| (*name, *bytes)).collect();
    files.extend([("a.tf.json", WILD), ("z.tf.json", WILD)]);
    let folder = module(&files);
    let run = fmt(folder.path(), &[])
        .exits(2, "six are not")
        .hides("hunter2", "no text is quoted");
    assert_eq!(run.stdout, "a.tf.json\nz.tf.json\n", "two are");
    for (name, bytes, words) in broken {
        assert!(run.stderr.contains(&format!("error: {words}")), "{}", run.shown());
        assert_eq!(
            fs::read(folder.path().join(name)).unwrap(),
            *bytes,
            "{name} is left as it is"
        );
    }
    assert_eq!(run.stderr.matches("error: ").count(), 6);
    fmt(folder.path(), &["--check"]).exits(2, "2 wins over 0");
    for (arguments, words) in [
        (
            &["main.tf"][..],
            "error: main.tf: there is no file or folder of this name",
        ),
        (
            &["-", "a.tf.json"],
            "error: -: standard input cannot be formatted together with files",
        ),
        (&["native.tf"], "error: native.tf: this file is not written in JSON"),
    ] {
        write(folder.path(), "native.tf", b"locals {}\n");
        fmt(folder.path(), arguments).exits(2, words).tells(words, words);
    }
}

#[test]
fn standard_input_becomes_standard_output() {
    for (arguments, input, code, out, why) in [
        (&["-"][..], WILD, 0, TAME, "laid out"),
        (&["-"], TAME.as_bytes(), 0, TAME, "as it was"),
        (&["--check", "-"], WILD, 1, "<stdin>\n", "only looks"),
        (&["--check", "-"], TAME.as_bytes(), 0, "", "nothing to say"),
        (&["-"], b"{", 2, "", "nothing is written of what is wrong"),
    ] {
        let run = planlint(["config", "fmt"])
            .args(arguments)
            .stdin(input)
            .run()
            .exits(code, why);
        assert_eq!(run.stdout, out, "{why}");
    }
}

#[test]
#[cfg(unix)]
fn a_file_keeps_its_permissions_and_a_link_its_file() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = module(&[
        ("real/a.json", WILD),
        ("m/main.tf.json", WILD),
        ("m/fixed.tf.json", WILD),
    ]);
    let at = |name: &str| folder.path().join(name);
    let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
    symlink("../real/a.json", at("m/link.tf.json")).unwrap();
    symlink("nowhere", at("m/none.tf.json")).unwrap();
    fs::set_permissions(at("m/main.tf.json"), PermissionsExt::from_mode(0o640)).unwrap();
    fs::set_permissions(at("m/fixed.tf.json"), PermissionsExt::from_mode(0o444)).unwrap();
    let run = fmt(folder.path(), &["m"])
        .exits(2, "two were not laid out")
        .tells(
            "error: m/none.tf.json: it cannot be read: it is a link that leads nowhere",
            "why",
        )
        .tells(
            "error: m/fixed.tf.json: it cannot be written: permission denied",
            "it is read-only",
        );
    assert_eq!(run.stdout, "m/link.tf.json\nm/main.tf.json\n");
    assert!(
        fs::symlink_metadata(at("m/link.tf.json")).unwrap().is_symlink(),
        "the link is still one"
    );
    assert_eq!(text(folder.path(), "real/a.json"), TAME, "and its file is laid out");
    assert_eq!(text(folder.path(), "m/fixed.tf.json").as_bytes(), WILD);
    assert_eq!((mode("m/main.tf.json"), mode("m/fixed.tf.json")), (0o640, 0o444));
}

#[test]
#[cfg(unix)]
fn of_links_to_folders_those_inside_are_followed() {
    let folder = module(&[
        ("real/main.tf.json", WILD),
        ("m/main.tf.json", WILD),
        ("m/sub/main.tf.json", WILD),
    ]);
    std::os::unix::fs::symlink("../real", folder.path().join("m/link")).unwrap();
    std::os::unix::fs::symlink("sub", folder.path().join("m/alias")).unwrap();
    std::os::unix::fs::symlink("..", folder.path().join("m/sub/up")).unwrap();
    let run = fmt(folder.path(), &["--recursive", "m"])
        .exits(0, "all in the folder is laid out")
        .tells(
            "note: m/link/main.tf.json: left alone, since a link leads outside of the folder",
            "and nothing else is",
        );
    assert_eq!(
        run.stdout, "m/main.tf.json\nm/sub/main.tf.json\n",
        "each file by one way"
    );
    assert_eq!(text(folder.path(), "real/main.tf.json").as_bytes(), WILD);
}

/// The text without white space outside of strings.
fn tokens(text: &str) -> String {
    let mut inside = false;
    let mut escaped = false;
    text.chars()
        .filter(|&letter| {
            let keep = inside || !letter.is_ascii_whitespace();
            if letter == '"' && !escaped {
                inside = !inside;
            }
            escaped = inside && letter == '\\' && !escaped;
            keep
        })
        .collect()
}

#[test]
fn laying_out_says_the_same_and_twice_is_once() {
    let oracle: Value = serde_json::from_str(&fixtures::text("config/oracle_tofu.json")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for case in oracle["cases"].as_array().unwrap() {
        let folder = folder.path().join(case["name"].as_str().unwrap());
        fs::create_dir(&folder).unwrap();
        lay_out(case, &folder);
    }
    let before = all(folder.path());
    let once = fmt(folder.path(), &["--recursive"]).exits(2, "some are malformed");
    let after = all(folder.path());
    assert_eq!(before.len(), after.len());
    let mut changed = 0;
    for (name, old) in &before {
        let new = &after[name];
        if old == new {
            continue;
        }
        changed += 1;
        let [old, new] = [old, new].map(|bytes| std::str::from_utf8(bytes).unwrap());
        assert_eq!(tokens(old), tokens(new), "{name}");
        let read = |text| serde_json::from_str::<Value>(text).ok();
        assert_eq!(read(old), read(new), "{name}");
    }
    assert!(changed > 100, "{changed} files");
    assert_eq!(once.stdout.lines().count(), changed, "each is named");
    let twice = fmt(folder.path(), &["--recursive"]).exits(2, "they still are");
    assert_eq!((twice.stdout.as_str(), &twice.stderr), ("", &once.stderr));
    assert_eq!(all(folder.path()), after);
}
