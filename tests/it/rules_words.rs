//! What is said of a plan, in which words, where words of another plan would be untrue.

use serde_json::{Value, json};

use crate::judge::{Judged, judge};
use crate::program::planlint;
use crate::rules::document;
use crate::rules_edges::{change, helps};
use planlint::input::Want;
use planlint::lint::Settings;

fn judged(plan: &Value) -> Judged {
    let text = document(false, &plan.to_string()).to_string();
    let judged = judge(text.as_bytes(), Want::Plan, &Settings::default()).unwrap();
    assert!(judged.report.errors.is_empty(), "{:?}", judged.report.errors);
    judged
}

/// Message and reason of each finding of a rule.
pub(crate) fn said(rule: &str, plan: &Value) -> Vec<String> {
    let findings = judged(plan).report.findings;
    let of_rule = findings.iter().filter(|finding| finding.rule == rule);
    of_rule
        .map(|finding| {
            let why = finding.why.as_ref().map(ToString::to_string).unwrap_or_default();
            format!("{}: {why}", finding.message)
        })
        .collect()
}

fn login(change: &Value) -> Value {
    json!({
        "address": "terraform_data.login", "mode": "managed", "type": "terraform_data", "name": "login",
        "change": change
    })
}

#[test]
fn a_reason_of_replacement_is_told_of_replacements_alone() {
    for (actions, reason, words, is_told, why) in [
        (
            &["create"][..],
            "replace_by_triggers",
            "replace_triggered_by",
            false,
            "OpenTofu 1.12 writes it of what is new",
        ),
        (
            &["update"],
            "replace_because_tainted",
            "it is tainted",
            false,
            "nothing is replaced",
        ),
        (
            &["delete", "create"],
            "replace_by_triggers",
            "replace_triggered_by",
            true,
            "a replacement",
        ),
        (
            &["create", "delete"],
            "replace_because_tainted",
            "it is tainted",
            true,
            "in the other order",
        ),
        (
            &["forget", "create"],
            "replace_by_request",
            "asked for with -replace",
            true,
            "one that destroys nothing",
        ),
        (
            &["delete"],
            "delete_because_no_resource_config",
            "not in configuration",
            true,
            "another reason",
        ),
    ] {
        let before = if actions == ["create"] {
            Value::Null
        } else {
            json!({"input": "a"})
        };
        let after = if actions == ["delete"] {
            Value::Null
        } else {
            json!({"input": "b"})
        };
        let mut change = login(&json!({"actions": actions, "before": before, "after": after, "after_unknown": {}}));
        change["action_reason"] = json!(reason);
        let judged = judged(&json!({"resource_changes": [change]}));
        let text = judged.written("text", None);
        assert_eq!(text.contains(words), is_told, "{why}: {text}");
        assert!(
            judged.written("json", None).contains(reason),
            "{why}: programs get the engine's word"
        );
    }
}

/// The canary of these tests: marked at `input.key`, and perhaps somewhere else.
const SECRET: &str = "Tr0ub4dor-and-3";

