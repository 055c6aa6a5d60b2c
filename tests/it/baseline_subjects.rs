//! What tells one finding from another with the same words, so that a baseline knows nothing but what it has seen.

use serde_json::{Value, json};

use crate::cut;
use crate::fixtures;
use crate::judge::{self, judge};
use planlint::input::{self, Want};
use planlint::lint::{self, Settings};
use planlint::report::{Baseline, Outcome, Report, Rows, Standing, Wanted};
use planlint::rules::RULES;

fn report(changes: &[Value]) -> Report {
    let plan = cut::with_changes(changes);
    judge(cut::line(&plan).as_bytes(), Want::Plan, &Settings::default())
        .unwrap()
        .report
}

/// A change of an object from one to another; `null` where there is none.
pub(crate) fn change(address: &str, before: &Value, after: &Value) -> Value {
    let actions = match (before.is_null(), after.is_null()) {
        (true, _) => "create",
        (_, true) => "delete",
        _ => "update",
    };
    cut::object(address, &[actions], before, after, &json!({}))
}

/// Exit status of a plan against a baseline of another one.
fn exit(known: &Report, now: &Report) -> u8 {
    let text = Baseline::of(known).write().unwrap();
    let mut now = now.clone();
    Baseline::read(&text).unwrap().apply(&mut now);
    judge::exit(&now)
}

/// A finding of the rule that fails a gate is known in its own plan, and new in the other one.
fn is_told_apart(rule: &str, known: &[Value], now: &[Value], why: &str) {
    let (known, now) = (report(known), report(now));
    for report in [&known, &now] {
        assert!(
            report.findings.iter().any(|finding| finding.rule == rule),
            "{rule}: {why}: {:?}",
            report.findings
        );
    }
    let status = |known: &Report, now: &Report| {
        let mut now = now.clone();
        now.findings.retain(|finding| finding.rule == rule);
        for finding in &mut now.findings {
            finding.level = lint::Level::Error;
        }
        let mut known = known.clone();
        known.findings.retain(|finding| finding.rule == rule);
        for finding in &mut known.findings {
            finding.level = lint::Level::Error;
        }
        exit(&known, &now)
    };
    assert_eq!(status(&known, &known), 0, "{rule}: known: {why}");
    assert_eq!(status(&known, &now), 1, "{rule}: {why}");
}

#[test]
fn another_object_is_another_finding_whatever_names_it() {
    let table = "aws_dynamodb_table.x";
    let gone = |before: Value| change(table, &before, &Value::Null);
    let identified = |name: &str| {
        let mut change = gone(json!({"size": 1}));
        change["change"]["before_identity"] = json!({"table": name});
        change
    };
    for (known, now, why) in [
        (gone(json!({"id": 1001})), gone(json!({"id": 1002})), "a number"),
        (identified("orders"), identified("billing"), "an identity"),
        (gone(json!({"n": "a"})), gone(json!({"n": "b"})), "nothing names it"),
        (
            gone(json!({"metadata": [{"name": "a", "namespace": "dev"}]})),
            gone(json!({"metadata": [{"name": "a", "namespace": "prod"}]})),
            "a name below",
        ),
    ] {
        is_told_apart("delete-stateful", &[known], &[now], why);
    }
    let known = report(&[gone(json!({"n": [1, 2], "m": {"b": 1, "a": 2}}))]);
    let now = report(&[gone(json!({"m": {"a": 2.0, "b": 1}, "n": [1, 2], "o": null}))]);
    assert_eq!(exit(&known, &now), 0, "the same in other words");
    let secret = |password: &str| report(&[gone(json!({"password": password}))]);
    assert_eq!(
        exit(&secret("pw-1234-first"), &secret("pw-1234-first")),
        1,
        "what may be a secret tells nothing"
    );
    let text = |password: &str| Baseline::of(&secret(password)).write().unwrap();
    assert_eq!(text("pw-1234-first"), text("pw-1234-second"), "and has no digest");
}

