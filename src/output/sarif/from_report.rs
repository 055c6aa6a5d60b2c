//! From the report to the types of SARIF.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{
    Artifact, ArtifactChange, Bytes, Configuration, Descriptor, Driver, Finding, Fingerprints, Fix, Help, Invocation,
    Location, Log, Logical, Notification, Physical, Properties, Region, Replacement, Rule, Run, Suppression, Tags,
    Text, Tool,
};
use crate::lint::{self, Level, SourcePlace};
use crate::order;
use crate::output::fingerprints::UniqueFingerprints;
use crate::output::{Style, paths, verdict};
use crate::report::{self, Report, Standing, Verdict};
use crate::source;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

impl Log {
    /// What a report says; `style` tells from where paths are told.
    pub(super) fn of(report: &Report, style: &Style) -> Self {
        let ids = rule_ids(report);
        let rules = ids.keys().map(|id| rule(id, report)).collect();
        Self {
            schema: SCHEMA,
            version: "2.1.0",
            runs: [Run {
                tool: Tool {
                    driver: Driver {
                        name: "planlint",
                        semantic_version: env!("CARGO_PKG_VERSION"),
                        rules,
                    },
                },
                invocations: [invocation(report, style)],
                column_kind: "unicodeCodePoints",
                results: results(report, &ids, style),
            }],
        }
    }
}

/// The rules that found something, by name, each with its number in the list.
fn rule_ids(report: &Report) -> BTreeMap<&str, usize> {
    let mut ids: BTreeMap<&str, usize> = order::map(report.findings.iter().map(|finding| (&*finding.rule, 0)));
    for (index, number) in ids.values_mut().enumerate() {
        *number = index;
    }
    ids
}

fn rule(id: &str, report: &Report) -> Rule {
    let words = report.rules.iter().find(|words| words.id == id);
    Rule {
        id: id.to_owned(),
        short_description: words.map(|words| Text {
            text: words.summary.to_owned(),
        }),
        help: words.map(|words| Help {
            text: words.summary.to_owned(),
            markdown: page(words).map(str::to_owned),
        }),
        default_configuration: words.map(|words| Configuration {
            enabled: words.level != Level::Allow,
            level: level(words.level),
        }),
        properties: words.map(|words| Tags { tags: [words.family] }),
    }
}

/// Of a rule's page what explains it; the examples after that are its tests.
fn page(rule: &lint::Rule) -> Option<&'static str> {
    let page = rule.page()?;
    let examples = page.find("\n## Fires").unwrap_or(page.len());
    Some(page[..examples].trim_end())
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "note",
        Level::Allow => "none",
    }
}

fn invocation(report: &Report, style: &Style) -> Invocation {
    Invocation {
        execution_successful: report.verdict() != Verdict::Error,
        exit_code: report.verdict().exit_code(),
        tool_execution_notifications: report
            .errors
            .iter()
            .map(|failure| {
                let help = failure
                    .help
                    .as_ref()
                    .map(|help| format!("\n{help}"))
                    .unwrap_or_default();
                Notification {
                    descriptor: Descriptor {
                        id: failure.code.clone(),
                    },
                    level: "error",
                    message: Text {
                        text: unlinked(&format!("{}: {}{help}", failure.name, failure.message)),
                    },
                    locations: vec![Location {
                        message: None,
                        physical_location: Physical {
                            artifact_location: artifact(&paths::told(&failure.name, style)),
                            region: None,
                        },
                        logical_locations: Vec::new(),
                    }],
                }
            })
            .collect(),
    }
}

fn results(report: &Report, ids: &BTreeMap<&str, usize>, style: &Style) -> Vec<Finding> {
    let deciding = report.deciding();
    // Readers take equal fingerprints for one finding.
    let mut fingerprints = UniqueFingerprints::new(report);
    let findings = report.findings.iter();
    findings
        .map(|finding| {
            let input = paths::told(verdict::input_name(report, finding), style);
            let fingerprint = fingerprints.unique(finding.fingerprint(), &input);
            let number = ids.get(&*finding.rule).copied().unwrap_or_default();
            result(finding, number, &input, fingerprint, deciding, style)
        })
        .collect()
}

