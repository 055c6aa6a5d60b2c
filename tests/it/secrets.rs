//! No value that a source marks sensitive leaves the program: not in a report, not in an error, not in `Debug`.

use rayon::prelude::*;
use serde_json::{Value, json};

use crate::chance::Chance;
use crate::cut;
use crate::engine_text;
use crate::fixtures;
use crate::judge::{deny, judge, judge_and_debug};
use crate::program::planlint;
use planlint::input::Want;
use planlint::output::FORMATS;
use planlint::rules::RULES;

/// How every secret that is planted in the fixtures begins.
pub(crate) const CANARY: &str = "CANARY-SECRET-";

/// Every file of the fixtures that holds a canary, or that planlint reads.
fn inputs() -> Vec<(String, Vec<u8>)> {
    let root = fixtures::root();
    fixtures::all()
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&root).unwrap().display().to_string();
            (name, fixtures::bytes(&path))
        })
        .filter(|(name, _)| !name.ends_with("CANARIES.txt") && !name.contains("/config/"))
        .collect()
}

pub(crate) fn around(text: &str) -> &str {
    let at = text.find(CANARY).unwrap_or(0);
    let end = (at + 80).min(text.len());
    text.get(at..end).unwrap_or("")
}

#[test]
fn no_canary_is_in_any_output_of_any_fixture() {
    let ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
    let settings = deny(&ids);
    let with_canary = inputs()
        .par_iter()
        .map(|(name, bytes)| {
            let wants: &[Want] = if bytes.len() < 20_000 {
                &[Want::Any, Want::Plan, Want::State]
            } else {
                &[Want::Any]
            };
            for &want in wants {
                let printed = judge_and_debug(bytes, want, &settings).unwrap().printed();
                assert!(!printed.contains(CANARY), "{name} as {want:?}: {}", around(&printed));
            }
            usize::from(bytes.windows(CANARY.len()).any(|piece| piece == CANARY.as_bytes()))
        })
        .sum::<usize>();
    assert!(with_canary > 60, "only {with_canary} files hold a canary");
}

#[test]
fn what_was_looked_at_prints_no_copy_that_nothing_marks() {
    let secret = format!("{CANARY}COPY");
    let mut change = cut::object(
        "x_y.z",
        &["delete", "create"],
        &json!({"zone": "a"}),
        &json!({"zone": secret, "tags": {&secret: "b"}}),
        &json!({}),
    );
    change["change"]["replace_paths"] = json!([["zone"]]);
    let mut plan = cut::with_change(&change);
    plan["output_changes"]["s"] = json!({
        "actions": ["create"], "before": null, "after": secret, "after_unknown": false,
        "before_sensitive": false, "after_sensitive": true,
    });
    let judged = judge_and_debug(cut::line(&plan).as_bytes(), Want::Plan, &deny(&["replace"])).unwrap();
    assert!(judged.debug.contains("ChangeView"), "{}", judged.debug);
    let printed = judged.printed();
    assert!(!printed.contains(CANARY), "{}", around(&printed));
}

/// Canaries that nothing marks in one kind of document: they become secrets with the plan that is made of it.
const NOT_YET: [(&str, &str, &str); 2] = [
    ("outputs-only/", "state.json", "CANARY-SECRET-OUTPUT-FLIP"),
    ("sensitive-values/", "state.json", "CANARY-SECRET-FLIP-ON"),
];

#[test]
fn no_canary_is_shown_of_any_fixture() {
    let schemas = engine_text::schemas("tofu-1.12.6");
    let shown = inputs()
        .par_iter()
        .map(|(name, bytes)| {
            let mut shown = 0;
            for schemas in [Some(&schemas), None] {
                let mut text = engine_text::everything(bytes, schemas);
                for (folder, file, canary) in NOT_YET {
                    if name.starts_with(folder) && name.ends_with(file) {
                        text = text.replace(canary, "");
                    }
                }
                assert!(!text.contains(CANARY), "{name}: {}", around(&text));
                shown += text.matches("(sensitive value)").count();
            }
            shown
        })
        .sum::<usize>();
    assert!(shown > 500, "only {shown} sensitive values are shown as such");
}

