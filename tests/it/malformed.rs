//! Plans and states that no engine writes: refused at the place, and never quoted.

use serde_json::{Value, json};

use crate::cut;
use crate::fixtures;
use crate::program::planlint;
use crate::refused::assert_refused;

#[test]
fn an_object_with_values_and_changes_is_neither_state_nor_plan() {
    let plan = cut::line(&cut::deletion());
    let both = format!("{{\"values\":{{\"root_module\":{{}}}},{}", &plan[1..]);
    for arguments in [&["--kind=any"][..], &["state"]] {
        assert_refused(
            arguments,
            both.as_bytes(),
            "plan-and-state",
            "what only states have, and what only plans have",
            "no engine writes this",
            "a plan with the values of a state before all else",
        );
    }
}

#[test]
fn a_state_without_its_resources_is_not_an_empty_one() {
    let raw = String::from_utf8(fixtures::read("wrong-inputs/tofu-1.12.6/terraform.tfstate")).unwrap();
    assert!(raw.contains("\"resources\":"), "a raw state");
    let without = {
        let mut state: Value = serde_json::from_str(&raw).unwrap();
        state.as_object_mut().unwrap().remove("resources").unwrap();
        cut::line(&state)
    };
    let slip = raw.replacen("\"resources\":", "\"resourcess\":", 1);
    let values = |values: &str| format!(r#"{{"format_version":"1.0","terraform_version":"1.12.6","values":{values}}}"#);
    for (text, code, words, why) in [
        (
            &without,
            "missing-property",
            "`resources` is missing",
            "a raw state without the list",
        ),
        (
            &slip,
            "misspelled-property",
            "nearly like `resources`",
            "a slip in its name",
        ),
        (
            &raw.replacen("\"resources\":", "\"Resources\":[],\"resources\":", 1),
            "misspelled-property",
            "`resources` in other capitals",
            "two lists, of which engines take the last",
        ),
        (
            &raw.replacen("\"check_results\":", "\"check_result\":", 1),
            "misspelled-property",
            "nearly like `check_results`",
            "a slip in what checks came to",
        ),
        (
            &values("{\"root_module\":{}}").replacen("\"values\"", "\"check\":[],\"values\"", 1),
            "misspelled-property",
            "nearly like `checks`",
            "the same of what `show` writes",
        ),
        (
            &r#"{"version":4,"serial":1,"lineage":"l","resources":[{"mode":"managed","type":"t","name":"n","provider":"p"}]}"#
                .to_owned(),
            "malformed",
            "lacks the property `instances`",
            "a resource without its list of objects",
        ),
        (
            &values("{\"outputs\":{}}"),
            "missing-property",
            "`root_module` is missing",
            "values without a root module",
        ),
        (
            &values("{\"root_module\":null}"),
            "missing-property",
            "`root_module` is missing",
            "none in it",
        ),
        (&values("null"), "malformed", "`/values` must be", "no values"),
        (
            &values("{\"root_module\":{\"resources\":null}}"),
            "malformed",
            "`/values/root_module/resources` must be a list",
            "no list of objects",
        ),
        (
            &values("{\"root_module\":{\"child_modules\":null}}"),
            "malformed",
            "`/values/root_module/child_modules` must be a list",
            "no list of modules",
        ),
    ] {
        assert_refused(&["state"], text.as_bytes(), code, words, "", why);
    }
    for text in [
        r#"{"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"l","outputs":{},"resources":[]}"#,
        &values("{\"root_module\":{}}"),
    ] {
        planlint(["state"])
            .stdin(text)
            .run()
            .exits(0, "an empty state, as engines write it");
    }
}

#[test]
fn a_mode_that_the_address_contradicts_makes_less_of_nothing() {
    for actions in [json!(["delete"]), json!(["delete", "create"]), json!(["update"])] {
        let mut plan = cut::deletion();
        let address = plan["resource_changes"][0]["address"].as_str().unwrap().to_owned();
        plan["resource_changes"][0]["mode"] = json!("ephemeral");
        plan["resource_changes"][0]["change"]["actions"] = actions.clone();
        if actions[0] != "delete" || actions[1] == "create" {
            plan["resource_changes"][0]["change"]["after"] = json!({"id": "2"});
        }
        let run = planlint::<[&str; 0], &str>([]).stdin(cut::line(&plan)).run();
        let run = run.exits(1, &actions.to_string()).says(&address, "its row");
        assert!(!run.stdout.contains("No changes."), "{}", run.shown());
        assert!(!run.stdout.contains("No resource changes."), "{}", run.shown());
    }
}

/// A plan with such a root module in its configuration.
fn configured(root_module: &Value) -> String {
    let mut plan = cut::deletion();
    plan["configuration"] = json!({ "root_module": root_module });
    cut::line(&plan)
}

/// So many blocks in each other, and a constant in the innermost.
fn deep(constant: &str, blocks: usize) -> Value {
    (0..blocks).fold(
        json!({"p": {"constant_value": constant}}),
        |inner, _| json!({ "b": inner }),
    )
}

#[test]
fn what_no_engine_writes_is_refused_at_its_place_and_never_quoted() {
    const SECRET: &str = "CANARY-SECRET-STRUCTURE";
    let plan = || {
        let mut plan = cut::deletion();
        plan["resource_changes"][0]["change"]["before"] = json!({"password": SECRET});
        plan
    };
    let set = |pointer: &str, value: Value| {
        let mut plan = plan();
        *plan.pointer_mut(pointer).unwrap() = value;
        cut::line(&plan)
    };
    let removed = |parent: &str, key: &str| {
        let mut plan = plan();
        let parent = plan.pointer_mut(parent).unwrap().as_object_mut().unwrap();
        parent.remove(key).unwrap();
        cut::line(&plan)
    };
    let doubled = |old: &str, new: &str| {
        let text = cut::line(&plan());
        assert!(text.contains(old), "{old}");
        text.replacen(old, new, 1)
    };
    let change = "/resource_changes/0/change";
    for (text, code, words, why) in [
        (
            set("/resource_changes/0/change/actions", json!(SECRET)),
            "malformed",
            "`/resource_changes/0/change/actions` must be a list",
            "actions a string",
        ),
        (
            set("/resource_changes/0/change/actions", json!({"0": SECRET})),
            "malformed",
            "`/resource_changes/0/change/actions` must be a list",
            "actions an object",
        ),
        (
            set("/resource_changes/0/change/actions", Value::Null),
            "malformed",
            "`/resource_changes/0/change/actions` must be a list",
            "actions null",
        ),
        (
            set("/resource_changes/0/change/actions", json!([7])),
            "malformed",
            "`/resource_changes/0/change/actions/0` must be",
            "an action that is no word",
        ),
        (
            set("/resource_changes", json!({"0": SECRET})),
            "malformed",
            "`/resource_changes` must be a list",
            "changes an object",
        ),
        (
            set("/resource_changes", json!(SECRET)),
            "malformed",
            "`/resource_changes` must be a list",
            "changes a string",
        ),
        (
            set("/resource_changes/0", json!(SECRET)),
            "malformed",
            "`/resource_changes/0` must be",
            "a change that is a string",
        ),
        (
            set("/resource_changes/0/change", json!([SECRET])),
            "malformed",
            "`/resource_changes/0/change` must be",
            "change a list",
        ),
        (
            set("/resource_changes/0/address", json!([SECRET])),
            "malformed",
            "`/resource_changes/0/address` must be",
            "an address that is a list",
        ),
        (
            set("/resource_changes/0/index", json!(true)),
            "malformed",
            "`/resource_changes/0/index` must be an instance key (a number or a text), but is a boolean",
            "a key that is neither a number nor a text",
        ),
        (
            set("/resource_changes/0/index", json!({"k": SECRET})),
            "malformed",
            "`/resource_changes/0/index` must be an instance key (a number or a text), but is an object",
            "nor is this",
        ),
        (
            set("/planned_values", json!(SECRET)),
            "malformed",
            "`/planned_values` must be",
            "values a string",
        ),
        (
            set("/errored", json!(SECRET)),
            "malformed",
            "`/errored` must be",
            "errored a string",
        ),
        (
            removed("/resource_changes/0", "change"),
            "malformed",
            "`/resource_changes/0` lacks the property `change`",
            "no change",
        ),
        (
            removed(change, "actions"),
            "malformed",
            "`/resource_changes/0/change` lacks the property `actions`",
            "no actions",
        ),
        (
            doubled("\"actions\":[", "\"actions\":[\"no-op\"],\"actions\":["),
            "repeated-name",
            "has the property `actions` twice",
            "actions twice",
        ),
        (
            doubled("\"actions\":[", "\"act\\u0069ons\":[\"no-op\"],\"actions\":["),
            "repeated-name",
            "has the property `actions` twice",
            "once with an escape",
        ),
        (
            doubled("\"resource_changes\":", "\"resource_changes\":[],\"resource_changes\":"),
            "repeated-name",
            "`resource_changes` twice",
            "changes twice",
        ),
        (
            doubled("\"change\":{", "\"change\":{\"actions\":[\"no-op\"]},\"change\":{"),
            "repeated-name",
            "has the property `change` twice",
            "change twice",
        ),
        (
            doubled("\"format_version\":", "\"format_version\":\"1.2\",\"format_version\":"),
            "repeated-name",
            "`format_version` twice",
            "the version twice",
        ),
        (
            doubled("\"errored\":", "\"errored\":false,\"errored\":"),
            "repeated-name",
            "`errored` twice",
            "errored twice",
        ),
        (
            set(
                "/prior_state",
                json!({"format_version": "1.0", "values": {"root_module": {"resources": [{"address": "a.b", "values": SECRET}]}}}),
            ),
            "no-attributes",
            "`/prior_state/values/root_module/resources/0` lacks the object `values`",
            "an object of the prior state that is a text",
        ),
        (
            configured(&json!({"resources": [
                {"address": "a.b", "mode": "managed", "type": "a", "name": "b", "expressions": {"p": {"constant_value": SECRET}}},
                {"address": "a.c", "mode": "managed", "type": "a", "name": "c", "expressions": {"p": {"constant_value": SECRET}, "z": 3}},
            ]})),
            "malformed",
            "`/configuration/root_module/resources/1/expressions` must be arguments: under each name, once",
            "a number among arguments, which may not hide what stands beside it",
        ),
        (
            configured(&json!({"module_calls": {"m": {"module": {"resources": [
                {"address": "a.b", "mode": "managed", "type": "a", "name": "b", "provisioners": [
                    {"type": "local-exec"}, {"type": "local-exec", "expressions": [SECRET]},
                ]},
            ]}}}})),
            "malformed",
            "`/configuration/root_module/module_calls/m/module/resources/0/provisioners/1/expressions` must be arguments",
            "a list in their place",
        ),
        (
            configured(&json!({"resources": [
                {"address": "a.b", "mode": "managed", "type": "a", "name": "b", "expressions": deep(SECRET, 70)},
            ]})),
            "malformed",
            "must be arguments whose blocks are nested no deeper than 64",
            "blocks in blocks of no provider",
        ),
        (
            removed("", "resource_changes"),
            "missing-resource-changes",
            "`resource_changes` is missing",
            "no changes at all",
        ),
    ] {
        let run = assert_refused(&[], text.as_bytes(), code, words, "tofu show -json tfplan", why);
        run.hides(SECRET, why);
    }
}

#[test]
fn a_plan_without_changes_in_it_says_so_in_words() {
    let plan = fixtures::root().join("outputs-only/tofu-1.12.6/plan.json");
    assert!(!fixtures::text("outputs-only/tofu-1.12.6/plan.json").contains("\"resource_changes\""));
    planlint(["--allow", "secrets"])
        .arg(plan)
        .run()
        .exits(0, "an engine leaves an empty list out")
        .says("No resource changes.", "a reader must not have to guess");
}

#[test]
fn a_newer_minor_version_is_read_with_a_note() {
    let mut plan = cut::deletion();
    plan["format_version"] = json!("1.99");
    plan["something_new"] = json!({"a": 1});
    planlint(["--deny", "delete"])
        .stdin(cut::line(&plan))
        .run()
        .exits(1, "the deletion is still seen")
        .says("note[newer-format]", "and that there may be more is said");
}

#[test]
fn the_place_of_what_is_wrong_counts_from_the_start_of_the_input() {
    let sound = cut::line(&cut::deletion());
    let mut plan = cut::deletion();
    plan["resource_changes"][0]["change"]["before"]["input"] = "half".into();
    let broken = cut::line(&plan).replace("half", "\\ud800");
    let at = |text: &str| text.find("\\ud800").unwrap();
    for (text, wanted, why) in [
        (broken.clone(), at(&broken), "the only document"),
        (
            format!("{sound}\n{broken}"),
            sound.len() + 1 + at(&broken),
            "the second line",
        ),
    ] {
        let words = format!("byte {wanted}");
        planlint(["-"]).stdin(text).run().exits(2, why).tells(&words, why);
    }
}
