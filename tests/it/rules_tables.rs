//! What the tables say of plans as providers write them, and of the ordinary plan beside each: what is lost, and what
//! protects no more.

use serde_json::{Value, json};

use crate::cut;
use crate::rules_exposure_networks::{ERROR, WARNING};
use crate::rules_updates::{change, level, level_of};
use planlint::lint::Level;

const PROTECTION: &str = "protection-removed";

/// What a rule finds of objects that change, are made (from nothing) or are destroyed (to nothing).
fn each(rule: &str, rows: Vec<(&str, Value, Value, Option<Level>, &str)>) {
    for (type_name, before, after, wanted, why) in rows {
        let found = level_of(rule, type_name, &before, &after);
        assert_eq!(found, wanted, "{rule} {type_name}: {why}");
    }
}

#[test]
fn what_holds_data_is_lost_with_it() {
    let git = json!({"id": "f", "github_configuration": [{"repository_name": "r"}]});
    let of_a_vault = json!({"id": "s", "name": "s", "keyvault_metadata": [{"resource_id": "v"}]});
    let rows = [
        ("alicloud_click_house_db_cluster", "a cluster"),
        ("alicloud_db_database", "a database in an instance"),
        ("alicloud_drds_polardbx_instance", "a database in parts"),
        ("alicloud_graph_database_db_instance", "a graph"),
        ("alicloud_hologram_instance", "a warehouse"),
        ("alicloud_mongodb_serverless_instance", "without servers"),
        ("alicloud_mongodb_sharding_instance", "in shards"),
        ("alicloud_ocean_base_instance", "another engine"),
        ("alicloud_polardb_database", "a database in a cluster"),
        ("alicloud_rds_clone_db_instance", "a copy lives on its own"),
        ("alicloud_rds_ddr_instance", "what was restored elsewhere"),
        ("alicloud_rds_upgrade_db_instance", "the copy with the new version"),
        ("alicloud_selectdb_db_instance", "a warehouse"),
        ("alicloud_star_rocks_instance", "a warehouse"),
        ("alicloud_tsdb_instance", "a series of times"),
        ("aws_glue_registry", "versions of schemas that producers wrote"),
        ("aws_sesv2_contact_list", "who subscribed to what"),
        ("azurerm_automation_account", "runbooks that were written in the portal"),
        ("azurerm_data_factory", "pipelines that were written in the portal"),
        ("azurerm_logic_app_workflow", "steps that were written in the portal"),
        ("databricks_secret_scope", "secrets that were put there"),
        ("doppler_project", "all of its configurations"),
        ("infisical_project", "all of its secrets"),
        ("oci_database_exascale_db_storage_vault", "disks of databases"),
    ];
    for (type_name, why) in rows {
        let found = level_of("delete-stateful", type_name, &json!({"id": "a"}), &Value::Null);
        assert_eq!(found, ERROR, "{type_name}: {why}");
    }
    each(
        "delete-stateful",
        vec![
            (
                "azurerm_data_factory",
                git,
                Value::Null,
                WARNING,
                "its pipelines are in Git",
            ),
            (
                "databricks_secret_scope",
                of_a_vault,
                Value::Null,
                WARNING,
                "its secrets are in a vault of Azure",
            ),
            (
                "alicloud_db_connection",
                json!({"id": "a"}),
                Value::Null,
                None,
                "an address",
            ),
            (
                "google_colab_runtime",
                json!({"id": "a"}),
                Value::Null,
                None,
                "a machine, whose notebooks are elsewhere",
            ),
        ],
    );
}

/// A web ACL of AWS with such rules.
fn acl(rules: &[Value]) -> Value {
    json!({"id": "w", "name": "w", "default_action": [{"allow": [{}], "block": []}], "rule": rules})
}

fn rule(name: &str, action: &str) -> Value {
    let is = |one: &str| if action == one { json!([{}]) } else { json!([]) };
    json!({"name": name, "override_action": [], "action": [
        {"allow": is("allow"), "block": is("block"), "captcha": [], "count": is("count")}]})
}

fn group(name: &str, action: &str) -> Value {
    let is = |one: &str| if action == one { json!([{}]) } else { json!([]) };
    json!({"name": name, "action": [], "override_action": [{"none": is("none"), "count": is("count")}]})
}

