//! What the lists of types say of a change: which loss, outage or reach it is, and how bad.

use serde_json::{Value, json};

use crate::rules_updates;
use planlint::lint::Level;

const ERROR: Option<Level> = Some(Level::Error);
const WARNING: Option<Level> = Some(Level::Warning);

const CREATE: &[&str] = &["create"];
const DELETE: &[&str] = &["delete"];
const UPDATE: &[&str] = &["update"];
const CREATE_FIRST: &[&str] = &["create", "delete"];
const DESTROY_FIRST: &[&str] = &["delete", "create"];

/// How bad a rule finds a change; `None` for nothing.
pub(crate) fn level(rule: &str, type_name: &str, actions: &[&str], before: &Value, after: &Value) -> Option<Level> {
    let shown = |object: &Value, is_shown: bool| if is_shown { object.clone() } else { Value::Null };
    let plan = json!({"resource_changes": [{
        "address": format!("{type_name}.x"), "mode": "managed", "type": type_name, "name": "x",
        "provider_name": "registry.opentofu.org/x/y",
        "change": {
            "actions": actions, "before": shown(before, actions != CREATE), "after": shown(after, actions != DELETE),
            "after_unknown": {}, "before_sensitive": {}, "after_sensitive": {}
        }
    }]});
    rules_updates::level(rule, &plan)
}

/// The same of an object whose values do not matter.
fn level_of(rule: &str, type_name: &str, actions: &[&str]) -> Option<Level> {
    level(
        rule,
        type_name,
        actions,
        &json!({"id": "a", "name": "n"}),
        &json!({"id": "a", "name": "m"}),
    )
}

#[test]
fn what_cannot_be_made_again_is_lost() {
    for (type_name, why) in [
        ("aws_connect_phone_number", "the number goes back"),
        ("aws_pinpointsmsvoicev2_phone_number", "the number goes back"),
        ("azurerm_communication_service", "its numbers and users go with it"),
        ("xenorchestra_vm", "its disks are written in it"),
        ("neon_branch", "rows are in a branch"),
        ("elasticstack_kibana_space", "dashboards made in it go with it"),
        ("aws_emr_cluster", "HDFS goes with it"),
        ("google_dataproc_cluster", "HDFS goes with it"),
        ("kubernetes_secret_v1", "no other one has its name"),
        ("aws_ami_from_instance", "no machine is started from it any more"),
        ("rancher2_namespace", "claims in it go with it"),
        ("vsphere_vmfs_datastore", "disks of machines stand on it"),
        ("vsphere_content_library", "images in it go with it"),
    ] {
        assert_eq!(
            level_of("delete-stateful", type_name, DELETE),
            ERROR,
            "{type_name}: {why}"
        );
        assert_eq!(
            level_of("replace-stateful", type_name, DESTROY_FIRST),
            ERROR,
            "{type_name}: {why}"
        );
    }
    for (type_name, wanted, why) in [
        (
            "kubernetes_secret",
            WARNING,
            "a secret under another name, which is there first",
        ),
        ("kubernetes_secret_v1", WARNING, "the same"),
        ("aws_ami_from_instance", WARNING, "this is how an image is exchanged"),
        ("aws_ami", ERROR, "it is made of snapshots that may be gone"),
        ("aws_ssm_parameter", ERROR, "its value stands nowhere else"),
        ("aws_connect_phone_number", ERROR, "another number"),
    ] {
        let found = level_of("replace-stateful", type_name, CREATE_FIRST);
        assert_eq!(found, wanted, "{type_name}: {why}");
    }
}

#[test]
fn what_a_destruction_takes_along_stands_in_the_state() {
    let disks = |deleted: bool| json!({"ebs_block_device": [{"volume_id": "v", "delete_on_termination": deleted}]});
    let folder = |kept: bool| json!({"prevent_destroy_if_not_empty": kept});
    for (type_name, actions, before, after, wanted, why) in [
        (
            "aws_instance",
            DELETE,
            disks(true),
            Value::Null,
            WARNING,
            "the data disk goes",
        ),
        (
            "aws_instance",
            DESTROY_FIRST,
            disks(true),
            disks(true),
            WARNING,
            "and with a replacement",
        ),
        (
            "aws_instance",
            DELETE,
            disks(false),
            Value::Null,
            None,
            "the data disk stays",
        ),
        (
            "aws_instance",
            DELETE,
            json!({"ebs_block_device": []}),
            Value::Null,
            None,
            "no data disk",
        ),
        (
            "aws_instance",
            DELETE,
            json!({"root_block_device": [{"delete_on_termination": true}]}),
            Value::Null,
            None,
            "the system disk is made anew with every machine",
        ),
        (
            "aws_instance",
            UPDATE,
            disks(false),
            disks(true),
            WARNING,
            "from now on",
        ),
        (
            "grafana_folder",
            DELETE,
            folder(false),
            Value::Null,
            WARNING,
            "dashboards go",
        ),
        (
            "grafana_folder",
            DELETE,
            folder(true),
            Value::Null,
            None,
            "the provider refuses",
        ),
    ] {
        let found = level("forced-destruction", type_name, actions, &before, &after);
        assert_eq!(found, wanted, "{type_name} {actions:?}: {why}");
    }
}

