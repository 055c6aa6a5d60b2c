//! Plans that were changed after an engine wrote them: whatever is taken out or contradicts the rest, no gate gets
//! milder.

use serde_json::{Value, json};

use crate::cut;
use crate::program::planlint;

/// A plan without what a pointer leads to.
pub(crate) fn without(plan: &Value, pointer: &str) -> Value {
    let mut plan = plan.clone();
    let (around, name) = pointer.rsplit_once('/').unwrap();
    let removed = plan.pointer_mut(around).unwrap().as_object_mut().unwrap().remove(name);
    assert!(removed.is_some(), "{pointer} is there to be taken out");
    plan
}

/// A plan with something else where a pointer leads to.
pub(crate) fn with(plan: &Value, pointer: &str, value: Value) -> Value {
    let mut plan = plan.clone();
    let (around, name) = pointer.rsplit_once('/').unwrap();
    let around = plan.pointer_mut(around).unwrap();
    match name.parse::<usize>() {
        Ok(index) if around.is_array() => around[index] = value,
        _ => around[name] = value,
    }
    plan
}

/// The change with a name that a waiver permits, in its address alone.
fn renamed(plan: &Value) -> Value {
    with(plan, "/resource_changes/0/address", json!("aws_instance.waived"))
}

pub(crate) fn exit(plan: &Value, arguments: &[&str]) -> i32 {
    let run = planlint(["--no-config"]).args(arguments).stdin(cut::line(plan)).run();
    run.code.unwrap_or(-1)
}

#[test]
fn what_an_engine_always_writes_is_missed() {
    let unchanged = cut::unchanged();
    let outputs = cut::plan("outputs-only/terraform-1.11.4");
    let created = cut::change("create-only/tofu-1.12.6", &["create"], |change| {
        change["type"] == "terraform_data"
    });
    let created = cut::with_change(&created);
    let mut unasked = created.clone();
    unasked["configuration"] = unchanged["configuration"].clone();
    assert_eq!(exit(&unchanged, &[]), 0, "nothing is wrong with it");
    assert_eq!(exit(&created, &[]), 0, "nor with this");
    assert_eq!(exit(&outputs, &["--allow", "secrets"]), 0, "nor with this");
    let name = outputs["planned_values"]["outputs"]
        .as_object()
        .unwrap()
        .keys()
        .next()
        .unwrap();
    let first = "/resource_changes/0/change";
    let held = {
        let mut plan = created.clone();
        let mut object = plan["resource_changes"][0].clone();
        object.as_object_mut().unwrap().remove("change");
        let state = &mut plan["prior_state"]["values"]["root_module"]["resources"];
        state.as_array_mut().unwrap().push(object);
        plan
    };
    let twice = {
        let mut plan = unchanged.clone();
        let changes = plan["resource_changes"].as_array_mut().unwrap();
        changes.push(changes[0].clone());
        plan
    };
    let allowed = ["--allow", "secrets"];
    for (plan, arguments, code, why) in [
        (
            without(&created, &format!("{first}/after_unknown")),
            &[][..],
            1,
            "what is known later looks unset",
        ),
        (
            with(&created, &format!("{first}/after_unknown"), Value::Null),
            &[],
            1,
            "null is not there either",
        ),
        (
            without(&unchanged, &format!("{first}/before_sensitive")),
            &[],
            1,
            "a mark before",
        ),
        (
            without(&unchanged, &format!("{first}/after_sensitive")),
            &[],
            1,
            "a mark after",
        ),
        (twice, &[], 1, "one object twice"),
        (
            without(&unchanged, "/prior_state"),
            &["--fail-on", "warning"],
            1,
            "the state of what is there before; some take it out for its size",
        ),
        (
            without(&unchanged, "/prior_state"),
            &[],
            0,
            "by default it is told alone",
        ),
        (
            with(&unchanged, "/prior_state", json!({})),
            &["--fail-on", "warning"],
            1,
            "a state without anything in it",
        ),
        (
            with(&unchanged, "/prior_state/values", json!({"root_module": {}})),
            &["--fail-on", "warning"],
            1,
            "one without its objects",
        ),
        (held, &[], 1, "what is created is there already"),
        (
            with(&created, "/configuration/root_module", json!({})),
            &[],
            1,
            "a configuration without anything in it",
        ),
        (unasked, &[], 1, "one without a block"),
        (
            without(&outputs, "/complete"),
            &allowed,
            1,
            "one of the two that come together",
        ),
        (without(&outputs, "/applyable"), &allowed, 1, "the other one"),
        (
            without(&outputs, &format!("/output_changes/{name}")),
            &allowed,
            1,
            "an output of the planned values",
        ),
        (renamed(&cut::deletion()), &[], 1, "another name than in the address"),
    ] {
        assert_eq!(exit(&plan, arguments), code, "{why}");
    }
}

