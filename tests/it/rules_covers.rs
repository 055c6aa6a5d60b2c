//! What protects things by their names, or hangs on them, and stays: whether it covers less than before.

use serde_json::{Value, json};

use crate::cut;
use crate::rules_updates::level;
use planlint::lint::Level;

pub(crate) const WARNING: Option<Level> = Some(Level::Warning);

/// A change of an object; replaced where its values say so.
pub(crate) fn change(name: &str, type_name: &str, actions: &[&str], before: &Value, after: &Value) -> Value {
    cut::object(&format!("{type_name}.{name}"), actions, before, after, &json!({}))
}

pub(crate) const UPDATE: &[&str] = &["update"];
pub(crate) const REPLACE: &[&str] = &["delete", "create"];

/// How bad it is, with others in the plan.
pub(crate) fn found(
    type_name: &str,
    actions: &[&str],
    before: &Value,
    after: &Value,
    others: &[Value],
) -> Option<Level> {
    let mut changes = vec![change("x", type_name, actions, before, after)];
    changes.extend_from_slice(others);
    level("protection-removed", &json!({ "resource_changes": changes }))
}

/// Many names of other things, and one more behind them.
fn decoys(name: &str) -> Vec<String> {
    let others = (0..50).map(|number| format!("refs/heads/a{number}"));
    others.chain([name.to_owned()]).collect()
}

#[test]
fn a_branch_that_is_not_meant_any_more_has_no_protection() {
    let branch = |pattern: &str| json!({"repository_id": "r", "pattern": pattern, "enforce_admins": true});
    let older = |branch: &str| json!({"repository": "r", "branch": branch});
    let ruleset = |enforcement: &str, target: &str, include: Value, exclude: Value| {
        json!({"repository": "r", "name": "x", "enforcement": enforcement, "target": target,
            "conditions": [{"ref_name": [{"include": include, "exclude": exclude}]}]})
    };
    let active = |include: Value, exclude: Value| ruleset("active", "branch", include, exclude);
    let main = || active(json!(["refs/heads/main"]), json!([]));
    let (now, v3, rules) = (
        "github_branch_protection",
        "github_branch_protection_v3",
        "github_repository_ruleset",
    );
    for (type_name, actions, before, after, wanted, why) in [
        (
            now,
            UPDATE,
            branch("main"),
            branch("nothing"),
            WARNING,
            "another branch",
        ),
        (now, UPDATE, branch("main"), branch("ma*"), None, "more branches"),
        (
            now,
            UPDATE,
            branch("release/*"),
            branch("release/1.*"),
            WARNING,
            "fewer branches",
        ),
        (now, UPDATE, branch("main"), branch("main"), None, "the same"),
        (v3, REPLACE, older("main"), older("nothing"), WARNING, "another branch"),
        (
            v3,
            REPLACE,
            older("main"),
            older("main"),
            None,
            "made again for the same",
        ),
        (
            rules,
            UPDATE,
            main(),
            active(json!(["refs/heads/x"]), json!([])),
            WARNING,
            "another branch",
        ),
        (
            rules,
            UPDATE,
            main(),
            active(json!(["refs/heads/*"]), json!([])),
            None,
            "more branches",
        ),
        (
            rules,
            UPDATE,
            main(),
            active(json!(["~ALL"]), json!([])),
            None,
            "all branches",
        ),
        (
            rules,
            UPDATE,
            main(),
            active(json!(["~DEFAULT_BRANCH"]), json!([])),
            WARNING,
            "perhaps the same branch",
        ),
        (
            rules,
            UPDATE,
            main(),
            active(json!(["refs/heads/main"]), json!(["refs/heads/main"])),
            WARNING,
            "what it names is left out",
        ),
        (
            rules,
            UPDATE,
            main(),
            active(json!(["refs/heads/main"]), json!(["refs/heads/bot/**"])),
            None,
            "what it never covered is left out",
        ),
        (
            rules,
            UPDATE,
            active(json!(["~ALL"]), json!([])),
            active(json!(["~ALL"]), json!(["refs/heads/bot/**"])),
            WARNING,
            "a part is left out",
        ),
        (
            rules,
            UPDATE,
            main(),
            active(json!(["refs/heads/main"]), json!(decoys("refs/heads/main"))),
            WARNING,
            "left out behind many that it never covered",
        ),
        (
            rules,
            UPDATE,
            active(json!(["~ALL"]), json!(["refs/heads/bot/**"])),
            active(json!(["~ALL"]), json!(["refs/heads/bot/a"])),
            None,
            "less is left out",
        ),
        (
            rules,
            UPDATE,
            main(),
            ruleset("active", "tag", json!(["refs/heads/main"]), json!([])),
            WARNING,
            "tags, and no branches",
        ),
        (
            rules,
            UPDATE,
            ruleset("evaluate", "branch", json!(["refs/heads/main"]), json!([])),
            ruleset("evaluate", "branch", json!(["refs/heads/x"]), json!([])),
            None,
            "it only watched before",
        ),
    ] {
        let level = found(type_name, actions, &before, &after, &[]);
        assert_eq!(level, wanted, "{type_name} {before} {after}: {why}");
    }
}

