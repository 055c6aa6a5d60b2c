//! `planlint diff`, `planlint fingerprint` and `--expect`: what counts as another plan, and what is told of it.

use std::fs;
use std::path::Path;

use rayon::prelude::*;
use serde_json::{Value, json};

use crate::cut;
use crate::fixtures;
use crate::injection::{self, HOSTILE, acting};
use crate::program::{Run, planlint};
use crate::secrets::{CANARY, around};
use planlint::output::comparison;

fn fingerprint(plan: &Value) -> String {
    let run = planlint(["fingerprint"])
        .stdin(cut::line(plan))
        .run()
        .exits(0, "a plan");
    run.stdout.trim_end().to_owned()
}

/// One with a key.
fn keyed_fingerprint(plan: &Value) -> String {
    let run = planlint(["fingerprint"])
        .env("PLANLINT_FINGERPRINT_KEY", "0123456789abcdef0123456789abcdef")
        .stdin(cut::line(plan))
        .run()
        .exits(0, "a plan");
    run.stdout.trim_end().to_owned()
}

fn diff(folder: &Path, old: &Value, new: &Value) -> Run {
    for (name, plan) in [("old.json", old), ("new.json", new)] {
        fs::write(folder.join(name), cut::line(plan)).unwrap();
    }
    planlint(["diff", "old.json", "new.json"]).folder(folder).run()
}

/// A plan with an update, a creation, an import by identity, an action and an output.
fn plan() -> Value {
    let change = |name: &str, change: Value| {
        json!({
            "address": format!("terraform_data.{name}"), "mode": "managed", "type": "terraform_data", "name": name,
            "provider_name": "terraform.io/builtin/terraform", "change": change
        })
    };
    let mut plan = cut::with_changes(&[
        change(
            "a",
            json!({"actions": ["update"], "before": {"input": "x", "size": 1}, "after": {"input": "y", "size": 1.0},
                "after_unknown": {"output": true}, "before_sensitive": {}, "after_sensitive": {}}),
        ),
        change(
            "b",
            json!({"actions": ["create"], "before": null, "after": {"input": "hunter2", "m": {"k": "v"}},
                "after_unknown": {"id": true}, "before_sensitive": false, "after_sensitive": {"input": true}}),
        ),
        json!({
            "address": "aws_s3_bucket.i", "mode": "managed", "type": "aws_s3_bucket", "name": "i",
            "provider_name": "registry.terraform.io/hashicorp/aws",
            "change": {"actions": ["no-op"], "before": {"bucket": "b"}, "after": {"bucket": "b"}, "after_unknown": {},
                "before_sensitive": {}, "after_sensitive": {}, "importing": {"identity": {"bucket": "staging"}}}
        }),
    ]);
    plan["action_invocations"] = json!([{
        "address": "action.aws_lambda_invoke.x", "type": "aws_lambda_invoke", "name": "x",
        "config_values": {"payload": "dry", "token": "hunter2"}, "config_sensitive": {"token": true}, "config_unknown": {},
        "provider_name": "registry.terraform.io/hashicorp/aws", "invoke_action_trigger": {}
    }]);
    plan["output_changes"] = json!({"o": {"actions": ["create"], "before": null, "after": 5, "after_unknown": false,
        "before_sensitive": false, "after_sensitive": false}});
    plan
}

#[test]
fn what_counts_as_another_plan() {
    let folder = tempfile::tempdir().unwrap();
    let base = plan();
    let first = fingerprint(&base);
    let change = |pointer: &str, value: Value| {
        let mut plan = base.clone();
        *plan.pointer_mut(pointer).unwrap() = value;
        plan
    };
    let mut shuffled = base.clone();
    shuffled["resource_changes"].as_array_mut().unwrap().reverse();
    let mut later = base.clone();
    later["timestamp"] = json!("2031-01-01T00:00:00Z");
    later["terraform_version"] = json!("1.99.0");
    for (plan, hashed, differs, words, why) in [
        (shuffled, false, false, "No difference", "another order"),
        (later, false, false, "No difference", "another time and version"),
        (
            change("/resource_changes/0/change/after/size", json!(1)),
            false,
            false,
            "No difference",
            "the same number, written otherwise",
        ),
        (
            change("/resource_changes/0/change/after/input", json!("z")),
            true,
            true,
            "~ terraform_data.a  update\n    input: \"x\" → \"y\", now \"x\" → \"z\"\n",
            "another value",
        ),
        (
            change("/resource_changes/0/change/actions", json!(["delete", "create"])),
            true,
            true,
            "~ terraform_data.a  update, now replace (delete, create)\n",
            "another action",
        ),
        (
            change("/resource_changes/1/change/after/m/k", json!("w")),
            true,
            true,
            "    m: (an object), now something else that is not shown\n",
            "inside a map that is made",
        ),
        (
            change("/resource_changes/1/change/after/input", json!("hunter3")),
            false,
            true,
            "    input: (sensitive value), now something else that is not shown\n",
            "another secret: told, and no part of the fingerprint",
        ),
        (
            change("/output_changes/o/after", json!(6)),
            true,
            true,
            "~ output.o  create\n    value: 5, now 6\n",
            "an output",
        ),
        (
            change("/resource_changes/1/address", json!("terraform_data.c")),
            true,
            true,
            "+ terraform_data.c  create\n- terraform_data.b  create\n",
            "another resource",
        ),
        (
            change(
                "/resource_changes/2/change/importing/identity/bucket",
                json!("production"),
            ),
            true,
            true,
            "    (import identity.bucket): \"staging\", now \"production\"\n",
            "another object is imported",
        ),
        (
            change(
                "/resource_changes/1/provider_name",
                json!("example.com/builtin/terraform"),
            ),
            true,
            true,
            "    (provider): terraform.io/builtin/terraform, now example.com/builtin/terraform\n",
            "another provider does it",
        ),
        (
            change(
                "/resource_changes/2/provider_name",
                json!("registry.opentofu.org/hashicorp/aws"),
            ),
            false,
            false,
            "No difference",
            "the same provider, from the registry of the other engine",
        ),
        (
            change("/action_invocations/0/config_values/payload", json!("wipe")),
            true,
            true,
            "    payload: \"dry\", now \"wipe\"\n",
            "an action is told to do something else",
        ),
        (
            change("/action_invocations/0/config_values/token", json!("hunter3")),
            false,
            true,
            "    token: (sensitive value), now something else that is not shown\n",
            "another secret of an action",
        ),
    ] {
        assert_eq!(fingerprint(&plan) != first, hashed, "{why}");
        diff(folder.path(), &base, &plan)
            .exits(i32::from(differs), why)
            .says(words, why)
            .hides("hunter", "it is sensitive");
        let expected = planlint(["--expect", &first]).stdin(cut::line(&plan)).run();
        assert_eq!(
            expected.stdout.contains("the plan is not the one that was expected"),
            hashed,
            "{why}: {}",
            expected.stdout
        );
        assert_eq!(expected.code, Some(i32::from(hashed)), "{why}: {}", expected.shown());
    }
}

