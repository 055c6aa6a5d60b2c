//! Rules at the edges of what documents and settings hold, where a page would be no help to its readers.

use serde_json::{Value, json};

use crate::judge::judge;
use crate::program::planlint;
use crate::rules::document;
use crate::settings;
use planlint::input::Want;
use planlint::lint::{Level, Settings};
use planlint::report::Finding;
use planlint::rules::RULES;

/// What a rule finds in a plan with these members, under these options; a panic is an error of the test.
pub(crate) fn found(rule: &str, options: &str, plan: &Value) -> Vec<Finding> {
    let mut settings = Settings::default();
    settings.now = Some(settings::now());
    if !options.is_empty() {
        settings.set_options(RULES, rule, options.parse().unwrap()).unwrap();
    }
    settings.set_level(RULES, rule, Level::Warning).unwrap();
    let text = document(false, &plan.to_string()).to_string();
    let judged = judge(text.as_bytes(), Want::Plan, &settings).unwrap_or_else(|panic| panic!("{rule}: {panic}"));
    let errors = &judged.report.errors;
    assert!(errors.is_empty(), "{rule}: {errors:?}");
    let mut findings = judged.report.findings;
    findings.retain(|finding| finding.rule == rule);
    findings
}

/// What it says.
pub(crate) fn said(rule: &str, options: &str, plan: &Value) -> Vec<String> {
    let found = found(rule, options, plan);
    found.iter().map(|finding| finding.message.to_string()).collect()
}

/// What it tells to do.
pub(crate) fn helps(rule: &str, plan: &Value) -> Vec<String> {
    let found = found(rule, "", plan);
    let helps = found.iter().filter_map(|finding| finding.help.as_ref());
    helps.map(ToString::to_string).collect()
}

/// A managed object whose change has these actions.
pub(crate) fn change(address: &str, actions: &[&str], before: &Value, after: &Value) -> Value {
    let mut parts = address.rsplit('.');
    let (name, type_name) = (parts.next().unwrap(), parts.next().unwrap());
    json!({
        "address": address, "mode": "managed", "type": type_name, "name": name.split('[').next(),
        "change": {"actions": actions, "before": before, "after": after, "after_unknown": {}}
    })
}

