//! What is given on the command line: files, pipes, kinds, and what is mistyped.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cut;
use crate::fixtures;
use crate::program::{Program, planlint};

/// A folder with these files.
pub(crate) fn folder(files: &[(&str, Vec<u8>)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

pub(crate) fn deletion() -> Vec<u8> {
    cut::line(&cut::deletion()).into_bytes()
}

pub(crate) fn unchanged() -> Vec<u8> {
    cut::line(&cut::unchanged()).into_bytes()
}

pub(crate) fn state() -> Vec<u8> {
    fixtures::read("replace/tofu-1.12.6/state.json")
}

fn raw_state() -> Vec<u8> {
    fixtures::read("no-changes/tofu-1.12.6/terraform.tfstate")
}

pub(crate) fn in_folder(folder: &Path, arguments: &[&str]) -> Program {
    planlint(arguments).folder(folder)
}

/// The names of the inputs of a report.
pub(crate) fn names(report: &Value) -> Vec<&str> {
    let inputs = report["inputs"].as_array().unwrap();
    inputs.iter().map(|input| input["name"].as_str().unwrap()).collect()
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
            &["plan", "state", "state"],
            "a folder brings raw states, too, where states are wanted",
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
fn an_engine_that_did_not_write_the_plan_is_refused() {
    for (fixture, engine, code, why) in [
        ("forget/tofu-1.12.6", "tofu", 0, "OpenTofu did"),
        (
            "forget/tofu-1.12.6",
            "terraform",
            2,
            "its forgotten objects would not be counted",
        ),
        ("forget/terraform-1.11.4", "terraform", 0, "Terraform did"),
        (
            "forget/terraform-1.11.4",
            "tofu",
            2,
            "it would count what Terraform does not",
        ),
        (
            "destroy-reasons/tofu-1.6.3",
            "terraform",
            0,
            "only the registry of its providers tells",
        ),
        ("legacy/terraform-0.12.31", "tofu", 2, "OpenTofu is younger"),
    ] {
        let plan = fixtures::root().join(fixture).join("plan.json");
        let run = planlint(["--fail-on=never", "--engine", engine]).arg(&plan).run();
        let run = run.exits(code, why);
        if code == 2 {
            run.tells("--engine says", why)
                .hides("Plan:", "no sums that are not the engine's");
        }
        let show = planlint(["show", "--engine", engine]).arg(&plan).run();
        show.exits(code, "so it is where it is only shown");
    }
    let mut plan = cut::plan("replace/terraform-1.11.4");
    for name in ["applyable", "complete"] {
        plan.as_object_mut().unwrap().remove(name).unwrap();
    }
    planlint(["--fail-on=never", "--engine=terraform"])
        .stdin(cut::line(&plan))
        .run()
        .exits(2, "Terraform's, out of which something was taken")
        .tells(
            "either another engine wrote it, or something took that out",
            "nobody knows which",
        )
        .hides("leave --engine out", "the option has caught it")
        .hides("OpenTofu wrote", "nor who wrote it");
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
            "cannot be written: this is a folder\n  help: name a file in it",
            "no file for it",
        ),
        (
            &["diff", "p.json", "."],
            "cannot be read: this is a folder\n  help: name a file in it",
            "nor for a comparison",
        ),
        (
            &["p.json", "--config", "."],
            "cannot be read: this is a folder\n  help: name a file in it",
            "nor for settings",
        ),
        (
            &["p.json", "--baseline", "."],
            "cannot be read: this is a folder\n  help: name a file in it",
            "nor for a baseline",
        ),
        (
            &["p.json", "--baseline", "-"],
            "a baseline is not read from standard input",
            "which is for plans",
        ),
        (
            &["p.json", "--config", "-"],
            "settings are not read from standard input",
            "the same of settings",
        ),
        (
            &["config", "-"],
            "modules are not read from standard input",
            "and of modules, which have several files",
        ),
        (
            &["diff", "-", "-"],
            "write the other one to a file",
            "one input is not two",
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
        (
            &["init"],
            "write the template elsewhere",
            "a settings file that is there",
        ),
        (
            &["init", "."],
            "cannot be written: this is a folder\n  help: name a file in it",
            "a folder",
        ),
        (&["init", "-"], "`-` is no file", "nor is this one"),
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
        (
            &["state", "--key-file", "key"],
            "--key-file is about the fingerprints of plans",
            "nor is one expected",
        ),
        (
            &["baseline", "-q"],
            "planlint baseline writes no report, so --quiet does nothing",
            "a short name",
        ),
        (
            &["config", "--kind", "plan"],
            "--kind is about plans and states",
            "modules are of one kind",
        ),
        (
            &["config", "baseline", "--engine", "tofu"],
            "--engine is about plans and states, not about configuration\n  help: --flavor says",
            "nor has anybody written them",
        ),
        (
            &["--flavor", "tofu", "plan.json"],
            "--engine opentofu or --engine terraform says who wrote them",
            "and the other way round",
        ),
        (
            &["state", "--flavor=tofu"],
            "--flavor is about configuration",
            "of states, too",
        ),
        (
            &["match", "--flavor", "tofu", "**"],
            "unexpected argument '--flavor'",
            "where there is none of the two",
        ),
        (
            &["--fail-on", "none"],
            "with --fail-on never findings are only shown",
            "which is not nearly `note`",
        ),
        (
            &[
                "waive",
                "aws_kms_key.k",
                "delete-stateful",
                "--reason",
                "r",
                "--until",
                "2027-01-31",
            ],
            "`delete-stateful` is a rule, and the address stands behind it",
            "one in the place of the other",
        ),
        (
            &["config", "--output", "representation=r.json", "."],
            "planlint config --format representation --output r.json DIR writes it",
            "a format of modules alone",
        ),
        (
            &["show", "--only", "no-op"],
            "what does not change has no differences to show",
            "nothing would be shown",
        ),
        (
            &["match", "resource.aws_instance.web", "-"],
            "leave `resource.` out: aws_instance.web",
            "as a reference may be written",
        ),
        (
            &["config", "baseline", "--format=json"],
            "planlint config baseline writes no report, so --format does nothing",
            "with its value in one argument",
        ),
        (
            &["config", "--nonsense"],
            "unexpected argument '--nonsense'",
            "what no command has",
        ),
        (&["stat"], "did you mean: planlint state", "nearly a command"),
        (
            &["--deny", "delete", "state", "state.json"],
            "a command comes before its options: planlint state …",
            "a command behind an option",
        ),
        (
            &["--no-config", "baseline", "--update", "plan.json"],
            "--update is an option of `planlint baseline`\n  help: a command comes before its options",
            "with an option that only the command has",
        ),
        (
            &["--no-config", "--update", "baseline.json"],
            "unexpected argument '--update'",
            "a file of nearly its name",
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
            "there is no file or folder of this name",
            "like no command",
        ),
        (
            &["--expect", "x"],
            "`plan1-` or `plan1k-`, and 32 hexadecimal digits",
            "no fingerprint",
        ),
        (
            &["--expect", "plan1-eb822d28d626a2e5c2631cf8ee6898be,BAD"],
            "--expect BAD: this is not the fingerprint of a plan",
            "which of the two",
        ),
        (
            &["--max-bytes", "10"],
            "must be a whole number of bytes, 2000 or more",
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
        (&["--only", "deletion"], 2, "a kind that does not exist"),
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
