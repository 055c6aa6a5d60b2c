//! `planlint redact`: a copy that holds no secret and is judged as the original is.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

use planlint::input::Want;
use planlint::rules::RULES;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::cut;
use crate::fixtures;
use crate::judge::{Judged, deny, judge};
use crate::program::planlint;
use crate::secrets::{CANARY, around};

/// What was found, without words that quote values; rules about secrets have nothing to find any more.
fn found(judged: &Judged) -> Vec<String> {
    let of_secrets = |id: &str| RULES.iter().any(|rule| rule.id == id && rule.family == "secrets");
    let findings = judged.report.findings.iter();
    findings
        .filter(|finding| !of_secrets(&finding.rule))
        .map(|finding| {
            let address = finding.address.as_deref().unwrap_or_default();
            format!("{:?} {} {}", finding.level, finding.rule, address)
        })
        .collect()
}

#[test]
fn a_copy_holds_no_canary_and_is_judged_the_same() {
    let ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
    let settings = deny(&ids);
    let refused: Mutex<BTreeSet<String>> = Mutex::default();
    let masked: usize = fixtures::plans()
        .par_iter()
        .filter(|fixture| !fixture.name.starts_with("medium") && fixture.path("plan.json").exists())
        .map(|fixture| {
            let plan = fixture.plan();
            let run = planlint(["redact"]).arg(&plan).run();
            if run.code == Some(1) {
                assert_eq!(
                    run.stdout, "",
                    "{}: unmarked secrets are told and not written",
                    fixture.name
                );
                assert!(run.stderr.contains("--leave-unmarked"), "{}", run.stderr);
                refused.lock().unwrap().insert(fixture.name.clone());
                return 0;
            }
            let copy = run.exits(0, &fixture.name).stdout;
            // Terraform does not say that a variable is ephemeral; by its name and value nobody can tell.
            let told = copy.replace("CANARY-SECRET-EPHEMERAL-DEFAULT", "");
            assert!(!told.contains(CANARY), "{}: {}", fixture.name, around(&told));
            let text = fs::read_to_string(&plan).unwrap();
            let of_text = judge(text.as_bytes(), Want::Plan, &settings).unwrap();
            let of_copy = judge(copy.as_bytes(), Want::Plan, &settings).unwrap();
            assert_eq!(found(&of_text), found(&of_copy), "{}", fixture.name);
            let again = planlint(["redact"])
                .stdin(copy.clone())
                .run()
                .exits(0, &fixture.name)
                .stdout;
            assert_eq!(
                serde_json::from_str::<Value>(&again).unwrap(),
                serde_json::from_str::<Value>(&copy).unwrap(),
                "{}: a copy of the copy is the copy",
                fixture.name
            );
            let masked = copy.matches("(sensitive value").count();
            if masked == 0 {
                assert_eq!(
                    copy.trim_end(),
                    text.trim_end(),
                    "{}: nothing else changes",
                    fixture.name
                );
            }
            masked
        })
        .sum();
    assert!(masked > 100, "only {masked} placeholders");
    let refused = refused.into_inner().unwrap();
    let scenarios: BTreeSet<&str> = refused.iter().filter_map(|name| name.split('/').next()).collect();
    let reasons = [
        ("legacy", "plans from before marks, but for OpenTofu's"),
        ("module-tree", "a token in the environment of a provisioner"),
        ("open-secrets", "secrets that nothing marks"),
        ("sensitive-values", "the credentials of a provider in its configuration"),
    ];
    assert_eq!(scenarios, reasons.map(|(scenario, _)| scenario).into());
    assert_eq!(refused.len(), 15);
}

#[test]
fn what_cannot_be_shared_is_refused() {
    for (input, words, why) in [
        ("{\"format_version\":", "cut off", "a plan that was cut"),
        (
            r#"{"version":4,"terraform_version":"1.9.0","serial":1,"lineage":"x","outputs":{},"resources":[]}"#,
            "tofu show -json",
            "a raw state does not know what is sensitive",
        ),
    ] {
        let run = planlint(["redact"]).stdin(input).run().exits(2, why).tells(words, why);
        assert_eq!(run.stdout, "", "{why}");
    }
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("shared.json");
    planlint(["redact", "-o"])
        .arg(&target)
        .stdin(cut::line(&cut::unchanged()))
        .run()
        .exits(0, "written to a file");
    let written = fs::read_to_string(target).unwrap();
    assert_eq!(written.trim_end(), cut::line(&cut::unchanged()).trim_end());
}

