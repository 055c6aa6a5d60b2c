//! Other spellings of the same: each is as bad as the plain one, and what limits it is no worse.

use serde_json::{Value, json};

use crate::rules_exposure::level;
use crate::rules_exposure_networks::{ERROR, WARNING};
use planlint::lint::Level;

fn statements(statements: &Value) -> Value {
    Value::from(json!({"Version": "2012-10-17", "Statement": statements}).to_string())
}

fn everybody(condition: &Value) -> Value {
    let mut statement =
        json!({"Effect": "Allow", "Principal": {"AWS": "*"}, "Action": "sts:AssumeRole", "Resource": "*"});
    statement["Condition"] = condition.clone();
    json!({"assume_role_policy": statements(&json!([statement]))})
}

#[test]
fn tests_of_policies_limit_only_who_has_what_they_ask_for() {
    let denied = |operator: &str| {
        json!({"secret_arn": "s", "policy": statements(&json!([
            {"Effect": "Allow", "Principal": "*", "Action": "secretsmanager:GetSecretValue", "Resource": "*"},
            {"Effect": "Deny", "Principal": "*", "Action": "*", "Resource": "*",
             "Condition": {operator: {"aws:PrincipalOrgPaths": ["o-a1b2c3d4e5/*"]}}},
        ]))})
    };
    let secret = "aws_secretsmanager_secret_policy";
    for (operator, wanted, why) in [
        ("StringNotLike", None, "who is of no organisation is denied"),
        ("ForAllValues:StringNotLike", None, "all of no values are not like it"),
        (
            "ForAnyValue:StringNotLike",
            ERROR,
            "none of no values is anything, and nobody is denied",
        ),
    ] {
        assert_eq!(
            level("wildcard-policy", secret, &Value::Null, &denied(operator)),
            wanted,
            "{why}"
        );
    }
    for (condition, wanted, why) in [
        (
            json!({"StringEquals": {"aws:PrincipalAccount": "111122223333"}}),
            None,
            "an account",
        ),
        (
            json!({"StringEquals": {"aws:PrincipalTag/acme.io:team": "ops"}}),
            ERROR,
            "a tag, whoever has it",
        ),
        (
            json!({"NumericGreaterThan": {"aws:PrincipalAccount": "0"}}),
            ERROR,
            "every account is more",
        ),
        (
            json!({"NumericEquals": {"aws:PrincipalAccount": "111122223333"}}),
            None,
            "an account as a number",
        ),
        (
            json!({"StringEquals": {"oidc.eks.eu-west-1.amazonaws.com/id/EXAMPLE:sub": "system:serviceaccount:a:b"}}),
            None,
            "an identity of one's own provider",
        ),
    ] {
        assert_eq!(
            level(
                "anyone-can-assume",
                "aws_iam_role",
                &Value::Null,
                &everybody(&condition)
            ),
            wanted,
            "{why}"
        );
    }
}

