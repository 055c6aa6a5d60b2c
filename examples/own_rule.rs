//! Judges a plan by a rule of one's own beside all others: `cargo run --example own_rule -- plan.json`.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use planlint::facts::Fate;
use planlint::input::{self, Want};
use planlint::lint::{self, ChangeView, Check, Context, Finding, Level, Rule, Settings};
use planlint::report::{Outcome, Report, Rows, Verdict};
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

/// Writes a line for each finding of the rule.
pub(crate) fn judge(name: &str, bytes: Vec<u8>, out: &mut dyn Write) -> Result<Verdict, Box<dyn Error>> {
    let rules: Vec<Rule> = RULES.iter().copied().chain([OTHER_REGION]).collect();
    let text = input::text(name, bytes)?;
    let settings = Settings::default();
    let mut outcomes = Vec::new();
    let contents = input::read(&text, Want::Plan)?;
    let secrets = lint::secrets_of(contents.decoded());
    for document in contents.documents {
        let document = document?;
        let facts = lint::facts_of(&document.body, None, &secrets)?;
        let found = lint::run(&rules, &facts, &settings);
        let places = Some((&text, document.start));
        outcomes.push(Outcome::judged(name, places, &facts, found, Rows::Changes));
    }
    let report = Report::new(outcomes, &rules, &settings);
    let own = report.findings.iter().filter(|finding| finding.rule == OTHER_REGION.id);
    for finding in own {
        let (level, standing) = (finding.level.word(), finding.standing.word());
        writeln!(out, "{level}, {standing}: {}", finding.message)?;
    }
    Ok(report.verdict())
}
