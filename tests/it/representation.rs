//! `planlint config --format representation` beside the engines' own documents.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::fixtures;
use crate::program::{Run, planlint};
use crate::secrets::CANARY;

fn represent(folder: &Path, arguments: &[&str]) -> Run {
    let run = planlint(["config", "--no-config", "--format", "representation"]);
    run.args(arguments).folder(folder).run()
}

fn document(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// What an engine prints of a configuration, alone or in a plan.
fn engines(name: &str) -> Value {
    let json = document(&fixtures::text(name));
    json.get("configuration").cloned().unwrap_or(json)
}

fn addresses(module: &Value) -> Vec<&str> {
    let resources = module["resources"].as_array().unwrap().iter();
    resources
        .map(|resource| resource["address"].as_str().unwrap())
        .collect()
}

#[test]
fn it_prints_what_the_engines_print() {
    for (flavor, plan) in [
        ("auto", "tofu-1.12.6/config.json"),
        ("tofu", "tofu-1.12.6/plan.json"),
        ("terraform", "terraform-1.11.4/plan.json"),
    ] {
        let folder = fixtures::root().join("json-config/config/1-plan");
        let run = represent(&folder, &["--flavor", flavor])
            .exits(0, flavor)
            .hides(CANARY, "what is sensitive");
        let (ours, mut theirs) = (run.json(), engines(&format!("json-config/{plan}")));
        run.tells(
            "note: 1 value of a sensitive variable or output is left out",
            "it says so",
        );
        let secret = theirs["root_module"]["variables"]["secret"].as_object_mut().unwrap();
        assert!(secret.remove("default").is_some());
        for part in ["outputs", "variables"] {
            assert_eq!(ours["root_module"][part], theirs["root_module"][part], "{plan}: {part}");
        }
        assert_eq!(
            addresses(&ours["root_module"]),
            addresses(&theirs["root_module"]),
            "{plan}"
        );
        let (ours, theirs) = (
            &ours["root_module"]["module_calls"]["child"],
            &theirs["root_module"]["module_calls"]["child"],
        );
        for part in ["source", "expressions", "for_each_expression"] {
            assert_eq!(ours.get(part), theirs.get(part), "{plan}: {part}");
        }
        assert!(ours["module"]["outputs"].is_object(), "the module behind the call");
        assert_eq!(ours["module"]["outputs"], theirs["module"]["outputs"], "{plan}");
    }
    let folder = fixtures::root().join("json-config-tofu/config/1-plan");
    let ours = represent(&folder, &["--flavor", "tofu"]).exits(0, "no provider").json();
    let mut theirs = engines("json-config-tofu/tofu-1.12.6/config.json");
    for resource in theirs["root_module"]["resources"].as_array_mut().unwrap() {
        // The fixture's document knows the schema of the provider that is part of the engine, and so do we.
        assert_eq!(resource["schema_version"], 0);
    }
    assert_eq!(
        ours, theirs,
        "a module without other providers is the engine's own document"
    );
}

#[test]
fn what_a_sensitive_variable_of_a_module_is_given_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in [
        (
            "main.tf.json",
            r#"{"module": {"m": {"source": "./m", "pw": "CanaryOne", "key": "${var.key}", "region": "eu"}},
                "variable": {"key": {"sensitive": true}}}"#,
        ),
        (
            "m/main.tf.json",
            r#"{"variable": {"pw": {"sensitive": true}, "key": {"sensitive": true}, "region": {}}}"#,
        ),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let run = represent(folder.path(), &[])
        .exits(0, "it is sound")
        .hides("Canary", "the value")
        .tells(
            "note: 1 value of a sensitive variable or output is left out",
            "it says so",
        );
    let document = run.json();
    let given = &document["root_module"]["module_calls"]["m"]["expressions"];
    assert_eq!(given["region"]["constant_value"], "eu", "what nothing marks");
    assert_eq!(given["key"]["references"][0], "var.key", "what it refers to");
}