#[test]
fn a_secret_in_the_text_of_the_plan_is_told() {
    const TOLD: [&str; 1] = [
        "terraform_data.login holds a secret that the engine prints in the text of this plan: \
        nothing marks `output.key`, and the same text is marked sensitive elsewhere in the plan",
    ];
    let all = |output: Value| json!({"input": {"key": SECRET}, "output": output});
    let copy = || all(json!({"key": SECRET, "user": "bob"}));
    for (actions, before, after, unknown, wanted, why) in [
        (
            &["delete"][..],
            copy(),
            Value::Null,
            json!({}),
            &TOLD[..],
            "all of what is destroyed is printed",
        ),
        (
            &["forget"],
            copy(),
            Value::Null,
            json!({}),
            &TOLD,
            "and of what is forgotten",
        ),
        (
            &["update"],
            copy(),
            json!({"input": {"key": "another-Tr0ub4dor"}}),
            json!({"output": true}),
            &TOLD,
            "what becomes unknown goes as a whole",
        ),
        (
            &["delete", "create"],
            copy(),
            all(json!({"key": "plain", "user": "bob"})),
            json!({}),
            &TOLD,
            "one member of an object changes",
        ),
        (
            &["update"],
            copy(),
            json!({"input": {"key": SECRET}, "output": {"key": SECRET, "user": "eve"}}),
            json!({}),
            &[],
            "what stays as it is the engine hides",
        ),
        (&["no-op"], copy(), copy(), json!({}), &[], "nothing is printed"),
        (
            &["update"],
            all(json!([SECRET, "b"])),
            all(json!(["a", "b", SECRET])),
            json!({}),
            &[],
            "an element that only stands elsewhere",
        ),
        (
            &["delete"],
            json!({"input": {"key": SECRET}, "triggers_replace": {"key": "Other-Tr0ub4dor-9"}}),
            Value::Null,
            json!({}),
            &[],
            "no copy",
        ),
    ] {
        let marks = json!({"input": {"key": true}});
        let after_marks = if after.is_null() { json!(false) } else { marks.clone() };
        let change = login(&json!({
            "actions": actions, "before": before, "after": after, "after_unknown": unknown,
            "before_sensitive": marks, "after_sensitive": after_marks
        }));
        let plan = json!({"resource_changes": [change], "terraform_version": "1.12.6"});
        assert_eq!(said("unmarked-secret", &plan), wanted, "{why}");
        for format in ["text", "json", "markdown"] {
            assert!(
                !judged(&plan).written(format, None).contains(SECRET),
                "{why}: {format} leaks"
            );
        }
    }
}

#[test]
fn a_default_is_a_secret_for_a_reason() {
    const BY_MARK: &str = "var.v has a secret for its default: the variable is declared sensitive, and this is what it \
        holds when nobody sets it";
    const BY_NAME: &str = "var.db_password has a secret for its default: it holds a text that looks like a secret";
    const TOKEN: &str = "var.v has a secret for its default: it holds a GitHub personal access token";
    let token = ["ghp_", "0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R"].concat();
    for (name, variable, wanted, why) in [
        (
            "v",
            json!({"sensitive": true, "default": "ubuntu-22.04-lts"}),
            &[][..],
            "a label",
        ),
        (
            "v",
            json!({"sensitive": true, "default": "123456789012"}),
            &[],
            "the number of an account",
        ),
        (
            "v",
            json!({"sensitive": true, "default": "eu-central-1"}),
            &[],
            "a region",
        ),
        (
            "v",
            json!({"sensitive": true, "default": "2026-11-24 10:00"}),
            &[],
            "a time",
        ),
        (
            "v",
            json!({"sensitive": true, "default": "Tr0ub4dor-and-3x"}),
            &[BY_MARK],
            "a password, by its mark",
        ),
        (
            "v",
            json!({"ephemeral": true, "default": "Tr0ub4dor-and-3x"}),
            &[],
            "what is ephemeral need not be secret",
        ),
        (
            "v",
            json!({"ephemeral": true, "default": token}),
            &[TOKEN],
            "what is a secret whatever marks it",
        ),
        (
            "v",
            json!({"sensitive": true, "default": token}),
            &[TOKEN],
            "and it is called that",
        ),
        (
            "db_password",
            json!({"default": "Tr0ub4dor-and-3x"}),
            &[BY_NAME],
            "by its name",
        ),
        (
            "db_password",
            json!({"sensitive": true, "default": "prod-2026-k3y"}),
            &[BY_NAME],
            "by both",
        ),
    ] {
        let plan = json!({"configuration": {"root_module": {"variables": {name: variable}}}});
        assert_eq!(said("secret-variable-default", &plan), wanted, "{why}");
    }
}

