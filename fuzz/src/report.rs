//! From a document to all that can be printed of it, in every format; what has a grammar is read back.

use planlint::facts::{Facts, FingerprintForm, FingerprintKey};
use planlint::input::{self, Body, Limits, Want};
use planlint::lint::{self, AttributePatterns, Level, Settings};
use planlint::output::show::{self, Detail, Filter};
use planlint::output::{FORMATS, Place, Style, engine_text};
use planlint::report::changes::{ShownPlan, ShownState};
use planlint::report::{Baseline, Outcome, Report, Rows, shareable};
use planlint::rules::RULES;
use planlint::source::SourceFile;
use serde_json::Value;

/// Judges the bytes with every rule on, and prints everything.
pub fn run(bytes: &[u8]) {
    let mut limits = Limits::default();
    limits.largest_input = 1 << 20;
    let Ok(source) = input::text_within("fuzz", bytes.to_vec(), limits) else {
        return;
    };
    let Ok(contents) = input::read(&source, Want::Any) else {
        return;
    };
    let mut settings = Settings::default();
    for rule in RULES {
        settings.set_level(RULES, rule.id, Level::Error).expect("a rule");
    }
    let mut outcomes = Vec::new();
    let secrets = lint::secrets_of(contents.decoded());
    for document in contents.documents.iter().flatten() {
        let Ok(facts) = lint::facts_of(&document.body, None, &secrets) else {
            continue;
        };
        alone(&facts);
        if !matches!(document.body, Body::StateFile(_))
            && let Ok(copy) = shareable(&source, document.span, &facts)
        {
            let copy = SourceFile::new("copy", copy.text);
            let again = input::read(&copy, Want::Any).expect("a copy is read like the document it came from");
            assert!(again.documents.iter().all(Result::is_ok) && again.documents.len() == 1);
        }
        let found = lint::run(RULES, &facts, &settings);
        let rows = if bytes.len().is_multiple_of(2) {
            Rows::All
        } else {
            Rows::Differences
        };
        outcomes.push(Outcome::judged(
            "fuzz",
            Some((&source, document.start)),
            &facts,
            found,
            rows,
        ));
    }
    let mut report = Report::new(outcomes, RULES, &settings);
    let baseline = Baseline::of(&report);
    let written = baseline.write().expect("a baseline is written");
    let read = Baseline::read(&written).expect("a baseline is read");
    assert_eq!(read.len(), baseline.len(), "with as many findings");
    in_every_format(&report);
    read.apply(&mut report);
    in_every_format(&report);
}

/// What is printed of one document without rules.
fn alone(facts: &Facts<'_>) {
    let key = FingerprintKey::new(b"sixteen bytes or more").expect("long enough");
    for key in [None, Some(&key)] {
        if let Ok(fingerprint) = facts.fingerprint(key) {
            let form = FingerprintForm::of(&fingerprint);
            assert_eq!(form.is_some(), facts.plan().is_some(), "{fingerprint}");
        }
    }
    let filter = Filter {
        only: &[],
        addresses: &[],
        types: &[],
        modules: &[],
        ignored: &AttributePatterns::new(),
    };
    let mut out = Vec::new();
    if let Some(plan) = ShownPlan::new(facts, None) {
        engine_text::plan(&plan, &mut out).expect("memory is written to");
        let plan = plan.own_way();
        for detail in [Detail::Summary, Detail::Full] {
            show::plan("fuzz", &plan, &filter, detail, &Style::plain(), &mut out).expect("memory is written to");
        }
    }
    if let Some(state) = ShownState::new(facts, None) {
        engine_text::state(&state, &mut out).expect("memory is written to");
        for detail in [Detail::Summary, Detail::Full] {
            show::state("a state", &state, &filter, detail, &Style::plain(), &mut out).expect("memory is written to");
        }
    }
    String::from_utf8(out).expect("what is shown is text");
}

fn in_every_format(report: &Report) {
    let mut narrow = Style::plain();
    narrow.width = Some(24);
    let mut all = Style::plain();
    (all.all, all.place) = (true, Some(Place::GithubComment));
    for format in FORMATS {
        for style in [&narrow, &all] {
            let mut out = Vec::new();
            (format.write)(report, style, &mut out).expect("memory is written to");
            let text = String::from_utf8(out).expect("a report is text");
            let json = |text: &str| serde_json::from_str::<Value>(text).expect("a report in JSON is JSON");
            match format.name {
                "json" | "sarif" | "gitlab-codequality" | "gitlab-terraform" => drop(json(&text)),
                "jsonl" => text.lines().for_each(|line| drop(json(line))),
                "junit" => drop(roxmltree::Document::parse(&text).expect("a report in XML is XML")),
                _ => {}
            }
            // Nothing that a terminal would obey, in any format.
            let controls = |c: char| c.is_control() && !matches!(c, '\n' | '\t' | '\r');
            assert!(!text.contains(controls), "{}: a control character", format.name);
        }
    }
}
