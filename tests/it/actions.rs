//! Actions of providers (Terraform 1.14): what is found in them, and where they and their arguments are told.

use std::slice;

use serde_json::{Value, json};

use crate::cut;
use crate::judge::{Judged, judge};
use crate::program::planlint;
use planlint::input::Want;
use planlint::lint::{Level, Settings};

/// A plan of a new instance that triggers these invocations, and of invocations that are put off.
fn plan(now: &[Value], later: &[Value]) -> Value {
    let mut plan = cut::with_change(&json!({
        "address": "aws_instance.w", "mode": "managed", "type": "aws_instance", "name": "w",
        "provider_name": "registry.terraform.io/hashicorp/aws",
        "change": {
            "actions": ["create"], "before": null, "after": {"ami": "a"}, "after_unknown": {"id": true},
            "before_sensitive": false, "after_sensitive": {}
        }
    }));
    plan["action_invocations"] = json!(now);
    let put_off = |action: &Value| json!({"reason": "deferred_prereq", "action_invocation": action});
    plan["deferred_action_invocations"] = later.iter().map(put_off).collect();
    plan
}

/// An invocation of a command with these arguments.
fn command(values: &Value, marks: &Value) -> Value {
    json!({
        "address": "action.local_command.x", "type": "local_command", "name": "x",
        "provider_name": "registry.terraform.io/hashicorp/local",
        "config_values": values, "config_sensitive": marks, "config_unknown": {},
        "lifecycle_action_trigger": {
            "triggering_resource_address": "aws_instance.w", "action_trigger_event": "AfterCreate",
            "action_trigger_block_index": 0, "actions_list_index": 0
        }
    })
}

fn judged(plan: &Value) -> Judged {
    let judged = judge(cut::line(plan).as_bytes(), Want::Plan, &Settings::default()).unwrap();
    assert!(judged.report.errors.is_empty(), "{:?}", judged.report.errors);
    judged
}

/// The rules of the family that found something, each time they did, with how bad it is.
fn secrets_found(plan: &Value) -> Vec<(String, Level)> {
    let findings = judged(plan).report.findings;
    let of_family = findings.iter().filter(|finding| finding.rule.contains("secret"));
    of_family.map(|finding| (finding.rule.clone(), finding.level)).collect()
}

#[test]
fn secrets_among_arguments_are_found_as_those_of_resources_are() {
    let curl = json!({"command": "bash", "arguments": ["-c", "curl -u admin:Hunter2Hunter2 https://x.example"]});
    let plain = command(&curl, &json!({}));
    let option = json!({"command": "x", "arguments": ["--password", "Tr0ub4dor-and-3"]});
    let written = [("secret-literal", Level::Warning), ("unmarked-secret", Level::Warning)];
    let unmarked = &written[1..];
    let mut later = command(&json!({"command": "x"}), &json!({}));
    later["config_unknown"] = json!({"token": true});
    for (mut plan, variable, wanted, why) in [
        (plan(slice::from_ref(&plain), &[]), "", &written[..], "in a command"),
        (
            plan(&[command(&option, &json!({}))], &[]),
            "",
            &written,
            "behind an option",
        ),
        (
            plan(
                &[command(
                    &json!({"command": "x", "token": "Tr0ub4dor-and-3"}),
                    &json!({}),
                )],
                &[],
            ),
            "",
            &written,
            "under its name",
        ),
        (
            plan(&[], slice::from_ref(&plain)),
            "",
            &written,
            "of an action that is put off",
        ),
        (
            plan(&[plain.clone(), plain.clone()], &[]),
            "",
            &written,
            "of two invocations that are told the same",
        ),
        (
            plan(&[command(&curl, &json!({"arguments": [false, true]}))], &[]),
            "",
            &[],
            "marked",
        ),
        (plan(&[command(&curl, &json!(true))], &[]), "", &[], "marked as a whole"),
        (
            plan(&[command(&json!({"command": "./setup.sh"}), &json!({}))], &[]),
            "Hunter2Hunter2",
            &[],
            "none in it",
        ),
        (
            plan(slice::from_ref(&plain), &[]),
            "Hunter2Hunter2",
            unmarked,
            "a variable brings what is secret",
        ),
        (
            plan(&[plain], &[]),
            "x.example",
            &written,
            "a variable brings what is not",
        ),
        (plan(&[later], &[]), "", unmarked, "known only after apply"),
    ] {
        plan["variables"] = json!({"v": {"value": variable}});
        let wanted: Vec<_> = wanted
            .iter()
            .map(|(rule, level)| ((*rule).to_owned(), *level))
            .collect();
        assert_eq!(secrets_found(&plan), wanted, "{why}");
    }
}

#[test]
fn a_copy_of_what_is_marked_elsewhere_is_told_of_arguments() {
    let declared = json!({"root_module": {"variables": {"v": {"sensitive": true}}}});
    for (argument, is_found, why) in [
        ("blue-sky-horse", true, "the whole argument"),
        ("register --for=blue-sky-horse", true, "in a command"),
        ("register --for=(sensitive value 1)", false, "a copy without secrets"),
        ("register", false, "none"),
    ] {
        let mut plan = plan(&[command(&json!({"command": argument}), &json!({}))], &[]);
        plan["variables"] = json!({"v": {"value": "blue-sky-horse"}});
        plan["configuration"] = declared.clone();
        let wanted: Vec<_> = is_found
            .then(|| ("unmarked-secret".to_owned(), Level::Warning))
            .into_iter()
            .collect();
        assert_eq!(secrets_found(&plan), wanted, "{why}");
        assert!(!judged(&plan).printed().contains("blue-sky-horse"), "{why}");
    }
}