#[test]
fn what_does_not_hold_is_called_what_it_is() {
    for (kind, address, wanted, stops, why) in [
        (
            "resource",
            "terraform_data.b",
            "a precondition or postcondition of terraform_data.b",
            true,
            "the resource itself holds anything",
        ),
        (
            "output_value",
            "output.o",
            "a precondition of output.o",
            true,
            "outputs have no other",
        ),
        ("var", "var.x", "a validation of var.x", true, "so have variables"),
        (
            "check",
            "check.health",
            "check.health",
            false,
            "a block that warns and stops nothing",
        ),
    ] {
        let plan = |status: &str| {
            json!({"checks": [{
                "address": {"kind": kind, "to_display": address},
                "status": status,
                "instances": [{"address": {"to_display": address}, "status": status}]
            }]})
        };
        let failed = said("failed-check", &plan("fail"));
        assert_eq!(failed, [format!("{wanted} does not hold: ")], "{why}");
        let unknown = judged(&plan("unknown")).report.findings;
        let unknown = unknown.iter().find(|finding| finding.rule == "unknown-check").unwrap();
        assert_eq!(
            &*unknown.message,
            format!("{wanted} is decided only during apply"),
            "{why}"
        );
        let help = unknown.help.as_ref().map(ToString::to_string).unwrap_or_default();
        assert_eq!(help.contains("stops it partway"), stops, "{why}: {help}");
    }
}

#[test]
fn help_is_about_what_was_given() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("empty.json"), " \n").unwrap();
    let waive = |reason, until| vec!["waive", "delete", "a.b", "--reason", reason, "--until", until];
    for (arguments, words, why) in [
        (
            vec!["empty.json"],
            "the command that wrote it probably failed",
            "a file has no pipe",
        ),
        (
            vec!["-"],
            "the command before the pipe failed",
            "standard input has one",
        ),
        (waive("", "2999-01-31"), "say why it is permitted", "no reason"),
        (
            waive("x", "2020-01-31"),
            "the last day on which it is permitted",
            "a day that is over",
        ),
    ] {
        let run = planlint(arguments).folder(folder.path()).run().exits(2, why);
        assert!(run.stderr.contains(words), "{why}: {}", run.stderr);
    }
}

