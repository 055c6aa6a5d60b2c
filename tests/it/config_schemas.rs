//! `planlint config --schemas`: objects in resources, held against the types that their provider gives them.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::planlint;

/// What `terraform providers schema -json` of 1.11.4 printed for a provider made for this, without descriptions.
const SCHEMAS: &str = r#"{"format_version":"1.0","provider_schemas":{"registry.terraform.io/hashicorp/demo":{"resource_schemas":{"demo_firewall":
{"version":0,"block":{"attributes":{
"deep":{"type":["list",["object",{"a":["list",["object",{"x":"string","y":"string"}]],"b":"string"}]],"optional":true},
"egress":{"type":["set",["object",{"from":"number","note":"string"}]],"optional":true,"computed":true},
"ingress":{"type":["list",["object",{"cidrs":["list","string"],"from":"number","note":"string","to":"number"}]],"optional":true},
"labels":{"type":["map",["object",{"mode":"string","size":"number"}]],"optional":true},
"name":{"type":"string","optional":true},
"one":{"nested_type":{"attributes":{"action":{"type":"string","required":true},"note":{"type":"string","optional":true}},"nesting_mode":"single"},"optional":true},
"rule":{"nested_type":{"attributes":{"action":{"type":"string","required":true},"note":{"type":"string","optional":true}},"nesting_mode":"list"},"optional":true},
"settings":{"type":["object",{"mode":"string","size":"number"}],"optional":true},
"zone":{"nested_type":{"attributes":{"action":{"type":"string","required":true},"note":{"type":"string","optional":true}},"nesting_mode":"set"},"optional":true}},
"block_types":{"box":{"nesting_mode":"list","block":{"attributes":{
"ingress":{"type":["list",["object",{"from":"number","note":"string"}]],"optional":true},
"title":{"type":"string","optional":true}}}}}}}}}}}"#;

const INCOMPLETE: &str = "attribute-as-block-incomplete";
const OBJECT: &str = "attribute-as-block-object";

/// A directory with a module that has one `demo_firewall` with these arguments, and the schemas.
fn module(arguments: &Value) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let module = json!({"variable": {"x": {"type": "any"}}, "output": {"x": {"value": "${var.x}"}},
        "resource": {"demo_firewall": {"f": arguments}}});
    fs::write(folder.path().join("main.tf.json"), module.to_string()).unwrap();
    fs::write(folder.path().join("schemas.json"), SCHEMAS).unwrap();
    folder
}

fn found(folder: &TempDir, options: &[&str]) -> Vec<(String, String)> {
    let arguments = ["config", "--no-config", "--format=json", "--schemas=schemas.json"];
    let run = planlint(arguments.iter().chain(options)).folder(folder.path()).run();
    let report = run.json();
    let findings = report["findings"].as_array().unwrap();
    let refused = findings.iter().filter(|finding| finding["engine_rejects"] == true);
    let words = |finding: &Value, name: &str| finding[name].as_str().unwrap().to_owned();
    refused
        .map(|finding| (words(finding, "rule"), words(finding, "message")))
        .collect()
}

