//! Damaged inputs: never a panic, and never a gate that opens because its input was damaged.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use serde_json::{Value, json};

use crate::chance::Chance;
use crate::cut;
use crate::engine_text;
use crate::fixtures;
use crate::judge::{deny, judge};
use crate::program::planlint;
use planlint::input::Want;

/// How many prefixes of a document are tried at most.
const PREFIXES: usize = 60;

/// The fixtures with documents of at most so many bytes.
fn small(limit: usize) -> Vec<(String, Vec<u8>)> {
    let root = fixtures::root();
    let names = [
        "plan.json",
        "state.json",
        "terraform.tfstate",
        "config.json",
        "output.json",
        "plan.tfplan",
    ];
    fixtures::named(&names)
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&root).unwrap().display().to_string();
            (name, fixtures::bytes(&path))
        })
        .filter(|(_, bytes)| bytes.len() <= limit)
        .collect()
}

#[test]
fn every_prefix_ends_with_a_verdict_and_none_with_success() {
    // All of them take more than half an hour in a release build, so that a run as usual has every prefix of the small
    // documents, and of the others as many.
    let every = std::env::var_os("PLANLINT_EVERY_PREFIX").is_some();
    let settings = deny(&["delete"]);
    let inputs = small(if every { usize::MAX } else { 13_000 });
    assert!(inputs.len() > 100);
    let tried = AtomicUsize::new(0);
    inputs.par_iter().for_each(|(name, bytes)| {
        let whole = bytes.trim_ascii_end().len();
        let step = if every { 1 } else { whole.div_ceil(PREFIXES) };
        // Each begins at another byte, so that the cuts fall into other places of what all documents begin with.
        (name.len() % step..whole)
            .into_par_iter()
            .step_by(step)
            .for_each(|end| {
                let judged = judge(&bytes[..end], Want::Any, &settings);
                let judged = judged.unwrap_or_else(|panic| panic!("{name} cut at {end} panics: {panic}"));
                assert_eq!(judged.exit(), 2, "{name} cut at {end}");
                tried.fetch_add(1, Ordering::Relaxed);
            });
    });
    let tried = tried.into_inner();
    println!("{tried} prefixes of {} documents", inputs.len());
    assert!(tried > 5_000, "only {tried}");
}

#[test]
fn what_is_shown_of_a_damaged_input_is_never_a_panic() {
    small(30_000).par_iter().enumerate().for_each(|(seed, (name, bytes))| {
        let schemas = engine_text::schemas(name);
        let mut chance = Chance::new(seed as u64 + 7);
        for step in 0..12 {
            let mut other = bytes.clone();
            for _ in 0..=chance.below(3) {
                let at = chance.below(other.len());
                match chance.below(3) {
                    0 => other[at] = b"{}[]\",:0n1a"[chance.below(11)],
                    1 => drop(other.drain(at..(at + 1 + chance.below(60)).min(other.len()))),
                    _ => drop(other.splice(at..at, b"null,".iter().copied())),
                }
            }
            drop(engine_text::everything(
                &other,
                Some(&schemas).filter(|_| step % 2 == 0),
            ));
        }
    });
}

#[test]
fn a_list_of_changes_cannot_be_emptied_where_there_are_objects() {
    let mut emptied = 0;
    for (name, bytes) in small(60_000) {
        let Ok(mut plan) = serde_json::from_slice::<Value>(&bytes) else {
            continue;
        };
        let root = &plan["prior_state"]["values"]["root_module"];
        let resources = root["resources"].as_array();
        let holds = resources.is_some_and(|resources| resources.iter().any(|one| one["mode"] == "managed"));
        if !plan["resource_changes"].is_array() || !holds {
            continue;
        }
        for (property, value) in [
            ("resource_changes", json!([])),
            ("planned_values", json!({"root_module": {}})),
        ] {
            plan[property] = value;
        }
        plan.as_object_mut().unwrap().remove("output_changes");
        let judged = judge(&serde_json::to_vec(&plan).unwrap(), Want::Plan, &deny(&[])).unwrap();
        assert_eq!(judged.exit(), 2, "{name}");
        emptied += 1;
    }
    assert!(emptied > 20, "only {emptied}");
}