/// A plan with nothing but these parts.
fn plan_with(parts: &Value) -> Value {
    let mut plan = json!({
        "format_version": "1.2", "planned_values": {"root_module": {}}, "resource_changes": [],
        "configuration": {"root_module": {}}
    });
    for (name, value) in parts.as_object().unwrap() {
        plan[name] = value.clone();
    }
    for (name, _) in parts["variables"].as_object().into_iter().flatten() {
        let declared = &mut plan["configuration"]["root_module"]["variables"][name];
        if declared.is_null() {
            *declared = json!({});
        }
    }
    plan
}

#[test]
fn what_looks_like_a_secret_is_told_and_not_written() {
    const PASSWORD: &str = "Xk9#mQ2vL7pRt4wZ";
    const TOKEN: &str = "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8";
    let change = |actions: Value, before: Value, after: Value| {
        json!([{
            "address": "aws_x.y", "mode": "managed", "type": "aws_x", "name": "y",
            "change": {"actions": actions, "before": before, "after": after, "before_sensitive": {}, "after_sensitive": {}}
        }])
    };
    let state = |version: &str, values: Value| {
        let one = json!({"address": "aws_x.y", "mode": "managed", "type": "aws_x", "name": "y", "values": values,
            "sensitive_values": {}});
        json!({"format_version": "1.0", "terraform_version": version, "values": {"root_module": {"resources": [one]}}})
    };
    let output = |value: Value| {
        json!({"output_changes": {"db_password": {"actions": ["update"], "before": "(sensitive value)", "after": value,
            "after_unknown": false, "before_sensitive": false, "after_sensitive": false}}})
    };
    let check = |message: String| {
        json!({"checks": [{"address": {"kind": "check", "name": "c", "to_display": "check.c"}, "status": "fail",
            "instances": [{"address": {"to_display": "check.c"}, "status": "fail", "problems": [{"message": message}]}]}]})
    };
    for (document, place, why) in [
        (
            plan_with(&json!({"variables": {"db_password": {"value": PASSWORD}}})),
            "/variables/db_password/value",
            "a variable",
        ),
        (
            plan_with(&json!({"variables": {"db_password": {"value": {"list": [TOKEN]}}}})),
            "/variables/db_password/value/list/0",
            "a token in a list",
        ),
        (
            plan_with(&output(json!(PASSWORD))),
            "/output_changes/db_password/after",
            "an output",
        ),
        (
            plan_with(&json!({"configuration": {"root_module": {"resources": [{
                "address": "aws_x.y", "mode": "managed", "type": "aws_x", "name": "y",
                "expressions": {"input": {"constant_value": format!("${{sensitive(\"{PASSWORD}\")}}"), "references": []}},
            }]}}})),
            "/configuration/root_module/resources/0/expressions/input/constant_value",
            "a constant that a template in JSON marks",
        ),
        (
            plan_with(
                &json!({"resource_changes": change(json!(["delete"]), json!({"password": PASSWORD}), Value::Null)}),
            ),
            "/resource_changes/0/change/before/password",
            "what is destroyed",
        ),
        (
            plan_with(&json!({"resource_changes": change(json!(["update"]),
                json!({"env": [{"name": "DB_PASSWORD", "value": PASSWORD}]}), json!({"env": []}))})),
            "/resource_changes/0/change/before/env/0/value",
            "a pair of a name and a value",
        ),
        (
            plan_with(&json!({"resource_drift": change(json!(["update"]), json!({}), json!({"password": PASSWORD}))})),
            "/resource_drift/0/change/after/password",
            "drift",
        ),
        (
            plan_with(&json!({"prior_state": state("1.9.0", json!({"content": TOKEN})),
                "resource_changes": change(json!(["no-op"]), json!({}), json!({}))})),
            "/prior_state/values/root_module/resources/0/values/content",
            "the prior state",
        ),
        (
            plan_with(
                &json!({"action_invocations": [{"address": "action.a.b", "type": "a", "name": "b",
                "config_values": {"password": PASSWORD}, "config_sensitive": {}, "config_unknown": {},
                "invoke_action_trigger": {}}]}),
            ),
            "/action_invocations/0/config_values/password",
            "an action",
        ),
        (
            plan_with(&check(format!("it answers {TOKEN}"))),
            "/problems/0/message",
            "a token in the message of a check",
        ),
        (
            plan_with(&check(format!("the password = {PASSWORD}"))),
            "/problems/0/message",
            "a password in the message of a check",
        ),
        (
            plan_with(
                &json!({"resource_changes": change(json!(["no-op"]), json!({"tags": {TOKEN: "1"}}),
                json!({"tags": {TOKEN: "1"}}))}),
            ),
            "/change/after/tags",
            "a key, which is not quoted",
        ),
        (
            state("1.9.0", json!({"password": PASSWORD})),
            "/values/root_module/resources/0/values/password",
            "a state",
        ),
        (
            state("1.4.7", json!({"size": 1})),
            "before Terraform 1.5",
            "a state from before marks of providers",
        ),
        (
            plan_with(
                &json!({"terraform_version": "1.3.10", "prior_state": state("1.3.10", json!({"size": 1})),
                "resource_changes": [{"address": "aws_x.target", "mode": "managed", "type": "aws_x", "name": "target",
                    "change": {"actions": ["no-op"], "before": {}, "after": {}, "before_sensitive": {},
                        "after_sensitive": {}}}]}),
            ),
            "of which no change speaks",
            "what planning has read, in a plan from before marks of providers in states",
        ),
        (
            plan_with(&json!({"terraform_version": "0.15.1"})),
            "before Terraform 0.15.2",
            "a plan from before marks of providers",
        ),
    ] {
        let text = cut::line(&document);
        let run = planlint(["redact"]).stdin(text.clone()).run().exits(1, why);
        let run = run.tells(place, why).tells("--leave-unmarked", why);
        assert_eq!(run.stdout, "", "{why}");
        assert!(
            !run.stderr.contains(PASSWORD) && !run.stderr.contains(TOKEN),
            "{why}: {}",
            run.stderr
        );
        planlint(["redact", "--leave-unmarked"]).stdin(text).run().exits(0, why);
    }
    for (parts, why) in [
        (
            json!({"variables": {"db_password": {"value": "changeme"}}}),
            "a placeholder",
        ),
        (
            json!({"variables": {"db_password_length": {"value": "16-characters-X1"}}}),
            "another name",
        ),
        (
            output(json!("arn:aws:secretsmanager:eu-west-1:1:secret:Db1-Xy")),
            "the place of one",
        ),
        (
            json!({"resource_drift": change(json!(["update"]), json!({}), json!({"id": "AKIAQ3EGRN5XKZLWTP7M"}))}),
            "the id of an access key",
        ),
    ] {
        planlint(["redact"])
            .stdin(cut::line(&plan_with(&parts)))
            .run()
            .exits(0, why);
    }
}

