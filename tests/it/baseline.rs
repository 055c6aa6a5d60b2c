//! Baselines: what they let pass, and that no damage to one lets more pass.

use serde_json::{Value, json};

use crate::chance::Chance;
use crate::cut;
use crate::fixtures;
use crate::judge::{self, deny, judge};
use crate::program::planlint;
use planlint::input::Want;
use planlint::lint::Settings;
use planlint::report::{Baseline, Report};

/// A plan of a real engine that deletes these addresses and does nothing else.
pub(crate) fn deletions(addresses: &[&str]) -> Vec<u8> {
    let changes = addresses.iter().map(|address| {
        let (kind, name) = address.split_once('.').unwrap();
        let mut change = cut::deleted();
        change["type"] = json!(kind);
        change["address"] = json!(address);
        change["name"] = json!(name);
        // Else they would be one object under two addresses.
        change["change"]["before"]["id"] = json!(name);
        change
    });
    let plan = cut::with_changes(&changes.collect::<Vec<Value>>());
    plan.to_string().into_bytes()
}

fn report(addresses: &[&str], settings: &Settings) -> Report {
    judge(&deletions(addresses), Want::Plan, settings).unwrap().report
}

/// Exit status with a baseline of this text; 2 when it cannot be used.
fn exit(text: &str, report: &Report) -> u8 {
    let Ok(known) = Baseline::read(text) else {
        return 2;
    };
    let mut report = report.clone();
    known.apply(&mut report);
    judge::exit(&report)
}

#[test]
fn no_damage_to_a_baseline_lets_more_pass() {
    // Known are a deletion elsewhere, and one here that was only a warning.
    let old = report(
        &["null_resource.old", "null_resource.main", "null_resource.third"],
        &Settings::default(),
    );
    let text = Baseline::of(&old).write().unwrap();
    let worse = report(&["null_resource.main"], &deny(&["delete"]));
    let other = report(&["null_resource.new"], &deny(&["delete"]));
    let strict = {
        let mut report = worse.clone();
        report.fail_on = planlint::lint::FailOn::Warning;
        report
    };
    assert_eq!(
        exit(&Baseline::of(&worse).write().unwrap(), &worse),
        0,
        "a baseline does let pass"
    );
    let reports = [
        ("worse", &worse),
        ("new", &other),
        ("worse, and a strict gate", &strict),
    ];
    for (why, report) in reports {
        assert_eq!(exit(&text, report), 1, "{why}");
        assert_eq!(exit("", report), 2, "an empty file");
    }
    let closed = |text: &str, what: &str| {
        for (why, report) in reports {
            assert_ne!(exit(text, report), 0, "{why}, {what}:\n{text}");
        }
    };
    for at in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
        closed(&text[..at], "cut off");
        if at < text.len() {
            closed(&[&text[..at], &text[at + 1..]].concat(), "a byte lost");
        }
        for strange in ["\0", "1", "\"", ",", "}", "\u{fffd}"] {
            closed(&[&text[..at], strange, &text[at..]].concat(), "a byte gained");
        }
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut chance = Chance::new(11);
    for _ in 0..4000 {
        let mut other: Vec<String> = lines.iter().map(ToString::to_string).collect();
        for _ in 0..=chance.below(3) {
            let at = chance.below(other.len());
            match chance.below(6) {
                0 => {
                    other.remove(at);
                }
                1 => {
                    let from = chance.below(other.len());
                    other[at] = other[from].clone();
                }
                2 => other[at] = other[at].replace("warning", "error"),
                3 => other[at] = other[at].replace("old", "new"),
                4 => other[at] = other[at].replace(": 1", ": 100"),
                _ => other.insert(at, "\"unheard-of\": true,".to_owned()),
            }
        }
        closed(&other.join("\n"), "lines changed");
    }
}

