//! `planlint config`: modules in JSON with the verdicts of real engines, inputs that are wrong, and what the formats say.

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
            "error: .: there is no configuration in this directory",
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
            "error: c.tf.json: it cannot be read: it is a link to a directory",
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
fn a_waiver_permits_what_is_found_at_an_address() {
    let folder = module(&[
        ("main.tf.json", b"{\"output\":{\"o\":{\"value\":\"${var.a}\"}}}"),
        (
            "planlint.toml",
            b"[[waiver]]\nrule = \"undeclared-reference\"\naddress = \"output.o\"\nreason = \"generated later\"\nexpires = 2027-01-31\n",
        ),
    ]);
    planlint(["config"])
        .folder(folder.path())
        .args(["--now", "2026-11-21T12:00:00Z"])
        .run()
        .exits(0, "it is permitted")
        .says("waived[undeclared-reference]", "and shown");
}

#[test]
fn modules_that_are_called_are_judged_too() {
    let folder = module(&[
        (
            "a/main.tf.json",
            b"{\"module\":{\"b\":{\"source\":\"../b\"},\"n\":{\"source\":\"../n\"}}}",
        ),
        (
            "b/main.tf.json",
            b"{\"module\":{\"a\":{\"source\":\"../a\"}},\"outputs\":{}}",
        ),
        ("n/main.tf", b"locals {}\n"),
    ]);
    let report = config(folder.path(), &["a", "--format=json"])
        .exits(1, "b is refused")
        .json();
    let inputs = report["inputs"].as_array().unwrap();
    let names: Vec<_> = inputs.iter().map(|input| input["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["a", "b"], "each once; what has no JSON is not ours");
    config(folder.path(), &["a/main.tf.json"]).exits(0, "one file is asked about");
}

#[test]
fn settings_tell_modules_apart() {
    let broken: &[u8] = br#"{"resource":{"aws_x":{"y":{"v":"${var.none}"}}}}"#;
    let deep: &[u8] = br#"{"module":{"deep":{"source":"../one"},"again":{"source":"../both"}}}"#;
    let root: &[u8] = br#"{"module":{"a":{"source":"./both"},"b":{"source":"./both"},"c":{"source":"./way"}}}"#;
    let waiver = |address: &str| {
        format!(
            "[[waiver]]\nrule = \"undeclared-reference\"\naddress = \"{address}\"\nreason = \"x\"\nexpires = 2026-12-01\n"
        )
    };
    let level = |condition: &str| format!("[[override]]\n{condition}\nrules = {{ undeclared-reference = \"note\" }}\n");
    for (settings, calls, permitted, reason) in [
        (waiver("module.c.module.deep.aws_x.y"), "one", true, "the way of calls"),
        (waiver("module.deep.aws_x.y"), "one", false, "a part of it"),
        (waiver("aws_x.y"), "one", false, "the address in the module"),
        (
            waiver("module.a.aws_x.y"),
            "both",
            false,
            "one of the calls that lead there",
        ),
        (
            waiver("module.a.aws_x.y") + &waiver("module.b.aws_x.y") + &waiver("module.c.module.again.aws_x.y"),
            "both",
            true,
            "each of them, one that is come upon later too",
        ),
        (waiver("**.aws_x.y"), "both", true, "all of them"),
        (level("module = \"module.c.**\""), "one", true, "the module"),
        (
            level("module = \"module.c.**\""),
            "both",
            false,
            "the other calls are outside",
        ),
        (level("type = \"aws_*\""), "one", true, "the type"),
        (level("type = \"var\""), "one", false, "another one"),
    ] {
        let other = if calls == "one" { "both" } else { "one" };
        let folder = module(&[
            ("main.tf.json", root),
            ("way/main.tf.json", deep),
            (&format!("{calls}/main.tf.json"), broken),
            (&format!("{other}/main.tf.json"), b"{}"),
            ("planlint.toml", settings.as_bytes()),
        ]);
        planlint(["config"])
            .folder(folder.path())
            .args(["--now", "2026-11-21T12:00:00Z"])
            .run()
            .exits(i32::from(!permitted), &format!("{settings}: {reason}"));
    }
}

#[test]
fn a_waiver_for_one_of_two_calls_says_so() {
    let waiver = b"[[waiver]]\nrule = \"undeclared-reference\"\naddress = \"module.a.**\"\nreason = \"x\"\nexpires = 2026-12-01\n";
    let folder = module(&[
        (
            "main.tf.json",
            br#"{"module":{"a":{"source":"./m"},"b":{"source":"./m"}}}"#,
        ),
        ("m/main.tf.json", br#"{"output":{"o":{"value":"${var.none}"}}}"#),
        ("planlint.toml", waiver),
    ]);
    planlint(["config"])
        .folder(folder.path())
        .args(["--now", "2026-11-21T12:00:00Z"])
        .run()
        .exits(1, "b has no waiver")
        .says(
            "it is permitted for some of the calls that lead to this module, and not for all",
            "why",
        )
        .hides("unused-waiver", "it permits something");
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
        run.says("main.tf.json:", reason).hides("accept this", reason);
    }
}

#[test]
fn modules_are_called_in_many_ways() {
    let broken: &[u8] = br#"{"output":{"o":{"value":"${var.none}"}}}"#;
    let waiver = b"[[waiver]]\nrule = \"undeclared-reference\"\naddress = \"module.amodule.**\"\nreason = \"x\"\nexpires = 2026-12-01\n";
    let one: &[u8] = br#"{"module":{"amodule":{"source":"./m"}}}"#;
    for (files, arguments, code, why) in [
        (&[("main.tf.json", one)][..], &["."][..], 0, "the one call is permitted"),
        (
            &[
                ("main.tf.json", one),
                ("n.tf", b"module \"b\" {\n  source = \"./m\"\n}\n"),
            ],
            &["."],
            1,
            "a call in the native syntax is another",
        ),
        (
            &[
                ("main.tf.json", br#"{"module":{"n":{"source":"./n"}}}"#),
                ("n/main.tf", b"module \"deep\" {\n  source = \"../m\"\n}\n"),
            ],
            &["."],
            1,
            "a native module calls it",
        ),
        (
            &[(
                "main.tf.json",
                br#"{"module":{"amodule":{"source":"./m"},"bmodule":{"source":"./m"}}}"#,
            )],
            &["."],
            1,
            "names that end like the word",
        ),
        (
            &[
                ("main.tf.json", br#"{"module":{"b":{"source":"./k"}}}"#),
                ("override.tf", b"module \"b\" {\n  source = \"./m\"\n}\n"),
                ("k/main.tf.json", b"{}"),
            ],
            &["."],
            1,
            "another source in an override file",
        ),
        (
            &[
                ("main.tf.json", br#"{"module":{"b":{"source":"./m"}}}"#),
                ("override.tf.json", br#"{"module":{"b":{"source":"./k"}}}"#),
                ("k/main.tf.json", b"{}"),
            ],
            &["."],
            0,
            "which counts alone",
        ),
        (
            &[("main.tf.json", br#"{"module":{"b":{"source":"./x/../m"}}}"#)],
            &["."],
            1,
            "a way that is shortened before anybody looks",
        ),
        (
            &[
                ("main.tf.json", br#"{"module":{"b":{"source":"./m"}}}"#),
                ("m/fine.tf.json", b"{}"),
            ],
            &[".", "m/fine.tf.json"],
            1,
            "a file that is named beside a module that calls all of it",
        ),
        (
            &[("main.tf.json", b"{}"), ("m/fine.tf.json", b"{}")],
            &[".", "m/fine.tf.json"],
            0,
            "which nobody calls",
        ),
    ] {
        let mut all = files.to_vec();
        all.extend([("m/main.tf.json", broken), ("planlint.toml", &waiver[..])]);
        let folder = module(&all);
        planlint(["config"])
            .folder(folder.path())
            .args(arguments)
            .args(["--now", "2026-11-21T12:00:00Z"])
            .run()
            .exits(code, why)
            .hides("module-not-found", why);
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
fn of_more_paths_than_are_followed_a_waiver_permits_none() {
    let twice = |next: &str| format!(r#"{{"module":{{"a":{{"source":"{next}"}},"b":{{"source":"{next}"}}}}}}"#);
    let files: Vec<(String, String)> = (0..8)
        .map(|depth| (format!("m{depth}/main.tf.json"), twice(&format!("../m{}", depth + 1))))
        .chain([
            ("main.tf.json".to_owned(), twice("./m0")),
            (
                "m8/main.tf.json".to_owned(),
                r#"{"output":{"o":{"value":"${var.a}"}}}"#.to_owned(),
            ),
        ])
        .collect();
    for (address, code, why) in [
        ("module.*.**", 1, "nobody followed all 512"),
        ("**", 0, "wherever it is"),
    ] {
        let waiver = format!(
            "[[waiver]]\nrule = \"undeclared-reference\"\naddress = \"{address}\"\nreason = \"x\"\nexpires = 2026-12-01\n"
        );
        let mut all: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (&**name, text.as_bytes())).collect();
        all.push(("planlint.toml", waiver.as_bytes()));
        let folder = module(&all);
        planlint(["config"])
            .folder(folder.path())
            .args(["--now", "2026-11-21T12:00:00Z"])
            .run()
            .exits(code, why);
    }
}

#[test]
fn a_module_that_calls_itself_ends() {
    let folder = module(&[
        ("main.tf.json", br#"{"module":{"a":{"source":"./m"}}}"#),
        (
            "m/main.tf.json",
            br#"{"module":{"a":{"source":"../m"},"b":{"source":"../m"}}}"#,
        ),
    ]);
    let report = config(folder.path(), &["--format=json"])
        .exits(1, "it has no end")
        .json();
    assert_eq!(report["inputs"].as_array().unwrap().len(), 2, "each once");
}

/// Terraform and OpenTofu read such modules until a path is too long.
#[test]
fn a_module_that_calls_itself_is_refused() {
    let itself = &[("main.tf.json", &br#"{"module":{"d":{"source":"./"}}}"#[..])][..];
    for (files, arguments, expected, why) in [
        (itself, &[][..], &["main.tf.json 1 module.d is ./"][..], "itself"),
        (
            itself,
            &["main.tf.json"],
            &["main.tf.json 1 module.d is ./"],
            "one file of it",
        ),
        (
            &[("main.tf.json", br#"{"module":{"d":{"source":"./.","count":0}}}"#)],
            &[],
            &["main.tf.json 1 module.d is ./."],
            "however often that is",
        ),
        (
            &[
                ("main.tf.json", b"{\n\"module\":{\n\"d\":{\"source\":\"./ch\"}}}"),
                ("ch/main.tf.json", br#"{"module":{"x":{"source":"../"}}}"#),
            ],
            &[],
            &[
                "ch/main.tf.json 1 module.x is ../, whose module.d is ./ch",
                "main.tf.json 3 module.d is ./ch, whose module.x is ../",
            ],
            "by way of another",
        ),
        (
            &[
                ("main.tf.json", br#"{"module":{"d":{"source":"./ch"}}}"#),
                ("ch/main.tf", b"module \"x\" {\n  source = \"../\"\n}\n"),
            ],
            &[],
            &["main.tf.json 1 module.d is ./ch, whose module.x is ../"],
            "in the native syntax",
        ),
        (
            &[
                (
                    "main.tf.json",
                    br#"{"module":{"d":{"source":"./a"},"e":{"source":"./b"}}}"#,
                ),
                ("a/main.tf.json", br#"{"module":{"x":{"source":"../b"}}}"#),
                ("b/main.tf.json", b"{}"),
            ],
            &[],
            &[],
            "two ways to one module",
        ),
        (
            &[
                ("main.tf.json", br#"{"module":{"d":{"source":"./"}}}"#),
                ("x_override.tf.json", br#"{"module":{"d":{"source":"./ch"}}}"#),
                ("ch/main.tf.json", b"{}"),
            ],
            &[],
            &[],
            "what another file replaces",
        ),
        (
            &[
                (
                    "main.tf.json",
                    br#"{"variable":{"s":{"default":"./"}},"module":{"d":{"source":"${var.s}"}}}"#,
                ),
                ("ch/main.tf.json", b"{}"),
            ],
            &["--flavor=tofu"],
            &[],
            "a source that who calls the module decides",
        ),
    ] {
        let folder = module(files);
        let arguments = ["--format=json"].iter().chain(arguments).copied();
        let report = config(folder.path(), &arguments.collect::<Vec<_>>()).json();
        let findings = report["findings"].as_array().unwrap().iter();
        let circles = findings.filter(|finding| finding["rule"] == "dependency-cycle");
        let mut said: Vec<String> = circles
            .map(|finding| {
                assert_eq!(finding["engine_rejects"], true, "{why}");
                let message = finding["message"].as_str().unwrap();
                let (_, words) = message.split_once(" without end: ").unwrap();
                format!(
                    "{} {} {words}",
                    finding["file"].as_str().unwrap(),
                    finding["location"]["line"]
                )
            })
            .collect();
        said.sort();
        assert_eq!(said, expected, "{why}");
        assert_eq!(report["verdict"] == "fail", !expected.is_empty(), "{why}: {report}");
    }
}

#[test]
fn modules_that_are_called_are_read() {
    let manifest = br#"{"Modules":[{"Key":"r","Source":"registry.example/a/b/c","Dir":".terraform/modules/r"}]}"#;
    let root = br#"{"module":{"l":{"source":"./l","wrong":1},"r":{"source":"a/b/c","version":"1.0.0","wrong":1}}}"#;
    let folder = module(&[
        ("main.tf.json", root),
        ("l/main.tf", b"variable \"right\" {\n  default = 1\n}\n"),
        (".terraform/modules/modules.json", manifest),
        (".terraform/modules/r/main.tf", b"variable \"right\" {}\n"),
    ]);
    let report = config(folder.path(), &["--format=json"]).exits(1, "wrong").json();
    let findings = report["findings"].as_array().unwrap();
    let found: Vec<_> = findings
        .iter()
        .map(|finding| {
            format!(
                "{} {}",
                finding["rule"].as_str().unwrap(),
                finding["address"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            "module-missing-input module.r",
            "module-unknown-input module.l",
            "module-unknown-input module.r"
        ]
    );
}

#[test]
fn a_module_may_use_what_its_callers_hand_to_it() {
    let leaf = r#"{"resource":{"terraform_data":{"a":{"provider":"terraform.w"}}}}"#;
    let hands = r#"{"provider":{"terraform":[{},{"alias":"w"}]},"module":{"m":{"source":"./m","providers":{"terraform.w":"terraform.w"}}}}"#;
    let keeps = r#"{"provider":{"terraform":[{},{"alias":"w"}]},"module":{"m":{"source":"./m"}}}"#;
    let by_another_name = hands.replace(r#"{"terraform.w":"#, r#"{"terraform.z":"#);
    let below = r#"{"module":{"n":{"source":"../n","providers":{"terraform.w":"terraform.w"}}}}"#;
    let aws = |source: &str, more: &str| {
        format!(r#"{{"terraform":{{"required_providers":{{"aws":{{"source":"{source}"}}}}}},{more}}}"#)
    };
    let hands_aws =
        r#""provider":{"aws":[{},{"alias":"w"}]},"module":{"m":{"source":"./m","providers":{"aws.w":"aws.w"}}}"#;
    let uses_aws = r#""resource":{"aws_vpc":{"a":{"provider":"aws.w"}}}"#;
    let native = "module \"m\" {\n  source    = \"./m\"\n  providers = { terraform.w = terraform.w }\n}\n";
    for (root, module_m, accepted, why) in [
        (hands, leaf, true, "Warning: Reference to undefined provider"),
        (keeps, leaf, false, "Provider configuration not present"),
        (&by_another_name, leaf, false, "another one is handed"),
        (hands, below, true, "what hands it on"),
        (keeps, below, false, "which has nothing to hand on"),
        (
            &aws("hashicorp/aws", hands_aws),
            &aws("hashicorp/aws", uses_aws),
            true,
            "required by its address",
        ),
        (
            &aws("other/aws", hands_aws),
            &aws("other/aws", uses_aws),
            false,
            "Error: Reference to undefined provider",
        ),
        (native, leaf, true, "what the native syntax hands is not known"),
    ] {
        let name = if root == native { "main.tf" } else { "main.tf.json" };
        let folder = module(&[
            (name, root.as_bytes()),
            ("more.tf.json", b"{}"),
            ("m/main.tf.json", module_m.as_bytes()),
            ("n/main.tf.json", leaf.as_bytes()),
        ]);
        let run = config(folder.path(), &["--format=json"]).exits(i32::from(!accepted), why);
        let report = run.json();
        let mut findings = report["findings"].as_array().unwrap().iter();
        assert_eq!(
            findings.any(|finding| finding["engine_rejects"] == true),
            !accepted,
            "{why}"
        );
    }
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