#[test]
fn what_another_one_covers_needs_no_second_protection() {
    let branch =
        |pattern: &str, admins: bool| json!({"repository_id": "r", "pattern": pattern, "enforce_admins": admins});
    let (type_name, nothing) = ("github_branch_protection", Value::Null);
    let other = |object: Value, action: &str| match action {
        "delete" => change("y", type_name, &["delete"], &object, &nothing),
        _ => change("y", type_name, &[action], &nothing, &object),
    };
    let elsewhere = json!({"repository_id": "s", "pattern": "main", "enforce_admins": true});
    for (other, wanted, why) in [
        (
            other(branch("main", true), "create"),
            None,
            "a new one for the same branch",
        ),
        (other(branch("ma*", true), "create"), None, "a wider one"),
        (other(branch("main", false), "create"), WARNING, "a weaker one"),
        (
            other(branch("trunk", true), "create"),
            WARNING,
            "one for another branch",
        ),
        (other(elsewhere, "create"), WARNING, "one in another repository"),
    ] {
        let (before, after) = (branch("main", true), branch("old", true));
        let level = found(type_name, UPDATE, &before, &after, std::slice::from_ref(&other));
        assert_eq!(level, wanted, "{why}");
    }
}

#[test]
fn a_policy_of_an_organisation_is_missed_where_it_was() {
    let attached = |policy: &str, target: &str| json!({"policy_id": policy, "target_id": target});
    let type_name = "aws_organizations_policy_attachment";
    let again = |target: &str| change("y", type_name, &["create"], &Value::Null, &attached("p-1", target));
    let unit = change(
        "u",
        "aws_organizations_organizational_unit",
        &["delete"],
        &json!({"id": "ou-1", "name": "u"}),
        &Value::Null,
    );
    let (before, moved) = (attached("p-1", "ou-1"), attached("p-1", "ou-2"));
    let full = attached("p-FullAWSAccess", "ou-1");
    for (actions, before, after, others, wanted, why) in [
        (REPLACE, &before, &moved, vec![], WARNING, "it is for others now"),
        (
            REPLACE,
            &before,
            &moved,
            vec![again("ou-1")],
            None,
            "another takes its place",
        ),
        (
            REPLACE,
            &before,
            &moved,
            vec![again("ou-3")],
            WARNING,
            "another for others",
        ),
        (REPLACE, &before, &before, vec![], None, "made again for the same"),
        (&["delete"], &before, &Value::Null, vec![], WARNING, "it is gone"),
        (
            &["delete"],
            &before,
            &Value::Null,
            vec![again("ou-1")],
            None,
            "under another name",
        ),
        (
            &["delete"],
            &before,
            &Value::Null,
            vec![unit],
            None,
            "with what it was for",
        ),
        (&["delete"], &full, &Value::Null, vec![], None, "it forbids nothing"),
    ] {
        let level = found(type_name, actions, before, after, &others);
        assert_eq!(level, wanted, "{why}");
    }
    for (kind, wanted, why) in [
        ("SERVICE_CONTROL_POLICY", WARNING, "what it forbade is allowed"),
        ("RESOURCE_CONTROL_POLICY", WARNING, "the same"),
        ("TAG_POLICY", None, "it forbids nothing"),
    ] {
        let policy = json!({"id": "p-1", "name": "p", "type": kind, "content": "{}"});
        let level = found("aws_organizations_policy", &["delete"], &policy, &Value::Null, &[]);
        assert_eq!(level, wanted, "{kind}: {why}");
    }
}