#[test]
fn the_program_prints_no_canary() {
    let folder = fixtures::root();
    for name in [
        "sensitive-values",
        "outputs-only",
        "drift",
        "legacy",
        "replace",
        "state-rich",
        "wrong-inputs",
    ] {
        let files = fixtures::files_below(&folder.join(name));
        files.par_iter().for_each(|file| {
            if file.to_str().unwrap().contains("/config/") {
                return;
            }
            for arguments in [
                &["--all"][..],
                &["--format=json"],
                &["--kind=any", "--all"],
                &["state", "--all"],
                &["show"],
            ] {
                planlint(arguments)
                    .arg(file)
                    .run()
                    .hides(CANARY, &file.display().to_string());
            }
        });
        // What is secret in one is no secret of another, and each keeps its own.
        for arguments in [
            &["--kind=any", "--all"][..],
            &["--kind=any", "--format=markdown"],
            &["show"],
        ] {
            let run = planlint(arguments).arg(folder.join(name)).run();
            let nothing = run.stderr.contains(" was found there");
            assert!(run.stdout.lines().count() > 10 || nothing, "{}", run.shown());
            run.hides(CANARY, name);
        }
    }
}

#[test]
fn no_canary_is_in_any_error_of_a_cut_or_broken_file() {
    let settings = deny(&["delete"]);
    let inputs = inputs();
    let broken: Vec<_> = inputs
        .iter()
        .filter(|(_, bytes)| {
            bytes.len() < 25_000 && bytes.windows(CANARY.len()).any(|piece| piece == CANARY.as_bytes())
        })
        .collect();
    assert!(broken.len() > 50);
    broken.par_iter().enumerate().for_each(|(seed, (name, bytes))| {
        let mut chance = Chance::new(seed as u64 + 1);
        for step in 0..24 {
            let at = chance.below(bytes.len());
            let mut other = bytes.clone();
            match step % 4 {
                0 => other.truncate(at),
                1 => other[at] = b"{}[]\",:0n\\\x00\xff"[chance.below(12)],
                2 => drop(other.drain(at..(at + 1 + chance.below(40)).min(bytes.len()))),
                _ => drop(other.splice(at..at, b"\"CANARY-SECRET-INSERTED\"".iter().copied())),
            }
            for want in [Want::Plan, Want::State] {
                let judged = judge(&other, want, &settings).unwrap();
                // A file that still decodes may have lost the mark that made its value a secret; an error never quotes.
                if judged.exit() == 2 {
                    let errors = format!("{:?}{}", judged.report.errors, judged.debug);
                    assert!(!errors.contains(CANARY), "{name}, step {step}: {}", around(&errors));
                }
            }
        }
    });
}

#[test]
fn no_value_of_a_wrong_type_is_quoted() {
    let plan = cut::plan("wrong-inputs/tofu-1.12.6");
    let mut paths = Vec::new();
    collect_paths(&plan, String::new(), &mut paths);
    let settings = deny(&["delete"]);
    let refused = paths
        .par_iter()
        .map(|path| {
            let mut refused = 0;
            for wrong in [
                json!("CANARY-SECRET-WRONG-TYPE"),
                json!(["CANARY-SECRET-WRONG-TYPE"]),
                json!({"a": 7}),
            ] {
                let mut other = plan.clone();
                *other.pointer_mut(path).unwrap() = wrong;
                let judged = judge(cut::line(&other).as_bytes(), Want::Plan, &settings).unwrap();
                if judged.exit() == 2 {
                    refused += 1;
                    let errors = format!("{:?}{}", judged.report.errors, judged.debug);
                    assert!(!errors.contains(CANARY), "{path}: {}", around(&errors));
                }
            }
            refused
        })
        .sum::<usize>();
    assert!(refused > 200, "only {refused} were refused");
}

fn collect_paths(value: &Value, path: String, paths: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                let key = key.replace('~', "~0").replace('/', "~1");
                collect_paths(member, format!("{path}/{key}"), paths);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect_paths(item, format!("{path}/{index}"), paths);
            }
        }
        _ => {}
    }
    paths.push(path);
}

/// Puts a canary of its own into every string that the mask marks, and says which.
fn plant(value: &mut Value, mask: &Value, planted: &mut Vec<String>) {
    match (mask, value) {
        (Value::Bool(true), Value::String(text)) => {
            let canary = format!("planted-canary-{}-end", planted.len());
            text.clone_from(&canary);
            planted.push(canary);
        }
        (Value::Bool(true), Value::Array(items)) => items.iter_mut().for_each(|item| plant(item, mask, planted)),
        (Value::Bool(true), Value::Object(members)) => {
            members.values_mut().for_each(|member| plant(member, mask, planted));
        }
        (Value::Object(marks), Value::Object(members)) => {
            for (key, mask) in marks {
                if let Some(member) = members.get_mut(key) {
                    plant(member, mask, planted);
                }
            }
        }
        (Value::Array(marks), Value::Array(items)) => {
            marks
                .iter()
                .zip(items)
                .for_each(|(mask, item)| plant(item, mask, planted));
        }
        _ => {}
    }
}

