//! Cost of two lists of one length grows as they do: nothing looks through one of them for each element of the other.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::cut;
use crate::scale::{Case, grow_alike};
use crate::scale_inputs::{called, changes, deletions, module, object, of_kind, plan, with};

#[test]
fn names_and_blocks_of_configuration() {
    let cases: [Case; 8] = [
        ("provisioners, and as many that replace them", 400, |at, n| {
            let file = provisioned(n);
            fs::write(at.join("a_override.tf.json"), file.to_string()).unwrap();
            module(at, &file)
        }),
        ("provisioners, and files that override their resource", 300, |at, n| {
            for i in 0..n / 10 {
                let name = format!("f{i}_override.tf.json");
                fs::write(at.join(name), provisioned(1).to_string()).unwrap();
            }
            module(at, &provisioned(10 * n))
        }),
        ("labels too many, and what is wrong with them", 5000, |at, n| {
            let label = |i| (format!("x{i}"), json!({"type": "string"}));
            module(at, &json!({"variable": {"v": object(n, label)}}))
        }),
        ("comments where labels stand", 3000, |at, n| {
            let kind = |i| (format!("t{i}"), json!({"//": "x"}));
            module(at, &json!({"resource": object(n, kind)}))
        }),
        ("files beside each other", 2500, |at, n| {
            for i in 0..n {
                fs::write(at.join(format!("f{i}.tf.json")), "{}").unwrap();
            }
            vec!["config".to_owned()]
        }),
        ("fixes, and what each would do harm to", 4000, |at, n| {
            let waits: Vec<_> = (0..n).map(|i| format!("${{aws_x.y{i}}}")).collect();
            let file = json!({"output": {"o": {"value": 1, "depends_on": waits}}});
            with(module(at, &file), &["--fix"])
        }),
        ("objects that two providers of one type find wrong", 2000, |at, n| {
            let types = json!({"a": "string", "b": "string"});
            let list = json!({"type": ["list", ["object", types]], "optional": true});
            let provider = json!({"resource_schemas": {"demo_t":
                {"version": 0, "block": {"attributes": {"rule": list}}}}});
            let schemas = json!({"format_version": "1.0", "provider_schemas": {
                "registry.terraform.io/hashicorp/demo": provider, "registry.terraform.io/hashicorp/demo-beta": provider}});
            fs::write(at.join("schemas.json"), schemas.to_string()).unwrap();
            let rules: Vec<_> = (0..n).map(|_| json!({"a": "x"})).collect();
            let file = json!({"resource": {"demo_t": {"r": {"rule": rules}}}});
            with(module(at, &file), &["--schemas=schemas.json"])
        }),
        ("inputs that are evaluated early, and references", 1500, |at, n| {
            let variable = |i| (format!("v{i}"), json!({"const": true, "default": "x"}));
            let variables = json!({"variable": object(n, variable)});
            called(at, &variables);
            let mut call = object(n, |i| (format!("v{i}"), format!("${{var.v{i}}}").into()));
            call["source"] = "./m".into();
            let mut file = variables;
            file["module"] = json!({"m": call});
            with(module(at, &file), &["--flavor=tofu"])
        }),
    ];
    grow_alike(&cases);
}

#[test]
fn changes_and_blocks() {
    let cases: [Case; 2] = [
        ("provisioners of different types", 3000, |at, n| {
            let mut change = of_kind(0, &["create"]);
            change["address"] = "terraform_data.r0".into();
            change["type"] = "terraform_data".into();
            let provisioners: Vec<_> = (0..n).map(|i| json!({"type": format!("p{i}")})).collect();
            let block = json!({"address": "terraform_data.r0", "mode": "managed", "type": "terraform_data", "name": "r0",
                "provisioners": provisioners});
            let configuration = json!({"root_module": {"resources": [block]}});
            plan(
                at,
                &json!({"format_version": "1.2", "resource_changes": [change], "configuration": configuration}),
            )
        }),
        ("keys that go, and keys that come", 400, |at, n| {
            let keyed = |i: usize, key: String, actions: &[&str]| {
                let mut change = of_kind(i, actions);
                change["address"] = format!("aws_db_instance.r[\"{key}\"]").into();
                change["name"] = "r".into();
                change["index"] = key.into();
                change
            };
            let gone = (0..n).map(|i| {
                let mut gone = keyed(i, format!("a{i}"), &["delete"]);
                gone["action_reason"] = "delete_because_each_key".into();
                gone
            });
            let made = (0..n).map(|i| {
                let mut made = keyed(n + 7 * i, format!("b{i}"), &["create"]);
                made["change"]["after"] =
                    json!({"id": format!("o-{i}"), "size": n + i, "tags": {"Name": format!("o{i}")}});
                made
            });
            let all: Vec<_> = gone.chain(made).collect();
            plan(at, &json!({"format_version": "1.2", "resource_changes": all}))
        }),
    ];
    grow_alike(&cases);
}

