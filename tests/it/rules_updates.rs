//! Changes in place, and new objects, that destroy or open what no destruction in the plan names: how bad each is, and
//! what is quiet beside it.

use serde_json::{Value, json};

use crate::cut;
use crate::judge::judge;
use crate::rules::document;
use planlint::input::Want;
use planlint::lint::{Level, Settings};
use planlint::report::Standing;

const ERROR: Option<Level> = Some(Level::Error);
const WARNING: Option<Level> = Some(Level::Warning);

/// One change of an object, which is created where there is nothing before, and destroyed where there is nothing after.
pub(crate) fn change(type_name: &str, before: &Value, after: &Value) -> Value {
    let action = match (before, after) {
        (Value::Null, _) => "create",
        (_, Value::Null) => "delete",
        _ => "update",
    };
    cut::object(&format!("{type_name}.x"), &[action], before, after, &json!({}))
}

/// How bad a rule finds these changes; `None` for nothing.
pub(crate) fn level(rule: &str, plan: &Value) -> Option<Level> {
    let text = document(false, &plan.to_string()).to_string();
    let judged = judge(text.as_bytes(), Want::Plan, &Settings::default()).unwrap();
    assert!(judged.report.errors.is_empty(), "{:?}", judged.report.errors);
    let mut findings = judged.report.findings.iter().filter(|finding| finding.rule == rule);
    let level = findings.next().map(|finding| finding.level);
    assert!(findings.next().is_none(), "said twice");
    level
}

/// The same of one change.
pub(crate) fn level_of(rule: &str, type_name: &str, before: &Value, after: &Value) -> Option<Level> {
    level(rule, &json!({"resource_changes": [change(type_name, before, after)]}))
}

#[test]
fn a_rule_that_deletes_objects_is_as_bad_as_what_limits_it() {
    let bucket = "google_storage_bucket";
    let rules = |list: Value| json!({"name": "b", "lifecycle_rule": list});
    let rule = |action: &str, condition: Value| json!({"action": [{"type": action}], "condition": [condition]});
    // What the provider plans where configuration says nothing.
    let nothing = json!({"age": 0, "with_state": "ANY", "num_newer_versions": 0, "created_before": "", "matches_prefix": [],
        "send_age_if_zero": true, "days_since_noncurrent_time": 0, "custom_time_before": null});
    let aged = rule("Delete", json!({"age": 30, "with_state": "ANY"}));
    for (before, after, wanted, why) in [
        (
            json!([]),
            json!([aged]),
            None,
            "what is older than a month goes, as `shorter-retention` says",
        ),
        (
            json!([]),
            json!([rule("Delete", nothing.clone())]),
            ERROR,
            "an age of zero, and nothing else that counts",
        ),
        (
            json!([]),
            json!([rule("Delete", json!({"age": 0, "with_state": "LIVE"}))]),
            ERROR,
            "all that is alive",
        ),
        (
            json!([]),
            json!([rule("Delete", json!({"age": 0, "created_before": "2026-01-01"}))]),
            WARNING,
            "a day limits it",
        ),
        (
            json!([]),
            json!([rule("Delete", json!({"matches_suffix": [".tmp"]}))]),
            WARNING,
            "names limit it",
        ),
        (
            json!([aged]),
            json!([rule("Delete", nothing.clone())]),
            ERROR,
            "what limited the rule is gone",
        ),
        (
            json!([aged]),
            json!([aged, rule("Delete", json!({"num_newer_versions": 3}))]),
            WARNING,
            "one more",
        ),
        (
            json!([aged]),
            json!([aged, rule("SetStorageClass", nothing.clone())]),
            None,
            "nothing is deleted",
        ),
        (
            json!([rule("Delete", nothing.clone())]),
            json!([
                rule("Delete", nothing.clone()),
                rule("AbortIncompleteMultipartUpload", json!({"age": 1}))
            ]),
            None,
            "it did so before",
        ),
    ] {
        let found = level_of("destructive-update", bucket, &rules(before), &rules(after));
        assert_eq!(found, wanted, "{why}");
    }
    let new = rules(json!([rule("Delete", nothing)]));
    let found = level_of("destructive-update", bucket, &Value::Null, &new);
    assert_eq!(found, None, "a new bucket has nothing to lose");
}

