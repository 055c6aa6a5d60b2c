//! Files that no option writes over: what is read, what is printed, settings, documents and configuration.

use std::fs;
use std::path::Path;

use crate::arguments::{folder, in_folder, unchanged};
use crate::fixtures;

/// A module, a plan, a state, settings that are extended, and an older report.
fn stack() -> tempfile::TempDir {
    folder(&[
        ("plan.json", unchanged()),
        ("state.json", fixtures::read("replace/tofu-1.12.6/state.json")),
        ("raw.tfstate", fixtures::read("no-changes/tofu-1.6.3/terraform.tfstate")),
        (
            "planlint.toml",
            b"extends = \"base.toml\"\n[rules]\ndrift = \"note\"\n".to_vec(),
        ),
        ("base.toml", b"[rules]\nmass-destroy = \"error\"\n".to_vec()),
        ("m/main.tf.json", br#"{"output": {"a": {"value": 1}}}"#.to_vec()),
        ("old.json", b"{\"report_version\": \"1.0\"}".to_vec()),
    ])
}

const GATE: &[&str] = &["plan.json"];
const REDACT: &[&str] = &["redact", "plan.json"];
const CONFIG: &[&str] = &["config", "m"];
const REPRESENTATION: &[&str] = &["config", "m", "--format", "representation", "--flavor", "tofu"];

#[test]
fn no_option_writes_over_what_is_no_report() {
    for (name, words) in [
        ("plan.json", ", which is "),
        ("state.json", "which is a plan or a state"),
        ("raw.tfstate", "which is a plan or a state"),
        ("planlint.waivers.toml", "where settings are looked for"),
        ("planlint.toml", "which is to be read"),
        ("./base.toml", "which is to be read"),
        ("m/main.tf.json", "which engines read as configuration"),
        ("m/main.tf", "which engines read as configuration"),
        ("x.tofu", "which engines read as configuration"),
        ("m/x.tofu.json", "which engines read as configuration"),
        ("old.json", ""),
        ("new.json", ""),
    ] {
        for command in [GATE, REDACT, CONFIG, REPRESENTATION] {
            let folder = stack();
            let before = fs::read(folder.path().join(name)).ok();
            let run = in_folder(folder.path(), &[command, &["--output", name]].concat()).run();
            let why = format!("{command:?} {name}");
            // A copy may stand in the place of one from an earlier run, which is a plan or a state as well.
            let is_copy = command == REDACT && name == "state.json";
            let words = if is_copy { "" } else { words };
            if words.is_empty() {
                run.exits(0, &why);
                assert_ne!(fs::read(folder.path().join(name)).ok(), before, "{why}");
            } else {
                run.exits(2, &why)
                    .tells(&format!("--output names {name}, "), &why)
                    .tells(words, &why)
                    .tells("name another file", &why);
                assert_eq!(fs::read(folder.path().join(name)).ok(), before, "{why}");
            }
        }
    }
}

/// The program with its standard output in a file of the folder, as `>` or `>>` of a shell gives it.
#[cfg(unix)]
fn into(folder: &Path, arguments: &[&str], file: &str, adds: bool) -> (Option<i32>, String) {
    let mut options = fs::OpenOptions::new();
    let options = options.create(true).append(adds).write(true).truncate(!adds);
    let opened = options.open(folder.join(file)).unwrap();
    let mut command = in_folder(folder, arguments).command();
    let output = command
        .stdin(std::process::Stdio::null())
        .stdout(opened)
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
#[cfg(unix)]
fn a_report_is_not_written_over_what_is_printed() {
    for (output, adds, why) in [
        ("env=/dev/stdout", false, "the name of standard output"),
        ("csv=/dev/stdout", true, "where something stands already"),
        ("json=r", false, "the name of the file"),
        ("json=./m/../r", true, "another name of it"),
        ("r", true, "also where nothing else is printed"),
        ("/dev/stdout", true, "by its name"),
    ] {
        let folder = stack();
        fs::write(folder.path().join("r"), "before\n").unwrap();
        let (code, said) = into(folder.path(), &["plan.json", "-o", output], "r", adds);
        assert_eq!(code, Some(2), "{why}\n{said}");
        assert!(said.contains("where standard output goes"), "{why}\n{said}");
        let left = fs::read_to_string(folder.path().join("r")).unwrap();
        assert_eq!(left, if adds { "before\n" } else { "" }, "{why}");
    }
    let folder = stack();
    for command in [REDACT, REPRESENTATION] {
        let (code, said) = into(folder.path(), &[command, &["-o", "/dev/stdout"]].concat(), "r", true);
        assert_eq!(code, Some(2), "{command:?}\n{said}");
    }
    let (code, said) = into(folder.path(), &["plan.json", "-o", "/dev/stdout"], "alone", false);
    assert_eq!(
        code,
        Some(0),
        "nothing stands there, and nothing else is printed\n{said}"
    );
    let (code, said) = into(folder.path(), &["plan.json", "-o", "json=other"], "r", false);
    assert_eq!(code, Some(0), "another file\n{said}");
    in_folder(folder.path(), &["plan.json", "-o", "/dev/stdout"])
        .run()
        .exits(0, "a pipe keeps what was written")
        .says("PASS", "and so it is printed");
}

#[test]
#[cfg(unix)]
fn a_copy_that_cannot_be_written_leaves_nothing_half() {
    for command in [REDACT, REPRESENTATION] {
        let folder = stack();
        fs::write(folder.path().join("old"), "before\n").unwrap();
        for (name, left) in [("old", Some("before\n")), ("new", None)] {
            in_folder(folder.path(), &[command, &["-o", name]].concat())
                .without_room()
                .run()
                .exits(2, "there is no room")
                .tells("cannot be written", "which is said");
            let after = fs::read_to_string(folder.path().join(name)).ok();
            assert_eq!(after.as_deref(), left, "{command:?} {name}");
        }
        let names: Vec<_> = fs::read_dir(folder.path()).unwrap().flatten().collect();
        assert_eq!(names.len(), 8, "no other file is left: {names:?}");
    }
}