#[test]
fn a_gate_with_a_baseline_stops_at_what_is_new() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(
        path("old.json"),
        deletions(&["null_resource.old", "null_resource.gone"]),
    )
    .unwrap();
    std::fs::write(path("same.json"), deletions(&["null_resource.old"])).unwrap();
    std::fs::write(path("new.json"), deletions(&["null_resource.old", "null_resource.new"])).unwrap();
    let run = |arguments: &[&str]| planlint(arguments).folder(folder.path()).run();
    run(&["baseline", "old.json", "--deny", "delete", "--write-to", "known.json"])
        .exits(0, "it is written")
        .tells("known.json: 2 findings are known", "and what was written is said");
    for (option, value) in [
        ("--format", "json"),
        ("--output", "report.json"),
        ("--baseline", "known.json"),
    ] {
        run(&["baseline", "old.json", option, value])
            .exits(2, "a report was asked for")
            .tells(option, "what does nothing is named");
    }
    run(&["same.json", "--deny", "delete"]).exits(1, "without the baseline");
    run(&["same.json", "--deny", "delete", "--baseline", "known.json"])
        .exits(0, "it is known")
        .tells("null_resource.gone", "what is gone is told");
    run(&["new.json", "--deny", "delete", "--baseline", "known.json"])
        .exits(1, "one is new")
        .says("null_resource.new", "and named");
    run(&[
        "baseline",
        "same.json",
        "--deny",
        "delete",
        "--update",
        "--write-to",
        "known.json",
    ])
    .exits(0, "dropped");
    run(&["old.json", "--deny", "delete", "--baseline", "known.json"]).exits(1, "what is gone is not known any more");
    run(&["old.json", "--baseline", "missing.json"]).exits(2, "a gate without its baseline is not judged");
}

#[test]
fn what_is_known_of_one_input_is_new_in_another() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, addresses: &[&str]| {
        std::fs::write(folder.path().join(name), deletions(addresses)).unwrap();
    };
    let run = |arguments: &[&str]| {
        let arguments = arguments.iter().chain(&["--deny", "delete", "--no-config"]);
        planlint(arguments).folder(folder.path()).run()
    };
    write("dev.json", &["aws_db_instance.db"]);
    write("prod.json", &["null_resource.x"]);
    run(&["baseline", "dev.json", "prod.json", "--write-to", "known.json"]).exits(0, "it is written");
    let known = ["--baseline", "known.json"];
    run(&["dev.json", "prod.json", known[0], known[1]]).exits(0, "both are known");
    run(&["dev.json", known[0], known[1]]).exits(0, "one of them alone too");
    write("dev.json", &["null_resource.x"]);
    write("prod.json", &["aws_db_instance.db"]);
    run(&["dev.json", "prod.json", known[0], known[1]])
        .exits(1, "what dev does not destroy any more, prod does now")
        .says("aws_db_instance.db", "and it is named");
}

#[test]
fn what_is_about_a_plan_as_a_whole_is_never_known() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| planlint(arguments).folder(folder.path()).run();
    let errored = fixtures::read("errored/tofu-1.12.6/plan.json");
    std::fs::write(folder.path().join("errored.json"), errored).unwrap();
    std::fs::write(folder.path().join("plan.json"), deletions(&["null_resource.x"])).unwrap();
    let (one, other) = (format!("plan1-{}", "0".repeat(32)), format!("plan1-{}", "1".repeat(32)));
    for (plan, asked, asked_later, rule) in [
        ("errored.json", &[][..], &[][..], "errored-plan"),
        (
            "plan.json",
            &["--expect", &one],
            &["--expect", &other],
            "unexpected-plan",
        ),
    ] {
        run(&["baseline", plan, "--write-to", "known.json"]).exits(0, rule);
        let gate = [&[plan, "--baseline", "known.json"], asked_later].concat();
        run(&gate)
            .exits(1, "it never passes by itself")
            .says(rule, "and says so");
        let waiver = format!("[[waiver]]\nrule = \"{rule}\"\naddress = \"**\"\nreason = \"r\"\nexpires = 2099-12-31\n");
        std::fs::write(folder.path().join("waived.toml"), waiver).unwrap();
        run(&[&[plan, "--config", "waived.toml"], asked].concat())
            .exits(2, "nor is it waived")
            .tells(&format!("findings of `{rule}` cannot be waived"), "and that is said");
    }
}