fn plant_in_changes(changes: Option<&mut Value>, planted: &mut Vec<String>) {
    for change in changes.and_then(Value::as_array_mut).into_iter().flatten() {
        plant_in_change(&mut change["change"], planted);
    }
}

fn plant_in_change(change: &mut Value, planted: &mut Vec<String>) {
    for (value, mask) in [("before", "before_sensitive"), ("after", "after_sensitive")] {
        let mask = change[mask].clone();
        if let Some(value) = change.get_mut(value) {
            plant(value, &mask, planted);
        }
    }
}

fn plant_in_module(module: &mut Value, planted: &mut Vec<String>) {
    for resource in module
        .get_mut("resources")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
    {
        let mask = resource["sensitive_values"].clone();
        plant(&mut resource["values"], &mask, planted);
    }
    let children = module.get_mut("child_modules").and_then(Value::as_array_mut);
    for child in children.into_iter().flatten() {
        plant_in_module(child, planted);
    }
}

fn plant_in_values(values: &mut Value, planted: &mut Vec<String>) {
    for output in values["outputs"]
        .as_object_mut()
        .into_iter()
        .flatten()
        .map(|(_, output)| output)
    {
        let mask = output["sensitive"].clone();
        plant(&mut output["value"], &mask, planted);
    }
    if let Some(root) = values.get_mut("root_module") {
        plant_in_module(root, planted);
    }
}

/// Copies the canaries into every text of a change that a report prints.
fn print_in_change(change: &mut Value, canary: &str) {
    change["address"] = json!(format!("terraform_data.x[\"{canary}\"]"));
    change["previous_address"] = json!(format!("terraform_data.y[\"{canary}\"]"));
    change["index"] = json!(canary);
    change["module_address"] = json!(format!("module.m[\"{canary}\"]"));
    change["action_reason"] = json!(canary);
    change["change"]["importing"] = json!({"id": canary});
    change["change"]["replace_paths"] = json!([[canary, 0]]);
}

/// Gives the objects of a module, and of those below it, the new addresses.
fn rename(module: &mut Value, renamed: &[(Value, Value)]) {
    let resources = module.get_mut("resources").and_then(Value::as_array_mut);
    for resource in resources.into_iter().flatten() {
        if let Some((_, new)) = renamed.iter().find(|(old, _)| *old == resource["address"]) {
            resource["address"] = new.clone();
        }
    }
    for child in module
        .get_mut("child_modules")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
    {
        rename(child, renamed);
    }
}