/// A finding in the input of that path, by the rule with that number.
fn result(
    finding: &report::Finding,
    rule_index: usize,
    input: &str,
    rule_and_address: String,
    deciding: Option<&report::Finding>,
    style: &Style,
) -> Finding {
    let mut text = finding.message.to_string();
    for more in [
        finding.why.as_ref().map(ToString::to_string),
        finding.help.as_ref().map(ToString::to_string),
    ] {
        text.extend(more.map(|more| format!("\n{more}")));
    }
    // People look at the configuration, where they can do something about it.
    let region = |place: &SourcePlace| Physical {
        artifact_location: artifact(&paths::told(&place.file, style)),
        region: Some(Region {
            start_line: place.start.line.get(),
            start_column: place.start.column.get(),
            end_line: Some(place.end.line.get()),
            end_column: Some(place.end.column.get()),
        }),
    };
    let written = finding.source.as_deref().map(region);
    let planned = || Physical {
        artifact_location: artifact(input),
        region: finding.location.map(|at| Region {
            start_line: at.line.get(),
            start_column: at.column.get(),
            end_line: None,
            end_column: None,
        }),
    };
    let beside = |words: String, physical_location| Location {
        message: Some(Text { text: unlinked(&words) }),
        physical_location,
        logical_locations: Vec::new(),
    };
    let mut related = Vec::new();
    if let Some(place) = &finding.source {
        related.push(beside("what was planned".to_owned(), planned()));
        related.extend(
            place
                .related
                .iter()
                .map(|(what, place)| beside(format!("from {what}"), region(place))),
        );
    }
    let open = matches!(finding.standing, Standing::Unknown(_));
    Finding {
        rule_id: finding.rule.clone(),
        rule_index,
        kind: if open { "open" } else { "fail" },
        // The standard allows no other level for what is open.
        level: if open { "none" } else { level(finding.level) },
        message: Text { text: unlinked(&text) },
        locations: vec![Location {
            message: None,
            physical_location: written.unwrap_or_else(planned),
            logical_locations: finding
                .address
                .iter()
                .map(|address| Logical {
                    fully_qualified_name: address.to_string(),
                    kind: "resource",
                })
                .collect(),
        }],
        related_locations: related,
        partial_fingerprints: Fingerprints { rule_and_address },
        suppressions: suppressions(finding, deciding),
        fixes: finding.fix().into_iter().map(|one| fix(one, input)).collect(),
        properties: Properties {
            standing: finding.standing.word(),
            pointer: finding.pointer.to_string(),
            covered_by: finding.covered_by,
        },
    }
}

/// Why a finding is no alert: it is permitted, or another one is the alert for the same thing.
fn suppressions(finding: &report::Finding, deciding: Option<&report::Finding>) -> Vec<Suppression> {
    let (kind, justification) = match (&finding.standing, verdict::said_by(finding, deciding)) {
        (Standing::Waived { until: None, .. }, _) => ("inSource", verdict::standing(finding)),
        (Standing::Waived { .. } | Standing::Known, _) => ("external", verdict::standing(finding)),
        (_, Some(rule)) => (
            "external",
            Some(format!("covered by {rule}, which says it more precisely")),
        ),
        (_, None) => return Vec::new(),
    };
    vec![Suppression {
        kind,
        status: "accepted",
        justification: justification.unwrap_or_default(),
    }]
}

fn fix(fix: &source::Fix, file: &str) -> Fix {
    let replacements = fix.edits.iter().map(|edit| Replacement {
        deleted_region: Bytes {
            byte_offset: edit.span.start,
            byte_length: edit.span.len(),
        },
        inserted_content: (!edit.text.is_empty()).then(|| Text {
            text: edit.text.to_string(),
        }),
    });
    Fix {
        description: Text {
            text: fix.description.to_owned(),
        },
        artifact_changes: [ArtifactChange {
            artifact_location: artifact(file),
            replacements: replacements.collect(),
        }],
    }
}

/// In a message `[words](place)` is a link; a text of a plan must not make one.
fn unlinked(text: &str) -> String {
    text.replace("](", "] (")
}

/// A path as a reference: everything but plain letters in percent signs.
fn artifact(path: &str) -> Artifact {
    let path = if cfg!(windows) {
        path.replace('\\', "/")
    } else {
        path.to_owned()
    };
    let mut uri = String::new();
    if path.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'-' | b'_' | b'~') {
            uri.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    Artifact { uri }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_references() {
        for (path, wanted, why) in [
            ("plans/prod.json", "plans/prod.json", "a path in the repository"),
            ("/tmp/a b.json", "file:///tmp/a%20b.json", "one from the root"),
            ("<stdin>", "%3Cstdin%3E", "no path at all"),
            (
                "a:b?c#1%ä",
                "a%3Ab%3Fc%231%25%C3%A4",
                "letters that mean something in a reference",
            ),
        ] {
            assert_eq!(artifact(path).uri, wanted, "{why}");
        }
    }

    #[test]
    fn a_message_has_no_links() {
        assert_eq!(
            unlinked("x[\"[a](https://b.example)\"]"),
            "x[\"[a] (https://b.example)\"]"
        );
    }
}
