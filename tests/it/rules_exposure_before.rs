//! Exposures that were there before: what opens more than it did, and what is only written another way.

use serde_json::{Value, json};

use crate::rules_exposure::{for_all, level, policy};
use planlint::lint::Level;

#[test]
fn what_opens_more_was_not_open_before() {
    let group = |v4: &[&str], v6: &[&str]| {
        let ends = json!({
            "cidr_blocks": v4, "ipv6_cidr_blocks": v6, "from_port": 22, "to_port": 22, "protocol": "tcp"
        });
        json!({"ingress": [ends]})
    };
    let document = |role: &str| {
        let bindings = json!({"bindings": [{"role": role, "members": ["allUsers"]}]});
        json!({"policy_data": bindings.to_string()})
    };
    let member = |member: &str| json!({"bucket": "b", "role": "roles/storage.objectViewer", "members": [member]});
    let under = |condition: &Value| json!({"bucket": "b", "role": "roles/storage.objectViewer", "members": ["allUsers"], "condition": condition});
    let data_set = |open: &str, own: &str| {
        let open = json!({"special_group": "allAuthenticatedUsers", "role": open});
        json!({"access": [open, {"user_by_email": "a@example.com", "role": own}]})
    };
    let custom = |but: &[&str]| json!({"permissions": [{"actions": ["*"], "not_actions": but}]});
    let bound = |role: &str| json!({"role_ref": [{"kind": "ClusterRole", "name": role}], "subject": [{"kind": "Group", "name": "system:unauthenticated"}]});
    let account = |access: &str| {
        let properties = json!({"publicNetworkAccess": access});
        json!({"type": "Microsoft.Storage/storageAccounts@2023-01-01", "body": {"properties": properties}})
    };
    let read = || for_all("s3:GetObject", "arn:aws:s3:::b/*", &json!({}));
    let deny = json!({"Effect": "Deny", "Principal": "*", "Action": "s3:*", "Resource": "arn:aws:s3:::b/secret/*"});
    let other = json!({"Effect": "Deny", "Principal": "*", "Action": "s3:*", "Resource": "arn:aws:s3:::c/*"});
    let bucket = |statements: &[Value]| json!({"bucket": "b", "policy": policy(statements)});
    let (ingress, bindings) = ("aws_security_group", "google_storage_bucket_iam_binding");
    let condition = json!([{"title": "a", "expression": "resource.name==\"x\""}]);
    let (open, as_before) = (Some(Level::Error), Some(Level::Note));
    for (rule, type_name, before, after, wanted, why) in [
        (
            "public-ingress",
            ingress,
            group(&[], &["::/0"]),
            group(&["0.0.0.0/0"], &["::/0"]),
            open,
            "the other family comes in too",
        ),
        (
            "public-ingress",
            ingress,
            group(&["0.0.0.0/0"], &[]),
            group(&[], &["::/0"]),
            open,
            "the other family comes in instead",
        ),
        (
            "public-ingress",
            ingress,
            group(&["0.0.0.0/0"], &["::/0"]),
            group(&["0.0.0.0/0"], &[]),
            as_before,
            "one family less",
        ),
        (
            "public-ingress",
            ingress,
            group(&["10.0.0.0/8"], &[]),
            group(&["0.0.0.0/1"], &[]),
            open,
            "half of the world",
        ),
        (
            "public-bucket",
            "google_storage_bucket_iam_policy",
            document("roles/storage.objectViewer"),
            document("roles/storage.admin"),
            open,
            "another role for everybody",
        ),
        (
            "public-bucket",
            "google_storage_bucket_iam_policy",
            document("roles/storage.admin"),
            document("roles/storage.admin"),
            as_before,
            "the same role",
        ),
        (
            "public-grant",
            "google_folder_iam_policy",
            document("roles/browser"),
            document("roles/secretmanager.secretAccessor"),
            open,
            "another role in a whole folder",
        ),
        (
            "public-bucket",
            bindings,
            member("allAuthenticatedUsers"),
            member("allUsers"),
            open,
            "nobody has to sign in any more",
        ),
        (
            "public-bucket",
            bindings,
            member("allUsers"),
            member("allAuthenticatedUsers"),
            as_before,
            "now everybody has to",
        ),
        (
            "public-bucket",
            bindings,
            under(&condition),
            under(&json!([])),
            open,
            "the condition is gone",
        ),
        (
            "public-bucket",
            bindings,
            under(&json!([])),
            under(&condition),
            as_before,
            "a condition is new",
        ),
        (
            "public-bucket",
            "google_bigquery_dataset",
            data_set("READER", "READER"),
            data_set("OWNER", "READER"),
            open,
            "everybody gets more",
        ),
        (
            "public-bucket",
            "google_bigquery_dataset",
            data_set("READER", "READER"),
            data_set("READER", "OWNER"),
            as_before,
            "somebody else gets more",
        ),
        (
            "wildcard-policy",
            "azurerm_role_definition",
            custom(&["Microsoft.Authorization/*"]),
            custom(&[]),
            open,
            "nothing is taken out any more",
        ),
        (
            "wildcard-policy",
            "azurerm_role_definition",
            custom(&["Microsoft.Authorization/*"]),
            custom(&["Microsoft.Authorization/*", "Microsoft.Network/*"]),
            as_before,
            "more is taken out",
        ),
        (
            "anyone-can-assume",
            "kubernetes_cluster_role_binding",
            bound("view"),
            bound("edit"),
            open,
            "another role for everybody in the cluster",
        ),
        (
            "public-bucket",
            "aws_s3_bucket_policy",
            bucket(&[read(), deny.clone()]),
            bucket(&[read()]),
            open,
            "what was denied is allowed",
        ),
        (
            "public-bucket",
            "aws_s3_bucket_policy",
            bucket(&[read(), other]),
            bucket(&[read()]),
            as_before,
            "a denial of something else",
        ),
        (
            "public-bucket",
            "aws_s3_bucket_policy",
            bucket(&[read()]),
            bucket(&[read(), deny]),
            as_before,
            "a new denial",
        ),
        (
            "public-bucket",
            "azapi_resource",
            account("Disabled"),
            account("Enabled"),
            open,
            "an account that answered nobody",
        ),
        (
            "public-bucket",
            "azapi_resource",
            account("Enabled"),
            account("Disabled"),
            None,
            "an account that answers nobody any more",
        ),
    ] {
        assert_eq!(level(rule, type_name, &before, &after), wanted, "{type_name}: {why}");
    }
}

