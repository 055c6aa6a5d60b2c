//! `planlint show`: what is shown, in which order, and how it ends.

use serde_json::{Value, json};

use crate::cut;
use crate::fixtures;
use crate::program::planlint;

fn path(name: &str) -> String {
    fixtures::root().join(name).display().to_string()
}

#[test]
fn what_destroys_stands_first_and_what_is_in_the_state_alone_apart() {
    let run = planlint(["show", &path("moved/tofu-1.12.6/plan.json")])
        .run()
        .exits(0, "it is shown");
    let at = |text: &str| {
        run.stdout
            .find(text)
            .unwrap_or_else(|| panic!("{text}\n{}", run.stdout))
    };
    let order = [
        at("replace  aws_instance.new_replaced"),
        at("update   aws_s3_bucket.new_and_changed"),
        at("Changes to the state only:"),
        at("move     aws_s3_bucket.new_name  moved from aws_s3_bucket.old_name"),
        at("Plan: 1 to add, 1 to change, 1 to destroy."),
    ];
    assert!(order.is_sorted(), "{}", run.stdout);
    run.says(
        r#"~ ami                    = "ami-1" -> "ami-2" # forces replacement"#,
        "with values",
    );
}

#[test]
fn what_is_deferred_and_what_is_invoked_is_shown() {
    let shown = |name: &str| planlint(["show", &path(name)]).run().exits(0, name);
    // Four, as the engine's text says.
    let deferred = shown("deferred/terraform-1.15.9/plan.json");
    let (_, listed) = deferred.stdout.split_once("Deferred to a later plan:\n").unwrap();
    let listed = listed.split("\n\n").next().unwrap();
    assert_eq!(listed.lines().count(), 4, "{}", deferred.stdout);
    shown("actions-invoke/terraform-1.15.9/plan.json")
        .says(
            "Actions to invoke:\n      action.aws_lambda_invoke.notify",
            "the action",
        )
        .says(
            "Plan: 0 to add, 0 to change, 0 to destroy. Actions: 1 to invoke.",
            "the engine's sentence",
        );
    let mut called = cut::unchanged();
    called["action_invocations"] = json!([{
        "address": "action.aws_x.y", "type": "aws_x", "name": "y", "provider_name": "p", "config_values": {},
        "config_sensitive": {}, "config_unknown": {}, "invoke_action_trigger": {"calling_resource_address": "aws_x.caller"}
    }]);
    let called = cut::line(&called);
    for (arguments, words) in [
        (&["show"][..], "called by aws_x.caller"),
        (&["--format=text"], "called by aws_x.caller"),
        (&["--format=html"], "called by aws_x.caller"),
        (&["--format=markdown"], "called by `aws_x.caller`"),
    ] {
        planlint(arguments)
            .stdin(called.clone())
            .run()
            .says(words, "nobody asked for it on the command line");
    }
    let judged = planlint(["--format=json"]).stdin(called).run().json();
    assert_eq!(
        judged["inputs"][0]["action_invocations"][0]["triggered_by"], "aws_x.caller",
        "{judged:#}"
    );
}

#[test]
fn drift_that_is_shown_is_the_drift_that_is_called_relevant() {
    for (path, before, after, why) in [
        (json!([]), json!({"a": 1}), json!({"a": 2}), "all of it"),
        (json!(["b"]), json!({"a": 1}), json!({"a": 2}), "another attribute"),
        (
            json!(["l", 0]),
            json!({"l": ["a", "b"]}),
            json!({"l": ["a", "c"]}),
            "an element of a list",
        ),
        (
            json!(["b", 0, "k"]),
            json!({"b": [{"k": 1}, {"k": 2}]}),
            json!({"b": [{"k": 1}, {"k": 3}]}),
            "another block",
        ),
        (
            json!(["b", 1]),
            json!({"b": [{"k": 1}]}),
            json!({"b": [{"k": 1}, {"k": 3}]}),
            "a block that came",
        ),
        (
            json!(["m", "l", 0]),
            json!({"m": {"l": [{"k": 1}, {"k": 2}]}}),
            json!({"m": {"l": [{"k": 1}, {"k": 3}]}}),
            "a list in an attribute",
        ),
        (
            json!(["written", 0]),
            json!({"written": [{"k": 1}, {"k": 2}]}),
            json!({"written": [{"k": 1}, {"k": 3}]}),
            "a list of objects that is written as an argument",
        ),
        (
            json!(["a", "k"]),
            json!({"a": "x"}),
            json!({"a": "y"}),
            "a path that goes on in a text",
        ),
        (
            json!(["a", "k"]),
            json!({"a": {"k": 1, "l": 1}}),
            json!({"a": {"k": 1, "l": 2}}),
            "another element of a map",
        ),
    ] {
        let mut plan = cut::unchanged();
        plan["resource_drift"] = json!([{
            "address": "aws_x.y", "mode": "managed", "type": "aws_x", "name": "y",
            "change": {"actions": ["update"], "before": before, "after": after, "after_unknown": {},
                "before_sensitive": {}, "after_sensitive": {}}
        }]);
        plan["relevant_attributes"] = json!([{"resource": "aws_x.y", "attribute": path}]);
        plan["configuration"] = json!({"root_module": {"resources": [{
            "address": "aws_x.y", "mode": "managed", "type": "aws_x", "name": "y",
            "expressions": {"written": {"references": ["var.v"]}, "b": [{}]}
        }]}});
        let text = cut::line(&plan);
        let judged = planlint(["--format=json"]).stdin(text.clone()).run().json();
        let relevant = judged["inputs"][0]["drift"][0]["relevant"].as_bool().unwrap();
        let shown = planlint(["show"]).stdin(text).run().exits(0, why);
        assert_eq!(
            shown
                .stdout
                .contains("Changed outside of OpenTofu, where the plan depends on it:"),
            relevant,
            "{why}"
        );
    }
}

