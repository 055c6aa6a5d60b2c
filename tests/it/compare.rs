//! `planlint diff`, `planlint fingerprint` and `--expect`: what counts as another plan, and what is told of it.

use std::fs;
use std::path::Path;

use rayon::prelude::*;
use serde_json::{Value, json};

use crate::cut;
use crate::fixtures;
use crate::program::{Run, planlint};
use crate::secrets::{CANARY, around};

fn fingerprint(plan: &Value) -> String {
    let run = planlint(["fingerprint"])
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

/// A plan with an update, a creation and an output.
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
    ]);
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
fn what_cannot_be_compared_is_refused() {
    let state = fixtures::root().join("state-rich/tofu-1.12.6/state.json");
    let plan = fixtures::root().join("drift/tofu-1.12.6/plan.json");
    for (old, new, words, why) in [
        (&plan, &state, "a plan and a state cannot be compared", "two kinds"),
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
            let same = planlint(["diff"]).arg(pair[0].plan()).arg(pair[0].plan()).run();
            same.exits(0, "a plan with itself")
                .says("No difference", "nothing differs");
            run.stdout.lines().count()
        })
        .sum();
    assert!(told > 500, "only {told} lines");
}
