//! Exposures of which nobody can say before the apply whether they come: what is told, and what it waits for.

use serde_json::{Value, json};

use crate::cut;
use crate::judge::judge;
use planlint::input::Want;
use planlint::lint::Settings;

/// What a rule says of an object that is updated, and whether it waits for something.
fn said(rule: &str, type_name: &str, before: &Value, after: &Value, unknown: &Value) -> Vec<String> {
    let actions = if before.is_null() { ["create"] } else { ["update"] };
    let plan = cut::with_change(&cut::object(
        &format!("{type_name}.x"),
        &actions,
        before,
        after,
        unknown,
    ));
    let judged = judge(cut::line(&plan).as_bytes(), Want::Plan, &Settings::default()).unwrap();
    assert!(judged.report.errors.is_empty(), "{:?}", judged.report.errors);
    let found = judged.report.findings.iter().filter(|finding| finding.rule == rule);
    found.map(|finding| finding.message.to_string()).collect()
}

#[test]
fn a_door_that_may_open_is_told_with_what_decides() {
    let inbound = |rules: Value| json!({"name": "x", "security_rule": rules});
    let split = |low: &str, access: Value| {
        json!({
            "direction": "Inbound", "access": access, "protocol": "Tcp", "source_address_prefix": low,
            "source_port_range": "*", "destination_port_range": "22"
        })
    };
    for (type_name, after, unknown, wanted, why) in [
        (
            "aws_vpc_security_group_ingress_rule",
            json!({"cidr_ipv4": "0.0.0.0/0"}),
            json!({"ip_protocol": true}),
            Some("may let every address in: ip_protocol is known only after apply"),
            "a protocol without ports",
        ),
        (
            "aws_vpc_security_group_ingress_rule",
            json!({"cidr_ipv4": "0.0.0.0/0", "from_port": 22, "to_port": 22}),
            json!({"ip_protocol": true}),
            Some("may let every address in: ip_protocol is known only after apply"),
            "the ports are known, and are not what decides",
        ),
        (
            "google_compute_firewall",
            json!({"source_ranges": ["0.0.0.0/0"], "allow": [{"ports": []}]}),
            json!({"allow": [{"protocol": true}]}),
            Some("may let every address in: allow.protocol is known only after apply"),
            "in a block of its own",
        ),
        (
            "google_compute_firewall",
            json!({"source_ranges": ["0.0.0.0/0"], "allow": [{"protocol": "tcp", "ports": [null]}]}),
            json!({"allow": [{"ports": [true]}]}),
            Some("may let every address in: allow.ports is known only after apply"),
            "ports in a block of their own",
        ),
        (
            "google_compute_firewall",
            json!({"source_ranges": ["10.0.0.0/8"], "allow": [{}]}),
            json!({"allow": [{"protocol": true}]}),
            None,
            "not for everybody, whatever the protocol",
        ),
        (
            "azurerm_network_security_group",
            inbound(json!([
                split("0.0.0.0/2", json!("Allow")),
                split("64.0.0.0/2", json!("Allow"))
            ])),
            json!({}),
            Some("lets every address in: port 22 (SSH)"),
            "half of all addresses",
        ),
        (
            "azurerm_network_security_group",
            inbound(json!([
                split("0.0.0.0/2", json!("Allow")),
                split("64.0.0.0/2", json!("Allow")),
                split("10.0.0.0/8", Value::Null)
            ])),
            json!({"security_rule": [{}, {}, {"access": true}]}),
            Some("lets every address in: port 22 (SSH)"),
            "and an uncertain one beside them makes it no less",
        ),
        (
            "azurerm_network_security_group",
            inbound(json!([
                split("0.0.0.0/2", json!("Allow")),
                split("64.0.0.0/2", Value::Null)
            ])),
            json!({"security_rule": [{}, {"access": true}]}),
            Some("may let every address in: security_rule.access is known only after apply"),
            "only with the uncertain one",
        ),
        (
            "azurerm_network_security_rule",
            json!({
                "direction": "Inbound", "access": "Allow", "protocol": "Tcp", "source_address_prefix": "*",
                "destination_port_range": "ssh"
            }),
            json!({}),
            Some("lets every address in: all ports"),
            "a port that cannot be read",
        ),
    ] {
        let found = said("public-ingress", type_name, &Value::Null, &after, &unknown);
        let found: Vec<_> = found
            .iter()
            .map(|says| says.split_once(' ').map_or("", |(_, says)| says))
            .collect();
        assert_eq!(found, Vec::from_iter(wanted), "{type_name}: {why}");
    }
}

