//! What gives less than before, or only looks as if it gave or destroyed something, and what does in the same words.

use serde_json::{Value, json};

use crate::cut;
use crate::rules_edges::{change, said};
use crate::rules_exposure_networks::{ERROR, WARNING};
use crate::rules_updates::{level, level_of};
use planlint::lint::Level;

const NOTE: Option<Level> = Some(Level::Note);

/// How bad a rule finds an object that takes the place of another one.
fn replaced(rule: &str, type_name: &str, before: &Value, after: &Value) -> Option<Level> {
    changed(rule, type_name, &["delete", "create"], before, after, &json!({}))
}

pub(crate) fn changed(
    rule: &str,
    type_name: &str,
    actions: &[&str],
    before: &Value,
    after: &Value,
    unknown: &Value,
) -> Option<Level> {
    let change = cut::object(&format!("{type_name}.x"), actions, before, after, unknown);
    level(rule, &json!({"resource_changes": [change]}))
}

#[test]
fn what_is_known_only_after_apply_is_no_worse_than_what_is_known() {
    let azure = "azurerm_role_assignment";
    let named = |role: &str| json!({"role_definition_name": role, "principal_id": "p"});
    let (scope, policy) = (json!({"scope": true}), json!({"policy_arn": true}));
    for (type_name, after, unknown, wanted, why) in [
        (
            azure,
            named("Contributor"),
            &scope,
            WARNING,
            "at most a warning, on whatever scope",
        ),
        (azure, named("Owner"), &scope, ERROR, "an error on most"),
        (azure, named("Reader"), &scope, None, "it only reads"),
        (
            "aws_iam_role_policy_attachment",
            json!({"role": "r"}),
            &policy,
            ERROR,
            "it may be the worst of several",
        ),
    ] {
        let level = changed("admin-grant", type_name, &["create"], &Value::Null, &after, unknown);
        assert_eq!(level, wanted, "{type_name} {after}: {why}");
    }
}

#[test]
fn only_what_is_carried_out_is_a_statement() {
    let execute = |text: &str| json!({"execute": text, "revert": "select 1"});
    let (grants, destroys) = ("admin-grant", "destructive-update");
    for (rule, type_name, object, wanted, why) in [
        (
            grants,
            "snowflake_execute",
            execute("grant all on account to x"),
            ERROR,
            "a statement",
        ),
        (
            grants,
            "snowflake_execute",
            execute("GRANT all /* b */ on\naccount to x"),
            ERROR,
            "with a comment within",
        ),
        (
            grants,
            "snowflake_execute",
            execute("-- grant all on account to x\nselect 1"),
            None,
            "a comment",
        ),
        (
            grants,
            "snowflake_execute",
            execute("/* grant all on account to x */ select 1"),
            None,
            "another one",
        ),
        (
            grants,
            "snowflake_execute",
            execute("select 'grant all on account to x'"),
            None,
            "a text",
        ),
        (
            grants,
            "snowflake_execute",
            execute("execute immediate 'grant all on account to x'"),
            ERROR,
            "a text that is carried out",
        ),
        (
            "logging-removed",
            "snowflake_execute",
            execute("select 1"),
            None,
            "nothing of all that",
        ),
        (
            destroys,
            "snowflake_execute",
            execute("select 1; -- why\ndrop table a"),
            ERROR,
            "behind a comment",
        ),
        (
            destroys,
            "snowflake_execute",
            execute("comment on table a is 'drop table b'"),
            None,
            "in a text",
        ),
        (
            destroys,
            "snowflake_execute",
            execute("select '--'; drop table a"),
            ERROR,
            "no comment at all",
        ),
        (
            destroys,
            "snowflake_execute",
            execute("select 'it''s'; drop table a"),
            ERROR,
            "behind a text",
        ),
        (
            destroys,
            "aws_redshiftdata_statement",
            json!({"sql": "/* drop table a */ select 1"}),
            None,
            "elsewhere, too",
        ),
        (
            destroys,
            "aws_redshiftdata_statement",
            json!({"sql": "-- all of it\ntruncate a"}),
            ERROR,
            "a statement that comes after one",
        ),
    ] {
        let level = level_of(rule, type_name, &Value::Null, &object);
        assert_eq!(level, wanted, "{rule} {object}: {why}");
    }
}

