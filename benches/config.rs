//! How long a module in JSON takes to lint and how much memory, beside a strict pass of `jsonc-parser` over the same
//! text.

mod module;

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use divan::Bencher;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use planlint::lint::{self, Settings};
use planlint::rules::RULES;
use planlint::rules::configuration::{Findings, Reading};
use planlint::tfjson::{Children, Directory, Engine, Entry, EntryContent, Files, Module};
use tempfile::NamedTempFile;

/// Numbers of groups of resources: 1 MB and 45 MB.
const SIZES: [usize; 2] = [350, 17_200];

/// Rounds for the ratios; the best of each step counts, since everything else a machine does only adds.
const ROUNDS: usize = 7;

/// What is compared, the reference first.
const STEPS: [&str; 3] = ["jsonc-parser", "one engine", "both engines"];

/// The argument by which the bench calls itself for one step over one file: the memory of that process is the step's.
const ONCE: &str = "--once";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [first, name, file] = arguments.as_slice()
        && first == ONCE
    {
        return match once(name, file) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    divan::main();
    // Cargo gives `--bench` when it measures and not when it tests; a filter asks for something else.
    if arguments != ["--bench"] {
        return ExitCode::SUCCESS;
    }
    match SIZES.into_iter().try_for_each(write_ratios) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

#[divan::bench(args = SIZES, max_time = 2)]
fn a_strict_pass(bencher: Bencher<'_, '_>, groups: usize) {
    let text = text(groups);
    bencher.bench_local(|| strict_pass(&text));
}

#[divan::bench(args = SIZES, max_time = 2)]
fn b_one_engine(bencher: Bencher<'_, '_>, groups: usize) {
    let text = text(groups);
    bencher.bench_local(|| findings(&text, &[Engine::OPENTOFU]));
}

#[divan::bench(args = SIZES, max_time = 2)]
fn c_both_engines(bencher: Bencher<'_, '_>, groups: usize) {
    let text = text(groups);
    bencher.bench_local(|| findings(&text, &[Engine::OPENTOFU, Engine::TERRAFORM]));
}

/// A module of that many groups of resources.
fn text(groups: usize) -> String {
    let mut bytes = Vec::new();
    // Writing to memory does not fail, and the generator writes JSON.
    let _ = module::write_module(&mut bytes, groups);
    String::from_utf8(bytes).unwrap_or_default()
}

/// Reads a text as strict JSON into a tree with places.
fn strict_pass(text: &str) -> bool {
    let strict = ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        ..ParseOptions::default()
    };
    parse_to_ast(black_box(text), &CollectOptions::default(), &strict).is_ok()
}

/// Lints a text as the one file of a module, and says how many findings there are.
fn findings(text: &str, engines: &[Engine]) -> usize {
    let entries = [Entry {
        name: "main.tf.json",
        content: EntryContent::Bytes(black_box(text).as_bytes()),
    }];
    let directories = Directory::each(&entries, engines);
    let files = Files::read_each(&directories);
    let children = Children::new();
    let mut findings = Findings::default();
    let mut before: Option<Module<'_, '_>> = None;
    for ((directory, files), engine) in directories.iter().zip(&files).zip(engines) {
        let module = match before.take() {
            Some(before) => before.seen_by(files, *engine),
            None => Module::new(files, *engine),
        };
        findings.add(&Reading {
            directory,
            files,
            module: &module,
            children: &children,
            schemas: None,
        });
        before = Some(module);
    }
    lint::settle(RULES, &Settings::default(), findings.finish()).0.len()
}

/// Measures the steps in turns, so that a machine that slows down slows all of them.
fn write_ratios(groups: usize) -> Result<(), Box<dyn Error>> {
    let text = text(groups);
    let mut best = [Duration::MAX; STEPS.len()];
    for _ in 0..ROUNDS {
        for (best, name) in best.iter_mut().zip(STEPS) {
            let (time, done) = time(|| step(name, &text));
            if !done {
                return Err("the generator writes strict JSON".into());
            }
            *best = time.min(*best);
        }
    }
    let mut file = NamedTempFile::new()?;
    file.write_all(text.as_bytes())?;
    #[expect(clippy::cast_precision_loss, reason = "a size for people")]
    let megabytes = text.len() as f64 / 1e6;
    drop(text);
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "\n{groups} groups of resources, {megabytes:.1} MB; best of {ROUNDS}"
    )?;
    for (name, time) in STEPS.into_iter().zip(best) {
        let seconds = time.as_secs_f64();
        let (rate, ratio) = (megabytes / seconds, seconds / best[0].as_secs_f64());
        let milliseconds = seconds * 1e3;
        write!(
            out,
            "  {name:<13}{milliseconds:>9.2} ms {rate:>7.1} MB/s {ratio:>6.2} × jsonc-parser"
        )?;
        match peak_of(name, file.path()) {
            Some(peak) => writeln!(out, "  peak {peak:>6.1} MB, {:>4.1} × the text", peak / megabytes)?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}

/// Does one of the steps; whether it could be done.
fn step(name: &str, text: &str) -> bool {
    match name {
        "jsonc-parser" => strict_pass(text),
        "one engine" => black_box(findings(text, &[Engine::OPENTOFU])) < usize::MAX,
        _ => black_box(findings(text, &[Engine::OPENTOFU, Engine::TERRAFORM])) < usize::MAX,
    }
}

/// Does one step over one file, and prints how many kilobytes this process has taken at most, where the system says
/// that.
fn once(name: &str, file: &str) -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    black_box(step(name, &text));
    let status = fs::read_to_string("/proc/self/status")?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|peak| peak.split_whitespace().next());
    writeln!(io::stdout(), "{}", peak.ok_or("the system does not say it")?)?;
    Ok(())
}

/// How many megabytes a process takes at most that does one step over one file; `None` where the system does not say
/// it.
fn peak_of(name: &str, file: &Path) -> Option<f64> {
    let bench = std::env::current_exe().ok()?;
    let told = Command::new(bench).arg(ONCE).arg(name).arg(file).output().ok()?;
    let kilobytes: f64 = str::from_utf8(&told.stdout).ok()?.trim().parse().ok()?;
    Some(kilobytes * 1024.0 / 1e6)
}

fn time<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = black_box(work());
    (start.elapsed(), result)
}