#[test]
fn what_was_open_may_open_further() {
    let policy = |actions: &str| {
        json!({"Statement": [{"Effect": "Allow", "Principal": "*", "Action": actions, "Resource": "*"}]}).to_string()
    };
    for (type_name, before, path, is_found, why) in [
        (
            "aws_s3_bucket_policy",
            json!({"policy": policy("s3:GetObject")}),
            "policy",
            true,
            "another policy",
        ),
        (
            "aws_s3_bucket_acl",
            json!({"acl": "public-read"}),
            "acl",
            true,
            "to read and write",
        ),
        (
            "aws_s3_bucket_acl",
            json!({"acl": "public-read-write"}),
            "acl",
            false,
            "there is nothing worse",
        ),
        (
            "google_storage_bucket_iam_binding",
            json!({"role": "roles/storage.objectViewer", "members": ["allUsers"]}),
            "members",
            true,
            "another role",
        ),
    ] {
        let mut after = before.clone();
        let mut unknown = json!({});
        for name in [path, "role"] {
            if after.as_object_mut().unwrap().remove(name).is_some() {
                unknown[name] = json!(true);
            }
        }
        let found = said("public-bucket", type_name, &before, &after, &unknown);
        let words = format!("{path} is known only after apply");
        assert_eq!(
            found.iter().any(|says| says.ends_with(&words)),
            is_found,
            "{type_name}: {why}: {found:?}"
        );
    }
}

#[test]
fn blocks_that_no_plan_shows_are_somebodys_where_no_provider_writes_them() {
    let none = Value::Null;
    let named = json!({"name": "x"});
    let world = json!({"name": "x", "direction": "INGRESS", "source_ranges": ["0.0.0.0/0"]});
    let closed = json!({"name": "x", "ingress": []});
    for (rule, type_name, actions, before, after, unknown, is_found, why) in [
        (
            "public-ingress",
            "hcloud_firewall",
            &["create"][..],
            &none,
            &named,
            "rule",
            true,
            "only a dynamic block makes rules unknown",
        ),
        (
            "public-ingress",
            "google_compute_firewall",
            &["create"],
            &none,
            &world,
            "allow",
            true,
            "ports for everybody, in dynamic blocks",
        ),
        (
            "public-ingress",
            "google_compute_firewall",
            &["create"],
            &none,
            &json!({"name": "x", "direction": "INGRESS", "source_ranges": ["10.0.0.0/8"]}),
            "allow",
            false,
            "ports for one network",
        ),
        (
            "public-ingress",
            "aws_security_group",
            &["create"],
            &none,
            &named,
            "ingress",
            false,
            "the provider may choose it for a new group",
        ),
        (
            "public-ingress",
            "aws_security_group",
            &["delete", "create"],
            &closed,
            &named,
            "ingress",
            false,
            "and for one that takes the place of another",
        ),
        (
            "public-ingress",
            "aws_security_group",
            &["update"],
            &closed,
            &named,
            "ingress",
            true,
            "what is there keeps what the provider chose",
        ),
        (
            "public-ingress",
            "aws_security_group",
            &["update"],
            &closed,
            &closed,
            "arn",
            false,
            "something else is unknown",
        ),
        (
            "public-database",
            "digitalocean_database_firewall",
            &["create"],
            &none,
            &json!({"cluster_id": "c"}),
            "rule",
            true,
            "rules of a database",
        ),
        (
            "public-endpoint",
            "azurerm_key_vault",
            &["create"],
            &none,
            &named,
            "network_acls",
            false,
            "lists that the provider may choose",
        ),
    ] {
        let address = format!("{type_name}.x");
        let mut plan = cut::with_change(&cut::object(&address, actions, before, after, &json!({unknown: true})));
        let listed = plan["configuration"]["root_module"]["resources"]
            .as_array_mut()
            .unwrap();
        listed.push(json!({
            "address": address, "mode": "managed", "type": type_name, "name": "x", "provider_config_key": "y",
            "schema_version": 0, "expressions": {"name": {"constant_value": "x"}}
        }));
        let judged = judge(cut::line(&plan).as_bytes(), Want::Plan, &Settings::default()).unwrap();
        let found = judged.report.findings.iter().any(|finding| finding.rule == rule);
        assert_eq!(found, is_found, "{type_name} {actions:?}: {why}");
    }
}