#[test]
fn a_baseline_is_not_written_over_its_plan() {
    let folder = tempfile::tempdir().unwrap();
    let plan = deletions(&["null_resource.x"]);
    std::fs::write(folder.path().join("plan.json"), &plan).unwrap();
    planlint(["baseline", "plan.json", "--write-to", "./plan.json"])
        .folder(folder.path())
        .run()
        .exits(2, "it is read")
        .tells("--write-to names ./plan.json, which is to be read", "and that is said");
    assert_eq!(std::fs::read(folder.path().join("plan.json")).unwrap(), plan);
    for (file, words) in [
        ("planlint.toml", "where settings are looked for"),
        ("planlint.waivers.toml", "where settings are looked for"),
        ("main.tf.json", "which engines read as configuration"),
    ] {
        planlint(["baseline", "plan.json", "--write-to", file])
            .folder(folder.path())
            .run()
            .exits(2, file)
            .tells(words, "what it would be taken for");
        assert!(!folder.path().join(file).exists(), "{file} is not written");
    }
}

#[test]
fn a_baseline_replaces_a_baseline_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| planlint(arguments).folder(folder.path()).run();
    std::fs::write(folder.path().join("plan.json"), deletions(&["null_resource.x"])).unwrap();
    let plan = String::from_utf8(deletions(&["null_resource.y"])).unwrap();
    for (before, code, why) in [
        (&plan[..], 2, "a plan"),
        ("# notes\n", 2, "a text"),
        ("{}", 2, "another object"),
        ("", 0, "an empty file holds nothing"),
        ("{\"baseline_version\": 0, \"findings\": []}", 0, "of another version"),
        (
            "{\n<<<<<<< ours\n  \"baseline_version\": 1,\n",
            0,
            "damaged by a merge: it is made again",
        ),
    ] {
        std::fs::write(folder.path().join("known.json"), before).unwrap();
        let run = run(&["baseline", "--write-to", "known.json", "plan.json"]).exits(code, why);
        let after = std::fs::read_to_string(folder.path().join("known.json")).unwrap();
        assert_eq!(after == before, code == 2, "{why}");
        if code == 2 {
            let words = if before == plan {
                "known.json, which is a plan or a state"
            } else {
                "known.json: the file is no baseline"
            };
            run.tells(words, why).tells("name another file", "with what to do");
        }
    }
    run(&["baseline", "plan.json", "--write-to", "known.json"]).exits(0, "one that is whole");
    for arguments in [&["--expect", "plan1-0"][..], &["--key-file", "key"]] {
        run(&[&["baseline", "plan.json"], arguments].concat())
            .exits(2, "it would do nothing")
            .tells(&format!("so {} does nothing", arguments[0]), "which is said");
    }
}

#[test]
fn another_reason_is_another_finding() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| planlint(arguments).folder(folder.path()).run();
    for (name, message) in [
        ("old.json", "the logo is missing"),
        ("new.json", "the database is gone"),
    ] {
        let mut plan = cut::with_changes(&[]);
        plan["checks"] = json!([{
            "address": {"kind": "check", "name": "a", "to_display": "check.a"}, "status": "fail",
            "instances": [{"address": {"to_display": "check.a"}, "status": "fail", "problems": [{"message": message}]}]
        }]);
        std::fs::write(folder.path().join(name), cut::line(&plan)).unwrap();
    }
    run(&["baseline", "old.json", "--write-to", "known.json"]).exits(0, "a check that fails");
    for (plan, status) in [("old.json", 0), ("new.json", 1)] {
        run(&[plan, "--baseline", "known.json", "--deny", "failed-check"]).exits(status, plan);
    }
}

