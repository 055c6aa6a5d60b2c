//! Changes that somebody made milder after an engine planned them, seen by what stands beside them.

use serde_json::{Value, json};

use crate::cut;
use crate::program::planlint;
use crate::rewritten::{first, with, without};

/// The plan with other members in the change that a pointer leads to; `null` takes one out.
fn changed(plan: &Value, change: &str, members: &[(&str, Value)]) -> Value {
    let mut plan = plan.clone();
    let sides = plan
        .pointer_mut(&format!("{change}/change"))
        .unwrap()
        .as_object_mut()
        .unwrap();
    for (name, value) in members {
        sides.insert((*name).to_owned(), value.clone());
    }
    plan.pointer_mut(change)
        .unwrap()
        .as_object_mut()
        .unwrap()
        .remove("action_reason");
    plan
}

/// Runs over a plan, which some rule besides may or may not fail.
fn tells(plan: &Value, words: &str, why: &str) {
    let run = planlint(["--no-config", "--all"]).stdin(cut::line(plan)).run();
    run.exits(1, why).says("error[rewritten-plan]", why).says(words, why);
}

const ANOTHER: &str = "is another after its change than among the planned values";
const CREATED: &str = "is created, although the state that the plan was made from holds it";

#[test]
fn a_replacement_is_nothing_else() {
    for name in ["replace/tofu-1.12.6", "replace/terraform-1.11.4"] {
        let plan = cut::plan(name);
        let change = first(&plan, &["delete", "create"]);
        let side = |side: &str| plan.pointer(&format!("{change}/change/{side}")).unwrap().clone();
        let creation = [
            ("actions", json!(["create"])),
            ("before", Value::Null),
            ("before_sensitive", json!(false)),
            ("replace_paths", Value::Null),
        ];
        let updated = changed(&plan, &change, &[("actions", json!(["update"]))]);
        let imported = changed(&plan, &change, &creation);
        let imported = changed(&imported, &change, &[("importing", json!({"id": "x"}))]);
        let mut moved = changed(&plan, &change, &creation);
        let address = plan.pointer(&format!("{change}/address")).unwrap().clone();
        let other = first(&plan, &["update"]);
        moved.pointer_mut(&other).unwrap()["previous_address"] = address;
        let unmarked = changed(
            &plan,
            &change,
            &[
                ("actions", json!(["no-op"])),
                ("after", side("before")),
                ("before_sensitive", json!(true)),
                ("after_sensitive", json!(true)),
                ("after_unknown", json!({})),
                ("replace_paths", json!([])),
            ],
        );
        let run = planlint(["--no-config", "--all"]).stdin(cut::line(&updated)).run();
        run.exits(1, "an update")
            .says("error[unrecognized-action]", "that contradicts itself")
            .says("it says what forces a replacement", "by what stands in it");
        tells(
            &imported,
            "has actions or a reason that its engine does not write",
            "an import of nothing",
        );
        tells(&imported, CREATED, "and the object is there");
        tells(&moved, CREATED, "something else that moved away is in the state itself");
        tells(&unmarked, ANOTHER, "marks that stand in the change alone");
    }
}

#[test]
fn what_is_tainted_does_not_stay() {
    let plan = cut::plan("replace-requested/terraform-1.11.4");
    let changes = plan["resource_changes"].as_array().unwrap();
    let tainted = changes
        .iter()
        .position(|change| change["action_reason"] == "replace_because_tainted")
        .unwrap();
    let words = "stays, although the state that the plan was made from says that it is tainted";
    let change = format!("/resource_changes/{tainted}");
    tells(
        &changed(&plan, &change, &[("actions", json!(["update"]))]),
        words,
        "an update",
    );
    let run = planlint(["--no-config", "--all"]).stdin(cut::line(&plan)).run();
    run.hides("[rewritten-plan]", "as the engine wrote it");
}

