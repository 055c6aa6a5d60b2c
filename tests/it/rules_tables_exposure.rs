//! What the tables say of plans as providers write them, and of the ordinary plan beside each: what is opened, given or
//! no longer logged.

use serde_json::{Value, json};

use crate::rules_exposure_networks::{ERROR, WARNING};
use crate::rules_updates::{change, level, level_of};
use crate::{cut, judge};
use planlint::input::Want;
use planlint::lint::{Level, Settings};

const NOTE: Option<Level> = Some(Level::Note);

/// A rule, a type, an object before and after, how bad that is, and why.
type Row<'r> = (&'r str, &'r str, Value, Value, Option<Level>, &'r str);

/// What rules find of objects that change, are made (from nothing) or are destroyed (to nothing).
pub(crate) fn each(rows: Vec<Row<'_>>) {
    for (rule, type_name, before, after, wanted, why) in rows {
        let found = level_of(rule, type_name, &before, &after);
        assert_eq!(found, wanted, "{rule} {type_name}: {why}");
    }
}

#[test]
fn a_default_of_the_provider_is_no_choice() {
    let open = |is: bool| json!({"id": "x", "name": "x", "public_network_access_enabled": is});
    let listed =
        |networks: &str| json!({"id": "x", "public_network_access_enabled": true, "ip_range_filter": [networks]});
    let database = "public-database";
    for type_name in [
        "azurerm_cosmosdb_account",
        "azurerm_kusto_cluster",
        "azurerm_redis_cache",
        "azurerm_search_service",
    ] {
        each(vec![
            (
                database,
                type_name,
                Value::Null,
                open(true),
                None,
                "what the provider writes",
            ),
            (database, type_name, open(false), open(true), ERROR, "it was closed"),
            (database, type_name, open(true), open(false), None, "it is closed"),
        ]);
    }
    each(vec![
        (
            database,
            "azurerm_cosmosdb_account",
            listed("203.0.113.7"),
            open(true),
            ERROR,
            "the list is gone",
        ),
        (
            database,
            "azurerm_cosmosdb_account",
            Value::Null,
            listed("0.0.0.0/0"),
            ERROR,
            "somebody wrote it",
        ),
    ]);
    for (type_name, expressions, wanted, why) in [
        ("azurerm_redis_cache", json!({"name": {}}), None, "nobody wrote it"),
        (
            "azurerm_redis_cache",
            json!({"public_network_access_enabled": {"constant_value": true}}),
            WARNING,
            "somebody wrote it",
        ),
        (
            "azurerm_mssql_server",
            json!({"public_network_access_enabled": {"references": ["var.is_public"]}}),
            WARNING,
            "somebody chose it elsewhere",
        ),
    ] {
        let mut plan = json!({"resource_changes": [change(type_name, &Value::Null, &open(true))]});
        plan["configuration"]["root_module"]["resources"] = json!([{"address": format!("{type_name}.x"),
            "mode": "managed", "type": type_name, "name": "x", "expressions": expressions}]);
        assert_eq!(level(database, &plan), wanted, "{type_name}: {why}");
    }
}

