//! What values that are not known yet, provisioners and providers are made from is part of a plan's fingerprint.

use std::fs;

use serde_json::{Value, json};

use crate::compare::diff;
use crate::cut;
use crate::fingerprints::fingerprint;
use crate::program::planlint;

/// The creation of `t.a`, whose `x` is not known, in a module with what there is to refer to; `word` stands wherever
/// something is known.
fn created(x: &[&str], command: &[&str], region: &[&str], word: &str) -> Value {
    let change = json!({"address": "t.a", "mode": "managed", "type": "t", "name": "a", "provider_name": "registry.opentofu.org/p/p",
        "change": {"actions": ["create"], "before": null, "after": {"n": 1}, "after_unknown": {"x": true},
            "before_sensitive": false, "after_sensitive": {}}});
    let mut plan = cut::with_change(&change);
    let kept = |address: &str, mode: &str, name: &str, key: Value, values: Value| {
        json!({"address": address, "mode": mode, "type": "d", "name": name, "index": key, "values": values,
            "provider_name": "registry.opentofu.org/p/p", "schema_version": 0, "sensitive_values": {"hidden": true}})
    };
    plan["variables"] = json!({"word": {"value": word}, "other": {"value": "o"}, "password": {"value": word}});
    plan["prior_state"] = json!({"format_version": "1.0", "terraform_version": "1.12.6", "values": {"root_module": {"resources": [
        kept("data.d.known", "data", "known", Value::Null, json!({"at": {"first": word, "second": "s"}, "hidden": word})),
        kept("data.d.each[\"a\"]", "data", "each", json!("a"), json!({"at": word})),
        kept("data.d.each[\"b\"]", "data", "each", json!("b"), json!({"at": "b"})),
        kept("d.stays", "managed", "stays", Value::Null, json!({"at": word})),
    ]}}});
    let call = json!({"source": "./m", "expressions": {"v": {"references": ["var.word"]}, "w": {"constant_value": "w"}},
        "module": {"variables": {"v": {}, "w": {}}, "outputs": {
            "given": {"expression": {"references": ["var.v"]}},
            "constant": {"expression": {"constant_value": word}},
            "same": {"expression": {"constant_value": "same"}},
            "local": {"expression": {"references": ["local.l"]}}}}});
    plan["configuration"] = json!({
        "provider_config": {"p": {"name": "p", "full_name": "registry.opentofu.org/p/p",
            "expressions": {"region": {"references": region}, "token": {"references": ["var.password"]}}}},
        "root_module": {
            "variables": {"word": {}, "other": {}, "password": {}},
            "module_calls": {"m": call},
            "resources": [
                {"address": "t.a", "mode": "managed", "type": "t", "name": "a", "provider_config_key": "p", "schema_version": 0,
                    "expressions": {"x": {"references": x}},
                    "provisioners": [{"type": "local-exec", "expressions": {"command": {"references": command}}}]},
                {"address": "data.d.known", "mode": "data", "type": "d", "name": "known", "provider_config_key": "p"},
                {"address": "data.d.each", "mode": "data", "type": "d", "name": "each", "provider_config_key": "p"},
                {"address": "d.stays", "mode": "managed", "type": "d", "name": "stays", "provider_config_key": "p"},
            ],
        },
    });
    plan
}

