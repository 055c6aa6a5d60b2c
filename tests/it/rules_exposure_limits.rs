//! What limits a right: what is denied beside it, and conditions.

use serde_json::{Value, json};

use crate::cut;
use crate::judge::judge;
use crate::rules_exposure::{for_all, level, policy};
use planlint::input::Want;
use planlint::lint::{Level, Settings};

#[test]
fn what_is_denied_besides_narrows_an_identitys_policy() {
    let policy = |statements: Value| json!({"policy": json!({"Statement": statements}).to_string()});
    let all = json!({"Effect": "Allow", "Action": "*", "Resource": "*"});
    let careful = json!({"Effect": "Allow", "Action": "*", "Resource": "*",
        "Condition": {"Bool": {"aws:MultiFactorAuthPresent": "true"}}});
    let but = json!({"Effect": "Allow", "NotAction": "iam:*", "Resource": "*"});
    let rights = json!({"Effect": "Deny", "Action": "iam:*", "Resource": "*"});
    for (before, after, wanted, why) in [
        (
            policy(json!([all])),
            policy(json!([all, rights])),
            Level::Note,
            "less than before",
        ),
        (
            policy(json!([all, rights])),
            policy(json!([all])),
            Level::Error,
            "more than before",
        ),
        (
            policy(json!([all])),
            policy(json!([but])),
            Level::Note,
            "in other words",
        ),
        (
            policy(json!([careful])),
            policy(json!([but])),
            Level::Warning,
            "what needed a second factor needs none now",
        ),
    ] {
        assert_eq!(
            level("wildcard-policy", "aws_iam_policy", &before, &after),
            Some(wanted),
            "{why}"
        );
    }
}

#[test]
fn a_condition_makes_a_grant_milder_and_no_more() {
    let google = |condition: Value| json!({"project": "p", "role": "roles/owner", "member": "user:a@example.com", "condition": condition});
    let limited = |expression: &str| json!([{"title": "t", "expression": expression}]);
    let azure = |condition: Value| json!({"scope": "/subscriptions/s", "role_definition_name": "Owner", "principal_id": "p", "condition": condition});
    let document = |condition: Value| {
        let binding = json!({"role": "roles/owner", "members": ["user:a@example.com"], "condition": condition});
        json!({"project": "p", "policy_data": json!({"bindings": [binding]}).to_string()})
    };
    let (member, assignment) = ("google_folder_iam_member", "azurerm_role_assignment");
    let policy = "google_project_iam_policy";
    let written = |condition: Value| {
        json!({"type": "Microsoft.Authorization/roleAssignments@2022-04-01", "parent_id": "/subscriptions/s",
            "body": {"properties": {"principalId": "p", "condition": condition,
                "roleDefinitionId": "/x/8e3af657-a8ff-443c-a75c-2fe8c4bcb635"}}})
    };
    let none = Value::Null;
    let (error, warning, note) = (Level::Error, Level::Warning, Level::Note);
    for (type_name, before, after, wanted, why) in [
        (member, none.clone(), google(json!([])), error, "without one"),
        (
            member,
            none.clone(),
            google(limited("true")),
            warning,
            "one that lets all through",
        ),
        (member, google(limited("a")), google(json!([])), error, "which goes"),
        (member, google(json!([])), google(limited("a")), note, "which comes"),
        (
            member,
            google(limited("a")),
            google(limited("b")),
            warning,
            "another one",
        ),
        (assignment, none.clone(), azure(json!("1 Equals 1")), warning, "Azure's"),
        (assignment, azure(json!("x")), azure(none.clone()), error, "which goes"),
        (
            policy,
            none.clone(),
            document(none.clone()),
            error,
            "none in a document",
        ),
        (
            policy,
            none.clone(),
            document(json!({"expression": "a"})),
            warning,
            "in a document",
        ),
        (
            policy,
            document(json!({"expression": "a"})),
            document(none.clone()),
            error,
            "which goes",
        ),
        (
            policy,
            document(none.clone()),
            document(json!({"expression": "a"})),
            note,
            "which comes",
        ),
        (
            "azapi_resource",
            none.clone(),
            written(json!("x")),
            warning,
            "by the API's names",
        ),
        (
            "azapi_resource",
            written(json!("x")),
            written(none.clone()),
            error,
            "which goes",
        ),
    ] {
        assert_eq!(
            level("admin-grant", type_name, &before, &after),
            Some(wanted),
            "{type_name}: {why}"
        );
    }
}

