//! `planlint show`: what it says beside the values, and what it leaves out since it tells nobody anything.

use serde_json::{Value, json};

use crate::cut;
use crate::fixtures;
use crate::program::planlint;

fn path(name: &str) -> String {
    fixtures::root().join(name).display().to_string()
}

#[test]
fn drift_that_is_not_shown_is_counted_as_the_gate_counts_it() {
    let plan = path("drift/tofu-1.6.3/plan.json");
    // By hand, of `resource_drift`, `resource_changes` and the engine's text: it shows db and relevant; the plan also
    // changes what became of deleted_outside and unrelated.
    for (argument, unseen, why) in [
        (
            "--detail=none",
            "2 are changed by this plan",
            "what the engine does not show",
        ),
        (
            "--type=aws_s3_bucket",
            "2 affect this plan, 2 are changed by it",
            "the reader's choice makes nothing less",
        ),
        (
            "--address=aws_db_instance.db",
            "1 affects this plan, 2 are changed by it",
            "one is shown",
        ),
        (
            "--only=delete",
            "2 affect this plan, 2 are changed by it",
            "a kind of change that none that is shown has",
        ),
    ] {
        let line = format!("Changed outside of OpenTofu, not shown: {unseen} (to see them: planlint --all).\n");
        planlint(["show", argument, &plan]).run().exits(0, why).says(&line, why);
    }
    planlint([&plan]).run().says(
        "Changed outside of OpenTofu: 2 affect this plan, 2 are changed by it\n",
        "the gate",
    );
}

#[test]
fn a_refresh_only_plan_is_said_to_be_one() {
    let drifted = path("drift-refresh-only/tofu-1.12.6/plan.json");
    let run = planlint(["show", &drifted]).run().exits(0, "four drifted");
    run.says(
        "\nChanged outside of OpenTofu, taken into the state by an apply:\n",
        "nothing depends on it",
    )
    .says("deleted  aws_instance.deleted_outside\n", "it is planned by nobody")
    .says("changed  aws_db_instance.db\n", "nor is this")
    .says(
        "\nNo resource changes.\nRefresh-only plan: applying it changes only the state.\n",
        "as the gate says",
    )
    .hides("not shown", "all are shown");
    let mut moved: Value = serde_json::from_str(&std::fs::read_to_string(&drifted).unwrap()).unwrap();
    let mut entry = moved["resource_drift"][0].clone();
    entry["previous_address"] = json!("aws_db_instance.old");
    entry["change"]["actions"] = json!(["no-op"]);
    entry["change"]["after"] = entry["change"]["before"].clone();
    moved["resource_drift"] = json!([entry]);
    planlint(["show"])
        .stdin(cut::line(&moved))
        .run()
        .exits(0, "a move alone")
        .says(
            "move     aws_db_instance.db  moved from aws_db_instance.old\n",
            "it is shown",
        )
        .says(
            "\nNo resource changes.\nRefresh-only plan: ",
            "engines print no sums of a refresh-only plan",
        )
        .hides("Plan: 0 to add", "engines print no sums of a refresh-only plan");
}

#[test]
fn paths_are_written_as_settings_take_them() {
    let update = |center: &str, from: Option<&str>| {
        cut::line(&cut::with_change(&json!({
            "address": "x_y.z", "mode": "managed", "type": "x_y", "name": "z", "provider_name": "x",
            "previous_address": from, "change": {"actions": ["update"], "before": {"tags": {"cost center": "1", "a.b": "1", "Own": "1"}},
                "after": {"tags": {"cost center": center, "a.b": "2", "Own": "2"}}, "after_unknown": {}}
        })))
    };
    let folder = tempfile::tempdir().unwrap();
    let paths = ["one.json", "two.json"].map(|name| folder.path().join(name));
    for (path, center) in paths.iter().zip(["2", "3"]) {
        std::fs::write(path, update(center, None)).unwrap();
    }
    planlint(["show", "--detail=summary"])
        .arg(&paths[0])
        .run()
        .says(r#"~tags.Own, ~tags["a.b"], ~tags["cost center"]"#, "the summary");
    planlint([&paths[0]])
        .run()
        .says(r#"tags.Own, tags["a.b"], tags["cost center"]"#, "the table");
    planlint(["diff"]).args(&paths).run().says(
        "    tags[\"cost center\"]: \"1\" → \"2\", now \"1\" → \"3\"\n",
        "the difference",
    );
    let moved = folder.path().join("moved.json");
    std::fs::write(&moved, update("2", Some("x_y.old"))).unwrap();
    planlint(["--all"]).arg(&moved).run().says(
        r#"`tags.Own`, `tags["a.b"]`, `tags["cost center"]` change"#,
        "a finding",
    );
    let settings = folder.path().join("planlint.toml");
    std::fs::write(&settings, r#"ignore = ['tags["cost center"]']"#).unwrap();
    planlint(["diff", "--config"])
        .arg(&settings)
        .args(&paths)
        .run()
        .says("    1 difference hidden by settings\n", "what was printed means it");
}

#[test]
fn empty_lists_of_what_comes_or_goes_are_blocks_that_are_not_written() {
    let change = |actions: &[&str], before: Value, after: Value| {
        cut::line(&cut::with_change(&json!({
            "address": "x_y.z", "mode": "managed", "type": "x_y", "name": "z", "provider_name": "x",
            "change": {"actions": actions, "before": before, "after": after, "after_unknown": {}}
        })))
    };
    let values = json!({"id": "1", "disk": [], "keys": {}});
    for (plan, is_told, why) in [
        (change(&["create"], Value::Null, values.clone()), false, "made"),
        (change(&["delete"], values.clone(), Value::Null), false, "destroyed"),
        (
            change(
                &["update"],
                values.clone(),
                json!({"id": "2", "disk": null, "keys": {}}),
            ),
            true,
            "of an object that stays it is a change",
        ),
        (
            change(&["update"], json!({"id": "2", "keys": {}}), values.clone()),
            true,
            "the same the other way",
        ),
    ] {
        let run = planlint(["show"]).stdin(plan).run().exits(0, why);
        assert_eq!(run.stdout.contains("disk"), is_told, "{why}\n{}", run.stdout);
        run.says(" id ", why);
    }
}
