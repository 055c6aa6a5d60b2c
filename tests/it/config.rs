//! `planlint config`: the verdicts of real engines on modules in JSON, and what is said of each.

use std::fs;
use std::path::Path;

use rayon::prelude::*;
use serde_json::Value;
use tempfile::TempDir;

use crate::fixtures;
use crate::program::{Run, planlint};

/// A directory with these files.
pub(crate) fn module(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        write(folder.path(), name, bytes);
    }
    folder
}

pub(crate) fn write(folder: &Path, name: &str, bytes: &[u8]) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// `planlint config` in a directory.
pub(crate) fn config(folder: &Path, arguments: &[&str]) -> Run {
    planlint(["config", "--no-config"]).args(arguments).folder(folder).run()
}

/// Cases that an engine refuses for what only a provider can say.
const NEEDS_PROVIDER: &[&str] = &["ephemeral", "rp-string"];

/// Writes a case of an oracle into a directory; `false` where this system cannot hold it.
pub(crate) fn lay_out(case: &Value, folder: &Path) -> bool {
    for (name, file) in case["files"].as_object().unwrap() {
        match (file["text"].as_str(), file["hex"].as_str()) {
            (Some(text), _) => write(folder, name, text.as_bytes()),
            (None, Some(hex)) => {
                let bytes: Vec<u8> = (0..hex.len() / 2)
                    .map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap())
                    .collect();
                write(folder, name, &bytes);
            }
            (None, None) if cfg!(unix) => dangling(&folder.join(name)),
            (None, None) => return false,
        }
    }
    true
}

#[cfg(unix)]
fn dangling(path: &Path) {
    std::os::unix::fs::symlink("nowhere", path).unwrap();
}

#[cfg(not(unix))]
fn dangling(_: &Path) {}

