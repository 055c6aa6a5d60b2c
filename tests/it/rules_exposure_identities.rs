//! Whom roles, policies and assignments of further types and issuers let in, and whom not.

use serde_json::{Value, json};

use crate::rules_exposure::{level, policy};
use crate::rules_exposure_networks::{ERROR, WARNING, created};
use planlint::lint::Level;

#[test]
fn whoever_signs_for_everybody_is_asked_for_whom() {
    let trust = |host: &str, conditions: &Value| {
        // Amazon's own names of providers for people have no account.
        let federated = match host {
            "graph.facebook.com" | "www.amazon.com" => host.to_owned(),
            _ => format!("arn:aws:iam::111122223333:oidc-provider/{host}"),
        };
        json!({"assume_role_policy": policy(&[json!({
            "Effect": "Allow", "Action": "sts:AssumeRoleWithWebIdentity",
            "Principal": {"Federated": federated}, "Condition": conditions
        })])})
    };
    let like = |key: &str, value: &str| json!({"StringLike": {key: value}});
    let equals = |key: &str, value: &str| json!({"StringEquals": {key: value}});
    for (host, narrow, wide, why) in [
        (
            "agent.buildkite.com",
            like("agent.buildkite.com:sub", "organization:acme:pipeline:app:*"),
            like("agent.buildkite.com:sub", "organization:*:pipeline:app:*"),
            "an organisation",
        ),
        (
            "api.pulumi.com/oidc",
            like("api.pulumi.com/oidc:sub", "pulumi:deploy:org:acme:project:*"),
            like("api.pulumi.com/oidc:sub", "pulumi:deploy:org:*:project:app"),
            "an organisation behind other words",
        ),
        (
            "api.pulumi.com/oidc",
            equals("api.pulumi.com/oidc:aud", "aws:acme"),
            like("api.pulumi.com/oidc:aud", "*"),
            "an organisation as the audience",
        ),
        (
            "graph.facebook.com",
            equals("graph.facebook.com:app_id", "1234"),
            like("graph.facebook.com:app_id", "*"),
            "an application",
        ),
        (
            "www.amazon.com",
            equals("www.amazon.com:app_id", "amzn1.application.1"),
            json!({}),
            "an application",
        ),
        (
            "oidc.codefresh.io",
            like("oidc.codefresh.io:sub", "account:64884faac2751b77ca7ab324:*"),
            like("oidc.codefresh.io:sub", "account:*:pipeline:*"),
            "an account",
        ),
        (
            "oidc.vercel.com",
            like("oidc.vercel.com:sub", "owner:acme:project:*"),
            like("oidc.vercel.com:sub", "owner:*:project:site:environment:production"),
            "a team",
        ),
        (
            "proidc.upbound.io",
            equals("proidc.upbound.io:sub", "mcp:acme/prod:provider:provider-aws"),
            like("proidc.upbound.io:sub", "mcp:*/prod:provider:provider-aws"),
            "an organisation",
        ),
        (
            "proidc.upbound.io",
            equals("proidc.upbound.io:sub", "mcp:acme/prod:provider:provider-aws"),
            equals("proidc.upbound.io:aud", "sts.amazonaws.com"),
            "an audience that all have",
        ),
        (
            "scalr.io",
            like("scalr.io:sub", "account:acme:environment:*"),
            json!({}),
            "an account",
        ),
    ] {
        for (condition, wanted) in [(narrow, None), (wide, ERROR)] {
            created(
                "anyone-can-assume",
                &[("aws_iam_role", trust(host, &condition), wanted, why)],
            );
        }
    }
    for host in [
        "oidc.vercel.com/acme",
        "example.com/agent.buildkite.com.example",
        "notscalr.io",
    ] {
        let after = trust(host, &json!({}));
        created(
            "anyone-can-assume",
            &[("aws_iam_role", after, None, "who signs for one alone")],
        );
    }
}

