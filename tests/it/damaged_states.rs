//! States from which something was taken that every engine writes: they are refused, and what people write by hand is
//! not.

use serde_json::{Value, json};

use crate::cut;
use crate::fixtures;
use crate::program::planlint;
use crate::refused::assert_refused;

const STORED: &str = "deposed/tofu-1.12.6/terraform.tfstate";
const SHOWN: &str = "deposed/tofu-1.12.6/state.json";

/// The state of a fixture, with another value at a place, or without what stands there.
fn damaged(name: &str, place: &str, value: Option<Value>) -> Vec<u8> {
    let mut state: Value = serde_json::from_slice(&fixtures::read(name)).unwrap();
    set(&mut state, place, value);
    cut::line(&state).into_bytes()
}

fn set(document: &mut Value, place: &str, value: Option<Value>) {
    let (parent, name) = place.rsplit_once('/').unwrap();
    let parent = document.pointer_mut(parent).unwrap().as_object_mut().unwrap();
    match value {
        Some(value) => parent.insert(name.to_owned(), value),
        None => Some(parent.remove(name).unwrap()),
    };
}

#[test]
fn what_nobody_can_judge_is_refused() {
    for name in [STORED, SHOWN] {
        let state = fixtures::read(name);
        planlint(["state"]).stdin(state).run().exits(0, "as it was written");
    }
    let provider = "/resources/0/provider";
    let [mode, type_name] = ["mode", "type"].map(|part| format!("/values/root_module/resources/0/{part}"));
    for (state, place, value, code, words, why) in [
        (
            STORED,
            "/terraform_version",
            Some("x"),
            "bad-engine-version",
            "`terraform_version`",
            "no version",
        ),
        (
            STORED,
            provider,
            None,
            "missing-property",
            "`/resources/0` lacks `provider`",
            "the engines pass over it",
        ),
        (
            STORED,
            provider,
            Some(""),
            "missing-property",
            "lacks `provider`",
            "an empty one",
        ),
        (
            STORED,
            provider,
            Some("provider[\"a/b/c\""),
            "missing-property",
            "lacks `provider`",
            "cut off",
        ),
        (
            SHOWN,
            "/values",
            None,
            "missing-property",
            "`values`",
            "an empty state has no engine's version",
        ),
        (
            SHOWN,
            "/terraform_version",
            Some("x"),
            "bad-engine-version",
            "`terraform_version`",
            "no version",
        ),
        (
            SHOWN,
            &type_name,
            Some("x"),
            "other-address",
            "not one of its mode and type",
            "another type",
        ),
        (
            SHOWN,
            &mode,
            Some("data"),
            "other-address",
            "not one of its mode",
            "another mode",
        ),
    ] {
        let bytes = damaged(state, place, value.map(|text| json!(text)));
        assert_refused(&["state"], &bytes, code, words, "", why);
    }
}

#[test]
fn an_encrypted_state_is_none_with_a_list_of_resources() {
    let state = String::from_utf8(fixtures::read(STORED)).unwrap();
    let end = state.rfind('}').unwrap();
    let state = format!("{},\"encrypted_data\":\"CANARY-SECRET-1\"}}", &state[..end]);
    assert_refused(
        &["state"],
        state.as_bytes(),
        "encrypted-state",
        "this state is encrypted",
        "",
        "another in it",
    );
}

#[test]
fn a_slip_in_the_name_of_the_version_is_told() {
    for name in [STORED, SHOWN] {
        let mut state: Value = serde_json::from_slice(&fixtures::read(name)).unwrap();
        set(&mut state, "/terraform_version", None);
        set(&mut state, "/terrafor_version", Some(json!("1.12.6")));
        let bytes = cut::line(&state).into_bytes();
        assert_refused(
            &["state"],
            &bytes,
            "misspelled-property",
            "`terraform_version`",
            "",
            name,
        );
    }
}

#[test]
fn the_prior_state_of_a_plan_is_held_to_the_same() {
    let plan = cut::plan("destroy-reasons/tofu-1.12.6");
    let type_name = "/prior_state/values/root_module/resources/0/type";
    for (place, value, code, why) in [
        ("/prior_state/values", None, "missing-property", "no values"),
        (type_name, Some(json!("x")), "other-address", "another type"),
    ] {
        let mut plan = plan.clone();
        set(&mut plan, place, value);
        assert_refused(&[], cut::line(&plan).as_bytes(), code, "", "", why);
    }
}