/// A domain in a private network is not open to the world, whichever object has its policy.
#[test]
fn a_policy_of_its_own_is_as_open_as_what_it_is_for() {
    let text = policy(&[for_all("es:*", "*", &json!({}))]);
    let private = json!([{"subnet_ids": ["subnet-1"]}]);
    let (error, warning) = (Level::Error, Level::Warning);
    for (domains, wanted, why) in [
        (vec![("d", "no-op", private.clone())], warning, "a domain that is there"),
        (vec![("d", "create", private.clone())], warning, "one that is made"),
        (vec![("d", "create", json!([]))], error, "on its public address"),
        (vec![("e", "create", private.clone())], error, "another domain"),
        (vec![("d", "delete", private.clone())], error, "one that goes"),
        (
            vec![("d", "create", private.clone()), ("d", "create", json!([]))],
            error,
            "of two by the name one is public",
        ),
        (vec![], error, "nobody can say"),
    ] {
        let change = |type_name: &str, index: usize, action: &str, object: Value| {
            let at = |is_there: bool| if is_there { object.clone() } else { Value::Null };
            json!({
                "address": format!("{type_name}.x[{index}]"), "mode": "managed", "type": type_name, "name": "x",
                "index": index, "provider_name": "registry.opentofu.org/hashicorp/aws",
                "change": {
                    "actions": [action], "before": at(action != "create"), "after": at(action != "delete"),
                    "after_unknown": {}, "before_sensitive": {}, "after_sensitive": {}
                }
            })
        };
        let domains = domains.into_iter().enumerate();
        let mut changes: Vec<_> = domains
            .map(|(index, (name, action, networks))| {
                let domain = json!({"domain_name": name, "vpc_options": networks});
                change("aws_opensearch_domain", index, action, domain)
            })
            .collect();
        let own = json!({"domain_name": "d", "access_policies": text});
        changes.push(change("aws_opensearch_domain_policy", 0, "create", own));
        let plan = cut::with_changes(&changes);
        let judged = judge(cut::line(&plan).as_bytes(), Want::Plan, &Settings::default()).unwrap();
        let found = judged
            .report
            .findings
            .iter()
            .find(|finding| finding.rule == "wildcard-policy");
        assert_eq!(found.map(|finding| finding.level), Some(wanted), "{why}");
    }
}

#[test]
fn what_limits_one_thing_does_not_limit_the_one_beside_it() {
    let app = |rules: Value| json!({"site_config": [{"ip_restriction": rules}]});
    let office = json!({"action": "Allow", "ip_address": "203.0.113.0/24", "headers": []});
    let world = json!({"action": "Allow", "ip_address": "0.0.0.0/0", "headers": []});
    let door = json!({"action": "Allow", "ip_address": "0.0.0.0/0", "headers": [{"x_azure_fdid": ["f"]}]});
    let pool = "principalSet://iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p";
    let (wide, narrow) = (format!("{pool}/*"), format!("{pool}/attribute.repository/acme/x"));
    let members = |members: &[&String]| json!({"service_account_id": "s", "role": "roles/iam.workloadIdentityUser", "members": members});
    let grants = |users: Value, roles: Value| json!({"role_name": "ACCOUNTADMIN", "users": users, "roles": roles});
    let group = "/subscriptions/s/resourceGroups/g";
    let role = |actions: &str, scope: &str, scopes: Value| json!({"scope": scope, "assignable_scopes": scopes, "permissions": [{"actions": [actions]}]});
    let (endpoint, web) = ("public-endpoint", "azurerm_linux_web_app");
    let (binding, snow) = ("google_service_account_iam_binding", "snowflake_role_grants");
    let (wildcard, defined) = ("wildcard-policy", "azurerm_role_definition");
    let none = Value::Null;
    let (error, warning, note) = (Some(Level::Error), Some(Level::Warning), Some(Level::Note));
    for (rule, type_name, before, after, wanted, why) in [
        (
            endpoint,
            web,
            &app(json!([office])),
            app(json!([office, world])),
            warning,
            "everybody",
        ),
        (
            endpoint,
            web,
            &app(json!([door])),
            app(json!([door, world])),
            warning,
            "beside a door",
        ),
        (
            endpoint,
            web,
            &app(json!([office])),
            app(json!([office, door])),
            None,
            "through the door alone",
        ),
        (
            "anyone-can-assume",
            binding,
            &none,
            members(&[&wide, &narrow]),
            warning,
            "the whole pool, and a part of it",
        ),
        (
            "anyone-can-assume",
            binding,
            &none,
            members(&[&narrow]),
            None,
            "the part",
        ),
        (
            "anyone-can-assume",
            binding,
            &members(&[&wide]),
            members(&[&wide, &narrow]),
            note,
            "the part as well",
        ),
        (
            "admin-grant",
            snow,
            &none,
            grants(json!(["X"]), json!([])),
            error,
            "users",
        ),
        ("admin-grant", snow, &none, grants(json!([]), json!([])), None, "nobody"),
        (
            "admin-grant",
            snow,
            &none,
            grants(json!([]), none.clone()),
            None,
            "nobody",
        ),
        (
            wildcard,
            defined,
            &none,
            role("*", group, json!(["/subscriptions/s"])),
            error,
            "given in the whole subscription",
        ),
        (
            wildcard,
            defined,
            &none,
            role("*", group, json!([group])),
            None,
            "given there",
        ),
        (
            wildcard,
            defined,
            &none,
            role("*", group, none.clone()),
            None,
            "by default",
        ),
        (
            wildcard,
            defined,
            &none,
            role(
                "Microsoft.Authorization/roleDefinitions/write",
                "/subscriptions/s",
                none.clone(),
            ),
            error,
            "its own role too",
        ),
        (
            wildcard,
            defined,
            &none,
            role(
                "Microsoft.Authorization/roleDefinitions/read",
                "/subscriptions/s",
                none.clone(),
            ),
            None,
            "who may read roles",
        ),
    ] {
        assert_eq!(level(rule, type_name, before, &after), wanted, "{type_name}: {why}");
    }
}