#[test]
fn alibaba_cloud_opens_and_stops_in_its_own_words() {
    let trust = |name: &str, who: &Value, condition: &Value| {
        let text = json!({"Version": "1", "Statement": [
            {"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": who, "Condition": condition}]});
        json!({"role_name": "r", name: text.to_string()})
    };
    let (role, anyone, none) = ("alicloud_ram_role", "anyone-can-assume", json!({}));
    let (all, own) = (
        json!({"RAM": ["*"]}),
        json!({"RAM": ["acs:ram::1111222233334444:root"]}),
    );
    let of_whomever = json!({"RAM": "acs:ram::*:root"});
    let office = json!({"IpAddress": {"acs:SourceIp": "203.0.113.0/24"}});
    let policy = "assume_role_policy_document";
    let bucket = |name: &str, value: Value| json!({"id": "b", "bucket": "b", name: value});
    let trail = |status: &str| json!({"id": "t", "trail_name": "t", "status": status});
    let (block, trails) = ("alicloud_oss_bucket_public_access_block", "alicloud_actiontrail_trail");
    let versions = "alicloud_oss_bucket_versioning";
    each(vec![
        (
            anyone,
            role,
            Value::Null,
            trust(policy, &all, &none),
            ERROR,
            "every account",
        ),
        (
            anyone,
            role,
            Value::Null,
            trust("document", &all, &none),
            ERROR,
            "its older name",
        ),
        (
            anyone,
            role,
            Value::Null,
            trust(policy, &of_whomever, &none),
            ERROR,
            "every account, by a pattern",
        ),
        (
            anyone,
            role,
            Value::Null,
            trust(policy, &own, &none),
            None,
            "one account",
        ),
        (
            anyone,
            role,
            Value::Null,
            trust(policy, &json!({"Service": ["ecs.aliyuncs.com"]}), &none),
            None,
            "a service",
        ),
        (
            anyone,
            role,
            Value::Null,
            trust(policy, &all, &office),
            None,
            "from one network",
        ),
        (
            anyone,
            role,
            trust(policy, &all, &none),
            trust(policy, &all, &none),
            NOTE,
            "as before",
        ),
        (
            "public-bucket",
            block,
            bucket("block_public_access", json!(true)),
            bucket("block_public_access", json!(false)),
            ERROR,
            "opened",
        ),
        (
            "public-bucket",
            block,
            bucket("block_public_access", json!(true)),
            Value::Null,
            ERROR,
            "the block is gone",
        ),
        (
            "public-bucket",
            block,
            Value::Null,
            bucket("block_public_access", json!(true)),
            None,
            "closed",
        ),
        (
            "backup-disabled",
            versions,
            bucket("status", json!("Enabled")),
            bucket("status", json!("Suspended")),
            WARNING,
            "suspended",
        ),
        (
            "backup-disabled",
            versions,
            Value::Null,
            bucket("status", json!("Enabled")),
            None,
            "enabled",
        ),
        (
            "backup-disabled",
            versions,
            bucket("status", json!("Enabled")),
            Value::Null,
            None,
            "the provider leaves it as it is",
        ),
        (
            "logging-removed",
            trails,
            trail("Enable"),
            trail("Disable"),
            WARNING,
            "stopped",
        ),
        ("logging-removed", trails, trail("Enable"), Value::Null, WARNING, "gone"),
        (
            "logging-removed",
            trails,
            trail("Disable"),
            Value::Null,
            None,
            "it was stopped",
        ),
        (
            "logging-removed",
            trails,
            Value::Null,
            trail("Enable"),
            None,
            "a new one",
        ),
    ]);
}