#[test]
fn a_firewall_that_only_counts_stops_nothing() {
    let both = || acl(&[group("common", "none"), rule("rate", "block")]);
    let web = "aws_wafv2_web_acl";
    each(
        PROTECTION,
        vec![
            (web, both(), acl(&[]), WARNING, "no rule is left"),
            (
                web,
                both(),
                acl(&[group("common", "count"), rule("rate", "block")]),
                WARNING,
                "a group counts",
            ),
            (
                web,
                both(),
                acl(&[group("common", "none"), rule("rate", "count")]),
                WARNING,
                "a rule counts",
            ),
            (
                web,
                both(),
                acl(&[group("core", "none"), rule("rate", "block")]),
                None,
                "another name",
            ),
            (
                web,
                both(),
                acl(&[group("common", "none"), rule("rate", "block"), rule("new", "count")]),
                None,
                "a trial",
            ),
            (
                web,
                acl(&[rule("new", "count")]),
                acl(&[rule("new", "block")]),
                None,
                "the end of a trial",
            ),
            (web, acl(&[rule("new", "count")]), acl(&[]), None, "it only counted"),
            (
                "aws_wafv2_rule_group",
                json!({"id": "g", "rule": [rule("bots", "block")]}),
                json!({"id": "g", "rule": [rule("bots", "count")]}),
                WARNING,
                "what web ACLs refer to",
            ),
        ],
    );
}

#[test]
fn to_delete_a_protection_is_as_bad_as_to_switch_it_off() {
    let signing_in = |state: &str| json!({"id": "c", "display_name": "MFA", "state": state});
    let app = |factors: &str, status: &str| json!({"id": "r", "name": "r", "policy_id": "p", "factor_mode": factors, "status": status});
    let global =
        |second: bool, status: &str| json!({"id": "r", "policy_id": "p", "mfa_required": second, "status": status});
    let status = |status: &str| json!({"id": "p", "name": "p", "status": status});
    let ruleset = |action: &str| {
        json!({"id": "r", "zone_id": "z", "phase": "http_request_firewall_custom",
        "rules": [{"action": action, "expression": "true", "enabled": true}]})
    };
    let (policy, of_app, of_all) = (
        "azuread_conditional_access_policy",
        "okta_app_signon_policy_rule",
        "okta_policy_rule_signon",
    );
    each(
        PROTECTION,
        vec![
            (
                policy,
                signing_in("enabled"),
                signing_in("disabled"),
                ERROR,
                "it no longer counts",
            ),
            (policy, signing_in("enabled"), Value::Null, ERROR, "nor when it is gone"),
            (
                policy,
                signing_in("enabledForReportingButNotEnforced"),
                Value::Null,
                None,
                "it only reported",
            ),
            (
                of_app,
                app("2FA", "ACTIVE"),
                Value::Null,
                ERROR,
                "its second factor goes",
            ),
            (
                of_app,
                app("2FA", "ACTIVE"),
                app("2FA", "INACTIVE"),
                ERROR,
                "so it does when the rule sleeps",
            ),
            (
                of_app,
                app("1FA", "ACTIVE"),
                app("1FA", "INACTIVE"),
                None,
                "it asked for no second one",
            ),
            (of_app, app("1FA", "ACTIVE"), Value::Null, None, "the same"),
            (of_app, app("2FA", "INACTIVE"), Value::Null, None, "it was asleep"),
            (
                of_all,
                global(true, "ACTIVE"),
                Value::Null,
                ERROR,
                "its second factor goes",
            ),
            (
                of_all,
                global(true, "ACTIVE"),
                global(true, "INACTIVE"),
                ERROR,
                "so it does when the rule sleeps",
            ),
            (
                of_all,
                global(false, "ACTIVE"),
                Value::Null,
                None,
                "a password was enough",
            ),
            (
                "okta_policy_mfa",
                status("ACTIVE"),
                Value::Null,
                WARNING,
                "as when it sleeps",
            ),
            (
                "okta_policy_mfa",
                status("INACTIVE"),
                Value::Null,
                None,
                "it was asleep",
            ),
            (
                "okta_policy_signon",
                status("ACTIVE"),
                Value::Null,
                WARNING,
                "as when it sleeps",
            ),
            (
                "cloudflare_ruleset",
                ruleset("block"),
                Value::Null,
                WARNING,
                "as when its rules skip",
            ),
            (
                "cloudflare_ruleset",
                ruleset("log"),
                Value::Null,
                None,
                "it only logged",
            ),
        ],
    );
}

