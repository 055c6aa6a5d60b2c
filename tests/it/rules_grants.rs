//! Rights that are as good as all: roles of clouds, roles that everybody has, paths of Vault, and statements.

use serde_json::{Value, json};

use crate::rules_edges::{change, said};
use crate::rules_exposure_networks::{ERROR, WARNING};
use crate::rules_updates::level_of;
use planlint::lint::Level;

/// How bad a rule finds a new object.
fn created(rule: &str, type_name: &str, object: &Value) -> Option<Level> {
    level_of(rule, type_name, &Value::Null, object)
}

#[test]
fn a_role_over_a_whole_cloud_is_told() {
    let named = |role: &str, scope: &str| json!({"role_definition_name": role, "scope": scope, "principal_id": "p"});
    let by_id = |id: &str, scope: &str| {
        json!({"role_definition_id": format!("/providers/Microsoft.Authorization/roleDefinitions/{id}"),
            "scope": scope, "principal_id": "p"})
    };
    let (subscription, group) = ("/subscriptions/1", "/subscriptions/1/resourceGroups/g");
    let above = "/providers/Microsoft.Management/managementGroups/root";
    let cluster = "/subscriptions/1/resourceGroups/g/providers/Microsoft.ContainerService/managedClusters/a";
    let space = &format!("{cluster}/namespaces/n");
    let (contributor, admin) = (
        "b24988ac-6180-42a0-ab88-20f7382dd24c",
        "b1ff04bb-8a4e-4dc4-8eb5-8693973ce19b",
    );
    let azure = "azurerm_role_assignment";
    let policy = |name: &str| json!({"role": "r", "policy_arn": format!("arn:aws:iam::aws:policy/{name}")});
    let attachment = "aws_iam_role_policy_attachment";
    for (type_name, object, wanted, why) in [
        (
            azure,
            named("Contributor", subscription),
            WARNING,
            "a whole subscription",
        ),
        (azure, named("contributor", above), WARNING, "all subscriptions"),
        (azure, by_id(contributor, subscription), WARNING, "the same by its id"),
        (
            "azurerm_pim_eligible_role_assignment",
            by_id(contributor, above),
            WARNING,
            "whenever it is asked for",
        ),
        (azure, named("Contributor", group), None, "a group of resources"),
        (
            azure,
            named("Contributor", "/subscriptions/1/providers/x/y"),
            None,
            "a single thing",
        ),
        (azure, named("Reader", subscription), None, "it only reads"),
        (
            azure,
            named("Azure Kubernetes Service RBAC Cluster Admin", cluster),
            ERROR,
            "all of the cluster",
        ),
        (
            azure,
            named("Azure Kubernetes Service Cluster Admin Role", cluster),
            ERROR,
            "its administrator's key",
        ),
        (azure, by_id(admin, cluster), ERROR, "the same by its id"),
        (
            azure,
            named("Azure Kubernetes Service RBAC Cluster Admin", space),
            None,
            "one part of the cluster",
        ),
        (
            azure,
            named("Azure Kubernetes Service RBAC Reader", cluster),
            None,
            "it only reads",
        ),
        (attachment, policy("PowerUserAccess"), WARNING, "everything but rights"),
        (attachment, policy("ReadOnlyAccess"), None, "it only reads"),
        (
            "github_repository_collaborator",
            json!({"repository": "r", "username": "u", "permission": "admin"}),
            WARNING,
            "the whole repository",
        ),
        (
            "github_repository_collaborator",
            json!({"repository": "r", "username": "u", "permission": "push"}),
            None,
            "its files",
        ),
        (
            "github_team_repository",
            json!({"repository": "r", "team_id": "1", "permission": "admin"}),
            WARNING,
            "the whole repository",
        ),
        (
            "github_repository_collaborators",
            json!({"repository": "r", "user": [{"username": "u", "permission": "admin"}]}),
            WARNING,
            "one of several",
        ),
    ] {
        let found = created("admin-grant", type_name, &object);
        assert_eq!(found, wanted, "{type_name} {object}: {why}");
    }
}