#[test]
fn a_lesser_role_is_no_new_one() {
    let policy =
        |role: &str, name: &str| json!({"role": role, "policy_arn": format!("arn:aws:iam::aws:policy/{name}")});
    let azure = |role: &str, scope: &str, who: &str, condition: Value| json!({"role_definition_name": role, "scope": scope, "principal_id": who, "condition": condition});
    let google = |role: &str, who: &str| json!({"project": "p", "role": role, "member": who});
    let (admin, power) = ("AdministratorAccess", "PowerUserAccess");
    let (attachment, assignment, member) = (
        "aws_iam_role_policy_attachment",
        "azurerm_role_assignment",
        "google_project_iam_member",
    );
    let (here, above) = ("/subscriptions/1", "/providers/Microsoft.Management/managementGroups/r");
    let free = || Value::Null;
    for (type_name, before, after, wanted, why) in [
        (
            attachment,
            policy("r", admin),
            policy("r", power),
            WARNING,
            "less, and still much",
        ),
        (attachment, policy("r", power), policy("r", admin), ERROR, "more"),
        (
            attachment,
            policy("r", admin),
            policy("s", power),
            WARNING,
            "less for another",
        ),
        (
            attachment,
            policy("r", "ReadOnlyAccess"),
            policy("r", power),
            WARNING,
            "more than reading",
        ),
        (
            assignment,
            azure("Owner", here, "p", free()),
            azure("Contributor", here, "p", free()),
            WARNING,
            "less, and still much",
        ),
        (
            assignment,
            azure("Owner", here, "p", json!("c")),
            azure("Contributor", here, "p", free()),
            WARNING,
            "it was under a condition",
        ),
        (
            assignment,
            azure("Owner", here, "p", free()),
            azure("Contributor", above, "p", free()),
            WARNING,
            "less of more",
        ),
        (
            assignment,
            azure("Owner", here, "p", free()),
            azure("Contributor", here, "q", free()),
            WARNING,
            "less for another",
        ),
        (
            assignment,
            azure("Contributor", here, "p", free()),
            azure("Owner", here, "p", free()),
            ERROR,
            "more",
        ),
        (
            assignment,
            azure("Owner", here, "P", free()),
            azure("Owner", here, "p", free()),
            NOTE,
            "another case",
        ),
        (
            assignment,
            azure("Owner", "/Subscriptions/1", "p", free()),
            azure("Owner", here, "p", free()),
            NOTE,
            "the same scope",
        ),
        (
            member,
            google("roles/owner", "user:a@b.c"),
            google("roles/editor", "user:a@b.c"),
            WARNING,
            "less, and still much",
        ),
        (
            member,
            google("roles/editor", "user:a@b.c"),
            google("roles/owner", "user:a@b.c"),
            ERROR,
            "more",
        ),
        (
            member,
            google("roles/owner", "user:A@b.c"),
            google("roles/owner", "user:a@b.c"),
            NOTE,
            "the same mail",
        ),
        (
            member,
            google(
                "roles/owner",
                "principalSet://iam.googleapis.com/p/attribute.repository/Acme/App",
            ),
            google(
                "roles/owner",
                "principalSet://iam.googleapis.com/p/attribute.repository/acme/app",
            ),
            ERROR,
            "another repository: what other services call an identity is told by case",
        ),
        (
            attachment,
            policy("R", admin),
            policy("r", admin),
            ERROR,
            "another role: names of AWS are told by case",
        ),
    ] {
        let level = replaced("admin-grant", type_name, &before, &after);
        assert_eq!(level, wanted, "{type_name} {before} {after}: {why}");
    }
    let role = |policies: Value| json!({"name": "r", "managed_policy_arns": policies});
    let arn = |name: &str| format!("arn:aws:iam::aws:policy/{name}");
    for (before, after, wanted, why) in [
        (
            json!([arn(admin)]),
            json!([arn(power)]),
            WARNING,
            "less, and still much",
        ),
        (json!([]), json!([arn(power)]), WARNING, "more"),
        (
            json!([arn(power)]),
            json!([arn(power), arn(admin)]),
            ERROR,
            "more beside it",
        ),
    ] {
        let level = level_of("admin-grant", "aws_iam_role", &role(before), &role(after));
        assert_eq!(level, wanted, "{why}");
    }
}