#[test]
fn a_copy_is_not_written_over_what_it_copies() {
    let folder = tempfile::tempdir().unwrap();
    let plan = cut::line(&cut::deletion());
    fs::write(folder.path().join("plan.json"), &plan).unwrap();
    planlint(["redact", "plan.json", "--output", "./plan.json"])
        .folder(folder.path())
        .run()
        .exits(2, "one file")
        .tells("the copy would write over it", "and why");
    let left = fs::read_to_string(folder.path().join("plan.json")).unwrap();
    assert_eq!(left, plan, "it is as it was");
}

/// A plan with one change, whose attribute `k` some place marks, and its configuration.
fn marked(change: &Value, rest: &[(&str, Value)]) -> Value {
    let mut one = json!({
        "address": "aws_x.p", "mode": "managed", "type": "aws_x", "name": "p",
        "change": {"actions": ["update"], "before": {"n": 1}, "after": {"n": 2, "k": "hunter2"},
            "before_sensitive": {}, "after_sensitive": {"k": true}}
    });
    for (name, value) in change.as_object().unwrap() {
        one["change"][name] = value.clone();
    }
    let mut plan = json!({
        "format_version": "1.2", "planned_values": {"root_module": {}}, "resource_changes": [one],
        "configuration": {"root_module": {}}
    });
    for (name, value) in rest {
        plan[name] = value.clone();
    }
    plan
}

