//! What is missed when it is switched off, opened or taken over by a single value of an object.

use serde_json::json;

use crate::rules_listed::level;
use planlint::lint::Level;

const ERROR: Option<Level> = Some(Level::Error);
const WARNING: Option<Level> = Some(Level::Warning);

const CREATE: &[&str] = &["create"];
const UPDATE: &[&str] = &["update"];

#[test]
fn what_watches_is_missed_when_it_is_switched_off() {
    let parameter = |name: &str, value: &str| json!({"parameter": [{"name": name, "value": value}]});
    let flag = |name: &str, value: &str| json!({"settings": [{"database_flags": [{"name": name, "value": value}]}]});
    let of_server = |name: &str, value: &str| json!({"name": name, "value": value});
    let excluded = |rate: f64| json!({"exclusion_filter": [{"filter": [{"query": "*", "sample_rate": rate}]}]});
    let azure = "azurerm_postgresql_flexible_server_configuration";
    for (type_name, before, after, wanted, why) in [
        (
            "aws_db_parameter_group",
            parameter("pgaudit.log", "all"),
            parameter("pgaudit.log", "none"),
            WARNING,
            "statements",
        ),
        (
            "aws_db_parameter_group",
            parameter("log_connections", "0"),
            parameter("log_connections", "1"),
            None,
            "switched on",
        ),
        (
            "aws_db_parameter_group",
            json!({"parameter": []}),
            parameter("log_connections", "0"),
            None,
            "what is the default is written down",
        ),
        (
            "aws_db_parameter_group",
            parameter("work_mem", "8"),
            parameter("work_mem", "0"),
            None,
            "no log",
        ),
        (
            "google_sql_database_instance",
            flag("cloudsql.enable_pgaudit", "on"),
            flag("cloudsql.enable_pgaudit", "off"),
            WARNING,
            "statements",
        ),
        (
            azure,
            of_server("log_connections", "on"),
            of_server("log_connections", "off"),
            WARNING,
            "who connects",
        ),
        (azure, of_server("jit", "on"), of_server("jit", "off"), None, "no log"),
        (
            "aws_ec2_client_vpn_endpoint",
            json!({"connection_log_options": [{"enabled": true}]}),
            json!({"connection_log_options": [{"enabled": false}]}),
            WARNING,
            "who connects",
        ),
        (
            "datadog_logs_index",
            json!({"exclusion_filter": []}),
            excluded(1.0),
            WARNING,
            "every log is left out",
        ),
        (
            "datadog_logs_index",
            json!({"exclusion_filter": []}),
            excluded(0.5),
            None,
            "a half of them stays",
        ),
        (
            "aws_guardduty_filter",
            json!({"action": "NOOP"}),
            json!({"action": "ARCHIVE"}),
            WARNING,
            "nobody sees what it matches",
        ),
        (
            "aws_securityhub_standards_control",
            json!({"control_status": "ENABLED"}),
            json!({"control_status": "DISABLED"}),
            WARNING,
            "nobody looks for it any more",
        ),
    ] {
        assert_eq!(
            level("logging-removed", type_name, UPDATE, &before, &after),
            wanted,
            "{type_name}: {why}"
        );
    }
}

