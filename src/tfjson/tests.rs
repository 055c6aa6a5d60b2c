//! Modules beside the verdicts of both engines, in memory.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use super::{Children, Directory, Engine, Entry, EntryContent, Files, Module, Problem, check};

const TERRAFORM: &str = include_str!("../../fixtures/config/oracle_terraform.json");
const TOFU: &str = include_str!("../../fixtures/config/oracle_tofu.json");

/// Files by path; `None` for what cannot be read.
type Tree = BTreeMap<String, Option<Vec<u8>>>;

/// The names directly in a directory, `""` being the outermost.
fn entries<'t>(tree: &'t Tree, directory: &str) -> Vec<Entry<'t>> {
    let prefix = if directory.is_empty() {
        String::new()
    } else {
        format!("{directory}/")
    };
    let mut directories = BTreeSet::new();
    let mut entries = Vec::new();
    for (path, bytes) in tree {
        let Some(name) = path.strip_prefix(&prefix) else {
            continue;
        };
        let content = match (name.split_once('/'), bytes) {
            (Some((directory, _)), _) => {
                directories.insert(directory);
                continue;
            }
            (None, Some(bytes)) => EntryContent::Bytes(bytes),
            (None, None) => EntryContent::Unreadable,
        };
        entries.push(Entry { name, content });
    }
    entries.extend(directories.into_iter().map(|name| Entry {
        name,
        content: EntryContent::Directory,
    }));
    entries
}

fn problems(tree: &Tree, engine: Engine) -> Vec<Problem> {
    let root = entries(tree, "");
    let directory = Directory::new(&root, engine);
    let files = Files::read(&directory);
    let module = Module::new(&files, engine);
    let mut children = Children::new();
    for source in module.local_sources() {
        let path = source.trim_start_matches("./").to_owned();
        let inside = entries(tree, &path);
        let interface = (!inside.is_empty()).then(|| {
            let directory = Directory::new(&inside, engine);
            Module::new(&Files::read(&directory), engine).interface()
        });
        children.insert(source, interface);
    }
    check(&module, &children)
}

fn tree(case: &Json) -> Tree {
    let files = case["files"].as_object().unwrap();
    files
        .iter()
        .map(|(name, file)| {
            let bytes = match (file["text"].as_str(), file["hex"].as_str()) {
                (Some(text), _) => Some(text.as_bytes().to_vec()),
                (None, Some(hex)) => {
                    let pairs = hex.as_bytes().chunks(2);
                    let byte = |pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
                    Some(pairs.map(byte).collect())
                }
                (None, None) => None,
            };
            (name.clone(), bytes)
        })
        .collect()
}

/// Cases that an engine refuses for what only a provider or its registry can say.
const NEEDS_PROVIDER: &[(&str, &str)] = &[
    ("ephemeral", "the provider foo is not installed"),
    ("rp-string", "the provider foo is not installed"),
];

/// The cases in which the verdicts differ, each with what we say.
fn disagreements(oracle: &str, engine: Engine) -> (usize, Vec<String>) {
    let oracle: Json = serde_json::from_str(oracle).unwrap();
    let cases = oracle["cases"].as_array().unwrap();
    let mut wrong = Vec::new();
    for case in cases {
        let problems = problems(&tree(case), engine);
        let refused: Vec<_> = problems
            .iter()
            .filter(|problem| problem.engine_rejects)
            .map(|problem| &problem.kind)
            .collect();
        let name = case["name"].as_str().unwrap();
        if NEEDS_PROVIDER.iter().any(|(known, _)| *known == name) {
            assert!(refused.is_empty(), "{name}: known after all");
        } else if refused.is_empty() != case["valid"].as_bool().unwrap() {
            wrong.push(format!(
                "{}: engine {}, ours {refused:?}",
                case["name"], case["diagnostics"]
            ));
        }
    }
    (cases.len(), wrong)
}

#[test]
fn a_module_is_refused_where_the_engine_refuses_it() {
    for (oracle, engine) in [(TERRAFORM, Engine::TERRAFORM), (TOFU, Engine::OPENTOFU)] {
        let (count, wrong) = disagreements(oracle, engine);
        assert_eq!(count, 134);
        assert!(
            wrong.is_empty(),
            "{engine:?}: {} disagreements\n{}",
            wrong.len(),
            wrong.join("\n")
        );
    }
}