#[test]
fn what_attaches_a_protection_is_one() {
    let association = |acl: &str| json!({"id": acl, "resource_arn": "arn:lb", "web_acl_arn": acl});
    let attached =
        |account: bool| json!({"id": "n", "network_policy_name": "N", "set_for_account": account, "users": []});
    let parameter = |key: &str| json!({"id": key, "key": key, "value": "x"});
    let server = |firewalls: Value| json!({"id": "1", "name": "s", "firewall_ids": firewalls});
    let masked = json!({"id": "m", "table": "\"D\".\"S\".\"T\"", "column": "C", "masking_policy": "P"});
    let attachment = "snowflake_network_policy_attachment";
    each(
        PROTECTION,
        vec![
            (
                "aws_wafv2_web_acl_association",
                association("a"),
                Value::Null,
                WARNING,
                "requests come past the firewall",
            ),
            (
                "aws_shield_protection",
                json!({"id": "s", "resource_arn": "arn:lb"}),
                Value::Null,
                WARNING,
                "floods",
            ),
            (attachment, attached(true), Value::Null, ERROR, "of the account"),
            (attachment, attached(false), Value::Null, WARNING, "of some users"),
            (
                "snowflake_account_parameter",
                parameter("NETWORK_POLICY"),
                Value::Null,
                ERROR,
                "the same",
            ),
            (
                "snowflake_account_parameter",
                parameter("TIMEZONE"),
                Value::Null,
                None,
                "a clock",
            ),
            (
                "snowflake_masking_policy",
                json!({"id": "p", "name": "P"}),
                Value::Null,
                WARNING,
                "what it masked",
            ),
            (
                "snowflake_table_column_masking_policy_application",
                masked.clone(),
                Value::Null,
                ERROR,
                "a column",
            ),
            (
                "hcloud_server",
                server(json!([1])),
                server(json!([])),
                WARNING,
                "none is left",
            ),
            (
                "hcloud_server",
                server(json!([1])),
                server(json!([2])),
                None,
                "another one",
            ),
            (
                "hcloud_server",
                server(json!([])),
                server(json!([1])),
                None,
                "the first one",
            ),
        ],
    );
    let table = json!({"id": "\"D\".\"S\".\"T\"", "name": "T"});
    let ruleset =
        |id: &str| json!({"id": id, "zone_id": "z", "phase": "http_ratelimit", "rules": [{"action": "block"}]});
    for (type_name, gone, object, why) in [
        (
            "aws_wafv2_web_acl_association",
            association("a"),
            association("b"),
            "another ACL guards it",
        ),
        (
            "cloudflare_ruleset",
            ruleset("a"),
            ruleset("b"),
            "each phase has one ruleset",
        ),
    ] {
        let made = cut::object(
            &format!("{type_name}.y"),
            &["create"],
            &Value::Null,
            &object,
            &json!({}),
        );
        let changes = [change(type_name, &gone, &Value::Null), made];
        assert_eq!(
            level(PROTECTION, &json!({"resource_changes": changes})),
            None,
            "{type_name}: {why}"
        );
    }
    for (type_name, guard, of, thing, why) in [
        (
            "snowflake_table_column_masking_policy_application",
            masked,
            "snowflake_table",
            table,
            "the table goes too",
        ),
        (
            "aws_wafv2_web_acl_association",
            association("a"),
            "aws_lb",
            json!({"id": "arn:lb", "arn": "arn:lb", "name": "web"}),
            "the load balancer goes too",
        ),
    ] {
        let changes = [
            change(type_name, &guard, &Value::Null),
            change(of, &thing, &Value::Null),
        ];
        let found = level(PROTECTION, &json!({"resource_changes": changes}));
        assert_eq!(found, None, "{type_name}: {why}");
    }
}

