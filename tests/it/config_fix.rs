//! `planlint config --fix`: what it writes, what it leaves alone, and that it leaves nothing new.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use rayon::prelude::*;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::config::{config, lay_out, module, write};
use crate::fixtures;
use crate::machines::sarif_validator;
use crate::program::planlint;
use crate::rules::{examples, sections};
use planlint::rules::RULES;

/// The file's text.
pub(crate) fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

/// Every file below a folder with its bytes, by its path.
pub(crate) fn all(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fixtures::files_below(folder).into_iter();
    files
        .filter(|path| path.is_file())
        .map(|path| (path.display().to_string(), fs::read(&path).unwrap()))
        .collect()
}

#[test]
fn what_is_certain_is_fixed() {
    let y = r#""y":{"for_each":{"k":1}}"#;
    let resource = |x: &str| format!("{{\"resource\":{{\"terraform_data\":{{{y},\"x\":{x}}}}}}}");
    let rows: Vec<(String, String, &str)> = [
        ("\u{feff}{}", "{}", "a byte order mark"),
        (r#"{"locals":{"a":[1,],},}"#, r#"{"locals":{"a":[1]}}"#, "commas too many"),
        (
            r#"{"terraform":{"required_providers":{"null":{"source":"a/null"}}},"provider":{"null":{"version":"~> 3.0","a":1}}}"#,
            r#"{"terraform":{"required_providers":{"null":{"source":"a/null", "version": "~> 3.0"}}},"provider":{"null":{"a":1}}}"#,
            "a version in a provider block",
        ),
        (
            r#"{"provider":{"null":[{"a":1,"version":"~> 3.0"}]},"terraform":{"required_providers":{"null":{"source":"a/null","version":">= 2"}}}}"#,
            r#"{"provider":{"null":[{"a":1}]},"terraform":{"required_providers":{"null":{"source":"a/null","version":">= 2, ~> 3.0"}}}}"#,
            "and another one where it belongs",
        ),
        (
            r#"{"provider":{"null":{"version":"3.1.0","a":1}},"terraform":{"required_providers":{"null":{"source":"a/null","version":"3.1.0"}}}}"#,
            r#"{"provider":{"null":{"a":1}},"terraform":{"required_providers":{"null":{"source":"a/null","version":"3.1.0"}}}}"#,
            "and the same",
        ),
        (
            r#"{"locals":{a:'it is "x"','b' = True, "c" => None}}"#,
            r#"{"locals":{"a":"it is \"x\"","b" : true, "c" : null}}"#,
            "the ways of other languages",
        ),
        (
            "{\"locals\":{\"a\":\"x\n\ty\"}}",
            r#"{"locals":{"a":"x\n\ty"}}"#,
            "a line in a string",
        ),
        (
            "{\n  // the \"region\"\n  # and \\ more\n  \"locals\": {\"a\": 1} /* of\n all */\n}",
            "{\n  \"//\": \"the \\\"region\\\"\",\n  \"//\": \"and \\\\ more\",\n  \"locals\": {\"a\": 1}, \"//\": \"of\\n all\"\n}",
            "comments of the file",
        ),
        (
            "{\"variable\":{\"v\":{\n// one\n}}}",
            "{\"variable\":{\"v\":{\n\"//\": \"one\"\n}}}",
            "a comment alone in a block",
        ),
        (
            "{\"variable\":{\"v\":{\n\"type\": \"string\", // one\n}}}",
            "{\"variable\":{\"v\":{\n\"type\": \"string\", \"//\": \"one\"\n}}}",
            "a comment behind a comma that is one too many",
        ),
        (r#"{"resource":{}}"#, "{}", "an empty map alone"),
        (
            r#"{"output": {}, "locals": {"a": 1}, "module": [], "variable": null}"#,
            r#"{"locals": {"a": 1}}"#,
            "empty maps before and behind",
        ),
        (
            "{\n  \"locals\": {},\n  \"resource\": {\n    \"a_b\": {}\n  }\n}\n",
            "{\n  \"locals\": {}\n}\n",
            "one that is empty by that",
        ),
        (
            r#"{"variable":{"v":{"type":"${list(string)}"}}}"#,
            r#"{"variable":{"v":{"type":"list(string)"}}}"#,
            "a type",
        ),
    ]
    .map(|(before, after, why)| (before.to_owned(), after.to_owned(), why))
    .into_iter()
    .chain(
        [
            (
                r#"{"depends_on":["${terraform_data.y}"]}"#,
                r#"{"depends_on":["terraform_data.y"]}"#,
                "a dependency",
            ),
            (
                r#"{"lifecycle":{"replace_triggered_by":["${ terraform_data.y[\"k\"] }"]}}"#,
                r#"{"lifecycle":{"replace_triggered_by":["terraform_data.y[\"k\"]"]}}"#,
                "escapes stay",
            ),
            (
                r#"{"depends_on":"${terraform_data.y}"}"#,
                r#"{"depends_on":["terraform_data.y"]}"#,
                "two things at once",
            ),
            (
                r#"{"lifecycle":{"ignore_changes":"input[\"a\"]"}}"#,
                r#"{"lifecycle":{"ignore_changes":["input[\"a\"]"]}}"#,
                "one attribute",
            ),
            (
                r#"{"lifecycle":{"ignore_changes":[ "*" ]}}"#,
                r#"{"lifecycle":{"ignore_changes":"all"}}"#,
                "a star in a list",
            ),
            (
                r#"{"lifecycle":{"ignore_changes":"*"}}"#,
                r#"{"lifecycle":{"ignore_changes":"all"}}"#,
                "a star",
            ),
            (
                r#"{"lifecycle":{"ignore_changes":[ "all" ]}}"#,
                r#"{"lifecycle":{"ignore_changes":"all"}}"#,
                "the word in a list",
            ),
            (
                r#"{"lifecycle":{"ignore_changes":["terraform_data.x.input[\"a\"]"]}}"#,
                r#"{"lifecycle":{"ignore_changes":["input[\"a\"]"]}}"#,
                "its own address",
            ),
            (
                "{\"for_each\":[\"a\",\n  \"b-${path.module}\" ]}",
                r#"{"for_each":"${toset([\"a\", \"b-${path.module}\"])}"}"#,
                "a list where a set must be",
            ),
            (r#"{"input":1,"depends_on":null}"#, r#"{"input":1}"#, "null for what is not set"),
            (
                r#"{"input":"a ${upper(${path.module})} b ${ lower(${ join(\",\", [\"}\"]) }) }"}"#,
                r#"{"input":"a ${upper(path.module)} b ${ lower( join(\",\", [\"}\"]) ) }"}"#,
                "markers in expressions",
            ),
            (
                r#"{"input":"${2 * ${1 + 2}} ${ { ${path.module} = ${true ? 1 : 2} }[\".\"] }"}"#,
                r#"{"input":"${2 * (1 + 2)} ${ { (path.module) = (true ? 1 : 2) }[\".\"] }"}"#,
                "markers that held an expression together, and a key",
            ),
            (
                r#"{"input":"${join(\\\",\\\", [\\\"a\\\"])} \"and\" ${upper(\\\"\u0061\\\")}"}"#,
                r#"{"input":"${join(\",\", [\"a\"])} \"and\" ${upper(\"\u0061\")}"}"#,
                "quotation marks that are escaped twice",
            ),
            (
                r#"{"input":"a\n${join(\"x\ny\", [\"\n\"])}"}"#,
                r#"{"input":"a\n${join(\"x\\ny\", [\"\\n\"])}"}"#,
                "line breaks in quoted strings",
            ),
            (
                r#"{"lifecycle":{"ignore_changes":"${all}"}}"#,
                r#"{"lifecycle":{"ignore_changes":"all"}}"#,
                "the word in marks",
            ),
            (
                r#"{"provisioner":[{"local-exec":{"command":"a","when":"${destroy}"}}]}"#,
                r#"{"provisioner":[{"local-exec":{"command":"a","when":"destroy"}}]}"#,
                "another word",
            ),
        ]
        .map(|(before, after, why)| (resource(before), resource(after), why)),
    )
    .collect();
    for (before, after, why) in rows {
        let folder = module(&[("main.tf.json", before.as_bytes())]);
        let run = config(folder.path(), &["--fix"]);
        assert_eq!(text(folder.path(), "main.tf.json"), after, "{why}\n{}", run.shown());
        assert!(run.stderr.starts_with("fixed: "), "{why}\n{}", run.shown());
        assert!(run.stderr.ends_with(" in main.tf.json\n"), "{why}\n{}", run.shown());
        let again = config(folder.path(), &["--fix"]);
        assert_eq!(again.stderr, "", "{why}: once");
    }
}

#[test]
fn what_is_not_certain_is_left() {
    for (before, why) in [
        (&br#"{"locals":{"a":"local.b","b":1}}"#[..], "text that is a reference, which everybody accepts"),
        (br#"{"terraform":{"backend":{}}}"#, "without it the state would stand elsewhere"),
        (
            br#"{"resource":{"terraform_data":{"y":{},"x":{"depends_on":["${terraform_data.y}${terraform_data.y}"]}}}}"#,
            "two references in one text",
        ),
        (
            br#"{"resource":{"terraform_data":{"x":{"depends_on":["${terraform_data.nope}"]}}}}"#,
            "what is not declared would be found in its place",
        ),
        (
            br#"{"resource":{"terraform_data":{"y":{},"x":{"depends_on":["${terraform_data.y.id}"]}}}}"#,
            "the attribute would be found in its place",
        ),
        (
            br#"{"resource":{"terraform_data":{"y":{},"x":{"depends_on":{"a":"terraform_data.y"}}}}}"#,
            "an object where a list must be",
        ),
        (br#"{"locals":{"a":'it\'s'}}"#, "what the backslash means depends on the language"),
        (br#"{"locals":{"a":undefined}}"#, "no value, or null"),
        (
            br#"{"terraform":{"required_providers":{"null":{"source":"a/null"}}},"provider":{"null":{"version":"~> 3.0"}}}"#,
            "a provider block with nothing else is none in a module that is called",
        ),
        (
            br#"{"terraform":{"required_providers":{"null":{"source":"a/null"}}},"provider":{"null":[{"version":"~> 3.0","a":1},{"alias":"x","version":"3.1"}]}}"#,
            "two versions",
        ),
        (br#"{"provider":{"null":{"version":"~> 3.0","a":1}}}"#, "a provider that nothing requires"),
        (b"{\"locals\": // a\n {}}", "a comment before a value"),
        (b"{\"variable\": {\n// a\n}}", "a comment where names of variables stand"),
        (b"{\"locals\": {\"a\": {\n// a\n}}}", "a comment in a value"),
        (b"{\"resource\": {\n// a\n}}", "a comment in what is empty otherwise"),
        (b"{\"resource\": {?}, \"locals\": {\"a\": True}}", "what could not be read may be anything"),
        (b"{\"locals\":{\"a\":\"\xff\",}}", "bytes that are no UTF-8 would be changed too"),
        (
            br#"{"resource":{"terraform_data":{"x":{"lifecycle":{"ignore_changes":["all","input"]}}}}}"#,
            "all, or these",
        ),
        (
            br#"{"resource":{"terraform_data":{"x":{"for_each":["a\"b"]}}}}"#,
            "what is escaped would have to be so twice",
        ),
        (br#"{"resource":{"terraform_data":{"x":{"for_each":[1]}}}}"#, "a set of numbers is refused, too"),
        (br#"{"locals":{"a":"${f(${x)}"}}"#, "no end of the inner marker"),
        (
            br#"{"locals":{"x":"a","a":"${upper(${local.x}-${local.x})}"}}"#,
            "two names with a dash between them are one",
        ),
        (br#"{"locals":{"x":"a","a":"${upper(${local.x}_b)}"}}"#, "letters behind a name are of the name"),
        (br#"{"locals":{"x":"a","y":{},"a":"${local.y.${local.x}}"}}"#, "a name that is computed"),
        (br#"{"locals":{"x":"a","a":"${${local.x}${local.x}}"}}"#, "two values in one"),
        (br#"{"output":{"a":{"value":null}},"module":{"m":{"source":null}}}"#, "what a call needs"),
        (br#"{"locals":{"a":"${f(${x ${y})}"}}"#, "no expression in the inner marker"),
        (br#"{"locals":{"a":"${upper(\\\"a)}"}}"#, "one quotation mark alone"),
        (br#"{"locals":{"a":1 "b":2}}"#, "a comma, or the end of what is missing"),
    ] {
        let folder = module(&[("main.tf.json", before)]);
        let run = config(folder.path(), &["--fix"]);
        let after = fs::read(folder.path().join("main.tf.json")).unwrap();
        assert_eq!(after, before, "{why}\n{}", run.shown());
        assert!(!run.stderr.contains("fixed:"), "{why}\n{}", run.shown());
    }
}

#[test]
fn what_is_permitted_is_not_fixed() {
    let text = br#"{"resource":{"terraform_data":{"y":{},"x":{"depends_on":"terraform_data.y"}}},"output":{}}"#;
    let waiver = b"[[waiver]]\nrule = \"string-where-list\"\naddress = \"terraform_data.x\"\nreason = \"made so\"\nexpires = 2027-01-31\n";
    let without_output = r#"{"resource":{"terraform_data":{"y":{},"x":{"depends_on":"terraform_data.y"}}}}"#;
    let folder = module(&[("main.tf.json", text)]);
    let after = |arguments: &[&str], settings: bool| {
        write(folder.path(), "main.tf.json", text);
        let mut all = vec!["config", "--fix"];
        all.extend(arguments);
        if !settings {
            all.push("--no-config");
        }
        let run = planlint(all)
            .folder(folder.path())
            .args(["--now", "2026-11-21T12:00:00Z"])
            .run();
        (fs::read_to_string(folder.path().join("main.tf.json")).unwrap(), run)
    };
    let (fixed, run) = after(&[], false);
    run.exits(0, "nothing is left")
        .tells("fixed: 2 findings in main.tf.json", "two");
    assert!(fixed.contains(r#"["terraform_data.y"]}"#) && !fixed.contains("output"));
    let (left, run) = after(&["--allow=string-where-list"], false);
    run.exits(0, "it is off")
        .tells("fixed: 1 finding in main.tf.json", "the other");
    assert_eq!(left, without_output, "what is off");
    write(folder.path(), "planlint.toml", waiver);
    let (left, run) = after(&[], true);
    run.exits(0, "it is waived")
        .says("waived[string-where-list]", "and shown");
    assert_eq!(left, without_output, "what is waived");
    write(folder.path(), "main.tf.json", text);
    // `planlint baseline` writes those of plans and states; the entry's digests are those of its own words.
    let digest = |parts: &[&[u8]]| {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        hash.finalize()
            .iter()
            .take(16)
            .fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
    };
    let why = b"OpenTofu and Terraform refuse this";
    let says = digest(&[b"a list is needed here", why]);
    let one = 1_u64.to_le_bytes();
    let parts: [&[u8]; 7] = [
        b"-",
        b"string-where-list",
        b"+terraform_data.x",
        b"-",
        says.as_bytes(),
        b"error",
        &one,
    ];
    let baseline = serde_json::json!({"baseline_version": 1, "findings": [{
        "rule": "string-where-list", "address": "terraform_data.x", "says": says, "level": "error", "count": 1,
        "fingerprint": digest(&parts),
    }]});
    write(folder.path(), "known.json", baseline.to_string().as_bytes());
    let (left, run) = after(&["--baseline=known.json"], false);
    run.exits(0, "it is known")
        .says("known[string-where-list]", "and shown");
    assert_eq!(left, without_output, "what is known");
}

#[test]
fn only_what_is_named_is_written() {
    let bad: &[u8] = br#"{"output":{}}"#;
    let folder = module(&[
        (
            "a/main.tf.json",
            br#"{"module":{"i":{"source":"./i"},"o":{"source":"../o"}},"resource":{}}"#,
        ),
        ("a/other.tf.json", bad),
        ("a/i/main.tf.json", bad),
        ("o/main.tf.json", bad),
    ]);
    let run = config(folder.path(), &["a/other.tf.json", "--fix"]);
    assert_eq!(run.stderr, "fixed: 1 finding in a/other.tf.json\n", "one file");
    assert!(
        text(folder.path(), "a/main.tf.json").contains("resource"),
        "not the one beside it"
    );
    let run = config(
        folder.path(),
        &[
            "a",
            "--fix",
            "--output=sarif=report.sarif",
            "--format=json",
            "--output=json=report.json",
        ],
    )
    .exits(1, "the module beside it is judged, and was not named");
    assert_eq!(
        run.stderr,
        "fixed: 1 finding in a/main.tf.json\nfixed: 1 finding in a/i/main.tf.json\n\
         note: o: 1 finding that could be fixed is left: --fix writes only to folders that are named\n",
        "and those in it; what is left beside it is told"
    );
    assert_eq!(text(folder.path(), "a/i/main.tf.json"), "{}");
    assert_eq!(text(folder.path(), "o/main.tf.json").as_bytes(), bad);
    for report in [run.json(), fixtures::json(&folder.path().join("report.json"))] {
        let left = report["findings"].as_array().unwrap();
        assert_eq!((left.len(), left[0]["file"].as_str()), (1, Some("o/main.tf.json")));
    }
    assert!(text(folder.path(), "report.sarif").contains("o/main.tf.json"));
}

#[test]
#[cfg(unix)]
fn what_cannot_be_written_is_exit_2() {
    use std::os::unix::fs::PermissionsExt;

    let folder = module(&[("main.tf.json", br#"{"output":{}}"#)]);
    let path = folder.path().join("main.tf.json");
    fs::set_permissions(&path, PermissionsExt::from_mode(0o444)).unwrap();
    config(folder.path(), &["--fix"])
        .exits(2, "it is read-only")
        .tells("error: main.tf.json: it cannot be written: permission denied", "why")
        .says("error[empty-label-object]", "it is found again");
    config(folder.path(), &["--fix", "--baseline=nothing.json"]).exits(2, "no baseline, no fixes");
}

/// Of a report what each finding is known by, as often as it stands there.
fn said(report: &Value) -> Vec<(String, String, String)> {
    let word = |finding: &Value, name: &str| finding[name].as_str().unwrap_or_default().to_owned();
    let findings = report["findings"].as_array().unwrap().iter();
    let mut said: Vec<_> = findings
        .map(|finding| (word(finding, "file"), word(finding, "rule"), word(finding, "message")))
        .collect();
    said.sort();
    said
}

/// What edits may put in: marks and words of JSON, and escapes; nothing that a file could hold.
fn is_own(text: &str) -> bool {
    let words = [
        "",
        "[",
        "]",
        "\"",
        "\",",
        "\"//\": \"",
        ",",
        ":",
        "all",
        "true",
        "false",
        "null",
        "\\",
        // A line break in an expression, and a list of strings as a set in one.
        r"\\n",
        r#""${toset([\""#,
        r#"\", \""#,
        r#"\"])}""#,
    ];
    words.contains(&text)
        || text
            .strip_prefix('\\')
            .is_some_and(|rest| rest.len() == 1 || rest.starts_with("u00"))
}

#[test]
fn a_fix_leaves_nothing_new() {
    let oracle: Value = serde_json::from_str(&fixtures::text("config/oracle_tofu.json")).unwrap();
    let mut modules: Vec<(String, tempfile::TempDir)> = Vec::new();
    for case in oracle["cases"].as_array().unwrap() {
        let folder = tempfile::tempdir().unwrap();
        lay_out(case, folder.path());
        modules.push((case["name"].as_str().unwrap().to_owned(), folder));
    }
    for rule in RULES.iter().filter(|rule| rule.family.starts_with("json-")) {
        for (title, section) in sections(rule.page().unwrap()) {
            for example in examples(section) {
                let folder = module(&[("main.tf.json", example.json.as_bytes())]);
                for (name, text) in &example.beside {
                    write(folder.path(), name, text.as_bytes());
                }
                modules.push((format!("{} {title}", rule.id), folder));
            }
        }
    }
    assert!(modules.len() > 250, "{} modules", modules.len());
    let fixed: BTreeSet<String> = modules
        .par_iter()
        .flat_map_iter(|(name, folder)| {
            let before = config(folder.path(), &["--flavor=both", "--format=json"]).json();
            let files = all(folder.path());
            let run = config(folder.path(), &["--flavor=both", "--format=json", "--fix"]);
            let after = run.json();
            let (old, new) = (said(&before), said(&after));
            let mut left = old.clone();
            // What a template uses that cannot be read nobody knows before it is mended.
            let was_broken = RULES
                .iter()
                .any(|rule| rule.family == "json-template" && old.iter().any(|(_, found, _)| found == rule.id));
            for one in &new {
                if was_broken && one.1 == "unused-declaration" {
                    continue;
                }
                let known = left.iter().position(|other| other == one);
                left.remove(known.unwrap_or_else(|| panic!("{name}: {one:?} is new\n{}", run.shown())));
            }
            let refused = run.stderr.contains(" left as ");
            let mut rules = Vec::new();
            for (report, is_before) in [(&before, true), (&after, false)] {
                for finding in report["findings"].as_array().unwrap() {
                    let Some(edits) = finding["fix"]["edits"].as_array() else {
                        continue;
                    };
                    assert!(is_before || refused, "{name}: {finding}");
                    assert!(
                        edits.iter().all(|edit| is_own(edit["text"].as_str().unwrap())),
                        "{name}: {finding}"
                    );
                    assert_eq!(finding["engine_rejects"], true, "{name}: what works is not touched");
                    if !refused {
                        rules.push(finding["rule"].as_str().unwrap().to_owned());
                    }
                }
            }
            assert_eq!(
                files == all(folder.path()),
                old == new,
                "{name}: written where something was fixed"
            );
            rules
        })
        .collect();
    let expected = [
        "empty-label-object",
        "escaped-quote-in-expression",
        "for-each-array",
        "ignore-changes-absolute",
        "ignore-changes-all-in-list",
        "ignore-changes-star",
        "malformed-json",
        "nested-marker",
        "newline-in-quoted-string",
        "null-meta-argument",
        "string-where-list",
        "templated-reference",
        "type-constraint",
        "utf8-bom",
    ];
    assert_eq!(fixed.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

#[test]
fn many_faults_are_fixed_but_for_those_that_cannot_be() {
    let bad: Vec<String> = (0..60)
        .map(|index| {
            let to = if index % 3 == 0 { "nope" } else { "y" };
            format!("\"x{index}\":{{\"depends_on\":[\"${{terraform_data.{to}}}\"],'input':1}}")
        })
        .collect();
    let text = format!(
        "{{\"resource\":{{\"terraform_data\":{{\"y\":{{}},{},\"z\":{{\"depends_on\":\"terraform_data.nope\"}}}}}}}}",
        bad.join(",")
    );
    let folder = module(&[("main.tf.json", text.as_bytes())]);
    let run = config(folder.path(), &["--fix", "--format=json"]);
    let report = run.json();
    // 60 names in single quotes and 40 references; 20 others, and the last one, lead nowhere.
    assert!(
        run.stderr.contains("fixed: 100 findings in main.tf.json"),
        "{}",
        run.shown()
    );
    assert!(
        run.stderr.contains(
            "note: .: 21 findings left as they are, since `undeclared-reference` would be found in their place"
        ),
        "{}",
        run.shown()
    );
    assert_eq!(report["findings"].as_array().unwrap().len(), 21, "{}", run.shown());
}

#[test]
fn reports_name_the_fix() {
    let text = "{\"locals\": {\"é\": 'hunter2', \"b\": True}}";
    let folder = module(&[("main.tf.json", text.as_bytes())]);
    for format in ["text", "json", "sarif", "markdown", "html", "jsonl"] {
        config(folder.path(), &["--format", format])
            .exits(1, format)
            .says("write double quotes", format)
            .hides("hunter2", format);
    }
    let wanted = "{\"locals\": {\"é\": \"hunter2\", \"b\": true}}";
    let edit = |edits: &mut Vec<(usize, usize, String)>| {
        edits.sort();
        let mut text = text.to_owned();
        for (start, end, new) in edits.iter().rev() {
            text.replace_range(start..end, new);
        }
        text
    };
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let report = config(folder.path(), &["--format=json"]).json();
    let findings = report["findings"].as_array().unwrap();
    let fixes = findings
        .iter()
        .filter_map(|finding| finding["fix"]["edits"].as_array())
        .flatten();
    let mut edits = fixes
        .map(|edit| (number(&edit["start"]), number(&edit["end"]), word(&edit["text"])))
        .collect();
    assert_eq!(edit(&mut edits), wanted, "bytes of the file");
    let log: Value = serde_json::from_str(&config(folder.path(), &["--format=sarif"]).stdout).unwrap();
    let wrong: Vec<String> = sarif_validator()
        .iter_errors(&log)
        .map(|error| error.to_string())
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let mut edits = Vec::new();
    for result in log["runs"][0]["results"].as_array().unwrap() {
        for change in result["fixes"][0]["artifactChanges"].as_array().into_iter().flatten() {
            assert_eq!(change["artifactLocation"]["uri"], "main.tf.json");
            for one in change["replacements"].as_array().unwrap() {
                let start = number(&one["deletedRegion"]["byteOffset"]);
                let end = start + number(&one["deletedRegion"]["byteLength"]);
                edits.push((start, end, word(&one["insertedContent"]["text"])));
            }
        }
    }
    assert_eq!(edit(&mut edits), wanted, "in SARIF too");
}