#[test]
fn what_others_use_is_missed_until_its_successor_is_there() {
    for (type_name, why) in [
        ("airbyte_connection", "the next one syncs everything again"),
        ("aws_cloudfront_origin_access_identity", "the bucket refuses the CDN"),
        ("aws_dms_replication_task", "a full load again"),
        ("aws_eip_association", "the address leads nowhere"),
        ("aws_kinesisanalyticsv2_application", "its state goes"),
        ("aws_mskconnect_connector", "offsets are lost"),
        ("aws_sagemaker_endpoint", "nobody can ask the model"),
        ("aws_transfer_server", "another host name"),
        ("aws_volume_attachment", "the disk is gone from the machine"),
        ("azurerm_signalr_service", "connections break"),
        (
            "azurerm_virtual_machine_data_disk_attachment",
            "the disk is gone from the machine",
        ),
        ("confluent_connector", "offsets are lost"),
        ("confluent_flink_statement", "its state goes"),
        ("google_compute_attached_disk", "the disk is gone from the machine"),
        ("google_datastream_stream", "everything is filled in again"),
        ("oci_core_volume_attachment", "the disk is gone from the machine"),
    ] {
        let found = |actions| level_of("destroy-before-create", type_name, actions);
        assert_eq!(found(DESTROY_FIRST), WARNING, "{type_name}: {why}");
        assert_eq!(found(CREATE_FIRST), None, "{type_name}: the successor is there first");
    }
}

#[test]
fn what_much_else_depends_on_is_looked_at_when_it_comes_too() {
    for (type_name, created, why) in [
        ("aws_default_route_table", WARNING, "routes that were there go"),
        (
            "aws_main_route_table_association",
            WARNING,
            "subnets without a table of their own follow",
        ),
        ("aws_organizations_policy_attachment", WARNING, "accounts may do less"),
        ("aws_route_table", None, "nothing follows a new table yet"),
        (
            "azurerm_management_group_policy_assignment",
            WARNING,
            "subscriptions may do less",
        ),
        ("azurerm_policy_definition", None, "it is assigned nowhere yet"),
        (
            "azurerm_resource_group_policy_assignment",
            WARNING,
            "what is in the group may do less",
        ),
        (
            "azurerm_subscription_policy_assignment",
            WARNING,
            "a subscription may do less",
        ),
        ("cloudflare_tunnel_config", None, "a new tunnel has no visitors"),
        (
            "cloudflare_zero_trust_tunnel_cloudflared_config",
            None,
            "a new tunnel has no visitors",
        ),
        (
            "google_compute_project_metadata",
            WARNING,
            "keys and settings of all machines go",
        ),
        ("google_compute_project_metadata_item", None, "others stay"),
        ("google_folder_organization_policy", WARNING, "projects may do less"),
        (
            "google_kms_crypto_key_iam_binding",
            WARNING,
            "whoever had the role on the key loses it",
        ),
        ("google_kms_crypto_key_iam_member", None, "others stay"),
        (
            "google_kms_crypto_key_iam_policy",
            WARNING,
            "whoever had any role on the key loses it",
        ),
        ("google_kms_key_ring_iam_binding", WARNING, "the same of all keys"),
        ("google_kms_key_ring_iam_policy", WARNING, "the same of all keys"),
        ("google_org_policy_policy", WARNING, "projects may do less"),
        ("google_organization_policy", WARNING, "projects may do less"),
        ("google_project_organization_policy", WARNING, "the project may do less"),
        ("namecheap_domain_records", WARNING, "names of a domain"),
        ("ns1_record", WARNING, "a name"),
        ("powerdns_record", WARNING, "a name"),
        ("snowflake_grant_ownership", WARNING, "the owner loses it"),
        (
            "snowflake_network_policy_attachment",
            WARNING,
            "others may be locked out",
        ),
    ] {
        assert_eq!(
            level_of("critical-type", type_name, CREATE),
            created,
            "{type_name}: {why}"
        );
        let is_listed = created.is_some() || ["config", "member"].iter().any(|end| type_name.ends_with(end));
        if is_listed {
            assert_eq!(
                level_of("critical-type", type_name, UPDATE),
                WARNING,
                "{type_name}: it changes"
            );
            assert_eq!(
                level_of("critical-type", type_name, DELETE),
                WARNING,
                "{type_name}: it goes"
            );
        }
    }
}

