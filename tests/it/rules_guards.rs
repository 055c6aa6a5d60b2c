//! What guards another object and is destroyed: whether that one goes too, or only something of the same name.

use serde_json::{Value, json};

use crate::cut;
use crate::judge::judge;
use planlint::input::Want;
use planlint::lint::Settings;

fn change(action: &str, type_name: &str, object: &Value) -> Value {
    let (before, after) = match action {
        "create" => (&Value::Null, object),
        "delete" => (object, &Value::Null),
        _ => (object, object),
    };
    json!({
        "address": format!("{type_name}.x"), "mode": "managed", "type": type_name, "name": "x",
        "provider_name": "registry.opentofu.org/x/y",
        "change": {
            "actions": [action], "before": before, "after": after, "after_unknown": {},
            "before_sensitive": {}, "after_sensitive": {}
        }
    })
}

#[test]
fn only_with_what_it_guards_a_guard_goes_unnoticed() {
    let bucket = json!({"id": "data", "bucket": "data", "arn": "arn:aws:s3:::data"});
    let of_bucket = json!({"id": "data", "bucket": "data"});
    let subnet = json!({"id": "/s/subnets/a", "name": "a"});
    let of_subnet = json!({"id": "/s/subnets/a", "subnet_id": "/s/subnets/a"});
    let repository = json!({"id": "web", "name": "web", "node_id": "R_1"});
    let lock = |scope: &str| json!({"id": "/l", "name": "data", "scope": scope});
    let (block, versions) = ("aws_s3_bucket_public_access_block", "aws_s3_bucket_versioning");
    let (object_lock, group) = (
        "aws_s3_bucket_object_lock_configuration",
        "azurerm_subnet_network_security_group_association",
    );
    for (rule, guard, held, others, reported, why) in [
        (
            "public-bucket",
            block,
            &of_bucket,
            vec![("delete", "aws_s3_bucket", &bucket)],
            false,
            "the bucket goes",
        ),
        (
            "public-bucket",
            block,
            &of_bucket,
            vec![("no-op", "aws_s3_bucket", &bucket)],
            true,
            "the bucket stays",
        ),
        (
            "public-bucket",
            block,
            &of_bucket,
            vec![
                ("no-op", "aws_s3_bucket", &bucket),
                ("delete", "aws_s3_bucket_lifecycle_configuration", &of_bucket),
            ],
            true,
            "a part of the bucket goes",
        ),
        (
            "public-bucket",
            block,
            &of_bucket,
            vec![("delete", "aws_iam_role", &json!({"id": "data", "name": "data"}))],
            true,
            "a role of the same name goes",
        ),
        (
            "public-bucket",
            block,
            &of_bucket,
            vec![
                ("delete", "aws_s3_bucket", &bucket),
                ("no-op", "aws_iam_role", &json!({"id": "data", "name": "data"})),
            ],
            false,
            "the bucket goes, and a role of the same name stays",
        ),
        (
            "public-bucket",
            block,
            &of_bucket,
            vec![
                ("delete", "aws_s3_bucket", &bucket),
                ("create", "aws_s3_bucket", &json!({"bucket": "data"})),
            ],
            false,
            "the bucket goes, and another one gets its name",
        ),
        (
            "backup-disabled",
            versions,
            &of_bucket,
            vec![("delete", "aws_s3_bucket_cors_configuration", &of_bucket)],
            true,
            "a part of the bucket goes",
        ),
        (
            "protection-removed",
            versions,
            &of_bucket,
            vec![("delete", "aws_s3_bucket_cors_configuration", &of_bucket)],
            true,
            "the same for locks",
        ),
        (
            "protection-removed",
            object_lock,
            &of_bucket,
            vec![("delete", "aws_s3_bucket", &bucket)],
            false,
            "the bucket goes",
        ),
        (
            "protection-removed",
            object_lock,
            &of_bucket,
            vec![("delete", "aws_s3_bucket_policy", &of_bucket)],
            true,
            "its policy goes",
        ),
        (
            "public-endpoint",
            group,
            &of_subnet,
            vec![("delete", "azurerm_subnet", &subnet)],
            false,
            "the subnet goes",
        ),
        (
            "public-endpoint",
            group,
            &of_subnet,
            vec![("delete", "azurerm_subnet_route_table_association", &of_subnet)],
            true,
            "another association of the subnet goes",
        ),
        (
            "protection-removed",
            "azurerm_management_lock",
            &lock("/s/subnets/a"),
            vec![("delete", "azurerm_subnet", &subnet)],
            false,
            "whatever a lock is on goes",
        ),
        (
            "protection-removed",
            "azurerm_management_lock",
            &lock("/s/subnets/a"),
            vec![("delete", "azurerm_subnet_route_table_association", &of_subnet)],
            true,
            "what has the id of another object is a part of it",
        ),
        (
            "protection-removed",
            "azurerm_management_lock",
            &lock("/s/subnets/a"),
            vec![
                ("delete", "azurerm_thing", &json!({"id": "/s/subnets/a"})),
                ("update", "azurerm_subnet", &subnet),
            ],
            true,
            "what the lock is on stays",
        ),
        (
            "protection-removed",
            "github_branch_protection",
            &json!({"id": "B", "repository_id": "R_1"}),
            vec![("delete", "github_repository", &repository)],
            false,
            "the repository goes",
        ),
        (
            "protection-removed",
            "github_branch_protection",
            &json!({"id": "B", "repository_id": "web"}),
            vec![("delete", "github_team", &json!({"id": "7", "name": "web"}))],
            true,
            "a team of the same name goes",
        ),
        (
            "logging-removed",
            "google_project_iam_audit_config",
            &json!({"id": "p/audit", "project": "p-1"}),
            vec![(
                "delete",
                "google_project",
                &json!({"id": "projects/p-1", "name": "P", "project_id": "p-1"}),
            )],
            false,
            "the project goes",
        ),
    ] {
        let mut changes = vec![change("delete", guard, held)];
        changes.extend(others.iter().map(|(action, name, object)| change(action, name, object)));
        let plan = cut::with_changes(&changes);
        let judged = judge(cut::line(&plan).as_bytes(), Want::Plan, &Settings::default()).unwrap();
        assert!(judged.report.errors.is_empty(), "{:?}", judged.report.errors);
        let mut findings = judged.report.findings.iter();
        let found = findings.any(|finding| finding.rule == rule);
        assert_eq!(found, reported, "{rule} {guard}: {why}");
    }
}