#[test]
fn no_change_of_a_plan_that_is_whole_can_be_taken_out() {
    let settings = deny(&["delete"]);
    let mut taken = 0;
    for (name, bytes) in small(60_000) {
        let Ok(plan) = serde_json::from_slice::<Value>(&bytes) else {
            continue;
        };
        let Some(changes) = plan["resource_changes"].as_array() else {
            continue;
        };
        if plan["complete"] != true || plan["errored"] != false {
            continue;
        }
        for (index, change) in changes.iter().enumerate() {
            // Data that is read is in no state yet.
            if change["mode"] != "managed" {
                continue;
            }
            let mut cut = plan.clone();
            cut["resource_changes"].as_array_mut().unwrap().remove(index);
            let judged = judge(&serde_json::to_vec(&cut).unwrap(), Want::Plan, &settings).unwrap();
            assert_eq!(judged.exit(), 2, "{name} without {}", change["address"]);
            taken += 1;
        }
    }
    assert!(taken > 200, "only {taken}");
}

#[test]
fn every_byte_of_the_smallest_plan_may_be_the_last() {
    let bytes = fixtures::read("moved-only/tofu-1.12.6/plan.json");
    let whole = bytes.trim_ascii_end().len();
    for end in 0..whole {
        let judged = judge(&bytes[..end], Want::Any, &deny(&["delete"]));
        let judged = judged.unwrap_or_else(|panic| panic!("cut at {end} panics: {panic}"));
        assert_eq!(judged.exit(), 2, "cut at {end}");
    }
}

#[test]
fn a_changed_byte_is_never_a_panic() {
    let settings = deny(&["delete"]);
    small(20_000).par_iter().enumerate().for_each(|(seed, (name, bytes))| {
        let mut chance = Chance::new(seed as u64 + 100);
        for _ in 0..15 {
            let mut other = bytes.clone();
            for _ in 0..=chance.below(3) {
                let at = chance.below(bytes.len());
                other[at] = match chance.below(3) {
                    0 => other[at] ^ (1 << chance.below(8)),
                    1 => b"{}[]\",:\\-0eunft \n\x00\x80\xff"[chance.below(20)],
                    _ => other[chance.below(bytes.len())],
                };
            }
            let judged = judge(&other, Want::Any, &settings);
            judged.unwrap_or_else(|panic| panic!("{name} panics: {panic}\n{}", String::from_utf8_lossy(&other)));
        }
    });
}

#[test]
fn the_program_ends_with_0_1_or_2() {
    let plan = fixtures::read("plan-a/tofu-1.12.6/plan.json");
    let mut chance = Chance::new(7);
    for step in 0..30 {
        let mut other = plan.clone();
        let at = chance.below(plan.len());
        if step % 2 == 0 {
            other.truncate(at);
        } else {
            other[at] = b"{}[]\",:\\-0\x00\xff"[chance.below(12)];
        }
        let run = planlint(["--deny", "delete", "--all"]).stdin(other).run();
        assert!(matches!(run.code, Some(0..=2)), "{}", run.shown());
        assert!(!run.stderr.contains("planlint has a defect"), "{}", run.shown());
    }
}

/// The shell takes the program down where it takes more memory or time than any of these documents can need.
#[test]
#[cfg(target_os = "linux")]
fn damaged_inputs_take_no_more_than_whole_ones() {
    let inputs = small(60_000);
    let taken_down = inputs.par_iter().enumerate().filter_map(|(seed, (name, bytes))| {
        let mut chance = Chance::new(seed as u64 + 1000);
        let (first, second) = (chance.below(bytes.len()), chance.below(bytes.len()));
        let (_, other) = &inputs[chance.below(inputs.len())];
        let damaged = match seed % 3 {
            0 => bytes[..first].to_vec(),
            1 => [&bytes[..first], &bytes[first + 1..]].concat(),
            _ => [&bytes[..first], &other[second.min(other.len())..]].concat(),
        };
        let run = planlint(["--kind=any", "--deny=delete", "--all"])
            .stdin(damaged)
            .within(1_000_000, 10)
            .run();
        (!matches!(run.code, Some(0..=2))).then(|| format!("{name}: {}", run.shown()))
    });
    let taken_down: Vec<String> = taken_down.collect();
    assert!(taken_down.is_empty(), "{}", taken_down.join("\n"));
    // The limit is one: what needs more is taken down.
    let large = planlint(["--deny=delete"])
        .stdin(vec![b' '; 1 << 20])
        .within(1_000, 10)
        .run();
    assert!(!matches!(large.code, Some(0..=2)), "{}", large.shown());
}