#[test]
fn what_goes_is_no_import() {
    let plan = cut::plan("migrated/tofu-1.12.6");
    let deletion = first(&plan, &["delete"]);
    let gone = [
        ("actions", json!(["no-op"])),
        ("before", Value::Null),
        ("before_sensitive", json!(false)),
        ("importing", json!({"id": "x"})),
    ];
    let gone = changed(&plan, &deletion, &gone);
    tells(&gone, "is said to be gone already", "an import of what goes");
}

#[test]
fn an_update_is_not_hidden_where_it_stands_twice() {
    let plan = cut::plan("update-in-place/tofu-1.12.6");
    let update = first(&plan, &["update"]);
    let address = plan.pointer(&format!("{update}/address")).unwrap();
    let before = plan.pointer(&format!("{update}/change/before")).unwrap();
    let kept = [("actions", json!(["no-op"])), ("after", before.clone())];
    let kept = changed(&plan, &update, &kept);
    let planned = "/planned_values/root_module/resources";
    let objects = plan.pointer(planned).unwrap().as_array().unwrap();
    let at = objects.iter().position(|object| object["address"] == *address).unwrap();
    let mut twice = kept.clone();
    let mut other = objects[at].clone();
    other["values"] = before.clone();
    twice.pointer_mut(planned).unwrap().as_array_mut().unwrap().push(other);
    tells(&kept, ANOTHER, "the planned object is another");
    tells(
        &without(&kept, &format!("{planned}/{at}/values")),
        ANOTHER,
        "an object without values",
    );
    tells(
        &with(&kept, &format!("{planned}/{at}/sensitive_values"), json!(true)),
        ANOTHER,
        "marks that stand in one place alone",
    );
    tells(
        &twice,
        "stands twice among the planned values",
        "nobody could tell which counts",
    );
}

#[test]
fn what_is_sensitive_in_both_places_stays_no_more_than_what_is_not() {
    let plan = cut::plan("sensitive-values/tofu-1.12.6");
    let is_policy = |change: &&Value| change["address"] == "aws_iam_policy.literal";
    let changes = plan["resource_changes"].as_array().unwrap();
    let policy = changes.iter().find(is_policy).unwrap();
    assert_eq!(
        policy["change"]["after_sensitive"]["policy"], true,
        "its policy is sensitive"
    );
    let at = changes.iter().position(|change| is_policy(&change)).unwrap();
    let kept = [
        ("actions", json!(["no-op"])),
        ("after", policy["change"]["before"].clone()),
    ];
    tells(
        &changed(&plan, &format!("/resource_changes/{at}"), &kept),
        ANOTHER,
        "the policy of before is no mask",
    );
}

#[test]
fn marks_of_what_nobody_knows_yet_are_missed_one_by_one() {
    let words = "does not say of every attribute what it will be";
    let created = cut::plan("unknown-values/tofu-1.12.6");
    let updated = cut::plan("update-in-place/tofu-1.12.6");
    for (plan, address, why) in [
        (&created, "aws_iam_policy.json", "an argument of its block"),
        (&updated, "aws_dynamodb_table.t", "an attribute that was there"),
    ] {
        let changes = plan["resource_changes"].as_array().unwrap();
        let at = changes.iter().position(|change| change["address"] == address).unwrap();
        let emptied = [("after_unknown", json!({}))];
        tells(&changed(plan, &format!("/resource_changes/{at}"), &emptied), words, why);
    }
}

#[test]
fn a_plan_without_both_of_what_terraform_says_is_perhaps_not_of_opentofu() {
    let plan = cut::plan("replace/terraform-1.11.4");
    let plan = without(&without(&plan, "/complete"), "/applyable");
    let run = planlint(["--no-config", "--all"]).stdin(cut::line(&plan)).run();
    run.says(
        "warning[rewritten-plan]: the plan says neither that it is complete nor that it can be applied",
        "OpenTofu takes providers from there only where it is told to",
    );
}

