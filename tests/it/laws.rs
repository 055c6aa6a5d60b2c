//! Laws that hold for every plan: partition, silence, order.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde_json::Value;

use crate::chance::Chance;
use crate::cut;
use crate::fixtures::{self, Fixture};
use crate::judge::{deny, judge};
use crate::program::planlint;
use planlint::facts::Facts;
use planlint::facts::difference::difference;
use planlint::input::{self, Body, Contents, Document, Want};
use planlint::json;
use planlint::lint::{self, ChangeView, Settings};
use planlint::output::{FORMATS, Style};
use planlint::report::{Outcome, Report, Rows};
use planlint::rules::RULES;
use planlint::tofu::Plan;

/// The report of a plan as JSON, with every rule on.
fn report(bytes: &[u8], settings: &Settings) -> Value {
    let judged = judge(bytes, Want::Plan, settings).unwrap();
    serde_json::from_str(&judged.written("json", None)).unwrap()
}

fn small(fixtures: Vec<Fixture>) -> Vec<(String, Vec<u8>)> {
    let plain = fixtures
        .into_iter()
        .filter(|fixture| fixture.path("plan.json").exists());
    plain
        .map(|fixture| (fixture.name.clone(), fixtures::bytes(&fixture.plan())))
        .collect()
}

#[test]
fn real_plans_are_decoded_as_serde_json_decodes_them() {
    for (name, bytes) in small(fixtures::plans()) {
        let text = String::from_utf8(bytes).unwrap();
        let decoded = json::decode_first::<Plan<'_>>(&text).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let mut values = serde_json::Deserializer::from_str(&text).into_iter();
        let expected: Plan<'_> = values.next().unwrap().unwrap();
        assert_eq!(decoded.end, values.byte_offset(), "{name}");
        // Raw values print their length alone, which is all that could differ.
        assert_eq!(format!("{:?}", decoded.value), format!("{expected:?}"), "{name}");
    }
}

#[test]
fn every_change_is_in_exactly_one_bucket() {
    for (name, bytes) in small(fixtures::plans()) {
        let plan: Value = serde_json::from_slice(&bytes).unwrap();
        let listed = plan["resource_changes"].as_array().map_or(0, Vec::len);
        let report = report(&bytes, &Settings::default());
        let input = &report["inputs"][0];
        let kinds = input["totals"]["kinds"].as_object().unwrap();
        let sum: u64 = kinds.values().map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(sum, listed as u64, "{name}: {kinds:?}");
        let rows = input["resource_changes"].as_array().unwrap();
        assert_eq!(rows.len(), listed, "{name}");
        for (kind, count) in kinds {
            let of_kind = rows.iter().filter(|row| row["kind"] == **kind).count();
            assert_eq!(count, of_kind, "{name}: rows of {kind}");
        }
        let mut pointers: Vec<_> = rows.iter().map(|row| row["pointer"].as_str().unwrap()).collect();
        pointers.sort_unstable();
        pointers.dedup();
        assert_eq!(pointers.len(), listed, "{name}: every element once");
        for row in rows {
            let element = plan.pointer(row["pointer"].as_str().unwrap()).unwrap();
            assert_eq!(
                row["address"], element["address"],
                "{name}: the pointer leads to the element"
            );
            assert_eq!(row["actions"], element["change"]["actions"], "{name}: as written");
        }
    }
}

/// The rules that speak where nothing changes, in order, and why.
const SPEAKS_OF_NOTHING: [(&str, &str); 4] = [
    ("empty-plan", "it is there to say so"),
    (
        "secret-literal",
        "the secret stands in the configuration, whatever it does",
    ),
    ("stale-plan", "nobody gives it a clock here"),
    ("unpinned-provider", "the constraint allows any version of the next run"),
];

