//! `JUnit`: a suite a plan, a case a finding, so that the dashboards for tests show what the gate says.

use std::collections::BTreeMap;
use std::io::{self, Write};

use quick_junit::{NonSuccessKind, Report as Suites, TestCase, TestCaseStatus, TestSuite};

use super::Style;
use super::escape::line;
use super::verdict;
use crate::order;
use crate::report::{Finding, Report, Subject};
use crate::words::deposed;

pub(super) fn write(report: &Report, _style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let mut suites = Suites::new("planlint");
    // What a more precise rule says too is one failure and not two.
    let deciding = report.deciding();
    let single = report.findings.iter();
    let single = single.filter(|finding| verdict::said_by(finding, deciding).is_none());
    let mut by_input = order::lists(single.map(|finding| (finding.input, finding)));
    for (index, input) in report.inputs.iter().enumerate() {
        let findings = by_input.remove(&Some(index)).unwrap_or_default();
        let incomplete = matches!(&input.subject, Subject::Module(module) if module.incomplete);
        suites.add_test_suite(suite(report, &input.name, incomplete, findings));
    }
    let of_settings = by_input.remove(&None).into_iter().flatten();
    let by_file = order::lists(of_settings.map(|finding| (verdict::input_name(report, finding), finding)));
    for (file, findings) in by_file {
        suites.add_test_suite(suite(report, file, false, findings));
    }
    for failure in &report.errors {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_message(said(&failure.message));
        status.set_type(said(&failure.code));
        status.set_description(failure.help.as_deref().map(lines).unwrap_or_default());
        let mut case = TestCase::new("judged", status);
        case.set_classname("planlint");
        let mut suite = TestSuite::new(said(&failure.name));
        suite.add_test_case(case);
        suites.add_test_suite(suite);
    }
    let mut written = Vec::new();
    suites.serialize(&mut written).map_err(io::Error::other)?;
    out.write_all(&written)
}

fn suite<'r>(report: &'r Report, name: &str, incomplete: bool, findings: Vec<&'r Finding>) -> TestSuite {
    let mut suite = TestSuite::new(said(name));
    let status = if incomplete {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_message("not all of it could be judged");
        status.set_type("incomplete");
        status
    } else {
        TestCaseStatus::success()
    };
    // Dashboards take a suite without cases for one that did not run.
    let mut judged = TestCase::new("judged", status);
    judged.set_classname("planlint");
    suite.add_test_case(judged);
    let mut known: BTreeMap<(&str, String), usize> = BTreeMap::new();
    let mut again = |rule: &'r str, name: &str| {
        let count = known.entry((rule, name.to_owned())).or_default();
        *count += 1;
        *count - 1
    };
    for finding in findings {
        let mut case = case(report, finding);
        // Dashboards keep one of several cases that are called the same.
        let mut name = case.name.to_string();
        if again(&finding.rule, &name) > 0 {
            let place = verdict::place(verdict::input_name(report, finding), finding);
            name = format!("{name} {}", said(&place));
            let number = again(&finding.rule, &name);
            if number > 0 {
                name = format!("{name} ({})", number + 1);
            }
            case.name = name.into();
        }
        suite.add_test_case(case);
    }
    suite
}

/// What fails the gate is a failure, what does not count is skipped with the reason, and all else passes with a word.
fn case(report: &Report, finding: &Finding) -> TestCase {
    let says = format!(
        "{}[{}]: {}\n{}",
        verdict::status(finding),
        line(&finding.rule),
        line(&finding.message),
        verdict::details(report, finding).join("\n")
    );
    let fails = finding.counts() && report.stops_at(finding);
    let status = if fails {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message(said(&finding.message));
        status.set_type(finding.level.word());
        status.set_description(xml(&says));
        status
    } else if let Some(why) = verdict::standing(finding) {
        let mut status = TestCaseStatus::skipped();
        status.set_message(said(&why));
        status
    } else {
        TestCaseStatus::success()
    };
    let name = match &finding.address {
        Some(address) => format!("{address}{}", deposed(finding.deposed.as_deref())),
        None => finding.message.to_string(),
    };
    let mut case = TestCase::new(said(&name), status);
    case.set_classname(said(&finding.rule));
    if !fails {
        case.set_system_out(xml(&says));
    }
    case
}

/// One line in which nothing acts.
fn said(text: &str) -> String {
    xml(&line(text))
}

/// Several lines, of which none acts.
fn lines(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(said).collect();
    lines.join("\n")
}

/// Without the two letters that are none, which XML does not allow, not even by number.
fn xml(text: &str) -> String {
    text.replace('\u{fffe}', "\\u{fffe}").replace('\u{ffff}', "\\u{ffff}")
}