/// Terraform reads it anew, and destroys it as it was before.
#[test]
fn what_changed_outside_and_has_no_block_is_destroyed_as_it_was() {
    let plan = cut::plan("drift-orphan/terraform-1.11.4");
    let words = "is another before its change than in the state";
    let run = planlint(["--no-config", "--all"]).stdin(cut::line(&plan)).run();
    run.says("destroy", "it is")
        .hides("[rewritten-plan]", "as the engine wrote it");
    tells(
        &without(&plan, "/resource_drift"),
        words,
        "nothing says that it changed",
    );
}

#[test]
fn actions_are_those_of_the_engine() {
    let replaced = |name: &str, actions: Value| {
        let plan = cut::plan(name);
        let replacement = first(&plan, &["delete", "create"]);
        with(&plan, &format!("{replacement}/change/actions"), actions)
    };
    let as_terraform_1_3 = |name: &str| with(&cut::plan(name), "/terraform_version", json!("1.3.10"));
    let forgotten = json!(["forget", "create"]);
    let words = "has actions or a reason that its engine does not write";
    for (plan, is_told, why) in [
        (cut::plan("forget/tofu-1.8.11"), false, "both engines forget since 1.7"),
        (cut::plan("forget/terraform-1.11.4"), false, "and this is the other one"),
        (
            cut::plan("forget-lifecycle/tofu-1.12.6"),
            false,
            "OpenTofu 1.12 replaces and forgets",
        ),
        (
            replaced("replace/tofu-1.8.11", forgotten.clone()),
            true,
            "it did not before",
        ),
        (
            replaced("replace/terraform-1.11.4", forgotten.clone()),
            true,
            "and Terraform never does in this order",
        ),
        (
            replaced("replace/terraform-1.11.4", json!(["create", "forget"])),
            false,
            "but in the other one",
        ),
        (
            as_terraform_1_3("forget/terraform-1.11.4"),
            true,
            "nobody forgot before 1.7",
        ),
    ] {
        let run = planlint(["--no-config"]).stdin(cut::line(&plan)).run();
        if is_told {
            run.exits(1, why).says(words, why);
        } else {
            run.hides(words, why);
        }
    }
}

#[test]
fn of_one_block_all_instances_are_counted_alike() {
    let plan = cut::plan("destroy-reasons/tofu-1.12.6");
    let address = "terraform_data.count_to_each[0]";
    let changes = plan["resource_changes"].as_array().unwrap();
    let at = changes.iter().position(|change| change["address"] == address).unwrap();
    let object = changes[at]["change"]["before"].clone();
    let kept = [
        ("actions", json!(["no-op"])),
        ("after", object.clone()),
        ("after_sensitive", changes[at]["change"]["before_sensitive"].clone()),
    ];
    let mut kept = changed(&plan, &format!("/resource_changes/{at}"), &kept);
    let planned = kept["planned_values"]["root_module"]["resources"]
        .as_array_mut()
        .unwrap();
    planned.push(
        json!({"address": address, "mode": "managed", "type": "terraform_data", "name": "count_to_each",
        "index": 0, "values": object, "sensitive_values": changes[at]["change"]["before_sensitive"]}),
    );
    tells(
        &kept,
        "stays beside instances of its block whose keys are of another kind",
        "it is planned, too",
    );
}

#[test]
fn what_is_put_off_is_not_planned() {
    let mut plan = cut::plan("replace/terraform-1.11.4");
    let replacement = first(&plan, &["delete", "create"]);
    let at = replacement.rsplit('/').next().unwrap().parse().unwrap();
    let change = plan["resource_changes"].as_array_mut().unwrap().remove(at);
    plan["deferred_changes"] = json!([{"reason": "deferred_prereq", "resource_change": change}]);
    plan["complete"] = json!(false);
    tells(
        &plan,
        "is put off, and stands among the planned values",
        "another plan has it",
    );
}