#[test]
fn a_plan_without_changes_gives_no_finding_of_change() {
    let all: Vec<_> = RULES.iter().map(|rule| rule.id).collect();
    let settings = deny(&all);
    let (mut silent, mut spoken) = (0, BTreeMap::new());
    for fixture in fixtures::plans() {
        if fixture.expected()["summary"] != "No changes." {
            continue;
        }
        let plan = fixture.plan();
        // An apply would still write the state, which the text does not show.
        if fixtures::json(&plan)["applyable"] == true {
            continue;
        }
        silent += 1;
        let report = report(&fixtures::bytes(&plan), &settings);
        for finding in report["findings"].as_array().unwrap() {
            let rule = finding["rule"].as_str().unwrap().to_owned();
            spoken.entry(rule).or_insert(format!("{}: {finding}", fixture.name));
        }
    }
    let known = SPEAKS_OF_NOTHING.map(|(rule, _)| rule);
    assert!(spoken.keys().eq(known), "{spoken:#?}");
    assert!(silent > 5, "only {silent} plans without changes");
}

#[test]
fn what_may_differ_holds_all_that_differs() {
    let mut updates = 0;
    for (name, bytes) in small(fixtures::plans()) {
        let source = input::text(&name, bytes).unwrap();
        let Ok(Contents { documents, .. }) = input::read(&source, Want::Plan) else {
            continue;
        };
        let Ok(Document {
            body: Body::Plan(plan), ..
        }) = &documents[0]
        else {
            continue;
        };
        let facts = Facts::of_plan(plan, None).unwrap();
        for change in &facts.changes {
            let view = ChangeView::new(change);
            let whole = difference(view.before(), view.after());
            assert_eq!(*view.difference(), whole, "{name}: {}", change.address);
            for path in whole.known.iter().chain(&whole.unknown) {
                assert!(view.may_differ(path), "{name}: {} {path}", change.address);
            }
            let noises = change.noise(view.before(), view.after(), |_| true);
            let (before, after) = view.differing();
            assert_eq!(
                change.noise(before, after, |_| true),
                noises,
                "{name}: {}",
                change.address
            );
            updates += usize::from(change.differing().is_some());
        }
    }
    assert!(updates > 100, "only {updates} changes with both sides");
}

#[test]
fn what_a_format_does_not_ask_for_it_does_not_show() {
    let mut shown = 0;
    for (name, bytes) in small(fixtures::plans()) {
        let source = input::text(&name, bytes).unwrap();
        let Ok(Contents { documents, .. }) = input::read(&source, Want::Plan) else {
            continue;
        };
        let Ok(Document {
            body: Body::Plan(plan),
            start,
            ..
        }) = &documents[0]
        else {
            continue;
        };
        let facts = Facts::of_plan(plan, None).unwrap();
        let found = lint::run(RULES, &facts, &Settings::default());
        for format in FORMATS {
            let style = Style::plain();
            let [all, asked] = [(Rows::All, true), ((format.rows)(&style), format.places)].map(|(rows, places)| {
                let text = places.then_some((&source, *start));
                let outcome = Outcome::judged(&name, text, &facts, found.clone(), rows);
                let mut text = Vec::new();
                (format.write)(
                    &Report::new(vec![outcome], RULES, &Settings::default()),
                    &style,
                    &mut text,
                )
                .unwrap();
                text
            });
            assert!(
                all == asked || (format.rows)(&style) > Rows::All,
                "{name}: {}",
                format.name
            );
        }
        shown += 1;
    }
    assert!(shown > 100, "only {shown} plans were shown");
}

/// The report without what says where in the file things stood.
fn placeless(mut report: Value) -> Value {
    fn clear(value: &mut Value) {
        match value {
            Value::Object(members) => {
                members.remove("pointer");
                members.remove("location");
                members.values_mut().for_each(clear);
            }
            Value::Array(items) => items.iter_mut().for_each(clear),
            _ => {}
        }
    }
    clear(&mut report);
    report
}

#[test]
fn the_order_of_the_lists_changes_nothing_but_places() {
    let settings = deny(&["delete", "replace", "forget"]);
    let shuffled = small(fixtures::plans())
        .par_iter()
        .map(|(name, bytes)| {
            let plan: Value = serde_json::from_slice(bytes).unwrap();
            // Written anew, since a tree of values does not keep the digits of every number.
            let wanted = placeless(report(cut::line(&plan).as_bytes(), &settings));
            let mut moved = 0;
            for seed in 1..=2 {
                let mut other = plan.clone();
                for list in ["resource_changes", "resource_drift", "deferred_changes", "checks"] {
                    if let Some(list) = other.get_mut(list).and_then(Value::as_array_mut) {
                        Chance::new(seed).shuffle(list);
                    }
                }
                moved += usize::from(other != plan);
                let found = placeless(report(cut::line(&other).as_bytes(), &settings));
                assert!(found == wanted, "{name}, seed {seed}\n{found:#}\n{wanted:#}");
            }
            moved
        })
        .sum::<usize>();
    assert!(shuffled > 80, "only {shuffled} plans had something to shuffle");
}