#[test]
fn what_a_policy_leaves_out_is_not_said_to_be_allowed() {
    for (statement, wanted) in [
        (r#""Action":"*","Resource":"*""#, "every action on every resource"),
        (
            r#""Action":"*","NotResource":"arn:aws:s3:::secret""#,
            "every action on every resource but some",
        ),
        (r#""Action":"*","NotResource":[]"#, "every action on every resource"),
        (
            r#""NotAction":"s3:Get*","NotResource":"arn:aws:s3:::secret""#,
            "all but some actions on every resource but some",
        ),
        (
            r#""Action":"iam:*","NotResource":"arn:aws:s3:::secret""#,
            "iam:* on every resource but some",
        ),
    ] {
        let policy = format!(r#"{{"Statement":{{"Effect":"Allow",{statement}}}}}"#);
        let after = json!({"policy": policy});
        let plan = json!({"resource_changes": [change("aws_iam_policy.p", &["create"], &Value::Null, &after)]});
        let said = said("wildcard-policy", "", &plan);
        assert!(said.len() == 1 && said[0].ends_with(wanted), "{statement}: {said:?}");
    }
}

#[test]
fn an_index_at_the_end_of_numbers_has_nothing_behind_it() {
    let mut last = change(
        "aws_instance.web[18446744073709551615]",
        &["update"],
        &json!({"host": "a"}),
        &json!({"host": "b"}),
    );
    last["index"] = json!(u64::MAX);
    let mut gone = change("aws_instance.web[1]", &["delete"], &json!({"host": "b"}), &Value::Null);
    gone["index"] = json!(1);
    assert_eq!(
        said("count-shift", "", &json!({"resource_changes": [last, gone]})),
        [""; 0]
    );
}

#[test]
fn a_plan_is_fresh_up_to_its_age_and_the_skew_of_clocks() {
    // The tests run at noon of 2026-11-21.
    for (made, wanted, why) in [
        ("2026-11-20T12:00:00Z", "", "as old as is allowed"),
        ("2026-11-20T12:00:01Z", "", "not quite so old"),
        (
            "2026-11-20T11:30:00Z",
            "the plan is more than 24 hours old; up to 24 are allowed",
            "half an hour over",
        ),
        (
            "2026-11-20T09:00:00Z",
            "the plan is 27 hours old; up to 24 are allowed",
            "three hours over",
        ),
        ("2026-11-21T12:04:00Z", "", "another clock is ahead"),
        (
            "2026-11-21T12:06:00Z",
            "the plan is dated in the future",
            "no clock is so far ahead",
        ),
        (
            "2099-01-01T00:00:00Z",
            "the plan is dated in the future",
            "would be fresh for years",
        ),
        (
            "9999-12-31T23:59:59Z",
            "the date of the plan cannot be used",
            "later than any that is reckoned with",
        ),
        ("yesterday", "the date of the plan cannot be used", "no date"),
    ] {
        let found = said("stale-plan", "", &json!({"timestamp": made}));
        assert_eq!(found.concat(), wanted, "{made}: {why}");
    }
}

#[test]
fn a_score_never_comes_round() {
    let gone = |index: usize| {
        change(
            &format!("aws_instance.web{index}"),
            &["delete"],
            &json!({}),
            &Value::Null,
        )
    };
    let most = u32::MAX;
    for (count, score, why) in [
        (1, "18446744065119617025", "the largest weight"),
        (2, "36893488130239234050", "more than 64 bits hold"),
        (4, "73786976260478468100", "as many as came round to a small number"),
    ] {
        let plan = json!({"resource_changes": (0..count).map(gone).collect::<Vec<_>>()});
        let options = format!("delete = {most}\ntypes = {{ aws_instance = {most} }}");
        let found = said("risk-score", &options, &plan);
        assert_eq!(
            found,
            [format!("the plan has a risk score of {score}, above 100")],
            "{why}"
        );
    }
}

#[test]
fn a_block_is_told_of_once_wherever_its_instances_stand() {
    let resource = |name: &str, refers: Value| {
        let address = format!("acme_thing.{name}");
        json!({"address": address, "mode": "managed", "type": "acme_thing", "name": name, "expressions": refers})
    };
    let (replaced, same): (&[&str], &[&str]) = (&["delete", "create"], &["no-op"]);
    let changes = ["a", "b"].map(|key| {
        let address = |name: &str| format!("module.m[\"{key}\"].acme_thing.{name}");
        [("first", replaced), ("second", replaced), ("user", same)]
            .map(|(name, actions)| change(&address(name), actions, &json!({}), &json!({})))
    });
    let plan = json!({
        "resource_changes": changes.concat(),
        "configuration": {"root_module": {"module_calls": {"m": {"source": "./m", "module": {"resources": [
            resource("first", json!({})),
            resource("second", json!({})),
            resource("user", json!({"to": {"references": ["acme_thing.first.id", "acme_thing.first"]}})),
        ]}}}}}
    });
    let found = said("hidden-downstream", "", &plan);
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn what_is_not_followed_is_told() {
    // Everything that is replaced goes into one argument of a module, on which everything in the module depends.
    const MANY: usize = 480;
    let things: Vec<_> = (0..MANY).map(|index| format!("acme_thing.t{index}")).collect();
    let resource = |address: &str, refers: Value| {
        let (type_name, name) = address.split_once('.').unwrap();
        json!({"address": address, "mode": "managed", "type": type_name, "name": name, "expressions": refers})
    };
    let users = (0..MANY).map(|index| {
        resource(
            &format!("acme_user.u{index}"),
            json!({"to": {"references": ["var.all"]}}),
        )
    });
    let plan = json!({
        "resource_changes": things.iter().map(|address| change(address, &["delete", "create"], &json!({}), &json!({})))
            .collect::<Vec<_>>(),
        "configuration": {"root_module": {
            "resources": things.iter().map(|address| resource(address, json!({}))).collect::<Vec<_>>(),
            "module_calls": {"m": {"source": "./m", "expressions": {"all": {"references": things}}, "module": {
                "variables": {"all": {}}, "resources": users.collect::<Vec<_>>()
            }}}
        }}
    });
    let found = said("hidden-downstream", "", &plan);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].ends_with("more replaced blocks was not looked at"),
        "{found:?}"
    );
}

#[test]
fn of_many_objects_with_one_id_the_same_are_found() {
    let object = |name: &str, note: &str| {
        json!({
            "address": format!("aws_vpc.{name}"), "mode": "managed", "type": "aws_vpc", "name": name,
            "provider_name": "registry.opentofu.org/hashicorp/aws",
            "values": {"id": "vpc-0123456789abcdef0", "note": note, "more": note, "last": note}
        })
    };
    for (notes, wanted, why) in [
        (vec!["a", "a", "b", "b"], 2, "two and two"),
        (vec!["a", "b", "b", "a", "b"], 2, "mixed"),
        (vec!["a", "b", "c", "d"], 0, "all differ"),
        (vec!["a", "b", "c", "c"], 1, "the last two"),
    ] {
        let objects = notes.iter().enumerate();
        let objects: Vec<_> = objects.map(|(at, note)| object(&format!("v{at}"), note)).collect();
        let state = json!({"format_version": "1.0", "values": {"root_module": {"resources": objects}}});
        let found = said("duplicate-object", "", &json!({"prior_state": state}));
        assert_eq!(found.len(), wanted, "{why}: {found:?}");
    }
}

#[test]
fn a_name_that_stands_twice_in_an_object_hides_no_identity() {
    let object = |name: &str| {
        json!({
            "address": format!("aws_vpc.{name}"), "mode": "managed", "type": "aws_vpc", "name": name,
            "provider_name": "registry.opentofu.org/hashicorp/aws", "values": {
                "id": "vpc-0123456789abcdef0", "cidr_block": "10.0.0.0/16", "instance_tenancy": "default", "owner_id": "1",
                "default_route_table_id": "rtb-1", "main_route_table_id": "rtb-1", "default_network_acl_id": "acl-1",
            }
        })
    };
    let state = json!({"format_version": "1.0", "values": {"root_module": {"resources": [object("a"), object("b")]}}});
    let once = "\"id\":\"vpc-0123456789abcdef0\"";
    let text = state.to_string();
    assert_eq!(text.matches(once).count(), 2, "two objects: {text}");
    for (instead, code, why) in [
        (once.to_owned(), 1, "one object at two addresses"),
        (format!("\"id\":\"vpc-1\",{once}"), 1, "the last one counts"),
        (format!("{once},\"id\":null"), 0, "and may be nothing"),
    ] {
        let run = planlint(["state"]).stdin(text.replacen(once, &instead, 1)).run();
        assert_eq!(
            run.exits(code, why).stdout.contains("duplicate-object"),
            code == 1,
            "{why}"
        );
    }
}

#[test]
fn findings_stand_in_the_order_of_addresses_and_not_of_letters() {
    let object = |index: u64, id: &str| {
        json!({
            "address": format!("aws_vpc.v[{index}]"), "mode": "managed", "type": "aws_vpc", "name": "v", "index": index,
            "provider_name": "registry.opentofu.org/hashicorp/aws", "values": {"id": id, "note": id}
        })
    };
    let objects = [
        object(2, "vpc-0123456789abcdef2"),
        object(3, "vpc-0123456789abcdef2"),
        object(10, "vpc-0123456789abcdef1"),
        object(11, "vpc-0123456789abcdef1"),
    ];
    let state = json!({"format_version": "1.0", "values": {"root_module": {"resources": objects}}});
    let found = said("duplicate-object", "", &json!({"prior_state": state}));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].contains("aws_vpc.v[3]"), "2 and 3 first: {found:?}");

    let of_key = |key: &str, actions: &[&str], before: &Value, after: &Value| {
        let mut change = change(&format!("aws_vpc.v[{key}]"), actions, before, after);
        change["index"] = serde_json::from_str(key).unwrap();
        if actions == ["delete"] {
            change["action_reason"] = json!("delete_because_wrong_repetition");
        }
        change
    };
    let changes: Vec<_> = ["2", "10"]
        .into_iter()
        .flat_map(|key| {
            let values = json!({"cidr_block": format!("10.{key}.0.0/16"), "name": format!("n{key}"), "zone": key});
            let other = format!("\"k{key}\"");
            [
                of_key(key, &["delete"], &values, &Value::Null),
                of_key(&other, &["create"], &Value::Null, &values),
            ]
        })
        .collect();
    let found = said("key-change", "", &json!({"resource_changes": changes}));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].contains("k2"), "2 first: {found:?}");
}

