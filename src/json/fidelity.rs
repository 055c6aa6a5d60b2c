//! Tests on real output of every engine: each document decodes, and no key of the format is passed over.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Document, Entry, Kind, Node, noted};
use crate::tofu::*;
use serde::Deserialize;

/// Decodes `json`; also gives the ways to what was ignored, at any depth.
fn watched<'de, T: Deserialize<'de>>(json: &'de str) -> (serde_json::Result<T>, Vec<String>) {
    let ignored: Vec<&str> = noted::<T>(json).unwrap().ignored;
    let mut ways = Vec::new();
    if !ignored.is_empty() {
        let document = Document::read(json).unwrap();
        add_ways(document.root(), String::new(), &ignored, &mut ways);
        assert_eq!(ways.len(), ignored.len(), "each stands in the document");
    }
    (serde_json::from_str(json), ways)
}

/// The ways from a value to those that were ignored.
fn add_ways(node: Node<'_, '_>, way: String, ignored: &[&str], ways: &mut Vec<String>) {
    if ignored.iter().any(|value| std::ptr::eq(*value, node.text())) {
        ways.push(way);
        return;
    }
    match node.kind() {
        Kind::Array => node
            .items()
            .for_each(|item| add_ways(item, format!("{way}[]"), ignored, ways)),
        Kind::Object => {
            let member =
                |entry: Entry<'_, '_>| add_ways(entry.value(), format!("{way}/{}", entry.key()), ignored, ways);
            node.entries().for_each(member);
        }
        _ => {}
    }
}

/// Every fixture of this file name, of all cases and engines.
fn fixtures(name: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"));
    let folders = |folder: &Path| -> Vec<PathBuf> {
        let mut below: Vec<PathBuf> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        below.retain(|path| path.is_dir());
        below.sort();
        below
    };
    let engines = folders(root).into_iter().flat_map(|case| folders(&case));
    let files = engines.map(|engine| engine.join(name)).filter(|file| file.is_file());
    files
        .map(|file| (file.clone(), fs::read_to_string(file).unwrap()))
        .collect()
}

/// Decodes every fixture of this file name, sees to it that no key is ignored, and hands each to a closure.
macro_rules! decode_all {
    ($document:ident, $name:literal, $at_least:literal, $look:expr) => {
        let files = fixtures($name);
        assert!(files.len() >= $at_least, "only {} fixtures {}", files.len(), $name);
        for (path, json) in &files {
            let (read, ignored) = watched::<$document<'_>>(json);
            assert_eq!(ignored, Vec::<String>::new(), "{}", path.display());
            let read = read.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert_eq!(read.unknown_properties, Vec::<Text<'_>>::new(), "{}", path.display());
            $look(read);
        }
    };
}

/// Reads all that is typed on demand in a module and below.
fn read_module(module: &ConfigModule<'_>) {
    for raw in module.variables.values().filter_map(|variable| variable.r#type) {
        Type::parse(raw).unwrap();
    }
    for call in module.module_calls.values() {
        call.module.as_deref().into_iter().for_each(read_module);
    }
}

fn read_configuration(configuration: &Configuration<'_>) {
    read_module(&configuration.root_module);
}

fn read_values(values: &Values<'_>) {
    for raw in values.outputs.values().filter_map(|output| output.r#type) {
        Type::parse(raw).unwrap();
    }
}

#[test]
fn every_plan_decodes_and_nothing_is_dropped() {
    decode_all!(Plan, "plan.json", 150, |plan: Plan<'_>| {
        let drift = plan.resource_drift.iter();
        let changes = plan.resource_changes.iter().flatten().chain(drift);
        let changes = changes.chain(plan.deferred_changes.iter().map(|deferred| &deferred.resource_change));
        for change in changes {
            assert_ne!(change.change.actions.kind(), ActionKind::Unrecognized);
            assert!(!matches!(change.action_reason, Some(ActionReason::Other(_))));
            assert!(matches!(
                change.mode,
                Some(Mode::Managed | Mode::Data | Mode::Ephemeral)
            ));
        }
        for change in plan.output_changes.values() {
            assert_ne!(change.actions.kind(), ActionKind::Unrecognized);
        }
        for check in plan.checks.iter().flatten() {
            assert!(!matches!(check.address.kind, CheckKind::Other(_)));
            assert!(!matches!(check.status, CheckStatus::Other(_)));
        }
        read_configuration(&plan.configuration.unwrap());
        read_values(&plan.planned_values.unwrap());
        let version = FormatVersion::parse(&plan.format_version.unwrap()).unwrap();
        assert!(version.check().is_ok() && !version.is_newer_than(version::NEWEST_PLAN));
        EngineVersion::parse(&plan.terraform_version.unwrap()).unwrap();
        if let Some(state) = plan.prior_state {
            assert!(state.unknown_properties.is_empty());
            read_values(&state.values.unwrap());
        }
    });
}

