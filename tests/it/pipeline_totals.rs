//! What pipelines branch on: totals, and what stands in their place where nobody knows them.

use serde_json::{Value, json};

use crate::cut;
use crate::machines::written;
use crate::made;
use crate::program::planlint;
use planlint::lint::Level;
use planlint::report::{Finding, PlanInput, Standing, Subject};

#[test]
fn a_pipeline_that_asks_for_nothing_destroyed_is_told_unknown_where_nobody_knows() {
    let made = || made::of_plan(made::empty_plan(), Vec::new());
    let with = |change: fn(&mut PlanInput)| {
        let mut plan = made::empty_plan();
        change(&mut plan);
        made::of_plan(plan, Vec::new())
    };
    let rewritten = |rule: &str, standing: Standing| {
        let finding = made::finding(Level::Error, rule, "resource_changes", "is not there");
        made::of_plan(made::empty_plan(), vec![Finding { standing, ..finding }])
    };
    let mut beside_an_error = made();
    beside_an_error.errors = made::not_judged().errors;
    let mut errors_alone = made::not_judged();
    errors_alone.inputs.clear();
    let mut state = made::report();
    state.inputs.retain(|input| matches!(input.subject, Subject::State(_)));
    for (report, changes, destroy, numbers, why) in [
        (made(), "false", "false", "0", "a plan that changes nothing"),
        (
            with(|plan| plan.applyable = Some(true)),
            "true",
            "false",
            "0",
            "the engine would apply it: it writes the state",
        ),
        (
            with(|plan| {
                plan.refresh_only = true;
                plan.totals.drift = 1;
            }),
            "true",
            "false",
            "0",
            "a plan of -refresh-only with drift, of an engine that does not say whether it would apply it",
        ),
        (
            with(|plan| plan.totals.deferred = 1),
            "true",
            "false",
            "0",
            "what is deferred comes with a later plan",
        ),
        (
            beside_an_error,
            "unknown",
            "unknown",
            "unknown",
            "another plan could not be read",
        ),
        (errors_alone, "unknown", "unknown", "unknown", "nothing could"),
        (
            rewritten("rewritten-plan", Standing::Counts),
            "unknown",
            "unknown",
            "unknown",
            "changes may have been taken out of the file",
        ),
        (
            rewritten("rewritten-plan", Standing::Known),
            "false",
            "false",
            "0",
            "somebody knows, and takes the plan for whole",
        ),
        (state, "unknown", "unknown", "unknown", "a state is no plan"),
        (
            with(|plan| plan.errored = Some(true)),
            "unknown",
            "unknown",
            "unknown",
            "planning failed, and lists nothing",
        ),
        (
            with(|plan| {
                plan.errored = Some(true);
                plan.plan_line = Some("Plan: 1 to add, 0 to change, 0 to destroy.".to_owned());
            }),
            "true",
            "unknown",
            "unknown",
            "planning failed, and lists something",
        ),
        (
            with(|plan| {
                plan.plan_line = Some("Plan: 0 to add, 0 to change, 0 to destroy.".to_owned());
                plan.totals.unrecognized = 1;
            }),
            "true",
            "unknown",
            "unknown",
            "an action that nobody knows may destroy",
        ),
    ] {
        let env = written(&report, "env");
        for line in [
            format!("has_changes={changes}\nhas_destroy={destroy}\nadd={numbers}\n"),
            format!("\ndestroy={numbers}\n"),
            format!("\nforget={numbers}\n"),
        ] {
            assert!(env.contains(&line), "{why}: {line}\n{env}");
        }
        assert_eq!(written(&report, "github-output"), env, "{why}");
        let azure = written(&report, "azure");
        for line in [
            format!("variable=TERRAFORM_PLAN_HAS_DESTROY_CHANGES;isOutput=true]{destroy}\n"),
            format!("variable=planlint_destroy;isOutput=true]{numbers}\n"),
            format!("variable=planlint_destroy]{numbers}\n"),
        ] {
            assert!(azure.contains(&line), "{why}: {line}\n{azure}");
        }
    }
}

#[test]
fn the_outputs_of_a_step_are_added_to_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("output");
    std::fs::write(&file, "mine=1\n").unwrap();
    planlint(["--output", "github-output=output"])
        .folder(folder.path())
        .stdin(cut::line(&cut::deletion()))
        .run()
        .exits(0, "a warning")
        .says("PASS", "the report for people is still printed");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(
        text.starts_with("mine=1\nverdict=pass\nhas_changes=true\nhas_destroy=true\n"),
        "{text}"
    );
}

#[test]
fn moves_of_a_refresh_only_plan_are_in_the_sums_of_their_lists() {
    let mut plan = cut::plan("drift-refresh-only/terraform-1.11.4");
    let mut moved = plan["resource_drift"][0].clone();
    moved["previous_address"] = json!("terraform_data.before");
    moved["change"]["actions"] = json!(["no-op"]);
    moved["change"]["after"] = moved["change"]["before"].clone();
    plan["resource_drift"] = json!([moved]);
    let totals = |plan: &Value| {
        let run = planlint(["--no-config", "--format", "json"])
            .stdin(cut::line(plan))
            .run();
        let input = &run.json()["inputs"][0];
        let length = |list: &str| input[list].as_array().unwrap().len();
        let sum = |total: &Value| usize::try_from(total.as_u64().unwrap()).unwrap();
        let totals = &input["totals"];
        let moves = [sum(&totals["move"]), sum(&totals["kinds"]["move"])];
        (moves, [length("resource_changes"), length("drift")])
    };
    assert_eq!(totals(&plan), ([1, 1], [1, 0]), "each row has a kind");
    plan["resource_drift"][0]["change"]["actions"] = json!(["update"]);
    plan["resource_drift"][0]["change"]["after"]["input"] = json!("other");
    assert_eq!(
        totals(&plan),
        ([1, 0], [0, 1]),
        "it changed as well, and stands there alone"
    );
}
