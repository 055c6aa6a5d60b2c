//! What the tables say of plans as providers write them, and of the ordinary plan beside each: who is given what.

use serde_json::{Value, json};

use crate::rules_exposure_networks::{ERROR, WARNING};
use crate::rules_tables_exposure::each;
use crate::rules_updates::level_of;

#[test]
fn rights_of_other_services_are_grants_too() {
    let member =
        |level: &str, user: u8| json!({"group_id": "1", "project": "1", "user_id": user, "access_level": level});
    let role = |arns: Value, accounts: Value| json!({"role": "r", "auth_type": "iam", "bound_iam_principal_arns": arns, "bound_account_ids": accounts});
    let token =
        |ends: Value, renewed: Value| json!({"name": "t", "expires_at": ends, "rotation_configuration": renewed});
    let (group, project) = ("gitlab_group_membership", "gitlab_project_membership");
    let (anyone, vault) = ("anyone-can-assume", "vault_aws_auth_backend_role");
    let (key, tokens) = ("long-lived-access-key", "gitlab_project_access_token");
    let admin = |action: &str, source: &str, ports: Value| {
        json!({"name": "x", "action": action, "direction": "Inbound", "protocol": "Tcp", "destination_port_ranges": ports,
            "source": [{"address_prefix": source, "address_prefix_type": "IPPrefix"}], "destination": []})
    };
    let (ingress, network) = ("public-ingress", "azurerm_network_manager_admin_rule");
    each(vec![
        ("admin-grant", group, Value::Null, member("owner", 1), ERROR, "an owner"),
        (
            "admin-grant",
            group,
            Value::Null,
            member("maintainer", 1),
            None,
            "no owner",
        ),
        (
            "admin-grant",
            group,
            member("owner", 1),
            member("owner", 2),
            ERROR,
            "another owner",
        ),
        (
            "admin-grant",
            project,
            Value::Null,
            member("owner", 1),
            WARNING,
            "of one project",
        ),
        (
            "admin-grant",
            project,
            Value::Null,
            member("developer", 1),
            None,
            "no owner",
        ),
        (
            anyone,
            vault,
            Value::Null,
            role(json!(["*"]), Value::Null),
            ERROR,
            "everybody",
        ),
        (
            anyone,
            vault,
            Value::Null,
            role(json!(["arn:aws:iam::111122223333:role/*"]), Value::Null),
            None,
            "an account",
        ),
        (
            anyone,
            vault,
            Value::Null,
            role(json!(["*"]), json!(["111122223333"])),
            None,
            "of one account",
        ),
        (
            key,
            tokens,
            Value::Null,
            token(Value::Null, Value::Null),
            WARNING,
            "it never ends",
        ),
        (
            key,
            tokens,
            Value::Null,
            token(json!("2027-01-31"), Value::Null),
            None,
            "it ends",
        ),
        (
            key,
            tokens,
            Value::Null,
            token(Value::Null, json!({"expiration_days": 30, "rotate_before_days": 7})),
            None,
            "renewed",
        ),
        (
            key,
            "gitlab_group_access_token",
            Value::Null,
            token(Value::Null, Value::Null),
            WARNING,
            "of a group",
        ),
        (
            ingress,
            network,
            Value::Null,
            admin("AlwaysAllow", "*", json!(["22"])),
            ERROR,
            "past all security groups",
        ),
        (
            ingress,
            network,
            Value::Null,
            admin("AlwaysAllow", "Internet", json!(["20-30"])),
            ERROR,
            "in a range",
        ),
        (
            ingress,
            network,
            Value::Null,
            admin("Allow", "*", json!(["22"])),
            None,
            "security groups still decide",
        ),
        (
            ingress,
            network,
            Value::Null,
            admin("Deny", "*", json!(["22"])),
            None,
            "closed",
        ),
        (
            ingress,
            network,
            Value::Null,
            admin("AlwaysAllow", "10.0.0.0/8", json!(["22"])),
            None,
            "from inside",
        ),
        (
            ingress,
            network,
            Value::Null,
            admin("AlwaysAllow", "*", json!(["443"])),
            None,
            "what all may use",
        ),
    ]);
}

#[test]
fn a_role_of_a_cluster_for_secrets_reads_all_of_them() {
    for (resources, verbs, names, wanted, why) in [
        (
            json!(["secrets"]),
            json!(["get", "list", "watch"]),
            Value::Null,
            WARNING,
            "reads them",
        ),
        (
            json!(["configmaps", "secrets"]),
            json!(["list"]),
            Value::Null,
            WARNING,
            "a list shows what is in them",
        ),
        (json!(["secrets"]), json!(["*"]), Value::Null, WARNING, "every verb"),
        (
            json!(["secrets"]),
            json!(["create", "delete"]),
            Value::Null,
            None,
            "it cannot read them",
        ),
        (
            json!(["secrets"]),
            json!(["get"]),
            json!(["webhook-tls"]),
            None,
            "one of them",
        ),
        (
            json!(["configmaps", "pods"]),
            json!(["get", "list", "watch"]),
            Value::Null,
            None,
            "no secrets",
        ),
    ] {
        let rule = json!({"api_groups": [""], "resources": resources, "verbs": verbs, "resource_names": names});
        let written = json!({"apiGroups": [""], "resources": resources, "verbs": verbs, "resourceNames": names});
        let manifest = |kind: &str| json!({"manifest": {"kind": kind, "metadata": {"name": "x"}, "rules": [written]}});
        for (type_name, after, wanted) in [
            ("kubernetes_cluster_role", json!({"rule": [rule]}), wanted),
            ("kubernetes_cluster_role_v1", json!({"rule": [rule]}), wanted),
            ("kubernetes_manifest", manifest("ClusterRole"), wanted),
            ("kubernetes_manifest", manifest("Role"), None),
        ] {
            let found = level_of("wildcard-policy", type_name, &Value::Null, &after);
            assert_eq!(found, wanted, "{type_name}: {why}");
        }
    }
}