#[test]
fn parts_are_chosen_and_what_is_left_out_is_counted() {
    let plan = path("moved/tofu-1.12.6/plan.json");
    for (arguments, shown, hidden, why) in [
        (
            &["--only=replace"][..],
            "aws_instance.new_replaced",
            "aws_s3_bucket",
            "a kind",
        ),
        (
            &["--type=aws_s3_bucket"],
            "aws_s3_bucket.new_name",
            "aws_instance",
            "a type",
        ),
        (
            &["--address=terraform_data.numbered[*]"],
            "numbered[\"one\"]",
            "aws_",
            "a pattern",
        ),
        (
            &["--address=aws_s3_bucket.old_name"],
            "aws_s3_bucket.new_name",
            "aws_instance",
            "an address before a move",
        ),
        (&["--module=module.after"], "module.after", "aws_", "a module"),
    ] {
        let run = planlint(["show"]).arg(&plan);
        let run = arguments
            .iter()
            .fold(run, crate::program::Program::arg)
            .run()
            .exits(0, why);
        assert!(
            run.stdout.contains(shown) && !run.stdout.contains(hidden),
            "{why}\n{}",
            run.stdout
        );
        assert!(
            run.stdout.contains("of 7 changes are not selected and not shown"),
            "{why}\n{}",
            run.stdout
        );
        assert!(
            run.stdout.contains("Plan: 1 to add, 1 to change, 1 to destroy."),
            "{why}: sums are of all"
        );
    }
}

#[test]
fn actions_are_chosen_by_address_type_and_module() {
    let plan = path("actions-invoke/terraform-1.15.9/plan.json");
    for (argument, shown, why) in [
        ("--address=action.aws_lambda_invoke.notify", true, "its address"),
        ("--address=action.*.*", true, "a pattern"),
        ("--address=aws_lambda_invoke.notify", false, "a resource of that name"),
        ("--type=aws_lambda_invoke", true, "its type"),
        ("--type=aws_instance", false, "another type"),
        ("--module=module.a", false, "a module it is not in"),
        ("--only=create", false, "no kind of change is an action"),
    ] {
        let run = planlint(["show", argument, &plan]).run().exits(0, why);
        assert_eq!(
            run.stdout.contains("action.aws_lambda_invoke.notify"),
            shown,
            "{why}\n{}",
            run.stdout
        );
    }
}

#[test]
fn of_several_documents_each_stands_apart() {
    let two = [
        path("replace/tofu-1.12.6/plan.json"),
        path("forget/tofu-1.12.6/plan.json"),
    ];
    let run = planlint(["show"]).args(&two).run().exits(0, "two plans");
    let lines: Vec<&str> = run.stdout.lines().collect();
    let heads: Vec<usize> = (0..lines.len())
        .filter(|at| two.iter().any(|path| lines[*at].starts_with(path)))
        .collect();
    assert_eq!((heads.len(), heads[0]), (2, 0), "{}", run.stdout);
    assert_eq!(lines[heads[1] - 1], "", "an empty line between them\n{}", run.stdout);
}

