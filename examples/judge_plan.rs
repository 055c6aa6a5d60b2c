//! Judges a plan and lists what is found in it: `cargo run --example judge_plan -- plan.json`.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use planlint::facts::Facts;
use planlint::input::{self, Body, Want};
use planlint::lint::{self, Settings};
use planlint::report::{Outcome, Report, Rows, Verdict};
use planlint::rules::RULES;

fn main() -> ExitCode {
    let judged = std::env::args().nth(1).ok_or("which plan?".into()).and_then(|path| {
        let bytes = fs::read(&path)?;
        judge(&path, bytes, &mut io::stdout().lock())
    });
    match judged {
        Ok(Verdict::Pass) => ExitCode::SUCCESS,
        Ok(Verdict::Fail) => ExitCode::from(1),
        Ok(Verdict::Error) => ExitCode::from(2),
        Err(error) => {
            // What could not be judged is neither a pass nor a fail.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Writes a line for each finding, the gravest first.
pub(crate) fn judge(name: &str, bytes: Vec<u8>, out: &mut dyn Write) -> Result<Verdict, Box<dyn Error>> {
    let text = input::text(name, bytes)?;
    let settings = Settings::default();
    let mut outcomes = Vec::new();
    for document in input::read(&text, Want::Plan)?.documents {
        let document = document?;
        let Body::Plan(plan) = &document.body else { continue };
        let facts = Facts::of_plan(plan, None)?;
        let found = lint::run(RULES, &facts, &settings);
        outcomes.push(Outcome::judged(
            name,
            Some((&text, document.span)),
            &facts,
            found,
            Rows::Changes,
        ));
    }
    let report = Report::new(outcomes, settings.fail_on);
    for finding in &report.findings {
        writeln!(out, "{}[{}]: {}", finding.level.word(), finding.rule, finding.message)?;
    }
    Ok(report.verdict())
}