#[test]
fn another_object_that_stays_is_another_finding() {
    let unprotected = |id: &str| {
        let database = |is_protected: bool| json!({"id": id, "deletion_protection": is_protected});
        change("aws_db_instance.x", &database(true), &database(false))
    };
    is_told_apart(
        "protection-removed",
        &[unprotected("a")],
        &[unprotected("b")],
        "unprotected",
    );
    let shown = |id: &str| {
        let object = json!({"id": id, "pw": "verysecret1"});
        let mut change = change("acme_a.x", &object, &object);
        change["change"]["before_sensitive"] = json!({"pw": true});
        change
    };
    is_told_apart("desensitized-value", &[shown("a")], &[shown("b")], "shown");
}

#[test]
fn a_sum_knows_what_it_counts() {
    let gone = |id: &str, count: usize| -> Vec<Value> {
        let changes = (0..count).map(|at| {
            let address = format!("null_resource.r{at}");
            change(&address, &json!({"id": format!("{id}{at}")}), &Value::Null)
        });
        changes.collect()
    };
    is_told_apart(
        "mass-destroy",
        &gone("a", 6),
        &gone("b", 6),
        "others at the same addresses",
    );
    is_told_apart(
        "too-many-changes",
        &gone("a", 60),
        &gone("b", 60),
        "others at the same addresses",
    );
    let mut moved = gone("a", 6);
    for (at, change) in moved.iter_mut().enumerate() {
        change["previous_address"] = change["address"].clone();
        change["address"] = format!("module.m.null_resource.r{at}").into();
        change["module_address"] = "module.m".into();
    }
    let moved = report(&moved);
    let mut sums = moved.clone();
    sums.findings.retain(|finding| finding.rule == "mass-destroy");
    assert_eq!(sums.findings.len(), 1, "{:?}", moved.findings);
    assert_eq!(
        exit(&report(&gone("a", 6)), &sums),
        0,
        "the same ones from where they were"
    );
    let mut one_is_masked = gone("a", 6);
    one_is_masked[3]["change"]["before_sensitive"] = json!({"id": true});
    let masked = report(&one_is_masked);
    let known = Baseline::of(&masked);
    let mut now = masked.clone();
    known.apply(&mut now);
    assert_eq!(
        now.deciding().map(|finding| finding.rule.as_str()),
        Some("mass-destroy"),
        "nobody can say which"
    );
}

#[test]
fn what_destroys_more_is_another_finding() {
    let run = |statement: &str| {
        let ran = |execute: &str| json!({"name": "x", "execute": execute, "revert": "select 1"});
        vec![change("snowflake_execute.x", &ran("select 1"), &ran(statement))]
    };
    is_told_apart(
        "destructive-update",
        &run("drop table scratch"),
        &run("drop database prod"),
        "another statement",
    );
    let made = |after: Value| vec![change("snowflake_execute.x", &Value::Null, &after)];
    let mut hidden = made(json!({"execute": "drop table a", "query": "canary"}));
    hidden[0]["change"]["after_sensitive"] = json!({"query": true});
    is_told_apart(
        "destructive-update",
        &hidden,
        &made(json!({"execute": "drop table b", "query": "q"})),
        "of a new object, with a secret beside the statement",
    );
    let known = report(&made(json!({"execute": "drop table a"})));
    let now = report(&made(json!({"execute": "drop table a", "timeouts": {"create": "5m"}})));
    assert_eq!(exit(&known, &now), 0, "what else the new object says");
    let asked = |id: &str| {
        vec![change(
            "azapi_resource_action.x",
            &Value::Null,
            &json!({"method": "DELETE", "resource_id": id}),
        )]
    };
    is_told_apart("destructive-update", &asked("/a"), &asked("/b"), "another target");
    let bucket = |days: u16, prefix: &str| {
        json!({"bucket": "b", "rule": [
            {"id": "a", "status": "Enabled", "filter": [{"prefix": prefix}], "expiration": [{"days": days}]}
        ]})
    };
    let lifecycle = |prefix: &str| {
        let address = "aws_s3_bucket_lifecycle_configuration.x";
        vec![change(address, &bucket(365, prefix), &bucket(1, prefix))]
    };
    is_told_apart(
        "shorter-retention",
        &lifecycle("tmp/"),
        &lifecycle(""),
        "as short a time for the whole bucket",
    );
}