#[test]
fn types_of_cloud_control_are_those_of_aws() {
    let all = policy(&[json!({"Effect": "Allow", "Action": "*", "Resource": "*"})]);
    let some = policy(&[json!({"Effect": "Allow", "Action": "s3:GetObject", "Resource": "arn:aws:s3:::logs/*"})]);
    let public = policy(&[json!({"Effect": "Allow", "Principal": "*", "Action": "*", "Resource": "*"})]);
    let own = policy(&[json!({
        "Effect": "Allow", "Principal": {"AWS": "arn:aws:iam::111122223333:root"}, "Action": "*", "Resource": "*"
    })]);
    let inline = |document: &str| json!({"policies": [{"policy_name": "p", "policy_document": document}]});
    let document = |document: &str| json!({"policy_document": document});
    for type_name in ["awscc_iam_group", "awscc_iam_role", "awscc_iam_user"] {
        let managed = |name: &str| json!({"managed_policy_arns": [format!("arn:aws:iam::aws:policy/{name}")]});
        created("wildcard-policy", &[(type_name, inline(&all), ERROR, "everything")]);
        created("wildcard-policy", &[(type_name, inline(&some), None, "some objects")]);
        created(
            "admin-grant",
            &[(type_name, managed("AdministratorAccess"), ERROR, "rules")],
        );
        created("admin-grant", &[(type_name, managed("ReadOnlyAccess"), None, "reads")]);
    }
    for type_name in [
        "awscc_iam_group_policy",
        "awscc_iam_managed_policy",
        "awscc_iam_role_policy",
        "awscc_iam_user_policy",
    ] {
        created("wildcard-policy", &[(type_name, document(&all), ERROR, "everything")]);
        created("wildcard-policy", &[(type_name, document(&some), None, "some objects")]);
    }
    let takes = |principal: &Value| {
        let statement = json!({"Effect": "Allow", "Principal": principal, "Action": "sts:AssumeRole"});
        json!({"assume_role_policy_document": policy(&[statement])})
    };
    created(
        "anyone-can-assume",
        &[
            ("awscc_iam_role", takes(&json!({"AWS": "*"})), ERROR, "everybody"),
            (
                "awscc_iam_role",
                takes(&json!({"Service": "ec2.amazonaws.com"})),
                None,
                "a service",
            ),
        ],
    );
    let key = |policy: &str| json!({"key_policy": policy});
    created(
        "wildcard-policy",
        &[("awscc_kms_key", key(&public), ERROR, "everybody")],
    );
    created("wildcard-policy", &[("awscc_kms_key", key(&own), None, "the account")]);
    let acl = |access: &str| json!({"access_control": access});
    let block = |name: &str, value: bool| json!({"public_access_block_configuration": {name: value}});
    created(
        "public-bucket",
        &[
            ("awscc_s3_bucket_policy", document(&public), ERROR, "everybody"),
            ("awscc_s3_bucket_policy", document(&own), None, "the account"),
            ("awscc_s3_bucket", acl("PublicRead"), ERROR, "readers"),
            (
                "awscc_s3_bucket",
                acl("AuthenticatedRead"),
                ERROR,
                "everybody with an account",
            ),
            ("awscc_s3_bucket", acl("Private"), None, "nobody"),
            (
                "awscc_s3_bucket",
                acl("LogDeliveryWrite"),
                None,
                "a service that writes logs",
            ),
            (
                "awscc_s3_bucket",
                block("block_public_acls", false),
                ERROR,
                "lists are accepted",
            ),
            (
                "awscc_s3_bucket",
                block("block_public_policy", false),
                ERROR,
                "a policy is accepted",
            ),
            (
                "awscc_s3_bucket",
                block("ignore_public_acls", false),
                ERROR,
                "lists take effect",
            ),
            (
                "awscc_s3_bucket",
                block("restrict_public_buckets", false),
                ERROR,
                "a policy takes effect",
            ),
            (
                "awscc_s3_bucket",
                block("block_public_policy", true),
                None,
                "nothing is accepted",
            ),
        ],
    );
}

