//! Lists that protect by what they name: what of them is lost, and what is gone itself or only has another name.

use serde_json::{Value, json};

use crate::rules_covers::{REPLACE, UPDATE, WARNING, change, found};
use crate::rules_updates::level_of;

const PROTECTION: &str = "protection-removed";

#[test]
fn a_rule_for_branches_that_asks_for_less_is_told() {
    let checks = |names: &[&str]| -> Vec<Value> { names.iter().map(|name| json!({"context": name})).collect() };
    let set = |names: &[&str], actors: Value| {
        json!({"repository": "r", "enforcement": "active", "bypass_actors": actors,
            "rules": [{"required_status_checks": [{"required_check": checks(names)}]}]})
    };
    let actor = |id: u64| json!({"actor_id": id, "actor_type": "Team"});
    let branch = |names: &[&str], bypassers: Value| {
        json!({"repository_id": "r", "pattern": "main", "required_status_checks": [{"contexts": names}],
            "required_pull_request_reviews": [{"pull_request_bypassers": bypassers}]})
    };
    let none = || json!([]);
    let (rules, protection) = ("github_repository_ruleset", "github_branch_protection");
    for (type_name, before, after, wanted, why) in [
        (
            rules,
            set(&["a", "b"], none()),
            set(&["a"], none()),
            WARNING,
            "one check less",
        ),
        (
            rules,
            set(&["a", "b"], none()),
            set(&["a", "c"], none()),
            None,
            "another name of a check",
        ),
        (rules, set(&["a"], none()), set(&["a", "b"], none()), None, "one more"),
        (
            rules,
            set(&["a"], none()),
            json!({"repository": "r", "enforcement": "active", "bypass_actors": [], "rules": [{"required_status_checks": []}]}),
            WARNING,
            "all of them, told once",
        ),
        (
            rules,
            set(&["a"], none()),
            set(&["a"], json!([actor(1)])),
            WARNING,
            "somebody may pass by",
        ),
        (
            rules,
            set(&["a"], json!([actor(1)])),
            set(&["a"], none()),
            None,
            "nobody may any more",
        ),
        (
            rules,
            set(&["a"], json!([actor(1)])),
            set(&["a"], json!([actor(1)])),
            None,
            "as before",
        ),
        (
            protection,
            branch(&["a", "b"], none()),
            branch(&["b"], none()),
            WARNING,
            "one check less",
        ),
        (
            protection,
            branch(&["a"], none()),
            branch(&[], none()),
            WARNING,
            "none any more",
        ),
        (
            protection,
            branch(&["a"], none()),
            branch(&["b"], none()),
            None,
            "another name",
        ),
        (
            protection,
            branch(&["a"], none()),
            branch(&["a"], json!(["/u"])),
            WARNING,
            "somebody needs no review",
        ),
        (
            protection,
            branch(&["a"], json!(["/u"])),
            branch(&["a"], none()),
            None,
            "nobody any more",
        ),
    ] {
        let level = level_of(PROTECTION, type_name, &before, &after);
        assert_eq!(level, wanted, "{type_name} {before} {after}: {why}");
    }
}