#[test]
fn another_object_that_goes_is_another_plan() {
    let deleted = |id: &str| {
        let mut plan = cut::deletion();
        plan["resource_changes"][0]["change"]["before"]["id"] = json!(id);
        plan
    };
    let (first, second) = (
        fingerprint(&deleted("db-staging")),
        fingerprint(&deleted("db-production")),
    );
    assert_ne!(first, second);
    let folder = tempfile::tempdir().unwrap();
    diff(folder.path(), &deleted("db-staging"), &deleted("db-production"))
        .exits(1, "another object")
        .says("    id: \"db-staging\", now \"db-production\"\n", "which one");
}

#[test]
fn what_names_an_object_without_an_id_is_part_of_the_plan() {
    let deleted = |before: Value, identity: Value| {
        let mut plan = cut::deletion();
        plan["resource_changes"][0]["change"]["before"] = before;
        plan["resource_changes"][0]["change"]["before_identity"] = identity;
        plan
    };
    let folder = tempfile::tempdir().unwrap();
    for (one, other, words, why) in [
        (
            deleted(json!({"bucket": "staging"}), Value::Null),
            deleted(json!({"bucket": "prod"}), Value::Null),
            "    bucket: \"staging\", now \"prod\"\n",
            "nothing but its values tells which",
        ),
        (
            deleted(json!({"bucket": "b"}), json!({"account": "1"})),
            deleted(json!({"bucket": "b"}), json!({"account": "2"})),
            "    (identity.account): \"1\", now \"2\"\n",
            "an identity",
        ),
    ] {
        assert_ne!(fingerprint(&one), fingerprint(&other), "{why}");
        diff(folder.path(), &one, &other).exits(1, why).says(words, why);
    }
    let twice = [json!({"id": "a", "x": 1}), json!({"id": "a", "x": 2})].map(|before| deleted(before, Value::Null));
    assert_eq!(fingerprint(&twice[0]), fingerprint(&twice[1]), "what goes has its id");
}