#[test]
fn details_are_as_many_as_wanted() {
    let plan = path("update-in-place/tofu-1.12.6/plan.json");
    for (detail, names, values) in [("none", false, false), ("summary", true, false), ("full", false, true)] {
        let run = planlint(["show", "--detail", detail, &plan]).run().exits(0, detail);
        assert!(run.stdout.contains("aws_iam_policy.long"), "{detail}");
        assert_eq!(run.stdout.contains("~billing_mode"), names, "{detail}\n{}", run.stdout);
        assert_eq!(
            run.stdout.contains("PAY_PER_REQUEST"),
            values,
            "{detail}\n{}",
            run.stdout
        );
    }
}

#[test]
fn the_four_ways_to_have_no_value_are_told_apart() {
    let change = json!({
        "address": "x_y.z", "mode": "managed", "type": "x_y", "name": "z", "provider_name": "x",
        "change": {
            "actions": ["update"],
            "before": {"unknown": 1, "gone": 2, "secret": "s1", "deep": {"a": null, "b": 1}},
            "after": {"gone": null, "secret": "s2", "deep": {"a": 1}},
            "after_unknown": {"unknown": true},
            "before_sensitive": {"secret": true}, "after_sensitive": {"secret": true}
        }
    });
    let run = planlint(["show"])
        .stdin(cut::line(&cut::with_change(&change)))
        .run()
        .exits(0, "shown");
    for (text, why) in [
        ("~ unknown = 1 -> (known after apply)", "unknown"),
        ("- gone    = 2 -> null", "null"),
        (
            "~ secret  = (sensitive value)",
            "sensitive, and it says that it changes",
        ),
        ("~ a = null -> 1", "null that becomes a value"),
        ("- b = 1", "absent"),
    ] {
        assert!(run.stdout.contains(text), "{why}: {text}\n{}", run.stdout);
    }
    run.hides("s2", "a secret");
}

#[test]
fn a_state_is_shown_with_sums() {
    let run = planlint([
        "show",
        "--kind=state",
        "--detail=none",
        &path("state-rich/tofu-1.12.6/state.json"),
    ])
    .run()
    .exits(0, "a state");
    for text in [
        "11 objects",
        "By type:",
        "      4  terraform_data",
        "By module:",
        "By provider:",
    ] {
        assert!(run.stdout.contains(text), "{text}\n{}", run.stdout);
    }
    let run = run.says("aws_instance.cbd  (deposed c2f217ca)", "deposed objects too");
    let raw = path("state-rich/tofu-1.12.6/terraform.tfstate");
    let raw_run = planlint(["show", "--kind=state", "--detail=none", &raw])
        .run()
        .exits(0, "a raw state");
    assert!(raw_run.stdout.starts_with(&format!("{raw} · ")), "{}", raw_run.stdout);
    for run in [run, raw_run] {
        run.says("1.12.6\n\n", "what wrote it").says(
            "\nBy provider:\n      6  registry.opentofu.org/hashicorp/aws\n      4  terraform.io/builtin/terraform\n",
            "in one spelling",
        );
    }
}

#[test]
fn what_cannot_be_read_ends_with_2() {
    let plan = path("moved/tofu-1.12.6/plan.json");
    let state = path("state-rich/tofu-1.12.6/state.json");
    for (arguments, says, why) in [
        (&["no-such-file.json"][..], "cannot be read", "no file"),
        (
            &[state.as_str()],
            "help: planlint show --kind state FILE",
            "a state where a plan is wanted",
        ),
        (
            &[path("state-rich").as_str()],
            "state-rich: no plan was found there",
            "a folder in which there is no plan",
        ),
        (
            &["--kind=state", plan.as_str()],
            "help: planlint show FILE",
            "a plan where a state is wanted",
        ),
        (&[plan.as_str(), "no-such-file.json"], "no-such-file.json", "one of two"),
        (
            &["--schemas", plan.as_str(), plan.as_str()],
            "not provider schemas",
            "a plan for schemas",
        ),
        (
            &["--schemas=no-such-file.json", plan.as_str()],
            "no-such-file.json",
            "no schemas",
        ),
        (
            &["--engine-text", "--only=delete", plan.as_str()],
            "cannot be used with",
            "the engine filters nothing",
        ),
    ] {
        let run = planlint(["show"]);
        let run = arguments
            .iter()
            .fold(run, crate::program::Program::arg)
            .run()
            .exits(2, why);
        assert!(run.stderr.contains(says), "{why}\n{}", run.stderr);
    }
    for (name, why) in [
        ("wrong-inputs/tofu-1.12.6/plan.tfplan", "a binary plan"),
        ("wrong-inputs/tofu-1.12.6/providers-schema.json", "schemas"),
    ] {
        planlint(["show", &path(name)]).run().exits(2, why);
    }
}

