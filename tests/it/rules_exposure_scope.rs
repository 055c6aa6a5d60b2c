//! What an opening applies to: another object than before is opened now, and a known finding is of one object.

use serde_json::{Map, Value, json};

use crate::cut;
use crate::judge::judge;
use crate::rules_exposure::{self, policy};
use planlint::input::Want;
use planlint::lint::{Level, Settings};
use planlint::report::{Baseline, Report};

/// What the provider gives to an object, and no configuration has.
const COMPUTED: &str = "revision";

/// The report on an object that takes the place of another one, or of none, whose configuration has all other
/// attributes.
fn report(type_name: &str, before: &Value, after: &Value, unknown: &Value) -> Report {
    let actions = if before.is_null() {
        &["create"][..]
    } else {
        &["delete", "create"]
    };
    let mut plan = cut::with_change(&cut::object(&format!("{type_name}.x"), actions, before, after, unknown));
    let names = [before, after]
        .into_iter()
        .filter_map(Value::as_object)
        .flatten()
        .map(|(name, _)| name);
    let names = names.filter(|name| *name != COMPUTED);
    let expressions: Map<String, Value> = names
        .map(|name| (name.clone(), json!({"references": ["var.x"]})))
        .collect();
    let listed = plan["configuration"]["root_module"]["resources"]
        .as_array_mut()
        .unwrap();
    listed.push(json!({
        "address": format!("{type_name}.x"), "mode": "managed", "type": type_name, "name": "x",
        "provider_config_key": "y", "schema_version": 0, "expressions": expressions
    }));
    let report = judge(cut::line(&plan).as_bytes(), Want::Plan, &Settings::default())
        .unwrap()
        .report;
    assert!(report.errors.is_empty(), "{:?}", report.errors);
    report
}

fn level(report: &Report, rule: &str) -> Option<Level> {
    let mut findings = report.findings.iter();
    findings
        .find(|finding| finding.rule == rule)
        .map(|finding| finding.level)
}

/// The object with another value of one attribute.
fn with(object: &Value, name: &str, value: &Value) -> Value {
    let mut object = object.clone();
    object[name] = value.clone();
    object
}

