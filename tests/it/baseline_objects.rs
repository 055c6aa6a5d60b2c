//! By what a baseline knows an object again, and what makes it another one.

use serde_json::{Value, json};

use crate::baseline_subjects::change;
use crate::cut;
use crate::judge::{self, judge};
use planlint::input::Want;
use planlint::lint::Settings;
use planlint::report::{Baseline, FindingSubject, Report, Standing, fingerprint};

fn judged(plan: &Value) -> Report {
    judge(cut::line(plan).as_bytes(), Want::Plan, &Settings::default())
        .unwrap()
        .report
}

/// Exit status of a plan against a baseline of another one, which has findings that fail a gate.
fn exit(known: &Value, now: &Value) -> u8 {
    let (known, mut now) = (judged(known), judged(now));
    assert_eq!(judge::exit(&known), 1, "nothing is found: {:?}", known.findings);
    let text = Baseline::of(&known).write().unwrap();
    Baseline::read(&text).unwrap().apply(&mut now);
    judge::exit(&now)
}

/// A baseline outlives the compiler that planlint was built with: nothing in it may follow how a compiler writes
/// things, such as `Debug` and the tables of Unicode behind it.
#[test]
fn what_a_subject_says_is_written_as_json_writes_it() {
    // A letter that Unicode 17 added, and a mark that `Debug` escapes.
    let id = "vpc-\u{323B0}\u{200B}\"";
    let group = json!({"id": "sg-1", "vpc_id": id, "ingress": [{
        "from_port": 22, "to_port": 22, "protocol": "tcp", "cidr_blocks": ["0.0.0.0/0"], "ipv6_cidr_blocks": [],
        "prefix_list_ids": [], "security_groups": [], "self": false, "description": ""
    }]});
    let mut closed = group.clone();
    closed["ingress"] = json!([]);
    let report = judged(&cut::with_change(&change("aws_security_group.x", &closed, &group)));
    let found = report.findings.iter().find(|finding| finding.rule == "public-ingress");
    let subject = found.and_then(|finding| finding.subject.clone());
    let said = fingerprint(&[
        "id=\"sg-1\"",
        "vpc_id=\"vpc-\u{323B0}\u{200B}\\\"\"",
        &fingerprint(&["x/y"]),
        &fingerprint(&[]),
        "v4 \"tcp\" 22-22",
        "vpc_id=vpc-\u{323B0}\u{200B}\"",
    ]);
    assert_eq!(subject, Some(FindingSubject::Digest(said)));
}

fn gone(database: &Value) -> Value {
    change("aws_db_instance.old", database, &Value::Null)
}

fn opened() -> Value {
    let open = json!({"name": "web", "ingress": [{
        "from_port": 22, "to_port": 22, "protocol": "tcp", "cidr_blocks": ["0.0.0.0/0"], "ipv6_cidr_blocks": [],
        "prefix_list_ids": [], "security_groups": [], "self": false, "description": ""
    }]});
    change("aws_security_group.web", &Value::Null, &open)
}

/// A plan of changes by a provider of this source with these configurations, and what is made by the one with the key.
fn configured(mut changes: Vec<Value>, key: &str, configurations: &Value, source: &str) -> Value {
    let source = format!("{source}/hashicorp/aws");
    for change in &mut changes {
        change["provider_name"] = json!(source);
    }
    let mut plan = cut::with_changes(&changes);
    plan["variables"] = json!({"stage": {"value": "sandbox"}, "run": {"value": "1"}});
    plan["configuration"]["root_module"]["variables"] = json!({"stage": {}, "run": {}});
    let mut listed = serde_json::Map::new();
    for (key, expressions) in configurations.as_object().unwrap() {
        listed.insert(
            key.clone(),
            json!({"name": "aws", "full_name": source, "expressions": expressions}),
        );
    }
    plan["configuration"]["provider_config"] = Value::Object(listed);
    for block in plan["configuration"]["root_module"]["resources"]
        .as_array_mut()
        .unwrap()
    {
        if block["address"] == "aws_security_group.web" {
            block["provider_config_key"] = json!(key);
        }
    }
    plan
}

