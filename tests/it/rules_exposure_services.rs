//! Services that answered privately and now answer everybody.

use serde_json::{Value, json};

use crate::rules_exposure::level;
use crate::rules_exposure_networks::{ERROR, WARNING};

#[test]
fn services_that_answered_privately_are_opened() {
    let deny = json!([{"default_action": "Deny"}]);
    let network = |public: bool| json!([{"ingress_configuration": [{"is_publicly_accessible": public}]}]);
    for (rule, type_name, before, after, wanted, why) in [
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
