//! Where the gate stops: levels, what is unknown, and rules that do not exist.

use std::collections::BTreeSet;

use planlint::input::Want;
use serde_json::json;

use crate::cut;
use crate::fixtures;
use crate::gate::{bytes, with};
use crate::judge::judge;
use crate::program::planlint;
use crate::settings;

#[test]
fn the_gate_stops_where_it_is_told() {
    let plan = {
        // Without providers, so that nothing but the deletion is there to find.
        let mut plan = cut::deletion();
        plan["configuration"].as_object_mut().unwrap().remove("provider_config");
        bytes(&plan)
    };
    for (arguments, code, why) in [
        (&[][..], 0, "a deletion is a warning, and the gate stops at errors"),
        (&["--fail-on", "error"], 0, "the default, said aloud"),
        (&["--fail-on", "warning"], 1, "a deletion is a warning"),
        (&["--fail-on", "note"], 1, "a warning is above a note"),
        (&["--deny", "delete"], 1, "made an error"),
        (&["--deny", "delete", "--fail-on", "never"], 0, "a gate that only shows"),
        (&["--note", "delete", "--fail-on", "warning"], 0, "made a note"),
        (
            &["--note", "delete", "--fail-on", "note"],
            1,
            "which a strict gate stops at",
        ),
        (&["--warn", "delete", "--fail-on", "warning"], 1, "a warning, as it was"),
        (&["--allow", "delete", "--fail-on", "note"], 0, "off"),
        (&["--deny", "forget,delete"], 1, "several at once"),
        (&["--deny", "forget", "--deny", "delete"], 1, "or one after another"),
        (
            &["--deny=forget, delete"],
            1,
            "a space after the comma is no part of the name",
        ),
        (&["--deny", "delete", "--allow", "delete"], 0, "the later holds"),
        (&["--allow", "delete", "--deny", "delete"], 1, "the later holds"),
        (
            &["--deny", "delete", "--note", "delete", "--deny", "delete"],
            1,
            "the latest of three",
        ),
        (&["--deny", "destruction"], 1, "a family"),
        (
            &["--deny", "destruction", "--allow", "delete"],
            0,
            "a rule after its family",
        ),
        (
            &["--deny", "delete", "--allow", "destruction"],
            0,
            "a family after its rule",
        ),
        (
            &["--allow", "destruction", "--deny", "delete"],
            1,
            "a rule after its family",
        ),
        (&["--deny", "checks"], 0, "another family"),
    ] {
        planlint(arguments).stdin(plan.clone()).run().exits(code, why);
    }
}

#[test]
fn what_is_unknown_is_shown_or_fails_or_passes() {
    let change = json!({
        "address": "acme_account.main", "mode": "managed", "type": "acme_account", "name": "main",
        "change": {
            "actions": ["create"], "before": null, "after": {"name": "main"}, "after_unknown": {"password": true},
            "before_sensitive": false, "after_sensitive": {},
        },
    });
    let plan = bytes(&cut::with_change(&change));
    let words = "may hold a secret that is not marked sensitive";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("planlint.toml"), "unknown = \"fail\"\n").unwrap();
    for (arguments, code, shown, why) in [
        (&["--no-config"][..], 0, true, "shown, and it does not count"),
        (
            &["--no-config", "--unknown", "report"],
            0,
            true,
            "the default, said aloud",
        ),
        (&["--no-config", "--unknown", "fail"], 1, true, "it counts"),
        (&["--no-config", "--unknown", "pass"], 0, false, "nobody wants to know"),
        (&[], 1, true, "the settings say so"),
        (&["--unknown", "report"], 0, true, "the command line outweighs them"),
    ] {
        let run = planlint(arguments)
            .arg("--deny")
            .arg("unmarked-secret")
            .folder(folder.path())
            .stdin(plan.clone())
            .run()
            .exits(code, why);
        if shown {
            run.says(words, why);
        } else {
            run.hides(words, why);
        }
    }
}

#[test]
fn a_gate_that_only_shows_still_cannot_pass_what_it_cannot_read() {
    for bytes in [&b""[..], b"{}", b"{\"format_version\":"] {
        planlint(["--fail-on", "never"])
            .stdin(bytes)
            .run()
            .exits(2, "no flag changes what a number means");
    }
    planlint(["--fail-on", "never", "--allow", "plan-health"])
        .stdin(bytes(&with(cut::deletion(), "format_version", Some(json!("2.0")))))
        .run()
        .exits(2, "an error of the input is no finding that could be allowed");
}