#[test]
fn an_object_elsewhere_is_another_one() {
    const OWN: &str = "registry.terraform.io";
    let profile = |profile: &str| json!({"profile": {"constant_value": profile}});
    let both = json!({"aws": profile("sandbox"), "aws.prod": profile("prod")});
    let changes = || vec![opened(), gone(&json!({"id": "old"}))];
    let known = configured(changes(), "aws", &both, OWN);
    assert_eq!(exit(&known, &known), 0, "the same");
    let other = |key: &str, all: &Value, source: &str| configured(changes(), key, all, source);
    let mut elsewhere = both.clone();
    elsewhere["aws"] = profile("prod");
    // `"https://dev.${var.stage}"` and `"https://prod.${var.stage}"` are written alike.
    let alike = json!({"endpoint": {"references": ["var.stage"]}});
    let alike = json!({"aws": alike, "aws.prod": alike});
    let by = |key: &str| configured(vec![opened()], key, &alike, OWN);
    assert_eq!(exit(&by("aws"), &by("aws.prod")), 1, "an expression that no plan tells");
    let mut third = both.clone();
    third["aws.third"] = profile("third");
    for (now, wanted, why) in [
        (other("aws.prod", &both, OWN), 1, "another configuration"),
        (other("aws", &elsewhere, OWN), 1, "configured otherwise"),
        (other("aws", &both, "evil.example.com"), 1, "another provider"),
        (
            other("aws", &both, "registry.opentofu.org"),
            0,
            "the other engine's registry",
        ),
        (
            other("aws", &third, OWN),
            1,
            "what has no block may be of any configuration",
        ),
    ] {
        assert_eq!(exit(&known, &now), wanted, "{why}");
    }

    let bare = configured(changes(), "aws", &json!({"aws": null}), OWN);
    let tagged = json!({"aws": {"default_tags": [{"tags": {"constant_value": {"Owner": "a"}}}], "max_retries": {"constant_value": 3}}});
    let tagged = configured(changes(), "aws", &tagged, OWN);
    assert_eq!(
        exit(&bare, &tagged),
        0,
        "no argument, and those that say nothing of where"
    );
    assert_eq!(exit(&tagged, &bare), 0, "and taken out again");

    let by_variable = |argument: &str, stage: &str, run: &str| {
        let role = json!([{"role_arn": {"references": [argument]}, "session_name": {"references": ["var.run"]}}]);
        let tags = json!([{"tags": {"references": ["var.run"]}}]);
        let all =
            json!({"aws": {"assume_role": role, "default_tags": tags, "max_retries": {"constant_value": run.len()}}});
        let mut plan = configured(changes(), "aws", &all, OWN);
        plan["variables"] = json!({"stage": {"value": stage}, "run": {"value": run}});
        plan
    };
    let known = by_variable("var.stage", "sandbox", "1");
    for (now, wanted, why) in [
        (
            by_variable("var.stage", "sandbox", "12"),
            0,
            "what says nothing of where",
        ),
        (by_variable("var.stage", "prod", "1"), 1, "the value of a variable"),
        (by_variable("var.run", "sandbox", "1"), 1, "another variable"),
    ] {
        assert_eq!(exit(&known, &now), wanted, "{why}");
    }
}

#[test]
fn an_object_of_an_account_is_the_same_however_it_is_reached() {
    let plan = |change: Value, profile: &str| {
        let all = json!({"aws": {"profile": {"constant_value": profile}}});
        configured(vec![change], "aws", &all, "registry.terraform.io")
    };
    for (arn, wanted, why) in [
        ("arn:aws:rds:eu-west-1:123456789012:db:old", 0, "an account"),
        ("arn:aws:rds:eu-west-1::db:old", 1, "none"),
    ] {
        let plan = |profile: &str| plan(gone(&json!({"id": "old", "arn": arn})), profile);
        assert_eq!(exit(&plan("a"), &plan("b")), wanted, "{why}");
    }
    assert_eq!(exit(&plan(opened(), "a"), &plan(opened(), "b")), 1, "what is made");
}

