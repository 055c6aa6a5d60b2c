//! `planlint diff`: the words for values, and for plans that say less than others.

use serde_json::{Value, json};

use crate::compare::diff;
use crate::cut;
use crate::program::planlint;

/// A plan with one change of `terraform_data.a`.
fn plan(actions: &[&str], before: &Value, after: &Value) -> Value {
    cut::with_change(&json!({
        "address": "terraform_data.a", "mode": "managed", "type": "terraform_data", "name": "a",
        "change": {"actions": actions, "before": before, "after": after, "after_unknown": {},
            "before_sensitive": {}, "after_sensitive": {}}
    }))
}

#[test]
fn what_a_document_does_not_speak_of_is_told_as_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let update = |after: Value| plan(&["update"], &json!({"id": "1", "input": "a", "keep": "k"}), &after);
    let state = |values: Value| {
        json!({"format_version": "1.0", "terraform_version": "1.12.6", "values": {"root_module": {"resources": [
            {"address": "terraform_data.a", "mode": "managed", "type": "terraform_data", "name": "a",
                "provider_name": "p", "schema_version": 0, "values": values, "sensitive_values": {}}
        ]}}})
    };
    let identified = |account: &str| {
        let mut state = state(json!({}));
        state["values"]["root_module"]["resources"][0]["identity"] = json!({"account": account});
        state
    };
    let lists = |after: Value| plan(&["update"], &json!({"id": "1", "input": ["a", "b"]}), &after);
    let other = |name: &str, value: Value| {
        let mut state = state(json!({"id": "1"}));
        state["values"]["root_module"]["resources"][0][name] = value;
        state
    };
    for (old, new, wanted, why) in [
        (
            lists(json!({"id": "1", "input": ["a", "c"]})),
            lists(json!({"id": "1", "input": ["a", "b"], "keep": "k"})),
            "input: [\"a\", \"b\"] → [\"a\", \"c\"], now unchanged",
            "a list that short words make the same before and after",
        ),
        (
            state(json!({})),
            other("address", json!("terraform_data.b")),
            "+ terraform_data.b  is new\n- terraform_data.a  is gone\n",
            "of two states each thing exists",
        ),
        (
            state(json!({"id": "1"})),
            other("tainted", json!(true)),
            "~ terraform_data.a  is tainted now\n",
            "one with a mark",
        ),
        (
            other("tainted", json!(true)),
            state(json!({"id": "1"})),
            "~ terraform_data.a  is not tainted any more\n",
            "and without it",
        ),
        (
            state(json!({"id": "1"})),
            state(json!({"id": "2"})),
            "~ terraform_data.a  differs\n",
            "with another attribute",
        ),
        (
            plan(&["create"], &Value::Null, &json!({"input": null})),
            plan(&["create"], &Value::Null, &json!({"input": "a"})),
            "input: not set, now \"a\"",
            "nothing is created with it",
        ),
        (
            plan(&["create"], &Value::Null, &json!({"input": "a"})),
            plan(&["create"], &Value::Null, &json!({})),
            "input: \"a\", now not set",
            "the same the other way",
        ),
        (
            update(json!({"id": "1", "input": "b", "keep": "k"})),
            update(json!({"id": "1", "input": "a", "keep": "other"})),
            "input: \"a\" → \"b\", now unchanged",
            "an update leaves the rest",
        ),
        (
            plan(&["delete"], &json!({"id": "1", "input": "a"}), &Value::Null),
            update(json!({"id": "1", "input": "b", "keep": "k"})),
            "input: destroyed with it, now \"a\" → \"b\"",
            "nothing of a deleted object stays",
        ),
        (
            plan(&["forget"], &json!({"id": "1", "input": "a"}), &Value::Null),
            update(json!({"id": "1", "input": "b", "keep": "k"})),
            "input: forgotten with it, now \"a\" → \"b\"",
            "nor does the engine keep a forgotten one",
        ),
        (
            state(json!({"id": "1"})),
            state(json!({"id": "1", "input": "a"})),
            "input: not set, now \"a\"",
            "a state holds all that is set",
        ),
        (
            identified("1"),
            identified("2"),
            "(identity.account): \"1\", now \"2\"",
            "another object",
        ),
    ] {
        let run = diff(folder.path(), &old, &new);
        run.exits(1, why).says(wanted, why);
    }
}

