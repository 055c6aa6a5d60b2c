//! One secret, marked by one source alone, copied to every place that is printed: it is found in nothing that is
//! printed.

use std::fs;

use rayon::prelude::*;
use serde_json::{Value, json};

use crate::canary_sources::{SECRET, Source, change, copies, plan, plans, resource, states};
use crate::cut;
use crate::engine_text;
use crate::judge::{deny, judge};
use crate::program::planlint;
use planlint::input::Want;
use planlint::rules::RULES;

/// What is left of it in every way of writing it.
const TRACE: &str = "zq7-canary";

/// Where the trace stands in a text, and what is around it.
fn leak(text: &str) -> Option<String> {
    let at = text.find(TRACE)?;
    let from = text[..at].char_indices().rev().nth(120).map_or(0, |(at, _)| at);
    Some(text[from..].chars().take(200).collect())
}

/// What every way of printing prints, by its name.
fn printed(source: &Source) -> Vec<(String, String)> {
    let text = cut::line(&source.document);
    let ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
    let judged = judge(text.as_bytes(), Want::Any, &deny(&ids)).unwrap();
    assert_eq!(
        judged.report.errors.len(),
        0,
        "{}: {:?}",
        source.name,
        judged.report.errors
    );
    let schemas = engine_text::schemas("tofu-1.12.6");
    let mut printed = vec![
        ("the formats and the errors".to_owned(), judged.printed()),
        ("show".to_owned(), engine_text::everything(text.as_bytes(), None)),
        (
            "show --schemas".to_owned(),
            engine_text::everything(text.as_bytes(), Some(&schemas)),
        ),
    ];
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("document.json");
    let changed = folder.path().join("changed.json");
    fs::write(&file, &text).unwrap();
    let mut other = source.document.clone();
    match other.pointer_mut("/resource_changes/0/change/after/alone") {
        Some(alone) => *alone = json!("another"),
        None => other["serial"] = json!(2),
    }
    fs::write(&changed, cut::line(&other)).unwrap();
    fs::write(
        folder.path().join("key"),
        "0123456789abcdef0123456789abcdef0123456789ab",
    )
    .unwrap();
    fs::write(
        folder.path().join("main.tf.json"),
        r#"{"output": {"o": {"value": "${aws_x.none.id}"}}}"#,
    )
    .unwrap();
    let commands: &[&[&str]] = &[
        &["--kind=any", "--all", "--verbose", "document.json"],
        &["baseline", "--kind=any", "--write-to=baseline.json", "document.json"],
        &["diff", "document.json", "changed.json"],
        &["diff", "--format=json", "document.json", "changed.json"],
        &["diff", "changed.json", "document.json"],
        &["match", "**", "document.json"],
        &["fingerprint", "document.json"],
        &["fingerprint", "--key-file=key", "document.json"],
        &["--kind=any", "--all", "--baseline=baseline.json", "document.json"],
        &["--kind=any", "--all", "--baseline=baseline.json", "changed.json"],
        &["--expect=plan1-00000000000000000000000000000000", "document.json"],
        &[
            "--kind=any",
            "--all",
            "-o",
            "html=report.html",
            "-o",
            "json=report.json",
            "document.json",
        ],
        &["show", "--kind=any", "document.json"],
        &["show", "--kind=any", "--engine-text", "document.json"],
        &["redact", "document.json"],
        &["state", "document.json"],
        &["config", "--verbose", "."],
        &["redact", "--leave-unmarked", "document.json"],
        &[
            "waive",
            "delete",
            "**.*.*",
            "--reason=r",
            "--until=2027-01-31",
            "--now=2026-11-20T00:00:00Z",
        ],
        &["--kind=any", "--now=2026-11-20T00:00:00Z", "document.json"],
    ];
    for command in commands {
        let run = planlint(*command)
            .env("RUST_BACKTRACE", "full")
            .env("RUST_LOG", "trace")
            .folder(folder.path())
            .run();
        assert!(!run.stderr.contains("has a defect"), "{}: {}", source.name, run.shown());
        assert!(
            !run.stderr.contains("Usage:"),
            "{}: no such command: {}",
            source.name,
            run.shown()
        );
        printed.push((command.join(" "), format!("{}{}", run.stdout, run.stderr)));
    }
    for name in ["baseline.json", "report.html", "report.json", "planlint.waivers.toml"] {
        let text = fs::read_to_string(folder.path().join(name));
        let text = text.unwrap_or_else(|error| panic!("{}, {name}: {error}", source.name));
        printed.push((name.to_owned(), text));
    }
    printed
}

