//! Representations beside the engines' own documents, and what cannot be known without the schemas of providers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::super::{Directory, Engine, Entry, EntryContent, Files, Flavor, Module, Version};
use super::{Missing, ModuleTree, Representation};

const fn engine(flavor: Flavor, minor: u32, patch: u32) -> Engine {
    let version = Version::new(1, minor, patch);
    Engine { flavor, version }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

/// The bytes of a directory's files by name.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.is_file());
    files
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read(path).unwrap())
        })
        .collect()
}

/// What a directory represents, with its children: their calls from the root (`env/network`), and their directories.
fn represented(root: &Path, children: &[(&str, &str)], engine: Engine) -> (Json, Vec<Missing>) {
    let bytes: Vec<_> = std::iter::once("")
        .chain(children.iter().map(|(_, directory)| *directory))
        .map(|child| files(&root.join(child)))
        .collect();
    let directories: Vec<_> = bytes
        .iter()
        .map(|files| {
            let entries: Vec<_> = files
                .iter()
                .map(|(name, bytes)| Entry {
                    name,
                    content: EntryContent::Bytes(bytes),
                })
                .collect();
            Directory::new(&entries, engine)
        })
        .collect();
    let files: Vec<_> = directories.iter().map(Files::read).collect();
    let modules: Vec<_> = files.iter().map(|files| Module::new(files, engine)).collect();
    let mut tree = ModuleTree {
        module: &modules[0],
        children: BTreeMap::new(),
    };
    for ((child, _), module) in children.iter().zip(&modules[1..]) {
        let (parents, name) = child.rsplit_once('/').unwrap_or(("", child));
        let mut around = &mut tree;
        for parent in parents.split('/').filter(|parent| !parent.is_empty()) {
            around = around.children.get_mut(parent).unwrap();
        }
        let children = BTreeMap::new();
        around
            .children
            .insert((*name).to_owned(), ModuleTree { module, children });
    }
    let representation = Representation::new(&tree);
    let json = serde_json::to_string(&representation).unwrap();
    (serde_json::from_str(&json).unwrap(), representation.missing)
}

/// The engine's own document, alone or in a plan.
fn printed(name: &str) -> Json {
    let json: Json = serde_json::from_str(&fs::read_to_string(folder(name)).unwrap()).unwrap();
    json.get("configuration").cloned().unwrap_or(json)
}

/// All values of a document by path. Resources are named by their address, and each expression, argument or block, is one.
fn leaves(json: &Json, path: &str, found: &mut BTreeMap<String, Json>) {
    let inside_expressions = path
        .rsplit_once('/')
        .is_some_and(|(around, _)| around.ends_with("/expressions"));
    match json {
        Json::Object(members) if !inside_expressions && !members.is_empty() => {
            for (name, member) in members {
                leaves(member, &format!("{path}/{name}"), found);
            }
        }
        Json::Array(elements) if path.ends_with("/resources") => {
            for element in elements {
                leaves(
                    element,
                    &format!("{path}/{}", element["address"].as_str().unwrap()),
                    found,
                );
            }
        }
        leaf => {
            found.insert(path.to_owned(), leaf.clone());
        }
    }
}

/// Whether a path ends like a pattern in which `*` is any one part.
fn fits(path: &str, pattern: &str) -> bool {
    let (path, pattern): (Vec<_>, Vec<_>) = (path.split('/').collect(), pattern.split('/').collect());
    path.len() >= pattern.len()
        && path
            .iter()
            .rev()
            .zip(pattern.iter().rev())
            .all(|(part, wanted)| *wanted == "*" || part == wanted)
}

/// The paths at which two documents differ, and which of the known differences that explains.
fn compare(ours: &Json, engines: &Json, known: &[(&str, &str)]) -> (Vec<String>, BTreeSet<String>) {
    let (mut left, mut right) = (BTreeMap::new(), BTreeMap::new());
    leaves(ours, "", &mut left);
    leaves(engines, "", &mut right);
    let paths: BTreeSet<&String> = left.keys().chain(right.keys()).collect();
    let mut explained = BTreeSet::new();
    let mut unexplained = Vec::new();
    for path in paths.into_iter().filter(|path| left.get(*path) != right.get(*path)) {
        match known.iter().find(|(pattern, _)| fits(path, pattern)) {
            Some((pattern, _)) => {
                explained.insert((*pattern).to_owned());
            }
            None => unexplained.push(format!(
                "{path}: ours {:?}, engine {:?}",
                left.get(path),
                right.get(path)
            )),
        }
    }
    (unexplained, explained)
}

const BLOCK: &str = "the provider's schema makes it a block";
const VERSION: &str = "the version of the provider's schema";
const EMPTY: &str = "the provider's schema lets an empty list stand for no block";

/// The one call of `json-config`.
const CHILD: &[(&str, &str)] = &[("child", "child")];