#[test]
fn a_baseline_of_modules_lets_what_is_known_pass() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let old = r#"{"output": {"a": {"value": "${var.gone}"}, "b": {"value": "${var.gone}"}}}"#;
    write("main.tf.json", old);
    let run = |arguments: &[&str]| {
        let arguments = ["config"].iter().chain(arguments);
        planlint(arguments.chain(&["--no-config"])).folder(folder.path()).run()
    };
    let file = "known.json";
    run(&["baseline", "--write-to", file])
        .exits(0, "written")
        .tells("known.json: 2 findings are known", "both references");
    run(&["--baseline", file]).exits(0, "both are known");
    write("other.tf.json", r#"{"output": {"c": {"value": "${var.gone}"}}}"#);
    run(&["--baseline", file]).exits(1, "a third is new");
    write("other.tf.json", "{}");
    write("main.tf.json", r#"{"output": {"a": {"value": "${var.gone}"}}}"#);
    run(&["--baseline", file])
        .exits(0, "one is left")
        .tells("planlint config baseline --update drops", "the other is gone");
    run(&["baseline", "--write-to", file, "--update"]).tells("known.json: 1 finding is known", "dropped");
    write("main.tf.json", old);
    run(&["--baseline", file]).exits(1, "and it is new again");

    for (arguments, wanted, why) in [
        (
            &["baseline", "--write-to", "main.tf.json"][..],
            "--write-to names main.tf.json, which engines read as configuration",
            "over a module",
        ),
        (
            &["baseline", "--write-to", file, "--format", "json"],
            "writes no report",
            "a format",
        ),
        (
            &["--output", "json=main.tf.json"],
            "--output names main.tf.json, which engines read as configuration",
            "a report over a module",
        ),
        (
            &["baseline", "--write-to", file, "nowhere"],
            "would hide it",
            "nothing to judge",
        ),
    ] {
        run(arguments).exits(2, why).tells(wanted, why);
    }
    assert_eq!(
        std::fs::read_to_string(folder.path().join("main.tf.json")).unwrap(),
        old
    );
}

#[test]
fn another_object_that_goes_is_another_finding() {
    let report = |address: &str, before: &Value, sensitive: &Value| {
        let (type_name, name) = address.split_once('.').unwrap();
        let plan = cut::with_change(&json!({
            "address": address, "mode": "managed", "type": type_name, "name": name,
            "provider_name": "registry.opentofu.org/x/y",
            "change": {"actions": ["delete"], "before": before, "after": null, "before_sensitive": sensitive}
        }));
        let judged = judge(cut::line(&plan).as_bytes(), Want::Plan, &Settings::default());
        judged.unwrap().report
    };
    let open = json!({});
    let database = |id: &str| report("aws_db_instance.x", &json!({"id": id, "size": 1}), &open);
    let text = Baseline::of(&database("db-scratch")).write().unwrap();
    assert_eq!(exit(&text, &database("db-scratch")), 0, "known");
    assert_eq!(exit(&text, &database("db-prod")), 1, "another database");
    let secret = |id: &str| report("aws_db_instance.x", &json!({"id": id}), &json!({"id": true}));
    let text = Baseline::of(&secret("db-scratch")).write().unwrap();
    assert_eq!(exit(&text, &secret("db-prod")), 1, "nobody can say which");
    assert_eq!(
        text,
        Baseline::of(&secret("db-prod")).write().unwrap(),
        "nor learns it from the file"
    );
}

#[test]
fn other_objects_of_the_same_number_are_not_known() {
    let many = |name: &str| {
        let addresses: Vec<String> = (0..60).map(|index| format!("null_resource.{name}{index}")).collect();
        report(
            &addresses.iter().map(String::as_str).collect::<Vec<_>>(),
            &Settings::default(),
        )
    };
    let sandbox = many("sandbox");
    let text = Baseline::of(&sandbox).write().unwrap();
    for rule in ["mass-destroy", "too-many-changes"] {
        assert!(sandbox.findings.iter().any(|finding| finding.rule == rule), "{rule}");
    }
    assert_eq!(exit(&text, &sandbox), 0, "known");
    assert_eq!(exit(&text, &many("prod")), 1, "as many of others");
}

#[test]
fn what_is_known_of_one_is_not_known_of_another() {
    let report = |type_name: &str, after: &Value, sensitive: &Value| {
        let plan = cut::with_change(&json!({
            "address": format!("{type_name}.x"), "mode": "managed", "type": type_name, "name": "x",
            "provider_name": "registry.opentofu.org/x/y",
            "change": {
                "actions": ["create"], "before": null, "after": after, "after_unknown": {},
                "before_sensitive": false, "after_sensitive": sensitive
            }
        }));
        let judged = judge(cut::line(&plan).as_bytes(), Want::Plan, &Settings::default());
        judged.unwrap().report
    };
    let owners = |members: &[&str]| json!({"project": "p", "role": "roles/owner", "members": members});
    let attached = |user: &str| json!({"user": user, "policy_arn": "arn:aws:iam::aws:policy/AdministratorAccess"});
    let bucket = |what: &str| {
        let statement = json!({"Effect": "Allow", "Principal": "*", "Action": "s3:GetObject", "Resource": what});
        json!({"bucket": "b", "policy": json!({"Statement": [statement]}).to_string()})
    };
    let role = |condition: &Value| {
        let mut statement = json!({"Effect": "Allow", "Principal": "*", "Action": "sts:AssumeRole"});
        statement["Condition"] = condition.clone();
        json!({"assume_role_policy": json!({"Statement": [statement]}).to_string()})
    };
    for (type_name, known, now, why) in [
        (
            "google_project_iam_binding",
            owners(&["user:a"]),
            owners(&["user:a", "user:evil"]),
            "one more owner",
        ),
        (
            "aws_iam_user_policy_attachment",
            attached("a"),
            attached("evil"),
            "another user",
        ),
        (
            "aws_s3_bucket_policy",
            bucket("arn:aws:s3:::b/public/*"),
            bucket("arn:aws:s3:::b/*"),
            "all of the bucket",
        ),
        (
            "aws_iam_role",
            role(&json!({"StringEquals": {"sts:ExternalId": "x"}})),
            role(&json!({})),
            "no condition any more",
        ),
    ] {
        let open = json!({});
        let text = Baseline::of(&report(type_name, &known, &open)).write().unwrap();
        assert_eq!(exit(&text, &report(type_name, &known, &open)), 0, "known: {why}");
        assert_eq!(exit(&text, &report(type_name, &now, &open)), 1, "{why}");
    }
    // Whoever guesses at a secret finds no digest of it to compare with.
    let secret = json!({"members": true});
    let text = |members: &[&str]| {
        let report = report("google_project_iam_binding", &owners(members), &secret);
        Baseline::of(&report).write().unwrap()
    };
    assert_eq!(text(&["user:first"]), text(&["user:second"]), "members that are secret");
    let other = report("google_project_iam_binding", &owners(&["user:second"]), &secret);
    assert_eq!(
        exit(&text(&["user:first"]), &other),
        1,
        "nobody can say whether they are the same"
    );
}

#[test]
fn what_has_a_secret_in_its_name_is_always_new() {
    let of = |key: &str| {
        let mut change = cut::deleted();
        change["type"] = json!("aws_db_instance");
        change["name"] = json!("x");
        change["index"] = json!(key);
        change["address"] = json!(format!("aws_db_instance.x[\"{key}\"]"));
        change["change"]["before"] = json!({"tenant": key});
        change["change"]["before_sensitive"] = json!({"tenant": true});
        cut::with_change(&change).to_string()
    };
    let folder = tempfile::tempdir().unwrap();
    let known = folder.path().join("known.json");
    planlint(["baseline", "--name", "p", "--write-to", known.to_str().unwrap(), "-"])
        .stdin(of("tenant-secret-a"))
        .run()
        .exits(0, "what is known")
        .tells("2 findings stay new", "its key is secret");
    for key in ["tenant-secret-a", "tenant-secret-b"] {
        planlint(["--name", "p", "--baseline", known.to_str().unwrap(), "-"])
            .stdin(of(key))
            .run()
            .exits(1, key);
    }
}

#[test]
fn what_a_known_finding_covered_counts() {
    let database = ["aws_db_instance.x"];
    let known = Baseline::of(&report(&database, &Settings::default()));
    let mut now = report(&database, &deny(&["delete"]));
    assert!(now.deciding().is_some());
    known.apply(&mut now);
    let deletes: Vec<_> = now.findings.iter().filter(|finding| finding.rule == "delete").collect();
    assert_eq!(deletes.len(), 1);
    assert_eq!(deletes[0].covered_by, None, "nothing else tells of it");
    assert_eq!(now.deciding().map(|finding| finding.rule.as_str()), Some("delete"));
}

#[test]
fn what_is_known_of_inputs_that_are_not_looked_at_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    for (name, address) in [("a.json", "aws_db_instance.a"), ("b.json", "aws_db_instance.b")] {
        std::fs::write(folder.path().join(name), deletions(&[address])).unwrap();
    }
    let run = |arguments: &[&str]| planlint(arguments).folder(folder.path()).run();
    run(&["baseline", "a.json", "b.json"]).exits(0, "of both");
    let one = run(&["a.json", "--baseline", "planlint.baseline.json"]);
    assert!(!one.stderr.contains("no longer found"), "{}", one.stderr);
    run(&["baseline", "--update", "a.json"]).exits(0, "one of them again");
    run(&["a.json", "b.json", "--baseline", "planlint.baseline.json"]).exits(0, "both are known still");
    run(&["./a.json", "./b.json", "--baseline", "planlint.baseline.json"]).exits(0, "with their folder in front, too");
}