#[test]
fn who_signs_in_past_a_policy_is_told() {
    let of = |included: Value, groups: Value, excluded: Value, apps: Value| {
        json!({"state": "enabled", "grant_controls": [{"built_in_controls": ["mfa"]}], "conditions": [{
            "client_app_types": ["all"], "applications": [{"included_applications": apps}],
            "users": [{"included_users": included, "included_groups": groups, "excluded_groups": excluded}]}]})
    };
    let (all, none) = (|| json!(["All"]), || json!([]));
    let everybody = || of(all(), none(), none(), all());
    let asks =
        |state: &str, controls: Value| json!({"state": state, "grant_controls": [{"built_in_controls": controls}]});
    for (before, after, wanted, why) in [
        (everybody(), everybody(), None, "as before"),
        (
            everybody(),
            of(json!(["u"]), none(), none(), all()),
            WARNING,
            "one of all",
        ),
        (
            everybody(),
            of(all(), none(), json!(["g"]), all()),
            WARNING,
            "all but some",
        ),
        (of(all(), none(), json!(["g"]), all()), everybody(), None, "all again"),
        (
            of(none(), json!(["g"]), none(), all()),
            everybody(),
            None,
            "all, and none by name",
        ),
        (
            of(none(), json!(["g", "h"]), none(), all()),
            of(none(), json!(["h"]), none(), all()),
            WARNING,
            "one less",
        ),
        (
            of(json!(["None"]), json!(["g"]), none(), all()),
            of(json!(["u"]), json!(["g"]), none(), all()),
            None,
            "one more",
        ),
        (
            everybody(),
            of(all(), none(), none(), json!(["a"])),
            WARNING,
            "one application of all",
        ),
        (
            of(all(), none(), none(), json!(["a"])),
            everybody(),
            None,
            "all of them",
        ),
        (
            asks("enabled", json!(["block"])),
            asks("enabled", json!(["mfa"])),
            WARNING,
            "it forbade",
        ),
        (
            asks("enabled", json!(["mfa"])),
            asks("enabled", json!(["block"])),
            None,
            "it forbids",
        ),
        (
            asks("disabled", json!(["block"])),
            asks("disabled", json!(["mfa"])),
            None,
            "it does nothing",
        ),
    ] {
        let level = level_of(PROTECTION, "azuread_conditional_access_policy", &before, &after);
        assert_eq!(level, wanted, "{before} {after}: {why}");
    }
}

#[test]
fn a_limit_that_is_gone_limits_nothing() {
    let (jwt, approle) = ("vault_jwt_auth_backend_role", "vault_approle_auth_backend_role");
    let claims = |claims: Value| json!({"role_type": "jwt", "bound_subject": "s", "bound_claims": claims});
    let two = || claims(json!({"repository": "o/r", "ref": "main"}));
    let of = |audiences: Value| json!({"role_type": "jwt", "bound_subject": "s", "bound_audiences": audiences});
    let from = |networks: Value| json!({"role_name": "r", "token_bound_cidrs": networks});
    let key = |key: Value| json!({"name": "x", "kms_key_id": key});
    let (trail, secret) = ("aws_cloudtrail", "aws_secretsmanager_secret");
    let policy = |types: Value| json!({"spec": [{"policy_types": types}]});
    for (type_name, before, after, wanted, why) in [
        (
            jwt,
            two(),
            claims(json!({"repository": "o/r"})),
            WARNING,
            "one claim less",
        ),
        (
            jwt,
            two(),
            claims(json!({"repository": "o/r", "ref": "next"})),
            None,
            "another value",
        ),
        (jwt, claims(json!({"repository": "o/r"})), two(), None, "one more"),
        (jwt, two(), claims(Value::Null), WARNING, "none"),
        (jwt, of(json!(["a"])), of(json!([])), WARNING, "no audience"),
        (
            jwt,
            of(json!(["a", "b"])),
            of(json!(["a"])),
            None,
            "one audience less is less",
        ),
        (
            approle,
            from(json!(["10.0.0.0/8"])),
            from(Value::Null),
            WARNING,
            "from everywhere",
        ),
        (
            approle,
            from(json!(["10.0.0.0/8"])),
            from(json!(["10.1.0.0/16"])),
            None,
            "from elsewhere",
        ),
        (trail, key(json!("k")), key(Value::Null), WARNING, "no key"),
        (trail, key(json!("k")), key(json!("l")), None, "another key"),
        (trail, key(Value::Null), key(json!("k")), None, "a key at last"),
        (
            secret,
            key(json!("alias/aws/secretsmanager")),
            key(Value::Null),
            None,
            "the same key by default",
        ),
        (secret, key(json!("k")), key(Value::Null), WARNING, "no own key"),
        (
            "kubernetes_network_policy_v1",
            policy(json!(["Ingress", "Egress"])),
            policy(json!(["Ingress"])),
            WARNING,
            "one direction",
        ),
    ] {
        let level = level_of(PROTECTION, type_name, &before, &after);
        assert_eq!(level, wanted, "{type_name} {before} {after}: {why}");
    }
}

