//! Cost grows as the input does, and not as its square: what the program takes for something, and for eight times as
//! much.

use std::fs;
use std::path::Path;
use std::process::Command;

use rayon::prelude::*;
use serde_json::{Value, json};

use crate::cut;
use crate::scale_inputs::{
    AT, WAIVED, actions, changed, changes, check, deletions, everything, forced, modules, object, of_kind, open_to_all,
    output, plan, policy, settings, stream, update, with,
};

/// How much more there is in the second of two runs.
const TIMES: usize = 8;

/// How many times more that may cost. Eight is what is linear; sorting, caches that no longer hold all of it and other
/// people's work on the machine come on top. A loop in a loop costs 64 times more.
const BOUND: f64 = 14.0;

/// In seconds: what is shorter cannot be told from the steps in which the system counts. The best of many runs is the
/// one of which a step was counted for others, so that it may be two; 64 times as much is still found.
const TELLING: f64 = 0.008;

/// A busy machine needs several before one is not held up; what costs more than it should does so in each.
const MOST_RUNS: usize = 40;

/// What grows, how much of it there is in the first run, and what lays it into a folder and gives the arguments.
pub(crate) type Case = (&'static str, usize, fn(&Path, usize) -> Vec<String>);

#[test]
fn plans_and_states() {
    let cases: [Case; 47] = [
        ("ports that are opened", 300, |at, n| {
            let rules = |open: bool| -> Vec<Value> {
                let networks = |i: usize| {
                    if open {
                        "0.0.0.0/0".into()
                    } else {
                        format!("10.{}.{}.0/24", i % 256, i / 256)
                    }
                };
                let rule =
                    |i: usize| json!({"from_port": i, "to_port": i, "protocol": "tcp", "cidr_blocks": [networks(i)]});
                (0..n).map(rule).collect()
            };
            let change = json!({
                "address": "aws_security_group.a", "mode": "managed", "type": "aws_security_group", "name": "a",
                "change": {"actions": ["update"], "before": {"ingress": rules(false)}, "after": {"ingress": rules(true)}}
            });
            plan(at, &cut::with_change(&change))
        }),
        ("changes", 400, |at, n| {
            plan(at, &cut::with_changes(&changes(n, update)))
        }),
        ("instances of a resource", 400, |at, n| {
            plan(
                at,
                &cut::with_changes(&changes(n, |i| {
                    let mut change = update(i);
                    (change["address"], change["name"], change["index"]) = (
                        format!("aws_instance.a[\"k{i}\"]").into(),
                        "a".into(),
                        format!("k{i}").into(),
                    );
                    change
                })),
            )
        }),
        ("modules", 200, modules),
        ("replacements with paths", 250, |at, n| {
            plan(
                at,
                &cut::with_changes(&changes(n, |i| {
                    let mut change = of_kind(i, &["delete", "create"]);
                    change["change"]["replace_paths"] = json!([["size"], ["tags", "Owner"]]);
                    change
                })),
            )
        }),
        ("checks", 800, |at, n| {
            let mut with = cut::unchanged();
            with["checks"] = (0..n).map(check).collect();
            plan(at, &with)
        }),
        ("outputs", 800, |at, n| {
            let mut with = cut::unchanged();
            with["output_changes"] = object(n, |i| (format!("o{i}"), output(i)));
            with["configuration"]["root_module"]["outputs"] = object(n, |i| {
                (
                    format!("o{i}"),
                    json!({"expression": {"references": [format!("local.l{i}")]}}),
                )
            });
            plan(at, &with)
        }),
        (
            "outputs that take one text each from a sensitive variable",
            1600,
            |at, n| {
                let mut with = cut::unchanged();
                with["variables"] =
                    json!({"v": {"value": object(n, |i| (format!("k{i}"), format!("text{i}").into()))}});
                with["output_changes"] = object(n, |i| (format!("o{i}"), output(i)));
                with["configuration"]["root_module"]["variables"] = json!({"v": {"sensitive": true}});
                with["configuration"]["root_module"]["outputs"] = object(n, |i| {
                    (
                        format!("o{i}"),
                        json!({"expression": {"references": [format!("var.v[\"k{i}\"]"), "var.v"]}}),
                    )
                });
                plan(at, &with)
            },
        ),
        ("variables", 1500, |at, n| {
            let mut with = cut::unchanged();
            with["variables"] = object(n, |i| (format!("v{i}"), json!({"value": i})));
            with["configuration"]["root_module"]["variables"] = object(n, |i| (format!("v{i}"), json!({"default": i})));
            plan(at, &with)
        }),
        ("findings", 2000, |at, n| {
            with(plan(at, &deletions(n)), &["--deny=delete"])
        }),
        ("findings of a baseline", 400, |at, n| {
            let arguments = plan(at, &deletions(n));
            let run = crate::program::planlint(["baseline", "plan.json"]).folder(at).run();
            run.exits(0, "a baseline");
            with(arguments, &["--baseline=planlint.baseline.json"])
        }),
        ("waivers", 300, |at, n| {
            fs::write(at.join("planlint.toml"), settings("waiver", WAIVED, n)).unwrap();
            with(plan(at, &deletions(20)), &["--deny=delete", AT])
        }),
        ("waivers, and a finding for each", 300, |at, n| {
            fs::write(at.join("planlint.toml"), settings("waiver", WAIVED, n)).unwrap();
            with(plan(at, &deletions(n)), &["--deny=delete", AT])
        }),
        ("overrides, and a finding for each", 500, |at, n| {
            fs::write(
                at.join("planlint.toml"),
                settings("override", "rules = { delete = 'note' }", n),
            )
            .unwrap();
            plan(at, &deletions(n))
        }),
        ("drift, and what the plan was made from", 400, |at, n| {
            let mut with = cut::unchanged();
            with["resource_drift"] = changes(n, update).into();
            with["output_changes"] = json!({"o": {"actions": ["update"], "before": 1, "after": 2}});
            with["relevant_attributes"] = (0..n)
                .map(|i| json!({"resource": format!("aws_instance.r{i}"), "attribute": ["size"]}))
                .collect();
            plan(at, &with)
        }),
        ("what a plan was made from, of one object that drifted", 500, |at, n| {
            let mut change = update(0);
            for side in ["before", "after"] {
                change["change"][side]["map"] = object(n, |i| (format!("k{i}"), "v".into()));
            }
            let mut with = cut::unchanged();
            with["resource_drift"] = json!([change]);
            with["output_changes"] = json!({"o": {"actions": ["update"], "before": 1, "after": 2}});
            with["relevant_attributes"] = (0..n)
                .map(|i| json!({"resource": change["address"], "attribute": ["map", format!("k{i}")]}))
                .collect();
            plan(at, &with)
        }),
        ("moves", 500, |at, n| {
            plan(
                at,
                &cut::with_changes(&changes(n, |i| {
                    let mut change = of_kind(i, &["no-op"]);
                    change["previous_address"] = format!("aws_instance.old{i}").into();
                    change
                })),
            )
        }),
        ("moves that follow each other, of what is sensitive", 1000, |at, n| {
            plan(
                at,
                &cut::with_changes(&changes(n, |i| {
                    let mut change = of_kind(i, &["no-op"]);
                    change["previous_address"] = format!("aws_db_instance.r{}", i + 1).into();
                    change["change"]["before_sensitive"] = json!({"id": true});
                    change["change"]["after_sensitive"] = json!({"id": true});
                    change
                })),
            )
        }),
        ("names of secrets at one address", 1000, |at, n| {
            plan(
                at,
                &cut::with_changes(&changes(n, |i| {
                    let mut change = of_kind(0, &["delete"]);
                    change["deposed"] = format!("{i:08x}").into();
                    change["change"]["before"] = object(1, |_| (format!("password{i:06}"), "hunter2-long".into()));
                    for marks in ["before_sensitive", "after_sensitive"] {
                        change["change"].as_object_mut().unwrap().remove(marks);
                    }
                    change
                })),
            )
        }),
        ("blocks of one resource with something sensitive each", 300, |at, n| {
            let mut change = of_kind(0, &["create"]);
            change["change"]["after"]["setting"] =
                (0..n).map(|i| json!({"name": i, "value": format!("s{i}")})).collect();
            change["change"]["after_sensitive"]["setting"] = (0..n).map(|_| json!({"value": true})).collect();
            let mut with = cut::with_change(&change);
            let setting = |i| json!({"name": {"constant_value": i}, "value": {"references": ["var.v"]}});
            let settings: Vec<_> = (0..n).map(setting).collect();
            with["configuration"]["root_module"]["resources"] = json!([{"address": change["address"], "mode": "managed",
                "type": change["type"], "name": change["name"], "provider_config_key": "aws", "schema_version": 1,
                "expressions": {"setting": settings}}]);
            plan(at, &with)
        }),
        (
            "a fingerprint of instances, and as many outputs that they wait for",
            300,
            |at, n| {
                let mut with = cut::with_changes(&changes(n, |i| {
                    let mut change = of_kind(i, &["create"]);
                    change["address"] = format!("aws_db_instance.r[{i}]").into();
                    change["change"]["after_unknown"] = json!({"vpc": true});
                    change
                }));
                let output = |i| {
                    (
                        format!("o{i}"),
                        json!({"expression": {"references": ["aws_vpc.v.id", "aws_vpc.v"]}}),
                    )
                };
                let module = json!({"outputs": object(n, output), "resources": [{"address": "aws_vpc.v", "mode": "managed",
                "type": "aws_vpc", "name": "v", "provider_config_key": "aws", "schema_version": 1}]});
                with["configuration"]["root_module"]["module_calls"] =
                    json!({"m": {"source": "./m", "module": module}});
                with["configuration"]["root_module"]["resources"] = json!([{"address": "aws_db_instance.r", "mode": "managed",
                "type": "aws_db_instance", "name": "r", "provider_config_key": "aws", "schema_version": 1,
                "expressions": {"vpc": {"references": ["module.m"]}}}]);
                plan(at, &with);
                ["fingerprint", "plan.json"].map(str::to_owned).to_vec()
            },
        ),
        ("references", 300, |at, n| {
            let mut with = cut::with_changes(&changes(n, |i| {
                let mut change = update(i);
                change["change"]["after_unknown"] = json!({"vpc": true});
                change
            }));
            with["configuration"]["root_module"]["resources"] = (0..n)
                .map(|i| {
                    let before = format!("aws_instance.r{}", i.saturating_sub(1));
                    json!({"address": format!("aws_instance.r{i}"), "mode": "managed", "type": "aws_instance",
                        "name": format!("r{i}"), "provider_config_key": "aws", "schema_version": 1,
                        "expressions": {"vpc": {"references": [format!("{before}.id"), before]}}})
                })
                .collect();
            plan(at, &with)
        }),
        ("secrets", 250, |at, n| {
            plan(
                at,
                &cut::with_changes(&changes(n, |i| {
                    let mut change = update(i);
                    change["change"]["before"]["password"] = format!("hunter-{i}-one").into();
                    change["change"]["after"]["password"] = format!("hunter-{i}-two").into();
                    change["change"]["before_sensitive"] = json!({"password": true});
                    change["change"]["after_sensitive"] = json!({"password": true});
                    change
                })),
            )
        }),
        ("attributes of an object", 1500, |at, n| {
            let mut change = update(0);
            change["change"]["before"] = object(n, |i| (format!("a{i}"), i.into()));
            change["change"]["after"] = object(n, |i| (format!("a{i}"), (i + 1).into()));
            plan(at, &cut::with_change(&change))
        }),
        ("elements of a list", 1000, |at, n| {
            let mut change = update(0);
            change["change"]["before"]["list"] = (0..n).map(|i| json!({"port": i})).collect();
            change["change"]["after"]["list"] = (0..n).map(|i| json!({"port": i + 1})).collect();
            plan(at, &cut::with_change(&change));
            ["show", "plan.json"].map(str::to_owned).to_vec()
        }),
        ("texts of a list, and lines of the one that comes", 500, |at, n| {
            let lines: Vec<_> = (0..n).map(|i| format!("line {i}")).collect();
            let mut change = update(0);
            change["change"]["before"]["list"] = (0..n).map(|i| format!("text {i}")).collect();
            change["change"]["after"]["list"] = json!([lines.join("\n")]);
            plan(at, &cut::with_change(&change));
            ["show", "plan.json"].map(str::to_owned).to_vec()
        }),
        ("paths into a list that force a replacement", 1500, |at, n| {
            forced(at, n);
            vec!["plan.json".to_owned()]
        }),
        ("the same, with what changes", 1000, |at, n| {
            forced(at, n);
            ["show", "plan.json"].map(str::to_owned).to_vec()
        }),
        ("bytes of one secret, each of which ends another", 20_000, |at, n| {
            let mut change = update(0);
            change["change"]["after"] = json!({"long": "a".repeat(n), "short": "aaaaaaaa"});
            change["change"]["after_sensitive"] = json!({"long": true, "short": true});
            plan(at, &cut::with_change(&change))
        }),
        ("types of resources", 400, |at, n| {
            plan(
                at,
                &cut::with_changes(&changes(n, |i| {
                    let mut change = of_kind(i, &["delete"]);
                    change["type"] = format!("acme_t{i}").into();
                    change["address"] = format!("acme_t{i}.r{i}").into();
                    change
                })),
            )
        }),
        ("deposed objects", 400, |at, n| {
            plan(
                at,
                &cut::with_changes(&changes(n, |i| {
                    let mut change = of_kind(i, &["delete"]);
                    (change["address"], change["name"], change["deposed"]) =
                        ("aws_db_instance.a".into(), "a".into(), format!("{i:08x}").into());
                    change
                })),
            )
        }),
        ("services of a policy, and as many resources", 2000, |at, n| {
            let actions: Vec<_> = (0..n).map(|i| format!("s{i}:*")).collect();
            let resources: Vec<_> = (0..n).map(|i| format!("arn:aws:x{i}:::*")).collect();
            let statement = json!({"Effect": "Allow", "Action": actions, "Resource": resources});
            policy(at, "aws_iam_policy", None, &json!([statement]))
        }),
        ("actions of a policy, and denials of them", 2000, |at, n| {
            let statement = |effect: &str, mut with: Value| {
                with["Effect"] = effect.into();
                (with["Principal"], with["Resource"]) = ("*".into(), "*".into());
                with
            };
            let but_one = json!({"StringNotEquals": {"aws:PrincipalOrgID": "o-1"}});
            let allowed = statement("Allow", json!({"Action": actions(n, "")}));
            let denied: Vec<_> = actions(n, "").into_iter().rev().collect();
            let denied = statement("Deny", json!({"Action": denied, "Condition": but_one}));
            policy(at, "aws_s3_bucket_policy", None, &json!([allowed, denied]))
        }),
        ("actions of a policy in another order", 2000, |at, n| {
            let reversed: Vec<_> = actions(n, "").into_iter().rev().collect();
            let [before, after] = [actions(n, ""), reversed].map(|actions| open_to_all(&actions));
            policy(at, "aws_s3_bucket_policy", Some(&before), &after)
        }),
        ("patterns of a policy, and as many of another", 2000, |at, n| {
            let [before, after] = ["x*", "x?*"].map(|end| open_to_all(&actions(n, end)));
            policy(at, "aws_s3_bucket_policy", Some(&before), &after)
        }),
        ("bindings of a document", 2000, |at, n| {
            let document = |role: &str| {
                let binding = |i| json!({"role": format!("roles/{role}{i}"), "members": ["allUsers"]});
                let bindings: Vec<_> = (0..n).map(binding).collect();
                json!({"project": "p", "policy_data": json!({"bindings": bindings}).to_string()})
            };
            changed(at, "google_project_iam_policy", &document("a"), &document("b"))
        }),
        ("members who get a role", 1000, |at, n| {
            let binding = |kind: &str| {
                let members: Vec<_> = (0..n).map(|i| format!("{kind}:m{i}@example.com")).collect();
                json!({"project": "p", "role": "roles/owner", "members": members, "condition": []})
            };
            let (users, groups) = (binding("user"), binding("group"));
            changed(at, "google_project_iam_binding", &users, &groups)
        }),
        ("actions that a role leaves out", 1000, |at, n| {
            let role = |end: &str| {
                let left_out: Vec<_> = (0..n).map(|i| format!("Microsoft.Web/a{i}/{end}")).collect();
                json!({"scope": "/", "permissions": [{"actions": ["*"], "not_actions": left_out}]})
            };
            changed(at, "azurerm_role_definition", &role("write"), &role("*"))
        }),
        ("files", 100, |at, n| {
            for i in 0..n {
                let folder = at.join(format!("plans/{i}"));
                fs::create_dir_all(&folder).unwrap();
                plan(&folder, &cut::with_changes(&changes(3, |i| of_kind(i, &["delete"]))));
            }
            vec!["plans".to_owned()]
        }),
        ("resources of a state", 500, |at, n| {
            let resource = |i| {
                json!({"address": format!("aws_instance.r{i}"), "mode": "managed", "type": "aws_instance",
                    "name": format!("r{i}"), "provider_name": "registry.opentofu.org/hashicorp/aws", "schema_version": 1,
                    "values": {"id": i}, "sensitive_values": {}, "depends_on": [format!("aws_instance.r{}", i / 2)]})
            };
            let state = json!({"format_version": "1.0", "terraform_version": "1.12.6", "values": {"root_module":
                {"resources": (0..n).map(resource).collect::<Vec<_>>()}}});
            with(plan(at, &state), &["--kind=state"])
        }),
        ("paths to what a stored state holds of secrets", 500, |at, n| {
            let path = |i| {
                json!([{"type": "get_attr", "value": "map"},
                    {"type": "index", "value": {"value": format!("k{i}"), "type": "string"}}])
            };
            let instance = json!({"schema_version": 0, "sensitive_attributes": (0..n).map(path).collect::<Vec<_>>(),
                "attributes": {"map": object(n, |i| (format!("k{i}"), "v".into()))}});
            let state = json!({"version": 4, "terraform_version": "1.12.6", "serial": 1, "lineage": "l", "outputs": {},
                "resources": [{"mode": "managed", "type": "t", "name": "a", "instances": [instance],
                    "provider": "provider[\"registry.opentofu.org/hashicorp/aws\"]"}]});
            with(plan(at, &state), &["--kind=state"])
        }),
        ("members of a copy in a state", 1000, |at, n| {
            let values = object(n, |i| (format!("k{i:06}"), format!("text{i}").into()));
            let resource = json!({"address": "terraform_data.a", "mode": "managed", "type": "terraform_data", "name": "a",
                "provider_name": "terraform.io/builtin/terraform", "schema_version": 0,
                "values": {"id": "1", "input": values, "output": values}, "sensitive_values": {"input": {"k000001": true}}});
            let state = json!({"format_version": "1.0", "terraform_version": "1.12.6", "values": {"root_module":
                {"resources": [resource]}}});
            with(plan(at, &state), &["--kind=state"])
        }),
        ("attributes of a new object that destroys something", 1000, |at, n| {
            let mut after = object(n, |i| (format!("k{i:06}"), "v".into()));
            after["execute"] = "drop table a".into();
            let mut change = of_kind(0, &["create"]);
            (change["type"], change["address"]) = ("snowflake_execute".into(), "snowflake_execute.r0".into());
            change["change"]["after"] = after;
            plan(at, &cut::with_change(&change))
        }),
        ("certificates that begin alike", 40, |at, n| {
            let text = |i, kind| format!("{}{}", "-".repeat(64), format!("{kind}{i:07}").repeat(1050));
            let values = |i| json!({"secret": text(i, "s"), "public": text(i, "p")});
            let resource = |i| {
                json!({"address": format!("t.r{i}"), "mode": "managed", "type": "t", "name": format!("r{i}"),
                    "provider_name": "registry.opentofu.org/hashicorp/aws", "schema_version": 1,
                    "values": values(i), "sensitive_values": {"secret": true}})
            };
            let state = json!({"format_version": "1.0", "terraform_version": "1.12.6", "values": {"root_module":
                {"resources": (0..n).map(resource).collect::<Vec<_>>()}}});
            plan(at, &state);
            ["show", "--kind=state", "plan.json"].map(str::to_owned).to_vec()
        }),
        ("a comparison of two plans", 250, |at, n| {
            plan(at, &deletions(n));
            fs::rename(at.join("plan.json"), at.join("old.json")).unwrap();
            plan(at, &cut::with_changes(&changes(n, update)));
            ["diff", "old.json", "plan.json"].map(str::to_owned).to_vec()
        }),
        ("a copy to be shared", 150, |at, n| {
            plan(at, &everything(n));
            ["redact", "plan.json"].map(str::to_owned).to_vec()
        }),
        ("the engine's own text", 300, |at, n| {
            plan(at, &everything(n));
            ["show", "--engine-text", "plan.json"].map(str::to_owned).to_vec()
        }),
    ];
    grow_alike(&cases);
}

#[test]
fn reports_in_every_format() {
    let wrong: Vec<String> = planlint::output::FORMATS
        .par_iter()
        .flat_map_iter(|format| {
            let arguments = ["--all", &format!("--format={}", format.name)];
            let of_changes = grows(format.name, 150, |at, n| with(plan(at, &everything(n)), &arguments));
            let of_inputs = grows(&format!("{} of many inputs", format.name), 100, |at, n| {
                with(stream(at, n), &arguments)
            });
            of_changes.into_iter().chain(of_inputs)
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

pub(crate) fn grow_alike(cases: &[Case]) {
    let wrong: Vec<String> = cases
        .par_iter()
        .filter_map(|(what, size, make)| grows(what, *size, make))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong, in words. The best of several runs counts, and only as many are made as it takes: what makes a run
/// slower comes from outside, and what makes it faster does not.
fn grows(what: &str, size: usize, make: impl Fn(&Path, usize) -> Vec<String>) -> Option<String> {
    let folders = [1, size, TIMES * size].map(|size| {
        let folder = tempfile::tempdir().unwrap();
        let arguments = make(folder.path(), size);
        (folder, arguments)
    });
    let mut best = [f64::INFINITY; 3];
    for _ in 0..MOST_RUNS {
        for ((folder, arguments), best) in folders.iter().zip(&mut best) {
            *best = best.min(seconds(folder.path(), arguments));
        }
        // The start of the program grows with nothing and would hide what does.
        let [one, few, many] = best;
        let grown = (few - one).max(few / 4.0).max(TELLING);
        if many - one <= BOUND * grown {
            return None;
        }
    }
    let [_, few, many] = best;
    Some(format!(
        "{what}: {few} s of the processor for {size}, and {many} s for {TIMES} times as many"
    ))
}

/// The time that the program itself has the processor, whoever else waits for it; as the shell counts it. What the system
/// does for it grows with the memory, by steps that others on the machine decide.
fn seconds(folder: &Path, arguments: &[String]) -> f64 {
    let mut bash = Command::new("bash");
    bash.args(["-c", "TIMEFORMAT='%U'; time \"$@\" >/dev/null 2>&1 </dev/null", "bash"]);
    bash.arg(env!("CARGO_BIN_EXE_planlint")).args(arguments);
    bash.current_dir(folder)
        .env("RAYON_NUM_THREADS", "1")
        .env("LC_ALL", "C");
    let run = bash.output().expect("bash starts");
    // What was refused was not done.
    assert!(
        matches!(run.status.code(), Some(0 | 1)),
        "{arguments:?} ended with {}",
        run.status
    );
    let told = String::from_utf8(run.stderr).unwrap();
    told.trim().parse().unwrap()
}