#[test]
fn what_a_plan_marks_by_now_is_not_told_from_an_older_baseline() {
    let folder = tempfile::tempdir().unwrap();
    let deleted = |key: &str| {
        let address = format!("aws_db_instance.x[\"{key}\"]");
        json!({"address": address, "mode": "managed", "type": "aws_db_instance", "name": "x", "index": key,
            "change": {"actions": ["delete"], "before": {"name": key}, "after": null}})
    };
    let marked = json!({"address": "t.n", "mode": "managed", "type": "t", "name": "n", "change": {"actions": ["update"],
        "before": {"name": "a"}, "after": {"name": "Canary-Tenant-9"}, "after_sensitive": {"name": true}}});
    for (name, changes) in [
        ("old.json", vec![deleted("Canary-Tenant-9")]),
        ("new.json", vec![marked]),
    ] {
        let plan = json!({"format_version": "1.2", "terraform_version": "1.9.0", "resource_changes": changes});
        std::fs::write(folder.path().join(name), cut::line(&plan)).unwrap();
    }
    let run = |arguments: &[&str]| planlint(arguments).folder(folder.path()).run();
    run(&["baseline", "--name", "p", "--write-to", "b.json", "old.json"]).exits(0, "nothing is marked yet");
    run(&["--name", "p", "--baseline", "b.json", "new.json"])
        .hides("Canary", "it is marked now")
        .tells("no longer found: 1", "and told of all the same");
    run(&[
        "baseline",
        "--name",
        "p",
        "--update",
        "--write-to",
        "b.json",
        "new.json",
    ])
    .hides("Canary", "it is marked now")
    .tells("dropped: 1", "and told of all the same");
}