#[test]
fn what_is_marked_in_one_place_is_masked_in_all_that_is_printed() {
    let ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
    let settings = deny(&ids);
    let planted = fixtures::plans()
        .par_iter()
        .filter(|fixture| fixture.path("plan.json").exists() && !fixture.name.starts_with("medium"))
        .map(|fixture| {
            let mut plan = fixtures::json(&fixture.plan());
            let mut planted = Vec::new();
            plant_in_changes(plan.get_mut("resource_changes"), &mut planted);
            plant_in_changes(plan.get_mut("resource_drift"), &mut planted);
            for change in plan["output_changes"].as_object_mut().into_iter().flatten() {
                plant_in_change(change.1, &mut planted);
            }
            if plan.get("planned_values").is_some() {
                plant_in_values(&mut plan["planned_values"], &mut planted);
            }
            if plan["prior_state"]["values"].is_object() {
                plant_in_values(&mut plan["prior_state"]["values"], &mut planted);
            }
            if planted.is_empty() {
                return 0;
            }
            let messages: Vec<Value> = planted
                .iter()
                .map(|canary| json!({"message": format!("the value ({canary}) is bad")}))
                .collect();
            plan["checks"] = json!([{
                "address": {"kind": "check", "name": "c", "to_display": format!("module.m[\"{}\"].check.c", planted[0])},
                "status": "fail",
                "instances": [{
                    "address": {"to_display": format!("module.m[\"{}\"].check.c", planted[0])}, "status": "fail", "problems": messages
                }]
            }]);
            let mut canaries = planted.iter().cycle();
            let mut renamed = Vec::new();
            for list in ["resource_changes", "resource_drift"] {
                for change in plan.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten() {
                    let before = change["address"].clone();
                    print_in_change(change, canaries.next().unwrap());
                    renamed.push((before, change["address"].clone()));
                }
            }
            if let Some(root) = plan.pointer_mut("/planned_values/root_module") {
                rename(root, &renamed);
            }
            let version = plan["terraform_version"].as_str().unwrap_or("1.12.6");
            plan["terraform_version"] = json!(format!("{version}+{}", planted[0]));
            // The state keeps its names.
            plan["complete"] = json!(false);
            let judged = judge(cut::line(&plan).as_bytes(), Want::Plan, &settings).unwrap();
            assert_ne!(judged.exit(), 2, "{}: {:?}", fixture.name, judged.report.errors);
            let schemas = engine_text::schemas(&fixture.name);
            for schemas in [Some(&schemas), None] {
                let shown = engine_text::everything(cut::line(&plan).as_bytes(), schemas);
                let leak = planted.iter().find(|canary| shown.contains(*canary));
                assert_eq!(leak, None, "{} is shown\n{shown}", fixture.name);
            }
            for format in FORMATS.iter().map(|format| format.name) {
                let written = judged.written(format, None);
                // Sums have no texts in which a value could be masked, and a table may have no rows.
                if !matches!(format, "csv" | "tsv" | "env" | "github-output" | "gitlab-terraform") {
                    assert!(written.contains("(sensitive value)"), "{}, {format}", fixture.name);
                }
                for canary in &planted {
                    assert!(
                        !written.contains(canary),
                        "{}, {format}: {canary}\n{written}",
                        fixture.name
                    );
                }
            }
            planted.len()
        })
        .sum::<usize>();
    assert!(planted > 300, "only {planted} sensitive leaves");
}

#[test]
fn a_value_of_a_sensitive_variable_is_masked_where_no_mark_stands() {
    let mut plan = cut::unchanged();
    plan["variables"] =
        json!({"token": {"value": "variable-secret-1"}, "list": {"value": {"a": ["variable-secret-2"]}}});
    plan["configuration"]["root_module"]["variables"] =
        json!({"token": {"sensitive": true}, "list": {"sensitive": true}});
    plan["checks"] = json!([{
        "address": {"kind": "check", "name": "c", "to_display": "check.c"},
        "status": "fail",
        "instances": [{"address": {"to_display": "check.c"}, "status": "fail",
            "problems": [{"message": "variable-secret-1 and variable-secret-2 are bad"}]}]
    }]);
    for format in ["text", "json"] {
        planlint(["--format", format])
            .stdin(cut::line(&plan))
            .run()
            .exits(1, "the check fails")
            .says("(sensitive value) and (sensitive value) are bad", "both are masked");
    }
}

/// A replacement that shows the values before and after, with a mark of them in one place alone.
fn replaced(place: &str) -> Value {
    let (before, after) = (
        json!({"id": "tok-1", "tier": "gold7", "settings": {"k9": "a"}}),
        json!({"tier": "lead8", "settings": {"k9": "b"}}),
    );
    let marks = json!({"id": true, "tier": true, "settings": true});
    let mut change = json!({
        "address": "aws_db_instance.x", "mode": "managed", "type": "aws_db_instance", "name": "x",
        "provider_name": "registry.opentofu.org/hashicorp/aws",
        "change": {
            "actions": ["delete", "create"], "before": before, "after": after, "after_unknown": {"id": true},
            "before_sensitive": {}, "after_sensitive": {}, "replace_paths": [["tier"], ["settings", "k9"]],
            "importing": {"id": "tok-1"}
        }
    });
    let drifted = json!({
        "address": "aws_db_instance.x", "mode": "managed", "type": "aws_db_instance", "name": "x",
        "change": {
            "actions": ["update"], "before": after, "after": before, "after_unknown": {},
            "before_sensitive": marks, "after_sensitive": {}
        }
    });
    let resource = |values: &Value, marks: Value| {
        json!({
            "address": "aws_db_instance.x", "mode": "managed", "type": "aws_db_instance", "name": "x",
            "schema_version": 0, "values": values, "sensitive_values": marks
        })
    };
    let none = || json!({});
    let marked = |wanted: &str| if place == wanted { marks.clone() } else { none() };
    if place == "before_sensitive" || place == "after_sensitive" {
        change["change"][place] = marks.clone();
    }
    let mut plan = cut::with_change(&change);
    if place == "resource_drift" {
        plan["resource_drift"] = json!([drifted]);
    }
    for (tree, resource) in [
        ("/planned_values", resource(&after, marked("planned_values"))),
        ("/prior_state/values", resource(&before, marked("prior_state"))),
    ] {
        let module = plan.pointer_mut(&format!("{tree}/root_module")).unwrap();
        module["resources"].as_array_mut().unwrap().push(resource);
    }
    plan
}