#[test]
fn what_keeps_out_or_keeps_is_missed_when_it_goes() {
    let mode = |mode: &str| json!({"mutual_authentication": [{"mode": mode}]});
    let disk = |goes: bool| json!({"root_block_device": [{"delete_on_termination": goes}]});
    let boot = |goes: bool| json!({"boot_disk": [{"auto_delete": goes}]});
    let ssl = |mode: &str| json!({"ssl_mode": mode});
    for (type_name, before, after, wanted, why) in [
        (
            "aws_lb_listener",
            mode("verify"),
            mode("passthrough"),
            ERROR,
            "nobody checks the certificate",
        ),
        (
            "aws_lb_listener",
            mode("passthrough"),
            mode("verify"),
            None,
            "somebody does from now on",
        ),
        ("aws_lb_listener", mode("passthrough"), mode("off"), None, "nobody did"),
        (
            "aws_dms_endpoint",
            ssl("verify-full"),
            ssl("none"),
            ERROR,
            "rows go over the network in the clear",
        ),
        (
            "aws_dms_endpoint",
            ssl("verify-full"),
            ssl("require"),
            None,
            "they are encrypted still",
        ),
        ("aws_instance", disk(false), disk(true), WARNING, "it was kept"),
        ("aws_instance", disk(true), disk(false), None, "it is kept from now on"),
        (
            "google_compute_instance",
            boot(false),
            boot(true),
            WARNING,
            "it was kept",
        ),
        (
            "aws_route53domains_registered_domain",
            json!({"transfer_lock": true}),
            json!({"transfer_lock": false}),
            WARNING,
            "the domain may leave",
        ),
        (
            "aws_apigatewayv2_domain_name",
            json!({"mutual_tls_authentication": [{"truststore_uri": "s3://a/b"}]}),
            json!({"mutual_tls_authentication": []}),
            ERROR,
            "nobody checks the certificate",
        ),
        (
            "aws_sagemaker_domain",
            json!({"app_network_access_type": "VpcOnly"}),
            json!({"app_network_access_type": "PublicInternetOnly"}),
            WARNING,
            "past the network",
        ),
    ] {
        assert_eq!(
            level("protection-removed", type_name, UPDATE, &before, &after),
            wanted,
            "{type_name}: {why}"
        );
    }
    let copies = |part: &str, key: &str, names: &[&str]| {
        let parts: Vec<_> = names.iter().map(|name| json!({key: name})).collect();
        json!({part: parts})
    };
    for (type_name, part, key) in [
        ("aws_route53_records_exclusive", "resource_record_set", "name"),
        ("azurerm_cosmosdb_account", "geo_location", "location"),
        ("google_bigtable_instance", "cluster", "cluster_id"),
    ] {
        let [both, one] = [&["a", "b"][..], &["a"]].map(|names| copies(part, key, names));
        let found = |before, after| level("destructive-update", type_name, UPDATE, before, after);
        assert_eq!(found(&both, &one), WARNING, "{type_name}: one goes");
        assert_eq!(found(&one, &both), None, "{type_name}: one comes");
    }
}

#[test]
fn what_takes_over_a_whole_list_takes_what_it_does_not_name() {
    for (type_name, of, list, why) in [
        (
            "aws_route53_records_exclusive",
            "zone_id",
            "resource_record_set",
            "records",
        ),
        (
            "aws_vpc_security_group_rules_exclusive",
            "security_group_id",
            "ingress_rule_ids",
            "rules",
        ),
    ] {
        let object = json!({of: "a", list: []});
        for rule in ["destructive-update", "critical-type"] {
            assert_eq!(
                level(rule, type_name, CREATE, &json!({}), &object),
                WARNING,
                "{rule}: {why}"
            );
        }
    }
    let ttl = json!({"collection": "c", "ttl_config": [{}]});
    let rule = "destructive-update";
    assert_eq!(
        level(rule, "google_firestore_field", CREATE, &json!({}), &ttl),
        WARNING,
        "documents are there already"
    );
    let user = |access: &str| json!({"access_string": access});
    for (access, wanted, why) in [
        ("on ~* +@all", WARNING, "every command"),
        ("on ~app:* +@read", None, "some"),
        ("resetkeys ~* +@all", WARNING, "every command of other keys"),
        ("off ~* +@all", None, "nobody signs in"),
        ("on ~* +@all -@dangerous", None, "all but some"),
    ] {
        let found = level("admin-grant", "aws_elasticache_user", CREATE, &json!({}), &user(access));
        assert_eq!(found, wanted, "{access}: {why}");
    }
    let role = |privilege: &str| json!({"name": "r", "cluster": [privilege]});
    for (privilege, wanted) in [("all", ERROR), ("monitor", None)] {
        let found = level(
            "admin-grant",
            "elasticstack_elasticsearch_security_role",
            CREATE,
            &json!({}),
            &role(privilege),
        );
        assert_eq!(found, wanted, "{privilege}");
    }
    assert_eq!(
        level(
            "restart",
            "aws_db_instance",
            UPDATE,
            &json!({"identifier": "a"}),
            &json!({"identifier": "b", "apply_immediately": true})
        ),
        WARNING,
        "its host name goes"
    );
}
