//! The programs of `docs/library.md` do what they say, and the document shows them as they are.

use planlint::facts::{ChangeKind, Facts, Secrets};
use planlint::input::{self, Body, Want};
use planlint::lint::{self, Check, Finding, Level, Rule, RuleScope, Settings};
use planlint::output::{FORMATS, Style};
use planlint::report::{Baseline, Outcome, Report, Rows, Verdict};
use planlint::rules::RULES;
use serde_json::json;

use crate::cut;
use crate::docs::{assert_fresh, document, section};
use crate::fixtures;

/// A text that some document marks.
const SECRET: &str = "Canary-Pa55-word";

#[path = "../../examples/judge_plan.rs"]
#[expect(dead_code, reason = "its `main` is for those who run it")]
mod judge_plan;

#[path = "../../examples/compare_plans.rs"]
#[expect(dead_code, reason = "its `main` is for those who run it")]
mod compare_plans;

#[path = "../../examples/read_configuration.rs"]
#[expect(dead_code, reason = "its `main` is for those who run it")]
mod read_configuration;

#[path = "../../examples/own_rule.rs"]
#[expect(dead_code, reason = "its `main` is for those who run it")]
mod own_rule;

#[test]
fn the_document_shows_the_programs_as_they_are() {
    let mut text = document("docs/library.md");
    for name in ["judge_plan", "compare_plans", "read_configuration", "own_rule"] {
        let path = format!("examples/{name}.rs");
        let wanted = format!("```rust\n{}```\n", document(&path));
        let (_, lines) = section(&text, &path);
        text.replace_range(lines, &wanted);
    }
    assert_fresh("docs/library.md", &text);
}

#[test]
fn the_first_judges_a_plan() {
    let name = "migrated/tofu-1.12.6/plan.json";
    let bytes = fs_bytes(name);
    let mut out = Vec::new();
    let verdict = judge_plan::judge(name, bytes, &mut out).expect("the fixture is a plan");
    assert_eq!(verdict, Verdict::Fail);
    let out = String::from_utf8(out).unwrap();
    // A key that is destroyed: of an engine's plan with one deletion and two updates.
    assert!(
        out.starts_with("error[delete-stateful]: aws_kms_key.k is destroyed\n"),
        "{out}"
    );
    let state = fs_bytes("state-rich/tofu-1.12.6/state.json");
    let mut out = Vec::new();
    let refused = judge_plan::judge("state.json", state, &mut out).expect_err("a state would pass every gate");
    assert!(refused.to_string().starts_with("this is a state"), "{refused}");
    let two = [fs_bytes(name), fs_bytes("state-rich/tofu-1.12.6/state.json")].concat();
    let verdict = judge_plan::judge("two.json", two, &mut out).expect("one of them is a plan");
    assert_eq!(verdict, Verdict::Error, "the other one is not judged");
    let out = String::from_utf8(out).unwrap();
    assert!(out.contains("not judged: two.json#2: "), "{out}");
    assert!(out.contains("error[delete-stateful]: "), "{out}");
}

#[test]
fn the_second_compares_two_plans() {
    let text = |name: &str| input::text(name, fs_bytes(name)).expect("the fixture is text");
    let plan = text("migrated/tofu-1.12.6/plan.json");
    let empty = text("no-changes/tofu-1.12.6/plan.json");
    let mut out = Vec::new();
    compare_plans::compare(&plan, &empty, &mut out).expect("both are plans");
    let out = String::from_utf8(out).unwrap();
    assert!(out.contains("- delete aws_kms_key.k\n"), "{out}");
    let mut out = Vec::new();
    compare_plans::compare(&plan, &plan, &mut out).expect("both are plans");
    let out = String::from_utf8(out).unwrap();
    let [first, second] = out.lines().last().unwrap().split(' ').collect::<Vec<_>>()[..] else {
        panic!("{out}");
    };
    assert_eq!(first, second, "one plan has one fingerprint");
    assert!(!out.contains('~'), "{out}");
}

#[test]
fn the_third_lists_references() {
    let text = br#"{
  "variable": {"name": {}},
  "output": {
    "a": {"value": "${var.name}"},
    "b": {"value": "${var.nmae}"}
  }
}"#;
    let mut out = Vec::new();
    read_configuration::read(text, &mut out).unwrap();
    // Line and column are where the reference begins, counted by hand.
    assert_eq!(
        String::from_utf8(out).unwrap(),
        "4:23 var.name declared\n\
         5:23 var.nmae unknown\n\
         var.nmae is not declared; did you mean var.name?\n"
    );
}

