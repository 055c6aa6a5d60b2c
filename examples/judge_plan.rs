//! Judges a plan and lists what is found in it: `cargo run --example judge_plan -- plan.json`.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use planlint::input::{self, Want};
use planlint::lint::Settings;
use planlint::report::{self, Report, Rows, Verdict};
use planlint::rules::RULES;

fn main() -> ExitCode {
    let judged = std::env::args().nth(1).ok_or("which plan?".into()).and_then(|path| {
        let bytes = fs::read(&path)?;
        judge(&path, bytes, &mut io::stdout().lock())
    });
    match judged {
        Ok(verdict) => ExitCode::from(verdict.exit_code()),
        Err(error) => {
            // What could not be judged is neither a pass nor a fail.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(Verdict::Error.exit_code())
        }
    }
}

/// Writes a line for each finding, the most severe first.
pub(crate) fn judge(name: &str, bytes: Vec<u8>, out: &mut dyn Write) -> Result<Verdict, Box<dyn Error>> {
    let text = input::text(name, bytes)?;
    let settings = Settings::default();
    let outcomes = report::judge(&text, Want::Plan, RULES, &settings, Rows::Changes)?;
    let report = Report::new(outcomes, RULES, &settings);
    for failure in &report.errors {
        writeln!(out, "not judged: {}: {}", failure.name, failure.message)?;
    }
    for finding in &report.findings {
        writeln!(out, "{}[{}]: {}", finding.level.word(), finding.rule, finding.message)?;
    }
    Ok(report.verdict())
}
