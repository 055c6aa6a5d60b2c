//! How long each step takes on plans of 1 MB and 66 MB, and the whole on states of 200 MB, beside one pass of `serde_json`
//! that keeps nothing.
//!
//! `cargo bench` prints divan's table, then the ratios. `benches/compare.sh` measures the program as a whole.

mod generator;

use std::cmp::Reverse;
use std::error::Error;
use std::hint::black_box;
use std::io::{self, Write};
use std::process::ExitCode;
use std::slice;
use std::time::{Duration, Instant};

use divan::Bencher;
use planlint::facts::{Facts, Secrets};
use planlint::input::{self, Body, Document, Want};
use planlint::json;
use planlint::lint::{self, Settings, facts_of};
use planlint::output::{FORMATS, Style, engine_text};
use planlint::report::changes::ShownPlan;
use planlint::report::{Outcome, Report, Rows};
use planlint::rules::RULES;
use planlint::source::SourceFile;
use planlint::tofu::Plan;
use serde::de::IgnoredAny;

/// Numbers of resource changes: 1 MB and 66 MB.
const SIZES: [usize; 2] = [150, 10_000];

/// Numbers of objects that take 200 MB, as `show -json` prints them and as the engines store them.
const OBJECTS: [usize; 2] = [115_000, 65_000];

/// Rounds for the ratios; the best of each step counts, since everything else a machine does only adds.
const ROUNDS: usize = 7;

fn main() -> ExitCode {
    divan::main();
    // Cargo gives `--bench` when it measures and not when it tests; a filter asks for something else.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments != ["--bench"] {
        return ExitCode::SUCCESS;
    }
    match SIZES
        .into_iter()
        .try_for_each(write_ratios)
        .and_then(|()| write_rules(SIZES[1]))
        .and_then(|()| write_states())
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

#[divan::bench(args = SIZES, max_time = 2)]
fn a_ignored_any(bencher: Bencher<'_, '_>, changes: usize) {
    let text = plan(changes);
    bencher.bench_local(|| ignored_any(text.as_bytes()));
}

#[divan::bench(args = SIZES, max_time = 2)]
fn b_read(bencher: Bencher<'_, '_>, changes: usize) {
    let source = SourceFile::new("plan.json", plan(changes));
    bencher.bench_local(|| input::read(&source, Want::Plan).is_ok());
}

#[divan::bench(args = SIZES, max_time = 2)]
fn c_facts(bencher: Bencher<'_, '_>, changes: usize) {
    let text = plan(changes);
    if let Ok(plan) = json::decode::<Plan<'_>>(&text) {
        bencher.bench_local(|| Facts::of_plan(&plan, None).is_ok());
    }
}

#[divan::bench(args = SIZES, max_time = 2)]
fn d_rules(bencher: Bencher<'_, '_>, changes: usize) {
    let text = plan(changes);
    let settings = Settings::default();
    if let Ok(plan) = json::decode::<Plan<'_>>(&text)
        && let Ok(facts) = Facts::of_plan(&plan, None)
    {
        bencher.bench_local(|| lint::run(RULES, &facts, &settings));
    }
}

#[divan::bench(args = SIZES, max_time = 2)]
fn e_whole_run(bencher: Bencher<'_, '_>, changes: usize) {
    let text = plan(changes);
    bencher
        .with_inputs(|| text.clone().into_bytes())
        .bench_local_values(|bytes| whole_run(bytes).is_ok());
}

/// A plan of that many changes.
fn plan(changes: usize) -> String {
    let mut bytes = Vec::new();
    // Writing to memory does not fail, and the generator writes JSON.
    let _ = generator::write_plan(&mut bytes, changes);
    String::from_utf8(bytes).unwrap_or_default()
}

fn ignored_any(bytes: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(black_box(bytes)).is_ok()
}

/// What the program does from the bytes of a file to its table and verdict; gives how long that took, without what it
/// takes to give all memory back.
fn whole_run(bytes: Vec<u8>) -> Result<Duration, Box<dyn Error>> {
    let start = Instant::now();
    let source = input::text("plan.json", bytes)?;
    let settings = Settings::default();
    let mut outcomes = Vec::new();
    let contents = input::read(&source, Want::Any)?;
    for document in contents.documents.iter().flatten() {
        let facts = facts_of(&document.body, None, &Secrets::default())?;
        let found = lint::run(RULES, &facts, &settings);
        outcomes.push(Outcome::judged(source.name(), None, &facts, found, Rows::Changes));
    }
    let report = Report::new(outcomes, RULES, &settings);
    (FORMATS[0].write)(&report, &Style::plain(), &mut io::sink())?;
    black_box(report.verdict());
    Ok(start.elapsed())
}