#[test]
fn a_policy_for_a_network_that_lets_all_in_is_told() {
    let policy = |types: Value, ingress: Value| json!({"metadata": [{"name": "n"}], "spec": [{"policy_types": types, "ingress": ingress}]});
    let inbound = |ingress: Value| policy(json!(["Ingress"]), ingress);
    let some = || json!([{"from": [{"pod_selector": [{}]}], "ports": []}]);
    let all = || json!([{"from": [], "ports": []}]);
    let (kind, manifest) = ("kubernetes_network_policy_v1", "kubernetes_manifest");
    let object = |kind: &str, ingress: Value| json!({"manifest": {"kind": kind, "spec": {"ingress": ingress}}});
    for (type_name, before, after, wanted, why) in [
        (kind, inbound(some()), inbound(all()), WARNING, "all of them"),
        (
            kind,
            inbound(json!([])),
            inbound(all()),
            WARNING,
            "all, and nobody before",
        ),
        (kind, inbound(some()), inbound(json!([])), None, "nobody any more"),
        (kind, inbound(all()), inbound(all()), None, "as before"),
        (
            kind,
            Value::Null,
            inbound(all()),
            None,
            "a new one, where all are let in without it",
        ),
        (
            kind,
            inbound(some()),
            inbound(json!([{"from": [], "ports": [{"port": "443"}]}])),
            None,
            "one port",
        ),
        (
            kind,
            policy(json!(["Egress"]), some()),
            policy(json!(["Egress"]), all()),
            None,
            "it is about the other direction",
        ),
        (
            manifest,
            object("NetworkPolicy", json!([])),
            object("NetworkPolicy", json!([{}])),
            WARNING,
            "the same",
        ),
        (
            manifest,
            object("Other", json!([])),
            object("Other", json!([{}])),
            None,
            "another kind",
        ),
        (
            manifest,
            json!({"manifest": {"kind": "NetworkPolicy", "spec": {"podSelector": {}}}}),
            object("NetworkPolicy", json!([{}])),
            WARNING,
            "what says nothing lets nobody in",
        ),
        (
            kind,
            policy(json!(["Egress"]), json!([])),
            policy(json!(["Egress", "Ingress"]), all()),
            None,
            "all were let in before",
        ),
    ] {
        let level = level_of("public-ingress", type_name, &before, &after);
        assert_eq!(level, wanted, "{type_name} {before} {after}: {why}");
    }
}

