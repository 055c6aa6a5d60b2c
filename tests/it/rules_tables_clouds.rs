//! What the tables say of plans for clouds that lose what protects or limits many things at once, and of the ordinary
//! plan beside each.

use serde_json::{Value, json};

use crate::rules_exposure_networks::{ERROR, WARNING};
use crate::rules_narrower;
use crate::rules_tables_exposure::each;
use crate::rules_updates::{change, level};

const PROTECTION: &str = "protection-removed";
const NOTHING: Value = Value::Null;

#[test]
fn every_type_of_a_provider_has_what_keeps_it_from_being_destroyed() {
    let of = |policy: Value| json!({"id": "a", "name": "a", "deletion_policy": policy});
    let (prevent, delete, abandon) = (of(json!("PREVENT")), of(json!("DELETE")), of(json!("ABANDON")));
    let row = |type_name, before: &Value, after: &Value, wanted, why| {
        (PROTECTION, type_name, before.clone(), after.clone(), wanted, why)
    };
    let bucket = "google_storage_bucket";
    each(vec![
        row(bucket, &prevent, &delete, ERROR, "it can be destroyed"),
        row(bucket, &abandon, &delete, ERROR, "it is not left where it is"),
        row(bucket, &prevent, &of(NOTHING), ERROR, "its default may be DELETE"),
        row(bucket, &prevent, &abandon, None, "it stays either way"),
        row(bucket, &delete, &prevent, None, "it was not protected"),
        row(bucket, &delete, &of(NOTHING), None, "nor is it"),
        row("google_sql_database", &prevent, &delete, ERROR, "another type"),
        row(
            "google_netapp_volume",
            &prevent,
            &of(json!("FORCE")),
            ERROR,
            "one with another value",
        ),
        row(
            "google_secret_manager_secret_version",
            &of(json!("DISABLE")),
            &delete,
            ERROR,
            "a row of its own",
        ),
        row(
            "google_secret_manager_secret_version",
            &prevent,
            &of(json!("DISABLE")),
            None,
            "it keeps its value",
        ),
        row("oci_mysql_mysql_db_system", &prevent, &delete, None, "another provider"),
        (
            "delete-stateful",
            bucket,
            delete,
            NOTHING,
            ERROR,
            "what it holds is lost",
        ),
        (
            "delete-stateful",
            bucket,
            abandon.clone(),
            NOTHING,
            None,
            "it is only forgotten",
        ),
        (
            "delete-stateful",
            bucket,
            of(json!("Abandon")),
            NOTHING,
            ERROR,
            "providers compare it letter by letter: it is destroyed",
        ),
        ("delete", bucket, abandon.clone(), NOTHING, WARNING, "which is told"),
        (
            "delete-stateful",
            "google_project",
            abandon,
            NOTHING,
            None,
            "another type",
        ),
        (
            "delete-stateful",
            "aws_cloudwatch_log_group",
            json!({"id": "l", "skip_destroy": true}),
            NOTHING,
            None,
            "another provider's word",
        ),
        (
            "delete-stateful",
            "aws_cloudwatch_log_group",
            json!({"id": "l", "skip_destroy": false}),
            NOTHING,
            ERROR,
            "its logs are lost",
        ),
    ]);
    let replaced = |object: &Value| {
        let actions = ["delete", "create"];
        rules_narrower::changed(
            "replace-stateful",
            bucket,
            &actions,
            object,
            &of(json!("ABANDON")),
            &json!({}),
        )
    };
    assert_eq!(replaced(&of(json!("ABANDON"))), None, "the old one stays where it is");
    assert_eq!(replaced(&of(json!("DELETE"))), ERROR, "the state decides");
}

/// Kubernetes keeps the claims of a set unless its policy says otherwise.
#[test]
fn a_set_whose_policy_deletes_its_claims_is_lost_with_them() {
    let set = |policy: &str| {
        json!({"metadata": [{"name": "a", "namespace": "n"}], "spec": [{"replicas": "3",
        "persistent_volume_claim_retention_policy": [{"when_deleted": policy, "when_scaled": "Retain"}]}]})
    };
    let manifest = |policy: &str| {
        json!({"manifest": {"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "a"},
        "spec": {"persistentVolumeClaimRetentionPolicy": {"whenDeleted": policy}}}})
    };
    let rule = "delete-stateful";
    let (one, other) = ("kubernetes_stateful_set", "kubernetes_stateful_set_v1");
    let untold = json!({"metadata": [{"name": "a"}], "spec": [{"replicas": "3"}]});
    each(vec![
        (rule, one, set("Delete"), NOTHING, ERROR, "its claims go"),
        (rule, other, set("Delete"), NOTHING, ERROR, "in the newer type"),
        (rule, other, set("Retain"), NOTHING, None, "they stay"),
        (rule, other, untold, NOTHING, None, "which is the default"),
        (
            rule,
            "kubernetes_manifest",
            manifest("Delete"),
            NOTHING,
            ERROR,
            "as a manifest",
        ),
        (
            rule,
            "kubernetes_manifest",
            manifest("Retain"),
            NOTHING,
            None,
            "as a manifest",
        ),
    ]);
}