#[test]
fn a_boundary_that_goes_leaves_nothing_that_limits() {
    let bounded = |by: &str| json!({"name": "x", "permissions_boundary": by});
    let arn = "arn:aws:iam::111122223333:policy/boundary";
    let free = json!({"name": "x", "permissions_boundary": null});
    for type_name in ["aws_iam_role", "aws_iam_user", "awscc_iam_role", "awscc_iam_user"] {
        for (before, after, wanted, why) in [
            (bounded(arn), free.clone(), WARNING, "removed"),
            (bounded(arn), bounded(arn), None, "as it was"),
            (
                bounded(arn),
                bounded("arn:aws:iam::111122223333:policy/other"),
                None,
                "another one",
            ),
            (free.clone(), bounded(arn), None, "added"),
            (free.clone(), free.clone(), None, "there was none"),
            (Value::Null, free.clone(), None, "a new one without"),
        ] {
            let found = level("wildcard-policy", type_name, &before, &after);
            assert_eq!(found, wanted, "{type_name}: {why}");
        }
    }
}

#[test]
fn collections_and_directories_are_opened_by_texts_and_ids() {
    let network = |kind: &str, public: bool| {
        let rules = json!([{"ResourceType": "collection", "Resource": ["collection/logs"]}]);
        let text = json!([{"Rules": rules, "AllowFromPublic": public}]).to_string();
        json!({"name": "logs", "type": kind, "policy": text})
    };
    let collections = "aws_opensearchserverless_security_policy";
    let encryption = json!({"name": "logs", "type": "encryption", "policy": json!({
        "Rules": [{"ResourceType": "collection", "Resource": ["collection/logs"]}], "AWSOwnedKey": true
    }).to_string()});
    let found = |after: &Value| level("public-endpoint", collections, &Value::Null, after);
    assert!(found(&network("network", true)).is_some(), "on the internet");
    assert_eq!(found(&network("network", false)), None, "by endpoints alone");
    assert_eq!(found(&encryption), None, "a policy about keys");
    let closed = network("network", false);
    let opened = level("public-endpoint", collections, &closed, &network("network", true));
    assert!(opened.is_some(), "opened");
    let role = |id: &str| json!({"app_role_id": id, "principal_object_id": "p", "resource_object_id": "graph"});
    created(
        "admin-grant",
        &[
            (
                "azuread_app_role_assignment",
                role("9e3f62cf-ca93-4989-b6ce-bf83c28f9fe8"),
                ERROR,
                "RoleManagement.ReadWrite.Directory",
            ),
            (
                "azuread_app_role_assignment",
                role("06b708a9-e830-4db3-a914-8e69da51d44f"),
                ERROR,
                "AppRoleAssignment.ReadWrite.All",
            ),
            (
                "azuread_app_role_assignment",
                role("df021288-bdef-4463-88db-98f22de89214"),
                None,
                "User.Read.All",
            ),
        ],
    );
}

#[test]
fn a_config_map_makes_identities_of_the_cloud_rulers_of_a_cluster() {
    let roles = |roles: &[(&str, &str)]| -> String {
        let each = roles
            .iter()
            .map(|(arn, group)| format!("- rolearn: {arn}\n  username: u\n  groups:\n  - {group}\n"));
        each.collect()
    };
    let map = |name: &str, roles: &str| json!({"metadata": [{"name": name, "namespace": "kube-system"}], "data": {"mapRoles": roles}});
    let (masters, nodes) = ("system:masters", "system:nodes");
    let one = roles(&[("arn:a", masters)]);
    let (none, error) = (Value::Null, Some(Level::Error));
    for (before, after, wanted, why) in [
        (none.clone(), map("aws-auth", &one), error, "a role"),
        (
            none.clone(),
            map("aws-auth", &roles(&[("arn:a", nodes)])),
            None,
            "of machines",
        ),
        (none.clone(), map("other", &one), None, "a map that nobody reads"),
        (
            none.clone(),
            map("aws-auth", "{{ no yaml"),
            None,
            "no text that can be read",
        ),
        (
            map("aws-auth", &one),
            map("aws-auth", &roles(&[("arn:a", masters), ("arn:b", nodes)])),
            Some(Level::Note),
            "machines beside it",
        ),
        (
            map("aws-auth", &one),
            map("aws-auth", &roles(&[("arn:a", masters), ("arn:b", masters)])),
            error,
            "another role",
        ),
    ] {
        for type_name in ["kubernetes_config_map", "kubernetes_config_map_v1_data"] {
            assert_eq!(
                level("admin-grant", type_name, &before, &after),
                wanted,
                "{type_name}: {why}"
            );
        }
    }
}