#[test]
fn fewer_privileges_of_everybody_are_no_new_ones() {
    let postgres = |privileges: Value| json!({"database": "d", "role": "public", "schema": "s", "object_type": "table", "privileges": privileges});
    let snowflake = |role: &str, all: bool, privileges: Value| json!({"account_role_name": role, "all_privileges": all, "privileges": privileges});
    let (grant, account) = ("postgresql_grant", "snowflake_grant_privileges_to_account_role");
    for (type_name, before, after, wanted, why) in [
        (
            grant,
            postgres(json!(["ALL"])),
            postgres(json!(["SELECT"])),
            NOTE,
            "one of all",
        ),
        (
            grant,
            postgres(json!(["SELECT", "INSERT"])),
            postgres(json!(["SELECT"])),
            NOTE,
            "one of two",
        ),
        (
            grant,
            postgres(json!(["SELECT"])),
            postgres(json!(["SELECT", "INSERT"])),
            WARNING,
            "two",
        ),
        (
            grant,
            postgres(json!(["SELECT"])),
            postgres(json!(["INSERT"])),
            WARNING,
            "another one",
        ),
        (
            grant,
            postgres(json!(["SELECT"])),
            postgres(json!(["ALL"])),
            WARNING,
            "all",
        ),
        (
            account,
            snowflake("PUBLIC", true, Value::Null),
            snowflake("PUBLIC", false, json!(["SELECT"])),
            NOTE,
            "one of all",
        ),
        (
            account,
            snowflake("PUBLIC", false, json!(["SELECT"])),
            snowflake("PUBLIC", true, Value::Null),
            WARNING,
            "all",
        ),
        (
            account,
            snowflake("x", true, Value::Null),
            snowflake("PUBLIC", false, json!(["SELECT"])),
            WARNING,
            "less, for everybody",
        ),
        (
            account,
            snowflake("PUBLIC", false, json!(["SELECT", "INSERT"])),
            snowflake("PUBLIC", false, json!(["SELECT"])),
            NOTE,
            "one of two",
        ),
    ] {
        let level = level_of("public-grant", type_name, &before, &after);
        assert_eq!(level, wanted, "{type_name} {before} {after}: {why}");
    }
    let on_account = |all: bool, privileges: Value| json!({"account_role_name": "r", "on_account": true, "all_privileges": all, "privileges": privileges});
    let (all, one) = (
        on_account(true, Value::Null),
        on_account(false, json!(["MANAGE GRANTS"])),
    );
    assert_eq!(level_of("admin-grant", account, &all, &one), NOTE, "one right of all");
    assert_eq!(level_of("admin-grant", account, &one, &all), ERROR, "all rights");
}

#[test]
fn what_only_lets_through_stops_nothing_when_it_is_switched_off() {
    let rule = |action: &str, paused: bool| json!({"action": action, "filter_id": "f", "paused": paused});
    let set = |allowing: bool, blocking: bool| {
        json!({"phase": "http_request_firewall_custom", "rules": [
            {"action": "skip", "enabled": allowing, "expression": "a"},
            {"action": "block", "enabled": blocking, "expression": "b"}]})
    };
    let (one, several) = ("cloudflare_firewall_rule", "cloudflare_ruleset");
    for (type_name, before, after, wanted, why) in [
        (one, rule("allow", false), rule("allow", true), None, "it lets through"),
        (one, rule("block", false), rule("block", true), WARNING, "it stopped"),
        (
            several,
            set(true, true),
            set(false, true),
            None,
            "the one that lets through",
        ),
        (
            several,
            set(true, true),
            set(true, false),
            WARNING,
            "the one that stopped",
        ),
    ] {
        let level = level_of("protection-removed", type_name, &before, &after);
        assert_eq!(level, wanted, "{type_name} {before} {after}: {why}");
    }
}

