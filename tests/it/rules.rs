//! Rules: the list is the folder, a page is its rule's test, and every rule over every fixture is what it was.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde_json::{Value, json};

use crate::fixtures;
use crate::judge::judge;
use crate::program::planlint;
use crate::settings;
use planlint::input::Want;
use planlint::lint::{Level, Rule, RuleScope, RuleSubject, Settings};
use planlint::rules::RULES;

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules")
}

/// `destruction/delete_stateful` of every file in a family's folder that ends so.
fn in_folder(ending: &str) -> BTreeSet<String> {
    fixtures::files_below(&source())
        .iter()
        .filter_map(|path| {
            let name = path.strip_prefix(source()).ok()?.to_str()?;
            let stem = name.strip_suffix(ending)?;
            (stem.contains('/') && !stem.ends_with("/mod") && !stem.starts_with("data/")).then(|| stem.to_owned())
        })
        .collect()
}

#[test]
fn the_list_is_the_folder() {
    let listed: BTreeSet<String> = RULES
        .iter()
        .map(|rule| format!("{}/{}", rule.family, rule.id).replace('-', "_"))
        .collect();
    assert_eq!(listed.len(), RULES.len(), "a rule stands twice in the list");
    assert_eq!(listed, in_folder(".md"), "every rule has a page, every page a rule");
    // A file that several rules share names none of them, and has no page.
    let files = in_folder(".rs");
    for name in listed.difference(&files) {
        let (family, rule) = name.split_once('/').unwrap();
        let rows = fs::read_to_string(source().join(family).join("mod.rs")).unwrap();
        let row = format!("\"{}\"", rule.replace('_', "-"));
        assert!(rows.contains(&row), "{name} has no file, and is no row of its family's");
    }
    let order: Vec<_> = RULES.iter().map(|rule| (rule.family, rule.id)).collect();
    assert!(
        order.is_sorted(),
        "the list is in the order of families and names: {order:?}"
    );
}

/// Every name that the configuration's rooms give a problem is a rule, so that each has a level and a page.
#[test]
fn every_problem_of_configuration_has_a_rule() {
    let text = fs::read_to_string(source().join("../tfjson/problem/lint.rs")).unwrap();
    let (_, names) = text.split_once("fn lint(&self)").unwrap();
    let names: BTreeSet<&str> = names
        .split('"')
        .skip(1)
        .step_by(2)
        // Told as an input that could not be judged.
        .filter(|name| *name != "unreadable-config")
        .collect();
    assert!(names.len() > 50, "only {names:?}");
    let listed: BTreeSet<&str> = RULES
        .iter()
        .filter(|rule| rule.family.starts_with("json-"))
        .map(|rule| rule.id)
        .collect();
    assert!(names.is_subset(&listed), "{:?}", names.difference(&listed));
}

#[test]
fn a_rule_says_what_it_is() {
    for rule in RULES {
        let id = rule.id;
        let letters = |text: &str| {
            text.bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'-' || byte.is_ascii_digit())
        };
        assert!(letters(id) && letters(rule.family), "{id}: small letters and dashes");
        assert!(!id.starts_with("no-") && id != rule.family, "{id} names the bad thing");
        assert!(
            !rule.summary.ends_with('.') && rule.summary.len() > 10,
            "{id}: a summary is one line without a full stop"
        );
        assert_eq!(rule.since.split('.').count(), 3, "{id}: {}", rule.since);
        let page = source().join(format!("{}/{id}.md", rule.family).replace('-', "_"));
        assert_eq!(
            fs::read_to_string(page).unwrap(),
            rule.page().unwrap(),
            "{id} has its own page"
        );
    }
}

/// The sections of a page, in order: titles and texts.
pub(crate) fn sections(page: &str) -> Vec<(&str, &str)> {
    page.split("\n## ")
        .skip(1)
        .map(|section| section.split_once('\n').unwrap_or((section, "")))
        .collect()
}

