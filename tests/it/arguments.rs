//! What is given on the command line: files, folders, patterns, pipes, and how the report is to look.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cut;
use crate::fixtures;
use crate::program::{Program, planlint};

/// A folder with these files.
fn folder(files: &[(&str, Vec<u8>)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

fn deletion() -> Vec<u8> {
    cut::line(&cut::deletion()).into_bytes()
}

fn unchanged() -> Vec<u8> {
    cut::line(&cut::unchanged()).into_bytes()
}

fn state() -> Vec<u8> {
    fixtures::read("replace/tofu-1.12.6/state.json")
}

fn raw_state() -> Vec<u8> {
    fixtures::read("no-changes/tofu-1.12.6/terraform.tfstate")
}

fn in_folder(folder: &Path, arguments: &[&str]) -> Program {
    planlint(arguments).folder(folder)
}

/// The names of the inputs of a report.
fn names(report: &Value) -> Vec<&str> {
    let inputs = report["inputs"].as_array().unwrap();
    inputs.iter().map(|input| input["name"].as_str().unwrap()).collect()
}

#[test]
fn a_folder_brings_its_plans_in_order_and_says_what_it_skips() {
    let folder = folder(&[
        ("b/plan.json", unchanged()),
        ("a.json", deletion()),
        ("state.json", state()),
        (
            "schemas.json",
            fixtures::read("wrong-inputs/tofu-1.12.6/providers-schema.json"),
        ),
        ("notes.txt", b"not looked at".to_vec()),
        (".terraform/modules/modules.json", b"not looked at".to_vec()),
    ]);
    for argument in [".", "./", "**/*.json"] {
        let run = in_folder(folder.path(), &["--format", "json", argument]).run();
        let run = run
            .exits(0, "a warning does not fail the gate")
            .tells("state.json: skipped", "what is passed over is said")
            .tells("schemas.json: skipped", "what is passed over is said")
            .hides("notes.txt", "only *.json is looked at")
            .hides("modules.json", "hidden folders are the engines' own");
        let report = run.json();
        let names = names(&report);
        assert_eq!(names.len(), 2, "{argument}: {names:?}");
        assert!(
            names[0].ends_with("a.json") && names[1].ends_with("plan.json"),
            "{names:?}"
        );
    }
}

#[test]
fn in_a_folder_a_damaged_plan_is_an_error_and_nothing_is_nothing_judged() {
    let plan = deletion();
    for (files, code, words, why) in [
        (
            vec![("p.json", plan[..plan.len() / 2].to_vec()), ("q.json", unchanged())],
            2,
            "p.json",
            "a plan cut off",
        ),
        (
            vec![("p.json", Vec::new()), ("q.json", unchanged())],
            2,
            "p.json",
            "an empty file was meant as a plan",
        ),
        (
            vec![("state.json", state())],
            2,
            "no plan",
            "a folder of something else",
        ),
        (vec![("readme.txt", b"x".to_vec())], 2, "no plan", "a folder of nothing"),
        (
            vec![
                (
                    "p.json",
                    br#"{"@level":"info","type":"planned_change","change":{"action":"delete"}}"#.to_vec(),
                ),
                ("q.json", unchanged()),
            ],
            2,
            "log lines",
            "plan -json was written where show -json was meant",
        ),
        (
            vec![("p.json", [b"[", &*deletion(), b"]"].concat()), ("q.json", unchanged())],
            2,
            "holds a plan",
            "a list of plans",
        ),
        (
            vec![
                ("p.json", [br#"{"plan":"#, &*deletion(), b"}"].concat()),
                ("q.json", unchanged()),
            ],
            2,
            "holds a plan",
            "a plan inside of something",
        ),
        (
            vec![
                (
                    "p.json",
                    br#"{"report_version":"1.0","inputs":[{"resource_changes":[]}]}"#.to_vec(),
                ),
                ("q.json", unchanged()),
            ],
            0,
            "p.json: skipped, this is a report of planlint",
            "the report of the last run",
        ),
        (
            vec![("p.json", br#"{"a":[1]}"#.to_vec()), ("q.json", unchanged())],
            0,
            "p.json: skipped",
            "something else",
        ),
        (
            vec![("p.json", unchanged()), ("state.json", state())],
            0,
            "state.json: skipped",
            "plans beside states",
        ),
        (
            vec![("p.json", unchanged()), ("plan.json", state())],
            2,
            "plan.json",
            "a state that is called a plan",
        ),
        (
            vec![
                ("p.json", unchanged()),
                ("TFPLAN.json", br#"{"format_version":"1.0"}"#.to_vec()),
            ],
            2,
            "TFPLAN.json",
            "what is shown where there is no state, in any case of letters",
        ),
    ] {
        let folder = folder(&files);
        planlint([folder.path()]).run().exits(code, why).tells(words, why);
    }
}

#[test]
fn what_a_found_settings_file_switches_off_is_told() {
    let rules = r#"rules = { "missing-tags" = "allow", "errored-plan" = "allow", "replace" = "error" }"#;
    let words = "planlint.toml switches off errored-plan";
    for (settings, arguments, code, told, why) in [
        (rules, &[][..], 0, words, "what is on by default"),
        (
            r#"rules = { "waivers" = "allow", "errored-plan" = "allow" }"#,
            &[],
            0,
            "planlint.toml switches off errored-plan, broad-waiver, expired-waiver, unused-waiver",
            "the file cannot hide it with its family",
        ),
        (rules, &["--quiet"], 0, words, "nor need anybody who asks for little"),
        (
            rules,
            &["--quiet", "--format", "markdown"],
            0,
            "switches off errored-plan",
            "in a comment too",
        ),
        (rules, &["--deny", "weakened-gate"], 1, words, "the gate stops at it"),
        (
            rules,
            &["--format", "markdown"],
            0,
            "switches off errored-plan",
            "whoever reads the report sees it",
        ),
        (rules, &["--format", "github"], 0, words, "in every format"),
        (rules, &["--format", "sarif"], 0, words, "without a line to point to"),
        (
            "fail-on = \"never\"\nunknown = \"pass\"",
            &[],
            0,
            "planlint.toml lets pass what is unknown, lets no finding stop the gate",
            "what lets everything pass",
        ),
        (
            "fail-on = \"never\"",
            &["--deny", "weakened-gate"],
            1,
            "planlint.toml lets no finding stop the gate",
            "which the same file does not decide",
        ),
        (
            r#"rules = { "delete-stateful" = "warning", "mass-destroy" = { at-least = 1000 } }"#,
            &[],
            0,
            "planlint.toml makes delete-stateful milder, sets options of mass-destroy",
            "what lets more pass",
        ),
        (
            "[waivers]\nlongest-life-days = 1000",
            &[],
            0,
            "planlint.toml lets waivers last 1000 days",
            "how long",
        ),
        (
            "[stateful]\nremove = [\"aws_s3_bucket\"]",
            &[],
            0,
            "planlint.toml says that aws_s3_bucket holds no data",
            "a type",
        ),
    ] {
        let folder = folder(&[("p.json", unchanged()), ("planlint.toml", settings.into())]);
        let run = planlint(["p.json"]).args(arguments).folder(folder.path()).run();
        run.exits(code, why).says(told, why).says("planlint.toml", "the file");
        for quiet in [
            &["--config", "planlint.toml"][..],
            &["--allow", "weakened-gate"],
            &["--no-config"],
        ] {
            let run = planlint(["p.json"]).args(quiet).folder(folder.path()).run();
            run.hides("planlint.toml", "who names the file knows it");
        }
    }
    let known = folder(&[("p.json", unchanged()), ("planlint.toml", rules.into())]);
    let run = |arguments: &[&str]| planlint(arguments).folder(known.path()).run();
    run(&["baseline", "p.json", "--write-to", "known.json"]).exits(0, "it is written");
    run(&["p.json", "--baseline", "known.json", "--deny", "weakened-gate"])
        .exits(1, "a baseline does not permit it")
        .says(words, "and it is said");
    let folder = folder(&[
        ("p.json", unchanged()),
        ("planlint.toml", b"fail-on = \"never\"".to_vec()),
    ]);
    let run = planlint(["p.json", "--fail-on", "error"]).folder(folder.path()).run();
    run.hides("planlint.toml", "the command line has said otherwise");
}

#[test]
#[cfg(unix)]
fn in_a_folder_links_are_followed_and_never_in_circles() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for name in ["plans", "elsewhere"] {
        fs::create_dir(path(name)).unwrap();
    }
    fs::write(path("plans/fine.json"), cut::line(&cut::unchanged())).unwrap();
    fs::write(path("elsewhere/deletes.JSON"), cut::line(&cut::deletion())).unwrap();
    std::os::unix::fs::symlink(path("elsewhere"), path("plans/prod")).unwrap();
    std::os::unix::fs::symlink(path("plans"), path("elsewhere/back")).unwrap();
    planlint(["plans", "--deny", "delete"])
        .folder(folder.path())
        .run()
        .exits(1, "the deletion behind the link is seen")
        .says("deletes.JSON", "and named");
}

#[test]
#[cfg(unix)]
fn a_pipe_in_a_folder_is_not_waited_for() {
    let folder = folder(&[("plan.json", unchanged())]);
    let made = Command::new("mkfifo")
        .arg(folder.path().join("pipe.json"))
        .status()
        .unwrap();
    assert!(made.success());
    planlint([folder.path()])
        .run()
        .exits(2, "it cannot be judged")
        .tells("pipe.json: it cannot be read: it is no file", "and is named");
}

#[test]
fn what_is_named_must_be_judged() {
    let folder = folder(&[
        ("plan.json", unchanged()),
        ("state.json", state()),
        ("a[1].json", deletion()),
    ]);
    for (arguments, code, words, why) in [
        (
            &["plan.json", "state.json"][..],
            2,
            "state.json: this is a state",
            "a state that was named",
        ),
        (
            &["plan.json", "missing.json"],
            2,
            "missing.json: it cannot be read",
            "a file that is not there",
        ),
        (
            &["nothing*.json"],
            2,
            "nothing*.json: no plan",
            "a pattern that matches nothing",
        ),
        (&["missing/"], 2, "missing/", "a folder that is not there"),
        (&["a[1].json"], 0, "", "a file whose name looks like a pattern"),
        (&["plan.json", "plan.json"], 0, "", "the same file twice"),
    ] {
        in_folder(folder.path(), arguments)
            .run()
            .exits(code, why)
            .tells(words, why);
    }
    let run = in_folder(folder.path(), &["--format", "json", "a[1].json", "plan.json"]).run();
    assert_eq!(
        names(&run.json()),
        ["a[1].json", "plan.json"],
        "in the order of the arguments"
    );
}

#[test]
fn standard_input_is_a_dash_a_pipe_or_one_of_several() {
    let folder = folder(&[("plan.json", unchanged())]);
    for (arguments, inputs, why) in [
        (&[][..], vec!["<stdin>"], "a pipe"),
        (&["-"], vec!["<stdin>"], "a dash"),
        (&["plan.json", "-"], vec!["plan.json", "<stdin>"], "among files"),
        (
            &["plan.json"],
            vec!["plan.json"],
            "what is piped but not asked for is not read",
        ),
    ] {
        let run = in_folder(folder.path(), &[&["--format", "json"], arguments].concat())
            .stdin(deletion())
            .run()
            .exits(0, why);
        assert_eq!(names(&run.json()), inputs, "{why}");
    }
}

#[test]
fn several_documents_of_one_input_are_counted() {
    let run = planlint(["--format", "json", "--deny", "delete"])
        .stdin([unchanged(), deletion(), unchanged()].concat())
        .run()
        .exits(1, "every document counts");
    let report = run.json();
    assert_eq!(names(&report), ["<stdin>#1", "<stdin>#2", "<stdin>#3"]);
    assert_eq!(report["findings"][0]["input"], 1);

    let half = &deletion()[..300];
    let run = planlint(["--format", "json"])
        .stdin([&unchanged(), half].concat())
        .run()
        .exits(2, "the second is cut off");
    let report = run.json();
    assert_eq!(names(&report).len(), 1, "the first is still reported");
    assert_eq!(report["errors"][0]["code"], "truncated");
}

#[test]
fn kinds_are_asked_for_by_name() {
    let folder = folder(&[
        ("plan.json", unchanged()),
        ("state.json", state()),
        ("raw.tfstate", raw_state()),
    ]);
    for (arguments, code, kinds, why) in [
        (&["plan.json"][..], 0, &["plan"][..], "plans are the default"),
        (
            &["--kind", "plan", "plan.json"],
            0,
            &["plan"],
            "the default, said aloud",
        ),
        (
            &["--kind", "state", "state.json", "raw.tfstate"],
            0,
            &["state", "state"],
            "states of both forms",
        ),
        (
            &["--kind", "any", "plan.json", "state.json", "raw.tfstate"],
            0,
            &["plan", "state", "state"],
            "a mixed folder",
        ),
        (
            &["state", "state.json", "raw.tfstate"],
            0,
            &["state", "state"],
            "the command for states",
        ),
        (&["state.json"], 2, &[], "a state has no changes"),
        (&["raw.tfstate"], 2, &[], "neither has a raw state"),
        (&["state", "plan.json"], 2, &[], "a plan is no state"),
        (&["--kind", "state", "plan.json"], 2, &[], "nor so"),
        (
            &["--kind", "any", "."],
            0,
            &["plan", "state"],
            "a folder brings *.json alone",
        ),
    ] {
        let mut all = arguments.to_vec();
        all.extend(["--format", "json"]);
        let report = in_folder(folder.path(), &all).run().exits(code, why).json();
        let found: Vec<_> = report["inputs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|input| &input["kind"])
            .collect();
        assert_eq!(json!(found), json!(kinds), "{why}");
    }
}

#[test]
fn a_state_is_counted() {
    let raw = fixtures::read("state-rich/tofu-1.12.6/terraform.tfstate");
    let file: Value = serde_json::from_slice(&raw).unwrap();
    let count = |mode: &str, deposed: bool| {
        let resources = file["resources"].as_array().unwrap().iter();
        let instances = resources
            .filter(|resource| resource["mode"] == mode)
            .flat_map(|resource| resource["instances"].as_array().unwrap());
        instances
            .filter(|instance| instance.get("deposed").is_some() == deposed)
            .count()
    };
    let tainted = String::from_utf8_lossy(&raw).matches("\"tainted\"").count();
    assert!(count("managed", false) > 5 && count("managed", true) > 0 && tainted > 0);
    for (name, bytes) in [
        ("raw", raw.clone()),
        ("shown", fixtures::read("state-rich/tofu-1.12.6/state.json")),
    ] {
        let report = planlint(["state", "--allow", "checks", "--format", "json"])
            .stdin(bytes.clone())
            .run()
            .exits(0, name)
            .json();
        let input = &report["inputs"][0];
        assert_eq!(input["resources"], count("managed", false), "{name}");
        assert_eq!(input["data_sources"], count("data", false), "{name}");
        assert_eq!(input["tainted"].as_array().unwrap().len(), tainted, "{name}");
        assert_eq!(
            input["deposed"].as_array().unwrap().len(),
            count("managed", true),
            "{name}"
        );
        assert_eq!(
            input["outputs"].as_array().unwrap().len(),
            file["outputs"].as_object().unwrap().len(),
            "{name}"
        );
        planlint(["state", "--allow", "checks"])
            .stdin(bytes)
            .run()
            .exits(0, name)
            .says(&format!("{} resources", count("managed", false)), name)
            .says(&format!("{tainted} tainted"), name);
    }
}

#[test]
fn a_reader_that_stops_reading_changes_nothing() {
    let plan = fixtures::root().join("medium/tofu-1.12.6/plan.json");
    for (arguments, code) in [
        (&["--allow", "destruction,exposure,secrets"][..], 0),
        (&["--deny", "delete"], 1),
    ] {
        let mut child = planlint(arguments)
            .arg("--all")
            .arg(&plan)
            .command()
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "what was decided stays decided");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "and nobody is told of it");
    }
}

#[test]
fn a_report_goes_to_the_file_that_is_named() {
    let folder = folder(&[("plan.json", deletion())]);
    for format in ["text", "json"] {
        let direct = in_folder(folder.path(), &["--format", format, "plan.json"]).run();
        for (arguments, why) in [
            (&["--output", "report"][..], "the long name"),
            (
                &["-o", "report", "--deny", "delete"],
                "the short one, and a gate that fails",
            ),
        ] {
            let code = i32::from(arguments.len() > 2);
            let run = in_folder(folder.path(), &[&["--format", format, "plan.json"], arguments].concat())
                .env("CLICOLOR_FORCE", "0")
                .run()
                .exits(code, why);
            assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", ""), "{why}");
            let written = fs::read_to_string(folder.path().join("report")).unwrap();
            if code == 0 {
                assert_eq!(written, direct.stdout, "the same report");
            }
            assert!(!written.contains('\u{1b}'), "no colour in a file");
        }
    }
    in_folder(folder.path(), &["plan.json", "--output", "missing/report"])
        .run()
        .exits(2, "a report that nobody gets is no verdict")
        .tells("missing/report", "the file is named");
}

#[test]
fn one_run_writes_several_reports() {
    let folder = folder(&[("plan.json", unchanged())]);
    let direct = |format: &str| {
        in_folder(folder.path(), &["--format", format, "plan.json"])
            .run()
            .stdout
    };
    let written = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let (text, json) = (direct("text"), direct("json"));
    let run = |arguments: &[&str]| {
        let run = in_folder(folder.path(), &[&["plan.json"], arguments].concat()).run();
        run.exits(0, "nothing changes").stdout
    };
    let out = run(&["--output", "json=a.json", "-o", "text=b.txt"]);
    assert_eq!(
        (out, written("a.json"), written("b.txt")),
        (text.clone(), json.clone(), text.clone()),
        "two files beside standard output, and rows that only one format asked for stand in that one"
    );
    let out = run(&["--format", "json", "-o", "c.json", "--output=text=./d=1.txt"]);
    assert_eq!(
        (out, written("c.json"), written("d=1.txt")),
        (String::new(), json, text.clone()),
        "the chosen format goes to the file without a format; the first `=` ends the name of a format"
    );
    run(&["-o", "./text=e"]);
    assert_eq!(written("text=e"), text, "a path with a slash is a path");
}

#[test]
fn reports_that_cannot_be_written_are_refused() {
    let folder = folder(&[("plan.json", unchanged()), ("sub/x", Vec::new())]);
    fs::hard_link(folder.path().join("plan.json"), folder.path().join("linked.json")).unwrap();
    for (arguments, words, why) in [
        (
            &["-o", "jsn=a"][..],
            "there is no format `jsn`; did you mean `json`?",
            "a name misspelled",
        ),
        (
            &["-o", "report=a"],
            "there is no format `report`\nThe formats are text, markdown, html, json",
            "a name that is like none",
        ),
        (&["-o", "report=a"], "./report=a", "the way out is said"),
        (&["-o", "json="], "the file is missing: json=FILE", "no file"),
        (
            &["-o", "json"],
            "A file of that name is ./json",
            "a format, and no file",
        ),
        (&["-o", "json=a", "-o", "text=a"], "--output names a twice", "one file"),
        (
            &["-o", "json=sub/x", "-o", "text=./sub/../sub/x"],
            "twice",
            "one file in two ways",
        ),
        (
            &["-o", "json=b", "-o", "text=sub/../b"],
            "twice",
            "and one that is not there yet",
        ),
        (
            &["-o", "a", "-o", "b"],
            "--output json=FILE",
            "two files in the chosen format",
        ),
        (
            &["-o", "json=missing/a", "-o", "text=fine"],
            "missing/a: the report cannot be written",
            "a folder that is not there",
        ),
        (
            &["--baseline=known.json", "-o", "json=known.json"],
            "known.json, which is to be read",
            "over the baseline",
        ),
        (
            &["-o", "json=./plan.json"],
            "./plan.json, which is to be read",
            "an input written over",
        ),
        (
            &["-o", "json=linked.json"],
            "linked.json, which is to be read",
            "an input under another name",
        ),
        (&["-o", "json=sub"], "sub: the report cannot be written", "a folder"),
        (
            &["--format", "jso"],
            "similar value exists: 'json'",
            "the same for --format",
        ),
    ] {
        in_folder(folder.path(), &[&["plan.json"], arguments].concat())
            .run()
            .exits(2, why)
            .tells(words, why);
    }
    let fine = fs::read_to_string(folder.path().join("fine")).unwrap();
    assert!(fine.contains("PASS"), "the other reports are written all the same");
}

#[test]
fn colours_come_when_they_are_wanted() {
    let plan = deletion();
    for (arguments, variables, coloured, why) in [
        (&[][..], &[][..], false, "a pipe"),
        (&["--color", "always"], &[], true, "asked for"),
        (
            &["--color", "always"],
            &[("NO_COLOR", "1"), ("TERM", "dumb")],
            true,
            "the option outweighs the environment",
        ),
        (&["--color", "never"], &[("CLICOLOR_FORCE", "1")], false, "likewise"),
        (&[], &[("CLICOLOR_FORCE", "1")], true, "CI logs that show colours"),
        (
            &[],
            &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")],
            false,
            "no outweighs force",
        ),
        (
            &["--format", "json", "--color", "always"],
            &[],
            false,
            "JSON has no colours",
        ),
    ] {
        let run = planlint(arguments);
        let run = variables.iter().fold(run, |run, (name, value)| run.env(name, value));
        let run = run.stdin(plan.clone()).run().exits(0, why);
        assert_eq!(run.stdout.contains('\u{1b}'), coloured, "{why}");
        assert!(!run.stderr.contains('\u{1b}'), "{why}");
    }
    let plain = planlint(["--color", "never"]).stdin(plan.clone()).run().stdout;
    let coloured = planlint(["--color", "always"]).stdin(plan).run().stdout;
    assert_eq!(
        anstream::adapter::strip_str(&coloured).to_string(),
        plain,
        "colours add nothing but themselves"
    );
}

#[test]
fn what_is_shown_can_be_chosen_and_the_verdict_stays() {
    let plan = fixtures::root().join("legacy/tofu-1.12.6/plan.json");
    let run = |arguments: &[&str]| {
        planlint(arguments)
            .arg(&plan)
            .arg("--deny=delete")
            .run()
            .exits(1, "a deletion")
    };
    let rows = |text: &str| -> Vec<String> {
        let lines = text.lines().skip(2).take_while(|line| !line.is_empty());
        lines
            .map(|line| line.split_whitespace().nth(1).unwrap_or_default().to_owned())
            .collect()
    };
    let plain = run(&[]).stdout;
    let verdict = plain.lines().last().unwrap();
    assert!(verdict.starts_with("FAIL"), "{plain}");

    let quiet = run(&["--quiet"]).stdout;
    assert!(
        quiet.starts_with("error[delete]") && !quiet.contains("Plan:"),
        "{quiet}"
    );
    assert!(!quiet.contains("note["), "{quiet}");
    planlint(["--quiet", "--note", "delete", "--fail-on", "note"])
        .arg(&plan)
        .run()
        .exits(1, "a strict gate")
        .says("note[delete]", "what fails it is said");
    assert_eq!(
        quiet.lines().last(),
        Some(verdict),
        "the verdict counts what is not shown"
    );

    let only = run(&["--only", "update,delete"]).stdout;
    let words: std::collections::BTreeSet<String> = rows(&only).into_iter().collect();
    assert_eq!(words.into_iter().collect::<Vec<_>>(), ["delete", "update"], "{only}");
    assert!(
        only.contains("error[replace]"),
        "findings are never filtered, and a replacement deletes: {only}"
    );
    assert_eq!(only.lines().last(), Some(verdict));
    for format in ["text", "markdown", "html"] {
        let selected = |arguments: &[&str]| run(&[arguments, &["--format", format]].concat()).stdout;
        let left_out = "not selected and not shown.";
        for (arguments, told, why) in [
            (&["--only=update,delete"][..], true, "kinds"),
            (&["--only-address=no.such"], true, "an address that nothing has"),
            (&["--only-address=**"], false, "every address"),
            (&[], false, "nothing was selected"),
        ] {
            assert_eq!(selected(arguments).contains(left_out), told, "{format}: {why}");
        }
    }

    let every = run(&["--all"]).stdout;
    let listed = cut::plan("legacy/tofu-1.12.6")["resource_changes"]
        .as_array()
        .unwrap()
        .len();
    assert_eq!(rows(&every).len(), listed, "{every}");
    assert!(rows(&plain).len() < listed, "unchanged resources are only counted");
    assert_eq!(every.lines().last(), Some(verdict));

    let json = |arguments: &[&str]| run(&[arguments, &["--format", "json"]].concat()).stdout;
    for arguments in [&["--all"][..], &["--quiet"], &["--only", "delete"]] {
        assert_eq!(json(arguments), json(&[]), "JSON always has everything");
    }
}

#[test]
fn the_engine_can_be_told() {
    let plan = fixtures::root().join("empty/tofu-1.6.3/plan.json");
    for (choice, engine) in [
        ("auto", Value::Null),
        ("opentofu", json!("opentofu")),
        ("terraform", json!("terraform")),
    ] {
        let run = planlint(["--format", "json", "--engine", choice])
            .arg(&plan)
            .run()
            .exits(0, choice);
        assert_eq!(run.json()["inputs"][0]["engine"], engine);
    }
}

#[test]
fn the_dangerous_rows_stand_first_and_addresses_are_sorted_as_the_engines_do() {
    let mut plan = cut::unchanged();
    let row = |address: &str, actions: Value, reason: Option<&str>| {
        let mut change = cut::deleted();
        change["address"] = json!(address);
        if actions == json!(["update"]) {
            change["change"]["after"] = json!({});
        } else if actions == json!(["create"]) {
            change["change"]["before"] = Value::Null;
            change["change"]["after"] = json!({});
        }
        change["change"]["actions"] = actions;
        change["action_reason"] = json!(reason);
        change
    };
    plan["planned_values"]["root_module"] = json!({});
    plan["resource_changes"] = json!([
        row("data.aws_ami.z", json!(["read"]), None),
        row("terraform_data.c[10]", json!(["create"]), None),
        row("terraform_data.c[2]", json!(["create"]), None),
        row("terraform_data.b", json!(["update"]), None),
        row("terraform_data.f", json!(["forget"]), None),
        row("terraform_data.r", json!(["delete", "create"]), None),
        row("terraform_data.d", json!(["delete"]), None),
        row("terraform_data.w", json!(["weird"]), None),
    ]);
    let report = planlint(["--format", "json"])
        .stdin(cut::line(&plan))
        .run()
        .exits(1, "an action nobody knows");
    let report = report.json();
    let addresses: Vec<_> = report["inputs"][0]["resource_changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| change["address"].as_str().unwrap())
        .collect();
    let wanted = ["w", "d", "r", "f", "b", "c[2]", "c[10]"].map(|name| format!("terraform_data.{name}"));
    assert_eq!(
        addresses[..7],
        wanted,
        "unrecognized, delete, replace, forget, update, create"
    );
    assert_eq!(addresses[7], "data.aws_ami.z", "then reads");
}

#[test]
fn what_cannot_be_read_or_written_says_what_to_do() {
    let here = folder(&[
        ("p.json", unchanged()),
        ("planlint.toml", Vec::new()),
        ("wrong.toml", b"fail-on error".to_vec()),
    ]);
    for (arguments, words, why) in [
        (
            &["p.json", "--baseline", "nope"][..],
            "planlint baseline FILE… writes one",
            "no baseline",
        ),
        (
            &["baseline", "p.json", "--update", "--write-to", "none.json"],
            "writes one, without --update",
            "none to bring up to date",
        ),
        (
            &["fingerprint", "p.json", "--key-file", "nope"],
            "name a file with the key in it",
            "no key",
        ),
        (
            &["p.json", "-o", "nope/x"],
            "make the folder first: nope",
            "no folder for the report",
        ),
        (
            &["p.json", "-o", "."],
            "this is a folder: name a file in it",
            "no file for it",
        ),
        (&["p.json", "-o", ""], "the name of the file is empty", "no name for it"),
        (
            &["baseline", "p.json", "--write-to", "nope/x"],
            "make the folder first: nope",
            "nor for the baseline",
        ),
        (
            &["redact", "p.json", "-o", "nope/x"],
            "make the folder first: nope",
            "nor for a copy",
        ),
        (&["init"], "name another file", "a settings file that is there"),
        (&["init", "."], "this is a folder: name a file in it", "a folder"),
        (
            &["p.json", "--config", "wrong.toml"],
            "planlint init FILE",
            "no settings",
        ),
    ] {
        planlint(arguments)
            .folder(here.path())
            .run()
            .exits(2, why)
            .tells(words, why);
    }
    planlint(["config", "help"])
        .folder(here.path())
        .run()
        .exits(0, "asked for")
        .says("Usage: planlint config", "help");
}

#[test]
fn what_does_nothing_or_is_mistyped_is_told() {
    for (arguments, words, why) in [
        (
            &["state", "--only", "delete"][..],
            "--only and --only-address are about changes",
            "a state has no changes",
        ),
        (&["stat"], "did you mean: planlint state", "nearly a command"),
        (
            &["--deny", "delete", "state", "state.json"],
            "a command comes before its options: planlint state …",
            "a command behind an option",
        ),
        (
            &["-q", "show", "plan.json"],
            "`show` is a command and no file",
            "and another",
        ),
        (
            &["explian"],
            "did you mean: planlint explain",
            "letters in another order",
        ),
        (
            &["check", "plan.json"],
            "plans are judged without a command",
            "a command of other tools",
        ),
        (
            &["nothing"],
            "there is no file or directory of this name",
            "like no command",
        ),
        (&["--expect", "x"], "`plan1-` and 32 digits", "no fingerprint"),
        (
            &["--max-bytes", "10"],
            "not a number of bytes of 2000 or more",
            "too few",
        ),
        (
            &["baseline", "--fail-on", "note"],
            "--fail-on does nothing",
            "a baseline fails nothing",
        ),
    ] {
        planlint(arguments)
            .stdin(unchanged())
            .run()
            .exits(2, why)
            .tells(words, why);
    }
    planlint(["--engine", "tofu"])
        .stdin(unchanged())
        .run()
        .exits(0, "its other name");
}

#[test]
fn usage_errors_end_with_2_and_help_with_0() {
    for (arguments, code, why) in [
        (&["--no-such-option"][..], 2, "an option that does not exist"),
        (&["--format", "yaml"], 2, "a format that does not exist"),
        (&["--fail-on", "fatal"], 2, "a level that does not exist"),
        (&["--only", "destroy"], 2, "a kind that does not exist"),
        (&["--deny"], 2, "an option without its value"),
        (&["--help"], 0, "help"),
        (&["--version"], 0, "version"),
    ] {
        let run = planlint(arguments).stdin(unchanged()).run().exits(code, why);
        assert_eq!(
            run.stdout.is_empty(),
            code == 2,
            "{why}: only help goes to standard output"
        );
        assert_eq!(run.stderr.is_empty(), code == 0, "{why}: errors go to standard error");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_written_is_said_and_no_success() {
    use std::fs::File;
    use std::process::Stdio;
    let plan = fixtures::root().join("plan-a/tofu-1.12.6/plan.json");
    let plan = plan.to_str().unwrap();
    for arguments in [
        &[plan][..],
        &["--format", "json", plan],
        &["show", plan],
        &["show", "--engine-text", plan],
        &["diff", plan, plan],
        &["fingerprint", plan],
        &["fingerprint", plan, plan],
        &["match", "**", plan],
        &["redact", plan],
        &["rules"],
        &["explain", "delete"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
        &["--version"],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let program = planlint(arguments);
        let run = program.command().stdin(Stdio::null()).stdout(full).output().unwrap();
        let said = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(2), "{arguments:?}\n{said}");
        assert!(said.contains("cannot be written"), "{arguments:?}\n{said}");
    }
}
