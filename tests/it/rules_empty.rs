//! With which objects nothing is lost, unlike with others of their type: they hold nothing of their own, or their
//! provider leaves them in the world.

use serde_json::{Value, json};

use crate::rules_edges::change;
use crate::rules_listed::level;
use crate::rules_words::said;
use planlint::lint::Level;

const ERROR: Option<Level> = Some(Level::Error);
const WARNING: Option<Level> = Some(Level::Warning);
const DELETE: &[&str] = &["delete"];

#[test]
fn what_holds_nothing_of_its_own_loses_nothing() {
    for (type_name, empty, other, why) in [
        (
            "aws_db_instance",
            json!({"replicate_source_db": "a"}),
            json!({"replicate_source_db": ""}),
            "a replica",
        ),
        (
            "google_sql_database_instance",
            json!({"master_instance_name": "a"}),
            json!({"master_instance_name": null}),
            "a replica",
        ),
        (
            "google_alloydb_cluster",
            json!({"cluster_type": "SECONDARY"}),
            json!({"cluster_type": "PRIMARY"}),
            "a replica",
        ),
        (
            "azurerm_mysql_flexible_server",
            json!({"create_mode": "Replica", "replication_role": "Replica"}),
            json!({"create_mode": "Replica", "replication_role": "None"}),
            "a replica; how it was created is told even when it is none any more",
        ),
        (
            "google_bigquery_table",
            json!({"view": [{"query": "select 1"}]}),
            json!({"view": []}),
            "a view",
        ),
        (
            "google_bigquery_table",
            json!({"materialized_view": [{"query": "select 1"}]}),
            json!({"materialized_view": []}),
            "a view that is kept ready",
        ),
        (
            "google_bigquery_table",
            json!({"external_data_configuration": [{}]}),
            json!({}),
            "rows in files",
        ),
        (
            "google_bigquery_dataset",
            json!({"external_dataset_reference": [{}]}),
            json!({}),
            "tables elsewhere",
        ),
        (
            "databricks_catalog",
            json!({"connection_name": "postgres"}),
            json!({"connection_name": null}),
            "tables of another database",
        ),
        (
            "databricks_catalog",
            json!({"provider_name": "p", "share_name": "s"}),
            json!({"share_name": ""}),
            "tables of somebody else",
        ),
        (
            "databricks_sql_table",
            json!({"table_type": "VIEW"}),
            json!({"table_type": "MANAGED"}),
            "a view",
        ),
        (
            "databricks_sql_table",
            json!({"table_type": "EXTERNAL"}),
            json!({}),
            "rows in files",
        ),
        (
            "databricks_table",
            json!({"table_type": "EXTERNAL"}),
            json!({"table_type": "MANAGED"}),
            "rows in files",
        ),
        (
            "databricks_volume",
            json!({"volume_type": "EXTERNAL"}),
            json!({"volume_type": "MANAGED"}),
            "files in a bucket",
        ),
        (
            "aws_glue_catalog_table",
            json!({"table_type": "VIRTUAL_VIEW"}),
            json!({"table_type": "EXTERNAL_TABLE"}),
            "a view; partitions of others stand in the catalogue alone",
        ),
        (
            "google_artifact_registry_repository",
            json!({"mode": "REMOTE_REPOSITORY"}),
            json!({"mode": "STANDARD_REPOSITORY"}),
            "a cache",
        ),
        (
            "google_artifact_registry_repository",
            json!({"mode": "VIRTUAL_REPOSITORY"}),
            json!({}),
            "a front of others",
        ),
        (
            "google_compute_address",
            json!({"address_type": "INTERNAL"}),
            json!({"address_type": "EXTERNAL"}),
            "no public address",
        ),
        (
            "google_compute_global_address",
            json!({"address_type": "INTERNAL"}),
            json!({"address_type": null}),
            "no public address, and the default is one",
        ),
        (
            "azurerm_public_ip",
            json!({"allocation_method": "Dynamic"}),
            json!({"allocation_method": "Static"}),
            "another one each time",
        ),
        (
            "github_repository",
            json!({"archive_on_destroy": true}),
            json!({"archive_on_destroy": false}),
            "it is archived",
        ),
        (
            "gitlab_project",
            json!({"archive_on_destroy": true}),
            json!({}),
            "it is archived",
        ),
        (
            "aws_organizations_account",
            json!({"close_on_deletion": false}),
            json!({"close_on_deletion": true}),
            "it leaves the organisation alone",
        ),
        (
            "google_project",
            json!({"skip_delete": true}),
            json!({"skip_delete": false}),
            "it stays",
        ),
        (
            "kubectl_manifest",
            json!({"kind": "PersistentVolumeClaim", "api_version": "v1", "apply_only": true}),
            json!({"kind": "PersistentVolumeClaim", "api_version": "v1", "apply_only": false}),
            "it stays",
        ),
    ] {
        let found = |rule: &str, before: &Value| level(rule, type_name, DELETE, before, &json!({}));
        assert_eq!(found("delete-stateful", &empty), None, "{type_name}: {why}");
        assert_eq!(found("delete-stateful", &other), ERROR, "{type_name}: but not {why}");
        assert_eq!(found("delete", &empty), WARNING, "{type_name}: it goes all the same");
    }
}

