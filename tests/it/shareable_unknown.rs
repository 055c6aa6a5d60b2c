//! `planlint redact` where a document holds members that no type knows: what a later version of the format added may be
//! a secret.

use serde_json::{Value, json};

use crate::cut;
use crate::program::planlint;

const PLAIN: &str = "CANARY-PLAIN-5150";

/// The document with a member at a place.
fn with(mut document: Value, place: &str, member: Value) -> Value {
    let (parent, name) = place.rsplit_once('/').unwrap();
    document.pointer_mut(parent).unwrap()[name] = member;
    document
}

fn state() -> Value {
    json!({"format_version": "1.0", "terraform_version": "1.11.4", "values": {
        "outputs": {"o": {"sensitive": false, "value": "open"}},
        "root_module": {"resources": [{"address": "t.n", "mode": "managed", "type": "t", "name": "n",
            "provider_name": "registry.terraform.io/acme/acme", "schema_version": 0, "values": {"id": "i"},
            "sensitive_values": {}}]}}})
}

fn plan() -> Value {
    json!({"format_version": "1.2", "terraform_version": "1.11.4", "errored": false, "applyable": true, "complete": true,
        "planned_values": {"root_module": {}},
        "resource_changes": [{"address": "t.n", "mode": "managed", "type": "t", "name": "n",
            "provider_name": "registry.terraform.io/acme/acme", "change": {"actions": ["update"], "before": {"id": "i"},
                "after": {"id": "j"}, "after_unknown": {}, "before_sensitive": {}, "after_sensitive": {}}}],
        "prior_state": state(),
        "configuration": {"root_module": {}}})
}

#[test]
fn what_nobody_knows_is_masked_and_said() {
    let secret =
        || json!({"value": PLAIN, "more": [PLAIN, {"pin": 31_337_003, "on": true, "none": null, "empty": ""}]});
    for (document, place) in [
        (state(), "/new_section"),
        (state(), "/values/locals"),
        (state(), "/values/outputs/o/prior_value"),
        (state(), "/values/root_module/outputs"),
        (state(), "/values/root_module/ephemeral_resources"),
        (state(), "/values/root_module/resources/0/new_values"),
        (plan(), "/new_section"),
        (plan(), "/prior_state/values/root_module/resources/0/new_values"),
        (plan(), "/resource_changes/0/new_values"),
        (plan(), "/resource_changes/0/change/during"),
        (plan(), "/configuration/new_section"),
        (plan(), "/configuration/root_module/new_section"),
    ] {
        let document = with(document, place, secret());
        let run = planlint(["redact"]).stdin(cut::line(&document)).run().exits(0, place);
        assert!(
            !run.stdout.contains(PLAIN) && !run.stdout.contains("31337003"),
            "{place}: {}",
            run.stdout
        );
        assert!(run.stderr.contains("1 member is unknown"), "{place}: {}", run.stderr);
        let copy: Value = serde_json::from_str(&run.stdout).unwrap();
        let inside = copy.pointer(place).unwrap();
        let last = &inside["more"][1];
        assert!(
            inside["value"].as_str().unwrap().starts_with("(sensitive value"),
            "{place}"
        );
        assert_eq!(
            (&last["on"], &last["none"], &last["empty"]),
            (&json!(true), &json!(null), &json!("")),
            "{place}"
        );
    }
}

#[test]
fn what_engines_write_and_providers_decide_stays() {
    for (document, place) in [
        (state(), "/values/outputs/o/deprecated"),
        (state(), "/values/root_module/resources/0/values/new"),
        (plan(), "/timestamp"),
        (plan(), "/resource_changes/0/change/after/new"),
        (plan(), "/configuration/provider_config"),
    ] {
        let member = match place.rsplit_once('/').unwrap().1 {
            "provider_config" => json!({"acme": {"name": PLAIN}}),
            _ => json!(PLAIN),
        };
        let document = with(document, place, member);
        let run = planlint(["redact"]).stdin(cut::line(&document)).run().exits(0, place);
        assert_eq!(run.stdout.trim_end(), cut::line(&document).trim_end(), "{place}");
        assert_eq!(run.stderr, "", "{place}");
    }
    let two = with(with(plan(), "/one", json!("a")), "/two", json!(["b"]));
    let run = planlint(["redact"]).stdin(cut::line(&two)).run().exits(0, "two");
    assert!(run.stderr.contains("2 members are unknown"), "{}", run.stderr);
}

/// Only the declaration of a variable says that it is sensitive, and marks of elements hold for those that the engine
/// wrote.
#[test]
fn what_lost_its_marks_is_not_shared() {
    let mut undeclared = plan();
    undeclared["variables"] = json!({"label": {"value": "blue"}});
    let why = "nobody knows whether the variable is sensitive";
    let run = planlint(["redact"]).stdin(cut::line(&undeclared)).run().exits(1, why);
    run.tells("a variable that its configuration does not declare", why);
    undeclared["configuration"]["root_module"]["variables"] = json!({"label": {}});
    let run = planlint(["redact"]).stdin(cut::line(&undeclared)).run();
    run.exits(0, "it is not").says("blue", "it is not");

    let list = |items: Value| json!({"id": "i", "list": items});
    let marks = json!({"list": [false, true, false]});
    let cut_short = json!(["CANARY-SECRET-1", "open"]);
    for (before, after, unknown, why) in [
        (
            list(json!([])),
            list(cut_short.clone()),
            json!({"list": [true, false, false]}),
            "an unknown element",
        ),
        (
            list(json!([])),
            list(cut_short.clone()),
            json!({}),
            "a `null` among those to come",
        ),
        (
            list(cut_short),
            list(json!([])),
            json!({}),
            "a `null` among those that were there",
        ),
    ] {
        let mut plan = plan();
        let change = &mut plan["resource_changes"][0]["change"];
        let side = if before["list"] == json!([]) { "after" } else { "before" };
        change[format!("{side}_sensitive")] = marks.clone();
        change["after_unknown"] = unknown;
        (change["before"], change["after"]) = (before, after);
        let run = planlint(["redact"]).stdin(cut::line(&plan)).run();
        run.exits(0, why).hides("CANARY-SECRET-1", why);
    }
}