#[test]
fn calls_and_what_overrides() {
    let cases: [Case; 4] = [
        ("calls, and variables that say their sources", 500, |at, n| {
            let variable = |i| (format!("v{i}"), json!({"default": "git::https://example.org/m"}));
            let call = |i| (format!("m{i}"), json!({"source": format!("${{var.v{i}}}")}));
            module(at, &json!({"variable": object(n, variable), "module": object(n, call)}))
        }),
        ("the representation of calls", 1000, |at, n| {
            let call = |i| (format!("m{i}"), json!({"source": "git::https://example.org/m"}));
            represented(at, &json!({"module": object(n, call)}))
        }),
        (
            "the representation of arguments, and as many that override",
            4000,
            |at, n| {
                let resource = |letter: &str| {
                    let arguments = object(n, |i| (format!("{letter}{i}"), json!(1)));
                    json!({"resource": {"t": {"r": arguments}}})
                };
                fs::write(at.join("a_override.tf.json"), resource("b").to_string()).unwrap();
                represented(at, &resource("a"))
            },
        ),
        (
            "the representation of blocks, and as many that override",
            1000,
            |at, n| {
                fs::write(at.join("a_override.tf.json"), provisioned(n).to_string()).unwrap();
                represented(at, &provisioned(n))
            },
        ),
    ];
    grow_alike(&cases);
}

#[test]
fn findings_and_their_configuration() {
    let cases: [Case; 4] = [
        ("deletions, and as many `removed` blocks", 300, |at, n| {
            let removed: Vec<_> = (0..n).map(|i| json!({"from": format!("aws_vpc.x{i}")})).collect();
            module(at, &json!({"removed": removed}));
            plan(at, &deletions(n))
        }),
        ("deletions, each in a module of its own", 800, |at, n| {
            called(at, &json!({"locals": {"a": 1}}));
            let call = |i| (format!("m{i}"), json!({"source": "./m"}));
            module(at, &json!({"module": object(n, call)}));
            let gone = |i| {
                let mut change = of_kind(i, &["delete"]);
                change["address"] = format!("module.m{i}.aws_db_instance.r{i}").into();
                change["module_address"] = format!("module.m{i}").into();
                change
            };
            plan(at, &cut::with_changes(&changes(n, gone)))
        }),
        ("locals that one value comes from", 4000, |at, n| {
            let local = |i| (format!("l{i}"), json!(false));
            let value: Vec<_> = (0..n).map(|i| format!("${{local.l{i}}}")).collect();
            let resource = json!({"r0": {"deletion_protection": value}});
            module(
                at,
                &json!({"locals": object(n, local), "resource": {"aws_db_instance": resource}}),
            );
            plan(at, &cut::with_changes(&changes(1, unprotected)))
        }),
        ("values from modules, of which each gives many", 500, |at, n| {
            called(at, &json!({"output": {"o": {"value": false}}}));
            let call = |i| (format!("m{i}"), json!({"source": "./m"}));
            let resource = |i| {
                let value = format!("${{module.m{}.o}}", i / 70);
                (format!("r{i}"), json!({"deletion_protection": value}))
            };
            module(
                at,
                &json!({"module": object(n / 70 + 1, call), "resource": {"aws_db_instance": object(n, resource)}}),
            );
            plan(at, &cut::with_changes(&changes(n, unprotected)))
        }),
    ];
    grow_alike(&cases);
}

/// A resource with so many provisioners.
fn provisioned(n: usize) -> Value {
    let provisioners: Vec<_> = (0..n).map(|_| json!({"local-exec": {"command": "x"}})).collect();
    json!({"resource": {"aws_instance": {"r": {"provisioner": provisioners}}}})
}

fn represented(at: &Path, file: &Value) -> Vec<String> {
    with(module(at, file), &["--format=representation"])
}

/// A database that loses its protection.
fn unprotected(i: usize) -> Value {
    let mut change = of_kind(i, &["update"]);
    for (side, value) in [("before", true), ("after", false)] {
        change["change"][side]["deletion_protection"] = value.into();
    }
    change
}
