//! Files that lost a byte, that end anywhere, or that are two: a gate that was closed stays closed.

use std::collections::BTreeSet;
use std::path::Path;

use rayon::prelude::*;
use serde_json::{Value, json};

use crate::chance::Chance;
use crate::cut;
use crate::fixtures;
use crate::judge::{deny, judge};
use planlint::input::Want;
use planlint::json::scan;
use planlint::lint::{Level, Settings};
use planlint::rules::RULES;

/// Settings under which only these rules are errors, and what nobody understands; no other rule says anything.
fn alone(rules: &[&str]) -> Settings {
    let mut settings = Settings::default();
    for rule in RULES {
        let level = if rules.contains(&rule.id) || rule.id == "unrecognized-action" {
            Level::Error
        } else {
            Level::Allow
        };
        settings.set_level(RULES, rule.id, level).unwrap();
    }
    settings
}

fn exit(bytes: &[u8], settings: &Settings) -> Result<u8, String> {
    judge(bytes, Want::Any, settings).map(|judged| judged.exit())
}

/// The ends of strings, words and marks, outside of strings: where a text that is cut looks least damaged.
fn boundaries(bytes: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    let (mut quoted, mut escaped) = (false, false);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => {
                quoted = !quoted;
                found.push(if quoted { at } else { at + 1 });
            }
            b'{' | b'}' | b'[' | b']' | b',' | b':' if !quoted => found.extend([at, at + 1]),
            _ => {}
        }
    }
    found.dedup();
    found
}

/// Ten plans that a gate stops, each for one reason alone, and the rule that stops it. What could speak for a part that
/// is lost is taken out: state, planned values and configuration.
fn stopped() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    let plans = [
        ("destroy-reasons/tofu-1.12.6", "delete"),
        ("destroy-all/tofu-1.12.6", "delete"),
        ("renamed/terraform-1.11.4", "delete"),
        ("legacy/terraform-1.0.11", "delete"),
        ("replace/tofu-1.12.6", "replace"),
        ("prevent-destroy/tofu-1.6.3", "errored-plan"),
        ("check-error/tofu-1.12.6", "failed-check"),
        ("check-error/terraform-1.11.4", "failed-check"),
        ("forget/tofu-1.12.6", "delete"),
        ("actions-invoke/terraform-1.15.9", "action-invocation"),
    ];
    plans
        .into_iter()
        .map(|(name, rule)| {
            let mut plan = cut::plan(name);
            let members = plan.as_object_mut().unwrap();
            for gone in [
                "prior_state",
                "output_changes",
                "relevant_attributes",
                "resource_drift",
                "variables",
            ] {
                members.remove(gone);
            }
            for empty in ["configuration", "planned_values"] {
                members.insert(empty.to_owned(), json!({"root_module": {}}));
            }
            if let Some(changes) = plan.get_mut("resource_changes").and_then(Value::as_array_mut) {
                // The one that counts, and nothing beside it that would count too.
                let actions = if rule == "replace" {
                    json!(["delete", "create"])
                } else {
                    json!(["delete"])
                };
                let counts = |change: &Value| change["change"]["actions"] == actions;
                let first = changes.iter().position(counts).unwrap_or(0);
                *changes = changes.drain(..).skip(first).take(1).collect();
            }
            (name, rule, cut::line(&plan).into_bytes())
        })
        .collect()
}

#[test]
fn no_missing_byte_opens_the_gate() {
    let mut without = Vec::new();
    for (name, rule, bytes) in stopped() {
        let settings = alone(&[rule]);
        assert_eq!(exit(&bytes, &settings), Ok(1), "{name}: whole");
        assert!(bytes.len() < 2500, "{name} has {} bytes", bytes.len());
        let bytes = std::sync::Arc::new(bytes);
        let settings = std::sync::Arc::new(settings);
        without.extend((0..bytes.trim_ascii_end().len()).map(|at| (name, bytes.clone(), settings.clone(), at)));
    }
    assert!(without.len() > 5000, "only {} bytes", without.len());
    let opened: Vec<String> = without
        .into_par_iter()
        .filter_map(|(name, bytes, settings, at)| {
            let mut other = bytes.to_vec();
            other.remove(at);
            let around = &bytes[at.saturating_sub(30)..(at + 20).min(bytes.len())];
            let what = match exit(&other, &settings) {
                Ok(1 | 2) => return None,
                Ok(code) => format!("exit {code}"),
                Err(panic) => format!("panic {panic}"),
            };
            Some(format!(
                "{name}, byte {at}: {what}: {}",
                String::from_utf8_lossy(around)
            ))
        })
        .collect();
    assert!(opened.is_empty(), "{}\n{}", opened.len(), opened.join("\n"));
}

/// The places of bytes in names that the format gives: not those of attributes, variables and outputs, which people and
/// providers choose. What they mean there nobody else can say.
fn bytes_of_names(text: &str) -> Vec<usize> {
    const CHOSEN_BELOW: [&str; 13] = [
        "after",
        "after_sensitive",
        "after_unknown",
        "before",
        "before_sensitive",
        "constant_value",
        "default",
        "expressions",
        "identity",
        "sensitive_values",
        "type",
        "value",
        "relevant_attributes",
    ];
    const CHOSEN_NAMES: [&str; 6] = [
        "module_calls",
        "output_changes",
        "outputs",
        "provider_config",
        "variables",
        "functions",
    ];
    fn walk(text: &str, start: usize, name: &str, at: &mut Vec<usize>) {
        for member in scan::members(text, start) {
            let key = member.key.as_ref();
            let begin = text[..member.value_start].rfind(&format!("\"{key}\"")).unwrap() + 1;
            if !CHOSEN_NAMES.contains(&name) {
                at.extend(begin..begin + key.len());
            }
            // `values` of a state is a tree, and that of an object is its own.
            let is_object = key == "values"
                && !text[member.value_start..].starts_with("{\"root_module\"")
                && !text[member.value_start..].starts_with("{\"outputs\"");
            if !CHOSEN_BELOW.contains(&key) && !is_object {
                walk(text, member.value_start, key, at);
                for element in scan::elements(text, member.value_start) {
                    walk(text, element, key, at);
                }
            }
        }
    }
    let mut at = Vec::new();
    walk(text, 0, "", &mut at);
    at
}