#[test]
fn what_every_role_of_a_database_gets_everybody_gets() {
    let (grant, defaults) = ("postgresql_grant", "postgresql_default_privileges");
    let postgres = |role: &str, privileges: Value| json!({"database": "d", "role": role, "schema": "s", "object_type": "table", "privileges": privileges});
    let (snowflake, owner) = (
        "snowflake_grant_privileges_to_account_role",
        "snowflake_grant_ownership",
    );
    let account = |role: &str, privileges: Value| json!({"account_role_name": role, "privileges": privileges, "on_schema_object": [{"object_name": "t"}]});
    for (type_name, object, wanted, why) in [
        (
            grant,
            postgres("public", json!(["SELECT", "INSERT"])),
            WARNING,
            "every role reads and writes",
        ),
        (grant, postgres("PUBLIC", json!(["ALL"])), WARNING, "in capitals"),
        (
            grant,
            postgres("public", json!(["CONNECT"])),
            None,
            "whoever may sign in anyway",
        ),
        (grant, postgres("public", json!(["USAGE"])), None, "names alone"),
        (grant, postgres("public", json!([])), None, "this is how it is revoked"),
        (grant, postgres("app", json!(["SELECT"])), None, "one role"),
        (
            defaults,
            postgres("public", json!(["SELECT"])),
            WARNING,
            "all that is to come",
        ),
        (snowflake, account("PUBLIC", json!(["SELECT"])), WARNING, "every user"),
        (
            snowflake,
            account("\"public\"", json!(["SELECT"])),
            WARNING,
            "in quotes",
        ),
        (snowflake, account("PUBLIC", json!(["USAGE"])), None, "names alone"),
        (snowflake, account("ANALYST", json!(["SELECT"])), None, "one role"),
        (
            owner,
            json!({"account_role_name": "PUBLIC", "on": [{"object_name": "d"}]}),
            WARNING,
            "it is everybody's",
        ),
        (
            owner,
            json!({"account_role_name": "OWNER", "on": [{"object_name": "d"}]}),
            None,
            "one role",
        ),
        (
            "snowflake_grant_account_role",
            json!({"role_name": "ANALYST", "parent_role_name": "PUBLIC"}),
            WARNING,
            "every user gets the role",
        ),
        (
            "redshift_grant",
            json!({"group": "public", "schema": "s", "object_type": "table", "privileges": ["select"]}),
            WARNING,
            "every user reads",
        ),
    ] {
        let found = created("public-grant", type_name, &object);
        assert_eq!(found, wanted, "{type_name} {object}: {why}");
    }
}