#[test]
fn what_decides_beside_values_is_part_of_the_plan() {
    let base = || {
        let mut plan = cut::deletion();
        let change = &mut plan["resource_changes"][0];
        let provider = change["provider_name"].clone();
        let (address, kind, name) = ("terraform_data.x", "terraform_data", "x");
        for (key, value) in [("address", address), ("type", kind), ("name", name)] {
            change[key] = json!(value);
        }
        change.as_object_mut().unwrap().remove("index");
        plan["variables"] = json!({"region": {"value": "eu-west-1"}, "unused": {"value": 1}, "folder": {"value": "/srv"},
            "pin": {"value": "hunter2"}});
        plan["configuration"] = json!({
            "provider_config": {"p": {"name": "p", "full_name": provider, "expressions": {
                "region": {"references": ["var.region"]}, "profile": {"constant_value": "staging"},
                "password": {"constant_value": "hunter2-hunter2"},
            }}},
            "root_module": {"resources": [{
                "address": address, "mode": "managed", "type": kind, "name": name, "provider_config_key": "p",
                "provisioners": [{"type": "local-exec", "expressions": {
                    "command": {"constant_value": "echo"}, "working_dir": {"references": ["var.folder"]},
                    "environment": {"references": ["var.pin"]},
                }}],
            }], "variables": {"region": {}, "unused": {}, "folder": {}, "pin": {"sensitive": true}}},
        });
        plan
    };
    let first = fingerprint(&base());
    let folder = tempfile::tempdir().unwrap();
    let block = "/configuration/root_module/resources/0";
    let provider = "/configuration/provider_config/p/expressions";
    for (pointer, value, hashed, words, why) in [
        (
            format!("{block}/provisioners/0/expressions/command/constant_value"),
            json!("rm -rf /"),
            true,
            "(provisioner 1, local-exec)",
            "another command",
        ),
        (
            format!("{provider}/profile/constant_value"),
            json!("production"),
            true,
            "~ provider.p  is configured\n    profile",
            "another account",
        ),
        (
            "/variables/region/value".to_owned(),
            json!("us-east-1"),
            true,
            "    var.region: \"eu-west-1\", now \"us-east-1\"\n",
            "another region, by a variable",
        ),
        (
            "/variables/unused/value".to_owned(),
            json!(2),
            false,
            "No difference",
            "a variable of nothing",
        ),
        (
            "/variables/folder/value".to_owned(),
            json!("/"),
            true,
            "    (var.folder): \"/srv\", now \"/\"\n",
            "another folder for the command, by a variable",
        ),
        (
            "/variables/pin/value".to_owned(),
            json!("hunter3"),
            false,
            "    (var.pin): (sensitive value), now something else that is not shown\n",
            "another secret for the command",
        ),
        (
            format!("{provider}/password/constant_value"),
            json!("hunter3-hunter3"),
            false,
            "password: (sensitive value), now something else that is not shown\n",
            "a password, by its name",
        ),
    ] {
        let mut plan = base();
        *plan.pointer_mut(&pointer).unwrap() = value;
        assert_eq!(fingerprint(&plan) != first, hashed, "{why}");
        let run = diff(folder.path(), &base(), &plan);
        run.says(words, why).hides("hunter", "it is sensitive");
    }
    // Both configurations are used by others as well; which makes this change decides.
    let [one, other] = ["p", "p.other"].map(|key| {
        let mut plan = base();
        let mut other = plan["configuration"]["provider_config"]["p"].clone();
        other["alias"] = json!("other");
        plan["configuration"]["provider_config"]["p.other"] = other;
        let mut change = plan["resource_changes"][0].clone();
        for (name, by) in [("y", "p"), ("z", "p.other")] {
            change["address"] = json!(format!("terraform_data.{name}"));
            change["name"] = json!(name);
            plan["resource_changes"].as_array_mut().unwrap().push(change.clone());
            let block = json!({"address": change["address"], "mode": "managed", "type": "terraform_data", "name": name,
                "provider_config_key": by});
            let blocks = plan.pointer_mut("/configuration/root_module/resources").unwrap();
            blocks.as_array_mut().unwrap().push(block);
        }
        plan.pointer_mut(block).unwrap()["provider_config_key"] = json!(key);
        plan
    });
    assert_ne!(fingerprint(&one), fingerprint(&other), "by another configuration");
    diff(folder.path(), &one, &other)
        .exits(1, "by another configuration")
        .says("    (provider configuration): p, now p.other\n", "which");
    // The variable of a module has its value from its call.
    let [one, other] = ["echo", "rm -rf /"].map(|command| {
        let mut plan = base();
        let mut block = plan.pointer_mut(block).unwrap().take();
        block["provisioners"][0]["expressions"]["command"] = json!({"references": ["var.c"]});
        plan["resource_changes"][0]["address"] = json!("module.m.terraform_data.x");
        plan["resource_changes"][0]["module_address"] = json!("module.m");
        plan["variables"]["command"] = json!({"value": command});
        plan["configuration"]["root_module"] = json!({"variables": {"command": {}}, "module_calls": {"m": {
            "expressions": {"c": {"references": ["var.command"]}},
            "module": {"variables": {"c": {}}, "resources": [block]},
        }}});
        plan
    });
    assert_ne!(fingerprint(&one), fingerprint(&other), "through a module");
    diff(folder.path(), &one, &other)
        .exits(1, "another command")
        .says("    (var.command): \"echo\", now \"rm -rf /\"\n", "through a module");
    // So are the constants on the way, whoever writes them.
    let constant = |value: &str| json!({"constant_value": value});
    let through = |value: &str, way: &str| {
        let mut plan = one.clone();
        let root = "/configuration/root_module";
        let called = format!("{root}/module_calls/m");
        let mut set = |pointer: String, value: Value| *plan.pointer_mut(&pointer).unwrap() = value;
        match way {
            "argument" => set(format!("{called}/expressions/c"), constant(value)),
            "sensitive" => {
                set(format!("{called}/expressions/c"), constant(value));
                set(format!("{called}/module/variables/c"), json!({"sensitive": true}));
            }
            "default" => {
                set(format!("{called}/expressions"), json!({}));
                set(format!("{called}/module/variables/c"), json!({"default": value}));
            }
            "output" => {
                set(
                    format!("{called}/expressions/c"),
                    json!({"references": ["module.n.command", "module.n"]}),
                );
                let output = json!({"module": {"outputs": {"command": {"expression": constant(value)}}}});
                plan.pointer_mut(&format!("{root}/module_calls")).unwrap()["n"] = output;
            }
            "repetition" => {
                set(format!("{called}/expressions/c"), json!({"references": ["each.value"]}));
                let each = json!({"constant_value": {"a": value}});
                plan.pointer_mut(&called).unwrap()["for_each_expression"] = each;
                plan["resource_changes"][0]["address"] = json!("module.m[\"a\"].terraform_data.x");
                plan["resource_changes"][0]["module_address"] = json!("module.m[\"a\"]");
            }
            "beside a secret" => {
                let arguments = json!({"c": constant(value), "pw": constant("hunter2")});
                set(format!("{called}/expressions"), arguments);
                let variables = json!({"c": {}, "pw": {"sensitive": true}});
                set(format!("{called}/module/variables"), variables);
                let command = format!("{called}/module/resources/0/provisioners/0/expressions/command");
                set(command, json!({"references": ["var.c", "var.pw"]}));
            }
            "password" => {
                set(format!("{called}/expressions/c"), constant(value));
                let provider = plan.pointer_mut("/configuration/provider_config/p").unwrap();
                provider["module_address"] = json!("module.m");
                provider["expressions"]["password"] = json!({"references": ["var.c"]});
                let command = format!("{called}/module/resources/0/provisioners/0/expressions/command");
                *plan.pointer_mut(&command).unwrap() = constant("echo");
            }
            _ => {
                let resource = format!("{called}/module/resources/0");
                set(
                    format!("{resource}/provisioners/0/expressions/command"),
                    constant("echo"),
                );
                set(format!("{called}/expressions/c"), constant(value));
                let provider = plan.pointer_mut("/configuration/provider_config/p").unwrap();
                provider["module_address"] = json!("module.m");
                provider["expressions"]["profile"] = json!({"references": ["var.c"]});
            }
        }
        plan
    };
    for (way, hashed, words) in [
        ("argument", true, "    (module.m.var.c): \"echo\", now \"boom\"\n"),
        (
            "sensitive",
            false,
            "    (module.m.var.c): (sensitive value), now something else that is not shown\n",
        ),
        ("default", true, "    (module.m.var.c): \"echo\", now \"boom\"\n"),
        (
            "output",
            true,
            "    (module.n.output.command): \"echo\", now \"boom\"\n",
        ),
        ("repetition", true, "    (module.m for_each): "),
        ("provider", true, "    module.m.var.c: \"echo\", now \"boom\"\n"),
        (
            "beside a secret",
            true,
            "    (module.m.var.c): \"echo\", now \"boom\"\n",
        ),
        (
            "password",
            false,
            "    module.m.var.c: (sensitive value), now something else that is not shown\n",
        ),
    ] {
        let [one, other] = ["echo", "boom"].map(|value| through(value, way));
        assert_eq!(fingerprint(&one) != fingerprint(&other), hashed, "{way}");
        let run = diff(folder.path(), &one, &other);
        run.exits(1, way).says(words, way).hides("hunter", way);
    }
    // So is a root variable that reaches a password through a module.
    let [one, other] = ["hunter2", "hunter3"].map(|value| {
        let mut plan = through("echo", "password");
        plan["variables"]["command"] = json!({"value": value});
        let argument = "/configuration/root_module/module_calls/m/expressions/c";
        *plan.pointer_mut(argument).unwrap() = json!({"references": ["var.command"]});
        plan
    });
    diff(folder.path(), &one, &other)
        .says(
            "    var.command: (sensitive value), now something else that is not shown\n",
            "a password",
        )
        .hides("hunter", "a password");
    // A value that one of the two declares sensitive is shown of neither.
    diff(
        folder.path(),
        &through("echo", "argument"),
        &through("boom", "sensitive"),
    )
    .exits(1, "another command")
    .hides("echo", "the other marks it")
    .hides("boom", "it is marked");
    // What is destroyed because its block is gone has no key of a provider.
    let [staging, production] = ["staging", "production"].map(|account| {
        let mut plan = base();
        plan["configuration"]["root_module"] = json!({});
        plan["configuration"]["provider_config"]["p"]["expressions"]["profile"] = json!({"constant_value": account});
        plan
    });
    assert_ne!(fingerprint(&staging), fingerprint(&production));
    diff(folder.path(), &staging, &production)
        .exits(1, "another account")
        .says(
            "~ provider.p  is configured\n    profile",
            "although no block names the provider",
        );
}

