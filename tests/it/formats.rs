//! What people and programs get to see: snapshots of well-chosen plans, and the published shape of the JSON report.

use std::path::Path;

use rayon::prelude::*;
use serde_json::{Value, json};

use crate::cut;
use crate::docs::assert_fresh;
use crate::fixtures;
use crate::judge::{deny, judge};
use crate::made;
use crate::program::{Run, planlint};
use planlint::input::Want;
use planlint::lint::Level;
use planlint::output::json::schema;
use planlint::output::{FORMATS, Style};
use planlint::report::{Redacted, Report};

/// A fixture in a format, as the program prints it.
fn run(fixture: &str, arguments: &[&str]) -> Run {
    let folder = fixtures::root();
    planlint(arguments).arg(fixture).folder(&folder).run()
}

/// A snapshot, and one line of it that was written by hand from the engine's own text.
fn assert_text(name: &str, fixture: &str, arguments: &[&str], code: i32, line: &str) {
    let run = run(fixture, arguments).exits(code, name);
    assert!(
        run.stdout.lines().any(|shown| shown.trim_end() == line),
        "{name} lacks the line {line:?}\n{}",
        run.stdout
    );
    insta::assert_snapshot!(name, run.redacted(Path::new("/")));
}

#[test]
fn replacements_say_what_forces_them() {
    assert_text(
        "replace",
        "replace/tofu-1.12.6/plan.json",
        &[],
        1,
        "  -/+  replace  aws_db_instance.main                storage_encrypted forces replacement",
    );
}

#[test]
fn deletions_say_why() {
    assert_text(
        "destroy-reasons",
        "destroy-reasons/terraform-1.11.4/plan.json",
        &["--deny", "delete"],
        1,
        "Plan: 2 to add, 0 to change, 17 to destroy.",
    );
}

#[test]
fn a_forgotten_object_stays() {
    assert_text(
        "forget-lifecycle",
        "forget-lifecycle/tofu-1.12.6/plan.json",
        &["--all"],
        0,
        "Plan: 2 to add, 0 to change, 1 to destroy, 4 to forget.",
    );
}

#[test]
fn checks_have_a_row_each() {
    assert_text(
        "checks",
        "checks/tofu-1.12.6/plan.json",
        &[],
        1,
        "Checks: 13 pass, 3 unknown, 3 fail",
    );
}

#[test]
fn moves_and_imports_say_from_where() {
    assert_text(
        "moved",
        "moved/tofu-1.12.6/plan.json",
        &[],
        0,
        "Plan: 1 to add, 1 to change, 1 to destroy.",
    );
    assert_text(
        "import",
        "import/terraform-1.11.4/plan.json",
        &[],
        1,
        "Plan: 4 to import, 2 to add, 2 to change, 1 to destroy.",
    );
}

#[test]
fn drift_is_split_by_what_matters() {
    assert_text(
        "drift",
        "drift/tofu-1.12.6/plan.json",
        &[],
        1,
        // The engine's text shows two objects below its note; the other two the plan only sets right.
        "Changed outside of OpenTofu: 2 affect this plan, 2 are changed by it",
    );
}

#[test]
fn outputs_alone_are_no_resource_change() {
    assert_text(
        "outputs-only",
        "outputs-only/tofu-1.12.6/plan.json",
        &[],
        1,
        "Changes to Outputs:",
    );
}

#[test]
fn secrets_have_a_mark_in_their_place() {
    assert_text(
        "sensitive-values",
        "sensitive-values/tofu-1.12.6/plan.json",
        &["--all"],
        1,
        "Plan: 2 to add, 9 to change, 1 to destroy.",
    );
}

#[test]
fn what_was_put_off_stands_apart() {
    assert_text(
        "deferred",
        "deferred/terraform-1.15.9/plan.json",
        &[],
        0,
        "Plan: 4 to add, 0 to change, 0 to destroy.",
    );
}

#[test]
fn nothing_is_said_in_one_line() {
    assert_text(
        "no-changes",
        "no-changes/terraform-1.15.9/plan.json",
        &[],
        0,
        "No changes. 3 unchanged.",
    );
}

#[test]
fn several_plans_have_a_row_each() {
    let folder = fixtures::root();
    let files = ["replace", "no-changes", "outputs-only"].map(|name| format!("{name}/tofu-1.12.6/plan.json"));
    let run = planlint(files)
        .arg("wrong-inputs/tofu-1.12.6/validate.json")
        .folder(&folder)
        .run();
    let run = run.exits(2, "one is no plan").says("3 plans", "were judged");
    insta::assert_snapshot!("several", run.redacted(&folder));
}