#[test]
fn what_one_source_marks_is_in_nothing_that_is_printed() {
    let sources: Vec<Source> = plans().into_iter().chain(states()).collect();
    assert_eq!(sources.len(), 43);
    let leaks: Vec<String> = sources
        .par_iter()
        .flat_map_iter(|source| {
            let printed = printed(source);
            let leak = |(way, text): (String, String)| Some(format!("{}, {way}: {}", source.name, leak(&text)?));
            printed.into_iter().filter_map(leak).collect::<Vec<_>>()
        })
        .collect();
    assert!(leaks.is_empty(), "{} leaks\n{}", leaks.len(), leaks.join("\n"));
}

#[test]
fn a_short_secret_of_a_raw_state_is_masked_where_it_is_marked() {
    let name = |value: &str| json!({"type": "get_attr", "value": value});
    let index = |value: Value, of: &str| json!({"type": "index", "value": {"value": value, "type": of}});
    for (attributes, path, why) in [
        (
            json!({"a": {"value": {"k": "q7Zk", "x": 1}, "type": ["object", {"k": "string", "x": "number"}]}}),
            json!([name("a"), name("k")]),
            "an object without a fixed type",
        ),
        (
            json!({"a": {"value": ["x", "q7Zk"], "type": ["tuple", ["string", "string"]]}}),
            json!([name("a"), index(json!(1), "number")]),
            "a list without one",
        ),
        (
            json!({"a": {"value": {"type": "q7Zk"}, "type": ["object", {"type": "string"}]}}),
            json!([name("a"), name("type")]),
            "by the name of what it is wrapped in",
        ),
        (
            json!({"a": {"x": {"b": "q7Zk"}, "b": {"x": "open"}}}),
            json!([name("a"), index(json!("x"), "string"), name("b")]),
            "a map that has a key of the attribute's name",
        ),
    ] {
        let state = json!({
            "version": 4, "terraform_version": "1.12.6", "serial": 1, "lineage": "l", "outputs": {}, "resources": [{
                "mode": "managed", "type": "terraform_data", "name": "m",
                "provider": "provider[\"terraform.io/builtin/terraform\"]",
                "instances": [{"schema_version": 0, "attributes": attributes, "sensitive_attributes": [path]}]
            }]
        });
        for arguments in [
            &["show", "--kind=state"][..],
            &["show", "--kind=state", "--engine-text"],
        ] {
            planlint(arguments)
                .stdin(cut::line(&state))
                .run()
                .exits(0, why)
                .says("(sensitive value)", why)
                .hides("q7Zk", why);
        }
    }
}

#[test]
fn the_canary_would_be_found_where_nothing_marks_it() {
    let source = Source {
        name: "nothing",
        document: plan(),
    };
    let found = printed(&source).iter().filter(|(_, text)| leak(text).is_some()).count();
    assert!(found > 6, "only {found} ways of printing print what is in a plan");
}

#[test]
fn what_a_refused_document_marks_is_in_nothing_that_is_printed_of_those_beside_it() {
    let marking = |change: &dyn Fn(&mut Value)| {
        let mut document = plan();
        *document.pointer_mut("/resource_changes/1/change/before").unwrap() = json!({"k": SECRET});
        document["resource_changes"][1]["change"]["before_sensitive"] = json!({"k": true});
        change(&mut document);
        cut::line(&document)
    };
    let name = |value: &str| json!({"type": "get_attr", "value": value});
    let raw = json!({
        "version": 4, "terraform_version": "1.12.6", "serial": 1, "lineage": "l", "outputs": {}, "resources": [{
            "mode": "managed", "type": "a_b", "name": "c", "provider": "p",
            "instances": [{"attributes": {"k": SECRET}, "sensitive_attributes": [[name("k")]]}]
        }]
    });
    for (refused, why) in [
        (marking(&|plan| plan["format_version"] = json!("2.0")), "a later format"),
        (cut::line(&states()[0].document), "a state"),
        (cut::line(&raw), "a raw state"),
    ] {
        let open = cut::line(&plan());
        for text in [format!("{open}{refused}"), format!("{refused}\n{open}")] {
            for arguments in [
                &["--format=text"][..],
                &["--format=json"],
                &["--format=html"],
                &["--format=markdown"],
                &["show", "--kind=plan"],
                &["show", "--kind=plan", "--engine-text"],
            ] {
                let run = planlint(arguments).stdin(text.clone()).run();
                let run = run.exits(2, why).hides(TRACE, why);
                assert!(!run.stderr.is_empty(), "{why}");
            }
        }
    }
}