#[test]
fn a_list_of_changes_under_another_name_is_no_empty_plan() {
    let plan = cut::plan("destroy-all/terraform-1.11.4");
    let mut renamed = without(&plan, "/resource_changes");
    renamed["changes"] = plan["resource_changes"].clone();
    let mut shell = cut::unchanged();
    shell["plan"] = plan.clone();
    for (plan, why) in [(renamed, "the list itself"), (shell, "a whole plan inside another one")] {
        let run = planlint(["--no-config"]).stdin(cut::line(&plan)).run();
        run.exits(2, why)
            .tells("a property that no engine writes holds changes", "the reason");
    }
    let mut state = cut::plan("destroy-all/terraform-1.11.4")["prior_state"].clone();
    state["plan"] = plan;
    let run = planlint(["--no-config", "--kind", "any"])
        .stdin(cut::line(&state))
        .run();
    run.exits(2, "a plan inside a state");
}

#[test]
fn a_plan_of_no_version_is_none_of_an_old_engine() {
    for version in ["", "1.11", "v1.11.4", "latest"] {
        let plan = with(&cut::unchanged(), "/terraform_version", json!(version));
        let run = planlint(["--no-config"]).stdin(cut::line(&plan)).run();
        run.exits(2, version).tells(
            "`terraform_version` is not a version",
            "what its engine always writes hangs on it",
        );
    }
    for (version, state, told, why) in [
        (json!("1.12.6-dev"), json!("1.12.6"), None, "states name no builds"),
        (json!("1.13.0-rc1+x"), json!("1.13.0"), None, "nor candidates"),
        (Value::Null, Value::Null, None, "written by hand"),
        (
            Value::Null,
            json!("1.12.6"),
            Some("the plan does not say which version of its engine wrote it"),
            "what its engine always writes would not be asked for",
        ),
        (
            json!("1.7.0"),
            json!("1.12.6"),
            Some("the plan names another version of its engine than the state in it"),
            "less would be asked for",
        ),
    ] {
        let plan = with(&cut::unchanged(), "/terraform_version", version);
        let mut plan = with(&plan, "/prior_state/terraform_version", state);
        if told.is_none() {
            plan["timestamp"] = Value::Null;
        }
        let run = planlint(["--no-config"]).stdin(cut::line(&plan)).run();
        match told {
            Some(words) => run.exits(1, why).says(words, why),
            None => run.exits(0, why),
        };
    }
}

#[test]
fn a_check_that_lost_its_status_does_not_pass() {
    let plan = cut::plan("checks/tofu-1.12.6");
    let checks = plan["checks"].as_array().unwrap();
    let failing = checks.iter().position(|check| check["status"] == "fail").unwrap();
    let mut alone = cut::unchanged();
    alone["checks"] = json!([checks[failing]]);
    let with_statuses = |status: Option<&str>| {
        let mut plan = alone.clone();
        let check = &mut plan["checks"][0];
        for index in 0..check["instances"].as_array().unwrap().len() {
            let instance = check["instances"][index].as_object_mut().unwrap();
            assert!(instance.contains_key("problems"), "it says what is wrong");
            match status {
                Some(status) => instance.insert("status".to_owned(), json!(status)),
                None => instance.remove("status"),
            };
        }
        match status {
            Some(status) => check["status"] = json!(status),
            None => drop(check.as_object_mut().unwrap().remove("status")),
        }
        plan
    };
    for (plan, why) in [
        (alone.clone(), "it fails"),
        (with_statuses(None), "no status at all"),
        (with_statuses(Some("pass")), "a pass beside problems"),
        (with_statuses(Some("unknown")), "what is not known has no problems"),
    ] {
        let run = planlint(["--no-config"]).stdin(cut::line(&plan)).run().exits(1, why);
        run.says("failed-check", why);
    }
}