#[test]
fn a_plan_for_backups_loses_a_copy_by_name() {
    let rule = |name: &str, copies: Value, continuous: bool| {
        json!({"rule_name": name, "target_vault_name": "v",
        "lifecycle": [{"delete_after": 365}], "enable_continuous_backup": continuous, "copy_action": copies})
    };
    let copy = |vault: &str| json!([{"destination_vault_arn": vault, "lifecycle": []}]);
    let plan = |rules: Value| json!({"id": "p", "name": "p", "rule": rules});
    let daily = |copies: Value, continuous: bool| {
        plan(json!([
            rule("daily", copies, continuous),
            rule("monthly", json!([]), false)
        ]))
    };
    let shorter = |mut plan: Value| {
        plan["rule"][0]["lifecycle"][0]["delete_after"] = json!(7);
        plan
    };
    let type_name = "aws_backup_plan";
    each(
        PROTECTION,
        vec![
            (
                type_name,
                daily(copy("dr"), true),
                daily(json!([]), true),
                WARNING,
                "no copy elsewhere",
            ),
            (
                type_name,
                daily(copy("dr"), true),
                daily(copy("other"), true),
                None,
                "another vault",
            ),
            (
                type_name,
                daily(copy("dr"), true),
                daily(copy("dr"), false),
                WARNING,
                "not to any moment any more",
            ),
            (
                type_name,
                daily(copy("dr"), false),
                daily(copy("dr"), false),
                None,
                "it never was",
            ),
            (
                type_name,
                daily(copy("dr"), true),
                plan(json!([
                    rule("daily", copy("dr"), true),
                    rule("monthly", json!([]), false),
                    rule("new", json!([]), false)
                ])),
                None,
                "one more rule",
            ),
        ],
    );
    let before = daily(json!([]), false);
    let found = level_of("shorter-retention", type_name, &before, &shorter(before.clone()));
    assert_eq!(
        found, None,
        "backups that are there are kept as long as when they were taken"
    );
}

#[test]
fn what_protects_by_how_much_is_less() {
    let of = |name: &str, value: Value| json!({"id": "a", name: value});
    let (length, window) = ("minimum_password_length", "deletion_window_in_days");
    let (approvals, account) = ("gitlab_project_level_mr_approvals", "aws_iam_account_password_policy");
    let (repository, tags) = ("aws_ecr_repository", "image_tag_mutability");
    each(
        PROTECTION,
        vec![
            (
                account,
                of(length, json!(14)),
                of(length, json!(6)),
                WARNING,
                "shorter passwords",
            ),
            (
                account,
                of(length, json!(6)),
                of(length, json!(14)),
                None,
                "longer ones",
            ),
            (account, of(length, json!(14)), Value::Null, WARNING, "those of AWS"),
            (
                "okta_policy_password",
                of("password_min_length", json!(14)),
                of("password_min_length", json!(8)),
                WARNING,
                "shorter",
            ),
            (
                "aws_cognito_user_pool",
                of("password_policy", json!([{"minimum_length": 12}])),
                of("password_policy", json!([{"minimum_length": 8}])),
                WARNING,
                "shorter",
            ),
            (
                "aws_kms_key",
                of(window, json!(30)),
                of(window, json!(7)),
                WARNING,
                "less time",
            ),
            (
                "aws_kms_key",
                of(window, json!(7)),
                of(window, json!(30)),
                None,
                "more time",
            ),
            (
                "aws_kms_key",
                of(window, Value::Null),
                of(window, json!(7)),
                None,
                "it may have been as little before",
            ),
            (
                repository,
                of(tags, json!("IMMUTABLE")),
                of(tags, json!("MUTABLE")),
                WARNING,
                "a tag can be moved",
            ),
            (
                repository,
                of(tags, json!("MUTABLE")),
                of(tags, json!("IMMUTABLE")),
                None,
                "it cannot any more",
            ),
            (
                repository,
                of(tags, json!("IMMUTABLE")),
                of(tags, json!("IMMUTABLE_WITH_EXCLUSION")),
                None,
                "but for what is named",
            ),
            (
                approvals,
                of("merge_requests_author_approval", json!(false)),
                of("merge_requests_author_approval", json!(true)),
                WARNING,
                "one's own change",
            ),
            (
                approvals,
                of("merge_requests_author_approval", json!(true)),
                of("merge_requests_author_approval", json!(false)),
                None,
                "others' alone",
            ),
            (
                approvals,
                of("reset_approvals_on_push", json!(true)),
                of("reset_approvals_on_push", json!(false)),
                WARNING,
                "what comes later",
            ),
        ],
    );
}