#[test]
fn what_shuts_nobody_out_does_not_close() {
    let none = &Value::Null;
    let (error, warning) = (Some(Level::Error), Some(Level::Warning));
    let search = |ips: Value| json!({"public_network_access_enabled": true, "allowed_ips": ips});
    let grant = |database: &str, privileges: Value| json!({"user": "app", "host": "%", "database": database, "privileges": privileges});
    let sql = |replica: Value| json!({"master_instance_name": replica, "settings": [{"backup_configuration": [{"enabled": false}]}]});
    let service = |kind: &str| {
        json!({"manifest": {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "x"},
            "spec": {"type": kind, "ports": [{"port": 5432, "protocol": "TCP"}]}}})
    };
    let storage = |properties: Value| json!({"type": "Microsoft.Storage/storageAccounts@2023-01-01", "body": {"properties": properties}});
    let (database, admin, backup) = ("public-database", "admin-grant", "backup-disabled");
    for (rule, type_name, after, wanted, why) in [
        (
            database,
            "azurerm_search_service",
            search(json!(["0.0.0.0/0"])),
            error,
            "every address",
        ),
        (
            database,
            "azurerm_search_service",
            search(json!(["10.0.0.0/8"])),
            None,
            "some",
        ),
        (
            database,
            "cockroach_allow_list",
            json!({"cidr_ip": "0.0.0.0", "cidr_mask": 0, "sql": true, "ui": false}),
            error,
            "every address, with its bits apart",
        ),
        (
            database,
            "cockroach_allow_list",
            json!({"cidr_ip": "0.0.0.0", "cidr_mask": 0, "sql": false, "ui": true}),
            None,
            "the console alone",
        ),
        (
            database,
            "snowflake_network_policy",
            json!({"allowed_ip_list": ["0.0.0.0/0"], "blocked_ip_list": ["192.0.2.0/24"]}),
            warning,
            "some are shut out",
        ),
        (
            "public-ingress",
            "volcengine_security_group_rule",
            json!({"direction": "ingress", "protocol": "all", "port_start": -1, "port_end": -1, "cidr_ip": "0.0.0.0/0", "policy": "accept"}),
            error,
            "all ports are those from -1",
        ),
        (
            admin,
            "mysql_grant",
            grant("*", json!(["ALL PRIVILEGES"])),
            error,
            "the server",
        ),
        (
            admin,
            "mysql_grant",
            grant("app", json!(["ALL PRIVILEGES"])),
            None,
            "a database",
        ),
        (admin, "mysql_grant", grant("*", json!(["SELECT"])), None, "reading"),
        (
            backup,
            "google_sql_database_instance",
            sql(none.clone()),
            warning,
            "the only copy",
        ),
        (
            backup,
            "google_sql_database_instance",
            sql(json!("main")),
            None,
            "a replica has none",
        ),
        (
            "public-ingress",
            "kubernetes_manifest",
            service("LoadBalancer"),
            warning,
            "a balancer",
        ),
        (
            "public-ingress",
            "kubernetes_manifest",
            service("ClusterIP"),
            None,
            "inside the cluster",
        ),
        (
            "weak-tls",
            "azapi_resource",
            storage(json!({"minimumTlsVersion": "TLS1_0"})),
            warning,
            "storage without a provider of its own",
        ),
        (
            "plaintext-listener",
            "azapi_update_resource",
            storage(json!({"supportsHttpsTrafficOnly": false})),
            warning,
            "in the clear",
        ),
        (
            "anyone-can-assume",
            "azuread_application_flexible_federated_identity_credential",
            json!({"issuer": "https://token.actions.githubusercontent.com", "claims_matching_expression": "claims['sub'] matches '*'"}),
            error,
            "every repository",
        ),
    ] {
        assert_eq!(level(rule, type_name, none, &after), wanted, "{type_name}: {why}");
    }
}