#[test]
fn deep_and_long_inputs_are_refused_and_not_followed() {
    let plan = cut::line(&cut::deletion());
    for (open, close) in [("[", "]"), ("{\"k\":", "}")] {
        for (pointer, old) in [
            ("a value", "\"before\":{"),
            ("a mark", "\"before_sensitive\":"),
            ("the top", "{\""),
        ] {
            let nested = format!("{}null{}", open.repeat(200_000), close.repeat(200_000));
            let new = match old {
                "\"before\":{" => format!("\"before\":{{\"k\":{nested},"),
                "\"before_sensitive\":" => format!("\"before_sensitive\":{nested},\"x\":"),
                _ => format!("{{\"k\":{nested},\""),
            };
            assert!(plan.contains(old), "{pointer}");
            planlint(["--deny", "delete"])
                .stdin(plan.replacen(old, &new, 1))
                .run()
                .exits(2, pointer)
                .tells("nested", pointer);
        }
    }
    planlint::<[&str; 0], &str>([])
        .stdin("[".repeat(1_000_000))
        .run()
        .exits(2, "lists alone");
    planlint::<[&str; 0], &str>([])
        .stdin("{\"a\":".repeat(1_000_000))
        .run()
        .exits(2, "objects alone");
}

/// Every way to damage the value at a pointer: what was done, and the text after it.
fn damaged(plan: &Value, path: &[Step]) -> Vec<(String, String)> {
    let (last, parent_path) = path.split_last().unwrap();
    let with = |change: &dyn Fn(&mut Value)| {
        let mut other = plan.clone();
        let mut parent = &mut other;
        for step in parent_path {
            parent = match step {
                Step::Key(key) => &mut parent[key],
                Step::Index(index) => &mut parent[index],
            };
        }
        change(parent);
        cut::line(&other)
    };
    let set = |value: Value| {
        with(&|parent: &mut Value| match last {
            Step::Key(key) => parent[key] = value.clone(),
            Step::Index(index) => parent[index] = value.clone(),
        })
    };
    let old = path.iter().fold(plan, |value, step| match step {
        Step::Key(key) => &value[key],
        Step::Index(index) => &value[index],
    });
    let mut damaged = vec![
        ("put into a list".to_owned(), set(json!([old]))),
        ("made a string".to_owned(), set(json!(old.to_string()))),
    ];
    for other in [json!(null), json!(true), json!(0), json!("x"), json!([]), json!({})] {
        // Only another type is damage that a reader can see: an emptied list is a list.
        if std::mem::discriminant(&other) != std::mem::discriminant(old) {
            damaged.push((format!("made {other}"), set(other)));
        }
    }
    match last {
        Step::Index(index) => damaged.push((
            "dropped".to_owned(),
            with(&|parent| drop(parent.as_array_mut().unwrap().remove(*index))),
        )),
        Step::Key(key) => {
            damaged.push((
                "dropped".to_owned(),
                with(&|parent| drop(parent.as_object_mut().unwrap().remove(key))),
            ));
            for name in misspelled(key) {
                let text = with(&|parent| {
                    let members = parent.as_object_mut().unwrap();
                    let value = members.remove(key).unwrap();
                    members.insert(name.clone(), value);
                });
                damaged.push((format!("renamed {name}"), text));
            }
            let empty = match old {
                Value::Array(_) => json!([]),
                Value::Object(_) => json!({}),
                Value::Bool(flag) => json!(!flag),
                Value::String(_) => json!("x"),
                _ => json!(null),
            };
            // A repeated key cannot stand in a tree, so that it is written under a name that is then replaced.
            for (mark, order) in [("0-double", "before"), ("~double", "after")] {
                let text = with(&|parent| {
                    let members = parent.as_object_mut().unwrap();
                    let value = members.remove(key).unwrap();
                    let (first, second) = if order == "before" {
                        (&empty, &value)
                    } else {
                        (&value, &empty)
                    };
                    members.insert(mark.to_owned(), json!([first, second]));
                });
                damaged.push((format!("repeated {order}"), doubled(&text, mark, key)));
            }
        }
    }
    damaged
}