/// A customer's own policy can never be the one that gives everything.
#[test]
fn what_comes_from_a_policy_of_the_same_plan_gives_nothing_by_its_name() {
    let attachment = "aws_iam_role_policy_attachment";
    let exclusive = "aws_iam_role_policy_attachments_exclusive";
    let own = ["aws_iam_policy.p.arn", "aws_iam_policy.p"];
    for (type_name, argument, references, is_found, why) in [
        (attachment, "policy_arn", vec![own[0], own[1]], false, "one's own"),
        (exclusive, "policy_arns", vec![own[0], own[1]], false, "in a list"),
        (
            attachment,
            "policy_arn",
            vec!["module.m.arn", "module.m"],
            false,
            "one's own, out of a module",
        ),
        (
            attachment,
            "policy_arn",
            vec!["var.arn", own[0], own[1]],
            true,
            "a variable beside it",
        ),
        (
            attachment,
            "policy_arn",
            vec!["aws_iam_policy.p.attachment_count", own[1]],
            true,
            "what chooses between others",
        ),
        (attachment, "policy_arn", vec!["var.arn"], true, "a variable"),
        (attachment, "policy_arn", vec!["local.arn"], true, "nobody can say"),
        (
            attachment,
            "policy_arn",
            vec!["data.aws_iam_policy.p.arn", "data.aws_iam_policy.p"],
            true,
            "whatever is found by a name",
        ),
        (
            attachment,
            "policy_arn",
            vec!["module.m.other", "module.m"],
            true,
            "an output of something else",
        ),
        (
            attachment,
            "policy_arn",
            vec![own[0], own[1], "acme_policy.p.arn", "acme_policy.p"],
            true,
            "another resource beside it",
        ),
    ] {
        let mut plan = cut::with_change(&cut::object(
            &format!("{type_name}.x"),
            &["create"],
            &Value::Null,
            &json!({"role": "r"}),
            &json!({argument: true}),
        ));
        let block = |address: &str, mode: &str, expressions: Value| {
            let mut names = address.trim_start_matches("data.").split('.');
            json!({
                "address": address, "mode": mode, "type": names.next(), "name": names.next(), "provider_config_key": "y",
                "schema_version": 0, "expressions": expressions
            })
        };
        let output = |references: [&str; 2]| json!({"expression": {"references": references}});
        let root = &mut plan["configuration"]["root_module"];
        root["variables"] = json!({"arn": {}});
        root["module_calls"] = json!({"m": {"source": "./m", "module": {
            "resources": [
                block("aws_iam_policy.q", "managed", json!({})),
                block("acme_policy.q", "managed", json!({})),
            ],
            "outputs": {
                "arn": output(["aws_iam_policy.q.arn", "aws_iam_policy.q"]),
                "other": output(["acme_policy.q.arn", "acme_policy.q"])
            }
        }}});
        root["resources"].as_array_mut().unwrap().extend([
            block(
                &format!("{type_name}.x"),
                "managed",
                json!({argument: {"references": references}}),
            ),
            block(own[1], "managed", json!({})),
            block("acme_policy.p", "managed", json!({})),
            block("data.aws_iam_policy.p", "data", json!({})),
        ]);
        let judged = judge(cut::line(&plan).as_bytes(), Want::Plan, &Settings::default()).unwrap();
        assert!(judged.report.errors.is_empty(), "{why}: {:?}", judged.report.errors);
        let found = judged
            .report
            .findings
            .iter()
            .any(|finding| finding.rule == "admin-grant");
        assert_eq!(found, is_found, "{type_name}: {why}");
    }
}

