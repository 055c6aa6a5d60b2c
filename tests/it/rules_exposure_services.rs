//! Services that answered privately and now answer everybody.

use serde_json::{Value, json};

use crate::rules_exposure::level;
use crate::rules_exposure_networks::{ERROR, WARNING};

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