#[test]
fn a_firewall_that_is_taken_away_in_front_of_a_service_is_a_warning() {
    for (type_name, name) in [
        ("aws_cloudfront_distribution", "web_acl_id"),
        ("google_compute_backend_service", "security_policy"),
        ("google_compute_region_backend_service", "security_policy"),
    ] {
        let guarded = json!({"id": "a", name: "arn:firewall"});
        let other = json!({"id": "a", name: "arn:other"});
        let empty = json!({"id": "a", name: ""});
        let none = json!({"id": "a", name: null});
        for (actions, before, after, wanted, why) in [
            (UPDATE, &guarded, &empty, WARNING, "it is emptied"),
            (UPDATE, &guarded, &none, WARNING, "it is not set any more"),
            (UPDATE, &guarded, &other, None, "another firewall"),
            (UPDATE, &empty, &none, None, "there was none"),
            (CREATE, &none, &none, None, "most have none"),
            (CREATE, &none, &guarded, None, "a new one is guarded"),
        ] {
            let found = level("public-endpoint", type_name, actions, before, after);
            assert_eq!(found, wanted, "{type_name} {actions:?}: {why}");
        }
    }
}

#[test]
fn a_login_that_goes_leaves_open_what_answers_without_it() {
    let (listener, rule) = ("aws_lb_listener", "aws_lb_listener_rule");
    let actions = |name: &str, types: &[&str]| {
        let actions: Vec<_> = types.iter().map(|action| json!({"type": action})).collect();
        json!({name: actions})
    };
    let login = ["authenticate-oidc", "forward"].as_slice();
    for (type_name, name, before, after, wanted, why) in [
        (
            listener,
            "default_action",
            login,
            ["forward"].as_slice(),
            ERROR,
            "anybody gets through",
        ),
        (
            "aws_alb_listener",
            "default_action",
            login,
            &["forward"],
            ERROR,
            "its older name",
        ),
        (
            rule,
            "action",
            &["authenticate-cognito", "forward"],
            &["forward"],
            ERROR,
            "one rule",
        ),
        (
            "aws_alb_listener_rule",
            "action",
            login,
            &["forward"],
            ERROR,
            "its older name",
        ),
        (
            listener,
            "default_action",
            login,
            &["authenticate-cognito", "forward"],
            None,
            "another login",
        ),
        (
            listener,
            "default_action",
            login,
            &["jwt-validation", "forward"],
            None,
            "a token instead",
        ),
        (
            listener,
            "default_action",
            login,
            &["redirect"],
            None,
            "nothing answers here",
        ),
        (rule, "action", login, &["fixed-response"], None, "nothing answers here"),
        (
            listener,
            "default_action",
            &["forward"],
            &["forward"],
            None,
            "there was none",
        ),
    ] {
        let (before, after) = (actions(name, before), actions(name, after));
        let found = level("protection-removed", type_name, UPDATE, &before, &after);
        assert_eq!(found, wanted, "{type_name} {after}: {why}");
    }
    let mode = |mode: &str| json!({"access_config": [{"authentication_mode": mode}]});
    for (before, after, wanted, why) in [
        (
            "API_AND_CONFIG_MAP",
            "API",
            WARNING,
            "there is no way back, and the usual migration ends so",
        ),
        ("CONFIG_MAP", "API", WARNING, "there is no way back"),
        ("CONFIG_MAP", "API_AND_CONFIG_MAP", None, "both ways in"),
        ("API", "API", None, "it was so before"),
    ] {
        let found = level(
            "protection-removed",
            "aws_eks_cluster",
            UPDATE,
            &mode(before),
            &mode(after),
        );
        assert_eq!(found, wanted, "{before} {after}: {why}");
    }
}
