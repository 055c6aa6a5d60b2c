//! What a plan's values do not tell, and its configuration does, is part of its fingerprint: what write-only arguments
//! are given, and that a value is shown from now on.

use serde_json::{Value, json};

use crate::compare::{diff, update};
use crate::cut;
use crate::fingerprint_keys::keyed_fingerprint;
use crate::fingerprints::fingerprint;
use crate::program::planlint;

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
            "    (login[0].secret_wo comes from): var.approved, now var.other\n",
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

/// A plan that makes `t.a` in a module that is given `var.one`, with `configuration` of its block and `after_unknown`;
/// what the variable is.
fn made(block: &Value, unknown: &Value, beside: &Value, value: &str) -> Value {
    let change = json!({"address": "t.a", "mode": "managed", "type": "t", "name": "a",
        "provider_name": "registry.opentofu.org/p/p", "change": {"actions": ["create"], "before": null,
            "after": {"v": 1}, "after_unknown": unknown, "before_sensitive": false, "after_sensitive": {}}});
    let mut plan = cut::with_change(&change);
    plan["variables"] = json!({"one": {"value": value}});
    let mut resource = json!({"address": "t.a", "mode": "managed", "type": "t", "name": "a", "schema_version": 0,
        "provider_config_key": "p", "expressions": {"v": {"constant_value": 1}}});
    for (name, part) in block.as_object().unwrap() {
        resource[name] = part.clone();
    }
    plan["configuration"] = json!({
        "provider_config": {"p": {"name": "p", "full_name": "registry.opentofu.org/p/p"}},
        "root_module": {"variables": {"one": {}}, "resources": [resource]}});
    for (name, part) in beside.as_object().unwrap() {
        plan[name] = part.clone();
    }
    plan
}

#[test]
fn behind_what_no_plan_writes_any_variable_of_the_module_may_stand() {
    let none = json!({});
    let provisioner = |kind: &str| json!({"provisioners": [{"type": kind, "expressions": {"inline": {}}}]});
    let provider = |region: &str| {
        json!({"provider_config": {"p": {"name": "p", "full_name": "registry.opentofu.org/p/p",
            "expressions": {"region": {"references": [region]}}}},
            "root_module": {"variables": {"one": {}}, "resources": [{"address": "t.a", "mode": "managed", "type": "t",
                "name": "a", "provider_config_key": "p", "expressions": {"v": {"constant_value": 1}}}]}})
    };
    let action = |unknown: bool| {
        json!({"action_invocations": [{"address": "action.run.x", "type": "run", "name": "x",
            "provider_name": "registry.opentofu.org/p/p", "config_values": {}, "config_unknown": {"payload": unknown},
            "invoke_action_trigger": {}}]})
    };
    let of_ephemeral = json!({"expressions": {"v": {"constant_value": 1},
        "config_wo": {"references": ["ephemeral.vault.x.data", "ephemeral.vault.x"]}}});
    for (block, unknown, beside, counts, why) in [
        (
            provisioner("local-exec"),
            none.clone(),
            none.clone(),
            false,
            "it runs here, and all of it is written",
        ),
        (
            provisioner("remote-exec"),
            none.clone(),
            none.clone(),
            true,
            "the host stands in `connection`",
        ),
        (
            provisioner("file"),
            none.clone(),
            none.clone(),
            true,
            "and so does that of a file",
        ),
        (
            none.clone(),
            none.clone(),
            json!({"configuration": provider("var.other")}),
            false,
            "another variable",
        ),
        (
            none.clone(),
            none.clone(),
            json!({"configuration": provider("each.value")}),
            true,
            "what it is repeated for",
        ),
        (none.clone(), none.clone(), action(false), false, "all of it is known"),
        (
            none.clone(),
            none.clone(),
            action(true),
            true,
            "what the payload is made from",
        ),
        (
            of_ephemeral,
            json!({"config_wo": true}),
            none.clone(),
            true,
            "Terraform does not write what is opened",
        ),
        (
            none.clone(),
            json!({"id": true}),
            none.clone(),
            false,
            "what the provider makes up",
        ),
        (
            none.clone(),
            json!({"ingress": [{"description": true}]}),
            none.clone(),
            true,
            "a dynamic block",
        ),
        (
            json!({"expressions": {"v": {"constant_value": 1}, "ingress": [{"description": {"references": ["t.b.id"]}}]}}),
            json!({"ingress": [{"description": true}]}),
            none.clone(),
            false,
            "a block that is written",
        ),
    ] {
        let [one, two] = ["prod.example", "dev.example"].map(|value| made(&block, &unknown, &beside, value));
        assert_eq!(fingerprint(&one) != fingerprint(&two), counts, "{why}");
    }
}

/// What one document marks is masked in those beside it, and is a part of what they intend as it was.
#[test]
fn what_stands_beside_a_plan_is_no_part_of_it() {
    let made = |name: &str, marks: Value| {
        let address = format!("t.{name}");
        cut::with_change(
            &json!({"address": address, "mode": "managed", "type": "t", "name": name,
            "provider_name": "registry.opentofu.org/p/p", "change": {"actions": ["create"], "before": null,
                "after": {"v": "Tr0ub4dor-and-3"}, "after_unknown": {}, "before_sensitive": false,
                "after_sensitive": marks}}),
        )
    };
    let (marked, open) = (made("marked", json!({"v": true})), made("open", json!({})));
    let run = planlint(["fingerprint", "-"]).stdin(format!("{}{}", cut::line(&marked), cut::line(&open)));
    let (first, second) = (fingerprint(&marked), fingerprint(&open));
    assert_eq!(
        run.run().exits(0, "two plans").stdout,
        format!("{first}  <stdin>#1\n{second}  <stdin>#2\n")
    );
}
