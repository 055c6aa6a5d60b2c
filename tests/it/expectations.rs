//! What a careful reviewer wants to be told about each plan of the fixtures, written by hand in `expectations.toml`.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use crate::fixtures::{self, Fixture};
use crate::judge::judge;
use planlint::input::Want;
use planlint::lint::{Level, Settings};
use planlint::report::{Finding, Standing};

/// Of the engines that wrote a scenario the first in this order speaks for it.
const ENGINES: &[&str] = &["tofu-1.12.6", "terraform-1.15.9", "terraform-1.11.4"];

/// Lists of expectations, by level.
type Lists = BTreeMap<String, Vec<String>>;

/// The whole file: lists by folder of a plan, or file of a state.
fn expectations() -> BTreeMap<String, Lists> {
    let file = include_str!("expectations.toml");
    toml::from_str(file).unwrap_or_else(|error| panic!("expectations.toml: {error}"))
}

/// The scenario and the engine of a fixture: the first two parts of its name.
fn scenario(fixture: &Fixture) -> (&str, &str) {
    let mut parts = fixture.name.split('/');
    (parts.next().unwrap(), parts.next().unwrap())
}

/// Every plan that the engine wrote that speaks for its scenario.
fn plans() -> Vec<Fixture> {
    let all = fixtures::plans();
    let engines: BTreeSet<_> = all.iter().map(scenario).collect();
    let speaks = |fixture: &&Fixture| {
        let (name, engine) = scenario(fixture);
        let first = ENGINES.iter().find(|engine| engines.contains(&(name, **engine)));
        *first.unwrap_or_else(|| panic!("{name} comes from none of {ENGINES:?}")) == engine
    };
    all.iter().filter(speaks).cloned().collect()
}

/// What people are told at error and warning level: `error delete-stateful aws_db_instance.main`, one line a finding.
fn told(name: &str) -> Vec<String> {
    let path = fixtures::root().join(name);
    let (path, want) = if path.is_dir() {
        let folder = path.clone();
        let name = name.to_owned();
        (Fixture { name, folder }.plan(), Want::Plan)
    } else {
        (path, Want::State)
    };
    let judged = judge(&fixtures::bytes(&path), want, &Settings::default()).unwrap();
    assert!(judged.report.errors.is_empty(), "{name} could not be judged");
    let told = judged.report.findings.iter().filter(|finding| {
        matches!(finding.level, Level::Error | Level::Warning)
            && finding.standing == Standing::Counts
            && finding.covered_by.is_none()
    });
    let mut lines: Vec<String> = told.map(line).collect();
    lines.sort();
    lines
}

fn line(finding: &Finding) -> String {
    let level = match finding.level {
        Level::Error => "error",
        _ => "warning",
    };
    let address = finding.address.as_ref().map(|address| format!(" {address}"));
    let deposed = finding.deposed.as_ref().map(|_| " (deposed)");
    format!(
        "{level} {}{}{}",
        finding.rule,
        address.unwrap_or_default(),
        deposed.unwrap_or_default()
    )
}

/// Lines of `one` that `two` does not have as often.
fn without(one: &[String], two: &[String]) -> Vec<String> {
    let mut left = one.to_vec();
    for line in two {
        if let Some(index) = left.iter().position(|other| other == line) {
            left.remove(index);
        }
    }
    left
}

#[test]
fn every_plan_says_what_a_careful_reviewer_wants_and_nothing_else() {
    let expectations = expectations();
    let differences: Vec<String> = expectations
        .par_iter()
        .map(|(name, lists)| {
            let wanted: Vec<String> = lists
                .iter()
                .flat_map(|(level, lines)| lines.iter().map(move |line| format!("{level} {line}")))
                .collect();
            let told = told(name);
            let missed = without(&wanted, &told);
            let alarms = without(&told, &wanted);
            let missed = missed.iter().map(|line| format!("{name}\n  missed: {line}\n"));
            let alarms = alarms.iter().map(|line| format!("{name}\n  false alarm: {line}\n"));
            missed.chain(alarms).collect::<String>()
        })
        .filter(|difference| !difference.is_empty())
        .collect();
    assert!(
        differences.is_empty(),
        "the rules and tests/it/expectations.toml differ:\n{}",
        differences.concat()
    );
}

#[test]
fn no_plan_is_without_expectations() {
    let expectations = expectations();
    let plans: BTreeSet<String> = plans().into_iter().map(|fixture| fixture.name).collect();
    let named: BTreeSet<String> = expectations.keys().cloned().collect();
    let missing: Vec<_> = plans.difference(&named).collect();
    assert!(missing.is_empty(), "plans without expectations: {missing:#?}");
    let states: Vec<_> = named.difference(&plans).collect();
    let files = states.iter().filter(|name| fixtures::root().join(name).is_file());
    assert_eq!(
        files.count(),
        states.len(),
        "what is no plan is a file of a state: {states:#?}"
    );
    assert!(!states.is_empty(), "states have expectations too");
    for (name, lists) in &expectations {
        for (level, lines) in lists {
            assert!(
                ["error", "warning"].contains(&level.as_str()),
                "{name}: no level {level}"
            );
            assert!(lines.is_sorted(), "{name}: {level} is not sorted");
        }
    }
}