/// What the engines print of `json-config` and we cannot know.
const JSON_CONFIG: &[(&str, &str)] = &[
    ("resources/*/schema_version", VERSION),
    ("provider_config/aws/expressions/default_tags", BLOCK),
    ("aws_s3_bucket.plain/expressions/versioning", BLOCK),
    ("aws_s3_bucket.plain/expressions/lifecycle_rule", BLOCK),
    ("aws_security_group.web/expressions/egress", EMPTY),
    ("aws_dynamodb_table.t/expressions/attribute", BLOCK),
    ("aws_dynamodb_table.t/expressions/global_secondary_index", BLOCK),
    ("aws_dynamodb_table.t/expressions/ttl", BLOCK),
];

#[test]
fn a_module_is_represented_as_the_engine_prints_it() {
    for (scenario, document, engine, children, known, count) in [
        (
            "json-config",
            "tofu-1.12.6/config.json",
            Engine::OPENTOFU,
            CHILD,
            JSON_CONFIG,
            8,
        ),
        (
            "json-config",
            "tofu-1.12.6/plan.json",
            Engine::OPENTOFU,
            CHILD,
            JSON_CONFIG,
            8,
        ),
        (
            "json-config",
            "tofu-1.6.3/plan.json",
            engine(Flavor::OpenTofu, 6, 3),
            CHILD,
            JSON_CONFIG,
            8,
        ),
        (
            "json-config",
            "terraform-1.11.4/plan.json",
            Engine::TERRAFORM,
            CHILD,
            JSON_CONFIG,
            8,
        ),
        (
            "json-config",
            "terraform-1.15.9/plan.json",
            engine(Flavor::Terraform, 15, 9),
            CHILD,
            JSON_CONFIG,
            8,
        ),
        (
            "json-config-tofu",
            "tofu-1.12.6/config.json",
            Engine::OPENTOFU,
            &[],
            &[],
            0,
        ),
        (
            "json-config-tofu",
            "tofu-1.8.11/plan.json",
            engine(Flavor::OpenTofu, 8, 11),
            &[],
            &[],
            0,
        ),
        (
            "json-config-tofu",
            "tofu-1.6.3/plan.json",
            engine(Flavor::OpenTofu, 6, 3),
            &[],
            &[],
            0,
        ),
        (
            "json-config-tofu",
            "terraform-1.11.4/plan.json",
            Engine::TERRAFORM,
            &[],
            &[],
            0,
        ),
    ] {
        let (ours, missing) = represented(&folder(scenario).join("config/1-plan"), children, engine);
        let engines = printed(&format!("{scenario}/{document}"));
        let (unexplained, explained) = compare(&ours, &engines, known);
        assert!(
            unexplained.is_empty(),
            "{scenario}/{document}\n{}",
            unexplained.join("\n")
        );
        assert_eq!(
            explained.len(),
            count,
            "{document}: differences that are none any more: {explained:?}"
        );
        assert_eq!(missing, []);
    }
}

/// `module-tree`, whose module is in the native syntax, stands once more in JSON under `config/representation`.
const MODULE_TREE: &[(&str, &str)] = &[
    ("resources/*/schema_version", VERSION),
    ("provider_config/aws/expressions/default_tags", BLOCK),
    ("provider_config/aws.us/expressions/assume_role", BLOCK),
    ("aws_lambda_function.wired/expressions/environment", BLOCK),
    ("aws_iam_role.this/expressions/inline_policy", BLOCK),
    ("google_sql_database_instance.db/expressions/settings", BLOCK),
];

/// Written in JSON, a template is a constant to the engines: they print its text beside the references.
fn without_templates(json: &mut Json) {
    match json {
        Json::Array(elements) => elements.iter_mut().for_each(without_templates),
        Json::Object(members) => {
            let is_template = members
                .get("constant_value")
                .is_some_and(|constant| members.contains_key("references") || constant.to_string().contains("${"));
            if is_template {
                members.remove("constant_value");
            }
            members.values_mut().for_each(without_templates);
        }
        _ => {}
    }
}

#[test]
fn a_tree_of_modules_is_represented_with_what_they_pass_each_other() {
    let root = folder("config/representation/module-tree");
    let children = [
        ("env", "modules/env"),
        ("env/network", "modules/env/network"),
        ("gcp", "modules/gcp"),
    ];
    for (document, engine) in [
        ("tofu-1.12.6/config.json", Engine::OPENTOFU),
        ("terraform-1.11.4/plan.json", Engine::TERRAFORM),
    ] {
        let (mut ours, missing) = represented(&root, &children, engine);
        without_templates(&mut ours);
        let engines = printed(&format!("module-tree/{document}"));
        let (unexplained, explained) = compare(&ours, &engines, MODULE_TREE);
        assert!(unexplained.is_empty(), "{document}\n{}", unexplained.join("\n"));
        assert_eq!(explained.len(), 6, "{document}: {explained:?}");
        assert_eq!(missing, []);
    }
}