#[test]
fn a_module_that_calls_its_first_module_is_known_as_before() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, module: &Value| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, module.to_string()).unwrap();
    };
    let wrong = json!({"output": {"a": {"value": "${var.gone}"}}});
    let calls = json!({"output": {"a": {"value": "${var.gone}"}}, "module": {"m": {"source": "../m"}}});
    let run = |arguments: &[&str]| {
        let arguments = ["config"].iter().chain(arguments).chain(&["--no-config"]);
        planlint(arguments).folder(folder.path()).run()
    };
    let known = ["--baseline", "known.json"];
    write("root/main.tf.json", &wrong);
    write("other/main.tf.json", &wrong);
    write("m/main.tf.json", &json!({"output": {"b": {"value": 1}}}));
    run(&["baseline", "root", "--write-to", "known.json"]).exits(0, "of a module without calls");
    write("root/main.tf.json", &calls);
    run(&[&["root"], &known[..]].concat())
        .exits(0, "what was known of the module is known")
        .hides("everything is new", "and nothing is said of another");
    run(&[&["root", "other"], &known[..]].concat()).exits(1, "of two that are named it is of neither");
    write("m/main.tf.json", &wrong);
    run(&[&["root"], &known[..]].concat()).exits(1, "what is found in the module that is called is new");
    run(&["baseline", "root", "--write-to", "known.json"]).exits(0, "of both");
    run(&[&["root"], &known[..]].concat()).exits(0, "both are known");
    run(&[&["m"], &known[..]].concat()).exits(1, "what was found in the one is not known of the other");
    write("root/main.tf.json", &wrong);
    run(&[&["root"], &known[..]].concat())
        .exits(0, "a module that calls nothing any more")
        .hides("no longer found", "of what is not judged nothing is said to be gone");
}
