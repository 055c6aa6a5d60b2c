//! Services that answered privately and now answer everybody.

use serde_json::{Value, json};

use crate::rules_exposure::level;
use crate::rules_exposure_networks::{ERROR, WARNING};
use planlint::lint::Level;

#[test]
fn services_that_answered_privately_are_opened() {
    let deny = json!([{"default_action": "Deny"}]);
    let network = |public: bool| json!([{"ingress_configuration": [{"is_publicly_accessible": public}]}]);
    let gateway = |kind: &str| json!({"endpoint_configuration": [{"types": [kind]}]});
    for (rule, type_name, before, after, wanted, why) in [
        (
            "public-endpoint",
            "aws_api_gateway_rest_api",
            gateway("PRIVATE"),
            gateway("REGIONAL"),
            WARNING,
            "one of a list was private",
        ),
        (
            "public-endpoint",
            "aws_api_gateway_rest_api",
            gateway("EDGE"),
            gateway("REGIONAL"),
            None,
            "it was public before",
        ),
        (
            "public-endpoint",
            "azurerm_app_configuration",
            json!({"public_network_access": "Disabled"}),
            json!({"public_network_access": "Enabled"}),
            WARNING,
            "settings, and often secrets",
        ),
        (
            "public-endpoint",
            "azurerm_app_configuration",
            json!({"public_network_access": "Enabled"}),
            json!({"public_network_access": "Disabled"}),
            None,
            "the other way round",
        ),
        (
            "public-endpoint",
            "azurerm_app_configuration",
            Value::Null,
            json!({"public_network_access": "Enabled"}),
            None,
            "the default of the cloud, and nothing was closed before",
        ),
        (
            "public-endpoint",
            "azurerm_key_vault_managed_hardware_security_module",
            json!({"public_network_access_enabled": false, "network_acls": deny}),
            json!({"public_network_access_enabled": true, "network_acls": deny}),
            None,
            "rules of the network still hold",
        ),
        (
            "public-endpoint",
            "azurerm_linux_web_app",
            json!({"public_network_access_enabled": false, "site_config": [{}]}),
            json!({"public_network_access_enabled": true, "site_config": [{}]}),
            WARNING,
            "most are meant to be public",
        ),
        (
            "public-endpoint",
            "azurerm_linux_web_app",
            json!({"public_network_access_enabled": false}),
            json!({"public_network_access_enabled": true, "site_config": [{"ip_restriction_default_action": "Deny"}]}),
            None,
            "who may come in is listed",
        ),
        (
            "public-endpoint",
            "azurerm_managed_disk",
            json!({"public_network_access_enabled": false, "network_access_policy": "AllowAll"}),
            json!({"public_network_access_enabled": true, "network_access_policy": "AllowAll"}),
            WARNING,
            "its blocks can be exported",
        ),
        (
            "public-endpoint",
            "azurerm_managed_disk",
            json!({"public_network_access_enabled": false, "network_access_policy": "DenyAll"}),
            json!({"public_network_access_enabled": true, "network_access_policy": "DenyAll"}),
            None,
            "nothing can be exported",
        ),
        (
            "public-endpoint",
            "aws_apprunner_service",
            json!({"network_configuration": network(false)}),
            json!({"network_configuration": network(true)}),
            WARNING,
            "a private service",
        ),
        (
            "public-endpoint",
            "aws_vpc_block_public_access_options",
            json!({"internet_gateway_block_mode": "block-bidirectional"}),
            json!({"internet_gateway_block_mode": "off"}),
            WARNING,
            "a guard of the whole region",
        ),
        (
            "public-endpoint",
            "google_workbench_instance",
            json!({"gce_setup": [{"disable_public_ip": true}]}),
            json!({"gce_setup": [{"disable_public_ip": false}]}),
            WARNING,
            "a notebook with a public address",
        ),
        (
            "public-database",
            "azurerm_mongo_cluster",
            json!({"public_network_access": "Disabled"}),
            json!({"public_network_access": "Enabled"}),
            ERROR,
            "a database",
        ),
        (
            "public-database",
            "aws_rds_shard_group",
            Value::Null,
            json!({"publicly_accessible": true}),
            ERROR,
            "never the default",
        ),
    ] {
        assert_eq!(level(rule, type_name, &before, &after), wanted, "{type_name}: {why}");
    }
}

#[test]
fn what_was_demanded_of_callers_is_demanded_no_more() {
    let sign_in = |required: bool| json!({"auth_settings_v2": [{"require_authentication": required}]});
    for (rule, type_name, before, after, wanted, why) in [
        (
            "public-endpoint",
            "azurerm_linux_web_app",
            sign_in(true),
            json!({"auth_settings_v2": []}),
            WARNING,
            "signing in goes with its block",
        ),
        (
            "public-endpoint",
            "azurerm_linux_web_app",
            sign_in(false),
            json!({"auth_settings_v2": []}),
            None,
            "nobody had to",
        ),
        (
            "public-endpoint",
            "aws_api_gateway_method",
            json!({"authorization": "AWS_IAM"}),
            json!({"authorization": "NONE"}),
            WARNING,
            "callers had to sign in",
        ),
        (
            "public-endpoint",
            "aws_api_gateway_method",
            Value::Null,
            json!({"authorization": "NONE"}),
            None,
            "many are meant to be public, such as those that answer a browser's first question",
        ),
        (
            "long-lived-access-key",
            "azurerm_cosmosdb_account",
            json!({"local_authentication_disabled": true}),
            json!({"local_authentication_disabled": false}),
            WARNING,
            "its keys work again",
        ),
        (
            "long-lived-access-key",
            "azurerm_storage_account",
            Value::Null,
            json!({"shared_access_key_enabled": true}),
            None,
            "the default of the cloud",
        ),
        (
            "weak-tls",
            "azurerm_windows_web_app_slot",
            json!({"site_config": [{"minimum_tls_version": "1.2"}]}),
            json!({"site_config": [{"minimum_tls_version": "1.0"}]}),
            WARNING,
            "a slot is an app",
        ),
        (
            "plaintext-listener",
            "google_alloydb_instance",
            json!({"client_connection_config": [{"ssl_config": [{"ssl_mode": "ENCRYPTED_ONLY"}]}]}),
            json!({"client_connection_config": [{"ssl_config": [{"ssl_mode": "ALLOW_UNENCRYPTED_AND_ENCRYPTED"}]}]}),
            WARNING,
            "passwords in the clear",
        ),
    ] {
        assert_eq!(level(rule, type_name, &before, &after), wanted, "{type_name}: {why}");
    }
}