#[test]
fn every_state_decodes_and_nothing_is_dropped() {
    decode_all!(State, "state.json", 90, |state: State<'_>| {
        state.values.iter().for_each(read_values);
        let version = FormatVersion::parse(&state.format_version.unwrap()).unwrap();
        assert!(!version.is_newer_than(version::NEWEST_STATE));
    });
}

#[test]
fn every_state_file_decodes_and_nothing_is_dropped() {
    decode_all!(StateFile, "terraform.tfstate", 15, |state: StateFile<'_>| {
        assert_eq!(state.version, Some(4));
        for check in &state.check_results {
            assert!(!matches!(check.status, CheckStatus::Other(_)));
        }
        let output_types = state.outputs.values().map(|output| output.r#type.unwrap());
        output_types.for_each(|raw| drop(Type::parse(raw).unwrap()));
        let instances = state.resources.iter().flat_map(|resource| &resource.instances);
        let marks = instances.flat_map(|instance| &instance.sensitive_attributes).flatten();
        for step in marks {
            assert!(matches!(step.r#type.as_deref(), Some("get_attr" | "index")));
        }
    });
}

#[test]
fn every_configuration_decodes_and_nothing_is_dropped() {
    decode_all!(Configuration, "config.json", 30, |configuration: Configuration<'_>| {
        read_configuration(&configuration);
    });
}

#[test]
fn the_watch_sees_what_is_ignored() {
    for (json, expected, why) in [
        (r#"{"errored":false}"#, [].as_slice(), "nothing"),
        (r#"{"new":{"a":1}}"#, &["/new"], "at the top"),
        (
            r#"{"resource_changes":[{"change":{"actions":["no-op"],"new":1}}]}"#,
            &["/resource_changes[]/change/new"],
            "in a list",
        ),
        (
            r#"{"planned_values":{"outputs":{"o":{"new":1}}}}"#,
            &["/planned_values/outputs/o/new"],
            "in a map",
        ),
        (
            r#"{"prior_state":{"new":1}}"#,
            &["/prior_state/new"],
            "in a document that is part of one",
        ),
        (
            r#"{"resource_changes":[{"change":{"actions":["no-op"],"before":{"any":1}}}]}"#,
            &[],
            "raw is kept",
        ),
    ] {
        let (read, ignored) = watched::<Plan<'_>>(json);
        assert!(read.is_ok(), "{why}");
        assert_eq!(ignored, expected, "{why}");
    }
}

#[test]
fn debug_shows_no_secret() {
    // Every secret that the fixtures plant begins so.
    let canary = "CANARY-SECRET-";
    let mut seen = 0;
    for name in ["plan.json", "state.json", "terraform.tfstate"] {
        for (path, json) in fixtures(name) {
            seen += usize::from(json.contains(canary));
            let debug = match name {
                "plan.json" => format!("{:?}", serde_json::from_str::<Plan<'_>>(&json).unwrap()),
                "state.json" => format!("{:?}", serde_json::from_str::<State<'_>>(&json).unwrap()),
                _ => format!("{:?}", serde_json::from_str::<StateFile<'_>>(&json).unwrap()),
            };
            assert!(!debug.contains(canary), "{}", path.display());
        }
    }
    assert!(seen > 10, "only {seen} fixtures hold a secret");
    let plan = format!(
        r#"{{"format_version":"1.1","condition_results":[{{"error_message":"{canary}"}}],
            "checks":[{{"instances":[{{"problems":[{{"message":"{canary}"}}]}}]}}]}}"#
    );
    let state = format!(r#"{{"version":4,"check_results":[{{"objects":[{{"failure_messages":["{canary}"]}}]}}]}}"#);
    let plan = serde_json::from_str::<Plan<'_>>(&plan).unwrap();
    let state = serde_json::from_str::<StateFile<'_>>(&state).unwrap();
    assert_eq!((plan.condition_results.len(), state.check_results.len()), (1, 1));
    assert!(
        !format!("{plan:?} {state:?}").contains(canary),
        "a message of a condition"
    );
}