#[test]
fn what_keeps_less_is_another_finding() {
    let bucket = |resources: &[&str]| {
        let deny = |resource: &&str| json!({"Effect": "Deny", "Principal": "*", "Action": "s3:DeleteObject", "Resource": resource});
        let policy = json!({"Statement": resources.iter().map(deny).collect::<Vec<_>>()}).to_string();
        json!({"id": "b", "bucket": "b", "policy": policy})
    };
    let narrowed = |resources: &[&str]| {
        let before = bucket(&["arn:aws:s3:::b/*"]);
        vec![change("aws_s3_bucket_policy.x", &before, &bucket(resources))]
    };
    is_told_apart(
        "protection-removed",
        &narrowed(&["arn:aws:s3:::b/a/*"]),
        &narrowed(&[]),
        "nothing is denied any more",
    );
    let deployment = |kinds: &[&str]| {
        let resources: Vec<_> = kinds.iter().map(|kind| json!({"type": kind, "name": "a"})).collect();
        let content = json!({"resources": resources}).to_string();
        json!({"name": "d", "resource_group_name": "g", "deployment_mode": "Complete", "template_content": content})
    };
    let address = "azurerm_resource_group_template_deployment.x";
    let (accounts, servers) = ("Microsoft.Storage/storageAccounts", "Microsoft.Sql/servers");
    let both = deployment(&[accounts, servers]);
    is_told_apart(
        "destructive-update",
        &[change(address, &both, &deployment(&[servers]))],
        &[change(address, &both, &deployment(&[accounts]))],
        "of two with one name the other one",
    );
    is_told_apart(
        "destructive-update",
        &[change(address, &Value::Null, &both)],
        &[change(address, &Value::Null, &deployment(&[]))],
        "a new list that keeps less",
    );
}

#[test]
fn what_opens_more_is_another_finding() {
    let made = |address: &str, after: Value| vec![change(address, &Value::Null, &after)];
    let group = |from: u16, to: u16, protocol: &str, others: Value| {
        let mut rule = json!({
            "from_port": from, "to_port": to, "protocol": protocol, "cidr_blocks": ["0.0.0.0/0"],
            "ipv6_cidr_blocks": [], "self": false
        });
        rule.as_object_mut()
            .unwrap()
            .extend(others.as_object().unwrap().clone());
        made("aws_security_group.x", json!({"name": "x", "ingress": [rule]}))
    };
    let azure = |protocol: &str| {
        made(
            "azurerm_network_security_rule.x",
            json!({
                "name": "x", "direction": "Inbound", "access": "Allow", "protocol": protocol,
                "source_address_prefix": "*", "destination_port_range": "22", "destination_address_prefix": "*"
            }),
        )
    };
    let policy = |statement: Value| {
        let mut statement = statement;
        statement["Effect"] = json!("Allow");
        made(
            "aws_iam_policy.p",
            json!({"name": "p", "policy": json!({"Statement": [statement]}).to_string()}),
        )
    };
    let bucket = |who: Value, denied: Value| {
        let mut statement = json!({"Effect": "Allow", "Action": "s3:GetObject", "Resource": "arn:aws:s3:::b/*"});
        statement
            .as_object_mut()
            .unwrap()
            .extend(who.as_object().unwrap().clone());
        let denial = json!({"Effect": "Deny", "Principal": "*", "Action": denied, "Resource": "arn:aws:s3:::b/x"});
        let policy = json!({"Statement": [statement, denial]});
        made(
            "aws_s3_bucket_policy.p",
            json!({"bucket": "b", "policy": policy.to_string()}),
        )
    };
    let function = |action: &str| {
        made(
            "aws_lambda_permission.x",
            json!({"function_name": "f", "principal": "*", "action": action}),
        )
    };
    let all = |protocol: &str| group(0, 65535, protocol, json!({}));
    let everybody = || json!({"Principal": "*"});
    for (rule, known, now, why) in [
        ("public-ingress", all("tcp"), all("-1"), "every protocol"),
        ("public-ingress", azure("Tcp"), azure("*"), "every protocol of Azure"),
        (
            "public-ingress",
            group(22, 22, "tcp", json!({})),
            group(22, 22, "tcp", json!({"ipv6_cidr_blocks": ["::/0"]})),
            "the other family",
        ),
        (
            "wildcard-policy",
            policy(json!({"Action": "*", "NotResource": "arn:aws:s3:::secret"})),
            policy(json!({"Action": "*", "Resource": "*"})),
            "what was left out",
        ),
        (
            "wildcard-policy",
            policy(json!({"Action": "*", "NotResource": ["arn:aws:s3:::a", "arn:aws:s3:::b"]})),
            policy(json!({"Action": "*", "NotResource": ["arn:aws:s3:::a"]})),
            "less is left out",
        ),
        (
            "wildcard-policy",
            policy(
                json!({"Action": "*", "Resource": "*", "Condition": {"Bool": {"aws:MultiFactorAuthPresent": true}}}),
            ),
            policy(json!({"Action": "*", "Resource": "*"})),
            "no condition",
        ),
        (
            "public-bucket",
            bucket(json!({"NotPrincipal": {"AWS": ["a", "b"]}}), json!("s3:Get*")),
            bucket(json!({"NotPrincipal": {"AWS": "a"}}), json!("s3:Get*")),
            "somebody who was left out",
        ),
        (
            "public-bucket",
            bucket(everybody(), json!(["s3:Get*", "s3:List*"])),
            bucket(everybody(), json!(["s3:List*"])),
            "less is denied",
        ),
        (
            "public-endpoint",
            function("lambda:InvokeFunction"),
            function("lambda:*"),
            "every action",
        ),
    ] {
        is_told_apart(rule, &known, &now, why);
    }
    let (one, other) = (
        json!({"Sid": "one", "Action": ["*", "s3:Get*"], "Resource": ["*", "a"]}),
        json!({"Resource": ["a", "*"], "Action": ["s3:Get*", "*"], "Sid": "two"}),
    );
    assert_eq!(
        exit(&report(&policy(one)), &report(&policy(other))),
        0,
        "the same in other words"
    );
    let mut secret = all("tcp");
    secret[0]["change"]["after_sensitive"] = json!({"ingress": [{"to_port": true}]});
    let secret = report(&secret);
    assert_eq!(
        exit(&secret, &secret),
        1,
        "of what is secret nobody can say how much it is"
    );
}