#[test]
fn what_keeps_an_object_depends_on_why_it_goes() {
    let configured = json!({"root_module": {"resources": [
        {"address": "acme_thing.here", "mode": "managed", "type": "acme_thing", "name": "here"}
    ]}});
    for (address, reason, version, keep, forget, why) in [
        (
            "acme_thing.gone",
            "delete_because_no_resource_config",
            "1.12.6",
            "keep it in the configuration, write a `moved` block if only its address changed",
            "`removed`",
            "its block is gone, so that another may name it",
        ),
        (
            "acme_thing.gone",
            "delete_because_no_resource_config",
            "1.5.7",
            "keep it in the configuration",
            "`state rm`",
            "no engine of that time knows the block",
        ),
        (
            "acme_thing.here[1]",
            "delete_because_count_index",
            "1.12.6",
            "restore the count",
            "`state rm`",
            "engines refuse a removed block beside the block that it names",
        ),
        (
            "acme_thing.here[\"a\"]",
            "delete_because_each_key",
            "1.12.6",
            "restore the key",
            "`state rm`",
            "so they do here",
        ),
        (
            "acme_thing.here",
            "delete_because_wrong_repetition",
            "1.12.6",
            "`moved` block",
            "`state rm`",
            "it is there under another key",
        ),
        (
            "acme_thing.here",
            "delete_because_enabled_false",
            "1.12.6",
            "set `enabled` to true",
            "`state rm`",
            "the block says that it is off",
        ),
        (
            "module.m[1].acme_thing.here",
            "delete_because_no_module",
            "1.12.6",
            "the count or the key of its module",
            "`state rm`",
            "the call is there, and the instance is not",
        ),
        (
            "acme_thing.gone",
            "delete_because_no_move_target",
            "1.12.6",
            "correct `to`",
            "`state rm`",
            "a move that leads nowhere",
        ),
        (
            "acme_thing.here",
            "",
            "1.12.6",
            "plan without `-destroy`",
            "`state rm`",
            "configuration wants it, and the plan does not",
        ),
        (
            "acme_thing.gone",
            "",
            "1.12.6",
            "plan without `-destroy`",
            "`state rm`",
            "no reason, and perhaps a removed block, which `-destroy` does not heed",
        ),
        (
            "acme_thing.here",
            "",
            "1.0.11",
            "keep it in the configuration",
            "`state rm`",
            "an engine that gives no reasons",
        ),
        (
            "acme_thing.here",
            "delete_because_of_the_moon",
            "1.12.6",
            "keep it in the configuration",
            "`removed`",
            "a reason that nobody knows yet",
        ),
    ] {
        let mut gone = change(address, &["delete"], &json!({}), &Value::Null);
        if !reason.is_empty() {
            gone["action_reason"] = json!(reason);
        }
        for (rule, type_name) in [("delete", "acme_thing"), ("delete-stateful", "aws_db_instance")] {
            let plan = json!({"resource_changes": [gone], "configuration": configured, "terraform_version": version});
            let plan: Value = plan.to_string().replace("acme_thing", type_name).parse().unwrap();
            let help = helps(rule, &plan).concat();
            assert!(help.contains(keep), "{why}: {rule}: {help}");
            let is_older = version == "1.0.11";
            assert!(!is_older || !help.contains("`moved`"), "`moved` came with 1.1: {help}");
            for way in ["`removed`", "`state rm`"] {
                assert_eq!(help.contains(way), way == forget, "{why}: {rule}: {help}");
            }
        }
    }
    for (beside, wanted, why) in [
        (
            "create",
            "keep it in the configuration",
            "`-destroy` makes nothing: a tool left the reason out",
        ),
        ("update", "keep it in the configuration", "nor does it change anything"),
        ("no-op", "plan without `-destroy`", "what stays does not tell"),
        (
            "forget",
            "plan without `-destroy`",
            "what is forgotten under `-destroy`",
        ),
    ] {
        let gone = change("acme_thing.gone", &["delete"], &json!({}), &Value::Null);
        let side = |is_there: bool| if is_there { json!({}) } else { Value::Null };
        let (before, after) = (side(beside != "create"), side(beside != "forget"));
        let other = change("acme_thing.other", &[beside], &before, &after);
        let plan = json!({"resource_changes": [gone, other], "terraform_version": "1.12.6"});
        let help = helps("delete", &plan).concat();
        assert!(help.contains(wanted), "{why}: {help}");
    }
    let mut left = change("aws_db_instance.here", &["delete"], &json!({}), &Value::Null);
    left["deposed"] = json!("0a1b2c3d");
    let help = helps("delete-stateful", &json!({"resource_changes": [left]})).concat();
    assert!(!help.contains("forget"), "an engine forgets no deposed object: {help}");
}

#[test]
fn what_undoes_a_replacement_depends_on_why_it_is_planned() {
    for (reason, wanted) in [
        ("replace_because_tainted", "`untaint`"),
        ("replace_by_request", "plan without `-replace`"),
        ("replace_by_triggers", "`replace_triggered_by`"),
        (
            "replace_because_cannot_update",
            "the change that forces the replacement",
        ),
    ] {
        let mut replaced = change("aws_db_instance.db", &["delete", "create"], &json!({}), &json!({}));
        replaced["action_reason"] = json!(reason);
        for rule in ["replace", "replace-stateful"] {
            let help = helps(rule, &json!({"resource_changes": [replaced]})).concat();
            assert!(help.contains(wanted), "{rule}: {reason}: {help}");
        }
    }
}

