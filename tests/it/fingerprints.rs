//! `planlint fingerprint` and `--expect`: what counts as another plan.

use std::fs;

use serde_json::{Value, json};

use crate::compare::{diff, plan, update};
use crate::cut;
use crate::fingerprint_keys::keyed_fingerprint;
use crate::fixtures;
use crate::program::planlint;

pub(crate) fn fingerprint(plan: &Value) -> String {
    let run = planlint(["fingerprint"])
        .stdin(cut::line(plan))
        .run()
        .exits(0, "a plan");
    run.stdout.trim_end().to_owned()
}

#[test]
fn what_counts_as_another_plan() {
    let folder = tempfile::tempdir().unwrap();
    let mut base = plan();
    base["action_invocations"][0]["lifecycle_action_trigger"] = json!({
        "triggering_resource_address": "terraform_data.b", "action_trigger_event": "AfterCreate",
        "action_trigger_block_index": 0, "actions_list_index": 0, "on_failure": "ActionOnFailureHalt"});
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
    later["prior_state"]["terraform_version"] = json!("1.99.0");
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
            "    m: {k = \"v\"}, now {k = \"w\"}\n",
            "inside a map that is made",
        ),
        (
            change("/resource_changes/1/change/after/m", json!({"k": "v", "n": null})),
            true,
            true,
            "    m: {k = \"v\"}, now {k = \"v\", n = null}\n",
            "a key with nothing: a map that has it is another one",
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
            {
                let mut plan = base.clone();
                cut::readdress(&mut plan, 1, "terraform_data.c");
                plan["resource_changes"][1]["name"] = json!("c");
                plan
            },
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
        (
            change(
                "/action_invocations/0/lifecycle_action_trigger/actions_list_index",
                json!(1),
            ),
            true,
            true,
            "    (place in the trigger): block 1, action 1, now block 1, action 2\n",
            "another action of the resource comes first",
        ),
        (
            change(
                "/action_invocations/0/lifecycle_action_trigger/on_failure",
                json!("ActionOnFailureContinue"),
            ),
            true,
            true,
            "    (on failure): ActionOnFailureHalt, now ActionOnFailureContinue\n",
            "the apply goes on where it stopped",
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
fn twins_in_another_order_are_the_same_plan() {
    let folder = tempfile::tempdir().unwrap();
    let updated =
        |before: Value, after: Value, marks: Value| update(&before, &after, &marks)["resource_changes"][0].clone();
    for (one, two, why) in [
        (
            updated(json!({"name": "a"}), json!({"name": "b"}), json!({})),
            updated(json!({"name": "c", "d": 1}), json!({"name": "c", "d": 2}), json!({})),
            "other values",
        ),
        (
            updated(json!({"d": 1}), json!({"d": 2.0}), json!({})),
            updated(json!({"d": 1}), json!({"d": 2}), json!({"d": true})),
            "other marks",
        ),
        (
            updated(json!({"d": 1}), json!({"d": "hunter2-long"}), json!({"d": true})),
            updated(json!({"d": 1}), json!({"d": "hunter3-long"}), json!({"d": true})),
            "other secrets",
        ),
        (
            updated(json!({"d": 1}), json!({"d": 3}), json!({})),
            updated(json!({"d": 1.0}), json!({"d": 2}), json!({})),
            "an order of texts that is not the one of values",
        ),
    ] {
        let plan = cut::with_changes(&[one.clone(), two.clone()]);
        let swapped = cut::with_changes(&[two, one]);
        assert_eq!(fingerprint(&plan), fingerprint(&swapped), "{why}");
        assert_eq!(
            keyed_fingerprint(&plan),
            keyed_fingerprint(&swapped),
            "{why}, with a key"
        );
        diff(folder.path(), &plan, &swapped).exits(0, why);
        // Pointers are of the file.
        let [told, other] = [&plan, &swapped].map(|plan| {
            let run = planlint(["--format=text"]).stdin(cut::line(plan)).run();
            let lines = run.stdout.lines().filter(|line| !line.trim_start().starts_with("at "));
            lines.map(str::to_owned).collect::<Vec<_>>()
        });
        assert_eq!(told, other, "{why}");
    }
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
    planlint(["--kind", "any", "--expect", &expected])
        .stdin(&*state)
        .run()
        .exits(1, "nobody approved it")
        .says("the state is not the plan that was expected", "and that is said")
        .hides("resource_changes", "no state has changes")
        .hides("planlint diff", "a state and a plan cannot be compared");
    for arguments in [&["state"][..], &["--kind", "state"]] {
        planlint(arguments.iter().chain(&["--expect", &*expected]))
            .stdin(&*state)
            .run()
            .exits(2, "of states alone none can be the plan")
            .tells("--expect is about plans", "which is said");
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

/// A part of many policies, such as the number of an account, may be a copy of a secret.
#[test]
fn what_stands_around_a_secret_is_part_of_the_plan() {
    let account = "123456789012";
    let policy = |action: &str, account: &str| {
        let mut plan = cut::deletion();
        let policy = json!({"Statement": [{"Action": action, "Resource": format!("arn:aws:s3:::{account}/*")}]});
        plan["resource_changes"][0]["change"] = json!({"actions": ["create"], "before": null, "after_unknown": {},
            "after": {"owner": account, "policy": policy.to_string()},
            "before_sensitive": false, "after_sensitive": {"owner": true}});
        fingerprint(&plan)
    };
    assert_ne!(policy("s3:GetObject", account), policy("*", account), "another action");
    assert_eq!(
        policy("s3:GetObject", account),
        policy("s3:GetObject", "210987654321"),
        "nothing is made of the secret itself"
    );
}