#[test]
fn statements_of_oracles_cloud_are_read_to_their_end() {
    let policy = |statement: &str| json!({"id": "p", "name": "p", "statements": [statement]});
    let gateway = "ALL {request.principal.type='ApiGateway', request.resource.compartment.id='c'}";
    let (admin, public) = ("admin-grant", "public-grant");
    for (rule, statement, wanted, why) in [
        (
            admin,
            "Allow group A to manage all-resources in tenancy".to_owned(),
            ERROR,
            "everything",
        ),
        (
            admin,
            "Allow group A to manage all-resources in tenancy where request.region='fra'".to_owned(),
            WARNING,
            "under a condition",
        ),
        (
            admin,
            "Allow group A to manage all-resources in compartment c".to_owned(),
            None,
            "a part",
        ),
        (
            admin,
            "allow group A to manage policies in tenancy".to_owned(),
            ERROR,
            "whoever writes policies has everything",
        ),
        (
            admin,
            "Allow group A to manage policies in tenancy where target.policy.name='x'".to_owned(),
            WARNING,
            "one policy perhaps",
        ),
        (
            admin,
            "Allow group A to manage policies in compartment c".to_owned(),
            None,
            "a part",
        ),
        (
            admin,
            "Allow group A to inspect policies in tenancy".to_owned(),
            None,
            "it only looks",
        ),
        (
            admin,
            "Allow group A to manage object-family in tenancy".to_owned(),
            None,
            "a service",
        ),
        (
            public,
            "Allow any-user to manage object-family in tenancy".to_owned(),
            ERROR,
            "everybody",
        ),
        (
            public,
            "Allow any-group to manage buckets in compartment c".to_owned(),
            ERROR,
            "everybody with a group",
        ),
        (
            public,
            "Allow any-user to read objects in compartment c".to_owned(),
            WARNING,
            "everybody reads",
        ),
        (
            public,
            "Allow any-group to inspect users in tenancy".to_owned(),
            None,
            "it only looks",
        ),
        (
            public,
            format!("Allow any-user to use functions-family in compartment c where {gateway}"),
            None,
            "a gateway",
        ),
        (
            public,
            format!("Allow any-user to manage objects in tenancy where {gateway}"),
            None,
            "the same",
        ),
        (
            public,
            "Allow group A to manage object-family in tenancy".to_owned(),
            None,
            "a group",
        ),
    ] {
        let found = level_of(rule, "oci_identity_policy", &Value::Null, &policy(&statement));
        assert_eq!(found, wanted, "{rule} {statement}: {why}");
    }
    let (limited, free) = (
        "Allow group A to manage all-resources in tenancy where request.region='fra'",
        "Allow group A to manage all-resources in tenancy",
    );
    let two = json!({"id": "p", "name": "p", "statements": [free, "Allow group B to read buckets in tenancy"]});
    each(vec![
        (
            admin,
            "oci_identity_policy",
            policy(limited),
            policy(free),
            ERROR,
            "the condition is gone",
        ),
        (
            admin,
            "oci_identity_policy",
            policy(free),
            two,
            NOTE,
            "another statement beside it",
        ),
    ]);
}