#[test]
fn what_schemas_alone_mark_is_told_nowhere_however_short_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let change = |address: &str, actions: &str, more: &str| {
        format!(
            r#"{{"address":"t_x.{address}","mode":"managed","type":"t_x","name":"{address}","provider_name":"registry.terraform.io/a/t",
            "change":{{"actions":[{actions}],"before":{{"s":"Kq9","l":["Kq8"],"v":1}},"after":{{"s":"Kq7","l":["Kq6"],"v":2}},
            "after_unknown":{{}},"before_sensitive":{{}},"after_sensitive":{{}}{more}}}}}"#
        )
    };
    let replaced = change("a", r#""delete","create""#, r#","replace_paths":[["s"],["l",0],["v"]]"#);
    let imported = change("b", r#""update""#, r#","importing":{"id":"Kq9"}"#);
    let plan =
        format!(r#"{{"format_version":"1.2","terraform_version":"1.9.0","resource_changes":[{replaced},{imported}]}}"#);
    let schemas = r#"{"format_version":"1.0","provider_schemas":{"registry.terraform.io/a/t":{"resource_schemas":{"t_x":
        {"version":0,"block":{"attributes":{"s":{"type":"string","sensitive":true},"v":{"type":"number"},
        "l":{"type":["list","string"],"sensitive":true}}}}}}}}"#;
    for (name, text) in [("plan.json", plan.as_str()), ("schemas.json", schemas)] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    for more in [
        &[][..],
        &["--engine-text"],
        &["--detail", "none"],
        &["--detail", "summary"],
    ] {
        let shown = planlint(["show", "--schemas", "schemas.json", "plan.json"])
            .args(more)
            .folder(folder.path());
        shown
            .run()
            .exits(0, "the plan can be shown")
            .hides("Kq", "the schema marks it");
    }
    planlint(["show", "--schemas", "schemas.json", "plan.json"])
        .folder(folder.path())
        .run()
        .says("v (1 → 2)", "what is open is told");
}

#[test]
fn of_a_type_whose_schema_cannot_be_read_nothing_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let plan = r#"{"format_version":"1.2","terraform_version":"1.9.0","resource_changes":[{"address":"t_x.a","mode":"managed",
        "type":"t_x","name":"a","provider_name":"registry.terraform.io/a/t","change":{"actions":["update"],
        "before":{"pw":"Kq9","b":[{"c":"Kq8"}]},"after":{"pw":"Kq7","b":[{"c":"Kq6"}]},"after_unknown":{},
        "before_sensitive":{},"after_sensitive":{}}}]}"#;
    let schemas = r#"{"format_version":"1.0","provider_schemas":{"registry.terraform.io/a/t":{"resource_schemas":{"t_x":
        {"version":0,"block":{"attributes":{"pw":{"type":"string","sensitive":true},"q":{"type":"string","sensitive":"yes"}}}}}}}}"#;
    for (name, text) in [("plan.json", plan), ("schemas.json", schemas)] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    for more in [&[][..], &["--engine-text"]] {
        planlint(["show", "--schemas", "schemas.json", "plan.json"])
            .args(more)
            .folder(folder.path())
            .run()
            .exits(0, "the plan can be shown")
            .says("(sensitive value)", "as what is marked")
            .hides("Kq", "its schema may mark anything");
    }
}

#[test]
fn broken_schemas_are_to_be_written_again() {
    let plan = path("update-in-place/tofu-1.12.6/plan.json");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("schemas.json");
    for (text, says, why) in [
        ("", "schemas.json: the input is empty", "nothing"),
        (" \n", "schemas.json: the input is empty", "a line without anything"),
        (
            "{\"format_version\":\"1.0\",\"provider_schemas\":{",
            "the JSON stops before its end (byte 44)",
            "the beginning",
        ),
        (
            "{\"format_version\":\"1.0\",\"provider_schemas\":[]}",
            "provider_schemas",
            "another type",
        ),
    ] {
        std::fs::write(&file, text).unwrap();
        let run = planlint(["show", "--schemas"])
            .arg(&file)
            .arg(&plan)
            .run()
            .exits(2, why);
        assert!(run.stderr.contains(says), "{why}\n{}", run.stderr);
        let help = "tofu providers schema -json > schemas.json";
        assert!(run.stderr.contains(help), "{why}\n{}", run.stderr);
        assert!(!run.stderr.contains("tofu show -json tfplan"), "{why}\n{}", run.stderr);
    }
}