/// What a rule says of Google's policy, whose text a data source writes during apply from these blocks.
fn of_deferred_document(rule: &str, type_name: &str, blocks: &Value, unknown: &Value) -> Vec<String> {
    const DOCUMENT: &str = "google_iam_policy";
    let data = format!("data.{DOCUMENT}.d");
    let policy = format!("{type_name}.x");
    let change = |address: &str, mode: &str, actions: &str, after: Value, unknown: Value| {
        json!({
            "address": address, "mode": mode, "type": if mode == "data" { DOCUMENT } else { type_name },
            "name": if mode == "data" { "d" } else { "x" }, "provider_name": "registry.opentofu.org/x/y",
            "change": {
                "actions": [actions], "before": null, "after": after, "after_unknown": unknown,
                "before_sensitive": false, "after_sensitive": {}
            }
        })
    };
    let mut plan = cut::with_changes(&[
        change(
            &data,
            "data",
            "read",
            json!({"binding": blocks}),
            json!({"binding": unknown, "policy_data": true}),
        ),
        change(&policy, "managed", "create", json!({}), json!({"policy_data": true})),
    ]);
    let listed = plan["configuration"]["root_module"]["resources"]
        .as_array_mut()
        .unwrap();
    listed.push(json!({
        "address": data, "mode": "data", "type": DOCUMENT, "name": "d", "provider_config_key": "y", "schema_version": 0,
        "expressions": {"binding": [{"members": {"references": ["acme_account.a.member", "acme_account.a"]}}]}
    }));
    listed.push(json!({
        "address": policy, "mode": "managed", "type": type_name, "name": "x", "provider_config_key": "y",
        "schema_version": 0, "expressions": {"policy_data": {"references": [format!("{data}.policy_data"), data]}}
    }));
    listed.push(json!({
        "address": "acme_account.a", "mode": "managed", "type": "acme_account", "name": "a", "provider_config_key": "y",
        "schema_version": 0, "expressions": {}
    }));
    let judged = judge(cut::line(&plan).as_bytes(), Want::Plan, &Settings::default()).unwrap();
    assert!(judged.report.errors.is_empty(), "{:?}", judged.report.errors);
    let found = judged.report.findings.iter().filter(|finding| finding.rule == rule);
    found.map(|finding| finding.message.to_string()).collect()
}

/// A data source that depends on something that changes is read during apply; its blocks are known before.
#[test]
fn a_document_that_is_read_during_apply_is_known_by_its_blocks() {
    let bucket = "google_storage_bucket_iam_policy";
    let project = "google_project_iam_policy";
    let viewer = "roles/storage.objectViewer";
    let binding = |role: &str, members: Value| json!([{"role": role, "members": members, "condition": []}]);
    for (rule, type_name, blocks, unknown, expected, why) in [
        (
            "public-bucket",
            bucket,
            binding(viewer, json!(["allUsers"])),
            json!([{"members": [false]}]),
            Some("opens storage to everybody: roles/storage.objectViewer"),
            "everybody reads",
        ),
        (
            "public-bucket",
            bucket,
            binding(viewer, json!(["user:a@example.com"])),
            json!([{"members": [false]}]),
            None,
            "one does",
        ),
        (
            "public-bucket",
            bucket,
            binding(viewer, json!([null])),
            json!([{"members": [true]}]),
            None,
            "an account that this plan makes is not everybody",
        ),
        (
            "public-bucket",
            bucket,
            Value::Null,
            json!(true),
            Some("may open storage to everybody: policy_data is known only after apply"),
            "nobody knows which blocks there are",
        ),
        (
            "admin-grant",
            project,
            binding("roles/owner", json!([null])),
            json!([{"members": [true]}]),
            Some("gives rights over everything: roles/owner"),
            "whoever it is, it rules",
        ),
        (
            "admin-grant",
            project,
            json!([{"role": "roles/owner", "members": ["user:a@example.com"], "condition": [{"expression": "x"}]}]),
            json!([{}]),
            Some("gives rights over everything: roles/owner"),
            "under a condition",
        ),
    ] {
        let said = of_deferred_document(rule, type_name, &blocks, &unknown);
        let expected: Vec<_> = expected
            .map(|says| format!("{type_name}.x {says}"))
            .into_iter()
            .collect();
        assert_eq!(said, expected, "{rule}: {why}");
    }
}