#[test]
fn parts_in_a_text_are_lost_where_they_hold_something() {
    let columns = |names: &[&str]| {
        let columns: Vec<_> = names
            .iter()
            .map(|name| json!({"name": name, "type": "STRING"}))
            .collect();
        json!(columns).to_string()
    };
    let chart = |objects: Value| json!({"name": "r", "manifest": objects.to_string()});
    let claim = |annotations: Value| {
        let metadata = json!({"name": "data", "annotations": annotations});
        json!({"persistentvolumeclaim/v1/data": {"kind": "PersistentVolumeClaim", "metadata": metadata}})
    };
    for (type_name, before, after, wanted, why) in [
        (
            "google_bigquery_table",
            json!({"schema": columns(&["id", "email"]), "view": []}),
            json!({"schema": columns(&["id"]), "view": []}),
            ERROR,
            "newer providers drop a column in place",
        ),
        (
            "google_bigquery_table",
            json!({"schema": columns(&["id", "email"]), "view": []}),
            json!({"schema": columns(&["email", "id", "name"]), "view": []}),
            None,
            "another order, and one more",
        ),
        (
            "google_bigquery_table",
            json!({"schema": columns(&["id", "email"]), "view": [{"query": "SELECT 1"}]}),
            json!({"schema": columns(&["id"]), "view": [{"query": "SELECT 2"}]}),
            None,
            "a view holds no rows",
        ),
        (
            "google_bigquery_table",
            json!({"schema": columns(&["id", "email"]), "external_data_configuration": [{"autodetect": false}]}),
            json!({"schema": columns(&["id"]), "external_data_configuration": [{"autodetect": false}]}),
            None,
            "the rows stand elsewhere",
        ),
        (
            "helm_release",
            chart(claim(json!({}))),
            chart(json!({})),
            ERROR,
            "the claim and its volume are deleted",
        ),
        (
            "helm_release",
            chart(claim(json!({"helm.sh/resource-policy": "keep"}))),
            chart(json!({})),
            None,
            "Helm keeps it",
        ),
        (
            "helm_release",
            chart(
                json!({"configmap/v1/web-1f3a": {"kind": "ConfigMap"}, "job.batch/batch/v1/migrate": {"kind": "Job"}}),
            ),
            chart(json!({"configmap/v1/web-77c0": {"kind": "ConfigMap"}})),
            None,
            "every upgrade does that",
        ),
        (
            "helm_release",
            json!({"name": "r", "manifest": null}),
            json!({"name": "r", "manifest": null}),
            None,
            "the provider writes it only where it is told to",
        ),
    ] {
        let found = level_of("destructive-update", type_name, &before, &after);
        assert_eq!(found, wanted, "{type_name}: {why}");
    }
}

#[test]
fn values_that_let_a_service_delete_by_itself_are_found_when_they_come() {
    let (aiven, ocean) = ("aiven_kafka_topic", "digitalocean_database_kafka_topic");
    let policy = |name: &str| json!({"config": [{"cleanup_policy": name}]});
    let ttl = |enabled: bool| json!({"ttl": [{"enabled": enabled, "attribute_name": "until"}]});
    let registry = "google_artifact_registry_repository";
    let images = |actions: &[&str], dry: Value| {
        let policies: Vec<_> = actions
            .iter()
            .map(|action| json!({"id": action, "action": action}))
            .collect();
        json!({"cleanup_policies": policies, "cleanup_policy_dry_run": dry})
    };
    let keep = ["KEEP"].as_slice();
    let both = ["KEEP", "DELETE"].as_slice();
    for (type_name, before, after, wanted, why) in [
        (
            aiven,
            policy("compact"),
            policy("delete"),
            ERROR,
            "the only message of a key gets old",
        ),
        (aiven, policy("compact"), policy("compact,delete"), ERROR, "the same"),
        (
            aiven,
            policy("delete"),
            policy("compact"),
            ERROR,
            "older messages of a key go",
        ),
        (
            aiven,
            policy("compact,delete"),
            policy("delete"),
            None,
            "they got old before",
        ),
        (
            aiven,
            policy("compact,delete"),
            policy("compact"),
            None,
            "less is deleted",
        ),
        (
            aiven,
            json!({"config": []}),
            policy("delete"),
            None,
            "the default, written out",
        ),
        (
            aiven,
            Value::Null,
            policy("compact"),
            None,
            "a new topic has no messages",
        ),
        (
            ocean,
            policy("compact"),
            policy("delete"),
            ERROR,
            "the same of another provider",
        ),
        (
            ocean,
            policy("compact"),
            policy("compact_delete"),
            ERROR,
            "its word for both",
        ),
        (ocean, policy("delete"), policy("delete"), None, "it stays"),
        (
            "aws_dynamodb_table",
            ttl(false),
            ttl(true),
            WARNING,
            "what is over goes",
        ),
        (
            "aws_dynamodb_table",
            ttl(true),
            ttl(false),
            None,
            "nothing goes any more",
        ),
        (
            "aws_dynamodb_table",
            Value::Null,
            ttl(true),
            None,
            "a new table has no items",
        ),
        (
            registry,
            images(keep, Value::Null),
            images(both, Value::Null),
            WARNING,
            "a policy deletes",
        ),
        (
            registry,
            images(&[], json!(true)),
            images(both, json!(true)),
            None,
            "it is only tried",
        ),
        (
            registry,
            images(both, json!(true)),
            images(both, json!(false)),
            WARNING,
            "it is no longer only tried",
        ),
        (
            registry,
            images(keep, json!(true)),
            images(keep, json!(false)),
            None,
            "no policy deletes",
        ),
        (
            registry,
            images(both, Value::Null),
            images(both, json!(false)),
            None,
            "the default, written out",
        ),
    ] {
        let found = level_of("destructive-update", type_name, &before, &after);
        assert_eq!(found, wanted, "{type_name} {before} {after}: {why}");
    }
}