#[test]
fn another_value_behind_a_reference_is_another_plan() {
    for (references, counts, why) in [
        (&["var.word"][..], true, "a variable"),
        (&["var.other"], false, "another one"),
        (&["module.m.given", "module.m"], true, "a variable through a module"),
        (
            &["module.m.constant", "module.m"],
            true,
            "a constant that a module gives back",
        ),
        (&["module.m.same", "module.m"], false, "another output of it"),
        (&["module.m"], true, "the whole module"),
        (&["local.l"], true, "a local value, which may hold any variable"),
        (
            &["module.m.local", "module.m"],
            true,
            "one in a module, which may hold what that is given",
        ),
        (
            &["data.d.known.at.first", "data.d.known.at", "data.d.known"],
            true,
            "what a data source has read",
        ),
        (
            &["data.d.known.at.second", "data.d.known.at", "data.d.known"],
            false,
            "another attribute of it",
        ),
        (&["data.d.known"], true, "all of it"),
        (
            &["data.d.each[\"a\"].at", "data.d.each[\"a\"]", "data.d.each"],
            true,
            "one instance",
        ),
        (
            &["data.d.each[\"b\"].at", "data.d.each[\"b\"]", "data.d.each"],
            false,
            "the other one",
        ),
        (&["data.d.each"], true, "all of them"),
        (&["d.stays.at", "d.stays"], true, "an object that stays as it is"),
        (&["path.module"], false, "nothing of the plan"),
    ] {
        for (place, make) in [
            (
                "a value that is not known",
                (|references, word| created(references, &[], &[], word)) as fn(&[&str], &str) -> Value,
            ),
            ("a provisioner", |references, word| created(&[], references, &[], word)),
            ("a provider", |references, word| created(&[], &[], references, word)),
        ] {
            let [good, evil] = ["good", "evil"].map(|word| fingerprint(&make(references, word)));
            assert_eq!(good != evil, counts, "{why}, in {place}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let [good, evil] = ["good", "evil"].map(|word| created(&["data.d.known.at.first"], &[], &[], word));
    diff(folder.path(), &good, &evil)
        .exits(1, "what is made of it will be another")
        .says(
            "~ values that the plan does not tell  come from\n    data.d.known.at.first: \"good\", now \"evil\"\n",
            "which",
        );
}

#[test]
fn what_is_secret_behind_a_reference_counts_under_a_key_alone_and_is_never_told() {
    const CANARY: &str = "CANARY-SECRET-behind";
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("key"), "0123456789abcdef0123456789abcdef\n").unwrap();
    for (references, why) in [
        (&["var.password"][..], "a variable by its name"),
        (&["data.d.known.hidden", "data.d.known"], "what is marked in an object"),
    ] {
        let plans = ["1", "2"].map(|word| {
            let mut plan = created(references, &[], &[], "w");
            let secret = format!("{CANARY}-{word}");
            plan["variables"]["password"]["value"] = secret.clone().into();
            plan["prior_state"]["values"]["root_module"]["resources"][0]["values"]["hidden"] = secret.into();
            plan
        });
        let [one, two] = plans.each_ref().map(fingerprint);
        assert_eq!(one, two, "{why}: nobody can guess it from the fingerprint");
        let [one, two] = plans.each_ref().map(|plan| {
            let run = planlint(["fingerprint", "--key-file", "key"])
                .folder(folder.path())
                .stdin(cut::line(plan))
                .run();
            run.stdout
        });
        assert_ne!(one, two, "{why}: under a key");
        diff(folder.path(), &plans[0], &plans[1])
            .exits(1, why)
            .hides(CANARY, why);
    }
    // Only the second plan marks it.
    let [open, mut marked] = ["1", "2"].map(|_| created(&["data.d.known.at", "data.d.known"], &[], &[], CANARY));
    marked["prior_state"]["values"]["root_module"]["resources"][0]["sensitive_values"] =
        json!({"at": true, "hidden": true});
    diff(folder.path(), &open, &marked)
        .exits(1, "another mark")
        .hides(CANARY, "what only one of them marks");
}

#[test]
fn a_plan_that_lacks_something_is_another_than_a_whole_one() {
    let whole = cut::deletion();
    for (name, value, why) in [
        ("errored", true, "it ended with an error"),
        ("complete", false, "more follows in a later plan"),
    ] {
        let mut lacking = whole.clone();
        lacking[name] = value.into();
        assert_ne!(fingerprint(&whole), fingerprint(&lacking), "{why}");
    }
}

/// A plan that invokes an action, with a provider that nothing else asks for; `place` is a setting of it, and `alias`
/// the configuration that the block asks for.
fn invoking(kind: &str, alias: &str, region: &str) -> Value {
    let mut plan = cut::deletion();
    let block = json!({"address": format!("{kind}.p_send.a"), "mode": kind, "type": "p_send", "name": "a",
        "provider_config_key": alias, "schema_version": 0});
    let list = if kind == "action" { "actions" } else { "resources" };
    plan["configuration"] = json!({
        "provider_config": {
            "p": {"name": "p", "full_name": "registry.terraform.io/p/p", "expressions": {"region": {"constant_value": region}}},
            "p.west": {"name": "p", "full_name": "registry.terraform.io/p/p", "alias": "west"},
        },
        "root_module": {"module_calls": {"m": {"source": "./m", "module": {list: [block]}}}},
    });
    if kind == "action" {
        plan["action_invocations"] = json!([{"address": "module.m[\"k\"].action.p_send.a[0]", "type": "p_send", "name": "a",
            "provider_name": "registry.terraform.io/p/p", "invoke_action_trigger": {}}]);
    }
    plan
}

#[test]
fn the_provider_of_an_action_and_of_what_is_opened_for_the_run_alone_is_part_of_the_plan() {
    let folder = tempfile::tempdir().unwrap();
    for kind in ["action", "ephemeral"] {
        let same = fingerprint(&invoking(kind, "p", "here"));
        let [other_alias, other_region] = [("p.west", "here"), ("p", "there")].map(|(alias, region)| {
            let other = invoking(kind, alias, region);
            assert_ne!(same, fingerprint(&other), "{kind} of {alias} {region}");
            other
        });
        diff(folder.path(), &invoking(kind, "p", "here"), &other_alias)
            .exits(1, kind)
            .says("    (provider configuration): p, now p.west\n", kind);
        diff(folder.path(), &invoking(kind, "p", "here"), &other_region)
            .exits(1, kind)
            .says("~ provider.p  is configured\n", kind);
    }
}

#[test]
fn what_a_provisioner_asks_of_its_own_object_is_part_of_the_plan() {
    let gone = |attribute: &str, value: &str| {
        let mut plan = created(&[], &["self.input[\"a.b\"].to", "self.input", "self"], &[], "w");
        let mut before = json!({"id": "i", "input": {"a.b": {"to": "there"}}, "size": "s"});
        before[attribute] = match attribute {
            "input" => json!({"a.b": {"to": value}}),
            _ => json!(value),
        };
        plan["resource_changes"][0]["change"] = json!({"actions": ["delete"], "before": before, "after": null,
            "after_unknown": {}, "before_sensitive": {}, "after_sensitive": false});
        plan
    };
    let folder = tempfile::tempdir().unwrap();
    let [staging, prod] = ["staging", "prod"].map(|value| gone("input", value));
    assert_ne!(fingerprint(&staging), fingerprint(&prod));
    diff(folder.path(), &staging, &prod)
        .exits(1, "the program is given another value")
        .says("    (self.input[\"a.b\"].to): \"staging\", now \"prod\"\n", "which");
}