/// Whatever runs a pod, and however it is written.
#[test]
fn containers_that_rule_over_their_machine_are_told() {
    let pod = |container: Value, rest: Value| {
        let mut spec = json!({"container": [container]});
        spec.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        json!({"spec": [spec]})
    };
    let template = |pod: Value| json!({"spec": [{"template": [pod]}]});
    let manifest = |spec: Value| json!({"manifest": {"kind": "x", "spec": spec}});
    let privileged = |yes: bool| json!({"security_context": [{"privileged": yes}]});
    let volume = |path: &str| json!({"volume": [{"name": "v", "host_path": [{"path": path}]}]});
    let (plain, none) = (privileged(false), Value::Null);
    let bad = pod(privileged(true), json!({}));
    let good = pod(plain.clone(), json!({}));
    let (warning, note) = (WARNING, Some(Level::Note));
    let task = |name: &str| json!({"container_definitions": json!([{"name": "x", name: true}]).to_string()});
    for (type_name, before, after, wanted, why) in [
        ("kubernetes_pod", none.clone(), bad.clone(), warning, "a pod"),
        (
            "kubernetes_pod_v1",
            none.clone(),
            bad.clone(),
            warning,
            "by its newer name",
        ),
        ("kubernetes_pod", none.clone(), good.clone(), None, "one without rights"),
        ("kubernetes_pod", good.clone(), bad.clone(), warning, "which come"),
        ("kubernetes_pod", bad.clone(), bad.clone(), note, "which were there"),
        ("kubernetes_pod", bad.clone(), good.clone(), None, "which go"),
        (
            "kubernetes_deployment",
            none.clone(),
            template(bad.clone()),
            warning,
            "in a template",
        ),
        (
            "kubernetes_stateful_set_v1",
            none.clone(),
            template(bad.clone()),
            warning,
            "and here",
        ),
        (
            "kubernetes_daemonset",
            none.clone(),
            template(bad.clone()),
            warning,
            "and here",
        ),
        (
            "kubernetes_job_v1",
            none.clone(),
            template(bad.clone()),
            warning,
            "and here",
        ),
        (
            "kubernetes_cron_job",
            none.clone(),
            json!({"spec": [{"job_template": [template(bad.clone())]}]}),
            warning,
            "in the template of a template",
        ),
        (
            "kubernetes_pod",
            none.clone(),
            pod(plain.clone(), json!({"host_network": true})),
            warning,
            "the machine's network",
        ),
        (
            "kubernetes_pod",
            none.clone(),
            pod(plain.clone(), json!({"host_ipc": false, "host_pid": false})),
            None,
            "nothing of the machine",
        ),
        (
            "kubernetes_pod",
            none.clone(),
            pod(plain.clone(), json!({"init_container": [privileged(true)]})),
            warning,
            "what runs first",
        ),
        (
            "kubernetes_pod",
            none.clone(),
            pod(plain.clone(), volume("/")),
            warning,
            "all files",
        ),
        (
            "kubernetes_pod",
            none.clone(),
            pod(plain.clone(), volume(concat!("/root", "/.ssh"))),
            warning,
            "its keys",
        ),
        (
            "kubernetes_pod",
            none.clone(),
            pod(plain.clone(), volume("/run/k3s/containerd/containerd.sock")),
            warning,
            "by which containers are started",
        ),
        (
            "kubernetes_pod",
            none.clone(),
            pod(plain.clone(), volume("/var/log")),
            None,
            "logs",
        ),
        (
            "kubernetes_pod",
            none.clone(),
            pod(plain.clone(), volume("/etc/localtime")),
            None,
            "the time",
        ),
        (
            "kubernetes_manifest",
            none.clone(),
            manifest(json!({"containers": [{"securityContext": {"privileged": true}}]})),
            warning,
            "a pod as a manifest",
        ),
        (
            "kubernetes_manifest",
            none.clone(),
            manifest(json!({"template": {"spec": {"hostPID": true}}})),
            warning,
            "a template as a manifest",
        ),
        (
            "kubectl_manifest",
            none.clone(),
            json!({"yaml_body": "kind: DaemonSet\nspec:\n  template:\n    spec:\n      hostNetwork: true\n"}),
            warning,
            "as a text",
        ),
        (
            "aws_ecs_task_definition",
            none.clone(),
            task("privileged"),
            warning,
            "a task",
        ),
        (
            "aws_ecs_task_definition",
            none.clone(),
            task("essential"),
            None,
            "a plain task",
        ),
        (
            "aws_ecs_task_definition",
            none,
            json!({"pid_mode": "host"}),
            warning,
            "a task that sees all",
        ),
    ] {
        let found = level("privileged-container", type_name, &before, &after);
        assert_eq!(found, wanted, "{type_name}: {why}");
    }
}