#[test]
fn an_update_of_another_object_is_another_plan() {
    let update = |id: &str| {
        let mut plan = cut::deletion();
        plan["resource_changes"][0]["change"] = json!({"actions": ["update"], "before": {"id": id, "size": 1},
            "after": {"id": id, "size": 2}, "after_unknown": {}, "before_sensitive": {}, "after_sensitive": {}});
        plan
    };
    assert_ne!(
        fingerprint(&update("db-staging")),
        fingerprint(&update("db-production"))
    );
    let folder = tempfile::tempdir().unwrap();
    diff(folder.path(), &update("db-staging"), &update("db-production"))
        .exits(1, "the same is changed in another object")
        .says("    id: \"db-staging\", now \"db-production\"\n", "which one");
}

#[test]
fn what_an_unknown_value_comes_from_is_part_of_the_plan() {
    let comes_from = |reference: &str| {
        let name = |address: &str| json!({"address": address, "mode": "managed", "type": "terraform_data", "name": &address[15..]});
        let mut change = name("terraform_data.policy");
        change["change"] =
            json!({"actions": ["create"], "before": null, "after": {}, "after_unknown": {"id": true, "input": true}});
        let mut block = name("terraform_data.policy");
        block["expressions"] = json!({"input": {"references": [format!("{reference}.output"), reference]}});
        json!({
            "format_version": "1.2",
            "terraform_version": "1.9.8",
            "planned_values": {"root_module": {}},
            "resource_changes": [change],
            "configuration": {
                "root_module": {"resources": [block, name("terraform_data.one"), name("terraform_data.two")]},
            },
        })
    };
    let (first, second) = (comes_from("terraform_data.one"), comes_from("terraform_data.two"));
    assert_ne!(fingerprint(&first), fingerprint(&second), "another origin");
    let folder = tempfile::tempdir().unwrap();
    let words = "(input comes from): terraform_data.one.output, now terraform_data.two.output";
    diff(folder.path(), &first, &second)
        .exits(1, "another origin")
        .says(words, "which");
}

#[test]
fn a_state_is_no_plan_that_was_expected() {
    let state = fixtures::read("state-rich/tofu-1.12.6/state.json");
    let expected = format!("plan1-{}", "0".repeat(32));
    for arguments in [["state", "--all"], ["state", "--quiet"]] {
        planlint(arguments.iter().chain(&["--expect", &expected]))
            .stdin(&*state)
            .run()
            .exits(1, "nobody approved it")
            .says("the state is not the plan that was expected", "and that is said");
    }
}

#[test]
fn several_fingerprints_say_of_what_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (cut::line(&plan()), cut::line(&cut::deletion()));
    for name in ["one.json", "same.json"] {
        fs::write(folder.path().join(name), &one).unwrap();
    }
    let (first, second) = (fingerprint(&plan()), fingerprint(&cut::deletion()));
    for (arguments, expected, why) in [
        (&["one.json"][..], format!("{first}\n"), "one needs no name"),
        (
            &["one.json", "same.json"],
            format!("{first}  one.json\n{first}  same.json\n"),
            "files",
        ),
        (
            &["-"],
            format!("{first}  <stdin>#1\n{second}  <stdin>#2\n"),
            "documents of one input",
        ),
    ] {
        let run = planlint(["fingerprint"].iter().chain(arguments)).folder(folder.path());
        let run = run.stdin(format!("{one}{two}")).run().exits(0, why);
        assert_eq!(run.stdout, expected, "{why}");
    }
}