#[test]
fn the_engines_verdicts_are_ours() {
    for (oracle, flavor) in [("oracle_tofu.json", "tofu"), ("oracle_terraform.json", "terraform")] {
        let text = fs::read_to_string(fixtures::root().join("config").join(oracle)).unwrap();
        let oracle: Value = serde_json::from_str(&text).unwrap();
        let cases = oracle["cases"].as_array().unwrap();
        // Counted by hand in the fixture.
        assert_eq!(cases.len(), 134);
        let wrong: Vec<String> = cases
            .par_iter()
            .filter_map(|case| {
                let name = case["name"].as_str().unwrap();
                let folder = tempfile::tempdir().unwrap();
                if NEEDS_PROVIDER.contains(&name) || !lay_out(case, folder.path()) {
                    return None;
                }
                let run = config(folder.path(), &["--flavor", flavor, "--format=json"]);
                let report = run.json();
                let findings = report["findings"].as_array().unwrap();
                let refused = findings.iter().any(|finding| finding["engine_rejects"] == true);
                let accepted = case["valid"].as_bool().unwrap();
                // Nothing that the engine refuses passes the gate, and nothing that it accepts fails it.
                let fits = match run.code {
                    Some(0) => accepted && !refused,
                    // What is nested too deep to be judged must not pass.
                    Some(1) if name == "deep" => accepted && !refused,
                    Some(1) => !accepted && refused,
                    Some(2) => !report["errors"].as_array().unwrap().is_empty(),
                    _ => false,
                };
                (!fits).then(|| format!("{flavor} {name}: accepted {accepted}, {:?} {findings:?}", run.code))
            })
            .collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn what_cannot_be_judged_is_exit_2() {
    let deep = format!("{{\"locals\":{{\"a\":{}{}}}}}", "[".repeat(2000), "]".repeat(2000));
    let long = format!(
        "{{\"locals\":{{\"a\":\"{}\",\"b\":\"${{var.c}}\"}}}}",
        "x".repeat(1 << 20)
    );
    for (files, code, out, error, why) in [
        (
            &[][..],
            2,
            "ERROR",
            "error: .: there is no configuration in this folder",
            "nothing at all",
        ),
        (
            &[("main.tf", &b"locals {}"[..])],
            2,
            "ERROR",
            "is in the native syntax",
            "nothing in JSON",
        ),
        (
            &[("main.tf.json", &b"variable \"a\" {}\n"[..])],
            1,
            "error[not-json-content]: this is not JSON",
            "",
            "native syntax under the name of JSON",
        ),
        (
            &[("main.tf.json", deep.as_bytes())],
            1,
            "error[deep-nesting]",
            "",
            "2,000 nested lists",
        ),
        (
            &[("main.tf.json", long.as_bytes())],
            1,
            "at main.tf.json:1:1048602",
            "",
            "a line of a megabyte",
        ),
        (
            &[("main.tf.json", &b"{\"locals\":{\"a\":\"\xff\"}}"[..])],
            0,
            "warning[non-utf8]",
            "",
            "not UTF-8, which engines accept",
        ),
        (
            &[("main.tf.json", &b""[..])],
            1,
            "error[not-json-content]: the file holds no JSON value",
            "",
            "an empty file",
        ),
        (
            &[("main.tf.json", &b"error: attribute 'x' missing\n"[..])],
            1,
            "error[not-json-content]",
            "",
            "what a generator said",
        ),
        (
            &[
                ("main.tf.json", &b"{}"[..]),
                ("main.tf", b"locals {\n}\nlocals {\n  a = \"\n}\n"),
            ],
            1,
            "at main.tf:4:8",
            "",
            "a string that is not closed, in a file beside it",
        ),
        (
            &[("main.tf.json", &b"{}"[..]), ("main.tf", b"locals {\n  a = = 1\n}\n")],
            0,
            "at main.tf:2:7",
            "",
            "an expression in a file beside it, which may only be ours to read",
        ),
    ] {
        let folder = module(files);
        let run = config(folder.path(), &["--flavor=tofu"]).exits(code, why);
        let run = run.says(out, why).tells(error, why);
        let longest = run.stdout.lines().map(|line| line.chars().count()).max();
        assert!(longest < Some(200), "{why}: a line of {longest:?} characters");
    }
}

#[test]
#[cfg(unix)]
fn a_link_that_leads_nowhere_is_told_beside_the_findings() {
    let folder = module(&[("main.tf.json", b"{\"variables\":{}}")]);
    dangling(&folder.path().join("b.tf.json"));
    fs::create_dir(folder.path().join("sub")).unwrap();
    std::os::unix::fs::symlink("sub", folder.path().join("c.tf.json")).unwrap();
    config(folder.path(), &[])
        .exits(2, "two files were not judged")
        .says("error[unknown-argument]", "the third was")
        .tells(
            "error: b.tf.json: it cannot be read: it is a link that leads nowhere",
            "why",
        )
        .tells(
            "error: c.tf.json: it cannot be read: it is a link to a folder",
            "as the engines see it",
        );
    let folder = module(&[("main.tf.json", b"{}")]);
    dangling(&folder.path().join("b.tf.json"));
    config(folder.path(), &[])
        .exits(2, "a file was not judged")
        .says(
            "ERROR  .          2 files · not all of it could be judged",
            "nothing found is no verdict",
        )
        .hides("PASS", "of nothing");
}

#[test]
fn arguments_choose_modules_files_and_engines() {
    let folder = module(&[
        ("a/main.tf.json", b"{\"variables\":{}}"),
        ("a/other.tf.json", b"{\"outputs\":{}}"),
        ("b/main.tofu.json", b"{\"terraform\":{\"encryption\":{}}}"),
        ("c/main.tf.json", b"{\"terraform\":{\"encryption\":{}}}"),
    ]);
    for (arguments, code, findings, why) in [
        (&["a"][..], 1, 2, "a module"),
        (&["a/main.tf.json"], 1, 1, "one file of it"),
        (&["a/main.tf.json", "a/other.tf.json"], 1, 2, "two of them"),
        (&["a", "a/other.tf.json"], 1, 2, "the module once"),
        (&["a", "b"], 1, 2, "two modules"),
        (&["b"], 0, 0, "OpenTofu alone reads it"),
        (&["c"], 1, 1, "both read it, and one of them refuses it"),
        (&["c", "--flavor=tofu"], 0, 0, "OpenTofu does not"),
        (&["c", "--allow=wrong-flavor-block"], 0, 0, "the rule is off"),
        (&["c", "--warn=json-shape"], 0, 1, "the family is milder"),
        (
            &["c", "--warn=json-shape", "--fail-on=warning"],
            1,
            1,
            "and the gate is not",
        ),
        (&["b", "--flavor=terraform"], 2, 0, "Terraform reads nothing there"),
        (&["a/nothing.tf.json"], 2, 0, "no such file"),
        (&["fmt"], 2, 0, "a command behind options is a name, which nothing has"),
        (&["nowhere"], 2, 0, "no such directory"),
        (&["a", "--only=create"], 2, 0, "an option for plans"),
    ] {
        let mut all = arguments.to_vec();
        all.push("--format=json");
        let run = config(folder.path(), &all).exits(code, why);
        if !run.stdout.is_empty() {
            assert_eq!(run.json()["findings"].as_array().unwrap().len(), findings, "{why}");
        }
        if arguments.contains(&"--flavor=terraform") {
            run.tells("is for OpenTofu, and --flavor says Terraform", why);
        }
    }
}

#[test]
fn a_file_that_is_named_does_not_pass_beside_one_that_the_engines_cannot_read() {
    let good: &[u8] = b"{\"output\":{\"o\":{\"value\":1}}}";
    for (name, text, code, why) in [
        ("b.tf.json", &b"{\"locals\":{"[..], 2, "JSON that is cut off"),
        ("b.tf.json", b"", 2, "nothing"),
        ("b.tf", b"locals {", 2, "a block that is not closed"),
        ("b.tf.json", b"{\"outputs\":{}}", 0, "what is wrong there can be read"),
        ("b.tf", b"locals {}", 0, "nothing is wrong there"),
        ("b.json", b"{", 0, "a file of somebody else"),
    ] {
        let folder = module(&[("main.tf.json", good), (name, text)]);
        let run = config(folder.path(), &["main.tf.json"]).exits(code, why);
        assert_eq!(
            run.stderr.contains(&format!("error: {name}: ")),
            code == 2,
            "{why}: {}",
            run.stderr
        );
    }
    let folder = module(&[("main.tf.json", good)]);
    std::os::unix::fs::symlink("nowhere", folder.path().join("b.tf.json")).unwrap();
    config(folder.path(), &["main.tf.json"]).exits(2, "a link that leads nowhere");
}

#[test]
fn a_finding_stands_at_its_place_in_every_format() {
    let text = "{\n  \"variable\": {\"name\": {}, \"secret\": {\"default\": \"hunter2\"}},\n  \"output\": {\"o\": {\"value\": \"\\u0061 ${var.nmae}\"}}\n}\n";
    let folder = module(&[("main.tf.json", text.as_bytes())]);
    // Line 3: 32 characters before the reference, of which six are one letter's escape.
    let column = text.lines().nth(2).unwrap().find("var.nmae").unwrap() + 1;
    let place = format!("main.tf.json:3:{column}");
    for (format, words) in [
        ("text", place.clone()),
        ("markdown", place.clone()),
        ("html", place.clone()),
        ("github", format!("::error file=main.tf.json,line=3,col={column},")),
        ("sarif", "\"uri\": \"main.tf.json\"".to_owned()),
        ("gitlab-codequality", "\"path\": \"main.tf.json\"".to_owned()),
        ("azure", "main.tf.json".to_owned()),
        ("junit", place.clone()),
        ("json", "\"engine_rejects\": true".to_owned()),
        ("jsonl", "\"engine_rejects\":true".to_owned()),
    ] {
        config(folder.path(), &["--format", format])
            .exits(1, format)
            .says(&words, format)
            .says("undeclared-reference", format)
            .hides("hunter2", format);
    }
    let run = config(folder.path(), &[]).exits(1, "text");
    insta::assert_snapshot!("config", run.redacted(folder.path()));
}

#[test]
fn what_is_no_json_says_what_to_do() {
    for (content, message, help, reason) in [
        (
            &b"variable \"x\" {}\n"[..],
            "this is not JSON",
            "it is in the native syntax: leave .json out of the file's name",
            "the native syntax",
        ),
        (
            b"Traceback (most recent call last):\n  File \"main.py\", line 1\n",
            "this is not JSON",
            "look at what generates it: this may be its error message",
            "an error message",
        ),
        (
            b" \n",
            "the file holds no JSON value",
            "let what generates it write it again",
            "nothing",
        ),
        (
            b"\xff\xfe{\0}\0",
            "the file is in UTF-16, and the engines read UTF-8",
            "save it as UTF-8",
            "UTF-16 with its mark",
        ),
        (
            b"{\0}\0",
            "the file is in UTF-16, and the engines read UTF-8",
            "save it as UTF-8",
            "without",
        ),
    ] {
        let folder = module(&[("main.tf.json", content)]);
        let run = config(folder.path(), &[])
            .exits(1, reason)
            .says(message, reason)
            .says(help, reason);
        run.says("main.tf.json:", reason);
    }
}

#[test]
fn what_one_engine_uses_is_used() {
    let folder = module(&[
        (
            "main.tf.json",
            br#"{"variable":{"d":{"default":"./m"},"e":{}},"module":{"a":{"source":"${var.d}"}}}"#,
        ),
        ("m/main.tf.json", b"{}"),
    ]);
    config(folder.path(), &[])
        .hides("nothing uses var.d", "OpenTofu evaluates the source")
        .says("nothing uses var.e", "neither does this");
}

#[test]
fn a_message_that_is_broken_is_a_warning_until_it_is_needed() {
    for (message, code, why) in [
        (r#""${nope(1)}""#, 0, "no such function"),
        (r#""${1 +""#, 0, "no template"),
        ("[]", 0, "no string"),
        (r#""${var.nope}""#, 1, "no such variable"),
    ] {
        let validation = format!(r#"{{"condition":"${{var.a > 0}}","error_message":{message}}}"#);
        let text = format!(r#"{{"variable":{{"a":{{"default":1,"validation":{validation}}}}}}}"#);
        let folder = module(&[("main.tf.json", text.as_bytes())]);
        config(folder.path(), &[]).exits(code, why);
        config(folder.path(), &["--fail-on=warning"]).exits(1, why);
    }
}

#[test]
fn a_name_that_stands_for_nothing_asks_for_no_folder() {
    let folder = module(&[("main.tf.json", b"{}")]);
    config(folder.path(), &["nothing"])
        .exits(2, "it is not there")
        .tells("nothing: there is no file or folder of this name", "which is said")
        .hides("module of", "and nothing of the folder, which nobody named");
}

#[test]
fn a_file_in_the_native_syntax_is_named_as_that() {
    let folder = module(&[("main.tf", b"locals {}\n"), ("main.tofu", b"locals {}\n")]);
    for (flavor, words, why) in [
        (
            "tofu",
            "main.tofu: this file is in the native syntax",
            "one of its engine",
        ),
        (
            "terraform",
            "main.tofu: no engine in question reads",
            "one of the other engine",
        ),
        ("terraform", "main.tf: this file is in the native syntax", "one of both"),
    ] {
        let file = words.split(':').next().unwrap();
        config(folder.path(), &["--flavor", flavor, file])
            .exits(2, why)
            .tells(words, why);
    }
}