#[test]
fn a_rule_that_does_not_exist_is_no_gate() {
    let plan = bytes(&cut::unchanged());
    for (name, wanted, why) in [
        ("delet", "did you mean `delete`?", "a slip"),
        ("replace_stateful", "did you mean `replace-stateful`?", "the wrong dash"),
        ("destructoin", "did you mean `destruction`?", "a slip in a family"),
        (
            "everything-bad",
            "`planlint rules` lists them",
            "nothing is near: where the list is",
        ),
        ("", "rule", "an empty name"),
        ("Delete", "did you mean `delete`?", "names are lower case"),
    ] {
        for option in ["--deny", "--warn", "--note", "--allow"] {
            let run = planlint([option, name]).stdin(plan.clone()).run();
            let run = run.exits(2, why).tells(wanted, why);
            assert_eq!(run.stdout, "", "{why}: no report of a gate that nobody asked for");
        }
    }
}

#[test]
fn a_stricter_line_in_a_file_makes_the_command_line_no_milder() {
    let mut change = cut::deleted();
    change["change"]["actions"] = json!(["delete", "create"]);
    change["change"]["after"] = change["change"]["before"].clone();
    let plan = bytes(&cut::with_changes(&[change]));
    let off = "[[override]]\naddress = \"**\"\nrules = { replace = \"allow\" }\n";
    for (file, arguments, code, why) in [
        (off.to_owned(), &[][..], 0, "nothing stops a replacement"),
        (off.to_owned(), &["--deny", "delete"], 1, "an override is outweighed"),
        (
            format!("[rules]\nreplace = \"error\"\n{off}"),
            &["--deny", "delete"],
            1,
            "beside a level that is as strict",
        ),
        (
            "[rules]\nreplace = \"error\"\n".to_owned(),
            &["--warn", "delete"],
            1,
            "a rule that is let off lets off no case",
        ),
        (
            "[[override]]\naddress = \"**\"\nrules = { replace = \"error\" }\n".to_owned(),
            &["--warn", "delete"],
            1,
            "nor where an override has it so",
        ),
        (
            off.to_owned(),
            &["--deny", "delete", "--allow", "replace"],
            0,
            "who names the case means it",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("planlint.toml");
        std::fs::write(&path, file).unwrap();
        let run = planlint(["-", "--config", path.to_str().unwrap()]).args(arguments);
        run.stdin(plan.clone()).run().exits(code, why);
    }
}

#[test]
fn a_change_that_leaves_out_what_an_override_asks_for_is_not_let_off() {
    for (text, wanted, reason) in [
        (
            "type = \"aws_inst*\"\nrules = { delete = \"error\" }",
            1,
            "the address has the type",
        ),
        (
            "provider = \"hashicorp/aws\"\nrules = { delete = \"error\" }",
            1,
            "it may be that provider",
        ),
        (
            "provider = \"hashicorp/aws\"\nrules = { delete-stateful = \"note\" }",
            1,
            "it may be another, and nothing is let off for it",
        ),
    ] {
        let read = settings::of(&format!("[[override]]\n{text}"));
        let stateful = text.contains("stateful");
        let type_name = if stateful { "aws_db_instance" } else { "aws_instance" };
        let mut change = settings::change(&format!("{type_name}.x"), type_name, &["delete"]);
        for left_out in ["type", "provider_name"] {
            change.as_object_mut().unwrap().remove(left_out);
        }
        assert_eq!(settings::exit(&read, &settings::plan(&[change])), wanted, "{reason}");
    }
}

#[test]
fn an_override_by_provider_meets_whatever_has_that_provider() {
    let provider = |name: &str| {
        let full_name = format!("registry.opentofu.org/hashicorp/{name}");
        json!({"name": name, "full_name": full_name, "version_constraint": ">= 5.0",
            "expressions": {"secret_key": {"constant_value": "Tr0ub4dor-and-3"}}})
    };
    let resource = |type_name: &str, provider: &str, mode: &str| {
        json!({"address": format!("{type_name}.x"), "mode": mode, "type": type_name, "name": "X",
            "provider_config_key": provider, "provisioners": [{"type": "local-exec",
            "expressions": {"environment": {"constant_value": {"DB_PASSWORD": "Tr0ub4dor-and-3"}}}}]})
    };
    let plan = with(
        cut::unchanged(),
        "configuration",
        Some(json!({
            "provider_config": {"aws": provider("aws"), "external": provider("external")},
            "root_module": {"resources": [
                resource("aws_instance", "aws", "managed"),
                resource("external", "external", "data"),
            ]}
        })),
    );
    for (rule, options, of, why) in [
        ("unpinned-provider", "", "aws", "it says whose version it is"),
        (
            "untrusted-provider",
            "{ level = \"allow\", trust = [\"a/*\"] }",
            "aws",
            "and who is not trusted",
        ),
        ("provider-credential-literal", "", "aws", "whose credentials they are"),
        ("secret-in-provisioner", "", "aws", "a resource has a provider"),
        ("provisioner", "", "aws", "also as a block"),
        ("naming", "{ level = \"allow\" }", "aws", "also by its name"),
        ("code-running-data-source", "", "external", "and so has what is read"),
    ] {
        let options = if options.is_empty() { "\"allow\"" } else { options };
        for (provider, level) in [(of, "error"), ("other", "allow")] {
            let text = format!(
                "[rules]\n{rule} = {options}\n[[override]]\nprovider = \"hashicorp/{provider}\"\nrules = {{ {rule} = \"error\" }}"
            );
            let read = settings::of(&text).unwrap();
            let judged = judge(&bytes(&plan), Want::Plan, &read).unwrap();
            let found = judged.report.findings.iter().any(|finding| finding.rule == rule);
            assert_eq!(found, level == "error", "{rule} of hashicorp/{provider}: {why}");
        }
    }
}

#[test]
fn what_waivers_in_a_file_that_was_found_permit_stops_a_gate_that_asks() {
    let folder = tempfile::tempdir().unwrap();
    let plan = cut::with_change(&settings::change("aws_db_instance.x", "aws_db_instance", &["delete"]));
    std::fs::write(folder.path().join("p.json"), cut::line(&plan)).unwrap();
    let until = "expires = 2027-01-31";
    for (rule, code, why) in [
        ("delete-stateful", 1, "what would stop the gate"),
        ("critical-type", 1, "a warning would not, and the database does"),
    ] {
        std::fs::write(
            folder.path().join("planlint.waivers.toml"),
            format!("[[waiver]]\nrule = \"{rule}\"\naddress = \"**\"\nreason = \"r\"\n{until}\n"),
        )
        .unwrap();
        std::fs::write(folder.path().join("planlint.toml"), "").unwrap();
        let run = |arguments: &[&str]| planlint(arguments).arg("p.json").folder(folder.path()).run();
        run(&["--deny", "weakened-gate"]).exits(code, why);
        for format in ["text", "github", "azure", "gitlab-codequality", "markdown"] {
            let run = run(&["--deny", "weakened-gate", "--quiet", "--format", format]);
            let told = run.stdout.contains("permits by waivers what delete-stateful found");
            assert_eq!(told, rule == "delete-stateful", "{format}: {why}\n{}", run.stdout);
        }
        run(&[]).hides("weakened-gate", "a report for people shows what is waived");
    }
}

#[test]
fn what_cannot_be_had_back_is_told_first() {
    let change = |kind: &str, name: &str| {
        let mut change = cut::deleted();
        change["address"] = json!(format!("{kind}.{name}"));
        change["type"] = json!(kind);
        change["name"] = json!(name);
        change
    };
    let plain: Vec<_> = (0..25).map(|at| change("acme_thing", &format!("t{at:02}"))).collect();
    let database = [change("aws_db_instance", "db")];
    let folder = tempfile::tempdir().unwrap();
    let together: Vec<_> = plain.iter().chain(&database).cloned().collect();
    for (name, changes) in [
        ("a.json", &plain),
        ("b.json", &database.to_vec()),
        ("c.json", &together),
    ] {
        std::fs::write(folder.path().join(name), bytes(&cut::with_changes(changes))).unwrap();
    }
    for (files, why) in [
        (&["c.json"][..], "inside a plan"),
        (&["a.json", "b.json"], "of two plans, whichever was named first"),
    ] {
        let run = |arguments: &[&str]| {
            let run = planlint(["--deny", "delete"]).args(files).args(arguments);
            run.folder(folder.path()).run().exits(1, why)
        };
        let annotations = run(&["--format", "github"]).stdout;
        let first = annotations.lines().find(|line| line.starts_with("::error")).unwrap();
        assert!(
            first.contains("delete-stateful"),
            "{why}: GitHub shows ten, and this one is first: {first}"
        );
        let text = run(&[]);
        // Of several plans each has its own findings below its table.
        let place = |rule: &str| text.stdout.rfind(&format!("error[{rule}]")).unwrap();
        let one_plan = files.len() == 1;
        assert!(
            !one_plan || place("delete-stateful") < place("mass-destroy"),
            "{why}: {}",
            text.stdout
        );
        assert!(
            !one_plan || place("mass-destroy") < place("delete"),
            "{why}: {}",
            text.stdout
        );
        text.says("decided by delete-stateful on aws_db_instance.db", why);
        run(&["--format", "markdown", "--max-bytes", "3000"]).says("delete-stateful", "a cut comment keeps it");
    }
}

#[test]
fn what_nobody_may_permit_decides_and_no_waiver_is_proposed_beside_it() {
    let mut change = cut::deleted();
    change["address"] = json!("aws_db_instance.db");
    change["type"] = json!("aws_db_instance");
    change["name"] = json!("db");
    let mut plan = cut::with_changes(&[change]);
    let data = "delete-stateful";
    for (errored, arguments, rule, is_proposed, why) in [
        (false, &[][..], data, true, "a finding that may be permitted"),
        (true, &[], "errored-plan", false, "a waiver would leave the gate closed"),
        (
            true,
            &["--warn=errored-plan", "--fail-on=warning"],
            data,
            false,
            "a milder level, at which the gate stops all the same",
        ),
        (
            true,
            &["--warn=errored-plan"],
            data,
            true,
            "a milder level, at which it does not",
        ),
    ] {
        plan["errored"] = json!(errored);
        let run = planlint(["--no-config"]).args(arguments).stdin(bytes(&plan)).run();
        let run = run.exits(1, why).says(&format!("decided by {rule}"), why);
        let first = run.stdout.lines().find(|line| line.starts_with("error["));
        assert!(first.is_some_and(|line| line.contains(rule)), "{why}: {first:?}");
        let proposes = run.stdout.contains("to waive the deciding finding:");
        assert_eq!(proposes, is_proposed, "{why}\n{}", run.stdout);
    }
}

#[test]
fn what_fails_the_gate_stands_above_what_does_not_and_each_rule_stands_once() {
    let plan = fixtures::root().join("medium/tofu-1.12.6/plan.json");
    for (fail_on, statuses) in [
        ("error", ["error", "warning", "unknown", "note"]),
        ("note", ["error", "warning", "note", "unknown"]),
    ] {
        let run = planlint(["--no-config", "--fail-on", fail_on]).arg(&plan).run();
        let text = run.exits(1, fail_on).stdout;
        let titles = text.lines().filter_map(|line| line.split_once("]:"));
        let titles = titles.filter_map(|(title, _)| title.split_once('['));
        let titles: Vec<_> = titles.filter(|(status, _)| statuses.contains(status)).collect();
        let mut told: Vec<&str> = titles.iter().map(|(status, _)| *status).collect();
        told.dedup();
        assert_eq!(told, statuses, "{fail_on}: {titles:?}");
        let rules: BTreeSet<_> = titles.iter().collect();
        assert_eq!(rules.len(), titles.len(), "{fail_on}: {titles:?}");
    }
}

#[test]
fn an_expected_plan_is_expected_whatever_files_say() {
    let folder = tempfile::tempdir().unwrap();
    let plan = {
        let mut plan = cut::deletion();
        plan["configuration"].as_object_mut().unwrap().remove("provider_config");
        bytes(&plan)
    };
    let right = planlint(["fingerprint"]).stdin(plan.clone()).run().stdout;
    let wrong = format!("plan1-{}", "0".repeat(32));
    let run = |file: &str, arguments: &[&str]| {
        std::fs::write(folder.path().join("planlint.toml"), file).unwrap();
        let run = planlint(arguments).folder(folder.path());
        run.stdin(plan.clone()).run()
    };
    for (file, why) in [
        ("", "an empty file"),
        ("fail-on = \"never\"\n", "the gate never fails"),
        ("[rules]\nunexpected-plan = \"allow\"\n", "the rule is off"),
        ("[rules]\nplan-health = \"allow\"\n", "its family is"),
        (
            "[rules]\nunexpected-plan = \"error\"\n",
            "the argument gives what it needs",
        ),
        (
            "[[override]]\naddress = \"**\"\nrules = { unexpected-plan = \"allow\" }\n",
            "it is off everywhere",
        ),
        (
            &format!("fail-on = \"never\"\n[rules]\nunexpected-plan = {{ fingerprints = [\"{right}\"] }}\n")
                .replace("\n\"", "\""),
            "the file expects this one",
        ),
    ] {
        run(file, &["--expect", &wrong])
            .exits(1, why)
            .says("decided by unexpected-plan", why);
        run(file, &["--expect", right.trim()]).exits(0, why);
        run(file, &["--expect", &wrong, "--fail-on", "never"]).exits(0, "who says so in the same run means it");
    }
    run("fail-on = \"never\"\n", &["--expect", &wrong, "--deny", "delete"])
        .exits(1, "another plan")
        .says(
            "the gate stops at unexpected-plan alone",
            "the errors of the file stay shown",
        );
    run("fail-on = \"never\"\n", &["--expect", right.trim(), "--deny", "delete"])
        .exits(0, "it is the plan, and the file only shows the rest");
    for contradiction in ["--allow", "--warn", "--note"] {
        run("", &["--expect", &wrong, contradiction, "unexpected-plan"])
            .exits(2, "one of the two is not meant")
            .tells("another argument gives it another level", "what contradicts")
            .tells("leave one of the two out", "both are named");
    }
    run("[rules]\nunexpected-plan = \"error\"\n", &[])
        .exits(2, "nothing is expected")
        .tells("finds nothing until `fingerprints` is set", "without the argument");
    run("", &["--expect", &wrong, "--allow", "plan-health"]).exits(1, "the family says nothing of it");
}

#[test]
fn of_two_levels_of_one_rule_the_later_holds_for_its_cases_too() {
    let mut change = cut::deleted();
    change["change"]["actions"] = json!(["delete", "create"]);
    change["change"]["after"] = change["change"]["before"].clone();
    let plan = bytes(&cut::with_changes(&[change]));
    for (arguments, code, why) in [
        (&["--deny=delete"][..], 1, "a replacement deletes"),
        (&["--deny=delete", "--warn=delete"], 0, "said again, and milder"),
        (&["--warn=delete", "--deny=delete"], 1, "said again, and stricter"),
        (&["--deny=delete", "--warn=replace"], 0, "of the case itself, behind it"),
        (&["--warn=replace", "--deny=delete"], 1, "before it"),
        (
            &["--deny=delete", "--warn=replace", "--deny=delete"],
            1,
            "and once more behind",
        ),
        (&["--deny=delete", "--allow=delete"], 0, "let off again"),
    ] {
        planlint(["--no-config"])
            .args(arguments)
            .stdin(plan.clone())
            .run()
            .exits(code, why);
    }
}

#[test]
fn a_gate_on_what_the_command_does_not_judge_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let state = r#"{"format_version": "1.0", "terraform_version": "1.12.6", "values": {"root_module": {}}}"#;
    for (name, text) in [
        ("plan.json", cut::line(&cut::unchanged())),
        ("state.json", state.to_owned()),
        ("main.tf.json", r#"{"output": {"o": {"value": 1}}}"#.to_owned()),
        (
            "planlint.toml",
            "[rules]\nmalformed-json = \"error\"\ndelete = \"error\"\ntainted-resource = \"error\"\n".to_owned(),
        ),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let (plan, states, modules) = (&["plan.json"][..], &["state", "state.json"][..], &["config"][..]);
    let any = &["--kind", "any", "plan.json", "state.json"][..];
    for (command, name, refused, why) in [
        (plan, "malformed-json", Some("configuration"), "no module is read"),
        (
            plan,
            "json-shape",
            Some("configuration"),
            "nor for any rule of a family",
        ),
        (plan, "tainted-resource", None, "a plan has a state in it"),
        (plan, "waivers", None, "settings are read for all"),
        (plan, "failed-check", None, "plans and states have checks"),
        (states, "delete", Some("plans"), "nothing changes in a state"),
        (
            states,
            "undeclared-reference",
            Some("configuration"),
            "no module is read",
        ),
        (states, "failed-check", None, "plans and states have checks"),
        (any, "delete", None, "plans among them"),
        (modules, "delete", Some("plans"), "no plan is read"),
        (modules, "checks", Some("plans and states"), "neither is read"),
        (modules, "tainted-resource", Some("states"), "nor is a state"),
        (modules, "unused-waiver", None, "settings are read for all"),
        (modules, "json-shape", None, "what it judges"),
    ] {
        let in_folder = |arguments: &[&str]| planlint(command).args(arguments).folder(folder.path()).run();
        for option in ["--deny", "--warn", "--note"] {
            match refused {
                None => assert_ne!(in_folder(&[option, name]).code, Some(2), "{name}: {why}"),
                Some(of) => {
                    let told = format!("`{name}` is found in {of}, which this command does not judge");
                    let run = in_folder(&[option, name]).exits(2, why).tells(&told, why);
                    assert_eq!(run.stdout, "", "{name}: no report of a gate that is always open");
                }
            }
        }
        in_folder(&["--allow", name]).hides("does not judge", "what is off finds nothing anywhere");
        assert_ne!(in_folder(&[]).code, Some(2), "a file serves all commands");
    }
}