#[test]
fn the_path_of_a_secret_ends_before_a_key_that_is_no_name() {
    let token = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
    for (key, wanted, why) in [
        ("main", "cfg.main.password", "a name"),
        (token, "cfg", "a secret itself"),
        ("a[0]", "cfg", "it would read as an element"),
    ] {
        let values = json!({"cfg": {key: {"password": "hunter2-Zx81"}}});
        let mut change = change("aws_x.k", &["create"], &Value::Null, &values);
        change["change"]["after_sensitive"] = json!({});
        let mut settings = Settings::default();
        settings.now = Some(settings::now());
        let text = document(false, &json!({"resource_changes": [change]}).to_string()).to_string();
        let judged = judge(text.as_bytes(), Want::Plan, &settings).unwrap();
        let mut findings = judged.report.findings.iter();
        let found = findings.find(|finding| finding.rule == "unmarked-secret").expect(why);
        assert_eq!(
            found.why.as_deref(),
            Some(&*format!("nothing marks `{wanted}`")),
            "{why}"
        );
    }
}

/// Without any change nothing hangs on drift.
fn changing_output() -> Value {
    json!({"o": {"actions": ["update"], "before": 1, "after": 2, "after_unknown": false}})
}

#[test]
fn drift_is_told_of_the_attributes_that_a_plan_is_made_from() {
    let drift = json!({
        "address": "acme_thing.a", "mode": "managed", "type": "acme_thing", "name": "a",
        "change": {"actions": ["update"], "after_unknown": {},
            "before": {"port": 1, "tags": {"v": "1", "w": "1"}, "list": [1, 2]},
            "after": {"port": 2, "tags": {"v": "2", "w": "2"}, "list": [1, 3]}},
    });
    for (path, wanted, beside, why) in [
        (json!(["port"]), "port", "list", "one attribute"),
        (json!(["tags"]), "tags.v, tags.w", "port", "all of one"),
        (json!(["tags", "v"]), "tags.v", "tags.w", "a part of one"),
        (json!(["list", 1]), "list", "port", "a part of what is told as a whole"),
        (json!([]), "list, port, tags.v, tags.w", "", "the object"),
    ] {
        let plan = json!({
            "resource_changes": [], "output_changes": changing_output(), "resource_drift": [drift],
            "relevant_attributes": [{"resource": "acme_thing.a", "attribute": path}],
        });
        let found = found("drift", "", &plan);
        let [finding] = &found[..] else {
            panic!("{why}: {found:?}")
        };
        let message = &*finding.message;
        let named = message.rsplit(" (").next().unwrap().replace('`', "");
        assert!(named.starts_with(wanted), "{why}: {message}");
        assert!(beside.is_empty() || !named.contains(beside), "{why}: {message}");
        let says = finding.why.as_ref().unwrap();
        assert_eq!(says.contains("changed too"), !beside.is_empty(), "{why}: {says}");
        assert!(says.contains(beside), "{why}: {says}");
    }
}