/// The arguments, what both engines refuse in them, and why. Each was asked of Terraform 1.11.4 and OpenTofu 1.12.6
/// with that provider.
fn cases() -> Vec<(Value, &'static [&'static str], &'static str)> {
    let whole = json!({"from": 1, "to": 2, "cidrs": ["a"], "note": "n"});
    let with = |name: &str, value: Value| {
        let mut object = whole.clone();
        object[name] = value;
        object
    };
    vec![
        (json!({"ingress": [whole]}), &[], "all members"),
        (
            json!({"ingress": [{"from": 1, "to": 2}]}),
            &[INCOMPLETE],
            "two are missing",
        ),
        (
            json!({"ingress": [with("cidrs", Value::Null), with("note", Value::Null)]}),
            &[],
            "null is a member",
        ),
        (json!({"ingress": whole}), &[OBJECT], "no list"),
        (
            json!({"ingress": {}}),
            &[OBJECT, INCOMPLETE],
            "no list, and nothing in it",
        ),
        (
            json!({"ingress": [with("extra", json!(1))]}),
            &[],
            "more than the type has is dropped",
        ),
        (json!({"ingress": [with("//", json!("x"))]}), &[], "and so is a comment"),
        (json!({"ingress": []}), &[], "none"),
        (json!({"ingress": null}), &[], "not set"),
        (json!({"ingress": [null]}), &[], "an object that is null"),
        (json!({"ingress": "${var.x}"}), &[], "computed"),
        (
            json!({"ingress": ["${var.x}", {"from": 1}]}),
            &[INCOMPLETE],
            "one of two is computed",
        ),
        (
            json!({"ingress": [{"from": 1, "to": 2, "cidrs": null, "${\"note\"}": "x"}]}),
            &[],
            "a name that is computed",
        ),
        (json!({"egress": [{"from": 1}]}), &[INCOMPLETE], "in a set"),
        (json!({"egress": {"from": 1, "note": "x"}}), &[OBJECT], "no set"),
        (json!({"settings": {"mode": "x"}}), &[INCOMPLETE], "an object alone"),
        (json!({"labels": {"a": {"mode": "x"}}}), &[INCOMPLETE], "in a map"),
        (
            json!({"labels": {"a": {"mode": "x", "size": 1}}}),
            &[],
            "a map of whole ones",
        ),
        (
            json!({"rule": [{"action": "x"}]}),
            &[],
            "the provider says what may be left out",
        ),
        (json!({"rule": {"action": "x"}}), &[OBJECT], "no list of nested objects"),
        (json!({"zone": {"action": "x"}}), &[OBJECT], "no set of nested objects"),
        (json!({"one": {"action": "x"}}), &[], "one nested object"),
        (
            json!({"box": {"title": "x", "ingress": [{"from": 1}]}}),
            &[INCOMPLETE],
            "in a block",
        ),
        (
            json!({"box": [{"title": "x", "ingress": {"from": 1, "note": "x"}}]}),
            &[OBJECT],
            "in a list of blocks",
        ),
        (
            json!({"dynamic": {"box": {"for_each": [1], "content": {"ingress": [{"from": 1}]}}}}),
            &[INCOMPLETE],
            "in blocks made by repetition",
        ),
        (
            json!({"deep": [{"a": [{"x": "1"}], "b": "x"}]}),
            &[INCOMPLETE],
            "an object in an object",
        ),
        (
            json!({"deep": [{"a": {"x": "1", "y": "1"}, "b": "x"}]}),
            &[OBJECT],
            "below",
        ),
    ]
}

#[test]
fn objects_are_judged_as_the_engines_judge_them() {
    for (arguments, wanted, why) in cases() {
        let rules: Vec<String> = found(&module(&arguments), &[])
            .into_iter()
            .map(|(rule, _)| rule)
            .collect();
        let mut wanted = wanted.to_vec();
        wanted.sort_unstable();
        assert_eq!(rules, wanted, "{why}: {arguments}");
    }
    let missing = found(&module(&json!({"ingress": [{"from": 1, "to": 2}]})), &[]);
    // Terraform: attributes "cidrs" and "note" are required.
    assert!(missing[0].1.contains("lacks cidrs, note:"), "{missing:?}");
}

#[test]
fn what_is_fixed_is_accepted() {
    // Of what has names that its type does not have nothing is certain.
    for (arguments, wanted, why) in cases()
        .into_iter()
        .filter(|(arguments, ..)| arguments["ingress"]["a"].is_null())
    {
        let folder = module(&arguments);
        let before = fs::read_to_string(folder.path().join("main.tf.json")).unwrap();
        assert_eq!(found(&folder, &["--fix"]), [], "{why}: {arguments}");
        let after = fs::read_to_string(folder.path().join("main.tf.json")).unwrap();
        assert_eq!(before == after, wanted.is_empty(), "{why}: {after}");
    }
    let folder = module(&json!({"ingress": {"from": 1}}));
    found(&folder, &["--fix"]);
    let after = fs::read_to_string(folder.path().join("main.tf.json")).unwrap();
    let wanted = r#""ingress":[{"from":1, "cidrs": null, "note": null, "to": null}]"#;
    assert!(after.contains(wanted), "{after}");
}

#[test]
fn what_would_be_lost_is_not_fixed() {
    for (arguments, wanted, why) in [
        (
            json!({"ingress": {"a": {"from": 1}, "b": {"from": 2}}}),
            "takes a list of objects",
            "objects by name",
        ),
        (
            json!({"settings": {"mode": "x", "sizes": 3}}),
            "lacks size, and has sizes that the type does not",
            "another name than was meant",
        ),
    ] {
        let folder = module(&arguments);
        let before = fs::read_to_string(folder.path().join("main.tf.json")).unwrap();
        let left = found(&folder, &["--fix"]);
        assert!(left.len() == 1 && left[0].1.contains(wanted), "{why}: {left:?}");
        assert_eq!(
            fs::read_to_string(folder.path().join("main.tf.json")).unwrap(),
            before,
            "{why}"
        );
    }
}

#[test]
fn of_two_providers_with_one_type_what_both_say_counts() {
    let mut schemas: Value = serde_json::from_str(SCHEMAS).unwrap();
    let mut other = schemas["provider_schemas"]["registry.terraform.io/hashicorp/demo"].clone();
    let attributes = &mut other["resource_schemas"]["demo_firewall"]["block"]["attributes"];
    attributes["settings"] = json!({"type": ["object", {"mode": "string"}], "optional": true});
    schemas["provider_schemas"]["registry.terraform.io/hashicorp/demo-beta"] = other;
    let folder = module(&json!({"settings": {"mode": "x"}, "egress": [{"from": 1}]}));
    fs::write(folder.path().join("schemas.json"), schemas.to_string()).unwrap();
    let found = found(&folder, &[]);
    assert!(found.len() == 1 && found[0].1.contains("lacks note:"), "{found:?}");
}