#[test]
fn what_opens_is_told_by_what_the_plan_says() {
    let cluster = "arn:aws:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy";
    let many =
        "path \"secret/*\" { capabilities = [\"create\"] }\npath \"*\" { capabilities = [\"create\", \"sudo\"] }";
    for (type_name, after, wanted, why) in [
        (
            "aws_eks_access_policy_association",
            json!({"policy_arn": cluster}),
            "policy_arn = \"arn:aws:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy\"",
            "not the pattern of the rule",
        ),
        (
            "vault_policy",
            json!({"policy": many}),
            "policy.path[\"*\"].capabilities = \"sudo\"",
            "the block that opens, and the gravest of its values",
        ),
        (
            "azurerm_mssql_firewall_rule",
            json!({"start_ip_address": "0.0.0.0", "end_ip_address": "255.255.255.255"}),
            "start_ip_address = \"0.0.0.0\" up to end_ip_address = \"255.255.255.255\"",
            "a range has two ends",
        ),
    ] {
        let plan = json!({"resource_changes": [{
            "address": format!("{type_name}.x"), "mode": "managed", "type": type_name, "name": "x",
            "change": {"actions": ["create"], "before": null, "after": after}
        }]});
        let findings = judged(&plan).report.findings;
        let told = findings.iter().any(|finding| finding.message.ends_with(wanted));
        let messages: Vec<_> = findings.iter().map(|finding| finding.message.to_string()).collect();
        assert!(told, "{why}: {messages:?}");
    }
    let secret = json!({"resource_changes": [{
        "address": "aws_eks_access_policy_association.x", "mode": "managed",
        "type": "aws_eks_access_policy_association", "name": "x",
        "change": {
            "actions": ["create"], "before": null, "after": {"policy_arn": cluster},
            "after_sensitive": {"policy_arn": true}
        }
    }]});
    let found = said("admin-grant", &secret);
    assert!(
        found.len() == 1 && !found.concat().contains("Cluster"),
        "what is marked is not told: {found:?}"
    );
}

#[test]
fn what_becomes_of_tainted_objects_is_said_as_far_as_it_is_known() {
    const GONE: &str = "no block asks for it any more, so that nothing creates it again";
    const PERHAPS: &str = "the next complete one replaces it, or only destroys it if nothing asks for it any more";
    let other = json!([login(&json!({"actions": ["create"], "before": null, "after": {}}))]);
    let block = json!({"address": "a.b", "mode": "managed", "type": "a", "name": "b"});
    for (configuration, wanted, why) in [
        (
            json!({"root_module": {"resources": [block]}}),
            PERHAPS,
            "`count` may ask for fewer",
        ),
        (json!({"root_module": {}}), GONE, "its block is gone"),
    ] {
        let object =
            json!({"address": "a.b", "mode": "managed", "type": "a", "name": "b", "tainted": true, "values": {}});
        let plan = json!({
            "configuration": configuration,
            "resource_changes": other,
            "prior_state": {"format_version": "1.0", "values": {"root_module": {"resources": [object]}}},
        });
        let said = said("tainted-resource", &plan);
        assert!(matches!(&said[..], [one] if one.ends_with(wanted)), "{why}: {said:?}");
    }
}

#[test]
fn a_plan_that_only_refreshes_leaves_out_everything() {
    const LEFT_OUT: &str = "this plan leaves it out";
    let object = json!({"address": "a.b", "mode": "managed", "type": "a", "name": "b", "values": {}});
    let mut plan = json!({
        "configuration": {"root_module": {}},
        "prior_state": {"format_version": "1.0", "values": {"root_module": {"resources": [object]}}},
    });
    let refreshed = said("orphaned-resource", &plan);
    assert_eq!(refreshed.len(), 1, "it is an orphan all the same");
    assert!(!refreshed[0].contains(LEFT_OUT), "{refreshed:?}");
    plan["resource_changes"] = json!([login(&json!({"actions": ["create"], "before": null, "after": {}}))]);
    assert!(said("orphaned-resource", &plan)[0].contains(LEFT_OUT));
}