#[test]
fn short_secrets_are_left_nowhere_in_their_resource() {
    let written = |expressions: Value| {
        let block =
            json!({"address": "aws_x.p", "mode": "managed", "type": "aws_x", "name": "p", "expressions": expressions});
        json!({"root_module": {"resources": [block]}})
    };
    let constant = || json!({"k": {"constant_value": "hunter2"}});
    let mut in_module = marked(&json!({}), &[]);
    in_module["resource_changes"][0]["address"] = json!("module.m[0].aws_x.p[\"a\"]");
    in_module["configuration"]["root_module"] =
        json!({"module_calls": {"m": {"module": written(constant())["root_module"]}}});
    let blocks = json!({
        "after": {"n": 2, "b": [{"k": "other"}, {"k": "hunter2"}]}, "after_sensitive": {"b": [{}, {"k": true}]}
    });
    let list = json!({"after": {"n": 2, "l": ["a", "hunter2"]}, "after_sensitive": {"l": [false, true]}});
    let state = |address: &str, marks: Value| {
        let one = json!({"address": address, "mode": "managed", "type": "aws_x", "name": "p", "values": {"k": "hunter2"},
            "sensitive_values": marks});
        json!({"format_version": "1.0", "values": {"root_module": {"resources": [one]}}})
    };
    let drift = |marks: Value| {
        json!([{
            "address": "aws_x.now", "previous_address": "aws_x.before", "mode": "managed", "type": "aws_x", "name": "now",
            "change": {"actions": ["update"], "before": {"k": "hunter2"}, "after": {"k": "hunter3"},
                "before_sensitive": marks, "after_sensitive": {}}
        }])
    };
    let with_identity = |mut state: Value| {
        state["terraform_version"] = json!("1.12.6");
        state["values"]["root_module"]["resources"][0]["identity"] = json!({"x": ["hunter2"]});
        state
    };
    let open = json!({"after": {"n": 2}, "after_sensitive": {}});
    for (plan, also_shown, why) in [
        (
            marked(&json!({}), &[("configuration", written(constant()))]),
            true,
            "a constant",
        ),
        (in_module, true, "a constant in a module with instances"),
        (
            marked(&blocks, &[("configuration", written(json!({"b": [constant()]})))]),
            true,
            "a block that is written once and stands at another place",
        ),
        (
            marked(
                &list,
                &[(
                    "configuration",
                    written(json!({"l": {"constant_value": ["a", "hunter2"]}})),
                )],
            ),
            true,
            "a part of a constant",
        ),
        (
            marked(&json!({"importing": {"id": "hunter2"}}), &[]),
            false,
            "the id that it is imported by",
        ),
        (
            marked(
                &json!({"importing": {"id": "a&hunter2"}, "after": {"n": 2, "id": "a&hunter2"}, "after_sensitive": {"id": true}}),
                &[],
            ),
            false,
            "the same, marked, as engines spell an ampersand",
        ),
        (
            marked(
                &json!({"importing": {"id": "a&hunter2"}, "after": {"n": 2, "k": "a&hunter2"}}),
                &[],
            ),
            false,
            "the same, a copy of what is marked",
        ),
        (
            marked(&json!({"importing": {"identity": {"x": "hunter2"}}}), &[]),
            false,
            "the identity that it is imported by",
        ),
        (
            marked(
                &json!({"before_identity": {"x": "hunter2"}, "after_identity": {"x": ["hunter2"]}}),
                &[],
            ),
            false,
            "its identities",
        ),
        (
            with_identity(state("aws_x.p", json!({"k": true}))),
            false,
            "an identity in a state",
        ),
        (
            marked(
                &json!({}),
                &[("prior_state", with_identity(state("aws_x.p", json!({}))))],
            ),
            false,
            "an identity in the prior state",
        ),
        (
            marked(
                &json!({"generated_config": "resource \"aws_x\" \"p\" {\n  k = \"hunter2\"\n}\n"}),
                &[],
            ),
            false,
            "generated configuration",
        ),
        (
            marked(
                &open,
                &[
                    ("resource_drift", drift(json!({"k": true}))),
                    ("prior_state", state("aws_x.before", json!({}))),
                ],
            ),
            true,
            "marked in the drift, and unmarked where it was before",
        ),
        (
            marked(
                &open,
                &[
                    ("resource_drift", drift(json!({}))),
                    ("prior_state", state("aws_x.before", json!({"k": true}))),
                ],
            ),
            true,
            "marked where it was before, and not in the drift",
        ),
        (
            marked(&json!({"after_sensitive": {"k": {"b": true}}}), &[]),
            true,
            "a mark for an object, over a text",
        ),
        (
            marked(&json!({"after_sensitive": {"k": [true]}}), &[]),
            true,
            "a mark for a list, over a text",
        ),
        (
            marked(
                &json!({"after": {"k": ["hunter2"]}, "after_sensitive": {"k": {"b": true}}}),
                &[],
            ),
            true,
            "a mark for an object, over a list",
        ),
        (
            marked(
                &json!({"after": {"k": {"b": "hunter2"}}, "after_sensitive": {"k": [true]}}),
                &[],
            ),
            true,
            "a mark for a list, over a map",
        ),
    ] {
        // As Go writes JSON.
        let text = cut::line(&plan).replace('&', "\\u0026");
        let copy = planlint(["redact"]).stdin(text.clone()).run().exits(0, why);
        let copy = copy.hides("hunter", why).says("(sensitive value 1)", why);
        assert!(serde_json::from_str::<Value>(&copy.stdout).is_ok(), "{why}");
        if also_shown {
            for arguments in [&["show"][..], &["--format", "html"], &["--format", "json"]] {
                planlint(arguments).stdin(text.clone()).run().hides("hunter", why);
            }
        }
    }
    // What is no part of it, and nothing marks.
    let stays = marked(
        &json!({}),
        &[(
            "configuration",
            written(json!({"k": {"constant_value": "hunter2"}, "other": {"constant_value": "hunter2"}})),
        )],
    );
    let copy = planlint(["redact"])
        .stdin(cut::line(&stays))
        .run()
        .exits(0, "another attribute");
    assert_eq!(copy.stdout.matches("hunter2").count(), 1, "{}", copy.stdout);
}