#[test]
fn what_moved_to_nothing_may_have_gone_along_with_its_module() {
    for (to, from, wanted, why) in [
        (
            "module.b.t.gone",
            "module.a.t.gone",
            "it was moved there",
            "under its own name",
        ),
        (
            "module.b[\"x\"].t.gone",
            "module.b[0].t.gone",
            "it was moved there",
            "in another instance of the module",
        ),
        (
            "module.b.t.gone",
            "module.a.t.old",
            "a `moved` block leads there",
            "under another name: a `moved` block names it",
        ),
        (
            "module.b.t.gone",
            "t.gone",
            "a `moved` block leads there",
            "from the root module",
        ),
        ("t.gone", "t.old", "a `moved` block leads there", "in the root module"),
    ] {
        let plan = json!({"resource_changes": [{
            "address": to, "previous_address": from, "mode": "managed", "type": "t", "name": "gone",
            "action_reason": "delete_because_no_move_target",
            "change": {"actions": ["delete"], "before": {}, "after": null, "after_unknown": {}}
        }]});
        let said = said("missing-move-target", "", &plan);
        assert!(said.len() == 1 && said[0].contains(wanted), "{why}: {said:?}");
    }
}

#[test]
fn drift_of_form_alone_is_a_note() {
    for (before, after, wanted, why) in [
        (
            json!({"tags": null}),
            json!({"tags": {}}),
            Level::Note,
            "nothing, read back as empty",
        ),
        (
            json!({"tags": null, "port": 1}),
            json!({"tags": {}, "port": 2}),
            Level::Warning,
            "beside what differs in content",
        ),
        (
            json!({"tags": null}),
            json!({"tags": {"a": ""}}),
            Level::Warning,
            "a tag",
        ),
    ] {
        let drift = change("acme_thing.a", &["update"], &before, &after);
        let plan = json!({
            "resource_changes": [], "output_changes": changing_output(), "resource_drift": [drift],
            "relevant_attributes": [{"resource": "acme_thing.a", "attribute": []}],
        });
        let found = found("drift", "", &plan);
        assert_eq!(
            found.iter().map(|finding| finding.level).collect::<Vec<_>>(),
            [wanted],
            "{why}"
        );
    }
}

