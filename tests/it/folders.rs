//! Folders as inputs: which files are plans, what is skipped, and links, pipes and settings in them.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::arguments::{deletion, folder, in_folder, names, state, unchanged};
use crate::cut;
use crate::fixtures;
use crate::program::planlint;

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
fn a_folder_among_what_is_in_it_has_a_name() {
    let folder = folder(&[("e/.h/plan.json", deletion()), ("e/notes.txt", b"mine".to_vec())]);
    let run = in_folder(folder.path(), &["e/", "e/.h/plan.json"]).run();
    let run = run.exits(2, "nothing that is not hidden");
    let row = run.stdout.lines().find(|line| line.trim_start().starts_with("ERROR"));
    assert!(row.is_some_and(|row| row.contains(" e/ ")), "{}", run.shown());
}

#[test]
fn a_folder_that_brought_nothing_is_told_beside_inputs_that_were_judged() {
    let folder = folder(&[
        ("a/plan.json", unchanged()),
        ("a/package.json", b"{\"name\": \"app\"}".to_vec()),
        ("z/package.json", b"{\"name\": \"app\"}".to_vec()),
        ("zm/main.tf.json", br#"{"locals": {}}"#.to_vec()),
    ]);
    in_folder(folder.path(), &["zm"])
        .run()
        .tells("the module: planlint config DIR", "which judges it");
    for (arguments, code, why) in [
        (&["a"][..], 0, "what is passed over beside a plan"),
        (
            &["a", "a/plan.json"],
            0,
            "the plan was named, and the folder brought it, too",
        ),
        (&["a/*.json", "a"], 0, "one file, by two ways"),
        (&["a", "z"], 2, "nothing in the second"),
        (&["z", "a/plan.json"], 2, "nor in the first"),
        (&["a", "z/*.json"], 2, "nor by a pattern"),
        (&["a", "zm"], 2, "a module"),
    ] {
        let run = in_folder(folder.path(), arguments).run().exits(code, why);
        assert_eq!(run.stderr.contains("error: z"), code == 2, "{why}\n{}", run.shown());
    }
    // A pattern may mean what either holds.
    let wanted = |command| if command == "match" { "plan or state" } else { "plan" };
    for command in ["show", "match"] {
        let pattern = (command == "match").then_some("**");
        planlint([command])
            .args(pattern)
            .args(["a", "z"])
            .folder(folder.path())
            .run()
            .exits(2, command)
            .tells(&format!("error: z: no {} was found there", wanted(command)), command);
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
            "contains a plan",
            "a list of plans",
        ),
        (
            vec![
                ("p.json", [br#"{"plan":"#, &*deletion(), b"}"].concat()),
                ("q.json", unchanged()),
            ],
            2,
            "contains a plan",
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
fn a_state_inside_of_something_is_not_passed_over_where_states_are_asked_for() {
    let shown = String::from_utf8(state()).unwrap();
    let raw = r#"{"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"l","outputs":{},"resources":[]}"#;
    let quoted = serde_json::to_string(raw).unwrap();
    let helm = r#"{"root_module":{"resources":[{"expressions":{"values":{"constant_value":["a"]}}}]}}"#;
    for (text, code, words, why) in [
        (
            format!("[{shown}]"),
            2,
            "take it out of the list: jq -c '.[]' FILE | planlint state",
            "a list of states",
        ),
        (format!("[{raw}]"), 2, "contains a state", "of raw states"),
        (
            format!(r#"{{"data":{shown}}}"#),
            2,
            "out of the object: jq .NAME FILE | planlint state",
            "as services answer, and like a block of configuration",
        ),
        (
            format!(r#"{{"state":{raw}}}"#),
            2,
            "contains a state",
            "a raw one in an object",
        ),
        (
            format!(r#"{{"state":{quoted}}}"#),
            2,
            "where it is a text: jq -r .NAME FILE | planlint state",
            "as a text",
        ),
        (quoted.clone(), 2, "out of the quotes", "in quotes"),
        ("[]".to_owned(), 0, "skipped, this is a JSON list", "a list of nothing"),
        (
            r#"[{"lineage":"l","serial":1},{"values":[]}]"#.to_owned(),
            0,
            "skipped, this is a JSON list",
            "something else with names that states have, too",
        ),
        (
            helm.to_owned(),
            0,
            "skipped, this is only a configuration",
            "an argument that is called as what states have",
        ),
    ] {
        // What is called a state is never passed over.
        for (name, code, words) in [
            ("a.json", code, words),
            ("a.tfstate", 2, words.strip_prefix("skipped, ").unwrap_or(words)),
        ] {
            let folder = folder(&[(name, text.clone().into_bytes()), ("z.json", state())]);
            let run = planlint(["state".as_ref(), folder.path().as_os_str()]).run();
            run.exits(code, why).tells(words, why);
        }
        let folder = folder(&[("a.json", text.into_bytes()), ("z.json", unchanged())]);
        let run = planlint([folder.path()]).run();
        run.exits(0, why).tells("a.json: skipped", why);
    }
}

#[test]
fn a_plan_inside_of_what_looks_like_something_else_is_not_passed_over() {
    let plan = String::from_utf8(deletion()).unwrap();
    let quoted = serde_json::to_string(&plan).unwrap();
    let changes = serde_json::from_str::<Value>(&plan).unwrap()["resource_changes"].clone();
    for (text, why) in [
        (
            format!(r#"{{"data":{plan}}}"#),
            "as services answer, and like a block of configuration",
        ),
        (format!(r#"{{"data":[{plan}]}}"#), "the same with a list"),
        (format!(r#"{{"data":{{"attributes":{{"plan":{plan}}}}}}}"#), "deeper"),
        (
            format!(r#"{{"output":{quoted}}}"#),
            "as text in what looks like configuration",
        ),
        (format!(r#"{{"values":{plan}}}"#), "in what looks like a state"),
        (
            format!(r#"{{"version":4,"serial":1,"outputs":{plan}}}"#),
            "in what looks like a raw state",
        ),
        (
            format!(r#"{{"plan":{{"sensitive":false,"type":"string","value":{quoted}}}}}"#),
            "in an output",
        ),
        (
            format!(r#"{{"valid":true,"diagnostics":[],"plan":{plan}}}"#),
            "beside a result",
        ),
        (
            format!(r#"{{"provider_schemas":{{}},"plan":{plan}}}"#),
            "beside schemas",
        ),
        (
            format!(r#"{{"terraform_version":"1","platform":"x","plan":{plan}}}"#),
            "beside a version",
        ),
        (
            format!(r#"{{"root_module":{plan}}}"#),
            "in what looks like a configuration",
        ),
        (
            format!(r#"{{"report_version":"1.0",{}"#, &plan[1..]),
            "what says that it is a report",
        ),
        (changes.to_string(), "the changes alone"),
    ] {
        let folder = folder(&[("p.json", text.into_bytes()), ("q.json", unchanged())]);
        let run = planlint(["--deny", "delete"]).arg(folder.path()).run();
        assert_ne!(run.code, Some(0), "{why}: {}", run.shown());
    }
    let embedded = br#"{"locals":{"policy":"deny if input[\"resource_changes\"][_].change"}}"#;
    let folder = folder(&[("p.json", embedded.to_vec()), ("q.json", unchanged())]);
    planlint([folder.path()]).run().exits(0, "a name that is no member");
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
            "planlint.toml lets pass what is unknown, and lets no finding stop the gate",
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
            "planlint.toml makes delete-stateful milder, and sets options of mass-destroy",
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
fn what_a_nearer_settings_file_takes_back_is_told() {
    let outer = "fail-on = \"warning\"\nunknown = \"fail\"\nrules = { delete = \"error\", naming = \"error\" }";
    let extends = "extends = [\"../planlint.toml\"]\n";
    for (inner, arguments, takes_back, why) in [
        (
            "fail-on = \"error\"\nunknown = \"report\"\nrules = { delete = \"warning\", naming = \"allow\" }",
            &[][..],
            Some("fail-on, unknown, delete, naming"),
            "all of it",
        ),
        (
            "fail-on = \"error\"",
            &["--fail-on", "warning"],
            None,
            "the command line says otherwise",
        ),
        (
            "rules = { delete = \"warning\" }",
            &["--deny", "delete"],
            None,
            "of the rule, too",
        ),
        (
            "fail-on = \"note\"\nrules = { replace = \"error\" }",
            &[],
            None,
            "it is stricter",
        ),
        ("", &[], None, "it changes nothing"),
    ] {
        let folder = folder(&[("planlint.toml", outer.into())]);
        let stack = folder.path().join("stack");
        fs::create_dir(&stack).unwrap();
        fs::write(stack.join("p.json"), unchanged()).unwrap();
        fs::write(stack.join("planlint.toml"), format!("{extends}{inner}")).unwrap();
        let run = planlint(["p.json"]).args(arguments).folder(&stack).run();
        match takes_back {
            Some(words) => run
                .says("planlint.toml takes back what ", why)
                .says(&format!(" says of {words}"), why),
            None => run.hides("takes back", why),
        };
    }
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
#[cfg(unix)]
fn a_pipe_in_place_of_settings_is_not_waited_for() {
    let folder = folder(&[("plan.json", unchanged())]);
    let settings = folder.path().join("planlint.toml");
    assert!(Command::new("mkfifo").arg(&settings).status().unwrap().success());
    planlint(["plan.json"])
        .folder(folder.path())
        .run()
        .exits(2, "nobody can say what the settings are")
        .tells("planlint.toml", "the pipe is named")
        .tells("it is no file", "with what is wrong");
}

#[test]
#[cfg(unix)]
fn a_pipe_in_place_of_a_baseline_is_not_waited_for() {
    let folder = folder(&[("plan.json", unchanged())]);
    let pipe = folder.path().join("baseline");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::thread::scope(|scope| {
        let read = scope.spawn(|| fs::read_to_string(&pipe).unwrap());
        planlint(["baseline", "plan.json", "--write-to", "baseline"])
            .folder(folder.path())
            .run()
            .exits(0, "it is only written to");
        assert!(read.join().unwrap().contains("baseline_version"), "and whole");
    });
}

#[test]
#[cfg(unix)]
fn a_pipe_in_place_of_the_list_of_modules_is_not_waited_for() {
    let module = br#"{"module": {"m": {"source": "x/y/z"}}}"#.to_vec();
    let folder = folder(&[
        ("a/main.tf.json", module),
        ("a/.terraform/modules/modules.json", Vec::new()),
    ]);
    let list = folder.path().join("a/.terraform/modules/modules.json");
    fs::remove_file(&list).unwrap();
    assert!(Command::new("mkfifo").arg(&list).status().unwrap().success());
    planlint(["config", "a"])
        .folder(folder.path())
        .run()
        .exits(2, "nobody can say what its calls lead to")
        .tells(
            "modules.json: it cannot be read, and calls of installed modules depend on it: it is no file",
            "and why",
        );
}

#[test]
fn a_found_settings_file_is_not_blamed_for_the_command_line() {
    let folder = folder(&[
        ("p.json", unchanged()),
        ("planlint.toml", b"fail-on = \"error\"".to_vec()),
    ]);
    let run = in_folder(
        folder.path(),
        &["p.json", "--unknown", "pass", "--deny", "weakened-gate"],
    )
    .run();
    assert!(!run.stdout.contains("weakened-gate"), "{}", run.stdout);
    run.exits(0, "the file lets nothing pass");
}

#[test]
fn a_nearer_settings_file_hides_no_other_one_in_silence() {
    let folder = tempfile::tempdir().unwrap();
    let near = folder.path().join("near");
    fs::create_dir(&near).unwrap();
    fs::write(near.join("p.json"), cut::line(&cut::deletion())).unwrap();
    fs::write(
        folder.path().join("planlint.toml"),
        "rules = { \"delete\" = \"error\" }",
    )
    .unwrap();
    let run = |arguments: &[&str]| planlint(arguments).folder(&near).run();
    run(&["p.json"])
        .exits(1, "the file further up")
        .hides("weakened-gate", "which makes the gate stricter");
    let made = run(&["init"]).exits(0, "a file of its own");
    made.tells("it holds in place of ", "whoever makes one is told")
        .tells("`extends`", "and what keeps the other");
    for (text, code, hides, why) in [
        ("", 0, true, "nothing of the other one holds"),
        ("extends = [\"../planlint.toml\"]", 1, false, "all of it holds"),
    ] {
        fs::write(near.join("planlint.toml"), text).unwrap();
        let told = run(&["p.json"]).exits(code, why);
        assert_eq!(
            told.stdout.contains("planlint.toml hides "),
            hides,
            "{why}: {}",
            told.shown()
        );
        run(&["p.json", "--deny", "weakened-gate"]).exits(1, "by either finding");
    }
    run(&["p.json", "--config", "planlint.toml"]).exits(1, "named, and with what it extends");
}
