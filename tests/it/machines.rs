//! What the formats for machines write of one made-up report, and that nothing hostile gets out of its cell or command.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::cut;
use crate::docs::assert_fresh;
use crate::fixtures;
use crate::injection::{HOSTILE, acting, plan};
use crate::judge::{Judged, deny, judge};
use crate::made;
use planlint::input::Want;
use planlint::output::json::line_schema;
use planlint::output::{FORMATS, Style};
use planlint::report::{Finding, Report};
use planlint::rules::RULES;

/// Every format for machines of which the whole text is pinned.
const PINNED: &[&str] = &[
    "jsonl",
    "csv",
    "tsv",
    "sarif",
    "junit",
    "gitlab-codequality",
    "github",
    "github-output",
    "env",
    "gitlab-terraform",
    "azure",
];

pub(crate) fn written(report: &Report, format: &str) -> String {
    let format = FORMATS.iter().find(|known| known.name == format).unwrap();
    let mut out = Vec::new();
    (format.write)(report, &Style::plain(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_made_report_is_written_as_it_was() {
    // Beside each a piece with a number that was counted by hand from the report's source.
    for (format, pieces) in [
        ("jsonl", &[r#""totals":{"import":2,"add":5,"change":2,"destroy":4"#][..]),
        ("csv", &["\"'=1+1\"", "[\"\"eu | west\"\"]\""]),
        ("tsv", &["\t'=1+1\t", "[\"eu | west\"]\t"]),
        ("sarif", &[r#""startColumn": 2049"#]),
        (
            "junit",
            &[r#"<testsuites name="planlint" tests="12" skipped="3" failures="1" errors="0">"#],
        ),
        ("gitlab-codequality", &[r#""begin": 12"#]),
        ("github", &["::warning file=planlint.toml,line=12,col=1,title="]),
        ("github-output", &["destroy=unknown\n"]),
        ("env", &["has_destroy=true\n", "forget=unknown\nimport=2\nmove=2\n"]),
        ("gitlab-terraform", &["a plan has unrecognized actions\"}"]),
        ("azure", &["variable=planlint_destroy;isOutput=true]unknown\n"]),
    ] {
        let text = written(&made::report(), format);
        for piece in pieces {
            assert!(text.contains(piece), "{format} lacks {piece}\n{text}");
        }
    }
    for format in PINNED {
        let text = written(&made::report(), format).replace(env!("CARGO_PKG_VERSION"), "[version]");
        insta::assert_snapshot!(format!("made-{format}"), text);
    }
}

#[test]
fn what_could_not_be_judged_is_never_a_zero() {
    for (format, pieces) in [
        (
            "jsonl",
            &[r#""line":"error","name":"broken.json""#, r#""verdict":"error""#][..],
        ),
        ("csv", &["\"broken.json\",\"not-judged\""]),
        ("tsv", &["broken.json\tnot-judged\t"]),
        ("sarif", &[r#""executionSuccessful": false"#, r#""exitCode": 2"#]),
        (
            "junit",
            &["errors=\"1\"", "<error message=\"it is empty\" type=\"empty\""],
        ),
        ("gitlab-codequality", &[r#""severity": "blocker""#]),
        (
            "github",
            &["::error title=planlint could not judge::broken.json: it is empty%0A"],
        ),
        ("env", &["verdict=error\n", "has_changes=true\n"]),
        ("gitlab-terraform", &["{\"error\":\"something could not be judged\"}"]),
        (
            "azure",
            &["##vso[task.logissue type=error;code=empty]broken.json: it is empty"],
        ),
    ] {
        let text = written(&made::not_judged(), format);
        for piece in pieces {
            assert!(text.contains(piece), "{format} lacks {piece}\n{text}");
        }
    }
    let mut failed = made::empty_plan();
    failed.errored = Some(true);
    let failed = made::of_plan(failed, Vec::new());
    assert!(written(&failed, "gitlab-terraform").contains("planning failed"));
}

#[test]
fn gitlab_counts_as_the_words_of_the_actions_do() {
    for name in [
        "replace",
        "forget",
        "destroy-reasons",
        "update-in-place",
        "data-sources",
    ] {
        for fixture in fixtures::files_below(&fixtures::root().join(name)) {
            if fixture.file_name().is_none_or(|file| file != "plan.json") {
                continue;
            }
            let plan = fixtures::json(&fixture);
            let count = |wanted: &str| {
                let changes = plan["resource_changes"].as_array().into_iter().flatten();
                changes
                    .flat_map(|change| change["change"]["actions"].as_array().into_iter().flatten())
                    .filter(|word| *word == wanted)
                    .count()
            };
            let judged = judge(&fixtures::bytes(&fixture), Want::Plan, &deny(&[])).unwrap();
            let counts: Value = serde_json::from_str(&judged.written("gitlab-terraform", None)).unwrap();
            assert_eq!(
                counts,
                json!({"create": count("create"), "update": count("update"), "delete": count("delete")}),
                "{}",
                fixture.display()
            );
        }
    }
}

/// A hostile plan, judged with everything denied, so that each of its texts is told.
fn hostile(text: &str) -> Judged {
    let ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
    judge(cut::line(&plan(text)).as_bytes(), Want::Plan, &deny(&ids)).unwrap()
}

/// How a log shows a text: nothing acts, and line ends are blanks.
fn shown(text: &str) -> String {
    planlint::output::escape::line(text).into_owned()
}

#[test]
fn workflow_commands_are_those_of_planlint() {
    for (text, what) in HOSTILE {
        let judged = hostile(text);
        let github = judged.written("github", None);
        let mut commands = 0;
        for line in github.lines() {
            if let Some(rest) = line.trim_start().strip_prefix("::") {
                // What the runner does: the command up to the next `::`, its properties split at commas and `=`.
                let (head, message) = rest.split_once("::").unwrap();
                let (name, properties) = head.split_once(' ').unwrap();
                assert!(matches!(name, "error" | "warning" | "notice"), "{what}: {line}");
                for property in properties.split(',') {
                    let (key, value) = property.split_once('=').unwrap();
                    assert!(matches!(key, "title" | "file" | "line" | "col"), "{what}: {line}");
                    assert!(!value.contains(':'), "{what}: {line}");
                }
                let decoded = message.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%");
                for part in decoded.split('\n') {
                    assert_eq!(acting(part), None, "{what}: {line}");
                }
                commands += 1;
            } else {
                assert_eq!(acting(line), None, "{what}: {line}");
            }
        }
        assert_eq!(
            commands,
            judged.report.findings.iter().filter(|finding| told(finding)).count(),
            "{what}: {github}"
        );

        let azure = judged.written("azure", None);
        let mut issues = 0;
        for line in azure.lines() {
            let Some(rest) = line.strip_prefix("##vso[") else {
                assert_eq!(acting(line), None, "{what}: {line}");
                continue;
            };
            let (head, message) = rest.split_once(']').unwrap();
            let (name, properties) = head.split_once(' ').unwrap();
            assert!(matches!(name, "task.logissue" | "task.setvariable"), "{what}: {line}");
            for property in properties.split(';') {
                let (key, _) = property.split_once('=').unwrap();
                assert!(
                    matches!(key, "type" | "code" | "variable" | "isOutput"),
                    "{what}: {line}"
                );
            }
            assert_eq!(acting(message), None, "{what}: {line}");
            issues += usize::from(name == "task.logissue");
        }
        assert_eq!(
            issues,
            judged.report.findings.iter().filter(|finding| told(finding)).count(),
            "{what}"
        );
    }
}

/// Those findings that a reviewer sees one by one.
fn told(finding: &Finding) -> bool {
    finding.covered_by.is_none() && finding.standing.word() == "counts"
}

#[test]
fn tables_have_the_cells_that_they_should() {
    for (text, what) in HOSTILE {
        let judged = hostile(text);
        for (format, delimiter, quoting) in [("csv", b',', true), ("tsv", b'\t', false)] {
            let table = judged.written(format, None);
            for line in table.lines() {
                let cells = if quoting {
                    line.to_owned()
                } else {
                    line.replace('\t', " ")
                };
                assert_eq!(acting(&cells), None, "{what}, {format}: {line}");
            }
            let mut reader = csv::ReaderBuilder::new()
                .delimiter(delimiter)
                .quoting(quoting)
                .from_reader(table.as_bytes());
            let columns = reader.headers().unwrap().len();
            let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
            assert_eq!(rows.len(), 6, "{what}, {format}\n{table}");
            for row in &rows {
                assert_eq!(row.len(), columns, "{what}, {format}");
                for cell in row {
                    assert!(
                        !cell
                            .trim_start()
                            .starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r']),
                        "{what}, {format}: a formula: {cell}"
                    );
                }
            }
            let deleted = rows.iter().find(|row| &row[1] == "delete").unwrap();
            assert_eq!(
                deleted[2].trim_start_matches('\''),
                shown(text),
                "{what}, {format}: the address is there"
            );
        }
    }
}

#[test]
fn lines_of_json_are_whole_and_have_the_published_shape() {
    let schema: Value = serde_json::from_str(&line_schema().unwrap()).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut texts: Vec<String> = HOSTILE
        .iter()
        .map(|(text, _)| hostile(text).written("jsonl", None))
        .collect();
    texts.extend([made::report(), made::not_judged()].map(|report| written(&report, "jsonl")));
    for fixture in fixtures::plans()
        .iter()
        .filter(|fixture| !fixture.name.starts_with("medium"))
    {
        let judged = judge(&fixtures::bytes(&fixture.plan()), Want::Any, &deny(&["delete"])).unwrap();
        texts.push(judged.written("jsonl", None));
    }
    for text in &texts {
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for line in &lines {
            let wrong: Vec<String> = validator.iter_errors(line).map(|error| error.to_string()).collect();
            assert!(wrong.is_empty(), "{wrong:?}\n{line}");
        }
        let last = lines.last().unwrap();
        assert_eq!(last["line"], "verdict", "the verdict is last");
        let findings = lines.iter().filter(|line| line["line"] == "finding").count();
        assert_eq!(last["findings"], findings, "and counts what was said");
    }
    for broken in [json!({}), json!({"version": "1.0", "line": "nothing"})] {
        assert!(
            !validator.is_valid(&broken),
            "a shape that fits everything says nothing"
        );
    }
}

#[test]
fn the_published_shape_of_a_line_is_the_one_that_is_written() {
    assert_fresh("schemas/jsonl.v1.schema.json", &line_schema().unwrap());
}

/// The schema of the standard, as OASIS publishes it; this copy is the one in the package of the crate `serde-sarif`
/// 0.8.0.
const SARIF: &str = include_str!("standards/sarif-2.1.0.schema.json");

pub(crate) fn sarif_validator() -> jsonschema::Validator {
    // One pattern of the standard's schema, for a property that planlint does not write, closes a bracket never opened.
    let schema = SARIF.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}$");
    let schema: Value = serde_json::from_str(&schema).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

#[test]
fn sarif_is_what_the_standard_says() {
    let validator = sarif_validator();
    let mut texts: Vec<String> = HOSTILE
        .iter()
        .map(|(text, _)| hostile(text).written("sarif", None))
        .collect();
    texts.extend([made::report(), made::not_judged()].map(|report| written(&report, "sarif")));
    for name in ["state-rich", "checks", "wrong-inputs"] {
        for file in fixtures::files_below(&fixtures::root().join(name)) {
            let judged = judge(&fixtures::bytes(&file), Want::Any, &deny(&["delete"])).unwrap();
            texts.push(judged.written("sarif", None));
        }
    }
    for text in &texts {
        let log: Value = serde_json::from_str(text).unwrap();
        let wrong: Vec<String> = validator.iter_errors(&log).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{wrong:?}\n{text}");
        let run = &log["runs"][0];
        for result in run["results"].as_array().unwrap() {
            let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            let rule = &run["tool"]["driver"]["rules"][index];
            assert_eq!(rule["id"], result["ruleId"], "the number is the rule's");
            assert!(
                rule["help"]["markdown"].as_str().unwrap().contains("## Why"),
                "with its page"
            );
            let message = result["message"]["text"].as_str().unwrap();
            assert!(!message.contains("]("), "no link: {message}");
        }
    }
    assert!(
        !validator.is_valid(&json!({"version": "2.1.0"})),
        "a schema that fits everything says nothing"
    );
}

#[test]
fn sarif_suppresses_what_is_permitted_and_keeps_its_fingerprints() {
    let log: Value = serde_json::from_str(&written(&made::report(), "sarif")).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let suppressed: Vec<&str> = results
        .iter()
        .filter(|result| result["suppressions"] != json!([]))
        .map(|result| result["ruleId"].as_str().unwrap())
        .collect();
    assert_eq!(
        suppressed,
        ["delete", "replace-stateful", "forget"],
        "the one that another says too, the waived one and the known one"
    );
    assert_eq!(
        results[0]["suppressions"][0]["justification"],
        "covered by delete-stateful, which says it more precisely"
    );
    let mut decides = made::report();
    decides.findings.retain(|finding| finding.rule == "delete");
    let log: Value = serde_json::from_str(&written(&decides, "sarif")).unwrap();
    assert_eq!(
        log["runs"][0]["results"][0]["suppressions"],
        json!([]),
        "what decides is an alert, whatever covers it"
    );
    let fingerprints = |report: &Report| -> Vec<Value> {
        let log: Value = serde_json::from_str(&written(report, "sarif")).unwrap();
        let results = log["runs"][0]["results"].as_array().unwrap();
        results
            .iter()
            .map(|result| result["partialFingerprints"].clone())
            .collect()
    };
    let mut later = made::report();
    for finding in &mut later.findings {
        finding.location = None;
        finding.pointer = planlint::report::Redacted::trusted("/resource_changes/99");
        finding.message = planlint::report::Redacted::trusted("said in other words");
    }
    assert_eq!(
        fingerprints(&later),
        fingerprints(&made::report()),
        "places and words do not count"
    );
    let all = fingerprints(&later);
    let different: BTreeSet<String> = all.iter().map(ToString::to_string).collect();
    assert_eq!(
        different.len(),
        all.len(),
        "nine rules and addresses, nine fingerprints"
    );
    let mut twice = made::report();
    twice.findings.extend(made::report().findings);
    let twice = fingerprints(&twice);
    assert_eq!(twice[..all.len()], all, "what is found first keeps its own");
    let different: BTreeSet<String> = twice.iter().map(ToString::to_string).collect();
    assert_eq!(different.len(), 2 * all.len(), "what is found again has another");
}

#[test]
fn code_quality_has_a_fingerprint_for_each_issue() {
    let mut texts: Vec<String> = HOSTILE
        .iter()
        .map(|(text, _)| hostile(text).written("gitlab-codequality", None))
        .collect();
    let mut twice = made::not_judged();
    twice.findings.extend(made::report().findings);
    texts.push(written(&twice, "gitlab-codequality"));
    for text in &texts {
        let issues: Vec<Value> = serde_json::from_str(text).unwrap();
        let fingerprints: BTreeSet<&str> = issues
            .iter()
            .map(|issue| issue["fingerprint"].as_str().unwrap())
            .collect();
        assert_eq!(fingerprints.len(), issues.len(), "{text}");
        for issue in &issues {
            assert!(matches!(
                issue["severity"].as_str(),
                Some("info" | "minor" | "major" | "critical" | "blocker")
            ));
            assert!(issue["location"]["lines"]["begin"].as_u64() >= Some(1));
            for name in ["description", "check_name"] {
                assert!(issue[name].as_str().is_some_and(|text| !text.is_empty()), "{issue}");
            }
            assert!(issue["location"]["path"].is_string());
        }
    }
}

#[test]
fn junit_is_xml_that_counts_itself() {
    for (text, what) in HOSTILE {
        let judged = hostile(text);
        let xml = judged.written("junit", None);
        assert!(
            xml.chars().all(|letter| letter == '\n' || !letter.is_control()),
            "{what}\n{xml}"
        );
        let document = roxmltree::Document::parse(&xml).unwrap_or_else(|error| panic!("{what}: {error}\n{xml}"));
        let suites = document.root_element();
        let named = |name: &str| document.descendants().filter(|node| node.has_tag_name(name)).count();
        assert_eq!(suites.tag_name().name(), "testsuites", "{what}");
        let said = |name: &str| suites.attribute(name).unwrap().parse::<usize>().unwrap();
        assert_eq!(said("tests"), named("testcase"), "{what}");
        assert_eq!(said("failures"), named("failure"), "{what}");
        let findings = judged.report.findings.iter();
        let single = findings.filter(|finding| finding.covered_by.is_none()).count();
        assert_eq!(named("testcase"), single + 1, "{what}: a case a finding");
        let known = [
            "testsuites",
            "testsuite",
            "testcase",
            "failure",
            "skipped",
            "system-out",
        ];
        for node in document.descendants().filter(roxmltree::Node::is_element) {
            assert!(known.contains(&node.tag_name().name()), "{what}: {node:?}");
            // What is told is there as it is shown, and not as markup.
            for line in node.text().unwrap_or_default().lines() {
                assert_eq!(acting(line), None, "{what}: {line}");
            }
        }
        for failure in document.descendants().filter(|node| node.has_tag_name("failure")) {
            let message = failure.attribute("message").unwrap();
            assert!(
                judged.report.findings.iter().any(|finding| {
                    let shown = shown(&finding.message).replace('\u{fffe}', "\\u{fffe}");
                    shown.replace('\u{ffff}', "\\u{ffff}") == message
                }),
                "{what}: {message}"
            );
        }
    }
}