/// An example of a page.
#[derive(Default)]
pub(crate) struct Example {
    /// The rule's options, from a block of TOML before the example.
    options: Option<toml::Table>,
    /// Whether it is a state.
    is_state: bool,
    pub(crate) json: String,
    /// Of a rule about configuration, the files beside the one that is shown last.
    pub(crate) beside: Vec<(String, String)>,
}

/// The fenced blocks of a section that hold JSON.
pub(crate) fn examples(section: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut options = None;
    let mut beside = Vec::new();
    let mut open: Option<(&str, String)> = None;
    for line in section.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => open = Some((info, String::new())),
            (Some((info, text)), Some("")) => {
                match info.split(' ').next() {
                    Some(_) if info.contains(" with ") => {
                        let (_, name) = info.split_once(" with ").unwrap();
                        beside.push((name.to_owned(), std::mem::take(text)));
                    }
                    Some("toml") => options = Some(text.parse().unwrap()),
                    Some("json" | "text") => examples.push(Example {
                        options: options.take(),
                        beside: std::mem::take(&mut beside),
                        is_state: info.contains("state"),
                        json: std::mem::take(text),
                    }),
                    _ => {}
                }
                open = None;
            }
            (Some((_, text)), _) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    examples
}

/// The smallest document that an engine writes, with the block's members in it.
pub(crate) fn document(is_state: bool, block: &str) -> Value {
    let mut document = if is_state {
        json!({"format_version": "1.0", "terraform_version": "1.12.6", "values": {"root_module": {}}})
    } else {
        json!({"format_version": "1.2", "terraform_version": "1.12.6", "planned_values": {"root_module": {}},
            "configuration": {"root_module": {}}, "errored": false})
    };
    let block: Value = serde_json::from_str(block).unwrap_or_else(|error| panic!("{error}\n{block}"));
    // A block about a version says itself what plans of that version say of their end.
    if block.get("terraform_version").is_some() {
        document.as_object_mut().unwrap().remove("errored");
    }
    for (key, value) in block.as_object().unwrap() {
        document[key] = value.clone();
    }
    document
}