#[test]
fn documents_of_one_input_keep_each_others_secrets() {
    const SECRET: &str = "SuperSecretValue1";
    let plan = |name: &str, marks: Value| {
        let change = json!({
            "address": format!("aws_x.{name}[\"{SECRET}\"]"), "mode": "managed", "type": "aws_x", "name": name, "index": SECRET,
            "change": {"actions": ["update"], "before": {"a": 1}, "after": {"a": SECRET},
                "before_sensitive": {}, "after_sensitive": marks}
        });
        json!({
            "format_version": "1.2", "planned_values": {"root_module": {}}, "resource_changes": [change],
            "configuration": {"root_module": {}},
            "checks": [{"address": {"to_display": "check.c", "kind": "check", "name": "c"}, "status": "fail",
                "instances": [{"address": {"to_display": "check.c"}, "status": "fail", "problems": [{"message": SECRET}]}]}]
        })
    };
    let (closed, open) = (plan("closed", json!({"a": true})), plan("open", json!({})));
    let state = json!({"format_version": "1.0", "terraform_version": "1.9.0", "values": {"root_module": {}, "outputs": {
        "o": {"sensitive": true, "value": SECRET, "type": "string"}
    }}});
    for (first, second, why) in [
        (&closed, &open, "the first marks it"),
        (&open, &closed, "the second marks it"),
        (&open, &state, "a state marks it"),
    ] {
        let text = cut::line(first) + &cut::line(second);
        for arguments in [
            &["redact"][..],
            &["show"],
            &["show", "--engine-text"],
            &["match", "aws_x.*"],
            &["--format", "text"],
            &["--format", "html"],
            &["--format", "json"],
            &["--format", "markdown"],
        ] {
            let why = format!("{why}: {arguments:?}");
            // All others refuse a state beside a plan.
            if second == &state && !matches!(arguments[0], "redact" | "match") {
                continue;
            }
            let run = planlint(arguments).stdin(text.clone()).run();
            assert!(!run.stdout.is_empty(), "{why}: {}", run.stderr);
            run.hides(SECRET, &why);
        }
        let folder = tempfile::tempdir().unwrap();
        for (name, document) in [("a.json", first), ("b.json", second)] {
            fs::write(folder.path().join(name), cut::line(document)).unwrap();
        }
        let run = planlint(["redact", folder.path().to_str().unwrap()]).run();
        assert_eq!(run.stdout.lines().count(), 2, "{why}: {}", run.stderr);
        run.hides(SECRET, why);
    }
}

#[test]
fn several_files_are_copied_one_after_the_other() {
    let plans = ["tofu-1.12.6", "terraform-1.15.9"]
        .map(|engine| fixtures::root().join(format!("create-only/{engine}/plan.json")));
    let copy = |plans: &[PathBuf]| {
        planlint(["redact"])
            .args(plans)
            .run()
            .exits(0, "as a shell gives them")
            .stdout
    };
    let [one, two] = plans.each_ref().map(|plan| copy(std::slice::from_ref(plan)));
    assert_eq!(copy(&plans), one + &two, "all that are named");
}