#[test]
fn values_that_short_words_make_one_are_told_as_far_as_they_differ() {
    let folder = tempfile::tempdir().unwrap();
    let create = |input: &Value, marks: Value| {
        let mut plan = plan(&["create"], &Value::Null, &json!({"input": input}));
        plan["resource_changes"][0]["change"]["after_sensitive"] = json!({"input": marks});
        plan
    };
    let hidden = "something else that is not shown";
    let long = |end: &str| json!(format!("{}{end}{}", "x".repeat(100), "y".repeat(100)));
    let many = |last: &str| (0..50).map(|at| json!(at)).chain([json!(last)]).collect::<Value>();
    for (one, two, marks, wanted, why) in [
        (
            json!([80, 443]),
            json!([80, 8443]),
            json!(false),
            "input: [80, 443], now [80, 8443]",
            "lists",
        ),
        (
            json!({"a": {"b": 1}}),
            json!({"a": {"b": 2}}),
            json!(false),
            "input: {a = {b = 1}}, now {a = {b = 2}}",
            "objects",
        ),
        (
            many("a"),
            many("b"),
            json!(false),
            "input: …6, 47, 48, 49, \"a\"], now …6, 47, 48, 49, \"b\"]",
            "where they differ, with something around it",
        ),
        (
            long("one"),
            long("two"),
            json!(false),
            "xone",
            "of a long text what differs",
        ),
        (
            json!(["a\nb"]),
            json!(["a\nc"]),
            json!(false),
            "input: [\"a b\"], now [\"a c\"]",
            "as it is shown elsewhere",
        ),
        (json!("hunter2!"), json!("hunter3!"), json!(true), hidden, "secrets"),
        (
            json!(["a", "hunter2!"]),
            json!(["a", "hunter3!"]),
            json!([false, true]),
            hidden,
            "a secret in a list",
        ),
        (
            json!(["a", "hunter2!"]),
            json!(["b", "hunter3!"]),
            json!([false, true]),
            "[\"a\", (sensitive value)], now [\"b\", (sensitive value)]",
            "what is beside a secret is none",
        ),
    ] {
        let run = diff(
            folder.path(),
            &create(&one, marks.clone()),
            &create(&two, marks.clone()),
        );
        let run = run.exits(1, why).says(wanted, why).hides("hunter", "a secret");
        assert_eq!(run.stdout.contains(hidden), wanted == hidden, "{why}: {}", run.stdout);
    }
}

#[test]
fn nothing_but_a_secret_is_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let long = "x".repeat(70);
    let longer = "y".repeat(300);
    let bucket = |actions: &[&str], before: Value, after: Value| {
        let mut plan = plan(actions, &before, &after);
        cut::readdress(&mut plan, 0, "aws_s3_bucket.a");
        plan["resource_changes"][0]["type"] = json!("aws_s3_bucket");
        plan
    };
    let create = |values: Value| bucket(&["create"], Value::Null, values);
    let delete = |values: Value| bucket(&["delete"], values, Value::Null);
    let update = |before: Value, after: Value| bucket(&["update"], before, after);
    for (old, new, wanted, why) in [
        (
            create(json!({"id": "b", "bucket": "b", "tags": []})),
            delete(json!({"id": "b", "bucket": "b", "tags": []})),
            "    bucket: not set → \"b\", now \"b\"\n    id: not set → \"b\", now \"b\"\n    tags: [], now destroyed with it\n",
            "both have the same value, and one of them sets it",
        ),
        (
            create(json!({"policy": {}})),
            create(json!({"policy": []})),
            "    policy: {}, now []\n",
            "what is empty is told",
        ),
        (
            create(json!({"policy": long})),
            create(json!({"policy": [1, 2]})),
            &*format!("    policy: \"{long}\", now [1, 2]\n"),
            "a text that fits into a line, and a list",
        ),
        (
            create(json!({"policy": longer})),
            create(json!({})),
            &*format!("    policy: \"{}…, now not set\n", &longer[..79]),
            "a longer text is cut in sight",
        ),
        (
            update(json!({"id": "1", "policy": long}), json!({"id": "1", "policy": "z"})),
            update(json!({"id": "1", "policy": long}), json!({"id": "1", "policy": long})),
            &*format!("    policy: \"{long}\" → \"z\", now unchanged\n"),
            "before a change",
        ),
        (
            update(
                json!({"id": "1", "policy": longer}),
                json!({"id": "1", "policy": format!("{longer}z")}),
            ),
            update(
                json!({"id": "1", "policy": longer}),
                json!({"id": "1", "policy": longer}),
            ),
            "    policy: …yyyyyyyyyyyyyyyy\" → …yyyyyyyyyyyyyyyyz\", now unchanged\n",
            "of two long texts what differs",
        ),
    ] {
        let run = diff(folder.path(), &old, &new);
        run.exits(1, why)
            .says(wanted, why)
            .hides("(a ", why)
            .hides("not shown", why);
    }
    // The same secret, which one of them sets and the other has: nobody can say that it is the same.
    let secret = |actions: &[&str], before: Value, after: Value, side: &str| {
        let mut plan = bucket(actions, before, after);
        plan["resource_changes"][0]["change"][side] = json!({"bucket": true});
        plan
    };
    let old = secret(
        &["create"],
        Value::Null,
        json!({"bucket": "hunter2!"}),
        "after_sensitive",
    );
    let new = secret(
        &["delete"],
        json!({"bucket": "hunter2!"}),
        Value::Null,
        "before_sensitive",
    );
    diff(folder.path(), &old, &new)
        .exits(1, "create and delete")
        .says(
            "bucket: (sensitive value), now something else that is not shown\n",
            "a secret",
        )
        .hides("hunter", "a secret");
    // A copy of a secret behind the end of what is told, and across it.
    for at in [70, 76, 90] {
        let copy = format!("{}hunter2!hunter2!", "x".repeat(at));
        let mut old = create(json!({"bucket": "hunter2!hunter2!", "policy": copy}));
        old["resource_changes"][0]["change"]["after_sensitive"] = json!({"bucket": true});
        let new = create(json!({"bucket": "b", "policy": [1]}));
        diff(folder.path(), &old, &new)
            .exits(1, "a copy")
            .says("policy: \"xxx", "what is no copy is told")
            .hides("hunt", "a copy that is cut is masked before");
    }
}