#[test]
fn another_target_is_opened_now() {
    let (error, as_before) = (Some(Level::Error), Some(Level::Note));
    let all = policy(&[json!({"Effect": "Allow", "Principal": "*", "Action": "*", "Resource": "*"})]);
    let addresses = json!({"name": "all", "start_ip_address": "0.0.0.0", "end_ip_address": "255.255.255.255"});
    let everybody = json!({"member": "allUsers", "role": "roles/viewer"});
    let rule = json!({
        "direction": "Inbound", "access": "Allow", "protocol": "Tcp", "source_address_prefix": "*",
        "destination_port_range": "22", "network_security_group_name": "g", "priority": 100
    });
    let group = json!({
        "name": "web", "description": "a",
        "ingress": [{"from_port": 22, "to_port": 22, "protocol": "tcp", "cidr_blocks": ["0.0.0.0/0"]}]
    });
    let database = json!({"publicly_accessible": true, "identifier": "a", "engine": "mysql"});
    let names = ["dev", "prod"].map(|name| json!(name));
    for (rule_id, type_name, object, attribute, [old, new], wanted, why) in [
        (
            "public-database",
            "azurerm_mssql_firewall_rule",
            &addresses,
            "server_id",
            names.clone(),
            error,
            "another server",
        ),
        (
            "public-database",
            "azurerm_mssql_firewall_rule",
            &addresses,
            "name",
            names.clone(),
            as_before,
            "another name of the rule",
        ),
        (
            "public-database",
            "azurerm_redis_firewall_rule",
            &json!({"start_ip": "0.0.0.0", "end_ip": "255.255.255.255"}),
            "redis_cache_name",
            names.clone(),
            error,
            "another cache, by its name",
        ),
        (
            "public-grant",
            "google_compute_instance_iam_member",
            &everybody,
            "instance_name",
            names.clone(),
            error,
            "another machine",
        ),
        (
            "public-grant",
            "google_compute_disk_iam_member",
            &everybody,
            "name",
            names.clone(),
            error,
            "a name that is that of the disk",
        ),
        (
            "wildcard-policy",
            "aws_opensearch_domain_policy",
            &json!({"access_policies": all}),
            "domain_name",
            names.clone(),
            error,
            "another domain",
        ),
        (
            "wildcard-policy",
            "aws_sns_topic_policy",
            &json!({"policy": all}),
            "arn",
            names.clone(),
            error,
            "another topic, by a name that other objects have themselves",
        ),
        (
            "public-ingress",
            "oci_core_network_security_group_security_rule",
            &json!({"direction": "INGRESS", "protocol": "all", "source": "0.0.0.0/0"}),
            "network_security_group_id",
            names.clone(),
            error,
            "another group",
        ),
        (
            "public-ingress",
            "azurerm_network_security_rule",
            &rule,
            "resource_group_name",
            names.clone(),
            error,
            "a group of the same name elsewhere",
        ),
        (
            "public-ingress",
            "azurerm_network_security_rule",
            &rule,
            "priority",
            [json!(100), json!(200)],
            as_before,
            "a number that orders rules",
        ),
        (
            "public-ingress",
            "azurerm_network_security_rule",
            &rule,
            "description",
            names.clone(),
            as_before,
            "other words about it",
        ),
        (
            "public-ingress",
            "aws_security_group",
            &group,
            "vpc_id",
            names.clone(),
            error,
            "another network",
        ),
        (
            "public-ingress",
            "aws_security_group",
            &group,
            "description",
            names.clone(),
            as_before,
            "other words, for which the group is made anew",
        ),
        (
            "public-ingress",
            "hcloud_firewall",
            &json!({"name": "a", "rule": [{"direction": "in", "protocol": "tcp", "port": "22", "source_ips": ["0.0.0.0/0"]}]}),
            "labels",
            [json!({"a": "b"}), json!({"a": "c"})],
            as_before,
            "another label",
        ),
        (
            "public-database",
            "aws_db_instance",
            &database,
            "kms_key_id",
            names.clone(),
            as_before,
            "the same database with another key",
        ),
        (
            "public-database",
            "aws_db_instance",
            &database,
            "availability_zone",
            names.clone(),
            as_before,
            "the same database in another place",
        ),
        (
            "public-database",
            "azurerm_mssql_server",
            &json!({"public_network_access_enabled": true, "name": "a"}),
            "location",
            names.clone(),
            None,
            "a server that is reached by its rules alone",
        ),
        (
            "public-endpoint",
            "aws_lambda_permission",
            &json!({"principal": "*", "function_name": "f", "action": "lambda:InvokeFunction"}),
            "statement_id",
            names.clone(),
            as_before,
            "another name of the statement",
        ),
        (
            "anyone-can-assume",
            "kubernetes_role_binding_v1",
            &json!({"role_ref": [{"kind": "Role", "name": "r"}], "subject": [{"kind": "Group", "name": "system:unauthenticated"}]}),
            "metadata",
            [
                json!([{"name": "b", "namespace": "dev"}]),
                json!([{"name": "b", "namespace": "prod"}]),
            ],
            error,
            "another namespace",
        ),
    ] {
        let (before, after) = (with(object, attribute, &old), with(object, attribute, &new));
        let found = level(&report(type_name, &before, &after, &json!({})), rule_id);
        assert_eq!(found, wanted, "{type_name}.{attribute}: {why}");
    }
}

#[test]
fn a_target_that_is_not_known_yet_may_be_another() {
    let addresses = json!({"name": "all", "start_ip_address": "0.0.0.0", "end_ip_address": "255.255.255.255"});
    let before = with(&with(&addresses, "server_id", &json!("dev")), COMPUTED, &json!("7"));
    for (after, unknown, may_be, why) in [
        (
            addresses.clone(),
            json!({"server_id": true, COMPUTED: true}),
            true,
            "the server is made anew",
        ),
        (
            with(&addresses, "server_id", &json!("dev")),
            json!({COMPUTED: true}),
            false,
            "what the provider gives to every rule",
        ),
    ] {
        let report = report("azurerm_mssql_firewall_rule", &before, &after, &unknown);
        let finding = report
            .findings
            .iter()
            .find(|finding| finding.rule == "public-database")
            .unwrap();
        assert_eq!(
            finding.message.to_string().contains("may open"),
            may_be,
            "{why}: {}",
            finding.message
        );
    }
}

