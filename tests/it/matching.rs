//! `planlint match`: what a pattern hits.

use std::fs;

use serde_json::json;

use crate::cut;
use crate::fixtures;
use crate::program::planlint;
use crate::settings::deletions;

#[test]
fn a_pattern_shows_what_it_hits() {
    for (pattern, code, words, reason) in [
        (
            "**.aws_instance.*",
            0,
            "delete        module.sandbox.aws_instance.x\n",
            "a hit",
        ),
        (
            "module.sandbox",
            1,
            "",
            "the call alone, of which the configuration says nothing",
        ),
        (
            "**.provider.*",
            0,
            "provider      provider.aws\nprovider      provider.terraform\n",
            "what findings about the configuration name",
        ),
        ("aws_instance", 2, "", "no pattern"),
    ] {
        let run = planlint(["match", pattern])
            .stdin(deletions())
            .run()
            .exits(code, reason);
        assert_eq!(run.stdout, words, "{reason}");
    }
    let limited = fixtures::root().join("renamed/terraform-1.11.4/target/plan.json");
    planlint(["match", "terraform_data.*"])
        .arg(limited)
        .run()
        .says(
            "object        terraform_data.store\n",
            "what exists and is not among the changes",
        )
        .says(
            "block         terraform_data.shared_too\n",
            "what is in the configuration alone",
        );
    planlint(["match", "module.*"])
        .arg(fixtures::root().join("module-tree/tofu-1.12.6/plan.json"))
        .run()
        .says("module        module.", "calls of modules too");
    let run = planlint(["--no-config", "--only-address", "aws_db_instance.*"])
        .stdin(deletions())
        .run();
    let table: Vec<&str> = run.stdout.lines().filter(|line| line.starts_with("  -  ")).collect();
    assert_eq!(table.len(), 1, "{}", run.stdout);
    run.says(
        "module.sandbox.aws_instance.x is destroyed",
        "findings are never filtered",
    );
    for (pattern, hint) in [
        ("module.sandbox", "everything in the module is `module.sandbox.**`"),
        ("action.*", "actions are `action.TYPE.NAME`"),
        ("variable.x", "variables are `var.NAME`"),
    ] {
        planlint(["match", pattern])
            .stdin(deletions())
            .run()
            .tells(hint, pattern);
    }
    for command in [
        &["--no-config", "--only-address"][..],
        &["show", "--no-config", "--address"],
    ] {
        let run = planlint(command.iter().copied())
            .args(["nothing.*", "--only=destroy"])
            .stdin(deletions())
            .run();
        let option = command.last().unwrap();
        run.says(
            &format!("(to see them: --only destroy, without {option})"),
            "what takes the filter off",
        );
    }
}

