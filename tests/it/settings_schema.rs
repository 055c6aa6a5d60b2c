//! The published schema of the settings, and the file that `planlint init` writes: both know what the reader knows.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use planlint::lint::settings::schema;
use planlint::rules::RULES;
use serde_json::{Value, json};

use crate::settings::{mistakes, of_files};

/// TOML as JSON, dates as texts.
fn as_json(value: &toml::Value) -> Value {
    match value {
        toml::Value::Datetime(date) => json!(date.to_string()),
        toml::Value::Array(list) => list.iter().map(as_json).collect(),
        toml::Value::Table(table) => table.iter().map(|(key, value)| (key.clone(), as_json(value))).collect(),
        other => serde_json::to_value(other).unwrap(),
    }
}

#[test]
fn the_published_schema_is_that_of_the_rules() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/settings.v1.schema.json");
    let wanted = schema(RULES).unwrap();
    if std::env::var_os("PLANLINT_UPDATE").is_some() {
        fs::write(&path, &wanted).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == wanted,
        "{} is old: PLANLINT_UPDATE=1 writes it anew",
        path.display()
    );
}

#[test]
fn the_schema_and_the_reader_know_the_same_keys() {
    let schema: Value = serde_json::from_str(&schema(RULES).unwrap()).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    for (table, text) in [
        ("", "zzzzzzzzzzzzzzzz = 1"),
        (
            "Override",
            "[[override]]\nkind = \"delete\"\nrules = { delete = \"note\" }\nzzzzzzzzzzzzzzzz = 1",
        ),
        ("Stateful", "[stateful]\nzzzzzzzzzzzzzzzz = 1"),
        ("Waivers", "[waivers]\nzzzzzzzzzzzzzzzz = 1"),
        ("Limits", "[limits]\nzzzzzzzzzzzzzzzz = 1"),
        (
            "Waiver",
            "[[waiver]]\nrule = \"delete\"\naddress = \"**\"\nreason = \"r\"\nexpires = 2027-01-01\nzzzzzzzzzzzzzzzz = 1",
        ),
    ] {
        let described = if table.is_empty() {
            &schema
        } else {
            &schema["$defs"][table]
        };
        let described: BTreeSet<&str> = described["properties"]
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let mistakes = mistakes(&[("planlint.toml", text)]);
        let [mistake] = &mistakes[..] else {
            panic!("{mistakes:#?}")
        };
        let (_, keys) = mistake.split_once("(the keys are: ").unwrap();
        let read: BTreeSet<&str> = keys.trim_end_matches(')').split(", ").collect();
        assert_eq!(read, described, "{table}");
    }
}

/// The file that `planlint init` writes, with everything in it turned on.
fn template() -> String {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli/init.toml")).unwrap();
    text.lines()
        .map(|line| match line.strip_prefix('#') {
            Some(setting) if !setting.starts_with(' ') => format!("{setting}\n"),
            _ => format!("{line}\n"),
        })
        .collect()
}

#[test]
fn the_file_of_init_holds_when_everything_in_it_is_turned_on() {
    let template = template().replace("../platform/planlint.toml", "base.toml");
    assert!(template.lines().any(|line| line == "[[waiver]]"), "{template}");
    let files = [("planlint.toml", template.as_str()), ("base.toml", "")];
    assert!(of_files(&files).is_ok(), "{:#?}", mistakes(&files));
    let schema: Value = serde_json::from_str(&schema(RULES).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let settings = as_json(&toml::Value::Table(template.parse().unwrap()));
    let errors: Vec<String> = validator
        .iter_errors(&settings)
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    for (path, value) in [
        ("/fail-on", json!("eror")),
        ("/rules/delete", json!("off")),
        ("/rules/mass-destroy/shar", json!(0.5)),
        ("/waiver/0/kind", json!("destroy")),
        ("/unheard", json!(1)),
    ] {
        let mut broken = settings.clone();
        let (parent, key) = path.rsplit_once('/').unwrap();
        let parent = if parent.is_empty() {
            Some(&mut broken)
        } else {
            broken.pointer_mut(parent)
        };
        parent.unwrap()[key] = value;
        assert!(!validator.is_valid(&broken), "{path}");
    }
}