#[test]
fn of_repeated_attributes_the_last_counts_as_for_everybody_else() {
    let mut change = cut::deleted();
    change["address"] = json!("aws_s3_bucket_acl.a");
    change["type"] = json!("aws_s3_bucket_acl");
    change["action_reason"] = Value::Null;
    change["change"] = json!({"actions": ["update"], "before": {"acl": "private"}, "after": {"acl": "FIRST"}});
    let line = cut::line(&cut::with_change(&change));
    for (first, last, code) in [("private", "public-read", 1), ("public-read", "private", 0)] {
        let text = line.replace("\"acl\":\"FIRST\"", &format!("\"acl\":\"{first}\",\"acl\":\"{last}\""));
        let run = planlint(["--no-config", "--only", "update"]).stdin(text).run();
        run.exits(code, &format!("{first}, then {last}"));
    }
}

/// Terraform 0.12 names a provider `aws` or `aws.alias`, so that nobody knows whose it is.
#[test]
fn a_stricter_level_holds_where_a_provider_is_not_named_in_full() {
    let folder = tempfile::tempdir().unwrap();
    let settings = "[[override]]\nprovider = \"hashicorp/null\"\nrules = { delete = \"error\" }\n";
    std::fs::write(folder.path().join("planlint.toml"), settings).unwrap();
    for (name, code) in [
        (json!("registry.opentofu.org/hashicorp/null"), 1),
        (json!("registry.opentofu.org/hashicorp/random"), 0),
        (json!("null.aliased"), 1),
        (json!(""), 1),
        (Value::Null, 1),
    ] {
        let mut change = cut::deleted();
        change["provider_name"] = name.clone();
        let plan = cut::line(&cut::with_change(&change));
        let run = planlint(["-"]).stdin(plan).folder(folder.path()).run();
        run.exits(code, &name.to_string());
    }
}

#[test]
fn a_deletion_is_missed_where_its_block_is_gone() {
    let plan = cut::plan("migrated/tofu-1.12.6");
    let changes = plan["resource_changes"].as_array().unwrap();
    let is_deletion = |change: &Value| change["change"]["actions"] == json!(["delete"]);
    assert_eq!(changes.iter().filter(|change| is_deletion(change)).count(), 1);
    let mut cut = plan.clone();
    cut["resource_changes"]
        .as_array_mut()
        .unwrap()
        .retain(|change| !is_deletion(change));
    for (plan, code, words) in [
        (&plan, 1, "error[delete-stateful]: aws_kms_key.k is destroyed"),
        (&cut, 1, "error[rewritten-plan]: aws_kms_key.k leaves the configuration"),
    ] {
        let run = planlint(["--no-config"]).stdin(cut::line(plan)).run();
        run.exits(code, words)
            .says(words, "a destruction is in one, and was in the other");
    }
    // A plan with targets looks the same, so that nothing is said as a certainty, nor a third time.
    let run = planlint(["--no-config"]).stdin(cut::line(&cut)).run();
    run.says("say `--warn rewritten-plan`;", "what to do about a plan with targets")
        .says(
            "it does not mention aws_kms_key.k, which exists: it was limited",
            "the part",
        )
        .says("or changes were taken out of it", "the other reason")
        .hides("orphaned-resource", "the more precise rule says it");
    assert_eq!(
        exit(&cut, &["--warn", "rewritten-plan"]),
        0,
        "what the help names is enough"
    );
    planlint(["--no-config", "--format=gitlab-terraform"])
        .stdin(cut::line(&cut))
        .run()
        .says(
            r#"{"error":"changes may be missing from a plan"}"#,
            "the engine's own may do so",
        );
    // Of Terraform that says so itself a limited plan is no more than incomplete.
    let limited = cut::plan("renamed/terraform-1.11.4/target");
    assert_eq!(exit(&limited, &[]), 0, "`complete` is false");
}

#[test]
fn an_empty_address_is_as_absent() {
    let mut plan = cut::deletion();
    plan["prior_state"]["values"]["root_module"]["resources"] = json!([]);
    let change = plan["resource_changes"][0].as_object_mut().unwrap();
    let address = change.insert("address".to_owned(), json!("")).unwrap();
    let address = address.as_str().unwrap();
    let run = planlint(["--no-config"]).stdin(cut::line(&plan)).run();
    run.says(&format!("delete  {address}"), "made of type and name")
        .hides("]:  is destroyed", "a finding has a subject");
}