#[test]
fn what_is_masked_in_an_address_is_selected_by_what_it_is() {
    let change = |key: &str, after: &str, marks: &str| {
        format!(
            r#"{{"address":"terraform_data.b[\"{key}\"]","mode":"managed","type":"terraform_data","name":"b","index":"{key}",
               "change":{{"actions":["create"],"before":null,"after":{after},"after_unknown":{{}},"after_sensitive":{marks}}}}}"#
        )
    };
    let plan = format!(
        r#"{{"format_version":"1.2","terraform_version":"1.11.4","planned_values":{{}},"resource_changes":[{},{}],
           "configuration":{{}},"timestamp":"2026-11-22T00:00:00Z","applyable":true,"complete":true,"errored":false}}"#,
        change(
            "production-eu-west",
            r#"{"input":"production-eu-west"}"#,
            r#"{"input":true}"#
        ),
        change("x", "{}", "{}")
    );
    for (pattern, rows, why) in [
        (r#"terraform_data.b["production-eu-west"]"#, 1, "its key is a secret"),
        (r#"terraform_data.b["prod*"]"#, 1, "with a wildcard"),
        (r#"terraform_data.b["(sensitive value)"]"#, 1, "as the table has it"),
        (r#"terraform_data.b["test*"]"#, 0, "another"),
        ("terraform_data.b", 2, "both"),
    ] {
        for format in ["text", "csv", "markdown"] {
            let run = planlint(["--no-config", "--format", format, "--only-address", pattern])
                .stdin(&*plan)
                .run();
            let table = run
                .stdout
                .lines()
                .filter(|line| line.contains("terraform_data.b[") && line.contains("create"));
            assert_eq!(table.count(), rows, "{why}, {format}: {}", run.stdout);
            assert!(!run.stdout.contains("production"), "{why}, {format}: {}", run.stdout);
        }
    }
}

#[test]
fn an_address_before_a_move_selects_what_moved() {
    let change = |from: &str, to: &str| {
        let (module, _) = to.split_once(".terraform_data").unwrap();
        json!({"address": to, "previous_address": from, "module_address": module, "mode": "managed",
            "type": "terraform_data", "name": "x", "change": {"actions": ["no-op"], "before": {"id": "1"},
            "after": {"id": "1"}, "after_unknown": {}, "before_sensitive": {}, "after_sensitive": {}}})
    };
    let mut plan = cut::with_change(&change(
        r#"module.m["us"].terraform_data.x["a"]"#,
        r#"module.m["ap"].terraform_data.x["a"]"#,
    ));
    plan["resource_changes"].as_array_mut().unwrap().push(change(
        r#"module.m["us"].terraform_data.x["hunter2-long"]"#,
        r#"module.m["ap"].terraform_data.x["b"]"#,
    ));
    plan["resource_changes"][0]["change"]["after"] = json!({"id": "1", "input": "hunter2-long"});
    plan["resource_changes"][0]["change"]["before"] = json!({"id": "1", "input": "hunter2-long"});
    plan["resource_changes"][0]["change"]["after_sensitive"] = json!({"input": true});
    let plan = cut::line(&plan);
    for (option, pattern, rows, why) in [
        (
            "--only-address",
            r#"module.m["us"].terraform_data.x["a"]"#,
            1,
            "its address before",
        ),
        (
            "--only-address",
            r#"module.m["ap"].terraform_data.x["a"]"#,
            1,
            "its address now",
        ),
        ("--only-address", r#"module.m["us"].**"#, 2, "all that was in a module"),
        (
            "--only-address",
            r#"module.m["us"].terraform_data.x["hunter2-*"]"#,
            1,
            "one with a mask in it",
        ),
        ("--only-address", r#"module.m["eu"].**"#, 0, "another module"),
        ("--module", r#"module.m["us"]"#, 2, "the module before"),
        ("--module", r#"module.m["ap"]"#, 2, "the module now"),
        ("--module", r#"module.m["eu"]"#, 0, "another module"),
    ] {
        let shown = planlint(["show", "--no-config", "--detail=none", option, pattern]);
        let judged = planlint(["--no-config", option, pattern]);
        for run in [Some(shown), (option == "--only-address").then_some(judged)]
            .into_iter()
            .flatten()
        {
            let run = run.stdin(plan.clone()).run().hides("hunter", why);
            let table = run.stdout.lines().filter(|line| line.trim_start().starts_with("→"));
            assert_eq!(table.count(), rows, "{why}, {option}: {}", run.stdout);
        }
    }
}

#[test]
fn the_oldest_states_have_the_addresses_of_their_raw_form() {
    let folder = fixtures::root().join("legacy/terraform-0.12.31");
    let found = |file: &str| {
        let run = planlint(["match", "**"]).arg(folder.join(file)).run();
        let run = run.exits(0, "everything");
        let objects = run.stdout.lines().filter(|line| line.starts_with("object"));
        objects.map(str::to_owned).collect::<Vec<_>>()
    };
    let shown = found("state.json");
    assert_eq!(shown, found("terraform.tfstate"));
    for address in [r#"module.m.null_resource.inner["b.c"]"#, "null_resource.one[1]"] {
        assert!(
            shown.iter().any(|row| row.ends_with(address)),
            "Terraform 0.12 leaves out module and key: {shown:?}"
        );
    }
}

#[test]
fn a_folder_without_plans_is_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("notes.json"), "{}").unwrap();
    let run = planlint(["match", "**", "."]).folder(folder.path()).run();
    run.exits(2, "nothing was asked")
        .tells("no plan or state was found there", "which is not that nothing matches");
}