#[test]
fn with_a_key_another_secret_is_another_plan() {
    let folder = tempfile::tempdir().unwrap();
    let key = "0123456789abcdef0123456789abcdef";
    fs::write(folder.path().join("key"), format!("{key}\n")).unwrap();
    fs::write(folder.path().join("other"), "another key of more than sixteen bytes").unwrap();
    fs::write(folder.path().join("short"), "0123456789abcde\n").unwrap();
    fs::write(folder.path().join("empty"), "").unwrap();
    fs::write(folder.path().join("long"), "k".repeat(4097)).unwrap();
    let base = plan();
    let mut secret = base.clone();
    secret["resource_changes"][1]["change"]["after"]["input"] = json!("hunter3");
    let mut shuffled = base.clone();
    shuffled["resource_changes"].as_array_mut().unwrap().reverse();
    let keyed = |plan: &Value, arguments: &[&str], variable: Option<&str>| {
        let mut program = planlint(["fingerprint"].iter().chain(arguments)).folder(folder.path());
        if let Some(value) = variable {
            program = program.env("PLANLINT_FINGERPRINT_KEY", value);
        }
        program.stdin(cut::line(plan)).run()
    };
    let text = |run: Run| run.exits(0, "a key").stdout.trim_end().to_owned();
    let first = text(keyed(&base, &["--key-file=key"], None));
    assert!(first.starts_with("plan1k-") && first.len() == 39, "{first}");
    assert_eq!(
        text(keyed(&base, &[], Some(key))),
        first,
        "the same key from the environment"
    );
    assert_eq!(
        text(keyed(&base, &["--key-file=key"], Some("short"))),
        first,
        "the file outweighs it"
    );
    assert_eq!(
        text(keyed(&shuffled, &["--key-file=key"], None)),
        first,
        "the order does not count"
    );
    let other = text(keyed(&base, &["--key-file=other"], None));
    assert_ne!(other, first, "another key");
    let secretly = text(keyed(&secret, &["--key-file=key"], None));
    assert_ne!(secretly, first, "another secret");
    assert_eq!(
        fingerprint(&base),
        fingerprint(&secret),
        "which is no part of it without a key"
    );

    for (plan, arguments, code, why) in [
        (
            &base,
            &["--expect", &first, "--key-file=key"][..],
            0,
            "the plan that was approved",
        ),
        (&secret, &["--expect", &first, "--key-file=key"], 1, "another password"),
        (
            &secret,
            &["--expect", &first, "--expect", &secretly, "--key-file=key"],
            0,
            "one of two",
        ),
        (&base, &["--expect", &first, "--key-file=other"], 1, "another key"),
        (
            &base,
            &["--expect", &first, "--expect", &fingerprint(&base), "--key-file=other"],
            0,
            "each in its form",
        ),
    ] {
        let run = planlint(arguments).folder(folder.path()).stdin(cut::line(plan)).run();
        run.exits(code, why)
            .hides("hunter", "it is sensitive")
            .hides(key, "so is the key");
    }
    for (arguments, words, why) in [
        (
            &["--expect", &first][..],
            "made with a key, and no key is given",
            "no key",
        ),
        (
            &["--expect", &first, "--key-file=missing"],
            "missing: the key cannot be read",
            "no file",
        ),
        (
            &["--expect", &first, "--key-file=short"],
            "short: a key of 15 bytes can be guessed",
            "a short one",
        ),
        (
            &["--expect", &first, "--key-file=long"],
            "no more than 4096 bytes",
            "something else",
        ),
        (
            &["--expect", &fingerprint(&base), "--key-file=key"],
            "none of the expected fingerprints was made with a key",
            "a key for nothing",
        ),
        (
            &["fingerprint", "--key-file=empty"],
            "empty: a key of 0 bytes",
            "an empty one",
        ),
    ] {
        let run = planlint(arguments).folder(folder.path()).stdin(cut::line(&base)).run();
        let run = run.exits(2, why).tells(words, why);
        assert_eq!(run.stdout, "", "{why}: nothing is written");
    }
    keyed(&base, &[], Some("")).exits(2, "a variable without a secret makes no open fingerprint by mistake");
    // In settings, too.
    fs::write(
        folder.path().join("planlint.toml"),
        format!("[rules]\nunexpected-plan = {{ level = \"error\", fingerprints = [\"{first}\"] }}\n"),
    )
    .unwrap();
    let in_settings = |variable: &str| {
        let program = planlint::<[&str; 0], &str>([]).folder(folder.path());
        program
            .env("PLANLINT_FINGERPRINT_KEY", variable)
            .stdin(cut::line(&secret))
            .run()
    };
    in_settings(key).exits(1, "another password");
    in_settings("").exits(2, "a secret that the job did not get");
}

#[test]
fn a_comparison_for_programs_has_the_published_shape() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/comparison.v1.schema.json");
    let wanted = comparison::json::schema().unwrap();
    if std::env::var_os("PLANLINT_UPDATE").is_some() {
        fs::write(&path, &wanted).unwrap();
    }
    assert!(
        fs::read_to_string(&path).unwrap_or_default() == wanted,
        "PLANLINT_UPDATE=1 writes it anew"
    );
    let schema: Value = serde_json::from_str(&wanted).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(
        !validator.is_valid(&json!({})),
        "a shape that fits everything says nothing"
    );

    let folder = tempfile::tempdir().unwrap();
    let base = plan();
    let mut other = base.clone();
    other["resource_changes"][0]["change"]["after"]["input"] = json!("z");
    other["resource_changes"][1]["change"]["after"]["input"] = json!("hunter3");
    other["output_changes"]["p"] = other["output_changes"]["o"].clone();
    other["action_invocations"][0]["config_sensitive"] = json!({});
    diff(folder.path(), &base, &other).exits(1, "they differ");
    let json = |old: &str, new: &str, code: i32| {
        let run = planlint(["diff", "--format=json", old, new])
            .folder(folder.path())
            .run();
        let json = run.exits(code, "compared").hides("hunter", "it is sensitive").json();
        assert!(validator.is_valid(&json), "{json:#}");
        json
    };
    let invoked = "invoke, somebody asked for it on the command line";
    assert_eq!(
        json("old.json", "new.json", 1),
        json!({
            "comparison_version": "1.0", "kind": "plan", "old": "old.json", "new": "new.json", "same": false,
            "unchanged": 2, "removed": [],
            "added": [{"address": "output.p", "does": "create"}],
            "changed": [
                {"address": "action.aws_lambda_invoke.x", "old_does": invoked, "new_does": invoked, "attributes": [],
                    "marks": [{"name": "token", "becomes": "no longer sensitive"}]},
                {"address": "terraform_data.a", "old_does": "update", "new_does": "update", "attributes": [
                    {"name": "input", "old": "\"x\" → \"y\"", "new": "\"x\" → \"z\"", "hidden": false}], "marks": []},
                {"address": "terraform_data.b", "old_does": "create", "new_does": "create", "attributes": [
                    {"name": "input", "old": "(sensitive value)", "new": "(sensitive value)", "hidden": true}], "marks": []},
            ],
        })
    );
    assert_eq!(json("old.json", "old.json", 0)["same"], true);
    let state = fixtures::root()
        .join("state-rich/tofu-1.12.6/state.json")
        .display()
        .to_string();
    let same = json(&state, &state, 0);
    assert_eq!(
        (&same["kind"], same["unchanged"].as_u64() > Some(5)),
        (&json!("state"), true),
        "{same:#}"
    );
}