#[test]
fn what_is_logged_ends_in_many_ways() {
    let logging = "logging-removed";
    let exclusion =
        |filter: &str, disabled: bool| json!({"id": "e", "name": "e", "filter": filter, "disabled": disabled});
    let sink = |exclusions: Value| json!({"id": "s", "name": "s", "disabled": false, "exclusions": exclusions});
    let excluded = |filter: &str| json!([{"name": "e", "filter": filter, "disabled": false}]);
    let probes = "httpRequest.requestUrl=\"/healthz\"";
    let (excludes, sinks) = ("google_logging_project_exclusion", "google_logging_project_sink");
    let enabled = |is: bool| json!({"id": "a", "name": "a", "enabled": is});
    let api = |log: Value| json!({"id": "a", "name": "a", "log_config": log});
    let scan = |is: bool| json!({"id": "r", "name": "r", "image_scanning_configuration": [{"scan_on_push": is}]});
    let written = json!([{"field_log_level": "ALL"}]);
    each(vec![
        (
            logging,
            excludes,
            Value::Null,
            exclusion("severity>=DEFAULT", false),
            WARNING,
            "everything",
        ),
        (
            logging,
            excludes,
            Value::Null,
            exclusion("", false),
            WARNING,
            "everything",
        ),
        (logging, excludes, Value::Null, exclusion("", true), None, "it is off"),
        (logging, excludes, Value::Null, exclusion(probes, false), None, "noise"),
        (
            logging,
            excludes,
            exclusion(probes, false),
            exclusion("severity>=DEFAULT", false),
            WARNING,
            "more than noise",
        ),
        (logging, excludes, exclusion("", false), Value::Null, None, "it is gone"),
        (
            logging,
            "google_logging_folder_exclusion",
            Value::Null,
            exclusion("", false),
            WARNING,
            "of a folder",
        ),
        (
            logging,
            sinks,
            sink(json!([])),
            sink(excluded("severity>=DEFAULT")),
            WARNING,
            "nothing leaves",
        ),
        (logging, sinks, sink(json!([])), sink(excluded(probes)), None, "noise"),
        (
            logging,
            sinks,
            Value::Null,
            sink(excluded("severity>=DEFAULT")),
            None,
            "a new one",
        ),
        (
            logging,
            "datadog_security_monitoring_rule",
            enabled(true),
            Value::Null,
            WARNING,
            "gone",
        ),
        (
            logging,
            "datadog_security_monitoring_rule",
            enabled(true),
            enabled(false),
            WARNING,
            "off",
        ),
        (
            logging,
            "datadog_security_monitoring_rule",
            enabled(false),
            Value::Null,
            None,
            "it was off",
        ),
        (
            logging,
            "azurerm_sentinel_alert_rule_scheduled",
            enabled(true),
            Value::Null,
            WARNING,
            "gone",
        ),
        (
            logging,
            "azurerm_sentinel_alert_rule_nrt",
            enabled(true),
            enabled(false),
            WARNING,
            "off",
        ),
        (
            logging,
            "azurerm_sentinel_alert_rule_scheduled",
            Value::Null,
            enabled(false),
            None,
            "a new one, not yet on",
        ),
        (
            logging,
            "databricks_mws_log_delivery",
            json!({"id": "l", "status": "ENABLED"}),
            Value::Null,
            WARNING,
            "gone",
        ),
        (
            logging,
            "aws_bedrock_model_invocation_logging_configuration",
            json!({"id": "x"}),
            Value::Null,
            WARNING,
            "gone",
        ),
        (
            logging,
            "aws_appsync_graphql_api",
            api(written.clone()),
            api(json!([])),
            WARNING,
            "no log",
        ),
        (
            logging,
            "aws_appsync_graphql_api",
            api(json!([])),
            api(written),
            None,
            "a log",
        ),
        (
            logging,
            "aws_appsync_graphql_api",
            Value::Null,
            api(json!([])),
            None,
            "a new one never logged",
        ),
        (
            logging,
            "aws_ecr_repository",
            scan(true),
            scan(false),
            WARNING,
            "images are not looked through",
        ),
        (
            logging,
            "aws_ecr_repository",
            Value::Null,
            scan(false),
            None,
            "a new one never was",
        ),
    ]);
}

#[test]
fn a_value_is_told_as_the_plan_spells_it() {
    let type_name = "azurerm_postgresql_flexible_server_configuration";
    let of = |value: &str| json!({"id": "c", "name": "require_secure_transport", "value": value});
    for spelled in ["off", "OFF", "Off"] {
        let plan = cut::with_change(&change(type_name, &of("on"), &of(spelled)));
        let judged = judge::judge(plan.to_string().as_bytes(), Want::Plan, &Settings::default()).unwrap();
        let mut findings = judged.report.findings.iter();
        let found = findings.find(|finding| finding.rule == "plaintext-listener").unwrap();
        let told = format!("value = \"{spelled}\"");
        assert!(found.message.ends_with(&told), "{}: {spelled}", found.message);
    }
    let mut plan = change(type_name, &of("on"), &of("off"));
    plan["change"]["after_sensitive"] = json!({"value": true});
    let plan = cut::with_change(&plan);
    let judged = judge::judge(plan.to_string().as_bytes(), Want::Plan, &Settings::default()).unwrap();
    let mut findings = judged.report.findings.iter();
    let found = findings.find(|finding| finding.rule == "plaintext-listener").unwrap();
    assert!(found.message.ends_with("value (sensitive value)"), "{}", found.message);
}

#[test]
fn one_address_is_not_all_of_a_plan() {
    let gone = change(
        "alicloud_oss_bucket_public_access_block",
        &json!({"id": "b", "bucket": "b"}),
        &Value::Null,
    );
    let bucket = change("alicloud_oss_bucket", &json!({"id": "b", "bucket": "b"}), &Value::Null);
    let plan = json!({"resource_changes": [gone, bucket]});
    assert_eq!(level("public-bucket", &plan), None, "the bucket goes with its block");
}
