//! Objects that an attribute describes as a text: judged as the same object is that stands there itself.

use serde_json::{Value, json};

use crate::cut;
use crate::judge::judge;
use crate::program::planlint;
use planlint::input::Want;
use planlint::lint::Settings;

fn plan(type_name: &str, actions: &Value, before: &Value, after: &Value, marks: &Value) -> Value {
    cut::with_change(&json!({
        "address": format!("{type_name}.x"), "mode": "managed", "type": type_name, "name": "x",
        "provider_name": "registry.opentofu.org/a/b",
        "change": {
            "actions": actions, "before": before, "after": after, "after_unknown": {},
            "before_sensitive": false, "after_sensitive": marks
        }
    }))
}

/// The rules that find something, of those that look into such texts.
fn found(plan: &Value) -> Vec<String> {
    let judged = judge(cut::line(plan).as_bytes(), Want::Plan, &Settings::default()).unwrap();
    assert!(judged.report.errors.is_empty(), "{:?}", judged.report.errors);
    let asked = |rule: &str| {
        matches!(
            rule,
            "admin-grant"
                | "anyone-can-assume"
                | "delete-stateful"
                | "public-bucket"
                | "public-database"
                | "public-ingress"
                | "wildcard-policy"
        )
    };
    let rules = judged.report.findings.into_iter().map(|finding| finding.rule);
    rules.filter(|rule| asked(rule)).collect()
}

fn binding(rest: &str) -> String {
    format!("apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata:\n  name: x\n{rest}\n")
}

#[test]
fn manifests_are_judged_however_they_are_written() {
    let devs = "subjects:\n- kind: Group\n  name: devs";
    let blocks = |role: &str| binding(&format!("roleRef:\n  kind: ClusterRole\n  name: {role}\n{devs}"));
    for (text, wanted, why) in [
        (blocks("cluster-admin"), Some("admin-grant"), "blocks"),
        // As `kubectl` takes them.
        (blocks("cluster-admin").replace("  name: x", "  name: \"x\"#c"), Some("admin-grant"), "a comment without a blank"),
        (binding(&format!("roleRef: {{\nkind: ClusterRole,\nname: cluster-admin\n}}\n{devs}")), Some("admin-grant"), "brackets without indentation"),
        (format!("{}args: [\n  a\n]\n", blocks("cluster-admin")), Some("admin-grant"), "a list that ends as far in as its name"),
        (blocks("cluster-admin").replace("  name: x", "  name: \"x\ny\""), Some("admin-grant"), "a text of two lines"),
        (blocks("'cluster-admin'"), Some("admin-grant"), "a quote"),
        (blocks("\"cluster-admin\""), Some("admin-grant"), "two"),
        (blocks("cluster-admin # ops"), Some("admin-grant"), "a comment"),
        (
            blocks("cluster-admin").replace('\n', "\r\n"),
            Some("admin-grant"),
            "ends of lines",
        ),
        (
            binding("roleRef: {kind: ClusterRole, name: cluster-admin}\nsubjects: [{kind: Group, name: devs}]"),
            Some("admin-grant"),
            "on one line",
        ),
        (
            format!("\u{feff}---\n{}---\nkind: ConfigMap\n", blocks("cluster-admin")),
            Some("admin-grant"),
            "the first of two documents",
        ),
        (
            json!({
                "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding",
                "roleRef": {"kind": "ClusterRole", "name": "cluster-admin"}, "subjects": [{"kind": "Group", "name": "devs"}]
            })
            .to_string(),
            Some("admin-grant"),
            "JSON",
        ),
        (blocks("view"), None, "a role that may only look"),
        (blocks("view # and not cluster-admin"), None, "only a comment names it"),
        (
            "apiVersion: v1\nkind: ConfigMap\ndata:\n  a: |\n    kind: ClusterRoleBinding\n    roleRef:\n      name: cluster-admin\n"
                .to_owned(),
            None,
            "the text of another text",
        ),
        (
            binding("roleRef:\n  kind: ClusterRole\n  name: edit\nsubjects:\n- kind: Group\n  name: 'system:unauthenticated'"),
            Some("anyone-can-assume"),
            "who did not sign in",
        ),
        (
            binding("roleRef:\n  kind: ClusterRole\n  name: edit\nsubjects:\n- {kind: Group, name: \"system:authenticated\"}"),
            Some("anyone-can-assume"),
            "who did",
        ),
        (
            binding("roleRef:\n  name: system:discovery\nsubjects:\n- kind: Group\n  name: system:authenticated"),
            None,
            "as clusters come",
        ),
        (
            "kind: ClusterRole\nmetadata: {name: x}\nrules:\n- apiGroups: ['*']\n  resources: ['*']\n  verbs: ['*']\n"
                .to_owned(),
            Some("wildcard-policy"),
            "everything",
        ),
        (
            "kind: ClusterRole\nmetadata: {name: x}\nrules:\n- apiGroups: [acme.io]\n  resources: ['*']\n  verbs: ['*']\n"
                .to_owned(),
            None,
            "everything of one's own",
        ),
        ("kind: [".to_owned(), None, "no YAML, which no cluster takes"),
        ("just a text".to_owned(), None, "no object"),
    ] {
        let create = json!(["create"]);
        let marks = json!({"yaml_body": true});
        let of = |type_name: &str, path: &str| found(&plan(type_name, &create, &Value::Null, &json!({path: text}), &marks));
        assert_eq!(of("kubectl_manifest", "yaml_body"), Vec::from_iter(wanted), "{why}");
        assert_eq!(of("kustomization_resource", "manifest"), Vec::from_iter(wanted), "{why}");
    }
}

