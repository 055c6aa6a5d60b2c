//! Documents that are older than marks, in which names tell what is secret: it is not printed where it is copied.

use serde_json::{Value, json};

use crate::cut;
use crate::program::planlint;

/// A raw state and one that is printed, both too old for marks: an object with such an attribute, and a check whose
/// message has a copy of its value.
fn documents(type_name: &str, attribute: &str, value: &Value, copy: &str) -> [(Value, &'static str); 2] {
    let message = format!("login with {copy} failed");
    let mut values = json!({"id": "x"});
    values[attribute] = value.clone();
    let raw = json!({"version": 4, "terraform_version": "1.7.5", "serial": 1, "lineage": "l", "outputs": {},
        "resources": [{"mode": "managed", "type": type_name, "name": "n",
            "provider": "provider[\"registry.terraform.io/acme/acme\"]",
            "instances": [{"schema_version": 0, "attributes": values, "sensitive_attributes": []}]}],
        "check_results": [{"object_kind": "check", "config_addr": "check.c", "status": "fail",
            "objects": [{"object_addr": "check.c", "status": "fail", "failure_messages": [message]}]}]});
    let printed = json!({"format_version": "1.0", "terraform_version": "1.4.6",
        "values": {"root_module": {"resources": [{"address": format!("{type_name}.n"), "mode": "managed",
            "type": type_name, "name": "n", "provider_name": "registry.terraform.io/acme/acme", "schema_version": 0,
            "values": values, "sensitive_values": {}}]}},
        "checks": [{"address": {"kind": "check", "name": "c", "to_display": "check.c"}, "status": "fail",
            "instances": [{"address": {"to_display": "check.c"}, "status": "fail",
                "problems": [{"message": message}]}]}]});
    [(raw, "raw"), (printed, "printed")]
}

/// Whether `state` and `show` tell the copy.
fn told(document: &Value, copy: &str) -> [bool; 2] {
    [["state", "--color=never"].as_slice(), &["show", "--kind", "state"]].map(|arguments| {
        let run = planlint(arguments.iter().copied()).stdin(cut::line(document)).run();
        assert!(matches!(run.code, Some(0 | 1)), "{}", run.stderr);
        format!("{}{}", run.stdout, run.stderr).contains(copy)
    })
}

#[test]
fn what_names_mark_is_not_printed_where_it_is_copied() {
    let drawn = "q7Rz0pXk2uJm8vR4";
    for (type_name, attribute, value, copy) in [
        ("azurerm_cosmosdb_account", "primary_key", json!(drawn), drawn),
        (
            "azurerm_cosmosdb_account",
            "primary_key",
            json!("winter-Palace77-kitten"),
            "winter-Palace77-kitten",
        ),
        (
            "azurerm_cosmosdb_account",
            "secondary_readonly_key",
            json!("RONLYq0pZk2uJm8vR4sT6w=="),
            "RONLYq0pZk2uJm8vR4sT6w==",
        ),
        (
            "aws_secretsmanager_secret_version",
            "secret_string",
            json!(drawn),
            drawn,
        ),
        (
            "azurerm_storage_account",
            "primary_connection_string",
            json!(drawn),
            drawn,
        ),
        (
            "azurerm_log_analytics_workspace",
            "primary_shared_key",
            json!(drawn),
            drawn,
        ),
        (
            "aws_vpn_connection",
            "tunnel1_preshared_key",
            json!("PSKtunnel1secret99"),
            "PSKtunnel1secret99",
        ),
        ("acme_x", "passphrase", json!("Tr0ub4dor&3"), "Tr0ub4dor&3"),
        (
            "acme_x",
            "sas_url",
            json!("https://a.example/c?sig=q7Rz0pXk2uJm"),
            "https://a.example/c?sig=q7Rz0pXk2uJm",
        ),
        ("acme_x", "client_secret_value", json!(drawn), drawn),
        (
            "acme_x",
            "dsn",
            json!("postgres://app:hunter@db/app"),
            "postgres://app:hunter@db/app",
        ),
        ("acme_x", "credentials", json!([{"user": "app", "data": drawn}]), drawn),
        ("acme_x", "settings", json!([{"name": "DB_PSK", "value": drawn}]), drawn),
        (
            "acme_x",
            "settings",
            json!(format!("{{\"routing_key\":\"{drawn}\"}}")),
            drawn,
        ),
        ("openstack_compute_instance_v2", "admin_pass", json!(drawn), drawn),
        (
            "azurerm_kubernetes_cluster",
            "kube_config_raw",
            json!(format!("kind: Config\nusers:\n- client: {drawn}\n")),
            "- client: q7Rz0pXk2uJm8vR4",
        ),
        ("aws_ssm_parameters_by_path", "values", json!([drawn]), drawn),
        ("google_apikeys_key", "key_string", json!(drawn), drawn),
        ("aws_kms_external_key", "key_material_base64", json!(drawn), drawn),
        ("aws_transfer_server", "host_key", json!(drawn), drawn),
        ("aws_grafana_workspace_api_key", "key", json!(drawn), drawn),
        (
            "aws_vpn_connection",
            "customer_gateway_configuration",
            json!(drawn),
            drawn,
        ),
        ("azurerm_automation_webhook", "uri", json!(drawn), drawn),
        ("azurerm_storage_account_blob_container_sas", "sas", json!(drawn), drawn),
        ("aws_s3_object_copy", "customer_key", json!(drawn), drawn),
    ] {
        for (document, kind) in documents(type_name, attribute, &value, copy) {
            assert_eq!(told(&document, copy), [false; 2], "{type_name}.{attribute}, {kind}");
        }
    }
}

#[test]
fn what_is_a_word_or_about_a_secret_is_printed_elsewhere() {
    for (attribute, value, copy, why) in [
        ("primary_key", json!("customers"), "customers", "a word"),
        (
            "kubeconfig",
            json!("/home/Ops/.kube/config-1"),
            "/home/Ops/.kube/config-1",
            "a place",
        ),
        (
            "secret_name",
            json!("Prod-Db-Login-01"),
            "Prod-Db-Login-01",
            "which one it is",
        ),
        (
            "token_expires_at",
            json!("2026-11-27T10:00:00Z"),
            "2026-11-27T10:00:00Z",
            "until when",
        ),
        (
            "secret_valid",
            json!("2026-11-27T10:00:00Z"),
            "2026-11-27T10:00:00Z",
            "a time",
        ),
        (
            "credentials",
            json!("arn:aws:iam::123456789012:role/Api-1"),
            "arn:aws:iam::123456789012:role/Api-1",
            "a role",
        ),
        (
            "token_issuer",
            json!("https://Login.example/v2"),
            "https://Login.example/v2",
            "a URL",
        ),
        (
            "ssh_key",
            json!("ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB"),
            "AAAAB3NzaC1yc2EAAAADAQAB",
            "the public half",
        ),
        (
            "credentials",
            json!([{"access_key_id": "q7Rz0pXk2uJm8vR4"}]),
            "q7Rz0pXk2uJm8vR4",
            "an id",
        ),
        (
            "values",
            json!(["q7Rz0pXk2uJm8vR4"]),
            "q7Rz0pXk2uJm8vR4",
            "of a type that keeps none",
        ),
        (
            "host_key",
            json!("q7Rz0pXk2uJm8vR4"),
            "q7Rz0pXk2uJm8vR4",
            "of a type that keeps none",
        ),
    ] {
        for (document, kind) in documents("acme_x", attribute, &value, copy) {
            assert!(told(&document, copy)[0], "{attribute}, {kind}: {why}");
        }
    }
}