/// A report in a format.
fn shown(report: &Report, format: &str, width: Option<usize>) -> String {
    let format = FORMATS.iter().find(|known| known.name == format).unwrap();
    let mut style = Style::plain();
    style.width = width;
    let mut out = Vec::new();
    (format.write)(report, &style, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The made-up report, whose numbers stand in `made`.
fn written(format: &str, width: Option<usize>) -> String {
    shown(&made::not_judged(), format, width)
}

#[test]
fn findings_of_one_rule_are_told_apart() {
    let of = |deposed: Option<&str>, says: &str, why: Option<&str>, help: &str| {
        let mut finding = made::finding(Level::Warning, "delete", "aws_vpc.a", says);
        finding.deposed = deposed.map(Redacted::trusted);
        finding.why = why.map(Redacted::trusted);
        finding.help = Some(Redacted::trusted(help));
        finding
    };
    for (one, two, wanted, why) in [
        (
            of(None, "goes", None, "keep it"),
            of(Some("k"), "goes", None, "look who uses it"),
            [
                "  help for aws_vpc.a: keep it",
                "  help for aws_vpc.a (deposed k): look who uses it",
            ],
            "the object itself and what is left of another",
        ),
        (
            of(None, "protects less: x", None, "keep x"),
            of(None, "protects less: y", None, "keep y"),
            [
                "  help where aws_vpc.a protects less: x: keep x",
                "  help where aws_vpc.a protects less: y: keep y",
            ],
            "two of one object",
        ),
        (
            of(None, "is open: x is not set", Some("all may read"), "close it"),
            of(None, "goes", Some("asked for"), "close it"),
            [
                "  - aws_vpc.a is open: x is not set; all may read",
                "  - aws_vpc.a goes: asked for",
            ],
            "a reason behind words with a colon, and behind others",
        ),
    ] {
        let report = made::of_plan(made::empty_plan(), vec![one, two]);
        let text = shown(&report, "text", None);
        for line in wanted {
            assert!(text.lines().any(|shown| shown == line), "{why}: {line}\n{text}");
        }
    }
}

#[test]
fn the_made_report_is_written_as_it_was() {
    let text = written("text", None);
    let row = "FAIL plans/prod.json 5 2 4 3 2 1 error, 2 warnings, 1 note, 1 unknown, 1 waived, 1 known";
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.lines().any(|line| words(line).starts_with(row)),
        "counted by hand\n{text}"
    );
    insta::assert_snapshot!("made-text", text);
    let narrow = written("text", Some(60));
    assert!(narrow.contains("plans/prod.json"), "a name is never cut\n{narrow}");
    insta::assert_snapshot!("made-text-60", narrow);
    let json = written("json", None);
    let report: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["inputs"][0]["totals"]["destroy"], 4, "counted by hand");
    assert_eq!(
        report["inputs"][0]["resource_changes"].as_array().unwrap().len(),
        16,
        "likewise"
    );
    insta::assert_snapshot!("made-json", json);
}

#[test]
fn every_format_has_a_snapshot_of_the_made_report() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/snapshots");
    let names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_str().unwrap().to_owned())
        .collect();
    for format in FORMATS {
        let end = format!("__made-{}.snap", format.name);
        assert!(
            names.iter().any(|name| name.ends_with(&end)),
            "no snapshot of {}",
            format.name
        );
    }
}

#[test]
fn a_state_is_summed_up() {
    assert_text(
        "state",
        "state-rich/tofu-1.12.6/terraform.tfstate",
        &["state"],
        1,
        "7 resources · 3 data sources · 2 outputs (1 sensitive) · 2 tainted · 1 deposed",
    );
}

#[test]
fn the_json_report_is_what_it_was() {
    for (name, fixture, code, pointer, wanted) in [
        (
            "forget.json",
            "forget/tofu-1.12.6/plan.json",
            0,
            "/inputs/0/totals/forget",
            json!(6),
        ),
        (
            "check-error.json",
            "check-error/terraform-1.11.4/plan.json",
            1,
            "/findings/1/rule",
            json!("failed-check"),
        ),
    ] {
        let run = run(fixture, &["--format", "json"]).exits(code, name);
        assert_eq!(run.json().pointer(pointer), Some(&wanted), "{name}");
        insta::assert_snapshot!(name, run.stdout);
    }
}

