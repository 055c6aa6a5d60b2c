//! What of an object's parts is not listed any more, and what kept them.

use serde_json::{Value, json};

use crate::rules_exposure_networks::{ERROR, WARNING};
use crate::rules_updates::level_of;

/// What a template of Azure lists is told by what it is and by its name, wherever it stands in it.
#[test]
fn what_a_template_does_not_list_any_more_is_lost() {
    let of = |kind: &str, name: &str| json!({"type": kind, "name": name, "apiVersion": "2023-01-01"});
    let store = || of("Microsoft.Storage/storageAccounts", "a");
    let network = |name: &str| of("Microsoft.Network/virtualNetworks", name);
    let server = |children: Value| {
        let mut server = of("Microsoft.Sql/servers", "s");
        server["resources"] = children;
        server
    };
    let with = |key: &str, value: Value| {
        let mut store = store();
        store[key] = value;
        store
    };
    let database = of("Microsoft.Sql/servers/databases", "s/d");
    let both = || json!([store(), network("v")]);
    for (before, after, wanted, why) in [
        (both(), json!([network("v")]), ERROR, "an account"),
        (
            json!([store(), network("a")]),
            json!([network("a")]),
            ERROR,
            "another kind has the name",
        ),
        (
            json!([network("a"), store()]),
            json!([network("a")]),
            ERROR,
            "in another order",
        ),
        (
            json!({"s": store(), "v": network("v")}),
            json!({"v": network("v")}),
            ERROR,
            "under a symbolic name",
        ),
        (json!({"s": store()}), json!({}), ERROR, "all of them"),
        (
            json!([server(json!([of("databases", "d")]))]),
            json!([server(json!([]))]),
            ERROR,
            "a child",
        ),
        (
            both(),
            json!([with("condition", json!(false)), network("v")]),
            ERROR,
            "not made any more",
        ),
        (both(), json!([store()]), WARNING, "what holds nothing"),
        (both(), json!([network("v"), store()]), None, "another order"),
        (
            both(),
            json!({"v": network("v"), "x": store()}),
            None,
            "the same under symbolic names",
        ),
        (
            both(),
            json!([of("microsoft.storage/StorageAccounts", "A"), network("v")]),
            None,
            "in another case",
        ),
        (
            both(),
            json!([with("condition", json!("[equals(1, 1)]")), network("v")]),
            None,
            "nobody can say",
        ),
        (
            json!([server(json!([of("databases", "d")]))]),
            json!([server(json!([])), database]),
            None,
            "a child elsewhere",
        ),
        (
            json!([with("condition", json!(false))]),
            json!([]),
            None,
            "it was not there",
        ),
    ] {
        let deployment = |resources: Value| {
            let content = json!({"resources": resources}).to_string();
            json!({"name": "d", "resource_group_name": "g", "deployment_mode": "Complete", "template_content": content})
        };
        let type_name = "azurerm_resource_group_template_deployment";
        let found = level_of("destructive-update", type_name, &deployment(before), &deployment(after));
        assert_eq!(found, wanted, "{why}");
    }
}

#[test]
fn what_keeps_a_resource_of_a_template_is_a_protection() {
    let stack = |policy: Value, kind: &str| {
        let template = json!({"Resources": {"A": {"Type": kind, "DeletionPolicy": policy}}}).to_string();
        json!({"id": "s", "name": "s", "template_body": template})
    };
    let (database, role) = ("AWS::RDS::DBInstance", "AWS::IAM::Role");
    for (before, after, wanted, why) in [
        (
            stack(json!("Retain"), database),
            stack(json!("Delete"), database),
            ERROR,
            "deleted from now on",
        ),
        (
            stack(json!("Retain"), database),
            stack(Value::Null, database),
            ERROR,
            "nothing is said",
        ),
        (
            stack(json!("Retain"), database),
            stack(json!("Snapshot"), database),
            None,
            "a copy stays",
        ),
        (
            stack(json!("Delete"), database),
            stack(json!("Delete"), database),
            None,
            "as before",
        ),
        (
            stack(json!("Retain"), role),
            stack(json!("Delete"), role),
            None,
            "it holds nothing",
        ),
        (
            stack(json!("Retain"), database),
            stack(json!("RetainExceptOnCreate"), database),
            None,
            "kept",
        ),
        (
            stack(json!("Delete"), database),
            stack(json!("Retain"), database),
            None,
            "kept from now on",
        ),
    ] {
        for type_name in ["aws_cloudformation_stack", "aws_cloudformation_stack_set"] {
            let found = level_of("protection-removed", type_name, &before, &after);
            assert_eq!(found, wanted, "{type_name}: {why}");
        }
    }
}

#[test]
fn what_is_not_listed_any_more_is_lost() {
    let table = |kind: &str, names: &[&str]| {
        let columns: Vec<_> = names.iter().map(|name| json!({"name": name, "type": "int"})).collect();
        json!({"id": "t", "table_type": kind, "column": columns})
    };
    let disks = |ids: &[&str]| {
        let of = |id: &&str| json!({"uuid": id, "vbd_id": id});
        let disks: Vec<_> = ids.iter().map(of).collect();
        json!({"id": "m", "disk_list": disks, "disk": disks})
    };
    let drive = json!({"uuid": "b", "device_properties": [{"device_type": "CDROM"}]});
    let with_drive = json!({"id": "m", "disk_list": [{"uuid": "a"}, drive]});
    let secret = |time: Value| json!({"id": "s", "secret_id": "s", "expire_time": time});
    let field = |ttl: Value| json!({"id": "f", "field": "f", "ttl_config": ttl});
    let (databricks, nutanix) = ("databricks_sql_table", "nutanix_virtual_machine");
    let (secrets, fields) = ("google_secret_manager_secret", "google_firestore_field");
    for (type_name, before, after, wanted, why) in [
        (
            databricks,
            table("MANAGED", &["a", "b"]),
            table("MANAGED", &["a"]),
            ERROR,
            "a column",
        ),
        (
            databricks,
            table("MANAGED", &["a", "b"]),
            table("MANAGED", &["a", "c"]),
            None,
            "another name",
        ),
        (
            databricks,
            table("VIEW", &["a", "b"]),
            table("VIEW", &["a"]),
            None,
            "a view holds no rows",
        ),
        (nutanix, disks(&["a", "b"]), disks(&["a"]), ERROR, "a disk"),
        (nutanix, disks(&["a"]), disks(&["a", "b"]), None, "one more"),
        (
            nutanix,
            with_drive,
            disks(&["a"]),
            None,
            "a drive holds nothing of its own",
        ),
        ("xenorchestra_vm", disks(&["a", "b"]), disks(&["a"]), ERROR, "a disk"),
        (
            secrets,
            secret(json!("")),
            secret(json!("2026-12-01T00:00:00Z")),
            WARNING,
            "deleted then",
        ),
        (
            secrets,
            secret(json!("2026-12-01T00:00:00Z")),
            secret(Value::Null),
            None,
            "kept",
        ),
        (
            fields,
            field(json!([])),
            field(json!([{"state": "ACTIVE"}])),
            WARNING,
            "documents go",
        ),
        (
            fields,
            field(json!([{"state": "ACTIVE"}])),
            field(json!([])),
            None,
            "they stay",
        ),
    ] {
        let found = level_of("destructive-update", type_name, &before, &after);
        assert_eq!(found, wanted, "{type_name}: {why}");
    }
}