#[test]
fn what_takes_over_the_whole_of_a_thing_is_told_unless_the_thing_is_new() {
    let expire = r#"{"rules": [{"selection": {"countType": "imageCountMoreThan"}, "action": {"type": "expire"}}]}"#;
    let days = |status: &str, date: Value| json!([{"status": status, "expiration": [{"date": date, "days": 30}]}]);
    let rules = |status: &str, date: Value| json!({"bucket": "n", "rule": days(status, date)});
    for (type_name, object, thing, named, wanted, why) in [
        (
            "aws_ecr_lifecycle_policy",
            json!({"repository": "n", "policy": expire}),
            "aws_ecr_repository",
            "name",
            WARNING,
            "images go",
        ),
        (
            "aws_iam_policy_attachment",
            json!({"policy_arn": "n", "roles": ["ci"]}),
            "aws_iam_policy",
            "arn",
            WARNING,
            "whoever else has the policy loses it",
        ),
        (
            "aws_s3_bucket_notification",
            json!({"bucket": "n", "queue": []}),
            "aws_s3_bucket",
            "bucket",
            WARNING,
            "the bucket has one list of them",
        ),
        (
            "aws_s3_bucket_lifecycle_configuration",
            rules("Enabled", json!("2026-01-01T00:00:00Z")),
            "aws_s3_bucket",
            "bucket",
            WARNING,
            "a day, after which everything goes",
        ),
        (
            "aws_s3_bucket_lifecycle_configuration",
            rules("Disabled", json!("2026-01-01T00:00:00Z")),
            "aws_s3_bucket",
            "bucket",
            None,
            "the rule is off",
        ),
        (
            "aws_s3_bucket_lifecycle_configuration",
            rules("Enabled", Value::Null),
            "aws_s3_bucket",
            "bucket",
            None,
            "an age is told by another rule",
        ),
        (
            "google_bigquery_dataset_iam_policy",
            json!({"dataset_id": "n"}),
            "google_bigquery_dataset",
            "dataset_id",
            WARNING,
            "all other grants go",
        ),
        (
            "google_folder_iam_policy",
            json!({"folder": "n"}),
            "google_folder",
            "name",
            WARNING,
            "all other grants go",
        ),
        (
            "google_project_iam_policy",
            json!({"project": "n"}),
            "google_project",
            "project_id",
            WARNING,
            "all other grants go",
        ),
        (
            "google_project_iam_binding",
            json!({"project": "n", "role": "roles/viewer"}),
            "google_project",
            "project_id",
            None,
            "it is of one role",
        ),
        (
            "google_storage_bucket_iam_policy",
            json!({"bucket": "n"}),
            "google_storage_bucket",
            "name",
            WARNING,
            "all other grants go",
        ),
    ] {
        let policy = change(type_name, &Value::Null, &object);
        let found = level("destructive-update", &json!({"resource_changes": [policy]}));
        assert_eq!(found, wanted, "{type_name}: {why}");
        let new = change(thing, &Value::Null, &json!({named: "n"}));
        let found = level("destructive-update", &json!({"resource_changes": [new, policy]}));
        assert_eq!(found, None, "{type_name}: what it is of is new");
        if type_name != "aws_ecr_lifecycle_policy" {
            let mut after = object.clone();
            after["id"] = json!("other");
            let found = level_of("destructive-update", type_name, &object, &after);
            assert_eq!(found, None, "{type_name}: it took over before");
        }
    }
    let organization = json!({"org_id": "1"});
    for (type_name, before, after, wanted, why) in [
        (
            "google_organization_iam_policy",
            Value::Null,
            organization,
            WARNING,
            "no plan makes it",
        ),
        (
            "namecheap_domain_records",
            Value::Null,
            json!({"domain": "example.com", "mode": "OVERWRITE"}),
            ERROR,
            "all other records are deleted",
        ),
        (
            "namecheap_domain_records",
            json!({"domain": "example.com", "mode": "MERGE"}),
            json!({"domain": "example.com", "mode": "OVERWRITE"}),
            ERROR,
            "from now on",
        ),
        (
            "namecheap_domain_records",
            Value::Null,
            json!({"domain": "example.com", "mode": "MERGE"}),
            None,
            "others stay",
        ),
        (
            "aws_ecr_lifecycle_policy",
            json!({"repository": "n", "policy": "{}"}),
            json!({"repository": "n", "policy": expire}),
            WARNING,
            "other rules",
        ),
        (
            "aws_s3_bucket",
            json!({"lifecycle_rule": []}),
            json!({"lifecycle_rule": [{"enabled": true, "expiration": [{"date": "2026-01-01"}]}]}),
            WARNING,
            "the older way to write it",
        ),
    ] {
        let found = level_of("destructive-update", type_name, &before, &after);
        assert_eq!(found, wanted, "{type_name}: {why}");
    }
}

