//! Cost grows as the input does where much of it stands at one place, or comes from one.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::cut;
use crate::scale::{Case, grow_alike};
use crate::scale_inputs::{changes, object, of_kind, plan, update};

#[test]
fn much_at_one_place() {
    let cases: [Case; 15] = [
        (
            "a fingerprint of resources that wait for as many behind one output",
            300,
            |at, n| {
                waiting(at, n, &create("aws_instance", &json!({})), "vpc");
                ["fingerprint", "plan.json"].map(str::to_owned).to_vec()
            },
        ),
        (
            "a deletion in as many modules, beside its configuration",
            100,
            |at, n| {
                let mut gone = of_kind(0, &["delete"]);
                let module: Vec<_> = (0..n).map(|i| format!("module.m{i}")).collect();
                let module = module.join(".");
                gone["address"] = format!("{module}.aws_db_instance.r0").into();
                gone["module_address"] = module.into();
                let removed = json!({"removed": {"from": "aws_vpc.v", "lifecycle": {"destroy": true}}});
                fs::write(at.join("main.tf.json"), removed.to_string()).unwrap();
                plan(at, &cut::with_changes(&[gone]))
            },
        ),
        ("a comparison of them", 300, |at, n| {
            waiting(at, n, &create("aws_instance", &json!({})), "vpc");
            ["diff", "plan.json", "plan.json"].map(str::to_owned).to_vec()
        }),
        ("data sources that wait for as many", 300, |at, n| {
            let mut read = of_kind(0, &["read"]);
            (read["mode"], read["type"]) = ("data".into(), "aws_ami".into());
            (read["action_reason"], read["change"]["before"]) = ("read_because_config_unknown".into(), Value::Null);
            waiting(at, n, &read, "vpc")
        }),
        ("roles for members who wait for as many", 300, |at, n| {
            let role = json!({"project": "p", "role": "roles/owner"});
            waiting(at, n, &create("google_project_iam_binding", &role), "members")
        }),
        ("texts below a name of as many letters", 30_000, |at, n| {
            let texts: Vec<_> = (0..n / 10).map(|i| format!("t{i}")).collect();
            arguments(at, &json!({"a": {"constant_value": {long_name(n): texts}}}))
        }),
        ("arguments below a name of as many letters", 10_000, |at, n| {
            let blocks = object(n / 10, |i| {
                (format!("a{i}"), json!({"constant_value": format!("t{i}")}))
            });
            arguments(at, &json!({long_name(n): [blocks]}))
        }),
        ("deposed objects of one address that go", 500, |at, n| {
            let gone = changes(n, |i| {
                let mut change = of_kind(0, &["delete"]);
                change["deposed"] = format!("{i:08x}").into();
                change["change"]["before"]["password"] = "hunter2-long".into();
                change
            });
            let object = |change: &Value| {
                json!({"address": change["address"], "mode": "managed", "type": change["type"], "name": change["name"],
                    "provider_name": change["provider_name"], "schema_version": 1, "deposed_key": change["deposed"],
                    "values": change["change"]["before"], "sensitive_values": {}})
            };
            let resources: Vec<_> = gone.iter().map(object).collect();
            let mut with = cut::with_changes(&gone);
            with["prior_state"] = json!({"format_version": "1.0", "terraform_version": "1.12.6",
                "values": {"root_module": {"resources": resources}}});
            plan(at, &with)
        }),
        (
            "secrets of an import, and lines that were generated for it",
            500,
            |at, n| {
                let mut change = of_kind(0, &["no-op"]);
                for side in ["before", "after"] {
                    change["change"][side]["list"] = (0..n).map(|i| format!("k{i:06}")).collect();
                    change["change"][format!("{side}_sensitive")] = json!({"list": true});
                }
                change["change"]["importing"] = json!({"id": "i"});
                change["change"]["generated_config"] = "  a = 1234567890\n".repeat(10 * n).into();
                plan(at, &cut::with_change(&change));
                ["redact", "plan.json"].map(str::to_owned).to_vec()
            },
        ),
        ("drift, and as many paths into nothing in particular", 400, drifted),
        ("the same, as it is shown", 400, |at, n| {
            drifted(at, n);
            ["show", "plan.json"].map(str::to_owned).to_vec()
        }),
        (
            "attributes that a schema knows, and as many that it does not",
            500,
            |at, n| {
                let known = |i| format!("z{i:06}");
                let mut after = object(n, |i| (known(i), "1".into()));
                after
                    .as_object_mut()
                    .unwrap()
                    .extend((0..n).map(|i| (format!("a{i:06}"), 1.into())));
                let change = create("aws_instance", &after);
                let attributes = object(n, |i| (known(i), json!({"type": "string", "optional": true})));
                let mut with = cut::with_change(&change);
                with["provider_schemas"] = json!({change["provider_name"].as_str().unwrap(): {"resource_schemas":
                {"aws_instance": {"version": 1, "block": {"attributes": attributes}}}}});
                plan(at, &with);
                ["show", "plan.json"].map(str::to_owned).to_vec()
            },
        ),
        (
            "attributes of one object that drifted, each of which the plan was made from",
            1_000,
            |at, n| {
                let mut change = update(0);
                for (side, value) in [("before", 1), ("after", 2)] {
                    change["change"][side] = object(n, |i| (format!("a{i:06}"), value.into()));
                }
                let mut all = cut::unchanged();
                all["relevant_attributes"] = (0..n)
                    .map(|i| json!({"resource": change["address"], "attribute": [format!("a{i:06}")]}))
                    .collect();
                all["resource_drift"] = json!([change]);
                plan(at, &all)
            },
        ),
        (
            "a fingerprint of provisioners, each with what an object has",
            200,
            |at, n| {
                provisioned(at, n);
                ["fingerprint", "plan.json"].map(str::to_owned).to_vec()
            },
        ),
        ("names at the top that nobody knows", 20_000, |at, n| {
            let mut all = object(n, |i| (format!("a{i:06}"), 0.into()));
            let plan_of = cut::with_changes(&changes(1, update));
            all.as_object_mut()
                .unwrap()
                .extend(plan_of.as_object().unwrap().clone());
            plan(at, &all)
        }),
    ];
    grow_alike(&cases);
}

