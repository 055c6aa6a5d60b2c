//! Cost of one object grows as its attributes do.

use std::path::Path;

use serde_json::{Value, json};

use crate::cut;
use crate::scale::{Case, grow_alike};
use crate::scale_inputs::{object, of_kind, plan};

#[test]
fn attributes_of_one_object() {
    let cases: [Case; 10] = [
        ("an identity of which all differs", 500, |at, n| {
            let identity = |value: u8| attributes(n, &json!(value));
            of_change(
                at,
                &json!({"actions": ["update"], "before": {"x": 1}, "after": {"x": 2},
                    "before_identity": identity(1), "after_identity": identity(2)}),
                &json!({}),
            )
        }),
        ("objects that lack what was `null`", 2000, |at, n| {
            let before = attributes(n, &json!({"k": null, "z": 1}));
            let mut after = attributes(n, &json!({"z": 1}));
            after["more"] = 1.into();
            of_change(
                at,
                &json!({"actions": ["update"], "before": before, "after": after}),
                &json!({}),
            )
        }),
        ("attributes that functions make", 500, |at, n| {
            let marks = attributes(n, &json!(true));
            of_change(
                at,
                &json!({"actions": ["create"], "before": null, "after": attributes(n, &json!("x")), "after_sensitive": marks}),
                &attributes(n, &json!({})),
            )
        }),
        ("attributes that decide and are not known", 1000, |at, n| {
            let policy = json!({"assume_role_policy": true});
            of_change(
                at,
                &json!({"actions": ["create"], "before": null, "after": attributes(n, &json!({})),
                    "after_unknown": attributes(n, &policy)}),
                &attributes(n, &json!({"assume_role_policy": {"references": ["var.a"]}})),
            )
        }),
        ("a fingerprint of attributes that are known in part", 400, |at, n| {
            of_change(
                at,
                &json!({"actions": ["create"], "before": null, "after": attributes(n, &json!(["x"])),
                    "after_unknown": attributes(n, &json!([true]))}),
                &attributes(n, &json!({"references": ["var.a", "var.b"]})),
            );
            ["fingerprint", "plan.json"].map(str::to_owned).to_vec()
        }),
        ("a fingerprint of attributes that are not known", 400, |at, n| {
            of_change(
                at,
                &json!({"actions": ["create"], "before": null, "after": {}, "after_unknown": attributes(n, &json!(true))}),
                &attributes(n, &json!({"references": ["var.a", "var.b"]})),
            );
            ["fingerprint", "plan.json"].map(str::to_owned).to_vec()
        }),
        ("members of a copy that goes, one of them secret", 1000, |at, n| {
            let side = |text: &str| object(n, |i| (format!("k{i:06}"), format!("{text}{i}").into()));
            copied(at, &side("old"), &side("new"), &json!({"k000001": true}))
        }),
        ("elements of a copy that goes, one of them secret", 2000, |at, n| {
            let side = |text: &str| (0..n).map(|i| format!("{text}{i}")).collect::<Value>();
            copied(at, &side("old"), &side("new"), &json!([true]))
        }),
        ("attributes of instances that change their roles", 500, |at, n| {
            let side = |role: usize| object(n, |i| (format!("a{i}"), format!("{role} {i}").into()));
            let instance = |index: usize, action: &str, after: Value| {
                let mut change = of_kind(index, &[action]);
                change["address"] = format!("aws_db_instance.r[{index}]").into();
                (change["change"]["before"], change["change"]["after"]) = (side(index), after);
                change
            };
            let instances = [
                instance(0, "update", side(1)),
                instance(1, "update", side(2)),
                instance(2, "delete", Value::Null),
            ];
            plan(at, &cut::with_changes(&instances))
        }),
        ("an identity by which something is imported", 1000, |at, n| {
            let attributes = attributes(n, &json!("x"));
            of_change(
                at,
                &json!({"actions": ["no-op"], "before": attributes, "after": attributes,
                    "importing": {"identity": attributes}}),
                &json!({}),
            );
            ["show", "plan.json"].map(str::to_owned).to_vec()
        }),
    ];
    grow_alike(&cases);
}

fn attributes(n: usize, value: &Value) -> Value {
    object(n, |i| (format!("a{i}"), value.clone()))
}

/// A `terraform_data` that gets another input, part of which is secret, and so loses the copy of the one before.
fn copied(at: &Path, before: &Value, after: &Value, marks: &Value) -> Vec<String> {
    let mut change = of_kind(0, &["update"]);
    (change["type"], change["address"]) = ("terraform_data".into(), "terraform_data.r0".into());
    change["change"]["before"] = json!({"id": "1", "input": before, "output": before});
    change["change"]["after"] = json!({"id": "1", "input": after});
    change["change"]["after_unknown"] = json!({"output": true});
    for side in ["before_sensitive", "after_sensitive"] {
        change["change"][side] = json!({"input": marks});
    }
    plan(at, &cut::with_change(&change))
}

/// A plan with that change, and the block with those arguments.
fn of_change(at: &Path, change: &Value, arguments: &Value) -> Vec<String> {
    let mut with = cut::with_change(
        &json!({"address": "acme_thing.a", "mode": "managed", "type": "acme_thing",
        "name": "a", "change": change}),
    );
    with["configuration"]["root_module"]["variables"] = json!({"a": {}, "b": {}});
    let block = json!({"address": "acme_thing.a", "mode": "managed", "type": "acme_thing", "name": "a",
        "provider_config_key": "acme", "schema_version": 0, "expressions": arguments});
    let blocks = with["configuration"]["root_module"]["resources"].as_array_mut();
    blocks.expect("a module with resources").push(block);
    plan(at, &with)
}
