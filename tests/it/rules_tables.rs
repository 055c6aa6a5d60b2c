//! What the tables say of plans as providers write them, and of the ordinary plan beside each: what is lost.

use serde_json::{Value, json};

use crate::rules_exposure_networks::{ERROR, WARNING};
use crate::rules_updates::level_of;
use planlint::lint::Level;

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