#[test]
fn what_a_replica_of_a_key_encrypted_the_primary_key_can_read() {
    let cloud_control = |type_name: &str| ("aws_cloudcontrolapi_resource", json!({"type_name": type_name}));
    for ((type_name, before), wanted) in [
        (("aws_kms_replica_key", json!({"primary_key_arn": "a"})), None),
        (("awscc_kms_replica_key", json!({"primary_key_arn": "a"})), None),
        (cloud_control("AWS::KMS::ReplicaKey"), None),
        (("aws_kms_key", json!({"multi_region": true})), ERROR),
        (("awscc_kms_key", json!({"multi_region": true})), ERROR),
        (cloud_control("AWS::KMS::Key"), ERROR),
    ] {
        let found = level("delete-stateful", type_name, DELETE, &before, &json!({}));
        assert_eq!(found, wanted, "{type_name} {before}");
    }
}

#[test]
fn what_may_have_become_a_thing_of_its_own_loses_what_it_holds() {
    for (type_name, before, why) in [
        (
            "azurerm_postgresql_flexible_server",
            json!({"create_mode": "Replica", "replication_role": ""}),
            "one that was promoted elsewhere looks the same",
        ),
        (
            "azurerm_mysql_flexible_server",
            json!({"create_mode": "Replica"}),
            "its role now is not told",
        ),
        (
            "azurerm_mssql_database",
            json!({"create_mode": "OnlineSecondary"}),
            "a failover exchanges the two",
        ),
        (
            "aws_kms_replica_external_key",
            json!({"primary_key_arn": "a"}),
            "material is imported into each, and expires in each",
        ),
        ("vault_mount", json!({"type": "database"}), "passwords that it rotated"),
        ("vault_mount", json!({"type": "ssh"}), "the key of its authority"),
        ("vault_mount", json!({"type": "pki"}), "the key of its authority"),
        ("vault_mount", json!({"type": "transit"}), "keys"),
        ("vault_mount", json!({"type": "kv"}), "secrets"),
        ("vault_mount", json!({"type": null}), "nobody knows what"),
        ("vault_database_secrets_mount", json!({}), "passwords that it rotated"),
        ("vault_ldap_secret_backend", json!({}), "passwords that it rotated"),
    ] {
        let found = level("delete-stateful", type_name, DELETE, &before, &json!({}));
        assert_eq!(found, ERROR, "{type_name} {before}: {why}");
    }
}

#[test]
fn what_gives_out_credentials_of_others_holds_its_configuration_alone() {
    let engines = [
        "alicloud",
        "aws",
        "azure",
        "consul",
        "gcp",
        "kubernetes",
        "mongodbatlas",
        "nomad",
        "rabbitmq",
        "terraform",
    ];
    let mounts = engines.map(|engine| ("vault_mount", json!({"type": engine})));
    let backends = [
        "vault_aws_secret_backend",
        "vault_azure_secret_backend",
        "vault_consul_secret_backend",
        "vault_gcp_secret_backend",
        "vault_kubernetes_secret_backend",
        "vault_nomad_secret_backend",
        "vault_rabbitmq_secret_backend",
        "vault_terraform_cloud_secret_backend",
    ];
    for (type_name, before) in mounts.into_iter().chain(backends.map(|name| (name, json!({})))) {
        let found = level("delete-stateful", type_name, DELETE, &before, &json!({}));
        assert_eq!(found, WARNING, "{type_name} {before}: leases are revoked");
    }
    assert_eq!(
        level(
            "delete-stateful",
            "vault_mongodbatlas_secret_backend",
            DELETE,
            &json!({}),
            &json!({})
        ),
        None,
        "it is what a mount is told, and no mount"
    );
}

#[test]
fn it_is_told_what_becomes_of_an_object_that_is_left_there() {
    for (type_name, before, words, why) in [
        (
            "github_repository",
            json!({"archive_on_destroy": true}),
            "its provider archives it, and deletes nothing",
            "nobody can write to it any more",
        ),
        (
            "gitlab_project",
            json!({"archive_on_destroy": true}),
            "its provider archives it, and deletes nothing",
            "nobody can write to it any more",
        ),
        (
            "aws_organizations_account",
            json!({"close_on_deletion": false}),
            "its provider takes it out of the organization, and does not close it",
            "policies of the organization do not hold there any more",
        ),
        (
            "google_project",
            json!({"skip_delete": true}),
            "its provider forgets it, and leaves it where it is",
            "nothing becomes of it",
        ),
    ] {
        let gone = change(&format!("{type_name}.x"), DELETE, &before, &Value::Null);
        let found = said("delete", &json!({"resource_changes": [gone]}));
        assert_eq!(
            found,
            [format!("{type_name}.x is destroyed: {words}")],
            "{type_name}: {why}"
        );
    }
}

#[test]
fn no_last_copy_is_taken_of_what_holds_nothing_of_its_own() {
    for (type_name, before, wanted, why) in [
        (
            "aws_db_instance",
            json!({"skip_final_snapshot": true, "replicate_source_db": "a"}),
            None,
            "of a replica none can be taken",
        ),
        (
            "aws_db_instance",
            json!({"skip_final_snapshot": true, "replicate_source_db": ""}),
            WARNING,
            "the data of a primary are lost",
        ),
        (
            "databricks_catalog",
            json!({"force_destroy": true, "connection_name": "postgres"}),
            None,
            "its schemas are those of the other database",
        ),
        (
            "databricks_catalog",
            json!({"force_destroy": true, "connection_name": ""}),
            WARNING,
            "its schemas are its own",
        ),
    ] {
        let found = level("forced-destruction", type_name, DELETE, &before, &json!({}));
        assert_eq!(found, wanted, "{type_name} {before}: {why}");
    }
}