#[test]
fn fewer_rules_of_a_firewall_stop_less() {
    let blocks = |names: &[&str]| {
        names
            .iter()
            .map(|name| web_rule(name, "action", "block"))
            .collect::<Vec<_>>()
    };
    let acl = |rules: Vec<Value>| json!({"id": "w", "default_action": [{"allow": [{}], "block": []}], "rule": rules});
    let ruleset = |names: &[&str]| {
        let rules = names
            .iter()
            .map(|name| json!({"action": "block", "enabled": true, "expression": name}));
        json!({"id": "r", "zone_id": "z", "phase": "http_request_firewall_custom", "rules": rules.collect::<Vec<_>>()})
    };
    let armor = |rules: &[(i64, &str, bool)]| {
        let rules = rules
            .iter()
            .map(|(priority, action, preview)| json!({"priority": priority, "action": action, "preview": preview}));
        json!({"id": "p", "name": "p", "rule": rules.collect::<Vec<_>>()})
    };
    let (web, edge, google) = (
        "aws_wafv2_web_acl",
        "cloudflare_ruleset",
        "google_compute_security_policy",
    );
    let (five, one) = (["a", "b", "c", "d", "e"], ["a"]);
    let (deny, all) = ((1, "deny(403)", false), (2_147_483_647, "allow", false));
    let counted = {
        let mut rules = blocks(&["a", "c"]);
        rules.push(web_rule("b", "action", "count"));
        acl(rules)
    };
    let managed = acl(vec![web_rule("common", "override_action", "none")]);
    let before = || acl(blocks(&five));
    let mut rows = vec![
        (web, before(), acl(blocks(&one)), WARNING, "one of five is left"),
        (web, before(), acl(blocks(&["z"])), WARNING, "under another name"),
        (
            web,
            before(),
            acl(blocks(&["v", "w", "x", "y", "z"])),
            None,
            "other names, and as many",
        ),
        (
            web,
            acl(blocks(&["a", "b"])),
            counted,
            WARNING,
            "one counts, and another one comes",
        ),
        (
            web,
            acl(blocks(&one)),
            managed.clone(),
            None,
            "a group takes the place of a rule",
        ),
        (web, acl(blocks(&["a", "b"])), managed, WARNING, "of two"),
        (edge, ruleset(&five), ruleset(&one), WARNING, "one of five is left"),
        (
            edge,
            ruleset(&["a", "b"]),
            ruleset(&["b", "c"]),
            None,
            "another one instead",
        ),
        (edge, ruleset(&one), ruleset(&five), None, "more"),
        (google, armor(&[deny, all]), armor(&[all]), WARNING, "it is gone"),
        (
            google,
            armor(&[deny, all]),
            armor(&[(1, "deny(403)", true), all]),
            WARNING,
            "it only watches",
        ),
        (
            google,
            armor(&[deny, all]),
            armor(&[(1, "allow", false), all]),
            WARNING,
            "it lets through",
        ),
        (
            google,
            armor(&[deny, all]),
            armor(&[(1, "allow", false), (2, "deny(403)", false), all]),
            WARNING,
            "the same",
        ),
        (
            google,
            armor(&[deny, all]),
            armor(&[(7, "deny(404)", false), all]),
            None,
            "another place and answer",
        ),
        (
            google,
            armor(&[(1, "deny(403)", true), all]),
            armor(&[all]),
            None,
            "it only watched",
        ),
        (google, armor(&[all]), armor(&[deny, all]), None, "a new one"),
    ];
    let rule = |action: &str, preview: bool| json!({"security_policy": "s", "priority": 1, "action": action, "preview": preview});
    let single = "google_compute_security_policy_rule";
    rows.extend([
        (single, rule("deny(403)", false), NOTHING, WARNING, "it is gone"),
        (
            single,
            rule("deny(403)", false),
            rule("deny(403)", true),
            WARNING,
            "it only watches",
        ),
        (
            single,
            rule("deny(403)", false),
            rule("allow", false),
            WARNING,
            "it lets through",
        ),
        (single, rule("deny(403)", true), NOTHING, None, "it only watched"),
        (single, rule("allow", false), NOTHING, None, "it let through"),
        (
            single,
            json!({"security_policy": "s", "priority": 1, "action": "deny(403)", "preview": null}),
            json!({"security_policy": "s", "priority": 1, "action": "allow", "preview": null}),
            WARNING,
            "what nobody makes a preview is none",
        ),
        (
            "google_compute_region_security_policy_rule",
            rule("deny(502)", false),
            NOTHING,
            WARNING,
            "of a region",
        ),
    ]);
    let with_rule = |(type_name, before, after, wanted, why)| (PROTECTION, type_name, before, after, wanted, why);
    each(rows.into_iter().map(with_rule).collect());
    // New rules in a set: the provider has yet to fill in what nobody wrote.
    let edited = json!({"id": "p", "name": "p", "rule": [{"priority": 1, "action": "deny(403)"}, {"priority": 2_147_483_647, "action": "allow"}]});
    let unknown = json!({"rule": [{"preview": true}, {"preview": true}]});
    let found = rules_narrower::changed(PROTECTION, google, &["update"], &armor(&[deny, all]), &edited, &unknown);
    assert_eq!(found, None, "a rule is edited");
    let found = rules_narrower::changed(
        PROTECTION,
        web,
        &["update"],
        &before(),
        &json!({"id": "w", "default_action": [{"allow": [{}], "block": []}]}),
        &json!({"rule": true}),
    );
    assert_eq!(found, WARNING, "rules that are known after apply may be fewer");
}