/// Shuffles the lists of a state whose order means nothing, and those in them; how many came out in another order.
fn shuffle(part: &mut Value, seed: u64) -> usize {
    let mut moved = 0;
    for name in [
        "resources",
        "child_modules",
        "instances",
        "checks",
        "check_results",
        "objects",
    ] {
        let Some(list) = part.get_mut(name).and_then(Value::as_array_mut) else {
            continue;
        };
        let before = list.clone();
        Chance::new(seed).shuffle(list);
        moved += usize::from(*list != before);
        moved += list.iter_mut().map(|element| shuffle(element, seed)).sum::<usize>();
    }
    moved
}

#[test]
fn the_order_of_a_states_lists_changes_nothing_but_places() {
    for (name, least) in [
        ("state-rich/tofu-1.12.6/state.json", 15),
        ("state-rich/terraform-1.15.9/terraform.tfstate", 15),
    ] {
        let state: Value = serde_json::from_slice(&fixtures::read(name)).unwrap();
        let report = |state: &Value| {
            let judged = judge(cut::line(state).as_bytes(), Want::State, &Settings::default()).unwrap();
            placeless(serde_json::from_str(&judged.written("json", None)).unwrap())
        };
        let wanted = report(&state);
        let mut moved = 0;
        for seed in 1..=5 {
            let mut other = state.clone();
            moved += shuffle(&mut other, seed);
            if let Some(root) = other.pointer_mut("/values/root_module") {
                moved += shuffle(root, seed);
            }
            let found = report(&other);
            assert!(found == wanted, "{name}, seed {seed}\n{found:#}\n{wanted:#}");
        }
        assert!(moved >= least, "{name}: only {moved} lists came out in another order");
    }
}

#[test]
fn runs_and_threads_never_show() {
    let root = fixtures::root();
    let files = [
        "medium/tofu-1.12.6",
        "legacy/terraform-0.12.31",
        "checks/terraform-1.15.9",
        "destroy-reasons/tofu-1.12.6",
        "drift/tofu-1.12.6",
        "create-only/terraform-1.11.4",
    ]
    .map(|name| root.join(name).join("plan.json"));
    let plans: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
    let mut commands: Vec<(String, Vec<&str>, i32)> = FORMATS
        .iter()
        .map(|format| {
            let arguments = vec![
                "--format",
                format.name,
                "--all",
                "--deny",
                "destruction",
                "--now=2026-11-21T00:00:00Z",
            ];
            (format.name.to_owned(), arguments, 1)
        })
        .collect();
    for (_, arguments, _) in &mut commands {
        arguments.extend(&plans);
    }
    for (arguments, code) in [
        (&["show"][..], 0),
        (&["show", "--detail=summary"], 0),
        (&["show", "--engine-text"], 0),
        (&["fingerprint"], 0),
    ] {
        commands.push((arguments.join(" "), [arguments, &plans].concat(), code));
    }
    for arguments in [&["diff"][..], &["diff", "--format=json"]] {
        commands.push((arguments.join(" "), [arguments, &plans[..2]].concat(), 1));
    }
    for (what, arguments, code) in commands {
        let run = |threads: &str| {
            let run = planlint(&arguments).env("RAYON_NUM_THREADS", threads).run();
            run.exits(code, &what).stdout
        };
        let wanted = run("1");
        assert!(!wanted.is_empty(), "{what}");
        // The first is what people read, and asked again and again.
        let often = what == FORMATS[0].name;
        for threads in if often {
            &["8", "8", "8", "8", "8", "8", "8", "2"][..]
        } else {
            &["8"]
        } {
            assert!(run(threads) == wanted, "{what}: {threads} threads, another report");
        }
    }
}