#[test]
fn what_the_address_says_need_not_be_said_again() {
    let object = |rest: &str| {
        format!(
            r#"{{"format_version":"1.0","terraform_version":"1.12.6","values":{{"root_module":{{"resources":[
                {{"address":"data.t.n","values":{{}}{rest}}},{{"address":"u.n","values":{{}}{rest}}}]}}}}}}"#
        )
    };
    for (rest, why) in [("", "nothing"), (r#","type":"","mode":null"#, "empty")] {
        let run = planlint(["state", "--format=json"]).stdin(object(rest)).run();
        let report = run.exits(0, why).json();
        let state = &report["inputs"][0];
        assert_eq!([&state["resources"], &state["data_sources"]], [1, 1], "{why}: {state}");
        assert_eq!(state["by_type"][0]["type"], "u", "{why}: {state}");
    }
    let neither = r#"{"format_version":"1.0","values":{"root_module":{"resources":[{"name":"n","values":{}}]}}}"#;
    let words = "`/values/root_module/resources/0` lacks `type`";
    assert_refused(&["state"], neither.as_bytes(), "missing-property", words, "", "neither");
}

#[test]
fn who_writes_by_hand_may_leave_out_what_does_not_matter() {
    for state in [
        r#"{"version":4,"serial":1,"lineage":"l","resources":[{"mode":"managed","type":"t","name":"n",
            "instances":[{"attributes":{}}]}]}"#,
        r#"{"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"l","resources":[]}"#,
        r#"{"format_version":"1.0","values":{"root_module":{"resources":[{"address":"t.n"}]}}}"#,
        r#"{"format_version":"1.0","values":{"root_module":{"resources":[{"address":"module.m[\"a.b\"].data.t.n[0]",
            "mode":"data","type":"t","name":"n"}]}}}"#,
        r#"{"format_version":"1.0","values":{"root_module":{"resources":[{"type":"t","name":"n","address":"t.n[0]"}]}}}"#,
    ] {
        planlint(["state"]).stdin(state).run().exits(0, state);
    }
}

/// `state list` of OpenTofu 1.12.6 and Terraform 1.11.4 refuses each of them.
#[test]
fn a_raw_state_that_no_engine_loads_is_refused() {
    let step = |kind: &str, value: Value| Some(json!([[{"type": kind, "value": value}]]));
    let (status, paths) = ("instances/0/status", "instances/0/sensitive_attributes");
    for (place, value, words, why) in [
        ("mode", Some(json!("managedx")), "a `mode`", "a word nearly like one"),
        ("mode", Some(json!("ephemeral")), "a `mode`", "never in a state"),
        ("module", Some(json!("modul.a")), "a `module`", "no module"),
        ("module", Some(json!("module.a.b")), "a `module`", "a resource"),
        ("module", Some(json!("module.a.")), "a `module`", "cut off"),
        ("module", Some(json!("module.a[*]")), "a `module`", "all instances"),
        (
            "module",
            Some(json!("module.a[\"x]")),
            "a `module`",
            "a key without its end",
        ),
        (status, Some(json!("Tainted")), "a `status`", "capitals"),
        (paths, step("get_attrx", json!("id")), "a step", "a step of no kind"),
        (paths, step("get_attr", json!(0)), "a step", "a number for a name"),
        (paths, step("index", json!("id")), "a step", "a key without its type"),
    ] {
        let bytes = damaged(STORED, &format!("/resources/0/{place}"), value);
        let place = if place.starts_with("instances") {
            "/instances/0"
        } else {
            ""
        };
        let words = format!("`/resources/0{place}` has {words}");
        assert_refused(
            &["state"],
            &bytes,
            "not-loaded",
            &words,
            "restore an earlier version",
            why,
        );
    }
    let output = Some(json!({"CANARY-SECRET-1": {"type": "string"}}));
    let bytes = damaged(STORED, "/outputs", output);
    assert_refused(
        &["state"],
        &bytes,
        "not-loaded",
        "`/outputs` holds an output",
        "",
        "no value",
    );
}

#[test]
fn a_raw_state_that_engines_load_is_read() {
    let step = |kind: &str, value: Value| Some(json!([[{"type": kind, "value": value}]]));
    let (status, paths) = ("instances/0/status", "instances/0/sensitive_attributes");
    for (place, value, why) in [
        ("module", Some(json!("")), "the root"),
        ("module", Some(json!("module.a[0].module.b")), "a number"),
        (
            "module",
            Some(json!("module.a[\"x.y\\\"]z\"].module.b[\"\"]")),
            "letters of addresses in a key",
        ),
        (status, Some(json!(null)), "nothing"),
        (status, Some(json!("")), "empty"),
        (
            paths,
            step("index", json!({"value": 0, "type": "number"})),
            "a key with its type",
        ),
        (paths, Some(json!([[]])), "all of it"),
    ] {
        let bytes = damaged(STORED, &format!("/resources/0/{place}"), value);
        let run = planlint(["state", "--format=json"]).stdin(bytes).run();
        run.exits(0, why);
    }
}
