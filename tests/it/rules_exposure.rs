//! What an exposure is: who is let in, by what words, and what opens nothing.

use serde_json::{Value, json};

use crate::cut;
use crate::judge::judge;
use crate::program::planlint;
use planlint::input::Want;
use planlint::lint::{Level, Settings};

/// How bad a rule finds a change of an object; `None` for nothing.
pub(crate) fn level(rule: &str, type_name: &str, before: &Value, after: &Value) -> Option<Level> {
    let actions = if before.is_null() { ["create"] } else { ["update"] };
    let plan = cut::with_change(&cut::object(
        &format!("{type_name}.x"),
        &actions,
        before,
        after,
        &json!({}),
    ));
    let judged = judge(cut::line(&plan).as_bytes(), Want::Plan, &Settings::default()).unwrap();
    assert!(judged.report.errors.is_empty(), "{:?}", judged.report.errors);
    let mut findings = judged.report.findings.iter();
    findings
        .find(|finding| finding.rule == rule)
        .map(|finding| finding.level)
}

#[test]
fn what_restricted_nothing_is_not_missed() {
    let acl = |action: &str| json!({"network_acls": [{"default_action": action, "ip_rules": ["203.0.113.7"]}]});
    let gke = |cidr: &str| json!({"master_authorized_networks_config": [{"cidr_blocks": [{"cidr_block": cidr}]}]});
    let sql = |enabled: bool| {
        let backup = json!({"enabled": enabled, "binary_log_enabled": false});
        json!({"settings": [{"backup_configuration": [backup]}]})
    };
    let (public, none) = ("public-endpoint", json!({}));
    for (rule, type_name, before, after, wanted, why) in [
        (
            "public-bucket",
            "azurerm_storage_account",
            json!({"network_rules": [{"default_action": "Allow"}]}),
            json!({"network_rules": []}),
            None,
            "rules that let everybody in",
        ),
        (
            "public-bucket",
            "azurerm_storage_account",
            json!({"network_rules": [{"default_action": "Deny"}]}),
            json!({"network_rules": []}),
            Some(Level::Error),
            "rules that let nobody in",
        ),
        (
            public,
            "azurerm_key_vault",
            acl("Allow"),
            none.clone(),
            None,
            "a list that allows",
        ),
        (
            public,
            "azurerm_key_vault",
            acl("Deny"),
            none.clone(),
            Some(Level::Warning),
            "a list that denies",
        ),
        (
            "backup-disabled",
            "google_storage_bucket",
            json!({"versioning": [{"enabled": false}]}),
            none.clone(),
            None,
            "versions were not kept",
        ),
        (
            "backup-disabled",
            "google_storage_bucket",
            json!({"versioning": [{"enabled": true}]}),
            none.clone(),
            Some(Level::Warning),
            "versions were kept",
        ),
        (
            "backup-disabled",
            "aws_elasticache_serverless_cache",
            json!({"snapshot_retention_limit": 7}),
            json!({"snapshot_retention_limit": 0}),
            Some(Level::Warning),
            "backups of no day are none",
        ),
        (
            "backup-disabled",
            "azurerm_backup_policy_vm",
            json!({"retention_daily": [{"count": 7}], "retention_yearly": [{"count": 10}]}),
            json!({"retention_daily": [{"count": 7}], "retention_yearly": []}),
            Some(Level::Warning),
            "one of several kinds",
        ),
        (
            "logging-removed",
            "azurerm_monitor_diagnostic_setting",
            json!({"enabled_log": [{"category": "Audit"}]}),
            json!({"enabled_log": []}),
            Some(Level::Warning),
            "no log is left",
        ),
        (
            "logging-removed",
            "azurerm_monitor_diagnostic_setting",
            json!({"enabled_log": [{"category": "Audit"}]}),
            json!({"enabled_log": [], "log": [{"category": "Audit", "enabled": true}]}),
            None,
            "the same as older versions write it",
        ),
        (
            "backup-disabled",
            "google_sql_database_instance",
            sql(false),
            json!({"settings": [{"backup_configuration": []}]}),
            None,
            "no backup was taken",
        ),
        (
            "backup-disabled",
            "google_sql_database_instance",
            sql(true),
            json!({"settings": [{"backup_configuration": []}]}),
            Some(Level::Warning),
            "backups were taken, though logs were not kept",
        ),
        (
            "backup-disabled",
            "google_sql_database_instance",
            json!({"settings": [{"backup_configuration": []}]}),
            sql(true),
            None,
            "the first backups",
        ),
        (
            public,
            "google_container_cluster",
            gke("0.0.0.0/0"),
            none.clone(),
            None,
            "the world",
        ),
        (
            public,
            "google_container_cluster",
            gke("203.0.113.0/24"),
            none.clone(),
            Some(Level::Warning),
            "a network",
        ),
        (
            public,
            "digitalocean_kubernetes_cluster",
            json!({"control_plane_firewall": [{"enabled": false}]}),
            none.clone(),
            None,
            "a firewall that was switched off",
        ),
    ] {
        assert_eq!(level(rule, type_name, &before, &after), wanted, "{type_name}: {why}");
    }
}