#[test]
fn what_another_version_of_a_provider_has_under_another_name_was_open_there() {
    let aiven = |name: &str, value: Value| json!({"pg_user_config": [{name: value}]});
    let texts = |from: &str| aiven("ip_filter_string", json!([from]));
    let objects = |from: &str| aiven("ip_filter_object", json!([{"network": from, "description": null}]));
    let (pg, cosmos, storage) = ("aiven_pg", "azurerm_cosmosdb_account", "azurerm_storage_account");
    let filter = |value: Value| json!({"ip_range_filter": value});
    let (open, as_before) = (Some(Level::Error), Some(Level::Note));
    for (rule, type_name, before, after, wanted, why) in [
        (
            "public-database",
            pg,
            aiven("ip_filter", json!(["0.0.0.0/0"])),
            texts("0.0.0.0/0"),
            as_before,
            "the old name of the list",
        ),
        (
            "public-database",
            pg,
            texts("0.0.0.0/0"),
            objects("0.0.0.0/0"),
            as_before,
            "a list of objects",
        ),
        (
            "public-database",
            pg,
            texts("10.0.0.0/8"),
            objects("0.0.0.0/0"),
            open,
            "it was closed under the old name",
        ),
        (
            "public-bucket",
            storage,
            json!({"allow_blob_public_access": true}),
            json!({"allow_nested_items_to_be_public": true}),
            None,
            "the third version's name, of what is only told when it changes",
        ),
        (
            "public-bucket",
            storage,
            json!({"allow_blob_public_access": false}),
            json!({"allow_nested_items_to_be_public": true}),
            open,
            "it was off under the old name",
        ),
        (
            "public-database",
            cosmos,
            filter(json!("10.0.0.1,0.0.0.0")),
            filter(json!("0.0.0.0")),
            as_before,
            "one address less, in a text",
        ),
        (
            "public-database",
            cosmos,
            filter(json!("10.0.0.1,0.0.0.0")),
            filter(json!(["0.0.0.0"])),
            as_before,
            "a list in place of the text",
        ),
        (
            "public-database",
            cosmos,
            filter(json!("10.0.0.1")),
            filter(json!(["10.0.0.1", "0.0.0.0"])),
            open,
            "one address more, in a list",
        ),
    ] {
        assert_eq!(level(rule, type_name, &before, &after), wanted, "{type_name}: {why}");
    }
}