#[test]
fn nothing_of_a_sensitive_text_is_told() {
    let text = binding("roleRef:\n  name: cluster-admin\nsubjects:\n- kind: User\n  name: canary-subject");
    let told = plan(
        "kubectl_manifest",
        &json!(["create"]),
        &Value::Null,
        &json!({"yaml_body": text}),
        &json!({"yaml_body": true}),
    );
    for format in ["text", "json"] {
        let run = planlint(["-", "--format", format]).stdin(cut::line(&told)).run();
        let run = run.says("gives rights over everything", "it is found");
        assert!(!run.stdout.contains("cluster-admin"), "{}", run.stdout);
        assert!(!run.stdout.contains("canary"), "{}", run.stdout);
    }
}

#[test]
fn what_a_text_gave_before_is_no_news() {
    let text = |role: &str, subject: &str| json!({"yaml_body": binding(&format!("roleRef: {{name: {role}}}\nsubjects: [{{kind: Group, name: {subject}}}]"))});
    let other = |text: &Value| json!({"yaml_body": text["yaml_body"].as_str().unwrap().replace(": ", ":   ")});
    for (before, after, passes, why) in [
        (
            text("cluster-admin", "ops"),
            other(&text("cluster-admin", "ops")),
            true,
            "written another way",
        ),
        (
            text("cluster-admin", "ops"),
            text("cluster-admin", "devs"),
            false,
            "for others",
        ),
        (text("view", "ops"), text("cluster-admin", "ops"), false, "another role"),
        (text("cluster-admin", "ops"), text("view", "ops"), true, "less"),
    ] {
        let plan = plan("kubectl_manifest", &json!(["update"]), &before, &after, &json!({}));
        let judged = judge(cut::line(&plan).as_bytes(), Want::Plan, &Settings::default()).unwrap();
        assert_eq!(crate::judge::exit(&judged.report) == 0, passes, "{why}");
    }
}

