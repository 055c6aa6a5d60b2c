//! What a team agreed on, where a plan does not tell whether it is kept.

use serde_json::{Value, json};

use crate::arguments::folder;
use crate::program::planlint;
use crate::rules::document;
use crate::rules_edges::{change, said};

/// A plan that makes these, of blocks of the root module, with a provider whose block sets these arguments.
fn plan(provider: &str, arguments: &Value, made: &[(&str, Value, Value)]) -> Value {
    let blocks = made.iter().map(|(address, _, written)| {
        let (type_name, name) = address.split_once('.').unwrap();
        json!({
            "address": address, "mode": "managed", "type": type_name, "name": name,
            "provider_config_key": provider, "expressions": written,
        })
    });
    let changes = made
        .iter()
        .map(|(address, after, _)| change(address, &["create"], &Value::Null, after));
    json!({
        "resource_changes": changes.collect::<Vec<_>>(),
        "configuration": {
            "provider_config": {provider: {"name": provider, "expressions": arguments}},
            "root_module": {"resources": blocks.collect::<Vec<_>>()},
        },
    })
}

#[test]
fn a_region_that_nobody_can_tell_is_told_once_for_each_provider() {
    let queue = || ("aws_sqs_queue.a", json!({"name": "a"}), json!({}));
    let other = || ("aws_sqs_queue.b", json!({"name": "b"}), json!({}));
    let of_variable = |variables: Value, behind: &str| {
        let references = match behind {
            "" => json!(["var.place"]),
            behind => json!([format!("var.place{behind}"), "var.place"]),
        };
        let mut plan = plan(
            "aws",
            &json!({"region": {"references": references}}),
            &[queue(), other()],
        );
        plan["variables"] = variables;
        plan
    };
    let constant = |region: Value| plan("aws", &json!({"region": {"constant_value": region}}), &[queue()]);
    let both = vec![
        "aws_sqs_queue.a may stand in a region that is not allowed",
        "aws_sqs_queue.b may stand in a region that is not allowed",
    ];
    let unknown = vec!["provider.aws may make things in a region that is not allowed"];
    let mut declared = of_variable(json!({"place": {"value": "us-east-1"}}), "");
    declared["configuration"]["root_module"]["variables"] = json!({"place": {"sensitive": true}});
    let mut in_module = of_variable(json!({"place": {"value": "eu-west-1"}}), "");
    in_module["configuration"]["provider_config"]["aws"]["module_address"] = json!("module.m");
    let mut bare = plan("aws", &json!({}), &[queue(), other()]);
    bare.as_object_mut().unwrap().remove("configuration");
    let in_part = json!({"place": {"value": {"a": "us-east-1"}}});
    for (plan, wanted, why) in [
        (
            of_variable(json!({"place": {"value": "eu-west-1"}}), ""),
            vec![],
            "an allowed one",
        ),
        (
            of_variable(json!({"place": {"value": "us-east-1"}}), ""),
            both.clone(),
            "another one",
        ),
        (
            of_variable(json!({"place": {"value": "prod"}}), ""),
            unknown.clone(),
            "perhaps of `\"${var.place}-west-1\"`, which is written alike",
        ),
        (
            of_variable(json!({"place": {"value": "eu-fake"}}), ""),
            unknown.clone(),
            "no region, though it begins like an allowed one",
        ),
        (of_variable(in_part.clone(), ".a"), both.clone(), "in an object"),
        (of_variable(in_part, ""), unknown.clone(), "a part that is not told"),
        (declared, both.clone(), "of a sensitive variable, too"),
        (
            of_variable(json!({"place": {"value": null}}), ""),
            unknown.clone(),
            "null is none",
        ),
        (
            of_variable(json!({}), ""),
            unknown.clone(),
            "a variable without a value",
        ),
        (
            in_module,
            vec!["module.m.provider.aws may make things in a region that is not allowed"],
            "a variable of a module",
        ),
        (constant(json!("eu-west-1")), vec![], "a constant"),
        (
            constant(json!("us-east-1")),
            vec!["aws_sqs_queue.a stands in a region that is not allowed"],
            "another one",
        ),
        (constant(json!("")), unknown.clone(), "an empty text is none"),
        (
            plan("aws", &json!({"region": {}}), &[queue(), other()]),
            unknown.clone(),
            "what a function makes",
        ),
        (plan("aws", &json!({}), &[queue(), other()]), unknown, "nothing is set"),
        (
            bare,
            vec!["a provider may make things in a region that is not allowed"],
            "no configuration",
        ),
        (
            plan(
                "aws",
                &json!({}),
                &[("aws_sqs_queue.a", json!({"region": "eu-west-1"}), json!({}))],
            ),
            vec![],
            "each says its own",
        ),
        (
            plan(
                "google",
                &json!({}),
                &[("google_project_iam_member.a", json!({"role": "r"}), json!({}))],
            ),
            vec![],
            "what stands in no region",
        ),
        (
            plan(
                "google",
                &json!({}),
                &[("google_compute_disk.a", json!({"zone": null}), json!({}))],
            ),
            vec!["provider.google may make things in a region that is not allowed"],
            "what does",
        ),
        (
            plan(
                "azurerm",
                &json!({}),
                &[("azurerm_subnet.a", json!({"name": "a"}), json!({}))],
            ),
            vec![],
            "a provider that has no region to give",
        ),
    ] {
        assert_eq!(said("forbidden-region", r#"allow = ["eu-*"]"#, &plan), wanted, "{why}");
    }
}

#[test]
fn an_unknown_region_counts_where_no_block_tells_who_gives_it() {
    let mut made = change(
        "google_compute_disk.a",
        &["create"],
        &Value::Null,
        &json!({"name": "a"}),
    );
    made["change"]["after_unknown"] = json!({"zone": true});
    let plan = json!({"resource_changes": [made]});
    assert_eq!(
        said("forbidden-region", r#"allow = ["eu-*"]"#, &plan),
        ["google_compute_disk.a may stand in a region that is not allowed"]
    );
}

#[test]
fn what_a_sensitive_variable_holds_is_not_told() {
    let mut plan = plan(
        "aws",
        &json!({"region": {"references": ["var.place"]}}),
        &[("aws_sqs_queue.a", json!({"name": "a"}), json!({}))],
    );
    plan["variables"] = json!({"place": {"value": "xy-secret-7"}});
    plan["configuration"]["root_module"]["variables"] = json!({"place": {"sensitive": true}});
    let settings = "[rules]\nforbidden-region = { level = \"error\", allow = [\"eu-*\"] }\n";
    let folder = folder(&[
        ("plan.json", document(false, &plan.to_string()).to_string().into()),
        ("planlint.toml", settings.into()),
    ]);
    let ran = planlint(["--format", "json", "plan.json"]).folder(folder.path()).run();
    ran.exits(1, "it is judged")
        .says("(sensitive value)", "that it is none to tell")
        .hides("xy-secret", "nor is it told");
}

#[test]
fn blocks_without_an_attribute_for_tags_can_have_none() {
    let made = |type_name: &str, after: Value| {
        let change = change(&format!("{type_name}.a"), &["create"], &Value::Null, &after);
        json!({"resource_changes": [change]})
    };
    for (plan, wanted, why) in [
        (
            made(
                "kubernetes_env",
                json!({"metadata": [{"name": "x", "namespace": null}]}),
            ),
            vec![],
            "no such attribute",
        ),
        (
            made(
                "kubernetes_namespace",
                json!({"metadata": [{"name": "x", "labels": null}]}),
            ),
            vec!["kubernetes_namespace.a lacks tags"],
            "one that is not set",
        ),
    ] {
        assert_eq!(said("missing-tags", r#"required = ["owner"]"#, &plan), wanted, "{why}");
    }
}