#[test]
fn what_says_the_same_as_the_default_opens_nothing() {
    let acl = |acls: Value| json!({"public_network_access_enabled": true, "network_acls": acls});
    let (public, database) = ("public-endpoint", "public-database");
    for (rule, type_name, before, after, wanted, why) in [
        (
            database,
            "azurerm_mssql_server",
            json!({"public_network_access_enabled": null}),
            json!({"public_network_access_enabled": true}),
            None,
            "nothing and the default",
        ),
        (
            database,
            "azurerm_mssql_server",
            json!({"public_network_access_enabled": false}),
            json!({"public_network_access_enabled": true}),
            Some(Level::Error),
            "a value that closed",
        ),
        (
            database,
            "google_sql_database_instance",
            Value::Null,
            json!({"settings": [{"ip_configuration": [{"ipv4_enabled": true}]}]}),
            None,
            "the default of a new one",
        ),
        (
            database,
            "google_sql_database_instance",
            json!({"settings": [{"ip_configuration": [{"ipv4_enabled": false}]}]}),
            json!({"settings": [{"ip_configuration": [{"ipv4_enabled": true}]}]}),
            Some(Level::Error),
            "an address that it had not",
        ),
        (
            "public-bucket",
            "azurerm_storage_account",
            json!({"allow_nested_items_to_be_public": null}),
            json!({"allow_nested_items_to_be_public": true}),
            None,
            "nothing and the default",
        ),
        (
            "backup-disabled",
            "digitalocean_droplet",
            json!({"backups": null}),
            json!({"backups": false}),
            None,
            "never a backup",
        ),
        (
            "backup-disabled",
            "digitalocean_droplet",
            json!({"backups": true}),
            json!({"backups": false}),
            Some(Level::Warning),
            "no backup any more",
        ),
        (
            public,
            "azurerm_cognitive_account",
            acl(json!([])),
            acl(json!([{"default_action": "Allow"}])),
            None,
            "no list and one that allows",
        ),
        (
            public,
            "azurerm_cognitive_account",
            acl(json!([{"default_action": "Deny"}])),
            acl(json!([])),
            Some(Level::Warning),
            "a list that denied: the address was public, and of no use",
        ),
        (
            public,
            "google_container_cluster",
            json!({"private_cluster_config": []}),
            json!({"private_cluster_config": [{"enable_private_nodes": true, "enable_private_endpoint": false}]}),
            None,
            "more private than before",
        ),
        (
            public,
            "google_container_cluster",
            json!({"private_cluster_config": [{"enable_private_endpoint": true}]}),
            json!({"private_cluster_config": [{"enable_private_endpoint": false}]}),
            Some(Level::Warning),
            "a public address",
        ),
    ] {
        assert_eq!(level(rule, type_name, &before, &after), wanted, "{type_name}: {why}");
    }
}