#[test]
fn a_provider_that_the_plan_makes_is_whose_it_signs_for() {
    let hosts = |url: &str, statement: &Value| {
        let made = |kind: &str, name: &str, after: Value, unknown: Value| {
            let mut change = crate::settings::change(&format!("{kind}.{name}"), kind, &["create"]);
            change["name"] = json!(name);
            change["change"]["before"] = Value::Null;
            change["change"]["after"] = after;
            change["change"]["after_unknown"] = unknown;
            change
        };
        let mut document = made(
            "aws_iam_policy_document",
            "trust",
            json!({"statement": [statement]}),
            json!({"json": true, "statement": [{"principals": [{"identifiers": [true]}]}]}),
        );
        document["address"] = json!("data.aws_iam_policy_document.trust");
        document["mode"] = json!("data");
        document["change"]["actions"] = json!(["read"]);
        let block = |address: &str, mode: &str, kind: &str, name: &str, expressions: Value| json!({"address": address, "mode": mode, "type": kind, "name": name, "expressions": expressions});
        let text = json!({"format_version": "1.2", "resource_changes": [
            made("aws_iam_openid_connect_provider", "ci", json!({"url": url}), json!({"arn": true})),
            made("aws_iam_role", "ci", json!({"name": "ci"}), json!({"assume_role_policy": true})),
            document,
        ], "configuration": {"root_module": {"resources": [
            block("aws_iam_openid_connect_provider.ci", "managed", "aws_iam_openid_connect_provider", "ci", json!({})),
            block("aws_iam_role.ci", "managed", "aws_iam_role", "ci", json!({"assume_role_policy":
                {"references": ["data.aws_iam_policy_document.trust.json", "data.aws_iam_policy_document.trust"]}})),
            block("data.aws_iam_policy_document.trust", "data", "aws_iam_policy_document", "trust", json!({"statement": [
                {"principals": [{"identifiers": {"references":
                    ["aws_iam_openid_connect_provider.ci.arn", "aws_iam_openid_connect_provider.ci"]}}]}]})),
        ]}}});
        crate::program::planlint(["--no-config", "--format", "json"])
            .stdin(text.to_string())
            .run()
            .json()["findings"]
            .as_array()
            .unwrap()
            .iter()
            .any(|finding| finding["rule"] == "anyone-can-assume" && finding["level"] == "error")
    };
    let github = "https://token.actions.githubusercontent.com";
    let statement = |conditions: Value| {
        json!({"actions": ["sts:AssumeRoleWithWebIdentity"], "effect": "Allow", "condition": conditions,
            "principals": [{"type": "Federated", "identifiers": [null]}]})
    };
    let asks = |key: &str, value: &str| json!([{"test": "StringLike", "variable": format!("token.actions.githubusercontent.com:{key}"), "values": [value]}]);
    for (url, conditions, wanted, why) in [
        (github, json!([]), true, "no condition"),
        (github, asks("aud", "sts.amazonaws.com"), true, "the audience alone"),
        (github, asks("sub", "repo:*"), true, "every repository"),
        (github, asks("sub", "repo:acme/*"), false, "those of an owner"),
        (
            "https://oidc.eks.eu-west-1.amazonaws.com/id/1",
            json!([]),
            false,
            "one's own cluster",
        ),
    ] {
        assert_eq!(hosts(url, &statement(conditions)), wanted, "{why}");
    }
}