#[test]
fn who_else_rules_is_more_than_a_note() {
    let rulers = |group: &str, more: &str| {
        let ruling = format!("Allow group {group} to MANAGE all-resources in tenancy");
        json!({"statements": [ruling, more]})
    };
    let bound =
        |subjects: Value| json!({"role_ref": [{"kind": "ClusterRole", "name": "cluster-admin"}], "subject": subjects});
    let account = |name: &str, namespace: &str| json!({"kind": "ServiceAccount", "name": name, "namespace": namespace});
    let owners = |members: &[&str]| json!({"project": "p", "role": "roles/owner", "members": members});
    let assigned = |role: &str, scope: &str| json!({"role_definition_name": role, "scope": scope, "principal_id": "p"});
    let exclusive = json!({"role_name": "ci", "policy_arns": ["arn:aws:iam::aws:policy/AdministratorAccess"]});
    let (cluster, binding) = ("kubernetes_cluster_role_binding", "google_project_iam_binding");
    for (type_name, before, after, wanted, why) in [
        (
            "oci_identity_policy",
            rulers("Admins", "x"),
            rulers("Others", "x"),
            Some(Level::Error),
            "another group",
        ),
        (
            "oci_identity_policy",
            rulers("Admins", "x"),
            rulers("Admins", "y"),
            Some(Level::Note),
            "another statement beside it",
        ),
        (
            cluster,
            bound(json!([{"kind": "User", "name": "dev"}])),
            bound(json!([{"kind": "Group", "name": "dev"}])),
            Some(Level::Error),
            "a group that is called like a user",
        ),
        (
            cluster,
            bound(json!([account("a", "one"), account("b", "two")])),
            bound(json!([account("a", "two"), account("b", "one")])),
            Some(Level::Error),
            "each in the other's namespace",
        ),
        (
            cluster,
            bound(json!([account("a", "one"), account("b", "two")])),
            bound(json!([account("b", "two")])),
            Some(Level::Note),
            "one less",
        ),
        (binding, Value::Null, owners(&[]), None, "nobody"),
        (
            binding,
            owners(&[]),
            owners(&["user:a"]),
            Some(Level::Error),
            "somebody at last",
        ),
        (
            binding,
            owners(&["user:a"]),
            owners(&["user:a"]),
            Some(Level::Note),
            "as before",
        ),
        (
            "azurerm_role_assignment",
            Value::Null,
            assigned("owner", "/subscriptions/1"),
            Some(Level::Error),
            "in small letters",
        ),
        (
            "azurerm_role_assignment",
            Value::Null,
            assigned("Owner", "/subscriptions/1/RESOURCEGROUPS/x"),
            None,
            "a resource group in capitals",
        ),
        (
            "snowflake_grant_account_role",
            Value::Null,
            json!({"role_name": "accountadmin", "user_name": "x"}),
            Some(Level::Error),
            "in small letters",
        ),
        (
            "snowflake_grant_privileges_to_account_role",
            Value::Null,
            json!({"account_role_name": "x", "all_privileges": true, "on_account": true}),
            Some(Level::Error),
            "every right on the account",
        ),
        (
            "snowflake_grant_privileges_to_account_role",
            Value::Null,
            json!({"account_role_name": "x", "all_privileges": true, "on_schema": [{"schema_name": "s"}]}),
            None,
            "every right on one schema",
        ),
        (
            "aws_iam_role_policy_attachments_exclusive",
            Value::Null,
            exclusive,
            Some(Level::Error),
            "the policies of a role, all in one",
        ),
    ] {
        let found = level("admin-grant", type_name, &before, &after);
        assert_eq!(found, wanted, "{type_name}: {why}");
    }
}