#[test]
fn as_many_objects_elsewhere_are_others() {
    let plan = |host: &str| {
        let gone = |n: usize| {
            let id = json!({"id": format!("default/{n}")});
            let mut gone = change(&format!("kubernetes_job.x{n}"), &id, &Value::Null);
            gone["provider_name"] = json!("registry.terraform.io/hashicorp/kubernetes");
            gone
        };
        let mut plan = cut::with_changes(&(0..6).map(gone).collect::<Vec<_>>());
        plan["configuration"]["provider_config"] = json!({"kubernetes": {
            "name": "kubernetes", "full_name": "registry.terraform.io/hashicorp/kubernetes",
            "expressions": {"host": {"constant_value": host}}
        }});
        plan
    };
    assert_eq!(exit(&plan("sandbox"), &plan("sandbox")), 0, "the same");
    assert_eq!(exit(&plan("sandbox"), &plan("prod")), 1, "another cluster");
}

#[test]
fn another_version_of_an_object_or_of_its_provider_leaves_it_the_same() {
    let arn = "arn:aws:ecs:eu-west-1:123456789012:x/app";
    for (known, now, wanted, why) in [
        (
            json!({"id": "a", "version_id": "1", "qualified_arn": "a:1", "latest_x_name": "a-1", "last_user_id": "b"}),
            json!({"id": "a", "version_id": "2", "qualified_arn": "a:2", "latest_x_name": "a-2", "last_user_id": "c"}),
            0,
            "names of versions",
        ),
        (
            json!({"id": "a", "arn": format!("{arn}:1"), "arn_without_revision": arn}),
            json!({"id": "a", "arn": format!("{arn}:2"), "arn_without_revision": arn}),
            0,
            "a revision",
        ),
        (
            json!({"id": "a", "arn": arn}),
            json!({"id": "a", "arn": arn, "region": "eu-west-1"}),
            0,
            "a region that the ARN says",
        ),
        (
            json!({"id": "a", "arn": arn}),
            json!({"id": "a", "arn": arn, "region": "us-east-1"}),
            1,
            "another region",
        ),
        (
            json!({"id": "a"}),
            json!({"id": "a", "timeouts": {"delete": "30m"}}),
            0,
            "how long it may take",
        ),
        (
            json!({"id": "a"}),
            json!({"id": "a", "force_delete": false}),
            0,
            "nothing goes along",
        ),
        (
            json!({"id": "a"}),
            json!({"id": "a", "force_delete": true}),
            1,
            "something goes along",
        ),
        (
            json!({"size": 3}),
            json!({"size": 3, "a": [], "b": false, "c": null, "d": ""}),
            0,
            "nothing more, of what no name tells",
        ),
        (json!({"size": 3}), json!({"size": 3, "b": true}), 1, "something more"),
        (
            json!({"map": {"a": false}}),
            json!({"map": {"b": false}}),
            1,
            "another key",
        ),
    ] {
        let plan = |object: &Value| cut::with_change(&gone(object));
        assert_eq!(exit(&plan(&known), &plan(&now)), wanted, "{why}");
    }
}

#[test]
fn a_provider_is_the_same_in_both_registries() {
    let plan = |source: &str| {
        let mut plan = configured(vec![opened()], "aws", &json!({"aws": {}}), source);
        plan["configuration"]["provider_config"]["aws"]["version_constraint"] = json!(">= 5.0");
        judged(&plan)
    };
    let known = Baseline::of(&plan("registry.terraform.io"));
    for (source, wanted, why) in [
        ("registry.opentofu.org", Standing::Known, "the other engine's"),
        ("registry.example.com", Standing::Counts, "another one"),
    ] {
        let mut now = plan(source);
        known.apply(&mut now);
        let found = now.findings.iter().find(|finding| finding.rule == "unpinned-provider");
        assert_eq!(found.map(|finding| &finding.standing), Some(&wanted), "{why}");
    }
}