#[test]
fn schemas_may_stand_in_the_plan() {
    let plan = fixtures::text("update-in-place/tofu-1.12.6/plan.json");
    let schemas = fixtures::json(&fixtures::root().join("provider-schemas/tofu-1.12.6/providers-schema.json"));
    let schemas = &schemas["provider_schemas"];
    // The numbers in the plan must stay as they are written.
    let plan = plan.replacen('{', &format!("{{\"provider_schemas\":{schemas},"), 1);
    let with = planlint(["show", "--engine-text"])
        .stdin(plan)
        .run()
        .exits(0, "embedded");
    let file = path("provider-schemas/tofu-1.12.6/providers-schema.json");
    let plan = path("update-in-place/tofu-1.12.6/plan.json");
    let beside = planlint(["show", "--engine-text", "--schemas", &file, &plan])
        .run()
        .exits(0, "in a file");
    assert_eq!(with.stdout, beside.stdout);
    assert!(
        with.stdout.contains(r#"~ global_secondary_index "by_day" {"#),
        "{}",
        with.stdout
    );
}

#[test]
fn schemas_mark_by_the_address_where_the_type_is_missing() {
    let schemas = json!({"registry.terraform.io/hashicorp/aws": {"resource_schemas": {"aws_db_instance": {"version": 0,
        "block": {"attributes": {"password": {"type": "string", "sensitive": true}, "name": {"type": "string"}}}}}}});
    let side = |end: &str| json!({"name": end, "password": format!("hunter-{end}")});
    let mut plan = cut::with_change(&json!({
        "address": "aws_db_instance.d", "mode": "managed", "name": "d",
        "provider_name": "registry.terraform.io/hashicorp/aws",
        "change": {"actions": ["update"], "before": side("a"), "after": side("b"), "after_unknown": {},
            "before_sensitive": {}, "after_sensitive": {}}
    }));
    plan["provider_schemas"] = schemas;
    let run = planlint(["show"]).stdin(cut::line(&plan)).run().exits(0, "shown");
    run.says("(sensitive value)", "the password")
        .hides("hunter-", "it is one");
}

#[test]
fn old_states_hide_passwords_inside_of_typed_outputs() {
    let state = |types: Value| {
        let output = json!({"sensitive": false, "type": types, "value": {"password": "hunt3r2", "user": "bob"}});
        json!({"format_version": "1.0", "terraform_version": "1.3.10", "values": {"root_module": {},
            "outputs": {"db": output}}})
    };
    for (types, why) in [
        (json!(["object", {"password": "string", "user": "string"}]), "an object"),
        (
            json!(["object", {"user": "string"}]),
            "an object of which the type knows less",
        ),
        (json!(["map", "string"]), "a map"),
        (json!(null), "no type at all"),
    ] {
        let run = planlint(["show", "--kind=state"]).stdin(cut::line(&state(types))).run();
        run.exits(0, why).says("bob", why).hides("hunt3r2", why);
    }
    // Of an attribute, too, that its schema does not know any more.
    let schemas = json!({"format_version": "1.0", "provider_schemas": {"p": {"resource_schemas": {"aws_x": {"version": 0,
        "block": {"attributes": {"user": {"type": "string"}}}}}}}});
    let resource = json!({"address": "aws_x.y", "mode": "managed", "type": "aws_x", "name": "y", "provider_name": "p",
        "values": {"user": "bob", "credentials": "hunt3r2"}});
    let state = json!({"format_version": "1.0", "terraform_version": "1.3.10",
        "values": {"root_module": {"resources": [resource]}}});
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("schemas.json"), cut::line(&schemas)).unwrap();
    let run = planlint(["show", "--kind=state", "--schemas=schemas.json"]).folder(folder.path());
    let why = "an attribute that the schema does not know";
    let run = run.stdin(cut::line(&state)).run().exits(0, why);
    run.says("bob", why).hides("hunt3r2", why);
}

#[test]
fn texts_in_texts_do_not_end_the_program() {
    let mut value = json!("x");
    for level in 0..5 {
        let mut nested = value.to_string();
        for depth in 0..110 {
            nested = if depth % 2 == 0 {
                format!("[{nested}]")
            } else {
                format!("{{\"k{level}\":{nested}}}")
            };
        }
        value = json!(nested);
    }
    let change = |after: &Value| {
        json!({
            "address": "x_y.z", "mode": "managed", "type": "x_y", "name": "z", "provider_name": "x",
            "change": {
                "actions": ["update"], "before": {"a": value}, "after": {"a": after}, "after_unknown": {},
                "before_sensitive": {}, "after_sensitive": {}
            }
        })
    };
    let other = json!(value.as_str().unwrap().replace('x', "y"));
    for arguments in [&["show"][..], &["show", "--engine-text"], &["show", "--detail=summary"]] {
        let run = planlint(arguments).stdin(cut::line(&cut::with_change(&change(&other))));
        run.run().exits(0, "deep, and shown");
    }
}