#[test]
fn another_part_that_is_open_is_another_finding() {
    let pod = |containers: &[(&str, &str, bool)]| {
        let containers = containers.iter().map(|(name, image, is_privileged)| {
            json!({"name": name, "image": image, "security_context": [{"privileged": is_privileged}]})
        });
        let spec = json!([{"container": containers.collect::<Vec<_>>()}]);
        vec![change("kubernetes_pod.x", &Value::Null, &json!({"spec": spec}))]
    };
    let one = |image: &str| pod(&[("a", image, true), ("b", "two", false)]);
    let listener = |port: u16| {
        let after = json!({"load_balancer_arn": "a", "port": port, "protocol": "HTTP", "default_action": [{"type": "forward"}]});
        vec![change("aws_lb_listener.x", &Value::Null, &after)]
    };
    let gateway = |port: &str| {
        let listener = json!([{"name": "l", "frontend_port_name": port, "protocol": "Http"}]);
        let after = json!({"http_listener": listener, "request_routing_rule": []});
        vec![change("azurerm_application_gateway.x", &Value::Null, &after)]
    };
    let task = |name: &str| {
        let containers = json!([{"name": name, "image": "i", "privileged": true}]).to_string();
        let after = json!({"family": "f", "container_definitions": containers});
        vec![change("aws_ecs_task_definition.x", &Value::Null, &after)]
    };
    let (both, other) = (pod(&[("a", "one", true), ("b", "two", true)]), one("evil"));
    for (rule, known, now, why) in [
        ("privileged-container", one("one"), both, "a second one"),
        ("privileged-container", one("one"), other, "another image"),
        ("privileged-container", task("a"), task("b"), "another one in a text"),
        ("plaintext-listener", listener(80), listener(8080), "another port"),
        (
            "plaintext-listener",
            gateway("a"),
            gateway("b"),
            "another port of a list",
        ),
    ] {
        is_told_apart(rule, &known, &now, why);
    }
    for (known, now, why) in [
        (one("r:50/one:1.2"), one("r:50/one:1.3@sha256:0a"), "another release"),
        (
            one("one"),
            pod(&[("a", "one", true), ("c", "new", false)]),
            "another without rights",
        ),
    ] {
        assert_eq!(exit(&report(&known), &report(&now)), 0, "{why}");
    }
}