#[test]
fn what_is_known_of_one_object_is_not_known_of_another() {
    let rule = |server: &str, name: &str| json!({"name": name, "server_id": server, "start_ip_address": "0.0.0.0", "end_ip_address": "255.255.255.255"});
    let grant = |name: &str, role: &str| json!({"instance_name": name, "role": role, "member": "allUsers"});
    for (type_name, known, now, covered, why) in [
        (
            "azurerm_mssql_firewall_rule",
            rule("dev", "a"),
            rule("dev", "a"),
            true,
            "the same",
        ),
        (
            "azurerm_mssql_firewall_rule",
            rule("dev", "a"),
            rule("prod", "a"),
            false,
            "another server",
        ),
        (
            "azurerm_mssql_firewall_rule",
            rule("dev", "a"),
            rule("dev", "b"),
            true,
            "another name of the rule",
        ),
        (
            "google_compute_instance_iam_member",
            grant("dev", "r"),
            grant("prod", "r"),
            false,
            "another machine",
        ),
        (
            "aws_db_instance",
            json!({"publicly_accessible": true, "engine": "mysql", "instance_class": "a"}),
            json!({"publicly_accessible": true, "engine": "mysql", "instance_class": "b"}),
            true,
            "the same database, and a larger one",
        ),
    ] {
        let none = json!({});
        let text = Baseline::of(&report(type_name, &Value::Null, &known, &none))
            .write()
            .unwrap();
        let mut report = report(type_name, &Value::Null, &now, &none);
        Baseline::read(&text).unwrap().apply(&mut report);
        let passes = crate::judge::exit(&report) == 0;
        assert_eq!(passes, covered, "{type_name}: {why}");
    }
}

#[test]
fn another_part_of_an_object_was_not_open() {
    let cluster = |groups: &[&str], name: &str| {
        let rule = json!({"api_groups": groups, "resources": ["*"], "verbs": ["*"]});
        json!({"metadata": [{"name": name}], "rule": [rule]})
    };
    let disks = |one: bool, two: bool, size: u8| {
        let disk = |name: &str, encrypted: bool| {
            let disk = json!({"encrypted": encrypted, "volume_size": size});
            json!({"device_name": name, "ebs": [disk]})
        };
        json!({"block_device_mappings": [disk("/dev/sda1", one), disk("/dev/sdb", two)]})
    };
    let role = |permission: &str| json!({"permissions": [permission], "title": "t"});
    let (rbac, template) = ("kubernetes_cluster_role_v1", "aws_launch_template");
    for (rule, type_name, before, after, wanted, why) in [
        (
            "wildcard-policy",
            rbac,
            cluster(&[""], "x"),
            cluster(&["*"], "x"),
            Level::Error,
            "all groups in place of one",
        ),
        (
            "wildcard-policy",
            rbac,
            cluster(&["*"], "x"),
            cluster(&["*"], "y"),
            Level::Note,
            "under another name",
        ),
        (
            "unencrypted-storage",
            template,
            disks(false, true, 8),
            disks(true, false, 8),
            Level::Warning,
            "another disk",
        ),
        (
            "unencrypted-storage",
            template,
            disks(false, true, 8),
            disks(false, true, 9),
            Level::Note,
            "the same, larger",
        ),
        (
            "wildcard-policy",
            "google_project_iam_custom_role",
            role("iam.roles.update"),
            role("resourcemanager.projects.setIamPolicy"),
            Level::Warning,
            "another permission",
        ),
    ] {
        assert_eq!(
            rules_exposure::level(rule, type_name, &before, &after),
            Some(wanted),
            "{type_name}: {why}"
        );
    }
}