#[test]
fn a_new_thing_whose_name_waits_for_itself_is_new_as_well() {
    let attached = |to: &str, reference: Value| {
        let mut policy = change("aws_iam_policy_attachment", &Value::Null, &json!({"name": "a"}));
        policy["change"]["after_unknown"] = json!({"policy_arn": true});
        json!({
            "resource_changes": [change(to, &Value::Null, &json!({"name": "p"})), policy],
            "configuration": {"root_module": {"resources": [
                {"address": format!("{to}.x"), "mode": "managed", "type": to, "name": "x", "expressions": {}},
                {"address": "aws_iam_policy_attachment.x", "mode": "managed", "type": "aws_iam_policy_attachment",
                    "name": "x", "expressions": {"policy_arn": reference}}
            ]}}
        })
    };
    let of = |name: &str| json!({"references": [format!("{name}.arn"), name]});
    for (plan, wanted, why) in [
        (
            attached("aws_iam_policy", of("aws_iam_policy.x")),
            None,
            "its arn is made with it",
        ),
        (
            attached("terraform_data", of("terraform_data.x")),
            WARNING,
            "any policy may come of that",
        ),
        (
            attached("aws_iam_policy", json!({})),
            WARNING,
            "nobody says what it waits for",
        ),
    ] {
        assert_eq!(level("destructive-update", &plan), wanted, "{why}");
    }
}

#[test]
fn what_a_key_of_a_map_says_is_read_too() {
    let roles = |roles: &[&str]| {
        let entry = |role: &&str| {
            format!("- groups:\n  - system:nodes\n  rolearn: arn:aws:iam::1:role/{role}\n  username: x\n")
        };
        json!({"data": {"mapRoles": roles.iter().map(entry).collect::<String>()}, "metadata": [{"name": "aws-auth"}]})
    };
    let topic = |policy: &str| json!({"topic_name": "t", "config": {"cleanup.policy": policy}});
    let (map, kafka) = ("kubernetes_config_map_v1_data", "confluent_kafka_topic");
    for (type_name, before, after, wanted, why) in [
        (
            map,
            roles(&["nodes", "admin"]),
            roles(&["admin"]),
            WARNING,
            "nodes are locked out",
        ),
        (
            map,
            roles(&["nodes"]),
            roles(&["nodes", "admin"]),
            None,
            "somebody is let in",
        ),
        (
            map,
            roles(&["nodes", "admin"]),
            roles(&["admin", "nodes"]),
            None,
            "another order",
        ),
        (
            kafka,
            topic("compact"),
            topic("delete"),
            ERROR,
            "what was kept by its key goes",
        ),
        (kafka, topic("delete"), topic("compact"), ERROR, "what has no key goes"),
        (kafka, topic("delete"), topic("delete"), None, "nothing new"),
    ] {
        let level = level_of("destructive-update", type_name, &before, &after);
        assert_eq!(level, wanted, "{type_name}: {why}");
    }
}

/// What a document listed is gone from it, whether or not anything is left in the document.
#[test]
fn an_empty_document_has_lost_what_it_listed() {
    let stack = |body: Value| json!({"name": "s", "template_body": body});
    let before = stack(json!(r#"{"Resources": {"DB": {"Type": "AWS::RDS::DBInstance"}}}"#));
    for (body, is_certain, why) in [
        (json!(r#"{"Resources": {}}"#), true, "nothing is listed"),
        (json!("{}"), true, "nothing stands in it"),
        (json!("[]"), true, "a list of nothing"),
        (Value::Null, false, "the document may stand elsewhere"),
    ] {
        let change = change("aws_cloudformation_stack", &before, &stack(body));
        let text = document(false, &json!({"resource_changes": [change]}).to_string()).to_string();
        let judged = judge(text.as_bytes(), Want::Plan, &Settings::default()).unwrap();
        let mut findings = judged.report.findings.iter();
        let finding = findings.find(|finding| finding.rule == "destructive-update").unwrap();
        assert_eq!(finding.standing == Standing::Counts, is_certain, "{why}");
    }
}
