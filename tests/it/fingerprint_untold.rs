//! What a plan's values do not tell, and its configuration does, is part of its fingerprint: what write-only arguments are
//! given, and that a value is shown from now on.

use serde_json::{Value, json};

use crate::compare::{diff, update};
use crate::cut;
use crate::fingerprint_keys::keyed_fingerprint;
use crate::fingerprints::fingerprint;

/// The update of `aws_db.a`, whose `password_wo` and `login[0].secret_wo` are write-only.
fn written(password: &Value, secret: &Value, marks: &Value) -> Value {
    let change = json!({"address": "aws_db.a", "mode": "managed", "type": "aws_db", "name": "a",
        "provider_name": "registry.opentofu.org/p/p", "change": {"actions": ["update"],
            "before": {"login": [{"name": "n", "secret_wo": null}], "password_wo": null, "v": 1},
            "after": {"login": [{"name": "n", "secret_wo": null}], "password_wo": null, "v": 2},
            "after_unknown": {}, "before_sensitive": {}, "after_sensitive": marks}});
    let mut plan = cut::with_change(&change);
    plan["variables"] = json!({"approved": {"value": "one"}, "other": {"value": "two"}});
    plan["configuration"] = json!({"root_module": {
        "variables": {"approved": {}, "other": {}},
        "resources": [{"address": "aws_db.a", "mode": "managed", "type": "aws_db", "name": "a", "schema_version": 0,
            "expressions": {"v": {"constant_value": 2}, "password_wo": password,
                "login": [{"name": {"constant_value": "n"}, "secret_wo": secret}]}}]}});
    plan
}

#[test]
fn what_a_write_only_argument_is_given_counts() {
    let folder = tempfile::tempdir().unwrap();
    let refers = |name: &str| json!({"references": [format!("var.{name}")]});
    let constant = |text: &str| json!({"constant_value": text});
    let open = json!({});
    let marked = json!({"password_wo": true, "login": [{"secret_wo": true}]});
    let (approved, other) = (refers("approved"), refers("other"));
    for (one, two, open_too, words, why) in [
        (
            written(&approved, &approved, &marked),
            written(&other, &approved, &marked),
            true,
            "    (password_wo comes from): var.approved, now var.other\n",
            "another variable",
        ),
        (
            written(&approved, &approved, &marked),
            written(&constant("hunter2"), &approved, &marked),
            true,
            "    (password_wo comes from): var.approved, now nothing\n",
            "what is written in its place",
        ),
        (
            written(&constant("hunter2"), &approved, &marked),
            written(&constant("hunter3"), &approved, &marked),
            false,
            "    aws_db.a password_wo: (sensitive value), now something else that is not shown\n",
            "another secret",
        ),
        (
            written(&constant("plain2"), &approved, &open),
            written(&constant("plain3"), &approved, &open),
            false,
            "    aws_db.a password_wo: (sensitive value), now something else that is not shown\n",
            "another secret by its name",
        ),
        (
            written(&approved, &approved, &marked),
            written(&approved, &other, &marked),
            true,
            "    (login comes from): var.approved, now var.other\n",
            "in a block",
        ),
        (
            written(&approved, &constant("hunter2"), &marked),
            written(&approved, &constant("hunter3"), &marked),
            false,
            "    aws_db.a login[0].secret_wo: (sensitive value), now something else that is not shown\n",
            "another secret in a block",
        ),
    ] {
        assert_eq!(fingerprint(&one) != fingerprint(&two), open_too, "{why}");
        assert_ne!(keyed_fingerprint(&one), keyed_fingerprint(&two), "{why}");
        diff(folder.path(), &one, &two)
            .exits(1, why)
            .says(words, why)
            .hides("hunter", "it is sensitive");
    }
    let nothing = json!({"constant_value": null});
    let absent = written(&nothing, &approved, &marked);
    assert_eq!(
        fingerprint(&absent),
        fingerprint(&written(&json!({}), &approved, &marked)),
        "nothing is given"
    );
}

#[test]
fn that_a_value_is_shown_from_now_on_counts() {
    let folder = tempfile::tempdir().unwrap();
    let attribute = [json!({"input": true}), json!({})].map(|marks| {
        let mut plan = update(&json!({"input": "one"}), &json!({"input": "two"}), &marks);
        plan["resource_changes"][0]["change"]["before_sensitive"] = json!({"input": true});
        plan
    });
    let output = [true, false].map(|sensitive| {
        let mut plan = update(&json!({"input": "one"}), &json!({"input": "two"}), &json!({}));
        plan["output_changes"] = json!({"o": {"actions": ["update"], "before": "one", "after": "two", "after_unknown": false,
            "before_sensitive": true, "after_sensitive": true}});
        plan["configuration"] = json!({"root_module": {"outputs": {
            "o": {"sensitive": sensitive, "expression": {"references": ["var.s"]}}}}});
        plan
    });
    for ([kept, shown], words, why) in [
        (
            attribute,
            "    (no longer sensitive): nothing, now input\n",
            "an attribute whose value changes, too",
        ),
        (output, "    (no longer sensitive): nothing, now value\n", "an output"),
    ] {
        assert_ne!(fingerprint(&kept), fingerprint(&shown), "{why}");
        assert_ne!(keyed_fingerprint(&kept), keyed_fingerprint(&shown), "{why}");
        diff(folder.path(), &kept, &shown).exits(1, why).says(words, why);
    }
}
