//! Our sums are the engine's own: every plan of the fixtures against the text that the engine printed of it.

use rayon::prelude::*;
use serde_json::{Value, json};

use crate::cut;
use crate::fixtures::{self, Fixture};
use crate::program::planlint;

/// What is wrong with the report of one plan; nothing when all agrees with the engine.
fn disagreements(fixture: &Fixture) -> Vec<String> {
    let expected = fixture.expected();
    let report = planlint(["--format", "json"]).arg(fixture.plan()).run();
    let mut wrong = Vec::new();
    if !matches!(report.code, Some(0 | 1)) || !report.stderr.is_empty() {
        return vec![format!("{}: {}", fixture.name, report.shown())];
    }
    let report = report.json();
    let input = &report["inputs"][0];
    let mut check = |what: &str, ours: &Value, engine: &Value| {
        if ours != engine {
            wrong.push(format!("{}: {what} is {ours}, the engine says {engine}", fixture.name));
        }
    };
    for sum in ["import", "add", "change", "destroy", "forget"] {
        check(sum, &input["totals"][sum], &expected[sum]);
    }
    let summary = expected["summary"].as_str().unwrap();
    let plan_line = if summary.starts_with("Plan: ") {
        json!(summary)
    } else {
        Value::Null
    };
    check("the sentence", &input["plan_line"], &plan_line);
    // Both engines have a 1.6.3, and a small plan holds nothing that only one of them writes.
    if !(input["engine"].is_null() && expected["version"] == "1.6.3") {
        check("the engine", &input["engine"], &expected["engine"]);
    }
    check("the version", &input["terraform_version"], &expected["version"]);

    let text = planlint([fixture.plan()]).run();
    let has_line = |line: &str| text.stdout.lines().any(|shown| shown == line);
    let begins = |words: &str| text.stdout.lines().any(|line| line.starts_with(words));
    let said = match summary {
        "No changes." => begins("No changes."),
        sentence => has_line(sentence),
    };
    if !said {
        wrong.push(format!("{}: the text lacks {summary:?}\n{}", fixture.name, text.stdout));
    }
    if begins("No changes.") && summary != "No changes." {
        wrong.push(format!("{}: the text says that nothing changes", fixture.name));
    }
    let counted = text.stdout.lines().any(|line| {
        line.split(" · ")
            .any(|part| part.ends_with(" output change") || part.ends_with(" output changes"))
    });
    // Terraform 0.12 prints no list of outputs in its text, whatever changes.
    if json!(counted) != expected["outputs_changed"] && expected["version"] != "0.12.31" {
        wrong.push(format!(
            "{}: outputs change: {counted}, the engine says {}",
            fixture.name, expected["outputs_changed"]
        ));
    }
    wrong
}

fn assert_agreement(fixtures: &[Fixture]) {
    let wrong: Vec<String> = fixtures.par_iter().flat_map_iter(disagreements).collect();
    assert!(wrong.is_empty(), "{} disagreements\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_sum_and_sentence_is_the_engines() {
    assert_agreement(&fixtures::plans());
}

#[test]
fn so_it_is_for_more_plans() {
    assert_agreement(&fixtures::more_plans());
}

#[test]
fn a_plan_that_failed_before_its_first_change_says_so() {
    // No engine writes `show -json` of such a plan to a file that can be read again, but a remote run does.
    let plan = r#"{"format_version":"1.2","terraform_version":"1.12.6","planned_values":{"root_module":{}},
        "configuration":{"root_module":{}},"errored":true}"#;
    let report = planlint(["--format", "json"])
        .stdin(plan)
        .run()
        .exits(1, "an errored plan never passes");
    assert_eq!(report.json()["inputs"][0]["plan_line"], Value::Null);
    planlint::<[&str; 0], &str>([])
        .stdin(plan)
        .run()
        .exits(1, "nor as text")
        .says("Planning failed.", "the engine's words");
}

#[test]
fn outputs_are_told_by_their_values_as_the_engines_do() {
    for (actions, before, after, unknown, wanted, why) in [
        ("update", json!("x"), Value::Null, false, "delete", "null is no value"),
        (
            "update",
            Value::Null,
            json!("x"),
            false,
            "create",
            "nor is it one before",
        ),
        (
            "update",
            Value::Null,
            Value::Null,
            true,
            "create",
            "something that is not known yet",
        ),
        (
            "update",
            json!("x"),
            Value::Null,
            true,
            "update",
            "another value that is not known yet",
        ),
        ("update", json!("x"), json!("y"), false, "update", "another value"),
        ("delete", json!("x"), Value::Null, false, "delete", "as the list says"),
    ] {
        let mut plan = cut::unchanged();
        plan["output_changes"] = json!({"o": {"actions": [actions], "before": before, "after": after,
            "after_unknown": unknown, "before_sensitive": false, "after_sensitive": false}});
        let run = planlint(["--format", "json", "--fail-on", "never"]).stdin(cut::line(&plan));
        let output = run.run().exits(0, why).json()["inputs"][0]["output_changes"][0].clone();
        assert_eq!(
            (&output["action"], &output["actions"]),
            (&json!(wanted), &json!([actions])),
            "{why}"
        );
    }
}