#[test]
fn a_tree_of_modules_is_read_from_disk() {
    let folder = fixtures::root().join("config/representation/module-tree");
    let ours = represent(&folder, &["--flavor", "tofu"]).exits(0, "a tree").json();
    let theirs = engines("module-tree/tofu-1.12.6/config.json");
    let call = "/root_module/module_calls/env/module/module_calls/network/module";
    let (ours, theirs) = (ours.pointer(call).unwrap(), theirs.pointer(call).unwrap());
    assert_eq!(addresses(ours), addresses(theirs));
    assert_eq!(ours["variables"], theirs["variables"]);
    assert_eq!(
        ours["outputs"].as_object().unwrap().len(),
        theirs["outputs"].as_object().unwrap().len()
    );
}

#[test]
fn modules_that_call_each_other_on_ever_more_ways_have_an_end() {
    let folder = tempfile::tempdir().unwrap();
    for at in 0..16 {
        let place = folder.path().join(at.to_string());
        fs::create_dir(&place).unwrap();
        let next = format!("../{}", at + 1);
        let module = match at {
            15 => json!({"output": {"o": {"value": 1}}}),
            _ => json!({"module": {"a": {"source": next}, "b": {"source": next}}}),
        };
        fs::write(place.join("main.tf.json"), module.to_string()).unwrap();
    }
    represent(folder.path(), &["0"])
        .exits(2, "2^16 - 1 modules")
        .tells("calls more than 10000 modules", "and says so");
    represent(folder.path(), &["8"]).exits(0, "2^8 - 1 modules");
}

#[test]
fn what_is_missing_is_said_and_what_is_refused_is_not_printed() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write(
        "a/main.tf.json",
        r#"{"output": {"o": {"value": 1}}, "module": {"m": {"source": "x/y/z"}}}"#,
    );
    for name in 0..7 {
        write(&format!("a/f{name}.tf"), "locals {}\n");
    }
    let run = represent(folder.path(), &["a"]).exits(0, "as far as it is known");
    assert_eq!(
        run.json()["root_module"]["outputs"]["o"]["expression"]["constant_value"],
        1
    );
    let said: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(
        said.len(),
        5 + 1 + 1 + 1,
        "five files, the other two counted, the call, what only providers know: {said:?}"
    );
    assert!(said[5].contains("and 2 more"), "{said:?}");
    assert!(said[6].contains("the call m"), "{said:?}");

    let written = represent(folder.path(), &["a", "--output", "x.json"]).exits(0, "into a file");
    assert_eq!(written.stdout, "");
    assert_eq!(fs::read_to_string(folder.path().join("x.json")).unwrap(), run.stdout);

    write("b/main.tf.json", r#"{"output": {"o": {"value": "${var.nobody}"}}}"#);
    let run = represent(folder.path(), &["b"])
        .exits(2, "the engine refuses it")
        .tells("var.nobody", "why");
    assert_eq!(run.stdout, "");
    write("c/main.tf", "locals {}\n");
    for (arguments, words, why) in [
        (&["c"][..], "native syntax", "nothing in JSON"),
        (&["a", "b"], "one module", "two of them"),
        (&["a/main.tf.json"], "one module", "a file of one"),
        (&["a", "--flavor", "both"], "one engine", "two readings"),
        (&["a", "--output", "json=x.json"], "one module", "a report beside it"),
        (&["gone"], "one folder", "nothing there"),
    ] {
        let run = represent(folder.path(), arguments).exits(2, why).tells(words, why);
        assert_eq!(run.stdout, "", "{why}");
    }
    write("d/main.tf.json", r#"{"module": {"m": {"source": "./"}}}"#);
    represent(folder.path(), &["d"]).exits(2, "a module that calls itself has no end");
    let hostile = r#"{"output": {"o": {"value": "\u001b[31m\u202e##vso[x]"}}}"#;
    write("e/main.tf.json", hostile);
    let run = represent(folder.path(), &["e"]).exits(0, "control characters");
    assert!(
        run.stdout.contains("\\u001b[31m\\u202e#\\u0023vso"),
        "no terminal or runner acts on it: {}",
        run.stdout
    );
}