#[test]
fn what_goes_itself_needs_no_cover() {
    let set = |names: &[&str]| {
        json!({"repository": "r", "enforcement": "active", "target": "branch",
            "conditions": [{"ref_name": [{"include": names, "exclude": []}]}]})
    };
    let (own, main, old, new) = ("~DEFAULT_BRANCH", "refs/heads/main", "refs/heads/old", "refs/heads/new");
    let branch = |action: &str, repository: &str, before: &str, after: Value| {
        let object = |branch: &str| json!({"repository": repository, "branch": branch});
        let after = after.as_str().map_or(Value::Null, object);
        change("b", "github_branch", &[action], &object(before), &after)
    };
    let default = |before: &str, after: &str| {
        let object = |branch: &str| json!({"repository": "r", "branch": branch});
        let action = if before == after { "no-op" } else { "update" };
        change("d", "github_branch_default", &[action], &object(before), &object(after))
    };
    let destroyed = || branch("delete", "r", "old", Value::Null);
    for (before, after, other, wanted, why) in [
        (
            set(&[main, old]),
            set(&[main]),
            destroyed(),
            None,
            "the branch is destroyed",
        ),
        (
            set(&[main, old]),
            set(&[main]),
            branch("delete", "s", "old", Value::Null),
            WARNING,
            "in another repository",
        ),
        (
            set(&[main, old]),
            set(&[main]),
            branch("update", "r", "old", json!("new")),
            WARNING,
            "its new name is not covered",
        ),
        (
            set(&[main, old]),
            set(&[main, new]),
            branch("update", "r", "old", json!("new")),
            None,
            "its new name is",
        ),
        (
            set(&[main, old]),
            set(&[main]),
            branch("no-op", "r", "old", json!("old")),
            WARNING,
            "the branch stays",
        ),
        (
            set(&[own]),
            set(&[main]),
            default("main", "main"),
            None,
            "the same branch",
        ),
        (
            set(&[main]),
            set(&[own]),
            default("main", "main"),
            None,
            "the other way round",
        ),
        (
            set(&[own, main]),
            set(&[own]),
            default("main", "main"),
            None,
            "named once",
        ),
        (
            set(&[own]),
            set(&[main]),
            default("trunk", "trunk"),
            WARNING,
            "another branch",
        ),
        (
            set(&[own]),
            set(&[main]),
            default("main", "trunk"),
            WARNING,
            "another branch from now on",
        ),
        (
            set(&["refs/heads/v3"]),
            set(&["refs/heads/v[0-9]"]),
            destroyed(),
            None,
            "a set of letters",
        ),
        (
            set(&["refs/heads/vx"]),
            set(&["refs/heads/v[0-9]"]),
            destroyed(),
            WARNING,
            "others",
        ),
    ] {
        let level = found("github_repository_ruleset", UPDATE, &before, &after, &[other]);
        assert_eq!(level, wanted, "{before} {after}: {why}");
    }
    let selection = |names: &[&str], tags: Value| json!({"plan_id": "p", "resources": names, "selection_tag": tags});
    let tag = |value: &str| json!({"key": "k", "value": value});
    let database = change(
        "d",
        "aws_db_instance",
        &["delete"],
        &json!({"arn": "arn:b"}),
        &Value::Null,
    );
    let all = selection(&["arn:a", "arn:b"], json!([]));
    for (before, after, others, wanted, why) in [
        (
            all.clone(),
            selection(&["arn:a"], json!([])),
            vec![],
            WARNING,
            "one is not copied any more",
        ),
        (
            all.clone(),
            selection(&["arn:a"], json!([])),
            vec![database],
            None,
            "it is destroyed",
        ),
        (all.clone(), selection(&["*"], json!([])), vec![], None, "everything is"),
        (
            all.clone(),
            selection(&["arn:a", "arn:b", "arn:c"], json!([])),
            vec![],
            None,
            "one more",
        ),
        (all, selection(&[], json!([])), vec![], WARNING, "nothing is"),
        (
            selection(&[], json!([tag("a"), tag("b")])),
            selection(&[], json!([tag("a")])),
            vec![],
            WARNING,
            "one tag less",
        ),
        (
            selection(&[], json!([tag("a")])),
            selection(&[], json!([tag("b")])),
            vec![],
            None,
            "another tag",
        ),
    ] {
        let level = found("aws_backup_selection", REPLACE, &before, &after, &others);
        assert_eq!(level, wanted, "{before} {after}: {why}");
    }
}

#[test]
fn what_comes_beside_the_same_names_need_not_be_known() {
    let list = |names: Value| json!({"plan_id": "p", "resources": names});
    for (before, after, unknown, wanted, why) in [
        (json!(["a"]), json!(["a", null]), json!([false, true]), None, "one more"),
        (
            json!(["a", "b"]),
            json!(["a", null]),
            json!([false, true]),
            WARNING,
            "perhaps another one",
        ),
        (json!(["a"]), Value::Null, json!(true), WARNING, "perhaps others"),
    ] {
        let mut update = change("x", "aws_backup_selection", UPDATE, &list(before), &list(after));
        update["change"]["after_unknown"] = json!({"resources": unknown});
        let level = crate::rules_updates::level(PROTECTION, &json!({"resource_changes": [update]}));
        assert_eq!(level, wanted, "{why}");
    }
}