#[test]
fn every_report_has_the_published_shape() {
    let schema: Value = serde_json::from_str(&schema().unwrap()).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let root = fixtures::root();
    let reports = fixtures::all()
        .par_iter()
        .filter(|path| !path.starts_with(root.join("medium")) && !path.starts_with(root.join("large")))
        .flat_map_iter(|path| {
            [Want::Plan, Want::State].map(|want| {
                let judged = judge(&fixtures::bytes(path), want, &deny(&["delete"])).unwrap();
                let report: Value = serde_json::from_str(&judged.written("json", None)).unwrap();
                let wrong: Vec<String> = validator.iter_errors(&report).map(|error| error.to_string()).collect();
                assert!(wrong.is_empty(), "{}: {wrong:?}", path.display());
                1
            })
        })
        .sum::<usize>();
    assert!(reports > 500, "only {reports} reports");
    for broken in [json!({}), json!({"report_version": "1.0"}), json!([])] {
        assert!(
            !validator.is_valid(&broken),
            "a shape that fits everything says nothing"
        );
    }
}

#[test]
fn the_published_shape_is_the_one_that_is_written() {
    assert_fresh("schemas/report.v1.schema.json", &schema().unwrap());
}

/// Who reads only so many bytes and then goes.
struct Leaving(usize);

impl std::io::Write for Leaving {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.0 == 0 {
            return Err(std::io::ErrorKind::BrokenPipe.into());
        }
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        Ok(taken)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn every_format_says_that_nobody_reads_on() {
    let plan = fixtures::root().join("destroy-reasons/terraform-1.11.4/plan.json");
    let report = judge(&fixtures::bytes(&plan), Want::Plan, &deny(&["delete"]))
        .unwrap()
        .report;
    for format in FORMATS {
        for first in [0, 10] {
            let error = (format.write)(&report, &Style::plain(), &mut Leaving(first)).unwrap_err();
            // The program ends without an error then, and with the status of the verdict.
            assert_eq!(
                error.kind(),
                std::io::ErrorKind::BrokenPipe,
                "{} after {first}",
                format.name
            );
        }
    }
}

#[test]
fn a_check_that_a_plan_leaves_open_says_why() {
    let instance = json!([{"address": {"to_display": "check.health"}, "status": "unknown"}]);
    let plan = |name: &str, complete: Option<bool>, instances: &Value| {
        let mut plan = cut::plan(name);
        plan.as_object_mut().unwrap().remove("complete");
        if let Some(complete) = complete {
            plan["complete"] = json!(complete);
        }
        plan["errored"] = json!(false);
        plan["checks"] = json!([{"address": {"kind": "check", "name": "health", "to_display": "check.health"},
            "status": "unknown", "instances": instances}]);
        plan
    };
    let none = json!([]);
    for (plan, words, why) in [
        (
            plan("destroy-all/tofu-1.12.6", None, &instance),
            "not evaluated by a plan with -destroy",
            "all goes",
        ),
        (
            plan("replace/terraform-1.11.4", Some(true), &instance),
            "decided only during apply",
            "the plan is whole",
        ),
        (
            plan("replace/terraform-1.11.4", Some(true), &none),
            "not evaluated",
            "nobody knows why it has no instance",
        ),
        (
            plan("replace/terraform-1.11.4", Some(false), &none),
            "left out of this plan",
            "a part",
        ),
        (
            plan("destroy-reasons/tofu-1.12.6", None, &instance),
            "decided only during apply",
            "OpenTofu does not say whether a plan is whole, and lists instances of what it comes to alone",
        ),
        (
            plan("destroy-reasons/tofu-1.12.6", None, &none),
            "left out of this plan",
            "OpenTofu lists no instances of what targets leave out",
        ),
    ] {
        let run = planlint(["--no-config"]).stdin(cut::line(&plan)).run();
        let line = format!("  unknown  check.health  {words}");
        assert!(
            run.stdout.lines().any(|shown| shown == line),
            "{why}: {line}\n{}",
            run.stdout
        );
        // Beside the address, where the others name no kind of check.
        for (format, shown) in [
            ("markdown", format!("- unknown check.health: {words}\n")),
            (
                "html",
                format!("<code>check.health</code> <span class=\"note\">{words}</span>"),
            ),
        ] {
            let run = planlint(["--no-config", "--format", format])
                .stdin(cut::line(&plan))
                .run();
            // Options of engines are code in Markdown.
            let told = run.stdout.replace('`', "");
            assert!(told.contains(&shown), "{format}: {why}\n{}", run.stdout);
        }
    }
}