fn fs_bytes(name: &str) -> Vec<u8> {
    std::fs::read(fixtures::root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn what_one_document_marks_can_be_kept_secret_in_another() {
    let mut open = cut::deleted();
    open["address"] = json!(format!("aws_db_instance.x[\"{SECRET}\"]"));
    open["type"] = json!("aws_db_instance");
    let open = cut::line(&cut::with_change(&open));
    let mut marked = cut::deleted();
    marked["change"]["before"] = json!({"password": SECRET});
    marked["change"]["before_sensitive"] = json!({"password": true});
    let marked = cut::line(&cut::with_change(&marked));
    let told = |others: Option<&Secrets>| {
        let source = input::text("open.json", open.clone().into_bytes()).unwrap();
        let contents = input::read(&source, Want::Plan).unwrap();
        let Some(Ok(document)) = contents.documents.first() else {
            panic!("a plan")
        };
        let Body::Plan(plan) = &document.body else {
            panic!("a plan")
        };
        let mut facts = Facts::of_plan(plan, None).unwrap();
        if let Some(others) = others {
            facts.keep_secret(others);
        }
        let found = lint::run(RULES, &facts, &Settings::default());
        let outcome = Outcome::judged("open.json", Some((&source, document.start)), &facts, found, Rows::All);
        let report = Report::new(vec![outcome], RULES, &Settings::default());
        let mut out = Vec::new();
        (FORMATS[0].write)(&report, &Style::plain(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    assert!(told(None).contains(SECRET), "nothing marks it there");
    let source = input::text("marked.json", marked.into_bytes()).unwrap();
    let contents = input::read(&source, Want::Plan).unwrap();
    let Some(Ok(document)) = contents.documents.first() else {
        panic!("a plan")
    };
    let Body::Plan(plan) = &document.body else {
        panic!("a plan")
    };
    let facts = Facts::of_plan(plan, None).unwrap();
    let told = told(Some(facts.secrets()));
    assert!(!told.contains(SECRET) && told.contains("aws_db_instance.x"), "{told}");
}

#[test]
fn the_fourth_judges_by_a_rule_of_its_own() {
    for (region, unknown, wanted, why) in [
        (json!("us-east-1"), json!({}), Some("counts"), "another"),
        (json!("eu-west-1"), json!({}), None, "one of ours"),
        (json!(null), json!({"region": true}), Some("unknown"), "unknown"),
    ] {
        let change = json!({
            "address": "aws_s3_bucket.b", "mode": "managed", "type": "aws_s3_bucket", "name": "b",
            "provider_name": "registry.opentofu.org/hashicorp/aws",
            "change": {"actions": ["create"], "before": null, "after": {"region": region}, "after_unknown": unknown,
                "before_sensitive": false, "after_sensitive": {}}
        });
        let plan = cut::line(&cut::with_change(&change));
        let mut out = Vec::new();
        own_rule::judge("plan.json", plan.into_bytes(), &mut out).expect("a plan");
        let told = "aws_s3_bucket.b is made in a region that we do not use\n";
        let wanted = wanted
            .map(|standing| format!("error, {standing}: {told}"))
            .unwrap_or_default();
        assert_eq!(String::from_utf8(out).unwrap(), wanted, "{why}");
    }
}

#[test]
fn a_document_keeps_its_own_secrets_whatever_others_mark() {
    let mut marked = cut::deleted();
    marked["change"]["before"] = json!({"password": SECRET});
    marked["change"]["before_sensitive"] = json!({"password": true});
    let text = cut::line(&cut::with_change(&marked));
    let source = input::text("marked.json", text.into_bytes()).unwrap();
    let contents = input::read(&source, Want::Plan).unwrap();
    let document = contents.documents[0].as_ref().unwrap();
    let facts = lint::facts_of(&document.body, None, &Secrets::default()).unwrap();
    assert!(facts.secrets().has(SECRET));
}

#[test]
fn a_rule_of_its_own_can_be_of_the_whole_of_one_kind_and_never_permitted() {
    const CHECKS: &[Check] = &[Check::Document(|_, findings| {
        findings.push(Finding::on_property("timestamp", "it is Friday"));
    })];
    const NONE: Rule = Rule::new("friday", Level::Error, "", CHECKS).in_family("house-rules");
    const WAIVER: &str = "[[waiver]]\nrule = \"friday\"\naddress = \"**\"\nreason = \"r\"\nexpires = 2026-12-31\n";
    const ADDRESS: &str = "[[override]]\naddress = \"a.b\"\nrules = { friday = \"note\" }\n";
    const CREATE: &str = "[[override]]\nkind = \"create\"\nrules = { friday = \"note\" }\n";
    for (rule, settings, wanted) in [
        (NONE, WAIVER, None),
        (NONE, ADDRESS, None),
        (NONE, CREATE, None),
        (
            NONE.never_permitted("wait"),
            WAIVER,
            Some("findings of `friday` cannot be waived"),
        ),
        (
            NONE.with_scope(RuleScope::Whole),
            ADDRESS,
            Some("`friday` speaks of a plan as a whole, which has no address"),
        ),
        (
            NONE.with_scope(RuleScope::Kind(ChangeKind::Delete)),
            CREATE,
            Some("`friday` is found in changes of kind `delete` alone"),
        ),
    ] {
        let now = "2026-11-21T00:00:00Z".parse().unwrap();
        let read = Settings::read(&[rule], &["planlint.toml".into()], now, &|_| Ok(settings.to_owned()));
        let mistake = read.err().map(|mistakes| mistakes.0[0].error.to_string());
        assert_eq!(mistake.as_deref(), wanted);
    }
    let plan = cut::line(&cut::with_change(&cut::deleted()));
    let source = input::text("plan.json", plan.into_bytes()).unwrap();
    for (rule, counts, why) in [
        (NONE, false, "a baseline knows it"),
        (NONE.never_permitted("wait"), true, "and not what nothing permits"),
    ] {
        let contents = input::read(&source, Want::Plan).unwrap();
        let document = contents.documents[0].as_ref().unwrap();
        let facts = lint::facts_of(&document.body, None, &Secrets::default()).unwrap();
        let settings = Settings::default();
        let found = lint::run(&[rule], &facts, &settings);
        let outcome = Outcome::judged("plan.json", None, &facts, found, Rows::Changes);
        let mut report = Report::new(vec![outcome], &[rule], &settings);
        Baseline::of(&report).apply(&mut report);
        assert_eq!(report.findings[0].counts(), counts, "{why}");
    }
}
