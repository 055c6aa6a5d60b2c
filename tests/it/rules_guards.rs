//! What guards another object and is destroyed: whether that one goes too, or only something of the same name.

use serde_json::{Value, json};

use crate::cut;
use crate::judge::judge;
use crate::rules::document;
use planlint::input::Want;
use planlint::lint::{Level, Settings};

fn change(action: &str, type_name: &str, object: &Value) -> Value {
    let (before, after) = match action {
        "create" => (&Value::Null, object),
        "delete" => (object, &Value::Null),
        _ => (object, object),
    };
    cut::object(&format!("{type_name}.x"), &[action], before, after, &json!({}))
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
        (
            "logging-removed",
            "azurerm_monitor_metric_alert",
            &json!({"id": "/m", "scopes": ["/a", "/b"]}),
            vec![("delete", "azurerm_thing", &json!({"id": "/a"}))],
            true,
            "one of two goes",
        ),
        (
            "logging-removed",
            "azurerm_monitor_metric_alert",
            &json!({"id": "/m", "scopes": ["/a", "/b"]}),
            vec![
                ("delete", "azurerm_thing", &json!({"id": "/a"})),
                ("delete", "azurerm_thing", &json!({"id": "/b"})),
            ],
            false,
            "both go",
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

#[test]
fn a_lock_that_somebody_may_bypass_is_a_protection_less() {
    let mode = |mode: &str| json!({"bucket": "b", "rule": [{"default_retention": [{"mode": mode, "days": 30}]}]});
    for (before, after, wanted, why) in [
        ("COMPLIANCE", "GOVERNANCE", true, "nobody could bypass it"),
        ("GOVERNANCE", "COMPLIANCE", false, "nobody can from now on"),
        ("COMPLIANCE", "COMPLIANCE", false, "as before"),
    ] {
        let mut locked = change("update", "aws_s3_bucket_object_lock_configuration", &mode(before));
        locked["change"]["after"] = mode(after);
        let found = levels("protection-removed", &json!({"resource_changes": [locked]}));
        assert_eq!(found, vec![Level::Error; usize::from(wanted)], "{why}");
    }
}

#[test]
fn what_a_guard_forbids_is_a_protection_too() {
    let rules = |deletion: bool| json!({"enforcement": "active", "rules": [{"deletion": deletion}]});
    let versions = |mfa: &str| json!({"versioning_configuration": [{"status": "Enabled", "mfa_delete": mfa}]});
    let days = |days: u32| json!({"backup_vault_name": "v", "min_retention_days": days});
    let kept = |seconds: &str| json!({"name": "b", "retention_policy": [{"retention_period": seconds}]});
    let locked = |unit: &str, amount: u32| json!({"bucket": "b", "rule": [{"default_retention": [{"mode": "GOVERNANCE", unit: amount}]}]});
    let lock = "aws_s3_bucket_object_lock_configuration";
    let (ruleset, versioning) = ("github_repository_ruleset", "aws_s3_bucket_versioning");
    let (vault, bucket) = ("aws_backup_vault_lock_configuration", "google_storage_bucket");
    for (type_name, before, after, wanted, why) in [
        (ruleset, rules(true), rules(false), true, "branches can be deleted"),
        (ruleset, rules(false), rules(true), false, "they can no longer"),
        (
            versioning,
            versions("Enabled"),
            versions("Disabled"),
            true,
            "a second factor",
        ),
        (versioning, versions(""), versions("Disabled"), false, "there was none"),
        (vault, days(365), days(30), true, "for less long"),
        (vault, days(365), days(400), false, "for longer"),
        (vault, days(0), days(0), false, "for no time at all"),
        (bucket, kept("2678400"), kept("86400"), true, "a number in quotes"),
        (lock, locked("days", 365), locked("days", 30), true, "for less long"),
        (lock, locked("days", 365), locked("years", 2), false, "in another unit"),
    ] {
        let mut guard = change("update", type_name, &before);
        guard["change"]["after"] = after;
        let found = levels("protection-removed", &json!({"resource_changes": [guard]}));
        assert_eq!(found, vec![Level::Error; usize::from(wanted)], "{type_name}: {why}");
    }
}

#[test]
fn a_guard_that_moves_leaves_what_it_guarded() {
    for (type_name, before, after, wanted, why) in [
        (
            "azurerm_management_lock",
            json!({"scope": "/subscriptions/s/resourcegroups/RG"}),
            json!({"scope": "/subscriptions/s/resourceGroups/rg"}),
            false,
            "the same in other letters",
        ),
        (
            "azurerm_management_lock",
            json!({"scope": "/subscriptions/s/a"}),
            json!({"scope": "/subscriptions/s/b"}),
            true,
            "another one",
        ),
        (
            "aws_s3_bucket_versioning",
            json!({"bucket": "a", "versioning_configuration": [{"status": "Enabled"}]}),
            json!({"bucket": "a", "versioning_configuration": [{"status": "Enabled"}]}),
            false,
            "replaced for another reason",
        ),
    ] {
        let mut guard = change("delete", type_name, &before);
        guard["change"]["actions"] = json!(["delete", "create"]);
        guard["change"]["after"] = after;
        let found = levels("protection-removed", &json!({"resource_changes": [guard]}));
        assert_eq!(found, vec![Level::Error; usize::from(wanted)], "{type_name}: {why}");
    }
}

#[test]
fn a_generated_secret_that_has_a_successor_already_is_a_warning() {
    for (type_name, actions, wanted, why) in [
        (
            "google_service_account_key",
            ["create", "delete"],
            Level::Warning,
            "the new key is handed over first",
        ),
        (
            "google_service_account_key",
            ["delete", "create"],
            Level::Error,
            "nobody has a key for a while",
        ),
        (
            "aws_db_instance",
            ["create", "delete"],
            Level::Error,
            "a new database has no data",
        ),
    ] {
        let mut replaced = change("update", type_name, &json!({"name": "n"}));
        replaced["change"]["actions"] = json!(actions);
        let found = levels("replace-stateful", &json!({"resource_changes": [replaced]}));
        assert_eq!(found, [wanted], "{why}");
    }
}

/// The levels of what a rule finds in a plan with these members, without any settings.
fn levels(rule: &str, plan: &Value) -> Vec<Level> {
    let text = document(false, &plan.to_string()).to_string();
    let judged = judge(text.as_bytes(), Want::Plan, &Settings::default()).unwrap();
    let findings = judged.report.findings.iter();
    let findings = findings.filter(|finding| finding.rule == rule);
    findings.map(|finding| finding.level).collect()
}

#[test]
fn as_many_places_protect_as_before() {
    let hooks = |policies: &[(&str, &str)]| {
        let hooks = policies
            .iter()
            .map(|(name, policy)| json!({"name": name, "failure_policy": policy}));
        json!({"webhook": hooks.collect::<Vec<_>>()})
    };
    let rules = |rules: &[(&str, &str)]| {
        let rules = rules.iter().map(|(enforce, when)| {
            let condition: Vec<_> = [when]
                .into_iter()
                .filter(|when| !when.is_empty())
                .map(|when| json!({"expression": when}))
                .collect();
            json!({"enforce": enforce, "condition": condition})
        });
        json!({"spec": [{"rules": rules.collect::<Vec<_>>()}]})
    };
    let reviews = |count: i64| json!({"required_pull_request_reviews": [{"required_approving_review_count": count}]});
    let (webhook, constraint, branch) = (
        "kubernetes_validating_webhook_configuration_v1",
        "google_org_policy_policy",
        "github_branch_protection",
    );
    let warning = Some(Level::Warning);
    for (type_name, before, after, wanted, why) in [
        (
            webhook,
            hooks(&[("a", "Fail"), ("b", "Fail")]),
            hooks(&[("a", "Ignore"), ("b", "Fail")]),
            warning,
            "one of two",
        ),
        (
            webhook,
            hooks(&[("a", "Fail"), ("b", "Ignore")]),
            hooks(&[("a", "Ignore"), ("b", "Fail")]),
            warning,
            "the one for the other",
        ),
        (
            webhook,
            hooks(&[("a", "Fail"), ("b", "Fail")]),
            hooks(&[("b", "Fail")]),
            None,
            "one is taken out, and the other asks as before",
        ),
        (
            webhook,
            hooks(&[("a", "Fail"), ("b", "Ignore")]),
            hooks(&[("a", "Fail")]),
            None,
            "one that did not protect is gone",
        ),
        (
            webhook,
            hooks(&[("a", "Fail")]),
            hooks(&[("c", "Ignore"), ("b", "Fail")]),
            None,
            "another name, and one more",
        ),
        (
            constraint,
            rules(&[("TRUE", "")]),
            rules(&[("FALSE", ""), ("TRUE", "resource.matchTag('a/b', 'c')")]),
            warning,
            "only where a condition holds",
        ),
        (
            constraint,
            rules(&[("TRUE", "")]),
            rules(&[("TRUE", ""), ("FALSE", "resource.matchTag('a/b', 'c')")]),
            None,
            "everywhere but for one",
        ),
        (branch, reviews(4), reviews(1), warning, "fewer reviews"),
        (branch, reviews(1), reviews(0), Some(Level::Error), "none"),
        (branch, reviews(1), reviews(2), None, "more"),
    ] {
        let found = crate::rules_exposure::level("protection-removed", type_name, &before, &after);
        assert_eq!(found, wanted, "{type_name}: {why}");
    }
}