#[test]
fn a_value_of_any_length_is_masked_where_any_place_marks_its_attribute() {
    for (place, shown, why) in [
        ("nowhere", true, "nothing is marked: the values are shown"),
        ("before_sensitive", false, "on the side that goes"),
        ("after_sensitive", false, "on the side that comes"),
        ("planned_values", false, "only as planned"),
        ("prior_state", false, "only in the state"),
        ("resource_drift", false, "only in what drifted"),
    ] {
        for format in ["text", "json"] {
            let run = planlint(["--format", format, "--warn", "import-then-replace"])
                .stdin(cut::line(&replaced(place)))
                .run()
                .exits(1, why);
            for word in ["gold7", "lead8", "tok-1", "k9"] {
                assert_eq!(
                    run.stdout.contains(word),
                    shown,
                    "{place}, {format}: {word}\n{}",
                    run.stdout
                );
            }
            run.says("tier", "the attribute itself is named");
        }
        for arguments in [&["show"][..], &["show", "--engine-text"]] {
            let run = planlint(arguments)
                .stdin(cut::line(&replaced(place)))
                .run()
                .exits(0, why);
            for word in ["gold7", "lead8", "tok-1", "k9"] {
                assert_eq!(
                    run.stdout.contains(word),
                    shown,
                    "{place}, {arguments:?}: {word}\n{}",
                    run.stdout
                );
            }
            run.says("tier", "the attribute itself is named");
        }
    }
}

#[test]
fn a_copy_of_a_marked_policy_is_not_told_in_parts() {
    let policy = json!({
        "Version": "2012-10-17",
        "Statement": [{"Effect": "Allow", "Action": "sts:GetSessionToken", "Resource": "*", "Principal": "*"}]
    })
    .to_string();
    let change = json!({
        "address": "aws_sqs_queue_policy.x", "mode": "managed", "type": "aws_sqs_queue_policy", "name": "x",
        "provider_name": "registry.opentofu.org/hashicorp/aws",
        "change": {
            "actions": ["create"], "before": null, "after": {"policy": policy}, "after_unknown": {},
            "before_sensitive": false, "after_sensitive": {}
        }
    });
    for (sensitive, shown) in [(false, true), (true, false)] {
        let mut plan = cut::with_change(&change);
        plan["output_changes"] = json!({"copy": {
            "actions": ["create"], "before": null, "after": policy, "after_unknown": false,
            "before_sensitive": sensitive, "after_sensitive": sensitive
        }});
        let run = planlint(["-"]).stdin(cut::line(&plan)).run();
        assert_eq!(run.stdout.contains("GetSessionToken"), shown, "{}", run.stdout);
        run.says("aws_sqs_queue_policy.x", "it is found all the same");
    }
}

/// Long names are not repeated in front of all that stands below them; what is told of them is not cut out of a secret.
#[test]
fn a_secret_that_would_be_cut_is_not_told_in_parts() {
    let secret = format!("{CANARY}0123456789-abcdefghijkl");
    for letters in [990, 1000, 1010, 1020, 2000] {
        let name = format!("{}{secret}", "a".repeat(letters));
        let change = json!({
            "address": "aws_x.a", "mode": "managed", "type": "aws_x", "name": "a",
            "change": {
                "actions": ["update"], "after_unknown": {},
                "before": {"token": secret, "map": {&name: {"x": "lost"}}, &name: {"x": "old"}},
                "after": {"token": secret, "map": {&name: {"x": "lost"}}, &name: {"x": "new"}},
                "before_sensitive": {"token": true, "map": {&name: {"x": true}}}, "after_sensitive": {"token": true}
            }
        });
        let plan = cut::line(&cut::with_change(&change));
        for arguments in [&["--format", "json"][..], &["show"], &["--warn", "desensitized-value"]] {
            let run = planlint(arguments).stdin(plan.clone()).run();
            let part = &secret[..CANARY.len() + 4];
            assert!(
                !run.stdout.contains(part),
                "{letters}, {arguments:?}: {}",
                around(&run.stdout)
            );
        }
        planlint(["fingerprint", "-"]).stdin(plan).run().exits(0, "long names");
    }
}
