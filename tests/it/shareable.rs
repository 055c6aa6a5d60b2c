//! `planlint redact`: a copy that holds no secret and is judged as the original is.

use std::fs;

use planlint::input::Want;
use planlint::rules::RULES;
use rayon::prelude::*;
use serde_json::Value;

use crate::cut;
use crate::fixtures;
use crate::judge::{Judged, deny, judge};
use crate::program::planlint;
use crate::secrets::{CANARY, around};

/// What was found, without words that quote values; rules about secrets have nothing to find any more.
fn found(judged: &Judged) -> Vec<String> {
    let of_secrets = |id: &str| RULES.iter().any(|rule| rule.id == id && rule.family == "secrets");
    let findings = judged.report.findings.iter();
    findings
        .filter(|finding| !of_secrets(&finding.rule))
        .map(|finding| {
            let address = finding.address.as_deref().unwrap_or_default();
            format!("{:?} {} {}", finding.level, finding.rule, address)
        })
        .collect()
}

#[test]
fn a_copy_holds_no_canary_and_is_judged_the_same() {
    let ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
    let settings = deny(&ids);
    let masked: usize = fixtures::plans()
        .par_iter()
        .filter(|fixture| !fixture.name.starts_with("medium") && fixture.path("plan.json").exists())
        .map(|fixture| {
            let plan = fixture.plan();
            let run = planlint(["redact"]).arg(&plan).run();
            if run.code == Some(1) {
                assert_eq!(
                    run.stdout, "",
                    "{}: unmarked secrets are told and not written",
                    fixture.name
                );
                assert!(run.stderr.contains("--leave-unmarked"), "{}", run.stderr);
                return 0;
            }
            let copy = run.exits(0, &fixture.name).stdout;
            // Terraform does not say that a variable is ephemeral; by its name and value nobody can tell.
            let told = copy.replace("CANARY-SECRET-EPHEMERAL-DEFAULT", "");
            assert!(!told.contains(CANARY), "{}: {}", fixture.name, around(&told));
            let text = fs::read_to_string(&plan).unwrap();
            let of_text = judge(text.as_bytes(), Want::Plan, &settings).unwrap();
            let of_copy = judge(copy.as_bytes(), Want::Plan, &settings).unwrap();
            assert_eq!(found(&of_text), found(&of_copy), "{}", fixture.name);
            let again = planlint(["redact"])
                .stdin(copy.clone())
                .run()
                .exits(0, &fixture.name)
                .stdout;
            assert_eq!(
                serde_json::from_str::<Value>(&again).unwrap(),
                serde_json::from_str::<Value>(&copy).unwrap(),
                "{}: a copy of the copy is the copy",
                fixture.name
            );
            let masked = copy.matches("(sensitive value").count();
            if masked == 0 {
                assert_eq!(
                    copy.trim_end(),
                    text.trim_end(),
                    "{}: nothing else changes",
                    fixture.name
                );
            }
            masked
        })
        .sum();
    assert!(masked > 100, "only {masked} placeholders");
}

#[test]
fn what_cannot_be_shared_is_refused() {
    for (input, words, why) in [
        ("{\"format_version\":", "cut off", "a plan that was cut"),
        (
            r#"{"version":4,"terraform_version":"1.9.0","serial":1,"lineage":"x","outputs":{},"resources":[]}"#,
            "tofu show -json",
            "a raw state does not know what is sensitive",
        ),
    ] {
        let run = planlint(["redact"]).stdin(input).run().exits(2, why).tells(words, why);
        assert_eq!(run.stdout, "", "{why}");
    }
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("shared.json");
    planlint(["redact", "-o"])
        .arg(&target)
        .stdin(cut::line(&cut::unchanged()))
        .run()
        .exits(0, "written to a file");
    let written = fs::read_to_string(target).unwrap();
    assert_eq!(written.trim_end(), cut::line(&cut::unchanged()).trim_end());
}

#[test]
fn a_copy_is_not_written_over_what_it_copies() {
    let folder = tempfile::tempdir().unwrap();
    let plan = cut::line(&cut::deletion());
    fs::write(folder.path().join("plan.json"), &plan).unwrap();
    planlint(["redact", "plan.json", "--output", "./plan.json"])
        .folder(folder.path())
        .run()
        .exits(2, "one file")
        .tells("the copy would write over it", "and why");
    let left = fs::read_to_string(folder.path().join("plan.json")).unwrap();
    assert_eq!(left, plan, "it is as it was");
}