#[test]
fn nothing_hostile_acts_in_a_comparison() {
    let folder = tempfile::tempdir().unwrap();
    for (hostile, what) in HOSTILE {
        let run = diff(folder.path(), &injection::plan("other"), &injection::plan(hostile)).exits(1, what);
        assert_eq!(acting(&run.stdout), None, "{what}\n{}", run.stdout);
        let run = planlint(["diff", "--format=json", "old.json", "new.json"]).folder(folder.path());
        let run = run.run().exits(1, what);
        assert!(run.json()["changed"].is_array(), "{what}");
        let raw = run.stdout.chars().find(|letter| letter.is_control() && *letter != '\n');
        assert_eq!(raw, None, "{what}");
        assert_eq!(acting(&run.stderr), None, "{what}");
    }
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let state = fixtures::root().join("state-rich/tofu-1.12.6/state.json");
    let raw = fixtures::root().join("state-rich/tofu-1.12.6/terraform.tfstate");
    let plan = fixtures::root().join("drift/tofu-1.12.6/plan.json");
    for (old, new, words, why) in [
        (&plan, &state, "a plan and a state cannot be compared", "two kinds"),
        (
            &plan,
            &raw,
            "a plan and a state cannot be compared",
            "two kinds as well",
        ),
        (&state, &raw, "cannot be compared", "one state written in two ways"),
        (&plan, &"missing.json".into(), "missing.json", "no file"),
    ] {
        planlint(["diff"])
            .arg(old)
            .arg(new)
            .run()
            .exits(2, why)
            .tells(words, why);
    }
    planlint(["diff", "-", "-"])
        .stdin("{}")
        .run()
        .exits(2, "one input for two");
    planlint(["diff"])
        .arg(&state)
        .arg(&state)
        .run()
        .exits(0, "a state with itself");
    for expected in ["", "plan1-", "plan1-0000000000000000000000000000000Z", "x"] {
        planlint(["--expect", expected])
            .arg(&plan)
            .run()
            .exits(2, "no fingerprint, as of a variable that was never set")
            .tells("planlint fingerprint", "how to get one");
    }
}

#[test]
fn nothing_secret_is_told_of_a_difference() {
    let plans: Vec<_> = fixtures::plans()
        .into_iter()
        .filter(|fixture| fixture.path("plan.json").exists() && !fixture.name.starts_with("medium"))
        .collect();
    let told: usize = plans
        .par_windows(2)
        .map(|pair| {
            let run = planlint(["diff"]).arg(pair[0].plan()).arg(pair[1].plan()).run();
            assert_ne!(run.code, Some(2), "{}", run.shown());
            assert!(
                !run.stdout.contains(CANARY),
                "{}: {}",
                pair[0].name,
                around(&run.stdout)
            );
            let run_json = planlint(["diff", "--format=json"])
                .arg(pair[0].plan())
                .arg(pair[1].plan())
                .run();
            assert!(
                !run_json.stdout.contains(CANARY),
                "{}: {}",
                pair[0].name,
                around(&run_json.stdout)
            );
            let same = planlint(["diff"]).arg(pair[0].plan()).arg(pair[0].plan()).run();
            same.exits(0, "a plan with itself")
                .says("No difference", "nothing differs");
            run.stdout.lines().count()
        })
        .sum();
    assert!(told > 500, "only {told} lines");
}