/// As many changes like this one, each with an attribute that comes from an output behind which there are as many
/// resources.
fn waiting(at: &Path, n: usize, change: &Value, attribute: &str) -> Vec<String> {
    let (mode, kind) = (change["mode"].as_str().unwrap(), change["type"].as_str().unwrap());
    let prefix = if mode == "data" { "data." } else { "" };
    let address = |i| format!("{prefix}{kind}.r{i}");
    let mut with = cut::with_changes(&changes(n, |i| {
        let mut change = change.clone();
        (change["address"], change["name"]) = (address(i).into(), format!("r{i}").into());
        change["change"]["after_unknown"] = json!({attribute: true});
        change
    }));
    let block = |i, expressions: Value| {
        json!({"address": address(i), "mode": mode, "type": kind, "name": format!("r{i}"),
            "provider_config_key": "aws", "schema_version": 1, "expressions": expressions})
    };
    let references: Vec<_> = (0..n)
        .flat_map(|i| [format!("aws_vpc.r{i}.id"), format!("aws_vpc.r{i}")])
        .collect();
    let vpc = |i| {
        json!({"address": format!("aws_vpc.r{i}"), "mode": "managed", "type": "aws_vpc", "name": format!("r{i}"),
            "provider_config_key": "aws", "schema_version": 1})
    };
    let module = json!({"outputs": {"o": {"expression": {"references": references}}},
        "resources": (0..n).map(vpc).collect::<Vec<_>>()});
    let root = &mut with["configuration"]["root_module"];
    root["module_calls"] = json!({"m": {"source": "./m", "module": module}});
    let comes_from = json!({attribute: {"references": ["module.m.o", "module.m"]}});
    root["resources"] = (0..n).map(|i| block(i, comes_from.clone())).collect();
    plan(at, &with)
}

/// As many resources with a provisioner each as data sources that these refer to.
fn provisioned(at: &Path, n: usize) -> Vec<String> {
    let mut with = cut::with_changes(&changes(n, |i| {
        let mut change = of_kind(i, &["create"]);
        change["change"]["before"] = Value::Null;
        change
    }));
    let data = |i: usize| {
        json!({"address": format!("data.aws_ami.d{i}"), "mode": "data", "type": "aws_ami", "name": format!("d{i}"),
            "provider_name": "registry.opentofu.org/hashicorp/aws", "schema_version": 0, "values": {"id": format!("ami-{i}")},
            "sensitive_values": {}})
    };
    with["prior_state"] = json!({"format_version": "1.0", "terraform_version": "1.12.6",
        "values": {"root_module": {"resources": (0..n).map(data).collect::<Vec<_>>()}}});
    let block = |i: usize| {
        let id = format!("data.aws_ami.d{i}.id");
        json!({"address": format!("aws_db_instance.r{i}"), "mode": "managed", "type": "aws_db_instance", "name": format!("r{i}"),
            "provider_config_key": "aws", "schema_version": 1, "expressions": {},
            "provisioners": [{"type": "local-exec", "expressions": {"command": {"references": [id]}}}]})
    };
    let read = |i: usize| {
        json!({"address": format!("data.aws_ami.d{i}"), "mode": "data", "type": "aws_ami", "name": format!("d{i}"),
            "provider_config_key": "aws", "schema_version": 0, "expressions": {}})
    };
    with["configuration"]["root_module"]["resources"] = (0..n).map(block).chain((0..n).map(read)).collect();
    plan(at, &with)
}

fn create(kind: &str, after: &Value) -> Value {
    let mut change = of_kind(0, &["create"]);
    (change["type"], change["change"]["after"]) = (kind.into(), after.clone());
    change["address"] = format!("{kind}.r0").into();
    change
}

/// A resource with these arguments in the configuration.
fn arguments(at: &Path, expressions: &Value) -> Vec<String> {
    let change = of_kind(0, &["create"]);
    let mut with = cut::with_change(&change);
    with["configuration"]["root_module"]["resources"] = json!([{"address": change["address"], "mode": "managed",
        "type": change["type"], "name": change["name"], "provider_config_key": "aws", "schema_version": 1,
        "expressions": expressions}]);
    plan(at, &with)
}

/// A name that has to be escaped, and so is no piece of the document.
fn long_name(letters: usize) -> String {
    format!("\n{}", "k".repeat(letters))
}

fn drifted(at: &Path, n: usize) -> Vec<String> {
    let mut all = cut::unchanged();
    all["resource_drift"] = changes(n, update).into();
    all["relevant_attributes"] = (0..n)
        .map(|i| json!({"resource": "", "attribute": ["size", i]}))
        .collect();
    plan(at, &all)
}