/// A rule of a web ACL, with one thing that is done with what it matches.
fn web_rule(name: &str, with: &str, does: &str) -> Value {
    let mut rule = json!({"name": name, "action": [], "override_action": []});
    rule[with] = json!([{does: [{}]}]);
    rule
}

#[test]
fn what_is_left_of_a_loss_is_told_once() {
    let ruleset = |action: &str| {
        json!({"id": "r", "zone_id": "z", "phase": "http_request_firewall_custom",
            "rules": [{"action": action, "enabled": true, "expression": "e"}]})
    };
    let armor =
        |preview: bool| json!({"id": "p", "rule": [{"priority": 1, "action": "deny(403)", "preview": preview}]});
    let environment = |reviewers: Value| json!({"repository": "r", "environment": "prod", "reviewers": reviewers});
    let many =
        |name: &str| json!({"id": "w", "rule": (0..9).map(|_| web_rule(name, "action", "block")).collect::<Vec<_>>()});
    for (type_name, before, after, wanted) in [
        (
            "cloudflare_ruleset",
            ruleset("block"),
            ruleset("log"),
            "loses its protection: rules.action (\"block\" → \"log\")",
        ),
        (
            "google_compute_security_policy",
            armor(false),
            armor(true),
            "loses its protection: rule.action (1 that count → 0)",
        ),
        (
            "github_repository_environment",
            environment(json!([{"users": [1]}])),
            environment(json!([])),
            "loses its protection: reviewers (an object → not set)",
        ),
        (
            "aws_wafv2_rule_group",
            many("a"),
            json!({"id": "w", "rule": []}),
            "(an object, an object, an object, an object, an object, 4 more → not set)",
        ),
    ] {
        let plan = json!({"resource_changes": [change(type_name, &before, &after)]});
        let said = crate::rules_words::said(PROTECTION, &plan);
        assert!(said.iter().any(|text| text.contains(wanted)), "{said:?}");
    }
}