/// Measures every step and the reference in turns, so that a machine that slows down slows all of them.
fn write_ratios(changes: usize) -> Result<(), Box<dyn Error>> {
    let text = plan(changes);
    let settings = Settings::default();
    let mut best = [Duration::MAX; 9];
    for _ in 0..ROUNDS {
        let bytes = text.clone().into_bytes();
        let reference = time(|| ignored_any(text.as_bytes()));
        let whole = whole_run(bytes)?;
        let source = SourceFile::new("plan.json", text.clone());
        let read = time(|| input::read(&source, Want::Plan));
        let mut documents = read.1?.documents;
        let Some(Ok(Document {
            body: Body::Plan(plan), ..
        })) = documents.pop()
        else {
            return Err("the generator writes one plan".into());
        };
        let facts = time(|| Facts::of_plan(&plan, None));
        let known = facts.1?;
        let rules = time(|| lint::run(RULES, &known, &settings));
        let report = time(|| {
            let outcome = Outcome::judged("plan.json", None, &known, rules.1, Rows::Changes);
            let report = Report::new(vec![outcome], RULES, &settings);
            (FORMATS[0].write)(&report, &Style::plain(), &mut io::sink())
        });
        report.1?;
        let in_format = |name: &str, rows: Rows| {
            let found = lint::run(RULES, &known, &settings);
            time(|| {
                let outcome = Outcome::judged("plan.json", None, &known, found, rows);
                let report = Report::new(vec![outcome], RULES, &settings);
                let format = FORMATS.iter().find(|format| format.name == name).unwrap_or(&FORMATS[0]);
                (format.write)(&report, &Style::plain(), &mut io::sink())
            })
        };
        let markdown = in_format("markdown", Rows::Changes);
        markdown.1?;
        let html = in_format("html", Rows::Differences);
        html.1?;
        let engine_text = time(|| match ShownPlan::new(&known, None) {
            Some(plan) => engine_text::plan(&plan, &mut io::sink()),
            None => Ok(()),
        });
        engine_text.1?;
        let now = [
            reference.0,
            read.0,
            facts.0,
            rules.0,
            report.0,
            markdown.0,
            html.0,
            engine_text.0,
            whole,
        ];
        for (best, now) in best.iter_mut().zip(now) {
            *best = now.min(*best);
        }
    }
    let mut out = io::stdout().lock();
    #[expect(clippy::cast_precision_loss, reason = "a size for people")]
    let megabytes = text.len() as f64 / 1e6;
    writeln!(out, "\n{changes} changes, {megabytes:.1} MB; best of {ROUNDS}")?;
    let steps = [
        "IgnoredAny",
        "read",
        "facts",
        "rules",
        "report, text",
        "markdown",
        "html",
        "engine text",
        "whole run",
    ];
    for (step, time) in steps.into_iter().zip(best) {
        let milliseconds = time.as_secs_f64() * 1e3;
        let ratio = time.as_secs_f64() / best[0].as_secs_f64();
        writeln!(out, "  {step:<13}{milliseconds:>9.2} ms {ratio:>6.2} × IgnoredAny")?;
    }
    Ok(())
}

/// Writes a document with so many objects.
type Generate = fn(&mut dyn Write, usize) -> io::Result<()>;

/// States, shown and stored.
fn write_states() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    for (kind, write, objects) in [
        ("shown", generator::write_state as Generate, OBJECTS[0]),
        ("stored", generator::write_state_file, OBJECTS[1]),
    ] {
        let mut bytes = Vec::new();
        write(&mut bytes, objects)?;
        let mut best = [Duration::MAX; 2];
        for _ in 0..ROUNDS {
            let now = [time(|| ignored_any(&bytes)).0, whole_run(bytes.clone())?];
            best.iter_mut().zip(now).for_each(|(best, now)| *best = now.min(*best));
        }
        let (megabytes, milliseconds) = (bytes.len() / 1_000_000, best[1].as_millis());
        let ratio = best[1].as_secs_f64() / best[0].as_secs_f64();
        writeln!(
            out,
            "\nstate, {kind}: {objects} objects, {megabytes} MB; whole run {milliseconds} ms, {ratio:.2} × IgnoredAny"
        )?;
    }
    Ok(())
}

/// The rules that take longest, each alone on a plan that others have not read for it.
fn write_rules(changes: usize) -> Result<(), Box<dyn Error>> {
    const SHOWN: usize = 12;
    let text = plan(changes);
    let settings = Settings::default();
    let plan = json::decode::<Plan<'_>>(&text)?;
    let mut reference = Duration::MAX;
    let mut times = vec![Duration::MAX; RULES.len()];
    let mut none = Duration::MAX;
    for _ in 0..ROUNDS {
        reference = time(|| ignored_any(text.as_bytes())).0.min(reference);
        for (best, rule) in times.iter_mut().zip(RULES) {
            let facts = Facts::of_plan(&plan, None)?;
            *best = time(|| lint::run(slice::from_ref(rule), &facts, &settings))
                .0
                .min(*best);
        }
        let facts = Facts::of_plan(&plan, None)?;
        none = time(|| lint::run(&[], &facts, &settings)).0.min(none);
    }
    let mut slowest: Vec<_> = times.into_iter().zip(RULES).collect();
    slowest.sort_by_key(|(time, _)| Reverse(*time));
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "\n{changes} changes; the {SHOWN} slowest of {} rules, each alone",
        RULES.len()
    )?;
    for (time, rule) in slowest.into_iter().take(SHOWN) {
        let ratio = time.as_secs_f64() / reference.as_secs_f64();
        let milliseconds = time.as_secs_f64() * 1e3;
        writeln!(out, "  {:<28}{milliseconds:>7.2} ms {ratio:>6.3} × IgnoredAny", rule.id)?;
    }
    Ok(writeln!(
        out,
        "  {:<28}{:>7.2} ms",
        "(no rule)",
        none.as_secs_f64() * 1e3
    )?)
}

fn time<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let value = work();
    (start.elapsed(), value)
}