#[test]
fn a_plan_that_lacks_something_is_not_the_same_as_a_whole_one() {
    let folder = tempfile::tempdir().unwrap();
    let whole = plan(
        &["update"],
        &json!({"id": "1", "input": "a"}),
        &json!({"id": "1", "input": "b"}),
    );
    let with = |key: &str, value: bool| {
        let mut plan = whole.clone();
        plan[key] = json!(value);
        plan
    };
    let (failed, cut) = (with("errored", true), with("complete", false));
    for (old, new, code, wanted, why) in [
        (&whole, &whole, 0, "No difference", "both are whole"),
        (
            &whole,
            &failed,
            1,
            "The second plan ended with an error",
            "nobody knows what else it would have said",
        ),
        (
            &failed,
            &whole,
            1,
            "The first plan ended with an error",
            "the same the other way",
        ),
        (&whole, &cut, 1, "The second plan is not complete", "more follows"),
        (
            &failed,
            &failed,
            0,
            "The first plan ended with an error",
            "as far as they go, and it is said",
        ),
        (
            &cut,
            &failed,
            1,
            "The first plan is not complete",
            "each in its own way",
        ),
    ] {
        let run = diff(folder.path(), old, new).exits(code, why).says(wanted, why);
        let same = run.stdout.contains("No difference");
        assert_eq!(same, code == 0, "{why}: {}", run.stdout);
        let run = planlint(["diff", "--format=json", "old.json", "new.json"]);
        let document = run.folder(folder.path()).run().exits(code, why).json();
        assert_eq!(document["same"], json!(code == 0), "{why}");
        assert_eq!(document["old_lacks"].is_null(), *old == whole, "{why}: {document}");
    }
}

#[test]
fn two_redacted_copies_are_not_called_the_same_in_silence() {
    let folder = tempfile::tempdir().unwrap();
    let plan = |secret: &str| {
        json!({"format_version": "1.2", "terraform_version": "1.9.0", "resource_changes": [{"address": "t.n",
            "mode": "managed", "type": "t", "name": "n", "change": {"actions": ["update"], "before": {"a": "long-secret-0"},
            "after": {"a": secret}, "after_unknown": {}, "before_sensitive": {"a": true}, "after_sensitive": {"a": true}}}]})
    };
    for (name, secret) in [("one", "long-secret-1"), ("two", "long-secret-2")] {
        std::fs::write(folder.path().join(name), cut::line(&plan(secret))).unwrap();
        let redacted = planlint(["redact", name]).folder(folder.path()).run().exits(0, name);
        std::fs::write(folder.path().join(format!("{name}.redacted")), &redacted.stdout).unwrap();
    }
    planlint(["diff", "one.redacted", "two.redacted"])
        .folder(folder.path())
        .run()
        .exits(0, "nothing else differs")
        .tells("each numbers its secrets by itself", "and that is told");
    let beside = planlint(["diff", "one", "one.redacted"]).folder(folder.path()).run();
    assert_eq!(beside.stderr, "", "one alone is a copy");
}

#[test]
fn a_constant_of_the_configuration_is_told_as_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let change = cut::deleted();
    let (key, address) = ("tofu", change["address"].as_str().unwrap());
    let (type_name, name) = address.split_once('.').unwrap();
    let name = name.split('[').next().unwrap();
    let plan = |region: Value, command: &str| {
        let mut plan = cut::with_change(&change);
        plan["configuration"] = json!({
            "provider_config": {key: {"name": key, "full_name": change["provider_name"],
                "expressions": {"region": region}}},
            "root_module": {"resources": [{"address": format!("{type_name}.{name}"), "mode": "managed",
                "type": type_name, "name": name, "provider_config_key": key, "schema_version": 0,
                "provisioners": [{"type": "local-exec",
                    "expressions": {"command": {"constant_value": command}, "when": {"references": ["self.id"]}}}]}]}
        });
        plan
    };
    let constant = |text: &str| json!({"constant_value": text});
    for (old, new, wanted, why) in [
        (
            plan(constant("eu"), "a"),
            plan(constant("us"), "a"),
            "region: \"eu\", now \"us\"",
            "another constant",
        ),
        (
            plan(constant("eu"), "a"),
            plan(json!({"references": ["var.r"]}), "a"),
            "region: \"eu\", now {references = [\"var.r\"]}",
            "what is none stays what it is",
        ),
        (
            plan(constant("eu"), "a"),
            plan(constant("eu"), "b"),
            "{command = \"a\", when = {references = [\"self.id\"]}}, now {command = \"b\"",
            "in a provisioner",
        ),
    ] {
        diff(folder.path(), &old, &new).exits(1, why).says(wanted, why);
    }
}