#[test]
fn bodies_of_older_providers_are_judged_as_those_of_newer_ones() {
    let rule = json!({"properties": {
        "access": "Allow", "direction": "Inbound", "protocol": "*", "sourceAddressPrefix": "*",
        "destinationPortRange": "22", "sourcePortRange": "*", "destinationAddressPrefix": "*"
    }});
    let mut denied = rule.clone();
    denied["properties"]["access"] = json!("Deny");
    let owner = json!({"properties": {
        "roleDefinitionId": "/x/roleDefinitions/8e3af657-a8ff-443c-a75c-2fe8c4bcb635", "principalId": "p"
    }});
    for (kind, body, wanted, why) in [
        (
            "Microsoft.Network/networkSecurityGroups/securityRules@2023-01-01",
            &rule,
            Some("public-ingress"),
            "a door",
        ),
        (
            "microsoft.network/networksecuritygroups/securityrules@2023-01-01",
            &rule,
            Some("public-ingress"),
            "in small letters",
        ),
        (
            "Microsoft.Network/networkSecurityGroups/securityRules@2023-01-01",
            &denied,
            None,
            "a shut door",
        ),
        (
            "Microsoft.Storage/storageAccounts/blobServices/containers@2023-01-01",
            &json!({"properties": {"publicAccess": "Blob"}}),
            Some("public-bucket"),
            "a container for everybody",
        ),
        (
            "Microsoft.Storage/storageAccounts/blobServices/containers@2023-01-01",
            &json!({"properties": {"publicAccess": "None"}}),
            None,
            "one for nobody",
        ),
        (
            "Microsoft.Authorization/roleAssignments@2022-04-01",
            &owner,
            Some("admin-grant"),
            "an owner of a subscription",
        ),
        (
            "Microsoft.Sql/servers/firewallRules@2023-01-01",
            &json!({"properties": {"startIpAddress": "0.0.0.0", "endIpAddress": "255.255.255.255"}}),
            Some("public-database"),
            "every address",
        ),
    ] {
        for body in [body.clone(), json!(body.to_string())] {
            let after = json!({"type": kind, "parent_id": "/subscriptions/s", "body": body});
            let plan = plan("azapi_resource", &json!(["create"]), &Value::Null, &after, &json!({}));
            assert_eq!(found(&plan), Vec::from_iter(wanted), "{kind}: {why}");
        }
    }
}

#[test]
fn what_is_destroyed_is_known_by_what_describes_it() {
    let manifest = |version: &str, kind: &str| json!({"apiVersion": version, "kind": kind}).to_string();
    for (type_name, before, is_found, why) in [
        (
            "azapi_resource",
            json!({"type": "microsoft.storage/STORAGEACCOUNTS@2023-01-01"}),
            true,
            "letters of any case",
        ),
        (
            "kubernetes_manifest",
            json!({"manifest": {"apiVersion": "aiven.io/v1alpha1", "kind": "PostgreSQL"}}),
            true,
            "a database of an operator",
        ),
        (
            "kubernetes_manifest",
            json!({"manifest": {"apiVersion": "aiven.io/v1alpha1", "kind": "ServiceUser"}}),
            false,
            "who may read it",
        ),
        (
            "kubernetes_manifest",
            json!({"manifest": {"apiVersion": "scylla.scylladb.com/v1", "kind": "ScyllaCluster"}}),
            true,
            "the same",
        ),
        (
            "kubernetes_manifest",
            json!({"manifest": {"apiVersion": "objectbucket.io/v1alpha1", "kind": "ObjectBucketClaim"}}),
            true,
            "a bucket",
        ),
        (
            "kubernetes_manifest",
            json!({"manifest": {"apiVersion": "cluster.redpanda.com/v1alpha2", "kind": "Topic"}}),
            true,
            "a stream",
        ),
        (
            "kubernetes_manifest",
            json!({"manifest": {"apiVersion": "cluster.redpanda.com/v1alpha2", "kind": "User"}}),
            false,
            "who may read it",
        ),
        (
            "azapi_resource",
            json!({"type": "Microsoft.DocumentDB/databaseAccounts/sqlDatabases@2023-04-15"}),
            true,
            "a database in an account",
        ),
        (
            "azapi_resource",
            json!({"type": "Microsoft.EventHub/namespaces/eventhubs@2022-10-01-preview"}),
            true,
            "a stream in a name space",
        ),
        (
            "azapi_resource",
            json!({"type": "Microsoft.EventHub/namespaces/eventhubs/authorizationRules@2022-10-01-preview"}),
            false,
            "who may read it",
        ),
        (
            "azapi_resource",
            json!({"type": "Microsoft.Compute/virtualMachines@2022-08-01"}),
            false,
            "a machine",
        ),
        (
            "kustomization_resource",
            json!({"manifest": manifest("v1", "Namespace")}),
            true,
            "a name space, as a text",
        ),
        (
            "kustomization_resource",
            json!({"manifest": manifest("v1", "ConfigMap")}),
            false,
            "settings, as a text",
        ),
    ] {
        let plan = plan(type_name, &json!(["delete"]), &before, &Value::Null, &json!(false));
        assert_eq!(!found(&plan).is_empty(), is_found, "{type_name}: {why}");
    }
}

