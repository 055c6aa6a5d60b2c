//! Names that the configuration writes, where a secret has the same text: they are shown and count, and keys do neither.

use std::fs;

use serde_json::{Value, json};

use crate::cut;
use crate::fingerprints::fingerprint;
use crate::program::planlint;

/// A plan in which a variable with these values is sensitive.
fn secret(values: &Value, changes: &[Value]) -> Value {
    let mut plan = cut::with_changes(changes);
    plan["variables"] = json!({"tenants": {"value": values}});
    plan["configuration"]["root_module"]["variables"] = json!({"tenants": {"sensitive": true}});
    plan
}

fn deleted(address: &str) -> Value {
    cut::object(address, &["delete"], &json!({"v": "x"}), &Value::Null, &json!({}))
}

#[test]
fn another_object_is_another_plan_though_a_secret_lists_its_name() {
    let names = json!(["production", "analytics", "acme_production", "acme_analytics"]);
    let moved = |from: &str| {
        let mut change = cut::object("acme_t.a", &["update"], &json!({"v": 1}), &json!({"v": 2}), &json!({}));
        change["previous_address"] = json!(from);
        change
    };
    let attribute = |name: &str| {
        let [before, after] = [true, false].map(|on| json!({name: on}));
        cut::object("acme_t.a", &["update"], &before, &after, &json!({}))
    };
    for (one, two, differ, why) in [
        (
            deleted("acme_t.production"),
            deleted("acme_t.analytics"),
            true,
            "a label",
        ),
        (
            deleted("acme_production.a"),
            deleted("acme_analytics.a"),
            true,
            "a type",
        ),
        (
            deleted("module.production.acme_t.a"),
            deleted("module.analytics.acme_t.a"),
            true,
            "a module",
        ),
        (
            deleted(r#"acme_t.a["production"]"#),
            deleted(r#"acme_t.a["analytics"]"#),
            false,
            "a key may be computed, and from a secret",
        ),
        (
            deleted(r#"module.m["production"].acme_t.a"#),
            deleted(r#"module.m["analytics"].acme_t.a"#),
            false,
            "and so may that of a module",
        ),
        (
            moved("acme_t.production"),
            moved("acme_t.analytics"),
            true,
            "the address before a move",
        ),
        (
            moved(r#"acme_t.a["production"]"#),
            moved(r#"acme_t.a["analytics"]"#),
            false,
            "a key in that",
        ),
        (
            attribute("acme_production"),
            attribute("acme_analytics"),
            true,
            "an attribute",
        ),
    ] {
        let [one, two] = [one, two].map(|change| fingerprint(&secret(&names, &[change])));
        assert_eq!(one != two, differ, "{why}");
    }
}

#[test]
fn a_word_that_is_marked_elsewhere_is_no_secret_that_has_to_be_changed() {
    for (name, text, told, why) in [
        ("environment", "production", false, "a word"),
        ("region", "us-east-1", false, "a place"),
        ("instance_class", "db.t3.medium", false, "a size"),
        ("note", "Tr0ub4dor-and-3", true, "what looks like a secret"),
        ("password", "production", true, "a word under a secret's name"),
        ("note", "correct horse battery", true, "several words"),
    ] {
        let change = cut::object("acme_t.a", &["delete"], &json!({name: text}), &Value::Null, &json!({}));
        let run = planlint([""; 0])
            .stdin(cut::line(&secret(&json!(text), &[change])))
            .run();
        assert_eq!(run.exits(0, why).stdout.contains("unmarked-secret"), told, "{why}");
    }
}

#[test]
fn a_secret_under_a_name_that_is_not_told_is_told_in_words() {
    let held = json!({"my pw": "postgres://u:Zq81kvLm2pR@h/db"});
    let mut change = cut::object("acme_t.a", &["create"], &Value::Null, &held, &json!({}));
    change["provider_name"] = json!("registry.opentofu.org/acme/acme");
    let plan = cut::line(&cut::with_changes(&[change]));
    let told = planlint([""; 0]).stdin(plan.clone()).run().exits(0, "a warning");
    told.says("nothing marks an attribute whose name is not told", "no empty name")
        .hides("Zq81kvLm2pR", "it is a secret");
    planlint(["redact"])
        .stdin(plan)
        .run()
        .exits(1, "it is left")
        .tells(
            "holds a secret that is not marked sensitive\n",
            "nothing behind a colon",
        )
        .tells(
            "/values`, under a name that is not told, holds a URL with a password in it",
            "a place",
        )
        .hides("Zq81kvLm2pR", "it is a secret");
}

/// Every format that tells of findings.
const FORMATS: &[&str] = &[
    "text",
    "markdown",
    "html",
    "json",
    "jsonl",
    "csv",
    "tsv",
    "sarif",
    "junit",
    "gitlab-codequality",
    "github",
    "azure",
];

#[test]
fn names_are_shown_where_a_secret_has_the_same_text_and_keys_are_not() {
    let names = json!([
        "module.production",
        "production",
        "acme_database",
        "analytics",
        "customers-eu",
        "resource_changes",
        "acme_database.analytics"
    ]);
    let plan = secret(
        &names,
        &[
            deleted("module.production.acme_database.analytics[\"customers-eu\"]"),
            deleted("acme_database.analytics"),
        ],
    );
    for format in FORMATS {
        planlint(["--all", "--format", format])
            .stdin(cut::line(&plan))
            .run()
            .exits(0, format)
            .says("module.production.acme_database.analytics[", format)
            .says("acme_database.analytics", format)
            .hides("customers-eu", format);
    }
    let report = planlint(["--format=json"]).stdin(cut::line(&plan)).run();
    let report: Value = serde_json::from_str(&report.stdout).unwrap();
    let findings = report["findings"].as_array().unwrap();
    let told = findings
        .iter()
        .find(|finding| finding["address"] == json!("acme_database.analytics"));
    assert_eq!(told.unwrap()["pointer"], json!("/resource_changes/1"), "{report:#}");
    let row = &report["inputs"][0]["resource_changes"][1];
    for (member, wanted) in [
        (
            "address",
            "module.production.acme_database.analytics[\"(sensitive value)\"]",
        ),
        ("type", "acme_database"),
        ("name", "analytics"),
    ] {
        assert_eq!(row[member], json!(wanted), "{row:#}");
    }
    for arguments in [&["show"][..], &["show", "--engine-text"], &["match", "**"]] {
        planlint(arguments)
            .stdin(cut::line(&plan))
            .run()
            .exits(0, "a plan")
            .says(
                "module.production.acme_database.analytics[\"(sensitive value)\"]",
                arguments[0],
            )
            .hides("customers-eu", arguments[0]);
    }
}

#[test]
fn of_the_path_of_an_attribute_its_name_is_shown_and_a_key_is_not() {
    let values = json!([
        "password",
        "tok-Zq81kvLm2pR",
        "forces replacement",
        "is destroyed and created again"
    ]);
    // The key alone, inside a longer one, and one that stands in quotes.
    for key in ["tok-Zq81kvLm2pR", "pre/tok-Zq81kvLm2pR/x", "a \"tok-Zq81kvLm2pR\""] {
        let tags = json!({"tags": {"a": "1", key: "2"}, "password": "old"});
        let mut updated = cut::object(
            "acme_t.a",
            &["update"],
            &json!({"tags": {"a": "0", key: "1"}}),
            &tags,
            &json!({}),
        );
        updated["change"]["after_sensitive"] = json!({"password": true});
        let mut drifted = updated.clone();
        drifted["change"]["actions"] = json!(["update"]);
        let mut replaced = cut::object(
            "acme_t.b",
            &["delete", "create"],
            &json!({"tags": {key: "1"}}),
            &tags,
            &json!({}),
        );
        replaced["change"]["replace_paths"] = json!([["password"], ["tags", key]]);
        replaced["action_reason"] = json!("replace_because_cannot_update");
        let mut plan = secret(&values, &[updated, replaced]);
        plan["resource_drift"] = json!([drifted]);
        for format in FORMATS {
            planlint(["--all", "--format", format])
                .stdin(cut::line(&plan))
                .run()
                .exits(1, format)
                .says("password", format)
                .hides("Zq81kvLm2pR", format);
        }
        let report = planlint(["--format=json"]).stdin(cut::line(&plan)).run();
        let report: Value = serde_json::from_str(&report.stdout).unwrap();
        let rows = report["inputs"][0]["resource_changes"].as_array().unwrap();
        let row = |address: &str| rows.iter().find(|row| row["address"] == json!(address)).unwrap();
        assert_eq!(row("acme_t.a")["changed"][0], json!("password"), "{report:#}");
        assert_eq!(row("acme_t.b")["replace_paths"][0], json!(["password"]), "{report:#}");
        let why = row("acme_t.b")["why"].as_str().unwrap();
        assert!(
            why.starts_with("password") && why.ends_with(" force replacement"),
            "{why}"
        );
        for arguments in [&["show"][..], &["show", "--engine-text"]] {
            planlint(arguments)
                .stdin(cut::line(&plan))
                .run()
                .exits(0, "a plan")
                .says("password ", "the attribute's name")
                .hides("Zq81kvLm2pR", "a key");
        }
    }
}

#[test]
fn the_words_of_planlint_are_shown_though_a_secret_has_the_same_text() {
    let mut change = deleted("aws_kms_key.k");
    change["action_reason"] = json!("delete_because_no_resource_config");
    let words = [
        "is destroyed",
        "not in configuration any more",
        "have a second person review this change on its own",
        "it is critical because it decides who can decrypt",
    ];
    let plan = secret(&json!(words), &[change]);
    let run = planlint([""; 0]).stdin(cut::line(&plan)).run();
    let run = run.exits(1, "an object with data goes");
    words[..3].iter().fold(run, |run, word| run.says(word, "our own words"));
}

#[test]
fn a_baseline_that_knows_one_object_knows_no_other_whose_name_is_a_secret_too() {
    let folder = tempfile::tempdir().unwrap();
    let names = json!(["production", "analytics"]);
    let bucket = |name: &str| secret(&names, &[deleted(&format!("aws_s3_bucket.{name}"))]);
    fs::write(folder.path().join("old.json"), cut::line(&bucket("analytics"))).unwrap();
    planlint(["baseline", "--write-to=known.json", "old.json"])
        .folder(folder.path())
        .run()
        .exits(0, "a baseline");
    for (name, code) in [("analytics", 0), ("production", 1)] {
        planlint(["--baseline=known.json"])
            .folder(folder.path())
            .stdin(cut::line(&bucket(name)))
            .run()
            .exits(code, name);
    }
}

#[test]
fn a_copy_keeps_the_words_of_the_format_and_names_though_a_secret_has_the_same_text() {
    for (word, why) in [
        ("resource_changes", "a key of the format"),
        ("prior_state", "another"),
        ("before_sensitive", "one of marks"),
        ("provider_name", "one of text"),
        ("acme_database", "a type"),
        ("analytics", "a label"),
        ("production", "a module"),
        ("registry.opentofu.org", "a provider"),
        ("delete_because_no_resource_config", "a reason"),
        ("ephemeral", "a word"),
        ("configuration", "a key around the mark"),
    ] {
        let mut change = deleted("module.production.acme_database.analytics[\"customers-eu\"]");
        change["action_reason"] = json!("delete_because_no_resource_config");
        let plan = secret(&json!([word, "customers-eu"]), &[change]);
        let copy = planlint(["redact"])
            .stdin(cut::line(&plan))
            .run()
            .exits(0, why)
            .hides("customers-eu", why);
        let copied: Value = serde_json::from_str(&copy.stdout).unwrap();
        let change = &copied["resource_changes"][0];
        let (address, key) = (change["address"].as_str().unwrap(), change["index"].as_str().unwrap());
        assert!(key.starts_with("(sensitive value "), "{why}: {key}");
        let wanted = format!("module.production.acme_database.analytics[\"{key}\"]");
        assert_eq!(address, wanted, "{why}");
        let names = |document: &Value| -> Vec<String> { document.as_object().unwrap().keys().cloned().collect() };
        assert_eq!(names(&copied), names(&plan), "{why}");
        let findings = |document: &str| -> Vec<(Value, Value)> {
            let run = planlint(["--format=json"]).stdin(document).run().exits(0, why);
            let report: Value = serde_json::from_str(&run.stdout).unwrap();
            let findings = report["findings"].as_array().unwrap().iter();
            findings
                .map(|finding| (finding["rule"].clone(), finding["pointer"].clone()))
                .collect()
        };
        assert_eq!(findings(&copy.stdout), findings(&cut::line(&plan)), "{why}");
    }
}

#[test]
fn a_refusal_to_copy_has_the_reason_of_the_original() {
    let mut plan = secret(&json!(["before_sensitive", "1.12.6-xyz"]), &[]);
    plan["terraform_version"] = json!("1.12.6-xyz");
    plan["output_changes"]["o"] = json!({"actions": ["create"], "before": null, "after": "ghp_0123456789abcdefghijABCDEFGHIJ012345",
        "after_unknown": false, "before_sensitive": false, "after_sensitive": false});
    planlint(["redact"])
        .stdin(cut::line(&plan))
        .run()
        .exits(1, "an unmarked token")
        .tells("nothing marks these sensitive", "why")
        .hides("the plan is from before", "it is not");
}

#[test]
fn a_copy_keeps_names_of_attributes_and_the_words_of_arguments_and_masks_keys() {
    let before = json!({"password": "old-old-old", "tags": {"password": "1", "references": "2"}, "other": 1});
    let after = json!({"password": "new-new-new", "tags": {"password": "2", "references": "2"}, "other": 1});
    let mut change = cut::object("acme_t.a", &["delete", "create"], &before, &after, &json!({}));
    change["change"]["replace_paths"] = json!([["password"], ["tags", "password"]]);
    change["change"]["after_sensitive"] = json!({"password": true});
    let arguments = json!({
        "password": {"references": ["var.password", "acme_t.b[\"password\"]"]},
        "tags": {"constant_value": {"password": "2", "references": "2"}},
        "constant_value": [{"references": {"references": ["var.references"]}}]
    });
    for (word, why) in [
        ("password", "an attribute"),
        ("references", "a word of arguments"),
        ("constant_value", "another"),
    ] {
        let mut plan = secret(&json!([word]), std::slice::from_ref(&change));
        let resources = plan["configuration"]["root_module"]["resources"]
            .as_array_mut()
            .unwrap();
        resources.push(
            json!({"address": "acme_t.a", "mode": "managed", "type": "acme_t", "name": "a",
            "schema_version": 0, "expressions": arguments}),
        );
        let copy = planlint(["redact"]).stdin(cut::line(&plan)).run().exits(0, why);
        let copied: Value = serde_json::from_str(&copy.stdout).unwrap();
        let of = |plan: &Value, member: &str| -> Vec<String> {
            let value = plan["resource_changes"][0]["change"][member].as_object().unwrap();
            value.keys().cloned().collect()
        };
        assert_eq!(of(&copied, "before"), of(&plan, "before"), "{why}");
        assert_eq!(of(&copied, "after_sensitive"), ["password"], "{why}");
        let paths = &copied["resource_changes"][0]["change"]["replace_paths"];
        assert_eq!(paths[0], json!(["password"]), "{why}");
        let resources = copied["configuration"]["root_module"]["resources"].as_array().unwrap();
        let written = resources
            .iter()
            .find(|resource| resource["address"] == json!("acme_t.a"));
        let written = &written.unwrap()["expressions"];
        assert!(
            written["password"]["references"][0] == json!("var.password"),
            "{why}: {written}"
        );
        assert_eq!(written["constant_value"], arguments["constant_value"], "{why}");
        let keys = |value: &Value| value.as_object().unwrap().contains_key(word);
        if word != "constant_value" {
            assert!(
                !keys(&copied["resource_changes"][0]["change"]["after"]["tags"]),
                "{why}: a key"
            );
            assert!(!keys(&written["tags"]["constant_value"]), "{why}: a key of a constant");
        }
        let again = planlint(["redact"]).stdin(copy.stdout.clone()).run().exits(0, why);
        assert_eq!(again.stdout, copy.stdout, "{why}: placeholders stay");
    }
}