#[test]
fn what_limits_whole_accounts_or_ends_elsewhere_is_missed_when_it_goes() {
    let organisation = |types: Value, services: Value| json!({"id": "o", "enabled_policy_types": types, "aws_service_access_principals": services});
    let trail = ["cloudtrail.amazonaws.com", "ram.amazonaws.com"];
    let assigned = |enforce: bool| json!({"id": "a", "policy_definition_id": "d", "enforce": enforce});
    let environment = |reviewers: Value| json!({"repository": "r", "environment": "prod", "reviewers": reviewers});
    let owned = |by: &str| json!({"id": "b", "bucket": "b", "rule": [{"object_ownership": by}]});
    let rule = |access: &str, status: &str| {
        json!({"id": "r", "policy_id": "p", "factor_mode": "1FA", "mfa_required": false,
        "access": access, "status": status})
    };
    let signed = |status: &str| json!({"id": "z", "hosted_zone_id": "z", "signing_status": status});
    let flare = |status: &str| json!({"id": "z", "zone_id": "z", "status": status});
    let some = |id: &str| json!({"id": id});
    let (root, controls) = ("aws_organizations_organization", "aws_s3_bucket_ownership_controls");
    let types = || json!(["SERVICE_CONTROL_POLICY", "TAG_POLICY"]);
    let rows = vec![
        (
            root,
            organisation(types(), json!([])),
            organisation(json!(["TAG_POLICY"]), json!([])),
            WARNING,
            "no limits",
        ),
        (
            root,
            organisation(json!([]), json!([])),
            organisation(types(), json!([])),
            None,
            "more limits",
        ),
        (
            root,
            organisation(types(), json!(trail)),
            organisation(types(), json!([trail[1]])),
            WARNING,
            "no trails",
        ),
        (
            root,
            organisation(types(), json!(trail)),
            organisation(types(), json!([trail[0]])),
            None,
            "shares are no guard",
        ),
        (
            "azurerm_management_group_policy_assignment",
            assigned(true),
            NOTHING,
            WARNING,
            "of a group",
        ),
        (
            "azurerm_resource_policy_assignment",
            assigned(true),
            NOTHING,
            WARNING,
            "of one thing",
        ),
        (
            "azurerm_subscription_policy_assignment",
            assigned(false),
            NOTHING,
            None,
            "it only looked",
        ),
        (
            "github_repository_environment",
            environment(json!([{"users": [1]}])),
            NOTHING,
            WARNING,
            "no review",
        ),
        (
            "github_repository_environment",
            environment(json!([])),
            NOTHING,
            None,
            "there was none",
        ),
        (
            "snowflake_row_access_policy",
            some("p"),
            NOTHING,
            WARNING,
            "as when a masking policy goes",
        ),
        (
            "gitlab_project_protected_environment",
            some("e"),
            NOTHING,
            WARNING,
            "everybody deploys",
        ),
        (
            "aws_ssoadmin_permissions_boundary_attachment",
            some("b"),
            NOTHING,
            WARNING,
            "no boundary",
        ),
        (
            controls,
            owned("BucketOwnerEnforced"),
            owned("ObjectWriter"),
            WARNING,
            "access lists count",
        ),
        (controls, owned("BucketOwnerEnforced"), NOTHING, WARNING, "the same"),
        (controls, owned("ObjectWriter"), NOTHING, None, "they counted"),
        (
            "okta_policy_rule_signon",
            rule("DENY", "ACTIVE"),
            rule("ALLOW", "ACTIVE"),
            WARNING,
            "who was turned away",
        ),
        (
            "okta_app_signon_policy_rule",
            rule("DENY", "ACTIVE"),
            rule("ALLOW", "ACTIVE"),
            WARNING,
            "from one app",
        ),
        (
            "okta_policy_rule_signon",
            rule("DENY", "INACTIVE"),
            rule("ALLOW", "INACTIVE"),
            None,
            "it was asleep",
        ),
        (
            "aws_route53_hosted_zone_dnssec",
            signed("SIGNING"),
            signed("NOT_SIGNING"),
            WARNING,
            "no signatures",
        ),
        (
            "aws_route53_hosted_zone_dnssec",
            signed("SIGNING"),
            NOTHING,
            WARNING,
            "the same",
        ),
        (
            "aws_route53_hosted_zone_dnssec",
            signed("NOT_SIGNING"),
            NOTHING,
            None,
            "there were none",
        ),
        (
            "cloudflare_zone_dnssec",
            flare("active"),
            NOTHING,
            WARNING,
            "no signatures",
        ),
        (
            "cloudflare_zone_dnssec",
            flare("active"),
            flare("disabled"),
            WARNING,
            "the same",
        ),
        (
            "cloudflare_zone_dnssec",
            flare("disabled"),
            NOTHING,
            None,
            "there were none",
        ),
    ];
    let with_rule = |(type_name, before, after, wanted, why)| (PROTECTION, type_name, before, after, wanted, why);
    let mut rows: Vec<_> = rows.into_iter().map(with_rule).collect();
    let audit = |is: bool| json!({"id": "p", "project_id": "p", "enabled": is});
    let logging = "logging-removed";
    rows.extend([
        (
            logging,
            "mongodbatlas_auditing",
            audit(true),
            NOTHING,
            WARNING,
            "no audit",
        ),
        (
            logging,
            "mongodbatlas_auditing",
            audit(false),
            NOTHING,
            None,
            "there was none",
        ),
        (
            logging,
            "aws_rds_cluster_activity_stream",
            some("s"),
            NOTHING,
            WARNING,
            "no stream",
        ),
    ]);
    each(rows);
    let zone = json!({"id": "z", "zone_id": "z", "name": "example.org"});
    let both = [
        change("aws_route53_hosted_zone_dnssec", &signed("SIGNING"), &NOTHING),
        change("aws_route53_zone", &zone, &NOTHING),
    ];
    let found = level(PROTECTION, &json!({"resource_changes": both}));
    assert_eq!(found, None, "the zone goes too");
}
