//! What of an object's parts is not listed any more, and what kept them.

use serde_json::{Value, json};

use crate::program::planlint;
use crate::rules_exposure_networks::{ERROR, WARNING};
use crate::rules_narrower::changed;
use crate::rules_updates::{change, level_of};

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
            json!({"name": network("v"), "s": store()}),
            json!({"name": network("v")}),
            ERROR,
            "beside one with the symbolic name `name`",
        ),
        (
            json!({"name": network("v"), "s": store()}),
            json!({"t": store(), "name": network("v")}),
            None,
            "the same beside it",
        ),
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
    let volume = "AWS::EC2::Volume";
    for (before, after, wanted, why) in [
        (
            stack(json!("Snapshot"), database),
            stack(json!("Delete"), database),
            ERROR,
            "no copy stays from now on",
        ),
        (
            stack(json!("Snapshot"), database),
            stack(Value::Null, database),
            None,
            "a copy stays of a database of which nothing is said",
        ),
        (
            stack(json!("Snapshot"), volume),
            stack(Value::Null, volume),
            ERROR,
            "and none of a volume",
        ),
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

/// A template that is known only after apply may keep what it kept, and may not.
#[test]
fn what_a_template_keeps_that_is_not_known_yet_may_be_lost() {
    let of = |policy: &str, kind: &str| {
        let template = json!({"Resources": {"A": {"Type": kind, "DeletionPolicy": policy}}}).to_string();
        let mut change = change(
            "aws_cloudformation_stack",
            &json!({"template_body": template}),
            &json!({}),
        );
        change["change"]["after_unknown"] = json!({"template_body": true});
        let plan = json!({"format_version": "1.2", "resource_changes": [change]});
        planlint(["--no-config", "-"]).stdin(plan.to_string()).run()
    };
    let says = "may lose what keeps parts of it: template_body.Resources";
    of("Retain", "AWS::S3::Bucket").says(says, "kept so far");
    of("Delete", "AWS::S3::Bucket").hides(says, "not kept");
    of("Retain", "AWS::IAM::Role").hides(says, "it holds nothing");
}

/// Names that must not be told are compared all the same.
#[test]
fn what_is_sensitive_is_lost_as_what_is_not() {
    let azure = |kind: &str, name: &str| {
        let store = json!({"type": "Microsoft.Storage/storageAccounts", "name": "canary-a"});
        let resources = json!([store, {"type": kind, "name": name}]);
        let content = json!({"resources": resources}).to_string();
        json!({"deployment_mode": "Complete", "template_content": content})
    };
    let stack = |name: &str, kind: &str| {
        let template = json!({"Resources": {name: {"Type": kind}}}).to_string();
        json!({"template_body": template})
    };
    let table = |names: &[&str]| {
        let columns: Vec<_> = names.iter().map(|name| json!({"name": name})).collect();
        json!({"column": columns})
    };
    let (vault, store) = ("Microsoft.KeyVault/vaults", "Microsoft.Storage/storageAccounts");
    let (bucket, topic) = ("AWS::S3::Bucket", "AWS::SNS::Topic");
    let deployment = "azurerm_resource_group_template_deployment";
    let of_columns = json!({"column": [{"name": true}, {}]});
    for (type_name, before, after, marks, is_lost, why) in [
        (
            deployment,
            azure(vault, "canary-v"),
            azure(store, "canary-b"),
            json!({"template_content": true}),
            true,
            "another kind",
        ),
        (
            deployment,
            azure(vault, "canary-v"),
            azure("microsoft.keyvault/vaults", "CANARY-V"),
            json!({"template_content": true}),
            false,
            "in another case",
        ),
        (
            "aws_cloudformation_stack",
            stack("canary", bucket),
            stack("canary2", topic),
            json!({"template_body": true}),
            true,
            "another kind",
        ),
        (
            "aws_cloudformation_stack",
            json!({"template_body": stack("canary", bucket)["template_body"], "name": "a"}),
            json!({"template_body": stack("canary", bucket)["template_body"], "name": "b"}),
            json!({"template_body": true}),
            false,
            "the same",
        ),
        (
            "snowflake_table",
            table(&["canary", "plain"]),
            table(&["plain"]),
            of_columns,
            true,
            "the column that is marked, and not the one that takes its place",
        ),
    ] {
        let mut change = change(type_name, &before, &after);
        change["change"]["before_sensitive"] = marks;
        let plan = json!({"format_version": "1.2", "resource_changes": [change]});
        let run = planlint(["--no-config", "-"]).stdin(plan.to_string()).run();
        let written = format!("{}{}", run.stdout, run.stderr);
        assert_eq!(written.contains("loses what it holds"), is_lost, "{type_name}: {why}");
        for told in ["canary", "CANARY", "AWS::S3", "KeyVault", "\"plain\""] {
            assert!(!written.contains(told), "{type_name}: {why}: {written}");
        }
    }
}

/// What a policy forbade to delete is as safe as long as it says so.
#[test]
fn what_a_policy_forbade_to_delete_is_less_safe_without_it() {
    let deny = |action: Value, resource: &str, others: Value| {
        let mut denial = json!({"Effect": "Deny", "Principal": "*", "Action": action, "Resource": resource});
        denial
            .as_object_mut()
            .unwrap()
            .extend(others.as_object().unwrap().clone());
        denial
    };
    let held = |statements: &[Value]| {
        let policy = json!({"Version": "2012-10-17", "Statement": statements}).to_string();
        json!({"id": "b", "bucket": "b", "backup_vault_name": "b", "queue_url": "b", "policy": policy})
    };
    let objects = || deny(json!("s3:DeleteObject*"), "arn:aws:s3:::b/*", json!({}));
    let bucket = || deny(json!("s3:DeleteBucket"), "arn:aws:s3:::b", json!({}));
    let insecure = deny(
        json!("s3:*"),
        "*",
        json!({"Condition": {"Bool": {"aws:SecureTransport": "false"}}}),
    );
    let some = deny(json!("s3:DeleteObject*"), "arn:aws:s3:::b/tmp/*", json!({}));
    let tagged = json!({"Condition": {"StringEquals": {"aws:PrincipalTag/x": "1"}}});
    let tagged = deny(json!("s3:DeleteObject*"), "arn:aws:s3:::b/*", tagged);
    let wide = |action: &str| deny(json!(action), "*", json!({}));
    let but = |action: &str| {
        let mut denial = wide("*");
        denial.as_object_mut().unwrap().remove("Action");
        denial["NotAction"] = json!(action);
        denial
    };
    let points = || deny(json!("backup:DeleteRecoveryPoint"), "*", json!({}));
    let queue = || deny(json!(["sqs:DeleteQueue", "sqs:PurgeQueue"]), "*", json!({}));
    let allow = || {
        json!({"Effect": "Allow", "Principal": {"AWS": "arn:aws:iam::1:root"}, "Action": "s3:GetObject",
        "Resource": "arn:aws:s3:::b/*"})
    };
    let (of_bucket, of_queue, of_vault) = (
        "aws_s3_bucket_policy",
        "aws_sqs_queue_policy",
        "aws_backup_vault_policy",
    );
    for (type_name, before, after, wanted, why) in [
        (
            of_bucket,
            held(&[objects(), bucket()]),
            held(&[objects()]),
            WARNING,
            "one denial goes",
        ),
        (
            "mongodbatlas_backup_compliance_policy",
            json!({"project_id": "p", "authorized_email": "a@example.org"}),
            Value::Null,
            ERROR,
            "backups that nobody may delete",
        ),
        (
            of_bucket,
            held(&[objects()]),
            held(&[some]),
            WARNING,
            "less of the bucket",
        ),
        (
            of_bucket,
            held(&[objects()]),
            held(&[tagged]),
            WARNING,
            "under a condition",
        ),
        (
            "aws_s3_bucket",
            held(&[objects()]),
            json!({"id": "b", "bucket": "b", "policy": ""}),
            WARNING,
            "on the bucket",
        ),
        (of_queue, held(&[queue()]), held(&[]), WARNING, "of a queue"),
        (of_vault, held(&[points()]), held(&[allow()]), WARNING, "of backups"),
        (of_vault, held(&[points()]), Value::Null, WARNING, "the policy goes"),
        (
            of_bucket,
            held(&[objects()]),
            Value::Null,
            WARNING,
            "of a bucket that stays",
        ),
        (of_vault, held(&[allow()]), Value::Null, None, "which denied nothing"),
        (
            of_bucket,
            held(&[insecure.clone(), allow()]),
            held(&[allow()]),
            None,
            "another denial",
        ),
        (
            of_bucket,
            held(&[objects(), insecure]),
            held(&[allow(), objects()]),
            None,
            "it stays",
        ),
        (
            of_bucket,
            held(&[objects()]),
            held(&[deny(json!("s3:*"), "*", json!({}))]),
            None,
            "more is denied",
        ),
        (of_bucket, held(&[wide("*")]), held(&[allow()]), WARNING, "everything"),
        (
            of_bucket,
            held(&[wide("s3:*")]),
            held(&[allow()]),
            WARNING,
            "all that it can do",
        ),
        (
            of_bucket,
            held(&[wide("s3:D*")]),
            held(&[allow()]),
            WARNING,
            "a part of the word",
        ),
        (
            of_bucket,
            held(&[wide("s3:*Object")]),
            held(&[allow()]),
            WARNING,
            "the end of the name",
        ),
        (
            of_bucket,
            held(&[but("s3:Get*")]),
            held(&[allow()]),
            WARNING,
            "all but reading",
        ),
        (
            of_bucket,
            held(&[but("s3:Get*")]),
            held(&[wide("s3:Delete*")]),
            None,
            "deletions by name",
        ),
        (
            of_bucket,
            held(&[wide("*")]),
            held(&[wide("s3:Delete*")]),
            None,
            "what deletes is still denied",
        ),
        (
            of_bucket,
            held(&[wide("*")]),
            held(&[but("s3:Get*")]),
            None,
            "what reads deletes nothing",
        ),
        (
            of_bucket,
            held(&[wide("s3:Put*")]),
            held(&[allow()]),
            None,
            "what writes",
        ),
        (
            of_bucket,
            held(&[but("s3:*")]),
            held(&[allow()]),
            None,
            "deletions are let through",
        ),
        (
            of_bucket,
            held(&[wide("sqs:*")]),
            held(&[allow()]),
            None,
            "of what no bucket is",
        ),
    ] {
        let actions = if after.is_null() { ["delete"] } else { ["update"] };
        let found = changed("protection-removed", type_name, &actions, &before, &after, &json!({}));
        assert_eq!(found, wanted, "{type_name}: {why}");
    }
}