#[test]
fn schemas_that_are_none_are_said_and_judge_nothing() {
    let folder = module(&json!({}));
    fs::write(
        folder.path().join("plan.json"),
        r#"{"format_version": "1.2", "planned_values": {}}"#,
    )
    .unwrap();
    for (name, version) in [("next", r#""2.0""#), ("odd", r#""x""#), ("minor", r#""1.9""#)] {
        let schemas = SCHEMAS.replacen(r#""1.0""#, version, 1);
        fs::write(folder.path().join(format!("{name}.json")), schemas).unwrap();
    }
    let bare = SCHEMAS.replacen(r#""format_version":"1.0","#, "", 1);
    fs::write(folder.path().join("bare.json"), bare).unwrap();
    let minor = planlint(["config", "--no-config", "--schemas=minor.json"]);
    minor
        .folder(folder.path())
        .run()
        .exits(0, "a later minor version adds to it");
    for (options, wanted, why) in [
        (&["--schemas=gone.json"][..], "gone.json", "no file"),
        (&["--schemas=plan.json"], "plan.json", "another document"),
        (
            &["--schemas=next.json"],
            "next.json: `format_version` has major version 2; planlint reads 0 and 1\n  help: upgrade planlint",
            "names may mean something else there",
        ),
        (
            &["--schemas=odd.json"],
            "odd.json: `format_version` is not a version\n  help: write the schemas again",
            "no number",
        ),
        (
            &["--schemas=bare.json"],
            "bare.json: `format_version` is missing",
            "none at all",
        ),
        (
            &["--schemas=schemas.json", "--output=json=./schemas.json"],
            "./schemas.json, which is to be read",
            "a report over the schemas",
        ),
        (
            &["--schemas=schemas.json", "--format=representation"],
            "--schemas is for judging",
            "nothing is judged",
        ),
    ] {
        let run = planlint(["config", "--no-config"].iter().chain(options));
        let run = run.folder(folder.path()).run();
        assert_eq!(run.code, Some(2), "{why}");
        assert!(run.stderr.contains(wanted), "{why}: {}", run.stderr);
    }
}

#[test]
fn a_schema_that_cannot_be_read_is_said_where_the_module_needs_it() {
    let types = r#""type":["object",{"mode":"string","size":"number"}]"#;
    for (from, to, wanted, why) in [
        (
            types,
            r#""type":["object",{"mode":"strong"}]"#,
            Some(2),
            "a type that nobody knows",
        ),
        (types, r#""type":7"#, Some(2), "a number for a type"),
        (
            r#""version":0,"block":{"#,
            r#""version":0,"block":7,"blocks":{"#,
            Some(2),
            "no block at all",
        ),
        (
            "demo_firewall",
            "demo_other",
            Some(0),
            "of a type that the module does not have",
        ),
    ] {
        let folder = module(&json!({"name": "n"}));
        let schemas = SCHEMAS.replace(from, to);
        assert_ne!(schemas, SCHEMAS, "{why}");
        fs::write(folder.path().join("schemas.json"), schemas).unwrap();
        let run = planlint(["config", "--no-config", "--schemas=schemas.json"]);
        let run = run.folder(folder.path()).run();
        assert_eq!(run.code, wanted, "{why}: {}", run.stderr);
        let said = "the schema of resource demo_firewall of registry.terraform.io/hashicorp/demo cannot be read";
        assert_eq!(run.stderr.contains(said), wanted == Some(2), "{why}: {}", run.stderr);
    }
}

#[test]
fn a_comment_that_permits_it_is_no_mistake_where_no_schemas_are_at_hand() {
    let comment = format!("planlint-ignore: {INCOMPLETE} -- the generator is being mended");
    let folder = module(&json!({"//": comment, "settings": {"mode": "x"}}));
    let run = |options: &[&str]| {
        let run = planlint(["config", "--no-config", "--format=json"].iter().chain(options));
        let report = run.folder(folder.path()).run().json();
        let findings = report["findings"].as_array().unwrap().clone();
        let words = |finding: &Value| format!("{} {}", finding["rule"], finding["standing"]).replace('"', "");
        findings.iter().map(words).collect::<Vec<_>>()
    };
    let source = "--allow=provider-no-source";
    assert_eq!(run(&[source]), [""; 0]);
    assert_eq!(
        run(&[source, "--schemas=schemas.json"]),
        [format!("{INCOMPLETE} waived")]
    );
}