#[test]
fn a_policy_of_an_organisation_that_denies_less_is_told() {
    let policy = |statements: Value| {
        let text = json!({"Version": "2012-10-17", "Statement": statements}).to_string();
        json!({"name": "p", "type": "SERVICE_CONTROL_POLICY", "content": text})
    };
    let deny = |action: &str| json!({"Effect": "Deny", "Action": action, "Resource": "*"});
    let type_name = "aws_organizations_policy";
    let other = |action: &str, object: &Value| change("y", type_name, &[action], &Value::Null, object);
    let leave = policy(json!([deny("organizations:LeaveOrganization")]));
    let (both, bar) = (
        policy(json!([deny("organizations:LeaveOrganization"), deny("foo:Bar")])),
        policy(json!([deny("foo:Bar")])),
    );
    for (before, after, others, wanted, why) in [
        (&leave, &bar, vec![], WARNING, "another action"),
        (&leave, &both, vec![], None, "one more"),
        (&both, &bar, vec![], WARNING, "one fewer"),
        (
            &both,
            &bar,
            vec![other("create", &leave)],
            None,
            "it stands in another policy now",
        ),
    ] {
        let level = found(type_name, UPDATE, before, after, &others);
        assert_eq!(level, wanted, "{why}");
    }
}

#[test]
fn who_is_left_out_of_the_audit_is_not_recorded() {
    let config = |members: Value| {
        json!({"project": "p", "service": "allServices",
            "audit_log_config": [{"log_type": "DATA_READ", "exempted_members": members}]})
    };
    for (before, after, wanted, why) in [
        (json!([]), json!(["user:a@example.com"]), WARNING, "the first one"),
        (
            json!(["user:a@example.com"]),
            json!(["user:a@example.com", "user:b@example.com"]),
            WARNING,
            "one more",
        ),
        (json!(["user:a@example.com"]), json!([]), None, "nobody any more"),
    ] {
        let (before, after) = (config(before), config(after));
        let level = found("google_project_iam_audit_config", UPDATE, &before, &after, &[]);
        assert_eq!(level, wanted, "{why}");
    }
}

#[test]
fn a_firewall_that_only_watches_stops_nothing() {
    let acl = |action: &str| json!({"name": "a", "default_action": [{action: [{}]}]});
    let rules = |phase: &str, action: &str, enabled: bool| json!({"phase": phase, "rules": [{"action": action, "enabled": enabled, "expression": "a"}]});
    let none = json!({"phase": "http_request_firewall_custom", "rules": [
        {"action": "block", "enabled": true, "expression": "a"}, {"action": "block", "enabled": true, "expression": "b"}]});
    let (custom, cache) = ("http_request_firewall_custom", "http_request_cache_settings");
    let set = "cloudflare_ruleset";
    for (type_name, before, after, wanted, why) in [
        (
            "aws_wafv2_web_acl",
            acl("block"),
            acl("allow"),
            WARNING,
            "whatever no rule names",
        ),
        (
            "aws_wafv2_web_acl",
            acl("allow"),
            acl("block"),
            None,
            "the other way round",
        ),
        (
            set,
            rules(custom, "block", true),
            rules(custom, "block", false),
            WARNING,
            "switched off",
        ),
        (
            set,
            rules(custom, "block", true),
            rules(custom, "log", true),
            WARNING,
            "it only watches",
        ),
        (
            set,
            rules(custom, "block", true),
            rules(custom, "managed_challenge", true),
            None,
            "it still stops",
        ),
        (
            set,
            rules(custom, "log", true),
            rules(custom, "log", true),
            None,
            "as before",
        ),
        (
            set,
            rules(cache, "set_cache_settings", true),
            rules(cache, "set_cache_settings", false),
            None,
            "no firewall",
        ),
        (
            set,
            none,
            rules(custom, "block", true),
            WARNING,
            "a rule is gone, and none comes",
        ),
    ] {
        let level = found(type_name, UPDATE, &before, &after, &[]);
        assert_eq!(level, wanted, "{type_name} {before} {after}: {why}");
    }
}