#[test]
fn policies_of_vault_and_consul_are_judged_by_what_they_permit() {
    for (type_name, attribute, text, wanted, why) in [
        (
            "vault_policy",
            "policy",
            "path \"*\" {\n  capabilities = [\"create\", \"read\", \"update\", \"delete\", \"list\", \"sudo\"]\n}\n",
            true,
            "every path",
        ),
        (
            "vault_policy",
            "policy",
            "# everything\npath \"secret/*\" { capabilities = [\"read\"] }\npath \"*\" { capabilities = [\"sudo\"] }",
            true,
            "the second block",
        ),
        (
            "vault_policy",
            "policy",
            "path \"*\" {\n  capabilities = [\"read\", \"list\"]\n}\n",
            false,
            "an auditor who may change nothing",
        ),
        (
            "vault_policy",
            "policy",
            "path \"secret/data/app/*\" {\n  capabilities = [\"create\", \"update\", \"sudo\"]\n}\n",
            false,
            "the secrets of one application",
        ),
        (
            "vault_policy",
            "policy",
            "path \"*\" { capabilities = [\"deny\"] }\npath \"secret/app\" { capabilities = [\"update\"] }",
            false,
            "the stars belong to another block",
        ),
        (
            "vault_policy",
            "policy",
            "path \"s*\" {\n  capabilities = [\"update\"]\n}\n",
            true,
            "all that begins so",
        ),
        (
            "vault_policy",
            "policy",
            "path \"sys/policies/acl/*\" {\n  capabilities = [\"create\", \"update\"]\n}\n",
            true,
            "every policy, one's own too",
        ),
        (
            "vault_policy",
            "policy",
            "path \"sys/policies/acl/app-*\" {\n  capabilities = [\"create\", \"update\"]\n}\n",
            true,
            "policies of one application, whatever they are to allow",
        ),
        (
            "vault_policy",
            "policy",
            "path \"sys/policies/*\" {\n  capabilities = [\"read\", \"list\"]\n}\n",
            false,
            "who may read policies",
        ),
        (
            "vault_policy",
            "policy",
            "path \"sys/+/secret\" {\n  capabilities = [\"update\"]\n}\n",
            false,
            "a part that is something else",
        ),
        (
            "vault_policy",
            "policy",
            "path \"*\" {\n  policy = \"write\"\n}\n",
            true,
            "the older word",
        ),
        (
            "vault_policy",
            "policy",
            "path \"*\" {\n  policy = \"read\"\n}\n",
            false,
            "the older word for reading",
        ),
        (
            "vault_policy",
            "policy",
            r#"{"path": {"*": {"capabilities": ["sudo"]}}}"#,
            true,
            "in JSON",
        ),
        (
            "vault_policy",
            "policy",
            r#"{"path": [{"*": [{"capabilities": ["sudo"]}]}]}"#,
            true,
            "in JSON, with lists",
        ),
        (
            "consul_acl_policy",
            "rules",
            "acl = \"write\"\n",
            true,
            "it makes tokens",
        ),
        (
            "consul_acl_policy",
            "rules",
            "acl = \"read\"\nkey_prefix \"app/\" { policy = \"write\" }\n",
            false,
            "keys of one application",
        ),
        (
            "vault_policy",
            "policy",
            "path \"*\" {",
            false,
            "nothing that Vault would take",
        ),
    ] {
        let plan = plan(
            type_name,
            &json!(["create"]),
            &Value::Null,
            &json!({attribute: text}),
            &json!({}),
        );
        let wanted: &[&str] = if wanted { &["admin-grant"] } else { &[] };
        assert_eq!(found(&plan), wanted, "{type_name}: {why}");
    }
}

