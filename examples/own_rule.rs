//! Judges a plan by a rule of one's own beside all others: `cargo run --example own_rule -- plan.json`.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use planlint::facts::Fate;
use planlint::input::{self, Want};
use planlint::lint::{ChangeView, Check, Context, Finding, Level, Rule, Settings};
use planlint::report::{self, Report, Rows, Verdict};
use planlint::rules::RULES;

/// What the rule looks at, and what it is called in reports and in waivers.
const OTHER_REGION: Rule = Rule::new(
    "other-region",
    Level::Error,
    "a bucket is made outside the regions that we use",
    &[Check::Change(check)],
)
.in_family("house-rules")
.with_page("Buckets belong in `eu-west-1` or `eu-central-1`: ask the platform team for another region.")
.since("1.0.0");

fn check(context: &Context<'_, '_>, view: &ChangeView<'_, '_>, findings: &mut Vec<Finding>) {
    let change = view.change;
    if change.type_name() != "aws_s3_bucket" || !matches!(change.fate, Fate::Create | Fate::Replace(_)) {
        return;
    }
    let region = view.after().get("region");
    let finding = Finding::about(change, "is made in a region that we do not use").at("region");
    // What is known only after apply is neither right nor wrong.
    if region.is_unknown() {
        findings.push(finding.unknown(context.facts.waits_for(change, "region")));
    } else if !region.is_one_of(&["eu-west-1", "eu-central-1"]).is_true() {
        findings.push(finding.help("set `region`"));
    }
}

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

/// Writes a line for each finding of the rule.
pub(crate) fn judge(name: &str, bytes: Vec<u8>, out: &mut dyn Write) -> Result<Verdict, Box<dyn Error>> {
    let rules: Vec<Rule> = RULES.iter().copied().chain([OTHER_REGION]).collect();
    let text = input::text(name, bytes)?;
    let settings = Settings::default();
    let outcomes = report::judge(&text, Want::Plan, &rules, &settings, Rows::Changes)?;
    let report = Report::new(outcomes, &rules, &settings);
    for failure in &report.errors {
        writeln!(out, "not judged: {}: {}", failure.name, failure.message)?;
    }
    let own = report.findings.iter().filter(|finding| finding.rule == OTHER_REGION.id);
    for finding in own {
        let (level, standing) = (finding.level.word(), finding.standing.word());
        writeln!(out, "{level}, {standing}: {}", finding.message)?;
    }
    Ok(report.verdict())
}