#[test]
fn a_plan_is_known_by_its_own_baseline() {
    let mut known_at_all = 0;
    for fixture in fixtures::plans() {
        let bytes = fixtures::bytes(&fixture.plan());
        if bytes.len() > 300_000 {
            continue;
        }
        let judged = || judge(&bytes, Want::Plan, &Settings::default()).unwrap().report;
        let (then, mut now) = (judged(), judged());
        Baseline::of(&then).apply(&mut now);
        let standings = now.findings.iter().map(|finding| &finding.standing);
        let counting = now.findings.iter().filter(|finding| {
            // Which no baseline knows.
            finding.standing == Standing::Counts
                && !["errored-plan", "missing-changes", "unexpected-plan"].contains(&&*finding.rule)
        });
        assert_eq!(counting.count(), Baseline::left_out(&then), "{}", fixture.name);
        known_at_all += standings.filter(|standing| **standing == Standing::Known).count();
    }
    assert!(known_at_all > 100, "{known_at_all}");
}

#[test]
fn what_something_new_stands_in_tells_it_apart() {
    let rule = |server: &str| {
        let address = "azurerm_mssql_firewall_rule.x";
        let all = json!({"name": "x", "server_id": server, "start_ip_address": "0.0.0.0", "end_ip_address": "255.255.255.255"});
        change(address, &Value::Null, &all)
    };
    is_told_apart(
        "public-database",
        &[rule("/s/test")],
        &[rule("/s/production")],
        "a server",
    );
    let member = |cluster: &str| {
        let address = "aws_rds_cluster_instance.x";
        let instance = json!({"cluster_identifier": cluster, "publicly_accessible": true});
        change(address, &Value::Null, &instance)
    };
    is_told_apart(
        "public-database",
        &[member("test")],
        &[member("production")],
        "a cluster",
    );
    let again = json!({"name": "x", "server_id": "/s/test", "start_ip_address": "0.0.0.0",
        "end_ip_address": "255.255.255.255", "id": null});
    let again = change("azurerm_mssql_firewall_rule.x", &Value::Null, &again);
    assert_eq!(exit(&report(&[rule("/s/test")]), &report(&[again])), 0, "the same one");
}

/// A plan with a data source that runs a program, an action and a provisioner; `word` stands in what each is told.
fn running(in_data: &str, in_action: &str, in_provisioner: &str) -> Report {
    let created = change("terraform_data.x", &Value::Null, &json!({"input": 1}));
    let mut plan = cut::with_changes(&[created]);
    plan["variables"] = json!({"script": {"value": in_provisioner}});
    plan["action_invocations"] = json!([{"address": "action.aws_lambda_invoke.x", "type": "aws_lambda_invoke", "name": "x",
        "config_values": {"function_name": in_action}, "provider_name": "registry.terraform.io/hashicorp/aws",
        "invoke_action_trigger": {}}]);
    let references = json!({"references": ["var.script"]});
    plan["configuration"] = json!({"root_module": {"variables": {"script": {}}, "resources": [
        {"address": "terraform_data.x", "mode": "managed", "type": "terraform_data", "name": "x", "schema_version": 0,
            "provisioners": [{"type": "local-exec", "expressions": {"command": references}}]},
        {"address": "data.external.x", "mode": "data", "type": "external", "name": "x", "schema_version": 0,
            "expressions": {"program": {"constant_value": [in_data]}}},
    ]}});
    judge(cut::line(&plan).as_bytes(), Want::Plan, &Settings::default())
        .unwrap()
        .report
}

#[test]
fn what_a_program_is_told_tells_it_apart() {
    let known = running("a", "a", "a");
    for (now, rule) in [
        (running("b", "a", "a"), "code-running-data-source"),
        (running("a", "b", "a"), "action-invocation"),
        (running("a", "a", "b"), "provisioner"),
    ] {
        let mut now = now;
        let text = Baseline::of(&known).write().unwrap();
        Baseline::read(&text).unwrap().apply(&mut now);
        let new = now
            .findings
            .iter()
            .filter(|finding| finding.standing == Standing::Counts);
        let new: Vec<&str> = new.map(|finding| finding.rule.as_str()).collect();
        assert_eq!(new, [rule]);
    }
    assert_eq!(exit(&known, &running("a", "a", "a")), 0, "the same");
}