/// Writes the two values under `mark` as two members named `key`.
fn doubled(text: &str, mark: &str, key: &str) -> String {
    let member = format!("{}:[", json!(mark));
    let start = text.find(&member).unwrap();
    let mut values = serde_json::Deserializer::from_str(&text[start + member.len()..]).into_iter::<Value>();
    let first = values.next().unwrap().unwrap();
    let after_first = start + member.len() + values.byte_offset();
    let mut values = serde_json::Deserializer::from_str(&text[after_first + 1..]).into_iter::<Value>();
    let second = values.next().unwrap().unwrap();
    let end = after_first + 1 + values.byte_offset() + 1;
    let key = json!(key);
    format!("{}{key}:{first},{key}:{second}{}", &text[..start], &text[end..])
}

/// The key with one letter more, less, other, or of the other case.
fn misspelled(key: &str) -> Vec<String> {
    let mut names = vec![format!("{key}x"), format!("x{key}")];
    if let Some((at, last)) = key.char_indices().last() {
        names.push(key[..at].to_owned());
        names.push(format!("{}{}", &key[..at], if last == 'z' { 'y' } else { 'z' }));
    }
    let mut letters = key.chars();
    if let Some(first) = letters.next() {
        names.push(first.to_uppercase().chain(letters).collect());
    }
    names
}

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Key(String),
    Index(usize),
}

fn every_path(value: &Value, path: &mut Vec<Step>, paths: &mut Vec<Vec<Step>>) {
    if !path.is_empty() {
        paths.push(path.clone());
    }
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                path.push(Step::Key(key.clone()));
                every_path(member, path, paths);
                path.pop();
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(Step::Index(index));
                every_path(item, path, paths);
                path.pop();
            }
        }
        _ => {}
    }
}

/// A plan from which an element of `resource_changes` is gone is a plan of other changes; nobody can see that.
fn is_invisible(path: &[Step], what: &str) -> bool {
    matches!(path, [Step::Key(list), Step::Index(_)] if list == "resource_changes") && what == "dropped"
}

#[test]
fn damage_never_opens_the_gate() {
    let settings = deny(&["delete"]);
    let alone = {
        // A plan in which nothing is left afterwards, so that no other part of it speaks for what was cut out.
        let mut plan = cut::plan("destroy-all/tofu-1.12.6");
        plan["resource_changes"].as_array_mut().unwrap().truncate(1);
        plan
    };
    for (name, plan) in [
        ("a deletion beside unchanged resources", cut::deletion()),
        ("everything is destroyed", alone),
        ("a plan of the oldest format", {
            let mut plan = cut::plan("legacy/terraform-0.12.31");
            let changes = plan["resource_changes"].as_array_mut().unwrap();
            changes.retain(|change| change["change"]["actions"] == json!(["delete"]));
            changes.truncate(1);
            plan["planned_values"]["root_module"] = json!({});
            plan
        }),
    ] {
        let exit = &|text: &str| judge(text.as_bytes(), Want::Plan, &settings).map(|judged| judged.exit());
        assert_eq!(exit(&cut::line(&plan)), Ok(1), "{name}: whole");
        let mut paths = Vec::new();
        every_path(&plan, &mut Vec::new(), &mut paths);
        // What a provider decides may be anything: there a few places stand for all.
        paths.retain(|path| path.len() <= 4 || path.iter().any(|step| *step == Step::Key("change".to_owned())));
        let opened: Vec<String> = paths
            .par_iter()
            .flat_map_iter(|path| {
                damaged(&plan, path)
                    .into_iter()
                    .filter_map(move |(what, text)| match exit(&text) {
                        Ok(1 | 2) => None,
                        Ok(_) if is_invisible(path, &what) => None,
                        Ok(code) => Some(format!("{name}: {path:?} {what}: exit {code}")),
                        Err(panic) => Some(format!("{name}: {path:?} {what}: panic {panic}")),
                    })
            })
            .collect();
        assert!(
            opened.is_empty(),
            "{} of {} paths\n{}",
            opened.len(),
            paths.len(),
            opened.join("\n")
        );
    }
}