/// A text that hides what it gives from one parser and not from another must not pass. The noise is what `kubectl` and
/// Vault take.
#[test]
fn what_cannot_be_read_is_told() {
    let all = json!({"before": null});
    let binding = binding("roleRef:\n  kind: ClusterRole\n  name: cluster-admin");
    let odd = format!("{binding}other: [a\n");
    let roles = "- rolearn: \"a\" b\n  groups: [system:masters]\n";
    let stack = |name: &str| json!({"template_body": format!("Description: \"a\"{name}\nResources: {{}}\n")});
    let (create, update, delete) = (json!(["create"]), json!(["update"]), json!(["delete"]));
    let null = &all["before"];
    let manifest = |text: &str| json!({"yaml_body": text});
    let map = |name: &str, text: &str| json!({"metadata": [{"name": "aws-auth"}], "data": {name: text}});
    for (type_name, actions, before, after, wanted, why) in [
        (
            "kubectl_manifest",
            &create,
            null.clone(),
            manifest(&odd),
            Some("error"),
            "a list that does not end",
        ),
        (
            "kubectl_manifest",
            &update,
            manifest(&odd),
            manifest(&binding),
            None,
            "it can be read now",
        ),
        (
            "kubectl_manifest",
            &update,
            manifest(&odd),
            manifest(&format!("{odd}#\n")),
            Some("error"),
            "another one",
        ),
        (
            "kubectl_manifest",
            &create,
            null.clone(),
            manifest("# nothing\n"),
            None,
            "no object at all",
        ),
        (
            "kubernetes_config_map",
            &create,
            null.clone(),
            map("mapRoles", roles),
            Some("error"),
            "roles of a cluster",
        ),
        (
            "kubernetes_config_map",
            &create,
            null.clone(),
            map("app.ini", "[a\nb: c: d"),
            None,
            "a file in another language",
        ),
        (
            "aws_cloudformation_stack",
            &update,
            stack(" b"),
            stack(""),
            Some("error"),
            "what may be lost",
        ),
        (
            "aws_cloudformation_stack",
            &delete,
            stack(" b"),
            null.clone(),
            None,
            "the stack itself goes",
        ),
        (
            "vault_policy",
            &create,
            null.clone(),
            json!({"policy": "path \"*\" {"}),
            Some("error"),
            "cut off",
        ),
        (
            "vault_policy",
            &create,
            null.clone(),
            json!({"policy": ""}),
            None,
            "empty",
        ),
    ] {
        let plan = plan(type_name, actions, &before, &after, &json!({}));
        let judged = judge(cut::line(&plan).as_bytes(), Want::Plan, &Settings::default()).unwrap();
        let mut findings = judged.report.findings.iter();
        let found = findings.find(|finding| finding.rule == "unreadable-text");
        assert_eq!(found.map(|finding| finding.level.word()), wanted, "{why}");
    }
    let mut same = manifest(&odd);
    same["wait"] = json!(true);
    let plan = plan("kubectl_manifest", &update, &manifest(&odd), &same, &json!({}));
    let judged = judge(cut::line(&plan).as_bytes(), Want::Plan, &Settings::default()).unwrap();
    let found = judged
        .report
        .findings
        .iter()
        .find(|finding| finding.rule == "unreadable-text");
    assert_eq!(found.map(|finding| finding.level.word()), Some("note"), "as before");
}