#[test]
fn an_import_that_waits_is_no_creation() {
    let mut waits = change("aws_s3_bucket.b", &["create"], &Value::Null, &json!({"bucket": "b"}));
    let deferred = |change: &Value| {
        json!({"resource_changes": [], "deferred_changes": [
            {"reason": "resource_config_unknown", "resource_change": change}
        ]})
    };
    let created = deferred(&waits);
    waits["change"]["importing"] = json!({"unknown": true});
    for (plan, wanted, why) in [
        (
            created,
            "aws_s3_bucket.b is deferred to a later plan (create)",
            "nothing is there yet",
        ),
        (
            deferred(&waits),
            "aws_s3_bucket.b is deferred to a later plan (import)",
            "it is there, and nobody knows its id",
        ),
    ] {
        assert_eq!(said("deferred-change", "", &plan), [wanted], "{why}");
    }
}

#[test]
fn provisioners_that_do_not_run_are_a_note() {
    let plan = |actions: &[&str]| {
        let (before, after) = (json!({"id": "1"}), json!({"id": "1"}));
        let before = if actions == ["create"] { Value::Null } else { before };
        let after = if actions == ["delete"] { Value::Null } else { after };
        json!({
            "resource_changes": [change("null_resource.setup", actions, &before, &after)],
            "configuration": {"root_module": {"resources": [{"address": "null_resource.setup", "mode": "managed",
                "type": "null_resource", "name": "setup", "provisioners": [{"type": "local-exec"}]}]}},
        })
    };
    for (actions, level, why) in [
        (&["create"][..], Level::Warning, "it runs when the object is made"),
        (&["delete", "create"], Level::Warning, "or made again"),
        (&["delete"], Level::Warning, "or may, when it goes"),
        (&["no-op"], Level::Note, "nothing runs"),
        (&["update"], Level::Note, "nor with a change in place"),
    ] {
        let found = found("provisioner", "", &plan(actions));
        let [finding] = &found[..] else {
            panic!("{why}: {found:?}")
        };
        assert_eq!(finding.level, level, "{why}");
        let says = finding.why.as_ref().unwrap();
        let words = match actions {
            ["no-op" | "update"] => "; none of them runs in this plan",
            ["delete"] => "; of those only what has `when = destroy` runs here, which no plan tells",
            _ => "a command is run on the machine that applies",
        };
        assert!(says.ends_with(words), "{why}: {says}");
    }
}

