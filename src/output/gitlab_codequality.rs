//! GitLab's code quality report: an issue a finding, with a fingerprint that outlives places and words.

use std::io::{self, Write};

use serde::Serialize;

use super::Style;
use super::fingerprints::UniqueFingerprints;
use super::json::quiet;
use super::paths;
use super::verdict;
use crate::lint::Level;
use crate::report::{self, Finding, Report};

/// One issue, as GitLab reads it.
#[derive(Debug, Serialize)]
struct Issue {
    description: String,
    check_name: String,
    /// Unique in the report, and the same in the next one while the rule finds the same thing.
    fingerprint: String,
    severity: &'static str,
    location: Place,
}

#[derive(Debug, Serialize)]
struct Place {
    path: String,
    lines: Lines,
}

#[derive(Debug, Serialize)]
struct Lines {
    begin: usize,
}

pub(super) fn write(report: &Report, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let mut fingerprints = UniqueFingerprints::new(report);
    let mut issues: Vec<Issue> = report
        .errors
        .iter()
        .map(|failure| Issue {
            description: failure.message.clone(),
            check_name: failure.code.clone(),
            fingerprint: fingerprints.unique(
                report::fingerprint(&["not judged", &failure.code]),
                &paths::told(&failure.name, style),
            ),
            severity: "blocker",
            location: Place {
                path: paths::told(&failure.name, style).into_owned(),
                lines: Lines { begin: 1 },
            },
        })
        .collect();
    issues.extend(verdict::told(report).into_iter().map(|finding| {
        Issue {
            // GitLab shows nothing else of it.
            description: match &finding.why {
                Some(why) => format!("{}: {why}", finding.message),
                None => finding.message.to_string(),
            },
            check_name: finding.rule.clone(),
            fingerprint: fingerprints.unique(
                finding.fingerprint(),
                &paths::told(verdict::input_name(report, finding), style),
            ),
            severity: severity(finding),
            location: Place {
                path: {
                    let file = verdict::in_file(finding).map(|(file, _)| file);
                    let file = file.unwrap_or_else(|| verdict::input_name(report, finding));
                    paths::told(file, style).into_owned()
                },
                lines: Lines {
                    begin: verdict::in_file(finding)
                        .map(|(_, at)| at)
                        .or(finding.location)
                        .map_or(1, |at| at.line.get()),
                },
            },
        }
    }));
    quiet::pretty(&issues, out)
}

fn severity(finding: &Finding) -> &'static str {
    match finding.level {
        _ if !finding.counts() => "info",
        Level::Error => "critical",
        Level::Warning => "major",
        Level::Note => "minor",
        Level::Allow => "info",
    }
}