/// What is made by the same apply has no id yet: its configuration says what it will stand in.
#[test]
fn what_stands_in_something_new_is_known_by_what_the_configuration_says() {
    let plan = |group: &str, role: &str| {
        let mut rule = change(
            "aws_security_group_rule.ssh",
            &Value::Null,
            &json!({"type": "ingress", "protocol": "tcp", "from_port": 22, "to_port": 22, "cidr_blocks": ["0.0.0.0/0"]}),
        );
        rule["change"]["after_unknown"] = json!({"id": true, "security_group_id": true, "self": false});
        let policy = json!({"policy_arn": "arn:aws:iam::aws:policy/AdministratorAccess"});
        let mut grant = change("aws_iam_role_policy_attachment.x", &Value::Null, &policy);
        grant["change"]["after_unknown"] = json!({"id": true, "role": true});
        let mut plan = cut::with_changes(&[rule, grant]);
        let listed = plan["configuration"]["root_module"]["resources"].as_array_mut();
        let block = |address: &str, name: &str, reference: &str| {
            let (kind, label) = address.split_once('.').unwrap();
            json!({"address": address, "mode": "managed", "type": kind, "name": label, "schema_version": 0,
                "provider_config_key": "aws", "expressions": {name: {"references": [format!("{reference}.id"), reference]}}})
        };
        listed.unwrap().extend([
            block("aws_security_group_rule.ssh", "security_group_id", group),
            block("aws_iam_role_policy_attachment.x", "role", role),
        ]);
        judge(cut::line(&plan).as_bytes(), Want::Plan, &Settings::default())
            .unwrap()
            .report
    };
    let (bastion, a) = ("aws_security_group.bastion", "aws_iam_role.a");
    let known = plan(bastion, a);
    assert_eq!(exit(&known, &plan(bastion, a)), 0, "the same");
    assert_eq!(exit(&known, &plan("aws_security_group.db", a)), 1, "another group");
    assert_eq!(exit(&known, &plan(bastion, "aws_iam_role.b")), 1, "another role");
}

#[test]
fn a_deletion_is_known_by_what_it_does() {
    for (address, name, harmless, harmful) in [
        ("aws_docdb_cluster.x", "skip_final_snapshot", json!(false), json!(true)),
        ("aws_kms_key.x", "deletion_window_in_days", json!(30), json!(7)),
        ("aws_ecr_repository.x", "force_delete", json!(false), json!(true)),
    ] {
        let plan = |value: &Value| report(&[change(address, &json!({"id": "x-1", name: value}), &Value::Null)]);
        assert_eq!(exit(&plan(&harmless), &plan(&harmless)), 0, "{address}: the same");
        assert_eq!(exit(&plan(&harmless), &plan(&harmful)), 1, "{address}: {name}");
    }
}

/// Another object would be told of in the same words.
#[test]
fn a_report_without_subjects_has_nothing_that_a_baseline_knows() {
    let change = change("aws_db_instance.x", &json!({"id": "db-1"}), &Value::Null);
    let plan = cut::line(&cut::with_changes(&[change]));
    let source = input::text("plan.json", plan.into_bytes()).unwrap();
    let judged = |subjects| {
        let document = input::read(&source, Want::Plan).unwrap().documents.remove(0).unwrap();
        let facts = lint::facts_of(&document.body, None, &planlint::facts::Secrets::default()).unwrap();
        let settings = Settings::default();
        let found = lint::run(RULES, &facts, &settings);
        let rows = Rows::Changes;
        let outcome = Outcome::judged("plan.json", None, &facts, found, Wanted { rows, subjects });
        Report::new(vec![outcome], RULES, &settings)
    };
    let (known, without) = (judged(true), judged(false));
    assert_eq!(exit(&known, &known), 0);
    assert_eq!(exit(&known, &without), 1);
    assert_eq!(exit(&without, &without), 1);
    assert!(Baseline::of(&without).is_empty());
}
