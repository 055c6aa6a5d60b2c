//! By what a baseline knows the objects of states again.

use serde_json::{Value, json};

use crate::cut;
use crate::judge::judge;
use planlint::input::Want;
use planlint::lint::{Level, Settings};
use planlint::report::{Baseline, Report, Standing};

fn judged(state: &Value) -> Report {
    judge(cut::line(state).as_bytes(), Want::State, &Settings::default())
        .unwrap()
        .report
}

/// Whether the baseline of a state has what a rule finds in another one.
fn is_known(rule: &str, known: &Value, now: &Value, why: &str) -> bool {
    let (known, mut now) = (judged(known), judged(now));
    let of_rule = |report: &Report| {
        let found = report.findings.iter().filter(|finding| finding.rule == rule);
        let found: Vec<_> = found.cloned().collect();
        assert_eq!(found.len(), 1, "{rule}: {why}");
        assert_eq!(found[0].level, Level::Warning, "{rule}: {why}");
        found[0].clone()
    };
    of_rule(&known);
    let text = Baseline::of(&known).write().unwrap();
    Baseline::read(&text).unwrap().apply(&mut now);
    of_rule(&now).standing == Standing::Known
}

const AWS: &str = "registry.opentofu.org/hashicorp/aws";

/// Twice one state with this object: as it is stored, and as `show -json` prints it.
struct Forms {
    stored: Value,
    shown: Value,
}

/// An object that is tainted, and one that is deposed, of which both hold a secret that nothing marks.
fn forms(source: &str, alias: &str, attributes: &Value) -> Forms {
    let mut attributes = attributes.clone();
    attributes["user_data"] = json!("export DB_PASSWORD=hunter9-Xk39fkLpQz");
    let stored = json!({
        "version": 4, "terraform_version": "1.12.6", "serial": 1, "lineage": "l", "outputs": {}, "check_results": null,
        "resources": [{
            "mode": "managed", "type": "t", "name": "a", "provider": format!("provider[\"{source}\"]{alias}"),
            "instances": [
                {"status": "tainted", "schema_version": 1, "attributes": attributes, "sensitive_attributes": []},
                {"deposed": "0a1b2c3d", "schema_version": 1, "attributes": {"id": format!("old {}", attributes["id"])},
                    "sensitive_attributes": []}
            ]
        }]
    });
    let shown = json!({
        "format_version": "1.0", "terraform_version": "1.12.6", "values": {"root_module": {"resources": [{
            "address": "t.a", "mode": "managed", "type": "t", "name": "a", "provider_name": source, "tainted": true,
            "schema_version": 1, "values": attributes, "sensitive_values": {}
        }, {
            "address": "t.a", "mode": "managed", "type": "t", "name": "a", "provider_name": source,
            "deposed_key": "0a1b2c3d", "schema_version": 1,
            "values": {"id": format!("old {}", attributes["id"])}, "sensitive_values": {}
        }]}}
    });
    Forms { stored, shown }
}

#[test]
fn another_object_of_a_state_is_new() {
    let in_account = |account: &str| json!({"id": "i-1", "arn": format!("arn:aws:ec2:r:{account}:instance/i-1")});
    let (of_one, plain) = (in_account("123456789012"), json!({"id": "x", "size": 1}));
    let known = forms(AWS, "", &of_one);
    let unnamed = |size: u64| json!({"size": size, "mode": "m"});
    for (known, now, wanted, why) in [
        (&known, forms(AWS, "", &of_one), true, "the same one"),
        (
            &known,
            forms("registry.terraform.io/hashicorp/aws", "", &of_one),
            true,
            "another engine's registry",
        ),
        (&known, forms(AWS, "", &json!({"id": "i-2"})), false, "another id"),
        (
            &known,
            forms(AWS, "", &in_account("123456789011")),
            false,
            "another account",
        ),
        (&known, forms("x.example/x/aws", "", &of_one), false, "another provider"),
        (
            &forms(AWS, "", &plain),
            forms(AWS, "", &json!({"id": "x", "size": 2, "version_id": "2"})),
            true,
            "a size, and a version",
        ),
        (
            &forms(AWS, "", &json!({"id": "x", "region": "r"})),
            forms(AWS, "", &json!({"id": "x", "region": "s"})),
            false,
            "another region",
        ),
        (
            &forms(AWS, "", &unnamed(1)),
            forms(AWS, "", &unnamed(2)),
            false,
            "what nothing names",
        ),
    ] {
        for rule in ["tainted-resource", "secret-in-state"] {
            let are_known = [
                is_known(rule, &known.stored, &now.stored, why),
                is_known(rule, &known.shown, &now.shown, why),
                is_known(rule, &known.stored, &now.shown, why),
                is_known(rule, &known.shown, &now.stored, why),
            ];
            assert_eq!(are_known, [wanted; 4], "{rule}: {why}");
        }
    }
    let (one, other) = (forms(AWS, "", &json!({"id": "x"})), forms(AWS, "", &json!({"id": "y"})));
    assert!(is_known("deposed-object", &one.stored, &one.shown, "the same"));
    assert!(!is_known("deposed-object", &one.stored, &other.stored, "another id"));
    assert!(!is_known("deposed-object", &one.shown, &other.shown, "another id"));
}

/// A raw state alone says which configuration of the provider has made an object.
#[test]
fn an_object_of_another_configuration_is_new_where_its_name_does_not_say_where_it_is() {
    let whole = json!({"id": "i-1", "arn": "arn:aws:ec2:r:123456789012:instance/i-1"});
    for (attributes, wanted, why) in [
        (&json!({"id": "x"}), false, "an id that people chose"),
        (&whole, true, "an account in it"),
    ] {
        let (known, now) = (forms(AWS, ".one", attributes), forms(AWS, ".two", attributes));
        let known = is_known("tainted-resource", &known.stored, &now.stored, why);
        assert_eq!(known, wanted, "{why}");
    }
}

/// Whoever has the baseline may guess at secrets: what is marked has no part in it, and what it names is new each time.
#[test]
fn an_object_that_a_secret_alone_names_is_new() {
    let state = |id: &str, arn: &Value| {
        let mut state = forms(AWS, "", &json!({"id": id, "arn": arn})).shown;
        state["values"]["root_module"]["resources"][0]["sensitive_values"] = json!({"id": true});
        state
    };
    let (nothing, arn) = (json!(null), json!("arn:aws:ec2:r:123456789012:instance/i-1"));
    for (known, now, wanted, why) in [
        (
            state("s3cr3t-x", &nothing),
            state("s3cr3t-x", &nothing),
            false,
            "nothing else names it",
        ),
        (state("s3cr3t-x", &arn), state("s3cr3t-y", &arn), true, "its ARN does"),
    ] {
        assert_eq!(is_known("tainted-resource", &known, &now, why), wanted, "{why}");
    }
}