#[test]
fn no_damaged_byte_hides_that_data_is_destroyed() {
    // Rules of the defaults, which look at types; nothing else of the plan stops them.
    let settings = deny(&[]);
    let key = |change: &Value| change["type"] == "aws_kms_key";
    let plan = cut::with_change(&cut::change("migrated/tofu-1.12.6", &["delete"], key));
    let text = cut::line(&plan);
    let exit = |bytes: &[u8]| judge(bytes, Want::Plan, &settings).map(|judged| judged.exit());
    assert_eq!(exit(text.as_bytes()), Ok(1), "whole");
    let from = text.find("\"resource_changes\":").unwrap();
    // The values of the object may be anything.
    let until = from + text[from..].find("\"before\":").unwrap();
    let damaged = |at: usize| {
        let bytes = text.as_bytes();
        let mut damaged = vec![("without".to_owned(), [&bytes[..at], &bytes[at + 1..]].concat())];
        for bit in 0..7 {
            let mut flipped = bytes.to_vec();
            flipped[at] ^= 1 << bit;
            damaged.push((format!("bit {bit} of"), flipped));
        }
        damaged
    };
    let opened: Vec<String> = (from..until)
        .into_par_iter()
        .flat_map_iter(|at| {
            let open = damaged(at).into_iter().map(|(what, bytes)| (what, exit(&bytes)));
            let open = open.filter(|(_, exit)| !matches!(exit, Ok(1 | 2)));
            let words = open.map(|(what, exit)| format!("{what} byte {at}, {:?}: {exit:?}", &text[at - 9..=at]));
            words.collect::<Vec<_>>()
        })
        .collect();
    assert!(opened.is_empty(), "{} opened\n{}", opened.len(), opened.join("\n"));
}

#[test]
fn damage_never_hides_a_plan_that_failed() {
    let plan = {
        let mut plan = cut::plan("errored/tofu-1.12.6");
        plan.as_object_mut().unwrap().remove("checks");
        plan
    };
    let exit = |plan: &Value| {
        judge(cut::line(plan).as_bytes(), Want::Plan, &deny(&[]))
            .unwrap()
            .exit()
    };
    assert_eq!(exit(&plan), 1, "whole");
    for wrong in [json!(null), json!("true"), json!(1), json!([true]), json!({})] {
        let mut other = plan.clone();
        other["errored"] = wrong.clone();
        assert_ne!(exit(&other), 0, "errored: {wrong}");
    }
    for name in misspelled("errored") {
        let mut other = plan.clone();
        let errored = other.as_object_mut().unwrap().remove("errored").unwrap();
        other[&name] = errored;
        assert_ne!(exit(&other), 0, "errored spelled {name}");
    }
}

#[test]
fn what_a_change_makes_of_an_object_cannot_be_taken_away() {
    const MAKES: [&[&str]; 5] = [
        &["create"],
        &["update"],
        &["delete", "create"],
        &["create", "delete"],
        &["forget", "create"],
    ];
    let makes = |change: &Value| {
        MAKES
            .iter()
            .any(|actions| change["change"]["actions"] == json!(actions))
    };
    let mut tried = 0;
    for path in fixtures::named(&["plan.json"]) {
        let plan = fixtures::json(&path);
        let changes = plan["resource_changes"].as_array().cloned().unwrap_or_default();
        if plan["terraform_version"].is_null() || !changes.iter().any(makes) {
            continue;
        }
        // Engines always write both sides (format §1.8).
        let mut damages = vec![("after", None)];
        damages.extend([json!(null), json!("x"), json!([]), json!(1), json!(true)].map(|other| ("after", Some(other))));
        damages.extend([None, Some(json!("x"))].map(|other| ("before", other)));
        for (side, other) in damages {
            // Nothing is where an object is created.
            let concerned =
                |change: &Value| makes(change) && (side == "after" || change["change"]["actions"] == json!(["update"]));
            let Some(at) = changes.iter().position(concerned) else {
                continue;
            };
            let mut damaged = plan.clone();
            let change = damaged["resource_changes"][at]["change"].as_object_mut().unwrap();
            match &other {
                Some(other) => drop(change.insert(side.to_owned(), other.clone())),
                None => drop(change.remove(side)),
            }
            let exit = judge(cut::line(&damaged).as_bytes(), Want::Plan, &deny(&[])).map(|judged| judged.exit());
            assert!(
                matches!(exit, Ok(1 | 2)),
                "{}, change {at}, {side} {other:?}: {exit:?}",
                path.display()
            );
            tried += 1;
        }
    }
    assert!(tried > 500, "only {tried} damaged plans");
}