#[test]
#[expect(
    clippy::too_many_lines,
    reason = "one table: types that hold what others have types for"
)]
fn what_is_written_another_way_opens_as_much() {
    let manifest = |kind: &str, role: &str, subject: &str| {
        let subject = json!({"kind": "Group", "name": subject});
        json!({"manifest": {"kind": kind, "roleRef": {"kind": "ClusterRole", "name": role}, "subjects": [subject]}})
    };
    let yaml = |kind: &str, role: &str, subject: &str| {
        let text = format!("kind: {kind}\nroleRef:\n  name: {role}\nsubjects:\n- kind: Group\n  name: {subject}\n");
        json!({"kind": kind, "yaml_body": text})
    };
    let rules = |verbs: &[&str], groups: &[&str]| json!({"manifest": {"kind": "ClusterRole", "rules": [{"verbs": verbs, "resources": ["*"], "apiGroups": groups}]}});
    let owner = "/providers/Microsoft.Authorization/roleDefinitions/8e3af657-a8ff-443c-a75c-2fe8c4bcb635";
    let reader = "/providers/Microsoft.Authorization/roleDefinitions/acdd72a7-3385-48ef-bd42-f606fba81ae7";
    let azure = |kind: &str, properties: Value| json!({"type": kind, "body": {"properties": properties}});
    let assigned = |role: &str| {
        let properties = json!({"roleDefinitionId": role, "principalId": "p"});
        azure("Microsoft.Authorization/roleAssignments@2022-04-01", properties)
    };
    let as_text = |role: &str| {
        let body = json!({"properties": {"principalId": "p", "roleDefinitionId": role}});
        json!({"type": "Microsoft.Authorization/roleAssignments@2022-04-01", "body": body.to_string()})
    };
    let door = |from: &str| {
        json!({
            "access": "Allow", "direction": "Inbound", "sourceAddressPrefix": from, "destinationPortRange": "22",
            "protocol": "Tcp"
        })
    };
    let single = "Microsoft.Network/networkSecurityGroups/securityRules@2024-01-01";
    let whole = "Microsoft.Network/networkSecurityGroups@2024-01-01";
    let range = |last: &str| {
        let ends = json!({"startIpAddress": "0.0.0.0", "endIpAddress": last});
        azure("Microsoft.Sql/servers/firewallRules@2021-11-01", ends)
    };
    let service = |accepted: bool| json!({"allowed_principals": ["*"], "acceptance_required": accepted});
    let (error, warning) = (Some(Level::Error), Some(Level::Warning));
    for (rule, type_name, after, wanted, why) in [
        (
            "admin-grant",
            "kubernetes_manifest",
            manifest("ClusterRoleBinding", "cluster-admin", "ops"),
            error,
            "all of the cluster",
        ),
        (
            "admin-grant",
            "kubernetes_manifest",
            manifest("RoleBinding", "cluster-admin", "ops"),
            None,
            "all of one namespace",
        ),
        (
            "anyone-can-assume",
            "kubernetes_manifest",
            manifest("RoleBinding", "view", "system:anonymous"),
            error,
            "who did not sign in",
        ),
        (
            "anyone-can-assume",
            "kubernetes_manifest",
            manifest("ClusterRoleBinding", "view", "system:authenticated"),
            error,
            "who can sign in",
        ),
        (
            "anyone-can-assume",
            "kubernetes_manifest",
            manifest("ClusterRoleBinding", "system:discovery", "system:authenticated"),
            None,
            "what every cluster has",
        ),
        (
            "admin-grant",
            "kubectl_manifest",
            yaml("ClusterRoleBinding", "cluster-admin", "ops"),
            error,
            "all of the cluster, in another language",
        ),
        (
            "admin-grant",
            "kubectl_manifest",
            yaml("ClusterRoleBinding", "cluster-admin-view", "ops"),
            None,
            "a role with a longer name",
        ),
        (
            "anyone-can-assume",
            "kubectl_manifest",
            yaml("RoleBinding", "view", "system:anonymous"),
            error,
            "who did not sign in, in another language",
        ),
        (
            "anyone-can-assume",
            "kubectl_manifest",
            yaml("Role", "view", "system:anonymous"),
            None,
            "another kind of thing",
        ),
        (
            "wildcard-policy",
            "kubernetes_manifest",
            rules(&["*"], &["*"]),
            error,
            "everything with everything",
        ),
        (
            "wildcard-policy",
            "kubernetes_manifest",
            rules(&["get", "list"], &["*"]),
            warning,
            "who may only look sees secrets, too",
        ),
        ("admin-grant", "azapi_resource", assigned(owner), error, "an owner"),
        ("admin-grant", "azapi_resource", assigned(reader), None, "a reader"),
        (
            "admin-grant",
            "azapi_update_resource",
            as_text(owner),
            error,
            "an owner, in a text",
        ),
        (
            "admin-grant",
            "azapi_resource",
            as_text(reader),
            None,
            "a reader, in a text",
        ),
        (
            "public-ingress",
            "azapi_resource",
            azure(single, door("*")),
            error,
            "a rule of its own",
        ),
        (
            "public-ingress",
            "azapi_resource",
            azure(single, door("10.0.0.0/8")),
            None,
            "one network",
        ),
        (
            "public-ingress",
            "azapi_resource",
            azure(
                whole,
                json!({"securityRules": [{"name": "a", "properties": door("Internet")}]}),
            ),
            error,
            "a rule in a group",
        ),
        (
            "public-ingress",
            "azapi_resource",
            azure("Microsoft.Acme/things@2024-01-01", door("*")),
            None,
            "another kind of thing",
        ),
        (
            "public-database",
            "azapi_resource",
            range("255.255.255.255"),
            error,
            "every address",
        ),
        ("public-database", "azapi_resource", range("0.0.0.9"), None, "a few"),
        (
            "public-database",
            "azapi_resource",
            range("0.0.0.0"),
            error,
            "any customer of the cloud",
        ),
        (
            "public-bucket",
            "azapi_resource",
            azure(
                "Microsoft.Storage/storageAccounts/blobServices/containers@2023-01-01",
                json!({"publicAccess": "Blob"}),
            ),
            error,
            "a container for everybody",
        ),
        (
            "public-bucket",
            "azapi_resource",
            azure(
                "Microsoft.Storage/storageAccounts@2023-01-01",
                json!({"publicNetworkAccess": "Enabled"}),
            ),
            None,
            "what a new account has by itself",
        ),
        (
            "public-ingress",
            "kubernetes_service_v1",
            json!({"spec": [{"type": "LoadBalancer", "load_balancer_source_ranges": ["0.0.0.0/0"], "port": [{"port": 5432, "protocol": "TCP"}]}]}),
            error,
            "a database",
        ),
        (
            "public-ingress",
            "kubernetes_service_v1",
            json!({"spec": [{"type": "LoadBalancer", "load_balancer_source_ranges": ["0.0.0.0/0"], "port": [{"port": 443, "protocol": "TCP"}]}]}),
            None,
            "a web server",
        ),
        (
            "public-ingress",
            "aws_ec2_managed_prefix_list_entry",
            json!({"cidr": "0.0.0.0/0", "prefix_list_id": "pl-1"}),
            warning,
            "every group with the list",
        ),
        (
            "public-ingress",
            "aws_ec2_managed_prefix_list",
            json!({"entry": [{"cidr": "10.0.0.0/8"}, {"cidr": "::/0"}]}),
            warning,
            "in the list itself",
        ),
        (
            "public-ingress",
            "aws_ec2_managed_prefix_list",
            json!({"entry": [{"cidr": "10.0.0.0/8"}]}),
            None,
            "one network",
        ),
        (
            "public-endpoint",
            "aws_vpc_endpoint_service",
            service(false),
            warning,
            "every account",
        ),
        (
            "public-endpoint",
            "aws_vpc_endpoint_service",
            service(true),
            None,
            "each is asked about",
        ),
        (
            "public-endpoint",
            "aws_vpc_endpoint_service_allowed_principal",
            json!({"principal_arn": "*"}),
            warning,
            "every account too",
        ),
        (
            "public-endpoint",
            "aws_cloudwatch_event_permission",
            json!({"principal": "*", "condition": []}),
            warning,
            "every account writes events",
        ),
        (
            "public-endpoint",
            "aws_cloudwatch_event_permission",
            json!({"principal": "*", "condition": [{"key": "aws:PrincipalOrgID", "type": "StringEquals", "value": "o-1"}]}),
            None,
            "one organisation",
        ),
        (
            "public-ingress",
            "awscc_ec2_security_group_ingress",
            json!({"cidr_ip": "0.0.0.0/0", "from_port": 22, "to_port": 22, "ip_protocol": "tcp"}),
            error,
            "the cloud's own names",
        ),
    ] {
        assert_eq!(
            level(rule, type_name, &Value::Null, &after),
            wanted,
            "{type_name}: {why}"
        );
    }
}