#[test]
fn paths_of_vault_that_lead_to_every_policy_are_as_good_as_root() {
    for (path, capabilities, wanted, why) in [
        (
            "auth/*",
            r#""create", "update", "sudo""#,
            ERROR,
            "roles of all ways to sign in",
        ),
        ("auth/+/role/*", r#""create", "update""#, ERROR, "the same"),
        ("auth/*", r#""read", "list""#, None, "who may look"),
        ("auth/approle/login", r#""create", "update""#, None, "signing in"),
        (
            "auth/token/create",
            r#""update", "sudo""#,
            ERROR,
            "tokens with any policy",
        ),
        (
            "auth/token/create",
            r#""update""#,
            None,
            "tokens with one's own policies",
        ),
        ("auth/token/renew-self", r#""update""#, None, "one's own token"),
        ("identity/*", r#""create", "update""#, ERROR, "policies of anybody"),
        ("identity/group/*", r#""update""#, ERROR, "policies of a group"),
        ("identity/*", r#""read""#, None, "who may look"),
        ("identity/oidc/token/app", r#""read""#, None, "a token of one's own"),
        (
            "sys/auth/*",
            r#""create", "update", "sudo""#,
            WARNING,
            "another way to sign in",
        ),
        ("sys/auth/*", r#""read""#, None, "who may look"),
        ("sys/policies/acl/*", r#""update""#, ERROR, "every policy"),
        ("sys/policies/acl/admin", r#""update""#, WARNING, "one policy"),
        ("sys/policy/admin", r#""update""#, WARNING, "the older name"),
        ("sys/policies/acl/admin", r#""read""#, None, "who may look"),
        ("sys/raw/*", r#""read", "sudo""#, ERROR, "all that is stored"),
        ("sys/raw/*", r#""read""#, WARNING, "a sudo away from it"),
        (
            "secret/data/app/*",
            r#""create", "update", "read""#,
            None,
            "secrets of an application",
        ),
    ] {
        let policy = format!("path \"{path}\" {{\n  capabilities = [{capabilities}]\n}}\n");
        let found = created("admin-grant", "vault_policy", &json!({"name": "p", "policy": policy}));
        assert_eq!(found, wanted, "{path} {capabilities}: {why}");
    }
}

#[test]
fn statements_do_at_apply_what_they_say() {
    let snowflake = |text: &str| json!({"execute": text, "revert": "SELECT 1"});
    let job = |text: &str| json!({"job_id": "j", "query": [{"query": text}]});
    let redshift = |text: &str| json!({"cluster_identifier": "c", "database": "d", "sql": text});
    let (execute, bigquery, data) = ("snowflake_execute", "google_bigquery_job", "aws_redshiftdata_statement");
    for (rule, type_name, object, wanted, why) in [
        (
            "admin-grant",
            execute,
            snowflake("GRANT ROLE ACCOUNTADMIN TO USER A"),
            ERROR,
            "all of the account",
        ),
        (
            "admin-grant",
            execute,
            snowflake("grant role \"SECURITYADMIN\"\n to role A"),
            ERROR,
            "in quotes",
        ),
        (
            "admin-grant",
            execute,
            snowflake("GRANT ROLE ANALYST TO USER A"),
            None,
            "another role",
        ),
        (
            "admin-grant",
            execute,
            snowflake("REVOKE ROLE ACCOUNTADMIN FROM USER A"),
            None,
            "the other way round",
        ),
        (
            "public-endpoint",
            execute,
            snowflake("ALTER ACCOUNT UNSET NETWORK_POLICY"),
            WARNING,
            "from anywhere",
        ),
        (
            "public-endpoint",
            execute,
            snowflake("ALTER ACCOUNT SET NETWORK_POLICY = P"),
            None,
            "a policy",
        ),
        (
            "destructive-update",
            data,
            redshift("DROP TABLE users"),
            ERROR,
            "a table",
        ),
        ("destructive-update", data, redshift("SELECT 1"), None, "it only reads"),
        (
            "destructive-update",
            data,
            redshift("TRUNCATE users"),
            ERROR,
            "all rows",
        ),
        (
            "destructive-update",
            data,
            redshift("GRANT TRUNCATE ON TABLE a TO ROLE b"),
            None,
            "a right to it",
        ),
        ("destructive-update", bigquery, job("DROP TABLE x.y"), ERROR, "a table"),
        (
            "destructive-update",
            bigquery,
            job("SELECT * FROM x.y"),
            None,
            "it only reads",
        ),
    ] {
        let found = created(rule, type_name, &object);
        assert_eq!(found, wanted, "{type_name} {object}: {why}");
    }
    let found = created(
        "admin-grant",
        execute,
        &snowflake("CREATE USER A PASSWORD = 'x'; GRANT ROLE ACCOUNTADMIN TO USER A"),
    );
    assert_eq!(found, ERROR, "whatever stands before it");
}

#[test]
fn what_is_recorded_is_less() {
    let trail = |selectors: Value| json!({"name": "t", "event_selector": selectors});
    let one = |kind: &str, management: bool| json!({"read_write_type": kind, "include_management_events": management});
    let advanced = |categories: &[&str]| {
        let selectors: Vec<Value> = categories
            .iter()
            .map(|one| json!({"field_selector": [{"field": "eventCategory", "equals": [one]}]}))
            .collect();
        json!({"name": "t", "event_selector": [], "advanced_event_selector": selectors})
    };
    let flow = |kind: &str| json!({"vpc_id": "v", "traffic_type": kind});
    let (cloudtrail, log) = ("aws_cloudtrail", "aws_flow_log");
    for (type_name, before, after, wanted, why) in [
        (
            cloudtrail,
            trail(json!([])),
            trail(json!([one("All", false)])),
            WARNING,
            "no calls that manage",
        ),
        (
            cloudtrail,
            trail(json!([one("All", true)])),
            trail(json!([one("All", true), one("All", false)])),
            None,
            "another selector has them",
        ),
        (
            cloudtrail,
            trail(json!([])),
            trail(json!([one("ReadOnly", true)])),
            WARNING,
            "no changes",
        ),
        (
            cloudtrail,
            trail(json!([])),
            trail(json!([one("WriteOnly", true)])),
            None,
            "changes are there",
        ),
        (
            cloudtrail,
            trail(json!([])),
            advanced(&["Data"]),
            WARNING,
            "no calls that manage",
        ),
        (
            cloudtrail,
            trail(json!([])),
            advanced(&["Data", "Management"]),
            None,
            "both",
        ),
        (log, flow("ALL"), flow("REJECT"), WARNING, "what was let in"),
        (log, flow("REJECT"), flow("ALL"), None, "more"),
        (log, flow("REJECT"), Value::Null, WARNING, "nothing any more"),
    ] {
        let found = level_of("logging-removed", type_name, &before, &after);
        assert_eq!(found, wanted, "{type_name} {before} {after}: {why}");
    }
    let rule = |enabled: bool| json!({"name": "r", "enabled": enabled});
    let found = |before, after| {
        level_of(
            "stopped-service",
            "datadog_security_monitoring_rule",
            &rule(before),
            &rule(after),
        )
    };
    assert_eq!(found(true, false), WARNING, "nobody is told");
    assert_eq!(found(false, true), None, "the other way round");
}

#[test]
fn snapshots_beyond_a_number_go() {
    let policy = |schedules: &[(&str, u32)]| {
        let schedules: Vec<Value> = schedules
            .iter()
            .map(|(name, count)| json!({"name": name, "retain_rule": [{"count": count}]}))
            .collect();
        json!({"policy_details": [{ "schedule": schedules }]})
    };
    for (before, after, wanted, why) in [
        (vec![("a", 30)], vec![("a", 1)], WARNING, "fewer"),
        (vec![("a", 1)], vec![("a", 30)], None, "more"),
        (vec![("a", 30)], vec![("a", 30), ("b", 2)], None, "a new schedule"),
    ] {
        let (before, after) = (policy(&before), policy(&after));
        let found = level_of("shorter-retention", "aws_dlm_lifecycle_policy", &before, &after);
        assert_eq!(found, wanted, "{why}");
    }
}

#[test]
fn nothing_else_of_a_statement_is_told() {
    let text = "CREATE USER A PASSWORD = 'hunter-2-hunter'; GRANT ROLE ACCOUNTADMIN TO USER A";
    let mut change = change(
        "snowflake_execute.x",
        &["create"],
        &Value::Null,
        &json!({"execute": text}),
    );
    // Where nothing says what is marked, the text is masked as a whole.
    change["change"]["after_sensitive"] = json!({});
    let told = said("admin-grant", "", &json!({ "resource_changes": [change] }));
    assert!(
        told.iter()
            .all(|told| !told.contains("hunter") && told.ends_with(": execute")),
        "{told:?}"
    );
    assert_eq!(told.len(), 1);
}