#[test]
fn a_secret_of_what_leaves_the_state_is_not_told() {
    for (actions, count, why) in [
        (&["no-op"][..], 1, "it stays, and so does the secret"),
        (&["delete"], 0, "it goes with the object"),
        (&["forget"], 0, "the state holds it no longer"),
        (&["update"], 0, "another rule speaks of what changes"),
    ] {
        let values = json!({"id": "1", "password": "Tr0ub4dor&3x"});
        let after = if matches!(actions, ["delete" | "forget"]) {
            Value::Null
        } else {
            values.clone()
        };
        let mut stays = change("acme_user.u", actions, &values, &after);
        stays["change"]["before_sensitive"] = json!({});
        stays["change"]["after_sensitive"] = json!({});
        let plan = json!({"resource_changes": [stays], "prior_state": {"format_version": "1.0", "values": {"root_module": {
            "resources": [{"address": "acme_user.u", "mode": "managed", "type": "acme_user", "name": "u",
                "values": values, "sensitive_values": {}}]}}}});
        assert_eq!(found("secret-in-state", "", &plan).len(), count, "{why}");
    }
}

#[test]
fn of_many_attributes_the_first_are_told_and_all_tell_findings_apart() {
    type Plan<'p> = &'p dyn Fn(&[String]) -> Value;
    let replaced = |names: &[String]| {
        let object = |size: u8| names.iter().map(|name| (name.clone(), json!(size))).collect::<Value>();
        let mut change = change("acme_thing.x", &["delete", "create"], &object(1), &object(2));
        change["change"]["replace_paths"] = names.iter().map(|name| json!([name])).collect();
        json!({"resource_changes": [change]})
    };
    let undecided = |names: &[String]| {
        let of_each = |value: Value| {
            names
                .iter()
                .map(|name| (name.clone(), value.clone()))
                .collect::<Value>()
        };
        let mut change = change("acme_thing.x", &["create"], &Value::Null, &of_each(json!({})));
        change["change"]["after_unknown"] = of_each(json!({"assume_role_policy": true}));
        let arguments = of_each(json!({"assume_role_policy": {"references": ["var.a"]}}));
        json!({"resource_changes": [change], "configuration": {"root_module": {"variables": {"a": {}}, "resources": [
            {"address": "acme_thing.x", "mode": "managed", "type": "acme_thing", "name": "x", "expressions": arguments}
        ]}}})
    };
    let names = |last: &str| -> Vec<String> {
        let first = (10..30).map(|at| format!("a{at}"));
        first.chain([last.to_owned()]).collect()
    };
    let cases: [(&str, Plan<'_>, &str); 2] = [
        ("replace", &replaced, "a21 (1 → 2) and 9 more force replacement"),
        (
            "unknown-critical-attribute",
            &undecided,
            "and waits for var.a; and 9 more",
        ),
    ];
    for (rule, plan, ends) in cases {
        let [one, other] = ["b", "c"].map(|last| found(rule, "", &plan(&names(last))).remove(0));
        let why = one.why.as_ref().unwrap().to_string();
        assert!(why.ends_with(ends), "{rule}: {why}");
        assert_eq!(one.why, other.why, "{rule}: in the same words");
        let [one, other] = [one, other].map(|finding| format!("{:?}", finding.subject));
        assert_ne!(one, other, "{rule}: and another finding");
    }
}