/// The place of the first change with these actions in a plan.
pub(crate) fn first(plan: &Value, actions: &[&str]) -> String {
    let changes = plan["resource_changes"].as_array().unwrap();
    let is_wanted = |change: &Value| change["change"]["actions"] == json!(actions) && change["mode"] == "managed";
    let index = changes.iter().position(is_wanted).unwrap();
    format!("/resource_changes/{index}")
}

#[test]
fn what_a_plan_says_twice_it_says_alike() {
    let updated = cut::plan("update-in-place/tofu-1.12.6");
    let update = first(&updated, &["update"]);
    let change = updated.pointer(&format!("{update}/change")).unwrap();
    let swapped = with(&updated, &format!("{update}/change/before"), change["after"].clone());
    let swapped = with(&swapped, &format!("{update}/change/after"), change["before"].clone());
    let destroyed = cut::plan("destroy-all/tofu-1.12.6");
    let deletion = first(&destroyed, &["delete"]);
    let gone = with(&destroyed, &format!("{deletion}/change/actions"), json!(["no-op"]));
    let deposed = cut::plan("deposed/tofu-1.12.6");
    let mut kept = deposed.clone();
    let changes = kept["resource_changes"].as_array_mut().unwrap();
    changes.retain(|change| change["deposed"].is_null());
    let secret = cut::plan("sensitive-values/tofu-1.12.6");
    let mut hidden = secret.clone();
    for change in hidden["resource_changes"].as_array_mut().unwrap() {
        let sides = change["change"].as_object_mut().unwrap();
        for (side, marks) in [("before", "before_sensitive"), ("after", "after_sensitive")] {
            let marks = sides[marks].as_object().cloned().unwrap_or_default();
            for name in marks
                .iter()
                .filter(|(_, mark)| **mark == json!(true))
                .map(|(name, _)| name)
            {
                if sides[side].get(name).is_some_and(Value::is_string) {
                    sides[side][name] = json!("hidden");
                }
            }
        }
    }
    assert_ne!(secret, hidden, "something is sensitive as a whole");
    let before = "is another before its change than in the state";
    let after = "is another after its change than among the planned values";
    let gone_already = "is said to be gone already";
    let forgotten = "is forgotten, and stands in none of the planned values";
    let left_over = "is left over from a replacement, and the plan does not say that it is destroyed";
    for (plan, told, why) in [
        (&updated, None, "as the engine wrote it"),
        (&destroyed, None, "nor is anything wrong with this"),
        (&deposed, None, "nor with this"),
        (
            &cut::plan("forget/tofu-1.12.6"),
            None,
            "what is forgotten is planned without values",
        ),
        (
            &cut::plan("forget/terraform-1.15.9"),
            None,
            "and by later versions not at all",
        ),
        (
            &hidden,
            None,
            "a tool hid what is sensitive, by the marks that stand there",
        ),
        (
            &swapped,
            Some(before),
            "rules would look for what was there before where it is after",
        ),
        (
            &with(&updated, &format!("{update}/change/before"), json!({})),
            Some(before),
            "nothing could be lost",
        ),
        (
            &with(&updated, &format!("{update}/change/after"), change["before"].clone()),
            Some(after),
            "nothing would change",
        ),
        (
            &with(&gone, &format!("{deletion}/change/before"), Value::Null),
            Some(gone_already),
            "a deletion of nothing",
        ),
        (
            &with(&destroyed, &format!("{deletion}/change/actions"), json!(["forget"])),
            Some(forgotten),
            "the object would stay",
        ),
        (
            &kept,
            Some(left_over),
            "it goes with the one that took its place, or alone",
        ),
    ] {
        let mut run = planlint(["--no-config"]).stdin(cut::line(plan)).run();
        match told {
            Some(words) => {
                run.exits(1, why).says("error[rewritten-plan]", why).says(words, why);
            }
            None => {
                for words in [before, after, gone_already, forgotten, left_over] {
                    run = run.hides(words, why);
                }
            }
        }
    }
}