/// What a rule about configuration says of an example, in the eyes of both engines: an address each, if it has one.
fn findings_in_module(rule: &Rule, example: &Example) -> Vec<Option<String>> {
    let folder = tempfile::tempdir().unwrap();
    let main = ("main.tf.json".to_owned(), example.json.clone());
    for (name, text) in example.beside.iter().chain([&main]) {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let arguments = [
        "config",
        "--no-config",
        "--flavor=both",
        "--format=json",
        "--deny",
        rule.id,
    ];
    let has_schemas = example.beside.iter().any(|(name, _)| name == "schemas.json");
    let schemas: &[&str] = if has_schemas { &["--schemas=schemas.json"] } else { &[] };
    let run = planlint(arguments.iter().chain(schemas)).folder(folder.path()).run();
    assert!(matches!(run.code, Some(0 | 1)), "{}: {}", rule.id, run.stderr);
    let report = run.json();
    let findings = report["findings"].as_array().unwrap();
    let findings = findings.iter().filter(|finding| finding["rule"] == rule.id);
    findings
        .map(|finding| finding["address"].as_str().map(str::to_owned))
        .collect()
}

/// What a rule says of an example: an address each, if it has one.
fn findings(rule: &Rule, example: &Example) -> Vec<Option<String>> {
    if rule.family.starts_with("json-") {
        return findings_in_module(rule, example);
    }
    let mut settings = Settings::default();
    settings.now = Some(settings::now());
    match &example.options {
        // A rule about waivers is shown with the settings that hold them.
        Some(file) if rule.family == "waivers" => {
            let (files, text) = (["planlint.toml".into()], file.to_string());
            settings = Settings::read_found(RULES, &files, &[], settings::now(), &|_| Ok(text.clone())).unwrap();
        }
        Some(options) => settings.set_options(RULES, rule.id, options.clone()).unwrap(),
        None => {}
    }
    // Also rules that are off until they are asked for.
    settings.set_level(RULES, rule.id, Level::Warning).unwrap();
    let text = document(example.is_state, &example.json).to_string();
    let want = if example.is_state { Want::State } else { Want::Plan };
    let judged = judge(text.as_bytes(), want, &settings).unwrap_or_else(|panic| panic!("{}: {panic}", rule.id));
    let errors = &judged.report.errors;
    assert!(errors.is_empty(), "{}: {errors:?}\n{}", rule.id, example.json);
    let findings = judged.report.findings.iter();
    findings
        .filter(|finding| finding.rule == rule.id)
        .map(|finding| finding.address.as_ref().map(ToString::to_string))
        .collect()
}

#[test]
fn a_page_is_the_test_of_its_rule() {
    let mut wrong = Vec::new();
    for rule in RULES {
        let id = rule.id;
        assert!(
            rule.page().unwrap().starts_with(&format!("# {id}\n\n")),
            "{id}: the page begins with the name"
        );
        let sections = sections(rule.page().unwrap());
        let titles: Vec<&str> = sections.iter().map(|(title, _)| *title).collect();
        let wanted = match rule.options {
            None => &["Why", "What to do", "Fires", "Stays quiet"][..],
            Some(_) => &["Why", "What to do", "Options", "Fires", "Stays quiet"],
        };
        assert_eq!(titles, wanted, "{id}");
        for (title, text) in &sections {
            assert!(text.trim().len() > 20, "{id}: {title} says nothing");
        }
        let (words, shown) = sections.split_at(sections.len() - 2);
        let mut has_address = false;
        for (title, text) in shown {
            let examples = examples(text);
            assert!(!examples.is_empty(), "{id}: {title} has no example");
            for (index, example) in examples.iter().enumerate() {
                let place = format!("{id}: {title}, example {}\n{}", index + 1, example.json);
                let found = findings(rule, example);
                has_address |= found.iter().any(Option::is_some);
                if found.len() != usize::from(*title == "Fires") {
                    wrong.push(format!("{} times: {place}", found.len()));
                }
            }
        }
        // Below a call all that is found in a module has its address.
        let may_have_address = has_address || matches!(rule.subject, RuleSubject::Modules | RuleSubject::Settings);
        if may_have_address == (rule.scope == RuleScope::Whole) {
            wrong.push(format!("{id}: whether a waiver for an address can permit anything"));
        }
        for (title, text) in words {
            assert!(
                examples(text).is_empty(),
                "{id}: {title} has an example that nobody runs"
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// More subjects than this are counted: a list of hundreds is read by nobody.
const LISTED_UP_TO: usize = 12;

#[test]
fn every_rule_over_every_fixture() {
    let root = fixtures::root();
    // What is said to be found in one kind of change is permitted there, and nothing of it is left over.
    let waivers = RULES.iter().filter_map(|rule| Some((rule.id, rule.only_kind()?)));
    let of_one_kind: BTreeSet<&str> = waivers.clone().map(|(rule, _)| rule).collect();
    let waivers = waivers.map(|(rule, kind)| {
        let kind = kind.word();
        format!(
            "[[waiver]]\nrule = \"{rule}\"\naddress = \"**\"\nkind = \"{kind}\"\nreason = \"r\"\nexpires = 2026-12-31\n"
        )
    });
    let mut settings = settings::of(&waivers.collect::<String>()).unwrap();
    for rule in RULES {
        settings.set_level(RULES, rule.id, Level::Warning).unwrap();
    }
    let found: Vec<(String, String, String)> = fixtures::named(&["plan.json", "state.json", "terraform.tfstate"])
        .par_iter()
        .filter(|path| !path.starts_with(root.join("made")))
        .flat_map_iter(|path| {
            let name = path
                .strip_prefix(&root)
                .unwrap()
                .display()
                .to_string()
                .replace('\\', "/");
            let judged = judge(&fixtures::bytes(path), Want::Any, &settings).unwrap();
            assert!(judged.report.errors.is_empty(), "{name}: {:?}", judged.report.errors);
            judged
                .report
                .findings
                .into_iter()
                // Of these waivers most are for something else.
                .filter(|finding| finding.rule != "unused-waiver")
                .map(|finding| {
                    let is_of_other_kind = matches!(finding.standing, planlint::report::Standing::Counts);
                    assert!(
                        !of_one_kind.contains(&*finding.rule) || !is_of_other_kind,
                        "{}: in another kind of change",
                        finding.rule
                    );
                    let address = finding
                        .address
                        .map_or_else(|| "(the whole)".to_owned(), |address| address.to_string());
                    let deposed = finding.deposed.map(|_| " (deposed)").unwrap_or_default();
                    (finding.rule, name.clone(), format!("{address}{deposed}"))
                })
                .collect::<Vec<_>>()
        })
        .collect();
    let mut by_rule: BTreeMap<&str, BTreeMap<&str, Vec<&str>>> = BTreeMap::new();
    for (rule, fixture, address) in &found {
        let fixtures = by_rule.entry(rule).or_default();
        fixtures.entry(fixture).or_default().push(address);
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots/rules");
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| {
        // Rules about configuration look at no document.
        for rule in RULES.iter().filter(|rule| !rule.family.starts_with("json-")) {
            let mut text = String::new();
            for (fixture, addresses) in by_rule.get(rule.id).into_iter().flatten() {
                text.push_str(&format!("{fixture}: {}\n", addresses.len()));
                if addresses.len() <= LISTED_UP_TO {
                    for address in addresses {
                        text.push_str(&format!("  {}\n", address.escape_debug()));
                    }
                }
            }
            insta::assert_snapshot!(rule.id, text);
        }
    });
}

/// How many findings of a rule an example has under these settings.
fn count(rule: &Rule, example: &Example, settings: &Settings) -> usize {
    let text = document(example.is_state, &example.json).to_string();
    let want = if example.is_state { Want::State } else { Want::Plan };
    let judged = judge(text.as_bytes(), want, settings).unwrap();
    let findings = judged.report.findings.iter();
    findings.filter(|finding| finding.rule == rule.id).count()
}

#[test]
fn what_an_override_may_not_ask_for_nothing_has() {
    let kinds = r#"["create", "delete", "forget", "import", "move", "no-op", "read", "replace", "update"]"#;
    let conditions = [("kind", kinds), ("type", "\"*\""), ("provider", "\"*\"")];
    let mut refused = 0;
    for rule in RULES {
        if rule.family.starts_with("json-") || rule.family == "waivers" {
            continue;
        }
        let fires = sections(rule.page().unwrap())
            .into_iter()
            .find(|(title, _)| *title == "Fires");
        for example in examples(fires.unwrap().1) {
            let mut options = example.options.clone().unwrap_or_default();
            options.insert("level".to_owned(), "warning".into());
            let on = format!("[rules]\n{} = {}\n", rule.id, toml::Value::Table(options));
            for (key, value) in conditions {
                let let_off = |name: &str| {
                    settings::of(&format!(
                        "{on}[[override]]\n{key} = {value}\nrules = {{ {name} = \"allow\" }}\n"
                    ))
                };
                if let_off(rule.id).is_ok() {
                    continue;
                }
                refused += 1;
                // Of a family it is no mistake, and does nothing.
                let (with, without) = (let_off(rule.family).unwrap(), settings::of(&on).unwrap());
                let (with, without) = (count(rule, &example, &with), count(rule, &example, &without));
                assert_eq!((with, without), (1, 1), "{}: {key}\n{}", rule.id, example.json);
            }
        }
    }
    assert!(refused > 50, "only {refused}");
}