#[test]
fn another_provider_makes_another_state() {
    let printed = |provider: &str| {
        let mut state: Value = serde_json::from_slice(&fixtures::read("state-rich/tofu-1.12.6/state.json")).unwrap();
        state["values"] = json!({"root_module": {"resources": [{"address": "t.n", "mode": "managed", "type": "t", "name": "n",
            "provider_name": provider, "schema_version": 0, "values": {"id": "1"}, "sensitive_values": {}}]}});
        state
    };
    let raw = |provider: &str| {
        json!({"version": 4, "terraform_version": "1.12.6", "serial": 1, "lineage": "l", "outputs": {}, "resources": [{
            "mode": "managed", "type": "t", "name": "n", "provider": provider,
            "instances": [{"schema_version": 0, "attributes": {"id": "1"}, "sensitive_attributes": []}]}]})
    };
    let folder = tempfile::tempdir().unwrap();
    for (one, two, differs, why) in [
        (
            printed("registry.opentofu.org/hashicorp/aws"),
            printed("registry.opentofu.org/evil/aws"),
            true,
            "from somebody else",
        ),
        (
            printed("registry.opentofu.org/hashicorp/aws"),
            printed("registry.terraform.io/hashicorp/aws"),
            false,
            "from the registry of the other engine",
        ),
        (
            raw(r#"provider["registry.opentofu.org/hashicorp/aws"]"#),
            raw(r#"provider["registry.opentofu.org/hashicorp/aws"].west"#),
            true,
            "another configuration of it",
        ),
        (
            raw(r#"module.m.provider["registry.opentofu.org/hashicorp/aws"].west"#),
            raw(r#"module.m.provider["registry.terraform.io/hashicorp/aws"].west"#),
            false,
            "the same, from the registry of the other engine",
        ),
    ] {
        assert_eq!(fingerprint(&one) != fingerprint(&two), differs, "{why}");
        let words = if differs { "(provider): " } else { "No difference" };
        diff(folder.path(), &one, &two)
            .exits(i32::from(differs), why)
            .says(words, why);
    }
}

/// A plan with one update of `terraform_data.a`.
fn update(before: &Value, after: &Value, marks: &Value) -> Value {
    cut::with_change(&json!({
        "address": "terraform_data.a", "mode": "managed", "type": "terraform_data", "name": "a",
        "provider_name": "terraform.io/builtin/terraform",
        "change": {"actions": ["update"], "before": before, "after": after, "after_unknown": {},
            "before_sensitive": {}, "after_sensitive": marks}
    }))
}

#[test]
fn what_one_of_two_plans_marks_is_told_of_neither() {
    let folder = tempfile::tempdir().unwrap();
    let copied = |secret: &str| {
        let before = json!({"input": "o", "output": "o"});
        update(
            &before,
            &json!({"input": secret, "output": secret}),
            &json!({"input": true}),
        )
    };
    let alone = |after: &str, marks: Value| update(&json!({"a": "1"}), &json!({"a": after}), &marks);
    let map = |after: &str, marks: Value| update(&json!({"m": {"k": "1"}}), &json!({"m": {"k": after}}), &marks);
    let mut stays = alone("pin4711", json!({"a": true}));
    stays["resource_changes"][0]["change"]["before"] = json!({"a": "pin4711", "b": 1});
    let output = |value: &str, sensitive: bool| {
        let mut plan = cut::unchanged();
        plan["output_changes"] = json!({"o": {"actions": ["update"], "before": "1", "after": value,
            "after_unknown": false, "before_sensitive": false, "after_sensitive": sensitive}});
        plan
    };
    let invoked = |value: &str, marks: &[Value]| {
        let mut plan = cut::unchanged();
        let invocations = marks.iter().map(|marks| {
            json!({"address": "action.t.x", "type": "t", "name": "x", "config_values": {"k": value},
                "config_sensitive": marks, "config_unknown": {}, "invoke_action_trigger": {}})
        });
        plan["action_invocations"] = invocations.collect();
        plan
    };
    let given = |value: &str, declared: Value| {
        let mut plan = update(&json!({"a": 1}), &json!({"a": 2}), &json!({}));
        plan["variables"] = json!({"v": {"value": value}});
        plan["configuration"] = json!({
            "provider_config": {"p": {"name": "p", "expressions": {"x": {"references": ["var.v"]}}}},
            "root_module": {"variables": {"v": declared}, "resources": [{"address": "terraform_data.a", "mode": "managed",
                "type": "terraform_data", "name": "a", "provider_config_key": "p"}]},
        });
        plan
    };
    let mut by_schema = given("pin4712", json!({}));
    by_schema["provider_schemas"] = json!({"x": {"provider": {"block": {"attributes": {"x": {"sensitive": true}}}}}});
    for (one, two, secrets, why) in [
        (
            copied("Summer2024"),
            copied("Summer2024-Extra99"),
            &["Summer2024", "Extra99"][..],
            "a secret that another one begins with",
        ),
        (
            copied("2024-Summer"),
            copied("Extra99-2024-Summer"),
            &["Summer", "Extra99"],
            "or ends with",
        ),
        (
            alone("pin4711", json!({})),
            alone("pin4712", json!({"a": true})),
            &["pin471"],
            "a short one that one plan alone marks",
        ),
        (
            alone("pin4711", json!({})),
            stays,
            &["pin4711"],
            "one that stays as it is in the plan that marks it",
        ),
        (
            map("pin4711", json!({})),
            map("pin4712", json!({"m": true})),
            &["pin471"],
            "a map of which one plan marks the whole",
        ),
        (
            map("pin4711", json!({})),
            map("pin4712", json!({"m": {"k": true}})),
            &["pin471"],
            "and of which it marks an element",
        ),
        (
            output("pin4711", false),
            output("pin4712", true),
            &["pin471"],
            "an output",
        ),
        (
            invoked("pin4711", &[json!({})]),
            invoked("pin4712", &[json!({"k": true})]),
            &["pin471"],
            "an action",
        ),
        (
            invoked("pin4711", &[json!({"k": true}), json!({})]),
            invoked("pin4712", &[json!({"k": true}), json!({})]),
            &["pin471"],
            "an action of which one invocation is marked",
        ),
        (
            given("pin4711", json!({"ephemeral": true})),
            given("pin4712", json!({"ephemeral": true})),
            &["pin471"],
            "an ephemeral variable of a provider",
        ),
        (
            given("pin4711", json!({})),
            given("pin4712", json!({"sensitive": true})),
            &["pin471"],
            "a variable that one plan alone declares sensitive",
        ),
        (
            given("pin4711", json!({})),
            by_schema,
            &["pin471"],
            "and one of which the schema of the provider says so",
        ),
    ] {
        for (old, new) in [(&one, &two), (&two, &one)] {
            let mut run = diff(folder.path(), old, new).exits(1, why);
            for secret in secrets {
                run = run.hides(secret, why);
            }
        }
    }
}

#[test]
fn a_mark_that_comes_or_goes_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let attribute = |marks: Value| update(&json!({"a": 0}), &json!({"a": 1, "k": "hunter2"}), &marks);
    let map = |marks: Value| {
        let values = |k: &str| json!({"m": {"k": k, "l": 1}, "b": [{"k": k}]});
        update(&values("o"), &values("hunter2"), &marks)
    };
    let output = |sensitive: bool| {
        let mut plan = cut::unchanged();
        plan["output_changes"] = json!({"o": {"actions": ["create"], "before": null, "after": "hunter2",
            "after_unknown": false, "before_sensitive": sensitive, "after_sensitive": sensitive}});
        plan
    };
    let action = |marks: Value| {
        let mut plan = cut::unchanged();
        plan["action_invocations"] = json!([{"address": "action.t.x", "type": "t", "name": "x",
            "config_values": {"k": "hunter2"}, "config_sensitive": marks, "config_unknown": {}}]);
        plan
    };
    let provider = |declared: Value| {
        let mut plan = update(&json!({"a": 1}), &json!({"a": 2}), &json!({}));
        plan["variables"] = json!({"v": {"value": "hunter2"}});
        plan["configuration"] = json!({
            "provider_config": {"p": {"name": "p", "expressions": {"x": {"references": ["var.v"]}}}},
            "root_module": {"variables": {"v": declared}, "resources": [{"address": "terraform_data.a", "mode": "managed",
                "type": "terraform_data", "name": "a", "provider_config_key": "p"}]},
        });
        plan
    };
    let state = |marks: Value| {
        json!({"format_version": "1.0", "terraform_version": "1.12.6", "values": {"root_module": {"resources": [
            {"address": "t.n", "mode": "managed", "type": "t", "name": "n", "values": {"k": "hunter2"},
                "sensitive_values": marks}]}}})
    };
    // The variable is of nothing that changes.
    let copied = |sensitive: bool| {
        let mut plan = update(&json!({"a": 0}), &json!({"a": "hunter2-hunter2"}), &json!({}));
        plan["variables"] = json!({"v": {"value": "hunter2-hunter2"}});
        plan["configuration"] = json!({"root_module": {"variables": {"v": {"sensitive": sensitive}}}});
        plan
    };
    for (one, two, words, back, why) in [
        (
            attribute(json!({"k": true})),
            attribute(json!({})),
            "    k: no longer sensitive\n",
            "    k: now sensitive\n",
            "an attribute",
        ),
        (
            map(json!({"m": {"k": true}})),
            map(json!({})),
            "    m.k: no longer sensitive\n",
            "    m.k: now sensitive\n",
            "an element of a map",
        ),
        (
            map(json!({"m": true})),
            map(json!({"m": {"k": true}})),
            "    m: now sensitive in part\n",
            "    m: now sensitive\n",
            "a map, and an element of it",
        ),
        (
            map(json!({"b": [{"k": true}]})),
            map(json!({})),
            "    b: no longer sensitive\n",
            "    b: now sensitive in part\n",
            "in a block",
        ),
        (
            output(true),
            output(false),
            "    value: no longer sensitive\n",
            "    value: now sensitive\n",
            "an output",
        ),
        (
            action(json!({"k": true})),
            action(json!({})),
            "    k: no longer sensitive\n",
            "    k: now sensitive\n",
            "an action",
        ),
        (
            provider(json!({"sensitive": true})),
            provider(json!({})),
            "    var.v: no longer sensitive\n",
            "    var.v: now sensitive\n",
            "a variable of a provider",
        ),
        (
            state(json!({"k": true})),
            state(json!({})),
            "    k: no longer sensitive\n",
            "    k: now sensitive\n",
            "a state",
        ),
        (
            copied(true),
            copied(false),
            "    a: a copy of what only one of the two holds sensitive\n",
            "    a: a copy of what only one of the two holds sensitive\n",
            "a copy of what is marked elsewhere",
        ),
    ] {
        assert_ne!(fingerprint(&one), fingerprint(&two), "{why}");
        // With a key a copy counts as what it is, whatever marks the other.
        let is_copy = why.starts_with("a copy");
        assert_eq!(
            keyed_fingerprint(&one) == keyed_fingerprint(&two),
            is_copy,
            "{why}, with a key"
        );
        for (old, new, words) in [(&one, &two, words), (&two, &one, back)] {
            let run = diff(folder.path(), old, new).exits(1, why);
            run.says(words, why)
                .says("0 added, 0 gone, 1 changed", "and nothing else")
                .hides("hunter", "one of the two holds it sensitive")
                .hides("something else", "it is the same");
        }
    }
}

#[test]
fn what_stays_and_is_shown_from_now_on_is_another_plan() {
    let folder = tempfile::tempdir().unwrap();
    let plan = |after: Value| {
        let values = |a: u8| json!({"a": a, "k": "hunter2"});
        let mut plan = update(&values(1), &values(2), &after);
        plan["resource_changes"][0]["change"]["before_sensitive"] = json!({"k": true});
        plan
    };
    let (kept, lost) = (plan(json!({"k": true})), plan(json!({})));
    assert_ne!(fingerprint(&kept), fingerprint(&lost), "without a key");
    assert_ne!(keyed_fingerprint(&kept), keyed_fingerprint(&lost), "with a key");
    diff(folder.path(), &kept, &lost)
        .exits(1, "they differ")
        .says(
            "(no longer sensitive): unchanged, now k",
            "the attribute that loses its mark",
        )
        .hides("hunter", "one of the two holds it sensitive");
}

/// A plan with a secret in it.
type PlanWith<'a> = &'a dyn Fn(&str) -> Value;

#[test]
fn nobody_can_try_passwords_on_a_fingerprint() {
    let replaced = |secret: &str| {
        // What Terraform 1.11 writes: `output` follows `input`, and has no mark before the change.
        let mut plan = update(
            &json!({"input": secret, "output": secret}),
            &json!({"input": secret}),
            &json!({"input": true}),
        );
        let change = &mut plan["resource_changes"][0]["change"];
        change["actions"] = json!(["delete", "create"]);
        change["before_sensitive"] = json!({"input": true});
        change["after_unknown"] = json!({"output": true});
        plan
    };
    let beside = |copy: fn(&str) -> Value| {
        move |secret: &str| {
            update(
                &json!({"input": "o"}),
                &json!({"input": secret, "copy": copy(secret)}),
                &json!({"input": true}),
            )
        }
    };
    let called = |secret: &str| {
        let mut plan = beside(|_| json!(1))(secret);
        plan["resource_changes"][0]["address"] = json!(format!("terraform_data.a[{}]", json!(secret)));
        plan["resource_changes"][0]["index"] = json!(secret);
        plan
    };
    let referred = |secret: &str| {
        let mut plan = beside(|_| json!(1))(secret);
        plan["resource_changes"][0]["change"]["after_unknown"] = json!({"url": true});
        let reference = format!("terraform_data.b[{}]", json!(secret));
        plan["configuration"] = json!({"root_module": {"resources": [
            {"address": "terraform_data.a", "mode": "managed", "type": "terraform_data", "name": "a",
                "expressions": {"url": {"references": [format!("{reference}.id"), reference, "terraform_data.b"]}}},
            {"address": "terraform_data.b", "mode": "managed", "type": "terraform_data", "name": "b"}]}});
        plan
    };
    let rows: [(PlanWith<'_>, &str); 8] = [
        (&replaced, "the copy that an engine leaves unmarked"),
        (
            &beside(|secret| json!(format!("user:{secret}@host"))),
            "in a longer text",
        ),
        (&beside(|secret| json!([{"deep": secret}])), "deep in a value"),
        (
            &beside(|secret| json!(json!({"k": secret}).to_string())),
            "in a JSON text",
        ),
        (&beside(|secret| json!({secret: 1})), "as a key"),
        (
            &beside(|secret| json!({"a": {secret: 1}})),
            "as a key of a map in a map",
        ),
        (&called, "as a key in the address"),
        (&referred, "as a key in a reference"),
    ];
    for (plan, why) in rows {
        let (one, two) = (plan("hunter2-secret/A"), plan("Tr0ub4dor&3-long"));
        assert_eq!(fingerprint(&one), fingerprint(&two), "{why}");
        assert_ne!(
            fingerprint(&one),
            fingerprint(&cut::unchanged()),
            "{why}: all else counts"
        );
    }
    // Shorter copies are masked nowhere but at the attribute that is marked.
    let short = beside(|secret| json!(secret));
    assert_ne!(fingerprint(&short("hunter2")), fingerprint(&short("hunter3")));
}