#[test]
fn no_slip_in_a_name_of_the_format_opens_the_gate() {
    let settings = deny(&[]);
    let mut seen = BTreeSet::new();
    let mut stopped: Vec<_> = fixtures::named(&["plan.json"])
        .into_iter()
        .map(|path| (fixtures::bytes(&path), path))
        .filter(|(bytes, _)| bytes.len() < 60_000 && exit(bytes, &settings) == Ok(1))
        .collect();
    stopped.sort_by_key(|(bytes, _)| bytes.len());
    stopped.retain(|(_, path)| seen.insert(path.parent().and_then(Path::parent).map(Path::to_owned)));
    assert!(stopped.len() > 10, "only {} plans", stopped.len());
    let opened: Vec<String> = stopped
        .iter()
        .take(14)
        .flat_map(|(bytes, path)| {
            let text = std::str::from_utf8(bytes).unwrap();
            bytes_of_names(text).into_iter().map(move |at| (bytes, path, at))
        })
        .par_bridge()
        .filter_map(|(bytes, path, at)| {
            let mut other = bytes.clone();
            other.remove(at);
            let around = &bytes[at.saturating_sub(30)..(at + 20).min(bytes.len())];
            let is_open = exit(&other, &settings) == Ok(0);
            is_open.then(|| format!("{}, byte {at}: {}", path.display(), String::from_utf8_lossy(around)))
        })
        .collect();
    assert!(opened.is_empty(), "{}\n{}", opened.len(), opened.join("\n"));
}

#[test]
fn a_file_cut_between_two_tokens_is_not_judged() {
    let settings = deny(&["delete"]);
    let files = fixtures::named(&["plan.json", "state.json", "terraform.tfstate"]);
    let judged: usize = files
        .par_iter()
        .map(|path| {
            let bytes = fixtures::bytes(path);
            let whole = bytes.trim_ascii_end().len();
            let ends = boundaries(&bytes);
            // All of the smallest, some of the larger, another some for each.
            let most = (400_000 / (whole + 1)).clamp(4, 2000);
            let step = 1 + ends.len() / most;
            let ends = ends
                .into_iter()
                .skip(whole % step)
                .step_by(step)
                .filter(|end| *end < whole);
            ends.map(|end| {
                assert_eq!(exit(&bytes[..end], &settings), Ok(2), "{} cut at {end}", path.display());
            })
            .count()
        })
        .sum();
    assert!(judged > 5000, "only {judged} cuts");
}

/// Whether a document, read by another reader, says that something is deleted.
fn deletes(bytes: &[u8]) -> bool {
    let documents = serde_json::Deserializer::from_slice(bytes).into_iter::<Value>();
    documents.map_while(Result::ok).any(|document| {
        let changes = document["resource_changes"].as_array();
        changes.into_iter().flatten().any(|change| {
            let actions = change["change"]["actions"].as_array();
            actions.is_some_and(|actions| actions.contains(&json!("delete")))
        })
    })
}

#[test]
fn two_files_in_one_are_no_better_than_each() {
    let settings = alone(&["delete", "replace"]);
    let files: Vec<Vec<u8>> = fixtures::named(&["plan.json"])
        .iter()
        .map(|path| fixtures::bytes(path))
        .filter(|bytes| bytes.len() < 20_000 && exit(bytes, &settings) == Ok(1))
        .collect();
    assert!(files.len() > 10, "only {} files", files.len());
    let ends: Vec<Vec<usize>> = files.iter().map(|bytes| boundaries(bytes)).collect();
    let codes: Vec<u32> = (0..1500_u64)
        .into_par_iter()
        .map(|seed| {
            let mut chance = Chance::new(seed + 1);
            let (one, two) = (chance.below(files.len()), chance.below(files.len()));
            let (from, to) = match seed % 3 {
                0 => (chance.below(files[one].len()), chance.below(files[two].len())),
                1 => (
                    ends[one][chance.below(ends[one].len())],
                    ends[two][chance.below(ends[two].len())],
                ),
                // The same place of two files alike, such as two versions of one scenario.
                _ => {
                    let at = chance.below(ends[one].len().min(ends[two].len()));
                    (ends[one][at], ends[two][at])
                }
            };
            let spliced = [&files[one][..from], &files[two][to..]].concat();
            let code = exit(&spliced, &settings).unwrap_or_else(|panic| panic!("splice {seed} panics: {panic}"));
            assert!(code <= 2, "splice {seed}: exit {code}");
            assert!(
                code != 0 || !deletes(&spliced),
                "splice {seed} passes with its deletions"
            );
            u32::from(code)
        })
        .collect();
    let count = |wanted| codes.iter().filter(|code| **code == wanted).count();
    assert!(
        count(1) > 20 && count(2) > 500,
        "{} fail, {} are not judged",
        count(1),
        count(2)
    );
}
