//! `planlint diff`: what it tells of two plans, and what of neither.

use std::fs;
use std::path::Path;

use rayon::prelude::*;
use serde_json::{Value, json};

use crate::cut;
use crate::docs::assert_fresh;
use crate::fingerprint_keys::keyed_fingerprint;
use crate::fingerprints::fingerprint;
use crate::fixtures;
use crate::injection::{self, HOSTILE, acting};
use crate::program::{Run, planlint};
use crate::secrets::{CANARY, around};
use planlint::output::comparison;

pub(crate) fn diff(folder: &Path, old: &Value, new: &Value) -> Run {
    for (name, plan) in [("old.json", old), ("new.json", new)] {
        fs::write(folder.join(name), cut::line(plan)).unwrap();
    }
    planlint(["diff", "old.json", "new.json"]).folder(folder).run()
}

/// A plan with an update, a creation, an import by identity, an action and an output.
pub(crate) fn plan() -> Value {
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
    plan["planned_values"]["outputs"] = json!({"o": {"sensitive": false, "type": "number", "value": 5}});
    plan["configuration"]["root_module"]["outputs"] = json!({"o": {}});
    plan["output_changes"] = json!({"o": {"actions": ["create"], "before": null, "after": 5, "after_unknown": false,
        "before_sensitive": false, "after_sensitive": false}});
    plan
}

#[test]
fn a_comparison_for_programs_has_the_published_shape() {
    let wanted = comparison::json::schema().unwrap();
    assert_fresh("schemas/comparison.v1.schema.json", &wanted);
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
            "unchanged": 2, "old_lacks": null, "new_lacks": null, "removed": [],
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
pub(crate) fn update(before: &Value, after: &Value, marks: &Value) -> Value {
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
    let moved = |mut plan: Value, from: &str, name: &str| {
        cut::readdress(&mut plan, 0, &format!("terraform_data.{name}"));
        let change = &mut plan["resource_changes"][0];
        change["previous_address"] = json!(format!("terraform_data.{from}"));
        change["name"] = json!(name);
        plan
    };
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
            alone("pin4711", json!({"a": true})),
            moved(alone("pin4712", json!({})), "a", "b"),
            &["pin471"],
            "one that moves in the plan that does not mark it",
        ),
        (
            alone("pin4711", json!({})),
            moved(alone("pin4712", json!({"a": true})), "a", "b"),
            &["pin471"],
            "and one that moves in the plan that marks it",
        ),
        (
            moved(alone("pin4711", json!({})), "a", "b"),
            moved(alone("pin4712", json!({"a": true})), "a", "c"),
            &["pin471"],
            "and one that moves in both, to two addresses",
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