#[test]
fn only_who_calls_closes_a_policy() {
    for (rule, type_name, attribute, action, condition, wanted, why) in [
        (
            "anyone-can-assume",
            "aws_iam_role",
            "assume_role_policy",
            "sts:AssumeRole",
            json!({"StringEquals": {"sts:RoleSessionName": "deploy"}}),
            Some(Level::Error),
            "the caller chooses the name of a session",
        ),
        (
            "public-bucket",
            "aws_s3_bucket_policy",
            "policy",
            "s3:GetObject",
            json!({"StringEquals": {"s3:ExistingObjectTag/public": "yes"}}),
            Some(Level::Error),
            "a tag of the object",
        ),
        (
            "wildcard-policy",
            "aws_secretsmanager_secret_policy",
            "policy",
            "secretsmanager:GetSecretValue",
            json!({"StringEquals": {"secretsmanager:VersionStage": "AWSCURRENT"}}),
            Some(Level::Error),
            "the newest version, for everybody",
        ),
        (
            "wildcard-policy",
            "aws_kms_key",
            "policy",
            "kms:*",
            json!({"StringEquals": {"kms:ViaService": "s3.eu-west-1.amazonaws.com"}}),
            Some(Level::Error),
            "a service that works for everybody",
        ),
        (
            "wildcard-policy",
            "aws_kms_key",
            "policy",
            "kms:*",
            json!({"StringEquals": {"kms:ViaService": "s3.eu-west-1.amazonaws.com", "kms:CallerAccount": "111122223333"}}),
            None,
            "that service, for one account",
        ),
        (
            "wildcard-policy",
            "aws_sqs_queue_policy",
            "policy",
            "sqs:SendMessage",
            json!({"ArnEquals": {"aws:SourceArn": "arn:aws:sns:eu-west-1:111122223333:orders"}}),
            None,
            "one topic writes to a queue",
        ),
        (
            "wildcard-policy",
            "aws_sns_topic_policy",
            "policy",
            "sns:Publish",
            json!({"StringEquals": {"AWS:SourceOwner": "111122223333"}}),
            None,
            "what AWS gives a topic by itself",
        ),
        (
            "wildcard-policy",
            "aws_efs_file_system_policy",
            "policy",
            "elasticfilesystem:ClientMount",
            json!({"Bool": {"elasticfilesystem:AccessedViaMountTarget": "true"}}),
            None,
            "what AWS proposes for a file system",
        ),
    ] {
        let after = json!({attribute: policy(&[for_all(action, "*", &condition)])});
        assert_eq!(level(rule, type_name, &Value::Null, &after), wanted, "{why}");
    }
    let permission = json!({"principal": "*", "source_account": "111122223333"});
    assert_eq!(
        level("public-endpoint", "aws_lambda_permission", &Value::Null, &permission),
        None,
        "things of one account"
    );
}

#[test]
fn what_its_network_shuts_out_is_no_error() {
    let domain = |networks: Value| json!({"access_policies": policy(&[for_all("es:*", "*", &json!({}))]), "vpc_options": networks, "domain_name": "d"});
    let inside = domain(json!([{"subnet_ids": ["s"]}]));
    let account = |action: &str, public: bool| json!({"network_rules": [{"default_action": action}], "public_network_access_enabled": public});
    let (policies, bucket) = ("wildcard-policy", "public-bucket");
    let (search, storage) = ("aws_opensearch_domain", "azurerm_storage_account");
    for (rule, type_name, before, after, wanted, why) in [
        (
            policies,
            search,
            Value::Null,
            inside.clone(),
            Some(Level::Warning),
            "everybody in a network of one's own",
        ),
        (
            policies,
            search,
            Value::Null,
            domain(json!([])),
            Some(Level::Error),
            "everybody",
        ),
        (
            policies,
            search,
            inside,
            domain(json!([])),
            Some(Level::Error),
            "the network kept others out before",
        ),
        (
            bucket,
            storage,
            Value::Null,
            account("Allow", true),
            None,
            "what a new account does without rules, too",
        ),
        (
            bucket,
            storage,
            account("Deny", true),
            account("Allow", true),
            Some(Level::Error),
            "rules let everybody in",
        ),
        (
            bucket,
            storage,
            account("Deny", false),
            account("Allow", false),
            None,
            "an account that has no public address",
        ),
    ] {
        assert_eq!(level(rule, type_name, &before, &after), wanted, "{type_name}: {why}");
    }
}

#[test]
fn clusters_are_open_to_whom_they_say() {
    let role = |group: &str| json!({"rule": [{"api_groups": [group], "resources": ["*"], "verbs": ["*"]}]});
    let bound = |role: &str, kind: &str, name: &str| json!({"role_ref": [{"name": role}], "subject": [{"kind": kind, "name": name}]});
    let (rules, signs_in) = ("wildcard-policy", "anyone-can-assume");
    let (role_type, binding) = ("kubernetes_cluster_role_v1", "kubernetes_cluster_role_binding_v1");
    for (rule, type_name, after, is_found, why) in [
        (rules, role_type, role("*"), true, "every group"),
        (rules, role_type, role(""), true, "the core"),
        (rules, role_type, role("acme.io"), false, "a group of one's own"),
        (
            signs_in,
            binding,
            bound("edit", "Group", "system:authenticated"),
            true,
            "all",
        ),
        (
            signs_in,
            binding,
            bound("edit", "ServiceAccount", "system:authenticated"),
            false,
            "an account of that name",
        ),
        (
            signs_in,
            binding,
            bound("system:basic-user", "Group", "system:authenticated"),
            false,
            "as clusters come",
        ),
        (
            signs_in,
            binding,
            bound("system:discovery", "Group", "system:unauthenticated"),
            true,
            "as they do not come",
        ),
    ] {
        let found = level(rule, type_name, &Value::Null, &after);
        assert_eq!(found.is_some(), is_found, "{type_name}: {why}");
    }
}