#[test]
fn what_stays_was_there_where_no_prior_state_says_so() {
    let object = json!({"id": "i"});
    let gone = (0..5).map(|at| change(&format!("null_resource.a[{at}]"), &["delete"], &object, &Value::Null));
    let stays = (0..5).map(|at| change(&format!("null_resource.b[{at}]"), &["no-op"], &object, &object));
    let new = change("null_resource.c", &["create"], &Value::Null, &object);
    let mut data = change("data.null_data_source.d", &["no-op"], &object, &object);
    data["mode"] = json!("data");
    let changes: Vec<_> = gone.chain(stays).chain([new, data]).collect();
    for (left_out, options, wanted) in [
        (0, "", vec!["the plan destroys 5 of 10 managed objects"]),
        (5, "", vec!["the plan destroys 5 of 5 managed objects"]),
        (0, "share = 0.6", vec![]),
    ] {
        let changes: Vec<_> = changes[..5].iter().chain(&changes[5 + left_out..]).collect();
        let plan = json!({"resource_changes": changes});
        assert_eq!(said("mass-destroy", options, &plan), wanted, "{left_out} {options}");
    }
}

#[test]
fn what_the_plan_imports_or_makes_is_not_among_the_objects_that_there_were() {
    let object = json!({"id": "i"});
    let list = |name: &str, count: usize, actions: &[&str], before: &Value, after: &Value| -> Vec<Value> {
        let change = |at| change(&format!("aws_instance.{name}[{at}]"), actions, before, after);
        (0..count).map(change).collect()
    };
    let gone = list("gone", 5, &["delete"], &object, &Value::Null);
    let stays = list("stays", 5, &["no-op"], &object, &object);
    let made = list("made", 9, &["create"], &Value::Null, &object);
    let imported = |actions: &[&str]| {
        let mut imported = list("imported", 9, actions, &object, &object);
        for change in &mut imported {
            change["change"]["importing"] = json!({"id": "i"});
        }
        imported
    };
    let (as_they_are, updated) = (imported(&["no-op"]), imported(&["update"]));
    let replaced = imported(&["delete", "create"]);
    for (more, wanted, why) in [
        (vec![&gone, &stays, &made], "5 of 10", "nothing that is made was there"),
        (
            vec![&gone, &stays, &as_they_are],
            "5 of 10",
            "nobody managed what is imported",
        ),
        (
            vec![&gone, &stays, &updated],
            "5 of 10",
            "nor what is imported and changed",
        ),
        (
            vec![&stays, &replaced],
            "9 of 14",
            "what is imported and destroyed is lost all the same",
        ),
    ] {
        let changes: Vec<&Value> = more.into_iter().flatten().collect();
        // Engines write what is imported into the prior state.
        let is_there = |change: &&&Value| !change["change"]["before"].is_null();
        let held: Vec<_> = changes
            .iter()
            .filter(is_there)
            .map(|change| {
                json!({"address": change["address"], "mode": "managed", "type": change["type"], "name": change["name"],
                "values": object})
            })
            .collect();
        let state = json!({"format_version": "1.0", "values": {"root_module": {"resources": held}}});
        for plan in [
            json!({"resource_changes": changes, "prior_state": state}),
            json!({"resource_changes": changes}),
        ] {
            let wanted = format!("the plan destroys {wanted} managed objects");
            assert_eq!(said("mass-destroy", "", &plan), [wanted], "{why}");
        }
    }
}
