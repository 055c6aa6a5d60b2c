//! What a baseline knows, tells and refuses.

use super::*;
use crate::json::Pointer;
use crate::lint::{self, FailOn};
use crate::report::{Redacted, Verdict};

const fn rule(id: &'static str) -> Rule {
    Rule::new(id, Level::Error, "", &[])
}

fn report(findings: &[(&str, Level, &str)]) -> Report {
    let findings = findings.iter().map(|(rule, level, address)| {
        let message = if address.ends_with('!') { "more" } else { "m" };
        Finding {
            level: *level,
            rule: (*rule).to_owned(),
            address: Some(Redacted::trusted(address.trim_end_matches('!'))),
            input: Some(0),
            ..Finding::trusted(&lint::Finding::about_named("", Pointer::root(), message))
        }
    });
    Report {
        inputs: Vec::new(),
        findings: findings.collect(),
        errors: Vec::new(),
        fail_on: FailOn::Warning,
        always_fails_on: None,
        rules: ["delete", "forget", "replace"].map(rule).to_vec(),
    }
}

#[test]
fn only_what_is_new_or_worse_counts() {
    let known = Baseline::of(&report(&[
        ("delete", Level::Warning, "a.x"),
        ("delete", Level::Warning, "a.y"),
    ]));
    for (findings, counting, why) in [
        (&[("delete", Level::Warning, "a.x")][..], 0, "known"),
        (&[("delete", Level::Note, "a.x")], 0, "better than it was"),
        (&[("delete", Level::Error, "a.x")], 1, "worse than it was"),
        (&[("delete", Level::Warning, "a.z")], 1, "another address"),
        (&[("forget", Level::Warning, "a.x")], 1, "another rule"),
        (&[("delete", Level::Warning, "a.x"); 2], 1, "one more than there were"),
        (
            &[("delete", Level::Warning, "a.y!")],
            1,
            "the same thing, and more is said of it",
        ),
    ] {
        let mut report = report(findings);
        known.apply(&mut report);
        let counts = report.findings.iter().filter(|finding| finding.counts()).count();
        assert_eq!(counts, counting, "{why}");
        assert_eq!(report.deciding().is_some(), counting > 0, "{why}");
        assert_eq!(
            report.verdict(),
            Verdict::Error,
            "nothing was read, whatever the baseline says"
        );
    }
}

#[test]
fn what_is_gone_is_told_and_dropped() {
    let known = Baseline::of(&report(&[
        ("delete", Level::Warning, "a.x"),
        ("delete", Level::Warning, "a.y"),
    ]));
    let now = report(&[("delete", Level::Warning, "a.y"), ("forget", Level::Warning, "a.z")]);
    assert_eq!(known.gone(&now), ["1 × delete on a.x"]);
    assert_eq!(
        known.without_gone(&now),
        Baseline::of(&report(&[("delete", Level::Warning, "a.y")]))
    );
}

#[test]
fn a_path_is_the_same_with_its_folder_in_front() {
    for (name, wanted) in [
        ("./plans/a.json", "plans/a.json"),
        (".//././a", "a"),
        ("../a", "../a"),
        ("./", "./"),
        ("a/./b", "a/./b"),
    ] {
        assert_eq!(plain(name), wanted, "{name}");
    }
}

#[test]
fn the_file_reads_back_and_nothing_else_does() {
    let known = Baseline::of(&report(&[
        ("delete", Level::Warning, "a.x"),
        ("replace", Level::Note, "a.y"),
    ]));
    let text = known.write().unwrap();
    assert_eq!(Baseline::read(&text).unwrap(), known);
    for (from, to, why) in [
        ("\"a.x\"", "\"a.q\"", "an address changed by hand"),
        ("\"baseline_version\": 1", "\"baseline_version\": 2", "another version"),
        ("\"warning\"", "\"warming\"", "an unknown level"),
        ("\"count\"", "\"counts\"", "an unknown name"),
        ("\"count\": 1", "\"count\": 2", "a number changed by hand"),
        ("\"warning\"", "\"error\"", "a level changed by hand"),
        ("\n}", "", "cut off"),
    ] {
        assert!(text.contains(from), "{why}");
        assert!(Baseline::read(&text.replacen(from, to, 1)).is_err(), "{why}");
    }
}