#[test]
fn what_goes_is_not_made_something_milder() {
    let destroyed = cut::plan("destroy-all/tofu-1.12.6");
    let deletion = first(&destroyed, &["delete"]);
    let migrated = cut::plan("migrated/tofu-1.12.6");
    let unwanted = first(&migrated, &["delete"]);
    let deposed = cut::plan("deposed/tofu-1.12.6");
    let changes = deposed["resource_changes"].as_array().unwrap();
    let left_over = changes.iter().position(|change| change["deposed"].is_string()).unwrap();
    let left_over = format!("/resource_changes/{left_over}");
    // The same object on both sides, with the same marks.
    let kept = |plan: &Value, change: &str, action: &str| {
        let side = |name: &str| plan.pointer(&format!("{change}/change/{name}")).unwrap().clone();
        let mut plan = with(plan, &format!("{change}/change/actions"), json!([action]));
        plan.pointer_mut(change)
            .unwrap()
            .as_object_mut()
            .unwrap()
            .remove("action_reason");
        let plan = with(&plan, &format!("{change}/change/after"), side("before"));
        with(
            &plan,
            &format!("{change}/change/after_sensitive"),
            side("before_sensitive"),
        )
    };
    let deferred = |plan: &Value, change: &str, complete: Value| {
        let mut plan = plan.clone();
        let at = change.rsplit('/').next().unwrap().parse().unwrap();
        let change = plan["resource_changes"].as_array_mut().unwrap().remove(at);
        plan["deferred_changes"] = json!([{"reason": "deferred_prereq", "resource_change": change}]);
        if !complete.is_null() {
            plan["complete"] = complete;
        }
        plan
    };
    let forget = |plan: &Value, change: &str| with(plan, &format!("{change}/change/actions"), json!(["forget"]));
    let terraform = cut::plan("destroy-all/terraform-1.11.4");
    let outputs = cut::plan("outputs-only/terraform-1.15.9");
    let variables = cut::plan("sensitive-values/tofu-1.12.6");
    let unplanned = "stays, and stands in none of the planned values";
    let blockless = "the configuration does not hold the block of a resource";
    let still_there = "is left over from a replacement, and the plan leaves it there";
    let of_others = "has actions or a reason that its engine does not write";
    for (plan, words, why) in [
        (
            kept(&destroyed, &deletion, "no-op"),
            unplanned,
            "the block is there, its object is not planned",
        ),
        (
            kept(&migrated, &unwanted, "no-op"),
            unplanned,
            "nor is that of a block that is gone",
        ),
        (
            kept(&migrated, &unwanted, "no-op"),
            blockless,
            "and what has none can only go",
        ),
        (
            kept(&migrated, &unwanted, "update"),
            blockless,
            "and nothing changes it",
        ),
        (kept(&deposed, &left_over, "no-op"), still_there, "what is deposed goes"),
        (
            kept(&deposed, &left_over, "update"),
            still_there,
            "and nothing changes it",
        ),
        (forget(&deposed, &left_over), of_others, "its block is there"),
        (
            deferred(&destroyed, &deletion, Value::Null),
            "the plan defers changes, and does not say that it is not complete",
            "OpenTofu defers nothing",
        ),
        (
            deferred(&terraform, &first(&terraform, &["delete"]), json!(true)),
            "the plan defers changes, and does not say that it is not complete",
            "what is complete has deferred nothing",
        ),
        (
            without(&cut::plan("update-in-place/tofu-1.12.6"), "/planned_values"),
            "the plan does not hold the values that it plans",
            "what goes could be anything else",
        ),
        (
            without(&outputs, "/configuration/root_module/outputs"),
            "the configuration does not declare an output",
            "only there it says that it is sensitive",
        ),
    ] {
        let run = planlint(["--no-config", "--all"]).stdin(cut::line(&plan)).run();
        run.exits(1, why).says("error[rewritten-plan]", why).says(words, why);
    }
    let run = planlint(["--no-config"]).stdin(cut::line(&without(&variables, "/configuration/root_module/variables")));
    run.run().says(
        "warning[rewritten-plan]: the configuration does not declare a variable",
        "and so with a variable, in which rules find no danger",
    );
    for plan in [
        &destroyed,
        &migrated,
        &deposed,
        &outputs,
        &variables,
        &cut::plan("deferred/terraform-1.15.9"),
    ] {
        let run = planlint(["--no-config", "--all"]).stdin(cut::line(plan)).run();
        run.hides("[rewritten-plan]", "as the engine wrote it");
    }
}