#[test]
fn parameters_of_databases_demand_encryption_or_do_not() {
    let listed =
        |name: &str, value: &str| json!({"parameter": [{"name": name, "value": value, "apply_method": "immediate"}]});
    let (group, cluster) = ("aws_db_parameter_group", "aws_docdb_cluster_parameter_group");
    let azure = "azurerm_mysql_flexible_server_configuration";
    let alone = |name: &str, value: &str| json!({"name": name, "value": value});
    let (none, warning) = (Value::Null, Some(Level::Warning));
    let demanded = listed("rds.force_ssl", "1");
    for (type_name, before, after, wanted, why) in [
        (group, &demanded, listed("rds.force_ssl", "0"), warning, "PostgreSQL's"),
        (group, &demanded, listed("rds.force_ssl", "1"), None, "as it was"),
        (
            group,
            &none,
            listed("require_secure_transport", "OFF"),
            warning,
            "MySQL's",
        ),
        (group, &none, listed("require_secure_transport", "ON"), None, "demanded"),
        (group, &none, listed("autovacuum", "0"), None, "another parameter"),
        (cluster, &none, listed("tls", "disabled"), warning, "DocumentDB's"),
        (cluster, &none, listed("tls", "enabled"), None, "demanded"),
        (
            azure,
            &none,
            alone("require_secure_transport", "off"),
            warning,
            "Azure's",
        ),
        (azure, &none, alone("slow_query_log", "OFF"), None, "another parameter"),
    ] {
        let found = level("plaintext-listener", type_name, before, &after);
        assert_eq!(found, wanted, "{type_name}: {why}");
    }
}

#[test]
fn only_one_range_means_any_customer_of_the_cloud() {
    for (first, last, is_found, why) in [
        ("0.0.0.0", "0.0.0.0", true, "what the cloud reads as itself"),
        ("0.0.0.0", "0.255.255.255", false, "a range that begins there"),
        ("00.0.0.0", "255.255.255.255", true, "everything, with a zero more"),
    ] {
        let after = json!({"start_ip_address": first, "end_ip_address": last});
        let found = level("public-database", "azurerm_mssql_firewall_rule", &Value::Null, &after);
        assert_eq!(found.is_some(), is_found, "{why}");
    }
}

#[test]
fn rules_tell_no_role_out_of_a_sensitive_document() {
    let document = json!({"bindings": [{"role": "roles/owner", "members": ["user:a"]}]}).to_string();
    for (mark, copied, shown) in [(false, false, true), (true, false, false), (false, true, false)] {
        let mut plan = cut::with_change(&json!({
            "address": "google_project_iam_policy.x", "mode": "managed", "type": "google_project_iam_policy", "name": "x",
            "provider_name": "registry.opentofu.org/hashicorp/google",
            "change": {
                "actions": ["create"], "before": null, "after": {"policy_data": document}, "after_unknown": {},
                "before_sensitive": false, "after_sensitive": {"policy_data": mark}
            }
        }));
        plan["output_changes"] = json!({"copy": {
            "actions": ["create"], "before": null, "after": document, "after_unknown": false,
            "before_sensitive": copied, "after_sensitive": copied
        }});
        let run = planlint(["-"]).stdin(cut::line(&plan)).run();
        assert_eq!(run.stdout.contains("roles/owner"), shown, "{}", run.stdout);
        run.says("gives rights over everything", "it is found all the same");
    }
}

/// A policy of one statement for everybody.
pub(crate) fn for_all(action: &str, resource: &str, condition: &Value) -> Value {
    json!({"Effect": "Allow", "Principal": "*", "Action": action, "Resource": resource, "Condition": condition})
}

pub(crate) fn policy(statements: &[Value]) -> String {
    json!({"Version": "2012-10-17", "Statement": statements}).to_string()
}