#[test]
fn other_words_are_as_bad() {
    let role = |actions: Value, not: Value| json!({"scope": "/subscriptions/0", "permissions": [{"actions": actions, "not_actions": not}]});
    let cluster = |verbs: Value, resources: Value| json!({"metadata": [{"name": "n"}], "rule": [{"api_groups": ["*"], "resources": resources, "verbs": verbs}]});
    let on = |resource: &str| json!({"role": "r", "policy": statements(&json!([{"Effect": "Allow", "Action": "iam:*", "Resource": resource}]))});
    let call = |source: &str| json!({"function_name": "f", "action": "lambda:InvokeFunction", "principal": "*", "source_arn": source});
    let cloud = |kind: &str, state: Value| json!({"type_name": kind, "desired_state": state.to_string()});
    let trust = json!({"AssumeRolePolicyDocument": {"Statement": [
        {"Effect": "Allow", "Principal": {"AWS": "*"}, "Action": "sts:AssumeRole"}]}});
    let all = json!({"PolicyDocument": {"Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}});
    let binding = "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata:\n  name: x\nroleRef:\n  \
         kind: ClusterRole\n  name:\tcluster-admin\nsubjects:\n- kind: Group\n  name: system:unauthenticated\n";
    let vault =
        "path \"*\" {\n  capabilities = [\"create\", \"read\", \"update\", \"delete\", \"list\", \"sudo\"],\n}\n";
    let firewall = |from: &str, to: &str| {
        json!({"action": "accept", "srcintf": [{"name": from}], "dstintf": [{"name": to}], "srcaddr": [{"name": "all"}],
            "dstaddr": [{"name": "all"}], "service": [{"name": "ALL"}]})
    };
    let (wide, admin, endpoint) = ("wildcard-policy", "admin-grant", "public-endpoint");
    let rows: Vec<(&str, &str, Value, Option<Level>, &str)> = vec![
        (
            wide,
            "azurerm_role_definition",
            role(json!(["*/write"]), json!([])),
            ERROR,
            "who may write roles may all",
        ),
        (
            wide,
            "azurerm_role_definition",
            role(json!(["*/write"]), json!(["Microsoft.Authorization/*"])),
            None,
            "not roles",
        ),
        (
            wide,
            "azurerm_role_definition",
            role(json!(["Microsoft.Compute/*"]), json!([])),
            None,
            "one service",
        ),
        (
            wide,
            "kubernetes_cluster_role_v1",
            cluster(json!(["get", "create"]), json!(["*"])),
            ERROR,
            "verbs one by one",
        ),
        (
            wide,
            "kubernetes_cluster_role_v1",
            cluster(json!(["get", "list"]), json!(["*"])),
            WARNING,
            "reading everything is reading secrets",
        ),
        (
            wide,
            "kubernetes_cluster_role_v1",
            cluster(json!(["create"]), json!(["pods"])),
            None,
            "one kind of object",
        ),
        (
            wide,
            "aws_iam_role_policy",
            on("arn:aws:iam::*:role/*"),
            ERROR,
            "every role can be given every right",
        ),
        (
            wide,
            "aws_iam_role_policy",
            on("arn:aws:iam::*:role/app-*"),
            None,
            "some roles",
        ),
        (
            endpoint,
            "aws_lambda_permission",
            call("arn:aws:sns:*:*:*"),
            WARNING,
            "a topic of whomever",
        ),
        (
            endpoint,
            "aws_lambda_permission",
            call("arn:aws:sns:eu-west-1:111122223333:t"),
            None,
            "a topic",
        ),
        (
            admin,
            "oci_identity_policy",
            json!({"statements": ["Allow group x to  manage\tall-resources in tenancy"]}),
            ERROR,
            "spaces",
        ),
        (
            admin,
            "kubectl_manifest",
            json!({"yaml_body": binding}),
            ERROR,
            "a tab before the value",
        ),
        (
            admin,
            "vault_policy",
            json!({"name": "x", "policy": vault}),
            ERROR,
            "a comma of old",
        ),
        (
            "anyone-can-assume",
            "aws_cloudcontrolapi_resource",
            cloud("AWS::IAM::Role", trust),
            ERROR,
            "a policy as an object",
        ),
        (
            wide,
            "aws_cloudcontrolapi_resource",
            cloud("AWS::IAM::ManagedPolicy", all.clone()),
            ERROR,
            "what its holder may",
        ),
        (
            wide,
            "aws_cloudcontrolapi_resource",
            cloud("AWS::Some::Thing", all),
            None,
            "a kind that has no such policy",
        ),
        (
            endpoint,
            "cloudflare_zero_trust_access_policy",
            json!({"decision": "allow", "include": [{"everyone": {}}]}),
            WARNING,
            "everybody as an object",
        ),
        (
            endpoint,
            "cloudflare_zero_trust_access_policy",
            json!({"decision": "allow", "include": [{"everyone": null, "email": {"email": "a@b.example"}}]}),
            None,
            "somebody",
        ),
        (
            wide,
            "awscc_secretsmanager_resource_policy",
            json!({"secret_id": "s", "resource_policy": statements(&json!([
                {"Effect": "Allow", "Principal": "*", "Action": "secretsmanager:GetSecretValue", "Resource": "*"}]))}),
            ERROR,
            "the twin of another provider",
        ),
        (
            "public-ingress",
            "fortios_firewall_policy",
            firewall("wan1", "lan"),
            WARNING,
            "what comes in",
        ),
        (
            "public-ingress",
            "fortios_firewall_policy",
            firewall("lan", "wan1"),
            None,
            "what goes out",
        ),
    ];
    for (rule, type_name, after, wanted, why) in rows {
        assert_eq!(
            level(rule, type_name, &Value::Null, &after),
            wanted,
            "{type_name}: {why}"
        );
    }
}

#[test]
fn whoever_may_use_every_verb_may_use_those_that_give_rights() {
    let rbac = "rbac.authorization.k8s.io";
    for (group, resource, verb, wanted, why) in [
        (rbac, "clusterroles", "*", WARNING, "binds and escalates"),
        (rbac, "roles", "*", WARNING, "the same in a namespace"),
        (
            rbac,
            "clusterrolebindings",
            "*",
            None,
            "no more than one has can be bound",
        ),
        (rbac, "clusterroles", "get", None, "reads roles"),
        ("", "serviceaccounts", "*", WARNING, "acts as them"),
        ("", "serviceaccounts", "create", None, "makes some"),
        ("", "configmaps", "*", None, "nothing of rights"),
        ("", "pods/exec", "get", WARNING, "over a WebSocket"),
        ("", "pods/log", "get", None, "reads logs"),
        ("", "nodes/proxy", "get", WARNING, "asks the kubelet"),
        ("", "nodes/metrics", "get", None, "reads numbers"),
        ("", "*", "get", WARNING, "reads secrets, as all else"),
        ("apps", "*", "get", None, "reads what is no secret"),
    ] {
        let rule = json!({"api_groups": [group], "resources": [resource], "verbs": [verb]});
        let written = json!({"apiGroups": [group], "resources": [resource], "verbs": [verb]});
        let manifest = json!({"manifest": {"kind": "ClusterRole", "metadata": {"name": "x"}, "rules": [written]}});
        for (type_name, after) in [
            ("kubernetes_cluster_role", json!({"rule": [rule]})),
            ("kubernetes_cluster_role_v1", json!({"rule": [rule]})),
            ("kubernetes_manifest", manifest),
        ] {
            assert_eq!(
                level("wildcard-policy", type_name, &Value::Null, &after),
                wanted,
                "{type_name} {resource} {verb}: {why}"
            );
        }
    }
}

#[test]
fn what_means_everybody_or_nothing_in_other_words() {
    let volume = |encrypted: &str| json!({"name": "x", "block_device_mappings": [{"ebs": [{"encrypted": encrypted}]}]});
    let scope = |scope: &str, ranges: &[&str], action: &str| {
        json!({"direction": "INGRESS", "action": action, "match": [{
            "src_network_scope": scope, "src_ip_ranges": ranges,
            "layer4_configs": [{"ip_protocol": "tcp", "ports": ["22"]}]}]})
    };
    let tag = |tag: &str, port: &str| {
        json!({"direction": "Inbound", "access": "Allow", "protocol": "Tcp",
            "source_address_prefix": tag, "destination_port_range": port})
    };
    let group = |ports: &[&str]| {
        json!({"security_rule": [{"direction": "Inbound", "access": "Allow", "protocol": "Tcp",
            "source_address_prefixes": ["10.0.0.0/8", "AzureCloud"], "destination_port_ranges": ports}]})
    };
    let call = |principal: &str, account: Value| json!({"principal": principal, "action": "lambda:InvokeFunction", "source_account": account});
    let (clear, ingress, endpoint) = ("unencrypted-storage", "public-ingress", "public-endpoint");
    let (template, google) = ("aws_launch_template", "google_compute_network_firewall_policy_rule");
    let (azure, function) = ("azurerm_network_security_rule", "aws_lambda_permission");
    let pod = |path: &str| json!({"spec": [{"volume": [{"host_path": [{"path": path}]}]}]});
    let privileged = "privileged-container";
    for (rule, type_name, after, wanted, why) in [
        (clear, template, volume("False"), WARNING, "a text"),
        (clear, template, volume("0"), WARNING, "a number as text"),
        (clear, template, volume("f"), WARNING, "a letter"),
        (clear, template, volume("1"), None, "on"),
        (clear, template, volume(""), None, "the default of the account"),
        (ingress, google, scope("INTERNET", &[], "allow"), ERROR, "by its scope"),
        (
            ingress,
            google,
            scope("INTERNET", &["203.0.113.7/32"], "allow"),
            None,
            "and a network",
        ),
        (
            ingress,
            google,
            scope("VPC_NETWORKS", &[], "allow"),
            None,
            "from inside",
        ),
        (ingress, google, scope("INTERNET", &[], "deny"), None, "denied"),
        (
            ingress,
            google,
            scope("", &["0.0.0.0/0"], "apply_security_profile_group"),
            ERROR,
            "looked at, and let through",
        ),
        (endpoint, azure, tag("AzureCloud", "22"), WARNING, "every customer"),
        (
            endpoint,
            azure,
            tag("AzureCloud.WestEurope", "22"),
            WARNING,
            "those of a region",
        ),
        (
            endpoint,
            azure,
            tag("AzureCloud", "443"),
            None,
            "which everybody may reach",
        ),
        (endpoint, azure, tag("VirtualNetwork", "22"), None, "one's own network"),
        (
            endpoint,
            "azurerm_network_security_group",
            group(&["80", "443"]),
            None,
            "which everybody may reach, in a list",
        ),
        (
            endpoint,
            "azurerm_network_security_group",
            group(&["443", "22"]),
            WARNING,
            "and one more",
        ),
        (
            endpoint,
            function,
            call("s3.amazonaws.com", Value::Null),
            WARNING,
            "any bucket",
        ),
        (
            endpoint,
            function,
            call("s3.amazonaws.com", json!("111122223333")),
            None,
            "buckets of one account",
        ),
        (
            endpoint,
            function,
            call("apigateway.amazonaws.com", Value::Null),
            None,
            "another service",
        ),
        (privileged, "kubernetes_pod", pod("/./"), WARNING, "the root"),
        (privileged, "kubernetes_pod", pod("/data"), None, "a directory"),
    ] {
        assert_eq!(
            level(rule, type_name, &Value::Null, &after),
            wanted,
            "{type_name}: {why}"
        );
    }
}