/// Puts the secret where another type of value, or a word of a closed set, must stand.
fn misplaced(value: &Value, pointer: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                let key = key.replace('~', "~0").replace('/', "~1");
                misplaced(member, &format!("{pointer}/{key}"), found);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                misplaced(item, &format!("{pointer}/{index}"), found);
            }
        }
        _ => {}
    }
    found.push(pointer.to_owned());
}

#[test]
fn an_error_about_a_document_never_quotes_it() {
    let mut documents: Vec<Value> = states().into_iter().map(|source| source.document).step_by(3).collect();
    let mut action = plans().into_iter().filter(|source| source.name.contains("action"));
    documents.push(action.next().unwrap().document);
    for document in documents {
        let mut places = Vec::new();
        misplaced(&document, "", &mut places);
        let refused = places
            .par_iter()
            .filter(|place| {
                let wrong = [json!(SECRET), json!([SECRET]), json!({"k": SECRET}), json!(-1.5)];
                wrong.into_iter().any(|wrong| {
                    let mut other = document.clone();
                    *other.pointer_mut(place).unwrap() = wrong;
                    let judged = judge(cut::line(&other).as_bytes(), Want::Any, &deny(&["delete"])).unwrap();
                    let is_refused = judged.exit() == 2;
                    if is_refused {
                        let errors = format!("{:?}{}", judged.report.errors, judged.debug);
                        assert_eq!(leak(&errors), None, "{place}");
                    }
                    is_refused
                })
            })
            .count();
        assert!(refused > 10, "only {refused} of {} places were refused", places.len());
    }
}

#[test]
fn schemas_mark_what_a_raw_state_does_not() {
    let schemas = json!({
        "format_version": "1.0",
        "provider_schemas": {"registry.opentofu.org/hashicorp/aws": {"action_schemas": {"aws_x": {
            "version": 0, "block": {"attributes": {"k": {"type": "string", "sensitive": true}}}
        }}, "resource_schemas": {"aws_db_instance": {
            "version": 0,
            "block": {
                "attributes": {
                    "k": {"type": "string", "optional": true, "sensitive": true},
                    "n": {"nested_type": {"nesting_mode": "list", "attributes": {
                        "k": {"type": "string", "sensitive": true}
                    }}}
                },
                "block_types": {"b": {"nesting_mode": "set", "block": {
                    "attributes": {"k": {"type": "string", "sensitive": true}}
                }}}
            }
        }}}}
    });
    let values = json!({"k": SECRET, "n": [{"k": SECRET}], "b": [{"k": SECRET}], "copies": copies()});
    let raw = json!({
        "version": 4, "terraform_version": "1.12.6", "serial": 1, "lineage": "l", "outputs": {},
        "resources": [{
            "mode": "managed", "type": "aws_db_instance", "name": "x",
            "provider": "provider[\"registry.opentofu.org/hashicorp/aws\"]",
            "instances": [{"schema_version": 0, "attributes": values, "sensitive_attributes": []}]
        }]
    });
    let state = json!({
        "format_version": "1.0", "terraform_version": "1.12.6",
        "values": {"outputs": {}, "root_module": {"resources": [resource("x", &values)]}}
    });
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("schemas.json"), cut::line(&schemas)).unwrap();
    let mut after = values.clone();
    after["b"] = json!([{"k": format!("{SECRET}2")}]);
    let plan = cut::with_change(&change("x", &values, &after));
    let mut invoked = cut::with_change(&change("y", &json!({}), &copies()));
    invoked["action_invocations"] = json!([{
        "address": "action.aws_x.y", "type": "aws_x", "name": "y", "provider_name": "registry.opentofu.org/hashicorp/aws",
        "config_values": {"k": SECRET}, "config_sensitive": {}, "config_unknown": {}, "invoke_action_trigger": {}
    }]);
    for (document, why) in [
        (raw, "a raw state"),
        (state, "a state"),
        (plan, "a plan"),
        (invoked, "an action"),
    ] {
        for arguments in [&["show", "--kind=any"][..], &["show", "--kind=any", "--engine-text"]] {
            planlint(arguments)
                .arg("--schemas=schemas.json")
                .folder(folder.path())
                .stdin(cut::line(&document))
                .run()
                .exits(0, why)
                .says("(sensitive value)", why)
                .hides(TRACE, why);
        }
    }
}