#[test]
fn what_runs_a_program_where_the_apply_runs_is_told() {
    for (type_name, words) in [
        ("local_command", "a command is run on the machine that applies"),
        ("ansible_playbook_run", "a playbook is run on the machine that applies"),
        ("aws_lambda_invoke", "no plan shows what an action changes"),
    ] {
        let mut action = command(&json!({}), &json!({}));
        action["type"] = json!(type_name);
        let report = judged(&plan(&[action], &[])).report;
        let mut told = report
            .findings
            .iter()
            .filter(|finding| finding.rule == "action-invocation");
        let why = told.next().unwrap().why.as_ref().unwrap().to_string();
        assert_eq!(why, format!("aws_instance.w triggers it after it is created; {words}"));
    }
}

#[test]
fn what_is_put_off_is_counted_and_listed_with_its_reason() {
    let action = command(&json!({"command": "./setup.sh"}), &json!({}));
    let plan = plan(&[], &[action]);
    let judged = judged(&plan);
    for (format, wanted) in [
        ("text", "\n1 deferred"),
        (
            "text",
            "\nDeferred to a later plan:\n     invoke  action.local_command.x  after aws_instance.w is created; something it \
             depends on is deferred\n",
        ),
        ("env", "deferred=1\nactions=0\n"),
        ("json", "\"deferred_action_invocations\": [\n"),
        (
            "jsonl",
            r#""line":"deferred_action_invocation","input":0,"address":"action.local_command.x""#,
        ),
        ("jsonl", r#""reason":"deferred_prereq""#),
        (
            "markdown",
            "<details><summary>1 deferred change</summary>\n\n- invoke `action.local_command.x`: after `aws_instance.w` is created; \
             something it depends on is deferred\n",
        ),
        ("html", "Deferred to a later plan"),
        (
            "html",
            "after aws_instance.w is created; something it depends on is deferred",
        ),
    ] {
        let written = judged.written(format, None);
        assert!(written.contains(wanted), "{format}: {wanted}\n{written}");
    }
    let shown = planlint(["show"]).stdin(cut::line(&plan)).run();
    let wanted = "\nDeferred to a later plan:\n      invoke   action.local_command.x  after aws_instance.w, something it depends on \
        is deferred\n";
    assert!(shown.stdout.contains(wanted), "{}", shown.stdout);
}

#[test]
fn a_plan_says_how_many_changes_and_actions_are_put_off() {
    let action = command(&json!({}), &json!({}));
    let change = cut::object(
        "aws_instance.later",
        &["create"],
        &json!(null),
        &json!({"ami": "a"}),
        &json!({"id": true}),
    );
    for (changes, actions, wanted) in [
        (0, 1, "1 action is deferred"),
        (1, 0, "1 change is deferred"),
        (1, 2, "1 change and 2 actions are deferred"),
    ] {
        let mut plan = plan(&[], &vec![action.clone(); actions]);
        let put_off = json!({"reason": "deferred_prereq", "resource_change": change});
        plan["deferred_changes"] = json!(vec![put_off; changes]);
        plan["complete"] = json!(false);
        let report = judged(&plan).report;
        let mut told = report
            .findings
            .iter()
            .filter(|finding| finding.rule == "incomplete-plan");
        assert_eq!(told.next().unwrap().why.as_ref().unwrap().to_string(), wanted);
    }
}

/// As Terraform's sources have it: first the resource, then what is invoked before its change, then after it.
#[test]
fn what_a_change_triggers_stands_behind_it_in_the_text_of_the_engine() {
    let invoked = |name: &str, event: &str, values: &Value| {
        let mut action = command(values, &json!({}));
        action["address"] = json!(format!("action.local_command.{name}"));
        action["name"] = json!(name);
        action["lifecycle_action_trigger"]["action_trigger_event"] = json!(event);
        action
    };
    let mut plan = plan(
        &[
            invoked("late", "AfterCreate", &json!({"command": "b"})),
            invoked("early", "BeforeCreate", &json!({"command": "a"})),
        ],
        &[],
    );
    plan["terraform_version"] = json!("1.15.9");
    let bare = plan["action_invocations"][0].as_object_mut().unwrap();
    bare.remove("config_values");
    let shown = planlint(["show", "--engine-text"]).stdin(cut::line(&plan)).run();
    let wanted = r#"
  # aws_instance.w will be created
  + resource "aws_instance" "w" {
      + ami = "a"
      + id  = (known after apply)
    }

    # Actions to be invoked before this change in order:
    action "local_command" "early" {
        config {
            command = "a"
        }
    }


    # Actions to be invoked after this change in order:
    action "local_command" "late" {
    }

"#;
    shown.says(wanted, "their place, and what is told of one without arguments");
}

#[test]
fn what_an_action_is_told_is_shown_without_what_is_marked() {
    let values = json!({"command": "bash", "stdin": "hunter2-hunter2"});
    let mut action = command(&values, &json!({"stdin": true}));
    action["config_unknown"] = json!({"working_directory": true});
    for (plan, why) in [
        (plan(slice::from_ref(&action), &[]), "invoked"),
        (plan(&[], slice::from_ref(&action)), "put off"),
    ] {
        let shown = planlint(["show"]).stdin(cut::line(&plan)).run();
        let told = "            command           = \"bash\"\n            stdin             = (sensitive value)\n            \
            working_directory = (known after apply)\n";
        shown.says(told, why).hides("hunter2", why);
        let page = judged(&plan).written("html", None);
        let told = "command           = &quot;bash&quot;\nstdin             = (sensitive value)\nworking_directory = (known after apply)";
        assert!(page.contains(told) && !page.contains("hunter2"), "{why}\n{page}");
        let shown = planlint(["show", "--detail", "summary"]).stdin(cut::line(&plan)).run();
        shown.hides("working_directory", "names of what differs, and nothing does");
    }
}
